"""What `bfclx show`, `dataset validate` and the lists show of the sample dataset.

    python3 tests/cli/explain_test.py build/release/tools/bfclx [Suite]
"""

import json
import re
import shutil

from cli_case import GOOD, ROOT, SAMPLE, Case, main

BAD = SAMPLE / "results" / "bad-model"


class Explain(Case):
    WRONG = '{"id": "simple_python_90000", "result": %s}\n'

    def wrong(self):
        """A response to simple_python_90000 whose first text parameter is wrong."""
        truth = json.loads((SAMPLE / "data/possible_answer/BFCL_v4_simple_python.json")
                           .read_text().splitlines()[0])["ground_truth"][0]
        (name, parameters), = truth.items()
        values = {key: next(value for value in alternatives if value != "")
                  for key, alternatives in parameters.items()}
        key = next(key for key, value in values.items() if isinstance(value, str))
        values[key] = "quite another thing"
        text = f"[{name}({', '.join(f'{k}={v!r}' for k, v in values.items())})]"
        return key, self.write("m/BFCL_v4_simple_python_result.json",
                               self.WRONG % json.dumps(text))

    def explain(self, *arguments, **keywords):
        return self.run_program("show", *arguments, "--dataset", SAMPLE, **keywords)

    def test_mismatch_is_pointed_out(self):
        key, path = self.wrong()
        lines = self.explain(path, "simple_python_90000", "--decoder", "prompting").splitlines()
        at = next(i for i, line in enumerate(lines)
                  if line.strip() == f"{key}='quite another thing',")
        begin = lines[at].index("'quite")
        self.assertEqual(lines[at + 1], " " * begin + "^" * len("'quite another thing'"))
        self.assertTrue(any("value_error:string" in line for line in lines))

    def test_right_response(self):
        out = self.explain(GOOD, "simple_python_90000")
        for word in ("Question", "Functions", "Response", "Decoded by", "Ground truth", "Verdict"):
            self.assertIn(word, out)

    def test_unknown_id(self):
        self.explain(GOOD, "simple_pyton_90000", code=2)
        self.assertIn("Did you mean simple_python_90000", self.err)

    def test_options_that_were_not_given_are_not_named(self):
        # Of no entry of the dataset, with and without responses that tell none.
        self.explain(GOOD, "simple_python_7", code=2)
        self.assertIn('unknown id "simple_python_7"', self.err)
        self.assertNotIn("--as-entry", self.err)
        path = self.write("m/text.txt", "[f(x=1)]\n")
        self.explain(path, "simple_python_7", code=2)
        self.assertIn("the dataset has no entry `simple_python_7`", self.err)
        self.assertNotIn("--as-entry", self.err)
        self.explain(path, "simple_python_90000", "--as-entry", "simple_python_7", code=2)
        self.assertIn("--as-entry: the dataset has no entry", self.err)

    def test_other_names_of_options(self):
        """`--case`, `--registry` and `--failed`, which help does not show."""
        path = self.write("m/text.txt", "[f(x=1)]\n")
        arguments = (path, "simple_python_90000", "--models", ROOT / "tools/sample/models.json")
        by_name = self.explain(*arguments, "--as-entry", "simple_python_90000")
        self.assertEqual(self.explain(*arguments, "--case", "simple_python_90000"), by_name)
        self.explain(*arguments, "--case", "simple_python_90000", "--as-entry", "simple_python_90000", code=2)
        self.assertRegex(self.err, "(--as-entry and --case|--case and --as-entry) cannot be used together")
        self.assertEqual(self.explain(path, "simple_python_90000", "--registry", arguments[-1]),
                         self.explain(*arguments))
        self.assertEqual(self.explain(BAD, "--failed", code=1), self.explain(BAD, code=1))
        self.explain(BAD, "simple_python_90000", "--failed", code=2)
        self.assertRegex(self.err, "(ID and --failed|--failed and ID) cannot be used together")

    def test_what_cannot_be_read_is_told_where_the_entry_is_not_found(self):
        name = "m/BFCL_v4_simple_python_result.json"
        entry = '{"id": "simple_python_90000"'
        for text, told in ((entry + ', "result": "cut\n', ":1: simple_python_90000: not JSON"),
                           (entry + "}\n", ':1: simple_python_90000: has no "result"'),
                           ("", ": the file is empty")):
            path = self.write(name, text)
            self.assertEqual(self.explain(path, "simple_python_90000", code=2), "")
            self.assertIn(told, self.err)
            self.assertNotIn("unknown id", self.err)
            self.assertNotIn("missing from the results", self.err)

        good = '{"id": "simple_python_90001", "result": "[f()]"}\n'
        self.explain(self.write(name, good + entry + ', "result": "cut\n'), "simple_python_90000", code=2)
        self.assertIn("It may be in one of the unreadable lines or files above", self.err)

    def test_other_entries_problems_are_not_told(self):
        path = self.write("m/BFCL_v4_simple_python_result.json",
                          '{"id": "simple_python_90001", "result": "cut\n')
        self.explain(path, "simple_python_90000", code=2)
        self.assertNotIn("simple_python_90001", self.err)
        self.assertIn("missing from the results", self.err)

    def test_control_characters_stay_harmless(self):
        path = self.write("m/BFCL_v4_simple_python_result.json",
                          self.WRONG % json.dumps("\x1b[2J\x07 \x9b31m \u202e f()"))
        out = self.explain(path, "simple_python_90000", "--decoder", "prompting")
        for character in "\x1b\x07\x9b\u202e":
            self.assertNotIn(character, out)
        self.assertIn("\\x1b[2J", out)

    def test_lines_fit_the_width(self):
        for line in self.explain(GOOD, "simple_python_90000", env={"COLUMNS": "60"}).splitlines()[2:]:
            self.assertLessEqual(len(line), 60, line)

    def test_colour_on_a_terminal_and_no_color(self):
        arguments = ("show", GOOD, "simple_python_90000", "--dataset", SAMPLE)
        environment = {key: "" for key in ("NO_COLOR",)}
        self.assertIn(b"\x1b[1m", self.on_terminal(*arguments, env=environment))
        self.assertNotIn(b"\x1b", self.on_terminal(*arguments, env={"NO_COLOR": "1"}))


