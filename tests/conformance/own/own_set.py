"""The conformance set of our own making: what is in it, for `record` and for own_test.py.

Its dataset is the sample (tools/sample/data) with the entries of data/ beside this file added, its responses
are in responses.jsonl: {"run", "id", "result"}, run being a decoder's name and a number. decoders.json
says which official handler class a decoder stands for. expected.jsonl, made by `record`, has the official
verdict of every response in the same order. long_context.json is ours too: `record` puts it in place of the
official tables.
"""

import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
SAMPLE = HERE.parents[2] / "tools" / "sample"

# Memory and web search: two and three categories share a file of entries.
SHARED_FILES = {
    "memory_kv": "memory",
    "memory_vector": "memory",
    "memory_rec_sum": "memory",
    "web_search_base": "web_search",
    "web_search_no_snippet": "web_search",
}


def lines(path):
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def responses():
    return lines(HERE / "responses.jsonl")


def decoders():
    return json.loads((HERE / "decoders.json").read_text(encoding="utf-8"))


def decoder_of(run):
    return run.rpartition("-")[0]


def category_of(entry_id):
    """`live_simple_90000-0-0` is of live_simple: the words before the first that is a number."""
    words = entry_id.split("_")
    return "_".join(words[: next(i for i, word in enumerate(words) if word[0].isdigit())])


def data_files():
    """{path below data/: its lines}, the sample's and ours, as text."""
    files = {}
    for root in (SAMPLE / "data", HERE / "data"):
        for path in sorted(root.rglob("*.json")):
            text = path.read_text(encoding="utf-8")
            name = path.relative_to(root).as_posix()
            if name in files and files[name] and not files[name].endswith("\n"):
                files[name] += "\n"
            files[name] = files.get(name, "") + text
    return files


def long_context():
    """Our own tables in place of the official ones, with which long-context episodes fill their state."""
    return json.loads((HERE / "long_context.json").read_text(encoding="utf-8"))["constants"]


def write_dataset(folder):
    """The dataset as a folder that `bfclx score --dataset` reads."""
    for name, text in data_files().items():
        path = folder / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path in (SAMPLE / "models.json", SAMPLE / "prompts.json", HERE / "long_context.json"):
        (folder / path.name).write_bytes(path.read_bytes())
    return folder
