"""Runs the program `bfclx` on the sample dataset and looks at what a user would see.

    python3 tests/cli/cli_test.py build/release/tools/bfclx [Suite]
"""

import csv
import gzip
import io
import json
import os
import shutil
import subprocess
import unittest
from pathlib import Path

from cli_case import GOOD, PROGRAM, SAMPLE, SIMPLE, SIMPLE_ENTRIES, Case, main, write_manifest


class Usage(Case):
    def test_version(self):
        self.assertRegex(self.run_program("--version"), r"^bfclx \d+\.\d+\.\d+\n")

    def test_help_has_examples(self):
        for command in ([], ["check"], ["explain"], ["play"], ["self-check"], ["categories"],
                        ["models"], ["decoders"]):
            self.assertIn("Examples:", self.run_program(*command, "--help"))

    def test_wrong_usage(self):
        for arguments in ([], ["chek"], ["score"], ["score", SIMPLE, "--format", "xml"],
                          ["score", SIMPLE, "--jobs", "0"], ["score", SIMPLE, "--jobs", "x"],
                          ["show", SIMPLE], ["score", SIMPLE, "--underscore-to-dot", "maybe"]):
            self.run_program(*arguments, code=2)
            self.assertEqual(self.out, "")
            self.assertNotEqual(self.err, "")

    def test_unknown_names_are_answered_with_close_ones(self):
        self.check(SIMPLE, "--decoder", "openai_cf", code=2)
        self.assertIn("Did you mean openai_fc", self.err)
        self.check(SIMPLE, "--category", "simple_pyton", code=2)
        self.assertIn("simple_python", self.err)
        self.check(SIMPLE, "--model", "good-modle", code=2)
        self.assertIn("good-model", self.err)

    def test_no_dataset(self):
        self.run_program("score", SIMPLE, code=2)
        self.assertIn("tools/get-dataset", self.err)
        self.assertIn("--dataset sample", self.err)
        self.run_program("score", SIMPLE, "--dataset", "nowhere", code=2)
        self.assertIn("nowhere", self.err)

    def test_the_command_of_the_wheel_alone(self):
        for arguments in (["dataset", "get"], ["dataset", "get", "data/bfcl", "--offline"]):
            with self.subTest(arguments):
                self.assertEqual(self.run_program(*arguments, code=2), "")
                self.assertIn("Run tools/get-dataset in the repository", self.err)
                self.assertNotIn("not expected", self.err)

    def test_default_dataset_beside_the_current_folder(self):
        (self.folder / "data").mkdir()
        (self.folder / "data" / "bfcl").symlink_to(SAMPLE)
        self.run_program("score", SIMPLE)

    def test_missing_and_empty_paths(self):
        self.check("missing.json", code=2)
        self.assertIn("missing.json: no such file or folder", self.err)
        self.check("", code=2)
        self.assertIn("a path is empty. Name a file or a folder, or leave it out", self.err)
        self.check(self.folder, code=2)
        self.assertIn("the folder has no *_result.json files", self.err)

    def test_verdicts_file_that_cannot_be_written(self):
        self.check(SIMPLE, "--verdicts", self.folder / "no" / "such" / "file", code=2)
        self.assertIn("cannot be written", self.err)
        copy = self.write("BFCL_v4_simple_python_result.json", SIMPLE.read_bytes())
        self.check(copy, "--verdicts", copy, code=2)
        self.assertIn("overwrite", self.err)
        self.assertEqual(copy.read_bytes(), SIMPLE.read_bytes())

    @unittest.skipUnless(Path("/dev/full").exists(), "needs /dev/full")
    def test_full_disk(self):
        self.check(SIMPLE, "--verdicts", "/dev/full", code=1)
        self.assertIn("cannot be written", self.err)

    def test_reader_that_goes_away(self):
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run([PROGRAM, "score", SIMPLE, "--dataset", SAMPLE], stdout=write,
                              stderr=subprocess.PIPE, timeout=60)
        os.close(write)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_closed_output(self):
        done = subprocess.run(["sh", "-c", '"$0" check "$1" --dataset "$2" >&-', PROGRAM, SIMPLE,
                               SAMPLE], stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, 1)


