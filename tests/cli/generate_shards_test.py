"""`bfclx generate --shard`: several processes with one folder, killed and started again.

    python3 tests/cli/generate_shards_test.py build/release/tools/bfclx [Suite]
"""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys

from cli_case import PROGRAM, ROOT, SAMPLE, main
from generate_test import GenerateCase
from memory_case import SCENARIOS, write_memory_texts
from scripted_server import Response, ScriptedServer, chat, first_tool

sys.path.insert(0, str(ROOT / "tests"))
import docs_blocks  # noqa: E402




def remembering(seen):
    """In conversations of a memory the model stores what the user says; else as first_tool."""
    last = seen.body["messages"][-1]
    if last["role"] == "user" and str(last["content"]).startswith("word_"):
        return chat(None, [("core_memory_add", {"key": last["content"], "value": "x"})])
    return first_tool(seen)


class ShardsCase(GenerateCase):
    def setUp(self):
        super().setUp()
        self.dataset = self.folder / "dataset"

    def many_entries(self):
        """The sample with 40 single-turn entries, and memories of five scenarios: three conversations and
        two questions each."""
        self.dataset_of(40)
        doc = {"name": "core_memory_add", "description": "Adds.", "parameters": {
            "type": "dict", "properties": {"key": {"type": "string"}, "value": {"type": "string"}},
            "required": ["key", "value"]}}
        questions, answers = [], []
        for number, name in enumerate(SCENARIOS):
            rows = [{"id": f"memory_prereq_{3 * number + i}-{name}-{i}", "topic": "t",
                     "involved_classes": ["MemoryAPI"],
                     "question": [[{"role": "user", "content": f"word_{'abc'[i]}"}]], "scenario": name}
                    for i in range(3)]
            self.write(f"dataset/data/memory_prereq_conversation/memory_{name}.json",
                       "".join(json.dumps(row) + "\n" for row in rows))
            for i in range(2):
                id = f"memory_{2 * number + i}-{name}-{i}"
                questions.append({"id": id, "involved_classes": ["MemoryAPI"], "scenario": name,
                                  "question": [[{"role": "user", "content": "What was it?"}]]})
                answers.append({"id": id, "ground_truth": ["x"], "source": ""})
        for name, rows in (("", questions), ("possible_answer/", answers)):
            self.write(f"dataset/data/{name}BFCL_v4_memory.json",
                       "".join(json.dumps(row) + "\n" for row in rows))
        write_memory_texts(self, doc)

    def generate(self, *arguments, **keywords):
        return super().generate(*arguments, **{"dataset": self.chosen_dataset(), **keywords})

    def chosen_dataset(self):
        return self.dataset if self.dataset.exists() else SAMPLE

    def start(self, server, shard, *arguments, result="result", category="all"):
        return subprocess.Popen(
            [PROGRAM, "generate", "--model", "scripted", "--base-url", server.url, "--dataset",
             str(self.chosen_dataset()), "--result-dir", str(self.folder / result), "--test-category", category,
             "--shard", shard, *map(str, arguments)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finish(self, process, code=0):
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, code, err.decode() + out.decode())
        return out.decode()

    def model(self, result="result"):
        return self.folder / result / "scripted"

    def shards_folder(self, result="result"):
        return self.model(result) / "bfclx_shards"

    def parts(self):
        """Ids of results in shards that are not merged, of all of them."""
        return [json.loads(line)["id"] for path in self.shards_folder().rglob("*.part")
                for line in path.read_text("utf-8").split("\n") if line]

    def files(self, result="result"):
        """Of each result file its entries in their order; times differ from run to run."""
        def same(line):
            return json.dumps({name: value for name, value in json.loads(line).items()
                               if name != "latency"})
        return {str(path.relative_to(self.model(result))):
                [same(line) for line in path.read_text("utf-8").split("\n") if line]
                for path in sorted(self.model(result).rglob("*_result.json"))}

    def snapshots(self, result="result"):
        return {str(path.relative_to(self.model(result))): path.read_bytes()
                for path in sorted(self.model(result).rglob("memory_snapshot/**/*.json"))}

    def assert_as_whole(self, whole="whole", result="result"):
        self.assertEqual(self.files(result), self.files(whole))
        self.assertEqual(self.snapshots(result), self.snapshots(whole))
        self.assertFalse(self.shards_folder(result).exists())
        names = {path.name for path in self.model(result).iterdir()}
        self.assertEqual(names, {path.name for path in self.model(whole).iterdir()})

    def score_error(self):
        self.run_program("score", self.model(), "--dataset", SAMPLE, code=None)
        return self.err


class GenerateShards(ShardsCase):
    def test_several_at_once_give_the_files_of_one(self):
        self.many_entries()
        with ScriptedServer(remembering) as server:
            self.generate(server=server, result="whole")
            asked = len(server.seen)
            server.seen.clear()
            running = [self.start(server, f"{number}/4") for number in range(1, 5)]
            told = [self.finish(process) for process in running]
            self.assertEqual(len(server.seen), asked, "each entry is asked once")
        self.assert_as_whole()
        self.assertTrue(any("as are all others; their results are merged" in text for text in told))
        manifest = self.manifest()
        self.assertNotIn("shard", manifest)
        total = sum(len(lines) for lines in self.files().values())
        self.assertEqual(manifest["run"]["answered"], total)
        self.assertEqual([one["results"] for one in manifest["made_with"].values()], [total])
        self.assertEqual(len(self.notes()), total)
        whole = json.loads((self.model("whole") / "bfclx_manifest.json").read_text())
        self.assertEqual(list(manifest), list(whole))
        # The folder is one like any other.
        report = [json.loads(self.run_program("score", "scripted", "--dataset", self.dataset, "--format", "json",
                                              "--today", "2026-11-21", code=None, cwd=self.folder / result))
                  for result in ("whole", "result")]
        for of_model in (one["models"][0] for one in report):  # how long it took is another matter
            for part in (of_model, *of_model["categories"]):
                self.assertGreater(part.pop("latency")["requests"], 0)
        self.assertEqual(report[0], report[1])
        self.assertEqual(len(self.snapshots()), 2 * 5 * (1 + 3))
        with ScriptedServer(remembering) as server:
            out = self.generate("--shard", "2/4", server=server)
            self.assertEqual(server.seen, [])
            self.assertIn("every shard is complete and merged", out)
            self.generate(server=server)
            self.assertEqual(server.seen, [])
        self.assertFalse(self.shards_folder().exists())

    def test_preempted_and_killed_at_any_time(self):
        self.many_entries()
        chance = random.Random(5)
        slow = lambda seen: Response(remembering(seen), delay=0.01)  # noqa: E731
        with ScriptedServer(remembering) as server:
            self.generate(server=server, result="whole")
        with ScriptedServer(slow) as server:
            left = {f"{number}/3" for number in range(1, 4)}
            for attempt in range(40):
                running = {shard: self.start(server, shard, "--concurrency", 2) for shard in left}
                before = len(server.seen)
                wanted = before + chance.randrange(10, 60)
                try:
                    self.wait_for(lambda: len(server.seen) >= wanted or  # noqa: B023
                                  all(one.poll() is not None for one in running.values()))  # noqa: B023
                finally:
                    for shard, process in running.items():
                        if attempt < 8:
                            process.send_signal(signal.SIGTERM if chance.random() < 0.5 else signal.SIGKILL)
                        process.communicate(timeout=120)
                        if process.returncode == 0:
                            left.discard(shard)
                if not left:
                    break
        self.assertEqual(left, set())
        self.assert_as_whole()
        ids = [json.loads(line)["id"] for lines in self.files().values() for line in lines]
        self.assertEqual(len(ids), len(set(ids)))

    def test_a_memory_that_was_begun_without_shards(self):
        self.many_entries()
        begun = []

        def script(seen):
            begun.append(seen)
            return remembering(seen) if len(begun) < 12 else Response({}, delay=50)
        with ScriptedServer(script) as server:
            self.kill_when(lambda: len(begun) == 12, "generate", "--model", "scripted", "--dataset",
                           self.dataset, "--result-dir", self.folder / "result", "--test-category",
                           "memory_kv", "--concurrency", 1, "--base-url", server.url)
            server.script = remembering
            server.seen.clear()
            running = [self.start(server, f"{number}/5", category="memory_kv") for number in range(1, 6)]
            for process in running:
                self.finish(process)
            asked = len(server.seen) + 11
            server.seen.clear()
            self.generate(server=server, result="whole", category="memory_kv")
            self.assertEqual(len(server.seen), asked, "no request is sent again")
        self.assert_as_whole()
        self.assertEqual(len(self.snapshots()), 5 * (1 + 3))

    def test_the_same_shard_twice_is_refused(self):
        stuck = lambda seen: Response({}, delay=50)  # noqa: E731
        with ScriptedServer(stuck) as server:
            process = self.start(server, "1/2", category="simple_python")
            try:
                self.wait_for(lambda: server.seen)
                self.generate("--shard", "1/2", server=server, category="simple_python", code=2)
                self.assertIn("another process is generating shard 1", self.err)
                self.generate(server=server, category="simple_python", code=2)
                self.assertIn("another run is writing its results there", self.err)
                self.run_program("merge", self.model(), code=2)
                self.assertIn("a shard is still running", self.err)
                server.script = first_tool
                self.generate("--shard", "2/2", server=server, category="simple_python")
            finally:
                process.kill()
                process.communicate()
            out = self.generate("--shard", "1/2", server=server, category="simple_python")
        self.assertIn("shard 1/2 is complete, as are all others; their results are merged", out)

    def test_another_number_of_shards_or_other_entries(self):
        with ScriptedServer(first_tool) as server:
            self.generate(server=server, result="whole", category="multi_turn")
            asked = len(server.seen)
            server.seen.clear()
            out = self.generate("--shard", "1/3", server=server, category="multi_turn")
            self.assertIn("shard 1/3 is complete; 1 of 3 is (unfinished: 2, 3)", out)
            self.assertTrue(self.parts())
            text = "1 of 3 shards is complete"
            for arguments, category in ((("--shard", "1/2"), "multi_turn"), (("--shard", "1/3"), "live"),
                                        ((), "multi_turn")):
                self.generate(*arguments, server=server, category=category, code=2)
                self.assertIn(text, self.err)
                self.assertIn(f"`bfclx merge {self.model()}`", self.err)
            self.assertEqual(len(list(self.shards_folder().iterdir())), 1, "nothing was left there")
            parts = self.parts()
            out = self.run_program("merge", self.folder / "result")
            self.assertRegex(out, f"merged {len(parts)} results? of 3 shards; 1 was complete")
            self.assertEqual(sorted(parts), sorted(id for name in self.files() for id in self.ids(name)))
            self.generate("--shard", "1/2", server=server, category="multi_turn")
            self.generate("--shard", "2/2", server=server, category="multi_turn")
            self.assertEqual(len(server.seen), asked, "nothing is asked again")
        self.assert_as_whole()

    def test_episodes_in_progress_survive_a_merge(self):
        stuck = []

        def script(seen):
            stuck.append(seen)
            return first_tool(seen) if len(stuck) < 3 else Response({}, delay=50)
        with ScriptedServer(script) as server:
            process = self.start(server, "1/2", "--concurrency", 1, category="multi_turn_base")
            self.wait_for(lambda: len(stuck) == 3)
            process.kill()
            process.communicate()
            self.run_program("merge", self.model())
            answered = [json.dumps(one.body) for one in stuck[:2]]
            server.script = first_tool
            server.seen.clear()
            for number in (1, 2, 3):
                self.generate("--shard", f"{number}/3", server=server, category="multi_turn_base")
            self.assertFalse([one for one in server.seen if json.dumps(one.body) in answered])
            server.seen.clear()
            self.generate(server=server, category="multi_turn_base", result="whole")
            whole = [json.dumps(one.body) for one in server.seen]
            self.assertEqual([body for body in answered if body not in whole], [])
        self.assertEqual(self.files(), self.files("whole"))

    def test_other_settings_are_refused(self):
        with ScriptedServer(first_tool) as server:
            self.generate("--shard", "1/2", server=server, category="simple_python")
            self.generate("--shard", "2/2", "--temperature", 0.7, server=server, category="simple_python",
                          code=2)
            self.assertIn("shard 1 is generated with other settings: temperature 0.001, now 0.7", self.err)
            self.assertEqual(len(list(self.shards_folder().glob("*/*"))), 1)
            self.generate("--shard", "2/2", server=server, category="simple_python")
        self.assertFalse(self.shards_folder().exists())

    def test_a_merge_that_was_killed_is_made_again(self):
        with ScriptedServer(first_tool) as server:
            self.generate(server=server, result="whole", category="simple_python,multi_turn_base")
            for number in (1, 2):
                self.generate("--shard", f"{number}/3", server=server,
                              category="simple_python,multi_turn_base")
            before = self.folder / "before"
            shutil.copytree(self.shards_folder(), before)
            self.generate("--shard", "3/3", server=server, category="simple_python,multi_turn_base")
            # Killed before the shards were removed; and while they were.
            shutil.copytree(before, self.shards_folder())
            self.assertIn("2 of 3 shards are complete", self.score_error())
            server.seen.clear()
            out = self.generate("--shard", "1/3", server=server, category="simple_python,multi_turn_base")
            self.assertIn("merged", out)
            self.assert_as_whole()
            shutil.copytree(next(before.iterdir()), self.shards_folder() / "merged-of-3-0123abcd")
            self.generate(server=server, category="simple_python,multi_turn_base")
            self.assertEqual(server.seen, [])
        self.assert_as_whole()

    def test_a_line_that_was_cut_is_generated_again(self):
        with ScriptedServer(first_tool) as server:
            self.generate("--shard", "1/2", server=server, category="simple_python")
            part = next(self.shards_folder().rglob("*.part"))
            lines = part.read_bytes().splitlines(keepends=True)
            part.write_bytes(b"".join(lines[:-1]) + lines[-1][:-9])
            self.run_program("merge", self.model(), code=1)
            self.assertEqual(len(self.ids()), len(lines) - 1)
            self.generate(server=server, category="simple_python")
            self.assertEqual(sorted(self.ids()), sorted(self.sample_ids("simple_python")))

    def test_entries_without_a_result_leave_their_shard_incomplete(self):
        with ScriptedServer(lambda seen: Response({}, status=500)) as server:
            out = self.generate("--shard", "1/2", "--retries", 0, "--patience", 0, server=server,
                                category="simple_python", code=1)
            self.assertIn("shard 1/2 is not complete", out)
            server.script = first_tool
            self.generate("--shard", "2/2", server=server, category="simple_python")
            out = self.generate("--shard", "1/2", server=server, category="simple_python")
        self.assertIn("as are all others", out)
        self.assertEqual(sorted(self.ids()), sorted(self.sample_ids("simple_python")))

    def test_more_shards_than_entries(self):
        with ScriptedServer(first_tool) as server:
            ids = self.write("ids.txt", self.sample_ids("simple_python")[0] + "\n")
            for number in (1, 2, 3):
                self.generate("--shard", f"{number}/3", "--run-ids", ids, server=server)
            self.assertEqual(len(server.seen), 1)

    def test_readers_name_what_is_not_merged(self):
        with ScriptedServer(first_tool) as server:
            self.generate("--shard", "1/2", server=server, category="simple_python")
        for command in ("score", "doctor", "show"):
            self.run_program(command, self.model(), "--dataset", SAMPLE, code=2)
            self.assertIn("nothing to score yet: ", self.err)
            self.assertIn("1 of 2 shards is complete (unfinished: 2)", self.err)
            for inside in self.model() / "bfclx_shards", next((self.model() / "bfclx_shards").glob("of-2-*/1")):
                self.run_program(command, inside, "--dataset", SAMPLE, code=2)
                self.assertIn(f"or run `bfclx merge {self.model()}` to merge the results so far", self.err)
        self.run_program("results", "--result-dir", self.folder / "result")
        self.assertIn(f"or run `bfclx merge {self.model()}` to merge the results so far", self.out)
        self.run_program("evaluate", "--dataset", SAMPLE, "--result-dir", self.folder / "result", code=1)
        self.assertIn("1 of 2 shards is complete (unfinished: 2)", self.err)
        self.assertIn("holds no result files", self.err)
        with ScriptedServer(first_tool) as server:
            for command in (("report", self.folder / "result", "-o", "x.html"),
                            ("report", self.folder / "result", "-o", "board/", "--site", "none"),
                            ("run", "--model", "scripted", "--base-url", server.url, "--result-dir",
                             self.folder / "result", "--test-category", "simple_python", "--stop-at", 90)):
                with self.subTest(command):
                    self.run_program(*command, "--dataset", SAMPLE, code=2)
                    self.assertRegex(self.err, r"1 of 2 shards is complete \(unfinished: 2\).* or run `bfclx merge "
                                               r"\S+` to merge the results so far")
        self.run_program("merge", self.model())
        self.assertNotIn("shards", self.score_error())

    def test_a_sample_in_shards_is_that_sample(self):
        sample = ("--sample", 12, "--seed", 3)
        with ScriptedServer(first_tool) as server:
            self.generate(*sample, server=server, category=None, result="whole")
            for number in (1, 2, 3):
                self.generate(*sample, "--shard", f"{number}/3", server=server, category=None)
        self.assert_as_whole()
        self.assertEqual(self.manifest()["settings"]["sample"], {"entries": 12, "seed": 3, "by": "category"})

    def test_a_dry_run_shows_the_shard(self):
        counts = []
        for number in (1, 2, 3):
            out = self.generate("--shard", f"{number}/3", "--dry-run", "--base-url", "http://127.0.0.1:1",
                                category="simple_python")
            counts.append(int(re.search(r"(\d+) entr\w+ to generate", out)[1]))
        self.assertEqual(sum(counts), len(self.sample_ids("simple_python")))
        self.assertLessEqual(max(counts) - min(counts), 1)
        self.assertFalse((self.folder / "result").exists())

    def test_repeats_have_shards_of_their_own(self):
        with ScriptedServer(lambda seen: chat("one")) as server:
            for number in (1, 2):
                self.generate("--shard", f"{number}/2", "--repeats", 2, "--temperature", 0.7, server=server,
                              category="simple_python")
        for repeat in (1, 2):
            self.assertEqual(sorted(self.ids(result=f"result/repeat-{repeat}")),
                             sorted(self.sample_ids("simple_python")))


class SlurmExample(ShardsCase):
    def test_the_array_of_the_docs(self):
        """The script of docs/generate.md in eight processes, as Slurm starts them, and some preempted."""
        self.many_entries()
        script = next(block.code for block in docs_blocks.blocks(("sh",)) if "#SBATCH --array=1-8" in block.code)
        tools = self.folder / "bin"
        for name, text in (("srun", '#!/bin/sh\nexec "$@"\n'), ("bfclx", f'#!/bin/sh\nexec {PROGRAM} "$@"\n')):
            self.write(f"bin/{name}", text).chmod(0o755)
        environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}",
                       "BFCLX_DATASET": str(self.dataset)}
        slow = lambda seen: Response(remembering(seen), delay=0.03)  # noqa: E731
        with ScriptedServer(slow, models=("my-model",)) as server:
            job = self.write("job.sh", script.replace("http://localhost:8080", server.url))

            def task(number):
                return subprocess.Popen(["bash", str(job)], cwd=self.folder, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE,
                                        env={**environment, "SLURM_ARRAY_TASK_ID": str(number)})
            tasks = [task(number) for number in range(1, 9)]
            self.wait_for(lambda: len(server.seen) > 40)
            for process in tasks[:3]:
                process.send_signal(signal.SIGTERM)
            preempted = [process.communicate(timeout=60) and process.returncode for process in tasks[:3]]
            self.assertTrue(all(code in (0, 1) for code in preempted), preempted)
            for process in [task(number) for number in range(1, 4)] + tasks[3:]:
                self.finish(process)
            self.generate(server=server, result="whole", model="my-model")
        self.assertEqual(self.files("array"), self.files("whole"))
        self.assertFalse(self.shards_folder("array").exists())

    def model(self, result="result"):
        return self.folder / result / "my-model"


