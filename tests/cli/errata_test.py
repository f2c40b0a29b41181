"""Errata: a second score beside the official one, drafts of an audit, and their check.

    python3 tests/cli/errata_test.py build/release/tools/bfclx [Suite]
"""

import json
import re
import shutil

from audit_test import ANSWER
from cli_case import GOOD, ROOT, SAMPLE, SIMPLE, SIMPLE_ENTRIES, Case, main

FIRST = "simple_python_90000"
CALLS = [{"harbour.tide_table": {"harbour": ["Whitby"], "date": ["2026-05-04"]}}]


def correction(kind="alternative_answer", **members):
    value = {"id": FIRST, "kind": kind, "reason": "the day after is meant as well",
             "source": "https://example.org/1", "author": "a reader"}
    if kind != "void":
        value["ground_truth"] = CALLS
    return {**value, **members}


class ErrataCase(Case):
    def errata(self, *corrections, **members):
        return self.write("errata.json", json.dumps(
            {"schema": "bfclx-errata-1", "name": "ours", "corrections": list(corrections), **members}))

    # A model that gives the answer that only errata take for right.
    def model(self, name="model"):
        lines = [json.loads(line) for line in SIMPLE.read_text().splitlines()]
        lines[0]["result"] = ANSWER
        self.write(f"result/{name}/{SIMPLE.name}", "".join(json.dumps(line) + "\n" for line in lines))
        return self.folder / "result" / name


