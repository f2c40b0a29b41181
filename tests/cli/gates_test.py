"""Gates: `bfclx score --ids`, `--format junit`, `--format lm-eval`, `--format eee` and
`--format hf-eval`."""

import json
import re
import shutil
import sys
import time
import xml.etree.ElementTree as ElementTree

from cli_case import GOOD, ROOT, SAMPLE, SIMPLE, SIMPLE_ENTRIES, Case, main

BAD = SAMPLE / "results" / "bad-model"


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


class Ids(Case):
    def chosen(self, text, *more, code=None):
        path = self.write("ids.txt", text)
        return self.check_json(GOOD, "--ids", path, *more, code=code)

    def test_ids_in_another_encoding_are_told(self):
        ids = "\n".join(line["id"] for line in lines_of(SIMPLE)[:3])
        for text, said in ((ids.encode("utf-16"), "UTF-16"), (ids.encode("utf-16-le"), "UTF-16"),
                           (ids.encode("utf-16-be"), "UTF-16"), (b"\xff\xfa", "not valid UTF-8")):  # fmt: skip
            self.check(GOOD, "--ids", self.write("ids.txt", text), code=2)
            self.assertIn(said, self.err)
            self.assertIn("write it as UTF-8", self.err)

    def test_a_gate_that_scores_nothing_does_not_pass(self):
        ids = self.write("ids.txt", lines_of(SIMPLE)[0]["id"])
        for form in ("table", "json", "junit"):
            self.check(GOOD, "--ids", ids, "--category", "live_simple", "--format", form, code=1)
            self.assertIn("no response was scored", self.err)
            self.assertNotIn("only the", self.out)

    def test_ids_that_are_none_are_told_with_their_lines(self):
        first = lines_of(SIMPLE)[0]["id"]
        self.chosen(f"# some\n{first}\n\nsimple_python_1\nnothing\nnothing\n", code=1)
        self.assertIn("ids.txt:4: simple_python_1: unknown id in simple_python", self.err)
        self.assertIn("ids.txt:5: nothing: unknown id: no category has it", self.err)
        self.assertEqual(self.err.count("nothing"), 1)
        self.chosen(json.dumps([first, "nothing"]), code=1)
        self.assertIn("ids.txt: nothing: unknown id: no category has it", self.err)

    def test_a_category_with_unknown_ids_alone_is_not_selected(self):
        first = lines_of(SIMPLE)[0]["id"]
        (model,) = self.chosen(f"{first}\nformat_sensitivity_3\nlive_simple_9-9-9\n", code=1)["models"]
        self.assertEqual([row["category"] for row in model["categories"]], ["simple_python"])
        self.assertEqual(model["not_in_run"], [])
        self.assertEqual(self.err.count(": unknown id in "), 2)

    def test_these_entries_alone_are_scored(self):
        first, second = (line["id"] for line in lines_of(SIMPLE)[:2])
        whole = self.verdicts(GOOD)
        report = self.chosen(f"# two\n{first}\n\n{second}\n", code=0)
        row = self.category(report, "simple_python")
        self.assertEqual((row["total"], row["entries"], row["missing"]), (2, 2, 0))
        self.assertEqual([row["category"] for row in report["models"][0]["categories"]],
                         ["simple_python"])
        (together,) = report["ids"].pop("models")
        self.assertEqual(report["ids"], {"file": str(self.folder / "ids.txt"), "entries": 2})
        self.assertEqual([together[name] for name in ("entries", "right", "missing")],
                         [2, row["right"], 0])
        self.assertEqual(together["accuracy"], row["accuracy"])
        self.assertEqual(together["interval_95"], row["interval_95"])
        verdicts = self.verdicts(GOOD, "--ids", self.folder / "ids.txt")
        self.assertEqual(verdicts, [line for line in whole if json.loads(line)["id"] in
                                    (first, second)])  # fmt: skip
        self.assertEqual(len(verdicts), 2)

    def test_the_draw_of_mlperf(self):
        """The sample's categories are small and taken whole; the official dataset gives 995."""
        report = self.check_json(GOOD, "--ids", "mlperf", code=None)
        (together,) = report["ids"]["models"]
        rows = report["models"][0]["categories"]
        self.assertEqual(len(rows), 12)
        self.assertEqual(report["ids"]["entries"], sum(row["total"] for row in rows))
        self.assertEqual(together["right"], sum(row["right"] for row in rows))
        self.assertAlmostEqual(together["accuracy"], together["right"] / together["entries"])
        self.assertLess(together["interval_95"]["low"], together["accuracy"])
        report = self.check_json(SIMPLE, "--ids", "mlperf", code=None)
        (together,) = report["ids"]["models"]
        self.assertGreater(together["missing"], 0)
        self.assertEqual((together["accuracy"], together["interval_95"]), (None, None))
        self.assertIn("N/A", self.check(SIMPLE, "--ids", "mlperf", code=None))
        self.assertIn("missing", self.check(SIMPLE, "--ids", "mlperf", "--format", "markdown", code=None))
        official = ROOT.parent / "shared" / "bfcl-data"
        if not (official / "data").is_dir():
            print("SKIPPED: no dataset beside the checkout", file=sys.stderr)
            return
        self.run_program("score", SIMPLE, "--dataset", official, "--ids", "mlperf", "--format", "json",
                         "--decoder", "prompting", code=None)
        self.assertEqual(json.loads(self.out)["ids"]["entries"], 995)
        rows = json.loads(self.out)["models"][0]["categories"]
        self.assertEqual([row["total"] for row in rows],
                         [248, 62, 31, 124, 124, 124, 24, 25, 105, 16, 24, 88])

    def test_all_forms_of_the_file(self):
        ids = [line["id"] for line in lines_of(SIMPLE)[:3]]
        forms = ("\n".join(ids), "\r\n".join(ids), json.dumps(ids), json.dumps([{"id": i} for i in ids]),
                 "\n".join(json.dumps({"id": i, "result": "x"}) for i in ids),
                 "\n".join(ids + ids), "\ufeff" + "\n".join(ids), "\ufeff" + json.dumps(ids),
                 "\ufeff" + json.dumps({"id": ids[0]}) + "\n" + "\n".join(ids[1:]))  # fmt: skip
        for text in forms:
            self.assertEqual(self.category(self.chosen(text), "simple_python")["entries"], 3, text)

    def test_what_is_missing_is_null_and_named(self):
        path = self.write("result/m/BFCL_v4_simple_python_result.json", SIMPLE.read_text())
        entry = lines_of(GOOD / "non_live" / "BFCL_v4_parallel_result.json")[0]["id"]
        ids = self.write("ids.txt", f"{entry}\n{lines_of(SIMPLE)[0]['id']}\n")
        report = self.check_json(path, "--ids", ids)
        row = self.category(report, "parallel")
        self.assertEqual((row["total"], row["missing_ids"], row["accuracy"], row["interval_95"]),
                         (1, [entry], None, None))
        self.assertIn(entry, self.check(path, "--ids", ids))
        self.assertIn("only the 2 in ", self.out)
        none = self.check_json(path, "--ids", self.write("one.txt", entry))
        self.assertIsNone(self.category(none, "parallel")["accuracy"])

    def test_ids_that_are_none_are_told(self):
        report = self.chosen("simple_python_777777\n", code=1)
        self.assertEqual(report["problems"][0]["id"], "simple_python_777777")
        self.chosen("what\n" + lines_of(SIMPLE)[0]["id"], code=1)
        self.assertIn("no category has it", self.err)
        for text, told in (("", "the file has no ids"), ("# nothing\n", "the file has no ids"), ("a b\n", "not an id"),
                           ("[1]", "item 1 is not an id"), ("[", "--ids"), ('{"x": 1}', "not an id")):
            self.check(GOOD, "--ids", self.write("bad.txt", text), code=2)
            self.assertIn(told, self.err)
        for text, place in (("simple_python_90000\n" + "a" * 100_000, ":2: not an id"),
                            (json.dumps(["a" * 100_000]), "item 1 is not an id")):
            self.check(GOOD, "--ids", self.write("long.txt", text), code=2)
            self.assertIn(place, self.err)
            self.assertLess(len(self.err), 1000)
        self.check(GOOD, "--ids", self.folder / "none.txt", code=2)

    def test_unknown_ids_count_nowhere(self):
        path = self.write("result/m/BFCL_v4_simple_python_result.json", SIMPLE.read_text().splitlines()[0] + "\n")
        ids = self.write("ids.txt", "\n".join([*(line["id"] for line in lines_of(SIMPLE)[:2]), "nope_1", "simple_python_777777"]))
        report = self.check_json(path, "--ids", ids, code=1)
        (together,), (model,) = report["ids"]["models"], report["models"]
        self.assertEqual((report["ids"]["entries"], together["entries"], together["missing"]), (2, 1, 1))
        self.assertEqual((model["totals"]["total"], model["totals"]["missing"]), (2, 1))
        self.assertEqual((model["score"]["basis"]["sample"], model["score"]["basis"]["missing_entries"]), (2, 1))
        alone = self.check_json(path, "--ids", self.write("none.txt", "nope_1\n"), code=1)
        self.assertEqual(alone["ids"]["entries"], 0)

    def test_categories_of_no_chosen_entry_are_not_named_as_absent(self):
        ids = self.write("ids.txt", lines_of(SIMPLE)[0]["id"] + "\n")
        self.assertEqual(self.check_json(GOOD, "--ids", ids, code=None)["models"][0]["not_in_run"], [])

    def test_shares_of_chosen_entries(self):
        ids = self.write("ids.txt", "\n".join(line["id"] for line in lines_of(SIMPLE)[:3]))
        options = ["--ids", ids, "--today", "2026-11-21"]
        whole = self.check(GOOD, *options)
        names = [self.folder / f"{i}.jsonl" for i in (1, 2)]
        for number, name in enumerate(names, 1):
            self.check(GOOD, *options, "--shard", f"{number}/2", "--verdicts", name)
        self.assertEqual(self.run_program("merge", *names), whole)


