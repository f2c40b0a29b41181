"""The official decode and check of Python calls, inside Pyodide.

The checker's modules import the SDKs of model providers and native grammars, of which scoring Python
calls uses nothing: whatever is not there is a stand-in (official_side.py).
"""

import importlib.machinery
import json
import sys
import time

import official_side


class Finder(official_side.StandInFinder):
    """Comes last, so that it is asked only for what is not there."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname.startswith(("_", "bfcl_eval")):
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)


# Stand-ins are combined (`a | b`) and decorate functions, which stay as they are.
official_side.StandIn.__or__ = lambda self, other: self
official_side.StandIn.__call__ = lambda self, *arguments, **named: arguments[0] if arguments else self
sys.meta_path.append(Finder())

from bfcl_eval.constants.enums import Language, ReturnFormat  # noqa: E402
from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker  # noqa: E402
from bfcl_eval.model_handler.utils import default_decode_ast_prompting  # noqa: E402

opened = {}


def objects(text):
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def open_category(category, questions, answers, responses):
    """Entries by the order of the official files; responses by id."""
    by_id = {response["id"]: response["result"] for response in objects(responses)}
    opened[category] = [
        (entry["function"], by_id[entry["id"]], answer["ground_truth"])
        for entry, answer in zip(objects(questions), objects(answers), strict=True)
    ]
    return len(opened[category])


def judge(category, functions, response, ground_truth):
    try:
        decoded = default_decode_ast_prompting(response, ReturnFormat.PYTHON, False)
    except Exception:
        return False
    name = official_side.MODEL
    return ast_checker(functions, decoded, ground_truth, Language.PYTHON, category, name)["valid"]


def score_first(category):
    return judge(category, *opened[category][0])


def one_pass(category):
    start = time.perf_counter()
    valid = sum(judge(category, *entry) for entry in opened[category])
    return [time.perf_counter() - start, len(opened[category]), valid]
