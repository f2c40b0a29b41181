"""Benchmarks of one's own whose questions have earlier calls and their results."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "serving"))
from cli_case import main  # noqa: E402
from own_case import PROMPTS, Own, weather  # noqa: E402
from scripted_server import ScriptedServer, chat  # noqa: E402

CALL = {"id": "x-1", "type": "function", "function": {"name": "get_weather", "arguments": '{"city": "Paris"}'}}
EARLIER = [{"role": "user", "content": "How warm is it in Paris?"}, {"role": "assistant", "content": None, "tool_calls": [CALL]},
           {"role": "tool", "tool_call_id": "x-1", "name": "get_weather", "content": "20 degrees"}]
NEXT = {"id": "next", "messages": [*EARLIER, {"role": "assistant", "content": "It is 20."},
                                   {"role": "user", "content": "And in Rome?"}], "expected": [weather("Rome")]}
ENOUGH = {"id": "enough", "messages": EARLIER, "expected": "none"}


class OwnCalls(Own):
    def setUp(self):
        super().setUp()
        self.new()
        self.add([NEXT, ENOUGH])

    def test_what_is_kept(self):
        (entry,) = self.entries("multiple")
        (messages,) = entry["question"]
        self.assertEqual([message["role"] for message in messages], ["user", "assistant", "tool", "assistant", "user"])
        self.assertEqual(messages[1], {"role": "assistant", "content": "", "tool_calls": [{**CALL, "id": "call00001"}]})
        self.assertEqual(messages[2], {"role": "tool", "tool_call_id": "call00001", "content": "20 degrees"})
        self.assertEqual([line["own_id"] for line in self.entries("irrelevance")], ["enough"])

    def test_generated_scored_and_shown(self):
        def script(seen):
            last = seen.body["messages"][-1]
            return chat(None, [("get_weather", {"city": "Rome"})]) if last["role"] == "user" else chat("It is 20 degrees.")

        with ScriptedServer(script) as server:
            self.run_program("run", "--dataset", "my-bench", "--model", "m", "--base-url", server.url,
                             "--result-dir", "result", "--timeout", 20)
            sent = [seen.body["messages"] for seen in server.seen if "messages" in (seen.body or {})]
        histories = [messages for messages in sent if len(messages) > 1]
        self.assertEqual(sorted(len(messages) for messages in histories), [3, 5])
        for messages in histories:
            self.assertEqual(messages[1]["tool_calls"][0]["function"]["name"], "get_weather")
            self.assertEqual(json.loads(messages[1]["tool_calls"][0]["function"]["arguments"]), {"city": "Paris"})
            self.assertEqual(messages[2], {"role": "tool", "content": "20 degrees",
                                           "tool_call_id": messages[1]["tool_calls"][0]["id"]})
        self.assertIn("2 of 2 passed", self.run_program("score", "result/m", "--dataset", "my-bench"))
        shown = self.run_program("show", "result/m", "next", "--dataset", "my-bench")
        self.assertIn("get_weather(city='Paris')", shown)
        self.assertIn("20 degrees", shown)
        self.run_program("report", "result/m", "--dataset", "my-bench", "-o", "report.html")

    def test_prompt_mode_writes_the_calls_as_text(self):
        self.write("my-bench/prompts.json", json.dumps(PROMPTS))
        with ScriptedServer(lambda seen: chat("[get_weather(city='Rome')]")) as server:
            self.run_program("generate", "--dataset", "my-bench", "--model", "m", "--base-url", server.url, "--mode", "prompt",
                             "--result-dir", "result", "--timeout", 20)
            sent = [seen.body["messages"] for seen in server.seen if len((seen.body or {}).get("messages", [])) == 6]
        (messages,) = sent
        self.assertEqual(messages[2], {"role": "assistant", "content": "[get_weather(city='Paris')]"})
        self.assertIn("20 degrees", messages[3]["content"])
        self.assertEqual(messages[3]["role"], "user")

    def test_faults(self):
        user = {"role": "user", "content": "A?"}
        for messages, message in (
                ([user, {"role": "assistant", "tool_calls": [CALL]}, user], "messages[1].tool_calls[0]: the call has no result"),
                ([*EARLIER, {"role": "tool", "tool_call_id": "y", "content": "1"}], "messages[3]: the message before it has no call"),
                ([user, {"role": "assistant", "tool_calls": [{**CALL, "function": {"name": "f", "arguments": "["}}]}, user],
                 "messages[1].tool_calls[0].function.arguments: not JSON"),
                ([{"role": "user", "content": "A?", "tool_calls": [CALL]}], "messages[0]: only the assistant can have"),
                ([user, {"role": "function", "name": "f", "content": "1"}], "messages[1]: \"function_call\" is an old form")):
            with self.subTest(message):
                self.add([{"id": "bad", "messages": messages, "expected": "none"}], code=1)
                self.assertIn(message, " ".join(self.err.split()))

    def test_an_entry_written_by_hand_is_malformed(self):
        path = self.folder / "my-bench/data/BFCL_v4_multiple.json"
        path.write_text(path.read_text("utf-8").replace('"role": "tool"', '"role": "user"'), "utf-8")
        out = self.run_program("dataset", "validate", "my-bench", code=1)
        self.assertIn("the call has no result", " ".join((out + self.err).split()))


if __name__ == "__main__":
    main()
