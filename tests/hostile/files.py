"""What may lie where the program looks for files, and what may be in the way of its outputs.

Inputs: every thing of things.py at every place of `PLACES`. The program must end by itself, within
bounds of time and memory, with an exit code of its own; where nothing can be made of the thing, it
names the file; and no file is changed, made or left behind. Outputs: each of `OBSTACLES` for
every command that writes. What was there stays as it was, and no half file or temporary remains.
"""

import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
from pathlib import Path

import dataset
from things import BOMBS, SIMPLE, THINGS, UNREADABLE, bound_socket, bytes_of, link

SAMPLE = Path(__file__).resolve().parents[2] / "tools" / "sample"
SECONDS = 30  # of the processor
WAITED = 300  # seconds of the clock: it waits for something
MEGABYTES = 400


class Done:
    def __init__(self, program, arguments, folder, file_size=None, bounded=True):
        """Runs the program in the folder; `file_size` is the largest file that it may write."""
        def limit():
            os.setsid()
            seconds = SECONDS if bounded else 10 * SECONDS
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            if file_size is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))

        self.bounded = bounded
        process = subprocess.Popen([program, *map(str, arguments)], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
                                   preexec_fn=limit)
        self.waited = False
        watch = threading.Timer(WAITED, self._end, (process.pid,))
        watch.start()
        parts = {}
        readers = [threading.Thread(target=lambda s=stream: parts.update({s: s.read()}))
                   for stream in (process.stdout, process.stderr)]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
        _, status, usage = os.wait4(process.pid, 0)
        watch.cancel()
        self.code = process.returncode = os.waitstatus_to_exitcode(status)
        self.out = parts[process.stdout].decode(errors="replace")
        self.err = parts[process.stderr].decode(errors="replace")
        self.megabytes = usage.ru_maxrss / 1024
        process.stdout.close()
        process.stderr.close()

    def _end(self, pid):
        self.waited = True
        os.kill(pid, signal.SIGKILL)

    def flaws(self, codes=(0, 1, 2)):
        if self.waited:
            yield f"it waits for ever: {self.err[-200:]}"
        elif self.code not in codes:
            yield f"exit code {self.code}: {(self.err or self.out)[-300:]}"
        if self.bounded and self.megabytes > MEGABYTES:
            yield f"{self.megabytes:.0f} MB"


