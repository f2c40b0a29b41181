"""Damaged runs for bench/doctor-corpus and tests/cli/doctor_corpus_test.py, and what doctor says of them."""

import json
import random
import re
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from doctor_damage import Context

STRENGTHS = [0.02, 0.1, 0.5, 1.0]
SIDES = ["category", "all"]
AGENTIC = ["memory_kv", "memory_vector", "memory_rec_sum", "web_search_base", "web_search_no_snippet"]


def read_rows(path):
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


class Run:
    """A good run in memory, with what damages want to know of its entries."""

    def __init__(self, name, folder, dataset, cassette=None):
        """`cassette`: of runs with executable entries, what their services returned."""
        self.name, self.folder, self.model = name, folder, folder.name
        self.cassette = cassette
        self.rows = {path.relative_to(folder): read_rows(path) for path in sorted(folder.rglob("*_result.json"))}
        self.episodes = any("multi_turn" in str(path) for path in self.rows)
        self.native = any(isinstance(row["result"], list) for path, rows in self.rows.items() for row in rows
                          if "simple_python" in path.name)
        # Whether its responses have dots in names, which this damage can replace.
        self.dotted = any("math.factorial" in json.dumps(row["result"]) or "math.hypot" in json.dumps(row["result"])
                          for row in self.all_rows() if row["id"].startswith("simple_python_"))
        self.backends = {path.parent.name: rows for path, rows in self.rows.items() if "memory" in path.name}
        self.truth, self.docs, self.missed, self.answers, self.executable = dataset
        self.decoder, self.found = None, {}

    def all_rows(self):
        return [row for rows in self.rows.values() for row in rows]

    def examine(self, program, dataset):
        report = doctor(program, dataset, [self.folder], ["--cassette", self.cassette] if self.cassette else [])
        self.decoder = report["decoder"]
        self.found = {one["code"]: one for one in report["findings"]}


def read_dataset(folder):
    truth, docs, missed, answers, executable = {}, {}, {}, {}, {}
    for path in sorted((folder / "data").glob("BFCL_v4_*.json")):
        if "format_sensitivity" in path.name:  # a list of ids
            continue
        for row in read_rows(path):
            if isinstance(row, dict) and "id" in row:
                docs[row["id"]] = len(json.dumps(row.get("function", [])))
                missed[row["id"]] = [name if isinstance(name, str) else name["name"]
                                     for names in row.get("missed_function", {}).values() for name in names]
    for path in sorted((folder / "data" / "possible_answer").glob("*.json")):
        for row in read_rows(path):
            if row["ground_truth"] and isinstance(row["ground_truth"][0], dict):
                truth[row["id"]] = row["ground_truth"]
            elif path.name.startswith(("BFCL_v4_memory", "BFCL_v4_web_search")):
                # One file for all backends, and one for both kinds of search.
                for name in AGENTIC:
                    answers[re.sub("^(memory|web_search)", name, row["id"])] = row["ground_truth"]
    for path in sorted((folder / "data" / "unused_datasets" / "possible_answer").glob("BFCL_v4_exec_*.json")):
        for row in read_rows(path):
            executable[row["id"]] = json.dumps(row["ground_truth"])
    return truth, docs, missed, answers, executable


def doctor(program, dataset, folders, options=()):
    command = [program, "doctor", *map(str, folders), "--dataset", dataset, "--format", "json", "--jobs", "1", *options]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    models = json.loads(done.stdout)["models"]
    return models[0] if models else {"decoder": None, "findings": []}


