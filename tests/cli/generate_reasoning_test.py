"""Reasoning in `bfclx generate`: blocks in responses, and switches of chat templates.

    python3 tests/cli/generate_reasoning_test.py build/release/tools/bfclx [Suite]
"""

import json

from cli_case import main
from generate_test import GenerateCase
from scripted_server import ScriptedServer, chat
from stream_scripts import streaming

CALL = "[calculate_triangle_area(base=10, height=5)]"
SIMPLE = "simple_python"


def thinking(seen):
    del seen
    return chat(f"<think>\nIt is a triangle.\n</think>\n\n{CALL}")


def text_completion(seen):
    del seen
    return {"id": "c", "object": "text_completion", "created": 1, "model": "scripted",
            "choices": [{"index": 0, "text": f"[THINK]It is a triangle.[/THINK]{CALL}", "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 5, "completion_tokens": 20}}


class ReasoningBlocks(GenerateCase):
    SAID = "begin with reasoning"

    def expect(self, response, reasoning, result="result"):
        lines = self.lines(result=result)
        self.assertEqual(len(lines), len(self.sample_ids(SIMPLE)))
        for line in lines:
            self.assertEqual((line["result"], line.get("reasoning_content")), (response, reasoning))

    def test_parsed_and_said_once(self):
        with ScriptedServer(thinking) as server:
            self.generate("--mode", "prompt", server=server, category=SIMPLE)
        self.expect(CALL, "It is a triangle.")
        self.assertEqual((self.out + self.err).count(self.SAID), 1)
        count = len(self.sample_ids(SIMPLE))
        self.assertEqual(self.manifest()["run"]["reasoning_parsed"], count)
        self.assertEqual(self.manifest()["settings"]["reasoning"], "parse")
        self.assertTrue(all(note["steps"][0]["reasoning_parsed"] for note in self.notes()))
        self.check(self.folder / "result" / "scripted")

    def test_streamed_completed_and_with_native_calls(self):
        with ScriptedServer(streaming(thinking)) as server:
            self.generate("--mode", "prompt", "--stream", server=server, category=SIMPLE, result="streamed")
            self.generate(server=server, category=SIMPLE, result="native")
        self.expect(CALL, "It is a triangle.", result="streamed")
        self.expect(CALL, "It is a triangle.", result="native")
        with ScriptedServer(text_completion) as server:
            self.generate("--api", "completions", "--format", "llama_3", server=server, category=SIMPLE, result="text")
        self.expect(CALL, "It is a triangle.", result="text")

    def test_left_in_on_request(self):
        with ScriptedServer(thinking) as server:
            self.generate("--mode", "prompt", "--reasoning", "keep", server=server, category=SIMPLE)
            self.expect(thinking(None)["choices"][0]["message"]["content"], None)
            self.assertNotIn(self.SAID, (self.out + self.err))
            self.assertEqual(self.manifest()["settings"]["reasoning"], "keep")
            self.assertNotIn("reasoning_parsed", self.manifest()["run"])
            # Results of both rules are never mixed.
            self.generate("--mode", "prompt", "-o", server=server, category=SIMPLE)
            self.generate("--mode", "prompt", "--reasoning", "keep", server=server, category="multiple", code=2)
        self.assertIn("reasoning auto, now keep", (self.out + self.err))

    def test_a_registered_model_is_left_alone(self):
        model = "good-model"
        with ScriptedServer(thinking) as server:
            arguments = ("--api-key-env", "BFCLX_TEST_KEY")
            self.generate(*arguments, server=server, category=SIMPLE, model=model)
            self.assertIn("<think>", self.lines(model=model)[0]["result"])
            self.assertNotIn(self.SAID, (self.out + self.err))
            self.generate(*arguments, "--reasoning", "parse", server=server, category=SIMPLE, model=model, result="forced")
        self.assertEqual(self.lines(model=model, result="forced")[0]["result"], CALL)

    def test_resumed_and_replayed_alike(self):
        with ScriptedServer(thinking) as server:
            self.generate("--mode", "prompt", "--record", self.folder / "record", server=server, category=SIMPLE)
        self.generate("--mode", "prompt", "--replay", self.folder / "record", category=SIMPLE, result="replayed")
        self.expect(CALL, "It is a triangle.", result="replayed")
        self.assertIn(self.SAID, (self.out + self.err))

    def test_refused(self):
        for words in (("--reasoning", "off"), ("--reasoning", "parse", "--as-official")):
            with self.subTest(words):
                self.generate(*words, "--base-url", "http://127.0.0.1:1", code=2)


def claude(seen):
    del seen
    return {"id": "m", "type": "message", "role": "assistant", "model": "claude-haiku-4-5",
            "content": [{"type": "thinking", "thinking": "Which tool?", "signature": "s"}, {"type": "text", "text": "No tool."}],
            "stop_reason": "end_turn", "usage": {"input_tokens": 20, "output_tokens": 8}}


def gemini(seen):
    del seen
    return {"candidates": [{"content": {"parts": [{"text": "No tool."}], "role": "model"}, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 5, "thoughtsTokenCount": 7}}


def counted(seen):
    del seen
    body = chat("No tool.", usage=(100, 50))
    body["usage"]["completion_tokens_details"] = {"reasoning_tokens": 30}
    return body


class Thinking(GenerateCase):
    def sent(self, script, *arguments, code=0, **keywords):
        with ScriptedServer(script) as server:
            self.generate(*arguments, server=server, category=SIMPLE, code=code, **keywords)
            return [seen.body for seen in server.seen if seen.body]

    def test_a_family_by_its_name(self):
        for body in self.sent(counted, "--thinking", "off", model="Qwen/Qwen3-8B-tuned"):
            self.assertEqual(body["chat_template_kwargs"], {"enable_thinking": False})
        manifest = json.loads(self.path("bfclx_manifest.json", model="Qwen_Qwen3-8B-tuned").read_text())
        thinking = {"family": "qwen3", "value": "off", "members": {"chat_template_kwargs": {"enable_thinking": False}}}
        self.assertEqual(manifest["settings"]["thinking"], thinking)
        count = len(self.sample_ids(SIMPLE))
        self.assertEqual(manifest["run"]["tokens"], {"input": 100 * count, "cached": 0, "output": 50 * count, "reasoning": 30 * count})

    def test_a_family_that_is_given(self):
        for body in self.sent(counted, "--thinking", "gpt-oss:high", "--price", "in=1,out=1"):
            self.assertEqual(body["reasoning_effort"], "high")
        self.assertIn("of reasoning)", self.out)
        # Another switch is another setting of the results.
        self.sent(counted, "--thinking", "gpt-oss:low", "--test-category", "multiple", code=2)
        self.assertIn("thinking", self.err)

    def test_claude_thinks_at_temperature_1_and_its_thinking_is_kept(self):
        for body in self.sent(claude, "--api", "anthropic", "--thinking", 2048, model="claude-haiku-4-5"):
            self.assertEqual(body["thinking"], {"type": "enabled", "budget_tokens": 2048})
            self.assertEqual(body["temperature"], 1)
        line = self.lines(model="claude-haiku-4-5")[0]
        self.assertEqual((line["result"], line["reasoning_content"]), (["No tool."], "Which tool?"))
        self.sent(claude, "--api", "anthropic", "--thinking", "on", "--temperature", 0.5, model="claude-haiku-4-5", code=2, result="x")

    def test_claude_refuses_another_temperature(self):
        # That of official requests too, where it is given.
        for words in (("--thinking", "on", "--temperature", "0.001"), ("--thinking", "on", "--sweep", "temperature=1,0.001"),
                      ("--sweep", "thinking=off,on", "--temperature", "0.001"),
                      ("--sweep", "thinking=off,on", "--sweep", "temperature=0.001,1")):
            with self.subTest(words):
                self.assertFalse(self.sent(claude, "--api", "anthropic", *words, model="claude-haiku-4-5", code=2))
                self.assertIn("only at temperature 1", self.err)
        for words in (("--temperature", "1"), ("--sweep", "temperature=1")):
            bodies = self.sent(claude, "--api", "anthropic", "--thinking", "on", *words, model="claude-haiku-4-5")
            self.assertEqual({body["temperature"] for body in bodies}, {1})

    def test_a_budget_of_claude_is_below_the_limit_of_the_response(self):
        def refused(words, *said):
            self.assertFalse(self.sent(claude, "--api", "anthropic", *words, model="claude-haiku-4-5", code=2))
            for text in said:
                self.assertIn(text, self.err)
        refused(("--thinking", "60000", "--max-tokens", "4096"), "--thinking 60000: must be below --max-tokens 4096")
        refused(("--thinking", "4096", "--max-tokens", "4096"), "must be below --max-tokens 4096")
        refused(("--thinking", "64000"), "--thinking 64000: must be below --max-tokens 64000")
        refused(("--sweep", "thinking=off,5000", "--max-tokens", "4096"), "--sweep thinking=5000: must be below")
        refused(("--thinking", "3000", "--extra-body", '{"max_tokens": 2000}'), "must be below the max_tokens 2000 of --extra-body")
        refused(("--thinking", "on", "--max-tokens", "1024"), "--thinking on: needs a --max-tokens above 1024")
        for number, (words, budget) in enumerate(((("on",), 8192), (("on", "--max-tokens", "4096"), 2048),
                                                  (("on", "--max-tokens", "1025"), 1024), (("4095", "--max-tokens", "4096"), 4095))):
            with self.subTest(words):
                bodies = self.sent(claude, "--api", "anthropic", "--thinking", *words, model="claude-haiku-4-5", result=f"r{number}")
                self.assertEqual({body["thinking"]["budget_tokens"] for body in bodies}, {budget})
                self.assertTrue(all(body["max_tokens"] > budget for body in bodies))
                manifest = json.loads(self.path("bfclx_manifest.json", model="claude-haiku-4-5", result=f"r{number}").read_text())
                self.assertEqual(manifest["settings"]["thinking"]["members"]["thinking"]["budget_tokens"], budget)

    def test_members_inside_of_others(self):
        for body in self.sent(gemini, "--api", "gemini", "--thinking", 512, model="gemini-2.5-tuned"):
            config = body["generationConfig"]
            self.assertEqual(config["thinkingConfig"], {"include_thoughts": True, "thinkingBudget": 512})
            self.assertEqual(config["temperature"], 0.001)
        manifest = json.loads(self.path("bfclx_manifest.json", model="gemini-2.5-tuned").read_text())
        self.assertEqual(manifest["run"]["tokens"]["reasoning"], 7 * len(self.sample_ids(SIMPLE)))

    def test_shown_before_it_is_sent(self):
        self.generate("--thinking", "qwen3:on", "--dry-run", "--base-url", "http://127.0.0.1:1", category=SIMPLE)
        self.assertIn('"enable_thinking": true', self.out)

    def test_listed(self):
        table = self.run_program("list", "thinking")
        rows = json.loads(self.run_program("list", "thinking", "--format", "json"))
        for row in rows:
            self.assertIn(row["family"], table)
        self.assertEqual([row["on"] for row in rows if row["family"] == "granite"],
                         [{"chat_template_kwargs": {"thinking": True}}])

    def test_refused(self):
        for words in (("--thinking", "on"), ("--thinking", "qwen3:high"), ("--thinking", "nope:on"), ("--thinking", ""),
                      ("--thinking", "qwen3:on", "--as-official"),
                      ("--thinking", "qwen3:on", "--extra-body", '{"chat_template_kwargs": {}}')):
            with self.subTest(words):
                self.generate(*words, "--base-url", "http://127.0.0.1:1", code=2)


def with_logprobs(seen):
    body = chat(CALL)
    top = seen.body.get("top_logprobs", 0)
    body["choices"][0]["logprobs"] = {"content": [
        {"token": token, "logprob": -0.123456, "bytes": [1],
         "top_logprobs": [{"token": f"{token}{i}", "logprob": -1 - i} for i in range(top)]} for token in ("[", "f")]}
    return body


class Logprobs(GenerateCase):
    def test_kept_in_the_results(self):
        with ScriptedServer(with_logprobs) as server:
            self.generate("--mode", "prompt", "--logprobs", "2", server=server, category=SIMPLE)
            self.assertEqual({(seen.body["logprobs"], seen.body["top_logprobs"]) for seen in server.seen if seen.body}, {(True, 2)})
        wanted = {"tokens": ["[", "f"], "logprobs": [-0.1235, -0.1235],
                  "top": [{"[0": -1.0, "[1": -2.0}, {"f0": -1.0, "f1": -2.0}]}
        self.assertEqual([line["logprobs"] for line in self.lines()], [wanted] * len(self.sample_ids(SIMPLE)))
        self.assertEqual(self.manifest()["settings"]["logprobs"], 2)
        self.check(self.folder / "result" / "scripted")

    def test_without_alternatives_and_streamed(self):
        with ScriptedServer(streaming(with_logprobs)) as server:
            self.generate("--mode", "prompt", "--stream", "--logprobs", server=server, category=SIMPLE)
            self.assertEqual({seen.body["top_logprobs"] for seen in server.seen if seen.body}, {0})
        for line in self.lines():
            self.assertEqual(line["logprobs"], {"tokens": ["[", "f"], "logprobs": [-0.1235, -0.1235]})

    def test_of_text_completions(self):
        def script(seen):
            body = text_completion(seen)
            body["choices"][0]["logprobs"] = {"tokens": ["a", "b"], "token_logprobs": [None, -2], "top_logprobs": [None, {"b": -2, "c": -3}]}
            return body
        with ScriptedServer(script) as server:
            self.generate("--api", "completions", "--format", "llama_3", "--logprobs", "3", server=server, category=SIMPLE)
            self.assertEqual({seen.body["logprobs"] for seen in server.seen if seen.body}, {3})
        self.assertEqual(self.lines()[0]["logprobs"],
                         {"tokens": ["a", "b"], "logprobs": [None, -2.0], "top": [{}, {"b": -2.0, "c": -3.0}]})

    def test_a_hostile_server_is_bounded(self):
        def script(seen):
            body = with_logprobs(seen)
            odd = [{"token": "x" * 5000, "logprob": 1e300, "top_logprobs": "no"}, {"token": 5}, None, "text",
                   {"token": "y", "logprob": "-1", "top_logprobs": [None, {}, {"token": "z", "logprob": True}]}]
            body["choices"][0]["logprobs"]["content"] = odd + [{"token": "t", "logprob": -1}] * 5000
            return body
        with ScriptedServer(script) as server:
            self.generate("--mode", "prompt", "--logprobs", server=server, category=SIMPLE)
        for line in self.lines():
            kept = line["logprobs"]
            self.assertEqual((len(kept["tokens"]), len(kept["logprobs"]), kept["truncated"]), (4096, 4096, True))
            self.assertEqual(len(kept["tokens"][0]), 64)
            self.assertEqual(kept["logprobs"][:5], [None] * 5)

    def test_a_server_without_them(self):
        with ScriptedServer(thinking) as server:
            self.generate("--mode", "prompt", "--logprobs", server=server, category=SIMPLE)
        self.assertNotIn("logprobs", self.lines()[0])

    def test_of_each_step_of_an_episode(self):
        def script(seen):
            body = chat("Done.")
            body["choices"][0]["logprobs"] = with_logprobs(seen)["choices"][0]["logprobs"]
            return body
        with ScriptedServer(script) as server:
            self.generate("--logprobs", server=server, category="multi_turn_base")
        line = self.lines("multi_turn/BFCL_v4_multi_turn_base_result.json")[0]
        self.assertEqual([len(turn) for turn in line["logprobs"]], [len(turn) for turn in line["result"]])
        self.assertEqual(line["logprobs"][0][0]["tokens"], ["[", "f"])

    def test_refused(self):
        for words in (("--logprobs", "21"), ("--logprobs", "x"), ("--logprobs", "--api", "anthropic"),
                      ("--logprobs", "--as-official"), ("--logprobs", "--provider", "groq")):
            with self.subTest(words):
                self.generate(*words, *(() if "groq" in words else ("--base-url", "http://127.0.0.1:1")), code=2,
                              env={"GROQ_API_KEY": "k" * 30})


if __name__ == "__main__":
    main()
