"""bfclx.Checker: calls against own functions and expected calls. What values are equal is tested in tests/unit/checker;
here: objects of Python as input, errors, batches, and that official matching is check_calls."""

import copy
import pickle
import random
import sys
import threading
import types
import unittest

import bfclx
from bfclx import any_of
from sample_case import SHARED

WEATHER = {"name": "get_weather", "parameters": {
    "type": "object", "required": ["city"], "properties": {
        "city": {"type": "string"}, "days": {"type": "integer", "minimum": 1},
        "unit": {"type": "string", "enum": ["c", "f"], "default": "c"}}}}  # fmt: skip
PARIS = {"name": "get_weather", "arguments": {"city": "Paris", "days": 2}}


def tool(function):
    return {"type": "function", "function": function}


def call(name="get_weather", **arguments):
    return {name: arguments}


class Check(unittest.TestCase):
    def test_matching(self):
        for match, found, valid in (
                ("official", {"city": "paris", "days": 2}, True), ("schema", {"city": "paris", "days": 2}, False),
                ("official", {"city": "Paris", "days": 2.0}, False), ("schema", {"city": "Paris", "days": 2.0}, True),
                ("exact", {"city": "Paris", "days": 2.0}, False), ("exact", {"city": "Paris", "days": 2}, True),
                ("schema", {"city": "Paris", "days": 2, "unit": "c"}, True),
                ("exact", {"city": "Paris", "days": 2, "unit": "c"}, False)):
            verdict = bfclx.Checker([tool(WEATHER)], match=match).check([call(**found)], PARIS)
            self.assertIs(verdict.valid, valid, (match, found))

    def test_the_verdict(self):
        checker = bfclx.Checker([tool(WEATHER)], match="schema")
        verdict = checker.check([call(city="Paris", days="2")], PARIS)
        self.assertFalse(verdict)
        self.assertEqual(verdict.error_type, "schema_match:type")
        self.assertEqual(verdict.error, ["The value '2' is not of the type integer."])
        self.assertEqual(verdict.decoded, [call(city="Paris", days="2")])
        self.assertEqual((verdict.why.rule, verdict.why.path), ("type", [0, "get_weather", "days"]))
        self.assertEqual((verdict.why.expected, verdict.why.found), ("integer", "2"))
        self.assertEqual(verdict.why.short, "days: '2' is str ≠ integer")
        self.assertEqual(str(verdict), "failed (schema_match:type): The value '2' is not of the type integer.\n"
                                       "  at        [0, 'get_weather', 'days']\n"
                                       "  expected  integer\n"
                                       "  found     '2'")
        self.assertEqual(str(checker.check([call(city="Paris", days=2)], PARIS)), "passed")
        self.assertEqual(pickle.loads(pickle.dumps(verdict)), verdict)
        verdict = checker.check([call(city="Rome", days=2)], PARIS)
        self.assertEqual((verdict.why.expected, verdict.why.found), (["Paris"], "Rome"))

    def test_alternatives(self):
        checker = bfclx.Checker(WEATHER, match="schema")
        either = {"name": "get_weather", "arguments": {"city": any_of("Paris", "Rome"), "days": any_of(1, optional=True)}}
        for arguments, valid in (({"city": "Rome"}, True), ({"city": "Paris", "days": 1}, True), ({"city": "Oslo"}, False),
                                 ({"city": "Rome", "days": 2}, False)):
            self.assertIs(checker.check([call(**arguments)], either).valid, valid, arguments)
        self.assertTrue(checker.check([], any_of(None, PARIS)).valid)
        self.assertTrue(checker.check([call(city="Paris", days=2)], any_of(None, PARIS)).valid)
        self.assertEqual(any_of(1, 2), {"any_of": [1, 2]})
        self.assertRaises(ValueError, any_of)

    def test_abstention(self):
        checker = bfclx.Checker(WEATHER)
        for calls in (None, [], "I cannot do that.", {"role": "assistant", "content": None}):
            self.assertTrue(checker.check(calls, None).valid, calls)
        self.assertEqual(checker.check([call(city="Paris")], None).why.rule, "unwanted_call")

    def test_order(self):
        second = {"name": "get_weather", "arguments": {"city": "Rome"}}
        calls = [call(city="Rome"), call(city="Paris", days=2)]
        for match in ("official", "schema", "exact"):
            checker = bfclx.Checker(WEATHER, match=match)
            self.assertTrue(checker.check(calls, [PARIS, second]).valid)
            self.assertFalse(checker.check(calls, [PARIS, second], order="given").valid)
            given = bfclx.Checker(WEATHER, match=match, order="given")
            self.assertEqual(given.order, "given")
            self.assertFalse(given.check(calls, [PARIS, second]).valid)
            self.assertTrue(given.check(calls, [PARIS, second], order="any").valid)
            self.assertTrue(given.check(calls[::-1], [PARIS, second]).valid)

    def test_objects_of_clients(self):
        function = types.SimpleNamespace(name="get_weather", arguments='{"city": "Paris", "days": 2}')
        made = types.SimpleNamespace(id="c", type="function", function=function)
        message = types.SimpleNamespace(role="assistant", content=None, tool_calls=[made])
        for match in ("official", "schema", "exact"):
            checker = bfclx.Checker([tool(WEATHER)], match=match)
            for calls in (message, [made], {"choices": [{"message": message}]}, [message],
                          '[get_weather(city="Paris", days=2)]'):
                self.assertTrue(checker.check(calls, PARIS).valid, calls)
        checker = bfclx.Checker(WEATHER, decoder="openai_fc")
        self.assertFalse(checker.check('[get_weather(city="Paris", days=2)]', PARIS).valid)

    def test_calls_without_arguments_and_tuples(self):
        functions = [{"name": "now"}, WEATHER]
        for match in ("official", "schema", "exact"):
            checker = bfclx.Checker(functions, match=match)
            for calls in ({"name": "now"}, [{"name": "now"}], ({"name": "now"},), ({"now": {}},),
                          {"name": "now", "arguments": None}, types.SimpleNamespace(name="now", arguments="{}")):
                for expected in ({"name": "now"}, ({"name": "now"},), {"name": "now", "arguments": {}}):
                    self.assertTrue(checker.check(calls, expected).valid, (calls, expected))
            self.assertTrue(checker.check(({"name": "now"}, call(city="Paris", days=2)), (PARIS, {"name": "now"})).valid)
            self.assertTrue(checker.check((), None).valid)
            self.assertFalse(checker.check(("now", 1), {"name": "now"}).valid)

    def test_a_value_without_calls(self):
        why = bfclx.Checker(WEATHER).check(42, PARIS).why
        self.assertEqual(why.text, "The response could be parsed, but not as calls: it is the value 42, not a list of calls "
                                   "with named parameters.")  # fmt: skip

    def test_objects_that_raise(self):
        class Broken:
            def model_dump(self):
                raise LookupError("no such field")

        checker = bfclx.Checker(WEATHER)
        good = ([call(city="Paris", days=2)], PARIS)
        for check, place in ((lambda: checker.check(Broken(), PARIS), "calls"),
                             (lambda: checker.check([{"get_weather": {"city": Broken()}}], PARIS), "calls"),
                             (lambda: checker.check([], Broken()), "expected"),
                             (lambda: checker.check_batch([good, (Broken(), PARIS)]), "pairs[1].calls"),
                             (lambda: checker.check_batch([good, ([], Broken())]), "pairs[1].expected")):
            with self.assertRaisesRegex(LookupError, "^no such field$") as caught:
                check()
            if sys.version_info >= (3, 11):
                self.assertEqual(caught.exception.__notes__, [f"while bfclx read `{place}`"])
        self.assertTrue(checker.check(*good).valid)

    def test_copies_and_threads(self):
        checker = bfclx.Checker([tool(WEATHER)], match="schema", order="given")
        for other in (pickle.loads(pickle.dumps(checker)), copy.deepcopy(checker)):
            self.assertEqual((other.functions, other.match, other.order, other.dialect),
                             (["get_weather"], "schema", "given", "json_schema"))
            self.assertTrue(other.check([call(city="Paris", days=2.0)], PARIS).valid)
        found = []

        def work():
            for _ in range(200):
                found.append(checker.check([call(city="Paris", days=2)], PARIS).valid)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [True] * 800)

    def test_batch(self):
        checker = bfclx.Checker(WEATHER, match="schema")
        pairs = [([call(city="Paris", days=n % 3)], PARIS) for n in range(2500)]
        verdicts = checker.check_batch(iter(pairs))
        self.assertEqual([verdict.valid for verdict in verdicts], [n % 3 == 2 for n in range(2500)])
        self.assertEqual(checker.check_batch([]), [])
        with self.assertRaisesRegex(bfclx.SchemaError, r"^pairs\[1\]\.expected\.name: unknown function") as caught:
            checker.check_batch([pairs[0], ([], {"name": "f"})])
        self.assertEqual(caught.exception.path, "pairs[1].expected.name")
        for wrong in (1, (1,), (1, None, 2), "abc"):
            with self.assertRaisesRegex(ValueError, r"^pairs\[1\] must be \(calls, expected\)$"):
                checker.check_batch([pairs[0], wrong])
        self.assertRaises(TypeError, checker.check_batch, 5)