class Errata(ErrataCase):
    def scores(self, errata, model=None):
        report = self.check_json(model or self.model(), "--errata", errata)
        official = self.category(report, "simple_python")
        second = report["errata"]["models"][0]["categories"]
        second = [row for row in second if row["category"] == "simple_python"][0]
        return report, official, second

    def test_an_alternative_counts_in_the_second_score_alone(self):
        report, official, second = self.scores(self.errata(correction()))
        self.assertEqual(official["right"] + 1, second["right"])
        self.assertEqual(official["entries"], second["entries"])
        self.assertEqual(report["errata"]["name"], "ours")
        self.assertIs(report["errata"]["official"], False)
        self.assertEqual(report["errata"]["applied"], 1)
        alone = self.check_json(self.folder / "result" / "model")
        del report["errata"]
        self.assertEqual(report, alone)

    def test_what_is_right_officially_stays_right_beside_an_alternative(self):
        _, official, second = self.scores(self.errata(correction()), GOOD)
        self.assertEqual(official["right"], second["right"])

    def test_a_replacement_takes_the_official_answer_away(self):
        _, official, second = self.scores(self.errata(correction("replaced_answer")), GOOD)
        self.assertEqual(official["right"] - 1, second["right"])

    def test_a_void_entry_is_in_no_count(self):
        _, official, second = self.scores(self.errata(correction("void")))
        self.assertEqual(official["entries"], SIMPLE_ENTRIES)
        self.assertEqual(second["entries"], SIMPLE_ENTRIES - 1)
        self.assertEqual(second["right"], official["right"])
        self.assertEqual(second["missing"], 0)

    def test_verdicts_never_move(self):
        model = self.model()
        errata = self.errata(correction("replaced_answer"))
        self.assertEqual(self.verdicts(model), self.verdicts(model, "--errata", errata))

    def test_other_forms_name_it(self):
        model = self.model()
        errata = self.errata(correction())
        self.assertIn('With the errata "ours"', self.check(model, "--errata", errata))
        self.assertIn("not an official score", self.out)
        self.assertIn("With the errata", self.check(model, "--errata", errata, "--format", "markdown"))
        head, row = self.check(model, "--errata", errata, "--format", "csv").splitlines()[:2]
        self.assertTrue(head.endswith("errata,errata_entries,errata_right,errata_accuracy"))
        self.assertIn(",ours,", row)

    def test_compare_has_a_second_comparison(self):
        model = self.model()
        errata = self.errata(correction())
        alone = json.loads(self.run_program("compare", GOOD, model, "--dataset", SAMPLE, "--format", "json"))
        report = json.loads(self.run_program("compare", GOOD, model, "--dataset", SAMPLE, "--format", "json",
                                             "--errata", errata))
        second = report.pop("errata")
        self.assertEqual(report, alone)
        self.assertEqual(second["name"], "ours")
        official, corrected = report["comparisons"][0]["overall"], second["comparisons"][0]["overall"]
        self.assertGreater(corrected["difference"], official["difference"])
        self.run_program("compare", GOOD, model, "--dataset", SAMPLE, "--errata", errata)
        self.assertIn('With the errata "ours"', self.out)

    def test_compare_says_what_the_corrections_do_to_the_ranks(self):
        model, errata = self.model(), self.errata(correction("replaced_answer"))
        compare = ["compare", GOOD, model, "--dataset", SAMPLE, "--errata", errata]
        second = json.loads(self.run_program(*compare, "--format", "json"))["errata"]
        change = second["rank_change"]
        scores = [run["score"] for run in second["ranking"]["runs"]]
        self.assertEqual((change["runs"], change["moved"], change["most_ranks"]), (2, 2, 1))
        self.assertEqual(change["beyond_rank_range"], [])
        self.assertEqual(change["kendall_tau"], -1)
        self.assertLess(scores[0], scores[1])
        text = change.pop("text")
        self.assertIn("no rank by more than 1. Kendall's tau between the two rankings is -1.000.", text)
        self.assertIn("sampling error affects the ranks more than the corrections do", text)
        self.assertTrue(" ".join(self.run_program(*compare).split()).endswith(text))
        self.assertIn("shows the effect on the ranks", self.check(GOOD, model, "--errata", errata))

    def test_report_has_a_section_of_its_own(self):
        hostile = "<img src=x onerror=alert(1)>"
        errata = self.errata(correction(), correction(id="simple_python_90001", ground_truth=[hostile]), name=hostile)
        page, alone = self.folder / "page.html", self.folder / "alone.html"
        arguments = ["report", self.model(), GOOD, "--dataset", SAMPLE, "-o"]
        self.run_program(*arguments, page, "--errata", errata)
        self.run_program(*arguments, alone)
        text = page.read_text()
        before, section, rest = re.split('(<section>\n<h2 id="errata">.*?</section>\n)', text, flags=re.DOTALL)
        link = '<a href="#errata">By the errata</a>'
        self.assertEqual(before.replace(link, "") + rest, alone.read_text())
        self.assertIn("not an official score", section)
        self.assertIn("&lt;img src=x onerror", section)
        self.assertNotIn("<img", section)
        official = self.category(self.check_json(self.folder / "result" / "model"), "simple_python")
        self.assertIn(f">{official['right'] + 1} of {official['entries']}<", section)
        self.assertIn("simple_python_90001", section)
        self.assertIn("With the corrections, no score of the 2 runs changes", section)
        self.assertIn(">rank with errata<", section)

    def test_a_leaderboard_has_scores_without_corrected_entries(self):
        self.model("other"), self.write("result/good/" + SIMPLE.name, SIMPLE.read_text())
        board = self.folder / "board"
        arguments = ["report", self.folder / "result", "--dataset", SAMPLE, "-o", f"{board}/", "--site", "none"]

        def certain(*more):
            self.run_program(*arguments, *more)
            return json.loads((board / "data/audit.json").read_text())["certain"]

        self.assertEqual((certain()["errata"], certain()["entries"]), (None, 0))
        errata = self.errata(correction(), correction(id="simple_python_90001", ground_truth=["no call"]))
        found = certain("--errata", errata)
        self.assertEqual((found["errata"], found["entries"]), ("ours", 1))
        self.assertEqual({one["name"]: one["without"]["score"] for one in found["scores"]}, {"good": 1, "other": 1})
        self.assertIn("Without these entries, no score of the 2 models changes by more than 20.0 points", found["text"])

    def test_evaluate_writes_the_same_files(self):
        self.model("good-model")
        arguments = ["evaluate", "--dataset", SAMPLE, "--test-category", "simple_python"]
        self.run_program(*arguments)
        before = {path.name: path.read_bytes() for path in (self.folder / "score").rglob("*.*")}
        self.assertGreater(len(before), 1)
        out = self.run_program(*arguments, "--errata", self.errata(correction()))
        self.assertIn('With the errata "ours"', out)
        self.assertIn(f"of {SIMPLE_ENTRIES}", out)
        after = {path.name: path.read_bytes() for path in (self.folder / "score").rglob("*.*")}
        self.assertEqual(before, after)

    def test_corrections_that_do_not_fit_are_told(self):
        report, official, second = self.scores(
            self.errata(correction(ground_truth=["harbour"])))
        self.assertEqual(official["right"], second["right"])
        self.assertIn(FIRST, report["errata"]["left_out"][0])

    def test_ids_that_the_dataset_does_not_have_are_named(self):
        errata = self.errata(correction(), correction(id="w3"), correction(id="simple_python_77777"))
        report, _, _ = self.scores(errata)
        self.assertEqual(report["errata"]["left_out"], ["not in the dataset: w3, simple_python_77777"])
        model, page = self.folder / "result/model", self.folder / "page.html"
        self.assertIn("left out: not in the dataset: w3, simple_python_77777", self.check(model, "--errata", errata))
        self.run_program("compare", GOOD, model, "--dataset", SAMPLE, "--errata", errata)
        self.assertIn("not in the dataset: w3, simple_python_77777", self.out)
        self.run_program("report", model, "--dataset", SAMPLE, "-o", page, "--errata", errata)
        self.assertIn("not in the dataset: w3, simple_python_77777", page.read_text())
        many = self.errata(*(correction(id=f"simple_python_7777{i}") for i in range(10)), correction(id="w3"))
        (told,) = self.scores(many)[0]["errata"]["left_out"]
        self.assertTrue(told.endswith("simple_python_77779 and 1 more; `bfclx dataset errata FILE` names all"), told)

    # `errata check` and `--errata` ask the same: what one refuses the other does not apply.
    def test_what_errata_check_refuses_is_not_applied(self):
        model = self.model()
        nothing_new = [{"harbour.tide_table": {"harbour": ["Whitby"], "date": ["2026-05-03"]}}]
        nothing_passes = [{"no.such_function": {"harbour": ["Whitby"]}}]
        for members in [{"author": ""}, {"source": "hearsay"}, {"ground_truth": nothing_new},
                        {"ground_truth": nothing_passes}, {"kind": "void", "author": "", "ground_truth": None}]:
            one = {name: value for name, value in correction(**members).items() if value is not None}
            errata = self.errata(one)
            report, official, second = self.scores(errata, model)
            self.assertEqual((official["right"], official["entries"]), (second["right"], second["entries"]), members)
            self.assertEqual(report["errata"]["applied"], 0, members)
            why = report["errata"]["left_out"][0].split(": ", 1)[1]
            told = " ".join(self.run_program("errata", "check", errata, "--dataset", SAMPLE, code=1).split())
            self.assertIn(why, told)

    # Each path has a dataset of its own, with the categories that its run has.
    def test_corrections_are_told_whichever_run_has_their_entries(self):
        errata = self.errata(correction(), correction(id="simple_python_90001", ground_truth=["oven"]))
        other = self.folder / "result" / "multiple"
        name = "BFCL_v4_multiple_result.json"
        self.write(f"result/multiple/{name}", next(GOOD.rglob(name)).read_text())
        for runs in ([GOOD, other], [other, GOOD]):
            report = json.loads(self.run_program("compare", *runs, "--dataset", SAMPLE, "--format", "json",
                                                 "--errata", errata))
            self.assertEqual(len(report["errata"]["left_out"]), 1)
            out = self.run_program("compare", *runs, "--dataset", SAMPLE, "--errata", errata)
            self.assertIn("1 of 2 corrections", out)
            page = self.folder / "page.html"
            self.run_program("report", *runs, "--dataset", SAMPLE, "-o", page, "--errata", errata)
            section = re.search('<h2 id="errata">.*?</section>', page.read_text(), flags=re.DOTALL).group(0)
            self.assertIn("1 of 2 corrections", section)
            self.assertIn("simple_python_90001", section)
        self.assertIn("With the corrections, no score of the 2 runs changes", section)
        self.assertIn(">rank with errata<", section)

    def test_files_that_are_none_are_refused(self):
        good = correction()
        for members in [{"schema": "bfclx-errata-2"}, {"name": ""}, {"more": 1}, {"corrections": {}},
                        {"corrections": [{**good, "kind": "guess"}]}, {"corrections": [{**good, "id": 3}]},
                        {"corrections": [{**good, "extra": 1}]}, {"corrections": [{**good, "reason": ""}]},
                        {"corrections": [{**good, "kind": "void"}]},
                        {"corrections": [good, correction("void")]}]:
            self.check(GOOD, "--errata", self.errata(**members), code=2)
            self.assertIn("errata.json", self.err)
        self.check(GOOD, "--errata", self.write("deep.json", "[" * 100000), code=2)
        none = self.write("none.json", "these are no corrections")
        for arguments in (("score", GOOD, "--errata", none), ("errata", "check", none)):
            self.run_program(*arguments, "--dataset", SAMPLE, code=2)
            for said in ("none.json: not valid JSON (Expecting value", '"corrections"', "errata.schema.json",
                         "--draft-errata"):  # fmt: skip
                self.assertIn(said, self.err)
        self.check(GOOD, "--errata", self.folder / "nowhere.json", code=2)


