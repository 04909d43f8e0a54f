"""Many positions at once: lists, NumPy arrays, pyarrow arrays, and what comes back for each."""

import sys

from . import _zermelo


def winnable_many(
    positions,
    side=None,
    *,
    fast=False,
    nodes=None,
    memory=None,
    chess960=None,
    threads=None,
    certificates=False,
    errors="raise",
):
    """Ask about many positions, on all cores, without the interpreter's lock.

    `positions` is any iterable of FENs or boards. What comes back is of the same kind: a NumPy
    array gives an object array of verdicts in the same shape; a pyarrow array gives a struct
    array with the fields result, side, method, reason, nodes and helpmate (UCI, with spaces);
    anything else gives a list of verdicts.

    `side` is "white", "black", one side for each position, or None for the side that is not to
    move: the one with time left after a flag fall. `threads` is how many to use (one a core unless
    said). Covers can be large, so `verdict.certificate` of an unwinnable position is only kept
    with `certificates=True`; it was checked in any case. A bad position raises ValueError with
    its place, or gives None with `errors="none"`.

    >>> import zermelo
    >>> fens = ["8/8/4k3/8/8/3NK3/8/8 w - - 0 1", "8/8/4k3/8/8/3QK3/8/8 w - - 0 1"]
    >>> [verdict.result for verdict in zermelo.winnable_many(fens, "white")]
    ['unwinnable', 'winnable']
    """
    if errors not in ("raise", "none"):
        raise ValueError('errors is "raise" or "none"')
    if isinstance(positions, (str, bytes)):
        raise TypeError("many positions are wanted: give a list, or ask winnable about this one")
    # Nobody hands over an array of a library that is not loaded.
    numpy, arrow = sys.modules.get("numpy"), sys.modules.get("pyarrow")
    is_numpy = numpy is not None and isinstance(positions, numpy.ndarray)
    is_arrow = arrow is not None and isinstance(positions, (arrow.Array, arrow.ChunkedArray))
    items = positions
    if is_numpy:
        items = positions.ravel().tolist()
    elif is_arrow:
        items = positions.to_pylist()
    if arrow is not None and isinstance(side, (arrow.Array, arrow.ChunkedArray)):
        side = side.to_pylist()
    elif numpy is not None and isinstance(side, numpy.ndarray):
        side = side.ravel().tolist()
    verdicts = _zermelo.winnable_list(
        items,
        side,
        fast=fast,
        nodes=nodes,
        memory=memory,
        chess960=chess960,
        threads=threads,
        certificates=certificates,
        skip_bad=errors == "none",
    )
    if is_numpy:
        array = numpy.empty(len(verdicts), dtype=object)
        # One by one: a whole list would be looked into for sequences.
        for index, verdict in enumerate(verdicts):
            array[index] = verdict
        return array.reshape(positions.shape)
    if is_arrow:
        return _struct_array(arrow, verdicts)
    return verdicts


def _struct_array(arrow, verdicts):
    kind = arrow.struct(
        [
            ("result", arrow.string()),
            ("side", arrow.string()),
            ("method", arrow.string()),
            ("reason", arrow.string()),
            ("nodes", arrow.uint64()),
            ("helpmate", arrow.string()),
        ]
    )
    rows = [None if verdict is None else _row(verdict) for verdict in verdicts]
    return arrow.array(rows, kind)


def _row(verdict):
    line = verdict.helpmate_uci
    return {
        "result": verdict.result,
        "side": verdict.side,
        "method": verdict.method,
        "reason": verdict.reason,
        "nodes": verdict.nodes,
        "helpmate": None if line is None else " ".join(line),
    }
