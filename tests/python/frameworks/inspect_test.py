"""`bfclx score -o FILE.eval`, read by the real inspect_ai: the header, samples, summaries and messages."""

import json
import pathlib
import tempfile
import unittest

from inspect_ai.log import read_eval_log, read_eval_log_sample, read_eval_log_sample_summaries, write_eval_log

from installed import program


class Log(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def results(self):
        """Responses of our own to three entries of the sample: plain text, tool calls, an episode of tool calls."""
        call = {"harbour_tide_table": json.dumps({"harbour": "Whitby", "date": "2026-05-03"})}
        rows = [{"id": "simple_python_90000", "result": [call]},
                {"id": "irrelevance_90000", "result": "I do not know."},
                {"id": "multi_turn_base_90000", "result": [[[{"cd": '{"folder": "garden"}'}], "done"], ["done"]]}]
        path = self.folder / "mine.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    def test_inspect_reads_it(self):
        path, log = self.results(), self.folder / "mine.eval"
        program("score", path, "--dataset", "sample", "--decoder", "openai_fc", "-o", log)
        report = json.loads(program("score", path, "--dataset", "sample", "--decoder", "openai_fc", "--format", "json"))
        verdicts = {one["id"]: one["valid"] for one in map(json.loads, program(
            "score", path, "--dataset", "sample", "--decoder", "openai_fc", "--verdicts", "-").splitlines())}

        header = read_eval_log(str(log), header_only=True)
        self.assertEqual((header.status, header.eval.task, header.eval.dataset.samples), ("success", "bfcl", 3))
        metrics = header.results.scores[0].metrics
        for row in report["models"][0]["categories"]:
            if row["entries"]:
                self.assertEqual(metrics[row["category"]].value, row["accuracy"])
        self.assertEqual(metrics["overall_v4"].value, report["models"][0]["score"]["value"])

        whole = read_eval_log(str(log))
        self.assertEqual({sample.id: sample.scores["bfcl"].value == "C" for sample in whole.samples}, verdicts)
        self.assertEqual({one.id for one in read_eval_log_sample_summaries(str(log))}, set(verdicts))

        single = read_eval_log_sample(str(log), id="simple_python_90000")
        (call,) = single.messages[-1].tool_calls
        self.assertEqual((call.function, call.arguments), ("harbour_tide_table", {"harbour": "Whitby", "date": "2026-05-03"}))
        self.assertEqual(single.output.choices[0].stop_reason, "tool_calls")
        text = read_eval_log_sample(str(log), id="irrelevance_90000")
        self.assertEqual(text.output.completion, "I do not know.")
        episode = read_eval_log_sample(str(log), id="multi_turn_base_90000")
        self.assertEqual([message.role for message in episode.messages[:4]], ["user", "assistant", "tool", "assistant"])
        self.assertEqual(episode.messages[2].tool_call_id, episode.messages[1].tool_calls[0].id)

    def test_a_log_that_inspect_wrote_is_scored_the_same(self):
        """inspect's own writer and its JSON form: archives of its recorder come back with the same verdicts."""
        path, log = self.results(), self.folder / "mine.eval"
        program("score", path, "--dataset", "sample", "--decoder", "openai_fc", "-o", log)
        wanted = program("score", log, "--dataset", "sample", "--decoder", "openai_fc", "--verdicts", "-")
        for name in ("again.eval", "again.json"):
            again = self.folder / name
            write_eval_log(read_eval_log(str(log)), str(again))
            found = program("score", again, "--dataset", "sample", "--decoder", "openai_fc", "--verdicts", "-")
            self.assertEqual(sorted(found.splitlines()), sorted(wanted.splitlines()), name)
            self.assertEqual(len(found.splitlines()), 3)


if __name__ == "__main__":
    unittest.main()
