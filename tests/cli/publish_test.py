"""`bfclx publish`: a folder for any static host; names, slices, what is written again.

    python3 tests/cli/publish_test.py build/release/tools/bfclx [Suite]
"""

import fcntl
import json
import os
import re
import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, SIMPLE_ENTRIES, Case, main

BAD = SAMPLE / "results" / "bad-model"
SAFE = re.compile(r"[a-z0-9_][a-z0-9._-]*")
FIRST = "simple_python_90000"


class Publish(Case):
    def models(self, *names):
        for name in names:
            (self.folder / "result" / name).mkdir(parents=True)
            shutil.copy(SIMPLE, self.folder / "result" / name)
        return self.folder / "result"

    def publish(self, *paths, site="none", dataset=SAMPLE, **keywords):
        before = self.everything()
        out = self.run_program("publish", *paths, "--dataset", dataset, "-o", self.folder / "board", "--site", site, **keywords)
        if self.status == 2:
            self.assertEqual(self.everything(), before)
        self.assertFalse(list(self.folder.glob("board/.bfclx*")))
        return out

    def everything(self):
        """What lies in the board, folders too: after a refusal it is as it was, byte for byte."""
        board = self.folder / "board"
        return {path: path.read_bytes() if path.is_file() else None for path in [board, *board.rglob("*")] if path.exists()}

    def read(self, path):
        return json.loads((self.folder / "board" / "data" / path).read_text(encoding="utf-8"))

    def files(self):
        board = self.folder / "board"
        return {str(path.relative_to(board)): (path.stat().st_mtime_ns, path.stat().st_ino)
                for path in board.rglob("*") if path.is_file()}

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
        self.assertEqual(changed - own, {"data/index.json", "data/audit.json"})

    def tree(self, folder):
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

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
        of_all = {"data/index.json", "data/audit.json"}
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

    def test_what_is_refused_late_leaves_the_folder_as_it_was(self):
        result = self.models("one", "two")
        site = self.write("dist/published.html", "a page").parent
        self.write("score/one/x_score.json", "")
        self.publish(self.folder / "score", site=site, code=2)
        self.publish(result, site=site)
        (site / "published.html").write_text("another page")
        self.publish(self.folder / "score", site=site, code=2)
        self.assertIn("nothing to publish", self.err)
        # What is replaced differs from what is there.
        (result / "one" / SIMPLE.name).write_text(SIMPLE.read_text().replace("1", "2"))
        place = self.folder / "board/data/models/two/audit.json"
        good = place.read_bytes()
        place.write_bytes(b"[")
        self.publish(result / "one", "--add", site=site, code=2)
        place.write_bytes(good)
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, dataset)
        (dataset / "manifest.json").unlink(missing_ok=True)
        path = dataset / "data" / "BFCL_v4_simple_python.json"
        path.write_text(path.read_text(encoding="utf-8").replace("the", "The"), encoding="utf-8")
        self.publish(result / "one", "--add", dataset=dataset, site=site, code=2)
        self.assertIn("another dataset", self.err)
        (self.folder / "board/data/audit.json").unlink()
        (self.folder / "board/data/audit.json").mkdir()
        self.publish(result / "one", "--add", site=site, code=2)
        self.assertIn("is a folder", self.err)
        (self.folder / "board/data/audit.json").rmdir()
        self.write("board/.bfclx-unfinished/data/index.json", "of a run that was killed")
        self.publish(result / "one", "--add", site=site)
        self.assertEqual((self.folder / "board/index.html").read_text(), "another page")

    def test_scores_are_added_and_further_categories_too(self):
        scores = self.scores()
        self.publish(scores, code=None)
        whole = self.tree(self.folder / "board")
        for first, second in [("good-model", "bad-model"), ("bad-model", "good-model")]:
            with self.subTest(first):
                shutil.rmtree(self.folder / "board")
                self.publish(scores / first, code=None)
                self.publish(scores / second, "--add", code=None)
                self.assertNotEqual(self.status, 2, self.err)
                self.assertEqual(self.tree(self.folder / "board"), whole)
        # One category, then all, then one again; results, then scores.
        shutil.rmtree(self.folder / "board")
        self.publish(self.models("one"))
        self.publish(scores / "bad-model", "--add", code=None)
        self.publish(GOOD, "--add", code=None)
        self.publish(self.models("two") / "two", "--add")
        index = self.read("index.json")
        self.assertEqual([model["label"] for model in index["models"]], ["bad-model", "good-model", "one", "two"])
        self.assertGreater(len(index["categories"]), 3)
        # Another dataset is told by a file that both have loaded, whatever else was.
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, dataset)
        path = dataset / "data" / "BFCL_v4_simple_python.json"
        path.write_text(path.read_text(encoding="utf-8").replace("the", "The"), encoding="utf-8")
        for added in [scores / "good-model", self.folder / "result" / "two"]:
            self.publish(added, "--add", dataset=dataset, code=2)
            self.assertIn("data/BFCL_v4_simple_python.json is not what it was", self.err)

    def test_what_cannot_be_added_to_says_so(self):
        result = self.models("one", "two")
        self.publish(result / "one", "--add", code=2)
        self.assertIn("there is no leaderboard", self.err)
        self.publish(result / "one")
        self.publish(result / "two", "--add", "--leaderboard", "v3", code=2)
        self.publish(result / "two", "--add", "--seed", "7", code=2)
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, dataset)
        manifest = json.loads((dataset / "manifest.json").read_text()) if (dataset / "manifest.json").exists() else {}
        (dataset / "manifest.json").write_text(json.dumps({**manifest, "version": "other", "hash": "sha256:1"}))
        self.publish(result / "two", "--add", dataset=dataset, code=2)
        self.assertIn("another dataset", self.err)
        place = self.folder / "board/data/models/one/audit.json"
        place.write_text(place.read_text().replace('"answers":[', '"answers":[7,'))
        self.publish(result / "two", "--add", code=2)
        self.assertIn("audit.json", self.err)
        self.publish(result)
        self.assertEqual(len(self.read("index.json")["models"]), 2)

    def scores(self):
        known = json.loads((SAMPLE / "models.json").read_text())["models"]["good-model"]
        bad = {**known, "model_name": "bad-model", "is_fc_model": True, "underscore_to_dot": True}
        models = self.write("models.json", json.dumps({"models": {"bad-model": bad}}))
        self.run_program("evaluate", "--result-dir", SAMPLE / "results", "--score-dir", self.folder / "score", "--dataset", SAMPLE,
                         "--models", models, code=None)
        return self.folder / "score"

    def test_score_files_serve_where_the_results_are_gone(self):
        scores = self.scores()
        self.publish(GOOD, BAD, code=1)
        by_results = {model["label"]: model for model in self.read("index.json")["models"]}
        marks = {name: self.read(f"models/{name}/model.json") for name in by_results}
        slices = self.read("models/bad-model/simple_python-0.json")
        shutil.rmtree(self.folder / "board")
        self.publish(scores, code=None)
        index = self.read("index.json")
        self.assertEqual([model["source"] for model in index["models"]], ["scores", "scores"])
        known = 0
        for model in index["models"]:
            own = self.read(f"models/{model['label']}/model.json")
            for name, part in model["categories"].items():
                other = by_results[model["label"]]["categories"][name]
                self.assertEqual((part["right"], part["entries"]), (other["right"], other["entries"]), name)
                theirs = marks[model["label"]]["verdicts"][name]["marks"]
                mine = own["verdicts"][name]["marks"]
                if "-" in theirs:
                    # Which entries are absent, and which have passed, is not in the files.
                    self.assertTrue(part["unknown"])
                    self.assertEqual(mine, theirs.replace("1", "?").replace("-", "?"))
                else:
                    known += 1
                    self.assertEqual((mine, part["interval_95"]), (theirs, other["interval_95"]))
        self.assertGreater(known, 5)
        again = self.read("models/bad-model/simple_python-0.json")
        self.assertEqual(again["types"], slices["types"])
        for row, other in zip(again["answers"], slices["answers"]):
            self.assertEqual(row if row[0] == 0 else row[0], other if other[0] == 0 else other[0])

    def test_score_files_that_lie_are_told(self):
        entries = [json.loads(line)["id"] for line in (SAMPLE / "data" / "BFCL_v4_simple_python.json").read_text().splitlines()]
        name = "BFCL_v4_simple_python_score.json"
        wrong = {"id": entries[1], "valid": False, "error": ["Their own words."], "error_type": "theirs:own", "model_result_raw": "[f(x=1)]"}
        head = {"accuracy": 0.5, "correct_count": len(entries) - 1, "total_count": len(entries)}
        self.write(f"score/honest/non_live/{name}", "\n".join(map(json.dumps, [head, wrong])))
        self.write(f"score/liar/non_live/{name}", "\n".join(map(json.dumps, [head, wrong, {**wrong, "id": entries[2]}, {**wrong, "id": "x_1"}])) + "\n[1")
        self.write(f"score/headless/non_live/{name}", json.dumps(wrong))
        self.publish(self.folder / "score", code=1)
        for text in ["lists 2 failures where its first line counts 1", "`x_1` is no entry of simple_python", "is no line of a score file",
                     "has no line with accuracy"]:
            self.assertIn(text, self.err)
        self.assertEqual([model["label"] for model in self.read("index.json")["models"]], ["honest", "liar"])
        row = self.read("models/honest/simple_python-0.json")
        self.assertEqual(row["types"], ["theirs:own"])
        self.assertEqual(row["answers"][1][:4], [0, 0, "Their own words.", "f(x=1)"])
        self.assertEqual([mark for mark in self.read("models/honest/model.json")["verdicts"]["simple_python"]["marks"]],
                         ["1", "0"] + ["1"] * (len(entries) - 2))
        self.assertEqual(self.read("models/liar/model.json")["verdicts"]["simple_python"]["marks"],
                         "?00" + "?" * (len(entries) - 3))

    def test_a_second_file_of_a_category_is_told(self):
        entries = [json.loads(line)["id"] for line in (SAMPLE / "data" / "BFCL_v4_simple_python.json").read_text().splitlines()]
        head = json.dumps({"accuracy": 1, "correct_count": len(entries), "total_count": len(entries)})
        self.write("score/m/live/BFCL_v4_simple_python_score.json", head)
        self.publish(self.folder / "score")
        before = self.read("models/m/model.json")
        self.write("score/m/non_live/BFCL_v4_simple_python_score.json", head)
        self.publish(self.folder / "score", code=1)
        self.assertIn("non_live/BFCL_v4_simple_python_score.json: is a second file of simple_python", self.err)
        after = self.read("models/m/model.json")
        self.assertEqual((after["categories"], after["verdicts"]), (before["categories"], before["verdicts"]))

    def test_more_entries_than_there_are_do_not_count(self):
        name = "non_live/BFCL_v4_simple_python_score.json"
        entries = len((SAMPLE / "data" / "BFCL_v4_simple_python.json").read_text().splitlines())
        for total, code in ((entries, 0), (entries + 1, 2), (2**63 - 1, 2)):
            with self.subTest(total):
                head = {"accuracy": 1, "correct_count": total, "total_count": total}
                self.write(f"score/m/{name}", json.dumps(head))
                self.publish(self.folder / "score", code=code)
                told = f"counts {total} entries where the dataset has {entries}; it does not count"
                self.assertEqual(told in self.err, code != 0, self.err)

    def test_a_file_without_its_first_line_does_not_count(self):
        entries = [json.loads(line)["id"] for line in (SAMPLE / "data" / "BFCL_v4_simple_python.json").read_text().splitlines()]
        wrong = {"id": entries[1], "valid": False, "error": ["x"], "error_type": "t", "model_result_raw": "[f(x=1)]"}
        head = {"accuracy": 1, "correct_count": len(entries), "total_count": len(entries)}
        self.write("score/m/non_live/BFCL_v4_simple_python_score.json", json.dumps(head))
        other = json.loads((SAMPLE / "data" / "BFCL_v4_multiple.json").read_text().splitlines()[0])["id"]
        self.write("score/m/non_live/BFCL_v4_multiple_score.json", json.dumps({**wrong, "id": other}))
        self.publish(self.folder / "score", code=1)
        self.assertIn("BFCL_v4_multiple_score.json:1: has no line with accuracy", self.err)
        self.assertEqual(list(self.read("models/m/model.json")["verdicts"]), ["simple_python"])
        # It takes no other file's place.
        (self.folder / "score/m/live").mkdir()
        os.rename(self.folder / "score/m/non_live/BFCL_v4_simple_python_score.json",
                  self.folder / "score/m/non_live/BFCL_v4_parallel_score.json")
        self.write("score/m/live/BFCL_v4_simple_python_score.json", json.dumps(wrong))
        self.write("score/m/non_live/BFCL_v4_simple_python_score.json", json.dumps(head))
        self.publish(self.folder / "score", code=1)
        self.assertIn("live/BFCL_v4_simple_python_score.json:1: has no line with accuracy", self.err)
        self.assertNotIn("is a second file", self.err)
        marks = self.read("models/m/model.json")["verdicts"]["simple_python"]["marks"]
        self.assertEqual(marks, "1" * len(entries))

    def test_models_with_scores_alone_enter_beside_results(self):
        scores = self.scores()
        root = self.folder / "root"
        shutil.copytree(GOOD, root / "result" / "good-model")
        shutil.copytree(scores / "good-model", root / "score" / "good-model")
        shutil.copytree(scores / "bad-model", root / "score" / "bad-model")
        self.publish(root, code=None)
        self.assertEqual([(model["label"], model["source"]) for model in self.read("index.json")["models"]],
                         [("bad-model", "scores"), ("good-model", "results")])

    def test_two_runs_at_once_are_refused(self):
        result = self.models("one")
        self.publish(result)
        held = os.open(self.folder / "board", os.O_RDONLY)
        self.addCleanup(os.close, held)
        fcntl.flock(held, fcntl.LOCK_EX)
        self.publish(result, code=2)
        self.assertIn("another `bfclx publish` is writing into", self.err)
        fcntl.flock(held, fcntl.LOCK_UN)
        self.publish(result)

    def test_what_is_behind_a_link_is_not_taken(self):
        result = self.models("one")
        self.publish(result)
        board = self.folder / "board"
        before = self.tree(board)
        self.write("foreign/.whole", "")
        self.write("foreign/data/notes.json", "1")
        (board / ".bfclx-unfinished").symlink_to(self.folder / "foreign")
        self.publish(result)
        self.assertEqual(self.tree(board), before)
        self.assertEqual((self.folder / "foreign/data/notes.json").read_text(), "1")

    def test_what_was_killed_among_renames_is_finished(self):
        result = self.models("one", "two", "three")
        lines = SIMPLE.read_text().replace("1", "2")
        (result / "two" / SIMPLE.name).write_text(lines)
        self.publish(result / "one")
        board = self.folder / "board"
        old = self.tree(board)
        self.run_program("publish", result / "one", result / "two", "--dataset", SAMPLE, "-o", self.folder / "next", "--site", "none")
        new = self.tree(self.folder / "next")
        changed = sorted(name for name in new if new[name] != old.get(name))
        self.run_program("publish", result, "--dataset", SAMPLE, "-o", self.folder / "whole", "--site", "none")
        for moved in range(0, len(changed) + 1, 2):
            with self.subTest(moved):
                shutil.rmtree(board)
                for name, data in old.items():
                    self.write(f"board/{name}", data)
                for i, name in enumerate(changed):
                    self.write(f"board/{name}" if i < moved else f"board/.bfclx-unfinished/{name}", new[name])
                self.write("board/.bfclx-unfinished/.whole", "")
                self.publish(result / "three", "--add")
                self.assertEqual(self.tree(board), self.tree(self.folder / "whole"))
        # What was not whole yet is as if it had not been.
        shutil.rmtree(board)
        for name, data in old.items():
            self.write(f"board/{name}", data)
        self.write("board/.bfclx-unfinished/data/index.json", "{")
        self.publish(result / "two", "--add")
        self.assertEqual(self.tree(board), new)

    def test_results_count_where_scores_are_there_too(self):
        scores = self.scores()
        self.publish(scores, GOOD, code=None)
        self.assertEqual([(model["label"], model["source"]) for model in self.read("index.json")["models"]],
                         [("bad-model", "scores"), ("good-model", "results")])

    def test_names_make_no_paths(self):
        attack = "<img src=x onerror=alert(1)>"
        names = [attack, "a\"b'c", "..x", "con", "UPPER", "upper", "\u202eevil", "x" * 200, "-rf", "a b", "a\nb", "%2e%2e",
                 "&amp;", "\\..\\x", "~", "."*5]
        self.publish(self.models(*names))
        index = self.read("index.json")
        self.assertEqual(len(index["models"]), len(names))
        own = [model["name"] for model in index["models"]]
        self.assertEqual(len(set(own)), len(names))
        for name in own:
            self.assertRegex(name, f"^{SAFE.pattern}$")
            self.assertLess(len(name), 80)
        board = self.folder / "board"
        self.assertEqual({path.name for path in (board / "data" / "models").iterdir()}, set(own))
        self.assertIn(attack, [model["label"] for model in index["models"]])
        for path in board.rglob("*"):
            self.assertRegex(path.name, f"^{SAFE.pattern}$")
        self.publish(self.folder / "result")
        self.assertEqual([model["name"] for model in self.read("index.json")["models"]], own)

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

    def test_the_page_and_what_it_loads_are_copied(self):
        site = self.folder / "dist"
        for name, text in {"published.html": '<script src="./assets/a-1.js"></script>', "assets/a-1.js": "import('./b-2.js')",
                           "assets/b-2.js": "worker('c-3.js')", "assets/c-3.js": "d-4.wasm", "assets/d-4.wasm": "unused-5.js",
                           "assets/unused-5.js": "", "dataset/x.json": "{}"}.items():
            self.write(f"dist/{name}", text)
        self.publish(GOOD, site=site)
        board = self.folder / "board"
        self.assertEqual((board / "index.html").read_bytes(), (site / "published.html").read_bytes())
        self.assertEqual({path.name for path in (board / "assets").iterdir()}, {"a-1.js", "b-2.js", "c-3.js", "d-4.wasm"})
        self.assertFalse((board / "dataset").exists())

    def test_a_folder_of_others_is_left_alone(self):
        for name, text in {"data/index.json": '{"schema": "theirs"}', "data/board.json": "[1]", "index.html": "theirs"}.items():
            with self.subTest(name):
                place = self.write(f"board/{name}", text)
                self.publish(GOOD, code=2)
                self.assertIn("is no leaderboard of `bfclx publish`", self.err)
                self.assertEqual(place.read_text(), text)
                self.assertEqual([path.name for path in (self.folder / "board").iterdir()], [name.split("/")[0]])
                shutil.rmtree(self.folder / "board")
        self.write("board/.git/HEAD", "x")
        self.publish(GOOD)
        self.publish(GOOD)
        self.assertEqual((self.folder / "board" / ".git" / "HEAD").read_text(), "x")

    def test_inputs_are_no_place_for_it(self):
        result = self.models("one")
        inputs = sorted(path for path in result.rglob("*"))
        for output in [result, result / "one", result / "board", self.folder]:
            with self.subTest(output):
                self.run_program("publish", result, "--dataset", SAMPLE, "-o", output, "--site", "none", code=2)
                self.assertRegex(self.err, "lies in|holds")
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, dataset)
        self.run_program("publish", result, "--dataset", dataset, "-o", dataset / "data" / "board", "--site", "none", code=2)
        self.assertIn("the dataset", self.err)
        self.assertEqual(sorted(path for path in result.rglob("*")), inputs)
        self.publish(result)
        (self.folder / "elsewhere").mkdir()
        shutil.rmtree(self.folder / "board" / "data" / "models")
        (self.folder / "board" / "data" / "models").symlink_to(self.folder / "elsewhere")
        self.publish(result, code=2)
        self.assertIn("is a link", self.err)

    def test_models_that_are_not_given_any_more_are_taken_away(self):
        result = self.models("one", "two")
        self.publish(result)
        self.write("board/CNAME", "example.org")
        shutil.rmtree(result / "one")
        self.publish(result)
        self.assertIn("Not given any more, and taken away: one\n", self.out)
        self.assertEqual([model["label"] for model in self.read("index.json")["models"]], ["two"])
        self.assertEqual([path.name for path in (self.folder / "board/data/models").iterdir()], ["two"])
        self.assertEqual((self.folder / "board/CNAME").read_text(), "example.org")

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
        self.write("result/two/bfclx_manifest.json", json.dumps({"settings": {"sample": {"entries": 7, "seed": 3}}}))
        self.publish(result)
        one, two = self.read("index.json")["models"]
        self.assertEqual(one["sample"], "")
        self.assertIn("a sample of 7 entries (seed 3)", two["sample"])
        self.assertEqual(self.read("models/two/model.json")["sample"], two["sample"])

    def test_a_score_has_one_interval(self):
        self.publish(GOOD, BAD, code=1)
        index = self.read("index.json")
        audit = self.read("audit.json")
        self.assertEqual(len(audit["scores"]), 2)
        for model, score in zip(index["models"], audit["scores"]):
            self.assertEqual(score["name"], model["name"])
            self.assertEqual(score["all"], model["ranked"])

    def test_wrong_usage(self):
        for option, value in [("--seed", "-1"), ("--draws", "-1"), ("--draws", "0"), ("--jobs", "-1")]:
            self.publish(GOOD, option, value, code=2)
            self.assertIn(f"{option}: ", self.err)
        self.publish(GOOD, site=self.folder / "nowhere", code=2)
        self.assertIn("no built site", self.err)
        self.run_program("publish", GOOD, "--dataset", SAMPLE, "--site", "none", code=2)
        self.publish(self.folder / "nothing", code=2)
        self.write("file", "x")
        self.run_program("publish", GOOD, "--dataset", SAMPLE, "-o", self.folder / "file" / "x", "--site", "none", code=2)


if __name__ == "__main__":
    main()
