"""Files that bfclx wrote, passed to `score` again: samples of Every Eval Ever, logs, verdicts."""

import json
import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, main, write_manifest
from own_case import Own, lines

BAD = SAMPLE / "results" / "bad-model"


class OwnExports(Own):
    def valid(self, *arguments, code=None):
        return {one["id"]: one["valid"] for one in map(json.loads, self.verdicts(*arguments, code=code))
                if one["valid"] is not None and "superseded" not in one}

    def test_samples_of_every_eval_ever(self):
        """Calls, text, episodes: of each response the verdict is the same."""
        for run in (GOOD, BAD):
            self.check(run, "--format", "eee", "--eee-samples", "s.jsonl", code=None)
            for decoder in ((), ("--decoder", "openai_fc")):
                wanted = self.valid(run, *decoder)
                self.assertEqual(self.valid("s.jsonl", *decoder), wanted, (run, decoder))
                self.assertIn("samples of Every Eval Ever", self.err)

    def test_samples_of_an_own_benchmark(self):
        self.new()
        self.add()
        self.write("r.jsonl", lines([{"id": "multiple_0", "result": [{"get_weather": '{"city": "Paris"}'}]},
                                     {"id": "irrelevance_0", "result": "A joke."}]))
        told = ("--dataset", "my-bench", "--verdicts", "v.jsonl")
        self.run_program("score", "r.jsonl", *told, "--format", "eee", "--eee-samples", "s.jsonl", code=None)
        before = (self.folder / "v.jsonl").read_text()
        self.run_program("score", "s.jsonl", *told, code=None)
        self.assertEqual((self.folder / "v.jsonl").read_text().replace('"s"', '"r"'), before)

    def test_samples_of_others(self):
        entry, result = next((one["id"], one["result"]) for one in map(json.loads, SIMPLE.read_text().splitlines()))
        rows = [{"schema_version": "0.3.0", "sample_id": entry, "interaction_type": "single_turn", "input": {"raw": "?"},
                 "output": {"raw": [result]}},
                {"sample_id": "irrelevance_90000", "interaction_type": "single_turn", "output": None}]
        path = self.write("s.jsonl", lines(rows))
        self.assertEqual(self.valid(path), {entry: True})
        self.assertIn("s.jsonl:2: irrelevance_90000: the sample has no output", self.err)

    def test_where_samples_have_no_place(self):
        self.check(GOOD, "--format", "eee", "--eee-samples", "s.csv", code=2)
        self.assertIn("s.csv: samples are JSON lines; expected a name that ends in .jsonl", self.err)
        self.check(GOOD, "--format", "eee", "--eee-samples", "-", code=2)
        self.assertIn("--eee-samples - and the record would both go to standard output", self.err)

    def test_verdicts_are_refused_by_name(self):
        (self.folder / "v.jsonl").write_text("\n".join(self.verdicts(GOOD)) + "\n")
        self.check("v.jsonl", code=1)
        self.assertIn("a line of verdicts has no response; pass the results that were scored", self.err)
        self.assertNotIn('has no "result"', self.err)

    def test_scores_are_refused_by_name(self):
        for form, program, samples in (("lm-eval", "lm-evaluation-harness", "samples_*.jsonl of --log_samples"),
                                       ("eee", "Every Eval Ever", "*_samples.jsonl")):
            path = self.write("scores.json", self.check(GOOD, "--format", form))
            self.check(path, code=1)
            self.assertIn(f"scores of {program} have no responses; pass the samples ({samples})", self.err)

    def test_a_log_of_another_dataset(self):
        self.new()
        self.add()
        self.write("r.jsonl", lines([{"id": "multiple_0", "result": "[get_weather(city='Paris')]"}]))
        self.run_program("score", "r.jsonl", "--dataset", "my-bench", "-o", "x.eval", code=None)
        self.run_program("score", "x.eval", "--dataset", "my-bench", code=None)
        self.assertNotIn("different dataset", self.out + self.err)
        shutil.copytree(SAMPLE, self.folder / "official")
        write_manifest(self.folder / "official", "1")
        self.run_program("score", "x.eval", "--dataset", "official", code=None)
        told = " ".join((self.out + self.err).split())
        self.assertIn("the responses were generated with a different dataset (my-bench", told)
        self.assertIn("--dataset", told)
        # Samples name the dataset in each line.
        self.run_program("score", "r.jsonl", "--dataset", "my-bench", "--format", "eee", "--eee-samples", "s.jsonl", code=None)
        self.run_program("score", "s.jsonl", "--dataset", "my-bench", code=None)
        self.assertNotIn("different dataset", self.out + self.err)
        self.run_program("score", "s.jsonl", "--dataset", "official", code=None)
        told = " ".join((self.out + self.err).split())
        self.assertIn("the responses were generated with a different dataset (my-bench", told)


if __name__ == "__main__":
    main()
