"""Where `bfclx generate` mends what loses data officially, and where `--as-official` does not: texts beside
empty calls, failures of the transport, the memory and its snapshots.

    python3 tests/cli/generate_mended_test.py build/release/tools/bfclx [Suite]
"""

import json
import resource
import shutil

from cli_case import SAMPLE, main
from generate_test import GenerateCase
from memory_case import SCENARIOS, write_memory_texts
from scripted_server import Response, ScriptedServer, chat, first_tool

QUESTIONS = "agentic/memory/kv/BFCL_v4_memory_kv_result.json"
BEFORE = "agentic/memory/kv/BFCL_v4_memory_kv_prereq_result.json"


class Mended(GenerateCase):
    def test_a_long_last_line_that_was_cut_goes_quickly(self):
        with ScriptedServer() as server:
            self.generate(server=server, category="simple_python")
            whole = self.path().read_bytes()
            kept = whole.splitlines(True)[0]
            self.path().write_bytes(kept + b'{"id": "simple_python_90001", "result": "' + b"x" * (100 << 20))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.generate(server=server, category="simple_python")
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertLess(used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime, 5)
        self.assertEqual(self.path().read_bytes().splitlines(True)[0], kept)
        self.assertEqual(len(self.ids()), len(whole.splitlines()))

    def test_a_text_beside_empty_calls(self):
        response = chat("The answer is 4.", extra={"tool_calls": []})
        for official, wanted in (((), "The answer is 4."), (("--as-official",), [])):
            with ScriptedServer(lambda seen: response) as server:
                self.generate("-o", *official, server=server, category="simple_java")
            lines = self.lines("non_live/BFCL_v4_simple_java_result.json")
            self.assertEqual([line["result"] for line in lines], [wanted] * len(lines))
            mended = self.manifest()["mended"]
            self.assertEqual("tool_calls: [] beside a text is that text" in mended, not official)

    def test_a_failure_of_the_transport(self):
        def gone(seen):
            return first_tool(seen) if seen.number else lambda connection: None
        options = ("--retries", 0, "--concurrency", 1)
        with ScriptedServer(gone) as server:
            self.generate(*options, server=server, category="simple_java", code=1)
            done = len(self.ids("non_live/BFCL_v4_simple_java_result.json"))
            self.generate(*options, server=server, category="simple_java")
        whole = len(self.sample_ids("simple_java"))
        self.assertEqual(done, whole - 1)
        # Officially it is the entry's answer, for good.
        with ScriptedServer(lambda seen: lambda connection: None) as server:
            self.generate("--as-official", *options, server=server, category="simple_java",
                          result="official", code=None)
            asked = len(server.seen)
            self.generate("--as-official", *options, server=server, category="simple_java",
                          result="official", code=None)
            self.assertEqual(len(server.seen), asked)
        lines = self.lines("non_live/BFCL_v4_simple_java_result.json", result="official")
        self.assertEqual(len(lines), whole)
        for line in lines:
            self.assertTrue(line["result"].startswith("Error during inference: Connection error"))

    def test_a_cut_answer_keeps_its_finish_reason(self):
        with ScriptedServer(lambda seen: chat("so", finish_reason="length")) as server:
            self.generate(server=server, category="simple_java")
        for note in self.notes():
            self.assertEqual(note["steps"][0]["finish_reason"], "length")


