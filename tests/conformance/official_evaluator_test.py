"""What `bfclx generate` writes is read by the official evaluator, with the scores of `bfclx evaluate`.

    official_evaluator_test.py PROGRAM

A scripted model is asked whole categories; the official eval_runner and ours score what came of it, and
their score folders must be the same to the byte. For developers: the official package must be in
build/compare-official, where bench/compare-official puts it. Exit codes: 0 all is the same, 1 something
is not, 77 the package is not there (a skip, said loudly).
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "serving"), str(ROOT / "bench"), str(ROOT / "tests" / "conformance")]
from official_side import ASKED_MODEL, first_alternative  # noqa: E402
from score_dir_test import compare  # noqa: E402
from scripted_server import ScriptedServer, chat, first_tool  # noqa: E402

# One of every way of judging.
CATEGORIES = ("simple_java", "simple_javascript", "live_simple", "live_parallel", "live_relevance",
              "irrelevance", "multi_turn_base")


def official_python():
    """The interpreter that has the official package, and the dataset made of it; None without them."""
    found = sorted((ROOT / "build" / "compare-official").glob("bfcl-eval-*/complete"))
    dataset = ROOT / "build" / "compare-official" / "bfcl"
    if not found or not (dataset / "data").is_dir():
        return None
    return found[-1].parent / "bin" / "python", dataset


def right_calls(dataset):
    """{the question of a single-turn entry: the calls that answer it}."""
    answers = {}
    for category in CATEGORIES:
        truth = dataset / "data" / "possible_answer" / f"BFCL_v4_{category}.json"
        if not truth.exists() or category.startswith("multi_turn"):
            continue
        questions = dataset / "data" / f"BFCL_v4_{category}.json"
        for question, answer in zip(*(path.read_text(encoding="utf-8").splitlines()
                                      for path in (questions, truth))):
            text = json.loads(question)["question"][0][-1]["content"]
            answers[text] = [(name.replace(".", "_"), first_alternative(arguments))
                             for call in json.loads(answer)["ground_truth"]
                             for name, arguments in call.items()]
    return answers


def model_with(answers):
    """Is right half of the time; says nothing of use to every third, breaks some arguments."""
    def model(seen):
        if seen.number % 3 == 2:
            return chat("I cannot say \u00e9\U0001f600.")
        calls = answers.get(seen.body["messages"][-1].get("content"))
        if calls and seen.number % 2:
            return chat(None, calls)
        response = first_tool(seen)
        calls = response["choices"][0]["message"].get("tool_calls")
        if calls and seen.number % 10 == 0:
            calls[0]["function"]["arguments"] = '{"x": '
        return response
    return model


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    here = official_python()
    if here is None:
        print("SKIPPED: the official package is not in build/compare-official (bench/compare-official "
              "puts it there); 0 files were compared")
        return 77
    python, dataset = here
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bfclx-official-"))
    try:
        with ScriptedServer(model_with(right_calls(dataset))) as server:
            subprocess.run(
                [program, "generate", "--model", ASKED_MODEL, "--base-url", server.url + "/v1", "--dataset",
                 dataset, "--result-dir", folder / "result", "--test-category", ",".join(CATEGORIES)],
                check=True)
        (folder / "extra_models.json").write_text(json.dumps({"models": {}}))
        side = [python, ROOT / "bench" / "official_side.py", "evaluate-all", "--folder", folder]
        subprocess.run(side, check=True, stdout=subprocess.DEVNULL)
        subprocess.run([program, "evaluate", "--result-dir", folder / "result", "--score-dir",
                        folder / "ours", "--dataset", dataset], check=True)
        for category in CATEGORIES:
            path = next((folder / "score").rglob(f"BFCL_v4_{category}_score.json"))
            print(f"{category}: {path.read_text(encoding='utf-8').splitlines()[0]}")
        return 0 if compare(folder / "score", folder / "ours") else 1
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
