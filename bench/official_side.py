"""The official side of bench/compare-official and bench/compare-generate: runs inside the Python that has the official package.

    official_side.py JOB --folder DIR [--passes N] [--category NAME]... [--model NAME] [--threads N] [--asked NAME]...

JOB is `render` (writes the result files below DIR), `time` (times decode + check of them, into
DIR/times.json), `evaluate` (the official eval_runner over DIR/result, into DIR/score),
`evaluate-all` (the same for every model and category there, with the models of DIR/extra_models.json) or
`generate` (asks the server at OPENAI_BASE_URL for the categories --asked, into DIR/result; its processor
time without imports goes into DIR/times.json).
"""

import argparse
import ast
import collections
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import json
import os
import pathlib
import sys
import time
import types

# Of the official registry: a prompting model, whose responses are Python calls.
MODEL = "gpt-4o-2024-11-20"

# Of the same: one that is asked by chat completions with tools.
ASKED_MODEL = "openbmb/MiniCPM-SALA-FC"

# What only asking models, or searching the web, needs.
STAND_INS = {
    "anthropic", "boto3", "bs4", "cohere", "datamodel_code_generator", "faiss", "google", "html2text",
    "httpx", "mistralai", "openai", "qwen_agent", "rank_bm25", "sentence_transformers", "serpapi",
    "torch", "transformers", "writerai",
}  # fmt: skip


# Of the official long_context module.
CHANGED_TABLES = {"CREDIT_CARD_EXTENSION", "BOOKING_RECORD_EXTENSION", "LONG_WEATHER_EXTENSION"}


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


def render_calls(_official, _entry, ground_truth):
    """`[f(a=1, b='x'), g()]`: the first alternative of each parameter, without omitted ones."""
    calls = []
    for call in ground_truth:
        for name, parameters in call.items():
            arguments = first_alternative(parameters)
            calls.append(
                f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"
            )
    return f"[{', '.join(calls)}]"


def judge_calls(official, entry, ground_truth, response, category):
    """Decoding and checking of one response as eval_runner does it, and nothing else; whether it passed."""
    language, form = official.languages.get(category, official.languages[None])
    try:
        decoded = official.handler.decode_ast(response, form, False)
    except Exception:
        return False
    if not official.eval_runner.is_function_calling_format_output(decoded):
        return False
    verdict = official.ast_checker(
        entry["function"], decoded, ground_truth, language, category, official.model
    )
    return verdict["valid"]


# What a model says where it has nothing to call.
NOTHING_TO_CALL = "None of the functions fits; which one do you mean?"


def render_episode(official, entry, ground_truth):
    """A list of steps for each turn: one step, with all calls of the turn and every argument named."""
    parameters = official.parameters_of(entry["involved_classes"])
    turns = []
    for turn in ground_truth:
        calls = []
        for text in turn:
            call = ast.parse(text, mode="eval").body
            names = parameters[call.func.id]
            named = [ast.keyword(*pair) for pair in zip(names, call.args, strict=False)]
            calls.append(ast.unparse(ast.Call(call.func, [], named + call.keywords)))
        turns.append([f"[{', '.join(calls)}]" if calls else NOTHING_TO_CALL])
    return turns


def judge_episode(official, entry, ground_truth, response, category):
    """What eval_runner does of one episode: decoding every step, running and comparing the turns."""
    verdict = official.eval_runner._evaluate_single_multi_turn_entry(
        official.handler, entry["id"], response, ground_truth, entry, official.model, category
    )
    return verdict["valid"]


def forget_instances(official):
    """A process runs an entry once; run again it would find its instances as it left them, and the
    tables of the modules as earlier entries did."""
    registry = official.multi_turn_utils.__dict__
    for name in [name for name in registry if name.endswith("_instance")]:
        del registry[name]
    official.restore_tables()


# How a category's responses are made of its ground truth (None: recorded ones only), how one of them is
# judged, and what must be undone before that, untimed.
Workload = collections.namedtuple("Workload", "group render judge prepare")


