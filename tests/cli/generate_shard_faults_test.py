"""`bfclx generate --shard` where something else is there: other settings, another dataset, links, other processes.

    python3 tests/cli/generate_shard_faults_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil

from cli_case import SAMPLE, main
from generate_shards_test import ShardsCase
from scripted_server import Response, ScriptedServer, chat, first_tool

CATEGORY = {"category": "simple_python"}


class GenerateShardFaults(ShardsCase):
    def both(self, server, *arguments, **keywords):
        for number in (1, 2):
            self.generate("--shard", f"{number}/2", *arguments, server=server, **{**CATEGORY, **keywords})

    def change_question(self):
        path = self.dataset / "data" / "BFCL_v4_simple_python.json"
        path.write_text(path.read_text().replace("One.", "Two."))

    def test_other_settings_when_all_is_merged(self):
        with ScriptedServer(first_tool) as server:
            self.both(server)
            self.generate("--shard", "1/2", "--temperature", 0.7, server=server, code=2, **CATEGORY)
            self.assertIn("made with other settings: temperature 0.001, now 0.7", self.err)
            self.assertFalse(self.shards_folder().exists())
            out = self.generate("--shard", "1/2", server=server, **CATEGORY)
        self.assertIn("every shard is complete and merged", out)

    def test_another_dataset_when_all_is_merged(self):
        self.dataset_of(6)
        with ScriptedServer(first_tool) as server:
            self.both(server)
            self.change_question()
            self.generate("--shard", "2/2", server=server, code=2, **CATEGORY)
        self.assertIn("generated for other questions or functions", self.err)

    def test_kept_errors_count_when_all_is_merged(self):
        with ScriptedServer(lambda seen: Response({"error": "no"}, status=400)) as server:
            for number in (1, 2):
                self.generate("--shard", f"{number}/2", server=server, code=1, **CATEGORY)
            asked = len(server.seen)
            self.generate("--shard", "1/2", server=server, code=1, **CATEGORY)
            self.assertEqual(len(server.seen), asked)

    def test_a_dataset_that_changes_between_shards(self):
        self.dataset_of(6)
        before = (self.dataset / "data" / "BFCL_v4_simple_python.json").read_text()
        with ScriptedServer(first_tool) as server:
            self.generate("--shard", "1/2", server=server, **CATEGORY)
            self.change_question()
            asked = len(server.seen)
            self.generate("--shard", "2/2", server=server, code=2, **CATEGORY)
            self.assertIn("shard 1 is generated with another dataset", self.err)
            self.assertEqual(len(server.seen), asked)
            self.assertEqual(len(list(self.shards_folder().glob("*/*"))), 1)
            (self.dataset / "data" / "BFCL_v4_simple_python.json").write_text(before)
            self.generate("--shard", "2/2", server=server, **CATEGORY)
        self.assertFalse(self.shards_folder().exists())

    def test_what_a_link_leads_to_is_not_removed(self):
        elsewhere = self.folder / "elsewhere"
        with ScriptedServer(first_tool) as server:
            self.both(server)
            kept = self.write("elsewhere/bfclx_shards/merged-of-2-01234567/kept", "x")
            (self.folder / "linked").mkdir()
            (self.folder / "linked" / "scripted").symlink_to(elsewhere)
            for arguments in ((), ("--shard", "1/2")):
                self.generate(*arguments, server=server, result="linked", code=2, **CATEGORY)
                self.assertTrue(kept.exists())

    def test_two_numbers_of_shards_at_once(self):
        with ScriptedServer(first_tool) as server:
            for attempt in range(8):
                result = f"result-{attempt}"
                running = [self.start(server, shard, result=result, **CATEGORY) for shard in ("1/2", "1/3")]
                for process in running:
                    process.communicate(timeout=120)
                self.assertIn(2, [process.returncode for process in running])
                self.assertLessEqual(len(list(self.shards_folder(result).glob("of-*"))), 1)

    def test_a_dry_run_changes_nothing_and_says_what_is_refused(self):
        with ScriptedServer(first_tool) as server:
            self.both(server)
            kept = self.shards_folder() / "merged-of-2-01234567" / "kept"
            kept.parent.mkdir(parents=True)
            kept.write_text("x")
            self.generate("--shard", "1/2", "--dry-run", server=server, **CATEGORY)
            self.assertTrue(kept.exists())
            self.generate("--shard", "1/3", server=server, result="other", **CATEGORY)
            for arguments in ((), ("--shard", "1/2")):
                out = self.generate(*arguments, "--dry-run", server=server, result="other", code=2, **CATEGORY)
                self.assertIn("1 of 3 shards is complete", out)
            out = self.generate("--shard", "1/3", "--dry-run", server=server, result="other", **CATEGORY)
            self.assertNotIn("bfclx merge", out)

    def test_chosen_ids_give_the_bytes_of_one_run(self):
        ids = self.write("ids.txt", "\n".join(self.sample_ids("simple_python")) + "\n")
        with ScriptedServer(lambda seen: chat("\u00e9")) as server:
            self.generate("--run-ids", ids, server=server, result="whole", category=None)
            self.both(server, "--run-ids", ids, category=None)
        texts = [self.path(result=result).read_text("utf-8") for result in ("result", "whole")]
        for text in texts:
            self.assertIn(r"\u00e9", text)
            self.assertNotIn("\u00e9", text)
        self.assertEqual(self.files(), self.files("whole"))

    def test_earlier_results_and_a_line_that_was_cut(self):
        first, second = self.sample_ids("simple_python")[:2]
        ids = self.write("ids.txt", f"{first}\n{second}\n")
        with ScriptedServer(first_tool) as server:
            self.generate(server=server, result="whole", **CATEGORY)
            asked = len(server.seen)
            self.generate("--run-ids", ids, server=server)
            self.path().write_bytes(self.path().read_bytes()[:-9])
            server.seen.clear()
            self.both(server)
            self.assertEqual(len(server.seen), asked - 1, "the first has its result")
        self.assert_as_whole()

    def test_a_lock_that_cannot_be_opened(self):
        with ScriptedServer(first_tool) as server:
            process = self.start(server, "1/2", **CATEGORY)
            process.communicate(timeout=60)
            lock = next(self.shards_folder().rglob(".bfclx-lock"))
            lock.unlink()
            lock.mkdir()
            self.generate("--shard", "1/2", server=server, code=2, **CATEGORY)
        self.assertIn(".bfclx-lock cannot be written", self.err)

    def test_a_line_of_somebody_else_is_kept(self):
        with ScriptedServer(first_tool) as server:
            self.generate("--shard", "1/2", server=server, category="simple_python")
            self.path().parent.mkdir()
            self.path().write_text("a remark\n")
            asked = len(server.seen)
            self.generate("--shard", "2/2", server=server, category="simple_python", code=2)
            self.assertIn("_result.json:1: not a result line; remove the line to generate", self.err)
            self.assertEqual(len(server.seen), asked)
            self.path().unlink()

            def script(seen):
                self.path().write_text("a remark\n")
                return first_tool(seen)
            server.script = script
            self.generate("--shard", "2/2", server=server, category="simple_python", code=1)
            self.assertIn("_result.json:1: not a result line; remove the line to merge shards", self.out)
            self.assertEqual(self.path().read_text(), "a remark\n")
            self.assertIn("2 shards are complete, and not merged yet; run `bfclx merge", self.score_error())
            self.path().unlink()
            self.run_program("merge", self.model())
        self.assertEqual(sorted(self.ids()), sorted(self.sample_ids("simple_python")))

    def test_a_journal_without_shards_goes_to_the_shard(self):
        stuck = []

        def script(seen):
            stuck.append(seen)
            return first_tool(seen) if len(stuck) % 4 else Response({}, delay=50)
        with ScriptedServer(script) as server:
            self.kill_when(lambda: len(stuck) == 4, "generate", "--model", "scripted", "--dataset", SAMPLE,
                           "--result-dir", self.folder / "result", "--test-category", "multi_turn_base",
                           "--concurrency", 1, "--base-url", server.url)
            services = self.model() / "bfclx_unfinished_services.jsonl"
            services.write_text('{"request": {}}\n')
            process = self.start(server, "1/1", "--concurrency", 1, category="multi_turn_base")
            self.wait_for(lambda: len(stuck) == 8)
            process.kill()
            process.communicate()
            taken = next(self.shards_folder().rglob(services.name))
            self.assertEqual(taken.read_text(), services.read_text())
            server.script = first_tool
            journal = self.model() / "bfclx_unfinished.jsonl"
            own = next(self.shards_folder().rglob(journal.name))
            own.unlink()
            journal.rename(self.folder / "kept")
            journal.mkdir()
            self.generate("--shard", "1/1", server=server, category="multi_turn_base", code=2)
            self.assertIn(f"{journal}: cannot be read", self.err)
            journal.rmdir()
            (self.folder / "kept").rename(journal)
            self.generate("--shard", "1/1", server=server, category="multi_turn_base")
            self.generate(server=server, category="multi_turn_base", result="whole")
        self.assert_as_whole()

    def test_several_merge_at_once(self):
        """Complete shards that nobody has merged, as a network file system leaves them."""
        with ScriptedServer(first_tool) as server:
            self.generate(server=server, result="whole", **CATEGORY)
            before = self.folder / "before"
            for number in (1, 2):
                self.generate("--shard", f"{number}/3", server=server, **CATEGORY)
            shutil.copytree(self.model(), before)
            self.generate("--shard", "3/3", server=server, result="third", **CATEGORY)
            shutil.copytree(next(self.shards_folder("third").glob("*/3")),
                            next((before / "bfclx_shards").iterdir()) / "3")
            server.seen.clear()
            for _ in range(5):
                shutil.rmtree(self.model())
                shutil.copytree(before, self.model())
                running = [self.start(server, f"{number}/3", **CATEGORY) for number in (1, 2, 3)]
                for process in running:
                    self.finish(process)
                self.assertEqual(server.seen, [])
                self.assert_as_whole()
                self.assertEqual(len(self.notes()), len(self.ids()))
                total = [one["results"] for one in self.manifest()["made_with"].values()]
                self.assertEqual(total, [len(self.ids())])

    def two_places(self, server, *more):
        """Two shards that were generated without sight of each other, copied together."""
        self.generate("--shard", "1/2", server=server, **CATEGORY)
        self.generate("--shard", "2/2", *more, server=server, result="second", **CATEGORY)
        own = next(self.shards_folder().glob("*"))
        shutil.copytree(next(self.shards_folder("second").glob("*/2")), own / "2")
        return own

    def refused_merge(self, *says):
        self.run_program("merge", self.model(), code=2)
        for text in says:
            self.assertIn(text, self.err)
        self.assertEqual(len(list(self.shards_folder().glob("*/*/bfclx_entries.jsonl"))), 2)

    def test_merge_refuses_other_settings(self):
        with ScriptedServer(first_tool) as server:
            self.two_places(server, "--temperature", 0.7)
        self.refused_merge("shard 1 is generated with other settings: temperature 0.001, now 0.7 in shard 2",
                           "--continue-anyway")
        self.run_program("merge", self.model(), "--continue-anyway")
        self.assertEqual(len(self.manifest()["made_with"]), 2)
        self.assertFalse(self.shards_folder().exists())

    def test_merge_refuses_another_dataset(self):
        self.dataset_of(6)
        with ScriptedServer(first_tool) as server:
            self.generate("--shard", "1/2", server=server, **CATEGORY)
            self.change_question()
            self.generate("--shard", "2/2", server=server, result="second", **CATEGORY)
        shutil.copytree(next(self.shards_folder("second").glob("*/2")), next(self.shards_folder().glob("*")) / "2")
        self.refused_merge("shard 1 is generated with another dataset: ", "--continue-anyway")

    def test_merge_refuses_a_shard_without_a_manifest(self):
        with ScriptedServer(first_tool) as server:
            manifest = self.two_places(server) / "2" / "bfclx_manifest.json"
        whole = manifest.read_bytes()
        for text in (b"[]", b"{", b'{"shard": {}}'):
            manifest.write_bytes(text)
            self.refused_merge(f"{manifest}: missing or malformed", "shard 2")
        manifest.unlink()
        self.refused_merge(f"{manifest}: missing or malformed")
        manifest.write_bytes(whole)
        self.run_program("merge", self.model())

    def test_merge_refuses_links_and_lines_that_cannot_be_read(self):
        with ScriptedServer(first_tool) as server:
            part = self.two_places(server) / "2/non_live/BFCL_v4_simple_python_result.json.part"
        whole = part.read_bytes()
        part.write_bytes(b"no JSON\n" + whole)
        self.refused_merge(f"{part}:1: not a result line")
        part.unlink()
        self.write("elsewhere.part", whole.decode())
        part.symlink_to(self.folder / "elsewhere.part")
        self.refused_merge(f"{part}: a link")
        self.assertTrue(part.is_symlink())

    def test_merge_names_results_that_are_lost(self):
        with ScriptedServer(first_tool) as server:
            part = self.two_places(server) / "2/non_live/BFCL_v4_simple_python_result.json.part"
            *rest, last = part.read_bytes().splitlines(True)
            part.write_bytes(b"".join(rest))
            out = self.run_program("merge", self.model(), code=1)
            id = json.loads(last)["id"]
            self.assertIn(f"2 were complete; 1 result of these is missing: {id}\n`bfclx generate` with the same", out)
            self.generate(server=server, **CATEGORY)
        self.assertIn(id, self.ids())

    def test_a_path_with_spaces(self):
        with ScriptedServer(first_tool) as server:
            self.generate("--shard", "1/2", server=server, result="my: results", **CATEGORY)
        place = self.folder / "my: results" / "scripted"
        self.run_program("score", place, "--dataset", SAMPLE, code=2)
        self.assertIn(f"run `bfclx merge '{place}'`", self.err)
        self.run_program("merge", place)
        self.assertTrue(json.loads(self.run_program("score", place, "--dataset", SAMPLE, "--format", "json",
                                                    code=None)))


if __name__ == "__main__":
    main()
