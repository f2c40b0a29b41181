"""Benchmarks of one's own with weights by tag."""

import csv
import io
import json
import re

from cli_case import main
from own_case import OPENAI, Own, lines, weather

CASES = [
    {"id": "w1", "question": "Weather in Rome?", "tags": ["weather", "easy"], "tools": ["get_weather"], "expected": [weather("Rome")]},
    {"id": "w2", "question": "Weather in Oslo?", "tags": ["weather"], "tools": ["get_weather"], "expected": [weather("Oslo")]},
    {"id": "w3", "question": "Weather in Bonn?", "tags": ["weather"], "tools": ["get_weather"], "expected": [weather("Bonn")]},
    {"id": "w4", "question": "Weather in Lima?", "tags": ["weather"], "expected": [weather("Lima")]},
    {"id": "j1", "question": "A joke?", "tags": ["none"], "expected": "none"},
    {"id": "j2", "question": "A poem?", "tags": ["none", "easy"], "expected": "none"},
]
# Weather: 1 of 4 passes, none: 2 of 2.
RESPONSES = {"simple_python": ["[get_weather(city='Rome')]", "[get_weather(city='Rome')]", "No."],
             "multiple": ["[get_weather(city='Bonn')]"], "irrelevance": ["A joke.", "A poem."]}
WITH = "with tag weights"


