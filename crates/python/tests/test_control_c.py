"""Ctrl-C ends every call that may be long, and soon."""

import os
import signal
import subprocess
import sys
import threading

import pytest

# Nobody knows of a mate or of a proof.
OPEN = "1bB4b/k7/R5r1/8/1pBp1p1p/1PpP1P1P/K1P4b/RB5B b - - 0 1"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
QUEENS = "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - -"

CALLS = [
    f"winnable('{OPEN}', 'black', memory=1 << 40)",
    f"winnable_many(['{OPEN}'] * 3, 'black', memory=1 << 40)",
    f"winnable_many(['{START}'] * 2_000_000, 'white')",
    "judge(zermelo.longest() * 500)",
    f"legal('{QUEENS}', seconds=1e6)",
    f"puzzle('{START}', 'h#5', limit=1_000_000, shorter=False)",
    "table('8/8/8/3k4/3n4/2K5/8/RB6 w - -', sys.argv[1] + 's', build=True)",
    "strategy_verify(24)",
    # Nobody ever writes to this pipe: reading it takes forever.
    "judge(pathlib.Path(sys.argv[1]))",
    "check(pathlib.Path(sys.argv[1]))",
]


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("call", CALLS)
def test_control_c(call, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    lines = [
        "import pathlib, signal, sys, zermelo",
        # Whoever runs the tests in the background may ignore the signal, and children inherit that.
        "signal.signal(signal.SIGINT, signal.default_int_handler)",
        "print('begun', flush=True)",
        f"zermelo.{call}",
    ]
    child = subprocess.Popen(
        [sys.executable, "-c", "\n".join(lines), pipe],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout.readline() == "begun\n"
    threading.Event().wait(1.5)
    assert child.poll() is None
    child.send_signal(signal.SIGINT)
    # A second on a quiet machine.
    try:
        _, said = child.communicate(timeout=120)
    finally:
        child.kill()
    assert "KeyboardInterrupt" in said and child.returncode != 0
