#!/usr/bin/env python3
"""What the scripts, the action and the workflows take from elsewhere: pinned, checked before it is used, and
never run from the working folder.

  tests/supply_test.py
"""
import importlib.machinery
import importlib.util
import io
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRIPTS = ("action.yml", ".ci", ".github", "bench", "cmake", "site/lint", "site/test", "tools")
PINNED = re.compile(r"^[A-Za-z0-9_.-]+(\[[a-z]+\])?==[0-9][0-9A-Za-z.]*$")


def load(name):
    """A script of tools/ as a module."""
    sys.path.insert(0, str(ROOT / "tools"))
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(ROOT / "tools" / name))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[loader.name] = module
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


def scripts():
    """(name, text) of everything that runs at set-up, in continuous integration or in a benchmark."""
    for start in SCRIPTS:
        place = ROOT / start
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if not path.is_file() or {"node_modules", "__pycache__"} & set(path.parts):
                continue
            if path.suffix not in ("", ".sh", ".py", ".yml", ".mjs", ".cmake"):
                continue
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


class Supply(unittest.TestCase):
    def test_actions_are_pinned_by_commit(self):
        uses = [(name, line.strip()) for name, text in scripts() if name.startswith(".github/")
                for line in text.splitlines() if re.search(r"\buses:", line)]
        self.assertTrue(uses)
        for name, line in uses:
            self.assertRegex(line, r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+(\.\d+){2}$", name)

    def test_python_takes_no_module_of_the_working_folder(self):
        for name, text in scripts():
            text = text.replace("', '", " ").replace('", "', " ")
            for match in re.finditer(r"(?:python3?\"?|executable\)?|python)\"?,? (-(?:m|c)\b[^\n]*)", text):
                self.fail(f"{name}: {match[0]!r} runs without -I")

    def test_pip_builds_nothing_and_versions_are_pinned(self):
        for name, text in scripts():
            for match in re.finditer(r"-m\W+pip\W+(?:install|download|wheel)\b(?:[^\n]*\\\n)*[^\n]*", text):
                self.assertNotRegex(match[0], r"[a-z](>=|~=|>)\d", name)
        frameworks = (ROOT / "tools/frameworks").read_text()
        for row in re.search(r'FRAMEWORKS="\n(.*?)"', frameworks, re.S)[1].splitlines():
            for word in row.split(":", 2)[2].split():
                self.assertRegex(word, PINNED)
        serving = (ROOT / "tools/get-serving").read_text()
        for word in re.search(r'wanted="(.*?)"', serving, re.S)[1].split():
            self.assertRegex(word, PINNED)
        for word in load_bench("official_release").REQUIREMENTS:
            self.assertRegex(word, PINNED)

    def test_requirements_have_hashes(self):
        for path in sorted((ROOT / "tools/requirements").glob("*.txt")):
            text = re.sub(r"^#.*\n", "", path.read_text(), flags=re.M)
            for line in text.replace("\\\n", " ").splitlines():
                words = line.split(" --hash=")
                self.assertRegex(words[0].split(";")[0].strip(), PINNED, path.name)
                self.assertGreater(len(words), 1, f"{path.name}: {line}")
                for digest in words[1:]:
                    self.assertRegex(digest.strip(), r"^sha256:[0-9a-f]{64}$")

    def test_the_build_of_the_wheel_is_pinned(self):
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())
        builders = (ROOT / "tools/requirements/builders.txt").read_text()
        for word in project["build-system"]["requires"]:
            self.assertRegex(word, PINNED)
            self.assertIn(f"\n{word} ", builders)

    def test_node_is_the_same_everywhere(self):
        version = re.search(r"^NODE_VERSION=([0-9.]+)", (ROOT / "tools/setup.sh").read_text(), re.M)[1]
        for name, text in scripts():
            for told in re.findall(r"node-version: *(.*)", text):
                self.assertEqual(told, version, name)

    def test_npm_packages_are_locked(self):
        for folder in ("site", "tests/browser", "bench/pyodide"):
            self.assertTrue((ROOT / folder / "package-lock.json").is_file(), folder)
        for name, text in scripts():
            for match in re.finditer(r"npm install\b[^\n]*", text):
                self.assertIn("@$NODE_VERSION", match[0], name)