class Check(Case):
    def test_the_sample_inside_the_program(self):
        self.run_program("score", "sample", "--dataset", "sample", code=1)
        self.assertIn("good-model", self.out)
        self.assertIn("bad-model", self.out)
        inside = self.run_program("score", "sample", "--dataset", "sample", "--format", "json",
                                  code=1)
        outside = self.check_json(SAMPLE / "results", code=1)
        for ours, theirs in zip(json.loads(inside)["models"], outside["models"]):
            self.assertEqual(ours["categories"], theirs["categories"])

    def test_good_is_better_than_bad(self):
        report = self.check_json(SAMPLE / "results", code=1)
        accuracy = {model["model"]: [row["right"] for row in model["categories"]]
                    for model in report["models"]}
        self.assertEqual(sorted(accuracy), ["bad-model", "good-model"])
        self.assertGreater(sum(accuracy["good-model"]), sum(accuracy["bad-model"]))

    def test_report_adds_up(self):
        for model in self.check_json(SAMPLE / "results", code=1)["models"]:
            self.assertTrue(model["categories"])
            for row in model["categories"]:
                wrong = sum(failure["count"] for failure in row["failures"])
                self.assertEqual(row["entries"], row["right"] + wrong)
                self.assertEqual(row["total"], row["entries"] + row["missing"])
                self.assertEqual(row["missing"], len(row["missing_ids"]))
                if row["entries"]:
                    self.assertAlmostEqual(row["accuracy"], row["right"] / row["entries"])
                    self.assertLessEqual(row["interval_95"]["low"], row["accuracy"] + 1e-12)
                    self.assertGreaterEqual(row["interval_95"]["high"], row["accuracy"] - 1e-12)

    def test_verdicts_stand_in_input_order(self):
        lines = [json.loads(line) for line in self.verdicts(SIMPLE)]
        ids = [json.loads(line)["id"] for line in SIMPLE.read_text().splitlines()]
        self.assertEqual([line["id"] for line in lines], ids)
        for line in lines:
            self.assertIn(line["valid"], (True, False))
            self.assertTrue("decoded" in line or "decode_error" in line)
            if not line["valid"]:
                self.assertTrue({"error_type", "error", "why"} <= line.keys())
        self.assertEqual(sum(line["valid"] for line in lines),
                         self.category(self.check_json(SIMPLE), "simple_python")["right"])

    def test_verdicts_of_several_models_name_them(self):
        lines = [json.loads(line) for line in self.verdicts(SAMPLE / "results", code=1)]
        self.assertEqual({line["model"] for line in lines}, {"good-model", "bad-model"})

    def test_verdicts_on_standard_output(self):
        out = self.check(SIMPLE, "--verdicts", "-")
        self.assertEqual(out.splitlines(), self.verdicts(SIMPLE))
        self.check(SIMPLE, "--verdicts", "-")
        self.assertIn("simple_python", self.err)

    def test_jobs_change_nothing(self):
        for extra in ([], ["--format", "json"]):
            self.assertEqual(self.check(SAMPLE / "results", "--jobs", 1, *extra, code=1),
                             self.check(SAMPLE / "results", "--jobs", 7, *extra, code=1))
        self.assertEqual(self.verdicts(SAMPLE / "results", "--jobs", 1, code=1),
                         self.verdicts(SAMPLE / "results", "--jobs", 7, code=1))

    def test_csv_and_markdown(self):
        report = self.check_json(SAMPLE / "results", code=1)
        rows = list(csv.DictReader(io.StringIO(
            self.check(SAMPLE / "results", "--format", "csv", code=1))))
        expected = [(model["model"], row["category"], str(row["right"]))
                    for model in report["models"] for row in model["categories"]]
        self.assertEqual([(r["model"], r["category"], r["right"]) for r in rows], expected)
        markdown = self.check(SAMPLE / "results", "--format", "markdown", code=1)
        tables = [line for line in markdown.splitlines() if line.startswith("| ")]
        self.assertEqual(len(tables), len(expected) + len(report["models"]))

    def test_dataset_is_named(self):
        report = self.check_json(SIMPLE)
        self.assertTrue(report["dataset"]["hash"])
        self.assertIn(report["dataset"]["hash"][:19], self.check(SIMPLE))
        self.assertIn(report["dataset"]["version"], self.check(SIMPLE, "--format", "csv"))

    def test_unversioned_dataset_has_a_hash_of_its_bytes(self):
        copy = self.folder / "dataset"
        shutil.copytree(SAMPLE, copy)
        (copy / "manifest.json").unlink(missing_ok=True)
        run = lambda: json.loads(self.run_program("score", SIMPLE, "--dataset", copy, "--format",
                                                  "json"))["dataset"]
        first = run()
        self.assertEqual(first["version"], "unversioned")
        self.assertEqual(first, run())
        with open(copy / "data" / "BFCL_v4_simple_python.json", "ab") as file:
            file.write(b"\n")
        self.assertNotEqual(first["hash"], run()["hash"])

    def test_a_manifest_names_only_files_that_are_as_it_says(self):
        copy = self.folder / "dataset"
        shutil.copytree(SAMPLE, copy)

        def run(*more):
            return json.loads(self.run_program("score", GOOD, "--dataset", copy, "--format", "json",
                                               *more))["dataset"]  # fmt: skip

        plain = run("--category", "simple_python")
        claimed = {"version": "official 1", "hash": write_manifest(copy, "official 1")}
        self.assertEqual({key: run()[key] for key in claimed}, claimed)
        with open(copy / "data" / "possible_answer" / "BFCL_v4_multiple.json", "ab") as file:
            file.write(b"\n")
        # Models and prompt texts decide no verdict.
        (copy / "models.json").write_text('{"models": {}}')
        (copy / "prompt_texts.json").write_text("{}")
        self.assertEqual({key: run("--category", "simple_python")[key] for key in claimed}, claimed)
        # What is not read has no say.
        self.assertEqual(run("--category", "simple_python")["hash"], claimed["hash"])
        changed = run()
        self.assertEqual(changed["version"], "official 1 (modified)")
        self.assertRegex(changed["hash"], r"^fnv1a:\w{16} \(\d+ files\)$")
        # A hash that its list of files does not bear out is not taken either.
        for files in ({}, {"files": 7}, {"files": {"data/x.json": "00"}}):
            (copy / "manifest.json").write_text(json.dumps({**claimed, **files}))
            unverified = run("--category", "simple_python")
            self.assertEqual(unverified["version"], "official 1 (unverified)")
            self.assertEqual(unverified["hash"], plain["hash"])

    def test_categories_that_are_not_there_are_not_zero(self):
        report = self.check_json(SIMPLE)
        self.assertEqual([row["category"] for row in report["models"][0]["categories"]],
                         ["simple_python"])
        self.assertIn("live_simple", report["models"][0]["not_in_run"])
        self.assertIn("no results", self.check(SIMPLE))

    def test_the_head_counts_missing_entries_as_the_rest(self):
        for category in ("live/BFCL_v4_live_relevance_result.json", "non_live/BFCL_v4_multiple_result.json"):
            lines = (GOOD / category).read_text().splitlines()
            self.write(f"result/m/{category}", "\n".join(lines[:-1]) + "\n")
        (model,) = self.check_json(self.folder / "result" / "m")["models"]
        basis, totals = model["score"]["basis"], model["totals"]
        self.assertEqual((basis["missing_entries"], totals["missing"]), (1, 2))
        head = " ".join(self.check(self.folder / "result" / "m").split())
        self.assertIn(f"1 of {basis['entries'] + 1} entries missing; all categories: {totals['passed']} of "
                      f"{totals['total'] - 2} passed, 2 missing", head)

    def test_the_head_counts_missing_entries_outside_of_the_score(self):
        shutil.copytree(GOOD, self.folder / "result/m")
        place = self.folder / "result/m/live/BFCL_v4_live_relevance_result.json"
        place.write_text("".join(f"{line}\n" for line in place.read_text().splitlines()[:-1]))
        (model,) = self.check_json(self.folder / "result" / "m")["models"]
        self.assertEqual((model["score"]["basis"]["missing_entries"], model["totals"]["missing"]), (0, 1))
        passed = f"{model['totals']['passed']} of {model['totals']['total'] - 1} passed"
        self.assertIn(f"; all categories: {passed}, 1 missing", " ".join(self.check(self.folder / "result").split()))
        shutil.copytree(GOOD, self.folder / "result/n")
        table = self.check(self.folder / "result")
        self.assertRegex(table, r"run +overall +95 % CI +passed +missing\n")
        self.assertRegex(table, r"\n  n .* 0\n")
        self.assertRegex(table, r"\n  m .* 1\n")

    def test_category_filter_and_groups(self):
        report = self.check_json(GOOD, "--category", "non_python,live_simple")
        self.assertEqual([row["category"] for row in report["models"][0]["categories"]],
                         ["simple_java", "simple_javascript", "live_simple"])
        # What was not selected is not said to be absent.
        self.assertEqual(report["models"][0]["not_in_run"], [])
        self.assertEqual(self.check_json(SIMPLE, "--category", "non_python,simple_python")["models"][0]["not_in_run"],
                         ["simple_java", "simple_javascript"])

    def test_given_decoder_and_registry(self):
        settings = self.check_json(GOOD)["models"][0]["settings"]
        self.assertIn("registry", settings["decoder_reason"])
        given = self.check_json(GOOD, "--decoder", "openai_fc", "--underscore-to-dot", "yes")
        settings = given["models"][0]["settings"]
        self.assertEqual((settings["decoder"], settings["underscore_to_dot"]), ("openai_fc", True))
        stranger = self.folder / "stranger" / SIMPLE.name
        stranger.parent.mkdir()
        shutil.copy(SIMPLE, stranger)
        settings = self.check_json(stranger)["models"][0]["settings"]
        self.assertIn("auto", settings["decoder_reason"])
        models = self.write("more.json", json.dumps({"models": {"stranger": {
            "model_name": "stranger", "display_name": "Stranger", "url": "", "org": "",
            "license": "", "input_price": None, "output_price": None, "is_fc_model": False,
            "underscore_to_dot": True, "handler": "OpenAICompletionsHandler"}}}))
        settings = self.check_json(stranger, "--models", models)["models"][0]["settings"]
        self.assertIn("registry", settings["decoder_reason"])
        self.assertTrue(settings["underscore_to_dot"])

    def test_no_colour_outside_a_terminal(self):
        self.assertNotIn("\x1b", self.check(SAMPLE / "results", code=1))


