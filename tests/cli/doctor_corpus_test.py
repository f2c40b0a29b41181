"""`bfclx doctor` on the responses inside the program, damaged as bench/doctor-corpus damages recorded runs.

    python3 tests/cli/doctor_corpus_test.py build/release/tools/bfclx [Suite]
"""

import sys

from cli_case import GOOD, PROGRAM, ROOT, SAMPLE, Case, main

sys.path.insert(0, str(ROOT / "bench"))
from doctor_cases import Case as Damaged, Run, read_dataset  # noqa: E402
from doctor_damages import DAMAGES  # noqa: E402

# The sample has its own ids and no version, too few entries for some findings, and no dots in most names.
TOO_SMALL = {"ids of an older version", "another dataset in the manifest", "prompts cut to the context",
             "only the first call returned", "underscores for dots", "shuffled ids"}
# Findings about whole runs do not tell of a half of one small category.
MISSED_IN_PART = TOO_SMALL | {"pasted in another format", "one mocked response to all", "ground truth copied",
                              "tools not sent", "system prompt lost", "reasoning alone",
                              "questions of another version", "tools not sent, tokens counted", "one server with wrong numbers"}


# Instead of points: what a finding says of the score if no number can be given.
NO_POINTS = ("The effect on the accuracy is unknown|no accuracy|not counted in any accuracy|"
             "pass in some of these runs and fail in others|the score depends on|count as missing, not as failed")


class DoctorCorpus(Case):
    @classmethod
    def setUpClass(cls):
        cls.good = Run("sample/good-model", GOOD, read_dataset(SAMPLE))
        cls.good.examine(PROGRAM, SAMPLE)

    def cases(self, share, sides, held_out):
        for damage in DAMAGES:
            if damage.name == "ids of an older version":
                continue
            for side in ["all"] if damage.only_all else sides:
                case = Damaged(damage, self.good, held_out, 1.0 if damage.only_all else share, side, seed=1)
                if case.files is not None:
                    yield case, case.judge(PROGRAM, SAMPLE)

    def check(self, share, sides, held_out, missed):
        told, silent = 0, set()
        for case, judged in self.cases(share, sides, held_out):
            with self.subTest(case.label()):
                for finding in case.report["findings"]:
                    self.check_parts(finding)
                false = [code for code, (severity, true) in judged.items() if not true and severity != "info"]
                self.assertEqual(false, [])
            if case.damage.finds and not any(code in case.damage.finds for code in judged):
                silent.add(case.damage.name)
            told += bool(judged)
        self.assertEqual(silent - missed, set())
        self.assertGreater(told, 25)

    def check_parts(self, finding):
        """Effect in points, fix and certainty. Without an estimate it has bounds, or says why there is no number."""
        self.assertRegex(finding["fix"], r"^bfclx [a-z]+ ", finding["code"])
        self.assertNotRegex(finding["fix"], r"\b(RUN|CATEGORIES|ID)\b", finding["code"])
        self.assertIn(finding["certainty"], ("fact", "scored", "inferred"))
        points = finding["points"]
        if points is None:
            self.assertRegex(finding["effect"], NO_POINTS, finding["code"])
            return
        self.assertLessEqual(points["low"], points["high"], finding["code"])
        self.assertRegex(finding["effect"], r"Accuracy when fixed: .* points|Fixing .* the accuracy", finding["code"])
        if points["estimate"] is not None:
            self.assertTrue(points["low"] <= points["estimate"] <= points["high"], finding["code"])
            self.assertIn("95 % CI", finding["effect"], finding["code"])

    def test_everything_damaged(self):
        self.check(1.0, ["all"], False, TOO_SMALL)

    def test_other_texts_of_the_damages(self):
        self.check(1.0, ["all"], True, TOO_SMALL)

    def test_a_half_of_one_category(self):
        self.check(0.5, ["category"], False, MISSED_IN_PART)


if __name__ == "__main__":
    main()