class Faults(unittest.TestCase):
    def test_of_functions(self):
        for functions, path in (
                ([], "functions"), (5, "functions"), ([{"parameters": {}}], "functions[0]"),
                ([{"name": "f", "parameters": {"properties": {"x": {"type": "int"}}}}],
                 "functions[0].parameters.properties.x.type"),
                ({"tools": [{"name": "f", "inputSchema": {"properties": {"x": {"not": {}}}}}]},
                 "functions.tools[0].inputSchema.properties.x")):
            for match in ("official", "schema", "exact"):
                with self.assertRaises(bfclx.SchemaError) as caught:
                    bfclx.Checker(functions, match=match)
                self.assertEqual(caught.exception.path, path)
                self.assertTrue(str(caught.exception).startswith(path + ": "))
                self.assertIsInstance(caught.exception, bfclx.ConfigurationError)
        error = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(error), error.path), (str(caught.exception), path))

    def test_of_what_is_expected(self):
        either = {"name": "f", "arguments": {"x": {"kind": any_of("a", "b"), "v": any_of(1, "1")}}}
        union = {"name": "f", "parameters": {"properties": {"x": {"anyOf": [
            {"properties": {"kind": {"const": "a"}, "v": {"type": "integer"}}},
            {"properties": {"kind": {"const": "b"}, "v": {"type": "string"}}}]}}}}  # fmt: skip
        checker = bfclx.Checker(union, match="schema")
        self.assertTrue(checker.check([call("f", x={"kind": "b", "v": "1"})], either).valid)
        self.assertFalse(checker.check([call("f", x={"kind": "a", "v": "1"})], either).valid)
        either["arguments"]["x"]["v"] = any_of(1, None)
        with self.assertRaises(bfclx.SchemaError):
            checker.check([], either)
        for match in ("official", "schema", "exact"):
            checker = bfclx.Checker([tool(WEATHER)], match=match)
            for expected, path in (
                    ([], "expected"), (5, "expected"), ([PARIS, {"name": "f"}], "expected[1].name"),
                    ({"name": "get_weather"}, "expected.arguments"),
                    ({"name": "get_weather", "arguments": {"city": 5}}, "expected.arguments.city"),
                    ({"name": "get_weather", "arguments": {"city": any_of("a", 5)}}, "expected.arguments.city.any_of[1]"),
                    ({"name": "get_weather", "arguments": {"city": "a", "unit": "k"}}, "expected.arguments.unit"),
                    ({"name": "get_weather", "arguments": {"city": object()}}, "expected.arguments.city"),
                    ([{"get_weather": {"city": "a"}}], "expected[0].get_weather.city")):
                with self.assertRaises(bfclx.SchemaError, msg=expected) as caught:
                    checker.check([], expected)
                self.assertEqual(caught.exception.path, path)

    def test_of_options(self):
        for options, message in (({"match": "schem"}, "unknown match `schem`: expected official, schema or exact. Did you"),
                                 ({"dialect": "x"}, "unknown dialect `x`: expected json_schema or bfcl"),
                                 ({"order": "x"}, "unknown order `x`: expected any or given"),
                                 ({"decoder": "promting"}, "unknown decoder `promting`. Did you mean prompting.* `bfclx.decoders\\(\\)` lists"),
                                 ({"decoder": "x" * 9}, "unknown decoder `x{9}`. `bfclx.decoders\\(\\)` lists them"),
                                 ({"decoder": "auto"}, "'auto' needs a dataset")):
            with self.assertRaisesRegex(bfclx.UnknownNameError, message):
                bfclx.Checker(WEATHER, **options)
        self.assertRaises(bfclx.UnknownNameError, bfclx.Checker(WEATHER).check, [], PARIS, order="x")
        self.assertRaises(TypeError, bfclx.Checker)


