"""The weights in core/audit/ranking_weights.h are those of bench/audit-weights.json, in the order of the signals.

    python3 tests/audit_weights_test.py
"""

import json
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Weights(unittest.TestCase):
    def setUp(self):
        self.weights = json.loads((ROOT / "bench/audit-weights.json").read_text(encoding="utf-8"))
        self.header = (ROOT / "core/audit/ranking_weights.h").read_text(encoding="utf-8")
        names = re.search(r"kNames = \{(.*?)\};", (ROOT / "core/audit/signals.cpp").read_text(encoding="utf-8"), re.DOTALL)
        self.names = re.findall(r'"(\w+)"', names.group(1))

    def test_the_header_has_the_numbers(self):
        for name, key in (("kWeights", "without_history"), ("kWeightsWithHistory", "with_history")):
            text = re.search(name + r"\{(.*?)\};", self.header, re.DOTALL).group(1)
            its = self.weights[key]
            expected = [its["intercept"], *its["weights"].values(), *its["means"].values()]
            self.assertEqual([float(one) for one in re.findall(r"-?[\d.]+(?:e-?\d+)?", text)], expected)

    def test_the_order_is_that_of_the_signals(self):
        for key in ("without_history", "with_history"):
            self.assertEqual(list(self.weights[key]["weights"]), self.names)
            self.assertEqual(list(self.weights[key]["means"]), self.names)

    def test_signs(self):
        learnt = {"unfit", "only_optional", "other_function", "too_lenient"}
        for key in ("without_history", "with_history"):
            for name, weight in self.weights[key]["weights"].items():
                self.assertTrue(weight >= 0 or name in learnt, name)
        self.assertEqual(self.weights["without_history"]["weights"]["history"], 0)


if __name__ == "__main__":
    unittest.main()
