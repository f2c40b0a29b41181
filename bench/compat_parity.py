#!/usr/bin/env python3
"""Holds bfclx.compat against the official functions: the same arguments, the same dicts.

    PYTHONPATH=OFFICIAL:build/release/python bench/compat_parity.py --dataset data/bfcl [--entries N] [--seed N]

OFFICIAL is a folder that has the package bfcl_eval (bench/compare-official fetches one below
build/compare-official). Calls are the ground truth of sampled entries, as it is and damaged in seeded ways.
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
        for part in (single_turn, episodes):
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