class ErrataCheck(ErrataCase):
    def errata_check(self, *corrections, code=0):
        return self.run_program("errata", "check", self.errata(*corrections), "--dataset", SAMPLE, code=code)

    def test_good_ones_can_stand(self):
        self.errata_check(correction())
        self.errata_check(correction("replaced_answer"))
        self.assertIn("all valid", self.errata_check(correction("void")))

    def test_what_is_invalid(self):
        official = [{"harbour.tide_table": {"harbour": ["Whitby"], "date": ["2026-05-03"]}}]
        for wrong, why in [({"id": "simple_python_1"}, "unknown id in simple_python"), ({"id": "nothing"}, "unknown id"),
                           ({"author": ""}, "author"), ({"source": "hearsay"}, "link"),
                           ({"ground_truth": official}, "changes nothing"),
                           ({"ground_truth": []}, "must be"),
                           ({"ground_truth": [{"harbour.tide_table": {"harbour": [7]}}]}, "passes with it")]:
            out = self.errata_check(correction(**wrong), code=1)
            self.assertIn(why, out, wrong)

    def test_a_draft_of_the_audit_applies_once_it_is_judged(self):
        model = self.model()
        for i in range(11):
            shutil.copytree(model, self.folder / "result" / f"model{i}")
        path = self.folder / "draft.json"
        self.run_program("audit", self.folder / "result", "--dataset", SAMPLE, "--draft-errata", path)
        draft = json.loads(path.read_text())
        ours = [one for one in draft["corrections"] if one["id"] == FIRST]
        self.assertEqual(len(ours), 1)
        self.assertEqual(ours[0]["kind"], "alternative_answer")
        self.assertEqual(ours[0]["ground_truth"], CALLS)
        self.run_program("errata", "check", path, "--dataset", SAMPLE, code=1)
        self.assertIn("it has no author", self.out)
        judged = {**ours[0], "author": "a reader", "source": "https://example.org/1"}
        self.errata_check(judged)

    def test_the_file_of_the_repository_is_in_form(self):
        shipped = ROOT / "errata" / "errata.json"
        self.check(GOOD, "--errata", shipped)
        schema = json.loads((ROOT / "errata" / "errata.schema.json").read_text())
        self.assertEqual(json.loads(shipped.read_text())["schema"],
                         schema["properties"]["schema"]["const"])


if __name__ == "__main__":
    main()
