"""Benchmarks of one's own with several turns: `dataset add`, `validate`, `run`, `score`, `show` and the others."""

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "serving"))
from cli_case import main  # noqa: E402
from own_case import PROMPTS, Own, weather  # noqa: E402
from scripted_server import ScriptedServer, chat  # noqa: E402

EUR = {"name": "convert", "arguments": {"amount": 5, "to": "EUR"}}
TRIP = {"id": "trip", "tags": ["travel"], "turns": [
    {"question": "How warm is it in Paris?", "expected": "get_weather(city='Paris')", "results": [{"celsius": 20}]},
    {"question": "And in Rome?", "expected": [weather("Rome", days={"any_of": [1], "optional": True})]},
    {"question": "Thanks!", "expected": "none"}]}
ORDER = {"id": "order", "match": "schema", "order": "given", "turns": [
    {"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Oslo, then Bonn?"}],
     "expected": [weather("Oslo"), weather("Bonn")], "results": ["cold", {"celsius": 9}]},
    {"messages": [{"role": "assistant", "content": "Cold, and 9."}, {"role": "user", "content": "5 to EUR."}],
     "expected": [EUR]}]}
SINGLE = {"id": "single", "question": "How warm is it in Lima?", "expected": [weather("Lima")]}
CASES = [TRIP, ORDER, SINGLE]
GOOD = {"How warm is it in Paris?": [("get_weather", {"city": "Paris"})], "And in Rome?": [("get_weather", {"city": "Rome"})],
        "Oslo, then Bonn?": [("get_weather", {"city": "Oslo"}), ("get_weather", {"city": "Bonn"})],
        "5 to EUR.": [("convert", {"amount": 5, "to": "EUR"})], "How warm is it in Lima?": [("get_weather", {"city": "Lima"})]}


class OwnTurns(Own):
    def setUp(self):
        super().setUp()
        self.new()
        self.add(CASES)

    def generate(self, calls, *more, folder="result"):
        def script(seen):
            made = calls.get(seen.body["messages"][-1]["content"])
            return chat(None, made) if isinstance(made, list) else chat(made or "You are welcome.")

        with ScriptedServer(script) as server:
            self.run_program("run", "--dataset", "my-bench", "--model", "scripted", "--base-url", server.url,
                             "--result-dir", folder, "--timeout", 20, *more)
            return [seen.body["messages"] for seen in server.seen if "messages" in (seen.body or {})]

    @staticmethod
    def last_of(requests, text):
        (found,) = [messages for messages in requests if messages[-1]["content"] == text]
        return found

    def results(self, turns, folder="made"):
        lines = "".join(json.dumps({"id": f"own_turns_{i}", "result": result}) + "\n" for i, result in enumerate(turns))
        path = self.folder / folder / "m" / "BFCL_v4_own_turns_result.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(lines, "utf-8")

    def score(self, *more, folder="made", code=0):
        return self.run_program("score", folder, "--dataset", "my-bench", "--decoder", "prompting", *more, code=code)

    def show(self, name, *more, folder="made"):
        return self.run_program("show", folder, name, "--dataset", "my-bench", *more)


