"""What bench/compare-generate measures for long: `bfclx generate` alone, against bfclx_model_server.

soak    many entries (one dataset entry repeated under ids of its own), 2,000 requests in flight over
        eight endpoints: one answers five times as slowly, one with status 500 alone, one is away for a
        third of the run and comes back. Every entry must have one whole line. Beside it: how many
        requests had a response that was used (nothing is asked twice), the time beside the ideal (what
        the endpoints can answer, each as long as it is there), and how memory grows.
kills   four shards of one run, one to four processes at once killed with SIGKILL at random moments and
        started again until all are merged, in one folder after another. After each kill no line is torn but a last
        one, no entry has two, and none that was there is gone.
"""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENTRY = ROOT / "tools/sample/data/BFCL_v4_simple_python.json"
CATEGORY = "simple_python"
ENDPOINTS = 8
EACH = 250  # requests in flight at an endpoint: 2,000 in all
DELAY = 4.0  # seconds; 375 requests a second of the six that are well
SLOW = 5  # times
CHECKS = 20  # requests that show whether an endpoint is back
SHARDS = 4
SHARD_ENTRIES = 400


class Endpoint:
    def __init__(self, program, delay, status=200, port=0):
        self.command = [str(program), "--delay", str(delay), "--status", str(status)]
        self.port = port
        self.requests = 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command + ["--port", str(self.port)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)  # fmt: skip
        self.port = int(self.process.stdout.readline())
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self):
        with urllib.request.urlopen(self.url + "/stats") as response:
            self.requests += json.load(response)["requests"]
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


def dataset(folder, entries):
    """One entry of the sample, repeated under ids of its own."""
    entry = json.loads(ENTRY.read_text(encoding="utf-8").splitlines()[0])
    truth = json.loads((ENTRY.parent / "possible_answer" / ENTRY.name).read_text(encoding="utf-8").splitlines()[0])
    data = folder / "data"
    (data / "possible_answer").mkdir(parents=True)
    for row, path in ((entry, data / ENTRY.name), (truth, data / "possible_answer" / ENTRY.name)):
        with path.open("w", encoding="utf-8") as file:
            for number in range(entries):
                file.write(json.dumps({**row, "id": f"{CATEGORY}_{number}"}) + "\n")
    (folder / "models.json").write_bytes((ROOT / "tools/sample/models.json").read_bytes())
    return folder


def command(arguments, data, results, *more):
    return [arguments.program, "generate", "--model", "scripted", "--mode", "fc", "--dataset", str(data),
            "--test-category", CATEGORY, "--result-dir", str(results), *more]  # fmt: skip


def lines_of(path):
    """The ids of the whole lines; a last line without its end is left out."""
    ids = []
    for line in path.read_bytes().split(b"\n")[:-1]:
        ids.append(json.loads(line)["id"])
    if len(ids) != len(set(ids)):
        raise SystemExit(f"{path}: an entry has two lines")
    return ids


