"""A benchmark with weights has one accuracy, whichever command, page or file shows it.

    python3 tests/cli/weight_surfaces_test.py build/release/tools/bfclx [Suite]
"""

import json
import re
import shutil
import zipfile

from cli_case import main
from own_case import Own, lines, weather

CITIES = ("Rome", "Oslo", "Bonn", "Lima", "Bern", "Kyiv", "Riga", "Nice")
CASES = [{"id": f"w{i}", "question": f"Weather in {city}?", "tags": ["weather"], "tools": ["get_weather"], "expected": [weather(city)]}
         for i, city in enumerate(CITIES)]
CASES += [{"id": f"n{i}", "question": text, "tags": ["none"], "expected": "none"} for i, text in enumerate(("A joke?", "A poem?", "A song?", "A tale?"))]
WEIGHTS = {"weather": 1, "none": 3}
WITH = "with tag weights"


def call(city):
    return f"[get_weather(city='{city}')]"


def flat(text):
    return re.sub(r"\s+", " ", text)


class WeightSurfaces(Own):
    """`m` passes 2 of 8 and 4 of 4, `n` 8 of 8 and 1 of 4: more entries, less accuracy."""

    def setUp(self):
        super().setUp()
        self.new()
        self.add(CASES)
        path = self.folder / "my-bench/dataset.json"
        path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "weights": WEIGHTS}), "utf-8")
        self.run_of("m", 2, 4)
        self.run_of("n", 8, 1)
        self.expected = {"m": 0.25 * 2 / 8 + 0.75, "n": 0.25 + 0.75 / 4}

    def run_of(self, name, passed, silent, entries=8):
        place = f"result/{name}/non_live/BFCL_v4_"
        self.write(f"{place}simple_python_result.json", lines(
            {"id": f"simple_python_{i}", "result": call(city if i < passed else "Nowhere")} for i, city in enumerate(CITIES[:entries])))
        self.write(f"{place}irrelevance_result.json", lines(
            {"id": f"irrelevance_{i}", "result": "No." if i < silent else call("Rome")} for i in range(4)))

    def json_of(self, *arguments, code=0):
        return json.loads(self.run_program(*arguments, "--dataset", "my-bench", "--format", "json", code=code))

    def scored(self, name):
        """What `score` says of a run: (value, interval)."""
        (model,) = self.json_of("score", f"result/{name}")["models"]
        score = model["score"]
        self.assertEqual(model["weighted_accuracy"]["value"], score["value"])
        self.assertIn(WITH, score["basis"]["text"])
        return score["value"], [score["interval_95"]["low"], score["interval_95"]["high"]]

    def same(self, value, name):
        self.assertAlmostEqual(value, self.expected[name], 9)

    def test_every_surface_shows_the_same(self):
        runs = {name: self.scored(name) for name in "mn"}
        for name, (value, _) in runs.items():
            self.same(value, name)
        m, n = (f"{100 * self.expected[name]:.1f}" for name in "mn")

        # `score` of several runs: n passes more entries, and stands below.
        out = flat(self.run_program("score", "result", "--dataset", "my-bench"))
        self.assertRegex(out, rf"m {m} [\d.]+ to [\d.]+ 6 of 12 n {n} [\d.]+ to [\d.]+ 9 of 12")
        self.assertIn(WITH, out)

        # `compare`: the difference, its interval and p, in all forms.
        report = self.json_of("compare", "result/m", "result/n")
        overall = report["comparisons"][0]["overall"]
        self.same(overall["a"], "m")
        self.same(overall["b"], "n")
        self.assertAlmostEqual(overall["difference"], self.expected["n"] - self.expected["m"], 9)
        self.assertTrue(overall["interval_95"]["low"] < overall["difference"] < overall["interval_95"]["high"])
        self.assertEqual([(one["score"], one["rank"]) for one in report["ranking"]["runs"]], [(runs["m"][0], 1), (runs["n"][0], 2)])
        for form in ("table", "markdown"):
            out = flat(self.run_program("compare", "result/m", "result/n", "--dataset", "my-bench", "--format", form))
            for text in (m, n, "-37.5 points", WITH):
                self.assertIn(text, out)

        # Report pages.
        self.run_program("report", "result", "--dataset", "my-bench", "-o", "report.html")
        page = (self.folder / "report.html").read_text("utf-8")
        for text in (m, n, WITH):
            self.assertIn(text, page)

        # Boards: the run's own score, the rank, groups of the audit, texts for machines, and the history.
        self.run_program("report", "result", "--dataset", "my-bench", "-o", "board/", "--site", "none")
        board = json.loads((self.folder / "board/data/index.json").read_text("utf-8"))
        self.assertEqual(board["composition"]["overall"]["combining"], "tag_weights")
        self.assertIn(WITH, board["ranking"]["basis"]["text"])
        for model in board["models"]:
            value, interval = runs[model["name"]]
            self.assertEqual((model["overall"]["score"], model["overall"]["official"]), (value, value))
            self.assertEqual(model["overall"]["interval_95"], interval)
            self.assertEqual((model["ranked"]["score"], model["ranked"]["interval_95"]), (value, interval))
            self.assertEqual(model["ranked"]["rank"], "mn".index(model["name"]) + 1)
        audit = json.loads((self.folder / "board/data/audit.json").read_text("utf-8"))
        self.assertIs(audit["tag_weights"], True)
        for one in audit["scores"]:
            self.same(one["all"]["score"], one["name"])
        tags = json.loads((self.folder / "board/data/ids.json").read_text("utf-8"))["tags"]
        self.assertEqual({tag: (one["weight"], len(one["ids"])) for tag, one in tags.items()}, {"weather": (0.25, 8), "none": (0.75, 4)})
        text = (self.folder / "board/llms.txt").read_text("utf-8")
        self.assertRegex(text, rf"(?s){m}.*{n}")
        history = (self.folder / "board/data/history.json").read_text("utf-8")
        self.assertIn(f"{self.expected['m']}", history)
        self.run_program("report", "result/n", "--dataset", "my-bench", "-o", "board/", "--add", "--site", "none")
        manifest = self.folder / "my-bench/dataset.json"
        weighted = manifest.read_text("utf-8")
        manifest.write_text(json.dumps({name: value for name, value in json.loads(weighted).items() if name != "weights"}), encoding="utf-8")
        self.run_program("report", "result/n", "--dataset", "my-bench", "-o", "board/", "--add", "--site", "none", code=2)
        self.assertIn("the leaderboard was published with another dataset (its tag weights differ). Pass its dataset as --dataset, or "
                      "publish all models again without --add", self.err)
        manifest.write_text(weighted, encoding="utf-8")

        # The audit.
        out = flat(self.run_program("dataset", "audit", "result", "--dataset", "my-bench"))
        self.assertIn("The accuracy is with tag weights, and these entries cover 100.0 % of the weight", out)
        totals = self.json_of("dataset", "audit", "result")["totals"]
        self.assertEqual([one["all"]["score"] for one in totals["runs"]], [runs["m"][0], runs["n"][0]])
        self.assertIs(totals["tag_weights"], True)
        self.run_program("dataset", "audit", "result", "--dataset", "my-bench", "--html", "audit.html")
        page = flat((self.folder / "audit.html").read_text("utf-8"))
        for text in (m, n, WITH):
            self.assertIn(text, page)

        # Submissions.
        out = self.run_program("submit", "prepare", "result/m", "-o", "submission", "--dataset", "my-bench")
        self.assertIn(f"accuracy  {m} %", out)
        claim = json.loads((self.folder / "submission/submission.json").read_text("utf-8"))
        self.assertEqual(claim["overall"], runs["m"][0])
        self.assertIn(WITH, claim["basis"])
        self.run_program("submit", "validate", "submission", "--dataset", "my-bench")

        # Exports.
        (one,) = [one for one in json.loads(self.run_program("score", "result/m", "--dataset", "my-bench", "--format", "eee"))["evaluation_results"]
                  if one["evaluation_name"] == "overall"]
        self.assertEqual(one["score_details"]["score"], runs["m"][0])
        self.run_program("score", "result/m", "--dataset", "my-bench", "-o", "m.eval")
        with zipfile.ZipFile(self.folder / "m.eval") as archive:
            metrics = json.loads(archive.read("header.json"))["results"]["scores"][0]["metrics"]
        self.assertEqual(metrics["accuracy_with_tag_weights"]["value"], runs["m"][0])
        out = self.run_program("score", "result/m", "--dataset", "my-bench", "--format", "hf-eval", "--hub-dataset", "me/my-bench")
        self.assertRegex(out, r'task_id: "overall"\n  value: ' + f"{100 * runs['m'][0]:.2f}\n")
        self.assertRegex(out, "12 entries, with tag weights, decoder")
        self.run_program("dataset", "validate", "my-bench", "--eval-yaml", "eval.yaml")
        self.assertIn("overall", (self.folder / "eval.yaml").read_text("utf-8"))

    def test_repeats(self):
        for i, passed in enumerate((2, 4, 3)):
            self.run_of(f"r{i}", passed, 4 - i)
        shutil.rmtree(self.folder / "result/m")
        shutil.rmtree(self.folder / "result/n")
        values = [self.scored(f"r{i}")[0] for i in range(3)]
        report = self.json_of("score", "result", "--repeats-of", "my-model")
        (group,) = report["repeats"]
        self.assertEqual(group["scores"], values)
        self.assertAlmostEqual(group["mean"], sum(values) / 3, 9)
        self.assertIn(WITH, group["basis"]["text"])
        self.assertAlmostEqual(group["pass"][0]["pass_hat_k"]["value"], sum(values) / 3, 9)
        # An entry of "none" weighs 6 times as much as one of "weather".
        self.assertAlmostEqual(group["pass"][2]["pass_hat_k"]["value"], 0.25 * 2 / 8 + 0.75 * 2 / 4, 9)

    def test_incomplete_runs(self):
        self.run_of("m", 2, 4, entries=4)
        value, _ = self.scored("m")
        self.assertAlmostEqual(value, 0.25 * 2 / 4 + 0.75, 9)
        report = self.json_of("compare", "result/m", "result/n")
        self.assertAlmostEqual(report["comparisons"][0]["overall"]["a"], value, 9)
        self.assertAlmostEqual(report["comparisons"][0]["overall"]["b"], 0.25 + 0.75 / 4, 9)
        # Without the entries of a tag.
        (self.folder / "result/m/non_live/BFCL_v4_irrelevance_result.json").unlink()
        (model,) = self.json_of("score", "result/m")["models"]
        self.assertEqual((model["score"]["value"], model["score"]["basis"]["weight"]), (0.5, 0.25))
        self.run_program("report", "result", "--dataset", "my-bench", "-o", "board/", "--site", "none")
        board = json.loads((self.folder / "board/data/index.json").read_text("utf-8"))
        by_name = {model["name"]: model for model in board["models"]}
        self.assertEqual(by_name["m"]["overall"]["score"], 0.5)
        self.assertEqual(by_name["m"]["overall"]["official"], 0.125)
        self.assertEqual(board["ranking"]["weight"], 0.25)
        # Over what both have, all of "weather" alone counts.
        self.assertEqual([by_name[name]["ranked"]["score"] for name in "mn"], [0.5, 1])

    def page_section(self, errata, *more):
        self.run_program("report", "result/m", *more, "--dataset", "my-bench", "--errata", errata, "-o", "page.html")
        page = (self.folder / "page.html").read_text("utf-8")
        return flat(re.sub("<[^>]*>", " ", re.search('<h2 id="errata">.*?</section>', page, flags=re.DOTALL).group(0)))

    def errata(self, *ids):
        return self.write("errata.json", json.dumps({"schema": "bfclx-errata-1", "name": "ours", "corrections": [
            {"id": one, "kind": "void", "reason": "ambiguous", "source": "https://example.org/1", "author": "a reader"} for one in ids]}))

    def test_a_page_with_errata_has_one_official_score(self):
        errata = self.errata("simple_python_7")
        m, corrected = f"{100 * self.expected['m']:.1f} %", f"{100 * (0.25 * 2 / 7 + 0.75):.1f} %"
        section = self.page_section(errata)
        self.assertRegex(section, rf"Accuracy {corrected} {m} both categories, {WITH}")
        self.assertIn(f"Accuracy {corrected} (official {m}) both categories, {WITH}",
                      flat(self.run_program("score", "result/m", "--dataset", "my-bench", "--errata", errata)))
        for text in ("Overall v4", "Non-Live", "N/A"):
            self.assertNotIn(text, section)
        # Without weights, too; a version that is asked for stays.
        path = self.folder / "my-bench/dataset.json"
        path.write_text(json.dumps({name: value for name, value in json.loads(path.read_text("utf-8")).items() if name != "weights"}), "utf-8")
        section = self.page_section(errata)
        self.assertRegex(section, r"Accuracy 52\.4 % 50\.0 % both categories")
        self.assertNotIn("Overall v4", section)
        self.assertIn("Overall v3", self.page_section(errata, "--leaderboard", "v3"))

    def test_the_score_with_errata_says_what_it_covers(self):
        errata = self.errata(*(f"irrelevance_{i}" for i in range(4)))
        says = f"covers 25.0 % of the weight, {WITH}"
        out = self.run_program("score", "result/m", "--dataset", "my-bench", "--errata", errata)
        self.assertIn(f"Accuracy 25.0 % (official {100 * self.expected['m']:.1f} %) {says}", flat(out))
        out = self.run_program("score", "result/m", "--dataset", "my-bench", "--errata", errata, "--format", "markdown")
        self.assertIn(says, out)
        self.assertIn(says, self.page_section(errata))

    def test_errata_that_leave_no_entry_leave_no_score(self):
        errata = self.errata(*(f"irrelevance_{i}" for i in range(4)), *(f"simple_python_{i}" for i in range(8)))
        self.assertIn("Accuracy - (official", flat(self.run_program("score", "result/m", "--dataset", "my-bench", "--errata", errata)))
        self.assertIn("no entry that counts is left", self.page_section(errata))
        self.run_program("report", "result", "--dataset", "my-bench", "-o", "board/", "--site", "none", "--errata", errata)
        certain = json.loads((self.folder / "board/data/audit.json").read_text("utf-8"))["certain"]
        self.assertEqual(certain["entries"], 12)
        self.assertEqual(certain["scores"], [{"name": name, "without": None} for name in "mn"])
        self.assertEqual(certain["text"], "Without these entries, no entry that counts is left, so there is no score.")


if __name__ == "__main__":
    main()
