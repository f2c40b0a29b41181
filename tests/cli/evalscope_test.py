"""Output folders of EvalScope, `outputs/<time>/{predictions,reviews,reports,configs,logs}`, in the forms of 0.17 and of 1.0
to 1.14. tests/python/frameworks/evalscope_test.py has files of the real writer."""

import json
import tarfile

from cli_case import GOOD, SAMPLE, Case, main

TIME = "20261128_120000"
# EvalScope's names for categories of BFCL v3.
OLD = {"simple_python": "simple", "simple_java": "java", "simple_javascript": "javascript"}
STEPS = ("simple_python", "multiple", "parallel", "irrelevance", "live_simple", "multi_turn_base")


def prediction(number, entry, content):
    choice = {"message": {"role": "assistant", "content": content}, "stop_reason": "stop"}
    return {"index": number, "model": "m", "model_output": {"model": "m", "choices": [choice], "usage": None},
            "messages": [{"role": "user", "content": "?"}], "agent_trace": None, "metadata": {"id": entry, "ground_truth": {}}}


def review(number, entry, content):
    return {"index": number, "target": ["x"], "messages": [], "sample_score": {
        "score": {"value": {"acc": 0}, "extracted_prediction": content, "prediction": content, "explanation": None},
        "sample_id": number, "group_id": number, "sample_metadata": {"id": entry}}}


class EvalScope(Case):
    def setUp(self):
        super().setUp()
        self.results = {}  # by category
        for path in sorted(GOOD.rglob("BFCL_v4_*_result.json")):
            category = path.name[len("BFCL_v4_"):-len("_result.json")]
            if category in STEPS:
                self.results[category] = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        self.assertEqual(len(self.results), len(STEPS))
        self.chosen = ("--category", ",".join(self.results))

    def rows(self, kind, name, rows, model="my-model", top="outputs"):
        return self.write(f"{top}/{TIME}/{kind}/{model}/{name}.jsonl", "".join(json.dumps(row) + "\n" for row in rows))

    def outputs(self, model="my-model", top="outputs"):
        """Of BFCL v4, with everything that lies beside."""
        for category, lines in self.results.items():
            texts = [(number, line["id"], json.dumps(line["result"])) for number, line in enumerate(lines)]
            self.rows("predictions", "bfcl_v4_" + category, [prediction(*text) for text in texts], model, top)
            self.rows("reviews", "bfcl_v4_" + category, [review(*text) for text in texts], model, top)
        self.rows("predictions", "gsm8k_main", [prediction(0, "", "42")], model, top)
        self.write(f"{top}/{TIME}/reports/{model}/bfcl_v4.json", json.dumps({"name": "m@bfcl_v4", "metrics": []}))
        self.write(f"{top}/{TIME}/configs/task_config_1.yaml", "model: m\n")
        self.write(f"{top}/{TIME}/logs/eval_log.log", "INFO\n")

    def valid(self, *paths, code=None):
        lines = [json.loads(line) for line in self.verdicts(*paths, *self.chosen, code=code)]
        return {line["id"]: line["valid"] for line in lines if line["valid"] is not None}

    def test_the_folder_gives_the_verdicts_of_the_results(self):
        self.outputs()
        wanted = self.valid(GOOD)
        for path in ("outputs", f"outputs/{TIME}", f"outputs/{TIME}/predictions", f"outputs/{TIME}/predictions/my-model",
                     f"outputs/{TIME}/reviews", f"outputs/{TIME}/reviews/my-model"):
            self.assertEqual(self.valid(path), wanted, path)
        (model,) = self.check_json("outputs", *self.chosen, code=None)["models"]
        self.assertEqual(model["model"], "my-model")

    def test_predictions_count_and_reviews_are_the_same_responses(self):
        self.outputs()
        self.verdicts("outputs", *self.chosen, code=None)
        self.assertNotIn("second file", self.err)
        self.assertNotIn("reviews", self.err)
        self.assertIn("EvalScope predictions", self.err)

    def test_reviews_without_predictions(self):
        for category, lines in self.results.items():
            self.rows("reviews", "bfcl_v4_" + category,
                      [review(number, line["id"], json.dumps(line["result"])) for number, line in enumerate(lines)])
        wanted = self.valid(GOOD)
        self.assertEqual(self.valid("outputs"), wanted)
        self.assertIn("EvalScope reviews", self.err)

    def test_several_models_and_times_are_runs(self):
        self.outputs("a")
        self.outputs("b")
        self.outputs("a", "later")
        models = self.check_json("outputs", "later", *self.chosen, code=None)["models"]
        self.assertEqual(len({model["model"] for model in models}), 3)

    def test_an_archive(self):
        self.outputs()
        with tarfile.open(self.folder / "o.tar.gz", "w:gz") as archive:
            archive.add(self.folder / "outputs", "outputs")
        self.assertEqual(self.valid("o.tar.gz"), self.valid(GOOD))

    def test_bfcl_v3(self):
        """Each turn is a list of steps, in single-turn categories too; calls have arguments as objects, each its own step."""
        for category, lines in self.results.items():
            old = OLD.get(category, category)
            rows = []
            for number, line in enumerate(lines):
                result = line["result"]
                if category != "multi_turn_base":
                    result = [[result]]
                rows.append(prediction(number, line["id"].replace(category, old), json.dumps(result, indent=2)))
            self.rows("predictions", "bfcl_v3_" + old, rows)
        renamed = {entry.replace("simple_", "simple_python_") if entry.startswith("simple_9") else entry: valid
                   for entry, valid in self.valid("outputs").items()}
        self.assertEqual(renamed, self.valid(GOOD))

    def test_before_1_0(self):
        rows = []
        for number, line in enumerate(self.results["simple_python"]):
            rows.append({"choices": [{"index": 0, "message": {"content": [[line["result"]]], "role": "assistant"}}], "created": 1.5,
                         "model": "m", "object": "chat.completion", "usage": {"completion_tokens": 0}, "model_spec": {}, "answer_id": "a",
                         "subset_name": "simple", "raw_input": {"id": line["id"], "multi_turn": False}, "index": number})
        self.rows("predictions", "bfcl_v3_simple", rows)
        self.chosen = ("--category", "simple_python")
        wanted = self.valid(GOOD)
        self.assertEqual(self.valid("outputs"), wanted)
        self.assertIn("responses of EvalScope before 1.0", self.err)

    def test_a_generation_error_is_no_response(self):
        entry = self.results["simple_python"][0]["id"]
        self.rows("predictions", "bfcl_v4_simple_python", [prediction(0, entry, json.dumps({"error": "time-out", "error_message": "Traceback"}))])
        self.check("outputs", "--category", "simple_python", code=1)
        self.assertIn("has a generation error instead of a response: time-out", self.err)

    def test_a_folder_of_other_benchmarks(self):
        self.rows("predictions", "gsm8k_main", [prediction(0, "", "42")])
        self.check("outputs", code=2)
        self.assertIn("the folder has no *_result.json files", self.err)


if __name__ == "__main__":
    main()
