"""Sampled runs: the manifest's sample, drawn again, decides which entries are missing, in every command and form.
And the same results given more than once.

    python3 tests/cli/samples_test.py build/release/tools/bfclx [Suite]
"""

import csv
import io
import json
import os
import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, SIMPLE_ENTRIES, main
from generate_test import GenerateCase, ScriptedServer

SEED = 7
COUNT = 20


class Samples(GenerateCase):
    """A run that `generate --sample` made, of one scripted model."""

    @classmethod
    def setUpClass(cls):
        cls.kept = None

    def setUp(self):
        super().setUp()
        self.run_folder = self.folder / "result" / "scripted"
        if type(self).kept is None:
            with ScriptedServer() as server:
                self.generate("--sample", COUNT, "--seed", SEED, server=server, category=None)
            type(self).kept = {path.relative_to(self.run_folder): path.read_bytes()
                               for path in self.run_folder.rglob("*") if path.is_file()}
        for path, data in type(self).kept.items():
            self.write(self.run_folder / path, data)

    def files(self):
        return sorted(path for path in self.run_folder.rglob("*_result.json") if path.stat().st_size)

    def test_a_category_without_a_common_entry_is_not_missing(self):
        other = self.folder / "result" / "other"
        shutil.copytree(self.run_folder, other)
        path = next(path for path in self.files() if path.name.endswith("v4_simple_python_result.json"))
        first, *rest = path.read_text().splitlines(keepends=True)
        self.assertTrue(rest)
        path.write_text(first)
        (other / path.relative_to(self.run_folder)).write_text("".join(rest))
        options = ("compare", self.run_folder, other, "--dataset", SAMPLE, "--draws", 100)
        basis = json.loads(self.run_program(*options, "--format", "json", code=None))["comparisons"][0]["basis"]
        self.assertEqual(basis["no_common_entries"], ["simple_python"])
        self.assertNotIn("simple_python", basis["missing"])
        report = self.folder / "report.html"
        self.run_program("report", *options[1:], "-o", report, code=None)
        for text in (self.run_program(*options, code=None),
                     self.run_program(*options, "--format", "markdown", code=None), report.read_text()):
            self.assertIn("no common entries: simple_python", " ".join(text.replace("\\_", "_").split()))

    def drop(self):
        """The id of the last response of a file, which is taken away."""
        path = next(path for path in self.files() if path.read_bytes().count(b"\n") > 1)
        *lines, last = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines))
        return json.loads(last)["id"], path

    def manifest_is(self, text):
        self.write(self.run_folder / "bfclx_manifest.json", text if isinstance(text, str) else json.dumps(text))

    def missing(self, path=None, code=None):
        """The missing ids as every form of `score`, `doctor` and the basis of the score have them."""
        path = path or self.run_folder
        (model,) = self.check_json(path, code=code)["models"]
        ids = sorted(id for row in model["categories"] for id in row["missing_ids"])
        count = len(ids)
        self.assertEqual(sum(row["missing"] for row in model["categories"]), count)
        self.assertEqual(model["totals"]["missing"], count)
        basis = model["score"]["basis"]
        self.assertEqual(basis["missing_entries"], sum(
            row["missing"] for row in model["categories"]
            if row["category"] not in ("format_sensitivity", "live_relevance")))  # weigh nothing
        rows = list(csv.DictReader(io.StringIO(self.check(path, "--format", "csv", code=code))))
        self.assertEqual(sum(int(row["missing"]) for row in rows), count)
        total = sum(int(row["total"]) for row in rows)
        self.assertEqual(total, model["totals"]["total"])
        for form in ("table", "markdown"):
            text = " ".join(self.check(path, "--format", form, code=code).split())
            self.assertIn(f"otal {total}, passed", text)
            self.assertEqual(f", missing {count}" in text, count > 0, form)
        junit = self.check(path, "--format", "junit", code=code)
        self.assertEqual(junit.count('type="missing"'), count)
        findings = json.loads(self.run_program("doctor", path, "--dataset", SAMPLE, "--format", "json", code=code))
        found = [id for row in findings["models"][0]["findings"] if row["code"] == "missing_entries" for id in row["ids"]]
        self.assertEqual(sorted(found), ids)
        return ids

    def warnings(self):
        """What standard error says of the manifest."""
        self.check(self.run_folder, code=None)
        return [line for line in self.err.splitlines() if "bfclx_manifest.json" in line]

    def test_what_the_sample_left_out_is_not_missing(self):
        self.assertEqual(self.missing(), [])
        (model,) = self.check_json(self.run_folder)["models"]
        self.assertEqual(model["totals"]["total"], COUNT)
        self.assertEqual(model["score"]["basis"]["sample"], COUNT)
        (said,) = self.warnings()
        self.assertIn(f"a sample of {COUNT} entries (seed {SEED})", said)

    def test_what_it_drew_and_has_no_response_is_missing(self):
        gone, path = self.drop()
        self.assertEqual(self.missing(), [gone])
        table = self.check(self.run_folder, code=None)
        self.assertIn(gone, table)
        self.assertGreater(path.stat().st_size, 0)  # of a category without responses nothing is compared
        compared = json.loads(self.run_program(
            "compare", self.run_folder, GOOD, "--dataset", SAMPLE, "--format", "json", "--draws", 100, code=None))
        self.assertEqual(compared["runs"][0]["overall"]["basis"]["missing_entries"], 1)
        (warning,) = [one for one in compared["warnings"] if one["kind"] == "missing_entries"]
        self.assertEqual((warning["run"], warning["count"]), ("scripted", 1))

    def test_a_drawn_category_that_is_not_there_is_missing(self):
        path = self.files()[-1]
        ids = sorted(json.loads(line)["id"] for line in path.read_bytes().splitlines())
        path.unlink()
        self.assertEqual(self.missing(), ids)
        # A single file tells nothing about the others.
        self.assertEqual(self.missing(self.files()[0]), [])

    def test_shards_and_archives_have_the_same_sample(self):
        gone, _ = self.drop()
        whole = self.check(self.run_folder, "--format", "json", code=None)
        shards = [self.folder / f"shard-{number}.jsonl" for number in (1, 2)]
        for number, shard in enumerate(shards, 1):
            self.check(self.run_folder, "--shard", f"{number}/2", "--verdicts", shard, code=None)
        self.assertEqual(self.run_program("merge", *shards, "--format", "json", code=None), whole)
        packed = shutil.make_archive(str(self.folder / "packed"), "gztar", self.folder / "result")
        self.assertEqual(self.missing(packed), [gone])

    def test_a_part_of_the_categories_has_its_part_of_the_sample(self):
        (model,) = self.check_json(self.run_folder, "--category", "simple_python,multiple")["models"]
        self.assertEqual([row["missing"] for row in model["categories"]], [0, 0])
        self.assertLess(model["totals"]["total"], COUNT)

    def test_chosen_ids_come_before_the_sample(self):
        ids = [json.loads(line)["id"] for line in SIMPLE.read_text().splitlines()]
        chosen = self.write("ids.txt", "\n".join(ids) + "\n")
        report = self.check_json(self.run_folder, "--ids", chosen, code=None)
        row = self.category(report, "simple_python")
        self.assertEqual(row["entries"] + row["missing"], len(ids))

    def test_chosen_ids_change_nothing_about_the_manifest(self):
        (path,) = [path for path in self.files() if "simple_python" in path.name]
        chosen = self.write("ids.txt", json.loads(path.read_text().splitlines()[0])["id"] + "\n")

        def told(*arguments):
            self.check(self.run_folder, *arguments, code=None)
            (said,) = [line for line in self.err.splitlines() if "bfclx_manifest.json" in line]
            return said

        self.assertIn(f"a sample of {COUNT} entries (seed {SEED})", told("--ids", chosen))
        self.assertEqual(told("--ids", chosen), told())
        manifest = json.loads((self.run_folder / "bfclx_manifest.json").read_text())
        manifest["settings"]["sample"]["seed"] = SEED + 1
        self.manifest_is(manifest)
        self.assertIn("outside its sample", told("--ids", chosen))
        self.assertEqual(told("--ids", chosen), told())

    def test_a_manifest_that_does_not_fit_is_not_believed(self):
        manifest = json.loads((self.run_folder / "bfclx_manifest.json").read_text())
        manifest["settings"]["sample"]["seed"] = SEED + 1
        self.manifest_is(manifest)
        said, = self.warnings()
        self.assertIn("outside its sample of 20 entries (seed 8), such as ", said)
        whole = self.missing()
        self.assertGreater(len(whole), COUNT)
        self.assertIsNone(self.check_json(self.run_folder)["models"][0]["score"]["basis"]["sample"])
        (self.run_folder / "bfclx_manifest.json").unlink()
        self.assertEqual(self.missing(), whole)

    def test_a_damaged_manifest_is_not_believed(self):
        whole = None
        for text, why in (("{", "not valid JSON"), ("[]", "not a JSON object"), ("", "not valid JSON"),
                          ('{"settings": {"sample": 20}}', "`settings.sample` is not an object"),
                          ('{"settings": {"sample": {"entries": "20", "seed": 7}}}', "`settings.sample.entries` is not an integer from 1 to 1000000"),
                          ('{"settings": {"sample": {"entries": 1000000000000000000, "seed": 7}}}',
                           "`settings.sample.entries` is not an integer from 1 to 1000000"),
                          ('{"settings": {"sample": {"entries": -20, "seed": 7}}}', "`settings.sample.entries` is not"),
                          ('{"settings": {"sample": {"entries": 20, "by": 7}}}', "`settings.sample.by` is not \"category\""),
                          ('{"settings": {"mode": 1, "sample": {"entries": 20}}}', "`settings.mode` is not text"),
                          ('{"started": 1, "settings": {"sample": {"entries": 20}}}', "`started` is not text"),
                          ('{"settings": {"sample": {"entries": 20, "seed": []}}}', "is not an integer")):
            with self.subTest(text):
                self.manifest_is(text)
                (said,) = self.warnings()
                self.assertIn(why, said)
                self.assertIn("every entry without a response counts as missing", said)
                whole = whole or self.missing()
                self.assertEqual(self.missing(), whole)
                self.assertGreater(len(whole), COUNT)
        (self.run_folder / "bfclx_manifest.json").unlink()
        os.mkfifo(self.run_folder / "bfclx_manifest.json")
        self.assertIn("a named pipe, not a file", self.warnings()[0])

    def test_every_view_says_why_a_manifest_is_ignored(self):
        self.manifest_is("{")
        why = "bfclx_manifest.json: not valid JSON"
        both = (self.run_folder, SAMPLE / "results/good-model")
        compared = self.run_program("compare", *both, "--dataset", SAMPLE, "--draws", 100, code=None)
        self.assertIn("warning " + why, " ".join(compared.split()))
        page = self.folder / "report.html"
        self.run_program("report", self.run_folder, "--dataset", SAMPLE, "-o", page, code=None)
        self.assertIn("Warning: " + why, page.read_text())
        self.run_program("publish", self.run_folder, "--dataset", SAMPLE, "--site", "none", "--draws", 100,
                         "-o", self.folder / "warned-board", code=None)
        (model,) = json.loads((self.folder / "warned-board/data/index.json").read_text())["models"]
        (warning,) = [one for one in model["warnings"] if one["kind"] == "ignored_manifest"]
        self.assertIn(why, warning["text"])
        self.assertFalse(warning["affects_comparison"])

    def test_a_board_keeps_what_was_left_out(self):
        gone, path = self.drop()
        options = ("--dataset", SAMPLE, "--site", "none", "--draws", 100, "-o", self.folder / "board")

        def published(*arguments):
            self.run_program("publish", *arguments, *options, code=None)
            index = json.loads((self.folder / "board/data/index.json").read_text())
            (model,) = [one for one in index["models"] if one["label"] == "scripted"]
            parts = model["categories"].values()
            self.assertEqual(sum(part["missing"] for part in parts), 1)
            return model["overall"]["basis"], sum(part["left_out"] for part in parts)

        first = published(self.run_folder)
        self.assertEqual(first[0], self.check_json(self.run_folder, code=None)["models"][0]["score"]["basis"])
        self.assertGreater(first[1], 0)
        self.assertEqual(published(self.write(f"other/{SIMPLE.name}", SIMPLE.read_bytes()).parent, "--add"), first)


