"""The batch of the package against the batch of the command, on the same positions.

    python crates/python/benches/batch.py FILE [--zermelo target/release/zermelo] [--times 8] [--threads 2]

FILE has a position a line, as ../shared/data/winnable/timeouts.txt; the side asked about is the one
that is not to move. Both check every verdict with the kernel. They take turns, five times; the
median counts, of the wall clock and of the processor's time, which other work on the machine
disturbs less. The command's time has its start and its printing in it, the package's the making of
the list of verdicts.
"""

import argparse
import collections
import os
import resource
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

    def timed(who, whose, work):
        def processor():
            used = resource.getrusage(whose)
            return used.ru_utime + used.ru_stime

        start, before = time.perf_counter(), processor()
        done = work()
        times[who, "wall clock"].append(time.perf_counter() - start)
        times[who, "processor"].append(processor() - before)
        return done

    for _ in range(5):
        run = lambda: subprocess.run(command, capture_output=True, text=True, check=True).stdout
        printed = timed("command", resource.RUSAGE_CHILDREN, run)
        ask = lambda: zermelo.winnable_many(fens, threads=args.threads)
        verdicts = timed("package", resource.RUSAGE_SELF, ask)
        # The command prints the helpmates; in Python they are written out when asked for.
        ask = lambda: [one.helpmate_uci for one in zermelo.winnable_many(fens, threads=args.threads)]
        timed("package with helpmates", resource.RUSAGE_SELF, ask)

said = [line.split(" ", 1)[0] for line in printed.splitlines()]
assert said == [verdict.result for verdict in verdicts]
median = {what: statistics.median(taken) for what, taken in times.items()}
print(f"{len(fens)} positions, {args.threads} threads, the same verdicts:", collections.Counter(said))
for (who, clock), taken in sorted(times.items(), key=lambda item: item[0][1]):
    every = ", ".join(f"{one:.3f}" for one in sorted(taken))
    print(f"{clock:10}  {who:22}  {median[who, clock]:.3f} s ({every})")
for who in ("package", "package with helpmates"):
    for clock in ("processor", "wall clock"):
        ratio = median[who, clock] / median["command", clock]
        print(f"{who} / command, {clock}: {ratio:.3f}")