class Inputs(Case):
    def test_every_form_gives_the_same_verdicts(self):
        expected = self.verdicts(SIMPLE)
        text = SIMPLE.read_bytes()
        entries = [json.loads(line) for line in text.splitlines()]
        forms = {
            "array.json": json.dumps(entries).encode(),
            "pretty.json": json.dumps(entries, indent=2).encode(),
            "lines.json": b"\xef\xbb\xbf\n" + text.replace(b"\n", b"\r\n\r\n"),
            "lines.json.gz": gzip.compress(text),
            "two_members.gz": gzip.compress(text[:100]) + gzip.compress(text[100:]),
        }
        for name, data in forms.items():
            with self.subTest(name):
                self.assertEqual(self.verdicts(self.write(name, data), "--decoder", "prompting",
                                               "--underscore-to-dot", "no"), expected)
                self.assertEqual(self.verdicts("-", "--decoder", "prompting", stdin=data,
                                               *["--underscore-to-dot", "no"]), expected)

    def test_paths_of_every_kind_find_the_same_model(self):
        whole = self.check_json(GOOD)["models"][0]
        self.assertEqual(whole["model"], "good-model")
        for path, models in ((SAMPLE / "results", 2), (GOOD, 1), (GOOD / "non_live", 1),
                             (SIMPLE, 1)):
            report = self.check_json(path, code=models - 1)
            self.assertEqual(len(report["models"]), models)
            self.assertEqual(report["models"][-1]["model"], "good-model")
        both = self.check_json(GOOD / "live", GOOD / "non_live", SIMPLE)
        self.assertEqual(len(both["models"]), 1)
        self.assertEqual(self.category(both, "simple_python")["duplicates"], 0)
        relative = self.check_json(".", cwd=GOOD / "live")
        self.assertEqual(relative["models"][0]["model"], "good-model")

    def test_two_models_of_one_name(self):
        for run in ("a", "b"):
            self.write(f"{run}/twin/live/BFCL_v4_live_simple_result.json",
                       (GOOD / "live" / "BFCL_v4_live_simple_result.json").read_bytes())
        report = self.check_json(self.folder)
        self.assertEqual([model["model"] for model in report["models"]], ["a/twin", "b/twin"])

    def test_one_file_may_mix_categories(self):
        live = GOOD / "live" / "BFCL_v4_live_simple_result.json"
        mixed = self.write("mixed.jsonl", live.read_bytes() + b"\n" + SIMPLE.read_bytes())
        report = self.check_json(mixed, "--model", "good-model")
        self.assertEqual(self.category(report, "simple_python")["entries"], SIMPLE_ENTRIES)
        self.category(report, "live_simple")

    def test_what_cannot_be_scored_is_listed(self):
        # A category that the sample dataset lacks.
        agentic = self.write("m/agentic/memory/kv/BFCL_v4_memory_kv_result.json",
                             '{"id": "memory_kv_0-customer-0", "result": [["f()"]]}\n')
        report = self.check_json(agentic, code=1)
        self.assertEqual(report["models"][0]["categories"], [])
        self.assertEqual(report["models"][0]["not_scored"][0]["category"], "memory_kv")
        self.assertIn("the dataset has no", self.check(agentic, code=1))
        line = json.loads(self.verdicts(agentic, code=1)[0])
        self.assertIsNone(line["valid"])
        self.assertIn("the dataset has no", line["not_scored"])


