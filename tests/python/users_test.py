"""bfclx.compat as others call the official functions today, their flows made again: MLPerf's endpoints
(`ast_checker` on calls taken from tool_calls; episodes by `convert_to_function_call` and
`execute_multi_turn_func_call`)."""

import json
import pathlib
import tempfile
import unittest

import bfclx
from bfclx import compat
from sample_case import Sample, right_calls

FC_MODEL = "gpt-4o-2024-11-20-FC"  # whose names come back with underscores


class Endpoints(Sample):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        compat.use_dataset(cls.dataset)
        # The sample's registry is small; the official one has this model.
        compat.MODEL_CONFIG_MAPPING[FC_MODEL] = compat.ModelConfig(FC_MODEL, underscore_to_dot=True)

    @classmethod
    def tearDownClass(cls):
        del compat.MODEL_CONFIG_MAPPING[FC_MODEL]

    def judge(self, entry_id, calls, language=compat.Language.PYTHON):
        """1.0 or 0.0 of structured tool calls, [{"function": {"name", "arguments"}}]."""
        entry = self.dataset.entry(entry_id)
        model_output = []
        for call in calls:
            function = call["function"]
            try:
                arguments = json.loads(function["arguments"])
            except ValueError:
                arguments = {}
            model_output.append({function["name"]: arguments})
        result = compat.ast_checker(
            func_description=entry["function"], model_output=model_output,
            possible_answer=entry["ground_truth"], language=language,
            test_category=entry["category"], model_name=FC_MODEL)
        self.assertIsInstance(result, dict)
        return 1.0 if result["valid"] else 0.0

    def tool_calls(self, entry_id):
        return [{"id": str(at), "function": {"name": name.replace(".", "_"),
                                             "arguments": json.dumps(arguments)}}
                for at, call in enumerate(right_calls(self.dataset, entry_id))
                for name, arguments in call.items()]

    def test_single_turn(self):
        agreed = right = 0
        for category in ("simple_python", "multiple", "parallel", "parallel_multiple", "live_simple"):
            for entry_id in self.dataset.ids(category):
                calls = self.tool_calls(entry_id)
                for given in (calls, [], calls[:-1], calls + calls,
                              [{"function": {"name": "no_such", "arguments": "{}"}}],
                              [{"function": {**calls[0]["function"], "arguments": "{"}}]):
                    reply = [{one["function"]["name"]: one["function"]["arguments"]
                              if one["function"]["arguments"] != "{" else "{}"} for one in given]
                    verdict = self.dataset.score(entry_id, reply, decoder="openai_fc",
                                                 underscore_to_dot=True)
                    self.assertEqual(self.judge(entry_id, given), float(verdict.valid),
                                     (entry_id, given))
                    agreed += 1
                    right += verdict.valid
        self.assertGreater(agreed, 100)
        self.assertGreater(right, 15)

    def test_a_name_is_never_executed(self):
        """What their issue 391 is about: a call's name that is code."""
        with tempfile.TemporaryDirectory() as folder:
            witness = pathlib.Path(folder) / "witness"
            code = f"__import__('pathlib').Path({str(witness)!r}).touch"
            self.assertEqual(self.judge(self.id, [{"function": {"name": code, "arguments": "{}"}}]), 0.0)
            entry = self.dataset.entry("multi_turn_base_90000")
            for calls in ([f"{code}()"], [f"cd(folder={code}())"], [f"({code})()"],
                          compat.convert_to_function_call([{code: {}}])):
                told, _ = compat.execute_multi_turn_func_call(
                    calls, entry["initial_config"], entry["involved_classes"], FC_MODEL, entry["id"])
                self.assertTrue(all("rror" in one for one in told), told)
            self.assertFalse(witness.exists())
            compat.release_instances()

    def test_an_episode(self):
        entry = self.dataset.entry("multi_turn_base_90000")
        turns = []
        for number, turn in enumerate(entry["ground_truth"]):
            calls = bfclx.decode("[" + ", ".join(turn) + "]", decoder="prompting")
            decoded = compat.convert_to_function_call(calls)
            self.assertFalse(compat.is_empty_execute_response(decoded))
            told, instances = compat.execute_multi_turn_func_call(
                decoded, entry["initial_config"], entry["involved_classes"], FC_MODEL,
                f"{entry['id']}_played")
            self.assertEqual(len(told), len(turn), number)
            self.assertEqual(list(instances), entry["involved_classes"])
            turns.append([decoded])
        result = compat.multi_turn_checker(turns, entry["ground_truth"], entry, entry["category"], FC_MODEL)
        self.assertTrue(result["valid"], result)
        result = compat.multi_turn_checker(turns[:1] + [[]], entry["ground_truth"], entry,
                                           entry["category"], FC_MODEL)
        self.assertFalse(result["valid"])
        self.assertTrue(compat.is_empty_execute_response([]))
        compat.release_instances()


if __name__ == "__main__":
    unittest.main()
