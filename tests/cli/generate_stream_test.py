"""`bfclx generate --stream`: the same results as without, and what goes wrong inside streams.

    python3 tests/cli/generate_stream_test.py build/release/tools/bfclx [Suite]
"""

import json
import threading

from cli_case import main
from generate_endpoints_test import of_model
from generate_test import KEY, GenerateCase
from scripted_server import Response, ScriptedServer, chat, first_tool
from stream_scripts import (anthropic_events, chat_events, completion_events, gemini_events, stream,
                            streaming)

SIMPLE = "simple_python"
FAST = ("--retries", 2, "--patience", 5)


class StreamCase(GenerateCase):
    def of_results(self, result):
        """Every result line of a run without its latency, by file."""
        found = {}
        for path in sorted((self.folder / result).rglob("BFCL_v4_*_result.json")):
            lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            for line in lines:
                line.pop("latency")
            found[path.relative_to(self.folder / result)] = lines
        return found

    def both(self, script, events, *arguments, category="all", model="scripted"):
        """The requests of a run without streams and of one with them; their results are equal."""
        seen = []
        for option, result in ((), "plain"), (("--stream",), "streamed"):
            with ScriptedServer(streaming(script, events)) as server:
                self.generate(*arguments, *option, server=server, category=category, result=result,
                              model=model)
                seen.append(sorted((json.dumps(one.body, sort_keys=True), one.path)
                                   for one in server.seen if one.method == "POST"))
        plain, streamed = (self.of_results(result) for result in ("plain", "streamed"))
        self.assertTrue(plain)
        self.assertEqual(plain, streamed)
        return seen

    def streamed(self, script, *arguments, code=0, category=SIMPLE, **keywords):
        with ScriptedServer(script) as server:
            self.generate("--stream", *arguments, server=server, category=category, code=code, **keywords)
            return server.seen


def odd(seen):
    """Reasoning, text, parallel calls and characters beyond ASCII, by the number of messages."""
    if seen.body["messages"][-1]["role"] == "tool":
        return chat("Fertig: äöü 😀.", extra={"reasoning_content": "Genug 🤔 überlegt."})
    body = first_tool(seen)
    message = body["choices"][0]["message"]
    if message.get("tool_calls"):
        call = message["tool_calls"][0]
        message["tool_calls"].append({**call, "id": "call_9"})
        message["reasoning_content"] = "Ich rufe es zweimal auf."
    return body


def claude(seen):
    tools = seen.body.get("tools") or []
    usage = {"input_tokens": 20, "output_tokens": 8}
    asked = seen.body["messages"][-1]["content"]
    results = isinstance(asked, list) and any(block["type"] == "tool_result" for block in asked)
    content = [{"type": "text", "text": "I call it — now."}]
    if tools and not results:
        content.append({"type": "tool_use", "id": "t", "name": tools[0]["name"],
                        "input": {name: "é" for name in tools[0]["input_schema"].get("required", [])}})
    return {"id": "m", "type": "message", "role": "assistant", "model": "scripted", "content": content,
            "stop_reason": "tool_use" if len(content) > 1 else "end_turn", "stop_sequence": None,
            "usage": usage}


