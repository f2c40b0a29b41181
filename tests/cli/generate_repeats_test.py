"""`bfclx generate --repeats` and `bfclx run --repeats` against a scripted server.

    python3 tests/cli/generate_repeats_test.py build/release/tools/bfclx [Suite]
"""

import json

from cli_case import SAMPLE, main
from generate_test import GenerateCase
from scripted_server import ScriptedServer, chat, first_tool


class GenerateRepeats(GenerateCase):
    def repeats(self, server, *arguments, count=3, **keywords):
        return self.generate("--repeats", count, *arguments, server=server, category="simple_python", **keywords)

    def manifest_of(self, number):
        return json.loads(self.path("bfclx_manifest.json", result=f"result/repeat-{number}").read_text())

    def seeds(self, server):
        return [seen.body.get("seed") for seen in server.seen if seen.body]

    def test_a_folder_and_a_seed_each(self):
        ids = self.sample_ids("simple_python")
        with ScriptedServer() as server:
            self.repeats(server)
            self.assertEqual(sorted(self.seeds(server)), sorted([1, 2, 3] * len(ids)))
            for number in (1, 2, 3):
                self.assertEqual(sorted(self.ids(result=f"result/repeat-{number}")), sorted(ids))
                self.assertEqual(self.manifest_of(number)["settings"]["repeat"], {"number": number, "of": 3, "by": "seed", "seed": number})
            # The same command has nothing left to do; a larger number adds repeats.
            self.repeats(server)
            self.assertEqual(len(self.seeds(server)), 3 * len(ids))
            self.repeats(server, count=4)
            self.assertEqual(self.seeds(server)[3 * len(ids):], [4] * len(ids))
        (group,) = self.check_json(self.folder / "result")["repeats"]
        self.assertEqual((group["model"], group["repeats"], group["flips"]), ("scripted", 4, 0))

    def test_resumes_the_repeat_that_was_cut(self):
        with ScriptedServer() as server:
            self.repeats(server)
            place = self.path(result="result/repeat-2")
            kept = place.read_text("utf-8").splitlines(keepends=True)
            place.write_text("".join(kept[1:]), "utf-8")
            before = len(server.seen)
            self.repeats(server)
            self.assertEqual([seen.body["seed"] for seen in server.seen[before:] if seen.body], [2])

    def test_seeds_follow_the_one_that_is_given(self):
        with ScriptedServer() as server:
            self.repeats(server, "--extra-body", '{"seed": 7}', "--run-name", "x", count=2)
            self.assertEqual(set(self.seeds(server)), {7, 8})
        self.assertTrue(self.path(result="result/x/repeat-2").exists())

    def test_plain_repetition_says_so(self):
        with ScriptedServer() as server:
            self.repeats(server, "--no-seed", count=2)
            self.assertEqual(set(self.seeds(server)), {None})
        self.assertEqual(self.manifest_of(2)["settings"]["repeat"], {"number": 2, "of": 2, "by": "repetition", "seed": None})
        (group,) = self.check_json(self.folder / "result")["repeats"]
        self.assertEqual(group["repeats"], 2)

    def test_without_repeats_requests_are_as_before(self):
        with ScriptedServer() as server:
            self.generate(server=server, category="simple_python")
            self.assertEqual(set(self.seeds(server)), {None})
        self.assertNotIn("repeat", self.manifest()["settings"])

    def test_refused(self):
        for words in (("--repeats", 1), ("--repeats", 0), ("--no-seed",), ("--repeats", 2, "--record", "r")):
            with self.subTest(words):
                self.generate(*words, "--base-url", "http://127.0.0.1:1", code=2)

    def test_run_analyzes_them(self):
        wrong = chat("no call")

        def script(seen):
            return wrong if seen.body and seen.body.get("seed") == 2 else first_tool(seen)
        with ScriptedServer(script) as server:
            out = self.run_program("run", "--model", "scripted", "--base-url", server.url, "--dataset", SAMPLE, "--result-dir",
                                   self.folder / "result", "--test-category", "simple_python", "--repeats", 2)
        self.assertIn("scripted: 2 repeats", out)
        self.assertIn("pass^k", out)


if __name__ == "__main__":
    main()
