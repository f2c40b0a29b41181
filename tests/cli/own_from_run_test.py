"""`dataset add --from-run`: cases proposed from logs and results, confirmed one by one."""

import hashlib
import json
import os
import shutil

from cli_case import GOOD, PROGRAM, SAMPLE, main
from own_case import CASES, OPENAI, WEATHER, Own, lines
from terminal import controls, converse

PROMPT = b"? for help] "
DECISIONS = ".bfclx-proposals.jsonl"
QUIET = {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "80"}


def call(name="get_weather", id="a", **arguments):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}]}


def user(text):
    return {"role": "user", "content": text}


HOSTILE = "\x1b]0;owned\x07\u202eevil"
LOG = [{"messages": [user("How warm is it in Paris?"), call(city="Paris"),
                     {"role": "tool", "tool_call_id": "a", "content": "20" + HOSTILE}, {"role": "assistant", "content": "20."},
                     user("And in Rome?"), call(city="Rome")]},
       {"messages": [user("Tell me a joke." + HOSTILE), {"role": "assistant", "content": "No."}]},
       {"messages": [user("And in Bonn?"), call(town="Bonn")]}]


class FromRun(Own):
    def setUp(self):
        super().setUp()
        self.new()
        self.write("log.jsonl", lines(LOG))

    def asked(self, *keys, env=(), source="log.jsonl", code=0):
        shown, status = converse([PROGRAM, "dataset", "add", "my-bench", "--from-run", source], self.folder,
                                 {**QUIET, **dict(env)}, PROMPT, keys)
        self.assertEqual(status, code, shown)
        self.assertEqual(controls(shown.encode()), [], shown)
        return shown

    def editor(self, change):
        """An editor of one change: a Python expression of `case`."""
        self.write("editor.py", f"import json, sys\npath = sys.argv[1]\ncase = json.load(open(path))\n{change}\n"
                                "json.dump(case, open(path, 'w'))\n")
        return {"EDITOR": "python3 editor.py", "VISUAL": ""}

    def all_entries(self):
        return [entry["question"][0][-1]["content"] for path in sorted((self.folder / "my-bench" / "data").glob("*.json"))
                for entry in map(json.loads, path.read_text("utf-8").splitlines())]


