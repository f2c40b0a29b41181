"""The commands by name: new and older ones, those within others, help, and what stands in front of them.

    python3 tests/cli/commands_test.py build/release/tools/bfclx [Suite]
"""

import json
import re
import shlex
import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, Case, main

BAD = SAMPLE / "results" / "bad-model"
OLDER = {("score",): ("check",), ("show",): ("explain",), ("scores",): ("info",),
         ("test-categories",): ("categories",), ("list", "categories"): ("categories",),
         ("list", "decoders"): ("decoders",), ("list", "models"): ("models",),
         ("dataset", "validate"): ("self-check",), ("dataset", "audit"): ("audit",),
         ("dataset", "errata"): ("errata", "check")}


class Commands(Case):
    def test_older_names_work_and_are_not_listed(self):
        listed = set(re.findall(r"^  ([a-z][a-z-]*)  +\S", self.run_program("--help"), re.MULTILINE))
        for new, old in OLDER.items():
            with self.subTest(old=old):
                self.assertIn(new[0], listed)
                if old != new[-1:]:
                    self.assertNotIn(old[0], listed)
                text = self.run_program(*new, "--help-all")
                usage = re.compile(r"^Usage: .*\n", re.MULTILINE)
                self.assertEqual(usage.sub("", text), usage.sub("", self.run_program(*old, "--help-all")))
        self.assertNotIn("publish", listed)
        self.run_program("publish", "--help")

    def test_help_of_a_command(self):
        for words in (["score"], ["dataset", "audit"], ["list"]):
            self.assertEqual(self.run_program("help", *words), self.run_program(*words, "--help"))
        self.assertEqual(self.run_program("help"), self.run_program("--help"))
        self.run_program("help", "scroe", code=2)
        self.assertIn("Did you mean score?", self.err)

    def test_a_command_that_is_missing_is_asked_for(self):
        for words in ([], ["dataset"], ["list"]):
            self.run_program(*words, code=2)
            asked = self.err.strip()
            self.assertEqual(asked, self.run_program(*words, "--help").strip())
        self.run_program("dataset", "valdate", code=2)
        self.assertIn("unknown command `valdate`. Did you mean validate?", self.err)

    def test_the_dataset_is_named_in_front_or_by_the_environment(self):
        wanted = self.run_program("score", GOOD, "--dataset", SAMPLE)
        self.assertEqual(self.run_program("--dataset", SAMPLE, "score", GOOD), wanted)
        self.assertEqual(self.run_program(f"--dataset={SAMPLE}", "score", GOOD), wanted)
        self.assertEqual(self.run_program("score", GOOD, env={"BFCLX_DATASET": str(SAMPLE)}), wanted)
        # With what belongs to the sample: its recording.
        wanted = self.run_program("dataset", "validate", "--dataset", "sample", "--category", "executable")
        self.assertEqual(self.run_program("--dataset", "sample", "dataset", "validate", "--category", "executable"), wanted)
        self.run_program("--dataset", "sample", "version", code=2)
        self.assertIn("`bfclx version` does not take --dataset", self.err)
        self.run_program("--dataset", "sample", "scroe", code=2)
        self.assertIn("unknown command `scroe`. Did you mean score", self.err)
        # The nearest name counts.
        nowhere = {"BFCLX_DATASET": str(self.folder / "none")}
        self.run_program("--dataset", SAMPLE, "score", GOOD, env=nowhere)
        self.run_program("--dataset", "none", "score", GOOD, "--dataset", SAMPLE, env=nowhere)
        self.run_program("score", GOOD, env=nowhere, code=2)
        self.assertIn(f"dataset {self.folder / 'none'}: no such folder", self.err)
        self.run_program("score", GOOD, env={"BFCLX_DATASET": ""}, code=2)
        self.assertIn("--dataset DIR or set BFCLX_DATASET", self.err)
        one, two = (self.folder / f"{number}.jsonl" for number in (1, 2))
        for number, path in ((1, one), (2, two)):
            self.run_program("score", SIMPLE, "--shard", f"{number}/2", "--verdicts", path, env={"BFCLX_DATASET": str(SAMPLE)})
        self.run_program("merge", one, two)

    def test_version(self):
        self.assertEqual(self.run_program("version"), self.run_program("--version"))

    def test_an_older_name_says_which_is_the_new_one(self):
        for old, new in (("categories", "list categories"), ("decoders", "list decoders")):
            out = self.run_program(*new.split())
            self.assertEqual(self.err, "")
            self.assertEqual(self.run_program(old), out)
            self.assertEqual(self.err, f"bfclx: `bfclx {old}` is an old name of `bfclx {new}` and will be removed in "
                             f"{self.next_minor()}\n")
            self.run_program(old, "-q")
            self.assertEqual(self.err, "")
        self.run_program("check", GOOD, "--dataset", SAMPLE)
        self.assertIn("`bfclx check` is an old name of `bfclx score` and will", self.err)
        self.run_program("publish", GOOD, "--dataset", SAMPLE, "-o", self.folder / "board", code=None)
        self.assertIn("`bfclx publish` is an old name of `bfclx report -o DIR/` and will", self.err)
        self.run_program("test-categories")
        self.assertEqual(self.err, "")

    def next_minor(self):
        major, minor = re.search(r"^bfclx (\d+)\.(\d+)\.", self.run_program("version")).groups()
        return f"{major}.{int(minor) + 1}"

    def test_help_stands_behind_options_too(self):
        score, program = (self.run_program(*command, "--help") for command in (("score",), ()))
        for arguments in (("-q", "help", "score"), ("--color", "never", "help", "score"), ("help", "-q", "score"),
                          ("--dataset", "sample", "help", "score"), ("help", "help", "score")):
            self.assertEqual(self.run_program(*arguments), score, arguments)
        for arguments in (("help",), ("help", "help"), ("-q", "help")):
            self.assertEqual(self.run_program(*arguments), program, arguments)
        self.run_program("-q", "help", "scroe", code=2)
        self.assertIn("unknown command `scroe`. Did you mean score", self.err)

    def test_what_a_dataset_holds(self):
        out = self.run_program("dataset", "info", "--dataset", SAMPLE)
        entries = len((SAMPLE / "data/BFCL_v4_simple_java.json").read_text().splitlines())
        self.assertRegex(out, rf"(?m)^  simple_java +{entries}$")
        held = json.loads(self.run_program("dataset", "info", "--dataset", SAMPLE, "--format", "json"))
        self.assertEqual(held["categories"]["simple_java"], {"entries": entries, "malformed": 0})
        self.assertIn(held["hash"], out)
        changed = self.folder / "changed"
        shutil.copytree(SAMPLE, changed)
        path = changed / "data/BFCL_v4_simple_java.json"
        path.write_text("{}\n" + path.read_text())
        self.run_program("dataset", "info", "--dataset", changed, code=1)
        self.assertIn("BFCL_v4_simple_java.json:1: ", self.err)
        self.run_program("dataset", "get", "here", "--offline", code=2)
        self.assertIn("tools/get-dataset", self.err)


