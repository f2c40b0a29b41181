#!/usr/bin/env python3
"""What the scripts, the action and the workflows take from elsewhere: pinned, checked before it is used, and
never run from the working folder.

  tests/supply_test.py
"""
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import re
import shutil
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
        uses = [(name, line.strip()) for name, text in scripts() if ".github/" in name
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

    def test_the_wheel_is_built_as_pip_of_debian_12_can_and_with_the_launcher_of_all_builds(self):
        script = (ROOT / "tools/wheel").read_text()
        code = re.sub(r"^ *#.*\n", "", script, flags=re.M)
        self.assertNotRegex(code, r"\s-C[\s\"']|--config-setting[\s=]")  # of pip 23.1
        self.assertIn("cmake.define.CMAKE_CXX_COMPILER_LAUNCHER=$CXX_LAUNCHER", code)

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


class Release(unittest.TestCase):
    """.github/workflows/release.yml beside tools/release."""

    def setUp(self):
        self.workflow = (ROOT / ".github/workflows/release.yml").read_text()
        self.jobs = dict(re.findall(r"^  ([a-z-]+):\n((?:    .*\n|\n)+)", self.workflow.split("\njobs:\n")[1], re.M))
        load("release")
        self.files = sys.modules["release_files"]

    def test_each_kind_of_files_has_a_job(self):
        made = {kind: name for name, job in self.jobs.items() for kind in re.findall(r"--only (\w+)", job)}
        made["wheel"] = "wheels"  # by cibuildwheel
        self.assertEqual(made.pop("list"), "files")
        self.assertEqual(sorted(made), sorted(self.files.NAMES))
        needed = re.search(r"needs: \[(.*)\]", self.jobs["files"])[1].split(", ")
        self.assertEqual(set(needed), {"version", *made.values()} - {"files"})

    def test_nothing_is_published_without_its_sums(self):
        steps = self.jobs["files"].split("\n      - ")
        (sums,) = [number for number, step in enumerate(steps) if "--only list" in step]
        (publish,) = [number for number, step in enumerate(steps) if "gh release create" in step]
        self.assertLess(sums, publish)
        self.assertNotIn("continue-on-error", steps[sums])

    def test_the_list_alone_is_made_of_what_is_there(self):
        with tempfile.TemporaryDirectory() as place:
            name = self.files.name_of("npm")
            pathlib.Path(place, name).write_text("x")
            subprocess.run([ROOT / "tools/release", "--only", "list", "--output", place], check=True,
                           env={**os.environ, "SOURCE_DATE_EPOCH": "1"})
            sums = pathlib.Path(place, self.files.SUMS).read_text()
            self.assertEqual([line.split()[1] for line in sums.splitlines()], [name, self.files.LIST])

    def test_only_what_publishes_may_write(self):
        self.assertIn("\npermissions:\n  contents: read\n", self.workflow)
        given = {name: set(re.findall(r"^      ([a-z-]+): (?:write)", job, re.M)) for name, job in self.jobs.items()}
        self.assertEqual({name: rights for name, rights in given.items() if rights},
                         {"files": {"id-token", "attestations", "contents"}, "publish-pypi": {"id-token"},
                          "publish-npm": {"id-token"}, "publish-image": {"packages"}})
        for name, job in self.jobs.items():
            if "actions/checkout" in job:
                self.assertIn("persist-credentials: false", job, name)

    def test_hosts_and_versions_are_told_once(self):
        texts = [path.read_text() for path in (ROOT / "tools").glob("release*") if path.is_file()]
        self.assertLessEqual(len(re.findall(r"ghcr\.io", self.workflow + "".join(texts))), 1)
        for text in texts:
            self.assertNotIn(self.files.version(), text)

    def test_targets_stand_one_a_line_for_the_action(self):
        lines = (ROOT / "tools/release-targets.json").read_text().splitlines()
        self.assertEqual(len([line for line in lines if '"target"' in line]), len(self.files.targets()))
        for line in lines[1:-1]:
            self.assertRegex(line, r'^  \{"target": "\S+", "system": "\w+", "processor": "\w+", ')

    def test_each_job_has_the_targets_of_its_kind(self):
        told = dict(re.findall(r'echo "(\w+)=\$\(tools/release --list(.*)\)"', self.workflow))
        self.assertEqual(told, {"targets": "", "packages": " deb"})
        for name, outputs in (("static", "targets"), ("deb", "packages")):
            self.assertIn(f"fromJSON(needs.version.outputs.{outputs})", self.jobs[name])
        for kind in ([], ["deb"]):
            done = subprocess.run([ROOT / "tools/release", "--list", *kind], capture_output=True, text=True, check=True)
            self.assertEqual(json.loads(done.stdout), [one["target"] for one in self.files.targets(*kind)])
        self.assertEqual({one["system"] for one in self.files.targets("deb")}, {"Linux"})

    def test_the_documentation_names_each_target(self):
        page = (ROOT / "docs/install.md").read_text()
        for target in self.files.targets():
            for name in filter(None, (target["target"], target.get("debian"), target.get("minimum"))):
                self.assertIn(name, page)


class Stages(unittest.TestCase):
    """The stages of tools/test in .github/workflows/test.yml."""

    def test_pull_requests_run_every_stage(self):
        table = re.search(r'STAGES="\n(.*?)"', (ROOT / "tools/test").read_text(), re.S)[1]
        stages = [row.split()[0] for row in table.splitlines() if row.split()[1] != "-"]
        workflow = (ROOT / ".github/workflows/test.yml").read_text()
        self.assertEqual(re.findall(r"run: tools/test --only (\S+)", workflow), stages)
        jobs = [row.split(", ") for row in re.findall(r"stages: \[(.*?)\]", workflow)]
        self.assertCountEqual(sum(jobs, ["set-up"]), stages)
        for job in jobs:
            self.assertEqual(job, sorted(job, key=stages.index))
        for stage in stages[1:]:
            step = rf"if: contains\(matrix\.stages, '{stage}'\)\n +run: tools/test --only {stage}\n"
            self.assertRegex(workflow, rf"- name: {stage}\n +{step}")

    def test_help_is_no_error(self):
        for option, code in (("--help", 0), ("-h", 0), ("--no-such-option", 2)):
            ran = subprocess.run([ROOT / "tools/test", option], capture_output=True, text=True, check=False)
            self.assertEqual(ran.returncode, code, option)
            said = ran.stdout if code == 0 else ran.stderr
            self.assertRegex(said, "^usage: tools/test .*stages: set-up lint ")
            self.assertEqual(ran.stderr if code == 0 else ran.stdout, "")

    def test_a_stage_builds_the_documentation(self):
        stage = re.search(r"^stage_site\(\) \{(.*?)^\}", (ROOT / "tools/test").read_text(), re.S | re.M)
        self.assertTrue(stage)
        self.assertRegex(stage[1], r"\btools/docs\b(.|\n)*\btests/docs_site_test\.py \S+ Generator\b")


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

    def test_what_is_there_is_not_said_to_be_fetched(self):
        self.fetch({"package/LICENSE": b"l"})
        stamp = (self.folder / "third_party" / "a" / ".sha512").read_text().strip()
        package = self.script.Package("a", "a", "1", stamp, "package/", "LICENSE", "")
        self.script.PACKAGES = (package,)
        said = []
        self.script.print = lambda *words, **_: said.append(words)
        self.script.sys.argv, before = ["get-third-party"], self.script.sys.argv
        try:
            self.assertEqual(self.script.main(), 0)
            self.assertEqual(said, [])
            shutil.rmtree(self.folder / "third_party" / "a")
            self.script.get = said.append
            self.script.main()
            self.assertEqual(said, [("fetching the tree-sitter sources into third_party/ (once)",), package])
        finally:
            self.script.sys.argv = before

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
