"""`bfclx generate` that is killed, interrupted, or started twice: nothing lost, nothing asked again.

    python3 tests/cli/generate_stops_test.py build/release/tools/bfclx [Suite]
"""

import json
import signal
import subprocess

from cli_case import PROGRAM, SAMPLE, main
from generate_test import GenerateCase
from scripted_server import Response, ScriptedServer, chat, first_tool


class GenerateStops(GenerateCase):
    def start(self, server, *arguments, concurrency=2):
        return subprocess.Popen(
            [PROGRAM, "generate", "--model", "scripted", "--base-url", server.url, "--dataset",
             str(SAMPLE), "--result-dir", str(self.folder / "result"), "--concurrency", str(concurrency),
             *map(str, arguments)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def all_ids(self):
        return sorted(json.loads(line)["id"]
                      for path in (self.folder / "result").rglob("BFCL_*_result.json")
                      for line in path.read_text("utf-8").split("\n") if line)

    def test_killed_at_any_time_nothing_is_lost_or_asked_twice(self):
        slow = lambda seen: Response(first_tool(seen), delay=0.02)  # noqa: E731
        with ScriptedServer(slow) as server:
            for wanted in (3, 9, 16):
                process = self.start(server, "--test-category", "single_turn")
                self.wait_for(lambda: len(server.seen) >= wanted)
                process.kill()
                process.communicate()
                done = len(self.all_ids())
            asked = len(server.seen)
            self.generate(server=server, category="single_turn")
            ids = self.all_ids()
            self.assertEqual(len(ids), len(set(ids)))
            self.assertEqual(len(server.seen) - asked, len(ids) - done)

    def test_an_episode_that_was_killed_goes_on_in_its_middle(self):
        answered, stuck, waiting = [], [], []

        def script(seen):
            if stuck and len(answered) == stuck[0]:
                waiting.append(seen)
                return Response({}, delay=50)  # never answered
            answered.append(json.dumps(seen.body))
            return first_tool(seen)
        journal = self.folder / "result" / "scripted" / "bfclx_unfinished.jsonl"
        with ScriptedServer(script) as server:
            self.generate(server=server, category="multi_turn_base", result="whole")
            whole = [(line["id"], line["result"])
                     for line in self.lines("multi_turn/BFCL_v4_multi_turn_base_result.json",
                                            result="whole")]
            in_all = len(answered)
            self.assertGreater(in_all, len(whole) + 2)
            answered.clear()
            for stop in (1, 2, in_all - 1):
                stuck[:] = [stop]
                waiting.clear()
                process = self.start(server, "--test-category", "multi_turn_base", concurrency=1)
                self.wait_for(lambda: waiting)
                process.kill()
                process.communicate()
                self.assertEqual(len(answered), stop)
            stuck.clear()
            with journal.open("ab") as file:
                file.write(b'{"id": "multi_turn_base_90000", "i": 0, "bo')  # a line that was cut
            self.generate(server=server, category="multi_turn_base")
        self.assertEqual(len(answered), in_all)
        self.assertEqual(len(set(answered)), in_all, "an answered request was asked again")
        self.assertEqual([(line["id"], line["result"]) for line in
                          self.lines("multi_turn/BFCL_v4_multi_turn_base_result.json")], whole)
        self.assertFalse(journal.exists())

    def test_overwriting_some_entries_forgets_no_answer_to_others(self):
        first, second = self.sample_ids("multi_turn_base")[:2]
        asked = []

        def script(seen):
            asked.append(json.dumps(seen.body))
            return Response({}, delay=50) if len(asked) > 2 else first_tool(seen)
        options = ("generate", "--model", "scripted", "--dataset", SAMPLE, "--result-dir",
                   self.folder / "result", "--test-category", "multi_turn_base", "--concurrency", 1)
        with ScriptedServer(script) as server:
            self.kill_when(lambda: len(asked) == 3, *options, "--base-url", server.url)
            unfinished = asked[:2]
            server.script = lambda seen: asked.append(json.dumps(seen.body)) or first_tool(seen)
            asked.clear()
            ids = self.write("ids.json", json.dumps({"multi_turn_base": [second]}))
            self.generate("-o", "--run-ids", ids, server=server)
            self.assertEqual(self.ids("multi_turn/BFCL_v4_multi_turn_base_result.json"), [second])
            self.generate(server=server, category="multi_turn_base")
            self.assertIn(first, self.ids("multi_turn/BFCL_v4_multi_turn_base_result.json"))
            self.assertEqual([one for one in asked if one in unfinished], [])

    def test_overwriting_loses_no_result_before_there_is_a_new_one(self):
        path = "non_live/BFCL_v4_simple_python_result.json"
        with ScriptedServer(lambda seen: chat("old")) as server:
            self.generate(server=server, category="simple_python")
            old = self.lines(path)
            server.script = lambda seen: lambda connection: None
            self.generate("-o", "--retries", 0, "--patience", 1, server=server,
                          category="simple_python", code=1)
            self.assertEqual(self.lines(path), old, "a server that is gone takes nothing with it")
            server.script = lambda seen: chat("new") if len(server.seen) % 3 else Response({}, delay=50)
            server.seen.clear()
            self.kill_when(lambda: len(server.seen) >= 3, "generate", "--model", "scripted",
                           "--dataset", SAMPLE, "--result-dir", self.folder / "result", "-o",
                           "--test-category", "simple_python", "--concurrency", 1,
                           "--base-url", server.url)
            server.script = lambda seen: chat("later")
            server.seen.clear()
            self.generate(server=server, category="simple_python")
            self.assertEqual(server.seen, [], "everything has a result: nothing is to be asked")
        lines = self.lines(path)
        self.assertEqual([line["id"] for line in lines], [line["id"] for line in old])
        self.assertEqual(sorted(line["result"] for line in lines),
                         ["new"] * 2 + ["old"] * (len(old) - 2))

    def test_what_is_asked_otherwise_is_asked_anew(self):
        """Another option: the answers of the killed run are to other requests."""
        def script(seen):
            return first_tool(seen) if seen.number < 3 else Response({}, delay=50)
        with ScriptedServer(script) as server:
            process = self.start(server, "--test-category", "multi_turn_base", concurrency=1)
            self.wait_for(lambda: len(server.seen) >= 4)
            process.kill()
            process.communicate()
            asked = len(server.seen)
            server.script = first_tool
            self.generate("--temperature", 0.5, server=server, category="multi_turn_base")
            self.assertTrue(all(seen.body["temperature"] == 0.5 for seen in server.seen[asked:]))
        episodes = len(self.sample_ids("multi_turn_base"))
        self.assertEqual(len(self.ids("multi_turn/BFCL_v4_multi_turn_base_result.json")), episodes)
        self.assertGreaterEqual(len(server.seen) - asked, 3)

    def test_one_interrupt_ends_the_asking_and_waits_for_what_is_under_way(self):
        slow = lambda seen: Response(first_tool(seen), delay=0.3)  # noqa: E731
        with ScriptedServer(slow) as server:
            process = self.start(server, "--test-category", "single_turn")
            self.wait_for(lambda: len(server.seen) >= 4)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 1)
            self.assertEqual(len(self.all_ids()), len(server.seen))
        self.assertIn(b"have 30 s to finish (--stop-timeout)", err)
        self.assertIn(b"without a result", out)

    def test_a_second_interrupt_leaves_at_once(self):
        with ScriptedServer(lambda seen: Response(first_tool(seen), delay=50)) as server:
            process = self.start(server, "--test-category", "simple_python")
            self.wait_for(lambda: len(server.seen) >= 2)
            process.send_signal(signal.SIGINT)
            self.wait_for(lambda: b"again to exit" in process.stderr.readline())
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=20), 130)
            process.communicate()
        for command in ("generate", "run"):
            self.assertIn("130 a second signal", self.run_program(command, "--help-all"))

    def test_two_runs_into_one_folder(self):
        with ScriptedServer(lambda seen: Response(first_tool(seen), delay=1)) as server:
            process = self.start(server, "--test-category", "simple_python")
            self.wait_for(lambda: len(server.seen) >= 1)
            self.generate(server=server, category="simple_python", code=2)
            self.assertIn("another run is writing", self.err)
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0)


if __name__ == "__main__":
    main()
