"""`bfclx dataset new` and `bfclx dataset add`, and every command on the benchmark that they make."""

import fcntl
import json
import re
import resource
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "serving"))
from cli_case import PROGRAM, main  # noqa: E402
from own_case import OPENAI, MCP, ANTHROPIC, PROMPTS, CASES, weather, lines, Own  # noqa: E402
from scripted_server import ScriptedServer, chat  # noqa: E402


class OwnNew(Own):
    def test_dataset_json(self):
        out = self.new(OPENAI, "--dataset-version", "2.0", "--license", "MIT", "--language", "en")
        manifest = json.loads((self.folder / "my-bench" / "dataset.json").read_text("utf-8"))
        self.assertEqual(manifest, {"bfclx_benchmark": 1, "name": "my-bench", "version": "2.0", "licence": "MIT",
                                    "language": "en", "match": "official", "tools": OPENAI})
        self.assertTrue(out.startswith("made my-bench with 2 tools\n"), out)
        template = json.loads(next(line for line in out.splitlines() if line.startswith("  {")))
        self.assertEqual(template["expected"], [{"name": "get_weather", "arguments": {"city": "..."}}])
        self.assertIn("  bfclx dataset add my-bench cases.jsonl\n", out)

    def test_every_form_of_tools_gives_the_same_entries(self):
        made = []
        for i, tools in enumerate((OPENAI, MCP, ANTHROPIC)):
            self.new(tools, name=f"bench{i}")
            self.write("cases.jsonl", lines(CASES))
            self.run_program("dataset", "add", f"bench{i}", "cases.jsonl")
            made.append((self.folder / f"bench{i}/data/BFCL_v4_multiple.json").read_text("utf-8"))
        self.assertEqual(made[0], made[1])
        self.assertEqual(made[0], made[2])

    def test_tools_that_are_nested_too_deep(self):
        deep = "[" * 987 + "]" * 987
        self.new('[{"name": "f", "x": %s}]' % deep)
        deep = "[" * 988 + "]" * 988
        self.new('[{"name": "f", "x": %s}]' % deep, name="deep", code=1)
        self.assertIn("tools.json: cannot be written as dataset.json: not JSON: nested too deeply", self.err)
        self.assertFalse((self.folder / "deep").exists())

    def test_tools_from_standard_input(self):
        self.run_program("dataset", "new", "b", "--tools", "-", stdin=json.dumps(OPENAI).encode())
        self.assertTrue((self.folder / "b/dataset.json").is_file())

    def test_refuses_a_place_that_is_taken(self):
        self.new()
        self.new(code=2)
        self.assertIn("is a benchmark already; `bfclx dataset add` adds cases to it", self.err)
        self.write("full/file", "")
        self.new(name="full", code=2)
        self.assertIn("full is not empty", self.err)
        self.new(name="full/file", code=2)
        self.assertIn("full/file is a file", self.err)
        (self.folder / "empty").mkdir()
        self.new(name="empty")

    def test_faulty_tools_make_nothing(self):
        for tools, message in (
                ("{", "tools.json: not JSON: "),
                ([], "tools.json: tools: there is no function"),
                ([{"name": "f", "parameters": {"type": "object", "properties": {"x": {"type": "strng"}}}}],
                 "tools.json: tools[0].parameters.properties.x.type: 'strng' is not a type"),
                ([{"name": "f", "parameters": {"type": "object", "properties": {
                    "x": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}}],
                 "tools.json: tools[0].parameters.properties.x: `anyOf`: the official rules check values of a single type")):
            with self.subTest(message):
                self.new(tools, code=1)
                self.assertIn(message, self.err)
                self.assertFalse((self.folder / "my-bench").exists())
        self.run_program("dataset", "new", "b", "--tools", "nowhere.json", code=2)
        self.assertIn("nowhere.json", self.err)
        self.run_program("dataset", "new", "b", code=2)
        self.assertIn("--tools or --translation-of is required", self.err)

    def test_a_benchmark_without_cases(self):
        self.new()
        self.run_program("dataset", "validate", "my-bench", code=2)
        self.assertIn("dataset my-bench has no cases yet. Add some with `bfclx dataset add my-bench CASES`", self.err)


class OwnAdd(Own):
    def setUp(self):
        super().setUp()
        self.new()

    def test_summary(self):
        out = self.add()
        self.assertEqual(out, """\
added 5 cases to my-bench

category           added  entries
simple_python          1        1
multiple               1        1
parallel               1        1
parallel_multiple      1        1
irrelevance            1        1
total                  5        5

Check the cases:
  bfclx dataset validate my-bench
Generate and score:
  bfclx run --dataset my-bench --model MODEL --base-url URL --result-dir my-results
""")
        self.run_program("dataset", "validate", "my-bench")
        self.assertRegex(self.out, r"(?m)^irrelevance +1 +1 +- +-$")
        self.run_program("-q", "dataset", "add", "my-bench", "-", stdin=b'{"question": "Sing.", "expected": "none"}')
        self.assertTrue(self.out.endswith("total                  1        6\n"), self.out)

    def test_entries(self):
        self.add()
        question = self.entries("multiple")[0]
        self.assertEqual((question["id"], question["own_id"], question["tags"]), ("multiple_0", "w1", ["weather"]))
        self.assertEqual(question["function"][0]["parameters"]["type"], "dict")
        self.assertEqual(self.entries("multiple", "data/possible_answer"),
                         [{"id": "multiple_0", "ground_truth": [{"get_weather": {"city": ["Paris", "Paris, France"], "days": [1, ""]}}]}])
        self.assertEqual(self.entries("parallel_multiple")[0]["question"][0][0], {"role": "system", "content": "Be brief."})
        self.assertFalse((self.folder / "my-bench/data/possible_answer/BFCL_v4_irrelevance.json").exists())

    def test_again(self):
        self.add()
        before = self.snapshot()
        out = self.add([{"id": "w9", "question": "In Lyon?", "expected": [weather("Lyon")]}])
        self.assertRegex(out, r"(?m)^multiple +1 +2$")
        self.assertRegex(out, r"(?m)^irrelevance +- +1$")
        self.assertEqual([entry["id"] for entry in self.entries("multiple")], ["multiple_0", "multiple_1"])
        for path, data in before.items():
            self.assertTrue(self.snapshot()[path].startswith(data), path)

    def test_standard_input(self):
        self.run_program("dataset", "add", "my-bench", "-", stdin=lines(CASES).encode())
        self.run_program("dataset", "add", "my-bench", "-", stdin=lines(CASES).encode(), code=1)
        self.assertIn("standard input:1: id: duplicate, also of multiple_0", self.err)

    def test_all_or_nothing(self):
        self.add()
        before = self.snapshot()
        self.add(lines([{"question": "Fine?", "expected": "none"}, {"question": "?", "expected": [weather("X", dys=1)]},
                        {"id": "n1", "question": "Again?", "expected": "none"}]) + "not json\n", code=1)
        self.assertEqual(self.snapshot(), before)
        self.assertEqual([line.split(": ", 3)[1:3] for line in self.err.splitlines()[:3]],
                         [["cases.jsonl:2", "expected[0].arguments"], ["cases.jsonl:3", "id"], ["cases.jsonl:4", "not JSON"]])
        self.assertIn("nothing was added: 3 lines cannot be used. Correct them and run this again", self.err)

    def test_csv(self):
        out = self.add('id;question;expected;tags\r\nw1;"How warm, in ""Paris""?";get_weather(city=\'Paris\');weather; france\r\n'
                       'n1;Tell me a joke.;none;\r\n'.replace(";weather; france", ';"weather; france"'))
        self.assertIn("added 2 cases", out)
        entry, = self.entries("multiple")
        self.assertEqual((entry["own_id"], entry["tags"], entry["question"][0][0]["content"]),
                         ("w1", ["weather", "france"], 'How warm, in "Paris"?'))
        truth, = self.entries("multiple", "data/possible_answer")
        self.assertEqual(truth["ground_truth"], [{"get_weather": {"city": ["Paris"]}}])
        self.assertEqual(len(self.entries("irrelevance")), 1)
        self.add("question,expected\nA,none\nB,get_weather(\nC,none,x\n", code=1)
        self.assertIn("cases.jsonl:3: expected: write \"none\", or calls with named arguments such as f(x=1), or calls as JSON", self.err)
        self.assertIn("cases.jsonl:4: the row has 3 cells, expected 2", self.err)
        self.assertEqual(len(self.entries("irrelevance")), 1)
        self.add("question,expected,answer\nA,none,1\n", code=1)
        self.assertIn("cases.jsonl:1: unknown column 'answer'. Did you mean expected?", self.err)

    def test_many_problems_are_counted(self):
        self.add("{}\n" * 50, code=1)
        self.assertEqual(self.err.count("cases.jsonl:"), 20)
        self.assertIn("and 30 more lines", self.err)

    def test_other_files(self):
        for data, message in (("", "the file has no cases"), ("\n", "the file has no cases"),
                              ("[\n{}\n]", "this is one JSON list; write one case per line: jq -c '.[]' FILE"),
                              ('{\n "question": "A?",\n "expected": "none"\n}\n',
                               "a case is over several lines; write one case per line: jq -c . FILE"),
                              ('{"question": "A?",\n "expected": "none"}\n', "a case is over several lines"),
                              ("id,frage,answer\n1,a,none\n", "cases.jsonl:1: unknown column 'frage'"), ("name,answer\nx,y\n", 'CSV; write cases as JSON lines or CSV with "question"'), (b"PAR1\x15\x04\x15PAR1", "Parquet")):
            with self.subTest(message):
                self.write("cases.jsonl", data)
                self.run_program("dataset", "add", "my-bench", "cases.jsonl", code=None)
                self.assertIn(message, self.err)
                self.assertIn(self.status, (1, 2))

    def test_folders_that_are_no_benchmark(self):
        (self.folder / "other").mkdir()
        self.run_program("dataset", "add", "other", "cases.jsonl", code=2)
        self.assertIn("other is not a benchmark: it has no dataset.json", self.err)
        self.write("other/dataset.json", '{"bfclx_benchmark": 1, "name": "o", "version": "1", "match": "fuzzy"}')
        self.write("cases.jsonl", lines(CASES))
        self.run_program("dataset", "add", "other", "cases.jsonl", code=1)
        self.assertIn("other/dataset.json: match: unknown match `fuzzy`: expected official, schema or exact.", self.err)
        (self.folder / "other/data").mkdir()
        self.run_program("dataset", "validate", "other", code=None)
        self.assertNotEqual(self.status, 0)

    def test_empty_text(self):
        tools = [{"name": "f", "parameters": {"type": "object", "required": ["n"], "properties": {
            "n": {"type": "string"}, "s": {"type": "string"}}}}]
        self.new(tools, name="b")
        case = {"question": "?", "expected": {"name": "f", "arguments": {"n": "a", "s": ""}}}
        self.run_program("dataset", "add", "b", "-", stdin=json.dumps(case).encode(), code=1)
        self.assertIn('standard input:1: expected.arguments.s: the official rules read "" as optional; '
                      'if it can be left out, write {"any_of": [""], "optional": true}; otherwise use the match '
                      '`schema` or `exact`\n', self.err)
        case["expected"]["arguments"]["s"] = {"any_of": [""], "optional": True}
        self.run_program("dataset", "add", "b", "-", stdin=json.dumps(case).encode())
        self.run_program("dataset", "validate", "b")

    def test_another_command_that_adds(self):
        with open(self.folder / "my-bench/dataset.json", "rb+") as benchmark:
            fcntl.flock(benchmark, fcntl.LOCK_EX)
            before = self.snapshot()
            self.add(code=2)
            self.assertIn("another command is adding cases to my-bench; try again when it is done", self.err)
            self.assertEqual(self.snapshot(), before)
        # A command that waits for its cases keeps nobody out.
        waiting = subprocess.Popen([PROGRAM, "dataset", "add", "my-bench", "-"], cwd=self.folder, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        waiting.stdin.write(b'{"question": "Sing.", ')
        waiting.stdin.flush()
        self.add()
        out, err = waiting.communicate(b'"expected": "none"}', timeout=60)
        self.assertEqual(waiting.returncode, 0, err)
        self.assertIn("total                  1        6", out.decode())

    def test_a_killed_command(self):
        self.add(CASES[1:3])
        before = self.snapshot()
        self.add([{"question": "In Lyon?", "tools": ["get_weather"], "expected": [weather("Lyon")]}])
        after = self.snapshot()
        questions = self.folder / "my-bench/data/BFCL_v4_simple_python.json"
        questions.write_bytes(before[questions.relative_to(self.folder)])
        self.assertNotEqual(self.snapshot(), after)
        left = self.folder / "my-bench/data/.BFCL_v4_multiple.json.bfclx-999999999-0"
        left.write_bytes(b"{")
        self.add([{"question": "In Lyon?", "tools": ["get_weather"], "expected": [weather("Lyon")]}])
        self.assertEqual(self.snapshot(), after)

    def test_ground_truth_of_ones_own_without_a_question_stays(self):
        self.add(CASES[1:3])
        answers = self.folder / "my-bench/data/possible_answer/BFCL_v4_simple_python.json"
        answers.write_bytes(answers.read_bytes() + lines(
            [{"id": "simple_python_77", "ground_truth": [{"get_weather": {"city": ["Mine"]}}]}]).encode())
        before = self.snapshot()
        self.add([{"question": "In Lyon?", "tools": ["get_weather"], "expected": [weather("Lyon")]}], code=1)
        self.assertIn("no question has the id simple_python_77. Write its question, or remove its ground truth", self.err)
        self.assertEqual(self.snapshot(), before)

    def test_members_that_would_be_lost(self):
        call = weather("Lyon")
        for more, told in (({"optional": True}, "expected[0].optional: a call cannot have `optional`"),
                           ({"order": "given"}, "expected[0].order: a call cannot have `order`"),
                           ({"args": {}}, "expected[0]: both `arguments` and `args`; give the arguments once")):
            self.add([{"question": "?", "tools": ["get_weather"], "expected": [{**call, **more}]}], code=1)
            self.assertIn(told, self.err)

    def test_an_empty_folder_of_data(self):
        (self.folder / "my-bench/data/possible_answer").mkdir(parents=True)
        (self.folder / "my-bench/data/possible_answer").rmdir()
        self.run_program("dataset", "validate", "my-bench", code=2)
        self.assertIn("has no cases yet", self.err)

    def test_a_file_that_cannot_take_its_place(self):
        self.add()
        before = self.snapshot()
        # Its questions are longer than its ground truth and come last.
        case = {"question": "x" * 5000, "tools": ["get_weather"], "expected": [weather("Lyon"), weather("Oslo"), weather("Lima")]}
        self.write("cases.jsonl", lines([case]))
        done = subprocess.run([PROGRAM, "dataset", "add", "my-bench", "cases.jsonl"], cwd=self.folder, capture_output=True,
                              timeout=60, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000)))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("BFCL_v4_parallel.json cannot be written: File too large", done.stderr.decode())
        self.assertEqual(self.snapshot(), before)

    def test_a_file_of_no_category(self):
        self.add()
        self.write("my-bench/data/BFCL_v4_weather.json", "{}")
        for command in ("validate", "info"):
            self.run_program("dataset", command, "my-bench")
            self.assertIn('BFCL_v4_weather.json: unknown category "weather", ignored\n', self.err)
            self.assertEqual(self.err.count("unknown category"), 1)

    def test_links_out_of_the_folder_are_not_followed(self):
        (self.folder / "elsewhere").mkdir()
        (self.folder / "my-bench/data").symlink_to(self.folder / "elsewhere")
        self.add(code=2)
        self.assertEqual(list((self.folder / "elsewhere").iterdir()), [])

    def test_cases_that_only_tool_calls_pass(self):
        self.new([{"name": "get-it"}], name="b")
        out = self.run_program("dataset", "add", "b", "-", stdin=b'{"question": "?", "expected": {"name": "get-it"}}')
        self.assertIn("1 case passes with native tool calling only", out)


