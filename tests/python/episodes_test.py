"""Episodes and services, played call by call."""

import sys
import unittest

import bfclx
from sample_case import SHARED, Sample, first_id


class Episodes(Sample):
    def play(self, entry_id, change=lambda calls: calls):
        episode = self.dataset.episode(entry_id)
        truth = self.dataset.entry(entry_id)["ground_truth"]
        self.assertEqual(episode.turns, len(truth))
        for turn, calls in enumerate(truth):
            self.assertEqual(episode.turn, turn)
            self.assertIsInstance(episode.user(), list)
            results = episode.execute(change(calls)) if calls else []
            self.assertTrue(all(isinstance(result, str) for result in results))
            episode.end_turn()
        return episode

    def test_ground_truth_passes(self):
        for category in self.dataset.categories():
            if "multi_turn" not in category:
                continue
            for entry_id in self.dataset.ids(category):
                with self.subTest(id=entry_id):
                    episode = self.play(entry_id)
                    self.assertTrue(episode.is_over)
                    self.assertTrue(episode.verdict().valid, episode.verdict().error)
                    self.assertEqual(episode.turns_passed, episode.turns)
                    with self.assertRaises(ValueError):
                        episode.execute(["ls()"])

    def test_wrong_calls_fail(self):
        entry_id = first_id(self.dataset, "multi_turn_base")
        episode = self.play(entry_id, lambda calls: ["nothing()"])
        verdict = episode.verdict()
        self.assertFalse(verdict.valid)
        self.assertTrue(verdict.error_type.startswith("multi_turn:"))
        self.assertEqual(verdict.turns_total, episode.turns)
        with self.assertRaises(bfclx.UnknownEntryError):
            self.dataset.episode(self.id)
        with self.assertRaises(IndexError):
            episode.user(99)

    def test_held_out_functions(self):
        if not (SHARED / "bfcl-data").is_dir():
            print("SKIPPED: no dataset beside the checkout", file=sys.stderr)
            self.skipTest("no dataset")
        dataset = bfclx.Dataset.open(SHARED / "bfcl-data")
        for entry_id in dataset.ids("multi_turn_miss_func")[:20]:
            missed = dataset.entry(entry_id)["missed_function"]
            episode = dataset.episode(entry_id)
            first = min(int(turn) for turn in missed)
            self.assertGreater(len(episode.tools(first)), len(episode.tools(0)) if first else 0)

    def test_services(self):
        services = bfclx.Services(["MathAPI"], {})
        self.assertEqual(services.execute(["add(a=1, b=2)"]), ['{"result": 3}'])
        self.assertEqual(services.state(), {"MathAPI": {}})
        self.assertTrue(services.execute("__import__('os').system('true')")[0].startswith("Error"))
        with self.assertRaises(bfclx.UnknownNameError):
            bfclx.Services(["MathApi"], {})
        with self.assertRaises(ValueError):
            bfclx.Services(["GorillaFileSystem"], {"GorillaFileSystem": 3})

if __name__ == "__main__":
    unittest.main()
