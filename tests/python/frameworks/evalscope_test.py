"""Output folders of EvalScope, written by its own writer as its BFCL adapters write (benchmarks/bfcl/v4: the result of the
handler as JSON; v3: turns of steps), scored by `bfclx score`."""

import json
import pathlib
import tempfile
import unittest

from evalscope.api.dataset import Sample
from evalscope.api.evaluator.cache import CacheManager
from evalscope.api.evaluator.state import TaskState
from evalscope.api.messages import ChatMessageUser
from evalscope.api.metric import SampleScore, Score
from evalscope.api.model import ModelOutput
from evalscope.utils.io_utils import OutputsStructure

from installed import program

CALL = {"harbour_tide_table": {"harbour": "Whitby", "date": "2026-05-03"}}
ROWS = [
    ("simple_python", "simple", "simple_python_90000", [{name: json.dumps(arguments) for name, arguments in CALL.items()}]),
    ("simple_python", "simple", "simple_python_90001", "I cannot."),
    ("irrelevance", "irrelevance", "irrelevance_90000", "I do not know."),
    ("multi_turn_base", "multi_turn_base", "multi_turn_base_90000",
     [[[{"cd": '{"folder": "garden"}'}], [{"ls": "{}"}, {"ls": "{}"}], "done"], ["done"]]),
]


def old_form(category, result):
    """As the adapter of v3 has it: turns, where each call of an episode is a step, with its arguments as an object."""
    def calls(step):
        return [{name: json.loads(text) for name, text in call.items()} for call in step] if isinstance(step, list) else [step]
    if category != "multi_turn_base":
        return [calls(result)]
    return [[call for step in turn for call in calls(step)] for turn in result]


class EvalScope(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def outputs(self, benchmark):
        top = self.folder / benchmark / "20261128_120000"
        cache = CacheManager(OutputsStructure(str(top)), "my-model", benchmark)
        for number, (category, old, entry, result) in enumerate(ROWS):
            is_old = benchmark == "bfcl_v3"
            text = json.dumps(old_form(category, result), indent=2) if is_old else json.dumps(result)
            name = entry.replace(category, old) if is_old else entry
            sample = Sample(input=[ChatMessageUser(content="?")], target="[]", id=number, metadata={"id": name, "category": category})
            state = TaskState(model="my-model", sample=sample, messages=[ChatMessageUser(content="?")],
                              output=ModelOutput.from_content(model="my-model", content=text), completed=True)
            cache.save_prediction_cache(old if is_old else category, state)
            score = Score(extracted_prediction=text, prediction=text, value={"acc": 0.0})
            cache.save_review_cache(old if is_old else category, state,
                                    SampleScore(score=score, sample_id=number, group_id=number, sample_metadata=sample.metadata))
        cache.close()
        return top

    def verdicts(self, path):
        lines = program("score", path, "--dataset", "sample", "--decoder", "openai_fc", "--verdicts", "-").splitlines()
        return {line["id"].replace("simple_9", "simple_python_9"): line["valid"] for line in map(json.loads, lines)}

    def test_its_folders_give_the_verdicts_of_the_results(self):
        path = self.folder / "mine.jsonl"
        path.write_text("".join(json.dumps({"id": entry, "result": result}) + "\n" for _, _, entry, result in ROWS))
        wanted = self.verdicts(path)
        self.assertEqual(len(wanted), len(ROWS))
        self.assertEqual((wanted["simple_python_90000"], wanted["simple_python_90001"]), (True, False))
        for benchmark in ("bfcl_v4", "bfcl_v3"):
            top = self.outputs(benchmark)
            for place in (top.parent, top, top / "predictions", top / "reviews", top / "reviews" / "my-model"):
                with self.subTest(place=place.relative_to(self.folder)):
                    self.assertEqual(self.verdicts(place), wanted)


if __name__ == "__main__":
    unittest.main()
