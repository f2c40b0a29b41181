#!/usr/bin/env python3
"""Holds bfclx.compat against the official functions: the same arguments, the same dicts.

    PYTHONPATH=OFFICIAL:build/release/python bench/compat_parity.py --dataset data/bfcl [--entries N] [--seed N]

OFFICIAL is a folder that has the package bfcl_eval (bench/compare-official fetches one below
build/compare-official). Calls are the ground truth of sampled entries, as it is and damaged in seeded ways.
The last part is what EvalScope's benchmark bfcl_v4 does with the package, made again over each side: entries
loaded and prepared, responses as its clients keep them, the result of each entry.
Results must be equal dicts, exceptions of one class; in the details of a state mismatch objects are compared
by their repr. Exit code 1 when anything differs.
"""

import argparse
import copy
import json
import os
import random
import sys
import tempfile
import types

sys.dont_write_bytecode = True
from official_side import (  # noqa: E402
    MODEL,
    Official,
    StandInFinder,
    first_alternative,
    forget_instances,
)

SINGLE = ("simple_python", "simple_java", "simple_javascript", "multiple", "parallel",
          "parallel_multiple", "live_simple", "live_multiple", "live_parallel",
          "live_parallel_multiple")  # fmt: skip
EPISODES = ("multi_turn_base", "multi_turn_miss_func", "multi_turn_miss_param",
            "multi_turn_long_context")  # fmt: skip
ODD_VALUES = (None, True, 0, 7, -1.5, "", "x", "2024-01-01", [], ["a"], [1, [2]], {}, {"a": 1}, (1, 2))


def damaged(calls, rng):
    """The calls with up to three changes."""
    calls = copy.deepcopy(calls)
    for _ in range(rng.randrange(4)):
        if not calls:
            break
        number = rng.randrange(len(calls))
        name = next(iter(calls[number]))
        arguments = calls[number][name]
        change = rng.randrange(7)
        if change == 0:
            calls.pop(number)
        elif change == 1:
            calls.insert(number, copy.deepcopy(calls[number]))
        elif change == 2:
            calls[number] = {rng.choice([name + "x", name.replace(".", "_")]): arguments}
        elif change == 3:
            rng.shuffle(calls)
        elif arguments and change == 4:
            arguments.pop(rng.choice(list(arguments)))
        elif arguments and change == 5:
            arguments[rng.choice(list(arguments))] = copy.deepcopy(rng.choice(ODD_VALUES))
        else:
            arguments["no_such_parameter"] = 1
    return calls


def outcome(function, *arguments):
    try:
        return function(*copy.deepcopy(arguments))
    except Exception as error:
        return f"raised {type(error).__name__}: {error}"


def plain(value):
    """As JSON has it, objects by their repr."""
    return json.loads(json.dumps(value, default=repr))


def single_turn(official, compat, count, rng):
    for category in SINGLE:
        entries = official.entries(category)
        for entry, answer in rng.sample(entries, min(len(entries), count)):
            truth = answer["ground_truth"]
            right = [{name: first_alternative(parameters) for name, parameters in call.items()}
                     for call in truth]  # fmt: skip
            calls = damaged(right, rng)
            language = ("java" if "java" in category and "script" not in category
                        else "javascript" if "javascript" in category else "python")  # fmt: skip
            yield entry["id"], outcome(
                official.ast_checker, entry["function"], calls, truth,
                type(official.python)(language), category, MODEL,
            ), outcome(
                compat.ast_checker, entry["function"], calls, truth, compat.Language(language),
                category, MODEL,
            )


def episodes(official, compat, count, rng):
    checker = official.eval_runner.multi_turn_checker
    for category in EPISODES:
        entries = official.entries(category)
        for entry, answer in rng.sample(entries, min(len(entries), count)):
            truth = answer["ground_truth"]
            turns = [[list(calls)] if calls else [] for calls in truth]
            for _ in range(rng.randrange(3)):
                turn = rng.choice(turns)
                if turn and turn[0]:
                    place = rng.randrange(len(turn[0]))
                    rng.choice([turn[0].pop, lambda at, step=turn[0]: step.insert(at, "ls(a=True)"),
                                lambda at, step=turn[0]: step.insert(at, step[at])])(place)
                if turn and not turn[0]:
                    turn.clear()
            forget_instances(official)
            yield entry["id"], outcome(checker, turns, truth, entry, category, MODEL), outcome(
                compat.multi_turn_checker, turns, truth, entry, category, MODEL
            )


# ---- EvalScope's benchmark bfcl_v4: what its adapter does with the package, made again -------------

# Of its two names for models, whose registry entries say whether names come back with underscores.
EVALSCOPE_MODELS = {True: "gpt-4o-2024-11-20-FC", False: "meta-llama/Llama-3.3-70B-Instruct-FC"}


def evalscope_entries(package, category, folder):
    """Entries and their answers as records; conversations that fill a memory are set apart."""
    entries = package.load_dataset_entry(
        category, include_prereq=True, include_language_specific_hint=False
    )
    truth = {}
    if not package.is_relevance_or_irrelevance(category):
        shared = "memory" if package.is_memory(category) else "web_search"
        truth = {answer["id"].replace(shared, category): answer["ground_truth"]
                 for answer in package.load_ground_truth_entry(category)}  # fmt: skip
    entries = package.clean_up_memory_prereq_entries(entries)
    entries = package.populate_initial_settings_for_web_search_test_cases(entries)
    entries = package.populate_initial_settings_for_memory_test_cases(entries, model_result_dir=folder)
    asked = [entry for entry in entries if not package.is_memory_prereq(entry["id"])]
    for entry in asked:
        entry.update(category=category, ground_truth=truth.get(entry["id"], {}))
    before = [(entry["id"], package.get_directory_structure_by_id(entry["id"]), entry["depends_on"])
              for entry in entries if package.is_memory_prereq(entry["id"])]  # fmt: skip
    return asked, before


