"""What `bfclx dataset validate` finds in a benchmark of one's own, as a table and as JSON, and its exit codes."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "serving"))
from cli_case import main  # noqa: E402
from own_case import Own, lines, weather  # noqa: E402

SAMPLE = Path(__file__).resolve().parents[2] / "tools/own-sample"


class OwnReview(Own):
    def setUp(self):
        super().setUp()
        self.new()
        self.add()

    def findings(self, code=0):
        report = json.loads(self.run_program("dataset", "validate", "my-bench", "--format", "json", code=code))
        return {(finding["code"], finding["severity"]): finding for finding in report["findings"]}

    def edit(self, path, before, after):
        file = self.folder / "my-bench/data" / path
        text = file.read_text("utf-8")
        self.assertIn(before, text)
        file.write_text(text.replace(before, after), "utf-8")

    def test_a_good_benchmark(self):
        out = self.run_program("dataset", "validate", "my-bench", "--fail-on", "info")
        self.assertIn("\nNo problems with the entries were found.\n", out)
        self.assertEqual(self.findings(), {})

    def test_the_sample_benchmark(self):
        self.run_program("dataset", "new", "home", "--tools", SAMPLE / "tools.json")
        self.run_program("dataset", "add", "home", SAMPLE / "cases.jsonl")
        self.run_program("dataset", "validate", "home", "--fail-on", "info")

    def test_contradictory_cases(self):
        self.add([{"id": "w8", "question": "How warm is it in  Paris?", "expected": [weather("Paris", days=2)]},
                  {"id": "n8", "question": "And in Rome?", "expected": "none"}])
        found = self.findings()
        pairs = found[("contradictory_cases", "error")]["cases"]
        self.assertEqual([(one["own_id"], one["other_own_id"], one["file"], one["line"]) for one in pairs],
                         [("w8", "w1", "data/possible_answer/BFCL_v4_multiple.json", 2),
                          ("n8", "w2", "data/BFCL_v4_irrelevance.json", 2)])
        self.assertIn("expects get_weather(city='Paris', days=2), but w1 expects get_weather(city='Paris')", pairs[0]["text"])
        out = self.run_program("dataset", "validate", "my-bench", "--fail-on", "error", code=3)
        self.assertIn("  error    The same question with contradictory ground truth\n", out)
        self.assertIn("data/possible_answer/BFCL_v4_multiple.json:2: w8:\n", out)
        self.run_program("dataset", "validate", "my-bench")

    def test_duplicates_that_were_written_by_hand(self):
        [entry] = self.entries("simple_python")
        [truth] = self.entries("simple_python", "data/possible_answer")
        for part, line in (("data", {**entry, "id": "simple_python_1", "own_id": "copy"}),
                           ("data/possible_answer", {**truth, "id": "simple_python_1"})):
            with open(self.folder / "my-bench" / part / "BFCL_v4_simple_python.json", "a", encoding="utf-8") as file:
                file.write("\n" + json.dumps(line) + "\n")
        [copy] = self.findings()[("duplicate_cases", "warning")]["cases"]
        self.assertEqual((copy["id"], copy["own_id"], copy["other_own_id"], copy["line"]), ("simple_python_1", "copy", "w2", 3))

    def test_values(self):
        self.add([{"id": "v1", "question": "How cold is it there?", "expected": [weather("Lima")]},
                  {"id": "v2", "question": "How cold is it in Lima?", "expected": [weather("Lima", days=44)]}])
        found = self.findings()
        [missing] = found[("unstated_values", "info")]["cases"]
        self.assertEqual((missing["own_id"], missing["place"], missing["text"]),
                         ("v1", "ground_truth[0].get_weather.city", "the question does not state 'Lima'"))
        [demanded] = found[("unstated_values", "warning")]["cases"]
        self.assertEqual((demanded["own_id"], demanded["place"]), ("v2", "ground_truth[0].get_weather.days"))
        self.run_program("dataset", "validate", "my-bench", "--fail-on", "warning", code=3)
        self.run_program("dataset", "validate", "my-bench", "--fail-on", "error")

    def test_the_schema(self):
        self.edit("possible_answer/BFCL_v4_simple_python.json", '"city": ["Rome"]', '"city": ["Rome"], "days": [0, ""]')
        [fault] = self.findings()[("schema_conflicts", "warning")]["cases"]
        self.assertEqual((fault["own_id"], fault["place"], fault["text"]),
                         ("w2", "ground_truth[0].get_weather.days[0]", "0 is below `minimum`"))

    def test_ground_truth_that_cannot_pass(self):
        self.edit("possible_answer/BFCL_v4_simple_python.json", '"city": ["Rome"]', '"days": [1]')
        found = self.findings()
        self.assertEqual(list(found), [("cannot_pass", "error")])
        self.run_program("dataset", "validate", "my-bench", "--fail-on", "error", code=3)

    def test_malformed_entries(self):
        self.add([{"tools": ["get_weather"], "question": "And in Bonn?", "expected": [weather("Bonn")]}])
        self.edit("BFCL_v4_simple_python.json", '"own_id"', '"own_di"')
        [fault] = self.findings(code=1)[("malformed_entries", "error")]["cases"]
        self.assertEqual((fault["id"], fault["file"], fault["line"]),
                         ("simple_python_0", "data/BFCL_v4_simple_python.json", 1))
        self.run_program("dataset", "validate", "my-bench", "--fail-on", "error", code=3)

    def test_several_turns_and_matches(self):
        first = {"question": "How warm is it in Paris?", "expected": [weather("Paris")]}
        self.add([{"id": "s1", "match": "schema", "turns": [first, {"question": "And in Rome?", "expected": [weather("Rome")]}]},
                  {"id": "s2", "match": "exact", "turns": [first, {"question": "And  in Rome?", "expected": "none"}]},
                  {"id": "m1", "match": "exact", "question": "How cold is it?", "expected": [weather("Bonn")]}])
        found = self.findings()
        self.assertEqual(set(found), {("contradictory_cases", "error"), ("unstated_values", "info")})
        [pair] = found[("contradictory_cases", "error")]["cases"]
        self.assertEqual(pair["text"], "expects get_weather(city='Paris'), then no call, but s1 expects get_weather(city='Paris'), "
                                       "then get_weather(city='Rome')")
        [missing] = found[("unstated_values", "info")]["cases"]
        self.assertEqual(missing["place"], "ground_truth[0].arguments.city")

    def test_hostile_cases(self):
        deep = "[" * 150 + "]" * 150
        cases = [{"question": "x" * 10_000_000, "expected": [weather("Rome")]},
                 {"question": "Is it warm? " + "word " * 200_000, "expected": [weather("Rome")]},
                 {"question": deep, "expected": [weather("Rome")]},
                 {"question": "\x1b[31m\x07 the \ufffd", "expected": [weather("\x1b[31mRome")]}]
        self.add(lines(cases))
        out = self.run_program("dataset", "validate", "my-bench")
        self.assertNotIn("\x1b", out)

    def test_the_official_form(self):
        report = json.loads(self.run_program("dataset", "validate", "sample", "--format", "json", code=None))
        self.assertIn("categories", report)
        self.assertLessEqual({finding["code"] for finding in report["findings"]},
                             {"malformed_entries", "cannot_pass", "not_as_written", "only_as_calls", "not_checked"})

    def test_wrong_usage(self):
        self.run_program("dataset", "validate", "my-bench", "--fail-on", "hint", code=2)
        self.run_program("dataset", "validate", "my-bench", "--format", "csv", code=2)


if __name__ == "__main__":
    main()
