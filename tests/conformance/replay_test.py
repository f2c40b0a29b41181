"""Recorded runs of the official generator, replayed by the program: the same requests, and result
files equal to the byte.

    replay_test.py PROGRAM SHARED_DIR FOLDER CMAKE

What the core asks is held against every recording by bfclx_conformance; this is about the program
around it: options, ids, order, result files and snapshots. Left out are entries that reach for a
service (web search, vector memory), whose answers are not in the recordings. Exit codes: 0 all is the
same, 1 something is not, 77 there is no recording (a skip, said loudly).
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

# Of each protocol one with tools and one by prompt where there are both.
SETUPS = ("openai-chat-fc-inputlog", "openai-chat-prompt-inputlog", "openai-chat-fc-edge",
          "anthropic-fc", "anthropic-prompt", "cohere-fc", "deepseek-fc", "fireworks-fc",
          "gemini-fc", "gemini-prompt", "glm-fc", "gorilla-fc", "grok-prompt", "kimi-fc",
          "ling-prompt", "mistral-fc", "mistral-prompt", "nanbeige-api-fc", "nova-fc", "novita-fc",
          "nvidia-prompt", "openai-responses-fc", "openai-responses-prompt", "qwen-api-fc",
          "writer-fc")
ENTRIES = 1737  # replayed in all
SERVICE = ("web_search", "memory_vector")
# Texts of exceptions, of which only the beginning is ours (the README of the recordings).
TOLERATED = re.compile(r'("(?:result|content|error)": "Error during inference: |"error": ").*?(?<!\\)"')


def unpacked(archive, folder, cmake):
    target = folder / "generation"
    if not (target / "MANIFEST.json").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([cmake, "-E", "tar", "xf", archive], cwd=folder, check=True)
    return target


def replay(program, shared, recordings, name, run, scratch):
    folder = recordings / name
    ids = json.loads((folder / "entries.json").read_text())["test_case_ids_to_generate"]
    ids = {category: chosen for category, chosen in ids.items() if not category.startswith(SERVICE)}
    (scratch / "ids.json").write_text(json.dumps(ids))
    options = [option for option in run["cli"][0].split() if option.startswith("--")
               and option not in ("--model", "--run-ids")]
    done = subprocess.run(
        [program, "generate", "--model", run["registry_model"], *options, "--as-official",
         "--replay", folder, "--run-ids", scratch / "ids.json", "--dataset", shared / "bfcl-data",
         "--models", recordings / "extra_models.json", "--result-dir", scratch / "result",
         "--today", "2026-11-21"], capture_output=True, text=True)
    return done


def same_line(ours, theirs):
    if ours == theirs:
        return True
    mine, official = json.loads(ours), json.loads(theirs)
    if list(mine) != list(official):
        return False
    for line in (mine, official):
        if isinstance(line["result"], str) and line["result"].startswith("Error during inference"):
            line["result"] = "Error during inference"
        line.pop("traceback", None)
    text = [TOLERATED.sub(r'\1"', json.dumps(line)) for line in (mine, official)]
    return text[0] == text[1]


def compare(official, ours, name):
    """(entries that are the same, entries that are not) of one set-up."""
    good, bad = 0, 0
    for path in sorted(official.rglob("*")):
        place = path.relative_to(official)
        if path.is_dir() or any(part.startswith("vector") for part in place.parts):
            continue
        if "web_search" in path.name:
            continue
        other = ours / place
        if not other.exists():
            print(f"DISAGREES {name}: {place} is missing")
            bad += 1
        elif path.name.endswith("_result.json"):
            wanted = path.read_text("utf-8").split("\n")
            got = other.read_text("utf-8").split("\n")
            pairs = list(zip(wanted, got)) if len(wanted) == len(got) else []
            wrong = [pair for pair in pairs if pair[0] and not same_line(pair[1], pair[0])]
            good += sum(1 for pair in pairs if pair[0]) - len(wrong)
            bad += len(wrong) if pairs else 1
            if wrong or not pairs:
                print(f"DISAGREES {name}: {place}: {len(wrong)} lines of {len(wanted)}, {len(got)}")
                for theirs, mine in wrong[:1]:
                    print(f"    official: {theirs[:300]}\n    ours:     {mine[:300]}")
        elif path.read_bytes() != other.read_bytes():
            print(f"DISAGREES {name}: {place}")
            bad += 1
    return good, bad


def main():
    program, shared, folder, cmake = sys.argv[1], *map(pathlib.Path, sys.argv[2:4]), sys.argv[4]
    archive = shared / "conformance" / "generation.tar.xz"
    if not archive.exists():
        print(f"SKIPPED: no recordings of the official generator at {archive}")
        return 77
    recordings = unpacked(archive, folder, cmake)
    runs = json.loads((recordings / "MANIFEST.json").read_text())["runs"]
    good = bad = 0
    for name in SETUPS:
        with tempfile.TemporaryDirectory() as scratch:
            scratch = pathlib.Path(scratch)
            done = replay(program, shared, recordings, name, runs[name], scratch)
            if done.returncode != 0:
                print(f"DISAGREES {name}: {done.stdout}{done.stderr}")
                bad += 1
                continue
            more = compare(recordings / name / "result", scratch / "result", name)
            good, bad = good + more[0], bad + more[1]
    print(f"{good} entries of {len(SETUPS)} set-ups as recorded, {bad} not")
    return 0 if bad == 0 and good == ENTRIES else 1


if __name__ == "__main__":
    sys.exit(main())
