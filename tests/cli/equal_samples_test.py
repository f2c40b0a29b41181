"""`--sample-scheme equal`: each category gives the same number of entries, and everything says so."""

import json
from collections import Counter

from cli_case import GOOD, SAMPLE, main
from generate_test import GenerateCase, ScriptedServer

EQUAL = "equal shares of the categories: not a leaderboard score"


def category_of(path):
    return path.name.removeprefix("BFCL_v4_").removesuffix("_result.json")


class EqualSamples(GenerateCase):
    def generated(self, *arguments, code=0):
        with ScriptedServer() as server:
            self.generate("--sample", 26, "--seed", 7, *arguments, server=server, category="live,non_live", code=code)

    def test_the_categories_give_the_same_number(self):
        self.generated("--sample-scheme", "equal")
        self.assertIn(f"a sample of 26 entries (seed 7), {EQUAL}", self.out + self.err)
        run = self.folder / "result" / "scripted"
        counts = {category_of(path): len(path.read_text().splitlines()) for path in run.rglob("*_result.json")}
        self.assertEqual(sum(counts.values()), 26)
        self.assertLessEqual(max(counts.values()) - min(counts.values()), 1)
        manifest = json.loads((run / "bfclx_manifest.json").read_text())
        self.assertEqual(manifest["settings"]["sample"], {"entries": 26, "seed": 7, "by": "category_equal"})
        for command in (("score", run), ("doctor", run)):
            self.run_program(*command, "--dataset", SAMPLE, code=None)
            self.assertIn(EQUAL, " ".join((self.out + self.err).split()))
        report = json.loads(self.run_program("score", run, "--dataset", SAMPLE, "--format", "json", code=None))
        self.assertEqual(sum(row["missing"] for row in report["models"][0]["categories"]), 0)
        # The same command goes on; the other scheme is not mixed in.
        self.generated("--sample-scheme", "equal")
        before = {path: path.read_bytes() for path in run.rglob("*_result.json")}
        self.generated(code=2)
        self.assertIn("that are not in this sample (--sample 26 --seed 7 --sample-scheme proportional)", " ".join(self.err.split()))
        self.assertEqual(before, {path: path.read_bytes() for path in run.rglob("*_result.json")})

    def test_the_overall_score_does_not_depend_on_the_scheme(self):
        """Whatever part of a category is drawn, its weight is that of the leaderboard."""
        passing = {entry["id"]: entry for path in GOOD.rglob("*_result.json")
                   for entry in map(json.loads, path.read_text().splitlines())}
        folder = self.folder / "runs" / "m"
        scores = {}
        for scheme in ("category", "category_equal"):
            self.write(folder / "bfclx_manifest.json", json.dumps({"settings": {
                "sample": {"entries": 5, "seed": 3, "by": scheme}, "test_category": ["live_simple", "format_sensitivity", "live_multiple", "simple_python"]}}))
            path = folder / "BFCL_v4_live_simple_result.json"
            path.write_text("{}\n")
            drawn = [entry for row in self.check_json(folder, code=None)["models"][0]["categories"] for entry in row["missing_ids"]]
            counts = Counter(entry.rsplit("_", 1)[0] for entry in drawn if "live" in entry or "simple" in entry)
            self.assertGreaterEqual(len(counts), 3)
            path.unlink()
            for entry in drawn:
                if entry.startswith("format"):
                    continue
                line = {"id": entry, "result": "no"} if entry.startswith("live_simple") else passing[entry]
                file = folder / "all_result.json"
                with open(file, "a") as out:
                    out.write(json.dumps(line) + "\n")
            report = self.check_json(folder / "all_result.json", code=None)["models"][0]
            scores[scheme] = report["score"]["value"]
            (folder / "all_result.json").unlink()
        self.assertEqual(scores["category"], scores["category_equal"])

    def test_what_has_no_effect_is_refused(self):
        self.run_program("generate", "--model", "m", "--sample-scheme", "equal", code=2)
        self.assertIn("--sample", self.err)

    def test_a_scheme_that_nobody_knows_is_no_sample(self):
        run = self.folder / "result" / "scripted"
        self.generated("--sample-scheme", "equal")
        path = run / "bfclx_manifest.json"
        path.write_text(path.read_text().replace("category_equal", "category_odd"))
        self.run_program("score", run, "--dataset", SAMPLE, code=None)
        self.assertIn('`settings.sample.by` is not "category" or "category_equal"', " ".join((self.out + self.err).split()))


if __name__ == "__main__":
    main()
