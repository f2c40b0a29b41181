"""The official evaluator as a scorer of the conformance vectors: their verdicts must be its own.

    official_scorer.py PROGRAM

The official package must be in build/compare-official, where bench/compare-official puts it. Exit codes:
0 every verdict agrees, 1 one does not, 77 the package is not there (a skip, said loudly). State of the
process is put back before each vector, so that a verdict depends on it alone.
"""

import copy
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "bench"))
import official_side  # noqa: E402

KINDS = {"prompting": False, "openai_fc": True}  # whether the model is one for tool calls
handlers = {}


def open_official():
    """The official package, where this file is imported by the Python that has it."""
    sys.meta_path.insert(0, official_side.StandInFinder())
    return official_side.Official(official_side.MODEL)


official = None if __name__ == "__main__" else open_official()


def handler_of(decoder, underscore_to_dot):
    """The official handler of a decoder, and the name under which it is registered for that."""
    from bfcl_eval.constants import model_config
    from bfcl_eval.model_handler.api_inference.openai_completion import OpenAICompletionsHandler

    name = f"vectors-{decoder}-{underscore_to_dot}".replace("_", "-")
    if name not in handlers:
        model_config.MODEL_CONFIG_MAPPING[name] = model_config.ModelConfig(
            model_name=name, display_name=name, url="", org="", license="",
            model_handler=OpenAICompletionsHandler, is_fc_model=KINDS[decoder],
            underscore_to_dot=underscore_to_dot, input_price=None, output_price=None,
        )  # fmt: skip
        handlers[name] = official.eval_runner.get_handler(name)
    return handlers[name], name


def judged(vector):
    entry, response, category = copy.deepcopy(vector["entry"]), copy.deepcopy(vector["response"]), vector["category"]
    truth = entry.pop("ground_truth", None)
    handler, model = handler_of(vector["decoder"], vector["underscore_to_dot"])
    official_side.forget_instances(official)
    runner, about = official.eval_runner, (handler, entry["id"], response)
    if category.startswith("multi_turn"):
        return runner._evaluate_single_multi_turn_entry(*about, truth, entry, model, category)
    if category.startswith(("memory", "web_search")):
        return runner._evaluate_single_agentic_entry(*about, truth, entry, model, category)
    if "relevance" in category:
        return runner._evaluate_single_relevance_entry(*about, entry, model, category)
    language, form = official.languages.get(category, official.languages[None])
    return runner._evaluate_single_ast_entry(*about, truth, entry, model, category, language, form, False)


def score(vector):
    return judged(vector)["valid"]


def main():
    found = sorted((HERE.parents[1] / "build" / "compare-official").glob("bfcl-eval-*/complete"))
    if not found:
        print("SKIPPED: no official package; run bench/compare-official once")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "BFCL_PROJECT_ROOT": folder, "OPENAI_API_KEY": "none", "TZ": "UTC"}
        return subprocess.run([os.path.abspath(sys.argv[1]), "conformance", "--python", "official_scorer:score",
                               "--interpreter", found[-1].parent / "bin" / "python"],
                              cwd=HERE, env=environment).returncode  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