class SelfCheck(Case):
    def test_the_sample_can_be_passed(self):
        out = self.run_program("self-check", "--dataset", "sample")
        self.assertNotRegex(out, "(?m)^cannot pass$")
        self.assertIn("simple_python", out)

    def test_impossible_entries_are_found(self):
        copy = self.folder / "dataset"
        shutil.copytree(SAMPLE, copy)
        (copy / "manifest.json").unlink(missing_ok=True)
        path = copy / "data/possible_answer/BFCL_v4_simple_python.json"
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        (name, parameters), = lines[0]["ground_truth"][0].items()
        parameters["no_such_parameter"] = [1]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        out = self.run_program("self-check", "--dataset", copy, "--category", "simple_python")
        self.assertRegex(out, r"(?s)cannot pass\n  simple_python_90000 +unexpected_param")
        self.assertNotIn("simple_python_90001 ", out)


class Lists(Case):
    def test_categories(self):
        out = self.run_program("categories")
        for name in ("live_parallel_multiple", "format_sensitivity", "non_live", "sql"):
            self.assertIn(name, out)

    def test_decoders(self):
        out = self.run_program("decoders")
        for name in ("prompting", "openai_fc", "gorilla", "llama_3_1"):
            self.assertRegex(out, rf"(?m)^{name} ")
        listed = json.loads(self.run_program("list", "decoders", "--format", "json"))
        self.assertIn({"decoder": "prompting", "mode": "prompt"},
                      [{key: one[key] for key in ("decoder", "mode")} for one in listed])
        self.assertEqual([one["decoder"] for one in listed], re.findall(r"(?m)^(\w+) ", out)[1:])

    def test_formats(self):
        out = self.run_program("list", "formats", env={"COLUMNS": "80"})
        self.assertLessEqual(max(map(len, out.splitlines())), 80)
        listed = json.loads(self.run_program("list", "formats", "--format", "json"))
        names = [one["format"] for one in listed]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(names[0], "result_line")
        for name in ("openai_chat", "anthropic_message", "gemini", "evalscope_review", "call_text"):
            self.assertIn(name, names)
            self.assertRegex(out, rf"(?m)^{name} ")
        # What is told only to be refused is nothing that can be passed.
        self.assertFalse({"function_doc", "batch_request", "error", "stream_piece"} & set(names))
        self.assertIn(["`eval` and `samples`", "`id`, `epoch` and `input`, with `output`"],
                      [one["told_by"] for one in listed])

    def test_findings(self):
        """Every finding of `doctor` is listed, with its title."""
        out = self.run_program("list", "findings", env={"COLUMNS": "80"})
        self.assertLessEqual(max(map(len, out.splitlines())), 80)
        titles = {one["code"]: one["title"] for one in json.loads(self.run_program("list", "findings", "--format", "json"))}
        self.assertRegex(out, r"(?m)^unknown_ids +Responses with")
        report = json.loads(self.run_program("doctor", BAD, "--dataset", SAMPLE, "--format", "json", code=None))
        found = {one["code"]: one["title"] for model in report["models"] for one in model["findings"]}
        self.assertGreater(len(found), 3)
        self.assertEqual(found, {code: titles[code] for code in found})

    def test_findings_of_validate(self):
        """Each is listed beside those of `doctor`, and its row in the docs says the same."""
        rows = json.loads(self.run_program("list", "findings", "--format", "json"))
        self.assertEqual(len(rows), len({row["code"] for row in rows}))
        rows = [row for row in rows if row["command"] == "dataset validate"]
        docs = (ROOT / "docs/own-functions.md").read_text(encoding="utf-8")
        for row in rows:
            with self.subTest(code=row["code"]):
                self.assertIn(f'| `{row["code"]}` | {", ".join(row["severities"])} | {row["about"]} |\n', docs)
        self.assertGreater(len(rows), 12)
        out = self.run_program("list", "findings", env={"COLUMNS": "80"})
        self.assertRegex(out, r"(?m)^contradictory_cases +The same question")

    def test_models(self):
        out = self.run_program("models", "--dataset", "sample")
        self.assertIn("good-model", out)
        self.run_program("models", "--dataset", "sample", "--search", "nobody-knows-it", code=1)
        self.assertIn("no model matches", self.err)


if __name__ == "__main__":
    main()
