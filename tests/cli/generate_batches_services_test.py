"""`bfclx generate --batch` against the scripted batch APIs of Anthropic, Gemini and Mistral.

    python3 tests/cli/generate_batches_services_test.py build/release/tools/bfclx [Suite]
"""

import json
import subprocess

from batch_case import BatchCase
from batch_services import AnthropicBatches, GeminiBatches, MistralBatches, anthropic_model, gemini_model
from cli_case import PROGRAM, main
from generate_test import KEY
from scripted_server import Response, ScriptedServer, first_tool


class ServiceTests:
    """Of every service."""

    def batches(self, model=None, **keywords):
        return self.SERVICE(model or self.model(), **keywords)

    def rows_of(self, api):
        return self.sorted(body for batch in api.batches for body in batch.bodies)

    def error(self, status):
        return Response({"error": {"message": "no such luck", "code": status}}, status)

    def test_same_requests_and_results_as_without_batches(self):
        category = "simple_python,parallel,multi_turn_base"
        bodies = self.without_batch(category=category)
        api = self.batches()
        with ScriptedServer(api) as server:
            out = self.batch(server, "--api-key-env", "BFCLX_TEST_KEY", category=category, env={"BFCLX_TEST_KEY": KEY})
            self.assertTrue(all(KEY in seen.headers[self.KEY_HEADER] for seen in server.seen))
        self.assertEqual(api.online, [])
        self.assertEqual(self.rows_of(api), self.sorted(bodies))
        self.assertEqual(self.results(), self.results("alone"))
        self.assertGreater(len(api.batches), 2)
        self.assertIn(f"at {self.TITLE} has", out)
        self.assertFalse(self.journal().exists())
        self.no_key_anywhere()

    def test_what_fails_for_now_is_repeated(self):
        for name in self.CALLS:
            for fault in (Response("", 500), Response("", 429, headers=[("Retry-After", "1")])):
                with self.subTest(name, fault=fault.status):
                    api = self.batches(faults={name: [fault]})
                    with ScriptedServer(api) as server:
                        self.batch(server, result=f"{name}-{fault.status}", category="simple_python")
                    self.assertEqual(len(api.batches), 1)

    def test_a_creation_whose_response_is_lost_is_not_repeated(self):
        """Also behind a page of other batches of the account, of the same size and time."""
        for number, fault in enumerate((("after", Response("", 502)), ("after", Response("x" * 99, cut=9)))):
            with self.subTest(number):
                api = self.batches(faults={"create": [fault]})
                # As if another program had created some of the same size.
                rows = [(f"other-{i}", body) for i, body in enumerate(self.without_batch(category="simple_python"))]
                usual = api.create

                def create(seen, usual=usual, api=api, rows=rows):
                    shown = usual(seen)
                    if len(api.batches) == 1:
                        for _ in range(3):
                            api.open_batch(rows, "of-others", api.batches[0].endpoint)
                    return shown

                api.create = create
                with ScriptedServer(api) as server:
                    self.batch(server, result=f"lost-{number}", category="simple_python")
                self.assertEqual(len(api.batches), 4)
                self.assertEqual(self.results(f"lost-{number}"), self.results("alone"))

    def test_errors_of_requests(self):
        """One that may pass goes into the next batch; the others are results as without batches."""
        failed = set()

        def model(seen):
            key = json.dumps(seen.body)
            if key in failed or seen.number not in (0, 1):
                return self.model()(seen)
            failed.add(key)
            return self.error(529 if seen.number else 429)

        self.without_batch()
        api = self.batches(model)
        with ScriptedServer(api) as server:
            self.batch(server)
        self.assertEqual([len(batch.rows) for batch in api.batches], [len(api.batches[0].rows), 2])
        self.assertEqual(self.results(), self.results("alone"))
        api = self.batches(lambda seen: self.error(400))
        with ScriptedServer(api) as server:
            self.batch(server, result="errors", category="simple_python", code=1)
        self.assertEqual(len(api.batches), 1)
        for line in self.lines(result="errors"):
            self.assertIn("Error during inference: ", line["result"])
            self.assertIn("no such luck", line["result"])

    def test_expired_requests_are_sent_again(self):
        self.without_batch()
        api = self.batches(ends=[lambda batch: api.expire(batch, 2)])
        with ScriptedServer(api) as server:
            out = self.batch(server)
        self.assertEqual([len(batch.rows) for batch in api.batches],
                         [len(api.batches[0].rows), len(api.batches[0].rows) - 2])
        self.assertIn("expired: 2 responses", out)
        self.assertEqual(self.results(), self.results("alone"))

    def test_cancel_keeps_what_was_processed(self):
        api = self.batches(looks=10 ** 9, faults={"poll": [None, Response("", 401)]})
        with ScriptedServer(api) as server:
            self.batch(server, code=1)
            out = self.batch(server, "--batch-cancel", code=1)
            self.assertIn("the open batches were canceled", out)
            self.assertEqual(sum(len(rows) for rows in self.results().values()), 1)
            self.assertFalse(self.journal().exists())
            api.looks = 0
            self.batch(server)
        self.assertEqual(len(api.batches[1].rows), len(api.batches[0].rows) - 1)

    def test_refusals(self):
        for name, status, message in ((self.CALLS[0], 401, "Check the API key"),
                                      (self.CALLS[0], 404, f"does not have the batch API of {self.TITLE}"),
                                      ("create", 400, f"{self.TITLE} refused the batch: ")):
            with self.subTest(name, status=status):
                api = self.batches(faults={name: [self.error(status)]})
                with ScriptedServer(api) as server:
                    out = self.batch(server, result=f"{name}{status}", category="simple_python", code=1)
                    self.assertIn(message, out.replace("\n", " "))
                    self.batch(server, result=f"{name}{status}", category="simple_python")
                self.assertEqual(len(api.batches), 1)
        api = self.batches(faults={self.CALLS[0]: [self.error(413)]})
        with ScriptedServer(api) as server:
            self.batch(server, result="large")
        self.assertGreater(len(api.batches), 1)

    def test_kills(self):
        category = "simple_python,multi_turn_base"
        bodies = self.without_batch(category=category)
        for name in self.CALLS:
            for before in (True, False):
                with self.subTest(name, before=before):
                    self.kill_in(name, before, category, bodies)

    def kill_in(self, name, before, category, bodies):
        killed = []
        api = self.batches()
        usual = api.route

        def route(seen):
            call, act = usual(seen)
            if call != name or killed or api.count(name) < 1:
                return call, act

            def act_and_die():
                killed.append(True)
                if not before:
                    act()
                process.kill()
                return Response("", 500)
            return call, act_and_die

        api.route = route
        result = f"killed-{name}-{before}"
        with ScriptedServer(api) as server:
            process = subprocess.Popen([PROGRAM, *self.options(server, category=category, result=result)],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            process.wait(timeout=100)
            self.batch(server, category=category, result=result)
        self.assertEqual(self.rows_of(api), self.sorted(bodies))
        self.assertEqual(self.results(result), self.results("alone"))


class AnthropicBatch(ServiceTests, BatchCase):
    API, SERVICE, TITLE, KEY_HEADER = "anthropic", AnthropicBatches, "Anthropic", "x-api-key"
    CALLS = ("create", "poll", "fetch")

    def model(self):
        return anthropic_model


class GeminiBatch(ServiceTests, BatchCase):
    API, SERVICE, TITLE, KEY_HEADER = "gemini", GeminiBatches, "Gemini", "x-goog-api-key"
    CALLS = ("create", "poll", "fetch")

    def model(self):
        return gemini_model

    def test_a_failed_batch_ends_the_run(self):
        def refuse(batch):
            batch.state = "failed"
            batch.errors = {"code": 3, "message": "Unsupported model."}
        api = self.batches(ends=[refuse])
        with ScriptedServer(api) as server:
            out = self.batch(server, code=1)
            self.assertIn("Gemini refused batch batch_0: Unsupported model", out)
            self.batch(server)


class MistralBatch(ServiceTests, BatchCase):
    API, SERVICE, TITLE, KEY_HEADER = "mistral", MistralBatches, "Mistral", "authorization"
    CALLS = ("upload", "create", "poll", "fetch")

    def model(self):
        return first_tool

    def test_a_failed_batch_ends_the_run(self):
        def refuse(batch):
            batch.state = "failed"
            batch.errors = [{"message": "Invalid file format.", "count": 3}]
        api = self.batches(ends=[refuse])
        with ScriptedServer(api) as server:
            out = self.batch(server, code=1)
            self.assertIn("Mistral refused batch batch_0: Invalid file format", out)
            self.batch(server)


if __name__ == "__main__":
    main()
