"""The status of models on a leaderboard: claimed, validated, reproduced.

    python3 tests/cli/board_status_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil

from cli_case import GOOD, SAMPLE, main
from publish_case import BAD, PublishCase


class BoardStatus(PublishCase):
    def submission(self, run=GOOD, name="submission", code=0):
        self.run_program("submit", "prepare", run, "-o", name, "--dataset", SAMPLE, code=code)
        return self.folder / name

    def second(self, name="second", wrong=0):
        """The good model, generated again: as many responses of it are wrong, and each has other bytes."""
        run = self.folder / name / "good-model"
        shutil.copytree(GOOD, run)
        for path in sorted(run.rglob("*_result.json")):
            lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            for line in lines:
                line["latency"] = 7
                if wrong > 0:
                    line["result"], wrong = "[f(x=1)]", wrong - 1
            path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return run

    def statuses(self):
        return {model["label"]: model["status"]["name"] for model in self.read("index.json")["models"]}

    def test_results_are_claimed(self):
        self.publish(GOOD, BAD, code=1)
        self.assertEqual(self.statuses(), {"good-model": "claimed", "bad-model": "claimed"})
        self.assertIn("not validated", self.read("models/good-model/model.json")["status"]["text"])

    def test_a_submission_is_validated_and_added(self):
        self.publish(BAD, code=1)
        self.publish(self.submission(), "--add")
        self.assertIn("submission: valid, with 2 warnings", self.err)
        self.assertEqual(self.statuses(), {"good-model": "validated", "bad-model": "claimed"})
        # Its files are those of its results.
        folder = self.folder / "board/data/models/good-model"
        before = self.tree(folder)
        self.publish(GOOD, "--add")
        after = self.tree(folder)
        self.assertEqual({name for name in before if before[name] != after[name]}, {"model.json"})
        self.assertEqual(self.statuses()["good-model"], "claimed")

    def test_its_decoder_is_used(self):
        self.run_program("submit", "prepare", GOOD, "-o", "submission", "--dataset", SAMPLE, "--decoder", "claude_prompting", code=None)
        self.publish(self.folder / "submission", code=None)
        self.assertEqual(self.read("index.json")["models"][0]["decoder"], "claude_prompting")
        other = self.submission(BAD, "other", code=1)
        self.publish(self.folder / "submission", other, code=2)
        self.assertIn("was submitted with --decoder", self.err)

    def test_a_submission_that_is_not_valid_leaves_the_board(self):
        self.publish(BAD, code=1)
        submission = self.submission()
        claim = json.loads((submission / "submission.json").read_text("utf-8"))
        claim["categories"]["multiple"]["passed"] = 3
        (submission / "submission.json").write_text(json.dumps(claim))
        before = self.everything()
        for place, options in ((self.folder / "board", ["--add"]), (self.folder / "new", [])):
            self.run_program("report", submission, "--dataset", SAMPLE, "-o", f"{place}/", "--site", "none", *options, code=3)
            self.assertIn("submission: not valid: 1 check failed; nothing was published", self.err)
            self.assertIn("verdicts: multiple: claimed 3 of 4, scored 4 of 4", self.err)
        self.assertEqual(self.everything(), before)
        self.assertFalse((self.folder / "new").exists())
        (submission / "submission.json").write_text("{")
        self.publish(submission, "--add", code=3)
        self.assertIn("submission: not valid; nothing was published", self.err)
        self.assertIn("expected a JSON object", self.err)
        self.assertEqual(self.everything(), before)

    def test_a_second_run_reproduces(self):
        self.publish(BAD, code=1)
        self.publish(self.submission(), "--add", "--reproduced-by", self.second(wrong=1))
        self.assertEqual(self.statuses()["good-model"], "reproduced")
        status = self.read("models/good-model/model.json")["status"]
        self.assertRegex(status["second_run"]["text"], r"^Second run: .* points \(95 % CI .* to .*\), 42 of 42 entries, 37.5 % of the weight$")
        low, high = status["second_run"]["interval_95"]
        self.assertTrue(low <= 0 <= high)
        # It stays when others are added.
        self.models("other")
        before = self.files()["data/models/good-model/model.json"]
        self.publish(self.folder / "result/other", "--add")
        self.assertEqual(self.files()["data/models/good-model/model.json"], before)
        self.assertEqual(self.statuses()["good-model"], "reproduced")

    def test_a_copy_in_other_bytes_proves_nothing(self):
        self.publish(BAD, code=1)
        before = self.everything()
        copy = self.second("copy")  # other members
        for path in copy.rglob("*_result.json"):
            path.write_text("".join(reversed(path.read_text("utf-8").splitlines(True))) + "\n", encoding="utf-8")
        for model in (GOOD, self.submission()):
            self.publish(model, "--add", "--reproduced-by", copy, code=2)
            self.assertIn("all responses that it shares with good-model are identical, which cannot be told from a copy", self.err)
            self.assertIn("use another seed", self.err)
        self.assertEqual(self.everything(), before)

    def test_a_second_run_that_proves_nothing(self):
        self.publish(BAD, code=1)
        before = self.everything()
        self.publish(GOOD, "--add", "--reproduced-by", self.second("worse", wrong=500), code=3)
        self.assertIn("good-model: the second run differs significantly: -", self.err)
        self.models("few")
        self.publish(GOOD, "--add", "--reproduced-by", self.folder / "result/few", code=2)
        self.assertIn("all responses that it shares with good-model are identical", self.err)
        part = self.second("part", wrong=1)
        for path in sorted(part.rglob("*_result.json"))[1:]:
            path.unlink()
        self.publish(GOOD, "--add", "--reproduced-by", part, code=3)
        self.assertIn("the second one needs at least 42", self.err)
        self.publish(GOOD, "--add", "--reproduced-by", GOOD, code=2)
        self.publish(GOOD, BAD, "--add", "--reproduced-by", self.second("fine", wrong=1), code=2)
        self.assertIn("--reproduced-by takes one model", self.err)
        self.assertEqual(self.everything(), before)
        self.run_program("report", GOOD, "--reproduced-by", part, "-o", "page.html", "--dataset", SAMPLE, code=2)
        self.assertIn("--reproduced-by applies to a leaderboard only", self.err)

    def test_boards_without_a_status_are_read(self):
        result = self.models("one", "two")
        self.publish(result / "one")
        for path in ("models/one/model.json", "index.json"):
            place = self.folder / "board/data" / path
            whole = json.loads(place.read_text("utf-8"))
            for model in whole.get("models", [whole]):
                del model["status"]
            place.write_text(json.dumps(whole))
        self.publish(result / "two", "--add")
        self.assertEqual(self.statuses(), {"one": "claimed", "two": "claimed"})
        self.assertEqual(self.read("models/one/model.json")["status"]["name"], "claimed")

    def test_a_status_that_was_edited_is_refused(self):
        result = self.models("one", "two")
        self.publish(result / "one")
        place = self.folder / "board/data/models/one/model.json"
        whole = json.loads(place.read_text("utf-8"))
        for status, text in (({"name": "proven"}, "status.name is unknown"), ({}, "name is not a string"),
                             ({"name": "validated", "text": "x"}, "status.text is"), (7, "name is not a string"),
                             ({"name": "reproduced", "text": ""}, "status.second_run cannot be read"),
                             ({"name": "reproduced", "second_run": {"entries": 500, "of": 500, "weight": 1, "difference": 0.5, "interval_95": [0.4, 0.6]}},
                              "status.second_run does not agree")):  # fmt: skip
            place.write_text(json.dumps({**whole, "status": status}))
            self.publish(result / "two", "--add", code=2)
            self.assertIn(text, self.err)


if __name__ == "__main__":
    main()