class OwnTurnsFiles(OwnTurns):
    def test_what_is_kept(self):
        trip, order = self.entries("own_turns")
        self.assertEqual([len(trip["question"]), len(order["question"])], [3, 2])
        self.assertEqual((trip["id"], trip["own_id"], trip["tags"]), ("own_turns_0", "trip", ["travel"]))
        self.assertEqual((order["match"], order["order"]), ("schema", "given"))
        self.assertNotIn("match", trip)
        truth, other = self.entries("own_turns", "data/possible_answer")
        self.assertEqual(truth["ground_truth"], [[{"get_weather": {"city": ["Paris"]}}],
                                                 [{"get_weather": {"city": ["Rome"], "days": [1, ""]}}], "none"])
        self.assertEqual(truth["results"], [[{"celsius": 20}], None, None])
        self.assertEqual(other["ground_truth"], [turn["expected"] for turn in ORDER["turns"]])
        self.assertEqual([line["own_id"] for line in self.entries("multiple")], ["single"])

    def test_validate_and_info(self):
        out = self.run_program("dataset", "validate", "my-bench")
        self.assertRegex(out, r"(?m)^own_turns +2 +2 +- +-")
        self.assertIn("3 entries are too few", " ".join(out.split()))
        self.assertRegex(self.run_program("dataset", "info", "my-bench"), r"(?m)own_turns +2")

    def test_add_more(self):
        self.add([{**TRIP, "id": "x", "turns": TRIP["turns"][:1]}])
        self.assertEqual([entry["id"] for entry in self.entries("own_turns")], [f"own_turns_{i}" for i in range(3)])
        self.add([{**TRIP, "id": "other"}], code=1)
        self.assertIn("the same question with the same tools as own_turns_0", self.err)

    def test_faults(self):
        turn = TRIP["turns"][1]
        before = self.snapshot()
        for case, message in (
                ({"turns": []}, "turns: the list is empty"),
                ({"turns": "x"}, "turns: is text, expected a list of turns"),
                ({"turns": [5]}, "turns[0]: is a number, expected a turn"),
                ({"turns": [turn, {"question": "A?"}]}, "turns[1].expected: is missing"),
                ({"turns": [{"expected": "none"}]}, "turns[0].question: is missing"),
                ({"turns": [{**turn, "result": []}]}, "turns[0]: unknown member 'result'. Did you mean results?"),
                ({"turns": [turn], "question": "A?"}, "question: belongs in each turn"),
                ({"turns": [turn], "expected": "none"}, "expected: belongs in each turn"),
                ({"turns": [turn, {**turn, "messages": [{"role": "system", "content": "A"}, {"role": "user", "content": "B"}],
                                   "question": None}]}, "turns[1].messages: a system message can only be in the first turn"),
                ({"turns": [{**turn, "expected": [weather(5)]}]}, "turns[0].expected[0].arguments.city: 5 is not of the type"),
                ({"turns": [{**turn, "expected": [{"name": "get_wether", "arguments": {}}]}]}, "Did you mean get_weather?"),
                ({"turns": [{**turn, "expected": {"any_of": [[EUR], "none"]}}]}, "turns[0].expected: the official rules do not"),
                ({"turns": [{**turn, "results": []}]}, "turns[0].results: has 0 results, but 1 call is expected"),
                ({"turns": [{**turn, "results": {"a": 1}}]}, "turns[0].results: is an object, expected a list"),
                ({"turns": [{**turn, "expected": "none", "results": [1]}]}, "turns[0].results: has 1 result, but 0 calls are"),
                ({"match": "exact", "turns": [{**turn, "expected": {"any_of": [[EUR], "none"]}, "results": [1]}]},
                 "turns[0].results: not possible with alternatives"),
                ({"turns": [turn] * 101}, "turns: more than 100 turns")):
            with self.subTest(message):
                self.add([{"id": "bad", **case}], code=1)
                self.assertIn("cases.jsonl:1: " if "Did you" not in message else "cases.jsonl:1", self.err)
                self.assertIn(message, " ".join(self.err.split()))
        self.add('{"id": "big", "turns": [{"question": "A?", "expected": [%s], "results": [1e999]}]}' % json.dumps(EUR), code=1)
        self.assertIn("turns[0].results[0]: inf is not a value of JSON", self.err)
        self.add("id,turns\na,x\n", code=1)
        self.assertIn("Write cases with several turns as JSON lines", " ".join(self.err.split()))
        self.assertEqual(self.snapshot(), before)

    def test_written_without_the_program(self):
        questions, truth = "data/BFCL_v4_own_turns.json", "data/possible_answer/BFCL_v4_own_turns.json"
        for path, change, message in (
                (truth, lambda line: line["ground_truth"].pop(), '"ground_truth" has 2 turns, but "question" has 3'),
                (truth, lambda line: line["ground_truth"].__setitem__(1, [weather("Rome", hours=1)]),
                 "ground_truth[1][0].arguments: unknown property 'hours'"),
                (truth, lambda line: line.__setitem__("ground_truth", "none"), "ground_truth: expected a list of turns"),
                (truth, lambda line: line.__setitem__("results", [[1]]), "results: has 1 turn, expected 3"),
                (truth, lambda line: line.__setitem__("results", [[1, 2], None, None]), "results[0]: has 2 results, expected 1"),
                (truth, lambda line: line.__setitem__("results", [5, None, None]), "results[0]: expected a list of results"),
                (truth, lambda line: line.pop("ground_truth"), '"ground_truth" is missing'),
                (questions, lambda line: line.__setitem__("question", []), '"question" has no turns'),
                (questions, lambda line: line["question"].__setitem__(1, []),
                 "turn 2 of \"question\": the last message must be the user's"),
                (questions, lambda line: line["question"][1].__setitem__(0, {"role": "user"}), "whose \"content\" is text"),
                (questions, lambda line: line.__setitem__("match", "near"), "match: unknown match `near`")):
            with self.subTest(message):
                file = self.folder / "my-bench" / path
                text = file.read_text("utf-8")
                lines = [json.loads(line) for line in text.splitlines()]
                change(lines[0])
                file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
                for command in (("dataset", "validate", "my-bench"), ("dataset", "info", "my-bench")):
                    self.run_program(*command, code=1)
                    self.assertIn(f"{path}:1: own_turns_0: ", " ".join((self.out + self.err).split()))
                    self.assertIn(message, " ".join((self.out + self.err).split()))
                file.write_text(text, "utf-8")

    def test_results_belong_to_turns(self):
        file = self.folder / "my-bench/data/possible_answer/BFCL_v4_multiple.json"
        line = json.loads(file.read_text("utf-8"))
        file.write_text(json.dumps({**line, "results": [1]}) + "\n", "utf-8")
        self.run_program("dataset", "validate", "my-bench", code=1)
        self.assertIn("unknown member 'results'.", " ".join((self.out + self.err).split()))

    def test_never_among_the_official_categories(self):
        for command in (("list", "categories"), ("test-categories",)):
            self.assertNotIn("own_turns", self.run_program(*command))


