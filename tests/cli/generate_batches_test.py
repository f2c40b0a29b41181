"""`bfclx generate --batch` against the scripted batch API of OpenAI.

    python3 tests/cli/generate_batches_test.py build/release/tools/bfclx [Suite]
"""

import json

from batch_case import BatchCase
from batch_server import OpenAiBatches
from cli_case import main
from generate_test import KEY
from scripted_server import Response, ScriptedServer, chat, first_tool


class OpenAiBatch(BatchCase):
    def test_single_turn_entries_are_one_batch_with_the_same_requests_and_results(self):
        bodies = self.without_batch()
        api = OpenAiBatches()
        with ScriptedServer(api) as server:
            out = self.batch(server)
        self.assertEqual(api.online, [])
        [batch] = api.batches
        self.assertEqual(self.sorted(batch.bodies), self.sorted(bodies))
        self.assertEqual(self.results(), self.results("alone"))
        self.assertFalse(self.journal().exists())
        self.assertIn(f"batch {batch.id} at OpenAI has {len(bodies)} requests", out)
        self.assertTrue(self.manifest()["settings"]["batch"])
        strip = lambda row: {name: value for name, value in row.items() if name not in ("seconds", "served_by")}
        notes = lambda result: sorted(json.dumps(strip(row), sort_keys=True)
                                      for row in self.lines("bfclx_entries.jsonl", result=result))
        self.assertEqual(notes("result"), notes("alone"))

    def test_bodies_are_the_bytes_of_the_requests(self):
        raw = []
        with ScriptedServer(first_tool) as server:
            self.batch(server, "--record", "alone.jsonl", result="alone", batch=False)
        alone = [json.loads(line)["request"]["body"] for line in (self.folder / "alone.jsonl").read_text().splitlines()
                 if "request" in json.loads(line)]
        api = OpenAiBatches()
        with ScriptedServer(api) as server:
            self.batch(server)
        for line in api.files["file-0"].decode().splitlines():
            raw.append(line[line.index('"body": ') + len('"body": '):-1])
        texts = [body if isinstance(body, str) else json.dumps(body) for body in alone]
        self.assertEqual(sorted(json.dumps(json.loads(text)) for text in raw),
                         sorted(json.dumps(json.loads(text)) for text in texts))

    def test_episodes_go_turn_by_turn_in_waves(self):
        category = "multi_turn_base,simple_python"
        bodies = self.without_batch(category=category)
        api = OpenAiBatches()
        with ScriptedServer(api) as server:
            self.batch(server, category=category)
        self.assertEqual(self.sorted(body for batch in api.batches for body in batch.bodies), self.sorted(bodies))
        self.assertEqual(self.results(), self.results("alone"))
        self.assertGreater(len(api.batches), 2)
        self.assertGreater(len(api.batches[0].rows), len(api.batches[-1].rows))

    def test_the_responses_api(self):
        def model(seen):
            return {"id": "r", "object": "response", "status": "completed",
                    "output": [{"type": "message", "role": "assistant", "id": "m", "status": "completed",
                                "content": [{"type": "output_text", "text": "Hi", "annotations": []}]}],
                    "usage": {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}}
        api = OpenAiBatches(model)
        self.API = "responses"
        with ScriptedServer(api) as server:
            self.batch(server)
        self.assertEqual(api.batches[0].endpoint, "/v1/responses")
        self.assertEqual({json.dumps(line["result"]) for line in self.lines()}, {'"Hi"'})

    def test_the_key_is_in_headers_alone(self):
        api = OpenAiBatches(faults={"poll": [Response({"error": {"message": f"no {KEY}"}}, 500)]})
        with ScriptedServer(api) as server:
            self.batch(server, "--api-key-env", "BFCLX_TEST_KEY", env={"BFCLX_TEST_KEY": KEY})
            self.assertTrue(all(seen.headers["authorization"] == f"Bearer {KEY}" for seen in server.seen))
        self.no_key_anywhere()

    def test_what_fails_for_now_is_repeated(self):
        broken = Response({"error": {"message": "later"}}, 500)
        limited = Response({"error": {"message": "slow down"}}, 429, headers=[("Retry-After", "1")])
        garbage = Response("<html>", 200)
        for name in ("upload", "create", "poll", "fetch"):
            for fault in (broken, limited, garbage):
                with self.subTest(name, fault=fault.status):
                    api = OpenAiBatches(faults={name: [fault]})
                    result = f"{name}-{fault.status}"
                    with ScriptedServer(api) as server:
                        out = self.batch(server, result=result, category="simple_python")
                    self.assertEqual(len(api.batches), 1)
                    self.assertIn("; retrying for up to 30 min (--patience)", out)

    def test_a_creation_whose_response_is_lost_is_not_repeated(self):
        cut = Response(b"x" * 100, cut=10)
        for fault in (("after", Response({"error": {"message": "gateway"}}, 502)), ("after", cut),
                      ("after", Response("<html>"))):
            with self.subTest(fault[1].status):
                api = OpenAiBatches(faults={"create": [fault]})
                with ScriptedServer(api) as server:
                    self.batch(server, result=f"lost-{fault[1].status}-{len(fault[1].body)}", category="simple_python")
                self.assertEqual(len(api.batches), 1)
                self.assertGreaterEqual(api.count("list"), 1)

    def test_requests_that_fail_go_into_the_next_batch_within_bounds(self):
        failed = set()

        def model(seen):
            key = json.dumps(seen.body["messages"])
            if seen.number % 2 == 0 and key not in failed:
                failed.add(key)
                return Response({"error": {"message": "overloaded"}}, 500 if seen.number % 4 else 429)
            return first_tool(seen)

        self.without_batch(first_tool)
        api = OpenAiBatches(model)
        with ScriptedServer(api) as server:
            self.batch(server)
        self.assertGreater(len(api.batches), 1)
        self.assertEqual(self.results(), self.results("alone"))
        api = OpenAiBatches(lambda seen: Response({"error": {"message": "no"}}, 500))
        with ScriptedServer(api) as server:
            out = self.batch(server, "--retries", 2, result="never", category="simple_python", code=1)
        self.assertEqual(len(api.batches), 3)
        self.assertIn("status 500", out)
        self.assertFalse(self.lines(result="never") if self.path(result="never").exists() else [])

    def test_an_error_of_the_request_is_the_result_as_without_batches(self):
        error = Response({"error": {"message": "too long", "type": "invalid_request_error", "code": None}}, 400)
        api = OpenAiBatches(lambda seen: error)
        with ScriptedServer(lambda seen: error) as server:
            self.batch(server, result="alone", batch=False, code=1)
        with ScriptedServer(api) as server:
            self.batch(server, code=1)
        self.assertEqual(len(api.batches), 1)
        self.assertEqual(self.results(), self.results("alone"))

    def test_expired_requests_are_sent_again(self):
        self.without_batch()
        api = OpenAiBatches(ends=[lambda batch: api.expire(batch, 2)])
        with ScriptedServer(api) as server:
            out = self.batch(server)
        self.assertEqual(len(api.batches), 2)
        self.assertEqual(len(api.batches[1].rows), len(api.batches[0].rows) - 2)
        self.assertIn("expired: ", out)
        self.assertEqual(self.results(), self.results("alone"))

    def test_hostile_results(self):
        def edit(batch, lines):
            first, second, third, *rest = lines
            wrong = {**second, "custom_id": first["custom_id"], "response": {
                "status_code": 200, "body": chat("Evil.")}}
            return [first, wrong, {**first, "custom_id": "unknown-1"}, {**first, "custom_id": batch.tag + "-99999"},
                    {**first, "custom_id": 7}, "not json\n", "[1, 2]\n", "\n",
                    {**third, "response": {"status_code": "200", "body": {}}}, *rest] if len(api.batches) == 1 else lines
        self.without_batch()
        api = OpenAiBatches(edit=edit)
        with ScriptedServer(api) as server:
            out = self.batch(server)
        # The second was missing, and the third had no response.
        self.assertEqual(len(api.batches[1].rows), 2)
        self.assertIn("6 result lines ignored (unknown or duplicate id, or malformed)", out)
        self.assertEqual(self.results(), self.results("alone"))

    def test_a_malformed_line_is_fetched_again_before_it_is_bought_again(self):
        """The first line of the first batch is cut when the results are fetched first, or always."""
        class Cuts(OpenAiBatches):
            fetches = 0

            def route(self, seen):
                call, act = super().route(seen)
                if call != "fetch" or len(self.batches) > 1:
                    return call, act
                self.fetches += 1
                return call, act if self.fetches > self.times else lambda: self.cut(act())

            @staticmethod
            def cut(response):
                first, rest = response.body.split(b"\n", 1)
                return Response(first[:20] + b"\n" + rest, content_type="application/octet-stream")

        self.without_batch()
        for name, times, batches in (("once", 1, 1), ("always", 9, 2)):
            with self.subTest(name):
                api = Cuts()
                api.times = times
                with ScriptedServer(api) as server:
                    out = self.batch(server, result=name)
                self.assertEqual(len(api.batches), batches)
                self.assertEqual(len(api.batches[-1].rows), 1 if batches > 1 else len(api.batches[0].rows))
                self.assertIn("1 result line is malformed; fetching the results again", out)
                again = "1 request is submitted again, because the result lines are malformed"
                (self.assertIn if batches > 1 else self.assertNotIn)(again, out)
                self.assertEqual(self.results(name), self.results("alone"))

    def test_a_batch_that_is_refused_ends_the_run(self):
        def refuse(batch):
            batch.state = "failed"
            batch.errors = [{"code": "model_not_found", "line": 1, "param": "body.model",
                             "message": "The provided model is not supported by the Batch API."}]
        api = OpenAiBatches(ends=[refuse])
        with ScriptedServer(api) as server:
            out = self.batch(server, code=1)
            self.assertIn("OpenAI refused batch batch_0: The provided model is not supported by the Batch API. "
                          "(line 1)", out)
            self.assertFalse(self.journal().exists())
            self.batch(server)
        self.assertEqual(len(api.batches), 2)

    def test_a_full_queue_makes_batches_smaller(self):
        def full(batch):
            batch.state = "failed"
            batch.errors = [{"code": "token_limit_exceeded", "line": None, "message": "Enqueued token limit reached."}]
        self.without_batch()
        api = OpenAiBatches(ends=[full, full])
        with ScriptedServer(api) as server:
            out = self.batch(server)
        sizes = [len(batch.rows) for batch in api.batches]
        self.assertEqual(sizes[1], sizes[0] // 2)
        self.assertEqual(sizes[2], sizes[1] // 2)
        self.assertIn("Enqueued token limit reached; the next batches have at most", out)
        self.assertEqual(self.results(), self.results("alone"))

    def test_refusals_of_calls(self):
        for name, status, message in (
                ("upload", 401, "Check the API key"), ("create", 403, "Check the API key"),
                ("poll", 401, "Check the API key"), ("upload", 404, "does not have the batch API of OpenAI"),
                ("create", 400, "OpenAI refused the batch: "), ("upload", 400, "OpenAI refused the batch: "),
                ("poll", 404, "--batch-cancel to forget it")):
            with self.subTest(name, status=status):
                refusal = Response({"error": {"message": "no", "code": None}}, status)
                api = OpenAiBatches(faults={name: [refusal]})
                with ScriptedServer(api) as server:
                    out = self.batch(server, result=f"{name}{status}", category="simple_python", code=1)
                    self.assertIn(message, out.replace("\n", " "))
                    self.batch(server, result=f"{name}{status}", category="simple_python")
                self.assertEqual(len(api.batches), 1)

    def test_too_large_a_batch_is_split(self):
        self.without_batch()
        api = OpenAiBatches(faults={"upload": [Response({"error": {"message": "too large"}}, 413)]})
        with ScriptedServer(api) as server:
            self.batch(server)
        self.assertGreater(len(api.batches), 1)
        self.assertEqual(self.results(), self.results("alone"))

    def test_too_large_results(self):
        def edit(batch, lines):
            return ["x" * 1000 + "\n"] * 60000 if not edit.done else lines
        edit.done = False
        api = OpenAiBatches(edit=edit)
        with ScriptedServer(api) as server:
            out = self.batch(server, "--memory-budget", "64M", category="simple_python", code=1)
            self.assertIn("larger than", out)
            self.assertTrue(self.journal().exists())

    def test_patience_ends(self):
        api = OpenAiBatches(faults={"poll": [Response("", 503)] * 99})
        with ScriptedServer(api) as server:
            out = self.batch(server, "--patience", 2, category="simple_python", code=1)
            self.assertIn("Ended early", out)
            self.assertIn("Run the same command again", out)
            api.faults.clear()
            self.batch(server, category="simple_python")
        self.assertEqual(len(api.batches), 1)


if __name__ == "__main__":
    main()