def evalscope_result(package, handler, response, entry, underscore_to_dot):
    """The dict from which the adapter takes `valid`, `error`, `error_type`."""
    category, model = entry["category"], EVALSCOPE_MODELS[underscore_to_dot]
    common = {"handler": handler, "prompt_entry": entry, "model_name": model,
              "test_category": category}  # fmt: skip
    truth = entry["ground_truth"]
    if package.is_relevance_or_irrelevance(category):
        return package._evaluate_single_relevance_entry(
            index=entry["id"], model_result_item=response, **common
        )
    if package.is_multi_turn(category):
        return package._evaluate_single_multi_turn_entry(
            test_entry_id=entry["id"], model_result_list=response, ground_truth_list=truth, **common
        )
    if package.is_agentic(category):
        return package._evaluate_single_agentic_entry(
            index=entry["id"], model_result_list=response, possible_answer_item=truth, **common
        )
    language = ("JAVA" if package.is_java(category) else "JAVASCRIPT" if package.is_js(category)
                else "PYTHON")  # fmt: skip
    return package._evaluate_single_ast_entry(
        index=entry["id"], model_result_item=response, possible_answer_item=truth,
        language=getattr(package.Language, language),
        return_format=getattr(package.ReturnFormat, language), **common
    )  # fmt: skip


def evalscope_response(entry, is_fc, decode, rng):
    """What inference gives for the entry: right, damaged, or what went wrong, as JSON keeps it."""
    category, truth = entry["category"], entry["ground_truth"]
    if rng.randrange(12) == 0:
        return rng.choice([{"error": "timeout", "error_message": "trace"}, [], "", "I cannot.", [[]], [[], []]])

    def step(calls):
        if is_fc:
            return [{name.replace(".", "_"): json.dumps(arguments, default=str)}
                    for call in calls for name, arguments in call.items()]  # fmt: skip
        return "[" + ", ".join(
            f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"
            for call in calls for name, arguments in call.items()) + "]"  # fmt: skip

    if "multi_turn" in category:
        turns = [decode("[" + ", ".join(calls) + "]", decoder="prompting") for calls in truth]
        turns = [damaged(calls, rng) if rng.randrange(8) == 0 else calls for calls in turns]
        return [[step(calls), "That is done."] if calls else ["Nothing to do."] for calls in turns]
    if isinstance(truth, list) and truth and isinstance(truth[0], str):  # agentic
        said = rng.choice([truth[0], f"The answer is: {truth[0]}.", "I do not know.", ""])
        return [[step([{"search_engine_query": {"keywords": "x"}}]), said]]
    if not truth:  # relevance
        return rng.choice([step([{"f": {"x": 1}}]), "None of them fits.", step([])])
    right = [{name: first_alternative(parameters) for name, parameters in call.items()}
             for call in truth]  # fmt: skip
    return step(damaged(right, rng))


def evalscope(official, compat, count, rng):
    from bfcl_eval import utils
    from bfcl_eval.constants import enums
    from bfcl_eval.model_handler.api_inference.openai_completion import OpenAICompletionsHandler
    from bfclx import decode

    theirs = types.SimpleNamespace(
        **{name: value for module in (utils, enums, official.eval_runner)
           for name, value in vars(module).items() if not name.startswith("__")}
    )  # fmt: skip
    handlers = {
        is_fc: (OpenAICompletionsHandler("model", 0.001, "model", is_fc),
                compat.Decoder("openai_fc" if is_fc else "prompting"))
        for is_fc in (True, False)
    }  # fmt: skip
    for category in theirs.parse_test_category_argument(list(compat.ALL_SCORING_CATEGORIES)):
        asked, before = evalscope_entries(theirs, category, "results")
        ours, ours_before = evalscope_entries(compat, category, "results")
        yield category, {"valid": True, "records": [asked, before]}, {
            "valid": True, "records": [ours, ours_before]}  # fmt: skip
        for entry in rng.sample(asked, min(len(asked), count)):
            is_fc, dots = rng.random() < 0.5, rng.random() < 0.5
            response = plain(evalscope_response(entry, is_fc, decode, rng))
            forget_instances(official)
            results = [
                outcome(lambda given, asked, package=package, handler=handler: evalscope_result(
                    package, handler, given, asked, dots), response, entry)
                for package, handler in zip((theirs, compat), handlers[is_fc], strict=True)
            ]  # fmt: skip
            yield entry["id"], *results


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dataset", required=True)
    parser.add_argument("--entries", type=int, default=600, help="of each category, at most")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BFCL_PROJECT_ROOT"] = folder
        os.environ.setdefault("OPENAI_API_KEY", "none")
        sys.meta_path.insert(0, StandInFinder())
        official = Official()
        from bfclx import compat

        compat.use_dataset(arguments.dataset)
        for part in (single_turn, episodes, evalscope):
            rng = random.Random(arguments.seed)
            compared = right = differ = 0
            for entry_id, theirs, ours in part(official, compat, arguments.entries, rng):
                compared += 1
                right += isinstance(theirs, dict) and theirs["valid"]
                if plain(theirs) != plain(ours):
                    differ += 1
                    if differ <= 20:
                        print(f"{entry_id}\n  official {theirs}\n  ours     {ours}")
            print(f"{part.__name__}: {compared} compared, {right} of them right, {differ} differ")
            if differ:
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
