"""The network of executable categories, without a network: services of a test dataset are on loopback.
Whatever a service does, the result is clear, time and memory are bounded, and no key is in any output."""

import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "serving"))
from cli_case import PROGRAM, SAMPLE, Case, main  # noqa: E402
from scripted_server import Response, ScriptedServer, chat  # noqa: E402

KEY = "rapid/key+with=signs&0123456789"
GOOD = {"city": "X", "echo": 1}


class ServiceCase(Case):
    def dataset(self, urls, truths=None):
        """A dataset whose rest entries name these addresses, an entry each."""
        folder = self.folder / "dataset"
        if not folder.exists():
            shutil.copytree(SAMPLE, folder, ignore=shutil.ignore_patterns("results", "cassette.jsonl"))
        unused = folder / "data" / "unused_datasets"
        questions, answers, checks = [], [], []
        for number, url in enumerate(urls):
            entry = f"rest_{90000 + number}"
            parameters = {"type": "dict", "properties": {"url": {"type": "string", "description":
                          f"Address of the service: {url}"}}, "required": ["url"]}
            questions.append({"id": entry, "question": [[{"role": "user", "content": "?"}]],
                              "function": [{"name": "requests.get", "description": "GET",
                                            "parameters": parameters}]})
            answers.append({"id": entry, "ground_truth": json.dumps(GOOD)})
            truth = (truths or {}).get(number, f"requests.get(url={url!r})")
            checks.append({"id": entry, "ground_truth": truth})
        for place, lines in (("question/BFCL_v4_rest.json", questions),
                             ("possible_answer/BFCL_v4_rest.json", answers),
                             ("executable_eval_sanity_check/api_status_check_ground_truth_rest.json",
                              checks)):
            (unused / place).write_text("".join(json.dumps(line) + "\n" for line in lines))
        return folder

    def score(self, urls, calls=None, network="live", arguments=("--allow-private",), code=0,
              env=None, truths=None, most_seconds=60):
        """Verdict lines of responses, by default the truth's own calls."""
        calls = calls or [f"[requests.get(url={url!r})]" for url in urls]
        result = self.write("m/BFCL_v4_rest_result.json", "".join(
            json.dumps({"id": f"rest_{90000 + i}", "result": call}) + "\n"
            for i, call in enumerate(calls)))
        verdicts = self.folder / "verdicts.jsonl"
        verdicts.unlink(missing_ok=True)
        live = ("--network", network)
        if network in ("live", "record"):
            live += ("--enable-network",)
        else:
            arguments = [argument for argument in arguments if argument != "--allow-private"]
        begun = time.monotonic()
        self.run_program("score", result, "--dataset", self.dataset(urls, truths), "--decoder",
                         "prompting", "--verdicts", verdicts, *live, *arguments, code=code,
                         env={"RAPID_API_KEY": KEY, "no_proxy": "*", **(env or {})})
        self.assertLess(time.monotonic() - begun, most_seconds)
        self.is_nowhere(KEY)
        if code != 0:
            return []
        return [json.loads(line) for line in verdicts.read_text().splitlines()]

    def one(self, url, *arguments, call=None, **keywords):
        (verdict,) = self.score([url], [call] if call else None,
                                arguments=("--allow-private", "--service-timeout", 3, *arguments),
                                **keywords)
        return verdict


