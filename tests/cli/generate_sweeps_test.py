"""`bfclx generate --sweep` and `bfclx run --sweep` against a scripted server.

    python3 tests/cli/generate_sweeps_test.py build/release/tools/bfclx [Suite]
"""

import json

from cli_case import SAMPLE, main
from generate_test import GenerateCase
from scripted_server import ScriptedServer, chat, first_tool

SIMPLE = "simple_python"


class GenerateSweeps(GenerateCase):
    def sweep(self, server, *axes, **keywords):
        options = [word for axis in axes for word in ("--sweep", axis)]
        return self.generate(*options, server=server, category=SIMPLE, **keywords)

    def sent(self, server):
        return sorted({(seen.body["temperature"], seen.body.get("seed")) for seen in server.seen if seen.body},
                      key=str)

    def folders(self):
        return sorted(path.name for path in (self.folder / "result").iterdir())

    def test_a_named_run_for_each_combination(self):
        ids = self.sample_ids(SIMPLE)
        with ScriptedServer() as server:
            self.sweep(server, "temperature=0,0.70", "seed=1,2")
            self.assertEqual(self.sent(server), [(0.0, 1), (0.0, 2), (0.7, 1), (0.7, 2)])
            names = ["temperature-0.7_seed-1", "temperature-0.7_seed-2", "temperature-0_seed-1", "temperature-0_seed-2"]
            self.assertEqual(self.folders(), names)
            before = len(server.seen)
            # The same command has nothing left to do; another value adds its run.
            self.sweep(server, "temperature=0,0.7", "seed=1,2")
            self.assertFalse([seen for seen in server.seen[before:] if seen.body])
            place = self.path(result="result/temperature-0_seed-2")
            kept = place.read_text("utf-8").splitlines(keepends=True)
            place.write_text("".join(kept[1:]), "utf-8")
            self.sweep(server, "temperature=0,0.7", "seed=1,2")
            again = [seen.body for seen in server.seen[before:] if seen.body]
            self.assertEqual([(body["temperature"], body["seed"]) for body in again], [(0.0, 2)])
        for name in names:
            self.assertEqual(sorted(self.ids(result=f"result/{name}")), sorted(ids))
        manifest = json.loads(self.path("bfclx_manifest.json", result=f"result/{names[0]}").read_text())
        self.assertEqual(manifest["settings"]["sweep"], {"run": names[0], "temperature": 0.7, "seed": 1})

    def test_all_models_are_checked_first(self):
        """The second model refuses a point of the sweep: the first one is not queried either."""
        with ScriptedServer(models=("scripted", "Qwen/Qwen3-8B")) as server:
            self.run_program("generate", "--dataset", SAMPLE, "--model", "Qwen/Qwen3-8B,scripted", "--base-url", server.url,
                             "--result-dir", self.folder / "result", "--test-category", SIMPLE, "--sweep", "thinking=on,off", code=2)
            self.assertIn("--model scripted: ", self.err)
            self.assertFalse([seen for seen in server.seen if seen.body])
        self.assertFalse((self.folder / "result").exists())

    def test_only_seeds_are_repeats(self):
        with ScriptedServer() as server:
            self.sweep(server, "temperature=0,0.7", "seed=1,2,3")
        report = self.check_json(self.folder / "result")
        self.assertEqual(len(report["models"]), 6)
        self.assertEqual([group["repeats"] for group in report["repeats"]], [3, 3])
        self.assertEqual(sorted(group["reason"] for group in report["repeats"]),
                         [f"same settings in bfclx_manifest.json, temperature {one}" for one in ("0", "0.7")])

    def test_temperatures_alone_are_separate_runs(self):
        with ScriptedServer() as server:
            self.sweep(server, "temperature=0,0.7")
        report = self.check_json(self.folder / "result")
        self.assertEqual(len(report["models"]), 2)
        self.assertFalse(report.get("repeats"))
        out = self.run_program("compare", self.folder / "result/temperature-0", self.folder / "result/temperature-0.7",
                               "--dataset", SAMPLE)
        self.assertIn("temperature-0.7", out)

    def test_with_repeats_and_a_run_name(self):
        with ScriptedServer() as server:
            self.generate("--sweep", "temperature=0,1", "--repeats", 2, "--run-name", "x", server=server, category=SIMPLE)
        for temperature in ("0", "1"):
            for number in (1, 2):
                self.assertTrue(self.path(result=f"result/x/temperature-{temperature}/repeat-{number}").exists())

    def test_thinking(self):
        with ScriptedServer() as server:
            self.sweep(server, "thinking=qwen3:on,qwen3:off")
            sent = [seen.body["chat_template_kwargs"]["enable_thinking"] for seen in server.seen if seen.body]
        self.assertEqual(set(sent), {True, False})
        self.assertEqual(self.folders(), ["thinking-qwen3-off", "thinking-qwen3-on"])
        self.assertEqual(len(self.check_json(self.folder / "result")["models"]), 2)

    def test_run_scores_them(self):
        def script(seen):
            return chat("no call") if seen.body and seen.body["temperature"] == 1 else first_tool(seen)
        with ScriptedServer(script) as server:
            out = self.run_program("run", "--model", "scripted", "--base-url", server.url, "--dataset", SAMPLE, "--result-dir",
                                   self.folder / "result", "--test-category", SIMPLE, "--sweep", "temperature=0,1")
        self.assertIn("temperature-0", out)
        self.assertIn("temperature-1", out)
        self.assertNotIn("2 repeats", out)

    def test_dry_run(self):
        self.generate("--sweep", "seed=1,2", "--dry-run", "--base-url", "http://127.0.0.1:1", category=SIMPLE)
        self.assertIn("seed-2", self.out)

    def test_refused(self):
        sweeps = ("temperature", "temperature=", "temperature=warm", "temperature=-1", "temperature=101", "temperature=1,1.0",
                  "temperature=1e1", "temperature=nan", "seed=1.5", "seed=-1", "seed=9999999999999999", "top_k=1", "=1", "",
                  "thinking=maybe", "seed=" + ",".join(map(str, range(1001))), "thinking=../x")
        for sweep in sweeps:
            with self.subTest(sweep[:40]):
                self.generate("--sweep", sweep, "--base-url", "http://127.0.0.1:1", code=2)
        for words in (("--sweep", "seed=1", "--sweep", "seed=2"), ("--sweep", "seed=1", "--repeats", 2),
                      ("--sweep", "temperature=0", "--temperature", 1), ("--sweep", "seed=1", "--record", "r"),
                      ("--sweep", "seed=1", "--extra-body", '{"seed": 1}'), ("--sweep", "seed=1,2", "--api", "anthropic"),
                      ("--sweep", "thinking=on,off", "--thinking", "on")):
            with self.subTest(words):
                self.generate(*words, "--base-url", "http://127.0.0.1:1", code=2)
        self.assertFalse((self.folder / "result").exists())

    def test_all_points_are_checked_before_the_first_is_paid_for(self):
        for command in ("generate", "run"):
            with self.subTest(command), ScriptedServer() as server:
                self.run_program(command, "--model", "scripted", "--base-url", server.url, "--dataset", SAMPLE, "--result-dir",
                                 self.folder / "result", "--test-category", SIMPLE, "--sweep", "temperature=0,1",
                                 "--sweep", "thinking=qwen3:on,qwen3:bogus", code=2)
                self.assertIn("--sweep thinking=qwen3:bogus: `bogus` is unsupported", self.err)
                self.assertFalse([seen for seen in server.seen if seen.body])
                self.assertFalse((self.folder / "result").exists())
        # Checked with members of its own, which the first run does not have.
        with ScriptedServer() as server:
            self.generate("--sweep", "seed=1,2", "--extra-body", '{"top_k": 5}', server=server, category=SIMPLE)
            self.assertEqual({(seen.body["top_k"], seen.body["seed"]) for seen in server.seen if seen.body}, {(5, 1), (5, 2)})

    def test_official_requests_have_a_temperature_alone(self):
        with ScriptedServer() as server:
            for axis in ("thinking=qwen3:on", "seed=1"):
                with self.subTest(axis):
                    self.generate("--as-official", "--sweep", axis, server=server, category=SIMPLE, code=2)
                    self.assertIn("does not go with --as-official", self.err)
            self.assertFalse(server.seen)


if __name__ == "__main__":
    main()
