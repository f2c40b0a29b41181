"""The conformance set of our own making: `bfclx score` against the official verdicts, response by response.

    own_test.py PROGRAM

Needs nothing beside the checkout. `valid`, `error_type` and `error` must be the official ones to the
character; where the official evaluator itself ends with an exception, the verdict must name it. What is in
the set is counted, so that none of it can go missing.
"""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import own_set  # noqa: E402

PROGRAM = None
RESPONSES = 779
PASSED = 275
DECODERS = 38

# Every category of v4 and format sensitivity.
CATEGORIES = {
    "simple_python", "simple_java", "simple_javascript", "multiple", "parallel", "parallel_multiple",
    "irrelevance", "live_simple", "live_multiple", "live_parallel", "live_parallel_multiple",
    "live_irrelevance", "live_relevance", "multi_turn_base", "multi_turn_miss_func",
    "multi_turn_miss_param", "multi_turn_long_context", "memory_kv", "memory_vector", "memory_rec_sum",
    "web_search_base", "web_search_no_snippet", "format_sensitivity",
}  # fmt: skip

# Every error type that the official evaluator can give.
ERROR_TYPES = {
    "agentic:answer_not_found", "agentic:inference_error", "agentic:no_last_message",
    "ast_decoder:decoder_failed", "ast_decoder:decoder_wrong_output_format",
    "irrelevance_error:decoder_success", "relevance_error:decoder_failed",
    "multi_turn:empty_turn_model_response", "multi_turn:execution_response_mismatch",
    "multi_turn:force_terminated", "multi_turn:inference_error", "multi_turn:instance_state_mismatch",
    "multiple_function_checker:wrong_count", "parallel_function_checker_no_order:cannot_find_match",
    "parallel_function_checker_no_order:wrong_count", "simple_function_checker:missing_optional",
    "simple_function_checker:missing_required", "simple_function_checker:unexpected_param",
    "simple_function_checker:wrong_count", "simple_function_checker:wrong_func_name",
    "type_error:java", "type_error:js", "type_error:nested", "type_error:simple",
    "value_error:dict_key", "value_error:dict_value", "value_error:list/tuple",
    "value_error:list_dict_count", "value_error:others", "value_error:string",
}  # fmt: skip


def error_type_of(verdict):
    """Of episodes and agentic entries it stands inside of `error`."""
    error = verdict.get("error")
    inside = error.get("error_type") if isinstance(error, dict) else None
    return verdict.get("error_type") or inside


def expected_of(line):
    """What our verdict must say, as JSON texts by field."""
    if "raises" in line:
        kind, _, message = line["raises"].partition(": ")
        return {"valid": False, "error_type": "official_evaluator_error:" + kind, "error": [message]}
    return {key: line[key] for key in ("valid", "error_type", "error") if key in line}


def ours_of(verdict):
    found = {key: verdict[key] for key in ("valid", "error_type", "error") if key in verdict}
    error = found.get("error")
    if isinstance(error, dict):
        error.pop("execution_result", None)
        if isinstance(error.get("details"), dict):
            error["details"].pop("execution_result", None)
    return found


def check(folder, dataset, decoder, responses):
    """{(run, id): our verdict} of all responses of one decoder."""
    for response in responses:
        category = own_set.category_of(response["id"])
        path = folder / "result" / decoder / response["run"] / f"BFCL_v4_{category}_result.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"id": response["id"], "result": response["result"]}) + "\n")
    verdicts = folder / f"{decoder}.jsonl"
    dotted = "yes" if own_set.decoders()[decoder]["underscore_to_dot"] else "no"
    done = subprocess.run(
        [PROGRAM, "check", folder / "result" / decoder, "--dataset", dataset, "--decoder", decoder,
         "--underscore-to-dot", dotted, "--verdicts", verdicts, "--today", "2026-11-21"],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{decoder}: exit code {done.returncode}: {done.stderr}"
    return {(line["model"], line["id"]): line for line in own_set.lines(verdicts)}


class OwnSet(unittest.TestCase):
    maxDiff = None

    def test_verdicts_are_the_official_ones(self):
        responses = own_set.responses()
        expected = own_set.lines(own_set.HERE / "expected.jsonl")
        self.assertEqual([(line["run"], line["id"]) for line in expected],
                         [(line["run"], line["id"]) for line in responses],
                         "expected.jsonl is not of these responses: tests/conformance/own/record")
        by_decoder = collections.defaultdict(list)
        for response in responses:
            by_decoder[own_set.decoder_of(response["run"])].append(response)
        ours = {}
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            dataset = own_set.write_dataset(folder / "dataset")
            for decoder, given in by_decoder.items():
                ours |= check(folder, dataset, decoder, given)
        self.assertEqual(len(ours), len(expected))
        for line in expected:
            verdict = ours.get((line["run"], line["id"]))
            with self.subTest(run=line["run"], id=line["id"]):
                self.assertIsNotNone(verdict, "no verdict")
                self.assertEqual(ours_of(verdict), expected_of(line))
        print(f"{len(expected)} verdicts of {len(by_decoder)} decoders compared")

    def test_nothing_went_missing(self):
        expected = own_set.lines(own_set.HERE / "expected.jsonl")
        self.assertEqual(len(expected), RESPONSES)
        self.assertEqual(sum(line["valid"] is True for line in expected), PASSED)
        self.assertEqual({own_set.category_of(line["id"]) for line in expected}, CATEGORIES)
        self.assertEqual(len({own_set.decoder_of(line["run"]) for line in expected}), DECODERS)
        types = {error_type_of(line) for line in expected if line["valid"] is False}
        self.assertEqual(types, ERROR_TYPES)
        self.assertEqual(sum("raises" in line for line in expected), 1)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