class OfficialCommands(Case):
    def test_results_lists_models(self):
        result = self.folder / "result"
        shutil.copytree(GOOD, result / "good-model")
        (result / "none").mkdir()
        (result / "file").write_text("")
        out = self.run_program("results")
        categories = len({path.name for path in GOOD.glob("**/BFCL_v*_result.json")})
        self.assertRegex(out, rf"(?m)^good-model +{categories}  20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$")
        self.assertRegex(out, r"(?m)^none +0  no result files$")
        self.assertNotIn("file  ", out)
        self.assertEqual(self.run_program("results", "--result-dir", result), out)
        self.run_program("results", "--result-dir", self.folder / "nowhere", code=2)
        self.assertIn("nowhere", self.err)
        (self.folder / "empty").mkdir()
        self.run_program("results", "--result-dir", "empty", code=1)

    def test_scores_shows_what_evaluate_wrote(self):
        self.run_program("scores", code=2)
        self.assertIn("score/data_overall.csv: no such table; `bfclx evaluate` writes it", self.err)
        shutil.copytree(GOOD, self.folder / "result" / "good-model")
        self.run_program("evaluate", "--dataset", SAMPLE, "--models", SAMPLE / "models.json", "--partial-eval",
                         code=None)
        out = self.run_program("scores")
        self.assertIn("model", out)
        self.assertNotIn("(yours)", out)
        self.assertNotIn("All rank ranges", out)  # a score without an error has no range
        self.assertEqual(self.run_program("scores", "--score-dir", self.folder / "score"), out)


