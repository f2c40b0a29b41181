"""Everything that a server or a disk can do to `bfclx generate`: a clear message each, nothing lost,
and no key in any output."""

import gzip
import json
import os
import resource
import socket
import struct
import subprocess
import threading
import time
import zlib

from cli_case import PROGRAM, SAMPLE
from generate_test import KEY, GenerateCase, main
from scripted_server import Response, ScriptedServer, chat, first_tool

ENTRIES = 5  # of simple_python in the sample


class FaultsCase(GenerateCase):
    def tearDown(self):
        self.no_key_anywhere()

    def recovers(self, fault, times=2, asked_again=None, arguments=()):
        """`fault(seen)` answers the first requests; afterwards everything is there."""
        def script(seen):
            return fault(seen) if seen.number < times else first_tool(seen)
        with ScriptedServer(script) as server:
            self.keyed(*arguments, server=server, category="simple_python")
            self.assertEqual(len(server.seen), ENTRIES + (times if asked_again is None
                                                          else asked_again))
        self.assertEqual(len(set(self.ids())), ENTRIES)
        self.assertEqual(self.manifest()["run"]["missing"], 0)

    def never(self, fault, says, code=1, entries=0, arguments=("--retries", 0)):
        """Every request meets the fault: what is missing is said, and the next run asks it."""
        with ScriptedServer(fault) as server:
            out = self.keyed(*arguments, server=server, category="simple_python", code=code)
        self.assertIn(says, out + self.err)
        if self.path().exists():
            self.assertEqual(len(self.ids()), entries)
        with ScriptedServer() as server:
            self.keyed(server=server, category="simple_python")
            self.assertEqual(len(server.seen), ENTRIES - entries)
        self.assertEqual(len(set(self.ids())), ENTRIES)
        return out


