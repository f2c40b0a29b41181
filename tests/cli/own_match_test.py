"""Benchmarks of one's own whose calls are compared by schema, exactly or in a given order."""

import json

from cli_case import main
from own_case import Own

TOOLS = [{"name": "pay", "parameters": {"type": "object", "required": ["amount"], "properties": {
              "amount": {"type": "number"}, "note": {"type": "string"},
              "when": {"type": "string", "format": "date-time"},
              "unit": {"type": "string", "default": "EUR"}}}},
         {"name": "log", "parameters": {"type": "object", "properties": {"data": {"type": "object"}}}}]


def pay(**arguments):
    return {"name": "pay", "arguments": arguments}


def log(data):
    return {"name": "log", "arguments": {"data": data}}


DEEP = {"a": {"b": {"any_of": ["x", "y"]}}}
CASES = [
    {"id": "number", "question": "Pay 5.", "tools": ["pay"], "expected": [pay(amount=5)]},
    {"id": "exact", "question": "Pay 6.", "tools": ["pay"], "match": "exact", "expected": [pay(amount=6)]},
    {"id": "loose", "question": "Pay 7.", "tools": ["pay"], "match": "official", "expected": [pay(amount=7.0, note="Rent")]},
    {"id": "time", "question": "Pay 8 at noon.", "tools": ["pay"],
     "expected": "pay(amount=8, when='2026-01-01T12:00:00Z')"},
    {"id": "deep", "question": "Log it.", "expected": log(DEEP)},
    {"id": "either", "question": "Log or pay.", "expected": {"any_of": [[log({"z": 1})], [pay(amount=1)], "none"]}},
    {"id": "order", "question": "Pay, then log.", "order": "given", "expected": [pay(amount=1), log({"k": ""})]},
    {"id": "official-order", "question": "Pay 1, then 2.", "tools": ["pay"], "match": "official", "order": "given",
     "expected": [pay(amount=1.0), pay(amount=2.0)]},
    {"id": "none", "question": "A joke?", "order": "given", "expected": "none"},
]
IDS = {"number": "simple_python_0", "exact": "simple_python_1", "loose": "simple_python_2", "time": "simple_python_3",
       "deep": "multiple_0", "either": "multiple_1", "order": "parallel_multiple_0", "official-order": "parallel_0",
       "none": "irrelevance_0"}
# Of each case a response that passes and one that fails, with the error type that it has.
RESPONSES = {
    "number": ("[pay(amount=5.0, unit='EUR')]", "[pay(amount=5.5)]", "schema_match:value"),
    "exact": ("[pay(amount=6)]", "[pay(amount=6.0)]", "exact_match:value"),
    "loose": ("[pay(amount=7.0, note='RENT.')]", "[pay(amount=7.0, note='rental')]", "value_error:string"),
    "time": ("[pay(amount=8, when='2026-01-01T13:00:00+01:00')]", "[pay(amount=8)]", "schema_match:missing_optional"),
    "deep": ("[log(data={'a': {'b': 'y'}})]", "[log(data={'a': {'b': 'z'}})]", "schema_match:value"),
    "either": ("I cannot say.", "[pay(amount=2)]", "schema_match:value"),
    "order": ("[pay(amount=1), log(data={'k': ''})]", "[log(data={'k': ''}), pay(amount=1)]", "schema_match:wrong_func_name"),
    "official-order": ("[pay(amount=1.0), pay(amount=2.0)]", "[pay(amount=2.0), pay(amount=1.0)]", "value_error:others"),
    "none": ("No.", "[log()]", "irrelevance_error:decoder_success"),
}


