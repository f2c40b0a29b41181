"""Samples of a benchmark of one's own, and results of one that are taken for another's."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "serving"))
from cli_case import main  # noqa: E402
from own_case import CASES, Own, weather  # noqa: E402
from scripted_server import ScriptedServer, chat  # noqa: E402

TURNS = {"id": "turns", "turns": [{"question": "In Bern?", "expected": [weather("Bern")]}, {"question": "Thanks.", "expected": "none"}]}


class OwnSampled(Own):
    def setUp(self):
        super().setUp()
        self.new()
        self.add([*CASES, *({**case, "id": None, "question": f"And {case['question']}"} for case in CASES if "question" in case), TURNS])

    def generate(self, folder, *more):
        with ScriptedServer(lambda seen: chat("I cannot.")) as server:
            self.run_program("run", "--dataset", "my-bench", "--model", "m", "--base-url", server.url, "--result-dir", folder,
                             "--timeout", 20, *more)

    def test_the_sample_is_drawn_again_from_the_categories_that_are_there(self):
        for scheme in ("proportional", "equal"):
            with self.subTest(scheme):
                self.generate(scheme, "--sample", 6, "--sample-scheme", scheme)
                out = " ".join((self.out + self.run_program("score", f"{scheme}/m", "--dataset", "my-bench") + self.err).split())
                self.assertIn("sample of 6 entries", out)
                self.assertNotIn("cannot be drawn", out)
                self.assertNotIn("missing", out)

    def test_no_submission_against_another_dataset(self):
        self.generate("result")
        self.new(name="other-bench")
        self.run_program("dataset", "add", "other-bench", "cases.jsonl")
        before = self.snapshot()
        self.run_program("submit", "prepare", "result/m", "-o", "submission", "--dataset", "other-bench", code=2)
        self.assertIn("my-bench", self.err)
        self.assertIn("--dataset", self.err)
        self.assertFalse((self.folder / "submission").exists())
        self.assertEqual(self.snapshot(), before)
        self.run_program("submit", "prepare", "result/m", "-o", "submission", "--dataset", "my-bench")


if __name__ == "__main__":
    main()
