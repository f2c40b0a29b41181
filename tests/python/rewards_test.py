"""Rewards, called as the frameworks call them; on the sample inside the module."""

import pickle
import sys
import unittest

import bfclx
from bfclx.rewards import trl, verl
from sample_case import call_text, first_id, right_calls


class Rewards(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dataset = bfclx.Dataset.sample()
        cls.id = first_id(cls.dataset, "simple_python")
        cls.text = call_text(right_calls(cls.dataset, cls.id))

    def test_verl(self):
        self.assertEqual(verl.compute_score("bfcl", self.text, self.id, {}, dataset="sample"), 1.0)
        self.assertEqual(verl.compute_score("bfcl", "no", self.id, None, dataset=self.dataset), 0.0)
        rewards = verl.compute_scores(["bfcl"] * 3, [self.text, "x", self.text], [self.id] * 3,
                                      [{}] * 3, dataset="sample")
        self.assertEqual(rewards, [1.0, 0.0, 1.0])

    def test_verl_with_data_of_ones_own(self):
        import json
        entry = self.dataset.entry(self.id)
        for functions, answers in ((entry["function"], entry["ground_truth"]),
                                   (json.dumps(entry["function"]), json.dumps(entry["ground_truth"]))):
            info = {"functions": functions}
            self.assertEqual(verl.compute_score("own", self.text, answers, info), 1.0)
            self.assertEqual(verl.compute_score("own", "[f(", answers, info), 0.0)
        rewards = verl.compute_scores(["own"] * 2, [self.text, "f(x=1)"], [entry["ground_truth"]] * 2,
                                      [{"functions": entry["function"]}] * 2)
        self.assertEqual(rewards, [1.0, 0.0])

    def test_trl(self):
        reward = pickle.loads(pickle.dumps(trl.Reward("sample")))
        completions = [self.text, "no", [{"role": "assistant", "content": self.text}], "x"]
        self.assertEqual(
            reward(prompts=["p"] * 4, completions=completions, completion_ids=[[1]] * 4,
                   entry_id=[self.id, self.id, self.id, None], trainer_state=None),
            [1.0, 0.0, 1.0, None])
        self.assertEqual(reward.__name__, "bfclx")

    def test_partial_credit(self):
        episode_id = first_id(self.dataset, "multi_turn_base")
        truth = self.dataset.entry(episode_id)["ground_truth"]
        replies = [["[" + ", ".join(calls) + "]"] for calls in truth]
        self.assertEqual(verl.compute_score("", replies, episode_id, {}, dataset="sample"), 1.0)
        if len(replies) > 1:
            replies[-1] = ["[nothing()]"]
            by_turn = verl.compute_score("", replies, episode_id, {}, dataset="sample",
                                         credit="by_turn")
            self.assertEqual(by_turn, (len(replies) - 1) / len(replies))
            self.assertEqual(verl.compute_score("", replies, episode_id, {}, dataset="sample"), 0.0)

    def test_no_framework_is_imported(self):
        self.assertFalse({"torch", "verl", "transformers"} & set(sys.modules))


if __name__ == "__main__":
    unittest.main()
