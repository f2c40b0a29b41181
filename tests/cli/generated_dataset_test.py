"""Results of another dataset, or of entries that were edited since: every command says so.

    python3 tests/cli/generated_dataset_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil

from cli_case import SAMPLE, main, write_manifest
from generate_test import GenerateCase
from own_case import CASES, OPENAI, Own
from scripted_server import ScriptedServer, chat


class GeneratedDataset(Own, GenerateCase):
    def setUp(self):
        super().setUp()
        self.server = ScriptedServer(lambda request: chat("Hello."))
        self.addCleanup(self.server.close)

    def told(self, *arguments, code=0):
        """All that a command says, as one line."""
        out = self.run_program(*arguments, code=code)
        return " ".join((out + " " + self.err).split())

    def test_an_own_benchmark_that_is_not_named(self):
        self.new(OPENAI)
        self.add(CASES)
        shutil.copytree(SAMPLE, self.folder / "official")
        write_manifest(self.folder / "official", "v4 1.2")
        self.generate(server=self.server, dataset="my-bench")
        self.assertEqual(self.manifest()["dataset"]["benchmark"], "my-bench")
        run = self.path(".")
        says = ("the responses were generated with a different dataset (my-bench 0.1.0) from the one in use (v4 1.2, "
                "hash sha256:")
        does = "; pass the folder of that benchmark with --dataset, or regenerate"
        one = json.loads((self.folder / "my-bench/data/BFCL_v4_multiple.json").read_text().split("\n")[0])["id"]
        for command in (("score", run), ("show", run), ("show", run, one),
                        ("compare", run, SAMPLE / "results/good-model", "--draws", 100)):
            told = self.told(*command, "--dataset", "official", code=None)
            self.assertIn(says, told, command)
            self.assertIn(does, told, command)
            self.assertNotIn(says, self.told(*command, "--dataset", "my-bench", code=None), command)
        scored = self.told("score", run, "--dataset", "official", code=None)
        self.assertLess(scored.index(says), scored.index("category"))
        doctor = self.told("doctor", run, "--dataset", "official", code=None)
        self.assertIn("T" + says[1:], doctor)
        self.assertIn("P" + does[3:] + ".", doctor)
        self.run_program("report", run, "--dataset", "official", "-o", "r.html", code=None)
        self.assertIn(says, (self.folder / "r.html").read_text("utf-8"))
        self.write("models.json", json.dumps({"models": {"scripted": {
            "display_name": "S", "handler": "OpenAICompletionsHandler", "is_fc_model": True}}}))
        evaluated = self.told("evaluate", "--models", "models.json", "--model", "scripted", "--result-dir", "result",
                              "--dataset", "official", "--partial-eval", code=None)
        self.assertIn("scripted: " + says, evaluated)

    def test_another_own_benchmark_or_version(self):
        self.new(OPENAI)
        self.add(CASES)
        self.generate(server=self.server, dataset="my-bench")
        shutil.copytree(self.folder / "my-bench", self.folder / "other")
        told = json.loads((self.folder / "other/dataset.json").read_text())
        told["version"] = "0.2.0"
        self.write("other/dataset.json", json.dumps(told))
        self.assertIn("different dataset (my-bench 0.1.0) from the one in use (my-bench 0.2.0)",
                      self.told("score", self.path("."), "--dataset", "other"))

    def test_entries_that_were_edited(self):
        shutil.copytree(SAMPLE, self.folder / "set")
        self.generate(server=self.server, dataset="set")
        run = self.path(".")
        says = "generated for other questions or functions than the dataset's"
        for command in ("score", "doctor", "show"):
            self.assertNotIn(says, self.told(command, run, "--dataset", "set", code=None))
        path = self.folder / "set/data/BFCL_v4_simple_python.json"
        first, *rest = path.read_text("utf-8").split("\n")
        entry = json.loads(first)
        entry["question"][0][0]["content"] += " Now."
        path.write_text("\n".join([json.dumps(entry), *rest]), "utf-8")
        for command in ("score", "doctor", "show"):
            told = self.told(command, run, "--dataset", "set", code=None)
            self.assertRegex(told, rf"\b1 of \d+ responses was {says} \({entry['id']}\)", command)
        # Packed results have the same notes.
        shutil.make_archive(str(self.folder / "packed"), "gztar", self.folder, "result")
        self.assertIn(says, self.told("score", self.folder / "packed.tar.gz", "--dataset", "set", code=None))
        self.write("result/scripted/bfclx_entries.jsonl", '{"id": 3}\nno JSON\n[]\n')
        self.assertNotIn(says, self.told("score", run, "--dataset", "set", code=None))


if __name__ == "__main__":
    main()
