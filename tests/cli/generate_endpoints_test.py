"""`bfclx generate` and `run` with several endpoints of one model: who gets what, and what is said.

    python3 tests/cli/generate_endpoints_test.py build/release/tools/bfclx [Suite]
"""

import collections
import contextlib
import json
import threading

from cli_case import SAMPLE, main
from generate_test import KEY, GenerateCase
from scripted_server import Response, ScriptedServer, chat, first_tool

OTHER_KEY = "sk-other-secret-9876543210"
EPISODES = "multi_turn_base"


def of_model(script=first_tool, version=None):
    """Answers as a model does, and says its version like vLLM where it has one."""
    def answer(seen):
        if seen.method != "GET":
            return script(seen)
        if version and seen.path == "/version":
            return {"version": version}
        return Response({"detail": "Not Found"}, status=404)
    return answer


def slow(script=first_tool, seconds=0.05):
    def answer(seen):
        response = script(seen)
        return response if isinstance(response, Response) else Response(response, delay=seconds)
    return answer


class EndpointsCase(GenerateCase):
    @contextlib.contextmanager
    def servers(self, *scripts, **keywords):
        with contextlib.ExitStack() as stack:
            yield [stack.enter_context(ScriptedServer(of_model(script), **keywords)) for script in scripts]

    def of(self, servers, *arguments, **keywords):
        urls = [word for server in servers for word in ("--base-url", server.url)]
        return self.generate(*urls, *arguments, **keywords)

    def file_of(self, servers, *members):
        rows = [{"base_url": server.url, **more} for server, more in zip(servers, members)]
        return self.write("endpoints.jsonl", "".join(json.dumps(row) + "\n" for row in rows))

    @staticmethod
    def asked(server):
        return [seen for seen in server.seen if seen.method == "POST"]

    def endpoints(self):
        return self.manifest()["server"]["endpoints"]

    def tail(self, text, word):
        return [line for line in text.splitlines() if word in line]