class OwnFromLog(FromRun):
    def test_each_case_is_shown_and_only_those_that_are_kept_are_added(self):
        shown = self.asked(b"y", b"n", b"y", b"n")
        self.assertIn("Case 1 of 4  log.jsonl:1, message 2", shown)
        self.assertIn("How warm is it in Paris?", shown)
        self.assertIn("get_weather", shown)
        self.assertIn("city='Paris'", shown)
        self.assertIn("no call", shown)
        self.assertIn("\\x1b]0;owned\\x07", shown)
        self.assertIn("unknown property 'town'", shown)
        self.assertIn("added 2 cases to my-bench", shown)
        self.assertEqual(self.all_entries(), ["Tell me a joke." + HOSTILE, "How warm is it in Paris?"])
        self.assertFalse((self.folder / "my-bench" / DECISIONS).exists())
        self.run_program("dataset", "validate", "my-bench")

    def test_a_faulty_case_is_kept_once_it_is_edited(self):
        env = self.editor("case['expected'][0]['arguments'] = {'city': 'Bonn'}")
        shown = self.asked(b"s", env=env)
        self.assertIn("No case was confirmed; nothing was added.", shown)
        shown = self.asked(b"n", b"n", b"n", b"y", b"x", b"e", b"y", env=env)
        self.assertIn("The case has a fault: edit it (e) or drop it (n).", shown)
        self.assertIn("y keep, n drop, e edit as text, s skip the rest, q stop and continue later", shown)
        self.assertEqual(self.all_entries(), ["And in Bonn?"])

    def test_what_an_edit_breaks_is_shown(self):
        self.write("breaks", "#!/bin/sh\nprintf '{\"question\": ' > \"$1\"\n").chmod(0o755)
        shown = self.asked(b"e", b"y", b"q", env={"EDITOR": "./breaks", "VISUAL": ""})
        self.assertIn("not JSON", shown)
        self.assertIn("The case has a fault", shown)
        shown = self.asked(b"e", b"q", env={"EDITOR": "false", "VISUAL": ""})
        self.assertIn("set EDITOR", shown)

    def test_stopping_keeps_the_decisions(self):
        for stop in (b"q", b"\x03", b"\x04"):
            with self.subTest(stop=stop):
                before = self.snapshot()
                shown = self.asked(b"y", b"n", stop)
                self.assertIn("Nothing was added. 1 confirmed case and 2 open cases.", shown)
                self.assertEqual({path: data for path, data in self.snapshot().items() if path.name != DECISIONS}, before)
                shutil.copy(self.folder / "my-bench" / DECISIONS, self.folder / "decisions")
                (self.folder / "my-bench" / DECISIONS).unlink()
        # A killed command has cut the last line.
        kept = (self.folder / "decisions").read_bytes() + b'{"proposed": {"que'
        self.write("my-bench/" + DECISIONS, kept)
        shown = self.asked(b"y", b"n")
        self.assertIn("2 cases were already decided", shown)
        self.assertIn("Case 3 of 4", shown)
        self.assertEqual(len(self.all_entries()), 2)
        self.assertFalse((self.folder / "my-bench" / DECISIONS).exists())

    def test_skipping_the_rest_adds_what_was_confirmed(self):
        self.asked(b"y", b"s")
        self.assertEqual(self.all_entries(), ["How warm is it in Paris?"])
        # What is there is not proposed again.
        shown = self.asked(b"s")
        self.assertIn("1 proposed case left out: entries of the benchmark have the same question and tools", shown)
        self.assertIn("Case 1 of 3", shown)

    def test_without_a_terminal(self):
        before = self.snapshot()
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", code=2)
        self.assertIn("Use -o FILE to write the proposed cases, or --yes", self.err)
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "-o", "proposed.jsonl")
        self.assertEqual(self.snapshot(), before)
        self.assertIn("bfclx dataset add my-bench proposed.jsonl", self.out)
        proposed = [json.loads(line) for line in (self.folder / "proposed.jsonl").read_text("utf-8").splitlines()]
        self.assertEqual(len(proposed), 4)
        self.assertIn("log.jsonl:3, message 2: expected[0].arguments: unknown property 'town'", self.err)
        self.assertIn("1 proposed case cannot be added as it is. Correct it first", self.err)
        self.assertEqual(proposed[0], {"question": "How warm is it in Paris?",
                                       "expected": [{"name": "get_weather", "arguments": {"city": "Paris"}}]})
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "--yes", code=1)
        self.assertIn("added 3 cases", self.out)
        self.assertIn("log.jsonl:3, message 2: expected[0].arguments: unknown property 'town'", self.err)
        self.assertEqual(len(self.all_entries()), 3)
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "--yes", code=1)
        self.assertIn("nothing was added", self.out)

    def test_the_exit_code_tells_of_unusable_lines(self):
        asked = {"messages": [user("How warm is it in Bergen?"), call(city="Bergen")]}
        self.write("some.jsonl", "not json\n" + lines([asked, {"messages": [user(""), call(city="Rome")]}]))
        self.run_program("dataset", "add", "my-bench", "--from-run", "some.jsonl", "-o", "-", code=1)
        self.assertEqual(len(self.out.splitlines()), 1)
        self.run_program("dataset", "add", "my-bench", "--from-run", "some.jsonl", "--yes", code=1)
        self.assertIn("some.jsonl:1: not JSON", self.err)
        self.assertIn("some.jsonl:3: messages[0].content: the question is empty", self.err)
        self.assertEqual(self.all_entries(), ["How warm is it in Bergen?"])
        self.write("all.jsonl", lines([{"messages": [user("And in Turku?"), call(city="Turku")]}]))
        self.run_program("dataset", "add", "my-bench", "--from-run", "all.jsonl", "--yes")

    def test_the_output_replaces_no_input(self):
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "--yes", code=1)
        (self.folder / "link.jsonl").symlink_to("log.jsonl")
        before = self.snapshot()
        for output, what in (("log.jsonl", "one of the result files in log.jsonl"),
                             ("link.jsonl", "one of the result files in log.jsonl"),
                             ("my-bench/dataset.json", "a file of the dataset"),
                             ("my-bench/.bfclx-add-unfinished", "a file of the dataset"),
                             ("my-bench/data/BFCL_v4_multiple.json", "a file of the dataset"),
                             ("my-bench/data/possible_answer/BFCL_v4_simple_python.json", "a file of the dataset")):
            with self.subTest(output=output):
                self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "-o", output, code=2)
                self.assertIn(f"--output {output} would overwrite an input: it is {what}", " ".join(self.err.split()))
                self.assertEqual(self.snapshot(), before)
                self.assertEqual((self.folder / "log.jsonl").read_text("utf-8"), lines(LOG))
        shutil.copytree(SAMPLE, self.folder / "other")
        questions = self.folder / "other/data/BFCL_v4_multiple.json"
        before = questions.read_bytes()
        self.run_program("dataset", "add", "my-bench", "--from-run", GOOD, "--run-dataset", "other", "-o",
                         "other/data/BFCL_v4_multiple.json", code=2)
        self.assertEqual(questions.read_bytes(), before)

    def test_the_output_can_be_standard_output_or_a_pipe(self):
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "-o", "p.jsonl")
        proposed = (self.folder / "p.jsonl").read_bytes()
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "-o", "-")
        self.assertEqual(self.out.encode(), proposed)
        self.assertFalse((self.folder / "-").exists())
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        try:
            self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "-o", "pipe")
            self.assertEqual(os.read(reader, 1 << 16), proposed)
        finally:
            os.close(reader)
        self.assertTrue(pipe.is_fifo())

    def test_tools_of_the_log(self):
        other = {"type": "function", "function": {"name": "add", "parameters": {
            "type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}}}
        log = [{"tools": [other], "messages": [user("1?"), call("add", a=1)]},
               {"tools": OPENAI[:1], "messages": [user("Oslo?"), call(city="Oslo")]},
               {"tools": OPENAI, "messages": [user("Lima?"), call(city="Lima")]}]
        self.write("log.jsonl", lines(log))
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "--yes")
        self.assertEqual([len(entry["function"]) for entry in self.entries("simple_python")], [1, 1])
        self.assertEqual(len(self.entries("multiple")[0]["function"]), 2)
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "--yes", code=1)

    def test_usage(self):
        for more in (["--yes", "-o", "x"], ["cases.jsonl"]):
            self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", *more, code=2)
        for arguments in (["--yes"], [], ["cases.jsonl", "--run-dataset", "x"]):
            self.run_program("dataset", "add", "my-bench", *arguments, code=2)
        self.run_program("dataset", "add", "my-bench", "--from-run", "nowhere", "--yes", code=2)
        self.write("empty.jsonl", "")
        self.run_program("dataset", "add", "my-bench", "--from-run", "empty.jsonl", "--yes", code=1)
        self.assertIn("empty.jsonl: not a log with user messages. For results of another dataset, pass that dataset with "
                      "--run-dataset", self.err)


class OwnFromRunInterrupted(FromRun):
    """Killed while it wrote: some of the files are in their places, and the mark has the confirmed cases."""

    def resumed(self, kept, finish):
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "-o", "p.jsonl")
        proposed = (self.folder / "p.jsonl").read_bytes()
        confirmed = b"".join(proposed.splitlines(keepends=True)[at] for at in kept)
        start = self.folder / "start"
        shutil.copytree(self.folder / "my-bench", start)
        self.write("kept.jsonl", confirmed)
        before = self.snapshot()
        self.run_program("dataset", "add", "my-bench", "kept.jsonl")
        whole = self.snapshot()
        for count in self.states_of_a_kill(start, before, whole, more_than=1):
            with self.subTest(count=count):
                mark = hashlib.sha256(b"proposed\n" + proposed).hexdigest().encode() + b"\n" + confirmed
                self.write("my-bench/.bfclx-add-unfinished", mark)
                decided = [{"proposed": json.loads(line), "kept": json.loads(line) if at in kept else None}
                           for at, line in enumerate(proposed.splitlines())]
                self.write("my-bench/" + DECISIONS, lines(decided))
                marked = self.snapshot()
                self.write("other.jsonl", lines(LOG[:1]))
                self.run_program("dataset", "add", "my-bench", "--from-run", "other.jsonl", "--yes", code=1)
                self.assertIn("interrupted while it added other cases", " ".join(self.err.split()))
                (self.folder / "other.jsonl").unlink()
                self.assertEqual(self.snapshot(), marked)
                finish()
                self.assertEqual(self.snapshot(), whole)
        self.run_program("dataset", "validate", "my-bench")

    def test_the_same_command_adds_what_was_confirmed(self):
        def finish():
            shown = self.asked()
            self.assertIn("added", shown)
            self.assertNotIn("Case 1 of", shown)
        self.resumed((0, 2), finish)

    def test_the_same_command_with_yes(self):
        self.resumed((0, 1, 2), lambda: self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "--yes"))