class Faults(FaultsCase):
    """Each fault comes a few times, then the server is well: all entries get their answer."""

    def test_429_with_retry_after_is_obeyed(self):
        begun = time.monotonic()
        self.recovers(lambda seen: Response({"error": {"message": "slow down"}}, status=429,
                                         headers=[("Retry-After", "1")]),
                      times=1, arguments=("--concurrency", 1))
        self.assertGreaterEqual(time.monotonic() - begun, 1)

    def test_429_without_retry_after(self):
        self.recovers(lambda seen: Response({"error": "slow down"}, status=429))

    def test_500_for_some(self):
        self.recovers(lambda seen: Response("oops", status=500, content_type="text/plain"))

    def test_a_storm_of_500_is_waited_out(self):
        self.recovers(lambda seen: Response("oops", status=500), times=7)

    def test_connections_that_are_reset(self):
        def reset(connection):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
        self.recovers(lambda seen: reset)

    def test_half_an_answer(self):
        self.recovers(lambda seen: Response(chat("half"), cut=30))

    def test_no_answer_at_all(self):
        self.recovers(lambda seen: lambda connection: None)

    def test_no_http(self):
        self.recovers(lambda seen: lambda connection: connection.sendall(b"SSH-2.0-what\r\n\r\n"))

    def test_an_answer_that_takes_too_long(self):
        self.recovers(lambda seen: Response(chat("late"), delay=30), times=1,
                      arguments=("--timeout", 1, "--concurrency", 5))

    def test_bytes_that_come_slowly_for_ever(self):
        self.recovers(lambda seen: Response(b" " * 100000, pace=0.01), times=1,
                      arguments=("--timeout", 1, "--concurrency", 5))

    def test_headers_without_end(self):
        def endless(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\n")
            while True:
                connection.sendall(b"X-More: " + b"y" * 4000 + b"\r\n")
        self.recovers(lambda seen: endless)

    def costs_no_memory(self):
        """Of the programs that ran so far none held what it was sent. (What a child needs counts
        from the fork: nothing large may lie in this process either.)"""
        if "BFCLX_SANITIZED" not in os.environ:
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # KiB
            self.assertLess(peak, 150_000)

    def test_an_answer_of_100_megabytes_costs_no_memory(self):
        def large(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                               b"Content-Length: 104857600\r\n\r\n")
            for _ in range(100):
                connection.sendall(b" " * (1 << 20))
        self.recovers(lambda seen: large, times=1)
        self.costs_no_memory()

    def test_chunks_without_end(self):
        def endless(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while True:
                connection.sendall(b"10000\r\n" + b" " * 0x10000 + b"\r\n")
        self.recovers(lambda seen: endless, times=1)
        self.costs_no_memory()

    def test_compressed_bytes_without_end(self):
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        bomb = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(200)) + packer.flush()
        self.recovers(lambda seen: Response(bomb, headers=[("Content-Encoding", "gzip")]), times=1)
        self.costs_no_memory()

    def test_http_that_is_broken(self):
        ok, body = b"HTTP/1.1 200 OK\r\n", b'{"choices": []}'
        broken = [
            ok + b"Content-Length: -7\r\n\r\n" + body,
            ok + b"Content-Length: 99999999999999999999999\r\n\r\n" + body,
            ok + b"Content-Length: 3\r\nContent-Length: 9\r\n\r\n" + body,
            ok + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + body,
            ok + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n" + body,
            ok + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            ok + b"Content-Encoding: gzip\r\nContent-Length: 15\r\n\r\n" + body,
            ok + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(body)[:-9],
            b"HTTP/1.1 100 Continue\r\n\r\n" * 50,
            b"HTTP/9.9 200 OK\r\n\r\n", b"HTTP/1.1 2000 OK\r\n\r\n", b"HTTP/1.1 \r\n\r\n",
            ok + b"\x00\xff\r\n no name\r\n", b"\x16\x03\x01\x00", b"\r\n" * 3000, b"",
        ]

        def script(seen):
            if seen.number >= len(broken):
                return first_tool(seen)
            return lambda connection: connection.sendall(broken[seen.number])
        with ScriptedServer(script) as server:
            self.keyed("--retries", 30, "--concurrency", 1, server=server, category="simple_python",
                       code=None)
            self.assertGreaterEqual(len(server.seen), len(broken))
        self.assertEqual(len(set(self.ids())), ENTRIES)
        self.assertEqual(self.manifest()["run"]["missing"], 0)

    def test_lists_of_models_that_are_none(self):
        lists = {
            "page": Response("<html>Please log in</html>", content_type="text/html"),
            "empty": Response(), "null": Response("null"), "no list": Response({"data": {"id": "x"}}),
            "rows": Response({"data": [None, 7, {}, {"id": 5}, {"name": []}, [[]]]}),
            "bytes": Response(b'{"data": [{"id": "\xff\xfe"}]}'),
            "deep": Response("[" * 100000), "refused": Response({"error": KEY}, status=403),
            "lengths": Response({"data": [{"id": "scripted", "max_model_len": -5},
                                       {"id": "scripted", "meta": {"n_ctx": "many"}},
                                       {"id": "scripted", "max_model_len": 10 ** 30}]}),
            "many": Response({"data": [{"id": f"model-{i}"} for i in range(50000)]}),
            "terminal": Response({"data": [{"id": "\x1b[31mred\x07", "owned_by": "\x1b]0;x\x07"}]}),
        }
        for name, listing in lists.items():
            with self.subTest(name), ScriptedServer(listing=listing) as server:
                self.keyed("-o", server=server, category="simple_python")
                self.assertEqual(len(server.seen), ENTRIES)
                self.assertNotIn("\x1b", self.out + self.err)
                self.assertLess(len(self.err), 5000)
        self.no_key_anywhere()

        def large(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n{")
            for _ in range(100):
                connection.sendall(b" " * (1 << 20))
        with ScriptedServer(listing=large) as server:
            self.keyed("-o", server=server, category="simple_python", code=2)
            self.assertEqual(server.seen, [])
        self.costs_no_memory()

    def test_token_counts_that_are_none(self):
        counts = [Response("<html>"), Response({"tokens": 5}), Response({"count": -7}), Response({"count": 1e300}),
                  Response({"count": "9"}), Response("null"), Response("[" * 100000), Response("no", status=500),
                  Response({"tokens": [1] * 9}, cut=5), lambda connection: None]
        text = {"choices": [{"text": "[f(a=1)]", "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1}}
        for number, response in enumerate(counts):
            with self.subTest(number), ScriptedServer(
                    lambda seen: response if seen.path == "/tokenize" else text) as server:  # noqa: B023
                self.keyed("-o", "--api", "completions", "--format", "qwen", "--context", 5000,
                           server=server, category="simple_python")
                bounds = [seen.body["max_tokens"] for seen in server.seen
                          if seen.path != "/tokenize"]
                self.assertEqual(len(bounds), ENTRIES)
                self.assertTrue(all(0 < bound <= 4096 for bound in bounds), bounds)

    def test_pages_of_a_gateway(self):
        self.recovers(lambda seen: Response("<html><h1>502 Bad Gateway</h1></html>", status=502,
                                         content_type="text/html"))

    def test_a_page_with_status_200_is_no_answer_of_the_model(self):
        page = Response("<html>Please log in</html>", content_type="text/html")
        with ScriptedServer(lambda seen: page) as server:
            self.keyed("--retries", 0, server=server, category="simple_python", code=None)
        self.assertNotIn("Please log in", str([line["result"] for line in self.lines()]
                                              if self.path().exists() else []))

    def test_wrong_shapes_end_the_entry_and_not_the_run(self):
        shapes = ["null", "[]", "17", '"text"', "{}", '{"choices": []}', '{"choices": 5}',
                  '{"choices": [{}]}', '{"choices": [{"message": null}]}',
                  '{"choices": [{"message": {"content": {"a": 1}}}]}',
                  '{"choices": [{"message": {"tool_calls": {"a": 1}}}]}',
                  '{"choices": [{"message": {"tool_calls": [7, null]}}]}',
                  '{"choices": [{"message": {"content": "x"}}], "usage": "much"}',
                  "[" * 5000 + "]" * 5000, "{", "", "\ufeff{}"]
        with ScriptedServer(lambda seen: Response(shapes[seen.number % len(shapes)])) as server:
            self.keyed("--retries", 0, server=server, category="single_turn", code=None)
            self.assertGreater(len(server.seen), len(shapes))

    def test_bytes_that_are_no_utf8(self):
        broken = b'{"choices": [{"message": {"role": "assistant", "content": "a\xff\xfeb"}}]}'
        with ScriptedServer(lambda seen: Response(broken)) as server:
            self.keyed("--retries", 0, server=server, category="simple_python", code=1)
            self.assertEqual(len(server.seen), ENTRIES)
        for line in self.lines() if self.path().exists() else []:
            self.assertTrue(line["result"].startswith("Error during inference"), line)

    def test_an_answer_with_another_type_is_read_all_the_same(self):
        for kind in ("text/plain", "text/html", "image/png", "text/event-stream",
                     "application/json; charset=utf-16", "\x7f;;;", "x" * 5000):
            with self.subTest(kind[:20]), ScriptedServer(
                    lambda seen: Response(first_tool(seen), content_type=kind)) as server:  # noqa: B023
                self.keyed("-o", server=server, category="simple_python")
                self.assertEqual(len(server.seen), ENTRIES)
                self.assertEqual(self.manifest()["run"]["errors"], 0)

    def test_redirects_to_nowhere(self):
        for status, place in ((301, None), (302, ""), (307, "/v1/chat/completions"), (300, "a b"),
                              (308, "file:///etc/passwd"), (302, "//127.0.0.1:1/x"), (304, None)):
            go = Response(status=status, headers=[] if place is None else [("Location", place)])
            with self.subTest(status), ScriptedServer(lambda seen: go) as server:  # noqa: B023
                out = self.keyed("--retries", 0, "-o", server=server, category="simple_python", code=1)
                self.assertLess(len(server.seen), 20 * ENTRIES)  # a circle is left
                self.assertNotIn("root:", out + self.err)
                self.assertRegex(out, f"status {status}|redirects")

    def test_keys_do_not_follow_a_redirect(self):
        with ScriptedServer() as other:
            for status in (301, 302, 307, 308):
                go = Response(status=status, headers=[("Location", other.url + "/v1/chat/completions")])
                with ScriptedServer(lambda seen: go) as server:
                    out = self.keyed(server=server, category="simple_python", code=1)
                self.assertIn("redirects to " + other.url, out)
                self.assertIn("--base-url", out)
            self.assertEqual(other.seen, [])

    def test_a_refused_key_ends_the_run_and_is_not_repeated(self):
        refusal = Response({"error": {"message": f"Incorrect API key provided: {KEY}"}}, status=401)
        self.never(lambda seen: refusal, "status 401, Incorrect API key provided: [key]")

    def test_a_refused_entry_does_not_cost_what_is_in_flight(self):
        refusal = Response({"error": {"message": "not this one"}}, status=401)
        with ScriptedServer(lambda seen: refusal if seen.number == 0 else
                            Response(first_tool(seen), delay=0.3)) as server:
            self.keyed("--concurrency", 3, server=server, category="simple_python", code=1)
            self.assertEqual(len(server.seen), ENTRIES)
            self.assertIn("1 without a result (1 status 401)", self.out)
            self.assertNotIn("Ended early", self.out)
            self.keyed(server=server, category="simple_python")
            self.assertEqual(len(server.seen), ENTRIES + 1)

    def test_what_is_in_flight_has_no_longer_than_after_a_stop(self):
        refusal = Response({"error": {"message": "nobody"}}, status=401)
        with ScriptedServer(lambda seen: refusal if seen.number == 0 else
                            Response(first_tool(seen), delay=40)) as server:
            begun = time.monotonic()
            self.keyed("--concurrency", 3, "--stop-timeout", 1, server=server,
                       category="simple_python", code=1)
        self.assertLess(time.monotonic() - begun, 10)
        self.assertIn("Check the API key", self.out)
        self.assertIn("(2 not requested, 2 unfinished, 1 status 401)", self.out)

    def test_a_spent_quota_ends_the_run(self):
        spent = Response({"error": {"message": "You have no money", "code": "insufficient_quota"}},
                      status=429)
        self.never(lambda seen: spent, "You have no money")

    def test_a_wrong_path_ends_the_run(self):
        out = self.never(lambda seen: Response({"detail": "Not Found"}, status=404), "404, Not Found",
                         arguments=("--concurrency", 3))
        # Three were in flight; none of them says "unfinished".
        self.assertRegex(out, r"5 without a result \((3 status 404, 2 not requested)\): ")
        self.assertIn("Fix the cause, then run the same command again to generate them.", out)

    def test_a_400_is_the_result_of_its_entry(self):
        error = Response({"error": {"message": "too long", "code": "context_length_exceeded"}},
                      status=400)
        with ScriptedServer(lambda seen: error if seen.number == 0 else
                            first_tool(seen)) as server:
            self.keyed(server=server, category="simple_python", code=1)
            self.assertRegex(self.out, "1 result is a generation error and is scored as a response. Its id: "
                                       "simple_python_[0-9]+. To regenerate only it, .*-o --run-ids FILE. "
                                       "The first error: simple_python_[0-9]+: .*too long")
            self.assertEqual(self.manifest()["run"]["errors"], 1)
            self.assertIn("too long", self.manifest()["run"]["first_error"])
            # It stays one, until it is asked again.
            self.keyed(server=server, category="simple_python", code=1)
            self.assertIn("1 result is a generation error (1 from before)", self.out)
            self.assertEqual(len(server.seen), ENTRIES)
        failed = [line for line in self.lines()
                  if str(line["result"]).startswith("Error during inference")]
        self.assertEqual(len(failed), 1)
        self.assertIn("too long", failed[0]["result"])
        ids = self.write("ids.json", json.dumps({"simple_python": [failed[0]["id"]]}))
        with ScriptedServer() as server:
            self.keyed("-o", "--run-ids", ids, server=server, category=None)
            self.assertEqual(len(server.seen), 1)
        self.assertNotIn("generation error", self.out)
        self.assertEqual(len(self.lines()), ENTRIES)

    def test_a_400_for_every_entry_is_no_success(self):
        error = Response({"error": {"message": f"bad request of {KEY}"}}, status=400)
        with ScriptedServer(lambda seen: error) as server:
            self.keyed(server=server, category="simple_python", code=1)
            self.assertIn(f"{ENTRIES} results are generation errors", self.out)
            self.keyed("-o", "--as-official", server=server, category="simple_python")
            self.assertIn(f"{ENTRIES} results are generation errors", self.out)
            self.run_program("run", "--model", "scripted", "--base-url", server.url, "--dataset",
                             SAMPLE, "--result-dir", self.folder / "scored", "--test-category",
                             "simple_python", "--api-key-env", "BFCLX_TEST_KEY", code=1,
                             env={"BFCLX_TEST_KEY": KEY})
        self.assertIn(f"{ENTRIES} results are generation errors", self.out)

    def test_a_server_that_goes_away_and_comes_back(self):
        def script(seen):
            return Response(first_tool(seen), delay=0.1)
        first = ScriptedServer(lambda seen: script(seen) if seen.number < 3 else gone(first))
        port = first.port
        late = []

        def gone(server):
            server.close()
            def back():
                time.sleep(3)
                late.append(ScriptedServer(script, port=port))
            threading.Thread(target=back).start()
            server.script = lambda seen: (lambda connection: None)
            return lambda connection: None
        try:
            self.keyed("--concurrency", 2, server=first, category="single_turn")
        finally:
            first.close()
            for server in late:
                server.close()
        self.assertIn("the server is unavailable", self.err)
        self.assertIn("the server responds again", self.err)
        self.assertEqual(self.manifest()["run"]["missing"], 0)

    def test_a_server_that_stays_away(self):
        server = ScriptedServer(lambda seen: first_tool(seen) if seen.number < 2 else gone())

        def gone():
            server.close()
            return lambda connection: None
        with server:
            out = self.keyed("--concurrency", 1, "--patience", 3, server=server,
                             category="simple_python", code=1)
        self.assertIn("the server was unavailable for", out)
        self.assertEqual(len(self.ids()), 2)
        self.assertEqual(self.manifest()["run"]["missing"], ENTRIES - 2)

    def test_tls_is_verified(self):
        good = self.certificate(2020, 2049)
        with ScriptedServer(certificate=good) as server:
            self.keyed(server=server, category="simple_python", code=2)
            self.assertIn("certificate is not accepted", self.err)
            self.keyed(server=server, category="simple_python", env=self.trusting(good))
            self.assertEqual(len(server.seen), ENTRIES)
        expired = self.certificate(2019, 2020)
        with ScriptedServer(certificate=expired) as server:
            self.keyed("-o", server=server, category="simple_python", code=2,
                       env=self.trusting(expired))
            self.assertIn("expired", self.err)
            self.assertEqual(server.seen, [])

    def test_a_folder_that_cannot_be_written(self):
        blocked = self.write("file", "")
        with ScriptedServer() as server:
            self.keyed(server=server, category="simple_python", code=2, result=blocked / "below")
            self.assertIn("cannot be written", self.err)
            self.assertEqual(server.seen, [])
            if os.path.isdir("/proc/sys"):  # which nobody can write to, root included
                self.keyed(server=server, category="simple_python", code=2, result="/proc/sys/bfclx")
                self.assertIn("cannot be written", self.err)
            self.assertEqual(server.seen, [])
        if os.geteuid() == 0:
            return
        closed = self.folder / "closed"
        closed.mkdir(mode=0o500)
        with ScriptedServer() as server:
            self.keyed(server=server, category="simple_python", code=2, result=closed)
            self.assertEqual(server.seen, [])

    def test_a_full_disk_ends_the_run_and_keeps_what_is_whole(self):
        # A bound on the size of files stands for the end of the disk.
        long = "word " * 400
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))  # noqa: E731
        with ScriptedServer(lambda seen: chat(long)) as server:
            done = subprocess.run(
                [PROGRAM, "generate", "--model", "scripted",
                 "--base-url", server.url, "--dataset", SAMPLE, "--test-category", "simple_python",
                 "--concurrency", "1", "--result-dir", self.folder / "result"],
                preexec_fn=limit, capture_output=True, timeout=60)
        self.out, self.err = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, 1, self.out + self.err)
        self.assertIn("cannot be written", self.out + self.err)
        self.assertEqual(len(self.ids()), 1)
        self.assertIn(f"1 of {ENTRIES} entries generated", self.out + self.err)
        with ScriptedServer() as server:
            self.keyed(server=server, category="simple_python")
            self.assertEqual(len(server.seen), ENTRIES - 1)


if __name__ == "__main__":
    main()
