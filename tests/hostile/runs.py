"""Hostile responses, each scored by a process of its own: does it get a verdict, and at what cost?"""

import collections
import concurrent.futures
import json
import queue
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import costs
import dataset
import responses

HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parents[1] / "tools" / "sample"
SIZES = (1_000, 10_000, 100_000, 1_000_000)
GLANCE = 100_000  # bytes of the responses that show in a short run where to look
# Seconds of the processor after which the program is killed, and gigabytes of address space that it
# gets; where costs say nothing, much more time, and all the space that a sanitizer wants.
LIMITS = {"yes": {"seconds": 10, "gigabytes": 4}, "no": {"seconds": 200, "gigabytes": 0}}
TRIES = 4
# A short run takes so many cases of each shape, and of all of them at the full size those that a
# glance shows to cost most, by time and by memory, and some that are drawn.
DRAWN, BY_TIME, BY_MEMORY = 2, 30, 10
# As well as all that take so much at a glance.
DEAR_SECONDS, DEAR_MEGABYTES = 0.12, 40

Result = collections.namedtuple("Result", "case flaws cost")


class Runner:
    """Runs the program in a folder of its own, one run at a time."""

    def __init__(self, program, folder, dataset_folder, limits):
        self.program = program
        self.limits = limits
        self.place = Path(folder)
        self.place.mkdir()
        self.dataset = dataset_folder
        self.process = subprocess.Popen([sys.executable, HERE / "measure.py"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    def measure(self, *arguments):
        order = {"argv": [self.program, *map(str, arguments)], **self.limits,
                 "out": str(self.place / "out"), "err": str(self.place / "err")}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def cost(self, decoder, entry, response):
        category = re.sub(r"_\d.*", "", entry)
        path = self.place / f"BFCL_v4_{category}_result.json"
        path.write_text(json.dumps({"id": entry, "result": response}) + "\n")
        (self.place / "verdicts").unlink(missing_ok=True)
        taken = self.measure("score", path, "--dataset", self.dataset, "--decoder", decoder,
                             "--verdicts", self.place / "verdicts", "--format", "json", "--jobs", 1)
        path.unlink()
        return costs.of(taken, self.problem(taken["code"], entry))

    def problem(self, code, entry):
        """Why this is no verdict of the entry; empty when it is one."""
        if code != 0:
            said = (self.place / "err").read_text(errors="replace")[:300]
            return f"exit code {code}: {said}"
        lines = (self.place / "verdicts").read_bytes().split(b"\n")
        if len(lines) != 2:
            return f"{len(lines) - 1} verdicts"
        if any(byte < 0x20 for byte in lines[0]):
            return "a control byte in a verdict"
        try:
            verdict = json.loads(lines[0])
        except (ValueError, RecursionError) as error:
            return f"Python cannot read the verdict: {str(error)[:200]}"
        return "" if verdict["id"] == entry else "a verdict of another entry"


class Runs:
    """Measures cases on several runners at once."""

    def __init__(self, options, folder):
        self.bounded = options.costs == "yes"
        self.pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
        self.runners = queue.SimpleQueue()
        data = dataset.write(folder / "dataset", SAMPLE)
        for i in range(options.jobs):
            self.runners.put(Runner(options.program, folder / f"run-{i}", data,
                                    LIMITS[options.costs]))
        runner = self.runners.get()
        starts = [runner.cost("prompting", "simple_python_0", "a") for _ in range(5)]
        self.base = costs.Cost(min(start.seconds for start in starts),
                               min(start.megabytes for start in starts), starts[0].problem)
        self.runners.put(runner)

    def close(self):
        self.pool.shutdown()
        while not self.runners.empty():
            self.runners.get().close()

    def each(self, cases, sizes):
        return self.pool.map(lambda case: self.one(case, sizes), cases)

    def one(self, case, sizes):
        """With a flaw it is tried again, and the best counts."""
        runner = self.runners.get()
        try:
            texts = [(size, case.make(size)) for size in sizes]
            best = None
            for _ in range(TRIES):
                again = [costs.beyond(runner.cost(case.decoder, case.entry, text), self.base)
                         for _, text in texts]
                best = again if best is None else list(map(costs.cheaper, best, again))
                found = costs.flaws(list(zip(sizes, best)), self.bounded)
                if not found or any(cost.problem for cost in best):
                    break
            return Result(case, found, best[-1])
        finally:
            self.runners.put(runner)


def drawn(cases, count):
    """So many cases of each shape, those with the decoders, forms and entries that had the fewest
    before: the same ones every time."""
    used = collections.Counter()
    chosen = []
    shapes = collections.defaultdict(list)
    for case in cases:
        shapes[case.shape].append(case)
    for group in shapes.values():
        for _ in range(min(count, len(group))):
            def uses(case):
                return used[case.decoder] + used[(case.form, case.entry)]
            case = min(group, key=uses)
            group.remove(case)
            used.update((case.decoder, (case.form, case.entry)))
            chosen.append(case)
    return chosen


def dear(results):
    """The cases that are worth the full size."""
    by_time = sorted(results, key=lambda result: -result.cost.seconds)
    by_memory = sorted(results, key=lambda result: -result.cost.megabytes)
    chosen = by_time[:BY_TIME] + by_memory[:BY_MEMORY] + results[::len(results) // 10 + 1]
    chosen += [result for result in results if result.cost.seconds > DEAR_SECONDS or
               result.cost.megabytes > DEAR_MEGABYTES]
    return list({id(result): result.case for result in chosen}.values())


def decoders_of(program):
    listed = subprocess.run([program, "decoders"], capture_output=True, text=True, check=True)
    return [line.split()[0] for line in listed.stdout.splitlines()[1:] if line[:1] not in ("", " ")]


def run(options):
    """Prints what is wrong; the number of flawed cases."""
    decoders = decoders_of(options.program)
    cases = list(responses.all_cases(decoders))
    if options.only:
        cases = [case for case in cases
                 if any(word in f"{case.shape} {case.form} {case.decoder} {case.entry}"
                        for word in options.only)]
    known = {*responses.PYTHON_FORMS, *responses.JSON_FORMS, *responses.JSON_RESPONSES}
    flawed = [f"no calls are known in the format of the decoder {name}"
              for name in decoders if name not in known]
    with tempfile.TemporaryDirectory(prefix="bfclx-hostile-") as folder:
        runs = Runs(options, Path(folder))
        if options.full or options.only:
            results = runs.each(cases, SIZES)
        else:
            cases = drawn(cases, DRAWN if options.costs == "yes" else 1)
            glances = list(runs.each(cases, (GLANCE,)))
            results = [result for result in glances if result.flaws]
            if options.costs == "yes":
                results += runs.each(dear(glances), SIZES[-2:])
        slowest, largest = (0, ""), (0, "")
        for case, found, cost in results:  # as they come
            name = f"{case.shape}, {case.form}, {case.decoder}, {case.entry[:40]}"
            slowest = max(slowest, (cost.seconds, name))
            largest = max(largest, (cost.megabytes, name))
            if found:
                flawed.append(f"{name}: {'; '.join(found)}")
                print(flawed[-1], flush=True)
        runs.close()
    print(f"responses: {len(cases)} cases, {len(flawed)} flawed; at most {slowest[0]:.2f} s "
          f"({slowest[1]}) and {largest[0]:.0f} MB ({largest[1]}) beyond the {runs.base.seconds:.3f} s"
          f" and {runs.base.megabytes:.0f} MB of a response of one letter")
    return len(flawed)