class OwnMatch(Own):
    def setUp(self):
        super().setUp()
        self.new(TOOLS, "--match", "schema")
        self.add(CASES)

    def results(self, which, folder):
        for name, responses in RESPONSES.items():
            category = IDS[name].rsplit("_", 1)[0]
            path = self.folder / folder / "m" / f"BFCL_v4_{category}_result.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"id": IDS[name], "result": responses[which]}) + "\n")

    def test_what_is_kept(self):
        manifest = json.loads((self.folder / "my-bench/dataset.json").read_text("utf-8"))
        self.assertEqual(manifest["match"], "schema")
        simple = self.entries("simple_python")
        self.assertEqual([entry.get("match") for entry in simple], [None, "exact", "official", None])
        self.assertEqual([entry["own_id"] for entry in simple], ["number", "exact", "loose", "time"])
        truth = {line["id"]: line["ground_truth"] for line in self.entries("simple_python", "data/possible_answer")}
        self.assertEqual(truth["simple_python_0"], [pay(amount=5)])
        self.assertEqual(truth["simple_python_2"], [{"pay": {"amount": [7.0], "note": ["Rent"]}}])
        self.assertEqual(truth["simple_python_3"], [pay(amount=8, when="2026-01-01T12:00:00Z")])
        multiple = [line["ground_truth"] for line in self.entries("multiple", "data/possible_answer")]
        self.assertEqual(multiple, [[log(DEEP)], CASES[5]["expected"]])
        self.assertEqual(self.entries("parallel_multiple")[0]["order"], "given")
        (order,) = self.entries("parallel")
        self.assertEqual((order["match"], order["order"]), ("official", "given"))
        self.assertNotIn("order", self.entries("irrelevance")[0])

    def test_verdicts(self):
        self.results(0, "good")
        self.results(1, "bad")
        out = self.run_program("score", "good", "--dataset", "my-bench", "--decoder", "prompting")
        self.assertIn("9 of 9 passed", " ".join(out.split()))
        for name, (_, bad, error_type) in RESPONSES.items():
            out = self.run_program("show", "bad", name, "--dataset", "my-bench", "--decoder", "prompting")
            self.assertIn(error_type, out, name)
            self.assertIn("failed", out, name)
            self.assertEqual("official evaluator" in out, "_match:" not in error_type, name)
        out = self.run_program("compare", "good/m", "bad/m", "--dataset", "my-bench", "--decoder", "prompting")
        self.assertIn("9", out)

    def test_show(self):
        self.results(1, "bad")

        def truth(name):
            out = self.run_program("show", "bad", name, "--dataset", "my-bench", "--decoder", "prompting")
            return out[out.index("Ground truth"):out.index("Verdict")]

        self.assertIn("Ground truth, match schema\n", truth("number"))
        self.assertIn("amount: 5\n", truth("number"))
        self.assertIn("unit: 'EUR', or omitted\n", truth("number"))
        self.assertIn("Ground truth, match exact\n", truth("exact"))
        self.assertIn("Ground truth\n", truth("loose"))
        self.assertIn("Ground truth, match schema, calls in the given order\n", truth("order"))
        self.assertIn("{'k': ''}", truth("order"))
        either = truth("either").split()
        self.assertEqual(either.count("or") - either.count("or,"), 3)  # two between alternatives, one before "omitted"
        self.assertIn("no call", truth("either"))

    def test_validate_and_report(self):
        out = self.run_program("dataset", "validate", "my-bench")
        self.assertRegex(out, r"(?m)^simple_python +4 +4 +- +-")
        self.assertRegex(out, r"(?m)^multiple +2 +2 +- +-")
        self.results(1, "bad")
        self.run_program("report", "bad", "--dataset", "my-bench", "--decoder", "prompting", "-o", "report.html")
        self.assertIn("match schema", (self.folder / "report.html").read_text("utf-8"))
        out = self.run_program("dataset", "audit", "bad", "--dataset", "my-bench", "--decoder", "prompting", code=None)
        self.assertIn(self.status, (0, 1), self.err)
        self.assertNotIn("the functions have no", out)

    def test_the_match_is_a_part_of_the_dataset(self):
        def note():
            return self.run_program("dataset", "validate", "my-bench", code=None).splitlines()

        before = [line for line in note() if "fnv1a" in line]
        path = self.folder / "my-bench/dataset.json"
        path.write_text(path.read_text("utf-8").replace('"match": "schema"', '"match": "exact"'), "utf-8")
        after = [line for line in note() if "fnv1a" in line]
        self.assertTrue(before and after)
        self.assertNotEqual(before, after)

    def test_faults(self):
        for case, message in (
                ({"match": "schem"}, "match: unknown match `schem`: expected official, schema or exact. Did you mean schema?"),
                ({"order": "fixed"}, "order: unknown order `fixed`: expected any or given."),
                ({"match": 5}, "match: unknown match `5`: expected official, schema or exact."),
                ({"match": "official", "expected": {"any_of": [pay(amount=1), pay(amount=2)]}},
                 "the match `schema` or `exact`, or write one case for each"),
                ({"expected": [pay(amount="1")]}, "expected[0].arguments.amount: '1' is not of the type number"),
                ({"expected": [pay()]}, "expected[0].arguments"),
                ({"expected": [{"name": "pya", "arguments": {}}]}, "Did you mean pay?")):
            self.add([{"id": "x", "question": "New?", "expected": [pay(amount=1)], **case}], code=1)
            self.assertIn("cases.jsonl:1: ", self.err)
            self.assertIn(message, self.err)
        self.run_program("dataset", "new", "b", "--tools", "tools.json", "--match", "shema", code=2)
        self.assertIn("unknown --match `shema`: expected official, schema or exact. Did you mean schema?", self.err)

    def test_written_without_the_program(self):
        path = self.folder / "my-bench/data/possible_answer/BFCL_v4_simple_python.json"
        text = path.read_text("utf-8")
        path.write_text(text.replace('"amount": 5', '"amont": 5'), "utf-8")
        self.run_program("dataset", "validate", "my-bench", code=1)
        self.assertIn("possible_answer/BFCL_v4_simple_python.json:1: simple_python_0: ground_truth[0].arguments: "
                      "unknown property 'amont'.", " ".join(self.out.split()))
        path.write_text(text, "utf-8")
        path = self.folder / "my-bench/data/BFCL_v4_simple_python.json"
        path.write_text(path.read_text("utf-8").replace('"match": "exact"', '"match": "exakt"'), "utf-8")
        self.run_program("dataset", "validate", "my-bench", code=1)
        self.assertIn("BFCL_v4_simple_python.json:2: simple_python_1: match: unknown match `exakt`: expected official, "
                      "schema or exact. Did you mean exact?", " ".join(self.out.split()))

    def test_a_misspelled_member_is_an_error_of_its_entry(self):
        for path, before, after, told in (
                ("data/BFCL_v4_simple_python.json", '"match": ', '"mtach": ', "unknown member 'mtach'. Did you mean match?"),
                ("data/possible_answer/BFCL_v4_simple_python.json", '"id": "simple_python_1"',
                 '"orde": "given", "id": "simple_python_1"', "unknown member 'orde'.")):
            with self.subTest(path):
                file = self.folder / "my-bench" / path
                text = file.read_text("utf-8")
                file.write_text(text.replace(before, after, 1), "utf-8")
                self.assertNotEqual(file.read_text("utf-8"), text)
                for command in (("dataset", "validate", "my-bench"), ("dataset", "info", "my-bench")):
                    self.run_program(*command, code=1)
                    self.assertIn(f"{path}:2: simple_python_1: {told}", " ".join((self.out + self.err).split()))
                file.write_text(text, "utf-8")

    def test_entries_of_another_match_need_their_form(self):
        path = self.folder / "my-bench/dataset.json"
        path.write_text(path.read_text("utf-8").replace('"match": "schema"', '"match": "official"'), "utf-8")
        self.run_program("dataset", "validate", "my-bench", code=1)
        self.assertIn("simple_python_0: item 1 of \"ground_truth\"", " ".join(self.out.split()))

    def test_csv(self):
        rows = "id,question,expected,match,order\nc1,Pay 3?,pay(amount=3),exact,\n" \
               "c2,Pay 3 and 4?,\"[pay(amount=3), pay(amount=4)]\",,given\n"
        self.add(rows)
        added = {entry["own_id"]: entry for category in ("multiple", "parallel_multiple") for entry in self.entries(category)
                 if "own_id" in entry}
        self.assertEqual(added["c1"]["match"], "exact")
        self.assertEqual(added["c2"]["order"], "given")

    def test_corrections(self):
        self.results(1, "bad")
        correction = {"id": "simple_python_0", "kind": "alternative_answer", "ground_truth": [{"pay": {"amount": [5.5]}}],
                      "reason": "so it is", "source": "https://example.org/1", "author": "A"}
        errata = {"schema": "bfclx-errata-1", "name": "e", "corrections": [correction]}
        self.write("errata.json", json.dumps(errata))
        out = self.run_program("score", "bad", "--dataset", "my-bench", "--decoder", "prompting", "--errata", "errata.json")
        self.assertIn("simple_python 25.0 % (official 0.0 %) 1 of 4", " ".join(out.split()))
        correction["ground_truth"] = [{"pay": {"amount": ["5.5"]}}]
        self.write("errata.json", json.dumps(errata))
        self.run_program("score", "bad", "--dataset", "my-bench", "--decoder", "prompting", "--errata", "errata.json", code=None)
        self.assertIn("'5.5' is not of the type number", self.out + self.err)


if __name__ == "__main__":
    main()
