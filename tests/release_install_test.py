#!/usr/bin/env python3
"""Installs from the folder of `tools/release --dry-run` as people would, in clean places and without a network where
that can be had: pip, uv, npm, dpkg, tar, a container's root folder, a build of the source package.

  tests/release_install_test.py FOLDER

What is not on this machine is skipped, and said.
"""
import gzip
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
import unittest

from release_case import ROOT, SAMPLE, inside, load_release, skipped, without_network

load_release()
FILES = sys.modules["release_files"]
FOLDER = pathlib.Path(sys.argv[1]).resolve()
OFFLINE, REASON = without_network()
if REASON:
    skipped(f"installing with the network cut off: {REASON}")
VERDICT = """import bfclx
function = {"name": "f", "parameters": {"type": "dict", "properties": {"a": {"type": "integer"}}, "required": ["a"]}}
verdict = bfclx.check_calls([function], [{"f": {"a": [1]}}], [{"f": {"a": 1}}], category="simple_python")
assert verdict.valid, verdict
"""
NODE_VERDICT = """import { readFileSync } from 'node:fs';
import { loadScorer } from 'bfclx';
const sample = process.argv[2];
const read = (path) => ({ path, bytes: readFileSync(`${sample}/${path}`) });
const scorer = await loadScorer();
scorer.openDataset(scorer.filesNeeded('simple_python').map(read));
const { handle } = scorer.openResults(read('results/good-model/non_live/BFCL_v4_simple_python_result.json'));
const settings = { ...scorer.proposeSettings([handle]), model_name: 'm', today: '2026-11-21' };
console.log(JSON.stringify(scorer.score(handle, settings).rows.map((row) => row.valid)));
"""


def get_uv():
    """That of the machine, or of the Python package index, once; None where there is none."""
    place = ROOT / "build/release-tools/installers"
    uv = place / "bin/uv"
    if uv.is_file() or shutil.which("uv"):
        return shutil.which("uv") or uv
    install = [place / "bin/python", "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
               "--only-binary", ":all:", "--require-hashes", "-r", ROOT / "tools/requirements/installers.txt"]
    for command in ([sys.executable, "-I", "-m", "venv", place], install):
        if subprocess.run(command, check=False).returncode != 0:
            return None
    return uv


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.home = self.folder / "home"
        self.home.mkdir()

    def run_clean(self, *command, code=0, timeout=600, **environment):
        """Without the caller's environment, home and network: gives what the command writes."""
        done = subprocess.run([*OFFLINE, *map(str, command)], cwd=self.folder, capture_output=True, text=True,
                              timeout=timeout, check=False,
                              env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(self.home), **environment})
        self.assertEqual(done.returncode, code, f"{command}: {done.stderr[-3000:]}{done.stdout[-3000:]}")
        return done.stdout

    def scores(self, *program, **environment):
        """The first score: 1, because the sample has flaws."""
        out = self.run_clean(*program, "score", "sample", "--dataset", "sample", code=1, **environment)
        self.assertIn("good-model", out)
        self.assertIn(FILES.version(), self.run_clean(*program, "--version", **environment))

    def file(self, kind, target=None):
        found = sorted(FOLDER.glob(FILES.name_of(kind, target)))
        if not found:
            self.fail(f"{FOLDER} has no {FILES.name_of(kind, target)}")
        return found[0]

    def emulator(self, target):
        """What runs a program of the target here; None where nothing does."""
        if FILES.runs_here(target):
            return []
        emulator = shutil.which(target.get("emulator", ""))
        if emulator is None:
            skipped(f"{target['target']} does not run here without {target.get('emulator', target['os'])}")
            return None
        return [emulator]


class Python(Case):
    def installed(self, python, install):
        install()
        self.run_clean(python, "-I", "-c", VERDICT)
        self.scores(python.parent / "bfclx")

    def test_pip(self):
        python = self.folder / "environment/bin/python"
        self.run_clean(sys.executable, "-I", "-m", "venv", self.folder / "environment")
        self.installed(python, lambda: self.run_clean(
            python, "-I", "-m", "pip", "install", "--no-index", "--find-links", FOLDER, "--only-binary", ":all:",
            f"bfclx=={FILES.version()}"))

    def test_uv(self):
        uv = get_uv()
        if uv is None:
            skipped("uv cannot be had from the Python package index")
            self.skipTest("no uv")
        python = self.folder / "environment/bin/python"
        self.run_clean(uv, "venv", "--offline", "--python", sys.executable, self.folder / "environment")
        self.installed(python, lambda: self.run_clean(
            uv, "pip", "install", "--offline", "--no-index", "--find-links", FOLDER, "--no-build", "--python", python,
            f"bfclx=={FILES.version()}"))

    def test_the_source_package_builds_from_its_own_content(self):
        builders = ROOT / "build/wheel/builders/bin"
        if not (builders / "python").is_file():
            skipped("the source package is not built: tools/wheel has not made build/wheel/builders")
            self.skipTest("no builders")
        with tarfile.open(self.file("sdist")) as tar:
            tar.extractall(self.folder)
        source = self.folder / self.file("sdist").name.removesuffix(".tar.gz")
        cached = {name: os.environ[name] for name in ("CCACHE_DIR", "LANG", "LC_ALL") if name in os.environ}
        cached.setdefault("CCACHE_DIR", str(pathlib.Path.home() / ".cache/ccache"))
        launcher = re.search(r'^CXX_LAUNCHER="(.*)"', (ROOT / "tools/setup.sh").read_text(), re.M)[1]
        launchers = []
        if shutil.which("ccache"):
            launchers = ["--config-settings=cmake.define.CMAKE_C_COMPILER_LAUNCHER=ccache",
                         f"--config-settings=cmake.define.CMAKE_CXX_COMPILER_LAUNCHER={launcher}",
                         "--config-settings=cmake.define.BFCLX_WERROR=ON"]  # as tools/wheel, whose objects serve
        self.run_clean(builders / "python", "-I", "-m", "pip", "wheel", "--no-index", "--no-deps", "--no-build-isolation",
                       *launchers, "--config-settings=build-dir=build/wheel-cmake", "--wheel-dir", self.folder, source,
                       PATH=f"{builders}:/usr/local/bin:/usr/bin:/bin", CCACHE_BASEDIR=str(source), CCACHE_NOHASHDIR="1",
                       CC="cc", CXX="c++", timeout=2400, **cached)  # without the compiler cache it is a whole build
        (wheel,) = self.folder.glob("bfclx-*.whl")
        python = self.folder / "environment/bin/python"
        self.run_clean(sys.executable, "-I", "-m", "venv", self.folder / "environment")
        self.installed(python, lambda: self.run_clean(python, "-I", "-m", "pip", "install", "--no-index", wheel))