class GenerateShardOptions(ShardsCase):
    def test_what_is_no_shard(self):
        for text in ("0/8", "9/8", "1/0", "3", "a/b", "", "/", "1/8x", "-1/8", "1/100001"):
            self.generate(f"--shard={text}", "--base-url", "http://127.0.0.1:1", code=2)
            self.assertIn("expected I/N, such as 1/8" if text else "no value is given", self.err)
        self.assertFalse((self.folder / "result").exists())

    def test_what_it_does_not_go_with(self):
        for other in (("-o",), ("--record", "x"), ("--replay", "x"), ("--as-official",)):
            self.generate("--shard", "1/2", *other, "--base-url", "http://127.0.0.1:1", code=2)
            self.assertIn("--shard", self.err)

    def test_run_says_what_to_use_instead(self):
        self.run_program("run", "--model", "m", "--base-url", "http://127.0.0.1:1", "--shard", "1/2", code=2)
        self.assertIn("bfclx generate --shard", self.err)

    def test_a_merge_of_nothing(self):
        self.write("empty/x", "")
        self.run_program("merge", self.folder / "empty", code=2)
        self.assertIn("no shards of `bfclx generate --shard`", self.err)
        self.run_program("merge", self.folder / "empty", "--format", "json", code=2)
        self.assertIn("--format: only for files of `score --shard`", self.err)


if __name__ == "__main__":
    main()
