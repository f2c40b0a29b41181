#!/usr/bin/env python3
"""The packages of tools/release: what is in them, that their sums hold, and that they are made again to the byte.

  tests/release_packages_test.py FOLDER     that of `tools/release --dry-run`
"""
import gzip
import hashlib
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

from release_case import ROOT, load_release, skipped

RELEASE = load_release()
FILES = sys.modules["release_files"]
FOLDER = pathlib.Path(sys.argv[1]).resolve()


def digest(content):
    return hashlib.sha256(content).hexdigest()


class List(unittest.TestCase):
    """release.json and SHA256SUMS."""

    def setUp(self):
        self.list = json.loads((FOLDER / FILES.LIST).read_text())

    def test_every_kind_is_there(self):
        self.assertEqual(sorted({row["kind"] for row in self.list["files"]}), sorted(FILES.NAMES))
        for kind in ("static", "deb"):
            self.assertEqual([row["platforms"] for row in self.list["files"] if row["kind"] == kind],
                             [[target["target"]] for target in FILES.targets(kind)])

    def test_the_list_is_of_the_files(self):
        self.assertEqual(self.list["version"], FILES.version())
        self.assertRegex(self.list["commit"], r"^[0-9a-f]{40}$")
        for row in self.list["files"]:
            content = (FOLDER / row["name"]).read_bytes()
            self.assertEqual((row["bytes"], row["sha256"]), (len(content), digest(content)), row["name"])

    def test_the_sums_are_those_of_all_files(self):
        sums = dict(reversed(line.split("  ")) for line in (FOLDER / FILES.SUMS).read_text().splitlines())
        self.assertEqual(sums, {path.name: digest(path.read_bytes()) for path in FOLDER.iterdir()
                                if path.name != FILES.SUMS})


