"""bfclx.compat as others call the official functions today, their flows made again: MLPerf's endpoints
(`ast_checker` on calls taken from tool_calls; episodes by `convert_to_function_call` and
`execute_multi_turn_func_call`), and EvalScope (loading and preparing entries, the four
`_evaluate_single_*_entry`). bench/compat_parity.py holds the same against the official functions."""

import copy
import gc
import json
import pathlib
import re
import sys
import tempfile
import unittest

import bfclx
from bfclx import compat
from bfclx.compat import install
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
                    response = [{one["function"]["name"]: one["function"]["arguments"]
                              if one["function"]["arguments"] != "{" else "{}"} for one in given]
                    verdict = self.dataset.score(entry_id, response, decoder="openai_fc",
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

    def test_services_are_removed_as_global_variables(self):
        """How they keep rollouts apart: by the official names, popped from the module's variables."""
        from bfclx.compat import multi_turn_utils

        config = {"GorillaFileSystem": {}, "MathAPI": {}}

        def run(calls, classes=("GorillaFileSystem", "MathAPI"), model="a/model-1.5", **options):
            return multi_turn_utils.execute_multi_turn_func_call(
                calls, config, list(classes), model, "multi_turn_base_0:x", **options)

        def key(class_name, model="a/model-1.5"):
            return re.sub(r"[-./:]", "_", f"{model}_multi_turn_base_0:x_{class_name}_instance")

        made = run(["mkdir(dir_name='d')"])[1]["GorillaFileSystem"]
        self.assertIs(vars(multi_turn_utils)[key("GorillaFileSystem")], made)
        self.assertIn(key("MathAPI"), vars(multi_turn_utils))
        # One instance for each class, whatever classes a call names with it.
        self.assertIn("'d'", str(run(["ls()"], ["GorillaFileSystem"])[0]).replace('"', "'"))
        self.assertIs(run([], ["MathAPI", "GorillaFileSystem"])[1]["GorillaFileSystem"], made)
        told = run(["cd(folder='d')", "add(a=1, b=2)"], ["MathAPI", "GorillaFileSystem"])[0]
        self.assertEqual(told, ['{"current_working_directory": "d"}', '{"result": 3}'])
        # Names that differ in the replaced characters alone are one, as officially.
        self.assertIs(run([], model="a-model:1_5")[1]["GorillaFileSystem"], made)
        run(["mkdir(dir_name='e')"], is_evaL_run=True)
        self.assertIn(key("GorillaFileSystem", "a/model-1.5_eval"), vars(multi_turn_utils))
        math = vars(multi_turn_utils)[key("MathAPI")]
        self.assertIs(vars(multi_turn_utils).pop(key("GorillaFileSystem")), made)
        told, instances = run(["ls()"])
        self.assertNotIn("d", json.loads(told[0])["current_directory_content"])
        self.assertIsNot(instances["GorillaFileSystem"], made)
        self.assertIs(instances["MathAPI"], math)
        self.assertNotEqual(vars(made), {})  # what was removed stays readable
        for name in [name for name in vars(multi_turn_utils) if name.endswith("_instance")]:
            delattr(multi_turn_utils, name)
        self.assertEqual(len(multi_turn_utils._sessions), 1)  # of `made`
        del made, math, instances
        gc.collect()
        self.assertEqual(len(multi_turn_utils._sessions), 0)

    def test_copies_of_services(self):
        entry = self.dataset.entry("multi_turn_base_90000")
        _, instances = compat.execute_multi_turn_func_call(
            [], entry["initial_config"], entry["involved_classes"], FC_MODEL, "copied_0")
        for instance in instances.values():
            for other in (copy.copy(instance), copy.deepcopy(instance)):
                self.assertEqual(type(other).__name__, type(instance).__name__)
                self.assertEqual(repr(vars(other)), repr(vars(instance)))
            with self.assertRaises(AttributeError):
                type(instance).__new__(type(instance)).anything
        compat.release_instances("copied_0")

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


class EvalScope(Sample):
    """EvalScope's benchmark bfcl_v4: entries loaded and prepared, a response as its cache keeps it (JSON), the
    result of the entry; through a package `bfcl_eval` made of bfclx.compat, as its adapter imports it."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        compat.use_dataset(cls.dataset)
        cls.folder = tempfile.TemporaryDirectory()
        install.install(cls.folder.name, force=True)
        sys.path.insert(0, cls.folder.name)
        for model, dots in (("gpt-4o-2024-11-20-FC", True), ("meta-llama/Llama-3.3-70B-Instruct-FC", False)):
            compat.MODEL_CONFIG_MAPPING[model] = compat.ModelConfig(model, underscore_to_dot=dots)

    @classmethod
    def tearDownClass(cls):
        sys.path.remove(cls.folder.name)
        for name in [name for name in sys.modules if name.partition(".")[0] == "bfcl_eval"]:
            del sys.modules[name]
        cls.folder.cleanup()
        for model in ("gpt-4o-2024-11-20-FC", "meta-llama/Llama-3.3-70B-Instruct-FC"):
            compat.MODEL_CONFIG_MAPPING.pop(model, None)

    def entries(self, category):
        from bfcl_eval.utils import (
            clean_up_memory_prereq_entries,
            get_directory_structure_by_id,
            is_memory,
            is_memory_prereq,
            is_relevance_or_irrelevance,
            load_dataset_entry,
            load_ground_truth_entry,
            populate_initial_settings_for_memory_test_cases,
            populate_initial_settings_for_web_search_test_cases,
        )

        found = load_dataset_entry(category, include_prereq=True, include_language_specific_hint=False)
        truth = {}
        if not is_relevance_or_irrelevance(category):
            shared = "memory" if is_memory(category) else "web_search"
            truth = {answer["id"].replace(shared, category): answer["ground_truth"]
                     for answer in load_ground_truth_entry(category)}
        found = clean_up_memory_prereq_entries(found)
        found = populate_initial_settings_for_web_search_test_cases(found)
        found = populate_initial_settings_for_memory_test_cases(found, model_result_dir="results")
        asked = [entry for entry in found if not is_memory_prereq(entry["id"])]
        for entry in asked:
            entry.update(category=category, ground_truth=truth.get(entry["id"], {}))
            self.assertIn(get_directory_structure_by_id(entry["id"]).split("/")[0],
                          ("non_live", "live", "multi_turn", "agentic"))
        return asked

    def result(self, handler, response, entry, dots):
        from bfcl_eval.constants.enums import Language, ReturnFormat
        from bfcl_eval.eval_checker import eval_runner
        from bfcl_eval.utils import (
            is_agentic,
            is_java,
            is_js,
            is_multi_turn,
            is_relevance_or_irrelevance,
        )

        category = entry["category"]
        model = "gpt-4o-2024-11-20-FC" if dots else "meta-llama/Llama-3.3-70B-Instruct-FC"
        common = {"handler": handler, "prompt_entry": entry, "model_name": model,
                  "test_category": category}
        if is_relevance_or_irrelevance(category):
            return eval_runner._evaluate_single_relevance_entry(
                index=entry["id"], model_result_item=response, **common)
        if is_multi_turn(category):
            return eval_runner._evaluate_single_multi_turn_entry(
                test_entry_id=entry["id"], model_result_list=response,
                ground_truth_list=entry["ground_truth"], **common)
        if is_agentic(category):
            return eval_runner._evaluate_single_agentic_entry(
                index=entry["id"], model_result_list=response,
                possible_answer_item=entry["ground_truth"], **common)
        language = "JAVA" if is_java(category) else "JAVASCRIPT" if is_js(category) else "PYTHON"
        return eval_runner._evaluate_single_ast_entry(
            index=entry["id"], model_result_item=response, possible_answer_item=entry["ground_truth"],
            language=Language[language], return_format=ReturnFormat[language], **common)

    def responses(self, entry):
        """Responses as inference gives them, right ones and others."""
        category, truth = entry["category"], entry["ground_truth"]
        yield {"error": "timeout", "error_message": "Traceback"}
        yield []
        yield "I cannot do that."
        if "multi_turn" in category:
            turns = [bfclx.decode("[" + ", ".join(calls) + "]", decoder="prompting") for calls in truth]
            steps = [[[{name: json.dumps(arguments)} for call in turn for name, arguments in call.items()],
                      "Done."] if turn else ["Nothing to do."] for turn in turns]
            yield steps
            yield steps[:-1]
            yield [steps[0][1:], *steps[1:]]
        elif isinstance(truth, list) and truth and isinstance(truth[0], str):
            yield [[[{"no_such": "{}"}], f"It is {truth[0]}."]]
            yield [["It is something else."]]
        elif not truth:
            yield [{"f": "{}"}]
        else:
            calls = right_calls(self.dataset, entry["id"])
            given = [{name.replace(".", "_"): json.dumps(arguments)} for call in calls
                     for name, arguments in call.items()]
            yield given
            yield given * 2
            yield [{name.replace("_", ".", 1): text} for call in given for name, text in call.items()]

    def test_results_are_the_verdicts(self):
        compared = right = 0
        for category in self.dataset.categories():
            if category not in compat.ALL_SCORING_CATEGORIES:
                continue
            for entry in self.entries(category):
                for response in self.responses(entry):
                    for dots in (True, False):
                        with self.subTest(entry["id"], response=response, dots=dots):
                            result = self.result(compat.Decoder("openai_fc"), json.loads(json.dumps(response)),
                                                 copy.deepcopy(entry), dots)
                            verdict = self.dataset.score(entry["id"], response, decoder="openai_fc",
                                                         underscore_to_dot=dots)
                            self.assertIs(result["valid"], verdict.valid)
                            error = result.get("error")
                            told = result.get("error_type") or (
                                error.get("error_type") if isinstance(error, dict) else None)
                            self.assertEqual(told, verdict.error_type)
                            compared += 1
                            right += verdict.valid
        self.assertGreater(compared, 300)
        self.assertGreater(right, 40)


if __name__ == "__main__":
    unittest.main()
