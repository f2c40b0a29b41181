"""bfclx.compat: the official names; results as the recordings and the official sources have them."""

import json
import os
import pathlib
import sys
import unittest

import bfclx
from bfclx import compat
from sample_case import call_text, first_id, right_calls

SHARED = pathlib.Path(os.environ.get("BFCLX_SHARED_DIR", ""))


class Compat(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dataset = compat.use_dataset(bfclx.Dataset.sample())
        cls.id = first_id(cls.dataset, "simple_python")
        cls.entry = cls.dataset.entry(cls.id)
        cls.calls = right_calls(cls.dataset, cls.id)
        compat.MODEL_CONFIG_MAPPING["m"] = compat.ModelConfig("m")

    def check(self, calls, answers=None, functions=None, category="simple_python", model="m"):
        return compat.ast_checker(functions or self.entry["function"], calls,
                                  answers or self.entry["ground_truth"], compat.Language.PYTHON,
                                  category, model)

    def test_ast_checker(self):
        self.assertEqual(self.check(self.calls)["valid"], True)
        self.assertEqual(self.check(self.calls * 2), {
            "valid": False, "error": ["Wrong number of functions."],
            "error_type": "simple_function_checker:wrong_count"})
        self.assertEqual(self.check([{"nope": {}}])["error_type"],
                         "simple_function_checker:wrong_func_name")
        with self.assertRaises(ValueError):
            compat.ast_checker(self.entry["function"], self.calls, self.entry["ground_truth"],
                               "cobol", "simple_python", "m")

    def test_calls_of_other_forms(self):
        """What the official checker says, or raises, where a model's call is no {name: {parameter: value}}."""
        doc = {"name": "f", "parameters": {"type": "dict", "required": ["x"], "properties": {
            "x": {"type": "integer"}}}}
        missing = "simple_function_checker:missing_required"
        not_found = "simple_function_checker:wrong_func_name"
        for calls, outcome in (
                ([{"f": 5}], "TypeError: argument of type 'int' is not iterable"),
                ([{"f": None}], "TypeError: argument of type 'NoneType' is not iterable"),
                ([{"f": [1]}], missing), ([{"f": "y"}], missing), ([{"f": {}}], missing),
                ([{"f": ["x"]}], "AttributeError: 'list' object has no attribute 'items'"),
                ([{"f": "x"}], "AttributeError: 'str' object has no attribute 'items'"),
                ([5], "TypeError: argument of type 'int' is not iterable"), (["x"], not_found), ([["x"]], not_found),
                ([{}], not_found), ([{"g": {}, "f": {"x": 1}}], None), (({"f": {"x": 1}},), None),
                (5, "TypeError: object of type 'int' has no len()"),
                (None, "TypeError: object of type 'NoneType' has no len()"),
                ({"f": {"x": 1}}, "KeyError: 0"), ("x", not_found)):
            try:
                told = self.check(calls, [{"f": {"x": [1]}}], [doc]).get("error_type")
                told = told if told != "simple_function_checker:unclear" else None
            except Exception as error:
                told = f"{type(error).__name__}: {error}"
            self.assertEqual(told, outcome, calls)

    def test_shape_of_a_right_result(self):
        def check(kind, value, possible, category="simple_python"):
            doc = {"name": "f", "parameters": {"type": "dict", "required": ["x"], "properties": {
                "x": {"type": kind, **({"items": {"type": "integer"}} if kind == "array" else {})}}}}
            return self.check([{"f": {"x": value}}], [{"f": {"x": possible}}], [doc], category)

        plain = {"valid": True, "error": []}
        named = {**plain, "error_type": "simple_function_checker:unclear"}
        self.assertEqual(check("integer", 1, [1, 2]), named)
        self.assertEqual(check("float", 1, [1.0]), named)
        self.assertEqual(check("boolean", True, [True]), named)
        self.assertEqual(check("string", "a", ["A"]), plain)
        self.assertEqual(check("array", [1], [[1]]), plain)
        self.assertEqual(check("dict", {"k": 1}, [{"k": [1]}]), plain)
        self.assertEqual(check("integer", "x + 1", ["x + 1"]), named)  # a variable
        self.assertEqual(check("integer", 1, [1], "multiple"), named)
        self.assertEqual(check("integer", 1, [1], "parallel"), plain)
        wrong = check("integer", "a", [1])
        self.assertEqual((wrong["error_type"], wrong["is_variable"]), ("type_error:simple", False))
        self.assertNotIn("is_variable", check("integer", 2, [1]))

    def test_registry(self):
        doc = {"name": "a.b", "parameters": {"type": "dict", "required": [], "properties": {}}}
        answer = [{"a.b": {}}]
        with self.assertRaises(KeyError):
            self.check([{"a_b": {}}], answer, [doc], model="nobody")
        compat.MODEL_CONFIG_MAPPING["some/one"] = compat.ModelConfig("one", underscore_to_dot=True)
        try:
            self.assertTrue(self.check([{"a_b": {}}], answer, [doc], model="some_one")["valid"])
            compat.MODEL_CONFIG_MAPPING["some/one"].underscore_to_dot = False
            self.assertFalse(self.check([{"a_b": {}}], answer, [doc], model="some_one")["valid"])
        finally:
            del compat.MODEL_CONFIG_MAPPING["some/one"]

    def test_agentic_checker(self):
        self.assertEqual(compat.agentic_checker("It is forty-two.", ["fortytwo"]),
                         {"valid": True, "error": []})
        wrong = compat.agentic_checker(["It's Blue!"], ["red"])
        self.assertEqual(wrong, {
            "valid": False,
            "error_message": "None of the expected answers were found in the model response.",
            "error_type": "agentic:answer_not_found",
            "details": {"model_response": "It's Blue!", "possible_answers": ["red"],
                        "standardized_model_response": 'it"s blue!',
                        "standardized_possible_answers": ["red"]}})

    def test_convert_to_function_call(self):
        self.assertEqual(compat.convert_to_function_call([{"f": '{"a": 1, "b": "x"}'}, {"g": {}}]),
                         ["f(a=1,b='x')", "g()"])
        self.assertEqual(compat.convert_to_function_call({"f": {"a": None}}), ["f(a=None)"])

    def test_execution(self):
        def run(calls, entry_id="e_0", **options):
            return compat.execute_multi_turn_func_call(
                calls, {"GorillaFileSystem": {}}, ["GorillaFileSystem", "MathAPI"], "a/model-1",
                entry_id, **options)

        results, instances = run(["mkdir(dir_name='a')", "add(a=1, b=2)", "nope()"])
        self.assertEqual(results[:2], ["None", '{"result": 3}'])
        self.assertTrue(results[2].startswith("Error during execution: "))
        self.assertEqual(type(instances["GorillaFileSystem"]).__name__, "GorillaFileSystem")
        self.assertIn("a", run(["ls()"])[0][0])  # the services stay
        self.assertNotIn("a", json.loads(run(["ls()"], is_evaL_run=True)[0][0]).get(
            "current_directory_content", []))
        self.assertIn("root", vars(instances["GorillaFileSystem"]))
        self.assertEqual(vars(instances["MathAPI"]), {})
        with self.assertRaises(AttributeError):
            instances["MathAPI"].nothing
        compat.release_instances("e_0")
        self.assertNotIn("'a'", run(["ls()"])[0][0].replace('"', "'"))
        compat.release_instances()
        self.assertTrue(compat.is_empty_execute_response([]))
        self.assertTrue(compat.is_empty_execute_response([[]]))
        self.assertFalse(compat.is_empty_execute_response(["f()"]))

    def test_multi_turn_checker(self):
        for entry_id in self.dataset.ids("multi_turn_base"):
            entry = self.dataset.entry(entry_id)
            truth = entry["ground_truth"]
            right = [[calls] if calls else [] for calls in truth]

            def check(turns, entry=entry, truth=truth):
                return compat.multi_turn_checker(turns, truth, entry, "multi_turn_base", "m")

            self.assertEqual(check(right), {"valid": True})
            self.assertEqual(check(right + [[["nothing()"]]]), {"valid": True})
            empty = check([[] for _ in truth])
            self.assertEqual(empty["error_type"], "multi_turn:empty_turn_model_response")
            self.assertEqual(list(empty["details"]), ["execution_result"])
            with self.assertRaises(IndexError):
                check(right[:-1])

    def test_single_entries(self):
        handler = compat.Decoder("prompting")
        text = call_text(self.calls)

        def check(response):
            return compat._evaluate_single_ast_entry(
                handler, self.id, response, self.entry["ground_truth"], self.entry, "m",
                "simple_python", compat.Language.PYTHON, compat.ReturnFormat.PYTHON)

        self.assertEqual(check(text), {"valid": True})
        for response in ("no", "[1]", "[nope(x=1)]"):
            ours = self.dataset.score(self.id, response, decoder="prompting")
            result = check(response)
            self.assertEqual((result["valid"], result["error_type"], result["error"]),
                             (False, ours.error_type, ours.error))
        for category, response, valid in (("irrelevance", text, False), ("irrelevance", "no", True),
                                       ("live_relevance", text, True),
                                       ("live_relevance", "no", False)):
            result = compat._evaluate_single_relevance_entry(handler, "i", response, {}, "m", category)
            self.assertEqual(result["valid"], valid)
        entry_id = first_id(self.dataset, "multi_turn_base")
        entry = self.dataset.entry(entry_id)
        responses = [["[" + ", ".join(calls) + "]"] if calls else [] for calls in entry["ground_truth"]]
        for given in (responses, responses[:-1], "text", [["[nothing()]"]] * len(responses)):
            ours = self.dataset.score(entry_id, given, decoder="prompting")
            result = compat._evaluate_single_multi_turn_entry(
                handler, entry_id, given, entry["ground_truth"], dict(entry), "m",
                "multi_turn_base")
            self.assertEqual(result["valid"], ours.valid)
            if not ours.valid:
                self.assertEqual(result["error"]["error_type"], ours.error_type)
                self.assertEqual(result["error"]["error_message"], ours.error["error_message"])

    def test_agentic_entries(self):
        if not (SHARED / "bfcl-data").is_dir():
            print("SKIPPED: no dataset beside the checkout", file=sys.stderr)
            self.skipTest("no dataset")
        dataset = bfclx.Dataset.open(SHARED / "bfcl-data")
        handler = compat.Decoder("prompting")
        entry_id = first_id(dataset, "memory_kv")
        entry = dataset.entry(entry_id)
        for given in ([[entry["ground_truth"][0]]], [["no"]], [], "x", [["[f(x=1)]"]]):
            ours = dataset.score(entry_id, given, decoder="prompting")
            result = compat._evaluate_single_agentic_entry(
                handler, entry_id, given, entry["ground_truth"], dict(entry), "m", "memory_kv")
            self.assertEqual(result["valid"], ours.valid)
            if not ours.valid:
                self.assertEqual(result["error"], ours.error)

    def test_names(self):
        self.assertEqual(len(compat.ALL_CATEGORIES), 23)
        self.assertEqual(compat.parse_test_category_argument(["live", "multiple"]),
                         sorted([*compat.LIVE_CATEGORY, "multiple"]))
        with self.assertRaises(Exception):
            compat.parse_test_category_argument(["nothing"])
        self.assertTrue(compat.is_java("simple_java"))
        self.assertFalse(compat.is_java("simple_javascript"))
        self.assertTrue(compat.is_non_live("parallel"))
        self.assertFalse(compat.is_non_live("memory_kv"))
        self.assertEqual(compat.extract_test_category_from_id("live_simple_1-2-3"), "live_simple")
        self.assertEqual(compat.ModelStyle("claude"), compat.ModelStyle.ANTHROPIC)


class Recordings(unittest.TestCase):
    """ast_checker on recorded decoded calls gives the recorded errors."""

    def test_recorded(self):
        manifest = SHARED / "conformance" / "MANIFEST.json"
        if not manifest.is_file():
            print("SKIPPED: no recordings beside the checkout", file=sys.stderr)
            self.skipTest("no recordings")
        dataset = compat.use_dataset(SHARED / "bfcl-data")
        compared = 0
        for run in json.loads(manifest.read_text())["runs"]:
            folder = SHARED / "conformance" / run["golden_dir"]
            for golden in sorted(folder.rglob("*_golden.jsonl")) if folder.is_dir() else ():
                name = golden.name.removeprefix("BFCL_v4_").removesuffix("_golden.jsonl")
                if not any(part in name for part in ("simple", "multiple", "parallel")):
                    continue
                compat.MODEL_CONFIG_MAPPING["recorded"] = compat.ModelConfig(
                    "recorded", underscore_to_dot=run["underscore_to_dot"])
                lines = golden.read_text(encoding="utf-8").splitlines()
                for line in map(json.loads, lines[:: max(1, len(lines) // 25)]):
                    usable = ("decoded" in line and "decoded_repr" not in line
                              and line.get("error_type", "").partition(":")[0] not in
                              ("ast_decoder", "official_evaluator_error"))
                    if not usable or line["valid"] is None:
                        continue
                    entry = dataset.entry(line["id"])
                    language = compat.Language(
                        "java" if compat.is_java(name) else
                        "javascript" if compat.is_js(name) else "python")
                    result = compat.ast_checker(entry["function"], line["decoded"],
                                                entry["ground_truth"], language, name, "recorded")
                    with self.subTest(run=run["golden_dir"], id=line["id"]):
                        self.assertEqual(result["valid"], line["valid"])
                        if not line["valid"]:
                            self.assertEqual(json.loads(json.dumps(result["error"])), line["error"])
                            self.assertEqual(result["error_type"], line["error_type"])
                    compared += 1
        self.assertGreater(compared, 1000)
        print(f"compared {compared} results of ast_checker", file=sys.stderr)


if __name__ == "__main__":
    unittest.main()