class Again(unittest.TestCase):
    """Made twice, at another time and with another umask, a file has the same bytes."""

    def test_the_same_bytes(self):
        with tempfile.TemporaryDirectory() as place:
            for target in FILES.targets():
                shutil.copy(FOLDER / FILES.name_of("static", target), place)
            kinds = ("static", "deb", "image", "npm")
            told = {row["name"]: row for row in json.loads((FOLDER / FILES.LIST).read_text())["files"]}
            date = json.loads((FOLDER / FILES.LIST).read_text())["date"]
            done = subprocess.run([ROOT / "tools/release", "--output", place, "--from-archives",
                                   *(f"--only={kind}" for kind in kinds)], capture_output=True, text=True, umask=0o077,
                                  env={**os.environ, "SOURCE_DATE_EPOCH": str(date)}, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            made = json.loads(pathlib.Path(place, FILES.LIST).read_text())["files"]
            self.assertEqual({row["kind"] for row in made}, set(kinds))
            for row in made:
                self.assertEqual(row, told[row["name"]])


class Environment(unittest.TestCase):
    def test_other_builds_do_not_see_the_static_program_s_compiler(self):
        before = dict(os.environ)
        with tempfile.TemporaryDirectory() as place:
            zig = pathlib.Path(place, "ziglang/zig")
            pathlib.Path(place, "ziglang-1.dist-info").mkdir()
            with RELEASE.compiler_cache(zig, FILES.targets()[0]):
                self.assertEqual(os.environ["CCACHE_COMPILERTYPE"], "clang")
        self.assertEqual(dict(os.environ), before)


class Folder(unittest.TestCase):
    def test_a_folder_of_somebody_else_is_left_alone(self):
        with tempfile.TemporaryDirectory() as place:
            pathlib.Path(place, "theirs").write_text("x")
            with self.assertRaises(RELEASE.Failure):
                FILES.clear(pathlib.Path(place))
            self.assertEqual(os.listdir(place), ["theirs"])

    def test_an_earlier_release_is_removed(self):
        with tempfile.TemporaryDirectory() as place:
            for name in ("bfclx-0.0.1.tgz", "bfclx_0.0.1_amd64.deb", FILES.SUMS):
                pathlib.Path(place, name).write_text("x")
            FILES.clear(pathlib.Path(place))
            self.assertEqual(os.listdir(place), [])


class Debian(unittest.TestCase):
    def test_the_control_fields(self):
        for target in FILES.targets("deb"):
            package = FOLDER / FILES.name_of("deb", target)
            text = subprocess.run(["dpkg-deb", "-f", package], capture_output=True, text=True, check=True).stdout
            fields = dict(re.findall(r"^([\w-]+): (.*)$", text, re.M))
            self.assertEqual(fields["Package"], "bfclx")
            self.assertEqual(fields["Version"], FILES.version())
            self.assertEqual(fields["Architecture"], target["debian"])
            self.assertEqual(fields["Section"], "science")
            self.assertNotIn("Depends", fields)
            self.assertIn("Maintainer", fields)
            with tempfile.TemporaryDirectory() as place:
                subprocess.run(["dpkg-deb", "-R", package, place], check=True)
                root = pathlib.Path(place)
                files = [path for path in root.rglob("*") if path.is_file() and path.parent.name != "DEBIAN"]
                self.assertAlmostEqual(int(fields["Installed-Size"]), sum(path.stat().st_size for path in files) / 1024,
                                       delta=1)
                sums = dict(reversed(line.split("  ")) for line in (root / "DEBIAN/md5sums").read_text().splitlines())
                self.assertEqual(sums, {path.relative_to(root).as_posix(): hashlib.md5(path.read_bytes()).hexdigest()
                                        for path in files})

    def test_what_is_in_it(self):
        for target in FILES.targets("deb"):
            done = subprocess.run(["dpkg-deb", "--fsys-tarfile", FOLDER / FILES.name_of("deb", target)],
                                  capture_output=True, check=True)
            with tarfile.open(fileobj=io.BytesIO(done.stdout)) as tar:
                members = {member.name.removeprefix("./"): member for member in tar.getmembers()}
                page = tar.extractfile(members["usr/share/man/man1/bfclx-score.1.gz"]).read()
            for path in ("bash-completion/completions/bfclx", "zsh/vendor-completions/_bfclx",
                         "fish/vendor_completions.d/bfclx.fish", "man/man1/bfclx.1.gz", "doc/bfclx/copyright",
                         "doc/bfclx/NOTICE", "doc/bfclx/LICENSES.txt", "doc/bfclx/changelog.gz"):
                self.assertIn(f"usr/share/{path}", members)
            self.assertIn(b".TH BFCLX-SCORE 1", gzip.decompress(page))
            for path, member in members.items():
                mode = 0o755 if member.isdir() or path == "usr/bin/bfclx" else 0o644
                self.assertEqual((member.mode, member.uname, member.gname), (mode, "root", "root"), path)


class Image(unittest.TestCase):
    """The OCI layout, by its specification."""

    def setUp(self):
        with tarfile.open(FOLDER / FILES.name_of("image")) as tar:
            self.files = {member.name: tar.extractfile(member).read() for member in tar.getmembers() if member.isfile()}
        self.read = set()

    def blob(self, descriptor):
        path = "blobs/" + descriptor["digest"].replace(":", "/")
        content = self.files[path]
        self.assertEqual(len(content), descriptor["size"])
        self.assertEqual(f"sha256:{digest(content)}", descriptor["digest"])
        self.read.add(path)
        return content

    def test_every_descriptor_is_of_its_blob(self):
        self.assertEqual(json.loads(self.files["oci-layout"]), {"imageLayoutVersion": "1.0.0"})
        (named,) = json.loads(self.files["index.json"])["manifests"]
        self.assertEqual(named["annotations"], {"org.opencontainers.image.ref.name": FILES.version()})
        index = json.loads(self.blob(named))
        self.assertEqual((named["mediaType"], index["schemaVersion"]), (index["mediaType"], 2))
        self.assertEqual([row["platform"] for row in index["manifests"]],
                         [{"os": "linux", "architecture": target["oci"]} for target in FILES.targets("image")])
        for row in index["manifests"]:
            manifest = json.loads(self.blob(row))
            self.assertEqual(row["mediaType"], manifest["mediaType"])
            config = json.loads(self.blob(manifest["config"]))
            self.assertEqual({name: config[name] for name in ("os", "architecture")}, row["platform"])
            self.assertEqual(config["config"]["Entrypoint"], ["/bin/bfclx"])
            layers = [gzip.decompress(self.blob(layer)) for layer in manifest["layers"]]
            self.assertEqual(config["rootfs"], {"type": "layers", "diff_ids": [f"sha256:{digest(layer)}" for layer in layers]})
            with tarfile.open(fileobj=io.BytesIO(layers[0])) as tar:
                members = {member.name: member for member in tar.getmembers()}
            self.assertEqual(members["bin/bfclx"].mode, 0o755)
            self.assertIn("usr/share/doc/bfclx/LICENSES.txt", members)
        self.assertEqual({path for path in self.files if path.startswith("blobs/")}, self.read)

    def test_another_tool_reads_it(self):
        if shutil.which("skopeo") is None:
            skipped("there is no skopeo to read the image with")
            self.skipTest("no skopeo")
        for target in FILES.targets("image"):
            subprocess.run(["skopeo", "inspect", "--override-arch", target["oci"], "--override-os", "linux",
                            f"oci-archive:{FOLDER / FILES.name_of('image')}"], check=True, capture_output=True)


class Recipes(unittest.TestCase):
    def test_they_name_the_archives_with_their_sums(self):
        for kind, pattern in (("formula", r'url "(.*)"\n +sha256 "(.*)"'), ("recipe", r'url: "(.*)" .*\n +sha256: (\w+)')):
            text = (FOLDER / FILES.name_of(kind)).read_text()
            self.assertNotRegex(text, "@[A-Z0-9a-z]+@")
            told = [(address.rsplit("/", 1)[1], sha256) for address, sha256 in re.findall(pattern, text)]
            archives = [FOLDER / FILES.name_of("static", target) for target in FILES.targets(kind)]
            self.assertEqual(told, [(path.name, digest(path.read_bytes())) for path in archives])
            self.assertIn(FILES.version(), text)

    def test_the_formula_is_ruby(self):
        if shutil.which("ruby") is None:
            skipped("there is no ruby to read the formula with")
            self.skipTest("no ruby")
        subprocess.run(["ruby", "-c", FOLDER / FILES.name_of("formula")], check=True, capture_output=True)

    def test_templates_have_no_address_and_no_version(self):
        for path in (ROOT / "tools/release-templates").iterdir():
            self.assertNotRegex(path.read_text(), r"https?://|\d+\.\d+\.\d+", path.name)


class Sources(unittest.TestCase):
    """What is in the packages of sources and of npm."""

    def test_the_source_package_has_all_that_a_build_takes(self):
        with tarfile.open(FOLDER / FILES.name_of("sdist")) as tar:
            names = {name.split("/", 1)[1] for name in tar.getnames() if "/" in name}
        for path in ("third_party/tree-sitter/LICENSE", "CMakeLists.txt", "core/CMakeLists.txt", "python/CMakeLists.txt",
                     "tools/bfclx/main.cpp", "LICENSE", "NOTICE", "PKG-INFO"):
            self.assertIn(path, names)
        self.assertEqual({name.split("/")[0] for name in names} & {"site", "tests", "build", "data", ".git", "bench"}, set())

    def test_the_npm_package_is_in_the_form_of_npm(self):
        with tarfile.open(FOLDER / FILES.name_of("npm")) as tar:
            told = json.loads(tar.extractfile("package/package.json").read())
            names = {name.removeprefix("package/") for name in tar.getnames()}
        self.assertEqual(told["version"], FILES.version())
        self.assertEqual(names, {*told["files"], "package.json"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