def state_of(folder):
    """What every file of a folder holds, links and special files by what they are."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = f"link to {os.readlink(path)}"
        elif path.is_file():
            found[name] = hashlib.sha1(path.read_bytes()).hexdigest()
        else:
            found[name] = oct(path.lstat().st_mode)
    return found


# ---- places: the path at which the thing lies, and the command that meets it. Every run has a folder
# of results, `results/m`, and a copy of a small dataset, `set`.


def reading(*command):
    return [*command, "--dataset", "set"]


PLACES = {
    "a result among others": (f"results/m/{SIMPLE}", reading("score", "results")),
    "a result by name": (f"results/m/{SIMPLE}", reading("score", f"results/m/{SIMPLE}")),
    "a packed result": (f"results/m/{SIMPLE}.gz", reading("score", "results")),
    "a result for doctor": (f"results/m/{SIMPLE}", reading("doctor", "results/m")),
    "a result for compare": (f"results/m/{SIMPLE}", reading("compare", "results/m", "results/n")),
    "a result for report": (f"results/m/{SIMPLE}", reading("report", "results/m", "-o", "-")),
    "a result for explain": (f"results/m/{SIMPLE}", reading("show", "results/m", "parallel_0")),
    "a result for evaluate": (f"results/m/{SIMPLE}", reading(
        "evaluate", "--result-dir", "results", "--score-dir", "scores", "--partial-eval")),
    "a score": ("scores/m/non_live/BFCL_v4_multiple_score.json", reading(
        "evaluate", "--result-dir", "results", "--score-dir", "scores", "--partial-eval")),
    "a model's folder": ("results/x", reading("score", "results")),
    "a registry": ("more.json", reading("score", "results", "--models", "more.json")),
    "the dataset's registry": ("set/models.json", reading("models")),
    "the dataset's manifest": ("set/manifest.json", reading("score", "results")),
    "questions": ("set/data/BFCL_v4_simple_python.json", reading("score", "results")),
    "answers": ("set/data/possible_answer/BFCL_v4_simple_python.json", reading("score", "results")),
    "function docs": ("set/data/multi_turn_func_doc/math_api.json", reading("score", "episodes")),
    "conversations": ("set/data/memory_prereq_conversation/memory_student.json",
                      reading("self-check")),
    "prompts": ("set/prompts.json", reading("self-check")),
    "prompt texts": ("set/prompt_texts.json", reading(
        "generate", "--model", "m", "--dry-run", "--base-url", "http://127.0.0.1:9")),
    "a dataset": ("other", ["score", "results", "--dataset", "other"]),
    "a cassette": ("cassette", reading("score", "results", "--cassette", "cassette")),
    "calls": ("calls", reading("play", "--jsonl", "calls")),
    "a cassette of play": ("cassette", reading("play", "--class", "WebSearchAPI", "--cassette",
                                               "cassette")),
    "ids to generate": ("ids", reading("generate", "--model", "m", "--dry-run", "--run-ids", "ids",
                                       "--base-url", "http://127.0.0.1:9")),
    "a key": ("key", reading("generate", "--model", "m", "--dry-run", "--api-key-file", "key",
                             "--base-url", "http://127.0.0.1:9")),
    "a recording": ("replay", reading("generate", "--model", "m", "--replay", "replay")),
    "published scores": ("table.csv", ["info", "--baselines", "table.csv"]),
    "own scores": ("table.csv", ["info", "--baselines", "table.csv", "--own", "table.csv"]),
}
# The places that a short run takes the bombs to.
BOMBED = ("a result among others", "a registry")


def world(folder):
    """The folder of a run, with nothing hostile in it yet."""
    dataset.write(folder / "set", SAMPLE)
    handler = {"handler": "OpenAICompletionsHandler"}
    (folder / "set" / "models.json").write_text(
        json.dumps({"models": {"m": handler, "n": handler}}))
    for model in ("m", "n"):
        (folder / "results" / model).mkdir(parents=True)
        for name in (SIMPLE, "BFCL_v4_parallel_result.json"):
            entry = name.replace("BFCL_v4_", "").replace("_result.json", "_0")
            line = json.dumps({"id": entry, "result": "[f(x='a')]"}) + "\n"
            (folder / "results" / model / name).write_text(line)
    (folder / "episodes").mkdir()
    (folder / "episodes" / "BFCL_v4_multi_turn_base_result.json").write_text(
        json.dumps({"id": "multi_turn_base_0", "result": [["[mean(numbers=[1])"]]}) + "\n")
    (folder / "scores" / "m" / "non_live").mkdir(parents=True)


def clear(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def input_flaws(options, thing, place):
    """What goes wrong with one thing at one place."""
    make, kind = {**THINGS, **BOMBS}[thing]
    path, arguments = PLACES[place]
    with tempfile.TemporaryDirectory(prefix="bfclx-hostile-") as made:
        folder = Path(made)
        world(folder)
        clear(folder / path)
        make(folder / path)
        before = state_of(folder)
        done = Done(options.program, arguments, folder, bounded=options.costs == "yes")
        yield from done.flaws()
        named = place in NAMED and not (thing in FOLDERS_AT and place.startswith("a result"))
        if kind == UNREADABLE and named and Path(path).name not in done.err + done.out:
            yield f"the file is not named: {done.err[-200:]!r}"
        after = {path: held for path, held in state_of(folder).items()
                 if not path.startswith(("scores/", "result"))}
        for path, held in before.items():
            if not path.startswith("scores/") and state_of_one(folder / path, held):
                yield f"{path} is changed"
        for path in set(after) - set(before):
            yield f"{path} is left behind"


# Where a thing that cannot be read must be named.
NAMED = [place for place in PLACES if place not in (
    "a model's folder", "a dataset", "the dataset's manifest", "conversations", "prompt texts",
    "a cassette of play", "a score", "function docs", "prompts", "a packed result",
    "the dataset's registry", "questions", "answers", "a result for explain")]
FOLDERS_AT = ("a folder", "a link to its folder")  # are looked into where results are looked for


def state_of_one(path, held):
    """Whether it is no longer what it was."""
    if held.startswith("link to "):
        return not path.is_symlink() or f"link to {os.readlink(path)}" != held
    if held.startswith("0o"):
        return oct(path.lstat().st_mode) != held
    return not path.is_file() or hashlib.sha1(path.read_bytes()).hexdigest() != held


# ---- outputs

OLD = b"what was there before\n"


def existing(folder, name):
    (folder / name).write_bytes(OLD)
    return name


def below(thing):
    """A path whose folder is that thing."""
    def make(folder):
        thing(folder / "way")
        return "way/out"
    return make


def at(thing):
    def make(folder):
        thing(folder / "out")
        return "out"
    return make


# name: (what makes it and gives the path of the output, largest file, exit codes)
OBSTACLES = {
    "no room": (lambda folder: existing(folder, "out"), 0, (1, 2)),
    "little room": (lambda folder: existing(folder, "out"), 300, (1, 2)),
    "no room for a new file": (lambda folder: "out", 100, (1, 2)),
    "a full device": (lambda folder: "/dev/full", None, (1, 2)),
    "a folder": (at(os.mkdir), None, (1, 2)),
    "a socket": (at(bound_socket), None, (1, 2)),
    "a link to itself": (at(lambda path: path.symlink_to(path.name)), None, (1, 2)),
    "a file on the way": (below(bytes_of(OLD)), None, (1, 2)),
    "nothing on the way": (lambda folder: "way/out", None, (1, 2)),
    "a pipe on the way": (below(os.mkfifo), None, (1, 2)),
    "a long name": (lambda folder: "o" * 300, None, (1, 2)),
    "a long way": (lambda folder: "o/" * 3000 + "o", None, (1, 2)),
    "a place of the system": (lambda folder: "/proc/bfclx-out", None, (1, 2)),
    "no name": (lambda folder: "", None, (1, 2)),
    "an input": (lambda folder: f"results/m/{SIMPLE}", None, (2,)),
    "an input of another model": (lambda folder: "results/n/BFCL_v4_parallel_result.json", None, (2,)),
    "the registry": (lambda folder: "set/models.json", None, (2,)),
    "questions": (lambda folder: "set/data/BFCL_v4_parallel.json", None, (2,)),
    "a name that is read": (lambda folder: "results/m/new_result.json", None, (2,)),
}


def soft(folder):
    (folder / "out").symlink_to(f"results/m/{SIMPLE}")
    return "out"


def hard(folder):
    os.link(folder / "results" / "m" / SIMPLE, folder / "out")
    return "out"


def around(folder):
    (folder / "way").symlink_to("results")
    return f"way/../results/m/../n/{SIMPLE}"


def closed(folder):
    (folder / "way").mkdir(mode=0o500)
    return "way/out"


OBSTACLES |= {"a soft link to an input": (soft, None, (2,)),
              "a hard link to an input": (hard, None, (2,)),
              "an input by another way": (around, None, (2,))}
if os.geteuid() != 0:  # who may write everywhere
    OBSTACLES["a read-only folder"] = (closed, None, (1, 2))
WRITERS = {
    "verdicts": reading("score", "results", "--verdicts"),
    "a report": reading("report", "results/m", "results/n", "-o"),
}
# Folders that are written to: what stands at their path, and whether room is short.
FOLDERS = {
    "scores": (reading("evaluate", "--result-dir", "results", "--partial-eval", "--score-dir"), "s"),
    "results": (reading("generate", "--model", "m", "--base-url", "http://127.0.0.1:9",
                        "--patience", "0.1", "--retries", "0", "--test-category", "simple_python",
                        "--result-dir"), "s"),
}
IN_THE_WAY = {"a file": bytes_of(OLD), "a named pipe": os.mkfifo, "a socket": bound_socket,
              "a link to itself": lambda path: path.symlink_to(path.name),
              "a device": link("/dev/zero"), "a place of the system": link("/proc/1/nowhere")}


def output_flaws(options, writer, obstacle):
    make, room, codes = OBSTACLES[obstacle]
    with tempfile.TemporaryDirectory(prefix="bfclx-hostile-") as made:
        folder = Path(made)
        world(folder)
        output = make(folder)
        before = state_of(folder)
        done = Done(options.program, [*WRITERS[writer], output], folder, room,
                    options.costs == "yes")
        yield from done.flaws(codes)
        if not done.err:
            yield "nothing is said"
        if state_of(folder) != before:
            yield f"files are not as they were: {sorted(set(state_of(folder)) ^ set(before))}"


def folder_flaws(options, writer, thing):
    arguments, name = FOLDERS[writer]
    with tempfile.TemporaryDirectory(prefix="bfclx-hostile-") as made:
        folder = Path(made)
        world(folder)
        IN_THE_WAY[thing](folder / name)
        before = state_of(folder)
        done = Done(options.program, [*arguments, name], folder, bounded=options.costs == "yes")
        yield from done.flaws((1, 2))
        if not done.err:
            yield "nothing is said"
        if state_of(folder) != before:
            yield f"files are not as they were: {sorted(set(state_of(folder)) ^ set(before))}"


def room_flaws(options, writer):
    """A quota is full: what is written is whole or not there."""
    arguments, name = FOLDERS[writer]
    with tempfile.TemporaryDirectory(prefix="bfclx-hostile-") as made:
        folder = Path(made)
        world(folder)
        before = state_of(folder)
        done = Done(options.program, [*arguments, name], folder, 100, options.costs == "yes")
        yield from done.flaws((1, 2))
        if not done.err:
            yield "nothing is said"
        for path, held in state_of(folder).items():
            if path not in before and ".bfclx-" in path and not path.endswith("lock"):
                yield f"{path} is left behind"
            if path in before and before[path] != held:
                yield f"{path} is changed"


def cases(full):
    """(name, what gives its flaws) of every case; of a short run every thing at the first place, at
    the others each a third."""
    for number, place in enumerate(PLACES):
        things = list(THINGS) if full or number == 0 else list(THINGS)[number % 3::3]
        if full or place in BOMBED:
            things += list(BOMBS)[:None if full else 1]
        for thing in things:
            yield f"{thing}, as {place}", lambda o, t=thing, p=place: input_flaws(o, t, p)
    for writer in WRITERS:
        for obstacle in OBSTACLES:
            yield f"{writer} to {obstacle}", lambda o, w=writer, b=obstacle: output_flaws(o, w, b)
    for writer in FOLDERS:
        yield f"{writer} without room", lambda o, w=writer: room_flaws(o, w)
        for thing in IN_THE_WAY:
            yield f"{writer} where {thing} is", lambda o, w=writer, t=thing: folder_flaws(o, w, t)


def run(options):
    """Prints what is wrong; the number of flawed cases."""
    count = flawed = 0
    for name, flaws_of in cases(options.full):
        if options.only and not any(word in name for word in options.only):
            continue
        count += 1
        found = list(flaws_of(options))
        if found:
            flawed += 1
            print(f"{name}: {'; '.join(found)}", flush=True)
    print(f"files: {count} cases, {flawed} flawed")
    return flawed