class OwnTurnsRun(OwnTurns):
    def test_the_conversation(self):
        requests = self.generate(GOOD)
        self.assertEqual(len(requests), 6)
        last = self.last_of(requests, "Thanks!")
        self.assertEqual([message["role"] for message in last],
                         ["user", "assistant", "tool", "assistant", "user", "assistant", "tool", "assistant", "user"])
        self.assertEqual(json.loads(last[2]["content"]), {"celsius": 20})
        self.assertEqual(last[2]["tool_call_id"], last[1]["tool_calls"][0]["id"])
        self.assertEqual(last[3]["content"], "Done.")
        self.assertEqual(json.loads(last[6]["content"]), {"status": "ok"})
        last = self.last_of(requests, "5 to EUR.")
        self.assertEqual([(message["role"], message["content"]) for message in last if message["role"] != "assistant"],
                         [("system", "Be brief."), ("user", "Oslo, then Bonn?"), ("tool", "cold"),
                          ("tool", '{"celsius": 9}'), ("user", "5 to EUR.")])
        self.assertEqual(last[-2], {"role": "assistant", "content": "Cold, and 9."})
        (path,) = (self.folder / "result").rglob("BFCL_v4_own_turns_result.json")
        self.assertEqual(path.parent.name, "own_turns")
        trip = json.loads(path.read_text("utf-8").splitlines()[0])
        self.assertEqual([len(turn) for turn in trip["result"]], [1, 1, 1])
        self.assertEqual([len(turn) for turn in trip["latency"]], [1, 1, 1])
        out = self.run_program("score", "result", "--dataset", "my-bench")
        flat = " ".join(out.split())
        self.assertIn("accuracy 100.0 %", flat)
        self.assertIn("both categories; 3 of 3 passed", flat)
        self.assertIn("turns passed: category turns passed share own_turns 5 5 100.0 %", flat)
        self.assertRegex(out, r"(?m)^  travel +1 +1 +100\.0 %")
        self.assertNotIn("official score", out)

    def test_wrong_calls_and_text(self):
        """The conversation goes on to the last turn, whatever the model does."""
        calls = {**GOOD, "How warm is it in Paris?": "I do not know.", "And in Rome?": [("get_weather", {"city": "Oslo"})],
                 "Oslo, then Bonn?": [("get_weather", {"city": "Bonn"}), ("get_weather", {"city": "Kiel"})]}
        requests = self.generate(calls)
        last = self.last_of(requests, "Thanks!")
        self.assertEqual([message["role"] for message in last],
                         ["user", "assistant", "user", "assistant", "tool", "assistant", "user"])
        self.assertEqual(last[1]["content"], "I do not know.")
        last = self.last_of(requests, "5 to EUR.")
        self.assertEqual([message["content"] for message in last if message["role"] == "tool"],
                         ['{"celsius": 9}', '{"status": "ok"}'])
        out = " ".join(self.run_program("score", "result", "--dataset", "my-bench").split())
        self.assertIn("1 of 3 passed", out)
        self.assertIn("own_turns 5 2 40.0 %", out)
        out = self.show("trip", folder="result")
        self.assertIn("2 of 3 turns failed" if "turns failed" in out else "1 of 3 turns passed", out)
        self.assertRegex(out, r"Turn 1 +failed")
        self.assertRegex(out, r"Turn 2 +failed")
        self.assertRegex(out, r"Turn 3 +passed")
        self.assertIn("rule turn: ", out)

    def test_calls_that_cannot_be_parsed_get_results(self):
        def script(seen):
            body = chat("Fine.")
            if seen.body["messages"][-1]["content"] == "How warm is it in Paris?":
                body = chat(None, [("get_weather", {})])
                body["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"] = "{"
            return body

        with ScriptedServer(script) as server:
            self.run_program("run", "--dataset", "my-bench", "--model", "scripted", "--base-url", server.url,
                             "--result-dir", "result", "--timeout", 20)
            requests = [seen.body["messages"] for seen in server.seen if "messages" in (seen.body or {})]
        last = self.last_of(requests, "And in Rome?")
        self.assertEqual([message["role"] for message in last], ["user", "assistant", "tool", "assistant", "user"])
        self.assertIn("could not be parsed", last[2]["content"])

    def test_prompt_mode(self):
        self.write("my-bench/prompts.json", json.dumps(PROMPTS))
        texts = {question: "[" + ", ".join(f"{name}({', '.join(f'{k}={v!r}' for k, v in arguments.items())})"
                                           for name, arguments in calls) + "]" for question, calls in GOOD.items()}
        requests = self.generate(texts, "--mode", "prompt")
        last = self.last_of(requests, "Thanks!")
        self.assertEqual([message["role"] for message in last],
                         ["system", "user", "assistant", "user", "assistant", "user", "assistant", "user", "assistant", "user"])
        self.assertIn("celsius", last[3]["content"])
        out = " ".join(self.run_program("score", "result", "--dataset", "my-bench").split())
        self.assertIn("3 of 3 passed", out)

    def test_other_protocols(self):
        self.write("my-bench/data/BFCL_v4_multiple.json", "")
        self.write("my-bench/data/possible_answer/BFCL_v4_multiple.json", "")

        def of_user(content):
            return content if isinstance(content, str) else " ".join(part.get("text", "") for part in content)

        def anthropic(seen):
            calls = GOOD.get(of_user(seen.body["messages"][-1]["content"]), [])
            content = [{"type": "tool_use", "id": f"t{i}", "name": name, "input": arguments}
                       for i, (name, arguments) in enumerate(calls)] or [{"type": "text", "text": "Fine."}]
            return {"id": "m", "type": "message", "role": "assistant", "model": "c", "content": content,
                    "stop_reason": "tool_use" if calls else "end_turn", "usage": {"input_tokens": 1, "output_tokens": 1}}

        def gemini(seen):
            calls = GOOD.get(seen.body["contents"][-1]["parts"][0].get("text", ""), [])
            parts = [{"functionCall": {"name": name, "args": arguments}} for name, arguments in calls] or [{"text": "Fine."}]
            return {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}],
                    "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1}}

        def responses(seen):
            last = seen.body["input"][-1]
            calls = GOOD.get(of_user(last.get("content", "")), [])
            output = [{"type": "function_call", "id": f"f{i}", "call_id": f"c{i}", "name": name, "status": "completed",
                       "arguments": json.dumps(arguments)} for i, (name, arguments) in enumerate(calls)] or [
                {"type": "message", "id": "m", "role": "assistant", "status": "completed",
                 "content": [{"type": "output_text", "text": "Fine.", "annotations": []}]}]
            return {"id": "r", "object": "response", "created_at": 1, "model": "x", "status": "completed", "output": output,
                    "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
                    "usage": {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}}

        for api, script in (("anthropic", anthropic), ("gemini", gemini), ("responses", responses)):
            with self.subTest(api), ScriptedServer(script) as server:
                self.run_program("run", "--dataset", "my-bench", "--model", "scripted", "--api", api, "--base-url", server.url,
                                 "--result-dir", api, "--timeout", 20, env={"ANTHROPIC_API_KEY": "k", "GOOGLE_API_KEY": "k",
                                                                            "OPENAI_API_KEY": "k"})
                out = " ".join(self.run_program("score", api, "--dataset", "my-bench").split())
                self.assertIn("2 of 2 passed", out)
                bodies = [seen.body for seen in server.seen if seen.body]
                for body in bodies:  # no two messages of one side follow each other
                    roles = [message["role"] for message in body.get("messages") or body.get("contents") or []]
                    self.assertFalse(any(a == b for a, b in zip(roles, roles[1:])), roles)

    def test_sample_and_resume(self):
        requests = self.generate(GOOD, "--sample", "2")
        self.assertTrue(requests)
        again = self.generate(GOOD)
        self.assertTrue(again)
        self.assertEqual(self.generate(GOOD), [])


