"""Repeats of a model on a leaderboard: one row with mean, range and pass^k.

    python3 tests/cli/board_repeats_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil

from cli_case import SAMPLE, SIMPLE, SIMPLE_ENTRIES, main
from publish_case import PublishCase
from repeats_test import SETTINGS

N = SIMPLE_ENTRIES


class BoardRepeats(PublishCase):
    def run_of(self, place, failed=(), **settings):
        """A run of simple_python in which the entries of these numbers fail."""
        folder = self.folder / "result" / place
        folder.mkdir(parents=True, exist_ok=True)
        lines = [json.loads(line) for line in SIMPLE.read_text("utf-8").splitlines()]
        for number in failed:
            lines[number]["result"] = "no call"
        (folder / SIMPLE.name).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        made = {"0a": {**SETTINGS, **settings, "results": N}}
        (folder / "bfclx_manifest.json").write_text(json.dumps({"form": 1, "started": "2026-01-0" + str(1 + len(failed)) + "T00:00:00Z" + place, "settings": {"extra_body": settings.get("extra_body", {"seed": 1})}, "made_with": made}))
        return folder

    def repeats(self):
        return [self.run_of(f"r{seed}/m", range(3 - seed), extra_body={"seed": seed}) for seed in (1, 2, 3)]

    def row(self):
        (row,) = self.read("index.json")["repeats"]
        return row

    def test_one_row_with_the_means(self):
        out = self.publish(*self.repeats(), self.run_of("other", [0, 1, 2], model="other"))
        self.assertIn("leaderboard of 2 models (4 runs)", out)
        index = self.read("index.json")
        row = self.row()
        self.assertEqual((row["label"], row["name"]), ("m", row["models"][0]))
        self.assertEqual([model["label"] for model in index["models"] if model.get("repeat_of") == row["name"]], ["r1/m", "r2/m", "r3/m"])
        self.assertAlmostEqual(row["overall"]["score"], (N - 1) / N, 12)
        self.assertAlmostEqual(row["ranked"]["score"], (N - 1) / N, 12)
        self.assertEqual(row["ranked"]["interval_95"], row["overall"]["interval_95"])
        self.assertAlmostEqual(row["categories"]["simple_python"]["right"], N - 1, 9)
        figures = row["repeats"]
        self.assertEqual((figures["repeats"], figures["lowest"], figures["highest"], figures["flips"]), (3, (N - 2) / N, 1, 2))
        self.assertAlmostEqual(figures["pass"][-1]["pass_hat_k"]["value"], (N - 2) / N, 12)
        # The same as `score` says.
        scored = json.loads(self.run_program("score", *[self.folder / f"result/r{i}/m" for i in (1, 2, 3)], "--dataset", SAMPLE, "--format", "json"))["repeats"][0]
        for member in ("mean", "interval_95", "pass", "flips", "variance", "exchange_p"):
            self.assertEqual(figures[member], scored[member], member)
        ranks = {model["label"]: model["ranked"] for model in index["models"]}
        self.assertEqual([ranks[f"r{i}/m"] for i in (1, 2, 3)], [None] * 3)
        self.assertEqual((row["ranked"]["rank"], ranks["other"]["rank"]), (1, 2))
        # One score for a model, of a row of repeats the mean; a row has no file of its own.
        self.assertEqual([(one["name"], one["all"]["score"]) for one in self.read("audit.json")["scores"]], [("other", (N - 3) / N), (row["name"], (N - 1) / N)])
        text = (self.folder / "board/llms.txt").read_text("utf-8")
        self.assertIn("\n- m: ", text)
        self.assertIn("\n- [r1/m](data/models/", text)
        self.assertIn("A leaderboard of 2 models", text)
        self.assertIn("mean of 3 repeats", text)

    def test_a_board_without_repeats_is_as_before(self):
        self.publish(self.run_of("a"), self.run_of("b", [0], model="b"))
        index = self.read("index.json")
        self.assertNotIn("repeats", index)
        self.assertTrue(all(model["ranked"] for model in index["models"]))

    def test_names_alone_pool_nothing(self):
        self.publish(self.run_of("r1/m"), self.run_of("r2/m", temperature=1.0), self.run_of("r3/m", model="n"), self.models("r4"))
        self.assertNotIn("repeats", self.read("index.json"))

    def test_copies_are_no_repeats(self):
        a = self.run_of("r1/m")
        shutil.copytree(a, self.folder / "result/r2/m")
        self.publish(a, self.folder / "result/r2/m")
        self.assertNotIn("repeats", self.read("index.json"))

    def test_two_settings_of_one_model_have_two_names(self):
        runs = [self.run_of(f"{name}{i}", [i], temperature=heat) for name, heat in (("cold", 0.1), ("warm", 0.9)) for i in (1, 2)]
        self.publish(*runs)
        self.assertEqual([row["label"] for row in self.read("index.json")["repeats"]], ["cold1", "warm1"])

    def test_a_further_repeat_joins(self):
        runs = self.repeats()
        other = self.run_of("other", [0, 1, 2], model="other")
        self.publish(runs[0], other, "--today", "2026-01-01")
        self.publish(runs[1], "--add", "--today", "2026-02-01")
        self.assertAlmostEqual(self.row()["overall"]["score"], (N - 1.5) / N, 12)
        self.publish(runs[2], "--add", "--today", "2026-03-01")
        releases = self.read("history.json")["releases"]
        self.assertEqual([len(release["replaced"]["models"]) for release in releases], [1, 1, 0])
        (last,) = releases[0]["replaced"]["models"]
        self.assertEqual((last["label"], last["old"]["repeats"], last["new"]["repeats"], last["note"]), ("m", 2, 3, ""))
        self.assertAlmostEqual(last["new"]["score"], (N - 1) / N, 12)
        (joined,) = releases[1]["replaced"]["models"]
        self.assertNotIn("repeats", joined["old"])
        self.assertEqual(joined["new"]["repeats"], 2)
        self.assertEqual(releases[2]["added"]["count"], 2)
        # The same files as all at once, except for the history and names.
        figures = self.row()["repeats"]
        shutil.rmtree(self.folder / "board")
        self.publish(*runs, other)
        for member in ("mean", "interval_95", "pass", "scores"):
            self.assertEqual(figures[member], self.row()["repeats"][member])

    def test_a_repeat_that_is_added_has_the_name_that_it_has_beside_all(self):
        runs, other = self.repeats(), self.run_of("other", [0, 1, 2], model="other")
        self.publish(*runs, other)
        expected = self.tree(self.folder / "board")
        shutil.rmtree(self.folder / "board")
        self.publish(*runs[:2], other)
        self.publish(runs[2], "--add")
        self.assertEqual([model["label"] for model in self.read("index.json")["models"]], ["other", "r1/m", "r2/m", "r3/m"])
        self.assertEqual(self.tree(self.folder / "board"), expected)
        # With as many folders as tell it from other models, too.
        more = [self.run_of(f"v1/r{i}/m", range(3 - i), extra_body={"seed": i}) for i in (1, 2, 3)]
        shutil.rmtree(self.folder / "board")
        self.publish(*more[:2], self.run_of("v2/r3/m", [0, 1, 2], model="other"))
        self.publish(more[2], "--add")
        self.assertEqual([model["label"] for model in self.read("index.json")["models"]], ["r1/m", "r2/m", "r3/m", "v1/r3/m"])
        shutil.rmtree(self.folder / "board")
        self.publish(*runs, other)
        # The same seed under the same folder name takes its place, whatever stands before the name.
        self.publish(self.run_of("again/m", [0, 1, 2], extra_body={"seed": 2}), "--add")
        self.assertEqual([model["label"] for model in self.read("index.json")["models"]], ["other", "r1/m", "r2/m", "r3/m"])
        self.assertEqual(self.row()["repeats"]["scores"], [(N - 2) / N, (N - 3) / N, 1])

    def test_a_repeat_that_was_generated_again_takes_its_place(self):
        runs = self.repeats()
        self.publish(runs[0])
        self.publish(runs[1], "--add")
        self.publish(self.run_of("again/m", [0, 1, 2], extra_body={"seed": 2}), "--add")
        self.assertEqual(self.row()["repeats"]["scores"], [(N - 2) / N, (N - 3) / N])
        # The same seed and name with other settings takes no place among these repeats.
        labels = [model["label"] for model in self.read("index.json")["models"]]
        hot = self.run_of("hot/m", [0], temperature=1.0)
        self.publish(hot, "--add")
        self.assertIn("m on the leaderboard has other settings: added as m (2)", self.err)
        self.assertEqual([model["label"] for model in self.read("index.json")["models"]], sorted([*labels, "m (2)"]))
        self.assertEqual(self.row()["repeats"]["scores"], [(N - 2) / N, (N - 3) / N])
        # It is the same run when it is added again.
        before = self.everything()
        self.publish(hot, "--add")
        self.assertEqual(self.everything(), before)

    def test_a_run_that_is_there_takes_its_place(self):
        runs = self.repeats()
        self.publish(*runs)
        before = self.everything()
        self.publish(runs[1], "--add")
        self.assertEqual(self.everything(), before)

    def test_a_changed_repeat_is_refused(self):
        runs = self.repeats()
        self.publish(*runs)
        path = next((self.folder / "board/data/models").glob("*/model.json"))
        model = json.loads(path.read_text("utf-8"))
        model["repeat"]["settings"] = "../x"
        path.write_text(json.dumps(model))
        self.publish(runs[2], "--add", code=2)
        self.assertIn("repeat cannot be read", self.err)


if __name__ == "__main__":
    main()