class OwnWeights(Own):
    def setUp(self):
        super().setUp()
        self.new()
        self.add(CASES)
        for category, responses in RESPONSES.items():
            for model in ("m", "n"):
                self.write(f"result/{model}/non_live/BFCL_v4_{category}_result.json",
                           lines({"id": f"{category}_{i}", "result": text} for i, text in enumerate(responses)))

    def weigh(self, weights):
        path = self.folder / "my-bench/dataset.json"
        manifest = json.loads(path.read_text("utf-8"))
        manifest["weights"] = weights
        path.write_text(json.dumps(manifest), "utf-8")

    def score(self, *more, code=0):
        return self.run_program("score", "result/m", "--dataset", "my-bench", *more, code=code)

    def test_score(self):
        before = json.loads(self.score("--format", "json"))["models"][0]
        self.assertNotIn("weighted_accuracy", before)
        self.assertNotIn("weights", self.out)
        self.weigh({"weather": 1, "none": 3})
        out = re.sub(r"\s+", " ", self.score())
        # 0.25 * 1/4 + 0.75 * 2/2
        self.assertRegex(out, r"accuracy 81\.2 % \(95 % CI [\d.]+ to [\d.]+\), all 3 categories, " + WITH + "; 3 of 6 passed")
        self.assertRegex(out, r"accuracy 6 81\.2 % [\d.]+ to [\d.]+ without tag weights 6 50\.0 % ")
        model = json.loads(self.score("--format", "json"))["models"][0]
        weighted = model["weighted_accuracy"]
        self.assertEqual(weighted["value"], 0.8125)
        self.assertEqual(weighted["weight"], 1)
        self.assertEqual(weighted["groups"], [{"tag": "weather", "weight": 0.25, "entries": 4, "right": 1},
                                              {"tag": "none", "weight": 0.75, "entries": 2, "right": 2}])
        interval = weighted["interval_95"]
        self.assertTrue(0 < interval["low"] < 0.8125 < interval["high"] <= 1)
        self.assertEqual(weighted["without_weights"], before["score"])
        self.assertEqual((model["score"]["value"], model["score"]["interval_95"]), (0.8125, interval))
        self.assertIn(WITH, model["score"]["basis"]["text"])
        rows = list(csv.DictReader(io.StringIO(self.score("--format", "csv"))))
        self.assertEqual({row["weighted_accuracy"] for row in rows}, {"0.812500"})
        self.assertEqual({row["weighted_interval_low"] for row in rows}, {f"{interval['low']:.6f}"})
        markdown = self.score("--format", "markdown")
        self.assertIn("Accuracy: **81.2 %** (95 % CI ", markdown)
        self.assertIn("Without tag weights: 50.0 % (95 % CI ", markdown)
        self.assertNotIn("weights", self.score("--leaderboard", "v4"))

    def test_a_tag_without_results(self):
        self.weigh({"weather": 1, "none": 3})
        out = re.sub(r"\s+", " ", self.score("--category", "simple_python,multiple"))
        self.assertRegex(out, r"accuracy 25\.0 % .*covers 25\.0 % of the weight, with tag weights; 1 of 4 passed")
        self.score("--category", "simple_python,multiple", "--format", "hf-eval", "--hub-dataset", "me/my-bench")
        self.assertIn("accuracy (covers 25.0 % of the weight, with tag weights)", re.sub(r"\s+", " ", self.err))

    def test_info_and_hash(self):
        first = json.loads(self.run_program("dataset", "info", "my-bench", "--format", "json"))
        self.assertNotIn("weights", first)
        self.weigh({"weather": 2, "none": 1})
        info = json.loads(self.run_program("dataset", "info", "my-bench", "--format", "json"))
        self.assertEqual(info["weights"], {"weather": 2 / 3, "none": 1 / 3})
        self.assertNotEqual(info["hash"], first["hash"])
        self.assertIn("\nweights  weather 66.7 %, none 33.3 %\n", self.run_program("dataset", "info", "my-bench"))

    def test_faults_are_refused(self):
        for weights, message in ((["weather"], "dataset.json: weights is "),
                                 ({"weather": 1, "none": -1}, "dataset.json: weights.none: -1, expected a number"),
                                 ({"weather": float("nan"), "none": 1}, "dataset.json: weights.weather: nan, expected a number"),
                                 ({"weather": 0, "none": 0}, "dataset.json: weights: expected at least one weight above 0"),
                                 ({"weather": 1, "none": 1, "eazy": 1}, "dataset.json: weights.eazy: no entry has this tag. Did you mean easy?"),
                                 ({"weather": 1}, "dataset.json: weights: expected exactly one of the tags weather in each entry, wrong in "
                                                  "2 entries: j1 (data/BFCL_v4_irrelevance.json:1) has none; "
                                                  "j2 (data/BFCL_v4_irrelevance.json:2) has easy, none"),
                                 ({"weather": 1, "none": 1, "easy": 1}, "wrong in 2 entries: w1 (data/BFCL_v4_simple_python.json:1) has easy, weather; j2 ")):
            self.weigh(weights)
            for command in (("dataset", "validate", "my-bench"), ("dataset", "info", "my-bench"),
                            ("score", "result/m", "--dataset", "my-bench"),
                            ("compare", "result/m", "result/n", "--dataset", "my-bench"),
                            ("report", "result", "--dataset", "my-bench", "-o", "page.html")):
                self.run_program(*command, code=None)
                self.assertNotEqual(self.status, 0, command)
                self.assertIn(message, re.sub(r"\s+", " ", self.err), command)
                self.assertEqual(self.err.count("expected exactly one of"), int("wrong in" in message), command)
            out = self.run_program("show", "result/m", "simple_python_0", "--dataset", "my-bench", code=None)
            self.assertIn(message, re.sub(r"\s+", " ", out + self.err))
            self.assertEqual("not scored: " in out, self.status == 0)

    def test_add(self):
        self.weigh({"weather": 1, "none": 1})
        before = self.snapshot()
        self.add([{"question": "A song?", "expected": "none", "tags": ["easy"]}], code=None)
        self.assertIn("cases.jsonl:1: tags: expected exactly one tag of \"weights\" (weather, none), found none\n", self.err)
        self.add([{"question": "A song?", "expected": "none", "tags": ["easy", "waether"]}], code=None)
        self.assertIn("(weather, none), found none. Did you mean weather?\n", self.err)
        self.assertEqual(self.snapshot(), before)
        self.add("question,expected,tags\nA song?,none,easy;none\n")
        self.run_program("dataset", "validate", "my-bench")


if __name__ == "__main__":
    main()
