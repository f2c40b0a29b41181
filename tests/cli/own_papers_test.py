"""Licence, language and citation of a benchmark of one's own.

    python3 tests/cli/own_papers_test.py build/release/tools/bfclx [Suite]
"""

import json

from cli_case import main
from own_case import CASES, OPENAI, Own, lines


class OwnPapers(Own):
    def test_the_papers_of_a_benchmark(self):
        bibtex = "@misc{weather,\n  title = {Weather calls},\n  note = {\x1b[31m}\n}"
        self.write("cite.bib", "\n" + bibtex + "\n\n")
        self.new(OPENAI, "--licence", "CC-BY-4.0", "--language", "en", "--citation", "cite.bib")
        manifest = json.loads((self.folder / "my-bench/dataset.json").read_text("utf-8"))
        self.assertEqual(manifest["citation"], bibtex)
        self.write("cases.jsonl", lines(CASES))
        self.run_program("dataset", "add", "my-bench", "cases.jsonl")
        out = self.run_program("dataset", "info", "my-bench")
        self.assertIn("\nlicence  CC-BY-4.0\nlanguage en\ncite as\n@misc{weather,\n  title = {Weather calls},\n"
                      "  note = {\\x1b[31m}\n}\n", out)
        info = json.loads(self.run_program("dataset", "info", "my-bench", "--format", "json"))
        self.assertEqual([info[name] for name in ("licence", "citation", "language")], ["CC-BY-4.0", bibtex, "en"])
        for text, message in (("", "cite.bib: the file is empty"), ("x" * 70_000, "a citation has at most 65,536 bytes")):
            self.write("cite.bib", text)
            self.new(OPENAI, "--citation", "cite.bib", name="other", code=2)
            self.assertIn(message, self.err)
            self.assertFalse((self.folder / "other").exists())

    def test_a_leaderboard_says_how_to_cite(self):
        self.new()
        self.add()
        path = self.folder / "my-bench/dataset.json"
        manifest = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps({**manifest, "licence": "MIT <b>", "citation": "@misc{a,\n  title={B}\n}"}), "utf-8")
        self.write("result/one/BFCL_v4_irrelevance_result.json", '{"id": "irrelevance_0", "result": "No."}\n')
        self.run_program("report", "result", "--dataset", "my-bench", "-o", "board/", "--site", "none", code=None)
        index = json.loads((self.folder / "board/data/index.json").read_text("utf-8"))
        self.assertEqual((index["dataset"]["licence"], index["dataset"]["citation"]), ("MIT <b>", "@misc{a,\n  title={B}\n}"))
        croissant = json.loads((self.folder / "board/data/croissant.json").read_text("utf-8"))
        self.assertEqual(croissant["citeAs"], "@misc{a,\n  title={B}\n}")
        text = (self.folder / "board/llms.txt").read_text("utf-8")
        self.assertIn("Licence of the dataset: MIT \\<b\\>\n\nCite the dataset as:\n\n    @misc{a,\n      title={B}\n    }\n\n", text)


if __name__ == "__main__":
    main()
