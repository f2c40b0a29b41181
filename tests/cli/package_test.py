"""Completions and manual pages, which tools/describe-program makes of what the program says of itself."""

import os
import re
import runpy
import shutil
import subprocess
from pathlib import Path

from cli_case import PROGRAM, ROOT, Case, main


class Package(Case):
    def setUp(self):
        super().setUp()
        subprocess.run([ROOT / "tools" / "describe-program", PROGRAM, self.folder], check=True)
        self.share = self.folder / "share"
        self.top = self.names()
        self.inside = {group: self.names(group) for group in ("dataset", "list", "submit")}

    def names(self, *command):
        """Of the commands in a help."""
        return re.findall(r"^  ([a-z][a-z-]*)  +\S", self.run_program(*command, "--help").split("\nExamples:")[0], re.M)

    def complete(self, *words):
        script = ('. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _bfclx; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')  # fmt: skip
        done = subprocess.run(["bash", "-c", script, self.share / "bash-completion/completions/bfclx",
                               *words], capture_output=True, text=True, check=True)  # fmt: skip
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash_completes_commands_options_and_choices(self):
        self.assertGreater(len(self.top), 14)
        self.assertEqual(sorted(self.complete("bfclx", "")),
                         sorted([*self.top, "help", "-h", "--help", "--help-all", "--version", "--dataset", "-q",
                                 "--quiet", "-v", "--verbose", "--color"]))  # fmt: skip
        self.assertEqual(self.complete("bfclx", "sc"), ["score", "scores"])
        self.assertIn("junit", self.complete("bfclx", "score", "--format", ""))
        self.assertEqual(self.complete("bfclx", "score", "--shar"), ["--shard"])
        whole = [[command] for command in self.top if command not in self.inside]
        for group, names in self.inside.items():
            found = self.complete("bfclx", group, "")
            self.assertEqual(found[:len(names)], names)
            self.assertTrue({"--help", "-q", "--color"} <= set(found))
            whole += [[group, name] for name in names]
        for command in whole:
            told = set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", self.run_program(*command, "--help-all"), re.M))
            self.assertTrue(told)
            self.assertTrue(told <= set(self.complete("bfclx", *command, "--")), command)

    def test_bash_completes_behind_options_in_front_of_the_command(self):
        for before in (("-q",), ("--color", "never"), ("--color", "=", "never", "-v"), ("--dataset", "score"), ("help",)):
            self.assertEqual(self.complete("bfclx", *before, "sc"), ["score", "scores"], before)
            self.assertEqual(self.complete("bfclx", *before, "score", "--shar"), ["--shard"], before)
            self.assertEqual(self.complete("bfclx", *before, "dataset", "-q", "inf"), ["info"], before)
            self.assertEqual(self.complete("bfclx", *before, "dataset", "-q", "validate", "--js"),
                             self.complete("bfclx", "dataset", "validate", "--js"), before)
        for command in ((), ("dataset",), ("score",)):
            self.assertEqual(self.complete("bfclx", *command, "--color", ""), ["auto", "always", "never"])

    def test_fish_completes_behind_options_too(self):
        fish = shutil.which("fish")
        if fish is None:
            print("SKIPPED: there is no fish, its completions are not tried")
            self.skipTest("no fish")
        for line, first in (("bfclx -q sc", "score"), ("bfclx --color never sc", "score"), ("bfclx --col", "--color"),
                            ("bfclx --color al", "always"), ("bfclx dataset -q inf", "info"),
                            ("bfclx -q dataset validate --jo", "--jobs")):  # fmt: skip
            done = subprocess.run([fish, "-c", 'source $argv[1]; complete -C $argv[2]',
                                   self.share / "fish/vendor_completions.d/bfclx.fish", line],
                                  capture_output=True, text=True, check=True,
                                  env={**os.environ, "HOME": str(self.folder)})  # fmt: skip
            self.assertIn(first, [row.split("\t")[0] for row in done.stdout.splitlines()], (line, done.stdout, done.stderr))

    def test_the_program_prints_them(self):
        for shell, path in (("bash", "bash-completion/completions/bfclx"), ("zsh", "zsh/site-functions/_bfclx"),
                            ("fish", "fish/vendor_completions.d/bfclx.fish")):
            self.assertEqual(self.run_program("completion", shell), (self.share / path).read_text())
        self.run_program("completion", "csh", code=2)
        self.assertIn("bash", self.err)
        self.run_program("completion", code=2)

    def test_each_command_has_a_page(self):
        pages = {path.name for path in (self.share / "man/man1").iterdir()}
        inside = [f"{group}-{name}" for group, names in self.inside.items() for name in names]
        self.assertEqual(pages, {"bfclx.1", *(f"bfclx-{name}.1" for name in self.top + inside)})
        if shutil.which("man") is None:
            print("SKIPPED: there is no man to read the pages")
            return
        for name in sorted(pages):
            done = subprocess.run(["man", "--warnings", "-l", self.share / "man/man1" / name],
                                  capture_output=True, text=True,
                                  env={"PATH": "/usr/bin:/bin", "MANWIDTH": "200", "LC_ALL": "C.UTF-8",
                                       "MANPAGER": "cat"})  # fmt: skip
            self.assertEqual(done.returncode, 0, done.stderr)
            command = name[len("bfclx-"):-2] if "-" in name else ""
            group = command.split("-")[0]
            words = [group, command[len(group) + 1:]] if command in inside else [command] if command else []
            text = self.run_program(*words, "--help-all")
            for line in re.findall(r"--[\w-]+", text):
                self.assertIn(line, done.stdout.replace("‐", "-").replace("−", "-"), name)

    def test_the_other_shells(self):
        for shell, path in (("zsh", "zsh/site-functions/_bfclx"),
                            ("fish", "fish/vendor_completions.d/bfclx.fish")):
            text = (self.share / path).read_text()
            self.assertTrue(all(name in text for name in self.top))
            if shutil.which(shell):
                subprocess.run([shell, "-n", self.share / path], check=True)
            else:
                print(f"SKIPPED: there is no {shell}, its completions are not read")

    def test_only_a_help_that_takes_commands_has_some(self):
        commands_of = runpy.run_path(str(ROOT / "tools" / "describe-program"))["commands_of"]
        usage = "Usage: bfclx score [OPTIONS] [PATH...]"
        block = "\n\nFormats:\n  table    For people\n\nExamples:\n  bfclx score x    scores it\n"
        self.assertEqual(commands_of(usage + block), [])
        self.assertEqual(commands_of("Usage: bfclx [OPTIONS] [SUBCOMMAND]" + block), [("table", "For people")])

    def test_an_installed_build_runs(self):
        build = Path(PROGRAM).parents[1]
        if not (build / "cmake_install.cmake").exists() or shutil.which("cmake") is None:
            print("SKIPPED: without a build beside the program nothing is installed")
            self.skipTest("no cmake, or no build beside the program")
        place = self.folder / "usr"
        subprocess.run(["cmake", "--install", build, "--component", "program", "--prefix", place], check=True,
                       capture_output=True)  # fmt: skip
        done = subprocess.run([place / "bin" / "bfclx", "score", "sample", "--dataset", "sample"],
                              capture_output=True, text=True)  # fmt: skip
        self.assertEqual(done.returncode, 1, done.stderr)  # the sample has flaws
        self.assertIn("good-model", done.stdout)
        for path in ("share/man/man1/bfclx-score.1", "share/doc/bfclx/LICENSE",
                     "share/bash-completion/completions/bfclx"):  # fmt: skip
            self.assertTrue((place / path).exists(), path)


if __name__ == "__main__":
    main()
