#!/usr/bin/env python3
"""Runs simulation schedules in several processes and prints the seeds that fail.

  tools/simulate [--schedules N] [--from SEED] [--jobs N] [--minutes N] [--kind KIND] [--traces DIR]

Each seed is run once for each kind of schedule. A failing schedule does not stop the others, and the exit code is then 1.
Each failure prints its seed and the command that repeats it, and saves its trace in DIR. Ctrl-C, SIGTERM and --minutes
end it early; the last line has the command that continues.
"""
import argparse
import math
import os
import pathlib
import queue
import re
import signal
import subprocess
import sys
import threading
import time

# The tests of tests/simulation/generation_simulation_test.cpp by the name of their kind.
KINDS = {"requests": "SchedulesHold", "batches": "SchedulesInBatchesHold", "memory": "SchedulesWithMemoryHold"}
CHUNK = 100  # schedules of a process
SECONDS = 20  # that a schedule may take at most, on a busy machine; usual are 10 ms
MOST_FAILURES = 20  # then something is wrong with all of them
SAYS = 30  # seconds between two lines of progress


def arguments():
    parser = argparse.ArgumentParser(prog="tools/simulate", description=__doc__.split("\n\n")[0])
    parser.add_argument("program", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--schedules", type=positive, default=100_000, metavar="N",
                        help="seeds to run (default: 100000)")
    parser.add_argument("--from", type=positive, default=1, metavar="SEED", dest="first", help="the first seed (default: 1)")
    parser.add_argument("--jobs", type=positive, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="processes at a time (default: one for each core)")
    parser.add_argument("--minutes", type=minutes, metavar="N", help="end after this time")
    parser.add_argument("--kind", choices=sorted(KINDS), action="append", help="only this kind of schedule; can be repeated (default: all)")
    parser.add_argument("--traces", type=pathlib.Path, default=pathlib.Path("build/simulation"), metavar="DIR",
                        help="folder for the traces of failures (default: build/simulation)")
    parser.add_argument("--check", action="store_true", help=argparse.SUPPRESS)  # the options alone
    return parser.parse_args()


def positive(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("expected a whole number of at least 1")
    return int(text)


def minutes(text):
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError("expected a number above 0")
    return number


class Night:
    def __init__(self, options):
        self.options = options
        self.kinds = options.kind or list(KINDS)
        self.stops = threading.Event()
        self.lock = threading.Lock()
        self.is_interrupted = False
        self.fault = ""  # of the program
        self.running = set()
        self.passed = 0
        self.failures = []
        self.chunks = queue.SimpleQueue()
        end = options.first + options.schedules
        self.unfinished = {}  # chunks by their first seed: kinds that are not done
        for first in range(options.first, end, CHUNK):
            self.unfinished[first] = len(self.kinds)
            for kind in self.kinds:
                self.chunks.put((kind, first, min(CHUNK, end - first)))

    def run_schedules(self, kind, first, count):
        """Runs schedules in a process. Returns (exit code, output); None as the code: it was stopped or hung."""
        command = [self.options.program, f"--gtest_filter=GenerationSimulation.{KINDS[kind]}"]
        env = {**os.environ, "BFCLX_FROM": str(first), "BFCLX_SCHEDULES": str(count)}
        env.pop("BFCLX_SEED", None)
        with self.lock:
            if self.stops.is_set():
                return None, ""
            process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                       text=True, errors="replace", start_new_session=True)
            self.running.add(process)
        try:
            out, _ = process.communicate(timeout=SECONDS * (count + 5))
            return process.returncode, out
        except subprocess.TimeoutExpired:
            process.kill()
            return None, process.communicate()[0] + f"\nno end after {SECONDS * (count + 5)} seconds\n"
        finally:
            with self.lock:
                self.running.discard(process)

    def chunk(self, kind, first, count):
        """True when all of its seeds were run, whatever came of them."""
        end = first + count
        while first < end:
            code, out = self.run_schedules(kind, first, end - first)
            if self.stops.is_set():
                return False
            if code == 0:
                if "[  PASSED  ] 1 test" not in out:  # a missing test passes, too
                    self.fault = f"{self.options.program} has no test GenerationSimulation.{KINDS[kind]}"
                    self.stop()
                    return False
                self.passed_more(end - first)
                return True
            failed_seed = re.search(r"BFCLX_SEED=(\d+)", out)
            if failed_seed:
                seed = int(failed_seed[1])
                self.passed_more(seed - first)
            elif end - first > 1:  # it crashed or hung: one after the other
                return all(self.chunk(kind, seed, 1) for seed in range(first, end))
            else:
                seed = first
            self.failed(kind, seed, out)
            first = seed + 1
        return True

    def passed_more(self, count):
        with self.lock:
            self.passed += count

    def failed(self, kind, seed, out):
        self.options.traces.mkdir(parents=True, exist_ok=True)
        trace = self.options.traces / f"{kind}-{seed}.txt"
        trace.write_text(out)
        with self.lock:
            self.failures.append((kind, seed))
            print(f"FAILED: {kind}, seed {seed}. Its trace: {trace}. To repeat it:\n"
                  f"  BFCLX_SEED={seed} {self.options.program} --gtest_filter=GenerationSimulation.{KINDS[kind]}",
                  flush=True)
            if len(self.failures) == MOST_FAILURES:
                print(f"ended after {MOST_FAILURES} failures", flush=True)
        if len(self.failures) >= MOST_FAILURES:
            self.stop()

    def stop(self):
        with self.lock:
            self.stops.set()
            for process in self.running:
                process.kill()

    def work(self):
        while not self.stops.is_set():
            try:
                kind, first, count = self.chunks.get_nowait()
            except queue.Empty:
                return
            if not self.chunk(kind, first, count):
                return
            with self.lock:
                self.unfinished[first] -= 1
                if self.unfinished[first] == 0:
                    del self.unfinished[first]

    def interrupted(self, *_):
        self.is_interrupted = True

    def summary(self):
        with self.lock:
            return f"{self.passed:,} schedules passed, {len(self.failures)} failed"

    def run(self):
        options = self.options
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.interrupted)
        workers = [threading.Thread(target=self.work) for _ in range(options.jobs)]
        for worker in workers:
            worker.start()
        ends = None if options.minutes is None else time.monotonic() + 60 * options.minutes
        says = time.monotonic() + SAYS
        while any(worker.is_alive() for worker in workers):
            self.stops.wait(0.1)
            now = time.monotonic()
            if self.is_interrupted or self.stops.is_set() or (ends is not None and now >= ends):
                self.stop()
                break
            if now >= says:
                says = now + SAYS
                print(self.summary(), flush=True)
        for worker in workers:
            worker.join()
        return self.end()

    def end(self):
        options = self.options
        print(self.summary())
        for kind, seed in sorted(self.failures):
            print(f"  {kind}: {seed}")
        if self.unfinished:
            first = min(self.unfinished)
            left = options.first + options.schedules - first
            kinds = "".join(f" --kind {kind}" for kind in options.kind or [])
            print(f"ended early; to go on: tools/simulate --from {first} --schedules {left}{kinds}")
        else:
            print(f"the next seed is {options.first + options.schedules}")
        if self.fault:
            print(self.fault)
        return 1 if self.failures or self.fault else 0


if __name__ == "__main__":
    options = arguments()
    if options.check:
        sys.exit(0)
    options.program = options.program.resolve() if not options.program.is_absolute() else options.program
    sys.exit(Night(options).run())
