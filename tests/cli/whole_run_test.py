"""Which decoder is detected, and how names spell dots, is a matter of the whole run, whatever part of it is scored.

    python3 tests/cli/whole_run_test.py build/release/tools/bfclx [Suite]
"""

import json

from cli_case import GOOD, SAMPLE, Case, main

# Python calls in text, and one category whose few responses another decoder reads better.
TAGGED = '<TOOLCALL>[f(a=1)]</TOOLCALL>'


class WholeRun(Case):
    def setUp(self):
        super().setUp()
        for name in ("simple_python", "multiple", "parallel", "live_simple"):
            path = next(GOOD.rglob(f"BFCL_v4_{name}_result.json"))
            self.write(f"m/BFCL_v4_{name}_result.json", path.read_bytes())
        entries = next((SAMPLE / "data").glob("BFCL_v4_irrelevance.json")).read_text().splitlines()
        self.ids = [json.loads(line)["id"] for line in entries]
        lines = "".join(json.dumps({"id": id, "result": TAGGED}) + "\n" for id in self.ids)
        self.odd = self.write("m/BFCL_v4_irrelevance_result.json", lines)
        self.run_folder = self.folder / "m"

    def model(self, *options, path=None, code=0):
        return self.check_json(path or self.run_folder, *options, code=code)["models"][0]

    def settings(self, *options, **keywords):
        model = self.model(*options, **keywords)
        return {key: model["settings"][key] for key in ("decoder", "decoder_reason", "underscore_to_dot", "confidence")}

    def test_a_part_is_read_as_the_whole(self):
        whole = self.settings()
        self.assertEqual(whole["decoder"], "prompting")
        self.assertEqual(self.settings(path=self.odd)["decoder"], "nemotron", "the file alone decides otherwise")
        rows = {row["category"]: row for row in self.model()["categories"]}
        ids = self.write("ids", self.ids[0] + "\n")
        for options in (("--category", "irrelevance"), ("--category", "irrelevance,multiple"), ("--ids", ids)):
            with self.subTest(options=options):
                self.assertEqual(self.settings(*options), whole)
        (alone,) = self.model("--category", "irrelevance")["categories"]
        self.assertEqual(alone, rows["irrelevance"])
        self.run_program("show", self.run_folder, self.ids[0], "--dataset", SAMPLE, code=None)
        self.assertIn("prompting", self.out)

    def test_what_is_only_read_for_that_is_not_told(self):
        self.write("m/BFCL_v4_multiple_result.json", b"{cut\n")
        self.model("--category", "irrelevance")
        self.assertEqual(self.err, "")
        model = self.model("--category", "irrelevance")
        self.assertEqual(len(self.model("--category", "irrelevance")["categories"]), 1)
        self.assertEqual(model["lines"]["used"], len(self.ids))
        self.assertEqual(model["lines"]["unusable"] + model["lines"]["skipped"], 0)
        plain = self.check_json(self.run_folder, "--category", "irrelevance")["dataset"]
        self.assertEqual(plain, self.check_json(self.odd)["dataset"], "as if nothing else had been loaded")

    def test_files_of_several_categories(self):
        rest = [line for path in sorted(self.run_folder.iterdir()) for line in path.read_bytes().splitlines(keepends=True)]
        together = self.write("t/all_result.json", b"".join(rest))
        whole = self.settings(path=together)
        self.assertEqual(self.settings("--category", "irrelevance", path=together), whole)
        ids = self.write("ids", self.ids[0] + "\n")
        self.assertEqual(self.settings("--ids", ids, path=together), whole)

    def test_a_manifest_decides_for_chosen_ids_too(self):
        self.write("m/bfclx_manifest.json", json.dumps({"made_with": {"a": {"decoder": "nemotron", "results": 3}}}))
        ids = self.write("ids", self.ids[0] + "\n")
        for options in ((), ("--category", "irrelevance"), ("--ids", ids)):
            with self.subTest(options=options):
                self.assertEqual(self.model(*options)["settings"]["decoder_reason"], "manifest of the run")


if __name__ == "__main__":
    main()