class OwnFromResults(FromRun):
    def test_results_of_another_dataset(self):
        self.run_program("dataset", "add", "my-bench", "--from-run", GOOD, "--run-dataset", SAMPLE, "--yes", code=None)
        self.assertRegex(self.out, r"added \d+ cases to my-bench")
        self.assertRegex(self.err, r"\d+ responses left out: only entries with Python calls")
        self.run_program("dataset", "validate", "my-bench")

    def test_a_run_and_its_verdicts(self):
        self.run_program("dataset", "new", "other", "--tools", "tools.json")
        self.write("cases.jsonl", lines(CASES[:2]))
        self.run_program("dataset", "add", "other", "cases.jsonl")
        self.write("result/m/BFCL_v4_multiple_result.json",
                   json.dumps({"id": "multiple_0", "result": "[get_weather(city='Lyon')]"}) + "\n")
        shown, code = converse([PROGRAM, "dataset", "add", "my-bench", "--from-run", "result", "--run-dataset", "other"],
                               self.folder, QUIET, PROMPT, [b"y"])
        self.assertEqual(code, 0, shown)
        self.assertIn("m, multiple_0, failed", shown)
        self.assertEqual(self.entries("multiple", "data/possible_answer")[0]["ground_truth"], [{"get_weather": {"city": ["Lyon"]}}])
        self.assertEqual(self.entries("multiple")[0]["own_id"], "w1")
        self.assertEqual(self.entries("multiple")[0]["tags"], ["weather"])

    def test_failed_responses_are_confirmed_by_a_person_only(self):
        self.run_program("dataset", "new", "other", "--tools", "tools.json")
        self.write("cases.jsonl", lines(CASES[:2]))
        self.run_program("dataset", "add", "other", "cases.jsonl")
        self.write("result/m/BFCL_v4_multiple_result.json",
                   json.dumps({"id": "multiple_0", "result": "[get_weather(city='Lyon')]"}) + "\n")
        source = ["--from-run", "result", "--run-dataset", "other"]
        self.run_program("dataset", "add", "my-bench", *source, "-o", "p.jsonl")
        self.assertIn("1 proposed case is a failed response: correct the expected calls", self.err)
        self.run_program("dataset", "add", "my-bench", *source, "--yes", code=1)
        self.assertIn("1 failed response left out. Run this without --yes to see and confirm them", self.err)
        self.assertEqual(self.all_entries(), [])

    def test_responses_to_the_benchmark_itself_are_no_new_cases(self):
        self.write("cases.jsonl", lines(CASES[:2]))
        self.run_program("dataset", "add", "my-bench", "cases.jsonl")
        before = self.snapshot()
        self.assertEqual(CASES[0]["id"], "w1")
        self.write("result/m/BFCL_v4_multiple_result.json",
                   json.dumps({"id": "multiple_0", "result": "[get_weather(city='Paris')]"}) + "\n")
        for more in (["--yes"], ["-o", "p.jsonl"]):
            self.run_program("dataset", "add", "my-bench", "--from-run", "result", *more, code=1)
            self.assertIn("1 proposed case left out: entries of the benchmark have the same question and tools", self.err)
            self.assertNotIn("duplicate", self.err)
        self.assertEqual(self.snapshot(), before)
        self.assertFalse((self.folder / "p.jsonl").exists())

    def test_own_tools_are_names(self):
        self.assertEqual(WEATHER["required"], ["city"])
        self.run_program("dataset", "new", "other", "--tools", "tools.json")
        self.write("cases.jsonl", lines(CASES[1:2]))
        self.run_program("dataset", "add", "other", "cases.jsonl")
        self.write("result/m/BFCL_v4_simple_python_result.json",
                   json.dumps({"id": "simple_python_0", "result": "[get_weather(city='Rome')]"}) + "\n")
        self.run_program("dataset", "add", "my-bench", "--from-run", "result", "--run-dataset", "other", "-o", "p.jsonl")
        self.assertEqual(json.loads((self.folder / "p.jsonl").read_text("utf-8"))["tools"], ["get_weather"])


