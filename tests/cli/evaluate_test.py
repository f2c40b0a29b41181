"""`bfclx evaluate` on the sample dataset: files, tables, faults.

    python3 tests/cli/evaluate_test.py build/release/tools/bfclx [Suite]
"""

import fcntl
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import time

from cli_case import GOOD, PROGRAM, SAMPLE, Case, main

SIMPLE = "non_live/BFCL_v4_simple_python_result.json"
SCORE = "good-model/non_live/BFCL_v4_simple_python_score.json"
TABLES = ["data_agentic.csv", "data_format_sensitivity.csv", "data_live.csv",
          "data_multi_turn.csv", "data_non_live.csv", "data_overall.csv"]


class EvaluateCase(Case):
    def setUp(self):
        super().setUp()
        self.results = self.folder / "result"
        self.scores = self.folder / "score"
        self.add_model("good-model")

    def add_model(self, name):
        shutil.copytree(GOOD, self.results / name)

    def registry(self, *names):
        """A registry of models like the one of the sample."""
        entry = json.loads((SAMPLE / "models.json").read_text())["models"]["good-model"]
        models = {name: {**entry, "display_name": name} for name in names}
        return self.write("models.json", json.dumps({"models": models}))

    def evaluate(self, *arguments, **keywords):
        return self.run_program("evaluate", "--dataset", SAMPLE, "--today", "2026-11-21",
                                *arguments, **keywords)

    def files(self):
        """Path -> bytes of everything below the score folder, hidden files too."""
        return {str(path.relative_to(self.scores)): path.read_bytes()
                for path in self.scores.rglob("*") if path.is_file()}

    def lines(self, path):
        return (self.results / path).read_text(encoding="utf-8").splitlines()

    def overall(self):
        rows = [row.split(",") for row in (self.scores / "data_overall.csv").read_text().split("\n")]
        return {row[2]: dict(zip(rows[0], row)) for row in rows[1:]}


