"""`bfclx generate` with entries that always fail and servers that never answer: the others go on, every
wait ends, and what has no result is counted with its reason.

    python3 tests/cli/generate_waits_test.py build/release/tools/bfclx [Suite]
"""

import collections
import json
import shutil
import signal
import subprocess
import time

from cli_case import PROGRAM, main
from generate_test import GenerateCase
from scripted_server import Response, ScriptedServer, chat, first_tool

MANY = 100


def number_of(seen):
    """Of the entry: dataset_of() gives each a tool of its own."""
    return int(seen.body["tools"][0]["function"]["name"][1:])


class SomeFail(GenerateCase):
    def fails(self, fault, retries=2, entries=MANY, every=10, code=1, concurrency=8):
        """One entry in ten meets the fault whenever it is requested. Gives the seconds until all others had
        their response, and those of the whole run."""
        answered, begun = [], time.monotonic()

        def script(seen):
            if number_of(seen) % every == 3:
                return fault(seen)
            answered.append(time.monotonic() - begun)
            return first_tool(seen)
        with ScriptedServer(script) as server:
            self.generate("--retries", retries, "--concurrency", concurrency, server=server,
                          dataset=self.dataset_of(entries), category="simple_python", code=code)
            self.requests = collections.Counter(map(number_of, server.seen))
        failing = [f"simple_python_{i}" for i in range(entries) if i % every == 3]
        self.assertEqual(sorted(self.ids()), sorted(f"simple_python_{i}" for i in range(entries)
                                                    if i % every != 3))
        notes = {note["id"]: note for note in self.notes()}
        for id in failing:
            self.assertEqual(notes[id]["ending"], "missing")
        self.assertEqual(sorted(self.manifest()["run"]["missing_ids"]), sorted(failing))
        self.assertNotIn("unavailable", self.err)
        return max(answered), time.monotonic() - begun, [notes[id] for id in failing]

    def test_500_for_one_entry_in_ten(self):
        oops = Response({"error": {"message": "the tool call is cut"}}, status=500)
        others, _, failed = self.fails(lambda seen: oops)
        self.assertLess(others, 5)
        self.assertEqual({self.requests[number] for number in range(3, MANY, 10)}, {3})
        # After six failures in a row a request that is known to succeed is sent once.
        checks = sum(self.requests[number] - 1 for number in range(MANY) if number % 10 != 3)
        self.assertIn(checks, range(10 * 3 // 6 + 1))
        for note in failed:
            self.assertIn("the tool call is cut", note["error"])
        self.assertIn("10 without a result (10 status 500)", self.out)
        self.assertIn("the tool call is cut", self.out)
        self.assertEqual(self.manifest()["run"]["missing_reasons"], {"status 500": 10})

    def test_a_later_run_requests_them_again(self):
        self.fails(lambda seen: Response("oops", status=500), retries=0)
        with ScriptedServer() as server:
            self.generate(server=server, dataset=self.folder / "dataset", category="simple_python")
            self.assertEqual(len(server.seen), 10)
        self.assertEqual(len(set(self.ids())), MANY)

    def test_500_at_once_where_the_others_take_their_time(self):
        """At first many failures follow each other: the others are still under way."""
        def script(seen):
            if number_of(seen) % 4 == 3:
                return Response("oops", status=500)
            return Response(first_tool(seen), delay=1)
        with ScriptedServer(script) as server:
            self.generate("--retries", 1, "--concurrency", 40, server=server, dataset=self.dataset_of(60),
                          category="simple_python", code=1)
        self.assertEqual(len(self.ids()), 45)
        self.assertNotIn("unavailable", self.err)

    def test_the_first_fifteen_fail_one_after_another(self):
        """An entry from the other end of the plan shows that the server is there."""
        def script(seen):
            return Response("oops", status=500) if number_of(seen) < 15 else first_tool(seen)
        begun = time.monotonic()
        with ScriptedServer(script) as server:
            self.generate("--retries", 1, "--concurrency", 2, "--order", "official", server=server,
                          dataset=self.dataset_of(40), category="simple_python", code=1)
        self.assertLess(time.monotonic() - begun, 20)
        self.assertEqual(len(self.ids()), 25)
        self.assertIn("15 without a result (15 status 500)", self.out)

    def test_responses_over_the_size_bound(self):
        def large(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                               b"Content-Length: 104857600\r\n\r\n")
            for _ in range(100):
                connection.sendall(b" " * (1 << 20))
        others, _, failed = self.fails(lambda seen: large, retries=1, entries=30)
        self.assertLess(others, 30)
        for note in failed:
            self.assertIn("larger than ", note["error"])
        self.assertIn("(3 response too large)", self.out)

    def test_connections_that_end_for_one_entry_in_ten(self):
        _, _, failed = self.fails(lambda seen: lambda connection: None, retries=1)
        self.assertRegex(failed[0]["error"], "closed the connection|the connection broke")
        self.assertIn("(10 connection broken)", self.out)

    def test_invalid_utf8_is_retried_as_other_malformed_responses(self):
        broken = b'{"choices": [{"message": {"role": "assistant", "content": "a\xff\xfeb"}}]}'
        seen_of = {}

        def script(seen):
            count = seen_of[number_of(seen)] = seen_of.get(number_of(seen), 0) + 1
            return Response(broken) if count == 1 else first_tool(seen)
        with ScriptedServer(script) as server:
            self.generate(server=server, dataset=self.dataset_of(5), category="simple_python")
            self.assertEqual(len(server.seen), 10)
        self.assertEqual(len(set(self.ids())), 5)
        _, _, failed = self.again_with(lambda seen: Response(broken))
        self.assertIn("UTF-8", failed[0]["error"])
        self.assertIn("(2 unusable response)", self.out)

    def again_with(self, fault):
        self.tearDown()
        self.setUp()
        return self.fails(fault, retries=1, entries=20)

    def test_responses_that_end_at_the_token_limit(self):
        def script(seen):
            return chat("cut", finish_reason="length" if number_of(seen) % 10 == 3 else "stop")
        with ScriptedServer(script) as server:
            self.generate(server=server, dataset=self.dataset_of(20), category="simple_python")
        self.assertIn("2 entries have a response that ended at the token limit", self.out)
        self.assertRegex(self.out, "first: simple_python_1?3")
        self.assertIn("--max-tokens", self.out)
        self.assertEqual(self.manifest()["run"]["at_token_limit"], 2)


class OnlyFailingEntriesLeft(GenerateCase):
    """A request that is known to succeed tells entries that always fail from a server that does: nothing
    waits out the patience, which is far longer than these tests may take."""

    def run_with(self, script, *arguments, dataset, code=1, seconds=15):
        begun = time.monotonic()
        with ScriptedServer(script) as server:
            if "--retries" not in arguments:
                arguments += ("--retries", 1)
            self.generate("--patience", 300, "--order", "official", *arguments, server=server,
                          dataset=dataset, category="simple_python", code=code)
            self.requests = [number_of(seen) for seen in server.seen]
        self.assertLess(time.monotonic() - begun, seconds)

    def some_fail(self, fault, *arguments, failing=8, entries=20, reason="status 500", retries=1):
        first = entries - failing
        self.run_with(lambda seen: fault(seen) if number_of(seen) >= first else first_tool(seen),
                      *arguments, dataset=self.dataset_of(entries))
        self.assertEqual(sorted(self.ids()), sorted(f"simple_python_{i}" for i in range(first)))
        self.assertIn(f"{failing} without a result ({failing} {reason})", self.out)
        self.assertNotIn("unavailable", self.err)
        notes = {note["id"]: note for note in self.notes()}
        for i in range(first, entries):
            self.assertEqual(notes[f"simple_python_{i}"]["ending"], "missing")
            # One more that no entry pays for; libcurl sends a request again whose kept-alive connection broke.
            most = (retries + 2) * (2 if reason == "connection broken" else 1)
            self.assertIn(self.requests.count(i), range(retries + 1, most + 1))
        return notes[f"simple_python_{first}"]["error"]

    def test_the_last_eight_answer_500(self):
        oops = Response({"error": {"message": "no such grammar"}}, status=500)
        for concurrency in (1, 8):
            with self.subTest(concurrency):
                error = self.some_fail(lambda seen: oops, "--concurrency", concurrency)
                self.assertIn("no such grammar", error)
                self.tearDown()
                self.setUp()

    def test_the_last_eight_break_the_connection(self):
        self.some_fail(lambda seen: lambda connection: None, "--concurrency", 1, reason="connection broken")

    def test_the_last_eight_time_out(self):
        self.some_fail(lambda seen: Response(b"{}", delay=3), "--concurrency", 8, "--timeout", 1, "--retries", 0,
                       reason="timeout", retries=0)

    def test_most_entries_fail(self):
        """The check is repeated for each handful of new failures and costs no pause."""
        self.some_fail(lambda seen: Response("oops", status=500), "--concurrency", 4, "--retries", 0, failing=60,
                       entries=70, retries=0)
        self.assertLess(len(self.requests), 70 + 60 + 20)

    def test_the_last_eight_are_forbidden(self):
        """A firewall in front of the server refuses what they say."""
        error = self.some_fail(lambda seen: Response("blocked by policy", status=403), "--concurrency", 1,
                               reason="status 403", retries=0)
        self.assertIn("blocked by policy", error)

    def test_a_later_run_has_nothing_else_to_request(self):
        """Entries with a result are requested as a check, and keep their results."""
        dataset = self.dataset_of(20)

        def script(seen):
            return Response("oops", status=500) if number_of(seen) >= 12 else first_tool(seen)
        self.run_with(script, dataset=dataset)
        before = self.lines()
        self.run_with(script, "--concurrency", 1, dataset=dataset)
        self.assertEqual(self.lines(), before)
        self.assertIn("8 without a result (8 status 500)", self.out)
        self.assertNotIn("unavailable", self.err)
        checks = [number for number in self.requests if number < 12]
        failing = len(self.requests) - len(checks)
        self.assertIn(len(checks), range(1, failing // 6 + 1))  # one after each six failures in a row

    def test_a_first_run_of_failing_entries_alone(self):
        """Other entries of the same categories show that the server is there."""
        ids = self.write("ids.json", json.dumps({"simple_python": [f"simple_python_{i}" for i in range(7)]}))
        self.run_with(lambda seen: Response("oops", status=500) if number_of(seen) < 8 else first_tool(seen),
                      "--run-ids", ids, "--concurrency", 1, dataset=self.dataset_of(20), seconds=25)
        self.assertIn("7 without a result (7 status 500)", self.out)
        self.assertFalse(self.path().exists() and self.ids())

    def test_a_server_that_fails_is_still_waited_for(self):
        """The request that succeeded before fails too, until the server is back."""
        down = []

        def script(seen):
            if number_of(seen) >= 5 and not down:
                down.append(time.monotonic())
            if down and time.monotonic() - down[0] < 4:
                return Response("bad gateway", status=502)
            return first_tool(seen)
        self.run_with(script, "--concurrency", 2, dataset=self.dataset_of(20), code=0, seconds=40)
        self.assertEqual(len(self.ids()), 20)
        self.assertEqual(self.err.count("the server is unavailable"), 1)
        self.assertIn("the server responds again", self.err)

    def test_a_key_that_is_revoked_ends_the_run(self):
        sent = []

        def script(seen):
            sent.append(seen)
            return first_tool(seen) if len(sent) <= 5 else Response("revoked", status=401)
        self.run_with(script, "--concurrency", 1, dataset=self.dataset_of(20))
        self.assertEqual(len(sent), 5 + 5 + 1)
        self.assertIn("status 401, revoked", self.out)
        self.assertIn("not requested", self.out)
        self.assertIn("Fix the cause, then run the same command again", self.out)


class Waits(GenerateCase):
    def refuses(self, *arguments, headers=(), patience=3, seconds=6):
        refusal = Response({"error": {"message": "slow down"}}, status=429, headers=headers)
        begun = time.monotonic()
        with ScriptedServer(lambda seen: refusal) as server:
            self.generate("--patience", patience, *arguments, server=server, category="simple_python", code=1)
            requests = len(server.seen)
        self.assertLess(time.monotonic() - begun, seconds)
        self.assertIn("slow down", self.out)
        self.assertRegex(self.out, r"5 without a result \(")
        self.assertNotIn("unfinished", self.out)
        self.assertIn("\nRun the same command again to generate them.\n", self.out)
        return requests

    def test_429_for_ever(self):
        self.assertLess(self.refuses(), 60)

    def test_429_for_ever_with_retry_after_0(self):
        self.assertLess(self.refuses(headers=[("Retry-After", "0")]), 60)

    def test_429_for_ever_with_a_thousandth_of_a_second(self):
        self.assertLess(self.refuses(headers=[("Retry-After-Ms", "1")]), 60)

    def test_429_for_ever_with_a_second(self):
        self.assertLess(self.refuses(headers=[("Retry-After", "1")]), 60)

    def test_429_for_ever_as_official(self):
        """The official program never ends."""
        self.refuses("--as-official", seconds=8)

    def test_a_wait_that_is_longer_than_patience_is_not_begun(self):
        self.refuses(headers=[("Retry-After", "3000")], seconds=3)
        self.assertIn("--patience", self.out)

    def test_what_the_server_asks_for_is_told_and_what_is_done(self):
        self.refuses(headers=[("Retry-After", "100000")], seconds=3)
        self.assertIn("it asks for a pause of 28 h, --patience is 3 s", self.out)
        refusal = Response("slow down", status=429, headers=[("Retry-After", "100000")])
        with ScriptedServer(lambda seen: refusal) as server:
            process = subprocess.Popen(
                [PROGRAM, "generate", "--model", "scripted", "--dataset", "sample", "--result-dir", self.folder / "r",
                 "--test-category", "simple_python", "--base-url", server.url, "--patience", "300000"],
                stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            while "pause" not in (line := process.stderr.readline()):
                self.assertTrue(line)
            process.terminate()
            process.communicate(timeout=20)
        self.assertIn("the server asks for a pause of 28 h (", line)
        self.assertTrue(line.endswith("; the next request is sent in 60 min\n"), line)

    def test_429_for_one_entry_alone_ends_too(self):
        def script(seen):
            return Response({"error": "too large"}, status=429, headers=[("Retry-After", "0")]) \
                if number_of(seen) == 3 else first_tool(seen)
        begun = time.monotonic()
        with ScriptedServer(script) as server:
            self.generate("--patience", 3, server=server, dataset=self.dataset_of(20),
                          category="simple_python", code=1)
            self.assertLess(len(server.seen), 60)
        self.assertLess(time.monotonic() - begun, 10)
        self.assertEqual(len(self.ids()), 19)
        self.assertIn("1 without a result (1 status 429)", self.out)

    def test_a_server_that_is_not_there_yet_is_waited_for_as_long_as_patience_says(self):
        server = ScriptedServer()
        server.close()
        begun = time.monotonic()
        self.generate("--skip-server-setup", "--patience", 2, server=server, category="simple_python",
                      code=2)
        self.assertLess(time.monotonic() - begun, 8)
        self.assertIn("--patience", self.err)


class Stops(GenerateCase):
    """SIGTERM ends the program within --stop-timeout, whatever it waits for."""

    def stopped(self, script, *arguments, stop_timeout=2, category="simple_python", when=None, url=None,
                command="generate", code=1, number=signal.SIGTERM):
        with ScriptedServer(script) as server:
            process = subprocess.Popen(
                [PROGRAM, command, "--model", "scripted", "--base-url", url or server.url, "--dataset",
                 str(self.dataset_of(30)), "--result-dir", str(self.folder / "result"),
                 "--test-category", category, "--stop-timeout", str(stop_timeout),
                 *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                if when is None:
                    self.wait_for(lambda: len(server.seen) >= 3)
                else:
                    time.sleep(when)
                process.send_signal(number)
                begun = time.monotonic()
                self.out, self.err = process.communicate(timeout=30)
            finally:
                process.kill()
            self.assertLess(time.monotonic() - begun, stop_timeout + 2)
        self.assertEqual(process.returncode, code, self.out + self.err)

    def test_while_nothing_is_answered(self):
        self.stopped(lambda seen: Response(first_tool(seen), delay=40))
        self.assertRegex(self.out, "stopped.*unfinished")
        self.assertRegex(self.out, r"30 without a result \(\d+ not requested, \d+ stopped\)")
        self.assertIn("\nRun the same command again to generate them.\n", self.out)

    def test_a_terminal_that_closes(self):
        self.stopped(lambda seen: Response(first_tool(seen), delay=40), number=signal.SIGHUP)
        self.assertRegex(self.out, "stopped.*unfinished")
        self.tearDown()
        self.setUp()
        # Two of them are one; nohup is not disturbed.
        for arguments in ((), ("nohup",)):
            with ScriptedServer(lambda seen: Response(first_tool(seen), delay=1)) as server:
                process = subprocess.Popen(
                    [*arguments, PROGRAM, "generate", "--model", "scripted", "--base-url", server.url,
                     "--dataset", str(self.dataset_of(3)), "--result-dir", str(self.folder / "result"),
                     "-o", "--concurrency", "1", "--test-category", "simple_python"],
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                self.wait_for(lambda: server.seen)  # noqa: B023
                process.send_signal(signal.SIGHUP)
                process.send_signal(signal.SIGHUP)
                out, _ = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 0 if arguments else 1, out)
            self.assertIn("3 of 3 entries" if arguments else "1 of 3 entries", out)
            shutil.rmtree(self.folder / "dataset")

    def test_while_everything_is_refused(self):
        for headers in ([], [("Retry-After", "0")], [("Retry-After", "100")]):
            with self.subTest(headers):
                self.stopped(lambda seen: Response("slow down", status=429, headers=headers))  # noqa: B023
                self.tearDown()
                self.setUp()

    def test_while_everything_fails(self):
        self.stopped(lambda seen: Response("oops", status=500), "--retries", 50)

    def test_while_responses_come_byte_by_byte(self):
        self.stopped(lambda seen: Response(b" " * 100000, pace=0.01), number=signal.SIGINT)

    def test_while_the_server_is_not_there_yet(self):
        server = ScriptedServer()
        server.close()
        self.stopped(first_tool, "--skip-server-setup", when=1.5, url=server.url, code=2)

    def test_unfinished_episodes_are_journalled(self):
        bodies = []

        def script(seen):
            bodies.append(json.dumps(seen.body))
            return first_tool(seen) if len(bodies) == 1 else Response({}, delay=40)
        self.stopped(script, "--concurrency", 1, category="multi_turn_base", when=2)
        journal = self.path("bfclx_unfinished.jsonl")
        self.assertEqual(len(journal.read_text().splitlines()), 1)
        with ScriptedServer(first_tool) as server:
            self.generate(server=server, category="multi_turn_base")
            self.assertNotIn(bodies[0], [json.dumps(seen.body) for seen in server.seen])
        self.assertFalse(journal.exists())

    def test_a_journal_that_cannot_be_read_is_not_thrown_away(self):
        journal = self.path("bfclx_unfinished.jsonl")
        journal.mkdir(parents=True)
        self.write("kept.jsonl", "kept").rename(journal / "kept")
        with ScriptedServer(first_tool) as server:
            self.generate(server=server, category="multi_turn_base", code=2)
            self.assertEqual(server.seen, [])
        self.assertIn("bfclx_unfinished.jsonl", self.err)
        self.assertIn("move it away", self.err)
        self.assertEqual((journal / "kept").read_text(), "kept")


if __name__ == "__main__":
    main()
