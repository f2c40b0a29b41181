"""`bfclx generate --repeats` and `bfclx run --repeats` against a scripted server.

    python3 tests/cli/generate_repeats_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil

from cli_case import SAMPLE, main
from generate_test import GenerateCase
from scripted_server import Response, ScriptedServer, chat, first_tool
from stream_scripts import streaming


class GenerateRepeats(GenerateCase):
    def repeats(self, server, *arguments, count=3, **keywords):
        return self.generate("--repeats", count, *arguments, server=server, category="simple_python", **keywords)

    def manifest_of(self, number):
        return json.loads(self.path("bfclx_manifest.json", result=f"result/repeat-{number}").read_text())

    def seeds(self, server):
        return [seen.body.get("seed") for seen in server.seen if seen.body]

    def test_a_folder_and_a_seed_each(self):
        ids = self.sample_ids("simple_python")
        with ScriptedServer() as server:
            self.repeats(server)
            self.assertEqual(sorted(self.seeds(server)), sorted([1, 2, 3] * len(ids)))
            for number in (1, 2, 3):
                self.assertEqual(sorted(self.ids(result=f"result/repeat-{number}")), sorted(ids))
                self.assertEqual(self.manifest_of(number)["settings"]["repeat"], {"number": number, "of": 3, "by": "seed", "seed": number})
            # The same command has nothing left to do; a larger number adds repeats.
            self.repeats(server)
            self.assertEqual(len(self.seeds(server)), 3 * len(ids))
            self.repeats(server, count=4)
            self.assertEqual(self.seeds(server)[3 * len(ids):], [4] * len(ids))
        (group,) = self.check_json(self.folder / "result")["repeats"]
        self.assertEqual((group["model"], group["repeats"], group["flips"]), ("scripted", 4, 0))

    def test_resumes_the_repeat_that_was_cut(self):
        with ScriptedServer() as server:
            self.repeats(server)
            place = self.path(result="result/repeat-2")
            kept = place.read_text("utf-8").splitlines(keepends=True)
            place.write_text("".join(kept[1:]), "utf-8")
            before = len(server.seen)
            self.repeats(server)
            self.assertEqual([seen.body["seed"] for seen in server.seen[before:] if seen.body], [2])

    def test_seeds_follow_the_one_that_is_given(self):
        with ScriptedServer() as server:
            self.repeats(server, "--extra-body", '{"seed": 7}', "--run-name", "x", count=2)
            self.assertEqual(set(self.seeds(server)), {7, 8})
        self.assertTrue(self.path(result="result/x/repeat-2").exists())

    def test_plain_repetition_says_so(self):
        with ScriptedServer() as server:
            self.repeats(server, "--no-seed", count=2)
            self.assertEqual(set(self.seeds(server)), {None})
        self.assertEqual(self.manifest_of(2)["settings"]["repeat"], {"number": 2, "of": 2, "by": "repetition", "seed": None})
        (group,) = self.check_json(self.folder / "result")["repeats"]
        self.assertEqual(group["repeats"], 2)

    def test_without_repeats_requests_are_as_before(self):
        with ScriptedServer() as server:
            self.generate(server=server, category="simple_python")
            self.assertEqual(set(self.seeds(server)), {None})
        self.assertNotIn("repeat", self.manifest()["settings"])

    def test_refused(self):
        for words in (("--repeats", 1), ("--repeats", 0), ("--no-seed",), ("--repeats", 2, "--record", "r")):
            with self.subTest(words):
                self.generate(*words, "--base-url", "http://127.0.0.1:1", code=2)

    def test_run_analyzes_them(self):
        wrong = chat("no call")

        def script(seen):
            return wrong if seen.body and seen.body.get("seed") == 2 else first_tool(seen)
        with ScriptedServer(script) as server:
            out = self.run_program("run", "--model", "scripted", "--base-url", server.url, "--dataset", SAMPLE, "--result-dir",
                                   self.folder / "result", "--test-category", "simple_python", "--repeats", 2)
        self.assertIn("scripted: 2 repeats", out)
        self.assertIn("pass^k", out)


def several(seen):
    """So many choices as a request wants, each with another text."""
    count = seen.body.get("n", 1)
    body = chat("0", usage=(100, 10 * count))
    choice = body["choices"][0]
    body["choices"] = [{**choice, "index": i, "message": {"role": "assistant", "content": f"choice {i}"}} for i in range(count)]
    return body


class OneRequest(GenerateCase):
    SIMPLE = "simple_python"

    def repeats(self, server, *arguments, count=3, category=SIMPLE, **keywords):
        return self.generate("--repeats", count, "--one-request", *arguments, server=server, category=category, **keywords)

    def asked(self, server):
        return [seen.body.get("n") for seen in server.seen if seen.body]

    def results(self, number):
        return [line["result"] for line in self.lines(result=f"result/repeat-{number}")]

    def totals(self, count):
        lines = [line for number in range(1, count + 1) for line in self.lines(result=f"result/repeat-{number}")]
        return sum(line["input_token_count"] for line in lines), sum(line["output_token_count"] for line in lines)

    def test_one_request_has_the_responses_of_all_repeats(self):
        entries = len(self.sample_ids(self.SIMPLE))
        with ScriptedServer(several) as server:
            self.repeats(server, "--price", "in=1,out=1")
            self.assertEqual(self.asked(server), [3] * entries)
            self.assertTrue(all("seed" not in seen.body for seen in server.seen if seen.body))
            for number in (1, 2, 3):
                self.assertEqual(self.results(number), [f"choice {number - 1}"] * entries)
            # What was paid counts once: in the results of all, and in what the command says.
            self.assertEqual(self.totals(3), (100 * entries, 30 * entries))
            self.assertIn(f"{100 * entries:,} input tokens, {30 * entries:,} output tokens", self.out)
            self.repeats(server)
            self.assertEqual(len(self.asked(server)), entries)
        manifest = json.loads(self.path("bfclx_manifest.json", result="result/repeat-2").read_text())
        self.assertEqual(manifest["settings"]["repeat"], {"number": 2, "of": 3, "by": "choice", "seed": None})
        (group,) = self.check_json(self.folder / "result")["repeats"]
        self.assertEqual(group["repeats"], 3)
        self.assertFalse(list((self.folder / "result").rglob("bfclx_unfinished*")))

    def test_streamed(self):
        entries = len(self.sample_ids(self.SIMPLE))
        with ScriptedServer(streaming(several)) as server:
            self.repeats(server, "--stream", count=2)
            self.assertEqual(self.asked(server), [2] * entries)
        self.assertEqual((self.results(1), self.results(2)), (["choice 0"] * entries, ["choice 1"] * entries))

    def test_a_server_that_refuses(self):
        def script(seen):
            if "n" in seen.body:
                return Response({"error": {"message": "n > 1 is not supported"}}, status=400)
            return several(seen)
        entries = len(self.sample_ids(self.SIMPLE))
        with ScriptedServer(script) as server:
            self.repeats(server, "--concurrency", 1, count=2)
            self.assertEqual(self.asked(server), [2] + [None] * (2 * entries))
        self.assertEqual((self.out + self.err).count("the server refuses to send several responses"), 1)
        self.assertEqual(self.results(2), ["choice 0"] * entries)

    def test_a_first_entry_that_is_refused_whatever_is_sent(self):
        """It says nothing of the server: the others still have one request."""
        entries = len(self.sample_ids(self.SIMPLE))
        refused = []

        def script(seen):
            question = seen.body["messages"]
            if question in refused or not refused:
                refused.append(question)
                return Response({"error": {"message": "maximum context length"}}, status=400)
            return several(seen)
        with ScriptedServer(script) as server:
            self.repeats(server, "--concurrency", 1, count=2, code=1)
            self.assertEqual(self.asked(server), [2, None] + [2] * (entries - 1) + [None])
        self.assertNotIn("refuses to send several", self.out + self.err)
        self.assertEqual(sorted(self.results(2))[1:], ["choice 1"] * (entries - 1))

    def test_an_entry_that_is_refused(self):
        """What is wrong with one entry does not end it for the others."""
        entries = len(self.sample_ids(self.SIMPLE))
        numbers = iter(range(1000))

        def script(seen):
            if "n" in seen.body and next(numbers) == 1:
                return Response({"error": {"message": "too long"}}, status=400)
            return several(seen)
        with ScriptedServer(script) as server:
            self.repeats(server, "--concurrency", 1, count=2)
            self.assertEqual(self.asked(server).count(2), entries)
        self.assertNotIn("refuses to send several", self.out + self.err)
        self.assertEqual(sorted(self.results(2)), ["choice 0"] + ["choice 1"] * (entries - 1))

    def test_a_server_that_sends_one(self):
        entries = len(self.sample_ids(self.SIMPLE))
        with ScriptedServer(lambda seen: chat("one")) as server:
            self.repeats(server, "--concurrency", 1, count=2)
            self.assertEqual(self.asked(server), [2] + [None] * (2 * entries - 1))
        self.assertEqual(self.results(2), ["one"] * entries)

    def test_a_failure_is_retried_whole(self):
        entries = len(self.sample_ids(self.SIMPLE))
        numbers = iter(range(1000))

        def script(seen):
            return Response("oops", status=500) if next(numbers) == 0 else several(seen)
        with ScriptedServer(script) as server:
            self.repeats(server, "--concurrency", 1, count=2)
            self.assertEqual(self.asked(server), [2] * (entries + 1))
        self.assertEqual(self.results(2), ["choice 1"] * entries)

    def test_episodes_have_requests_of_their_own(self):
        with ScriptedServer(first_tool) as server:
            self.repeats(server, count=2, category="multi_turn_base")
            self.assertEqual(set(self.asked(server)), {None})

    def test_responses_that_nobody_lacks_are_not_bought(self):
        entries = len(self.sample_ids(self.SIMPLE))

        def removed(number):
            shutil.rmtree(self.folder / f"result/repeat-{number}")
        with ScriptedServer(several) as server:
            self.repeats(server)
            others = [self.path(result=f"result/repeat-{number}").read_bytes() for number in (2, 3)]
            removed(1)
            self.repeats(server)
            self.assertEqual(self.asked(server)[entries:], [None] * entries)
            self.assertEqual([self.path(result=f"result/repeat-{number}").read_bytes() for number in (2, 3)], others)
            # One entry is missing in the second repeat too, all are in a fourth.
            removed(1)
            place = self.path(result="result/repeat-2")
            place.write_bytes(b"".join(place.read_bytes().splitlines(keepends=True)[1:]))
            before = len(self.asked(server))
            self.repeats(server, count=4)
            self.assertEqual(sorted(self.asked(server)[before:]), [2] * (entries - 1) + [3])
        self.assertEqual(self.results(2), ["choice 1"] * entries)
        self.assertEqual(self.results(3), ["choice 2"] * entries)
        self.assertEqual(sorted(self.results(4)), ["choice 1"] * (entries - 1) + ["choice 2"])

    def test_interrupted(self):
        """What a killed first repeat got for the others is theirs."""
        entries = len(self.sample_ids(self.SIMPLE))
        with ScriptedServer(several) as server:
            arguments = ("generate", "--model", "scripted", "--base-url", server.url, "--dataset", SAMPLE, "--test-category",
                         self.SIMPLE, "--result-dir", self.folder / "result", "--repeats", 2, "--one-request")
            slow = server.script
            server.script = lambda seen: Response(slow(seen), delay=0.0 if len(self.asked(server)) <= 2 else 60)
            journal = self.path("bfclx_unfinished.jsonl", result="result/repeat-2")
            first = self.path(result="result/repeat-1")
            self.kill_when(lambda: journal.exists() and journal.read_bytes().count(b"\n") >= 1 and first.exists()
                           and first.read_bytes().count(b"\n") >= 1, *arguments)
            kept = journal.read_bytes().count(b"\n")
            server.script = slow
            before = len(self.asked(server))
            self.run_program(*arguments)
            self.assertLess(len(self.asked(server)) - before, 2 * entries)
            self.assertGreaterEqual(kept, 1)
        self.assertEqual(self.results(2), ["choice 1"] * entries)

    def test_a_stream_is_not_cut_at_the_first_call(self):
        """The others would be stored as they were then."""
        self.generate("--repeats", 2, "--one-request", "--stream", "--first-call-only", "--base-url", "http://127.0.0.1:1", code=2)
        self.assertIn("cannot be used together", self.err)
        self.assertIn("--first-call-only", self.err)

    def test_refused(self):
        for words in (("--one-request",), ("--repeats", 2, "--one-request", "-o"), ("--repeats", 2, "--one-request", "--api", "anthropic"),
                      ("--repeats", 2, "--one-request", "--extra-body", '{"n": 2}'),
                      ("--repeats", 2, "--one-request", "--extra-body", '{"seed": 2}'), ("--repeats", 2, "--one-request", "--shard", "1/2")):
            with self.subTest(words):
                self.generate(*words, "--base-url", "http://127.0.0.1:1", code=2)


if __name__ == "__main__":
    main()
