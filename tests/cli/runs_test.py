"""Runs through all commands: one identity, one name, one basis, the same numbers, the same warnings.

    python3 tests/cli/runs_test.py build/release/tools/bfclx [Suite]
"""

import json
import re
import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, SIMPLE_ENTRIES, Case, main
from report_test import Page

BAD = SAMPLE / "results" / "bad-model"


class RunCase(Case):
    def copy(self, source, *place):
        target = self.folder.joinpath(*place)
        shutil.copytree(source, target)
        return target

    def compare_json(self, *paths, code=None):
        return json.loads(self.run_program("compare", *paths, "--dataset", SAMPLE, "--format", "json", "--draws", "200", code=code))

    def publish(self, *paths):
        self.run_program("publish", *paths, "--dataset", SAMPLE, "-o", self.folder / "board", "--site", "none", "--draws", "200", code=None)
        return json.loads((self.folder / "board" / "data" / "index.json").read_text(encoding="utf-8"))

    def report(self, *paths):
        return self.run_program("report", *paths, "--dataset", SAMPLE, "-o", "-", code=None)

    def file_of(self, folder, category, answer):
        """A result file of the category in which `answer(number, line)` stands for each result of the good model."""
        (source,) = GOOD.rglob(f"BFCL_v4_{category}_result.json")
        lines = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
        for number, line in enumerate(lines):
            line["result"] = answer(number, line)
        return self.write(folder / source.relative_to(GOOD), "".join(json.dumps(line) + "\n" for line in lines))