class Show(Case):
    def show(self, *arguments, **keywords):
        return self.run_program("show", *arguments, "--dataset", SAMPLE, **keywords)

    def test_failed_entries_with_their_reasons(self):
        verdicts = self.folder / "verdicts.jsonl"
        self.run_program("score", BAD, "--dataset", SAMPLE, "--verdicts", verdicts, code=1)
        lines = [json.loads(line) for line in verdicts.read_text().splitlines()]
        failed = [line["id"] for line in lines if line.get("valid") is False]
        out = self.show(BAD, "--limit", 0, code=1)
        self.assertIn(f"{len(failed)} of ", out)
        self.assertEqual(re.findall(r"^  (\w+_\d[\w-]*)  ", out, re.MULTILINE), failed)
        self.assertIn(f"bfclx show {BAD} --dataset {SAMPLE} {failed[0]}\n", out)
        table = self.show(BAD, "--limit", 0, "--format", "csv", code=1).splitlines()
        self.assertEqual(table[0], "run,id,error,reason")
        self.assertEqual(len(table), 1 + len(failed))
        self.assertTrue(table[1].startswith(f"bad-model,{failed[0]},"))
        self.assertIn("| bad-model | " + failed[0].replace("_", "\\_") + " |", self.show(BAD, "--format", "markdown", code=1))

    def test_a_part_of_them(self):
        out = self.show(BAD, "--limit", 2, code=1)
        self.assertIn("; the first 2 (--limit 0: all)", out)
        out = self.show(BAD, "--error", "type_error", code=1)
        self.assertRegex(out, r"^bad-model\n  \d+ of \d+ entries failed with type_error\n")
        self.assertTrue(all("type_error" in line for line in re.findall(r"^  \w+_\d\S*  .*$", out, re.MULTILINE)))
        self.show(BAD, "--error", "type_eror", code=2)
        self.assertIn("no entry failed with `type_eror`. Did you mean type_error?", self.err)
        self.assertEqual(self.show(BAD, "--error", "agentic:answer_not_found", "--format", "csv", code=1), "run,id,error,reason\n")
        self.show(BAD, "simple_python_90000", "--limit", 2, code=2)

    def test_nothing_failed(self):
        out = self.show(GOOD, "--category", "simple_python")
        self.assertRegex(out, r"^good-model\n  0 of \d+ entries failed\n\n$")

    def test_what_cannot_be_scored_is_told(self):
        damaged = self.write("m/BFCL_v4_simple_python_result.json", SIMPLE.read_bytes() + b"none\n")
        self.show(damaged, code=1)
        self.assertIn("not JSON", self.err)
        self.show(GOOD, "--category", "web_search", code=1)
        self.assertIn("nothing to show", self.err)

    def test_the_printed_command_shows_an_entry(self):
        place = self.folder / "a b"
        shutil.copytree(BAD, place)
        for arguments in ((), ("--decoder", "prompting", "--category", "multiple"), ("--underscore-to-dot", "no")):
            out = self.run_program("--dataset", SAMPLE, "show", place, "--limit", 1, *arguments, code=None)
            told = shlex.split(re.search(r"^  bfclx (show .*)$", out, re.MULTILINE)[1])
            self.assertIn("failed", self.run_program(*told).splitlines()[0])
            for word in map(str, arguments):
                self.assertIn(word, told)