def damaged_rows(damage, rows, context, number):
    """The rows with a share of those that the damage fits changed; None where it fits none."""
    if damage.whole:
        return damage.change(rows, context)
    state = context.draw.getstate()
    fitting = [place for place, row in enumerate(rows) if damage.change(row, context) is not None]
    context.draw.setstate(state)
    context.notes.clear() if number == 0 else None
    if not fitting:
        return None
    chosen = set(context.draw.sample(fitting, max(1, round(context.share * len(fitting)))))
    context.notes[:] = [note for note in context.notes if note["id"] not in {row["id"] for row in rows}]
    changed = []
    for place, row in enumerate(rows):
        new = damage.change(row, context) if place in chosen else row
        if place in chosen:
            context.damaged.add(row["id"])
        for one in new if isinstance(new, list) else [new]:
            changed.append(one)
            if isinstance(one, dict) and place in chosen:
                context.damaged.add(one["id"])
    return changed


class Case:
    """One damage of one run: made on demand, the same for the same seed."""

    def __init__(self, damage, run, held_out, share, side, seed):
        self.damage, self.run, self.held_out, self.share, self.side = damage, run, held_out, share, side
        key = f"{seed}/{damage.name}/{run.name}/{share}/{side}"
        self.context = Context(run, random.Random(zlib.crc32(key.encode())), held_out)
        for name, value in {"share": share, "notes": [], "damaged": set(), "files": {}, "folder": run.model,
                            "options": list(damage.options), "repeat": False, "first": {}, "scores": {},
                            "cassette": read_rows(run.cassette) if run.cassette else None}.items():
            setattr(self.context, name, value)
        self.files = self.make()
        if not damage.only_all and "--decoder" not in self.context.options:
            self.context.options += ["--decoder", run.decoder]  # that of the model, whatever the responses are

    def make(self):
        paths = list(self.run.rows)
        order = self.context.draw.sample(paths, len(paths)) if self.side == "category" else paths
        files, any_changed = {}, False
        for number, path in enumerate(order):
            changed = None
            if self.side == "all" or not any_changed:
                changed = damaged_rows(self.damage, self.run.rows[path], self.context, number)
            any_changed = any_changed or changed is not None
            files[path] = self.run.rows[path] if changed is None else changed
        return files if any_changed else None

    def judge(self, program, dataset):
        """{code: (severity, true)} of the new findings."""
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "damaged" / self.context.folder
            write_run(folder, self.files, self.context)
            folders = [folder]
            if self.context.repeat:
                folders = [Path(place) / "first" / self.run.model, folder]
                write_run(folders[0], self.run.rows, self.context, ' ')
                for name, text in self.context.first.items():
                    (folders[0] / name).write_text(text, encoding="utf-8")
            options = self.context.options + write_services(Path(place), self.run.model, self.context)
            report = doctor(program, dataset, folders, options)
        self.report = report
        judged = {}
        for one in report["findings"]:
            before = self.run.found.get(one["code"])
            if before is not None and one["count"] <= before["count"]:
                continue
            new = set(one["ids"]) - set(before["ids"] if before is not None else [])
            fits = len(new & self.context.damaged) * 2 >= len(new) or self.damage.only_all
            judged[one["code"]] = (one["severity"], one["code"] in self.damage.true_codes() and fits)
        return judged

    def label(self):
        return f"{self.damage.name} | {self.run.name} | {self.share:g} | {self.side}"


def write_services(place, model, context):
    """Gives the options that name the files."""
    options = []
    if context.cassette is not None:
        (place / "cassette.jsonl").write_text("".join(json.dumps(one) + "\n" for one in context.cassette))
        options += ["--cassette", place / "cassette.jsonl"]
    for name, lines in context.scores.items():
        (place / "scores" / model).mkdir(parents=True, exist_ok=True)
        (place / "scores" / model / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    return options + (["--scores", place / "scores"] if context.scores else [])


def write_run(folder, files, context, end=""):
    for path, rows in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows),
                                   encoding="utf-8")
    for name, text in context.files.items():
        (folder / name).write_text(text + end, encoding="utf-8")
    if context.notes:
        (folder / "bfclx_entries.jsonl").write_text("".join(json.dumps(note) + "\n" for note in context.notes))
