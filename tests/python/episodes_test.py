"""Episodes and services, played call by call."""

import datetime
import sys
import threading
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

    def test_calls_as_dicts(self):
        entry_id = first_id(self.dataset, "multi_turn_base")
        texts, dicts = (self.dataset.episode(entry_id) for _ in range(2))
        forms = ({"mkdir": {"dir_name": "new"}}, {"name": "mkdir", "arguments": {"dir_name": "other"}},
                 {"id": "call_1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}, "pwd()")
        found = dicts.execute(forms)
        self.assertEqual(found, texts.execute(["mkdir(dir_name='new')", "mkdir(dir_name='other')", "ls()", "pwd()"]))
        self.assertEqual(dicts.state(), texts.state())
        self.assertEqual(dicts.execute({"cd": {"folder": "new"}}), texts.execute("cd(folder='new')"))
        services = bfclx.Services(["MathAPI"], {})
        self.assertEqual(services.execute({"add": {"a": 1, "b": 2}}), services.execute("add(a=1, b=2)"))
        for wrong in (5, [5], [{}], [{"a": 1}], {"name": "x"}, [["ls()"]]):
            with self.assertRaises(TypeError):
                dicts.execute(wrong)
        with self.assertRaises(ValueError):
            dicts.execute({"name": "cd", "arguments": "{not json"})
        self.assertEqual(dicts.state(), texts.state())

    def test_clones(self):
        """A clone at each point of each episode ends as the episode does, and neither changes the other."""
        for category in self.dataset.categories():
            if "multi_turn" not in category:
                continue
            for entry_id in self.dataset.ids(category):
                truth = self.dataset[entry_id]["ground_truth"]
                episode = self.dataset.episode(entry_id, today=datetime.date(2026, 1, 1))
                points = [episode]
                for calls in truth:
                    for call in calls:
                        points.append(points[-1].clone())
                        expected = points[-2].state()
                        self.assertEqual(points[-1].state(), expected)
                        points[-1].execute([call])
                        self.assertEqual(points[-2].state(), expected, entry_id)
                    points.append(points[-1].clone())
                    points[-1].end_turn()
                self.assertTrue(points[-1].is_over)
                self.assertTrue(points[-1].verdict().valid, entry_id)
                self.assertEqual(points[-1].clone().verdict(), points[-1].verdict())
                self.assertEqual((episode.turn, episode.turns_passed), (0, 0))

    def test_clones_while_the_episode_goes_on(self):
        episode = self.dataset.episode(first_id(self.dataset, "multi_turn_base"))
        for _ in range(100):
            episode.execute(["ls()", "pwd()"])
        going_on = threading.Thread(target=lambda: [episode.execute("pwd()") for _ in range(300)])
        going_on.start()
        while going_on.is_alive():
            self.assertEqual(episode.clone().turn, 0)
        going_on.join()

    def test_clones_see_the_same_day(self):
        entry_id = first_id(self.dataset, "multi_turn_base")
        given = {name: self.dataset.episode(entry_id, today=day) for name, day in
                 (("old", datetime.date(2020, 2, 2)), ("new", datetime.date(2026, 1, 1)))}
        for episode in given.values():
            self.assertEqual(episode.clone().state(), episode.state())
            self.assertEqual(episode.clone().clone().execute("pwd()"), episode.execute("pwd()"))

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
