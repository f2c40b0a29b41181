"""`bfclx score --shard` and `bfclx merge`: any split gives the bytes of the whole."""

import gzip
import json
import os
import re
import subprocess

import cli_case
from cli_case import GOOD, ROOT, SAMPLE, Case, main

FORMATS = ("table", "json", "csv", "markdown", "junit")
BAD = SAMPLE / "results" / "bad-model"


def split_last_line(text):
    lines = text.splitlines(keepends=True)
    return "".join(lines[:-1]), lines[-1].rstrip()


class Shards(Case):
    def whole(self, paths, *options):
        """Verdicts and the report in each form, of one check."""
        found = {}
        for form in FORMATS:
            found[form] = self.check(*paths, *options, "--today", "2026-11-21", "--format", form,
                                     "--verdicts", self.folder / "whole.jsonl", code=None)
            found[form] = (self.status, found[form], self.err)
        return found, (self.folder / "whole.jsonl").read_bytes()

    def split(self, paths, shards, *options):
        names = []
        for number in range(1, shards + 1):
            name = self.folder / f"shard-{shards}-{number}.jsonl"
            self.check(*paths, *options, "--today", "2026-11-21", "--shard", f"{number}/{shards}",
                       "--verdicts", name, code=None)
            self.assertEqual(self.out, "")
            names.append(name)
        return names

    # The message that the verdicts were checked is left out of self.err.
    def merge(self, names, *options, code=None):
        out = self.run_program("merge", *names, *options, code=code)
        if self.status in (0, 1):
            self.err, self.told = split_last_line(self.err)
            self.assertRegex(self.told, r"^bfclx: (\d+ verdicts? of \d+ shards? checked against the "
                                        r"result files|the verdicts were not checked)")
        return out

    def assert_same(self, paths, shards, *options):
        whole, verdicts = self.whole(paths, *options)
        names = self.split(paths, shards, *options)
        merged = self.folder / "merged.jsonl"
        for form, more in [(form, more) for form in FORMATS for more in ([], ["--no-verify"])]:
            out = self.merge(reversed(names), "--format", form, "--verdicts", merged, *more)
            self.assertEqual((self.status, out, self.err), whole[form], (shards, form))
            self.assertEqual(merged.read_bytes(), verdicts, (shards, form))
        lines = [path.read_text().splitlines()[1:] for path in names]
        self.assertEqual(sum(map(len, lines)), len(verdicts.splitlines()))
        return whole, lines

    def test_any_split_gives_the_bytes_of_the_whole(self):
        for shards in (1, 2, 3, 7):
            whole, lines = self.assert_same([SAMPLE / "results"], shards)
        self.assertTrue(all(lines), "every shard has entries")
        categories = json.loads(whole["json"][1])["models"][0]["categories"]
        self.assertGreater(len(categories), 10)
        self.assertTrue(any(row["own_turn_progress"] for row in categories))
        self.assertEqual(whole["json"][0], 1, "the bad model has flaws, which are told alike")

    def test_more_shares_than_entries(self):
        path = GOOD / "non_live" / "BFCL_v4_simple_python_result.json"
        _, lines = self.assert_same([path], 40)
        self.assertTrue(any(not shard for shard in lines))

    def test_skipped_entries_keep_their_requests(self):
        responses = {"exec_simple": ["[calculate_triangle_area(base=4, height=2.5)]", "[math_factorial(n=1)]",
                                   "[get_weather_data(coordinates=[47.4, 9.6])]"],
                   "rest": ["[requests.get(url='http://ziptasticapi.com/99999')]",
                            "[requests.get(url='https://example.org/')]", "no call"]}  # fmt: skip
        for category, texts in responses.items():
            lines = [json.dumps({"id": f"{category}_{90000 + i}", "result": text})
                     for i, text in enumerate(texts)]  # fmt: skip
            self.write(f"result/m/executable/BFCL_v4_{category}_result.json", "\n".join(lines))
        result = self.folder / "result"
        for options in (["--network", "off"], ["--cassette", self.write("none.jsonl", "")], [],
                        ["--official-scoring"]):  # fmt: skip
            whole, _ = self.assert_same([result], 2, "--decoder", "prompting", *options)
            rows = json.loads(whole["json"][1])["models"][0]["categories"]
            self.assertEqual(len(rows), 2)
            skipped = sum(row["skipped"]["total"] for row in rows)
            self.assertEqual(skipped > 0, "--official-scoring" not in options, options)
            if "--cassette" in options:
                self.assertIn('"request"', whole["json"][1])

    def test_overall_scores_and_errata_are_those_of_the_whole(self):
        correction = {"id": "simple_python_90000", "kind": "void", "reason": "two answers are right",
                      "source": "https://example.org/1", "author": "a reader"}  # fmt: skip
        errata = self.write("errata.json", json.dumps(
            {"schema": "bfclx-errata-1", "name": "ours", "corrections": [correction]}))
        options = ["--leaderboard", "v4", "--format", "json", "--errata", errata]
        whole = self.check(GOOD, *options, "--today", "2026-11-21", code=None)
        self.assertEqual(self.merge(self.split([GOOD], 3), *options), whole)
        self.assertIsNotNone(json.loads(whole)["models"][0]["overall"])
        self.assertEqual(json.loads(whole)["errata"]["applied"], 1)

    def test_the_recipe_for_slurm(self):
        """The script of python/README.md, a task after the other as Slurm would start them."""
        readme = (ROOT / "python" / "README.md").read_text()
        (script,) = [block for block in re.findall(r"```sh\n(.*?)```", readme, re.S) if "#SBATCH" in block]
        first, last = map(int, re.search(r"#SBATCH --array=(\d+)-(\d+)", script).groups())
        merge = re.search(r"--wrap '(.*)'", script)[1]
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "bfclx").symlink_to(cli_case.PROGRAM)
        (self.folder / "data").mkdir()
        (self.folder / "data" / "bfcl").symlink_to(SAMPLE)
        (self.folder / "result").symlink_to(SAMPLE / "results")
        job = self.write("job.sh", script)
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"

        def run(*command, **variables):
            return subprocess.run(command, cwd=self.folder, env={**os.environ, "PATH": path, **variables},
                                  capture_output=True, text=True, timeout=120)

        for task in range(first, last + 1):
            done = run("sh", job, SLURM_ARRAY_TASK_ID=str(task), SLURM_ARRAY_TASK_COUNT=str(last))
            self.assertIn(done.returncode, (0, 1), done.stderr)  # the sample has a bad model
        merged = run("sh", "-c", merge)
        header = json.loads((self.folder / f"shard-{first}.jsonl").read_text().splitlines()[0])
        today = header["bfclx_share"]["options"]["today"]
        whole = run("bfclx", "score", "result", "--today", today, "--verdicts", "whole.jsonl")
        self.assertEqual((merged.returncode, merged.stdout, split_last_line(merged.stderr)[0]),
                         (whole.returncode, whole.stdout, whole.stderr))
        self.assertEqual((self.folder / "all.jsonl").read_bytes(), (self.folder / "whole.jsonl").read_bytes())
        self.assertGreater(len((self.folder / "all.jsonl").read_text().splitlines()), 40)

    def test_the_day_is_that_of_the_shards(self):
        name = self.folder / "shard.jsonl"
        self.check(GOOD, "--shard", "1/1", "--verdicts", name, code=None)
        header = json.loads(name.read_text().splitlines()[0])
        self.assertRegex(header["bfclx_share"]["options"]["today"], r"^\d{4}-\d\d-\d\d$")

    def test_shares_that_do_not_fit_are_refused(self):
        names = self.split([GOOD], 3)
        self.merge(names[:2], code=2)
        self.assertIn("shard 3 of 3 is missing", self.err)
        self.merge([*names, names[1]], code=2)
        self.assertIn("are both shard 2", self.err)
        self.merge([*names[:2], self.split([GOOD], 4)[2]], code=2)
        self.assertIn("from another run", self.err)
        other = self.folder / "other"
        other.mkdir()
        self.check(GOOD, "--shard", "3/3", "--decoder", "prompting", "--today", "2026-11-21",
                   "--verdicts", other / "shard.jsonl", code=None)
        self.merge([*names[:2], other / "shard.jsonl"], code=2)
        self.assertIn("from another run than the files before it: ", self.err)
        self.assertIn('decoder "prompting", before "auto"', self.err)
        self.check(GOOD, "--shard", "3/3", "--today", "2026-11-22", "--verdicts", other / "shard.jsonl", code=None)
        self.merge([*names[:2], other / "shard.jsonl"], code=2)
        self.assertIn('shard.jsonl: from another run than the files before it: today "2026-11-22", before "2026-11-21"\n',
                      self.err)

    def test_a_shard_that_is_truncated_or_foreign_is_refused(self):
        names = self.split([GOOD], 2)
        whole = names[0].read_text().splitlines(keepends=True)
        for text, told in (("".join(whole[:-1]), "truncated: 1 entry missing"), ("", ": empty;"),
                           ("{}\n", "not a file of `bfclx score --shard`"), ("".join(whole[:-1]) + "{}\n", "not a line of `bfclx score --shard`"),
                           ("".join(whole) + whole[-1], "not a line of `bfclx score --shard`"), ("[" * 5000, "not a file of `bfclx score --shard`"),
                           ("".join(whole[:-1]) + whole[-1][:-9] + "\n", "not a line of `bfclx score --shard`")):
            names[0].write_text(text)
            self.merge(names, code=2)
            self.assertIn(told, self.err, text[-200:])
        self.merge([GOOD / "non_live" / "BFCL_v4_simple_python_result.json"], code=2)
        self.assertIn("not a file of `bfclx score --shard`", self.err)

    def test_a_shard_that_says_the_same_in_other_bytes(self):
        results = self.write("m/BFCL_v4_simple_python_result.json", json.dumps(
            {"id": "simple_python_90000", "result": "[f(x='\u2260')]"}, ensure_ascii=False) + "\n")
        names = self.split([results], 1)
        lines = [json.loads(line) for line in names[0].read_text().splitlines()]
        names[0].write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.assertIn("\\u2260", names[0].read_text())
        self.merge(names, code=0)
        compact = [json.dumps(line, separators=(",", ":")) for line in lines]
        turned = [json.dumps(dict(reversed(line.items()))) for line in lines]
        for text in ("\n".join(compact), "\r\n".join(compact) + "\r\n", "\n".join(turned) + "\n", "\n".join(compact) + "\n\n"):
            names[0].write_bytes(text.encode())
            for more in ([], ["--no-verify"]):
                self.merge(names, *more, code=0)
        # Python calls them equal; a verdict they are not.
        for valid in (1, 1.0, 0):
            names[0].write_text("".join(json.dumps(line) + "\n" for line in [lines[0], {**lines[1], "verdict": {**lines[1]["verdict"], "valid": valid}}]))
            self.merge(names, code=2)
            self.assertIn("differs", self.err)

    def test_a_shard_names_result_files(self):
        names = self.split([GOOD], 1)
        lines = names[0].read_text().splitlines(keepends=True)
        for paths in ([], [1], [""], None, "x"):
            header = json.loads(lines[0])
            header["bfclx_share"]["options"]["paths"] = paths
            names[0].write_text("".join([json.dumps(header) + "\n", *lines[1:]]))
            self.merge(names, code=2)
            self.assertIn(f'{names[0]}: its first line has no "paths" of result files', self.err)

    def test_numbers_of_a_shard_are_bounded_by_its_header(self):
        path = GOOD / "non_live" / "BFCL_v4_simple_python_result.json"
        names = self.split([path], 2)
        lines = names[0].read_text().splitlines(keepends=True)
        header, first = json.loads(lines[0]), json.loads(lines[1])
        for changes, records in (({"at": 99_999_998}, 1), ({"at": 1}, 1), ({"at": 2}, 1),
                                 ({"model": 99_999, "at": 99_999_998}, 1)):  # fmt: skip
            header["bfclx_share"]["records"] = records
            names[0].write_text(json.dumps(header) + "\n" + json.dumps(first | changes) + "\n")
            self.merge(names, code=2)
            self.assertIn(f"{names[0]}:2: entry {changes['at']} of model", self.err)
        header["bfclx_share"]["records"] = len(lines)
        names[0].write_text("".join([json.dumps(header) + "\n", *lines[1:], lines[1]]))
        self.merge(names, code=2)
        self.assertIn(f"{names[0]}:{len(lines) + 1}: entry 0 of model 0", self.err)
        # What the header allows, and the run has not.
        for changes, told in (({"at": 2 * len(lines) - 2}, f"no entry {2 * len(lines) - 2}"),
                              ({"model": 99_999}, "no model 99999")):  # fmt: skip
            added = json.dumps(first | changes) + "\n"
            names[0].write_text("".join([json.dumps(header) + "\n", *lines[1:], added]))
            self.merge(names, code=2)
            self.assertIn(f"{names[0]}:{len(lines) + 1}: the result files have changed", self.err)
            self.assertIn(told, self.err)

    def test_inputs_that_changed_are_refused(self):
        source = (GOOD / "non_live" / "BFCL_v4_simple_python_result.json").read_text()
        path = self.write("result/m/BFCL_v4_simple_python_result.json", source)
        names = self.split([path], 2)
        path.write_text(source.replace(source.splitlines()[0] + "\n", ""))
        self.merge(names, code=2)
        self.assertIn("have changed since", self.err)
        first = json.loads(source.splitlines()[0])
        first["result"] = "another"
        path.write_text(json.dumps(first) + "\n" + "\n".join(source.splitlines()[1:]) + "\n")
        self.merge(names, code=2)
        self.assertIn(f"the response to {first['id']} has changed since", self.err)

    # --- Verdicts that somebody has changed ------------------------------------------------------

    def changed(self, names, category, change):
        """Changes the first record of the category in a shard; gives its file, its line and its id."""
        for name in names:
            lines = name.read_text().splitlines()
            for at, line in enumerate(lines[1:], 1):
                record = json.loads(line)
                if not record["verdict"]["id"].startswith(category):
                    continue
                identifier = record["verdict"]["id"]
                change(record)
                lines[at] = json.dumps(record)
                name.write_text("\n".join(lines) + "\n")
                return f"{name}:{at + 1}: {identifier}: the verdict differs"
        self.fail(category)

    def test_a_verdict_that_scoring_does_not_give_is_refused(self):
        def flip(record):
            record["verdict"]["valid"] = not record["verdict"]["valid"]

        def one_turn_more(record):
            record["turns_passed"] += 1

        for category, change in (("simple_python", flip), ("multi_turn_base", flip),
                                 ("multi_turn_base", one_turn_more), ("irrelevance", flip)):
            names = self.split([GOOD], 3)
            told = self.changed(names, category, change)
            merged = self.folder / "merged.jsonl"
            self.assertEqual(self.merge(names, "--verdicts", merged, code=2), "")
            self.assertIn(told, self.err)
            self.assertFalse(merged.exists())
            self.merge(names, "--no-verify")
            self.assertIn("were not checked against the result files", self.told)

    def test_what_is_no_verdict_is_refused_unchecked_too(self):
        for category in ("simple_python", "multi_turn_base", "irrelevance"):
            for verdict in ({"valid": None}, {"valid": 1}, {"valid": None, "skipped": "no_credentials"}, {}):
                names = self.split([GOOD], 3)
                told = self.changed(names, category, lambda record, it=verdict: record.update(
                    verdict={"id": record["verdict"]["id"], **it}))
                self.assertEqual(self.merge(names, "--no-verify", code=2), "")
                self.assertIn('"valid" must be true or false', self.err)
                self.assertIn(told.split(" ")[0], self.err)

    def test_what_was_checked_is_told(self):
        self.merge(self.split([GOOD], 3), code=0)
        self.assertEqual(self.told, "bfclx: 129 verdicts of 3 shards checked against the result files")

    def test_what_a_job_had_no_memory_for_is_scored_now(self):
        def forget(record):
            record["verdict"] = {"id": record["verdict"]["id"], "valid": False,
                                 "error": {"error_type": "out_of_memory"}, "error_type": "out_of_memory"}

        whole = self.check(GOOD, "--format", "json", "--today", "2026-11-21", code=None)
        names = self.split([GOOD], 2)
        self.changed(names, "simple_python", forget)
        self.assertEqual(self.merge(names, "--format", "json", code=0), whole)
        self.assertIn("128 verdicts of 2 shards checked", self.told)
        self.assertIn("1 entry that ran out of memory scored again", self.told)

    def test_the_verdicts_of_one_shard_are_no_results(self):
        one = self.split([GOOD], 2)[0]
        packed = self.folder / "one.jsonl.gz"
        packed.write_bytes(gzip.compress(one.read_bytes()))
        marked = self.folder / "marked.jsonl"
        marked.write_bytes(b"\xEF\xBB\xBF\n" + one.read_bytes())
        for command, path in (("score", one), ("show", one), ("doctor", one), ("score", packed), ("score", marked)):
            with self.subTest(command, path=path.name):
                self.run_program(command, "--dataset", str(SAMPLE), str(path), code=1)
                self.assertIn("the file is the verdicts of one shard (`bfclx score --shard`); run `bfclx merge` with the files "
                              "of all shards", self.err)
                self.assertIn(path.name, self.err)

    def test_wrong_usage(self):
        for shard in ("0/2", "3/2", "1", "1/", "/2", "1/2/3", "a/b", "-1/2", "1/999999999999"):
            self.check(GOOD, "--shard", shard, "--verdicts", "x.jsonl", code=2)
            self.assertIn("expected I/N, such as 1/8", self.err)
        self.check(GOOD, "--shard", "1/2", code=2)
        self.assertIn("--verdicts", self.err)
        self.check(GOOD, "--shard", "1/2", "--verdicts", "x", "--format", "json", code=2)
        self.check("-", "--shard", "1/2", "--verdicts", "x", code=2)
        self.assertIn("standard input", self.err)
        self.check(GOOD, "--shard", "1/2", "--verdicts", "x", "--network", "live",
                   "--enable-network", code=2)
        self.assertIn("record a cassette first", self.err)
        names = self.split([GOOD], 1)
        before = names[0].read_bytes()
        self.merge(names, "--verdicts", names[0], code=2)
        self.assertIn("would overwrite an input", self.err)
        self.assertEqual(names[0].read_bytes(), before)


if __name__ == "__main__":
    main()