class Score(Case):
    def test_an_empty_id_is_wrong_usage(self):
        self.run_program("show", GOOD, "", "--dataset", SAMPLE, code=2)
        self.assertIn("ID: must not be empty; omit it to list the failed entries", self.err)
        self.assertEqual(self.out, "")

    def test_the_score_comes_first_and_the_next_step_last(self):
        out = self.run_program("score", BAD, "--dataset", SAMPLE, code=1)
        lines = out.splitlines()
        self.assertEqual(lines[0], "bad-model")
        self.assertRegex(" ".join(" ".join(lines[1:3]).split()), r"^overall v4 \d+\.\d % \(95 % CI \d+\.\d to \d+\.\d\), covers .*; all categories: "
                                               r"\d+ of \d+ passed")
        told = re.search(r"(\d+) failed entries:\n  bfclx (show .*)$", out)
        listed = self.run_program(*told[2].split(), "--limit", "0", "--format", "csv", code=1)
        self.assertEqual(len(listed.splitlines()), 1 + int(told[1]))
        # Where nothing failed there is no next step.
        out = self.run_program("score", SIMPLE, "--dataset", SAMPLE)
        self.assertNotIn("bfclx", out)
        self.assertIn("5 of 5 passed", " ".join(out.split()))

    def test_the_next_step_is_a_command_for_a_shell(self):
        place = self.folder / "a b'c"
        shutil.copytree(BAD, place)
        out = self.run_program("score", place, "--dataset", SAMPLE, "--category", "simple_java")
        self.assertIn("bfclx show '" + str(place).replace("'", "'\\''") + f"' --dataset {SAMPLE} --category simple_java", out)

    def test_format_sensitivity_alone_is_of_prompt_mode(self):
        """What its responses look like was asked of them: no decoder is told by it."""
        shutil.copytree(GOOD / "format_sensitivity", self.folder / "other" / "format_sensitivity")
        (alone,) = self.check_json(self.folder / "other")["models"]
        self.assertEqual(alone["settings"]["decoder"], "prompting")
        whole = self.category(self.check_json(GOOD), "format_sensitivity")
        self.assertEqual(self.category(self.check_json(self.folder / "other"), "format_sensitivity")["right"], whole["right"])


class Boards(Case):
    def report(self, *arguments, **keywords):
        return self.run_program("report", GOOD, "--dataset", SAMPLE, *arguments, **keywords)

    def test_a_folder_is_a_leaderboard_and_a_file_is_a_page(self):
        self.report("-o", "board/", "--site", "none")
        index = (self.folder / "board/data/index.json").read_bytes()
        self.run_program("publish", GOOD, "--dataset", SAMPLE, "-o", "other", "--site", "none")
        self.assertEqual((self.folder / "other/data/index.json").read_bytes(), index)
        self.run_program("report", BAD, "--dataset", SAMPLE, "-o", "board", "--site", "none", "--add", code=1)
        self.assertEqual({path.name for path in (self.folder / "board/data/models").iterdir()}, {"good-model", "bad-model"})
        self.report("-o", "page.html")
        self.assertTrue((self.folder / "page.html").is_file())

    def test_a_new_name_without_an_extension_is_a_leaderboard(self):
        self.report("-o", "new", "--site", "none")
        self.assertTrue((self.folder / "new/data/index.json").is_file())
        (self.folder / "page").write_text("")
        self.report("-o", "page")
        self.assertIn("<html", (self.folder / "page").read_text("utf-8"))

    def test_options_of_the_other_kind_are_refused(self):
        for arguments, told in ((("-o", "page.html", "--add"), "--add applies to a leaderboard only: pass a folder, `-o page.html/`"),
                                (("-o", "page.html", "--site", "none"), "--site applies to a leaderboard only"),
                                (("-o", "board/", "--failures", "3"), "--failures applies to a page only")):
            self.report(*arguments, code=2)
            self.assertIn(told, " ".join(self.err.split()))
        self.assertEqual([path.name for path in self.folder.iterdir()], [])


if __name__ == "__main__":
    main()
