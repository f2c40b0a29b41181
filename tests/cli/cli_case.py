"""What the tests of the program `bfclx` share: a folder of their own, and ways to run it."""

import hashlib
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else None
ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "tools" / "sample"
GOOD = SAMPLE / "results" / "good-model"
SIMPLE = GOOD / "non_live" / "BFCL_v4_simple_python_result.json"
SIMPLE_ENTRIES = len((SAMPLE / "data" / "BFCL_v4_simple_python.json").read_text().splitlines())


def in_turn(values, number):
    """All values. Under sanitizers, where starting the program takes most of the time, one of them: another for
    every number."""
    return (values[number % len(values)],) if "BFCLX_SANITIZED" in os.environ else values


def write_manifest(dataset, version):
    """As tools/get-dataset writes it; gives the dataset's hash."""
    digest = lambda data: hashlib.sha256(data).hexdigest()
    files = {path.relative_to(dataset).as_posix(): digest(path.read_bytes())
             for path in dataset.rglob("*.json") if path.name != "manifest.json"}
    files = dict(sorted(files.items()))
    lines = "".join(f"{file_hash}  {name}\n" for name, file_hash in files.items())
    whole = "sha256:" + digest(lines.encode())
    (dataset / "manifest.json").write_text(json.dumps({"version": version, "hash": whole, "files": files}))
    return whole


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="bfclx-cli-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_program(self, *arguments, code=0, stdin=b"", cwd=None, env=None):
        done = subprocess.run([PROGRAM, *map(str, arguments)], input=stdin, capture_output=True,
                              timeout=120, cwd=cwd or self.folder,
                              env={**os.environ, **(env or {})})
        self.out = done.stdout.decode("utf-8")
        self.err = done.stderr.decode("utf-8")
        self.status = done.returncode
        if code is not None:
            self.assertEqual(done.returncode, code, f"{arguments}\n{self.out}\n{self.err}")
        return self.out

    def commands(self):
        """Every command that the help lists, those within others as two words."""
        def names(*command):
            text = self.run_program(*command, "--help").split("\nExamples:")[0]
            return re.findall(r"^  ([a-z][a-z-]*)  +\S", text, re.MULTILINE)
        return [words for name in names() for words in ([(name, inner) for inner in names(name)] or [(name,)])]

    def check(self, *arguments, **keywords):
        return self.run_program("score", *arguments, "--dataset", SAMPLE, **keywords)

    def check_json(self, *arguments, **keywords):
        return json.loads(self.check(*arguments, "--format", "json", **keywords))

    def verdicts(self, *arguments, **keywords):
        path = self.folder / "verdicts.jsonl"
        self.check(*arguments, "--verdicts", path, **keywords)
        return path.read_text(encoding="utf-8").splitlines()

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def is_nowhere(self, secret):
        """Neither in what the program said last nor in any file of the folder."""
        for text in (self.out, self.err):
            self.assertNotIn(secret, text)
        for path in self.folder.rglob("*"):
            if path.is_file():
                self.assertNotIn(secret.encode(), path.read_bytes(), path)

    def category(self, report, name, model=0):
        rows = [row for row in report["models"][model]["categories"] if row["category"] == name]
        self.assertEqual(len(rows), 1, f"{name} in {report}")
        return rows[0]

    def on_terminal(self, *arguments, env, typed=b"", code=0):
        parent, child = pty.openpty()
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=child, stderr=child,
                                   stdin=child, env={**os.environ, "TERM": "xterm", **env})
        os.close(child)
        if typed:
            os.write(parent, typed)
        out = b""
        while True:
            try:
                part = os.read(parent, 65536)
            except OSError:
                break
            if not part:
                break
            out += part
        os.close(parent)
        self.assertEqual(process.wait(60), code)
        return out


def main():
    sys.argv.pop(1)
    unittest.main()