class Endpoints(EndpointsCase):
    def test_they_share_the_requests_which_are_those_of_one(self):
        with self.servers(slow()) as [alone]:
            self.of([alone], category="all")
            bodies = collections.Counter(json.dumps(seen.body) for seen in self.asked(alone))
            paths = {seen.path for seen in self.asked(alone)}
            self.assertFalse([seen for seen in alone.seen if seen.method == "GET"])
        lines = self.path().read_bytes()
        self.assertNotIn("endpoints", self.manifest()["server"])
        self.assertNotIn("endpoint", self.out + self.err)
        with self.servers(slow(), slow(), slow()) as three:
            self.of(three, category="all", result="three")
            shared = [seen for server in three for seen in self.asked(server)]
            self.assertEqual(collections.Counter(json.dumps(seen.body) for seen in shared), bodies)
            self.assertEqual({seen.path for seen in shared}, paths)
            for server in three:
                self.assertGreater(len(self.asked(server)), len(shared) // 6)
        strip = lambda text: sorted(
            json.dumps({name: value for name, value in json.loads(line).items() if name != "latency"})
            for line in text.splitlines())
        self.assertEqual(strip(self.path(result="three").read_bytes()), strip(lines))
        self.assertIn("3 endpoints have scripted: scripted; using the chat API with tools", self.err)
        self.assertRegex(self.out, r"\n  http://127.0.0.1:\d+/v1  available +\d+ requests\n")

    def test_an_episode_stays_where_it_is(self):
        def episodes(seen):
            tools = [message for message in seen.body["messages"] if message["role"] == "tool"]
            calls = [("ls", {})] if len(tools) % 3 < 2 else []
            return Response(chat(None if calls else "Done.", calls), delay=0.01)
        with self.servers(episodes, episodes) as both:
            self.of(both, category=EPISODES)
            places = collections.defaultdict(set)
            for number, server in enumerate(both):
                for seen in self.asked(server):
                    first = next(m["content"] for m in seen.body["messages"] if m["role"] == "user")
                    places[first].add(number)
            self.assertGreater(len(places), 1)
            self.assertTrue(all(len(of) == 1 for of in places.values()), places)
            self.assertEqual({number for of in places.values() for number in of}, {0, 1})

    def test_one_that_is_dead_gets_nothing_and_costs_nothing(self):
        with self.servers(slow(), slow(), slow()) as three:
            three[1].close()
            self.of(three, "--retries", 0, category="simple_python", dataset=self.dataset_of(60))
        self.assertEqual(len(self.ids()), 60)
        self.assertIn("; the run begins without it, and probes it", self.err)
        rows = self.endpoints()
        self.assertEqual([row["state"] for row in rows], ["available", "unavailable", "available"])
        self.assertEqual(rows[1]["requests"], rows[1]["failed"])
        self.assertEqual((rows[0]["failed"], rows[2]["failed"]), (0, 0))

    def test_one_dies_and_is_born_again(self):
        dataset = self.dataset_of(400)
        reborn = []

        def patient(seen):  # The run must not end before the other server is asked again.
            waits = reborn and len(self.asked(reborn[0])) <= 5
            return slow(seconds=0.25 if waits else 0.05)(seen)

        with self.servers(patient, slow()) as [steady, mortal]:
            port = mortal.port

            def die_and_return():
                self.wait_for(lambda: len(self.asked(mortal)) > 20)
                mortal.close()
                self.wait_for(lambda: len(self.asked(steady)) > 120)
                reborn.append(ScriptedServer(of_model(slow()), port=port))
            watcher = threading.Thread(target=die_and_return)
            watcher.start()
            try:
                self.of([steady, mortal], "--retries", 0, "--concurrency", 8, category="simple_python",
                        dataset=dataset)
            finally:
                watcher.join()
            self.assertEqual(len(self.ids()), 400)
            self.assertEqual(len(set(self.ids())), 400)
            self.assertRegex(self.err, f"http://127.0.0.1:{port}/v1 responds again after ")
            self.assertGreater(len(self.asked(reborn[0])), 5)
            reborn[0].close()
        self.assertEqual([row["state"] for row in self.endpoints()], ["available"] * 2)

    def test_one_that_fails_every_request(self):
        for broken in (Response("out of memory", status=500), Response("<html>", status=502),
                       Response(b"", cut=0, length=9)):
            with self.servers(slow(), lambda seen, broken=broken: broken) as both:
                self.of(both, "-o", "--retries", 0, category="simple_python", dataset=self.dataset_of(40)
                        if not (self.folder / "dataset").exists() else self.folder / "dataset")
            self.assertEqual(len(self.ids()), 40)
            self.assertEqual(self.endpoints()[1]["state"], "unavailable")

    def test_many_are_dead_beside_one(self):
        with self.servers(slow()) as [alive]:
            urls = ",".join([alive.url] + [f"http://127.0.0.1:1/{i}/v1" for i in range(200)])
            self.generate("--base-url", urls, "--retries", 0, category="simple_python")
            self.assertEqual(sorted(self.ids()), sorted(set(self.ids())))
        self.assertIn("the same of 197 other endpoints", self.err)
        self.assertEqual(sum(row["failed"] for row in self.endpoints()), 0)

    def test_one_that_gives_nothing_usable(self):
        for broken in (Response("<html>"), Response(b""), Response({"error": {"message": "too long"}}, status=400)):
            with self.servers(slow(), lambda seen, broken=broken: broken) as both:
                self.of(both, "-o", category="simple_python", dataset=self.dataset_of(60)
                        if not (self.folder / "dataset").exists() else self.folder / "dataset")
            self.assertEqual(len(self.ids()), 60)
            self.assertFalse([line for line in self.lines() if "Error" in str(line["result"])])
            self.assertEqual(self.endpoints()[1]["state"], "closed")
            self.assertRegex(self.err, r"no usable response to any of its \d+ requests, unlike other endpoints; ")

    def test_pages_with_status_200_cost_no_entry_its_retries(self):
        dataset = self.dataset_of(60)
        for broken in (b"<html>hello</html>", b'{"choices": ['):
            with self.servers(slow(), lambda seen, broken=broken: Response(broken)) as both:
                self.of(both, "-o", "--retries", 0, category="simple_python", dataset=dataset)
            self.assertEqual(len(set(self.ids())), 60)
            self.assertFalse([line for line in self.lines() if "Error" in str(line["result"])])

    def test_one_that_rate_limits(self):
        limited = Response({"error": {"message": "slow down"}}, status=429, headers=[("Retry-After", "30")])
        with self.servers(slow(), lambda seen: limited) as [free, full]:
            self.of([free, full], "--concurrency", 4, "--patience", 60, category="simple_python", dataset=self.dataset_of(40))
            self.assertLess(len(self.asked(full)), 10)
        self.assertEqual(len(self.ids()), 40)
        self.assertRegex(self.err, r"http://127.0.0.1:\d+/v1 asks for a pause of 30 s")
        self.assertIn(self.endpoints()[1]["state"], ("paused", "refusing"))

    def test_all_are_dead(self):
        with self.servers(slow(), slow()) as both:
            for server in both:
                server.close()
            self.of(both, category="simple_python", code=2)
        self.assertIn("no connection", self.err)
        self.assertIn("Start the server, or check --base-url", self.err)
        file = self.file_of(both, {}, {})
        self.generate("--endpoints", file, category="simple_python", code=2)
        self.assertIn(f"Start the server, or check --endpoints {file}", self.err)

    def test_all_go_away_and_another_set_resumes(self):
        dataset = self.dataset_of(600)
        with self.servers(slow(), slow()) as both:
            def go_away():
                self.wait_for(lambda: sum(len(self.asked(server)) for server in both) > 10)
                for server in both:
                    server.close()
            watcher = threading.Thread(target=go_away)
            watcher.start()
            self.of(both, "--patience", 1, "--retries", 0, "--concurrency", 4, category="simple_python",
                    dataset=dataset, code=1)
            watcher.join()
            self.assertIn("Ended early: every endpoint was unavailable for", self.out)
        had = self.ids()
        with self.servers(slow(), slow(), slow()) as three:
            self.of(three, category="simple_python", dataset=dataset)
            self.assertEqual(sum(len(self.asked(server)) for server in three), 600 - len(had))
        self.assertEqual(sorted(self.ids()), sorted(set(self.ids())))
        with self.servers(slow()) as [alone]:
            self.of([alone], category="simple_python", dataset=dataset)
            self.assertEqual(alone.seen, [])
        with self.servers(slow(), slow()) as both:
            self.of(both, category="simple_python", dataset=dataset)
            self.assertNotIn("0 requests", self.out)

    def test_a_limit_and_a_weight_of_each(self):
        with self.servers(slow(), slow(), slow()) as three:
            file = self.file_of(three, {"weight": 3}, {"weight": 1}, {"concurrency": 1})
            self.generate("--endpoints", file, "--concurrency", 9, category="simple_python",
                          dataset=self.dataset_of(120))
            self.assertEqual(three[2].most_under_way, 1)
            heavy, light, _ = (len(self.asked(server)) for server in three)
            self.assertGreater(heavy, 1.6 * light)
        self.assertEqual([row["weight"] for row in self.endpoints()], [3, 1, 1])

    def test_run_shows_a_table(self):
        with self.servers(slow(), slow()) as both:
            urls = ",".join(server.url for server in both)
            self.run_program("run", "--model", "scripted", "--dataset", "sample", "--result-dir",
                             self.folder / "result", "--test-category", "simple_python", "--base-url", urls)
        self.assertEqual(len(self.tail(self.out, "available")), 2, self.out)

    def test_the_live_table_has_a_row_of_each(self):
        with self.servers(slow(seconds=0.2), slow(seconds=0.2)) as both:
            urls = ",".join(server.url for server in both)
            for command in ("run", "generate"):
                shown = self.on_terminal(command, "--model", "scripted", "--dataset", self.dataset_of(40)
                                         if command == "run" else self.folder / "dataset", "--result-dir",
                                         self.folder / command, "--test-category", "simple_python",
                                         "--concurrency", 4, "--base-url", urls, env={}).decode()
                for server in both:
                    self.assertRegex(shown, server.url + r"/v1  available +\d+ of +\d+ in flight")
                    self.assertRegex(shown, server.url + r"/v1  available +\d+ requests")

    def test_as_text_and_dry(self):
        with self.servers(slow(), slow()) as both:
            self.of(both, "--dry-run", category="simple_python")
            self.assertIn("Requests go to 2 endpoints\n", self.out)
            self.assertEqual([server.seen for server in both], [[], []])
            self.of(both, "--as-official", category="simple_python", code=2)
            self.assertIn("--as-official takes one server", self.err)


class EndpointModels(EndpointsCase):
    def test_versions_are_kept_and_differences_said(self):
        with ScriptedServer(of_model(version="0.6.3")) as old, \
                ScriptedServer(of_model(version="0.6.4")) as new, \
                ScriptedServer(of_model(version="0.6.3"), models=("scripted", "lora\x1b[31m")) as more:
            self.of([old, new, more], category="simple_python")
        self.assertEqual([row["version"] for row in self.endpoints()], ["0.6.3", "0.6.4", "0.6.3"])
        self.assertEqual(self.endpoints()[0]["found"], "scripted: scripted")
        [warning] = self.tail(self.err, "the endpoints differ, and so may the results")
        self.assertIn("scripted: scripted (0.6.4)", warning)
        self.assertNotIn("\x1b", self.err)
        with ScriptedServer(of_model(version="1")) as one, ScriptedServer(of_model(version="1")) as two:
            self.of([one, two], "-o", category="simple_python")
        self.assertNotIn("differ", self.err)

    def test_one_without_the_model(self):
        missing = Response({"error": {"message": "no such model"}}, status=404)
        with self.servers(slow(), lambda seen: missing) as both:
            self.of(both, category="simple_python", dataset=self.dataset_of(30))
        self.assertEqual(len(self.ids()), 30)
        self.assertIn("no such model. Check the address and the model's name; http://", self.err)
        self.assertEqual(self.endpoints()[1]["state"], "closed")

    def test_responses_without_a_message_close_their_server(self):
        """Status 200 in the form of the API, and nothing in it: the error is a result, but not one after the other."""
        dataset = self.dataset_of(80)
        for body in ({"choices": []}, {}, {"choices": None}):
            def nothing(seen, body=body):
                return body
            with self.servers(slow(), nothing) as both:
                self.of(both, "-o", "--concurrency", 8, category="simple_python", dataset=dataset, code=None)
                self.assertGreater(len(self.asked(both[0])), 50, body)
                self.assertLess(len(self.asked(both[1])), 30, body)
            self.assertEqual(self.endpoints()[1]["state"], "closed")
            self.assertIn("no usable response to", self.err)

    def test_hostile_versions(self):
        for version in ("x" * 100000, 7, None, {"a": 1}, "a\nb\x1b[2J"):
            def script(seen, version=version):
                return {"version": version} if seen.method == "GET" else first_tool(seen)
            with ScriptedServer(script) as one, ScriptedServer(script) as two:
                self.of([one, two], "-o", category="simple_python")
            self.assertLessEqual(len(self.endpoints()[0]["version"]), 64)
            self.assertNotIn("\x1b", self.out + self.err)


class EndpointKeys(EndpointsCase):
    KEYS = {"BFCLX_OTHER_KEY": OTHER_KEY}

    def test_each_has_its_key_and_no_key_is_anywhere(self):
        def says_both(seen):
            return chat(f"{KEY} and {OTHER_KEY}")
        with self.servers(says_both, says_both) as both:
            file = self.file_of(both, {}, {"api_key_env": "BFCLX_OTHER_KEY"})
            self.keyed("--endpoints", file, "--record", self.folder / "record", "--include-input-log",
                       category="simple_python", env=self.KEYS)
            sent = [{seen.headers["authorization"] for seen in self.asked(server)} for server in both]
            self.assertEqual(sent, [{f"Bearer {KEY}"}, {f"Bearer {OTHER_KEY}"}])
        self.assertEqual({line["result"] for line in self.lines()}, {"[key] and [key]"})
        for secret in (KEY, OTHER_KEY):
            self.is_nowhere(secret)

    def test_one_refuses_the_key(self):
        def refuses(seen):
            return Response({"error": {"message": f"{OTHER_KEY} is no key"}}, status=401)
        with self.servers(slow(), refuses) as both:
            file = self.file_of(both, {"api_key_env": "BFCLX_TEST_KEY"}, {"api_key_env": "BFCLX_OTHER_KEY"})
            self.generate("--endpoints", file, category="simple_python", dataset=self.dataset_of(30),
                          env=self.KEYS)
            self.assertEqual(self.endpoints()[1]["requests"], len(self.asked(both[1])))
            self.assertLess(len(self.asked(both[1])), 10)
        self.assertEqual(len(self.ids()), 30)
        self.assertIn("status 401, [key] is no key. Check the API key; http://", self.err)
        self.assertEqual([row["state"] for row in self.endpoints()], ["available", "closed"])
        for secret in (KEY, OTHER_KEY):
            self.is_nowhere(secret)

    def test_all_refuse_the_key(self):
        refused = Response({"error": "no"}, status=401)
        with self.servers(lambda seen: refused, lambda seen: refused) as both:
            self.of(both, category="simple_python", code=1)
        self.assertIn("Ended early: no endpoint is left: ", self.out)
        self.assertIn("Fix the cause, then run the same command again", self.out)

    def test_a_password_is_shown_nowhere(self):
        with self.servers(slow(), slow()) as both:
            urls = [server.url.replace("http://", f"http://me:pass,word-9000{i}@")
                    for i, server in enumerate(both)]
            self.generate("--base-url", ",".join(urls), category="simple_python")
            self.assertTrue(all(self.asked(server) for server in both))
            self.is_nowhere("word-9000")
            self.generate("--base-url", urls[0], "--base-url", urls[0] + "/v1/", category="simple_python", code=2)
            self.assertRegex(self.err, "duplicate endpoint http://[^ ]*/v1[.] ")
            self.is_nowhere("word-9000")

    def test_a_key_in_the_wrong_place_is_not_shown(self):
        for row in ({"api_key_env": KEY}, {KEY: 1}, {"api_key_env": "x" * 80 + "-"}):
            file = self.write("e", json.dumps({"base_url": "http://127.0.0.1:1", **row}))
            self.generate("--endpoints", file, "--dry-run", code=2)
            self.assertNotIn(KEY, self.out + self.err)
            self.assertRegex(self.err, "e:1: (a member is not known|api_key_env takes the name)")
        self.generate("--base-url", "http://127.0.0.1:1", "--api-key-env", KEY, "--dry-run", code=2)
        self.assertNotIn(KEY, self.out + self.err)
        self.assertIn("--api-key-env takes the name of an environment variable", self.err)

    def test_a_variable_that_is_not_set(self):
        file = self.write("e", json.dumps({"base_url": "http://127.0.0.1:1", "api_key_env": "NOT_SET_X"}))
        self.generate("--endpoints", file, code=2)
        self.assertIn("the variable NOT_SET_X (api_key_env) is not set", self.err)


class EndpointFiles(EndpointsCase):
    def refused(self, text, says):
        file = self.write("endpoints", text)
        self.generate("--endpoints", file, "--dry-run", code=2)
        self.assertIn(says, self.err)
        self.assertLess(len(self.err), 1000)

    def test_malformed_files(self):
        good = json.dumps({"base_url": "http://127.0.0.1:1"})
        for text, says in (
                ("", "the file has no endpoints"),
                ("[]", "the file has no endpoints"),
                ("# none\n\n", "the file has no endpoints"),
                (good + "\n{", ":2: "),
                ("http://h:8000/v1", ':1: malformed JSON (Expecting value: line 1 column 1 (char 0)). Expected an object such '
                                     'as {"base_url": "http://host:8000/v1"}'),
                (good + "\n7", ":2: expected an object with base_url"),
                ("[" + good + ", 7]", "endpoint 2: expected an object with base_url"),
                ("[" + good, "endpoints: "),
                ("{}", ":1: base_url is missing"),
                ('{"base_url": " "}', "base_url is missing"),
                ('{"base_url": 7}', "base_url takes a string"),
                ('{"base_url": "http://a\\u0000b"}', "base_url is not valid text"),
                ('{"base_url": "ftp://h"}', "only http and https are supported"),
                (good + '\n{"base_url": "ftp://h"}', ":2: ftp://h/: only http"),
                ('{"base_url": "http://h", "api_key": "sk-secret"}', "name that in api_key_env"),
                ('{"base_url": "http://h", "wieght": 2}', "Did you mean weight?"),
                ('{"base_url": "http://h", "weight": 0}', "weight takes a number from 0.001 to 1000"),
                ('{"base_url": "http://h", "weight": NaN}', "weight takes a number"),
                ('{"base_url": "http://h", "weight": "2"}', "weight takes a number"),
                ('{"base_url": "http://h", "concurrency": 0}', "concurrency takes a whole number"),
                ('{"base_url": "http://h", "concurrency": 1e3}', "concurrency takes a whole number"),
                (good + "\n" + good, ":2: duplicate endpoint http://127.0.0.1:1/. Give each address once"),
                ("\n".join(json.dumps({"base_url": f"http://h:{i + 1}"}) for i in range(1001)),
                 "more than 1000 endpoints"),
                (b"\xff\xfe\x00", ":1: ")):
            with self.subTest(text=text[:80]):
                self.refused(text, says)
                self.assertNotIn("sk-secret", self.err)
        self.generate("--endpoints", self.folder / "none", "--dry-run", code=2)
        self.assertIn("none: ", self.err)
        self.generate("--endpoints", self.folder, "--dry-run", code=2)
        self.generate("--endpoints", self.folder / "none", "--base-url", "http://h", code=2)

    def test_a_thousand(self):
        with ScriptedServer(of_model(slow())) as server:
            rows = [{"base_url": f"{server.url}/{i}/v1", "api_key_env": "BFCLX_TEST_KEY"} for i in range(1000)]
            file = self.write("endpoints.json", "\ufeff" + json.dumps(rows))
            self.generate("--endpoints", file, category="simple_python", dataset=self.dataset_of(300))
            self.assertEqual(len(self.ids()), 300)
            self.assertGreater(len({seen.path for seen in self.asked(server)}), 100)
        self.assertEqual(len(self.endpoints()), 1000)
        self.assertIn("1,000 endpoints have scripted", self.err)
        self.assertIn("  ... 981 more endpoints\n", self.out)
        self.no_key_anywhere()

    def test_one_endpoint_in_a_file(self):
        with self.servers(slow()) as [alone]:
            file = self.file_of([alone], {"api_key_env": "BFCLX_TEST_KEY", "concurrency": 2})
            self.generate("--endpoints", file, "--concurrency", 9, category="simple_python")
            self.assertEqual(alone.most_under_way, 2)
            self.assertEqual({seen.headers["authorization"] for seen in alone.seen}, {f"Bearer {KEY}"})
        self.assertNotIn("endpoints", self.manifest()["server"])

    def test_commas(self):
        with self.servers(slow(), slow()) as both:
            plain = ", ".join(server.url.removeprefix("http://") for server in both)
            self.generate("--base-url", plain, category="simple_python")
            self.assertTrue(all(self.asked(server) for server in both))
            for commas in (",", ",,", " , ,"):
                self.generate("-o", "--base-url", both[0].url + commas, category="simple_python")
                self.assertEqual(self.manifest()["server"]["address"], both[0].url + "/v1")
            self.generate("-o", "--base-url", both[0].url + "/a,b/v1", category="simple_python")
            self.assertIn("/a,b/v1", self.manifest()["server"]["address"])


if __name__ == "__main__":
    main()