class Live(ServiceCase):
    def test_only_when_it_is_enabled(self):
        with ScriptedServer(lambda seen: GOOD) as server:
            result = self.write("m/BFCL_v4_rest_result.json", "")
            for mode in ("live", "record"):
                self.run_program("score", result, "--dataset", SAMPLE, "--network", mode,
                                 "--cassette", self.folder / "c", code=2)
                self.assertIn("--enable-network", self.err)
            self.score([server.url + "/x"], network="replay")
            self.score([server.url + "/x"], network="off")
            self.assertEqual(server.seen, [])

    def test_an_answer_is_scored(self):
        with ScriptedServer(lambda seen: GOOD) as server:
            verdict = self.one(server.url + "/x?b=2&a=%20")
            self.assertTrue(verdict["valid"])
            self.assertEqual([(seen.method, seen.path) for seen in server.seen],
                             [("GET", "/x?b=2&a=+")])

    def test_the_same_request_is_sent_once(self):
        with ScriptedServer(lambda seen: GOOD) as server:
            self.assertTrue(all(line["valid"] for line in self.score([server.url + "/x"] * 3)))
            self.assertEqual(len(server.seen), 1)

    def test_other_hosts_and_methods_are_not_asked(self):
        with ScriptedServer(lambda seen: GOOD) as named, ScriptedServer(lambda seen: GOOD) as other:
            for call in (f"[requests.get(url='{other.url}/x')]",
                         f"[requests.get(url='http://127.0.0.1@{other.url[7:]}/x')]",
                         f"[requests.get(url='{named.url}@{other.url[7:]}/x')]",
                         f"[requests.get(url='{other.url}/x#{named.url}')]",
                         f"[requests.get(url='{named.url}\\\\@{other.url[7:]}/x')]",
                         f"[requests.post(url='{named.url}/x')]",
                         f"[requests.delete(url='{named.url}/x')]"):
                verdict = self.one(named.url + "/x", call=call)
                # A backslash is no end of the host: the named one is asked for an odd path.
                self.assertTrue("\\" in call or not verdict.get("valid"), call)
            self.assertEqual(other.seen, [])
            self.assertEqual({seen.method for seen in named.seen} - {"GET"}, set())
        verdict = self.one("http://127.0.0.1:1/x", call=f"[requests.get(url='{other.url}/x')]")
        self.assertEqual(verdict["skipped"], "unsupported")

    def test_private_addresses_are_refused(self):
        with ScriptedServer(lambda seen: GOOD) as server:
            port = server.port
            urls = [f"http://{host}:{port}/x" for host in
                    ("127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::1]",
                     "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "[::]")]
            for verdict in self.score(urls, arguments=()):
                self.assertFalse(verdict.get("valid"), verdict)
            self.assertEqual(server.seen, [])

    def test_keys_go_to_their_service_alone(self):
        def echo(seen):
            text = seen.headers.get("x-rapidapi-key", "") + " " + seen.path
            return Response(json.dumps({"city": text, "echo": json.dumps(text)}))
        with ScriptedServer(echo) as server:
            headers = "headers={'X-RapidAPI-Key': 'YOUR-RAPID-API-KEY'}, params={'k': 'YOUR-RAPID-API-KEY'}"
            cassette = self.folder / "c.jsonl"
            verdict = self.one(server.url + "/x", "--cassette", cassette, network="record",
                               call=f"[requests.get(url='{server.url}/x', {headers})]")
            self.assertTrue(verdict["valid"], verdict)
            self.assertEqual(server.seen[0].headers["x-rapidapi-key"], KEY)
            self.assertIn("YOUR-RAPID-API-KEY", cassette.read_text())
            for quoted in (KEY, "rapid%2Fkey", "rapid\\/key"):
                self.assertNotIn(quoted, cassette.read_text())

    def test_a_key_does_not_follow_a_redirect(self):
        with ScriptedServer(lambda seen: GOOD) as other:
            away = Response("", status=302, headers=[("Location", other.url + "/y")])
            with ScriptedServer(lambda seen: away) as server:
                call = "[requests.get(url='%s/x', headers={'X-RapidAPI-Key': 'YOUR-RAPID-API-KEY'})]"
                self.score([server.url + "/x", other.url + "/y"], [call % server.url, "[f()]"])
                self.assertTrue(server.seen)
                self.assertTrue(all("x-rapidapi-key" not in seen.headers for seen in other.seen))
                other.seen.clear()
                call = "[requests.get(url='%s/x', params={'k': 'YOUR-RAPID-API-KEY'})]"
                self.score([server.url + "/x", other.url + "/y"], [call % server.url, "[f()]"])
                self.assertEqual(other.seen, [])

    def test_without_a_key_nothing_is_sent(self):
        with ScriptedServer(lambda seen: GOOD) as server:
            verdict = self.one(server.url + "/x", env={"RAPID_API_KEY": ""}, call=
                               f"[requests.get(url='{server.url}/x', params={{'k': 'YOUR-RAPID-API-KEY'}})]")
            self.assertEqual(verdict["skipped"], "no_credentials")
            self.assertIn("RAPID_API_KEY", self.out + json.dumps(verdict))
            self.assertEqual(server.seen, [])


class Record(ServiceCase):
    def test_what_was_recorded_replays_alike(self):
        script = {"/ok": GOOD, "/wrong": {"city": 1}, "/none": Response("<html>", status=404),
                  "/spent": Response({"error": "quota"}, status=401), "/text": Response("no json")}
        with ScriptedServer(lambda seen: script[seen.path]) as server:
            urls = [server.url + path for path in script] + ["http://127.0.0.1:1/gone"]
            cassette = self.folder / "c.jsonl"
            live = self.score(urls, network="record", arguments=("--allow-private", "--cassette", cassette))
            asked = len(server.seen)
            self.assertEqual(asked, len(script))
            replayed = self.score(urls, network="replay", arguments=("--cassette", cassette))
            self.assertEqual(len(server.seen), asked)
            again = self.score(urls, network="record", arguments=("--allow-private", "--cassette", cassette))
            # What was refused, and what nobody answered, is asked again.
            self.assertEqual([seen.path for seen in server.seen[asked:]], ["/spent"])
        self.assertEqual(live, replayed)
        self.assertEqual(live, again)
        self.assertEqual(len(cassette.read_text().splitlines()), len(urls) + 2)
        self.assertEqual([(line.get("valid"), line.get("skipped")) for line in live],
                         [(True, None), (False, None), (False, None), (None, "api_error"),
                          (False, None), (None, "api_error")])

    def test_a_recorded_refusal_says_nothing_of_today(self):
        def script(seen):
            return Response("", status=429) if seen.number < 3 else GOOD
        with ScriptedServer(script) as server:
            cassette = self.folder / "c.jsonl"

            def score(network):
                (line,) = self.score([server.url + "/x"], network=network, arguments=(
                    "--allow-private", "--cassette", cassette))
                return line.get("valid"), line.get("skipped")
            self.assertEqual(score("record"), (None, "api_error"))
            self.assertEqual(score("replay"), (None, "api_error"))
            self.assertEqual(len(server.seen), 3)
            self.assertEqual(score("live"), (True, None))
            self.assertEqual(score("record"), (True, None))
            self.assertEqual(score("replay"), (True, None))
            self.assertEqual(len(server.seen), 5)

    def test_a_cassette_grows_line_by_line(self):
        with ScriptedServer(lambda seen: GOOD) as server:
            cassette = self.folder / "c.jsonl"
            options = ("--allow-private", "--cassette", cassette)
            self.score([server.url + "/a"], network="record", arguments=options)
            # A last line without its end is whole all the same.
            cassette.write_text(cassette.read_text().rstrip("\n"))
            self.score([server.url + "/a", server.url + "/b"], network="record", arguments=options)
            self.assertEqual(len(cassette.read_text().splitlines()), 2)
            self.score([server.url + "/a", server.url + "/b"], network="replay", arguments=options)

    def test_what_was_answered_before_an_interrupt_is_recorded(self):
        waiting = threading.Event()

        def service(seen):
            if seen.path == "/b":
                waiting.set()
                return Response(GOOD, delay=50)
            return GOOD
        cassette = self.folder / "c.jsonl"
        with ScriptedServer(service) as server:
            urls = [server.url + "/a", server.url + "/b"]
            result = self.write("m/BFCL_v4_rest_result.json", "".join(
                json.dumps({"id": f"rest_{90000 + i}", "result": f"[requests.get(url={url!r})]"}) + "\n"
                for i, url in enumerate(urls)))
            process = subprocess.Popen(
                [PROGRAM, "score", result, "--dataset", self.dataset(urls), "--decoder", "prompting",
                 "--network", "record", "--enable-network", "--allow-private", "--cassette", cassette],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env={**os.environ, "RAPID_API_KEY": KEY, "no_proxy": "*"})
            self.assertTrue(waiting.wait(60))
            process.send_signal(signal.SIGINT)
            process.wait(20)
            self.assertEqual(len(cassette.read_text().splitlines()), 1)
            asked = len(server.seen)
            (verdict,) = self.score(urls[:1], network="replay",
                                    arguments=("--allow-private", "--cassette", cassette))
            self.assertTrue(verdict["valid"])
            self.assertEqual(len(server.seen), asked)

    def test_a_cut_cassette_is_named_and_left_alone(self):
        with ScriptedServer(lambda seen: GOOD) as server:
            cassette = self.folder / "c.jsonl"
            options = ("--allow-private", "--cassette", cassette)
            self.score([server.url + "/a", server.url + "/b"], network="record", arguments=options)
            whole = cassette.read_bytes()
            cut = whole[:-40]
            cassette.write_bytes(cut)
            for mode in ("replay", "record", "live"):
                self.score([server.url + "/a"], network=mode, arguments=options, code=2)
                self.assertIn("cassette, line 2: invalid or truncated JSON", self.err)
                self.assertEqual(cassette.read_bytes(), cut)


class RunServices(ServiceCase):
    """`bfclx run` over executable entries: what the recording lacks is asked when that is allowed."""

    def run_rest(self, url, *arguments):
        def model(seen):
            return chat(None, [(seen.body["tools"][0]["function"]["name"], {"url": url})])
        with ScriptedServer(model) as server:
            return self.run_program(
                "run", "--model", "scripted", "--base-url", server.url, "--dataset",
                self.dataset([url]), "--test-category", "rest", "--result-dir",
                self.folder / "result", "--patience", 20, "--timeout", 20, *arguments,
                env={"RAPID_API_KEY": KEY, "no_proxy": "*"})

    def test_run_scores_executable_entries(self):
        with ScriptedServer(lambda seen: GOOD) as service:
            out = self.run_rest(service.url + "/x")
            self.assertIn("1 skipped_no_network", out)
            self.assertEqual(service.seen, [])
            out = self.run_rest(service.url + "/x", "--enable-network", "--allow-private")
            self.assertEqual([seen.path for seen in service.seen], ["/x"])
            self.assertRegex(out, r"rest +1 +1 +100\.0")
            out = self.run_rest(service.url + "/x", "--enable-network")
            self.assertEqual(len(service.seen), 1)
            self.assertIn("1 skipped_api_error", out)
        self.is_nowhere(KEY)


class ServiceFaults(ServiceCase):
    """Each fault is a service's alone: the entry is skipped, or says what came."""

    def skipped(self, script, **keywords):
        with ScriptedServer(script) as server:
            verdict = self.one(server.url + "/x", **keywords)
            self.assertEqual(verdict.get("skipped"), "api_error", verdict)
            return len(server.seen)

    def test_429_for_ever(self):
        begun = time.monotonic()
        self.assertEqual(self.skipped(lambda seen: Response("", status=429)), 3)
        self.assertLess(time.monotonic() - begun, 20)

    def test_429_with_a_wait_of_an_hour(self):
        begun = time.monotonic()
        self.skipped(lambda seen: Response("", status=429, headers=[("Retry-After", "3600")]))
        self.assertLess(time.monotonic() - begun, 20)

    def test_429_that_passes(self):
        def script(seen):
            return Response("", status=429) if seen.number == 0 else GOOD
        with ScriptedServer(script) as server:
            self.assertTrue(self.one(server.url + "/x")["valid"])

    def test_a_refused_key_is_not_repeated(self):
        for status in (401, 403):
            self.assertEqual(self.skipped(lambda seen: Response("", status=status)), 1)

    def test_a_service_that_is_gone_is_left_alone_for_all_entries(self):
        with ScriptedServer(lambda seen: Response("", status=503)) as server:
            urls = [f"{server.url}/{i}" for i in range(30)]
            verdicts = self.score(urls)
            self.assertEqual({line.get("skipped") for line in verdicts}, {"api_error"})
            self.assertEqual(len(server.seen), 5)

    def test_nobody_there(self):
        self.assertEqual(self.one("http://127.0.0.1:1/x")["skipped"], "api_error")

    def test_silence(self):
        self.skipped(lambda seen: lambda connection: time.sleep(30))

    def test_bytes_that_come_slowly_for_ever(self):
        self.skipped(lambda seen: Response(json.dumps(GOOD), pace=1))

    def test_half_an_answer(self):
        self.skipped(lambda seen: Response(json.dumps(GOOD), cut=5))

    def test_no_http(self):
        self.skipped(lambda seen: lambda connection: connection.sendall(b"SSH-2.0-what\r\n\r\n"))

    def test_redirects_without_end(self):
        begun = time.monotonic()
        seen = self.skipped(lambda seen: Response("", status=302, headers=[
            ("Location", f"/{seen.number}")]))
        self.assertLess(seen, 40)
        self.assertLess(time.monotonic() - begun, 20)

    def test_redirects_to_places_that_the_dataset_does_not_name(self):
        with ScriptedServer(lambda seen: GOOD) as other:
            for target in (other.url + "/y", "file:///etc/hostname", "gopher://127.0.0.1/x",
                           "http://127.0.0.1:1/", "//169.254.169.254/latest"):
                self.skipped(lambda seen: Response("", status=301, headers=[("Location", target)]))
            self.assertEqual(other.seen, [])

    def test_a_redirect_on_the_service_is_followed(self):
        def script(seen):
            if seen.path == "/x":
                return Response("", status=302, headers=[("Location", "/y")])
            return GOOD
        with ScriptedServer(script) as server:
            self.assertTrue(self.one(server.url + "/x")["valid"])

    def test_a_redirect_to_what_a_later_entry_names_is_followed(self):
        with ScriptedServer(lambda seen: GOOD) as other:
            there = Response("", status=302, headers=[("Location", other.url + "/y")])
            with ScriptedServer(lambda seen: there) as server:
                for urls in ([server.url + "/x", other.url + "/z"], [other.url + "/z", server.url + "/x"]):
                    valid = [verdict["valid"] for verdict in self.score(urls)]
                    self.assertEqual(valid, [True, True], urls)

    def peak_of(self, script):
        """Peak memory of the program in bytes, in a run whose one answer is the script's."""
        with ScriptedServer(script) as server:
            dataset = self.dataset([server.url + "/x"])
            result = self.write("m/BFCL_v4_rest_result.json", json.dumps(
                {"id": "rest_90000", "result": f"[requests.get(url='{server.url}/x')]"}) + "\n")
            child = subprocess.Popen(
                [PROGRAM, "score", result, "--dataset", dataset, "--decoder", "prompting",
                 "--network", "live", "--enable-network", "--allow-private"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "no_proxy": "*"})
            with child.stdout as stream:
                out = stream.read().decode()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(child.returncode, 0, out)
            return usage.ru_maxrss * 1024

    def test_large_answers_and_gzip_bombs_cost_no_memory(self):
        usual = self.peak_of(lambda seen: Response("", status=401))

        def large(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 52428800\r\n\r\n")
            connection.sendall(b"x" * 52428800)
        bomb = gzip.compress(b" " * (200 << 20), 9)
        packed = [("Content-Encoding", "gzip")]
        for script in (lambda seen: large, lambda seen: Response(bomb, headers=packed),
                       lambda seen: Response(b'{"a": ' * 100_000),
                       lambda seen: Response(b"[" * 8_000_000)):
            self.assertLess(self.peak_of(script), usual + (256 << 20))

    def test_answers_that_are_no_json(self):
        for body in (b"", b"<html>", b"\xff\xfe\x00", b"[" * 100_000, b'{"a": 1e999}', b"null"):
            with ScriptedServer(lambda seen: Response(body)) as server:
                verdict = self.one(server.url + "/x")
                self.assertIs(verdict.get("valid"), False, body)
                self.assertIn(verdict["error_type"].split(":")[1], ("response_format_error", "wrong_type",
                                                                    "wrong_key"))


if __name__ == "__main__":
    main()