class Gates(Case):
    def junit(self, *arguments, code=None):
        text = self.check(*arguments, "--format", "junit", code=code)
        return ElementTree.fromstring(text)

    def test_junit_has_a_case_for_each_entry(self):
        root = self.junit(SAMPLE / "results", "--verdicts", self.folder / "v.jsonl")
        report = self.check_json(SAMPLE / "results", code=None)
        suites = {suite.get("name"): suite for suite in root}
        rows = 0
        for model in report["models"]:
            for row in model["categories"]:
                rows += 1
                suite = suites[f"{model['model']}.{row['category']}"]
                failed = suite.findall("testcase/failure")
                self.assertEqual(len(failed), row["entries"] - row["right"])
                self.assertEqual(int(suite.get("failures")), len(failed))
                # An entry whose line is unusable is missing too, and stands there once.
                unusable = suite.findall("testcase/error[@type='unusable']/..")
                named = [case for case in unusable if not case.get("name").startswith("line ")]
                self.assertEqual(len(suite.findall("testcase/error[@type='missing']")) + len(named),
                                 row["missing"])
                self.assertEqual(len(suite.findall("testcase")), int(suite.get("tests")))
                properties = {p.get("name"): p.get("value") for p in suite.iter("property")}
                if row["accuracy"] is None:
                    self.assertNotIn("accuracy", properties)
                else:
                    self.assertAlmostEqual(float(properties["accuracy"]), row["accuracy"], 5)
                    self.assertAlmostEqual(float(properties["interval_95_low"]),
                                           row["interval_95"]["low"], 5)
        self.assertGreater(rows, 20)
        self.assertEqual(int(root.get("failures")), len(root.findall(".//failure")))
        self.assertEqual(int(root.get("errors")), len(root.findall(".//error")))
        self.assertGreater(len(root.findall(".//failure")), 10)
        verdicts = {}
        for line in lines_of(self.folder / "v.jsonl"):
            verdicts.setdefault(line["id"], []).append(line.get("why", {}).get("text"))
        for case in root.iter("testcase"):
            failure = case.find("failure")
            if failure is not None:
                self.assertIn(failure.get("message"), verdicts[case.get("name")])

    def test_junit_has_an_unusable_entry_once(self):
        good = (GOOD / "non_live" / "BFCL_v4_parallel_result.json").read_text().splitlines()
        broken = '{"id": "parallel_90001", "result": "z'
        self.write("m/BFCL_v4_parallel_result.json", "\n".join([good[0], broken, *good[2:]]))
        live = (GOOD / "live" / "BFCL_v4_live_multiple_result.json").read_text().splitlines()
        self.write("m/BFCL_v4_live_multiple_result.json", "\n".join([*live, "{"]))
        ids = self.write("ids", "parallel_90000\nparallel_90001\n")
        for options in ((), ("--ids", ids)):
            root = self.junit(self.folder / "m", *options, code=1)
            cases = [case.get("name") for case in root.iter("testcase")]
            self.assertEqual(cases.count("parallel_90001"), 1)
            self.assertEqual(int(root.get("tests")), len(cases))
            self.assertEqual(any(name.startswith("line ") for name in cases), not options)
            self.assertEqual(int(root.get("errors")), len(list(root.iter("error"))))

    def test_junit_names_no_case_twice(self):
        good = (GOOD / "non_live" / "BFCL_v4_parallel_result.json").read_text().splitlines()
        broken = '{"id": "parallel_90001", "result": "z'
        unknown = '{"id": "parallel_7", "result": "f()"}'
        self.write("m/BFCL_v4_parallel_result.json", "\n".join([*good, broken, broken, unknown, unknown, "{", good[0], broken, "", "x\x01", "x"]))
        root = self.junit(self.folder / "m", code=1)
        cases = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
        self.assertEqual(len(cases), len(set(cases)))
        self.assertEqual(len(cases), int(root.get("tests")))
        line = len(good) + 1
        names = [name for _, name in cases if name.startswith("parallel_90001")]
        self.assertEqual(names, ["parallel_90001"] + [f"parallel_90001 (line {number})" for number in (line, line + 1, line + 6)])

    def test_junit_names_many_equal_ids_quickly(self):
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE / "data", dataset / "data")
        (dataset / "data" / "BFCL_v4_multiple.json").unlink()

        def junit(path):
            return ElementTree.fromstring(self.run_program(
                "score", path, "--dataset", dataset, "--format", "junit", code=None))  # fmt: skip

        good = (GOOD / "non_live" / "BFCL_v4_multiple_result.json").read_text().splitlines()
        path = self.write("m/BFCL_v4_multiple_result.json", (good[0] + "\n") * 20_000)
        root = junit(path)
        names = [case.get("name") for case in root.iter("testcase")]
        self.assertEqual(len(set(names)), 20_000)
        self.assertTrue(names[-1].endswith(" (line 20000)"))
        # The names of one array's items have no lines to tell them apart.
        path = self.write("m/BFCL_v4_multiple_result.json", "[" + ",".join([good[0]] * 20_000) + "]")
        root = junit(path)
        self.assertEqual(len({case.get("name") for case in root.iter("testcase")}), 20_000)

    def test_junit_of_hostile_names(self):
        wild = "simple_python_1\x01<&\">\t￾"
        line = json.dumps({"id": wild, "result": "f()"})
        root = self.junit(self.write("BFCL_v4_simple_python_result.json", line + "\n"), code=1)
        names = [case.get("name") for case in root.iter("testcase")
                 if case.find("error[@type='unknown']") is not None]  # fmt: skip
        self.assertEqual(names, ["simple_python_1\\x01<&\">\t�"])

    def test_lm_eval(self):
        report = self.check_json(GOOD, "--leaderboard", "v4", code=None)
        found = json.loads(self.check(GOOD, "--leaderboard", "v4", "--format", "lm-eval", code=None))
        for row in report["models"][0]["categories"]:
            task = found["results"][f"bfcl_{row['category']}"]
            self.assertEqual(task["acc,none"], row["accuracy"])
            self.assertEqual(task["sample_len"], row["entries"])
            self.assertEqual(found["n-samples"][f"bfcl_{row['category']}"],
                             {"original": row["total"], "effective": row["entries"]})
            if row["accuracy"] is not None:
                self.assertEqual(task["acc_low_95,none"], row["interval_95"]["low"])
        self.assertEqual(found["model_name"], "good-model")
        overall = report["models"][0]["overall"]["scores"][0]
        self.assertEqual(found["results"]["bfcl_v4 " + overall["name"]]["acc,none"],
                         overall["value"])

    def test_lm_eval_of_what_is_missing_is_null(self):
        path = self.write("result/m/BFCL_v4_simple_python_result.json", SIMPLE.read_text())
        entry = lines_of(GOOD / "non_live" / "BFCL_v4_parallel_result.json")[0]["id"]
        ids = self.write("ids.txt", entry + "\n" + lines_of(SIMPLE)[0]["id"])
        found = json.loads(self.check(path, "--ids", ids, "--format", "lm-eval"))
        task = found["results"]["bfcl_parallel"]
        self.assertEqual([task[name] for name in task if "," in name], [None] * 4)
        self.assertEqual(task["sample_len"], 0)

    def test_eee(self):
        report = self.check_json(GOOD, code=None)
        found = json.loads(self.check(GOOD, "--format", "eee", code=None))
        self.assertEqual(found["schema_version"], "0.3.0")
        self.assertLess(abs(int(found["retrieved_timestamp"]) - time.time()), 300)
        self.assertEqual(found["evaluation_id"], f"bfcl/good-model/{found['retrieved_timestamp']}")
        self.assertEqual((found["model_info"]["id"], found["eval_library"]["name"]), ("good-model", "bfclx"))
        self.assertEqual(found["eval_library"]["additional_details"], {"decoder": "prompting", "underscore_to_dot": "no"})
        overall, *categories = found["evaluation_results"]
        score = report["models"][0]["score"]
        self.assertEqual(overall["evaluation_name"], "bfcl_v4")
        self.assertEqual(overall["score_details"]["score"], score["value"])
        self.assertEqual(overall["score_details"]["details"], {"basis": score["basis"]["text"]})
        rows = [row for row in report["models"][0]["categories"] if row["entries"]]
        self.assertEqual([one["evaluation_name"] for one in categories], [f"bfcl_{row['category']}" for row in rows])
        for one, row in zip(categories, rows):
            details = one["score_details"]
            self.assertEqual((details["score"], details["uncertainty"]["num_samples"]), (row["accuracy"], row["entries"]))
            interval = details["uncertainty"]["confidence_interval"]
            self.assertEqual({"low": interval["lower"], "high": interval["upper"]}, row["interval_95"])
            self.assertEqual(one["source_data"]["additional_details"]["hash"], report["dataset"]["hash"])
            self.assertIs(one["metric_config"]["lower_is_better"], False)

    def test_eee_samples(self):
        verdicts = {one["id"]: one for one in map(json.loads, self.verdicts(BAD, code=1))
                    if one["valid"] is not None and "superseded" not in one}
        record = json.loads(self.check(BAD, "--format", "eee", "--eee-samples", "s.jsonl", code=1))
        rows = lines_of(self.folder / "s.jsonl")
        self.assertEqual([row["sample_id"] for row in rows], list(verdicts))
        details = record["detailed_evaluation_results"]
        self.assertEqual(details["total_rows"], len(rows))
        self.assertRegex(details["file_path"], r"^data/bfcl/unknown/bad-model/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}_samples\.jsonl$")
        self.assertIn(details["file_path"], self.err)
        results = {one["evaluation_result_id"] for one in record["evaluation_results"]}
        for row in rows:
            self.assertEqual(row["evaluation"]["is_correct"], verdicts[row["sample_id"]]["valid"])
            self.assertEqual(row["evaluation_id"], record["evaluation_id"])
            self.assertIn(row["evaluation_result_id"], results)
            single = row["interaction_type"] == "single_turn"
            self.assertEqual((row["output"] is None, row["messages"] is None), (not single, single))
        self.check(GOOD, "--eee-samples", "s.jsonl", code=2)
        self.assertIn("only with --format eee", self.err)

    def test_eee_of_nothing(self):
        self.write("m/BFCL_v4_simple_python_result.json", "{\n")
        self.assertNotIn('"score"', self.check("m", "--format", "eee", code=1))

    def hub(self, *arguments, **keywords):
        """The entries of the file, read as the Hub's own schema has them."""
        text = self.check(*arguments, "--format", "hf-eval", "--hub-dataset", "a/b", **keywords)
        entries = []
        for block in text.split("- dataset:\n")[1:]:
            entry = dict(re.findall(r'^ +(\w+): (.*)$', block, re.MULTILINE))
            entries.append({name: json.loads(re.sub(r"\\U([0-9a-f]{8})", lambda found: chr(int(found[1], 16)), value))
                            for name, value in entry.items()})
        return entries

    def test_hf_eval(self):
        report = self.check_json(GOOD, code=None)
        rows = {row["category"]: row for row in report["models"][0]["categories"]}
        found = self.hub(GOOD, code=None)
        self.assertEqual([one["task_id"] for one in found], [name for name, row in rows.items() if row["entries"] == row["total"]])
        for one in found:
            row = rows[one["task_id"]]
            self.assertEqual(list(one), ["id", "task_id", "value", "date", "evaluation_framework", "notes"])
            self.assertEqual(one["id"], "a/b")
            self.assertAlmostEqual(one["value"], 100 * row["accuracy"], delta=0.0051)
            self.assertRegex(one["date"], r"^20\d\d-\d\d-\d\d$")
            self.assertIn(report["dataset"]["hash"], one["notes"])
            self.assertIn("good-model: 95 % CI ", one["notes"])
        # A part of the entries or of the leaderboard would be ranked with whole ones.
        self.assertIn("not in the file, because of their basis: ", self.err)
        self.assertIn("overall v4 (", self.err)
        # The dataset of the tests is a part of the official one.
        self.assertEqual(self.check(GOOD, "--format", "hf-eval", code=2), "")
        self.assertIn("not all of the official one, unmodified: name it with --hub-dataset ORG/NAME", self.err)
        (known,) = re.findall(r'kOfficialHash =\s+"(.*)"', (ROOT / "tools/bfclx/output/hub.h").read_text("utf-8"))
        self.assertIn(f'DATA_HASH = "{known}"', (ROOT / "tools/get-dataset").read_text("utf-8"))
        official = "gorilla-llm/Berkeley-Function-Calling-Leaderboard"
        self.assertEqual(self.check(GOOD, "--format", "hf-eval", "--hub-dataset", official, code=1), "")
        self.assertIn(f"simple_python ({SIMPLE_ENTRIES} of 400 entries)", self.err)
        for name in ("bench", "a/", "/b", "a/b/c", "a b/c", "https://huggingface.co/datasets/a/b"):
            self.check(GOOD, "--format", "hf-eval", "--hub-dataset", name, code=2)
            self.assertIn(f"--hub-dataset: expected ORG/NAME, got `{name}`", self.err)

    def test_hf_eval_of_a_part(self):
        path = self.write("result/m/BFCL_v4_simple_python_result.json", SIMPLE.read_text().split("\n")[0] + "\n")
        self.assertEqual(self.hub(path, code=1), [])
        self.assertIn(f"simple_python (1 of {SIMPLE_ENTRIES} entries)", self.err)
        self.check(path, "--ids", self.write("ids.txt", "x"), "--format", "hf-eval", code=2)
        self.check(path, "--hub-dataset", "a/b", code=2)

    def test_hf_eval_of_hostile_names(self):
        for name in ('a": b', "x\\n: - y", "'#&*!|>%@`", "ü\u2028\U0001F600\x7f\x85", "{a}: [b]"):
            path = self.folder / "runs" / name / SIMPLE.name
            path.parent.mkdir(parents=True)
            path.write_bytes(SIMPLE.read_bytes())
            (one,) = self.hub(self.folder / "runs" / name, code=None)
            self.assertIn(name, one["notes"])
            self.assertTrue(self.out.isascii())
            self.assertEqual(len(self.out.splitlines()), 7)

    def test_what_a_form_cannot_hold_is_refused(self):
        for form in ("lm-eval", "inspect", "eee", "hf-eval"):
            self.check(SAMPLE / "results", "--format", form, code=2)
            self.assertIn("one model", self.err)


if __name__ == "__main__":
    main()