PASSED = [[["[get_weather(city='Paris')]"], ["[get_weather(city='Rome', days=1)]"], ["Bye."]],
          [["[get_weather(city='Oslo'), get_weather(city='Bonn')]"], ["[convert(amount=5.0, to='EUR')]"]]]
FAILED = [[["[get_weather(city='Paris')]"], ["[get_weather(city='Oslo')]"], ["[get_weather(city='Oslo')]"]],
          [["[get_weather(city='Bonn'), get_weather(city='Oslo')]"], ["[convert(amount=5, to='EUR')]"]]]


class OwnTurnsScore(OwnTurns):
    def verdicts(self, turns):
        self.results(turns)
        self.score("--verdicts", "v.jsonl")
        return [json.loads(line) for line in (self.folder / "v.jsonl").read_text("utf-8").splitlines()]

    def test_verdicts(self):
        self.assertEqual([line["valid"] for line in self.verdicts(PASSED)], [True, True])
        trip, order = self.verdicts(FAILED)
        self.assertEqual((trip["valid"], trip["error"]["error_type"]), (False, "value_error:string"))
        self.assertEqual(trip["why"]["path"][:2], [1, 0])
        self.assertTrue(trip["why"]["text"].startswith("Turn 2: "), trip["why"])
        self.assertEqual((trip["why"]["rule"], trip["why"]["more"]["rule"]), ("turn", "string_value"))
        self.assertEqual([(one["turn"], one["error_type"]) for one in trip["why"]["more"]["failed_turns"]],
                         [(2, "value_error:string"), (3, "irrelevance_error:decoder_success")])
        self.assertIn("turn 2: city: 'Oslo' ≠ 'Rome'", trip["why"]["short"])
        self.assertEqual(order["error"]["error_type"], "schema_match:value")

    def test_steps_of_a_turn_count_together(self):
        turns = [[["[get_weather(city='Paris')]", "It is 20."], ["Let me see.", "[get_weather(city='Rome')]", "[]"], []],
                 [["[get_weather(city='Oslo')]", "[get_weather(city='Bonn')]"], ["[convert(amount=5, to='EUR')]"]]]
        self.assertEqual([line["valid"] for line in self.verdicts(turns)], [True, True])

    def test_however_many_steps_a_turn_has(self):
        long = [[*["[get_weather(city='Paris')]"] * 20000], ["[get_weather(city='Rome')]"], ["x"]]
        line = self.verdicts([long])[0]
        details = json.dumps(line["error"])
        self.assertIn("Calls expected: 1, calls made: 20000.", details)
        self.assertEqual([one["turn"] for one in line["error"]["details"]["failed_turns"]], [1])

    def test_steps_without_their_list_choose_the_decoder(self):
        self.results([["[get_weather(city='Paris')]", "[get_weather(city='Rome')]", "x"]])
        shown = " ".join(self.run_program("show", "made", "own_turns_0", "--dataset", "my-bench").split())
        self.assertNotIn("format_sensitivity", shown)
        self.assertIn("2 of 3 sampled responses and steps parse", shown)

    def test_hostile_responses(self):
        for result, error in (("Error during inference: x", "multi_turn:inference_error"), ([], "multi_turn:force_terminated"),
                              ([["a"]] * 4, "multi_turn:force_terminated"), (None, "multi_turn:inference_error"),
                              ({"a": 1}, "multi_turn:inference_error"), ([5, None, {"a": []}], None),
                              ([[None], [[[]]], [{"get_weather": 5}]], None), ([["[" * 5000], ["\ud800"], ["a"] * 20000], None),
                              ([[[{"get_weather": {"city": "Paris"}}]], [7], ["x"]], None)):
            with self.subTest(str(result)[:60]):
                line = self.verdicts([result])[0]
                self.assertFalse(line["valid"])
                if error is not None:
                    self.assertEqual(line["error"]["error_type"], error)
                shown = self.show("own_turns_0", "--decoder", "prompting")
                if error is not None:
                    self.assertNotRegex(shown, r"(?m)^Turn \d +passed")
                # Turns that were not read count as failed.
                model = json.loads(self.score("--format", "json", code=None))["models"][0]
                turns = next(one["own_turn_progress"] for one in model["categories"] if one["category"] == "own_turns")
                self.assertEqual(turns["turns_total"], 3, result)

    def test_views(self):
        self.results(FAILED, "bad")
        self.results(PASSED, "good")
        out = self.score(folder="bad")
        self.assertIn("0 of 2 passed", " ".join(out.split()))
        self.assertNotIn("overall", out)
        report = json.loads(self.score("--format", "json", folder="bad"))
        (category,) = [one for one in report["models"][0]["categories"] if one["category"] == "own_turns"]
        self.assertEqual(category["own_turn_progress"], {"turns_passed": 2, "turns_total": 5})
        for form in ("csv", "markdown", "junit"):
            self.assertIn("own_turns", self.score("--format", form, folder="bad"))
        out = self.show("trip", "--decoder", "prompting", folder="bad")
        self.assertIn("get_weather(city='Rome', days=1 or omitted)", " ".join(out.split()))
        self.assertIn("Turn 2: ", out)
        self.assertNotIn("official", out)
        self.assertNotIn("Services", out)
        out = self.show("order", "--decoder", "prompting", folder="bad")
        self.assertIn("Turns, match schema, calls in the given order", out)
        out = " ".join(self.show("trip", "--decoder", "prompting", folder="good").split())
        self.assertIn("passed: all 3 turns match the ground truth", out)
        self.assertIn("own_turns_0", self.run_program("show", "bad", "--dataset", "my-bench", "--decoder", "prompting"))
        out = self.run_program("compare", "good/m", "bad/m", "--dataset", "my-bench", "--decoder", "prompting")
        self.assertIn("2", out)
        self.run_program("report", "bad", "--dataset", "my-bench", "--decoder", "prompting", "-o", "report.html")
        page = (self.folder / "report.html").read_text("utf-8")
        self.assertIn("turn 2 \u2715", page)
        self.assertIn("own_turns", page)
        self.run_program("report", "bad", "--dataset", "my-bench", "--decoder", "prompting", "-o", "board/", "--site", "none")
        self.run_program("doctor", "bad", "--dataset", "my-bench", "--decoder", "prompting", code=None)
        self.assertIn(self.status, (0, 1, 3), self.err)

    def test_alternatives_of_whole_calls(self):
        self.add([{"id": "either", "match": "exact", "turns": [{"question": "Lima or money?", "expected": {
            "any_of": [[weather("Lima"), EUR], "none"]}}]}])
        self.results([*PASSED, [["No."]]])
        self.assertIn("3 of 3 passed", " ".join(self.score().split()))
        self.results([*PASSED, [["[get_weather(city='Lima')]"]]])
        out = " ".join(self.show("either", "--decoder", "prompting").split())
        self.assertIn("get_weather(city='Lima'), convert(amount=5, to='EUR') or no call", out)
        self.assertIn("match exact", out)

    def test_shards_and_official_scores(self):
        self.results(FAILED)
        self.score("-o", "shard.json", "--shard", "1/1", code=None)
        self.run_program("score", "made", "--dataset", "my-bench", "--decoder", "prompting", "--score-dir", "s", code=None)

    def test_what_leaves_it_out(self):
        self.results(FAILED)
        audit = ("dataset", "audit", "made", "--dataset", "my-bench", "--decoder", "prompting")
        self.run_program(*audit, code=1)
        self.assertIn("nothing to audit: entries with several turns are left out", self.err)
        self.write("made/m/BFCL_v4_multiple_result.json", json.dumps({"id": "multiple_0", "result": "[f()]"}) + "\n")
        out = self.run_program(*audit)
        self.assertIn("2 entries with several turns left out", out)
        self.assertNotIn("own_turns", out)
        correction = {"id": "own_turns_0", "kind": "alternative_answer", "ground_truth": [["f()"]],
                      "reason": "so it is", "source": "https://example.org/1", "author": "A"}
        self.write("errata.json", json.dumps({"schema": "bfclx-errata-1", "name": "e", "corrections": [correction]}))
        self.run_program("score", "made", "--dataset", "my-bench", "--decoder", "prompting", "--errata", "errata.json", code=None)
        self.assertIn("can only be void", " ".join((self.out + self.err).split()))
        for command in (("play", "own_turns_0"), ("mcp", "own_turns_0")):
            self.run_program(*command, "--dataset", "my-bench", code=2)


if __name__ == "__main__":
    main()