class OwnFromRunTags(FromRun):
    """A benchmark with weights: each case needs one of their tags."""

    def setUp(self):
        super().setUp()
        path = self.folder / "my-bench/dataset.json"
        path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "weights": {"travel": 1, "food": 3}}), "utf-8")

    def tags(self):
        return {entry["question"][0][-1]["content"]: entry.get("tags")
                for path in sorted((self.folder / "my-bench/data").glob("*.json"))
                for entry in map(json.loads, path.read_text("utf-8").splitlines())}

    def test_an_option_gives_all_a_tag(self):
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "--yes", "--tag", "travel", "--tag", "new", code=1)
        self.assertEqual(set(map(tuple, self.tags().values())), {("travel", "new")})
        self.assertEqual(len(self.tags()), 3)
        # What is there is told as such.
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "--yes", code=None)
        self.assertIn("3 proposed cases left out: entries of the benchmark have the same question", self.err)

    def test_without_a_tag(self):
        before = self.snapshot()
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "--yes", code=2)
        self.assertIn("4 proposed cases need a tag with a weight: travel, food. Pass --tag NAME", self.err)
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "--yes", "--tag", "trevel", code=2)
        self.assertIn('--tag: tags: expected exactly one tag of "weights" (travel, food), found none. Did you mean travel?', self.err)
        self.assertEqual(self.snapshot(), before)
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "-o", "p.jsonl")
        self.assertIn("4 proposed cases need a tag with a weight: travel, food. Add one to each case, or pass --tag NAME", self.err)
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "-o", "p.jsonl", "--tag", "food")
        self.assertNotIn("tag", self.err)
        self.assertEqual({tuple(json.loads(line)["tags"]) for line in (self.folder / "p.jsonl").read_text("utf-8").splitlines()},
                         {("food",)})

    def test_a_person_chooses_the_tag(self):
        shown, code = converse([PROGRAM, "dataset", "add", "my-bench", "--from-run", "log.jsonl"], self.folder, QUIET, b"] ",
                               [b"y", b"2", b"y", b"x", b"n", b"s"])
        self.assertEqual(code, 0, shown)
        self.assertIn("Tag of this case [1 travel, 2 food, other keys: back]", shown)
        self.assertNotIn("Fault", shown)
        self.assertEqual(self.tags(), {"How warm is it in Paris?": ["food"]})