class MemoryOfEpisodes(GenerateCase):
    """Two conversations of a student fill a memory; one question is asked of it."""

    def setUp(self):
        super().setUp()
        self.dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, self.dataset, ignore=shutil.ignore_patterns("results"))
        said = [[{"role": "user", "content": "Remember this."}]]
        for name in SCENARIOS:
            rows = [{"id": f"memory_prereq_{i}-student-{i}", "topic": "t", "question": said,
                     "involved_classes": ["MemoryAPI"], "scenario": name} for i in range(2)]
            self.write(f"dataset/data/memory_prereq_conversation/memory_{name}.json",
                       "".join(json.dumps(row) + "\n" for row in rows if name == "student"))
        question = {"id": "memory_0-student-0", "involved_classes": ["MemoryAPI"],
                    "question": [[{"role": "user", "content": "What was it?"}]], "scenario": "student"}
        answer = {"id": "memory_0-student-0", "ground_truth": ["word1"], "source": ""}
        doc = {"name": "core_memory_add", "description": "Adds.", "parameters": {
            "type": "dict", "properties": {"key": {"type": "string"}, "value": {"type": "string"}},
            "required": ["key", "value"]}}
        self.write("dataset/data/BFCL_v4_memory.json", json.dumps(question) + "\n")
        self.write("dataset/data/possible_answer/BFCL_v4_memory.json", json.dumps(answer) + "\n")
        write_memory_texts(self, doc)
        self.systems = []  # the system prompt of each entry's first request

    def model(self, seen):
        messages = seen.body["messages"]
        if messages[-1]["role"] == "tool":
            return chat("Done.")
        self.systems.append(messages[0]["content"])
        if messages[-1]["content"] == "What was it?":
            return chat("word1")
        key = f"word_{'abc'[len(self.systems)]}"
        return chat(None, [("core_memory_add", {"key": key, "value": f"word{len(self.systems)}"})])

    def options(self, server, result="result"):
        return ("--model", "scripted", "--base-url", server.url, "--dataset", self.dataset,
                "--result-dir", self.folder / result, "--test-category", "memory_kv", "--timeout", 20)

    def ask(self, server, *more, result="result", code=0):
        options = list(self.options(server, result))
        if "--run-ids" in more:
            del options[(at := options.index("--test-category")):at + 2]
        return self.run_program("generate", *options, *more, code=code)

    def snapshots(self, result="result"):
        return self.folder / result / "scripted" / "agentic" / "memory" / "kv" / "memory_snapshot"

    def test_chosen_questions_without_their_memory_are_told(self):
        chosen = self.write("ids.json", json.dumps({"memory_kv": ["memory_kv_0-student-0"]}))
        told = "--run-ids: 2 prerequisite conversations are missing"
        with ScriptedServer(self.model) as server:
            self.ask(server, "--run-ids", chosen)
            self.assertIn(told, self.err)
            self.assertEqual(len(self.systems), 1)
            self.ask(server, "--run-ids", chosen, "--dry-run", result="dry")
            self.assertIn(told, self.out)
            # With its memory there is nothing to tell.
            self.systems = []
            self.ask(server, result="whole")
            self.ask(server, "--run-ids", chosen, "-o", result="whole")
            self.assertNotIn("incomplete memory", self.err)
            self.assertIn("word2", self.systems[-1])

    def test_what_one_entry_remembers_the_next_one_reads(self):
        with ScriptedServer(self.model) as server:
            self.ask(server)
        self.assertEqual(len(self.systems), 3)
        self.assertTrue(self.systems[0].startswith("A student. Memory: "))
        self.assertNotIn("word1", self.systems[0])
        self.assertIn("word1", self.systems[1])
        self.assertIn("word1", self.systems[2])
        self.assertIn("word2", self.systems[2])
        self.assertIn("Answer shortly.", self.systems[2])
        self.assertEqual(self.ids(BEFORE), ["memory_kv_prereq_0-student-0", "memory_kv_prereq_1-student-1"])
        self.assertEqual(self.ids(QUESTIONS), ["memory_kv_0-student-0"])
        last = json.loads((self.snapshots() / "student_final.json").read_text())
        self.assertEqual(set(last["core_memory"].values()), {"word1", "word2"})
        first = self.snapshots() / "prereq_checkpoints" / "memory_kv_prereq_0-student-0.json"
        self.assertEqual(list(json.loads(first.read_text())["core_memory"].values()), ["word1"])
        out = self.run_program("score", self.folder / "result" / "scripted", "--dataset", self.dataset)
        self.assertIn("total 1, passed 1, failed 0, skipped 0", out)

    def test_overwriting_starts_from_an_empty_memory(self):
        for official in ((), ("--as-official",)):
            with ScriptedServer(self.model) as server:
                self.ask(server, *official)
                self.assertTrue((self.snapshots() / "student_final.json").exists())
                self.systems.clear()
                self.ask(server, "-o", *official)
            self.assertNotIn("word1", self.systems[0])
            self.systems.clear()
            shutil.rmtree(self.folder / "result")

    def test_overwriting_that_fails_leaves_the_memory(self):
        with ScriptedServer(self.model) as server:
            self.ask(server)
            place = self.folder / "result" / "scripted" / QUESTIONS
            place.unlink()  # the question is still to be asked
            server.script = lambda seen: lambda connection: None
            self.ask(server, "-o", "--retries", 0, "--patience", 1, code=1)
            server.script = self.model
            self.systems.clear()
            self.ask(server)
        self.assertEqual(len(self.systems), 1, "the conversations have their results")
        self.assertIn("word2", self.systems[0])

    def test_a_memory_that_is_gone_is_not_an_empty_one(self):
        for more, mend in (((), "-o --test-category memory_kv"), (("--sample", 1), "-o")):
            with ScriptedServer(self.model) as server:
                self.systems.clear()
                self.ask(server, *more)
                (self.folder / "result" / "scripted" / QUESTIONS).unlink()
                shutil.rmtree(self.snapshots())
                self.systems.clear()
                self.ask(server, *more, code=1)
                self.assertEqual(self.systems, [])
                self.assertRegex(json.dumps(self.notes()), "its initial memory is missing: .*; "
                                 f"run the command again with {mend} to regenerate")
                self.ask(server, *more, "-o")
            self.assertEqual(self.ids(QUESTIONS), ["memory_kv_0-student-0"])
            shutil.rmtree(self.folder / "result")

    def test_a_memory_that_cannot_be_read_is_not_an_empty_one(self):
        with ScriptedServer(self.model) as server:
            self.ask(server)
            (self.folder / "result" / "scripted" / QUESTIONS).unlink()
            for path in [*self.snapshots().glob("*.json"), *self.snapshots().glob("prereq_checkpoints/*.json")]:
                path.unlink()
                path.mkdir()  # cannot be read, also as root
            self.systems.clear()
            self.ask(server, code=1)
        self.assertEqual(self.systems, [])
        self.assertIn("its initial memory cannot be read: ", json.dumps(self.notes()))
        self.assertIn("Is a directory", json.dumps(self.notes()))

    def interrupted(self, failing, stops_at):
        """What the entries read whose conversation `failing` ends with an error, and whether one run was killed
        when it asked the one of number `stops_at`."""
        stuck = []
        asked = []  # the conversation of each first request

        def model(seen):
            messages = seen.body["messages"]
            if messages[-1]["role"] == "tool":
                return chat("Done.")
            last = messages[-1]["content"]
            if last == f"Remember {failing}.":
                return Response({"error": {"message": "no such tool"}}, status=400)
            if stops_at is not None and not stuck and last == stops_at:
                stuck.append(seen)
                return Response({}, delay=50)
            asked.append((last, messages[0]["content"].partition("Memory: ")[2]))
            if last == "What was it?":
                return chat("word1")
            return chat(None, [("core_memory_add", {"key": "key", "value": last})])
        with ScriptedServer(model) as server:
            shutil.rmtree(self.folder / "result", ignore_errors=True)
            if stops_at is not None:
                self.kill_when(lambda: stuck, "generate", *self.options(server))
            self.ask(server, code=1)
        self.assertEqual(self.ids(QUESTIONS), ["memory_kv_0-student-0"])
        return asked

    def test_a_run_goes_on_after_a_conversation_that_ended_with_an_error(self):
        """As officially, it stores nothing, and the next one starts from the memory before it."""
        place = self.folder / "dataset/data/memory_prereq_conversation/memory_student.json"
        rows = [json.loads(line) for line in place.read_text().splitlines()]
        for number, row in enumerate(rows):
            row["question"] = [[{"role": "user", "content": f"Remember {number}."}]]
        place.write_text("".join(json.dumps(row) + "\n" for row in rows))
        for failing, stops in ((0, ("Remember 1.", "What was it?")), (1, ("What was it?",))):
            whole = self.interrupted(failing, None)
            self.assertEqual([said for said, _ in whole], [f"Remember {1 - failing}.", "What was it?"])
            self.assertNotIn("Remember", whole[0][1])
            self.assertIn(f"Remember {1 - failing}.", whole[1][1])
            for stops_at in stops:
                self.assertEqual(self.interrupted(failing, stops_at), whole, stops_at)

    def test_a_kill_between_two_conversations(self):
        stuck = []

        def model(seen):
            if len(self.systems) == stops_at and seen.body["messages"][-1]["role"] != "tool":
                stuck.append(seen)
                return Response({}, delay=50)
            return self.model(seen)
        with ScriptedServer(model) as server:
            for stops_at in (1, 2):
                stuck.clear()
                self.kill_when(lambda: stuck, "generate", *self.options(server))
            stops_at = None
            self.ask(server)
        self.assertEqual(len(self.systems), 3)  # each entry once
        self.assertIn("word1", self.systems[2])
        self.assertIn("word2", self.systems[2])
        self.assertEqual(self.ids(QUESTIONS), ["memory_kv_0-student-0"])


if __name__ == "__main__":
    main()