class Official(unittest.TestCase):
    """Official matching is check_calls, to the last member of the verdict."""

    def compare(self, dataset, categories):
        compared = 0
        for category in categories:
            pairing = "parallel" if "parallel" in category else "multiple"
            for entry_id in dataset.ids(category):
                entry = dataset.entry(entry_id)
                functions, answers = entry["function"], entry["ground_truth"]
                first = [{name: {key: values[0] for key, values in parameters.items() if values and values[0] != ""}
                          for name, parameters in answer.items()} for answer in answers]
                texts = [{name: {key: str(value) for key, value in given.items()} for name, given in one.items()}
                         for one in first]
                calls = [first, first[::-1], first[:-1], texts, [], "no call", None, [call("x")] * len(first)]
                try:
                    checker = bfclx.Checker(functions, dialect="bfcl")
                    found = checker.check_batch([(one, answers) for one in calls])
                except bfclx.SchemaError:
                    with self.assertRaises(bfclx.ConfigurationError, msg=entry_id):
                        bfclx.check_calls(functions, answers, [], category=pairing)
                    continue
                for one, verdict in zip(calls, found):
                    if one is None or one == "no call":
                        self.assertFalse(verdict.valid)
                        continue
                    wanted = bfclx.check_calls(functions, answers, one, category=pairing)
                    self.assertEqual(verdict.to_dict(), wanted.to_dict(), (entry_id, one))
                    compared += 1
        return compared

    def categories(self, dataset):
        return [one["name"] for one in bfclx.categories() if one["judging"] == "calls" and one["language"] == "python"
                and one["name"] in dataset.categories() and one["name"] not in ("format_sensitivity", "sql")]

    def test_the_sample(self):
        dataset = bfclx.Dataset.sample()
        self.assertGreater(self.compare(dataset, self.categories(dataset)), 100)

    def test_the_dataset(self):
        if not (SHARED / "bfcl-data").is_dir():
            self.skipTest("SKIPPED: no dataset")
        dataset = bfclx.Dataset.open(SHARED / "bfcl-data")
        self.assertGreater(self.compare(dataset, self.categories(dataset)), 10000)


