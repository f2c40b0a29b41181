"""`bfclx publish`: a folder for any static host; names, slices, what is written again.

    python3 tests/cli/publish_test.py build/release/tools/bfclx [Suite]
"""

import json
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

    def publish(self, *paths, site="none", **keywords):
        return self.run_program("publish", *paths, "--dataset", SAMPLE, "-o", self.folder / "board", "--site", site,
                                **keywords)

    def read(self, path):
        return json.loads((self.folder / "board" / "data" / path).read_text(encoding="utf-8"))

    def files(self):
        board = self.folder / "board"
        return {str(path.relative_to(board)): (path.stat().st_mtime_ns, path.stat().st_ino)
                for path in board.rglob("*") if path.is_file()}

    def test_the_index_says_what_check_and_compare_say(self):
        self.publish(GOOD, BAD, code=1)
        index = self.read("index.json")
        self.assertEqual([model["label"] for model in index["models"]], ["good-model", "bad-model"])
        for model, path in zip(index["models"], [GOOD, BAD]):
            report = self.check_json(path, code=None)
            for row in report["models"][0]["categories"]:
                part = model["categories"][row["category"]]
                self.assertEqual((part["right"], part["entries"], part["missing"]),
                                 (row["right"], row["entries"], row["missing"]))
        ranking = json.loads(self.run_program("compare", GOOD, BAD, "--dataset", SAMPLE, "--format", "json",
                                              code=None))["ranking"]
        for model, ranked in zip(index["models"], ranking["runs"]):
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
        self.assertEqual(len(own), 2)
        self.assertEqual(changed - own, {"data/index.json", "data/audit.json"})

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
        self.assertEqual([model["label"] for model in models], ["result/same", "other/same"])
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
        self.publish(GOOD, site=self.folder / "nowhere", code=2)
        self.assertIn("no built site", self.err)
        self.run_program("publish", GOOD, "--dataset", SAMPLE, "--site", "none", code=2)
        self.publish(self.folder / "nothing", code=2)
        self.write("file", "x")
        self.run_program("publish", GOOD, "--dataset", SAMPLE, "-o", self.folder / "file" / "x", "--site", "none", code=2)


if __name__ == "__main__":
    main()
