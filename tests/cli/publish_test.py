"""`bfclx report`: the index, slices, models that are added, names, texts.

    python3 tests/cli/publish_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, SIMPLE_ENTRIES, main, write_manifest
from publish_case import BAD, PublishCase

FIRST = "simple_python_90000"


class Publish(PublishCase):
    def test_the_index_says_what_check_and_compare_say(self):
        self.publish(GOOD, BAD, code=1)
        index = self.read("index.json")
        self.assertEqual([model["label"] for model in index["models"]], ["bad-model", "good-model"])
        for model, path in zip(index["models"], [BAD, GOOD]):
            report = self.check_json(path, code=None)
            for row in report["models"][0]["categories"]:
                part = model["categories"][row["category"]]
                self.assertEqual((part["right"], part["entries"], part["missing"]),
                                 (row["right"], row["entries"], row["missing"]))
        ranking = json.loads(self.run_program("compare", GOOD, BAD, "--dataset", SAMPLE, "--format", "json",
                                              code=None))["ranking"]
        for model, ranked in zip(reversed(index["models"]), ranking["runs"]):
            self.assertAlmostEqual(model["ranked"]["score"], ranked["score"])
            self.assertEqual(model["ranked"]["rank_low"], ranked["rank_low"])
            self.assertEqual(model["ranked"]["rank_high"], ranked["rank_high"])

    def test_the_index_has_what_the_score_is_made_of(self):
        self.publish(GOOD, BAD, code=1)
        index = self.read("index.json")
        composition = index["composition"]
        self.assertEqual(composition["name"], "v4")
        groups = {part["name"]: part for part in composition["overall"]["parts"]}
        self.assertEqual([round(part["share"], 9) for part in groups.values()], [0.1, 0.1, 0.1, 0.3, 0.4])
        self.assertIn("Simple AST", [part["name"] for part in groups["Non-Live"]["parts"]])
        for model in index["models"]:
            simple = [model["categories"][f"simple_{name}"] for name in ("python", "java", "javascript")]
            mean = sum(part["right"] / part["entries"] for part in simple) / len(simple)
            self.assertAlmostEqual(model["groups"]["Simple AST"]["score"], mean)
            low, high = model["groups"]["Simple AST"]["interval_95"]
            self.assertTrue(0 <= low <= mean <= high <= 1)
            self.assertNotIn("simple_python", model["groups"])
        # One of its categories is not there.
        bad, good = index["models"]
        self.assertNotIn("live_parallel", bad["categories"])
        self.assertNotIn("Live", bad["groups"])
        self.assertIn("Live", good["groups"])

    def test_failed_episodes_have_their_calls_by_turn(self):
        self.publish(GOOD, BAD, code=1)
        failed = [row for row in self.read("models/bad-model/multi_turn_base-0.json")["answers"] if row and row[0] == 0]
        self.assertEqual(len(failed), 3)
        mismatch = failed[0]
        self.assertRegex(mismatch[3], r"^turn 1: cd\(folder='garden'\).*\nturn 2: ")
        # What passes is one group, whatever its calls.
        passed = [row for row in self.read("models/good-model/multi_turn_base-0.json")["answers"] if row and row[0] == 1]
        self.assertTrue(passed and all(row == [1, ""] for row in passed), passed)

    def test_slices_hold_answers_in_the_order_of_the_ids(self):
        self.publish(GOOD, BAD, code=1)
        ids = self.read("ids.json")["ids"]["simple_python"]
        self.assertEqual(len(ids), SIMPLE_ENTRIES)
        entries = self.read("entries/simple_python-0.json")["entries"]
        self.assertEqual([entry["id"] for entry in entries], ids)
        model = self.read("models/bad-model/model.json")
        marks = model["verdicts"]["simple_python"]
        piece = self.read("models/bad-model/simple_python-0.json")
        verdicts = {line["id"]: line for line in map(json.loads, self.verdicts(BAD, code=1)) if line["valid"] is not None}
        wrong = iter(marks["errors"])
        for name, mark, row in zip(ids, marks["marks"], piece["answers"]):
            self.assertEqual(mark == "1", verdicts[name]["valid"])
            self.assertEqual(row[0], int(mark))
            if mark == "0":
                self.assertEqual(model["types"][next(wrong)], verdicts[name]["error_type"])
                self.assertEqual(piece["types"][row[1]], verdicts[name]["error_type"])

    def test_a_new_model_rewrites_its_own_files_and_the_indexes(self):
        result = self.models("one", "two")
        self.publish(result)
        before = self.files()
        self.assertIn("data/models/one/simple_python-0.json", before)
        self.publish(result)
        self.assertIn("0 files written", self.out)
        self.assertEqual(self.files(), before)
        self.models("three")
        self.publish(result)
        after = self.files()
        changed = {name for name in after if after[name] != before.get(name)}
        own = {name for name in after if name.startswith("data/models/three/")}
        self.assertEqual(len(own), 3)
        self.assertEqual(changed - own, {"data/index.json", "data/audit.json", "data/history.json", "data/croissant.json", "llms.txt"})

    def test_added_models_leave_the_others_and_make_what_all_at_once_make(self):
        result = self.folder / "result"
        shutil.copytree(GOOD, result / "m-good")
        shutil.copytree(BAD, result / "z-bad")
        self.models("a-new", "q-new")
        lines = SIMPLE.read_text().splitlines()
        wrong = [json.dumps({"id": json.loads(line)["id"], "result": "[f(x='\\ud800\u2028', y=1)]"}) for line in lines]
        (result / "q-new" / SIMPLE.name).write_text("\n".join(wrong))
        self.run_program("publish", result, "--dataset", SAMPLE, "-o", self.folder / "whole", "--site", "none", "--title", "T", code=1)
        self.publish(result / "m-good", result / "z-bad", "--title", "T", code=1)
        before = self.files()
        shutil.rmtree(result / "m-good")
        shutil.rmtree(result / "z-bad")
        self.publish(result / "q-new", "--add")
        self.publish(result / "a-new", "--add")
        after = self.files()
        of_all = {"data/index.json", "data/audit.json", "data/history.json", "data/croissant.json", "llms.txt"}
        self.assertEqual({name: after[name] for name in before if name not in of_all},
                         {name: kept for name, kept in before.items() if name not in of_all})
        self.assertEqual(self.tree(self.folder / "board"), self.tree(self.folder / "whole"))
        # Given again, a model takes its own place.
        shutil.copy(SIMPLE, result / "q-new" / SIMPLE.name)
        self.publish(result / "q-new", "--add", "--title", "U")
        index = self.read("index.json")
        self.assertEqual(([model["label"] for model in index["models"]], index["title"]),
                         (["a-new", "m-good", "q-new", "z-bad"], "U"))
        self.publish(result / "a-new", "--add")
        self.assertEqual(self.read("index.json")["title"], "U")

    def test_models_of_any_name_stay_when_one_is_added(self):
        names = ["x" * length for length in range(50, 66)] + ["\u00e9" * 40, "UPPER", "a b", "m.2", "a" * 52 + "-b", "-"]
        result = self.models(*names, "new")
        self.publish(*(result / name for name in names))
        board = self.folder / "board"
        before = self.tree(board / "data" / "models")
        self.assertEqual(len(self.read("index.json")["models"]), len(names))
        self.publish(result / "new", "--add")
        self.assertNotIn("taken away", self.out)
        self.assertEqual(len(self.read("index.json")["models"]), len(names) + 1)
        after = self.tree(board / "data" / "models")
        self.assertEqual({name: after.get(name) for name in before}, before)

    def test_an_index_with_models_that_cannot_be_kept_is_not_added_to(self):
        result = self.models("one", "two", "three")
        self.publish(result / "one", result / "two")
        place = self.folder / "board/data/index.json"
        whole = json.loads(place.read_text())
        rows = whole["models"]
        for name, models in {"parent": [rows[0], {**rows[1], "name": "../two"}], "none": [rows[0], {"label": "two"}],
                             "twice": [*rows, rows[0]], "text": "two", "number": [rows[0], 7], "dot": [rows[0], {**rows[1], "name": ".two"}],
                             "dash": [rows[0], {**rows[1], "name": "-two"}], "long": [{**rows[0], "name": "x" * 90}]}.items():
            with self.subTest(name):
                place.write_text(json.dumps({**whole, "models": models}))
                before = self.tree(self.folder / "board")
                self.publish(result / "three", "--add", code=2)
                self.assertIn("cannot be kept", self.err)
                self.assertEqual(self.tree(self.folder / "board"), before)

    def test_a_model_that_the_index_lost_is_not_removed(self):
        result = self.models("one", "two")
        self.publish(result / "one")
        index = self.folder / "board/data/index.json"
        index.write_text(json.dumps({**json.loads(index.read_text()), "models": []}))
        self.publish(result / "two", "--add", code=2)
        self.assertIn("board/data/models/one is not in data/index.json", self.err)
        self.assertTrue((self.folder / "board/data/models/one/model.json").is_file())

    def test_models_that_are_kept_are_checked(self):
        result = self.models("one", "two")
        self.publish(result / "one")
        place = self.folder / "board/data/models/one"
        model = place / "model.json"
        known = model.read_text()

        def refused(file, what, **changes):
            model.write_text(json.dumps({**json.loads(known), **changes}))
            self.publish(result / "two", "--add", code=2)
            self.assertIn(f"{file}: {what}", self.err.replace("\n", " "))
            model.write_text(known)

        whole = json.loads(known)
        overall, parts = whole["overall"], whole["categories"]
        part = parts["simple_python"]
        refused(model, "name is ", name="../../victim")
        for counts in ({"right": 500}, {"entries": 500}, {"right": -1}, {"right": None}, {"interval_95": [0.9, 1.0]}, {"missing": 1}):
            refused(model, f"categories.simple_python.{next(iter(counts))}", categories={"simple_python": {**part, **counts}})
        refused(model, "categories.simple_python is missing", categories={})
        refused(model, "categories.java is unknown", categories={**parts, "java": part})
        for changes in ({"score": 7}, {"score": 0.999}, {"weight": 1}, {"official": 0.9}, {"interval_95": [0.99, 0.999]}, {"missing": []}):
            refused(model, f"overall.{next(iter(changes))}", overall={**overall, **changes})
        for changes in ({"kind": "complete"}, {"entries": 9}, {"text": "all 21 categories"}, {"key": "v4 complete"}, {"missing_entries": 4}):
            refused(model, f"overall.basis.{next(iter(changes))}", overall={**overall, "basis": {**overall["basis"], **changes}})
        for basis in (None, 7, []):
            refused(model, "overall.basis is not an object", overall={**overall, "basis": basis})
        refused(model, "overall.own is unknown", overall={**overall, "own": 1})
        refused(model, "label is not a printable line", label="a\u202eb")
        refused(model, "decoder is unknown", decoder="<script>")
        refused(model, "source is unknown", source="heaven")
        refused(model, "problems is not a count", problems="many")
        refused(model, "sample does not fit", sample="a sample of 3 entries")
        warning = {"run": "one", "kind": "inference_errors", "count": 2, "of": 4, "text": "2 of 4 responses are fine", "affects_comparison": True,
                   "categories": [{"category": "simple_python", "count": 2, "of": 4}]}
        for changes in ({}, {"kind": "good_news"}, {"count": 3}, {"text": 3}, {"categories": [{"category": "nothing", "count": 2, "of": 4}]}):
            refused(model, "warnings[0]", warnings=[{**warning, **changes}])
        refused(model, "warnings is not a list", warnings=None)
        verdicts = whole["verdicts"]["simple_python"]
        for changes in ({"marks": verdicts["marks"].replace("1", "x", 1)}, {"marks": verdicts["marks"][1:]}, {"errors": [0] * 99}, {"errors": [99]}):
            refused(model, f"verdicts.simple_python.{next(iter(changes))}", verdicts={"simple_python": {**verdicts, **changes}})
        slice_file = place / "simple_python-0.json"
        kept = slice_file.read_bytes()
        slice_file.unlink()
        refused(slice_file, "is missing")
        rows = json.loads(kept)
        for name, value in {"schema": "x", "model": "two", "category": "java", "first": 7, "answers": []}.items():
            slice_file.write_text(json.dumps({**rows, name: value}))
            refused(slice_file, name)
        for row in ([0, 0, "why", "answer"], ["?"], None, 7, [1, 7], [1]):
            slice_file.write_text(json.dumps({**rows, "answers": [row, *rows["answers"][1:]]}))
            refused(slice_file, "answers[0] does not fit model.json")
        slice_file.write_bytes(kept)
        self.publish(result / "two", "--add")

    def test_figures_of_another_version_are_computed_again(self):
        result = self.models("one", "two")
        self.publish(result / "one")
        model = self.folder / "board/data/models/one/model.json"
        index = self.folder / "board/data/index.json"
        known = json.loads(model.read_text())
        program = {"name": "bfclx", "version": "0.0.1"}
        overall = {**known["overall"], "interval_95": [0.1, 0.2]}
        model.write_text(json.dumps({**known, "program": program, "overall": overall}))
        index.write_text(json.dumps({**json.loads(index.read_text()), "program": program}))
        self.publish(result / "two", "--add")
        self.assertIn("scored by bfclx 0.0.1", self.err)
        self.assertEqual(json.loads(model.read_text()), {**known, "program": program})
        rows = {row["name"]: row for row in json.loads(index.read_text())["models"]}
        self.assertEqual(rows["one"]["overall"], known["overall"])
        before = self.tree(self.folder / "board")
        self.publish(result / "two", "--add")
        self.assertEqual(self.tree(self.folder / "board"), before)

    def test_what_cannot_be_added_to_says_so(self):
        result = self.models("one", "two")
        self.publish(result / "one", "--add", code=2)
        self.assertIn("--add: no leaderboard in", self.err)
        self.publish(result / "one")
        self.publish(result / "two", "--add", "--leaderboard", "v3", code=2)
        self.publish(result / "two", "--add", "--seed", "7", code=2)
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, dataset)
        with open(dataset / "data" / "BFCL_v4_simple_python.json", "ab") as file:
            file.write(b"\n")
        write_manifest(dataset, "other")
        self.publish(result / "two", "--add", dataset=dataset, code=2)
        self.assertIn("another dataset", self.err)
        known = ("--dataset", dataset, "-o", self.folder / "known", "--site", "none")
        self.run_program("publish", result / "one", *known)
        with open(dataset / "data" / "possible_answer" / "BFCL_v4_simple_python.json", "ab") as file:
            file.write(b"\n")
        self.run_program("publish", result / "two", *known, "--add", code=2)
        self.assertIn("another dataset", self.err)
        place = self.folder / "board/data/models/one/audit.json"
        place.write_text(place.read_text().replace('"answers":[', '"answers":[7,'))
        self.publish(result / "two", "--add", code=2)
        self.assertIn("audit.json", self.err)
        (self.folder / "board/data/index.json").write_text("{")
        self.publish(result / "two", "--add", code=2)
        self.assertIn("data/index.json: not the index of a leaderboard of this version; publish all models again without --add", self.err)
        self.publish(result)
        self.assertEqual(len(self.read("index.json")["models"]), 2)

    def test_a_modified_dataset_can_be_added_from(self):
        result = self.models("one", "two")
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, dataset)
        write_manifest(dataset, "other")
        with open(dataset / "data/possible_answer/BFCL_v4_multiple.json", "ab") as file:
            file.write(b"\n")
        # `multiple` alone is modified, and only the model that is kept has it.
        shutil.copytree(GOOD, result / "whole")
        self.publish(result / "whole", dataset=dataset)
        self.assertEqual(self.read("index.json")["dataset"]["version"], "other (modified)")
        self.publish(result / "one", "--add", dataset=dataset)
        self.assertEqual([model["label"] for model in self.read("index.json")["models"]], ["one", "whole"])
        with open(dataset / "data/possible_answer/BFCL_v4_multiple.json", "ab") as file:
            file.write(b"\n")
        self.publish(result / "two", "--add", dataset=dataset, code=2)
        self.assertIn("possible_answer/BFCL_v4_multiple.json has changed", self.err.replace("\n", " "))

    def test_runs_of_one_name_stay_apart(self):
        result = self.models("same")
        shutil.copytree(result, self.folder / "other")
        self.publish(result / "same", self.folder / "other" / "same")
        models = self.read("index.json")["models"]
        self.assertEqual([model["label"] for model in models], ["other/same", "result/same"])
        self.assertEqual(len({model["name"] for model in models}), 2)

    def test_hostile_answers_are_texts(self):
        result = self.models("m")
        evil = "</script><script>alert(1)</script>\u2028\ud800\x00" + "[" * 5000
        (result / "m" / SIMPLE.name).write_text(json.dumps({"id": FIRST, "result": evil}) + "\n")
        self.publish(result)
        row = self.read("models/m/simple_python-0.json")["answers"][0]
        self.assertEqual(row[0], 0)
        self.assertIn("</script>", row[3])
        self.assertLess(len(row[3]), 400)

    def test_a_text_that_says_infinity_is_a_text(self):
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, dataset)
        path = dataset / "data" / "BFCL_v4_simple_python.json"
        lines = path.read_text(encoding="utf-8").splitlines()
        entry = json.loads(lines[0])
        entry["question"][0][0]["content"] = "To Infinity, NaN and beyond"
        other = json.loads(lines[1])
        other["question"][0][0]["weight"] = float("inf")
        path.write_text("\n".join([json.dumps(entry), json.dumps(other), *lines[2:]]) + "\n", encoding="utf-8")
        self.run_program("publish", self.models("one"), "--dataset", dataset, "-o", self.folder / "board", "--site", "none", code=None)

        def refuse(name):
            raise ValueError(f"{name} is no JSON of browsers")

        text = (self.folder / "board/data/entries/simple_python-0.json").read_text(encoding="utf-8")
        entries = json.loads(text, parse_constant=refuse)["entries"]
        self.assertEqual(entries[0]["question"], entry["question"])
        self.assertEqual(json.loads(entries[1]["question"]), other["question"])

    def test_a_sample_says_so(self):
        result = self.models("one", "two")
        entries = len(SIMPLE.read_bytes().splitlines())
        self.write("result/two/bfclx_manifest.json", json.dumps(
            {"settings": {"test_category": ["simple_python"], "sample": {"entries": entries, "seed": 3}}}))
        self.publish(result)
        one, two = self.read("index.json")["models"]
        self.assertEqual(one["sample"], "")
        self.assertIn(f"a sample of {entries} entries (seed 3)", two["sample"])
        self.assertEqual(self.read("models/two/model.json")["sample"], two["sample"])

    def test_wrong_usage(self):
        for option, value in [("--seed", "-1"), ("--draws", "-1"), ("--draws", "0"), ("--jobs", "-1")]:
            self.publish(GOOD, option, value, code=2)
            self.assertIn(f"{option}: ", self.err)
        self.publish(GOOD, site=self.folder / "nowhere", code=2)
        self.assertIn("not a built site", self.err)
        self.run_program("publish", GOOD, "--dataset", SAMPLE, "--site", "none", code=2)
        self.publish(self.folder / "nothing", code=2)
        self.write("file", "x")
        self.run_program("publish", GOOD, "--dataset", SAMPLE, "-o", self.folder / "file" / "x", "--site", "none", code=2)


if __name__ == "__main__":
    main()