def load_bench(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "bench" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ThirdParty(unittest.TestCase):
    """tools/get-third-party with a client that leaves an archive of ours."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.script = load("get-third-party")
        self.calls = []

    def fetch(self, members, sha512=None, keep=r"LICENSE|src/.*\.c", place=""):
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w:gz") as tar:
            for name, text in members.items():
                member = tarfile.TarInfo(name)
                member.size = len(text)
                tar.addfile(member, io.BytesIO(text))
        data = archive.getvalue()
        (self.folder / "given.tgz").write_bytes(data)
        npm = self.folder / "bin" / "npm"
        npm.parent.mkdir(exist_ok=True)
        npm.write_text(f"#!/bin/sh\necho \"$@\" >>{self.folder}/calls\ncp {self.folder}/given.tgz ./a-1.tgz\n")
        npm.chmod(0o755)
        self.script.TARGET = self.folder / "third_party"
        self.script.TARGET.mkdir(exist_ok=True)
        package = self.script.Package("a", "a", "1", sha512 or self.script.hashlib.sha512(data).hexdigest(),
                                      "package/", keep, place)
        before = os.environ["PATH"]
        os.environ["PATH"] = f"{npm.parent}:{before}"
        try:
            self.script.get(package)
        finally:
            os.environ["PATH"] = before
        return self.script.TARGET / "a"

    def test_only_listed_sources_are_kept(self):
        place = self.fetch({"package/LICENSE": b"l", "package/src/a.c": b"c", "package/setup.py": b"bad",
                            "package/src/a.py": b"bad"}, place="deep/")
        kept = sorted(path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file())
        self.assertEqual(kept, [".sha512", "LICENSE", "deep/src/a.c"])
        self.assertIn("--ignore-scripts", (self.folder / "calls").read_text())

    def test_an_archive_with_another_hash_is_not_opened(self):
        with self.assertRaises(self.script.Failure):
            self.fetch({"package/LICENSE": b"l"}, sha512="0" * 128)
        self.assertFalse((self.folder / "third_party" / "a").exists())

    def test_a_path_out_of_the_folder_is_refused(self):
        with self.assertRaises(self.script.Failure):
            self.fetch({"package/src/../../../x.c": b"c"})

    def test_nothing_is_fetched_with_pip(self):
        for package in self.script.PACKAGES:
            self.assertRegex(package.sha512, r"^[0-9a-f]{128}$")
        code = (ROOT / "tools/get-third-party").read_text().split('"""', 2)[2]
        self.assertFalse(re.search(r"^[^#\n]*\bpip\b", code, re.M))


class Dataset(unittest.TestCase):
    """tools/get-dataset in a folder of somebody else."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_script(self, *arguments, **environment):
        return subprocess.run([sys.executable, ROOT / "tools" / "get-dataset", *map(str, arguments)],
                              cwd=self.folder, text=True, capture_output=True, timeout=120,
                              env={**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ".", **environment})

    def test_modules_of_the_folder_are_not_imported(self):
        mark = self.folder / "mark"
        for name in ("json.py", "pip.py", "hashlib.py", "zipfile.py"):
            (self.folder / name).write_text(f"open({str(mark)!r}, 'a').write({name!r})\n")
        done = self.run_script("--to", self.folder / "dataset")
        self.assertEqual(done.returncode, 1)
        self.assertIn("pip could not download", done.stderr)
        self.assertFalse(mark.exists(), mark.exists() and mark.read_text())

    def test_a_copy_that_says_it_is_the_release_is_not_taken_for_it(self):
        script = load("get-dataset")
        target = self.folder / "dataset"
        (target / "data").mkdir(parents=True)
        (target / "data" / "BFCL_v4_simple_python.json").write_text("{}")
        (target / "prompt_texts.json").write_text("{}")
        files, digest = script.hash_files(target)
        script.write_json(target / "manifest.json",
                          {"version": f"{script.PACKAGE} {script.VERSION}", "hash": digest, "files": files,
                           **script.prompt_texts_hash(target)})
        self.assertIsNotNone(script.intact(target))
        self.assertIsNone(script.intact(target, f"{script.PACKAGE} {script.VERSION}"))
        done = self.run_script("--to", target)
        self.assertNotIn("already in", done.stdout)

    def test_a_copy_runs_no_program_that_its_git_configuration_names(self):
        copy = self.folder / "copy"
        (copy / "data").mkdir(parents=True)
        mark = self.folder / "mark"
        hook = self.folder / "hook"
        hook.write_text(f"#!/bin/sh\ntouch {mark}\n")
        hook.chmod(0o755)
        git = ["git", "-C", copy, "-c", "user.name=n", "-c", "user.email=e@example.org"]
        (copy / "data" / "a").write_text("a")
        for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "m"],
                        ["config", "core.fsmonitor", hook]):
            subprocess.run([*git, *command], check=True, capture_output=True)
        self.assertRegex(load("get-dataset").known_commit(copy) or "", r"^[0-9a-f]{40}$")
        self.assertFalse(mark.exists())


if __name__ == "__main__":
    unittest.main()
