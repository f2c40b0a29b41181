"""`bfclx generate --batch`: kills, stops, cancellation, memory, budgets, and what is refused.

    python3 tests/cli/generate_batches_resume_test.py build/release/tools/bfclx [Suite]
"""

import json
import re
import signal
import subprocess
import time

from batch_case import BatchCase
from batch_server import OpenAiBatches
from cli_case import PROGRAM, SAMPLE, main
from generate_shards_test import ShardsCase, remembering
from scripted_server import Response, ScriptedServer, chat


class BatchResume(BatchCase):
    def test_a_kill_at_any_call_submits_nothing_twice(self):
        category = "simple_python,multi_turn_base"
        bodies = self.without_batch(category=category)
        for name in ("upload", "create", "list", "poll", "fetch"):
            for before in (True, False):
                for number in (0, 1, 3):
                    with self.subTest(name, before=before, number=number):
                        self.kill_in(name, before, number, category, bodies)

    def kill_in(self, name, before, number, category, bodies):
        """Kills the program in that call: before it has an effect, or after."""
        holder = {}

        api = OpenAiBatches()
        result = f"killed-{name}-{before}-{number}"
        usual = api.route

        def route(seen):
            call, act = usual(seen)
            if call == name and api.count(name) == number and not holder.get("killed"):
                def act_and_die():
                    holder["killed"] = True
                    if not before:
                        act()
                    holder["process"].kill()
                    return Response("", 500)
                return call, act_and_die
            return call, act

        api.route = route
        with ScriptedServer(api) as server:
            holder["process"] = subprocess.Popen([PROGRAM, *self.options(server, category=category, result=result)],
                                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            holder["process"].wait(timeout=100)
            self.batch(server, category=category, result=result)
        if holder.get("killed") or name != "list":
            self.assertEqual(self.sorted(body for batch in api.batches for body in batch.bodies), self.sorted(bodies))
        self.assertEqual(self.results(result), self.results("alone"))
        self.assertFalse(self.journal(result).exists())

    def test_stop_leaves_batches_open_and_the_same_command_continues(self):
        api = OpenAiBatches(looks=10 ** 9)
        with ScriptedServer(api) as server:
            process = subprocess.Popen([PROGRAM, *self.options(server)], stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True)
            self.wait_for(lambda: api.count("poll") > 2)
            process.send_signal(signal.SIGTERM)
            begun = time.monotonic()
            out = process.communicate(timeout=60)[0]
            self.assertLess(time.monotonic() - begun, 10)
            self.assertEqual(process.returncode, 1)
            self.assertIn("stopped; 1 batch stays open at OpenAI", out)
            # Not without --batch, which would request the same again.
            out = self.batch(server, batch=False, code=2)
            self.assertIn("has 1 open batch. To wait for the responses, use --batch", out)
            self.assertEqual(api.online, [])
            api.looks = 0
            self.batch(server)
        self.assertEqual(len(api.batches), 1)
        self.without_batch()
        self.assertEqual(self.results(), self.results("alone"))

    def test_another_server_is_refused(self):
        api = OpenAiBatches(faults={"poll": [Response("", 401)]})
        with ScriptedServer(api) as server:
            self.batch(server, code=1)
        with ScriptedServer(OpenAiBatches()) as other:
            out = self.batch(other, code=1)
            self.assertIn(f"a batch is open at {server.url}/v1 (openai); use that server, or move", out)
            self.assertEqual([seen for seen in other.seen if seen.method == "POST"], [])

    def test_other_entries_leave_an_open_batch_alone(self):
        api = OpenAiBatches(faults={"poll": [Response("", 401)]})
        with ScriptedServer(api) as server:
            self.batch(server, category="simple_python", code=1)
            self.batch(server, category="multiple")
            self.assertTrue(self.journal().exists())
            self.batch(server, category="simple_python,multiple")
        self.assertEqual(len(api.batches), 2)
        self.assertFalse(self.journal().exists())

    def test_cancel_keeps_what_was_processed(self):
        api = OpenAiBatches(looks=10 ** 9, faults={"poll": [None, Response("", 401)]})
        with ScriptedServer(api) as server:
            self.batch(server, code=1)
            out = self.batch(server, "--batch-cancel", code=1)
            self.assertIn("the open batches were canceled", out)
            self.assertIn("run the command without --batch-cancel", out)
            self.assertEqual(api.count("cancel"), 1)
            self.assertEqual(sum(len(rows) for rows in self.results().values()), 1)
            self.assertFalse(self.journal().exists())
            out = self.batch(server, "--batch-cancel")
            self.assertRegex(out, "^\\S+/scripted: there are no open batches to cancel\n$")
            out = self.batch(server, "--batch-cancel", result="never")
            self.assertRegex(out, "^\\S+/never/scripted: there are no open batches to cancel\n$")
            self.assertFalse((self.folder / "never").exists())
            api.looks = 0
            self.batch(server)
        self.assertEqual(len(api.batches), 2)
        self.assertEqual(len(api.batches[1].rows), len(api.batches[0].rows) - 1)

    def test_canceled_elsewhere(self):
        def end(batch):
            batch.state = "canceled"
        api = OpenAiBatches(ends=[end])
        with ScriptedServer(api) as server:
            out = self.batch(server, code=1)
            self.assertIn("batch batch_0 was canceled", out)
            self.batch(server)
        self.assertEqual(len(api.batches), 2)

    def test_malformed_journal(self):
        api = OpenAiBatches()
        with ScriptedServer(api) as server:
            self.journal().parent.mkdir(parents=True)
            self.journal().write_text('{"batch": "x", "requests": 7, "service": "openai"}\n[]\n{"batch": "../../x", '
                                      '"requests": []}\nnot json\n{"batch": "y", "id": "../../etc"}\n{"cut')
            self.batch(server, code=None)
            self.batch(server)
        self.assertEqual(len(api.batches), 1)

    def test_a_batch_that_was_refused_is_not_open(self):
        for refusal in (Response("", 404), Response({"error": {"message": "no"}}, 403), Response({"error": {"message": "no"}}, 400)):
            with ScriptedServer(OpenAiBatches(faults={"create": [refusal]})) as server:
                self.batch(server, category="simple_python", code=1)
            self.assertFalse(self.journal().exists(), refusal.status)
        with ScriptedServer(OpenAiBatches()) as server:
            self.batch(server, "--temperature", 0.7, category="simple_python")

    def test_results_that_are_announced_are_waited_for(self):
        class Late(OpenAiBatches):
            late = 2

            def shown(self, batch):
                shown = super().shown(batch)
                if shown["output_file_id"] and self.late > 0:
                    self.late -= 1
                    shown["output_file_id"] = None
                return shown
        api = Late()
        with ScriptedServer(api) as server:
            self.assertIn("its results are still missing", self.batch(server, category="simple_python"))
        self.assertEqual((len(api.batches), api.late), (1, 0))

    def test_a_request_without_a_response_counts_once(self):
        api = OpenAiBatches(edit=lambda batch, lines: [])
        with ScriptedServer(api) as server:
            self.batch(server, "--retries", 1, category="simple_python", code=1)
        self.assertEqual(len(api.batches), 2)
        notes = (self.journal().parent / "bfclx_entries.jsonl").read_text().splitlines()
        self.assertTrue(notes)
        for note in map(json.loads, notes):
            self.assertEqual((note["requests"], note["retries"]), (2, 1), note)

    def test_a_damaged_line_forgets_no_batch(self):
        api = OpenAiBatches(looks=1000)
        with ScriptedServer(api) as server:
            self.batch(server, "--max-time", "1s", code=1)
            damaged = b"x" + self.journal().read_bytes()
            self.journal().write_bytes(damaged)
            self.assertIn("bfclx_batches.jsonl:2: a batch was created, but the line with its requests is damaged",
                          " ".join(self.batch(server, code=2).split()))
            self.assertEqual(self.journal().read_bytes(), damaged)
        self.assertEqual(len(api.batches), 1)

    def test_open_batches_of_other_settings_servers_and_entries_stay(self):
        api = OpenAiBatches(looks=1000)
        with ScriptedServer(api) as server:
            self.batch(server, "--max-time", "1s", code=1)
            kept = self.journal().read_bytes()
            self.assertIn(b'"settings": ', kept)
            for more, what in ((("--temperature", 0.7), "requests of other settings"),
                               (("--temperature", 0.8), "requests of other settings")):
                self.assertIn(what, self.batch(server, *more, code=2))
            out = self.batch(server, "--batch-cancel", code=2, category="live_simple", batch=False)
            self.assertIn("entries that this command does not select", out)
            with ScriptedServer(OpenAiBatches()) as other:
                self.assertIn("a batch is open at", self.batch(other, code=1))
            self.assertEqual(self.journal().read_bytes(), kept)
        self.assertEqual(len(api.batches), 1)


class BatchMemory(ShardsCase):
    def test_memory_and_its_prerequisites(self):
        self.many_entries()
        with ScriptedServer(remembering) as server:
            self.generate(category="memory_kv,simple_python", server=server, result="alone")
            bodies = [seen.body for seen in server.seen if seen.method == "POST"]
        api = OpenAiBatches(remembering)
        with ScriptedServer(api) as server:
            self.generate("--api", "chat", "--batch", "--batch-poll", 0.05, category="memory_kv,simple_python",
                          server=server)
        self.assertEqual(api.online, [])
        bodies_of = lambda rows: sorted(json.dumps(row, sort_keys=True) for row in rows)
        self.assertEqual(bodies_of(body for batch in api.batches for body in batch.bodies), bodies_of(bodies))
        files = lambda result: {name: sorted(lines) for name, lines in self.files(result).items()}
        self.assertEqual(files("result"), files("alone"))


class BatchUse(BatchCase):
    def test_half_price(self):
        price = ("--price", "in=1000,out=5000")
        with ScriptedServer(OpenAiBatches()) as server:
            full = self.batch(server, "--dry-run", *price, batch=False)
            half = self.batch(server, "--dry-run", *price)
            self.assertIn("Requests go to the batch API of OpenAI, at half the price", half)
            cost = lambda text: float(text.split(" of input")[0].rsplit("$", 1)[1])
            self.assertAlmostEqual(cost(half), cost(full) / 2, delta=0.02)
            quarter = self.batch(server, "--dry-run", "--price", "in=1000,out=5000,batch=0.25")
            self.assertIn("Requests go to the batch API of OpenAI, at 25 % of the price", quarter)
            self.assertAlmostEqual(cost(quarter), cost(full) / 4, delta=0.02)
            self.batch(server, *price)
            spent = lambda: float(self.out.split("spent $")[1].split(":")[0])
            halved = spent()
            self.batch(server, *price, batch=False, result="alone")
            self.assertAlmostEqual(halved, spent() / 2, places=2)

    def test_run_scores_and_repeats_have_their_own_batches(self):
        api = OpenAiBatches()
        with ScriptedServer(api) as server:
            options = self.options(server, "--repeats", 2)
            self.run_program("run", *options[1:])
            self.assertIn("total 15, passed ", self.out)
            self.assertEqual([batch.bodies[0]["seed"] for batch in api.batches], [1, 2])
            for number in (1, 2):
                self.assertTrue(self.path(result=f"result/repeat-{number}").exists())
            self.run_program("run", *self.options(server)[1:], "--stop-at", 5, code=2)
            self.assertIn("--batch and --stop-at cannot be used together", self.err)

    def test_recordings(self):
        with ScriptedServer(OpenAiBatches()) as server:
            self.batch(server, "--record", "r.jsonl", category="simple_python,multi_turn_base")
        self.run_program("generate", "--model", "scripted", "--dataset", SAMPLE, "--result-dir", "again", "--api", "chat",
                         "--mode", "fc", "--test-category", "simple_python,multi_turn_base", "--replay", "r.jsonl")
        self.assertEqual(self.results("again"), self.results())

    def test_regenerate(self):
        api = OpenAiBatches()
        with ScriptedServer(api) as server:
            self.batch(server, category="simple_python")
            api.faults["poll"] = [Response("", 401)]
            self.batch(server, "-o", category="simple_python", code=1)
            self.batch(server, "-o", category="simple_python")
        self.assertEqual(len(api.batches), 2)
        self.assertFalse(self.journal().exists())

    def test_max_time(self):
        api = OpenAiBatches(looks=10 ** 9)
        with ScriptedServer(api) as server:
            out = self.batch(server, "--max-time", "1s", code=1)
            self.assertIn("Ended early: at --max-time 1 s: ", out)
            self.assertIn("1 batch stays open at OpenAI", out)
            api.looks = 0
            self.batch(server)
        self.assertEqual(len(api.batches), 1)

    def test_a_description_of_a_batch_that_is_too_large(self):
        """8 MiB are read of what describes a batch, and it is asked for again."""
        large = Response(b"[1," * (3 << 20))
        api = OpenAiBatches(faults={"poll": [large, large]})
        with ScriptedServer(api) as server:
            out = self.batch(server, category="simple_python")
        self.assertIn("larger than 8", out)
        self.assertIn("retrying for up to", out)
        self.assertEqual(len(api.batches), 1)

    def test_a_list_without_end_and_a_pause_without_end(self):
        def endless(seen):
            return {"data": [{"id": f"b{len(api.calls)}"}], "has_more": True}
        api = OpenAiBatches(faults={"create": [Response("", 502)]})
        api.list = endless
        with ScriptedServer(api) as server:
            self.batch(server, category="simple_python")
            self.assertEqual((len(api.batches), api.count("list")), (1, 20))
            api.faults["poll"] = [Response("", 429, headers=[("Retry-After", "999999")])]
            out = self.batch(server, category="multiple", code=1)
            self.assertIn("status 429", out)

    def test_max_cost(self):
        api = OpenAiBatches()
        with ScriptedServer(api) as server:
            out = self.batch(server, "--price", "in=1000,out=5000", "--max-cost", "0.5", code=1)
        # 100 input and 10 output tokens an entry: 0.15 dollars, at half of the price 0.075.
        self.assertIn("Ended early: at --max-cost $0.50", out)
        self.assertTrue(2 <= sum(len(batch.rows) for batch in api.batches) <= 6)

    def test_a_limit_that_is_too_low_for_one_entry(self):
        """Nothing is sent, in this run and the next."""
        for limit in (("--max-tokens-total", 50), ("--price", "in=1000,out=5000", "--max-cost", "0.01")):
            with self.subTest(limit), ScriptedServer(OpenAiBatches()) as server:
                for _ in range(2):
                    out = self.batch(server, *limit, category="simple_python", code=1)
                    self.assertIn("is not enough for one entry", out)
                    self.assertIn("Ended early: at " + limit[-2], out)
                self.assertEqual([seen.path for seen in server.seen if seen.method == "POST"], [])

    def test_a_limit_that_is_too_low_for_later_requests(self):
        """The next requests of conversations wait for the limits, too."""
        api = OpenAiBatches()
        with ScriptedServer(api) as server:
            out = self.batch(server, "--max-tokens-total", 50, "--dry-run", category="multi_turn_base", code=None)
            enough = int(re.search(r"Pass ([\d,]+) or more", out)[1].replace(",", ""))
            out = self.batch(server, "--max-tokens-total", enough, category="multi_turn_base", code=1)
            self.assertIn(f"Ended early: at --max-tokens-total {enough:,}", out)
        spent = 0  # the server counts 110 tokens for each request
        for batch in api.batches:
            prompts = [len(json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()) // 2
                       for body in batch.bodies]
            self.assertLessEqual(spent + sum(prompts), enough)
            spent += 110 * len(batch.rows)
        self.assertGreater(spent, 0)

    def test_requests_of_a_batch_count_together(self):
        """With --max-tokens the limit holds, though responses become long all at once."""
        outputs = []

        def growing(seen):
            outputs.append(5 if len(outputs) < 2 else 500)
            return chat("No.", usage=(100, outputs[-1]))

        with ScriptedServer(OpenAiBatches(growing)) as server:
            arguments = self.options(server, "--max-tokens-total", 12000, "--max-tokens", 500, category="simple_python")
            arguments[arguments.index("--dataset") + 1] = str(self.dataset_of(60))
            self.run_program(*arguments, code=1)
        self.assertIn("Ended early: at --max-tokens-total 12,000", self.out + self.err)
        self.assertTrue(5000 < 100 * len(outputs) + sum(outputs) <= 12000, outputs)

    def test_max_cost_leaves_nothing_that_is_paid_for(self):
        """An open batch is fetched whatever the run may spend."""
        api = OpenAiBatches(looks=10 ** 9)
        with ScriptedServer(api) as server:
            process = subprocess.Popen([PROGRAM, *self.options(server, category="simple_python")],
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.wait_for(lambda: api.count("poll") > 2)
            process.send_signal(signal.SIGTERM)
            self.assertIn("1 batch stays open", process.communicate(timeout=60)[0])
            api.looks = 0
            self.batch(server, "--price", "in=1000,out=5000", "--max-cost", "0.001", category="simple_python")
        self.assertEqual(len(api.batches), 1)
        self.assertEqual(len(self.ids()), len(self.sample_ids("simple_python")))

    def test_what_cannot_be_batched(self):
        with ScriptedServer(OpenAiBatches()) as server:
            for options, message in (
                    (("--api", "cohere"), "--batch supports the batch APIs of OpenAI, Anthropic, Gemini and Mistral. The protocol of this run is cohere"),
                    (("--extra-body", '{"stream": true}'), '--batch does not go with "stream"'),
                    (("--concurrency", "3"), "--concurrency and --batch cannot be used together"),
                    (("--as-official",), "--batch and --as-official cannot be used together"),
                    (("--shard", "1/2"), "--batch and --shard cannot be used together"),
                    (("--base-url", server.url + "/other"), "--batch takes one server")):
                with self.subTest(options):
                    self.API = "chat"
                    arguments = self.options(server, *options)
                    if options[0] == "--api":
                        arguments = self.options(server)
                        arguments[arguments.index("--api") + 1] = options[1]
                    self.run_program(*arguments, code=2)
                    self.assertIn(message, self.err)
            self.assertEqual([seen for seen in server.seen if seen.method == "POST"], [])


if __name__ == "__main__":
    main()
