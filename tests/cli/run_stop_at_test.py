"""`bfclx run --stop-at`: what is scored is a random sample of its category, and everything says so.

    python3 tests/cli/run_stop_at_test.py build/release/tools/bfclx [Suite]
"""

import json
import subprocess
import threading

from cli_case import PROGRAM, main
from generate_test import GenerateCase
from scripted_server import ScriptedServer, chat, first_tool

ENTRIES = 300


class RunStopAt(GenerateCase):
    def setUp(self):
        super().setUp()
        self.dataset = self.dataset_of(ENTRIES)
        self.run = self.folder / "result" / "scripted"

    def stop_at(self, *arguments, passing=range(ENTRIES), code=None):
        """Asks a model that passes these entries; how many it was asked."""
        names = {f"f{number}" for number in passing}

        def model(seen):
            name = seen.body["tools"][0]["function"]["name"]
            return first_tool(seen) if name in names else chat("I cannot.")
        with ScriptedServer(model) as server:
            self.run_program("run", "--model", "scripted", "--base-url", server.url, "--dataset", self.dataset,
                             "--result-dir", self.folder / "result", "--test-category", "simple_python",
                             "--concurrency", 4, *arguments, code=code)
            return len([seen for seen in server.seen if seen.method == "POST"])

    def score(self):
        report = json.loads(self.run_program("score", self.run, "--dataset", self.dataset, "--format", "json", code=None))
        [category] = report["models"][0]["categories"]
        return category

    def ids(self):
        return [json.loads(line)["id"] for path in self.run.rglob("*_result.json")
                for line in path.read_text().splitlines()]

    def test_a_model_that_passes_the_first_entries_alone(self):
        """75 of 300 pass, all of them first in the dataset."""
        asked = self.stop_at("--stop-at", 25, passing=range(75))
        self.assertLess(asked, ENTRIES)
        numbers = sorted(int(entry.rsplit("_", 1)[1]) for entry in self.ids())
        self.assertGreater(numbers[-1], asked * 2)
        category = self.score()
        self.assertEqual(category["missing"], 0)
        self.assertLess(abs(category["accuracy"] - 0.25), 0.2)
        sample = json.loads((self.run / "bfclx_manifest.json").read_text())["settings"]["sample"]
        self.assertEqual(sample, {"entries": asked, "seed": 0, "by": "asked"})
        for command in ("score", "doctor"):
            self.run_program(command, self.run, "--dataset", self.dataset, code=None)
            self.assertIn(f"a sample of {asked} entries", " ".join((self.out + self.err).split()))
        self.assertNotIn("incomplete", self.out + self.err)

    def test_a_killed_run_does_not_say_how_many_it_asked(self):
        """kill -9: what has a response tells it."""
        held = threading.Event()
        reached = threading.Event()

        def model(seen):
            if seen.number > 40:
                reached.set()
                held.wait(20)
            return first_tool(seen)

        with ScriptedServer(model) as server:
            process = subprocess.Popen(
                [PROGRAM, "run", "--model", "scripted", "--base-url", server.url, "--dataset", str(self.dataset), "--result-dir",
                 str(self.folder / "result"), "--test-category", "simple_python", "--concurrency", "4", "--stop-at", "2"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.assertTrue(reached.wait(30))
            process.kill()
            process.wait()
            held.set()
        sample = json.loads((self.run / "bfclx_manifest.json").read_text())["settings"]["sample"]
        self.assertEqual(sample, {"seed": 0, "by": "asked"})
        self.run_program("score", self.run, "--dataset", self.dataset, code=None)
        self.assertRegex(" ".join((self.out + self.err).split()), r"these results are a sample of \d\d entries")
        self.assertNotIn("malformed", self.out + self.err)

    def test_a_later_command_goes_on_with_the_same_order(self):
        first = self.stop_at("--stop-at", 30)
        before = self.ids()
        self.assertEqual(self.stop_at("--stop-at", 30), 0)
        more = self.stop_at("--stop-at", 10)
        self.assertGreater(more, 0)
        self.assertEqual(len(self.ids()), first + more)
        self.assertLessEqual(set(before), set(self.ids()))
        self.assertEqual(self.score()["missing"], 0)
        # Without it the rest is asked, and nothing is a sample.
        self.assertEqual(self.stop_at(), ENTRIES - first - more)
        self.assertNotIn("sample", json.loads((self.run / "bfclx_manifest.json").read_text())["settings"])

    def test_results_in_another_order_are_completed_first(self):
        """The first 30 entries of the dataset would be no sample of it."""
        ids = self.write("ids.json", json.dumps({"simple_python": [f"simple_python_{i}" for i in range(30)]}))
        with ScriptedServer(first_tool) as server:
            self.run_program("generate", "--model", "scripted", "--base-url", server.url, "--dataset", self.dataset,
                             "--result-dir", self.folder / "result", "--run-ids", ids)
        self.stop_at("--stop-at", 50)
        self.assertEqual(self.score()["missing"], 0)
        self.assertGreater(len(self.ids()), 200)

    def test_what_is_refused(self):
        for arguments in (("--stop-at", 5, "--order", "tools"), ("--stop-at", 5, "--as-official"),
                          ("--stop-at", 0), ("--order", "uncertain", "--batch")):
            self.assertEqual(self.stop_at(*arguments, code=2), 0)
        with ScriptedServer(first_tool) as server:
            self.generate("--order", "uncertain", server=server, category="simple_python", code=2)
        self.assertIn("--order uncertain needs `bfclx run`", self.err)


if __name__ == "__main__":
    main()