def gemini(seen):
    tools = seen.body.get("tools")
    last = seen.body["contents"][-1]["parts"][-1]
    parts = [{"text": "Thinking about it.", "thought": True}]
    if tools and "functionResponse" not in last:
        declared = tools[0]["functionDeclarations"][0]
        required = declared["parameters"].get("required", [])
        parts.append({"functionCall": {"name": declared["name"], "args": dict.fromkeys(required, "x")}})
    else:
        parts.append({"text": "It is done now."})
    return {"candidates": [{"content": {"parts": parts, "role": "model"}, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {"promptTokenCount": 9, "candidatesTokenCount": 5}, "modelVersion": "g"}


def text(seen):
    del seen
    return {"id": "c", "object": "text_completion", "created": 1, "model": "scripted",
            "choices": [{"index": 0, "text": "[calculate_triangle_area(base=10, height=5)]", "logprobs": None,
                         "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 5, "completion_tokens": 20}}


class StreamEqual(StreamCase):
    def test_chat(self):
        plain, streamed = self.both(odd, chat_events)
        for before, after in zip(plain, streamed):
            body = json.loads(after[0])
            self.assertTrue(body.pop("stream"))
            self.assertEqual(body.pop("stream_options"), {"include_usage": True})
            self.assertEqual(json.dumps(body, sort_keys=True), before[0])

    def test_anthropic(self):
        plain, streamed = self.both(claude, anthropic_events, "--api", "anthropic")
        for before, after in zip(plain, streamed):
            body = json.loads(after[0])
            self.assertTrue(body.pop("stream"))
            self.assertEqual(json.dumps(body, sort_keys=True), before[0])

    def test_gemini(self):
        plain, streamed = self.both(gemini, gemini_events, "--api", "gemini")
        self.assertEqual([body for body, _ in plain], [body for body, _ in streamed])
        self.assertTrue(all(path.endswith(":streamGenerateContent?alt=sse") for _, path in streamed))

    def test_gemini_of_several_parts(self):
        def script(seen):
            body = gemini(seen)
            body["candidates"][0]["content"]["parts"] = [
                {"text": "First.", "thought": True}, {"text": "Second.", "thought": True},
                {"text": "It is "}, {"text": "done."}]
            return body
        for option, result in ((), "plain"), (("--stream",), "streamed"):
            with ScriptedServer(streaming(script, gemini_events)) as server:
                self.generate("--api", "gemini", *option, server=server, category=SIMPLE, result=result, model="scripted")
        plain, streamed = self.lines(result="plain"), self.lines(result="streamed")
        # As officially: a list with an item for each part.
        self.assertEqual([line["result"] for line in plain], [["It is ", "done."]] * 5)
        self.assertEqual(plain[0]["reasoning_content"], "First.\nSecond.")
        # The events of a stream do not show where a part ends.
        self.assertEqual([line["result"] for line in streamed], [["It is done."]] * 5)
        self.assertEqual(streamed[0]["reasoning_content"], "First.Second.")

    def test_neither_text_nor_call(self):
        self.both(lambda seen: chat(None), chat_events, category=SIMPLE)
        self.assertEqual([line["result"] for line in self.lines(result="streamed")], [None] * 5)

    def test_completions(self):
        self.both(text, completion_events, "--api", "completions", "--format", "qwen", category=SIMPLE)

    def test_a_server_that_does_not_stream(self):
        self.streamed(first_tool)
        self.assertNotIn("failed", self.out)
        self.assertNotIn("streamed", self.manifest()["run"])

    def test_a_stream_of_another_type(self):
        events = lambda seen: Response("".join(chat_events(first_tool(seen))), content_type="text/plain")
        self.streamed(events)
        self.assertEqual(len(self.lines()), len(self.sample_ids(SIMPLE)))

    def test_recordings_are_the_same(self):
        with ScriptedServer(streaming(odd)) as server:
            self.generate("--stream", "--record", self.folder / "record", server=server, result="streamed",
                          category="multi_turn_base")
        self.generate("--replay", self.folder / "record", category="multi_turn_base", result="replayed")
        self.assertEqual(self.of_results("streamed"), self.of_results("replayed"))

    def test_a_run_goes_on_without_streams(self):
        with ScriptedServer(streaming(first_tool)) as server:
            self.generate("--stream", server=server, category=SIMPLE)
            self.generate(server=server, category="multi_turn_base")
        self.assertEqual(len(self.manifest()["made_with"]), 1)

    def test_connections_stay(self):
        """The end of a body is waited for, so that the next request can use the connection."""
        opened = set()

        def answer(seen):
            body = "".join(chat_events(first_tool(seen)))
            return Response(body, content_type="text/event-stream")
        with ScriptedServer(answer) as server:
            accept = server._serve  # pylint: disable=protected-access

            def serve(connection):
                opened.add(id(connection))
                accept(connection)
            server._serve = serve  # pylint: disable=protected-access
            self.generate("--stream", "--concurrency", 1, server=server, category=SIMPLE,
                          dataset=self.dataset_of(30))
            self.assertEqual(len(server.seen), 30)
        self.assertLess(len(opened), 6)


class StreamTrouble(StreamCase):
    def first_fails(self, failing, *arguments, code=0):
        """Of every entry the first stream fails."""
        tried, lock = set(), threading.Lock()

        def answer(seen):
            key = json.dumps(seen.body["messages"])
            with lock:
                first = key not in tried
                tried.add(key)
            return failing(seen) if first else stream(chat_events(first_tool(seen)))
        seen = self.streamed(answer, *FAST, *arguments, code=code)
        self.assertEqual(len(self.lines()), len(self.sample_ids(SIMPLE)))
        self.assertTrue(all(isinstance(line["result"], list) for line in self.lines()))
        self.assertGreaterEqual(len(seen), 2 * len(self.lines()))

    def test_cut_streams_are_requested_again(self):
        self.first_fails(lambda seen: stream(chat_events(first_tool(seen))[:3]))
        notes = [note for note in self.notes() if note["retries"] > 0]
        self.assertTrue(notes)

    def test_connections_that_break(self):
        self.first_fails(lambda seen: stream(chat_events(first_tool(seen))[:3], end=False))

    def test_an_error_inside(self):
        error = 'data: {"error": {"message": "The engine died", "type": "server_error", "code": 503}}\n\n'
        self.first_fails(lambda seen: stream(chat_events(first_tool(seen))[:2] + [error]))

    def test_an_error_with_a_name(self):
        self.first_fails(lambda seen: stream(['error: {"code": 500, "message": "slot unavailable"}\n\n']))

    def test_silence(self):
        wait = threading.Event()
        self.addCleanup(wait.set)
        self.first_fails(lambda seen: stream(chat_events(first_tool(seen))[:2], end=False,
                                             then=lambda _: wait.wait(60)), "--stream-idle-timeout", 0.5)

    def test_malformed_events(self):
        self.first_fails(lambda seen: stream(["data: {\"choices\": [\n\n"]))

    def test_invalid_utf8(self):
        self.first_fails(lambda seen: stream([b"data: {\"choices\": \"\xff\"}\n\n"]))

    def test_json_that_is_called_a_stream(self):
        self.streamed(lambda seen: Response(first_tool(seen), content_type="text/event-stream"))
        self.assertEqual(len(self.lines()), len(self.sample_ids(SIMPLE)))
        self.assertTrue(all(isinstance(line["result"], list) for line in self.lines()))

    def test_an_array_of_gemini(self):
        """Of a proxy that drops `alt=sse`."""
        def answer(seen):
            events = [json.loads(event.strip()[6:]) for event in gemini_events(gemini(seen))]
            return Response(json.dumps(events))
        self.streamed(answer, "--api", "gemini")
        self.assertTrue(all(isinstance(line["result"], list) for line in self.lines()))

    def test_a_page_that_is_called_a_stream(self):
        page = Response("<html><title>Log in</title></html>", content_type="text/event-stream")
        self.streamed(lambda seen: page, "--retries", 0, "--patience", 3, code=1)
        self.assertIn("is an HTML page", self.out)
        self.assertIn("Log in", self.out)

    def test_the_reason_of_a_malformed_stream(self):
        bad = 'data: {"choices": [{"index": -1, "delta": {"content": "x"}}]}\n\n'
        self.streamed(lambda seen: stream([bad]), "--retries", 0, "--patience", 3, code=1)
        self.assertIn("the response is a malformed stream: a choice of the stream has no valid index",
                      self.path("bfclx_entries.jsonl").read_text("utf-8"))
        self.streamed(lambda seen: stream(["data: {\"choices\": [\n\n"]), "-o", "--retries", 0, "--patience", 3,
                      code=1)
        self.assertIn("malformed stream: an event is not JSON (Expecting value: line 1 column 14 (char 13)): "
                      "{\"choices\": [", self.out)

    def test_why_entries_have_no_result(self):
        cut = lambda seen: stream(chat_events(first_tool(seen))[:3])
        self.streamed(cut, "--retries", 1, "--patience", 3, code=1)
        self.assertEqual(list(self.manifest()["run"]["missing_reasons"]), ["connection broken"])
        self.assertIn("the stream ended before the response was complete", self.out + self.err)

    def test_overloaded(self):
        """Anthropic states a status as the type of an event."""
        calls = []

        def answer(seen):
            calls.append(seen)
            if len(calls) > 1:
                return stream(anthropic_events(claude(seen)))
            error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
            return stream([f"event: error\ndata: {json.dumps(error)}\n\n"])
        self.streamed(answer, "--api", "anthropic", "--concurrency", 1)
        self.assertEqual(len(calls), len(self.lines()) + 1)

    def test_what_comes_behind_the_end_is_not_waited_for(self):
        wait = threading.Event()
        self.addCleanup(wait.set)
        answer = lambda seen: stream(chat_events(first_tool(seen)), end=False, then=lambda _: wait.wait(60))
        self.streamed(answer, "--timeout", 30)
        self.assertEqual(len(self.lines()), len(self.sample_ids(SIMPLE)))

    def test_a_stream_without_end(self):
        def endless(connection):
            stream([": ping\n\n"], end=False)(connection)
            data = b": ping\n\n" * 4096
            while True:
                connection.sendall(b"%x\r\n%s\r\n" % (len(data), data))
        self.streamed(lambda seen: endless, "--retries", 0, "--timeout", 2, "--patience", 1,
                                code=1)
        reasons = self.manifest()["run"]["missing_reasons"]
        self.assertTrue(set(reasons) <= {"timeout", "response too large"}, (reasons, self.err))

    def test_a_line_without_end(self):
        def endless(connection):
            stream(["data: "], end=False)(connection)
            while True:
                connection.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        self.streamed(lambda seen: endless, "--retries", 0, "--patience", 1, "--concurrency", 1,
                      "--memory-budget", "16M", code=1)
        self.assertIn("response too large", self.manifest()["run"]["missing_reasons"])

    def test_no_key_of_a_stream_is_kept(self):
        """A key that comes in pieces, each in an event of its own."""
        body = lambda seen: chat(f"The key is {KEY}.")
        with ScriptedServer(streaming(body)) as server:
            self.keyed("--stream", server=server, category=SIMPLE)
        self.assertIn("[key]", self.path().read_text("utf-8"))
        self.no_key_anywhere()


class StreamTimes(StreamCase):
    def test_first_tokens_are_measured(self):
        self.streamed(streaming(first_tool, pause=0.01))
        step = self.notes()[0]["steps"][0]
        self.assertGreater(step["first_token"], 0)
        self.assertGreater(step["tokens_per_second"], 0)
        streamed = self.manifest()["run"]["streamed"]
        self.assertEqual(streamed["responses"], len(self.lines()))
        for name in ("first_token", "between_tokens"):
            self.assertGreater(streamed[name]["p50"], 0)
            self.assertGreaterEqual(streamed[name]["p95"], streamed[name]["p50"])
        self.assertGreater(streamed["tokens_per_second"], 1)
        self.assertIn("First token", self.out)

    def test_each_endpoint(self):
        with ScriptedServer(of_model(streaming(first_tool, pause=0.01))) as one, \
                ScriptedServer(of_model(first_tool)) as two:
            self.generate("--stream", "--base-url", one.url, "--base-url", two.url,
                                 category=SIMPLE, dataset=self.dataset_of(30))
        rows = self.manifest()["server"]["endpoints"]
        self.assertGreater(rows[0]["streamed"]["tokens_per_second"], 1)
        self.assertNotIn("streamed", rows[1])
        self.assertIn("tokens/s", self.out)


class FirstCall(StreamCase):
    def test_the_response_ends_there(self):
        """The server goes on to write, and nobody reads it."""
        hung_up = []

        def answer(seen):
            events = chat_events(odd(seen))
            second = next(i for i, event in enumerate(events) if "call_9" in event)

            def send(connection):
                stream(events[:second], end=False)(connection)
                connection.settimeout(30)
                hung_up.append(connection.recv(1) == b"")
            return send
        self.streamed(answer, "--first-call-only", category=SIMPLE)
        self.assertTrue(all(hung_up) and hung_up)
        for line in self.lines():
            self.assertEqual(len(line["result"]), 1)
        self.assertTrue(self.manifest()["settings"]["first_call_only"])
        self.run_program("score", "result", "--dataset", "sample")
        self.assertIn("responses were ended after their first call (--first-call-only)", self.out + self.err)
        self.assertEqual(self.notes()[0]["steps"][0]["finish_reason"], "tool_calls")

    def test_it_is_a_setting_of_the_results(self):
        with ScriptedServer(streaming(first_tool)) as server:
            self.generate("--stream", "--first-call-only", server=server, category=SIMPLE)
            self.generate("--stream", server=server, category=SIMPLE, code=2)
            self.assertIn("first_call_only true, now false", self.err)

    def test_needs_native_calls(self):
        with ScriptedServer(streaming(first_tool)) as server:
            self.generate("--stream", "--first-call-only", "--mode", "prompt", server=server,
                                 category=SIMPLE, code=2)
        self.assertIn("--first-call-only needs native tool calling", self.err)

    def test_counts_no_tokens(self):
        with ScriptedServer(streaming(first_tool)) as server:
            self.generate("--stream", "--first-call-only", "--max-cost", "1", server=server, category=SIMPLE, code=2)
        self.assertRegex(self.err, "--first-call-only.*--max-cost|--max-cost.*--first-call-only")


class StreamRefused(StreamCase):
    def test_other_protocols(self):
        with ScriptedServer(first_tool) as server:
            for api in ("responses", "mistral", "cohere"):
                self.generate("--stream", "--api", api, server=server, code=2, category=SIMPLE)
                self.assertIn("--stream supports the protocols chat, completions, anthropic and gemini",
                              self.err)
            self.assertEqual([one for one in server.seen if one.method == "POST"], [])

    def test_what_extra_body_may_not_have(self):
        with ScriptedServer(first_tool) as server:
            self.generate("--stream", "--extra-body", '{"stream": false}', server=server, code=2,
                                 category=SIMPLE)
        self.assertIn("remove `stream`", self.err)

    def test_together(self):
        for option in ("--as-official", "--batch"):
            self.generate("--stream", option, code=2, category=SIMPLE)
        for option in (("--first-call-only",), ("--stream-idle-timeout", 3)):
            self.generate(*option, code=2, category=SIMPLE)
            self.assertIn("--stream", self.err)


if __name__ == "__main__":
    main()
