"""Data of one's own: function docs and ground truth that cannot be right are errors that name the place, never a
score; those that map onto BFCL's types are judged."""

import datetime
import os
import random
import types
import unittest
import unittest.mock

import bfclx
from bfclx.rewards import shaping, trl, verl


def doc(properties, **more):
    return {"name": "f", "parameters": {"type": "object", "properties": properties, **more}}


def check(properties, alternatives, value, **options):
    return bfclx.check_calls([doc(properties)], [{"f": {"x": alternatives}}], [{"f": {"x": value}}],
                             **{"category": "simple", **options})


class CheckCalls(unittest.TestCase):
    def test_json_schema_is_judged(self):
        for properties, alternatives, right, wrong in (
                ({"x": {"type": "number"}}, [5], [5, 5.0], [6, "5", True, None]),
                ({"x": {"type": "number"}}, [1.5, ""], [1.5], [1]),
                ({"x": {"type": "object", "properties": {"k": {"type": ["string", "null"]}}}},
                 [{"k": ["A", "b"], "n": [{"deep": 1}, ""]}],
                 [{"k": "a"}, {"k": "B", "n": {"deep": 1}}], [{"k": "c"}, {}, {"k": "a", "o": 1}, "a", [1]]),
                ({"x": {"type": "array", "items": {"type": "number"}}}, [[1.5, 2.5]], [[1.5, 2.5]], [[1.5], "x"]),
                ({"x": {"type": "array", "items": {"type": "object"}}}, [[{"k": [1]}]], [[{"k": 1}]],
                 [[{"k": 2}], [1], [[]], {"k": 1}])):
            for value in right:
                self.assertTrue(check(properties, alternatives, value).valid, (properties, value))
            for value in wrong:
                verdict = check(properties, alternatives, value)
                self.assertFalse(verdict.valid, (properties, value))
                self.assertNotIn("official_evaluator_error", verdict.error_type)

    def test_a_category_implies_its_language(self):
        long = {"x": {"type": "long"}}
        for options in ({"category": "simple_java"}, {"category": "simple_java", "language": "java"},
                        {"category": "simple", "language": "java"}, {"category": "multiple", "language": "java"}):
            self.assertTrue(check(long, [5], "5L", **options).valid, options)
        for options in ({"category": "simple_java", "language": "python"},
                        {"category": "simple_java", "language": "javascript"},
                        {"category": "simple_python", "language": "java"}):
            with self.assertRaisesRegex(bfclx.ConfigurationError, "language: entries of .* are in"):
                check({"x": {"type": "integer"}}, [5], 5, **options)
        # (The official parser takes no Java call with one short argument.)
        info = {"functions": [doc({**long, "y": {"type": "integer"}})], "category": "simple_java"}
        reward = lambda: verl.compute_score("own", "[f(x=5L, y=2)]", [{"f": {"x": [5], "y": [2]}}], info,
                                            dataset="sample", decoder="prompting")
        self.assertEqual(reward(), 1.0)
        info["language"] = "python"
        self.assertRaises(bfclx.ConfigurationError, reward)

    def test_openai_wrapper_and_absent_members(self):
        tool = {"type": "function", "function": doc({"x": {"type": "integer"}, "y": {"type": "string"}})}
        answer = [{"f": {"x": [1], "y": ["", "a"]}}]
        for functions in ([tool], tool, [tool["function"]]):
            for value, valid in ((1, True), (2, False)):
                self.assertIs(bfclx.check_calls(functions, answer, [{"f": {"x": value}}], category="parallel").valid,
                              valid)
        call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": '{"x": 1}'}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        for calls in ([call], message, {"choices": [{"message": message}]}):
            self.assertTrue(bfclx.check_calls([tool], answer, calls, category="simple").valid)

    def test_what_parquet_adds_is_dropped(self):
        functions = [doc({"x": {"type": "integer", "items": None, "enum": None}, "z": None}, required=None)]
        answers = [{"f": {"x": [1], "z": None}, "g": None}]
        self.assertTrue(bfclx.check_calls(functions, answers, [{"f": {"x": 1}}], category="parallel").valid)

    def test_what_cannot_be_judged_is_an_error(self):
        place = r"functions\[0\]\.parameters\.properties\.x"
        for properties, message in (
                ({"x": {"type": "null"}}, place + r"\.type: .null. is not a BFCL type"),
                ({"x": {"type": ["string", "null"]}}, place + r"\.type: .* is not a single type"),
                ({"x": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, place + ": `anyOf`"),
                ({"x": {"$ref": "#/x"}}, place + r": `\$ref`"),
                ({"x": {}}, place + ": `type` is missing"),
                ({"x": None}, "f.x: the function has no such parameter"),
                ({"x": {"type": "array"}}, place + ".*add `items`"),
                ({"x": {"type": "strng"}}, place + r"\.type")):
            with self.assertRaisesRegex(bfclx.ConfigurationError, message):
                check(properties, ["a"], "a")
        integer = {"x": {"type": "integer"}}
        for alternatives in ([], 1, None, {"k": 1}):
            with self.assertRaisesRegex(bfclx.ConfigurationError, "possible_answer|properties"):
                bfclx.check_calls([doc(integer, required=["x"])], [{"f": {"x": alternatives}}], [{"f": {"x": 1}}],
                                  category="simple")
        with self.assertRaisesRegex(ValueError, "unknown function 'g'"):
            bfclx.check_calls([doc(integer)], [{"g": {}}], [{"g": {}}], category="multiple")
        with self.assertRaisesRegex(ValueError, "expected a list, got int"):
            bfclx.check_calls(5, [{"f": {}}], [], category="simple")

    def test_categories(self):
        for category in ("simple", "simple_python", "multiple", "parallel", "parallel_multiple", "live_multiple"):
            self.assertTrue(check({"x": {"type": "integer"}}, [1], 1, category=category).valid)
        for category in ("paralel", "", "multi_turn_base", "irrelevance", "all"):
            with self.assertRaises(ValueError):
                check({"x": {"type": "integer"}}, [1], 1, category=category)
        with self.assertRaises(bfclx.UnknownNameError):
            check({"x": {"type": "integer"}}, [1], 1, language="cobol")

    def test_no_calls_raise(self):
        deep = []
        for _ in range(10000):
            deep = [deep]
        for calls in (None, 42, "hello", "[f(x=1)]", [], [{}], [{"f": 5}], [{"f": {"x": deep}}], {"f": {"x": 1}}, deep,
                      [{1: {2: 3}}], [{"f": {}, "g": {}}], {"tool_calls": [{}]}, {"role": "assistant"}, object(),
                      [{"function": {"name": [], "arguments": {}}}], [{"function": {"name": "f", "arguments": "{"}}]):
            verdict = bfclx.check_calls([doc({"x": {"type": "integer"}})], [{"f": {"x": [1]}}], calls,
                                        category="simple")
            self.assertFalse(verdict.valid, calls)


class OwnRewards(unittest.TestCase):
    functions = [doc({"x": {"type": "number"}, "s": {"type": "string"}})]
    answers = [{"f": {"x": [1], "s": ["a", ""]}}, {"f": {"x": [2], "s": [""]}}]

    def reward(self, response, answers=None, info=None, **options):
        return verl.compute_score("own", response, self.answers if answers is None else answers,
                                  {"functions": self.functions, **(info or {})}, **options)

    def test_forms_of_responses(self):
        def call(number, text):
            return {"id": str(number), "type": "function", "function": {"name": "f", "arguments": text}}

        def said(*calls):
            return {"role": "assistant", "content": None, "tool_calls": list(calls)}

        one, two = call(1, '{"x": 1}'), call(2, '{"x": 2}')
        tool = {"role": "tool", "content": "ok", "tool_call_id": "1"}
        done = {"role": "assistant", "content": "Done."}
        for response in ("[f(x=1), f(x=2)]", "<think>f(x=3)?</think>\n[f(x=1), f(x=2)]",
                         " <think>\n</think>[f(x=1), f(x=2)]", "<think>a</think>\n<think>b</think>[f(x=1), f(x=2)]",
                         "I think.\n</think>\n\n[f(x=1), f(x=2)]",
                         said(one, two), [one, two], [said(one, two), tool, tool, done],
                         [said(one), tool, said(two), tool, done], [{"f": '{"x": 1}'}, {"f": '{"x": 2}'}],
                         [{"f": '{"x": 1}', "g": None}, {"f": '{"x": 2}', "g": None}],
                         [{"role": "assistant", "content": "[f(x=1)]", "tool_calls": None}, tool,
                          {"role": "assistant", "content": "<think>.</think>[f(x=2)]"}, done],
                         {"choices": [{"message": said(one, two)}]}):
            self.assertEqual(self.reward(response), 1.0, response)
        for response in ("<think>[f(x=1), f(x=2)]", "[f(x=1), f(x=2)]</think>", said(one), done, [done], [said(one), tool],
                         [], None, "", 42):
            self.assertEqual(self.reward(response), 0.0, response)
        self.assertEqual(self.reward("<think></think>[f(x=1), f(x=2)]", strip_thinking=False), 0.0)
        # A text may hold the tag.
        self.assertEqual(self.reward("[f(x=1, s='</think>a')]", [{"f": {"x": [1], "s": ["</think>a"]}}]), 1.0)

    def test_credits(self):
        self.assertEqual(self.reward("[f(x=1), f(x=9)]"), 0.0)
        self.assertEqual(self.reward("[f(x=1), f(x=9)]", credit="by_call"), 0.5)
        self.assertEqual(self.reward("[f(x=1)]", credit="by_call"), 0.5)
        self.assertEqual(self.reward("[f(x=1), f(x=2)]", credit="by_call"), 1.0)
        self.assertEqual(self.reward("[f(x=1), f(x=9)]", credit="by_turn"), 0.0)

    def test_faults_of_the_set_up_raise(self):
        for options in ({"credit": "by_cal"}, {"decoder": "promting"}, {"info": {"category": "paralel"}},
                        {"info": {"language": "cobol"}}, {"info": {"functions": None}}, {"info": {"functions": "["}},
                        {"info": {"functions": [doc({"x": {"type": ["number", "null"]}})]}}, {"answers": "[1"},
                        {"answers": []}, {"answers": [{"f": {"y": [1]}}]}, {"answers": 5},
                        {"decoder": "auto"}):
            with self.assertRaises(ValueError, msg=options):
                self.reward("[f(x=1)]", **options)
        with self.assertRaisesRegex(TypeError, "decodr"):
            self.reward("[f(x=1)]", decodr="prompting")
        with self.assertRaisesRegex(TypeError, "thread"):
            verl.compute_scores([""], ["x"], ["i"], [{}], dataset="sample", thread=2)
        with self.assertRaisesRegex(TypeError, "decodr"):
            trl.Reward("sample", decodr="prompting")
        with self.assertRaisesRegex(ValueError, "row 1: possible_answer.*f.y"):
            verl.compute_scores([""] * 2, ["x"] * 2, [self.answers, [{"f": {"y": [1]}}]],
                                [{"functions": self.functions}] * 2)
        with self.assertRaisesRegex(ValueError, "dataset: missing"):
            verl.compute_score("", "x", "simple_python_0", {})
        with unittest.mock.patch.dict(os.environ, {"BFCLX_DATASET": "sample"}):
            self.assertEqual(verl.compute_score("", "x", "simple_python_90000", {}), 0.0)
        # What verl itself hands over is no unknown keyword.
        self.assertEqual(self.reward("x", reward_router_address=None, reward_model_tokenizer=None), 0.0)

    def test_a_decoder_of_texts_and_tool_calls(self):
        message = {"role": "assistant", "content": "", "tool_calls": [
            {"type": "function", "function": {"name": "f", "arguments": '{"x": 1}'}}]}
        with self.assertRaisesRegex(bfclx.ConfigurationError, "'prompting' parses text"):
            self.reward(message, decoder="prompting")
        self.assertEqual(self.reward([message, message], credit="by_call"), 0.5)
        self.assertEqual(self.reward(message, [self.answers[0]], decoder="openai_fc"), 1.0)
        self.assertEqual(self.reward("no call", decoder="openai_fc"), 0.0)

    def test_a_broken_response_costs_itself_alone(self):
        responses = ["[f(x=1), f(x=2)]", "hello", 42, None, "[f(", "[f(x=1), f(x=2)]", "[lambda: 1]", "\ud800", b"\xff"]
        rewards = verl.compute_scores([""] * 9, responses, [self.answers] * 9, [{"functions": self.functions}] * 9)
        self.assertEqual(rewards, [1.0, 0, 0, 0, 0, 1.0, 0, 0, 0])

    def test_arrays(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("SKIPPED: numpy is not installed")
        functions = numpy.array(self.functions, dtype=object)
        answers = numpy.array([{"f": {"x": numpy.array([1]), "s": numpy.array([""], dtype=object)}}], dtype=object)
        self.assertEqual(verl.compute_score("", "[f(x=1)]", answers, {"functions": functions}), 1.0)


class Hostile(unittest.TestCase):
    def test_random_responses(self):
        """Objects of any kind, in the forms of messages, calls and turns: a reward for each, single and in a batch."""
        rng = random.Random(11)
        leaves = [None, True, 0, -1, 2**63, 10**50, 1.5, float("nan"), "", "x", "[f(x=1)]", "<think>", "</think>", "\ud800",
                  "\0", "{", "[", '{"x": 1}', "lambda: 0", "f(", b"\xff", ..., object(), range(3), (1,), {1}, len,
                  datetime.date(2020, 1, 1), types.SimpleNamespace(role="assistant", content="x", tool_calls=None)]
        names = ["role", "content", "tool_calls", "function", "name", "arguments", "type", "text", "choices", "message",
                 "output", "f", "x", "", "lambda", None, 1]

        def build(depth):
            kind = rng.randrange(7 if depth < 6 else 2)
            if kind < 2:
                return rng.choice(leaves)
            if kind == 2:
                return {rng.choice(names): build(depth + 1) for _ in range(rng.randrange(4))}
            if kind == 3:
                return {"role": rng.choice(["assistant", "user", "tool", 5]), "content": build(depth + 2),
                        "tool_calls": build(depth + 1)}
            if kind == 4:
                return {"type": "function", "function": {"name": build(6), "arguments": build(5)}}
            return [build(depth + 1) for _ in range(rng.randrange(4))]

        dataset = bfclx.Dataset.sample()
        ids = [dataset.ids(category)[0] for category in dataset.categories()]
        responses = [build(0) for _ in range(3000)]
        wanted = [ids[at % len(ids)] for at in range(len(responses))]
        info = {"functions": OwnRewards.functions}
        for credit in ("official", "by_call", "by_turn"):
            together = verl.compute_scores(wanted, responses, wanted, [None] * len(wanted), dataset=dataset, credit=credit)
            own = verl.compute_scores(wanted, responses, [OwnRewards.answers] * len(wanted), [info] * len(wanted),
                                      credit=credit)
            self.assertTrue(all(0.0 <= one <= 1.0 for one in (*together, *own)))
            for at in range(0, len(responses), 7):
                self.assertEqual(verl.compute_score("", responses[at], wanted[at], None, dataset=dataset, credit=credit),
                                 together[at])
        self.assertEqual(trl.Reward(dataset)([""] * len(wanted), responses, entry_id=wanted),
                         verl.compute_scores(wanted, responses, wanted, [None] * len(wanted), dataset=dataset))

    def test_by_call_of_hostile_names(self):
        dataset = bfclx.Dataset.sample()
        for category in ("simple_python", "parallel", "simple_java", "multi_turn_base"):
            entry_id = dataset.ids(category)[0]
            for name in ("lambda", "\ud800", "f(", "__import__('os').system", "a" * 100000, "1", "", "f.g.h", "None"):
                response = [{name: "{}"}, {name: '{"x": [1'}, {name: "1" * 5000}]
                if category == "multi_turn_base":
                    response = [[response]]
                for credit in ("by_call", "by_turn", "official"):
                    self.assertEqual(verl.compute_score("", response, entry_id, {}, dataset=dataset, credit=credit), 0.0)
                verdict = dataset.score(entry_id, response, decoder="openai_fc")
                self.assertEqual(shaping.by_call(dataset, verdict), 0.0)


if __name__ == "__main__":
    unittest.main()
