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

    def test_details(self):
        episode_id = first_id(self.dataset, "multi_turn_base")
        truth = self.dataset[episode_id]["ground_truth"]
        half = [["[" + ", ".join(calls) + "]"] for calls in truth[:-1]] + [["[nothing()]"]]
        ids, responses = [self.id, self.id, episode_id], [self.text, "no", half]
        found = verl.compute_scores([""] * 3, responses, ids, [None] * 3, dataset="sample", details=True)
        self.assertEqual([one["score"] for one in found], [1.0, 0.0, 0.0])
        self.assertEqual([one["error_type"] for one in found[:2]], ["", "ast_decoder:decoder_failed"])
        self.assertEqual((found[2]["turns_passed"], found[2]["turns_total"]), (len(truth) - 1, len(truth)))
        for entry_id, response, expected in zip(ids, responses, found):
            self.assertEqual(verl.compute_score("", response, entry_id, dataset="sample", details=True), expected)
        entry = self.dataset.entry(self.id)
        own = verl.compute_score("", "no", entry["ground_truth"], {"functions": entry["function"]}, details=True, credit="by_call")
        self.assertEqual(own, {"score": 0.0, "valid": False, "error_type": "ast_decoder:decoder_failed", "turns_passed": 0,
                               "turns_total": 0})

    def test_unknown_ids(self):
        ids = ["simple_python_0", self.id]
        for policy, rewards in (("zero", [0.0, 1.0]), ("none", [None, 1.0])):
            reward = trl.Reward("sample", unknown_id=policy)
            self.assertEqual(reward(prompts=[""] * 2, completions=[self.text] * 2, entry_id=ids), rewards)
        found = verl.compute_scores([""] * 2, [self.text] * 2, ids, [None] * 2, dataset="sample", unknown_id="zero", details=True)
        self.assertEqual([(one["score"], one["error_type"]) for one in found], [(0.0, "unknown_id"), (1.0, "")])
        self.assertEqual(verl.compute_score("", self.text, ids[0], dataset="sample", unknown_id="zero"), 0.0)
        with self.assertRaises(bfclx.UnknownEntryError):
            verl.compute_score("", self.text, ids[0], dataset="sample")
        for wrong in ("none", "skip"):
            with self.assertRaises(bfclx.ConfigurationError):
                verl.compute_score("", self.text, self.id, dataset="sample", unknown_id=wrong)

    def test_what_trl_logs(self):
        logged = {}
        rewards = trl.Reward("sample", unknown_id="none")(
            prompts=[""] * 4, completions=[self.text, "no", "no", "x"], entry_id=[self.id, self.id, "simple_python_0", None],
            log_extra=logged.__setitem__, log_metric=logged.__setitem__)
        self.assertEqual(rewards, [1.0, 0.0, None, None])
        self.assertEqual(logged["bfclx_error_type"], ["", "ast_decoder:decoder_failed", "unknown_id", ""])
        self.assertEqual(logged["bfclx_turns_total"], [0, 0, 0, 0])
        self.assertEqual(logged["bfclx_error/ast_decoder:decoder_failed"], 1 / 3)

    def test_a_fixed_day(self):
        import datetime

        day = datetime.date(2026, 1, 1)
        for given in (day, "2026-01-01"):
            self.assertEqual(trl.Reward("sample", today=given).scoring.today, day)
            self.assertEqual(verl.compute_score("", self.text, self.id, dataset="sample", today=given), 1.0)
            made = trl.environments("sample", [first_id(self.dataset, "multi_turn_base")], today=given)
            self.assertEqual({one._today for one in made.values()}, {day})
        for wrong in ("1 January", 5):
            with self.assertRaises(bfclx.ConfigurationError):
                trl.Reward("sample", today=wrong)

    def test_partial_credit(self):
        episode_id = first_id(self.dataset, "multi_turn_base")
        truth = self.dataset.entry(episode_id)["ground_truth"]
        responses = [["[" + ", ".join(calls) + "]"] for calls in truth]
        self.assertEqual(verl.compute_score("", responses, episode_id, {}, dataset="sample"), 1.0)
        if len(responses) > 1:
            responses[-1] = ["[nothing()]"]
            by_turn = verl.compute_score("", responses, episode_id, {}, dataset="sample",
                                         credit="by_turn")
            self.assertEqual(by_turn, (len(responses) - 1) / len(responses))
            self.assertEqual(verl.compute_score("", responses, episode_id, {}, dataset="sample"), 0.0)

    def test_partial_credit_obeys_underscore_to_dot(self):
        function = {"name": "math.sqrt", "parameters": {"properties": {"x": {"type": "integer"}}}}
        answers, info = [{"math.sqrt": {"x": [4]}}, {"math.sqrt": {"x": [9]}}], {"functions": [function]}

        def share(name, dots):
            return verl.compute_score("own", f"[{name}(x=4), {name}(x=8)]", answers, info, credit="by_call",
                                      underscore_to_dot=dots)

        self.assertEqual([share("math_sqrt", dots) for dots in (None, True, False)], [0.5, 0.5, 0.0])
        self.assertEqual([share("math.sqrt", dots) for dots in (None, True, False)], [0.5, 0.0, 0.5])

    def test_wrong_settings_raise(self):
        for option in ("strip_thinking", "underscore_to_dot"):
            for value in ("false", "", 0, 1):
                for make in (lambda: trl.Reward("sample", **{option: value}),
                             lambda: verl.compute_score("", "x", self.id, {}, dataset="sample", **{option: value})):
                    with self.assertRaisesRegex(bfclx.ConfigurationError, option):
                        make()
        with self.assertRaisesRegex(bfclx.ConfigurationError, "strip_thinking"):
            trl.Reward("sample", strip_thinking=None)
        reward = trl.Reward("sample")
        for ids in ([], [self.id], [self.id] * 3, [None] * 3):
            with self.assertRaisesRegex(bfclx.ConfigurationError, f"2 completions and {len(ids)} values of entry_id"):
                reward([], ["a", "b"], entry_id=ids)
        for info in ("{}", [], 7):
            with self.assertRaisesRegex(bfclx.ConfigurationError, "extra_info: expected a dict, got"):
                verl.compute_score("own", "x", [{"f": {}}], info)

    def test_ground_truth_that_no_call_meets_raises(self):
        for schema, alternatives, place in (
                ({"type": "dict"}, [{"y": []}], r"x\[0\].y: the list of alternatives is empty"),
                ({"type": "array", "items": {"type": "dict"}}, [[{"y": []}]], r"x\[0\]\[0\].y: the list"),
                ({"type": "integer"}, [""], "x: the parameter is required"),
                ({"type": "dict"}, [""], "x: the parameter is required")):
            info = {"functions": [{"name": "f", "parameters": {"properties": {"x": schema}, "required": ["x"]}}]}
            with self.assertRaisesRegex(bfclx.ConfigurationError, place):
                verl.compute_score("own", "[f(x=1)]", [{"f": {"x": alternatives}}], info)

    def test_no_framework_is_imported(self):
        self.assertFalse({"torch", "verl", "transformers"} & set(sys.modules))


if __name__ == "__main__":
    unittest.main()
