"""Malformed entries in benchmarks of one's own.

    python3 tests/cli/own_malformed_test.py build/release/tools/bfclx [Suite]
"""

import json
import re

from cli_case import main
from own_case import OPENAI, Own, lines


class OwnMalformed(Own):
    def setUp(self):
        super().setUp()
        self.new()
        self.add()

    def test_they_have_no_weight_in_the_accuracy(self):
        # One of three of `irrelevance` is malformed: no response could pass or fail it.
        self.add([{"question": f"Joke {i}?", "expected": "none"} for i in range(2)])
        entries = self.entries("irrelevance")
        self.write("my-bench/data/BFCL_v4_irrelevance.json", lines(entries[:2] + [{**entries[2], "function": "none"}]))
        call = "[get_weather(city='Rome')]"
        results = {"irrelevance_0": "No.", "irrelevance_1": call, "simple_python_0": call, "multiple_0": "No.",
                   "parallel_0": "No.", "parallel_multiple_0": "No."}
        path = self.write("results.jsonl", lines([{"id": name, "result": text} for name, text in results.items()]))
        out = self.run_program("score", path, "--dataset", "my-bench", code=None)
        self.assertRegex(re.sub(r"\s+", " ", out), r"accuracy 33\.3 % .*1 entry malformed in the dataset, weighted by category size; 2 of 6 passed")
        report = json.loads(self.run_program("score", path, "--dataset", "my-bench", "--format", "json", code=None))
        self.assertAlmostEqual(report["models"][0]["score"]["value"], 2 / 6)

    def test_what_cannot_be_sent_is_refused(self):
        before = self.snapshot()
        for case, place in (('{"question": "A\\ud800?", "expected": "none"}', "question"),
                            ('{"messages": [{"role": "user", "content": "\\udc00"}], "expected": "none"}', "messages[0].content"),
                            ('{"question": "A?", "tags": ["\\ud800"], "expected": "none"}', "tags[0]")):
            with self.subTest(place):
                self.add(case + "\n", code=1)
                self.assertIn(f"cases.jsonl:1: {place}: has half of a surrogate pair", " ".join(self.err.split()))
                self.assertEqual(self.snapshot(), before)
        # Servers refuse requests with numbers that are not JSON.
        calls = '{"messages": [{"role": "user", "content": "A"}, {"role": "assistant", "tool_calls": [{"id": "a", "function":' \
            ' {"name": "get_weather", "arguments": %s}}]}, {"role": "tool", "tool_call_id": "a", "content": "B"}], "expected": "none"}'
        tool = '{"question": "A?", "tools": [{"name": "g", "parameters": {"type": "object", "properties": {"x": {"type": "number",' \
            ' "default": 1e999}}}}], "expected": "none"}'
        for case, place in ((calls % '{"city": 1e999}', "messages[1].tool_calls[0].function.arguments.city: inf"),
                            (calls % r'"{\"city\": NaN}"', "messages[1].tool_calls[0].function.arguments.city: nan"),
                            (calls % r'"{\"city\": \"\\ud800\"}"', "messages[1].tool_calls[0].function.arguments.city: has half"),
                            (tool, "tools[0].parameters.properties.x.default: inf")):
            with self.subTest(place):
                self.add(case + "\n", code=1)
                self.assertIn(place, " ".join(self.err.split()))
                self.assertEqual(self.snapshot(), before)
        self.new(json.dumps(OPENAI).replace("The weather.", "\\ud800"), code=1, name="other")
        self.assertIn("function.description: has half of a surrogate pair", " ".join(self.err.split()))
        self.add([{"question": "\U0001f600?", "expected": "none"}])
        path = "my-bench/data/BFCL_v4_irrelevance.json"
        self.write(path, (self.folder / path).read_text("utf-8").replace("\U0001f600", "\\ud83d").replace("\\ude00", ""))
        self.run_program("dataset", "validate", "my-bench", code=1)
        self.assertIn("question[0][0].content: has half of a surrogate pair", " ".join((self.out + self.err).split()))

    def test_a_faulty_dataset_json_is_named_once_with_its_folder(self):
        self.write("my-bench/dataset.json", "{")
        for command in (("dataset", "validate", "my-bench", "--eval-yaml", "e.yaml"), ("dataset", "validate", "my-bench"),
                        ("run", "--dataset", "my-bench", "--model", "m", "--base-url", "http://localhost:1")):
            self.run_program(*command, code=2)
            self.assertEqual(self.err.count("dataset.json"), 1)
            self.assertIn("my-bench/dataset.json: not JSON: ", self.err)

    def test_texts_are_those_of_json(self):
        self.new(None, code=1, name="other")
        self.assertIn("expected a list of functions, got null", self.err)

    def test_eval_yaml_is_told_and_not_overwritten(self):
        command = ("dataset", "validate", "my-bench", "--eval-yaml", "eval.yaml")
        self.run_program(*command)
        self.assertIn("written: eval.yaml. Set `config` and `split` to those of your dataset", self.err)
        self.run_program(*command, code=2)
        self.assertIn("eval.yaml: the file exists", self.err)

    def test_csv_with_other_columns(self):
        for header, told in (("id,qestion,expected", "cases.jsonl:1: unknown column 'qestion'. Did you mean question?"),
                             ("id;question", "cases.jsonl:1: the table needs the columns `question` (or `messages`) and `expected`; it has `id`, `question`"),
                             ("expected\tid", "cases.jsonl:1: the table needs the columns `question` (or `messages`) and `expected`; it has `expected`, `id`"),
                             ("question\nHow warm is it?", "cases.jsonl:1: the table needs the columns `question` (or `messages`) and `expected`; it has `question`")):
            self.add(header + "\nw1,Rome?,none\n", code=1)
            self.assertIn(told, self.err)
            self.assertNotIn("export it", self.err)

    def test_csv_without_a_header(self):
        before = self.snapshot()
        for name, text in (("one.csv", "How warm is it in Rome?\nTell me a joke.\n"), ("ONE.CSV", "Rome?,none\n"),
                           ("bom.csv", "\ufeffRome?\n"), ("one.tsv", "Rome?\tnone\n")):
            with self.subTest(name):
                self.write(name, text)
                self.run_program("dataset", "add", "my-bench", name, code=1)
                self.assertIn(f"{name}:1: no header row. Add one, such as question,expected. Nothing was added",
                              " ".join(self.err.split()))
                self.assertNotIn("not JSON", self.err)
        self.assertEqual(self.snapshot(), before)
        # JSON lines are read whatever the name, and other lines of them are faulty as before.
        self.write("lines.csv", lines([{"question": "A?", "expected": "none"}]))
        self.run_program("dataset", "add", "my-bench", "lines.csv")
        self.add("How warm is it?\n", code=1)
        self.assertIn("cases.jsonl:1: not JSON", self.err)

    def test_validate_of_a_file_names_add(self):
        self.write("one.csv", "question,expected\nRome?,none\n")
        self.run_program("dataset", "validate", "one.csv", code=2)
        self.assertIn("dataset one.csv: is not a folder. `bfclx dataset add` adds the cases of a file to your own benchmark. "
                      "`bfclx dataset new` creates", " ".join(self.err.split()))
        self.run_program("dataset", "validate", "nosuch", code=2)
        self.assertNotIn("dataset add", self.err)

    def test_a_nul_character_in_a_question_is_refused(self):
        before = self.snapshot()
        says = "has a NUL character (\\u0000): remove it"
        for case, place in (('{"question": "A\\u0000?", "expected": "none"}', "question[0].content"),
                            ('{"messages": [{"role": "system", "content": "\\u0000"}, {"role": "user", "content": "A"}],'
                             ' "expected": "none"}', "messages[0].content"),
                            ('{"messages": [{"role": "user", "content": "A"}, {"role": "assistant", "tool_calls": [{"id": "a",'
                             ' "function": {"name": "get_weather", "arguments": {"city": "A"}}}]}, {"role": "tool",'
                             ' "tool_call_id": "a", "content": "\\u0000"}], "expected": "none"}', "messages[2].content"),
                            ('{"messages": [{"role": "user", "content": "A"}, {"role": "assistant", "tool_calls": [{"id": "a",'
                             ' "function": {"name": "get_weather", "arguments": {"city": ["\\u0000"]}}}]}, {"role": "tool",'
                             ' "tool_call_id": "a", "content": "A"}], "expected": "none"}',
                             "messages[1].tool_calls[0].function.arguments.city[0]"),
                            ('{"turns": [{"question": "A\\u0000", "expected": "none"}]}', "turns[0].question[0].content"),
                            ("question,expected\nA\0?,none", None)):
            with self.subTest(place):
                self.add(case + "\n", code=1)
                line, where = (1, place) if place else (2, "question[0].content")
                self.assertIn(f"cases.jsonl:{line}: {where}: {says}", " ".join(self.err.split()))
                self.assertEqual(self.snapshot(), before)

    def test_a_folder_that_does_not_exist(self):
        for typed, told in (("my-bnech", "dataset my-bnech: no such folder. Did you mean my-bench?\n"),
                            (str(self.folder / "mybench"), f"Did you mean {self.folder}/my-bench?"),
                            ("nosuch", "no such folder. `bfclx dataset new` creates your own benchmark. Run tools/get-dataset")):
            self.run_program("dataset", "validate", typed, code=2)
            self.assertIn(told, self.err)

    def test_arguments_that_are_unpacked(self):
        self.add([{"question": "A?", "expected": "get_weather(city='A', **{'from': 1})"}], code=1)
        self.assertIn('expected: a call unpacks arguments with **: write the call as JSON, {"name": ..., "arguments": {...}}', self.err)


if __name__ == "__main__":
    main()
