"""The history of a leaderboard: its releases, and the earlier results of its models.

    python3 tests/cli/board_history_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil

from cli_case import SAMPLE, SIMPLE, main
from publish_case import PublishCase

PLACE = "models/one/history.json"


class BoardHistory(PublishCase):
    def wrong(self, name, count):
        """The results of the model, as many of them wrong."""
        shutil.rmtree(self.folder / "result" / name, ignore_errors=True)
        path = self.models(name) / name / SIMPLE.name
        lines = [json.loads(line) for line in SIMPLE.read_text("utf-8").splitlines()]
        for line in lines[:count]:
            line["result"] = "[f(x=1)]"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return path.parent

    def on(self, day, *paths, **keywords):
        self.publish(*paths, "--today", day, **keywords)
        return self.read("history.json")

    @staticmethod
    def names(release):
        return {kind: [model["label"] for model in release[kind]["models"]] for kind in ("added", "replaced", "removed")}

    def replaced(self):
        (model,) = self.read("history.json")["releases"][0]["replaced"]["models"]
        return model

    def test_releases(self):
        history = self.on("2026-01-01", self.models("one", "two"))
        self.assertEqual(len(history["releases"]), 1)
        self.assertEqual(self.names(history["releases"][0]), {"added": ["one", "two"], "replaced": [], "removed": []})
        history = self.on("2026-02-01", self.wrong("two", 3), self.wrong("three", 0), "--add")
        release = history["releases"][0]
        self.assertEqual((release["date"], release["dataset"]["version"]), ("2026-02-01", self.read("index.json")["dataset"]["version"]))
        self.assertEqual(self.names(release), {"added": ["three"], "replaced": ["two"], "removed": []})
        (two,) = release["replaced"]["models"]
        self.assertGreater(two["old"]["score"], two["new"]["score"])
        self.assertEqual(two["note"], "")
        now = {model["label"]: model for model in self.read("index.json")["models"]}
        for member in ("rank", "rank_low", "rank_high"):
            self.assertEqual(two["new"][member], now["two"]["ranked"][member])
        self.assertEqual(two["new"]["interval_95"], now["two"]["overall"]["interval_95"])
        history = self.on("2026-03-01", self.folder / "result/one")
        self.assertEqual(self.names(history["releases"][0]), {"added": [], "replaced": [], "removed": ["three", "two"]})
        self.assertEqual([release["date"] for release in history["releases"]], ["2026-03-01", "2026-02-01", "2026-01-01"])

    def test_unchanged_models_are_no_release(self):
        result = self.models("one", "two")
        self.on("2026-01-01", result)
        before = self.files()
        self.on("2026-02-01", result)
        self.on("2026-02-01", result / "one", "--add")
        self.assertEqual(self.files(), before)
        history = self.on("2026-03-01", result, "--title", "Other")
        self.assertEqual(len(history["releases"]), 1)

    def test_a_replaced_model_keeps_its_earlier_results(self):
        self.on("2026-01-01", self.wrong("one", 4), self.wrong("two", 0))
        first = self.read("index.json")["models"][0]
        history = self.on("2026-02-01", self.wrong("one", 2), "--add")
        self.assertEqual(history["models"], {"one": {"date": "2026-02-01", "earlier": 1}, "two": {"date": "2026-01-01", "earlier": 0}})
        self.assertFalse((self.folder / "board/data/models/two/history.json").exists())
        (row,) = self.read(PLACE)["earlier"]
        self.assertEqual((row["date"], row["score"], row["interval_95"], row["comparable"], row["note"], row["status"]),
                         ("2026-01-01", first["overall"]["score"], first["overall"]["interval_95"], True, "", "claimed"))
        part = first["categories"]["simple_python"]
        self.assertEqual(row["categories"], {"simple_python": {"right": part["right"], "entries": part["entries"]}})
        self.on("2026-03-01", self.wrong("one", 0), "--add")
        self.assertEqual([one["date"] for one in self.read(PLACE)["earlier"]], ["2026-02-01", "2026-01-01"])
        # It stays with the model, and goes with it.
        before = self.files()[f"data/{PLACE}"]
        self.on("2026-04-01", self.wrong("three", 0), "--add")
        self.assertEqual(self.files()[f"data/{PLACE}"], before)
        self.on("2026-05-01", self.folder / "result/two")
        self.assertFalse((self.folder / "board/data" / PLACE).exists())

    def test_what_cannot_be_compared_says_so(self):
        self.on("2026-01-01", self.wrong("one", 4))
        path = self.folder / "result/one" / SIMPLE.name
        path.write_text("".join(path.read_text("utf-8").splitlines(keepends=True)[:-3]), encoding="utf-8")
        self.on("2026-02-01", path.parent, "--add")
        (row,) = self.read(PLACE)["earlier"]
        self.assertEqual((row["comparable"], row["note"]), (False, "not comparable: another basis"))
        self.assertEqual(self.replaced()["note"], row["note"])
        # A new version of the dataset, all models of which are published again.
        data = self.folder / "sample"
        shutil.copytree(SAMPLE, data)
        questions = data / "data/BFCL_v4_simple_python.json"
        questions.write_text(questions.read_text("utf-8").replace("?", "!", 1), encoding="utf-8")
        self.on("2026-03-01", path.parent, dataset=data)
        rows = self.read(PLACE)["earlier"]
        self.assertEqual([row["note"] for row in rows], ["not comparable: another version of the dataset"] * 2)
        self.assertEqual(self.replaced()["note"], rows[0]["note"])
        self.assertNotEqual(rows[0]["dataset"]["hash"], self.read("index.json")["dataset"]["hash"])

    def test_the_date_of_a_manifest(self):
        for started, date in (("2025-12-24T06:30:00Z", "2025-12-24"), ("yesterday", "2026-01-01"), ("2025/12/24", "2026-01-01"),
                              ("2025-02-29T06:30:00Z", "2026-01-01"), ("0000-01-01", "2026-01-01"), ("2024-02-29", "2024-02-29")):  # fmt: skip
            run = self.wrong("one", 0)
            (run / "bfclx_manifest.json").write_text(json.dumps({"started": started}))
            self.assertEqual(self.on("2026-01-01", run, code=None)["models"]["one"]["date"], date)
            shutil.rmtree(self.folder / "board")

    def test_it_is_bounded(self):
        for day in range(1, 24):
            self.on(f"2026-01-{day:02}", self.wrong("one", day % 2 + 1), *(["--add"] if day > 1 else []))
        self.assertEqual(len(self.read(PLACE)["earlier"]), 20)
        self.assertEqual(self.read(PLACE)["earlier"][0]["date"], "2026-01-22")
        history = self.read("history.json")
        self.assertEqual(len(history["releases"]), 23)
        place = self.folder / "board/data/history.json"
        place.write_text(json.dumps({**history, "releases": history["releases"] * 3}))
        self.assertEqual(len(self.on("2026-02-01", self.wrong("new", 0), "--add")["releases"]), 50)

    def test_boards_without_a_history_begin_one(self):
        self.on("2026-01-01", self.wrong("one", 4), self.wrong("two", 0))
        (self.folder / "board/data/history.json").unlink()
        history = self.on("2026-02-01", self.wrong("one", 2), "--add")
        self.assertEqual(self.names(history["releases"][0])["replaced"], ["one"])
        self.assertEqual(history["models"]["two"], {"date": None, "earlier": 0})
        self.assertEqual(self.read(PLACE)["earlier"][0]["date"], None)

    def test_a_history_that_cannot_be_read_is_refused(self):
        self.on("2026-01-01", self.wrong("one", 4))
        place = self.folder / "board/data/history.json"
        for text in ("{", "[]", '{"schema": "bfclx-board-1"}', '{"schema": "x", "releases": []}', '{"schema": "bfclx-board-1", "releases": {}}'):
            place.write_text(text)
            self.publish(self.folder / "result/one", "--add", code=2)
            self.assertIn("history.json: cannot be read; delete it to begin a new history", self.err)
        # What is in it is text of others: it stays as it is, or is left out.
        place.write_text(json.dumps({"schema": "bfclx-board-1", "releases": [7, {"added": "x"}], "models": {"one": [1]}}))
        history = self.on("2026-01-01", self.wrong("one", 3), "--add")
        self.assertEqual(history["models"]["one"]["earlier"], 1)


if __name__ == "__main__":
    main()