class Npm(Case):
    def test_npm(self):
        if shutil.which("npm") is None:
            skipped("there is no npm")
            self.skipTest("no npm")
        (self.folder / "package.json").write_text('{"private": true, "type": "module"}')
        (self.folder / "first.mjs").write_text(NODE_VERDICT)
        path = {"PATH": os.environ["PATH"]}
        self.run_clean("npm", "install", "--offline", "--no-audit", "--no-fund", self.file("npm"), **path)
        rows = json.loads(self.run_clean("node", "first.mjs", SAMPLE.parent, **path))
        self.assertIn(True, rows)


class Debian(Case):
    def test_a_package_unpacks_and_runs(self):
        for target in FILES.targets("deb"):
            with self.subTest(target=target["target"]):
                root = self.folder / target["debian"]
                self.run_clean("dpkg", "-x", self.file("deb", target), root)
                emulator = self.emulator(target)
                if emulator is not None:
                    self.scores(*emulator, root / "usr/bin/bfclx")

    def test_dpkg_installs_and_removes_it(self):
        if os.geteuid() != 0:
            skipped("dpkg installs into a root folder as root only")
            self.skipTest("not root")
        machine = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()
        target = next((one for one in FILES.targets("deb") if one["debian"] == machine), None)
        if target is None:
            self.skipTest(f"no package for {machine}")
        root = self.folder / "root"
        for path in ("info", "updates", "triggers"):
            (root / "var/lib/dpkg" / path).mkdir(parents=True)
        (root / "var/lib/dpkg/status").touch()
        path = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        self.run_clean("dpkg", f"--root={root}", "--force-not-root", "--force-script-chrootless", "-i",
                       self.file("deb", target), **path)
        told = self.run_clean("dpkg-query", f"--admindir={root}/var/lib/dpkg", "-W", "-f", "${Status} ${Version}", "bfclx")
        self.assertEqual(told, f"install ok installed {FILES.version()}")
        self.scores(root / "usr/bin/bfclx")
        self.run_clean("dpkg", f"--root={root}", "--force-script-chrootless", "-r", "bfclx", **path)
        self.assertFalse((root / "usr/bin/bfclx").exists())


class Archive(Case):
    def test_tar(self):
        for target in FILES.targets():
            with self.subTest(target=target["target"]):
                archive = self.file("static", target)
                self.run_clean("tar", "xf", archive)
                emulator = self.emulator(target)
                if emulator is not None:
                    self.scores(*emulator, self.folder / archive.name.removesuffix(".tar.gz") / "bfclx")

    def test_the_sums_hold(self):
        shutil.copytree(FOLDER, self.folder / "files")
        self.run_clean("sh", "-c", "cd files && sha256sum --check --strict --quiet SHA256SUMS")


class Container(Case):
    """The root folder of each image, entered as a container would be."""

    def test_the_image_runs(self):
        with tarfile.open(self.file("image")) as tar:
            read = lambda digest: tar.extractfile("blobs/" + digest.replace(":", "/")).read()
            (named,) = json.loads(tar.extractfile("index.json").read())["manifests"]
            for row in json.loads(read(named["digest"]))["manifests"]:
                target = next(one for one in FILES.targets("image") if one["oci"] == row["platform"]["architecture"])
                manifest = json.loads(read(row["digest"]))
                config = json.loads(read(manifest["config"]["digest"]))["config"]
                root = self.folder / target["oci"]
                for layer in manifest["layers"]:
                    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(read(layer["digest"])))) as content:
                        content.extractall(root)
                emulator = self.emulator(target)
                if emulator is None:
                    continue
                if emulator:
                    shutil.copy(emulator[0], root / "emulator")
                shutil.copytree(ROOT / "tools/sample", root / "data/bfcl", ignore=shutil.ignore_patterns("results"))
                shutil.copytree(SAMPLE, root / "result")
                environment = dict(line.split("=", 1) for line in config["Env"])
                command = [*inside(root), *(["/emulator"] if emulator else []), *config["Entrypoint"]]
                with self.subTest(target=target["target"]):
                    done = subprocess.run([*command, "score", "sample", "--dataset", "sample"], env=environment,
                                          capture_output=True, text=True, timeout=300, check=False)
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertIn("good-model", done.stdout)
                    # The dataset at the place that the image names.
                    done = subprocess.run([*command, "score", "/result/good-model"], env=environment,
                                          capture_output=True, text=True, timeout=300, check=False)
                    self.assertIn("good-model", done.stdout, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