class Evaluate(EvaluateCase):
    def test_score_files_and_tables(self):
        self.evaluate()
        files = self.files()
        # All but sql and chatable, which are no categories of the official evaluation.
        categories = sum(1 for _ in GOOD.rglob("BFCL_v4_*_result.json")) - 2
        self.assertGreater(categories, 5)
        self.assertEqual(len(files), categories + len(TABLES))
        self.assertTrue(set(TABLES) <= set(files))
        header, *failed = map(json.loads, files[SCORE].decode().splitlines())
        entries = len(self.lines("good-model/" + SIMPLE))
        self.assertEqual(header["total_count"], entries)
        self.assertEqual(header["correct_count"], entries - len(failed))
        self.assertEqual(header["accuracy"], header["correct_count"] / entries)
        self.assertIn(f"{categories} score files written", self.out)
        self.assertEqual(list(self.overall()), ["Good Model (Prompt)"])

    def test_failed_entries_have_the_official_members(self):
        path = "good-model/" + SIMPLE
        lines = [json.loads(line) for line in self.lines(path)]
        lines[0]["result"] = "[no_such_function(x=1)]"
        (self.results / path).write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.evaluate("--test-category", "simple_python")
        failed = json.loads(self.files()[SCORE].decode().splitlines()[1])
        self.assertEqual(list(failed), [
            "id", "model_name", "test_category", "valid", "error", "error_type", "prompt",
            "model_result_raw", "model_result_decoded", "possible_answer"])
        self.assertEqual(failed["id"], lines[0]["id"])

    def test_again_gives_the_same_bytes_with_any_number_of_threads(self):
        self.evaluate("--jobs", "1")
        first = self.files()
        self.evaluate("--jobs", "7")
        self.assertEqual(self.files(), first)

    def test_a_folder_without_a_model_is_told_what_to_do(self):
        self.add_model("old")
        self.evaluate(code=1)
        self.assertIn("the registry has no model for the folder `old`; rename it, or register the model with --models FILE "
                      "(see --help-all)", self.err)
        self.assertIn('{"models": {"NAME": {"handler": "OpenAICompletionsHandler"}}}',
                      " ".join(self.run_program("evaluate", "--help-all").split()))

    def test_categories_groups_and_models(self):
        self.evaluate("--test-category", "python, simple_java", "--test-category", "multi_turn",
                      "--model", "good-model")
        files = self.files()
        self.assertIn(SCORE, files)
        self.assertIn("good-model/multi_turn/BFCL_v4_multi_turn_base_score.json", files)
        self.assertNotIn("good-model/non_live/BFCL_v4_simple_javascript_score.json", files)
        self.evaluate("--model", "bad-model", code=2)
        self.assertIn("bad-model", self.err)
        self.assertIn("register the model with --models FILE", self.err)
        self.assertNotIn("without --model", self.err)
        manifest = self.results / "good-model" / "bfclx_manifest.json"
        manifest.write_text('{"settings": {"sample": {"entries": 1000000000000000000}}}')
        self.evaluate("--test-category", "simple_python")
        self.assertIn("result/good-model/bfclx_manifest.json: cannot be used: `settings.sample.entries` is not", self.err)
        self.assertNotIn("a sample of", self.err)
        self.evaluate("--test-category", "simple_pyton", code=2)
        self.assertIn("simple_python", self.err)
        self.evaluate("--test-category", "sql", code=2)
        self.assertIn("bfclx score", self.err)

    def test_scores_of_earlier_runs_join_the_tables(self):
        models = self.registry("good-model", "other")
        self.evaluate("--models", models, "--test-category", "simple_python")
        os.rename(self.scores / "good-model", self.scores / "other")
        self.evaluate("--models", models, "--test-category", "simple_java")
        rows = self.overall()
        self.assertEqual(sorted(rows), ["good-model", "other"])
        self.assertEqual(rows["other"]["Total Cost ($)"], "N/A")
        self.assertEqual(rows["good-model"]["Non-Live Multiple AST"], "N/A")

    def test_paths_are_below_the_project_root(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        self.evaluate(cwd=elsewhere, env={"BFCL_PROJECT_ROOT": str(self.folder)})
        self.assertIn(SCORE, self.files())
        shutil.rmtree(self.scores)
        self.evaluate("--result-dir", self.results, "--score-dir", self.scores, cwd=elsewhere)
        self.assertIn(SCORE, self.files())

    def test_overall_scores_of_every_version(self):
        for version, missing in (("v1", "exec_simple"), ("v2", "rest"),
                                 ("v3", "multi_turn_long_context"), ("v4", "memory_kv")):
            out = self.evaluate("--leaderboard", version)
            self.assertIn(version, out.splitlines()[0])
            # The basis stands in its column, in several lines.
            row = " ".join(out.partition("score files written")[0].split())
            self.assertIn("missing: ", row)
            self.assertIn(missing, row)
            # As `score` has it, over the categories that are there.
            basis = self.check_json(GOOD, "--leaderboard", version, code=None)["models"][0]["score"]
            self.assertIn(f"{100 * basis['value']:.2f}%", row)
            self.assertIn(basis["basis"]["text"].partition(",")[0], row)


    def test_names_with_underscores_for_dots_are_told_as_by_doctor(self):
        path = self.results / "good-model/non_live/BFCL_v4_multiple_result.json"
        path.write_text(re.sub(r"(museum|rail|bike_share|library)\.", r"\1_", path.read_text()))
        self.run_program("doctor", "result", "--dataset", SAMPLE, "--format", "json",
                         "--underscore-to-dot", "no", "--category", "multiple")
        (found,) = [finding for finding in json.loads(self.out)["models"][0]["findings"]
                    if finding["code"] == "dots_in_names"]
        self.evaluate("--test-category", "multiple")
        effect = found["effect"].partition(" Accuracy when fixed")[0]
        self.assertIn(f"result/good-model: {effect} Set `underscore_to_dot` of the model to true with "
                      "--models FILE", self.err)
        entry = json.loads((SAMPLE / "models.json").read_text())["models"]["good-model"]
        models = self.write("models.json", json.dumps({"models": {"good-model": {**entry, "underscore_to_dot": True}}}))
        self.evaluate("--models", models, "--test-category", "multiple")
        self.assertNotIn("underscore_to_dot", self.err)


class EvaluateFlaws(EvaluateCase):
    def rewrite(self, change):
        path = self.results / "good-model" / SIMPLE
        path.write_text("".join(line + "\n" for line in change(self.lines("good-model/" + SIMPLE))))

    def test_missing_entries(self):
        self.evaluate()
        before = self.files()
        self.rewrite(lambda lines: lines[1:])
        self.evaluate(code=1)
        self.assertIn("simple_python_90000", self.err)
        self.assertIn("--partial-eval", self.err)
        self.assertEqual(self.files(), before)  # the old scores stay
        self.evaluate("--partial-eval")
        header = json.loads(self.files()[SCORE].decode().splitlines()[0])
        self.assertEqual(header["total_count"], len(self.lines("good-model/" + SIMPLE)))

    def test_entries_that_cannot_be_used(self):
        for change, word in (
                (lambda lines: lines + [lines[0]], "more than once"),
                (lambda lines: lines + ['{"id": "simple_python_99999", "result": ""}'], "99999"),
                (lambda lines: lines[:1] + ['{"id": "simple_'] + lines[1:], "line 2"),
                (lambda lines: lines[:1] + ['{"id": "simple_python_90001"}'], "line 2"),
                (lambda lines: [], "holds no entries")):
            shutil.rmtree(self.results / "good-model")
            self.add_model("good-model")
            self.rewrite(change)
            self.evaluate("--partial-eval", code=1)
            self.assertIn(word, self.err)
            self.assertNotIn(SCORE, self.files())
            self.assertIn("good-model/live/BFCL_v4_live_simple_score.json", self.files())
            shutil.rmtree(self.scores)

    def test_entries_of_another_category_are_told_where_they_belong(self):
        live = "live/BFCL_v4_live_simple_result.json"
        other = self.lines("good-model/" + live)[0]
        name = json.loads(other)["id"]
        self.rewrite(lambda lines: lines + [other, '{"id": "simple_java_90000", "result": ""}'])
        self.evaluate("--partial-eval", code=1)
        told = " ".join(self.err.split())
        self.assertIn(f"{name} is an entry of live_simple: move the line to {live} and evaluate it with "
                      "--test-category live_simple; simple_java_90000 is an entry of simple_java: move the line to "
                      "non_live/BFCL_v4_simple_java_result.json and evaluate it with --test-category simple_java", told)
        self.assertNotIn("the dataset has no", told)
        self.rewrite(lambda lines: lines + ['{"id": "simple_python_99999", "result": ""}'])
        self.evaluate("--partial-eval", code=1)
        self.assertIn("the dataset has no simple_python_99999 in this category", self.err)

    def test_folders_that_the_registry_does_not_know(self):
        self.add_model("stranger")
        self.evaluate(code=1)
        self.assertIn("`stranger`", self.err)
        self.assertIn("--models", self.err)
        self.assertIn(SCORE, self.files())
        shutil.rmtree(self.results / "stranger")
        os.rename(self.scores / "good-model", self.scores / "stranger")
        self.evaluate(code=1)
        self.assertIn("stranger", self.err)
        self.assertEqual(list(self.overall()), ["Good Model (Prompt)"])

    def test_nothing_to_do(self):
        self.evaluate("--test-category", "memory", code=1)
        self.assertIn("holds no result files", self.err)
        self.assertEqual(self.out.splitlines()[-1], "no score files written; the tables in score/data_*.csv have no rows")
        self.evaluate()
        self.evaluate("--test-category", "memory", code=1)
        self.assertEqual(self.out.splitlines()[-1],
                         "no score files written; the tables in score/data_*.csv have scores of earlier runs")
        self.evaluate("--result-dir", "nowhere", code=2)
        self.assertIn("nowhere", self.err)

    def test_files_of_other_names_are_passed_over(self):
        for name in ("BFCL_v4_memory_kv_prereq_result.json", "BFCL_v4_nonsense_result.json",
                     "BFCL_v3_simple_result.json", "notes.txt"):
            self.write(f"result/good-model/agentic/{name}", "no JSON")
        self.evaluate()
        self.assertEqual(self.err.count("not evaluated"), 1)
        self.assertIn("BFCL_v3_simple_result.json: not evaluated: the official evaluator reads only BFCL_v4_*_result.json", self.err)

    def test_groups_that_are_links_are_told(self):
        group = self.results / "good-model/non_live"
        shutil.move(group, self.folder / "elsewhere")
        group.symlink_to(self.folder / "elsewhere")
        (self.results / "good-model/again").symlink_to(self.results / "good-model/live")
        self.evaluate(code=1)
        self.assertIn("result/good-model/non_live: a link to a folder is not followed; pass that folder itself", self.err.replace("\n", " "))
        self.assertNotIn("again", self.err)

    def test_the_last_file_of_a_category_counts_and_the_others_are_named(self):
        self.evaluate()
        before = self.files()
        for folder in ("", "a/"):
            self.write(f"result/good-model/{folder}BFCL_v4_simple_python_result.json", (GOOD / SIMPLE).read_bytes().replace(b'"result"', b'"result": "no", "was"'))
        self.evaluate(code=1)
        named = re.findall(r"(?m)^bfclx: (.*): not scored: second file for simple_python in this run; (.*) is used \(the last one; as in the official evaluator, all subfolders of a model are one run\); remove one of them$", self.err)
        self.assertEqual(len(named), 2)
        self.assertEqual(len({used for _, used in named}), 1)
        self.assertNotIn(named[0][1], [path for path, _ in named])
        self.assertEqual(set(before), set(self.files()))


class EvaluateFaults(EvaluateCase):
    def test_a_score_file_that_is_half_written(self):
        self.evaluate()
        path = self.scores / SCORE
        whole = path.read_bytes()
        # Cut in a failed entry or behind the header, within the header, and nothing at all.
        for part in (whole[:-1], whole[:20], b""):
            path.write_bytes(part)
            self.evaluate("--test-category", "live_simple", code=1)
            self.assertIn("half written", self.err)
            self.assertIn(SCORE, self.err)
            self.assertEqual(self.overall()["Good Model (Prompt)"]["Non-Live Simple AST"], "N/A")
            self.assertEqual(path.read_bytes(), part)
        self.evaluate()
        self.assertEqual(path.read_bytes(), whole)

    def test_a_folder_that_cannot_be_written(self):
        self.evaluate("--score-dir", "/proc/bfclx-score", code=2)
        self.assertIn("cannot be written", self.err)
        self.write("score", "a file")
        self.evaluate(code=2)
        self.assertIn("cannot be written", self.err)

    def test_a_full_disk_leaves_what_was_there(self):
        self.evaluate()
        before = self.files()
        limit = 100
        done = subprocess.run(
            [PROGRAM, "evaluate", "--dataset", SAMPLE, "--today", "2026-11-21"],
            cwd=self.folder, capture_output=True, timeout=120,
            preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_DFL),
                                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("cannot be written", done.stderr.decode())
        after = self.files()
        self.assertEqual(set(after), set(before))
        for path, data in before.items():
            if len(data) > limit:
                self.assertEqual(after[path], data, path)

    def test_a_run_that_is_killed_leaves_what_was_there(self):
        self.evaluate()
        before = self.files()
        for delay in (0, 0.002, 0.01, 0.03):
            running = subprocess.Popen(
                [PROGRAM, "evaluate", "--dataset", SAMPLE, "--today", "2026-11-21"],
                cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(delay)
            running.kill()
            running.wait()
        whole = {path: data for path, data in self.files().items() if ".bfclx-" not in path}
        self.assertEqual(whole, before)
        self.evaluate()
        self.assertEqual(self.files(), before)

    def test_leftovers_of_killed_runs_go(self):
        self.evaluate()
        gone = subprocess.Popen(["true"])
        gone.wait()
        names = [f"good-model/.BFCL_v4_x_score.json.bfclx-{gone.pid}-0",
                 f".data_live.csv.bfclx-{gone.pid}-0"]
        for name in names:
            (self.scores / name).write_text("half")
        held = self.scores / f".data_live.csv.bfclx-{gone.pid}-1"
        held.write_text("half")
        with open(held, "rb") as living:
            fcntl.flock(living, fcntl.LOCK_EX)
            self.evaluate()
        self.assertTrue(held.exists())
        for name in names:
            self.assertNotIn(name, self.files())

    def test_several_evaluations_at_once_lose_nothing(self):
        names = [f"model-{i}" for i in range(6)]
        models = self.registry(*names)
        shutil.rmtree(self.results)
        for name in names:
            self.add_model(name)
        command = [PROGRAM, "evaluate", "--dataset", SAMPLE, "--models", models, "--today",
                   "2026-11-21"]
        running = [subprocess.Popen([*command, "--model", name], cwd=self.folder,
                                    stdout=subprocess.DEVNULL) for name in names]
        running += [subprocess.Popen([*command, "--model", names[0]], cwd=self.folder,
                                     stdout=subprocess.DEVNULL)]
        self.assertEqual([process.wait(120) for process in running], [0] * len(running))
        self.assertEqual(sorted(self.overall()), names)
        files = self.files()
        self.assertFalse([path for path in files if ".bfclx-" in path])
        scores = {path.split("/", 1)[1]: data for path, data in files.items()
                  if path.startswith("model-1/")}
        for name in names:
            for path, data in scores.items():
                self.assertEqual(files[f"{name}/{path}"].replace(name.encode(), b"model-1"), data)

    def test_inference_logs_cost_no_memory(self):
        def peak():
            process = subprocess.Popen(
                [PROGRAM, "evaluate", "--dataset", SAMPLE, "--test-category", "multi_turn_base"],
                cwd=self.folder, stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0)
            return usage.ru_maxrss

        small = peak()
        path = self.results / "good-model/multi_turn/BFCL_v4_multi_turn_base_result.json"
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        step = json.dumps({"role": "assistant", "content": "step \u00e9 " * 100})
        with open(path, "w") as file:
            for number, line in enumerate(lines):
                line["result"] = []  # fails, so that its log is copied
                text = json.dumps(line)[:-1] + ', "inference_log": ['
                file.write(text)
                pieces = 60_000 if number == 0 else 2_000  # about 60 MB in one line
                for piece in range(pieces):
                    file.write((", " if piece else "") + step)
                file.write("]}\n")
        self.assertGreater(path.stat().st_size, 50_000_000)
        self.assertLess(peak(), small + 10_000)  # KiB
        score = self.scores / "good-model/multi_turn/BFCL_v4_multi_turn_base_score.json"
        self.assertGreater(score.stat().st_size, 50_000_000)
        with open(score, encoding="utf-8") as file:
            next(file)
            entry = json.loads(next(file))
        self.assertEqual(len(entry["inference_log"]), 60_000)
        self.assertEqual(entry["inference_log"][-1], json.loads(step))


if __name__ == "__main__":
    main()
