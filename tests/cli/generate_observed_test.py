"""--metrics, --live, --spans and --log: what others follow a run by, and clients that mean no good."""

import fcntl
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "serving"))
import cli_case  # noqa: E402
from cli_case import Case, main  # noqa: E402
from prometheus_text import read_metrics  # noqa: E402
from scripted_server import Response, ScriptedServer, chat, first_tool  # noqa: E402

USAGE = {"prompt_tokens": 900, "completion_tokens": 100, "prompt_tokens_details": {"cached_tokens": 500},
         "completion_tokens_details": {"reasoning_tokens": 40}}
LONG = 60  # seconds, for what takes a moment


class Held:
    """A script whose later responses wait until the test has looked."""

    def __init__(self, free):
        self.free = free
        self.go_on = threading.Event()

    def __call__(self, seen):
        if seen.number >= self.free:
            self.go_on.wait(LONG)
        if seen.number == 1:
            return Response({"error": {"message": "slow down"}}, 429,
                            [("x-request-id", "req_limited"), ("retry-after", "0")])
        return Response({**chat("No."), "usage": USAGE}, headers=[("x-request-id", f"req_{seen.number}")])


class Observed(Case):
    COMMAND = "generate"

    def begin(self, server, *options, env=None):
        """The program with its pages, until they are open."""
        self.process = subprocess.Popen(
            [cli_case.PROGRAM, self.COMMAND, "--dataset", "sample", "--model", "m", "--mode", "fc", "--base-url",
             server.url, "--test-category", "simple_python,multiple", "--result-dir", "result", "--concurrency", "2",
             "--metrics", "127.0.0.1:0", "--live", "127.0.0.1:0", *map(str, options)],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **(env or {})})
        self.addCleanup(self.process.stdout.close)
        self.addCleanup(self.process.stderr.close)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        said = ""
        while "#live&at=" not in said:
            line = self.process.stderr.readline()
            self.assertTrue(line, said)
            said += line
        self.said = said
        self.metrics = re.search(r"http://(\S+)/metrics", said)[1]
        self.live, self.key = re.search(r"#live&at=(\S+)&key=([0-9a-f]{32})", said).groups()

    def end(self, code=0):
        self.out, self.err = self.process.communicate(timeout=LONG)
        self.assertEqual(self.process.returncode, code, self.out + self.err)

    def get(self, address, path, headers=(), method="GET", body=None):
        connection = http.client.HTTPConnection(address, timeout=LONG)
        try:
            connection.request(method, path, body=body, headers=dict(headers))
            response = connection.getresponse()
            return response, response.read().decode()
        finally:
            connection.close()

    def page(self):
        response, text = self.get(self.live, "/run.json", {"Authorization": "Bearer " + self.key})
        return json.loads(text) if response.status == 200 else None

    def until(self, see):
        """The first page of which `see` is true."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            page = self.page()
            if page and see(page):
                return page
            time.sleep(0.05)
        self.fail(f"not seen in {page}")

    def lines(self, name):
        return [json.loads(line) for line in (self.folder / name).read_text("utf-8").splitlines()]


class ObservedFacts(Observed):
    def test_pages_show_the_run(self):
        script = Held(5)
        with ScriptedServer(script) as server:
            self.begin(server, "--price", "in=1,out=10,cached=0.1")
            self.addCleanup(script.go_on.set)
            page = self.until(lambda page: page["entries"]["with_response"] == 4)
            self.assertEqual((page["format"], page["run"]["model"], page["run"]["phase"]), (1, "m", "running"))
            self.assertEqual(page["entries"]["left"], 5)
            self.assertEqual(page["spend"]["input"], 3600)
            self.assertEqual(page["endpoints"][0]["server"], server.url + "/v1")
            self.assertEqual(page["endpoints"][0]["outcomes"], {"rate_limited": 1, "success": 4})
            response, text = self.get(self.metrics, "/metrics")
            self.assertEqual(response.getheader("content-type"), "text/plain; version=0.0.4; charset=utf-8")
            families = read_metrics(text)
            value = lambda name: sum(value for _, _, value in families[name][1])
            self.assertEqual(value("bfclx_requests_total"), 5)
            self.assertEqual(value("bfclx_requests_in_flight"), page["requests"]["in_flight"])
            self.assertEqual(value("bfclx_tokens_total"), 4000)
            self.assertEqual(value("bfclx_cached_input_tokens_total"), 2000)
            self.assertEqual(value("bfclx_reasoning_output_tokens_total"), 160)
            self.assertAlmostEqual(value("bfclx_cost_dollars_total"), 4 * 1.45e-3)
            self.assertEqual(families["bfclx_request_duration_seconds"][0], "histogram")
            self.assertEqual({labels["category"] for _, labels, _ in families["bfclx_entries"][1]},
                             {"simple_python", "multiple"})
            script.go_on.set()
            # A page that is open sees the end.
            page = self.until(lambda page: page["run"]["phase"] == "ended")
            self.assertEqual((page["entries"]["left"], page["entries"]["with_response"]), (0, 9))
            self.end()
        with self.assertRaises(OSError):
            self.page()

    def test_log_and_spans(self):
        script = Held(10 ** 9)
        with ScriptedServer(script) as server:
            self.begin(server, "--log", "logs/log.jsonl", "--spans", "spans.jsonl")
            self.end()
        log = self.lines("logs/log.jsonl")
        self.assertEqual([log[0]["event"], log[-1]["event"]], ["message", "run_ended"])
        requests = [line for line in log if line["event"] == "request"]
        self.assertEqual(sorted(line["request"] for line in requests), list(range(1, 11)))
        limited = [line for line in requests if line.get("request_id") == "req_limited"]
        self.assertEqual([(line["status"], line["outcome"], line["use"]) for line in limited],
                         [(429, "rate_limited", "retried")])
        again = [line for line in requests if line["attempt"] == 2]
        self.assertEqual([line["id"] for line in again], [limited[0]["id"]])
        self.assertEqual(sum(line["event"] == "entry" for line in log), 9)
        for line in log:
            self.assertRegex(line["time"], r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ$")
        self.check_spans(self.lines("spans.jsonl"))
        # The next run goes on behind them.
        self.run_program("generate", "--dataset", "sample", "--model", "m", "--mode", "fc", "--base-url", server.url,
                         "--test-category", "simple_python", "--result-dir", "result", "--log", "logs/log.jsonl",
                         "--dry-run", code=None)
        self.assertEqual(len(self.lines("logs/log.jsonl")), len(log))

    def check_spans(self, lines):
        spans = []
        for line in lines:
            (resource,) = line["resourceSpans"]
            self.assertIn({"key": "service.name", "value": {"stringValue": "bfclx"}}, resource["resource"]["attributes"])
            (scope,) = resource["scopeSpans"]
            spans += scope["spans"]
        by_id = {span["spanId"]: span for span in spans}
        self.assertEqual(len(by_id), 20)
        self.assertEqual(len({span["traceId"] for span in spans}), 1)
        depth = lambda span: 1 + depth(by_id[span["parentSpanId"]]) if span["parentSpanId"] else 0
        self.assertEqual(sorted(map(depth, spans)), [0] + [1] * 9 + [2] * 10)
        for span in spans:
            self.assertRegex(span["traceId"] + span["spanId"], "^[0-9a-f]{48}$")
            self.assertLessEqual(int(span["startTimeUnixNano"]), int(span["endTimeUnixNano"]))
            keys = [one["key"] for one in span["attributes"]]
            self.assertEqual(len(keys), len(set(keys)))
            self.assertNotIn("bfclx.request.body", keys)
            if span["parentSpanId"]:
                self.assertGreaterEqual(int(span["startTimeUnixNano"]) + 10 ** 9,
                                        int(by_id[span["parentSpanId"]]["startTimeUnixNano"]))
        request = next(span for span in spans if span["kind"] == 3 and "status" not in span)
        attributes = {one["key"]: next(iter(one["value"].values())) for one in request["attributes"]}
        self.assertEqual(request["name"], "chat m")
        self.assertEqual(attributes["gen_ai.operation.name"], "chat")
        self.assertEqual(attributes["gen_ai.response.model"], "scripted")
        self.assertEqual(attributes["gen_ai.usage.input_tokens"], "900")
        self.assertEqual(attributes["gen_ai.usage.reasoning.output_tokens"], "40")

    def test_content_and_secrets(self):
        key = "sk-secret-0123456789abcdef0123456789"

        def repeats_key(seen):
            if seen.number == 0:
                return Response({"error": {"message": f"bad {seen.headers.get('authorization')}"}}, 500,
                                [("x-request-id", key)])
            return first_tool(seen)

        with ScriptedServer(repeats_key) as server:
            self.begin(server, "--log", "log.jsonl", "--spans", "spans.jsonl", "--span-content", "--api-key-env", "WATCH_KEY",
                       env={"WATCH_KEY": key})
            self.end()
        bodies = [one["value"]["stringValue"] for line in self.lines("spans.jsonl")
                  for one in line["resourceSpans"][0]["scopeSpans"][0]["spans"][0]["attributes"]
                  if one["key"] in ("bfclx.request.body", "bfclx.response.body")]
        self.assertTrue(any('"messages"' in body for body in bodies))
        self.assertTrue(any('"choices"' in body for body in bodies))
        self.assertIn("[key]", (self.folder / "log.jsonl").read_text())
        self.is_nowhere(key)


class ObservedScores(Observed):
    COMMAND = "run"

    def test_run_shows_scores(self):
        script = Held(5)
        with ScriptedServer(script) as server:
            self.begin(server)
            self.addCleanup(script.go_on.set)
            page = self.until(lambda page: page["entries"]["with_response"] == 4)
            scored = [row["score"] for row in page["categories"] if row["score"]]
            self.assertEqual(sum(score["scored"] for score in scored), 4)
            self.assertEqual(sum(row["count"] for row in page["failures"]), 4)
            families = read_metrics(self.get(self.metrics, "/metrics")[1])
            self.assertEqual(sum(value for _, labels, value in families["bfclx_scored_entries"][1]
                                 if labels["verdict"] == "failed"), 4)
            script.go_on.set()
            self.end()


class ObservedRefused(Observed):
    def refused(self, *options):
        command = ("generate", "--dataset", "sample", "--model", "m", "--base-url", "http://127.0.0.1:9", "--patience", "0",
                   *options)
        self.run_program(*command, code=2)
        return self.err

    def test_a_dry_run_refuses_what_the_run_would(self):
        for options in (("--metrics", "0.0.0.0:99"), ("--metrics", "x"), ("--live=1.2.3.4:5",), ("--live", "--live-site", "x"),
                        ("--log", "."), ("--log", "same", "--spans", "same"),
                        ("--log", "result/m/bfclx_entries.jsonl"), ("--spans", "result/m/bfclx_manifest.json"),
                        ("--log", "result/m/non_live/BFCL_v4_multiple_result.json")):
            with self.subTest(options):
                self.assertEqual(self.refused(*options), self.refused("--dry-run", *options))
                self.assertIn(options[0].split("=")[0], self.err)

    def test_a_dry_run_tries_addresses_and_files_and_creates_nothing(self):
        (self.folder / "file").touch()
        os.mkfifo(self.folder / "pipe")
        with socket.create_server(("127.0.0.1", 0)) as taken, open(self.folder / "held", "w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            address = "127.0.0.1:%d" % taken.getsockname()[1]
            for options, text in ((("--metrics", address), "cannot listen there: Address already in use"),
                                  ((f"--live={address}",), "cannot listen there: Address already in use"),
                                  (("--spans", "held"), "held: another command is writing it"),
                                  (("--log", "file/a/log.jsonl"), "log.jsonl: cannot be written: Not a directory"),
                                  (("--log", "pipe"), "pipe: is a pipe")):
                with self.subTest(options):
                    self.assertIn(text, self.refused("--dry-run", *options))
                    self.assertEqual(self.refused(*options), self.err)
            before = sorted(self.folder.rglob("*"))
            with socket.create_server(("127.0.0.1", 0)) as free:
                address = "127.0.0.1:%d" % free.getsockname()[1]
            self.assertIn("cannot listen there", self.refused("--dry-run", "--metrics", address, f"--live={address}"))
            self.run_program("generate", "--dataset", "sample", "--model", "m", "--base-url", "http://127.0.0.1:9", "--dry-run",
                             "--test-category", "simple_python", "--metrics", address, "--log", "a/b/log.jsonl", "--spans", "s")
            self.assertNotIn("metrics at", self.out + self.err)
            self.assertEqual(sorted(self.folder.rglob("*")), before)

    def test_links_that_lead_nowhere_and_names_that_are_too_long(self):
        (self.folder / "loop").symlink_to("loop")
        for option in ("--log", "--spans"):
            for file, reason in (("loop", "Too many levels of symbolic links"),
                                 ("loop/log.jsonl", "Too many levels of symbolic links"),
                                 ("x" * 300, "File name too long")):
                for more in ((), ("--dry-run",)):
                    with self.subTest(option=option, file=file, more=more):
                        self.assertIn(f"bfclx: {option} {file} cannot be written: {reason}; name another file\n",
                                      self.refused(option, file, *more))

    def test_only_this_machine(self):
        for option, example in (("--metrics", "127.0.0.1:9464"), ("--live", "127.0.0.1:9465")):
            for address in ("0.0.0.0:9000", "[::]:9000", "10.1.2.3:9000", "example.org:9000"):
                self.assertIn("ssh -L 9000:127.0.0.1:9000 HOST", self.refused(option, address))
            self.assertIn(f"expected an address and a port, such as {example}", self.refused(option, "127.0.0.1"))
        for address in ("[::1]:9000", "127.0.0.2:9000"):
            self.assertIn("the site can read only 127.0.0.1 or localhost", self.refused("--live", address))

    def test_addresses_and_files_that_cannot_be_used(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            err = self.refused("--metrics", "127.0.0.1:%d" % taken.getsockname()[1])
            self.assertIn("cannot listen there: Address already in use", err)
        self.assertIn("--live-site takes the address of a site", self.refused("--live", "--live-site", "bench"))
        self.assertIn("--live", self.refused("--live-site", "https://a.example"))
        self.assertIn("--spans", self.refused("--span-content"))
        (self.folder / "result" / "m").mkdir(parents=True)
        self.assertIn("one of the result files", self.refused("--log", "result/m/non_live/BFCL_v4_multiple_result.json"))
        self.assertIn("--spans", self.refused("--log", "a", "--spans", "./a"))
        with open(self.folder / "held", "w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            self.assertIn("another command is writing it", self.refused("--spans", "held"))
        notes = self.folder / "notes.txt"
        notes.write_text("one\ntwo")
        self.assertIn("its last line is not JSON", self.refused("--log", "notes.txt"))
        self.assertEqual(notes.read_text(), "one\ntwo")
        os.mkfifo(self.folder / "pipe")
        self.assertIn("pipe: is a pipe; pass the name of a file", self.refused("--log", "pipe"))
        self.assertIn("--replay", self.refused("--log", "a", "--replay", "b"))

    def test_the_whole_link_of_a_site(self):
        script = Held(3)
        with ScriptedServer(script) as server:
            self.begin(server, "--live-site", "https://bench.example.org/site/", "--quiet")
            self.addCleanup(script.go_on.set)
            self.assertIn("live page: https://bench.example.org/site/#live&at=" + self.live, self.said)
            self.until(lambda page: True)
            for origin, allowed in (("https://bench.example.org", True), ("http://bench.example.org", False),
                                    ("https://bench.example.org:8443", False)):
                asks = {"Origin": origin, "Authorization": "Bearer " + self.key}
                response, _ = self.get(self.live, "/run.json", asks)
                self.assertEqual(response.getheader("access-control-allow-origin"), origin if allowed else None)
            script.go_on.set()
            self.end()

    def test_a_full_disk_ends_the_log_and_not_the_run(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        # A device is not for one command alone.
        with ScriptedServer(first_tool) as server, open("/dev/full", "r+b", buffering=0) as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            self.begin(server, "--log", "/dev/full")
            self.end()
        self.assertEqual(self.err.count("the run goes on without --log"), 1, self.err)
        self.assertIn("9 of 9 entries generated", self.out)


class ObservedHostile(Observed):
    def setUp(self):
        super().setUp()
        self.script = Held(3)
        self.server = ScriptedServer(self.script)
        self.addCleanup(self.server.close)
        self.begin(self.server)
        self.addCleanup(self.script.go_on.set)
        self.until(lambda page: page["requests"]["in_flight"] > 0)

    def finish(self):
        self.assertIsNotNone(self.page())
        self.script.go_on.set()
        self.process.send_signal(signal.SIGCONT)
        self.end()
        self.assertIn("9 of 9 entries generated", self.out)

    def raw(self, data):
        host, port = self.live.split(":")
        with socket.create_connection((host, int(port)), timeout=LONG) as connection:
            connection.sendall(data)
            answer = b""
            while part := connection.recv(65536):
                answer += part
        return answer

    def test_what_is_no_request_for_it(self):
        auth = f"Authorization: Bearer {self.key}\r\n"
        for head, status in ((f"GET /run.json HTTP/1.1\r\n{auth}", 400),
                             (f"GET /run.json HTTP/1.1\r\nHost: bench.example.org\r\n{auth}", 421),
                             (f"GET /run.json HTTP/1.1\r\nHost: localhost.example.org\r\n{auth}", 421),
                             (f"GET /run.json HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n{auth}", 400),
                             ("GET /run.json HTTP/1.1\r\nHost: localhost\r\n", 401),
                             (f"GET /run.json HTTP/1.1\r\nHost: localhost\r\n{auth[:-4]}0\r\n", 401),
                             (f"GET /../run.json HTTP/1.1\r\nHost: localhost\r\n{auth}", 404),
                             (f"POST /run.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n{auth}", 405),
                             (f"DELETE / HTTP/1.1\r\nHost: localhost\r\n{auth}", 405),
                             ("GET / HTTP/1.1\r\nHost: localhost\r\nA: " + "x" * 20000 + "\r\n", 431),
                             ("\x16\x03 \x01\r\n", 400),
                             (f"GET /run.json HTTP/1.1\r\nHost: localhost\r\n{auth}", 200)):
            answer = self.raw(head.encode() + b"\r\n")
            self.assertTrue(answer.startswith(f"HTTP/1.1 {status} ".encode()), (head[:80], answer[:80]))
            self.assertEqual(b'"format"' in answer, status == 200)
            self.assertNotIn(self.key.encode(), answer)
        self.assertNotIn(b"\r\n\r\n{", self.raw(f"HEAD /run.json HTTP/1.1\r\nHost: localhost\r\n{auth}\r\n".encode()))
        self.finish()

    def test_other_sites(self):
        key = {"Authorization": "Bearer " + self.key}
        for origin, status in (("http://localhost:8765", 200), ("http://127.0.0.1:1", 200), ("null", 403),
                               ("https://example.org", 403), ("http://localhost.example.org", 403)):
            response, text = self.get(self.live, "/run.json", {**key, "Origin": origin})
            self.assertEqual(response.status, status, origin)
            self.assertEqual(response.getheader("access-control-allow-origin"), origin if status == 200 else None)
            self.assertEqual('"format"' in text, status == 200)
        asks = {"Origin": "http://localhost:1", "Access-Control-Request-Method": "GET",
                "Access-Control-Request-Headers": "authorization", "Access-Control-Request-Private-Network": "true"}
        response, _ = self.get(self.live, "/run.json", asks, "OPTIONS")
        self.assertEqual(response.status, 204)
        self.assertEqual(response.getheader("access-control-allow-private-network"), "true")
        response, _ = self.get(self.live, "/run.json", {**asks, "Origin": "https://example.org"}, "OPTIONS")
        self.assertEqual(response.status, 403)
        self.finish()

    def test_slow_and_many_clients(self):
        host, port = self.live.split(":")
        slow = []
        for number in range(300):
            connection = socket.create_connection((host, int(port)), timeout=LONG)
            self.addCleanup(connection.close)
            connection.sendall(b"GET /run.json HTTP/1.1\r\nX: " + b"x" * (number % 50))
            slow.append(connection)
        # With all of them open the page is served, and a client that reads nothing keeps nobody waiting.
        deaf = socket.create_connection((host, int(port)), timeout=LONG)
        self.addCleanup(deaf.close)
        deaf.sendall(f"GET /run.json HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.key}\r\n\r\n".encode())
        self.assertIsNotNone(self.page())
        limit = len(os.listdir(f"/proc/{self.process.pid}/fd")) if os.path.isdir("/proc/self/fd") else 0
        self.assertLess(limit, 80)
        self.finish()


if __name__ == "__main__":
    main()