class Identity(RunCase):
    """Three folders, two with one model name: what the commands say of them is the same."""

    def runs(self):
        whole = self.copy(GOOD, "v1", "result", "twin")
        other = self.copy(BAD, "fixes", "result", "twin")
        part = self.copy(GOOD / "non_live", "fixes", "result", "solo", "non_live").parent
        return whole, other, part

    NAMES = ["fixes/twin", "solo", "v1/twin"]

    def test_all_commands_agree(self):
        paths = self.runs()
        checked = {model["model"]: model for model in self.check_json(*paths, code=None)["models"]}
        self.assertEqual(sorted(checked), self.NAMES)
        compared = {run["label"]: run for run in self.compare_json(*paths)["runs"]}
        self.assertEqual(sorted(compared), self.NAMES)
        board = {model["label"]: model for model in self.publish(*paths)["models"]}
        self.assertEqual(sorted(board), self.NAMES)
        audit = json.loads(self.run_program("audit", *paths, "--dataset", SAMPLE, "--json", code=None))
        audited = {run["label"]: run for run in audit["runs"]}
        self.assertEqual(sorted(audited), self.NAMES)
        page = self.report(*paths)
        for name in self.NAMES:
            with self.subTest(name):
                entries = sum(row["entries"] for row in checked[name]["categories"])
                passed = checked[name]["totals"]["passed"]
                self.assertEqual(compared[name]["entries"], entries)
                parts = board[name]["categories"].values()
                self.assertEqual(sum(part["entries"] for part in parts), entries)
                self.assertEqual(sum(part["right"] for part in parts), passed)
                self.assertEqual((audited[name]["entries"], audited[name]["right"]), (entries, passed))
                score = checked[name]["score"]
                self.assertAlmostEqual(compared[name]["overall"]["value"], score["value"], 12)
                self.assertEqual(compared[name]["overall"]["basis"], score["basis"])
                self.assertAlmostEqual(board[name]["overall"]["score"], score["value"], 12)
                self.assertEqual(board[name]["overall"]["basis"], score["basis"])
                for low, high in ([*compared[name]["overall"]["interval_95"].values()], board[name]["overall"]["interval_95"]):
                    self.assertAlmostEqual(low, score["interval_95"]["low"], 12)
                    self.assertAlmostEqual(high, score["interval_95"]["high"], 12)
                self.assertIn(name, page)
                self.assertIn(f"{100 * score['value']:.1f} %", page)
                self.assertIn(score["basis"]["text"], page)

    def test_one_run_has_one_overall_score(self):
        """By `score`, by `score --leaderboard`, in every form."""
        whole, _, part = self.runs()
        for path in (whole, part):
            plain = self.check_json(path)["models"][0]["score"]
            self.assertEqual(self.check_json(path, "--leaderboard", "v4")["models"][0]["score"], plain)
            text = f"{100 * plain['value']:.1f} %"
            for options in ((), ("--leaderboard", "v4")):
                table = self.check(path, *options)
                head, row = [line for line in table.splitlines() if line.startswith("  overall v4")]
                self.assertIn(text, head)
                self.assertIn(text, row)
                self.assertIn(plain["basis"]["text"], " ".join(table.split()))
                self.assertNotRegex(table, r"Overall +N/A")
                markdown = self.check(path, *options, "--format", "markdown")
                self.assertIn(f"BFCL v4 overall: **{text}**", markdown)
        self.assertEqual(plain["basis"]["kind"], "partial")
        v3 = self.check_json(whole, "--leaderboard", "v3")["models"][0]["score"]
        self.assertEqual(v3["basis"]["leaderboard"], "v3")

    def test_compare_says_what_both_have(self):
        whole, _, part = self.runs()
        report = self.compare_json(whole, part)
        basis = report["comparisons"][0]["basis"]
        self.assertEqual((basis["kind"], basis["runs"]), ("shared", 2))
        self.assertAlmostEqual(basis["weight"], report["comparisons"][0]["overall"]["weight"], 9)
        self.assertEqual(report["ranking"]["basis"]["key"], basis["key"])
        own = [run["overall"]["basis"]["key"] for run in report["runs"]]
        self.assertEqual(len(set(own)), 2)

    def test_a_sample_says_so(self):
        part = self.copy(GOOD / "non_live", "drawn", "non_live").parent
        counts = {path.name[len("BFCL_v4_"):-len("_result.json")]: len(path.read_bytes().splitlines()) for path in part.rglob("*_result.json")}
        drawn = sum(counts.values())
        manifest = {"settings": {"test_category": list(counts), "sample": {"entries": drawn, "seed": 1}}}
        (part / "bfclx_manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
        basis = self.check_json(part)["models"][0]["score"]["basis"]
        self.assertEqual(basis["sample"], drawn)
        self.assertIn(f"sample of {drawn} entries", basis["text"])
        board = self.publish(part)
        self.assertEqual(board["models"][0]["overall"]["basis"], basis)
        self.assertEqual(self.compare_json(part, self.copy(GOOD, "whole"))["ranking"]["basis"]["sample"], drawn)

    def test_an_older_version_is_another_basis(self):
        old = self.write("old/BFCL_v3_simple_result.json", SIMPLE.read_bytes())
        basis = self.check_json(old)["models"][0]["score"]["basis"]
        self.assertEqual(basis["dataset"], "v3")
        self.assertIn("generated for v3", basis["text"])


class SecondFiles(RunCase):
    """Two files of one category in one run are never pooled."""

    def test_the_official_folder_counts(self):
        run = self.copy(GOOD, "m")
        wrong = self.write("m/BFCL_v4_simple_python_result.json",
                           b"\n".join(SIMPLE.read_bytes().splitlines()[:2]).replace(b'"result"', b'"result": "none", "was"'))
        right = self.category(self.check_json(GOOD), "simple_python")["right"]
        lines = self.check_json(GOOD)["models"][0]["lines"]
        report = self.check_json(run, code=1)
        row = self.category(report, "simple_python")
        self.assertEqual((row["entries"], row["right"], row["duplicates"]), (SIMPLE_ENTRIES, right, 0))
        # The lines of the other are counted, as skipped.
        self.assertEqual(report["models"][0]["lines"], lines | {"total": lines["total"] + 2, "skipped": lines["skipped"] + 2})
        self.assertIn("skipped     2 lines of second files for a category", self.check(run, code=1))
        official = run / "non_live" / "BFCL_v4_simple_python_result.json"
        self.assertRegex(self.err, rf"(?m)^bfclx: {re.escape(str(wrong))}: not scored: .*simple_python.*{re.escape(str(official))} is used")
        for command in ("compare", "publish", "audit", "report"):
            more = {"publish": ["-o", self.folder / "board", "--site", "none"], "report": ["-o", "-"]}.get(command, [])
            self.run_program(command, run, GOOD, "--dataset", SAMPLE, *more, code=1)
            self.assertIn("is used", self.err, command)

    def test_else_the_first_by_path(self):
        run = self.copy(GOOD / "non_live", "m", "a")
        self.copy(GOOD / "non_live", "m", "b")
        report = self.check_json(run / "BFCL_v4_simple_python_result.json", self.folder / "m" / "b" / "BFCL_v4_simple_python_result.json")
        # Named apart they are runs of their own.
        self.assertEqual([model["model"] for model in report["models"]], ["a", "b"])
        shutil.copy(SIMPLE, run / "BFCL_v3_simple_result.json")
        report = self.check_json(run, code=1)
        self.assertEqual(self.category(report, "simple_python")["entries"], SIMPLE_ENTRIES)
        self.assertIn("BFCL_v4_simple_python_result.json is used (named for a newer version)", self.err)

    def test_a_file_with_another_name_is_no_second_run_of_the_entries(self):
        run = self.copy(GOOD / "non_live", "m", "non_live")
        right = self.category(self.check_json(run), "simple_python")["right"]
        bad = SIMPLE.read_bytes().replace(b'"result"', b'"result": "no", "was"')
        for name in ("m/non_live/BFCL_v4_multiple_result.json", "m/all_result.json", "m/agentic/BFCL_v4_web_search_base_result.json"):
            before = (self.folder / name).read_bytes() if (self.folder / name).exists() else None
            other = self.write(name, bad)
            report = self.check_json(self.folder / "m", code=1)
            row = self.category(report, "simple_python")
            self.assertEqual((row["entries"], row["right"], row["duplicates"]), (SIMPLE_ENTRIES, right, 0), name)
            self.assertIn(f"{other}: not scored: {SIMPLE_ENTRIES} duplicate responses for simple_python in this run; {run / SIMPLE.name} "
                          "is used (named for the category); remove one of them", self.err)
            lines = report["models"][0]["lines"]
            self.assertEqual((lines["skipped"], lines["unusable"]), (SIMPLE_ENTRIES, 0), name)
            for command in ("compare", "publish", "audit", "report", "doctor"):
                more = {"publish": ["-o", self.folder / "board", "--site", "none"], "report": ["-o", "-"], "compare": [GOOD]}.get(command, [])
                self.run_program(command, self.folder / "m", "--dataset", SAMPLE, *more, code=1)
                self.assertIn("duplicate responses for simple_python", self.err + self.out, command)
            if before is None:
                other.unlink()
            else:
                other.write_bytes(before)

    def test_halves_of_a_category_are_all_used(self):
        lines = SIMPLE.read_bytes().splitlines(keepends=True)
        self.write("m/non_live/BFCL_v4_simple_python_result.json", b"".join(lines[:2]))
        self.write("m/non_live/BFCL_v4_multiple_result.json", b"".join(lines[2:]))
        report = self.check_json(self.folder / "m")
        self.assertEqual(self.category(report, "simple_python")["entries"], SIMPLE_ENTRIES)

    def test_pages_are_one_run(self):
        lines = SIMPLE.read_bytes().splitlines(keepends=True)
        self.write("m/page_1_result.json", b"".join(lines[:2]))
        self.write("m/page_2_result.json", b"".join(lines[2:]))
        report = self.check_json(self.folder / "m")
        self.assertEqual(self.category(report, "simple_python")["entries"], SIMPLE_ENTRIES)

    def test_files_of_one_folder_are_told_apart(self):
        good = self.write("m/one.jsonl", SIMPLE.read_bytes())
        labels = [run["label"] for run in self.compare_json(good, self.write("m/two.jsonl", SIMPLE.read_bytes()))["runs"]]
        self.assertEqual(labels, ["one", "two"])


class Intervals(RunCase):
    """No interval has width 0, whatever is all right or all wrong."""

    def test_none_vanishes(self):
        good = self.file_of(self.folder / "good", "simple_python", lambda number, line: line["result"]).parents[1]
        wrong = self.file_of(self.folder / "wrong", "simple_python", lambda number, line: "none").parents[1]
        one = self.write("one/BFCL_v4_simple_python_result.json", SIMPLE.read_bytes().splitlines()[0]).parent
        for path in (good, wrong, one):
            model = self.check_json(path)["models"][0]
            for interval in (model["score"]["interval_95"], model["categories"][0]["interval_95"]):
                self.assertGreater(interval["high"] - interval["low"], 0.2)
            self.assertGreater(model["score"]["standard_error"], 0.05)
        for pair in ((good, self.copy(good, "same")), (good, wrong), (one, self.copy(one, "again"))):
            report = self.compare_json(*pair)
            overall = report["comparisons"][0]["overall"]
            self.assertGreater(overall["interval_95"]["high"] - overall["interval_95"]["low"], 0.1)
            self.assertGreater(overall["standard_error"], 0)
            for row in report["comparisons"][0]["categories"]:
                self.assertGreater(row["standard_error"], 0)
            for run in report["ranking"]["runs"]:
                self.assertGreater(run["interval_95"]["high"] - run["interval_95"]["low"], 0.2)
                self.assertGreater(run["standard_error"], 0)
        # One entry tells no ranks.
        other = self.write("other/BFCL_v4_simple_python_result.json", json.dumps({"id": "simple_python_90000", "result": "none"})).parent
        ranks = [(run["rank_low"], run["rank_high"]) for run in self.compare_json(one, other)["ranking"]["runs"]]
        self.assertEqual(ranks, [(1, 2), (1, 2)])

    def test_ranges_say_that_they_hold_together(self):
        said = "All rank ranges hold jointly with 95 % confidence."
        runs = [self.copy(GOOD, name) for name in ("a", "b", "c")]
        self.assertIn(said, self.run_program("compare", *runs, "--dataset", SAMPLE))
        self.assertIn(said, self.run_program("compare", *runs, "--dataset", SAMPLE, "--format", "markdown"))
        self.assertIn(said, self.report(*runs))
        self.assertEqual(self.publish(*runs)["ranking"]["rank_text"], said)
        self.assertIn(said, self.run_program("audit", *runs, "--dataset", SAMPLE, code=None))


class Warnings(RunCase):
    ERROR = "Error during inference: 404 page not found"

    def erring(self, name, category, at_least=0):
        run = self.copy(GOOD, name)
        self.file_of(run, category, lambda number, line: self.ERROR if number >= at_least else line["result"])
        return run

    def warned(self, kind, *paths):
        report = self.compare_json(*paths)
        (warning,) = [one for one in report["warnings"] if one["kind"] == kind]
        text = self.run_program("compare", *paths, "--dataset", SAMPLE, code=None)
        words = " ".join(text.split())
        self.assertIn(warning["text"], words)
        markdown = self.run_program("compare", *paths, "--dataset", SAMPLE, "--format", "markdown", code=None)
        self.assertIn("**Warning**", markdown)
        board = {model["label"]: model["warnings"] for model in self.publish(*paths)["models"]}
        self.assertIn(warning, board[warning["run"]])
        page = self.report(*paths)
        self.assertIn("Warning: ", page)
        self.audited(warning, *paths)
        if kind != "missing_entries":  # which check tells by category
            self.checked(warning, *paths)
        return warning, words

    def audited(self, warning, *paths):
        """`audit` has it in every form, of responses that come again too."""
        run, path = self.folder / "audited", self.folder / "audited.html"
        shutil.rmtree(run, ignore_errors=True)
        shutil.copytree(paths[-1], run / "again")
        runs = [*paths, run / "again"]
        said = [warning, {**warning, "run": "again"}]
        text = self.run_program("audit", *runs, "--dataset", SAMPLE, "--html", path, code=None)
        page = Page(path.read_text(encoding="utf-8")).text
        told = json.loads(self.run_program("audit", *runs, "--dataset", SAMPLE, "--json", code=None))["warnings"]
        for one in said:
            self.assertIn(one, told)
            self.assertIn(f'warning {one["run"]}: {one["text"]}', " ".join(text.split()))
            self.assertIn(f'Warning: {one["run"]}: {one["text"]}.', page)
        self.assertEqual({one["run"] for one in told}, {one["run"] for one in said})

    def checked(self, warning, *paths):
        """`score`, `merge` and their forms have the warning; the runs that are fine have none."""
        for model in self.check_json(*paths, code=None)["models"]:
            expected = [warning] if model["model"] == warning["run"] else []
            self.assertEqual(model.get("warnings", []), expected, model["model"])
        table = self.run_program("score", *paths, "--dataset", SAMPLE, "--details", code=None)
        self.assertEqual(" ".join(table.split()).count("warning " + warning["text"]), 1)
        ranking = self.run_program("score", *paths, "--dataset", SAMPLE, code=None)
        run = f"{warning['run']}: " if len(paths) > 1 else ""
        self.assertEqual(" ".join(ranking.split()).count(f"warning {run}{warning['text']}"), 1)
        markdown = self.run_program("score", *paths, "--dataset", SAMPLE, "--format", "markdown", code=None)
        self.assertEqual(markdown.count("**Warning**"), 1)
        shard = self.folder / "shard.jsonl"
        self.run_program("score", *paths, "--dataset", SAMPLE, "--shard", "1/1", "--verdicts", shard, code=None)
        for more in ([], ["--no-verify"]):
            self.assertEqual(self.run_program("merge", shard, *more, code=None), ranking)

    def test_generation_errors(self):
        run = self.erring("errs", "multi_turn_base")
        for category in ("simple_python", "multiple", "parallel", "irrelevance"):
            if list(GOOD.rglob(f"BFCL_v4_{category}_result.json")):
                self.file_of(run, category, lambda number, line: self.ERROR)
        warning, words = self.warned("inference_errors", self.copy(GOOD, "fine"), run)
        self.assertEqual(warning["run"], "errs")
        self.assertEqual(warning["count"], warning["of"])
        self.assertIn("multi_turn_base", [part["category"] for part in warning["categories"]])
        self.assertNotIn("is significantly better", words)
        self.assertEqual(self.compare_json(self.copy(GOOD, "one"), self.copy(GOOD, "two"))["warnings"], [])

    def test_the_basis_fits_a_narrow_terminal(self):
        run = self.copy(GOOD / "non_live", "narrow", "non_live").parent
        basis = self.check_json(run, code=None)["models"][0]["score"]["basis"]["text"]
        for columns in (60, 80, 160):
            lines = self.run_program("score", run, "--dataset", SAMPLE, code=None, env={"COLUMNS": str(columns)}).splitlines()
            self.assertTrue(lines[1].startswith("  overall"))
            self.assertIn(basis, " ".join(" ".join(lines[1:4]).split()))
            self.assertLessEqual(max(map(len, lines[1:4])), columns)

    def test_missing_entries(self):
        run = self.copy(GOOD, "short")
        path = run / "non_live" / SIMPLE.name
        path.write_bytes(b"".join(SIMPLE.read_bytes().splitlines(keepends=True)[:2]))
        warning, _ = self.warned("missing_entries", self.copy(GOOD, "fine"), run)
        self.assertEqual((warning["run"], warning["count"], warning["of"]), ("short", SIMPLE_ENTRIES - 2, SIMPLE_ENTRIES))
        self.assertIn(f"{SIMPLE_ENTRIES - 2} of {SIMPLE_ENTRIES} entries in simple_python are missing", warning["text"])


if __name__ == "__main__":
    main()