# One row a category; nothing below knows more of a category than its row.
WORKLOADS = {
    name: Workload(
        "live" if name.startswith("live_") else "non_live", render_calls, judge_calls, None
    )
    for name in (
        "simple_python", "multiple", "parallel", "parallel_multiple",
        "live_simple", "live_multiple", "live_parallel", "live_parallel_multiple",
    )
} | {
    f"multi_turn_{name}": Workload("multi_turn", render_episode, judge_episode, forget_instances)
    for name in ("base", "miss_func", "miss_param", "long_context")
} | {
    f"simple_{name}": Workload("non_live", None, judge_calls, None) for name in ("java", "javascript")
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

    def __init__(self, model):
        from bfcl_eval.constants.enums import Language, ReturnFormat
        from bfcl_eval.eval_checker import eval_runner
        from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker
        from bfcl_eval.eval_checker.multi_turn_eval import multi_turn_utils
        from bfcl_eval.eval_checker.multi_turn_eval.func_source_code import long_context
        from bfcl_eval.utils import load_dataset_entry, load_ground_truth_entry

        self.model = model
        self.languages = {
            None: (Language.PYTHON, ReturnFormat.PYTHON),
            "simple_java": (Language.JAVA, ReturnFormat.JAVA),
            "simple_javascript": (Language.JAVASCRIPT, ReturnFormat.JAVASCRIPT),
        }
        self.ast_checker = ast_checker
        self.eval_runner = eval_runner
        self.multi_turn_utils = multi_turn_utils
        # Tables that calls change, and their state in a new process.
        self.changed_tables = [
            (table, copy.deepcopy(table))
            for name, table in vars(long_context).items()
            if name in CHANGED_TABLES
        ]
        self.load_ground_truth = load_ground_truth_entry
        self.load_entries = load_dataset_entry
        self.handler = eval_runner.get_handler(model)

    def restore_tables(self):
        for table, pristine in self.changed_tables:
            if table != pristine:
                table.clear()
                table.update(copy.deepcopy(pristine))

    def parameters_of(self, class_names):
        """Names of the parameters of every method, in order and without self."""
        found = {}
        for class_name in class_names:
            path = self.multi_turn_utils.CLASS_FILE_PATH_MAPPING[class_name]
            simulated = getattr(importlib.import_module(path), class_name)
            for name, method in inspect.getmembers(simulated, inspect.isfunction):
                found[name] = list(inspect.signature(method).parameters)[1:]
        return found

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
                response = WORKLOADS[category].render(official, entry, answer["ground_truth"])
                file.write(json.dumps({"id": entry["id"], "result": response}) + "\n")


def worker_time(official, folder, categories, passes):
    """Nanoseconds of the processor for every pass over each category, after one that warms up."""
    report = {}
    for category in categories:
        path = result_file(folder, category)
        with open(path, encoding="utf-8") as file:
            responses = {line["id"]: line["result"] for line in map(json.loads, file)}
        work = [
            (entry, answer["ground_truth"], responses[entry["id"]])
            for entry, answer in official.entries(category)
            if entry["id"] in responses
        ]
        results = [timed_pass(official, category, work) for _ in range(passes + 1)]
        times = [nanoseconds for nanoseconds, _ in results[1:]]
        report[category] = {"entries": len(work), "valid": results[-1][1], "pass_ns": times}
    return report


def timed_pass(official, category, work):
    """Nanoseconds of the processor over all entries, and how many passed."""
    judge, prepare = WORKLOADS[category].judge, WORKLOADS[category].prepare
    spent, valid = 0, 0
    # One span where nothing is to be prepared; else one span an entry.
    for span in [work] if prepare is None else [[item] for item in work]:
        if prepare is not None:
            prepare(official)
        start = time.process_time_ns()
        valid += sum([judge(official, entry, truth, response, category) for entry, truth, response in span])
        spent += time.process_time_ns() - start
    return spent, valid


def register_models(path):
    """Adds entries of a models.json to the official registry."""
    from bfcl_eval.constants import model_config

    for name, fields in json.loads(path.read_text(encoding="utf-8"))["models"].items():
        named = {key: value for key, value in fields.items() if not key.endswith("_defined_in")}
        handler = getattr(model_config, named.pop("handler"))
        model_config.MODEL_CONFIG_MAPPING[name] = model_config.ModelConfig(
            model_handler=handler, **named
        )


def put_back_before_episodes(official):
    """Lets every episode start with the state of a new process: else a verdict depends on the entries
    before it, and scores could not be compared."""
    posting = importlib.import_module(
        official.multi_turn_utils.CLASS_FILE_PATH_MAPPING["TwitterAPI"]
    )
    judge = official.eval_runner._evaluate_single_multi_turn_entry

    def judge_alone(*arguments, **named):
        for shared_list in posting.TwitterAPI.post_tweet.__defaults__:
            shared_list.clear()
        forget_instances(official)
        return judge(*arguments, **named)

    official.eval_runner._evaluate_single_multi_turn_entry = judge_alone


def generate(folder, categories, threads):
    """The official generator over categories; processor time from its first line on."""
    from bfcl_eval import _llm_response_generation as generation

    sys.argv = [sys.argv[0], "--model", ASKED_MODEL, "--test-category", *categories]
    arguments = generation.get_args()
    arguments.num_threads = threads
    arguments.result_dir = folder / "result"
    start = time.process_time()
    generation.main(arguments)
    (folder / "times.json").write_text(json.dumps({"cpu_s": time.process_time() - start}))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("job", choices=["render", "time", "evaluate", "evaluate-all", "generate"])
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--passes", type=int, default=1)
    parser.add_argument("--category", action="append", choices=list(WORKLOADS), default=[])
    parser.add_argument("--model", default=MODEL)
    parser.add_argument("--asked", action="append", default=[])
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    folder, categories = arguments.folder.resolve(), arguments.category
    os.environ["BFCL_PROJECT_ROOT"] = str(folder)
    os.environ.setdefault("OPENAI_API_KEY", "none")
    if arguments.job == "generate":  # which really asks, with the SDK that is there
        STAND_INS.difference_update(
            [name for name in ("openai", "httpx") if importlib.util.find_spec(name)]
        )
    sys.meta_path.insert(0, StandInFinder())
    if arguments.job == "generate":
        generate(folder, arguments.asked, arguments.threads)
        return
    official = Official(arguments.model)
    if arguments.job == "render":
        worker_render(official, folder, categories)
    elif arguments.job == "time":
        report = worker_time(official, folder, categories, arguments.passes)
        (folder / "times.json").write_text(json.dumps(report))
    elif arguments.job == "evaluate":
        official.eval_runner.main([MODEL], categories, None, None)
    elif arguments.job == "evaluate-all":
        register_models(folder / "extra_models.json")
        put_back_before_episodes(official)
        official.eval_runner.main(None, ["all"], None, None)


if __name__ == "__main__":
    main()