class Memory(threading.Thread):
    """Resident bytes of a process, once in half a second."""

    def __init__(self, process):
        super().__init__(daemon=True)
        self.process, self.seen = process, []

    def run(self):
        while self.process.poll() is None:
            try:
                pages = int(pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
            except (OSError, IndexError):
                return
            self.seen.append(pages * os.sysconf("SC_PAGESIZE"))
            time.sleep(0.5)


def ideal_seconds(entries, away):
    """Time in which the endpoints answer that many, the one that is away between those two times left out."""
    well = (ENDPOINTS - 3) * EACH / DELAY + EACH / (DELAY * SLOW)
    back = EACH / DELAY
    begin, end = away
    before = begin * (well + back)
    during = (end - begin) * well
    if entries <= before:
        return entries / (well + back)
    if entries <= before + during:
        return begin + (entries - before) / well
    return end + (entries - before - during) / (well + back)


def soak(arguments, folder):
    entries = arguments.soak
    data = dataset(folder / "dataset", entries)
    servers = [Endpoint(arguments.server, DELAY) for _ in range(ENDPOINTS - 2)]
    servers += [Endpoint(arguments.server, DELAY * SLOW), Endpoint(arguments.server, 0.01, 500)]
    listed = folder / "endpoints.jsonl"
    listed.write_text("".join(json.dumps({"base_url": one.url + "/v1", "concurrency": EACH}) + "\n" for one in servers))
    third = ideal_seconds(entries, (0, 0)) / 3
    started = time.monotonic()
    process = subprocess.Popen(
        command(arguments, data, folder / "result", "--endpoints", str(listed), "--concurrency", str(ENDPOINTS * EACH)),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    memory = Memory(process)
    memory.start()
    time.sleep(third)
    servers[0].stop()
    gone = time.monotonic() - started
    time.sleep(third)
    servers[0].start()
    back = time.monotonic() - started
    code = process.wait()
    took = time.monotonic() - started
    for one in servers:
        one.stop()
    ids = lines_of(folder / "result/scripted/non_live" / f"BFCL_v4_{CATEGORY}_result.json")
    used = sum(one.requests for one in servers[:-1])
    ideal = ideal_seconds(entries, (gone, back))
    half = memory.seen[len(memory.seen) // 3 :]
    report = {
        "entries": entries, "lines": len(ids), "exit": code, "seconds": took, "ideal": ideal, "of_ideal": ideal / took,
        "requests": used, "more_than_entries": used - entries, "failed_endpoint": servers[-1].requests,
        "memory_third": half[0], "memory_peak": max(memory.seen), "memory_last": memory.seen[-1],
    }  # fmt: skip
    print(f"soak: {len(ids):,} of {entries:,} entries have a line, exit code {code}")
    print(f"  {took:.1f} s, ideal {ideal:.1f} s: {ideal / took:.1%}   bar 95 %")
    print(f"  {used:,} requests at endpoints that respond, {used - entries:,} more than entries "
          f"(at most {EACH + CHECKS:,}: in flight when one went away, and checks); {servers[-1].requests:,} at the one that fails")
    print(f"  memory: {half[0] / 2**20:.0f} MiB after a third, {max(memory.seen) / 2**20:.0f} MiB at most, "
          f"{memory.seen[-1] / 2**20:.0f} MiB at the end")
    holds = len(ids) == entries and code == 0 and 0 <= used - entries <= EACH + CHECKS and ideal / took >= 0.95
    return holds, report


def has_all(folder, entries):
    merged = folder / "result/scripted/non_live" / f"BFCL_v4_{CATEGORY}_result.json"
    return merged.exists() and len(lines_of(merged)) == entries


def check_after_kill(folder, known):
    """Ids with a whole line, in shards or merged; none that was known is gone."""
    for _ in range(3):  # a merge may move a file meanwhile
        now = set()
        try:
            for pattern in ("*_result.json", "*_result.json.part"):
                for path in folder.rglob(pattern):
                    if ".bfclx-" not in path.name:
                        now |= set(lines_of(path))
        except FileNotFoundError:
            continue
        if known <= now:
            return now
    raise SystemExit(f"{folder}: entries have lost their lines: {sorted(known - now)[:5]}")


def kills(arguments, folder):
    chance = random.Random(1)
    done = folders = 0
    data = dataset(folder / "dataset", SHARD_ENTRIES)
    server = Endpoint(arguments.server, 0.05)
    while done < arguments.kills:
        place = folder / f"run-{folders}"
        place.mkdir()
        folders += 1
        known = set()
        running = {}
        while not has_all(place, SHARD_ENTRIES) or any(one.poll() is None for one in running.values()):
            complete = has_all(place, SHARD_ENTRIES)
            for shard in range(1, SHARDS + 1):
                if complete or (shard in running and running[shard].poll() is None):
                    continue
                words = command(arguments, data, place / "result", "--base-url", server.url + "/v1",
                                "--concurrency", "4", "--shard", f"{shard}/{SHARDS}")  # fmt: skip
                running[shard] = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0.0, 0.6))
            alive = [one for one in running.values() if one.poll() is None]
            for victim in chance.sample(alive, min(len(alive), chance.randint(1, SHARDS), arguments.kills - done)):
                victim.send_signal(signal.SIGKILL)
                victim.wait()
                done += 1
            known = check_after_kill(place, known)
        check_after_kill(place, known)
    server.stop()
    asked, needed = server.requests, folders * SHARD_ENTRIES
    print(f"kills: {done:,} processes killed over {folders} runs of {SHARDS} shards; every line is whole, "
          f"every entry has one; {asked:,} requests for {needed:,} entries")  # fmt: skip
    return asked <= needed + 5 * done, {"kills": done, "runs": folders, "requests": asked, "entries": needed}


def run(arguments):
    os.environ.update(OPENAI_API_KEY="none", NO_PROXY="127.0.0.1", no_proxy="127.0.0.1")
    report = {}
    holds = True
    for name, part in (("soak", soak), ("kills", kills)):
        if getattr(arguments, name) is None:
            continue
        with tempfile.TemporaryDirectory(prefix=f"generate-{name}-") as folder:
            good, report[name] = part(arguments, pathlib.Path(folder))
        holds = holds and good
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(report, indent=1) + "\n")
    if not holds:
        print("compare-generate: a bar is missed", file=sys.stderr)
    return 0 if holds else 1
