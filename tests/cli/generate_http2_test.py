"""`bfclx generate` with a server that speaks HTTP/2: many requests on one connection, and what such a
connection can do wrong. The server is a script for node (tests/serving/http2_server.mjs).

    python3 tests/cli/generate_http2_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil
import subprocess
import sys

from cli_case import ROOT, main
from generate_test import KEY, GenerateCase
from scripted_server import ScriptedServer

SCRIPT = ROOT / "tests" / "serving" / "http2_server.mjs"
NODE = shutil.which("node") or shutil.which("nodejs")
SKIPPED = 77


class Http2Server:
    """A server in a process of its own while the block runs; afterwards `seen` is what it saw."""

    def __init__(self, certificate, **script):
        self.command = [NODE, str(SCRIPT), certificate[1], certificate[0], json.dumps(script)]
        self.seen = None

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.url = f"https://127.0.0.1:{int(self.process.stdout.readline())}"
        return self

    def __exit__(self, *_):
        out, _ = self.process.communicate(timeout=30)
        self.seen = json.loads(out)


class Http2(GenerateCase):
    def setUp(self):
        super().setUp()
        self.tls = self.certificate(2020, 2049)
        self.entries = len(self.sample_ids("simple_python") + self.sample_ids("multiple"))

    def ask(self, *arguments, code=0, **script):
        """All entries of two categories, at once unless `arguments` say otherwise."""
        with Http2Server(self.tls, **script) as server:
            if "--concurrency" not in arguments:
                arguments += ("--concurrency", self.entries)
            self.keyed(*arguments, server=server, code=code,
                       category="simple_python,multiple", env=self.trusting(self.tls))
        self.no_key_anywhere()
        self.assertEqual(set(server.seen["keys"]), {f"Bearer {KEY}"})
        return server.seen

    def all_there(self):
        found = self.ids() + self.ids("non_live/BFCL_v4_multiple_result.json")
        self.assertEqual(sorted(found),
                         sorted(self.sample_ids("simple_python") + self.sample_ids("multiple")))
        self.assertEqual(self.manifest()["run"]["missing"], 0)
        self.assertEqual(self.manifest()["run"]["errors"], 0)

    def test_requests_share_a_connection(self):
        seen = self.ask(delay=500)
        # One to ask for the models, one for everything else.
        self.assertLessEqual(seen["connections"], 2)
        self.assertEqual(seen["requests"], self.entries)
        self.assertEqual(seen["most_under_way"], self.entries)
        self.all_there()

    def test_a_connection_carries_no_more_than_it_may(self):
        seen = self.ask(delay=100, streams=2)
        self.assertEqual(seen["most_under_way"], 2)
        self.assertEqual(seen["requests"], self.entries)
        self.all_there()

    def test_what_a_connection_can_do_wrong_is_mended(self):
        for fault in ("reset", "refused", "goaway", "leaving", "cut", "half"):
            with self.subTest(fault):
                seen = self.ask("-o", "--concurrency", 3, delay=50, faults=[None, fault, None, fault])
                lost = fault != "leaving"  # which answers all the same
                self.assertGreaterEqual(seen["requests"], self.entries + 2 * lost)
                if fault in ("goaway", "leaving", "cut"):
                    self.assertGreater(seen["connections"], 2)
                self.all_there()

    def test_a_key_follows_no_redirect(self):
        with ScriptedServer() as other:
            self.ask(code=1, faults=["redirect"] * 99, elsewhere=other.url + "/v1/chat/completions")
            self.assertEqual(other.seen, [])
        self.assertIn("redirects to " + other.url, self.out)


if __name__ == "__main__":
    if NODE is None:
        print("SKIPPED: there is no node, which the HTTP/2 server is written for", file=sys.stderr)
        sys.exit(SKIPPED)
    main()