class Flaws(Case):
    def flawed(self, extra, **keywords):
        path = self.write("m/non_live/BFCL_v4_simple_python_result.json",
                          SIMPLE.read_bytes().rstrip() + b"\n" + extra)
        report = self.check_json(path, "--model", "good-model", **keywords)
        return self.category(report, "simple_python")

    def test_missing_duplicate_unknown_unusable(self):
        lines = SIMPLE.read_bytes().splitlines(keepends=True)
        kept = lines[1:]
        path = self.write("m/BFCL_v4_simple_python_result.json", b"".join(kept).rstrip() +
                          b"\n" + kept[0].rstrip() +
                          b'\n{"id": "simple_python_99999", "result": "f()"}\n{"id": "simple_\n')
        report = self.check_json(path, "--model", "good-model", code=1)
        row = self.category(report, "simple_python")
        self.assertEqual(row["missing_ids"], ["simple_python_90000"])
        self.assertEqual(row["duplicate_ids"], [json.loads(kept[0])["id"]])
        self.assertEqual(row["unknown_ids"], ["simple_python_99999"])
        self.assertEqual((row["entries"], row["unusable"]), (len(kept), 1))
        self.assertIn(f"BFCL_v4_simple_python_result.json:{len(kept) + 2}: simple_python_99999",
                      self.err)
        self.assertIn(f"BFCL_v4_simple_python_result.json:{len(kept) + 3}: ", self.err)
        table = self.check(path, "--model", "good-model", code=1)
        for word in ("missing", "duplicate", "unknown", "unusable"):
            self.assertRegex(table, rf"(?m)^  {word} +1 ")
        lines = [json.loads(line) for line in self.verdicts(path, "--model", "good-model", code=1)]
        self.assertEqual(len(lines), len(kept) + 2)
        self.assertIsNone(lines[-1]["valid"])

    def test_an_empty_id_is_shown(self):
        path = self.write("m/BFCL_v4_simple_python_result.json", SIMPLE.read_bytes().rstrip() +
                          b'\n{"id": "simple_python_nope", "result": "f()"}\n{"id": "", "result": "f()"}\n')
        self.assertRegex(self.check(path, "--model", "good-model", code=1),
                         r"(?m)^  unknown +2 in simple_python: simple_python_nope, \(empty\)$")

    def test_hostile_lines_leave_the_others_scored(self):
        hostile = {
            "truncated": b'{"id": "simple_python_90000", "result": "f(',
            "no UTF-8": b'{"id": "simple_python_90000", "result": "\xff\xfe"}',
            "a number": b"7", "null": b"null", "a list of numbers": b"[1, 2]",
            "NUL": b'{"id": "simple_python_90000", "res\x00ult": "x"}',
            "id a number": b'{"id": 7, "result": "x"}',
            "id a list": b'{"id": ["simple_python_90000"], "result": "x"}',
            "no result": b'{"id": "simple_python_77"}',
            "brackets": b"[" * 100_000,
            "brackets in a response": b'{"id": "simple_python_77", "result": "' + b"[" * 100_000 + b'"}',
            "a long line": b'{"id": "simple_python_77", "result": "' + b"a" * 10_000_000 + b'"}',
            "an id with a terminal's escape": b'{"id": "\\u001b[31mred", "result": "x"}',
        }
        for name, line in hostile.items():
            with self.subTest(name):
                path = self.write("m/BFCL_v4_simple_python_result.json",
                                  line + b"\n" + SIMPLE.read_bytes())
                report = subprocess.run(
                    [PROGRAM, "score", path, "--dataset", SAMPLE, "--model", "good-model",
                     "--format", "json"], capture_output=True, timeout=60)
                self.assertIn(report.returncode, (0, 1), report.stderr[:500])
                row = self.category(json.loads(report.stdout), "simple_python")
                self.assertEqual(row["entries"], SIMPLE_ENTRIES)
                self.assertNotIn(b"\x1b", report.stderr)
                self.assertLess(len(report.stderr), 5000)

    def test_hostile_responses_are_scored(self):
        for response in ("9**9**9", '"a"*10**10', "f(x=9**9**9)", "f(x='a'*10**10)", "(" * 100_000,
                      "f(" * 50_000, "-" * 100_000 + "1", "\x00", "\ud800", [[[]]], {"a": None}, 1,
                      None, True, [], {}, "", [{"f": "{"}], [{"f": 1}], "f(**{1: 2})"):
            lines = json.dumps({"id": "simple_python_90000", "result": response}) + "\n"
            path = self.write("m/BFCL_v4_simple_python_result.json", lines)
            for decoder in ("prompting", "openai_fc", "auto"):
                with self.subTest(response=str(response)[:40], decoder=decoder):
                    line = json.loads(self.verdicts(path, "--decoder", decoder)[0])
                    self.assertFalse(line["valid"])

    def test_truncated_and_damaged_gzip(self):
        data = gzip.compress(SIMPLE.read_bytes())
        path = self.write("m/BFCL_v4_simple_python_result.json.gz", data[:-30])
        report = self.check_json(path, "--model", "good-model", code=1)
        self.assertIn("truncated gzip", self.err)
        self.category(report, "simple_python")
        self.write("m/BFCL_v4_simple_python_result.json.gz", data[:20] + b"\xff" * 40)
        self.check(path, code=1)
        self.assertIn("gzip", self.err)

    def test_empty_file(self):
        path = self.write("m/BFCL_v4_simple_python_result.json", b"")
        self.check(path, code=1)
        self.assertIn("the file is empty", self.err)

    @unittest.skipIf(os.geteuid() == 0, "root reads everything")
    def test_files_that_may_not_be_read(self):
        for source in GOOD.glob("non_live/*.json"):
            self.write(f"m/non_live/{source.name}", source.read_bytes())
        (self.folder / "m" / "non_live" / SIMPLE.name).chmod(0)
        report = self.check_json(self.folder / "m", code=1)
        self.assertIn("cannot be opened", self.err)
        self.category(report, "multiple")

    def test_category_that_the_dataset_lacks(self):
        copy = self.folder / "dataset"
        shutil.copytree(SAMPLE, copy)
        (copy / "data" / "BFCL_v4_simple_java.json").unlink()
        report = json.loads(self.run_program("score", GOOD, "--dataset", copy, "--format", "json",
                                             code=1))
        self.assertEqual(report["models"][0]["not_scored"][0]["category"], "simple_java")
        self.category(report, "simple_python")


if __name__ == "__main__":
    main()
