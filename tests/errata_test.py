"""errata/: every correction has a judgement, the figures of its README follow from the judgements, and the
corrections apply to the official dataset (where ../shared or BFCLX_SHARED_DIR has it).

    python3 tests/errata_test.py build/release/tools/bfclx
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
ERRATA = json.loads((ROOT / "errata/errata.json").read_text())
JUDGED = json.loads((ROOT / "errata/judgements.json").read_text())
SHARED = pathlib.Path(os.environ.get("BFCLX_SHARED_DIR", ROOT.parent / "shared"))
KINDS = ("wrong", "ambiguous", "right")
PROVEN = "bfclx dataset validate"


class Errata(unittest.TestCase):
    def setUp(self):
        self.corrections = {one["id"]: one for one in ERRATA["corrections"]}
        self.judgements = {one["id"]: one for one in JUDGED["judgements"]}

    def test_judgements_have_their_form(self):
        self.assertEqual(JUDGED["schema"], "bfclx-judgements-1")
        self.assertEqual(len(self.judgements), len(JUDGED["judgements"]))
        for one in JUDGED["judgements"]:
            self.assertEqual(sorted(one), ["id", "judgement", "readings", "reason", "source"], one["id"])
            self.assertIn(one["judgement"], KINDS, one["id"])
            self.assertLessEqual(set(one["readings"]), set(KINDS), one["id"])
            self.assertTrue(one["reason"].endswith("."), one["id"])
            self.assertTrue(one["source"].startswith("https://github.com/"), one["id"])

    def test_wrong_ones_are_corrected_and_no_others(self):
        wrong = {one["id"] for one in JUDGED["judgements"] if one["judgement"] == "wrong"}
        read = {id for id, one in self.corrections.items() if one["author"] != PROVEN}
        self.assertLessEqual(read, wrong)
        self.assertLessEqual(wrong, set(self.corrections))

    def test_no_text_of_a_question_is_repeated(self):
        def texts(value):
            if isinstance(value, str):
                yield value
            for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
                yield from texts(one)
        for one in ERRATA["corrections"]:
            # An episode's corrections are whole turns of calls.
            if not one["id"].startswith("multi_turn"):
                self.assertLessEqual(sum(map(len, texts(one.get("ground_truth", [])))), 300, one["id"])

    def test_the_figures_of_the_readme(self):
        text = (ROOT / "errata/README.md").read_text()
        counts = {kind: sum(one["judgement"] == kind for one in JUDGED["judgements"]) for kind in KINDS}
        row = "| " + " | ".join(str(counts[kind]) for kind in KINDS) + f" | {len(JUDGED['judgements'])} |"
        self.assertIn(row, text)
        pairs = [one["readings"] for one in JUDGED["judgements"] if len(one["readings"]) == 2]
        same = sum(first == second for first, second in pairs) / len(pairs)
        shares = [[sum(pair[i] == kind for pair in pairs) / len(pairs) for kind in KINDS] for i in (0, 1)]
        by_chance = sum(first * second for first, second in zip(*shares))
        kappa = (same - by_chance) / (1 - by_chance)
        self.assertIn(f"| entries | {len(pairs)} | {same * len(pairs):.0f} | {kappa:.2f} |", text)

    @unittest.skipUnless((SHARED / "bfcl-data").is_dir(), "without the official dataset")
    def test_all_corrections_apply(self):
        done = subprocess.run([sys.argv[-1], "dataset", "errata", ROOT / "errata/errata.json", "--dataset",
                               SHARED / "bfcl-data"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertTrue(re.search(r"; all valid\.$", done.stdout.strip()), done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
