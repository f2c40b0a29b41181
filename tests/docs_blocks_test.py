#!/usr/bin/env python3
"""Every shell block of README.md, docs/ and python/README.md runs as it is written, and shows what the page shows.
(Python blocks: tests/python/docs_test.py.)

  tests/docs_blocks_test.py PROGRAM
"""
import collections
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent / "serving"))
import docs_blocks  # noqa: E402
from docs_blocks import ROOT, SHELL, Unknown, blocks, blocks_of, furnish  # noqa: E402
from scripted_server import ScriptedServer  # noqa: E402

PROGRAM = ""
SERVER = "http://localhost:8080"
NO_RESULTS = ("docs/generate.md", "docs/reasoning.md")  # pages whose reader has none yet
EXIT_CODE = re.compile(r"^(.*\S)(\s+#.*exit code (\d).*)$", re.MULTILINE)
# As much of what was written may be left out of a page as it likes.
LEFT_OUT = re.compile(r"^\s*\.\.\.$")


def script_of(code):
    """What a shell runs: the code, each line that states an exit code with a check of it."""
    return "set -euo pipefail\n" + EXIT_CODE.sub(r"code=0; \1 || code=$?; test $code = \3 \2", code)


def shown_by(expected, written):
    """Whether the output is what a page shows; `...` on a line of its own stands for any lines."""
    lines = [r"(?:.*\n)*?" if LEFT_OUT.match(line) else re.escape(line.rstrip()) + r" *\n" for line in expected]
    return re.fullmatch("".join(lines) + r"\s*", written) is not None


def console_of(code):
    """[(command, what is typed at the program's own prompt, lines that it writes)] of a console block."""
    steps = []
    for line in code.splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], [], []))
        elif line.startswith("bfclx> "):
            steps[-1][1].append(line.removeprefix("bfclx> "))
        else:
            steps[-1][2].append(line)
    return steps


class Runner:
    """Runs the blocks of a page, one after the other, in a folder of their own."""

    def __init__(self, folder, url):
        self.folder, self.url = folder, url
        (folder / "bin").mkdir(parents=True)
        (folder / "bin/bfclx").symlink_to(PROGRAM)
        for name in ("srun", "vllm", "llama-server"):  # the servers are looked for, and not started
            (folder / "bin" / name).write_text('#!/bin/sh\nexec "$@"\n')
            (folder / "bin" / name).chmod(0o755)
        self.work = folder / "work"
        furnish(self.work)
        (self.work / "tools").mkdir()
        for name in ("check-in-ci", "ci-environment.sh"):
            shutil.copy(ROOT / "tools" / name, self.work / "tools")
        put_in_git(self.work)
        kept = {name: value for name, value in os.environ.items() if name in ("LANG", "TMPDIR", "SYSTEMROOT")}
        self.variables = kept | {
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "HOME": str(folder), "BFCLX_DATASET": "data/bfcl", "COLUMNS": "80", "NO_COLOR": "1", "LC_ALL": "C.UTF-8",
            "SLURM_ARRAY_TASK_ID": "1", "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}

    def run(self, script, typed=""):
        return subprocess.run(["bash", "-c", script.replace(SERVER, self.url)], cwd=self.work, env=self.variables, input=typed, text=True,
                              capture_output=True, timeout=60)

    def problem(self, block):
        """What is wrong with a block, or None."""
        if block.language != "console":
            done = self.run(script_of(block.code))
            return None if done.returncode == 0 else f"{block}: exit code {done.returncode}\n{block.code}{done.stdout[-1000:]}{done.stderr}"
        for command, typed, expected in console_of(block.code):
            done = self.run(command, "".join(line + "\n" for line in typed))
            if not shown_by(expected, done.stdout.replace(self.url, SERVER)):
                return f"{block}: $ {command}\n--- the page\n" + "\n".join(expected) + f"\n--- the program\n{done.stdout}{done.stderr}"
        return None


def put_in_git(folder):
    """A commit of the results, which is origin/main too."""
    for command in ("init -q -b main", "add result", "commit -q -m results", "update-ref refs/remotes/origin/main HEAD"):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@example.org", *command.split()], cwd=folder, check=True)


class Pages(unittest.TestCase):
    def test_every_shell_block_runs(self):
        by_page = collections.defaultdict(list)
        for block in blocks(SHELL):
            if not block.reason:
                by_page[block.page].append(block)
        with tempfile.TemporaryDirectory(prefix="bfclx-docs-") as name, ScriptedServer(models=("my-model",)) as server:
            def problems_of(page):
                runner = Runner(Path(name) / page.replace("/", "-"), server.url)
                if page in NO_RESULTS:
                    shutil.rmtree(runner.work / "result")
                return [problem for block in by_page[page] if (problem := runner.problem(block))]

            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                problems = [problem for found in pool.map(problems_of, by_page) for problem in found]
        self.assertFalse(problems, "\n\n" + "\n\n".join(problems))
        self.assertTrue([seen for seen in server.seen if seen.method == "POST"], "nothing was generated")
        self.assertGreater(sum(map(len, by_page.values())), 24)

    def test_few_blocks_do_not_run(self):
        reasons = collections.Counter(block.reason for block in blocks(docs_blocks.SHELL + docs_blocks.PYTHON))
        ran = reasons.pop("")
        print(f"{ran} blocks run, {sum(reasons.values())} do not: {dict(reasons)}", file=sys.stderr)
        self.assertLess(sum(reasons.values()), ran / 2)


class Pieces(unittest.TestCase):
    def test_code_that_no_test_would_see_is_refused(self):
        for text in ("```\nx\n```\n", "```ruby\nx\n```\n", "a\n\n    x\n", "<!-- not run: because -->\n```sh\nx\n```\n"):
            with self.subTest(text), self.assertRaises(Unknown):
                blocks_of(text)

    def test_blocks_and_marks(self):
        text = "a\n```sh\nb\n```\n<!-- not run: needs a network -->\n```python\nc\n```\n- d\n  ```text\n  e\n  ```\n"
        self.assertEqual([(one.line, one.language, one.code, one.reason) for one in blocks_of(text)],
                         [(3, "sh", "b\n", ""), (7, "python", "c\n", "needs a network"), (11, "text", "e\n", "")])

    def test_output_is_compared(self):
        self.assertTrue(shown_by(["a", "..."], "a\nb\n"))
        self.assertTrue(shown_by(["...", "c"], "a\nb\nc\n"))
        self.assertFalse(shown_by(["a"], "a\nb\n"))
        self.assertFalse(shown_by(["a", "...", "d"], "a\nb\n"))

    def test_exit_codes_are_checked(self):
        for line, code in (("false  # exit code 1", 0), ("true  # exit code 1", 1), ("false", 1), ("true", 0), ("false | true", 1)):
            self.assertEqual(subprocess.run(["bash", "-c", script_of(line + "\n")]).returncode, code, line)


if __name__ == "__main__":
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    unittest.main()