class Hostile(unittest.TestCase):
    def values(self, seed, count):
        rng = random.Random(seed)
        leaves = [None, True, 0, -1, 2**63, 10**50, 1.5, float("nan"), float("inf"), "", "x", "none", "\ud800", "\0", b"x", ...,
                  object(), (1,), {1}, len, "[f(x=1)]", '{"x": 1}', "#/properties/x", "object", "string"]
        keys = ["name", "arguments", "any_of", "optional", "f", "x", "type", "properties", "items", "anyOf", "oneOf", "allOf",
                "$ref", "enum", "const", "default", "required", "additionalProperties", "parameters", "function", "tools", 1, None,
                "minimum", "maxLength", "format", "nullable", "role", "content", "tool_calls", "prefixItems", "pattern"]

        def build(depth):
            kind = rng.randrange(6 if depth < 6 else 2)
            if kind < 2:
                return rng.choice(leaves)
            if kind < 5:
                return {rng.choice(keys): build(depth + 1) for _ in range(rng.randrange(4))}
            return [build(depth + 1) for _ in range(rng.randrange(4))]

        return [build(0) for _ in range(count)]

    def test_calls_never_raise(self):
        pairs = [(value, PARIS) for value in self.values(1, 5000)]
        for match in ("official", "schema", "exact"):
            verdicts = bfclx.Checker(WEATHER, match=match).check_batch(pairs)
            self.assertFalse(any(verdict.valid for verdict in verdicts))
        free = bfclx.Checker({"name": "f", "parameters": {"type": "object", "properties": {"x": {}}}}, match="schema")
        for value in self.values(2, 2000):
            verdict = free.check([{"f": {"x": value}}], {"name": "f", "arguments": {"x": [1, {"a": None}]}})
            self.assertFalse(verdict.valid)
            self.assertTrue(verdict.why.short)

    def test_schemas_and_expectations_raise_schema_errors_alone(self):
        made = 0
        for value in self.values(3, 6000):
            for functions in (value, {"name": "f", "parameters": {"properties": {"x": value}}}):
                for match in ("official", "schema"):
                    try:
                        bfclx.Checker(functions, match=match)
                        made += 1
                    except bfclx.SchemaError as error:
                        self.assertTrue(str(error).startswith(error.path + ": "))
        self.assertGreater(made, 500)
        checker = bfclx.Checker({"name": "f", "parameters": {"type": "object", "properties": {"x": {}}}}, match="schema")
        read = 0
        for value in self.values(4, 6000):
            for expected in (value, {"name": "f", "arguments": {"x": value}}):
                try:
                    checker.check(value, expected)
                    read += 1
                except bfclx.SchemaError as error:
                    self.assertTrue(str(error).startswith(error.path + ": "))
        self.assertGreater(read, 500)

    def test_depth_and_circles(self):
        deep = {"type": "array"}
        for _ in range(5000):
            deep = {"items": deep}
        circle = {"type": "array"}
        circle["items"] = circle
        for schema in (deep, circle):
            self.assertRaises(bfclx.SchemaError, bfclx.Checker, {"name": "f", "parameters": {"properties": {"x": schema}}},
                              match="schema")
        nested = []
        for _ in range(100000):
            nested = [nested]
        looped = []
        looped.append(looped)
        checker = bfclx.Checker({"name": "f", "parameters": {"properties": {"x": {"type": "array"}}}}, match="schema")
        for value in (nested, looped):
            self.assertFalse(checker.check([{"f": {"x": value}}], {"name": "f", "arguments": {"x": [[]]}}).valid)
            self.assertRaises(bfclx.SchemaError, checker.check, [], {"name": "f", "arguments": {"x": value}})


if __name__ == "__main__":
    unittest.main()