class Repeated(GenerateCase):
    """The same results given more than once count once, with one line that says so."""

    def setUp(self):
        super().setUp()
        self.one = self.folder / "result" / "one"
        shutil.copytree(GOOD, self.one)
        self.write("result/two/" + SIMPLE.name, SIMPLE.read_bytes())
        (self.folder / "linked").symlink_to(self.one)
        self.spellings = [self.one, self.one, f"{self.folder}/result/../result/one", self.folder / "linked"]

    def says_so(self):
        lines = [line for line in self.err.splitlines() if "given more than once, counted once" in line]
        self.assertEqual(len(lines), 1, self.err)
        return lines[0]

    def test_one_behaviour_everywhere(self):
        once = self.check_json(self.one)
        for other in self.spellings[1:]:
            with self.subTest(other):
                self.assertEqual(self.check_json(self.one, other)["models"][0]["categories"],
                                 once["models"][0]["categories"])
                self.says_so()
                self.run_program("doctor", self.one, other, "--dataset", SAMPLE, code=0)
                self.says_so()
                self.run_program("audit", self.one, other, "--dataset", SAMPLE, code=0)
                self.says_so()
                self.run_program("report", self.one, other, "--dataset", SAMPLE, "-o", self.folder / "x.html", code=0)
                self.says_so()
                self.run_program("publish", self.one, other, "--dataset", SAMPLE, "--site", "none", "--draws", 100,
                                 "-o", self.folder / "board", code=0)
                self.says_so()
                self.assertIn("leaderboard of 1 model written", self.out)

    def test_compare_ranks_each_run_once(self):
        rest = ("--dataset", SAMPLE, "--format", "json", "--draws", 100)
        for other in self.spellings[1:]:
            with self.subTest(other):
                out = json.loads(self.run_program("compare", self.one, self.folder / "result/two", other, *rest, code=0))
                self.assertEqual([run["label"] for run in out["runs"]], ["one", "two"])
                self.says_so()
                self.run_program("compare", self.one, other, *rest, code=2)
                self.assertIn("compare needs at least two runs; found 1", self.err)
                self.says_so()

    def test_a_folder_and_one_inside(self):
        report = self.check_json(self.folder / "result", self.one / "non_live" / SIMPLE.name)
        self.assertEqual([model["model"] for model in report["models"]], ["one", "two"])
        self.assertIn(f"{SIMPLE.name}: given more", self.says_so())
        self.assertEqual(self.category(report, "simple_python")["entries"], SIMPLE_ENTRIES)

    def test_files_that_are_given_once_say_nothing(self):
        self.check(self.one, self.folder / "result/two")
        self.assertNotIn("more than once", self.err)


class NothingUsable(GenerateCase):
    """Input that is there and cannot be used ends with 1 in every command."""

    def test_the_exit_code_is_the_same(self):
        commands = (("score",), ("doctor",), ("report", "-o", self.folder / "page.html"), ("audit",),
                    ("publish", "--site", "none", "-o", self.folder / "board"))
        for name, data in (("table.csv", "id,result\n1,2\n"), ("notes.txt", "nothing"), ("empty.jsonl", ""),
                           ("cut.json", '{"id": "simple_python_0"')):
            path = self.write(name, data)
            for command, *rest in commands:
                with self.subTest(name=name, command=command):
                    self.run_program(command, path, "--dataset", SAMPLE, *rest, code=1)
                    self.assertIn(name, self.err)
        for command, *rest in commands:
            self.run_program(command, self.folder / "nowhere", "--dataset", SAMPLE, *rest, code=2)


if __name__ == "__main__":
    main()
