#!/usr/bin/env python3
"""A second checker for certificates of the claim `longest`, written from docs/formats/certificates.md, section 18.

    second_checker_longest.py FILE...

Prints `accepted` or why not for each file; exit status 1 if one is rejected.
"""

import subprocess, sys
from functools import lru_cache

SEGMENT = {"75": 150, "50": 100, "claims": 100}
STEPS = "segment captures pair unpromoted critical dead taken changes last-change plies".split()


def pawn_steps(own, other, first, ahead, last):
    """What can happen to a pawn of a pair: what it counts, and what the pawn becomes."""
    if not isinstance(own, tuple):
        return
    place, rank = own

    def arrived(rank, place):
        return "promoted" if rank == last else (place, rank)

    def blocked(rank):
        return place == "home" and other == ("home", rank)

    yield 0, "captured"
    yield 0, arrived(rank + ahead, "away")
    if not blocked(rank + ahead):
        yield 1, arrived(rank + ahead, place)
        if rank == first and not blocked(rank + 2 * ahead):
            yield 1, arrived(rank + 2 * ahead, place)


def pair(all_ends):
    @lru_cache(maxsize=None)
    def most(white, black):
        best = 0 if all_ends or (white, black) != ("promoted", "promoted") else float("-inf")
        for count, pawn in pawn_steps(white, black, 2, 1, 8):
            best = max(best, count + most(pawn, black))
        for count, pawn in pawn_steps(black, white, 7, -1, 1):
            best = max(best, count + most(white, pawn))
        return best

    return most(("home", 2), ("home", 7))


def bare_kings():
    """Two kings alone cannot give check, so no such position is a mate, and no move leads elsewhere."""
    squares = [(file, rank) for file in range(8) for rank in range(8)]
    apart = [(a, b) for a in squares for b in squares if max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1]
    return 2 * len(apart)


def changes(wanted):
    series = ["black"] + wanted
    return sum(a != b for a, b in zip(series, series[1:]))


def counted(limit):
    array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    n = {"segment": SEGMENT[limit], "captures": sum(c.isalpha() and c not in "kK" for c in array)}
    n["pair"], n["unpromoted"] = pair(True), pair(False)
    n["critical"] = array.count("P") * n["pair"] + n["captures"]
    n["dead"] = bare_kings()
    n["taken"] = array.count("p") - 1
    n["changes"] = changes(["white", "black", "white"])
    n["last-change"] = n["changes"] + 1
    assert n["unpromoted"] < n["pair"] and n["taken"] >= 2 and array.split("/")[6] == "PPPPPPPP"
    rest = (n["critical"] - 1) * n["segment"]
    if limit == "claims":
        whole = max(rest - n["changes"] + n["segment"] - 1, rest + n["segment"] - n["last-change"])
        whole = max(whole, rest - n["changes"] + n["segment"] - 2)
    else:
        whole = rest + n["segment"] - n["changes"]
    n["plies"] = max(rest, whole)
    return n


def fault(text):
    lines = text.split("\n")
    if lines[:2] != ["zermelo-certificate 1", "rules chess"] or "end" not in lines:
        return "no certificate"
    words = lines[2].split(" ")
    if len(words) != 4 or words[:2] != ["claim", "longest"] or words[2] not in SEGMENT or not words[3].isdecimal():
        return "no claim `longest`"
    numbers = counted(words[2])
    if lines[3 : lines.index("end")] != [f"count {step} {numbers[step]}" for step in STEPS]:
        return "the counting does not come out"
    return None if int(words[3]) >= numbers["plies"] else "more plies are counted than claimed"


if __name__ == "__main__":
    faults = 0
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            data = file.read()
        if data[:4] == b"\x28\xb5\x2f\xfd":
            data = subprocess.run(["zstd", "-dcq"], input=data, stdout=subprocess.PIPE, check=True).stdout
        why = fault(data.decode("ascii", "replace"))
        faults += why is not None
        print(f"{path}: {'accepted' if why is None else 'rejected: ' + why}")
    sys.exit(faults > 0)
