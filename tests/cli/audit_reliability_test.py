"""The arithmetic of bench/audit-reliability.

    python3 tests/cli/audit_reliability_test.py build/release/tools/bfclx [Suite]
"""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

from cli_case import ROOT, Case, main


def load():
    loader = SourceFileLoader("audit_reliability", str(ROOT / "bench" / "audit-reliability"))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class AuditReliability(Case):
    def setUp(self):
        self.bench = load()

    def test_bins_hold_every_probability_once(self):
        rows = [(0.0,), (0.009,), (0.01,), (0.15,), (0.5,), (1.0,)]
        its = [row for _, _, part in self.bench.bins(self.bench.EDGES, rows) for row in part]
        self.assertEqual(its, rows)

    def test_proven_entries_are_a_row_of_their_own(self):
        rows = list(self.bench.reliability_rows([0.1, 0.1, 0.4, 0.9], [0.0, 1.0, 1.0, 1.0], [False, False, False, True]))
        self.assertEqual([row[:2] + row[3:] for row in rows], [("5 to 15 %", 2, 1), ("30 to 50 %", 1, 1), ("proof", 1, 1)])
        self.assertAlmostEqual(self.bench.calibration_error([0.1, 0.3], [0.0, 1.0], [False, False]), 0.4)

    def test_wilson_is_the_known_interval(self):
        low, high = self.bench.wilson(7, 20)
        self.assertAlmostEqual(low, 0.1812, 4)
        self.assertAlmostEqual(high, 0.5671, 4)
        self.assertEqual(self.bench.wilson(0, 0), (0, 1))

    def test_p_values_count_those_that_rank_as_high(self):
        self.assertEqual(self.bench.p_values([5, 2, 0], [1, 2, 3]), [0.25, 0.75, 1.0])

    def test_selection_is_that_of_benjamini_and_hochberg(self):
        p = [0.01, 0.04, 0.03, 0.005, 0.5]
        self.assertEqual(sorted(self.bench.select(p, 0.05)), [0, 1, 2, 3])
        self.assertEqual(sorted(self.bench.select(p, 0.025)), [0, 3])
        self.assertEqual(self.bench.select([0.5], 0.05), [])

    # Scores that tell nothing: the rate of false discoveries stays below what was asked.
    def test_the_rate_holds_where_scores_tell_nothing(self):
        rows = [((7 * i) % 101, "right" if i % 2 else "wrong") for i in range(100)]
        for rate, (_, _, share) in self.bench.conformal_rates(rows, 200).items():
            self.assertLessEqual(share, rate + 0.05)

    def test_every_judged_entry_has_a_verdict(self):
        judged = self.bench.judged_entries()
        self.assertGreater(len(judged), 126)
        self.assertEqual(set(judged.values()), {"wrong", "ambiguous", "right"})


if __name__ == "__main__":
    main()