class OwnFromSeveralRuns(FromRun):
    """Several models propose cases for one question."""

    def setUp(self):
        super().setUp()
        self.run_program("dataset", "new", "other", "--tools", "tools.json")
        self.write("cases.jsonl", lines(CASES[:2]))
        self.run_program("dataset", "add", "other", "cases.jsonl")
        for model, city in (("a", "Lyon"), ("b", "Paris, France"), ("c", "Paris"), ("d", "Paris")):
            self.write(f"result/{model}/BFCL_v4_multiple_result.json",
                       json.dumps({"id": "multiple_0", "result": f"[get_weather(city='{city}')]"}) + "\n")
        self.source = ["--from-run", "result", "--run-dataset", "other"]

    def truth(self):
        return self.entries("multiple", "data/possible_answer")[0]["ground_truth"][0]["get_weather"]["city"]

    def test_all_are_confirmed(self):
        self.run_program("dataset", "add", "my-bench", *self.source, "--yes")
        self.assertIn("1 failed response left out", self.err)
        self.assertIn("1 more response to the same questions left out\n", self.err)
        self.assertIn("added 1 case to my-bench", self.out)
        self.assertEqual(self.truth(), ["Paris"])

    def test_the_file_can_be_added(self):
        self.run_program("dataset", "add", "my-bench", *self.source, "-o", "p.jsonl")
        self.assertIn("2 more responses to the same questions left out\n", self.err)
        self.assertIn("wrote 1 proposed case", self.out)
        self.run_program("dataset", "add", "my-bench", "p.jsonl")
        self.assertEqual(self.truth(), ["Paris"])

    def test_a_person_keeps_one(self):
        command = [PROGRAM, "dataset", "add", "my-bench", *self.source]
        shown, code = converse(command, self.folder, QUIET, PROMPT, [b"n", b"y"])
        self.assertEqual(code, 0, shown)
        self.assertRegex(shown, r"c, multiple_0, passed, and 1 other\s+\(response 1 of 3 to this\s+question\)")
        self.assertRegex(shown, r"b, multiple_0, passed \(response 2 of 3 to this\s+question\)")
        self.assertNotIn("a, multiple_0", shown)
        self.assertEqual(self.truth(), ["Paris, France"])

    def test_a_response_that_can_be_added_is_preferred(self):
        truth = self.folder / "other/data/possible_answer/BFCL_v4_multiple.json"
        truth.write_text(json.dumps({"id": "multiple_0", "ground_truth": [{"get_weather": {"city": ["Paris"], "days": [0, 1]}}]}) + "\n")
        # The official match takes the first, which contradicts the schema.
        for model, days in (("a", 0), ("b", 1), ("c", 0), ("d", 0)):
            self.write(f"result/{model}/BFCL_v4_multiple_result.json",
                       json.dumps({"id": "multiple_0", "result": f"[get_weather(city='Paris', days={days})]"}) + "\n")
        self.run_program("dataset", "add", "my-bench", *self.source, "--yes")
        self.assertEqual(self.entries("multiple", "data/possible_answer")[0]["ground_truth"], [{"get_weather": {"city": ["Paris"], "days": [1]}}])

    def test_a_log_with_different_calls(self):
        log = [{"messages": [user("How warm is it in Paris?"), call(city=city)]} for city in ("Paris", "Rome", "Paris", "Paris")]
        self.write("log.jsonl", lines([*log, {"messages": [user("In Bonn?"), call(city="Bonn")]}]))
        source = ["--from-run", "log.jsonl"]
        self.run_program("dataset", "add", "my-bench", *source, "-o", "p.jsonl")
        self.assertIn("log.jsonl:1, message 2 (response 1 of 2 to this question): the responses to this question have different calls",
                      self.err)
        self.assertEqual(len((self.folder / "p.jsonl").read_text("utf-8").splitlines()), 2)
        self.run_program("dataset", "add", "my-bench", *source, "--yes")
        self.assertIn("1 question left out: its responses differ. Run this without --yes to choose one", self.err)
        self.assertEqual(self.all_entries(), ["In Bonn?"])

    def test_parallel_calls_in_another_order_are_the_same_calls(self):
        def both(*cities):
            calls = [call(id=city, city=city)["tool_calls"][0] for city in cities]
            return {"messages": [user("How warm is it in Paris and Rome?"), {"role": "assistant", "tool_calls": calls}]}
        self.write("log.jsonl", lines([both("Paris", "Rome"), both("Rome", "Paris"), both("Rome", "Paris")]))
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "-o", "p.jsonl")
        self.assertNotIn("other calls", self.err)
        (case,) = map(json.loads, (self.folder / "p.jsonl").read_text("utf-8").splitlines())
        self.assertEqual([one["arguments"]["city"] for one in case["expected"]], ["Paris", "Rome"])
        self.write("log.jsonl", lines([both("Paris", "Rome"), both("Paris", "Paris")]))
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "-o", "p.jsonl")
        self.assertIn("the responses to this question have different calls", self.err)

    def test_a_tag_can_be_shown(self):
        self.run_program("dataset", "add", "my-bench", "--from-run", "log.jsonl", "--tag", "a\x1b[31m", "-o", "p.jsonl", code=2)
        self.assertIn("--tag: has characters that cannot be shown: a\\x1b[31m", self.err)


if __name__ == "__main__":
    main()
