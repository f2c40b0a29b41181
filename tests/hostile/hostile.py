"""Runs the program `bfclx` on hostile replies of growing size and measures what each costs.

    python3 tests/hostile/hostile.py build/release/tools/bfclx [--full] [--only WORD] [--jobs N]

Each case is a shape of reply (shapes.py) for a decoder and an entry (replies.py, dataset.py), scored
by a process of its own, whose time on the processor and memory the system tells exactly. It fails

- where a reply of at most 1 MB takes over 1 s or 256 MB, what the program takes for a reply of one
  letter included,
- where ten times the reply takes more than ten times as long, with room for n log n and noise,
- where the program does not end with a verdict for the entry that Python's json module reads.

Without --full each shape is tried with one decoder at the largest size. Time is that of the processor,
of the quickest of three where it is too much, because test machines are shared.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import queue
import random
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import dataset
import replies

HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parents[1] / "tools" / "sample"
MEASURE = HERE / "measure.py"
SECONDS = 1.0
MEGABYTES = 256
SIZES = (1_000, 10_000, 100_000, 1_000_000)
LARGEST = SIZES[-1]
# Ten times the reply may take so many times as long. 10 log 10^6 / log 10^5 is 12; the rest is noise,
# and what no longer fits into the caches.
GROWTH = 24
MEASURABLE = 0.08  # seconds; below this the growth says nothing
KILLED_AFTER = 30  # seconds
TRIES = 3

Cost = collections.namedtuple("Cost", "seconds megabytes problem")


class Runner:
    """Runs the program in a folder of its own, one run at a time."""

    def __init__(self, program, folder, dataset_folder):
        self.program = program
        self.place = Path(folder)
        self.place.mkdir()
        self.dataset = dataset_folder
        self.process = subprocess.Popen([sys.executable, MEASURE], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    def measure(self, *arguments, program=None):
        order = {"argv": [program or self.program, *map(str, arguments)], "seconds": KILLED_AFTER,
                 "out": str(self.place / "out"), "err": str(self.place / "err")}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def cost(self, decoder, entry, reply):
        category = re.sub(r"_\d.*", "", entry)
        path = self.place / f"BFCL_v4_{category}_result.json"
        path.write_text(json.dumps({"id": entry, "result": reply}) + "\n")
        (self.place / "verdicts").unlink(missing_ok=True)
        taken = self.measure("check", path, "--dataset", self.dataset, "--decoder", decoder,
                             "--verdicts", self.place / "verdicts", "--format", "json", "--jobs", 1)
        path.unlink()
        return Cost(taken["seconds"], taken["megabytes"],
                    self.problem(self.place, taken["code"], entry))

    def problem(self, place, code, entry):
        if code != 0:
            return f"exit code {code}: {(place / 'err').read_text(errors='replace')[:300]}"
        lines = (place / "verdicts").read_bytes().split(b"\n")
        if len(lines) != 2:
            return f"{len(lines) - 1} verdicts"
        if any(byte < 0x20 for byte in lines[0]):
            return "a control byte in a verdict"
        try:
            verdict = json.loads(lines[0])
        except (ValueError, RecursionError) as error:
            return f"Python cannot read the verdict: {str(error)[:200]}"
        return "" if verdict["id"] == entry else "a verdict of another entry"


def flaws(costs, base):
    """What is wrong with the costs of one case, by size."""
    found = []
    previous = None
    for size, cost in costs:
        if cost.problem:
            found.append(f"{size}: {cost.problem}")
        if size <= LARGEST and cost.seconds > SECONDS + base.seconds:
            found.append(f"{size}: {cost.seconds:.2f} s")
        if size <= LARGEST and cost.megabytes > MEGABYTES + base.megabytes:
            found.append(f"{size}: {cost.megabytes:.0f} MB")
        if previous is not None and cost.seconds > MEASURABLE:
            before = max(previous.seconds - base.seconds, MEASURABLE / GROWTH)
            if cost.seconds - base.seconds > GROWTH * before:
                found.append(f"{size}: {cost.seconds:.2f} s after {previous.seconds:.2f} s")
        previous = cost
    return found


def try_case(runners, case, sizes, base):
    """Its flaws and its greatest cost; with a flaw it is tried again, and the best counts."""
    runner = runners.get()
    try:
        return try_with(runner, case, sizes, base)
    finally:
        runners.put(runner)


def try_with(runner, case, sizes, base):
    _, decoder, entry, make = case
    texts = [(size, make(size)) for size in sizes]
    best = [(size, runner.cost(decoder, entry, text)) for size, text in texts]
    for _ in range(TRIES - 1):
        if not flaws(best, base):
            break
        again = [(size, runner.cost(decoder, entry, text)) for size, text in texts]
        best = [(size, Cost(min(a.seconds, b.seconds), min(a.megabytes, b.megabytes),
                            a.problem and b.problem))
                for (size, a), (_, b) in zip(best, again)]
    return case, flaws(best, base), best[-1][1]


def chosen(cases, full, only):
    """Without `full` one decoder and entry of each shape, drawn by the name: always the same."""
    if only:
        cases = [case for case in cases if any(word in f"{case[0]} {case[1]} {case[2]}"
                                               for word in only)]
    if full or only:
        return cases
    shapes = collections.defaultdict(list)
    for case in cases:
        shapes[case[0]].append(case)
    return [random.Random(name).choice(group) for name, group in shapes.items()]


def decoders_of(program):
    listed = subprocess.run([program, "decoders"], capture_output=True, text=True, check=True)
    return [line.split()[0] for line in listed.stdout.splitlines()[1:] if line[:1] not in ("", " ")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--full", action="store_true", help="every decoder, sizes of 1e3 to 1e6")
    parser.add_argument("--only", action="append", help="cases whose name, decoder or entry has it")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    program = os.path.abspath(options.program)
    cases = chosen(list(replies.all_cases(decoders_of(program))), options.full, options.only)
    sizes = SIZES if options.full else SIZES[-2:]
    failed, slowest, largest = 0, (0, ""), (0, "")
    with tempfile.TemporaryDirectory(prefix="bfclx-hostile-") as folder:
        data = dataset.write(Path(folder) / "dataset", SAMPLE)
        runners = queue.SimpleQueue()
        for i in range(options.jobs):
            runners.put(Runner(program, Path(folder) / f"run-{i}", data))
        runner = runners.get()
        base = runner.cost("prompting", "simple_python_0", "a")
        runners.put(runner)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = pool.map(lambda case: try_case(runners, case, sizes, base), cases)
            for (name, decoder, entry, _), found, cost in results:
                slowest = max(slowest, (cost.seconds, name))
                largest = max(largest, (cost.megabytes, name))
                if found:
                    failed += 1
                    print(f"{name}, {decoder}, {entry[:40]}: {'; '.join(found)}", flush=True)
        while not runners.empty():
            runners.get().close()
    print(f"{len(cases)} cases, {failed} failed; at most {slowest[0]:.2f} s ({slowest[1]}) and "
          f"{largest[0]:.0f} MB ({largest[1]}); a reply of one letter takes {base.seconds:.3f} s and "
          f"{base.megabytes:.0f} MB")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
