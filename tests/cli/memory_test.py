"""Memory that ends: it costs entries, each of them named, and not the run."""

import json
import resource
import shutil
import subprocess

from cli_case import PROGRAM, SAMPLE, Case, main

ENTRIES = 20
# Takes tens of megabytes while it is scored, and keeps some.
HOG = "[f(x='a'*7_000_000)]"


def question(number):
    return {"id": f"simple_python_{number}", "question": [[{"role": "user", "content": "Go."}]],
            "function": [{"name": "f", "description": "Takes it.", "parameters": {
                "type": "dict", "properties": {"x": {"type": "string", "description": "It."}},
                "required": ["x"]}}]}


def lines(values):
    return "".join(json.dumps(value) + "\n" for value in values)


class Memory(Case):
    def setUp(self):
        super().setUp()
        numbers = range(ENTRIES)
        self.ids = [f"simple_python_{number}" for number in numbers]
        data = "dataset/data/"
        self.write(data + "BFCL_v4_simple_python.json", lines(map(question, numbers)))
        self.write(data + "possible_answer/BFCL_v4_simple_python.json", lines(
            {"id": name, "ground_truth": [{"f": {"x": ["a"]}}]} for name in self.ids))
        self.dataset = self.folder / "dataset"

    def results(self, hog, every=1):
        responses = [hog if number % every == 0 else "[f(x='a')]" for number in range(ENTRIES)]
        return self.write("m/BFCL_v4_simple_python_result.json", lines(
            {"id": name, "result": response} for name, response in zip(self.ids, responses)))

    def limited(self, megabytes, *arguments):
        """The exit code; how it ended else is no code."""
        limit = megabytes << 20
        done = subprocess.run(
            [PROGRAM, *map(str, arguments), "--dataset", self.dataset], capture_output=True,
            timeout=300, cwd=self.folder, stdin=subprocess.DEVNULL,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        self.out, self.err = done.stdout.decode(), done.stderr.decode()
        return done.returncode

    def check_verdicts(self, megabytes, *more):
        path = self.folder / "verdicts"
        path.unlink(missing_ok=True)
        code = self.limited(megabytes, "score", self.folder / "m", "--verdicts", path, *more)
        verdicts = ([json.loads(line) for line in path.read_text().splitlines()]
                    if path.exists() else [])
        return code, verdicts

    least = None

    def least_megabytes(self):
        """What the program needs for harmless responses; less never ends in a signal."""
        if Memory.least is None:
            Memory.least = self.find_least()
        return Memory.least

    def find_least(self):
        self.results("[f(x='a')]")
        started = False
        for megabytes in range(32, 400, 8):
            # Below this not even the libraries are loaded; a path is missing here.
            started = started or self.limited(megabytes, "check") == 2
            if not started:
                continue
            code, verdicts = self.check_verdicts(megabytes, "--jobs", 1)
            self.assertIn(code, (0, 1, 2), f"{megabytes} MB: {code} {self.err}")
            if code == 0:
                self.assertTrue(all(verdict["valid"] for verdict in verdicts))
                return megabytes
            if code == 1:
                self.assertIn("out of memory", self.err)
        self.fail("no limit is enough")

    def test_entries_are_named(self):
        least = self.least_megabytes()
        self.results(HOG, every=3)
        counts = []
        for more in (40, 2000):
            code, verdicts = self.check_verdicts(least + more, "--jobs", 1)
            self.assertEqual([verdict["id"] for verdict in verdicts], self.ids, self.err)
            named = {verdict["id"] for verdict in verdicts
                     if verdict.get("error_type") == "out_of_memory"}
            for number, verdict in enumerate(verdicts):
                if number % 3 != 0:
                    self.assertTrue(verdict["valid"], verdict)
                self.assertEqual(f" {verdict['id']}: out of memory" in self.err,
                                 verdict["id"] in named)
            self.assertEqual(code, 1 if named else 0, self.err)
            counts.append(len(named))
        self.assertGreater(counts[0], 0)
        self.assertEqual(counts[1], 0)

    def test_every_command(self):
        least = self.least_megabytes()
        self.results(HOG, every=3)
        path, again = self.folder / "m", self.folder / "n"
        shutil.copytree(path, again)
        for command in (["score", path], ["doctor", path], ["compare", path, again],
                        ["report", path, "-o", self.folder / "r.html"],
                        ["audit", path], ["show", path, "simple_python_0"]):
            with self.subTest(command=command[0]):
                for more in (8, 2000):
                    code = self.limited(least + more, *command, "--jobs", 1)
                    self.assertEqual(code, 1 if more == 8 else 0, self.err)
                    self.assertEqual(code == 1, "out of memory" in self.err, self.err)

    def test_threads(self):
        least = self.least_megabytes()
        self.results(HOG, every=2)
        for more in (100, 480, 600, 2000):
            code, verdicts = self.check_verdicts(least + more, "--jobs", 8)
            self.assertEqual([verdict["id"] for verdict in verdicts], self.ids, self.err)
            for verdict in verdicts[1::2]:
                self.assertTrue(verdict["valid"], verdict)
            named = [verdict for verdict in verdicts if verdict.get("error_type") == "out_of_memory"]
            self.assertEqual(code, 1 if named else 0, self.err)
            self.assertEqual(bool(named), {100: True, 2000: False}.get(more, bool(named)))


class Endless(Case):
    """Streams that never end."""

    def stream(self, line):
        writer = subprocess.Popen(["yes", line], stdout=subprocess.PIPE)
        try:
            done = subprocess.run([PROGRAM, "score", "-", "--dataset", SAMPLE], stdin=writer.stdout,
                                  capture_output=True, timeout=300)
        finally:
            writer.stdout.close()
            writer.wait()
        self.assertEqual(done.returncode, 1, done.stderr)
        return done.stderr.decode()

    def test_without_an_entry(self):
        self.assertIn("standard input: no `{` in the first 16 MiB",
                      self.stream("y"))

    def test_of_lines_that_could_be_entries(self):
        self.assertIn("standard input: more than 512 MiB, which is not read from a pipe",
                      self.stream('{"id": 1, "result": "' + "a" * 1000 + '"}'))

    def test_of_problems(self):
        path = self.write("many_result.json", "{}\n" * 300_000)
        report = self.check_json(path, code=1)
        self.assertLess(len(json.dumps(report)), 100 << 20)
        self.assertIn("stopped here after 250,000 problems: probably not a result file", json.dumps(report))


if __name__ == "__main__":
    main()
