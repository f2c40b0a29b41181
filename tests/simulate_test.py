#!/usr/bin/env python3
"""tools/simulation_schedules.py, with a stand-in for the simulation.

  tests/simulate_test.py
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "tools/simulation_schedules.py"
# Seeds that fail, that crash, and at which it waits to be ended; each seed that passes is a line of `ran`.
STAND_IN = """#!{python}
import os, re, signal, sys, time
kind = re.fullmatch(r"--gtest_filter=GenerationSimulation[.](\\w+)", sys.argv[1])[1]
first, count = int(os.environ["BFCLX_FROM"]), int(os.environ["BFCLX_SCHEDULES"])
for seed in range(first, first + count):
    if (kind, seed) in {fails}:
        print(f"what is wrong\\nBFCLX_SEED={{seed}}\\na trace")
        sys.exit(1)
    if (kind, seed) in {crashes}:
        os.kill(os.getpid(), signal.SIGSEGV)
    if (kind, seed) in {waits}:
        open({folder!r} + "/waits", "w").close()
        time.sleep(60)
    with open({folder!r} + "/ran", "a") as file:
        file.write(f"{{kind}} {{seed}}\\n")
print("[  PASSED  ] {tests} test.")
"""


class Simulate(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def start(self, *arguments, fails=(), crashes=(), waits=(), tests=1):
        program = self.folder / "stand-in"
        program.write_text(STAND_IN.format(python=sys.executable, folder=str(self.folder), fails=set(fails),
                                           crashes=set(crashes), waits=set(waits), tests=tests))
        program.chmod(0o755)
        return subprocess.Popen([sys.executable, str(SCRIPT), "--traces", str(self.folder / "traces"),
                                 *map(str, arguments), str(program)], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def simulate(self, *arguments, code=0, **keywords):
        process = self.start(*arguments, **keywords)
        out = process.communicate(timeout=120)[0]
        self.assertEqual(process.returncode, code, out)
        return out

    def ran(self):
        path = self.folder / "ran"
        return sorted(path.read_text().splitlines()) if path.exists() else []

    def test_wrong_options_are_said_before_a_build(self):
        for options, says in ((("--schedules", "x"), "--schedules: expected a whole number of at least 1"),
                              (("--from", "0"), "--from: expected a whole number of at least 1"),
                              (("--minutes", "-1"), "--minutes: expected a number above 0"),
                              (("--kind", "nonsense"), "invalid choice: 'nonsense'")):
            done = subprocess.run([ROOT / "tools/simulate", *options], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(says, done.stderr)
            self.assertNotIn("==>", done.stdout + done.stderr)
        done = subprocess.run([ROOT / "tools/simulate", "--help"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("usage: tools/simulate", done.stdout)

    def test_every_seed_runs_once_for_each_kind(self):
        out = self.simulate("--schedules", 250, "--from", 7, "--jobs", 3)
        kinds = ("SchedulesHold", "SchedulesInBatchesHold", "SchedulesWithMemoryHold")
        self.assertEqual(self.ran(), sorted(f"{kind} {seed}" for kind in kinds for seed in range(7, 257)))
        self.assertIn("750 schedules passed, 0 failed", out)
        self.assertIn("the next seed is 257", out)

    def test_the_kinds_are_those_of_the_simulation(self):
        source = (ROOT / "tests/simulation/generation_simulation_test.cpp").read_text()
        tests = set(re.findall(r"TEST\(GenerationSimulation, (Schedules\w+)\)", source))
        self.assertEqual(tests, set(re.findall(r'"(Schedules\w+)"', SCRIPT.read_text())))

    def test_a_failure_has_its_seed_its_command_and_its_trace_and_the_others_run(self):
        out = self.simulate("--schedules", 30, "--kind", "batches", "--kind", "requests", "--jobs", 2, code=1,
                            fails=[("SchedulesHold", 3), ("SchedulesHold", 30)],
                            crashes=[("SchedulesInBatchesHold", 9)])
        self.assertIn(f"FAILED: requests, seed 3. Its trace: {self.folder}/traces/requests-3.txt. To repeat it:\n"
                      f"  BFCLX_SEED=3 {self.folder}/stand-in --gtest_filter=GenerationSimulation.SchedulesHold", out)
        self.assertIn("57 schedules passed, 3 failed\n  batches: 9\n  requests: 3\n  requests: 30\n", out)
        self.assertIn("a trace", (self.folder / "traces/requests-3.txt").read_text())
        self.assertTrue((self.folder / "traces/batches-9.txt").exists())
        failed = {"SchedulesHold 3", "SchedulesHold 30", "SchedulesInBatchesHold 9"}
        self.assertEqual(set(self.ran()), {f"{kind} {seed}" for kind in ("SchedulesHold", "SchedulesInBatchesHold")
                                           for seed in range(1, 31)} - failed)

    def test_an_interrupted_run_says_how_to_go_on(self):
        process = self.start("--schedules", 500, "--jobs", 1, "--kind", "memory",
                             waits=[("SchedulesWithMemoryHold", 250)])
        while not (self.folder / "waits").exists():
            self.assertIsNone(process.poll())
            os.sched_yield()
        process.send_signal(signal.SIGINT)
        out = process.communicate(timeout=60)[0]
        self.assertEqual(process.returncode, 0, out)
        self.assertIn("200 schedules passed, 0 failed", out)
        self.assertIn("to go on: tools/simulate --from 201 --schedules 300 --kind memory\n", out)

    def test_a_time_limit_ends_it(self):
        out = self.simulate("--schedules", 100, "--jobs", 1, "--kind", "requests", "--minutes", 0.02,
                            waits=[("SchedulesHold", 1)])
        self.assertIn("to go on: tools/simulate --from 1 --schedules 100 --kind requests\n", out)

    def test_tests_that_are_not_there_are_no_success(self):
        out = self.simulate("--schedules", 100, "--jobs", 1, code=1, tests=0)
        self.assertIn("has no test GenerationSimulation.", out)
        self.assertNotIn("the next seed", out)

    def test_one_fault_of_all_ends_it(self):
        fails = [("SchedulesHold", seed) for seed in range(1, 100)]
        out = self.simulate("--schedules", 99, "--jobs", 1, "--kind", "requests", code=1, fails=fails)
        self.assertIn("ended after 20 failures", out)
        self.assertEqual(self.ran(), [])


if __name__ == "__main__":
    unittest.main()
