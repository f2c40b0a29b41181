"""What `bfclx generate` finds in a result folder and leaves there: responses that were refused, lone
surrogates, files that others wrote, notes.

    python3 tests/cli/generate_files_test.py build/release/tools/bfclx [Suite]
"""

import json
import re
import resource
import subprocess

from cli_case import PROGRAM, SAMPLE, main
from generate_test import GenerateCase
from scripted_server import Response, ScriptedServer, chat, first_tool

EPISODES = "multi_turn/BFCL_v4_multi_turn_base_result.json"


class Files(GenerateCase):
    def test_a_response_that_was_refused_is_requested_again(self):
        """In the middle of an episode, the journal must not give it to the next run."""
        for body in ("{", "", "<html>gateway</html>"):
            with self.subTest(body=body):
                def junk(seen, body=body):
                    begun = any(message["role"] == "assistant" for message in seen.body["messages"])
                    return Response(body, content_type="text/plain") if begun else first_tool(seen)
                folder = f"result{len(body)}"
                with ScriptedServer(junk) as server:
                    out = self.generate("--retries", 0, server=server, category="multi_turn_base",
                                        result=folder, code=1)
                    self.assertIn("without a result", out)
                    asked = len(server.seen)
                    server.script = first_tool
                    self.generate("--retries", 0, server=server, category="multi_turn_base",
                                  result=folder)
                    self.assertGreater(len(server.seen), asked)
                # The first response of each was kept.
                first = [seen for seen in server.seen[asked:]
                         if not any(m["role"] == "assistant" for m in seen.body["messages"])]
                self.assertEqual(first, [])
                self.assertEqual(len(self.ids(EPISODES, result=folder)),
                                 len(self.sample_ids("multi_turn_base")))

    def test_a_lone_surrogate_is_escaped_in_any_order_of_responses(self):
        def cut_emoji(seen):
            return Response(chat("caf\ud83d"), delay=0 if seen.number else 0.5)
        for concurrency in (1, 5):
            folder = f"result{concurrency}"
            with ScriptedServer(cut_emoji) as server:
                self.generate("--concurrency", concurrency, server=server,
                              category="simple_python", result=folder)
            lines = self.path(result=folder).read_text(encoding="utf-8").splitlines()
            self.assertEqual(len(lines), len(self.sample_ids("simple_python")))
            for line in lines:
                self.assertIn(r'"caf\ud83d"', line)

    def test_an_array_is_refused_before_anything_is_sent(self):
        ids = self.sample_ids("simple_python")
        text = json.dumps([{"id": one, "result": "[f(x=1)]"} for one in ids])
        for before in ("", "\ufeff", "\n "):
            self.path().parent.mkdir(parents=True, exist_ok=True)
            self.path().write_text(before + text, encoding="utf-8")
            with ScriptedServer() as server:
                self.generate("--continue-anyway", server=server, category="simple_python", code=2)
                self.assertEqual(server.seen, [])
            self.assertIn("a JSON array, to which no results can be added", self.err)
            self.assertEqual(self.path().read_text(encoding="utf-8"), before + text)

    def test_lines_of_others_are_read_as_check_reads_them(self):
        ids = self.sample_ids("simple_python")
        lines = [json.dumps({"id": one, "result": "[f(x=1)]"}) for one in ids]
        lines[1] = json.dumps({"id": ids[1]})
        self.path().parent.mkdir(parents=True, exist_ok=True)
        self.path().write_text("\ufeff" + "\n".join(lines[:-1]) + "\n" + lines[-1][:-5],
                               encoding="utf-8")
        with ScriptedServer() as server:
            self.generate("--continue-anyway", server=server, category="simple_python")
            self.assertEqual(len(server.seen), 2)
        self.assertIn(f'result.json:2: {ids[1]} has no "result", so it counts as missing', self.err)
        self.assertIn("the last line was incomplete and has been removed", self.err)
        self.assertEqual(self.ids(), ids)

    def test_every_result_has_its_note_whatever_ends_the_writing(self):
        small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1200, 1200))  # noqa: E731
        with ScriptedServer() as server:
            subprocess.run(
                [PROGRAM, "generate", "--model", "scripted", "--base-url", server.url, "--dataset",
                 SAMPLE, "--test-category", "single_turn", "--result-dir", self.folder / "result"],
                preexec_fn=small, capture_output=True, timeout=60)
            self.generate(server=server, category="single_turn")
        noted = {note["id"] for note in self.notes() if note["ending"] != "missing"}
        results = [one for file in (self.folder / "result").rglob("*_result.json")
                   for one in map(json.loads, file.read_text().splitlines())]
        self.assertEqual({one["id"] for one in results} - noted, set())
        (settings,) = self.manifest()["made_with"].values()
        self.assertEqual(settings["results"], len(results))

    def test_recordings_that_are_cut_or_none(self):
        record = self.folder / "record.jsonl"
        with ScriptedServer() as server:
            self.keyed("--record", record, server=server, category="simple_python")
        lines = record.read_text().splitlines()
        replay = lambda name, text, code: self.generate(
            "--replay", self.write(name, text), "--base-url", "http://offline/v1", result=f"of-{name}", code=code,
            category="simple_python")  # fmt: skip
        for text, says in ((lines[0][:90], "torn:1: truncated: skipped; the recording has no other line"),
                           ("", "torn: the recording is empty"),
                           ("# Title\n\nText\n", "torn: not a recording written by --record: line 1 is not JSON")):  # fmt: skip
            replay("torn", text, 2)
            self.assertEqual(self.err, f"bfclx: --replay {self.folder / says}\n")
        replay("short", "\n".join([lines[0], lines[1][:90]]), 1)
        self.assertIn(f"bfclx: {self.folder / 'short'}:2: truncated: skipped\n", self.err)
        (first,) = re.findall(r"First error: (.*)", self.out)
        self.assertRegex(first, r"^simple_python_\d+: request 0: the recording has no further requests")
        self.assertRegex(self.out, r"Ended early: simple_python_\d+: request 0: the recording has no further requests")
        self.generate("--replay", self.folder / "nope", result="none", code=2)
        self.assertTrue(self.err.startswith(f"bfclx: --replay {self.folder / 'nope'}: "), self.err)


if __name__ == "__main__":
    main()