class OwnSample(Own):
    def test_all_of_it(self):
        folder = Path(__file__).resolve().parents[2] / "tools/own-sample"
        self.run_program("dataset", "new", "home", "--tools", folder / "tools.json")
        out = self.run_program("dataset", "add", "home", folder / "cases.jsonl")
        counts = {"simple_python": 5, "multiple": 35, "parallel": 3, "parallel_multiple": 7, "irrelevance": 10, "own_turns": 4}
        self.assertEqual({name: int(count) for name, count in re.findall(r"^(\w+) +\d+ +(\d+)$", out, re.M)},
                         {**counts, "total": 64})
        out = self.run_program("dataset", "validate", "home")
        for name, count in counts.items():
            self.assertRegex(out, rf"(?m)^{name} +{count} +{count} +- +-")


class OwnRound(Own):
    """From tools and cases to a report."""

    @staticmethod
    def script(seen):
        text = seen.body["messages"][-1]["content"]
        calls = {"How warm is it in Paris?": [("get_weather", {"city": "Paris"})],
                 "And in Rome?": [("get_weather", {"city": "Oslo"})],
                 "In Oslo and Bonn?": [("get_weather", {"city": "Bonn"}), ("get_weather", {"city": "Oslo"})],
                 "Lima, and 5 to EUR.": [("get_weather", {"city": "Lima"}), ("convert", {"amount": 5, "to": "EUR"})]}
        return chat(None, calls[text]) if text in calls else chat("A joke.")

    def setUp(self):
        super().setUp()
        self.new()
        self.add()
        with ScriptedServer(self.script) as server:
            self.run_program("run", "--dataset", "my-bench", "--model", "scripted", "--base-url", server.url,
                             "--result-dir", "result", "--timeout", 20)
        self.live = self.out + self.err

    def test_score(self):
        self.assertNotIn(" is skipped: ", self.live)
        out = self.run_program("score", "result", "--dataset", "my-bench")
        self.assertRegex(re.sub(r"\s+", " ", out),
                         r"accuracy 80\.0 % \(95 % CI [\d.]+ to [\d.]+\), all 5 categories; 4 of 5 passed")
        self.assertNotIn("overall", out)
        self.assertNotIn("no results", out)
        self.assertRegex(out, r"by tag \(an entry counts under each of its tags\):\n  tag .*\n  weather +1 +1 +100\.0 % +20\.7 to 100\.0\n")
        self.assertIn("my-bench 0.1.0", out)
        report = json.loads(self.run_program("score", "result", "--dataset", "my-bench", "--format", "json"))
        score = report["models"][0]["score"] if "score" in report["models"][0] else None
        self.assertEqual([(tag["tag"], tag["entries"], tag["right"]) for tag in report["models"][0]["tags"]], [("weather", 1, 1)])
        if score is not None:
            self.assertEqual((score["basis"]["leaderboard"], score["basis"]["kind"]), ("own", "complete"))
        card = self.run_program("score", "result", "--dataset", "my-bench", "--format", "markdown")
        self.assertRegex(card, r"\| weather \| 1 \| 1 \| 100\.0 % \| 20\.7 to 100\.0 \|")

    def test_validate_says_what_so_few_entries_can_show(self):
        out = re.sub(r"\s+", " ", self.run_program("dataset", "validate", "my-bench"))
        self.assertIn("5 entries are too few to show a difference between two runs that disagree on 20 % of them "
                      "(80 % power). For 5.0 points, 621 entries are needed.", out)
        self.add([{"question": f"Joke {i}?", "expected": "none"} for i in range(95)])
        out = re.sub(r"\s+", " ", self.run_program("dataset", "validate", "my-bench"))
        self.assertIn("Minimum detectable difference: 12.1 points (80 % power, if two runs disagree on 20 % of the "
                      "100 entries). For 5.0 points, 621 entries are needed.", out)
        self.assertNotIn("power", self.run_program("dataset", "validate", "sample", code=None))

    def test_files_for_the_hub(self):
        self.run_program("dataset", "validate", "my-bench", "--eval-yaml", "eval.yaml")
        text = (self.folder / "eval.yaml").read_text("utf-8")
        self.assertTrue(text.startswith('name: "my-bench"\ndescription: "my-bench 0.1.0: function calls, 5 entries"\n'
                                        'evaluation_framework: "bfclx"\ntasks:\n  - id: "overall"\n    config: default\n'), text)
        tasks = re.findall(r'id: "(\w+)"', text)
        out = self.run_program("score", "result", "--dataset", "my-bench", "--format", "hf-eval", "--hub-dataset", "me/my-bench")
        self.assertEqual(re.findall(r'task_id: "(\w+)"', out), tasks)
        self.assertIn('- dataset:\n    id: "me/my-bench"\n    task_id: "overall"\n  value: 80.00\n', out)
        self.run_program("score", "result", "--dataset", "my-bench", "--format", "hf-eval", code=2)
        self.assertIn("--hub-dataset ORG/NAME", self.err)
        # A malformed entry costs its category and the overall score, no other.
        for folder, member in (("data", '"query": []'), ("data/possible_answer", '"ground_truth": [{"get_weather": {"city": ["a"]}}]')):
            with (self.folder / "my-bench" / folder / "BFCL_v4_simple_python.json").open("a", encoding="utf-8") as file:
                file.write('{"id": "simple_python_1", ' + member + "}\n")
        out = self.run_program("score", "result", "--dataset", "my-bench", "--format", "hf-eval", "--hub-dataset",
                               "me/my-bench", code=None)
        self.assertEqual(re.findall(r'task_id: "(\w+)"', out), [task for task in tasks if task not in ("overall", "simple_python")])
        self.assertIn("simple_python (1 of 2 entries)", self.err)
        self.run_program("dataset", "validate", "my-bench", "--eval-yaml", "my-bench/dataset.json", code=2)
        self.run_program("dataset", "validate", "sample", "--eval-yaml", "eval.yaml", code=2)

    def test_a_part_of_the_categories(self):
        out = self.run_program("score", "result", "--dataset", "my-bench", "--category", "simple_python,multiple")
        self.assertIn("its categories have 40.0 % of the entries", re.sub(r"\s+", " ", out))

    def test_show(self):
        out = self.run_program("show", "result", "simple_python_0", "--dataset", "my-bench")
        self.assertIn("simple_python_0 (w2)  failed", out)
        self.assertEqual(self.run_program("show", "result", "w2", "--dataset", "my-bench"), out)
        self.assertIn("simple_python_0", self.run_program("show", "result", "--dataset", "my-bench"))

    def test_compare_and_report(self):
        with ScriptedServer(lambda seen: chat("No.")) as server:
            self.run_program("run", "--dataset", "my-bench", "--model", "other", "--base-url", server.url,
                             "--result-dir", "result", "--timeout", 20)
        out = self.run_program("compare", "result/scripted", "result/other", "--dataset", "my-bench")
        self.assertIn("Accuracy: all 5 categories.", re.sub(r"\s+", " ", out))
        out = self.run_program("score", "result", "--dataset", "my-bench")
        self.assertIn("accuracy, all 5 categories", out)
        self.run_program("report", "result", "--dataset", "my-bench", "-o", "report.html")
        page = (self.folder / "report.html").read_text("utf-8")
        self.assertIn("accuracy, 95 % CI", page)
        self.assertNotIn("Not in this run", page)

    def test_a_leaderboard_ranks_by_accuracy(self):
        with ScriptedServer(lambda seen: chat("No.")) as server:
            self.run_program("run", "--dataset", "my-bench", "--model", "other", "--base-url", server.url,
                             "--result-dir", "result", "--timeout", 20)
        self.run_program("report", "result", "--dataset", "my-bench", "-o", "board/", "--site", "none")
        self.assertLessEqual(json.loads((self.folder / "board/data/index.json").read_text("utf-8"))["ranking"]["weight"], 1)
        board = json.loads((self.folder / "board/data/index.json").read_text("utf-8"))
        self.assertEqual(board["score"], {
            "name": "own", "title": "accuracy", "heading": "Accuracy",
            "entries": dict.fromkeys(("simple_python", "multiple", "parallel", "parallel_multiple", "irrelevance"), 1)})
        self.assertEqual(board["ranking"]["basis"]["leaderboard"], "own")
        report = json.loads(self.run_program("score", "result", "--dataset", "my-bench", "--format", "json"))
        scored = {model["model"]: model["score"]["value"] for model in report["models"]}
        self.assertEqual(scored, {"scripted": 0.8, "other": 0.2})
        self.assertEqual({model["label"]: model["overall"]["score"] for model in board["models"]}, scored)
        self.assertEqual({model["label"]: model["ranked"]["score"] for model in board["models"]}, scored)
        self.assertTrue(all(category["scored"] for category in board["categories"]))
        audit = self.run_program("dataset", "audit", "result", "--dataset", "my-bench")
        self.assertIn("Accuracy over the 5 shared entries", audit)
        self.assertRegex(audit, r"other +20\.0 .*\n +scripted +80\.0 ")
        # A model is added by the same score.
        self.run_program("report", "result/other", "--dataset", "my-bench", "-o", "board/", "--site", "none", "--add")
        again = json.loads((self.folder / "board/data/index.json").read_text("utf-8"))
        self.assertEqual(again["models"], board["models"])

    def test_another_dataset_is_told(self):
        self.run_program("doctor", "result", "--dataset", "my-bench", code=None)
        self.add([{"question": "In Lyon?", "expected": [weather("Lyon")]}])
        out = self.run_program("score", "result", "--dataset", "my-bench")
        self.assertIn("1 of 6 entries missing", re.sub(r"\s+", " ", out))

    def test_prompt_mode_says_what_it_needs(self):
        with ScriptedServer(self.script) as server:
            self.run_program("run", "--dataset", "my-bench", "--model", "texts", "--mode", "prompt", "--base-url",
                             server.url, "--result-dir", "texts", "--timeout", 20, code=2)
            self.assertIn("prompt mode needs the official prompt texts: copy prompts.json of the official dataset into "
                          "my-bench, or use native tool calling (--mode fc)", self.err)
            self.assertFalse((self.folder / "texts").exists())
            self.write("my-bench/prompts.json", json.dumps(PROMPTS))
            self.run_program("run", "--dataset", "my-bench", "--model", "texts", "--mode", "prompt", "--base-url",
                             server.url, "--result-dir", "texts", "--timeout", 20)
            self.assertIn("You can call these: ", server.seen[-1].body["messages"][0]["content"])


if __name__ == "__main__":
    main()
