"""The batch of the package against the batch of the command, on the same positions.

    python crates/python/benches/batch.py FILE [--zermelo target/release/zermelo] [--times 8] [--threads 2]

FILE has a position a line, as ../shared/data/winnable/timeouts.txt; the side asked about is the one
that is not to move. Both check every verdict with the kernel. The two take turns, five times; the
median counts. The command's time has its start and its printing in it, the package's the making of
the list of verdicts.
"""

import argparse
import collections
import os
import statistics
import subprocess
import tempfile
import time

import zermelo

parser = argparse.ArgumentParser()
parser.add_argument("file")
parser.add_argument("--zermelo", default="target/release/zermelo")
parser.add_argument("--times", type=int, default=8, help="repeat the positions so often")
parser.add_argument("--threads", type=int, default=os.cpu_count())
args = parser.parse_args()

with open(args.file, encoding="utf-8") as lines:
    fens = [" ".join(line.split()[:6]) for line in lines if line.strip()] * args.times

with tempfile.NamedTemporaryFile("w", suffix=".fens") as queries:
    queries.write("".join(f"{fen}\n" for fen in fens))
    queries.flush()
    command = [args.zermelo, "winnable", "--batch", queries.name, "--threads", str(args.threads)]
    times = collections.defaultdict(list)
    for _ in range(5):
        start = time.perf_counter()
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        times["command"].append(time.perf_counter() - start)
        start = time.perf_counter()
        verdicts = zermelo.winnable_many(fens, threads=args.threads)
        times["package"].append(time.perf_counter() - start)

said = [line.split(" ", 1)[0] for line in printed.splitlines()]
assert said == [verdict.result.replace("open", "undetermined") for verdict in verdicts]
median = {who: statistics.median(taken) for who, taken in times.items()}
print(f"{len(fens)} positions, {args.threads} threads, the same verdicts:", collections.Counter(said))
for who, taken in times.items():
    print(f"{who}: {median[who]:.3f} s ({', '.join(f'{one:.3f}' for one in sorted(taken))})")
print(f"package / command: {median['package'] / median['command']:.3f}")
