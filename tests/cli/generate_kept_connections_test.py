"""`bfclx generate` with a server that closes kept connections without a response: libcurl would send
the request again, unseen. Each request that the server got counts.

    python3 tests/cli/generate_kept_connections_test.py build/release/tools/bfclx [Suite]
"""

import collections
import json
import re
import threading

from batch_case import BatchCase
from cli_case import main
from generate_test import GenerateCase
from scripted_server import ScriptedServer, first_tool

PRICE = ("--price", "in=3,out=15")
LARGE = ("--extra-body", json.dumps({"user": "x" * 100_000}))  # more than libcurl sends with the headers


class Closing:
    """Answers the first POST of each connection, reads the second one whole and closes."""

    def __init__(self, on_close=lambda: None):
        self.on_close = on_close
        self.connection = threading.local()  # each has a thread
        self.lock = threading.Lock()
        self.closed = 0

    def __call__(self, seen):
        self.connection.posts = getattr(self.connection, "posts", 0) + 1
        if self.connection.posts < 2:
            return first_tool(seen)
        with self.lock:
            self.closed += 1
        self.on_close()
        return lambda connection: None


class KeptConnections(GenerateCase):
    def run_with(self, script, *arguments, code=0):
        """Gives how often the server got each request, and the requests of the log."""
        with ScriptedServer(script) as self.server:
            self.generate("--log", self.folder / "log.jsonl", *PRICE, *arguments, server=self.server,
                          category="simple_python", code=code)
            self.got = collections.Counter(json.dumps(seen.body) for seen in self.server.seen)
        events = [json.loads(line) for line in (self.folder / "log.jsonl").read_text().splitlines()]
        self.log = [event for event in events if event["event"] == "request"]
        self.assertGreater(script.closed, 0)

    def held(self):
        """Dollars."""
        text = re.sub(r"\s+", " ", self.out)
        found = re.search(r"requests without a response add at most \$([\d.]+)", text)
        return float(found[1]) if found else 0.0

    def each_counts(self, script):
        self.assertEqual(len(self.log), self.got.total())
        cut = [request for request in self.log if request["outcome"] == "cut"]
        self.assertEqual(len(cut), script.closed)
        self.assertEqual(sum(note.get("retries", 0) for note in self.notes()), script.closed)
        self.assertEqual(self.manifest()["run"]["missing"], 0)
        self.assertGreater(self.held(), 0)

    def test_a_request_that_is_sent_again_is_a_retry(self):
        script = Closing()
        self.run_with(script, "--concurrency", 1, "--retries", 50)
        self.each_counts(script)

    def test_several_at_once(self):
        script = Closing()
        self.run_with(script, "--concurrency", 2, "--retries", 50)
        self.each_counts(script)

    def test_large_requests(self):
        script = Closing()
        self.run_with(script, "--concurrency", 1, "--retries", 50, *LARGE)
        self.each_counts(script)

    def test_without_retries_none_is_sent_again(self):
        script = Closing()
        self.run_with(script, "--concurrency", 1, "--retries", 0, code=1)
        self.assertEqual(set(self.got.values()), {1})
        self.assertEqual(len(self.log), self.got.total())
        self.assertEqual(self.manifest()["run"]["missing"], script.closed)
        self.assertIn("the server closed the connection without a response", self.out)
        self.assertGreater(self.held(), 0)

    def test_a_server_that_is_gone_then_may_have_generated_the_response(self):
        script = Closing(on_close=lambda: self.server.close())
        self.run_with(script, "--concurrency", 1, "--retries", 0, "--patience", 1, code=1)
        self.assertEqual(set(self.got.values()), {1})
        self.assertIn("the server closed the connection without a response", self.out)
        self.assertGreater(self.held(), 0)


class KeptConnectionsBatch(BatchCase):
    def test_a_creation_whose_response_is_lost_is_not_repeated(self):
        api = self.SERVICE(faults={"create": [("after", lambda connection: None)]})
        with ScriptedServer(api) as server:
            out = self.batch(server, category="simple_python")
        self.assertEqual((len(api.batches), api.count("create")), (1, 1))
        self.assertGreaterEqual(api.count("list"), 1)
        self.assertIn("the server closed the connection without a response", out)


if __name__ == "__main__":
    main()
