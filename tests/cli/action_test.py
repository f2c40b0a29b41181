"""tools/check-in-ci, which action.yml runs: report, summary, comparison with a commit, gate."""

import functools
import hashlib
import http.server
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import threading
import xml.etree.ElementTree as ElementTree

from cli_case import PROGRAM, ROOT, SAMPLE, SIMPLE, Case, main


# What a name of a checkout must not become in the summary.
MARKUP = r"(?<!\\)<img|^# \[|(?<!\\)\[a|^::error"


class Action(Case):
    def setUp(self):
        super().setUp()
        self.work = self.folder / "checkout"
        (self.work / "result").mkdir(parents=True)
        self.git("init", "-q", "-b", "main")
        self.results("good-model")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "results")

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@example.org", *arguments],
                       cwd=self.work, check=True, capture_output=True)

    def results(self, source):
        place = self.work / "result" / "m"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(SAMPLE / "results" / source, place)

    def spoil(self, folder):
        for file in folder.rglob("*_result.json"):
            lines = [json.loads(line) for line in file.read_text().splitlines()]
            file.write_text("".join(json.dumps({**line, "result": "no"}) + "\n" for line in lines))

    def commit(self, message):
        self.git("add", ".")
        self.git("commit", "-q", "-m", message)

    # A file of the checkout that leaves a mark when it is run or imported.
    def trap(self, name):
        place = self.work / name
        place.parent.mkdir(parents=True, exist_ok=True)
        mark = self.folder / "run"
        if name.endswith(".py"):
            place.write_text(f"open({str(mark)!r}, 'a').write({name!r})\n")
        else:
            place.write_text(f"#!/bin/sh\necho {name} >>{mark}\n")
            place.chmod(0o755)

    def nothing_ran(self):
        mark = self.folder / "run"
        self.assertFalse(mark.exists(), mark.exists() and mark.read_text())

    def act(self, code=0, **inputs):
        self.summary, self.outputs = self.folder / "summary.md", self.folder / "outputs"
        for file in (self.summary, self.outputs):
            file.write_text("")
        environment = {"BFCLX": PROGRAM, "BFCLX_PATH": "result/m", "BFCLX_DATASET": "sample",
                       "BFCLX_OPTIONS": "--decoder prompting --underscore-to-dot no",
                       "RUNNER_TEMP": str(self.folder), "GITHUB_STEP_SUMMARY": str(self.summary),
                       "GITHUB_OUTPUT": str(self.outputs), **inputs}  # fmt: skip
        done = subprocess.run([ROOT / "tools" / "check-in-ci"], cwd=self.work, text=True,
                              env={**os.environ, **environment}, capture_output=True, timeout=120)
        self.out, self.err = done.stdout, done.stderr
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return self.summary.read_text()

    def test_reports_and_summary(self):
        text = self.act()
        self.assertIn("## m", text)
        self.assertIn("| simple_python |", text)
        self.assertNotIn("Compared with", text)
        files = dict(line.split("=", 1) for line in self.outputs.read_text().splitlines())
        self.assertEqual(sorted(files), ["junit", "report"])
        with open(files["report"]) as file:
            self.assertEqual(json.load(file)["models"][0]["model"], "m")
        self.assertTrue(ElementTree.parse(files["junit"]).getroot().findall(".//testcase"))

    def test_no_worse_passes_and_worse_fails(self):
        text = self.act(BFCLX_BASE="HEAD", BFCLX_FAIL_IF_WORSE="0")
        self.assertIn("Compared with HEAD", text)
        self.spoil(self.work / "result" / "m")
        text = self.act(code=3, BFCLX_BASE="HEAD", BFCLX_FAIL_IF_WORSE="1")
        self.assertRegex(text, r"-\d+\.\d")
        self.act(BFCLX_BASE="HEAD")  # no gate

    def test_of_several_models_each_is_compared_with_itself(self):
        weak = self.work / "result" / "weak"
        shutil.copytree(self.work / "result" / "m", weak)
        self.spoil(weak)
        self.commit("two models")
        gate = {"BFCLX_PATH": "result", "BFCLX_BASE": "HEAD", "BFCLX_FAIL_IF_WORSE": "0"}
        text = self.act(**gate)
        self.assertIn("# Compared with HEAD", text)
        for name in ("m", "weak"):
            self.assertRegex(text, rf"(?m)^## \S*\b{name}\b.* against .*\b{name}\b")
        self.spoil(self.work / "result" / "m")
        self.act(code=3, **gate)

    def test_a_base_without_results(self):
        self.git("checkout", "-q", "--orphan", "empty")
        self.git("rm", "-rq", "--cached", ".")
        self.git("commit", "-q", "--allow-empty", "-m", "nothing")
        self.assertIn("nothing to compare with", self.act(BFCLX_BASE="HEAD"))

    def test_wrong_usage_and_options_that_no_shell_reads(self):
        self.act(code=2, BFCLX_OPTIONS="--no-such-option")
        self.act(code=2, BFCLX_OPTIONS="$(touch injected) ; touch injected")
        self.assertFalse((self.work / "injected").exists())
        self.act(code=2, BFCLX_PATH="nowhere")

    def test_inputs_are_checked_before_anything_is_scored(self):
        for inputs, says in (
            ({"BFCLX_PATH": ""}, "check-in-ci: set BFCLX_PATH to the results to score"),
            ({"BFCLX_FAIL_IF_WORSE": "abc"}, 'fail-if-worse (BFCLX_FAIL_IF_WORSE): expected a number from 0 to 100, not "abc"'),
            ({"BFCLX_FAIL_IF_WORSE": "101"}, 'fail-if-worse (BFCLX_FAIL_IF_WORSE): expected a number from 0 to 100, not "101"'),
            ({"BFCLX_FAIL_BY": "chance"}, 'fail-by: expected estimate or interval, not "chance"'),
            ({"BFCLX_FAIL_IF_MISSING": "yes"}, "fail-if-missing: expected true or false"),
            ({"BFCLX_BASE": "no-such-branch"}, 'base-ref (BFCLX_BASE): there is no commit "no-such-branch"'),
        ):
            with self.subTest(inputs):
                self.assertEqual(self.act(code=2, **inputs), "")
                self.assertIn(says, self.err)
                self.assertEqual(self.err.count("\n"), 1, self.err)
                self.assertEqual(self.outputs.read_text(), "")

    def test_without_a_summary_the_log_gets_it_in_its_place(self):
        log = self.folder / "log"
        environment = {"BFCLX": PROGRAM, "BFCLX_PATH": "result/m", "BFCLX_DATASET": "sample", "BFCLX_BASE": "HEAD",
                       "RUNNER_TEMP": str(self.folder), "GITHUB_STEP_SUMMARY": "", "GITHUB_OUTPUT": ""}  # fmt: skip
        with open(log, "w") as file:
            subprocess.run(["bash", "-c", 'echo before; "$0"; echo after', ROOT / "tools" / "check-in-ci"], cwd=self.work,
                           env={**os.environ, **environment}, stdout=file, check=True, timeout=120)
        lines = log.read_text().splitlines()
        self.assertEqual((lines[0], lines[-1]), ("before", "after"))
        self.assertIn("## m", lines)
        self.assertIn("# Compared with HEAD", lines)

    # --- A checkout that is not trusted ----------------------------------------------------------

    def test_no_python_of_the_checkout_is_imported(self):
        shutil.copytree(self.work / "result" / "m", self.work / "result" / "n")
        self.commit("two models")
        for name in ("json.py", "pip.py", "venv.py", "sitecustomize.py", "re.py"):
            self.trap(name)
        gate = {"BFCLX_PATH": "result", "BFCLX_BASE": "HEAD", "BFCLX_FAIL_IF_WORSE": "0"}
        self.spoil(self.work / "result" / "n")
        self.act(code=3, **gate)
        self.act(code=3, PYTHONPATH=".", **gate)
        self.nothing_ran()

    def test_no_program_of_the_checkout_is_run(self):
        for name in ("git", "find", "dirname", "mktemp", "tar", "od"):
            self.trap(name)
        self.act(BFCLX_BASE="HEAD", GITHUB_ACTIONS="true", PATH=f":.:{os.environ['PATH']}")
        self.nothing_ran()

    def test_the_dataset_is_fetched_without_the_checkout(self):
        for name in ("json.py", "pip.py", "hashlib.py", "pip/__main__.py"):
            self.trap(name)
        (self.work / "data" / "bfcl" / "data").mkdir(parents=True)
        nowhere = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.folder), "PIP_CONFIG_FILE": os.devnull}
        self.act(code=1, BFCLX_DATASET="", **nowhere)
        self.assertIn("pip could not download", self.err)
        self.nothing_ran()

    def install(self, code=0, **inputs):
        """tools/install-in-ci of a copy whose build is a stand-in: gives the program's path."""
        here = self.folder / "action"
        if not here.is_dir():
            (here / "tools").mkdir(parents=True)
            for name in ("CMakeLists.txt", "tools/install-in-ci", "tools/ci-environment.sh", "tools/release-targets.json"):
                shutil.copy(ROOT / name, here / name)
            (here / "tools" / "setup.sh").write_text(
                "set -euo pipefail\nBUILD_PACKAGES=\ninstall_missing() { :; }\nbuild_preset() { echo \"built $*\" >calls; }\n")
            (here / "tools" / "get-third-party").write_text("#!/bin/sh\n")
            (here / "tools" / "get-third-party").chmod(0o755)
        outputs = self.folder / "installed"
        outputs.write_text("")
        environment = {"RUNNER_TEMP": str(self.folder), "GITHUB_OUTPUT": str(outputs), **inputs}
        done = subprocess.run([here / "tools" / "install-in-ci"], cwd=self.work, text=True,
                              env={**os.environ, **environment}, capture_output=True, timeout=120)
        self.err = done.stderr
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        self.built = (here / "calls").read_text().strip() if (here / "calls").exists() else ""
        return outputs.read_text().removeprefix("program=").strip()

    def release(self, sums=None, script="#!/bin/sh\necho stand-in\n"):
        """A server with a release of this version, whose program is a script: gives its address."""
        version = re.search(r"project\(bfclx VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        place = self.folder / "releases" / f"v{version}"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        lines = ""
        for target in json.loads((ROOT / "tools" / "release-targets.json").read_text()):
            name = f"bfclx-{version}-{target['target']}"
            with tarfile.open(place / f"{name}.tar.gz", "w:gz") as tar:
                member = tarfile.TarInfo(f"{name}/bfclx")
                member.size, member.mode = len(script), 0o755
                tar.addfile(member, io.BytesIO(script.encode()))
            self.sha256 = hashlib.sha256((place / f"{name}.tar.gz").read_bytes()).hexdigest()
            lines += f"{self.sha256}  {name}.tar.gz\n"
        (place / "SHA256SUMS").write_text(lines if sums is None else sums)
        return self.serve(self.folder / "releases")

    def serve(self, folder):
        class Files(http.server.SimpleHTTPRequestHandler):
            log_message = lambda *_: None

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}"

    def test_the_program_of_a_release_is_taken_without_the_checkout(self):
        for name in ("sed", "curl", "tar", "sha256sum", "awk", "mktemp", "python3", ".curlrc"):
            self.trap(name)
        program = self.install(RELEASES=self.release(), PATH=f".:{os.environ['PATH']}")
        self.nothing_ran()
        self.assertEqual(subprocess.run([program], text=True, capture_output=True).stdout, "stand-in\n")
        self.assertEqual(self.built, "")

    def test_a_program_with_another_checksum_is_refused(self):
        for sums, inputs in (("", {}), ("0" * 64 + "  other.tar.gz\n", {}), (None, {"SHA256": "0" * 64})):
            self.assertEqual(self.install(code=2, RELEASES=self.release(sums), **inputs), "")
            self.assertIn("SHA-256", self.err)
        self.assertEqual(self.built, "")

    def test_without_a_release_it_is_built_from_the_action(self):
        (self.folder / "releases").mkdir()
        for releases in ("", self.serve(self.folder / "releases")):
            program = self.install(RELEASES=releases)
            self.assertEqual(program, str(self.folder / "action" / "build/release/tools/bfclx"))
            self.assertEqual(self.built, "built release OFF bfclx")
            # Of another version, or one whose checksum is told, there are no sources.
            for inputs in ({"VERSION": "99.0"}, {"SHA256": "0" * 64}):
                self.assertEqual(self.install(code=2, RELEASES=releases, **inputs), "")
        self.assertEqual(self.install(code=2, RELEASES="http://127.0.0.1:1"), "")  # that is no answer
        self.assertIn("cannot be downloaded", self.err)

    def test_versions_that_are_none(self):
        for version in (" @ file:///tmp/x", "../0.1", ">=0", "0.1\nname=value", "-r x", "==0.1.0"):
            self.assertEqual(self.install(code=2, VERSION=version), "")

    def test_the_inputs_of_the_action_are_those_of_the_install_script(self):
        action = (ROOT / "action.yml").read_text()
        script = (ROOT / "tools" / "install-in-ci").read_text()
        given = re.search(r"id: install\n(.*?)run:", action, re.S)[1]
        self.assertEqual(sorted(re.findall(r"^        ([A-Z0-9]+):", given, re.M)),
                         sorted(re.findall(r"^#   ([A-Z0-9]+) ", script, re.M)))

    def test_a_base_that_is_no_revision(self):
        upstream = self.folder / "upstream"
        self.git("clone", "-q", "--bare", ".", str(upstream))
        self.git("remote", "add", "origin", str(upstream))
        mark = self.folder / "run"
        for base in (f"--upload-pack=touch {mark};", f"--upload-pack=touch${{IFS}}{mark};", "--all",
                     "-h", "main:refs/heads/other", "+main", "^main", "main^@", "main..main", "main^!", "a b", "no-such-commit"):
            self.act(code=2, BFCLX_BASE=base)
            self.assertIn("base-ref", self.err)
        self.nothing_ran()
        self.git("checkout", "-q", "--orphan", "other")
        self.git("commit", "-q", "-m", "other")
        self.git("branch", "-q", "-D", "main")
        self.assertIn("# Compared with main", self.act(BFCLX_BASE="main"))  # fetched

    def test_a_model_that_disappears_is_reported_and_fails_by_option(self):
        shutil.copytree(self.work / "result" / "m", self.work / "result" / "weak")
        self.commit("two models")
        gate = {"BFCLX_PATH": "result", "BFCLX_BASE": "HEAD", "BFCLX_FAIL_IF_WORSE": "0"}
        (self.work / "result" / "m").rename(self.work / "result" / "renamed")
        self.spoil(self.work / "result" / "renamed")
        text = self.act(**gate)
        self.assertRegex(text, r"(?m)^- m: \d+ entries in .*, no results in result$")
        self.assertRegex(text, r"(?m)^- renamed: \d+ entries in result, no results in ")
        self.act(code=3, BFCLX_FAIL_IF_MISSING="true", **gate)
        self.act(code=2, BFCLX_FAIL_IF_MISSING="yes", **gate)

    def test_entries_that_disappear_are_reported_and_fail_by_option(self):
        file = next((self.work / "result" / "m").rglob("*simple_python_result.json"))
        file.unlink()
        gate = {"BFCLX_BASE": "HEAD", "BFCLX_FAIL_IF_WORSE": "0"}
        self.assertRegex(self.act(**gate), r"\d+ (entries )?are only in A")
        self.act(code=3, BFCLX_FAIL_IF_MISSING="true", **gate)

    def test_names_are_no_markup(self):
        name = "<img src=x>\n# [a](b)\n::error::x"
        (self.work / "result" / "m").rename(self.work / "result" / name)
        text = self.act(BFCLX_PATH="result", BFCLX_BASE="HEAD")
        self.assertIn("no results in", text)
        self.assertNotRegex(text, re.compile(MARKUP, re.M))
        with open(dict(line.split("=", 1) for line in self.outputs.read_text().splitlines())["junit"]) as file:
            self.assertTrue(ElementTree.parse(file))
        text = self.act(BFCLX_PATH=f"result/{name}", BFCLX_BASE="HEAD")
        self.assertIn("nothing to compare with", text)
        self.assertNotRegex(text, re.compile(MARKUP, re.M))

    def test_what_is_printed_is_no_command_to_the_runner(self):
        (self.work / "result" / "m").rename(self.work / "result" / "x\n::error::x")
        self.act(BFCLX_PATH="result", BFCLX_BASE="HEAD", GITHUB_ACTIONS="true")
        lines = self.out.splitlines()
        token = re.fullmatch(r"::stop-commands::([0-9a-f]{32})", lines[0])[1]
        self.assertEqual(lines[-1], f"::{token}::")

    def test_options_on_several_lines_are_all_read(self):
        lines = "--decoder prompting\n--underscore-to-dot no\n"
        self.act(BFCLX_OPTIONS=lines)
        self.act(code=2, BFCLX_OPTIONS=lines + "--no-such-option")
        self.act(code=2, BFCLX_OPTIONS="--decoder 'prompting'")
        self.assertIn("quotes", self.err)

    def test_attributes_of_the_base_hide_none_of_its_results(self):
        attributes = self.work / ".gitattributes"
        attributes.write_text("result export-ignore\n*.json export-ignore export-subst text eol=crlf ident filter=x\n")
        self.git("config", "filter.x.smudge", f"touch {self.folder / 'run'}; true")
        self.commit("attributes")
        attributes.unlink()
        self.spoil(self.work / "result" / "m")
        gate = {"BFCLX_BASE": "HEAD", "BFCLX_FAIL_IF_WORSE": "1", "BFCLX_FAIL_IF_MISSING": "true"}
        for path in ("result/m", "result", "./result/", "."):
            self.assertIn("# Compared with HEAD", self.act(code=3, BFCLX_PATH=path, **gate))
        self.nothing_ran()
        file = self.work / "result" / "m" / "non_live" / SIMPLE.name
        self.act(code=3, BFCLX_PATH=str(file.relative_to(self.work)), **gate)
        one = self.work / "result" / "-odd \n name.json"
        one.write_bytes(SIMPLE.read_bytes())
        self.commit("an odd name")
        one.write_bytes(file.read_bytes())
        self.act(code=3, BFCLX_PATH="result/-odd \n name.json", **gate)

    def test_a_base_of_links_alone_is_no_empty_base(self):
        place = self.work / "result" / "m"
        place.rename(self.folder / "elsewhere")
        place.symlink_to(self.folder / "elsewhere")
        self.commit("a link")
        place.unlink()
        self.results("good-model")
        self.act(code=2, BFCLX_BASE="HEAD")
        self.assertIn("base-ref (BFCLX_BASE): result/m of \"HEAD\" is a symbolic link", self.err)
        # Also where the results are reached through the link, or beside it.
        for path in ("result", "result/m/non_live"):
            self.act(code=2, BFCLX_BASE="HEAD", BFCLX_PATH=path)
            self.assertIn("base-ref (BFCLX_BASE): result/m of \"HEAD\" is a symbolic link", self.err)
        shutil.copytree(place, self.work / "result" / "plain")
        place.rename(self.folder / "away")
        place.symlink_to(self.folder / "elsewhere")
        self.commit("a link beside a model")
        place.unlink()
        self.results("good-model")
        self.act(code=2, BFCLX_BASE="HEAD")
        self.assertIn("base-ref (BFCLX_BASE): result/m of \"HEAD\" is a symbolic link", self.err)

    def test_links_are_not_followed(self):
        secret = self.folder / "secret_result.json"
        secret.write_text('{"id": "simple_python_90000", "result": "secret"}\n')
        link = self.work / "result" / "m" / "BFCL_v4_multiple_result.json"
        if link.exists():
            link.unlink()
        link.symlink_to(secret)
        self.act(code=2)
        self.assertIn("symbolic link", self.err)
        link.unlink()
        (self.work / "results").symlink_to(self.folder)
        self.act(code=2, BFCLX_PATH="results/checkout/result")
        self.act(code=2, BFCLX_PATH="../checkout/result")
        self.act(code=2, BFCLX_PATH="/etc")
        self.act(BFCLX_PATH=str(self.work / "result" / "m"))

    def test_the_embedded_sample_does_not_stand_in_for_results(self):
        self.act(code=2, BFCLX_PATH="sample")
        self.assertIn("no such file or folder", self.err)
        self.act(code=2, BFCLX_PATH="-")

    def test_links_in_a_dataset_of_the_checkout_are_refused(self):
        own = self.work / "own"
        shutil.copytree(SAMPLE, own)
        answers = own / "data" / "possible_answer" / "BFCL_v4_simple_python.json"
        outside = self.folder / "outside.json"
        outside.write_text('{"id": "simple_python_0", "ground_truth": "SECRET"}\n')
        kept = answers.read_text()
        answers.unlink()
        answers.symlink_to(outside)
        for place in ("own", "./own", str(own)):
            self.assertNotIn("SECRET", self.act(code=2, BFCLX_DATASET=place))
            self.assertIn("BFCL_v4_simple_python.json is a symbolic link: the dataset is read from",
                          self.err)  # fmt: skip
        answers.unlink()
        answers.write_text(kept)
        self.act(BFCLX_DATASET="own")
        # Folders too, which the program follows.
        shutil.move(own / "data", self.folder / "data")
        (own / "data").symlink_to(self.folder / "data")
        self.act(code=2, BFCLX_DATASET="own")
        shutil.rmtree(own)
        own.symlink_to(SAMPLE)
        self.act(code=2, BFCLX_DATASET="own")
        self.assertIn("own is a symbolic link", self.err)
        self.act(BFCLX_DATASET=str(SAMPLE))

    def test_a_dataset_that_the_checkout_changes_is_named(self):
        shutil.copytree(SAMPLE, self.work / "own")
        self.commit("dataset")
        inputs = {"BFCLX_DATASET": "own", "BFCLX_BASE": "HEAD"}
        self.assertNotIn("The dataset own", self.act(**inputs))
        answers = self.work / "own" / "data" / "possible_answer" / "BFCL_v4_simple_python.json"
        answers.write_text(answers.read_text() + "\n")
        self.assertIn("The dataset own differs from that of HEAD", self.act(**inputs))

    def test_the_inputs_of_the_action_are_those_of_the_script(self):
        action = (ROOT / "action.yml").read_text()
        script = (ROOT / "tools" / "check-in-ci").read_text()
        given = set(re.findall(r"^        (BFCLX_\w+):", action, re.M))
        self.assertEqual(given, set(re.findall(r"^#   (BFCLX_\w+) ", script, re.M)))
        self.assertTrue(all(name in script.split("ci-environment.sh")[1] for name in given))


if __name__ == "__main__":
    main()
