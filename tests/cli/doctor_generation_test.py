"""What `bfclx doctor` says of the generation, on datasets and runs made here: each finding on the run
that has the fault, and not on its neighbour.

    python3 tests/cli/doctor_generation_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil

from cli_case import SAMPLE, Case, main

ENTRIES = 12
CODES = {"only_first_call", "token_limit", "reasoning_alone", "tools_not_shown", "cut_prompts",
         "held_out_functions", "answers_of_others"}


def as_lines(items):
    return "\n".join(map(json.dumps, items)) + "\n"


class DoctorGeneration(Case):
    """Entry i asks for f<i>(x=1), of parallel twice; its docs grow with i."""

    def setUp(self):
        super().setUp()
        self.dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, self.dataset, ignore=shutil.ignore_patterns("results"))
        self.add("simple_python", lambda i: [{f"f{i}": {"x": [1]}}])
        self.add("parallel", lambda i: [{f"f{i}": {"x": [1]}}, {f"f{i}": {"x": [2]}}])
        self.add("multi_turn_miss_func", lambda i: [["add(a=1.0, b=2.0)"], ["mean(numbers=[1])"]],
                 question=[[{"role": "user", "content": "Add."}], []], initial_config={},
                 missed_function={"1": ["mean"]}, involved_classes=["MathAPI"], path=["MathAPI.add"])

    def add(self, category, truth, **members):
        questions = []
        for i in range(ENTRIES):
            doc = {"name": f"f{i}", "description": "w" * (700 + 150 * i), "parameters": {
                "type": "dict", "properties": {"x": {"type": "integer"}}, "required": ["x"]}}
            own = members or {"question": [[{"role": "user", "content": "hi"}]], "function": [doc]}
            questions.append({"id": f"{category}_{i}", **own})
        answers = [{"id": f"{category}_{i}", "ground_truth": truth(i)} for i in range(ENTRIES)]
        self.write(f"dataset/data/BFCL_v4_{category}.json", as_lines(questions))
        self.write(f"dataset/data/possible_answer/BFCL_v4_{category}.json", as_lines(answers))

    def findings(self, **results):
        """Findings of the generation for {category: [result line of entry 0, 1, ...]}."""
        shutil.rmtree(self.folder / "run", ignore_errors=True)
        for category, lines in results.items():
            self.write(f"run/BFCL_v4_{category}_result.json", as_lines(
                {"id": f"{category}_{i}", **line} for i, line in enumerate(lines)))
        arguments = (self.folder / "run", "--dataset", self.dataset, "--decoder", "openai_fc")
        report = json.loads(self.run_program("doctor", *arguments, "--format", "json"))
        found = {row["code"]: row for row in report["models"][0]["findings"] if row["code"] in CODES}
        table = self.run_program("doctor", *arguments)
        for code, row in found.items():
            self.assertIn(f"{code}, {row['count']}", table)
            self.assertTrue(row["effect"] and row["advice"])
        return found

    @staticmethod
    def calls(*pairs):
        return {"result": [{name: json.dumps(arguments)} for name, arguments in pairs]}

    def test_a_server_that_passes_on_the_first_call_alone(self):
        first = [self.calls((f"f{i}", {"x": 1})) for i in range(ENTRIES)]
        found = self.findings(parallel=first)
        self.assertEqual(found["only_first_call"]["count"], ENTRIES)
        self.assertEqual(found["only_first_call"]["severity"], "warning")
        self.assertIn("--test-category parallel", found["only_first_call"]["fix"])
        self.assertEqual(found["only_first_call"]["certainty"], "inferred")
        self.assertEqual(found["only_first_call"]["points"]["low"], 0)
        first[0] = self.calls(("f0", {"x": 1}), ("f0", {"x": 3}))
        self.assertEqual(self.findings(parallel=first), {})

    def test_the_command_for_first_calls_alone_names_the_categories_of_the_run(self):
        run = self.folder / "result/m"
        for category in ("simple_python", "parallel"):
            self.write(f"result/m/non_live/BFCL_v4_{category}_result.json", as_lines(
                {"id": f"{category}_{i}", "result": [{f"f{i}": json.dumps({"x": 1})}]} for i in range(ENTRIES)))
        self.write("result/m/bfclx_manifest.json", json.dumps(
            {"model": {"asked_as": "m"}, "made_with": {"a": {"decoder": "openai_fc", "first_call_only": True}}}))
        out = self.run_program("doctor", run, "--dataset", self.dataset)
        self.assertIn("first_call_only", out)
        self.assertIn("bfclx generate --model m -o --test-category simple_python,parallel", " ".join(out.split()))

    def test_prompts_without_the_functions(self):
        def asked(tokens):
            return [{**self.calls(("guess", {})), "input_token_count": tokens(i)}
                    for i in range(ENTRIES)]
        found = self.findings(simple_python=asked(lambda i: 20 + i))
        self.assertEqual(found["tools_not_shown"]["count"], ENTRIES)
        self.assertIn("20 tokens for function docs of",
                      found["tools_not_shown"]["examples"][0]["text"])
        self.assertEqual(self.findings(simple_python=asked(lambda i: 300 + 40 * i)), {})
        # Always the same count: of a server that makes it up.
        self.assertEqual(self.findings(simple_python=asked(lambda i: 20)), {})

    def test_prompts_that_were_cut(self):
        def asked(tokens):
            return [{"result": "no", "input_token_count": tokens(i)} for i in range(ENTRIES)]
        short = asked(lambda i: 300 + 40 * i)
        found = self.findings(simple_python=short, parallel=asked(lambda i: min(300 + 90 * i, 750)))
        self.assertEqual(found["cut_prompts"]["count"], 7)  # entries 5 to 11
        self.assertIn("750", found["cut_prompts"]["effect"])
        self.assertEqual(self.findings(simple_python=short,
                                       parallel=asked(lambda i: 300 + 91 * i)), {})

    def test_held_out_functions_that_never_arrive(self):
        add = {"add": json.dumps({"a": 1.0, "b": 2.0})}
        without = {"result": [[[add], "3"], ["I cannot do that."]]}
        found = self.findings(multi_turn_miss_func=[without] * ENTRIES)
        self.assertEqual(found["held_out_functions"]["count"], ENTRIES)
        self.assertEqual(found["held_out_functions"]["examples"][0]["text"], "never mean")
        # Called once, by anybody: they do arrive.
        mean = {"mean": json.dumps({"numbers": [1]})}
        once = {"result": [[[add], "3"], [[mean], "1"]]}
        self.assertEqual(self.findings(multi_turn_miss_func=[without] * (ENTRIES - 1) + [once]), {})

    def test_answers_of_other_entries(self):
        own = [self.calls((f"f{i}", {"x": 1})) for i in range(ENTRIES)]
        self.assertEqual(self.findings(simple_python=own), {})
        found = self.findings(simple_python=own[:6] + [own[0]] * 6)
        self.assertEqual(found["answers_of_others"]["count"], 6)
        self.assertEqual(found["answers_of_others"]["examples"][0]["text"],
                         "the response to simple_python_0")
        # Of a function that the entry does not offer, and right for nobody: the model's own mistake.
        wrong = self.calls(("f0", {"x": 5}))
        self.assertEqual(self.findings(simple_python=own[:6] + [wrong] * 6), {})


if __name__ == "__main__":
    main()
