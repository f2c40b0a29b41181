"""The official side of bench/compare-official: runs inside the Python that has the official package.

    official_side.py JOB --folder DIR [--passes N] [--category NAME]...

JOB is `render` (writes the result files below DIR), `time` (times decode + check of them, into
DIR/times.json) or `evaluate` (the official eval_runner over DIR/result, into DIR/score).
"""

import argparse
import collections
import importlib.abc
import importlib.machinery
import json
import os
import pathlib
import sys
import time
import types

# Of the official registry: a prompting model, whose replies are Python calls.
MODEL = "gpt-4o-2024-11-20"

# What only asking models, or searching the web, needs.
STAND_INS = {
    "anthropic", "boto3", "bs4", "cohere", "datamodel_code_generator", "faiss", "google", "html2text",
    "httpx", "mistralai", "openai", "qwen_agent", "rank_bm25", "sentence_transformers", "serpapi",
    "torch", "transformers", "writerai",
}  # fmt: skip


# ---- workloads: one row a category ----------------------------------------------------------------


def first_alternative(value):
    """A possible answer as a value: in dicts every key has a list of alternatives again."""
    if isinstance(value, dict):
        chosen = {}
        for key, alternatives in value.items():
            if not isinstance(alternatives, list):
                chosen[key] = alternatives
            elif alternatives and alternatives[0] != "":
                chosen[key] = first_alternative(alternatives[0])
        return chosen
    if isinstance(value, list):
        return [first_alternative(item) for item in value]
    return value


def render_calls(ground_truth):
    """`[f(a=1, b='x'), g()]`: the first alternative of each parameter, without omitted ones."""
    calls = []
    for call in ground_truth:
        for name, parameters in call.items():
            arguments = first_alternative(parameters)
            calls.append(
                f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"
            )
    return f"[{', '.join(calls)}]"


def judge_calls(official, entry, ground_truth, reply, category):
    """Decoding and checking of one reply, and nothing else; whether it passed."""
    decoded = official.handler.decode_ast(reply, official.python_format, False)
    verdict = official.ast_checker(
        entry["function"], decoded, ground_truth, official.python, category, MODEL
    )
    return verdict["valid"]


# How a category's replies are made of its ground truth, and how one of them is judged.
Workload = collections.namedtuple("Workload", "group render judge")


# Other kinds of category (episodes of several turns) get rows of their own here, with their own
# pair of functions; nothing below knows more of a category than its row.
WORKLOADS = {
    name: Workload("live" if name.startswith("live_") else "non_live", render_calls, judge_calls)
    for name in (
        "simple_python", "multiple", "parallel", "parallel_multiple",
        "live_simple", "live_multiple", "live_parallel", "live_parallel_multiple",
    )
}  # fmt: skip


# ---- in place of the SDKs ----------------------------------------------------------


class StandInType(type):
    """Has every attribute: another stand-in."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return StandInType(name, (StandIn,), {})


class StandIn(Exception, metaclass=StandInType):
    """Stands for any class of an SDK: it can be made, subclassed, caught and asked for anything."""

    def __init__(self, *_arguments, **_named):
        super().__init__()

    def __getattr__(self, name):
        return getattr(type(self), name)  # from StandInType


class StandInModule(types.ModuleType):
    def __getattr__(self, name):
        return getattr(StandIn, name)


class StandInFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] not in STAND_INS:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec):
        return StandInModule(spec.name)

    def exec_module(self, module):
        pass


def result_file(folder, category):
    group = WORKLOADS[category].group
    return folder / "result" / MODEL / group / f"BFCL_v4_{category}_result.json"


class Official:
    """What the workloads use of the official package."""

    def __init__(self):
        from bfcl_eval.constants.enums import Language, ReturnFormat
        from bfcl_eval.eval_checker import eval_runner
        from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker
        from bfcl_eval.utils import load_dataset_entry, load_ground_truth_entry

        self.python, self.python_format = Language.PYTHON, ReturnFormat.PYTHON
        self.ast_checker = ast_checker
        self.eval_runner = eval_runner
        self.load_ground_truth = load_ground_truth_entry
        self.load_entries = load_dataset_entry
        self.handler = eval_runner.get_handler(MODEL)

    def entries(self, category):
        options = {"include_prereq": False, "include_language_specific_hint": False}
        answers = self.load_ground_truth(category)
        return list(zip(self.load_entries(category, **options), answers, strict=True))


def worker_render(official, folder, categories):
    """Writes the result files that everything else reads."""
    for category in categories:
        target = folder / "result" / MODEL / WORKLOADS[category].group
        target.mkdir(parents=True, exist_ok=True)
        with open(target / f"BFCL_v4_{category}_result.json", "w", encoding="utf-8") as file:
            for entry, answer in official.entries(category):
                reply = WORKLOADS[category].render(answer["ground_truth"])
                file.write(json.dumps({"id": entry["id"], "result": reply}) + "\n")


def worker_time(official, folder, categories, passes):
    """Nanoseconds of the processor for every pass over each category, after one that warms up."""
    report = {}
    for category in categories:
        judge = WORKLOADS[category].judge
        path = result_file(folder, category)
        replies = [
            json.loads(line)["result"] for line in path.read_text(encoding="utf-8").splitlines()
        ]
        work = [
            (entry, answer["ground_truth"], reply)
            for (entry, answer), reply in zip(official.entries(category), replies, strict=True)
        ]
        times, valid = [], 0
        for _ in range(passes + 1):
            start = time.process_time_ns()
            valid = sum(
                [judge(official, entry, truth, reply, category) for entry, truth, reply in work]
            )
            times.append(time.process_time_ns() - start)
        report[category] = {"entries": len(work), "valid": valid, "pass_ns": times[1:]}
    return report


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("job", choices=["render", "time", "evaluate"])
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--passes", type=int, default=1)
    parser.add_argument("--category", action="append", choices=list(WORKLOADS), required=True)
    arguments = parser.parse_args()
    folder, categories = arguments.folder.resolve(), arguments.category
    os.environ["BFCL_PROJECT_ROOT"] = str(folder)
    os.environ.setdefault("OPENAI_API_KEY", "none")
    sys.meta_path.insert(0, StandInFinder())
    official = Official()
    if arguments.job == "render":
        worker_render(official, folder, categories)
    elif arguments.job == "time":
        report = worker_time(official, folder, categories, arguments.passes)
        (folder / "times.json").write_text(json.dumps(report))
    elif arguments.job == "evaluate":
        official.eval_runner.main([MODEL], categories, None, None)


if __name__ == "__main__":
    main()
