"""What the program writes: whole or not at all, and never over what it reads."""

import fcntl
import os
import resource
import shutil
import signal
import stat
import subprocess
import threading
import unittest

from cli_case import GOOD, PROGRAM, ROOT, SAMPLE, SIMPLE, Case, main

NAME = "BFCL_v4_simple_python_result.json"


class Overwrite(Case):
    """Every path here leads to a file that the run reads, or would read the next time."""

    def setUp(self):
        super().setUp()
        self.results = self.folder / "results"
        shutil.copytree(GOOD, self.results / "m")
        self.dataset = self.folder / "set"
        for name in ("data", "models.json"):
            source = SAMPLE / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, self._made(name))
        self.models = self.folder / "more.json"
        shutil.copy(SAMPLE / "models.json", self.models)
        self.input = self.results / "m" / "non_live" / NAME

    def _made(self, name):
        self.dataset.mkdir(exist_ok=True)
        return self.dataset / name

    def everything(self):
        return {path: path.read_bytes() for path in sorted(self.folder.rglob("*"))
                if path.is_file()}

    def refused(self, output, *inputs, **keywords):
        before = self.everything()
        for command in (("score", "--verdicts", output), ("report", "-o", output)):
            with self.subTest(command=command[0], output=str(output)):
                self.run_program(*command, *(inputs or (self.results,)), "--dataset", self.dataset,
                                 "--models", self.models, code=2, **keywords)
                self.assertIn("would overwrite an input", self.err)
                self.assertEqual(self.everything(), before)

    def test_files_that_are_read(self):
        self.refused(self.input)
        self.refused(self.input, self.input)
        self.refused(self.models)
        self.refused(self.dataset / "models.json")
        self.refused(self.dataset / "data" / "BFCL_v4_simple_python.json")
        self.refused(self.dataset / "data" / "possible_answer" / "BFCL_v4_simple_python.json")

    def test_a_folder_that_is_missing_is_named(self):
        for command in (("score", GOOD, "--verdicts", "no/v.jsonl"), ("score", GOOD, "-o", "no/v.json"),
                        ("report", GOOD, "-o", "no/v.html")):  # fmt: skip
            self.run_program(*command, "--dataset", SAMPLE, code=2)
            self.assertIn(f"cannot be written: the folder {self.folder / 'no'} does not exist\n", self.err)

    def test_files_beside_the_results(self):
        for name in ("bfclx_manifest.json", "bfclx_entries.jsonl"):
            for there in (False, True):
                if there:
                    self.write(f"results/m/{name}", "{}\n")
                self.refused(self.results / "m" / name)
                self.refused(self.results / "m" / name, self.input)
        self.check(self.input, "--verdicts", self.folder / "bfclx_entries.jsonl")

    def test_files_of_ids_and_errata(self):
        ids = self.write("ids.txt", "simple_python_90000\n")
        errata = self.write("errata.json", (ROOT / "errata" / "errata.json").read_text())
        before = self.everything()
        for options in (("score", "--ids", ids, "--verdicts", ids),
                        ("score", "--errata", errata, "--verdicts", errata),
                        ("report", "--errata", errata, "-o", errata)):
            self.run_program(*options, self.results, "--dataset", self.dataset,
                             "--models", self.models, code=2)
            self.assertIn("would overwrite an input", self.err)
            self.assertEqual(self.everything(), before)

    def test_files_of_other_categories(self):
        self.refused(self.results / "m" / "live" / "BFCL_v4_live_simple_result.json",
                     self.results, "--category", "simple_python")
        self.refused(self.dataset / "data" / "BFCL_v4_live_simple.json", self.input)

    def test_links(self):
        for name, make in (("soft", os.symlink), ("hard", os.link)):
            for number, target in enumerate((self.input, self.models,
                                             self.dataset / "data" / "BFCL_v4_multiple.json")):
                link = self.folder / f"{name}{number}"
                make(target, link)
                self.refused(link)
        os.symlink(self.results, self.folder / "elsewhere")
        self.refused(self.folder / "elsewhere" / "m" / "non_live" / NAME)
        self.refused(self.input, self.folder / "elsewhere")

    def test_names_that_would_be_read_the_next_time(self):
        for name in ("x_result.json", "deep/x_result.jsonl", "x_result.json.gz"):
            self.refused(self.results / "m" / name)
        self.refused(self.dataset / "data" / "new.json")
        self.refused(self.dataset / "manifest.json")
        os.symlink(self.results / "m" / "y_result.json", self.folder / "to-come")
        self.refused(self.folder / "to-come")

    def test_standard_input(self):
        copy = self.write("in.jsonl", self.input.read_bytes())
        before = self.everything()
        with open(copy, "rb") as stream:
            done = subprocess.run([PROGRAM, "score", "-", "--dataset", self.dataset, "--verdicts",
                                   copy], stdin=stream, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 2, done.stderr)
        with open(copy, "ab") as stream:
            done = subprocess.run([PROGRAM, "score", copy, "--dataset", self.dataset, "--verdicts",
                                   "-"], stdout=stream, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(self.everything(), before)

    def test_other_files_beside_them(self):
        for output in (self.results / "m" / "verdicts.jsonl", self.dataset / "verdicts.json",
                       self.folder / "x_result.json"):
            self.check(self.results, "--verdicts", output)
            self.assertIn('"valid"', output.read_text())

    def test_evaluate(self):
        project = self.folder / "p"
        result = project / "result" / "good-model" / "non_live" / NAME
        result.parent.mkdir(parents=True)
        shutil.copy(SIMPLE, result)
        table = project / "score" / "data_overall.csv"
        table.parent.mkdir()
        shutil.copy(SAMPLE / "models.json", table)
        score = (project / "score" / "good-model" / "non_live" /
                 "BFCL_v4_simple_python_score.json")
        for models in (table, SAMPLE / "models.json"):
            before = self.everything()
            self.run_program("evaluate", "--dataset", SAMPLE, "--models", models, cwd=project,
                             code=2)
            self.assertIn("overwrite", self.err)
            self.assertEqual(self.everything(), before)
            table.unlink(missing_ok=True)
            if not score.exists():
                score.parent.mkdir(parents=True)
                shutil.move(result, score)
                result.symlink_to(score)


class Whole(Case):
    """A file that is there stays as it was until the new one is whole."""

    def commands(self, output):
        return (("score", GOOD, "--dataset", SAMPLE, "--verdicts", output),
                ("report", GOOD, "--dataset", SAMPLE, "-o", output))

    def test_a_limit_on_file_sizes(self):
        output = self.write("out", "before")
        for command in self.commands(output):
            done = subprocess.run(
                [PROGRAM, *map(str, command)], capture_output=True, timeout=60,
                preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_DFL),
                                    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))))
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("cannot be written: File too large", done.stderr.decode())
            self.assertEqual(output.read_text(), "before")
            self.assertEqual(os.listdir(self.folder), ["out"])

    def test_nothing_is_written_when_the_run_fails(self):
        output = self.write("out", "before")
        self.run_program("score", self.folder / "nowhere", "--dataset", SAMPLE, "--verdicts",
                         output, code=2)
        self.assertEqual(output.read_text(), "before")

    def test_rights_and_links_are_kept(self):
        output = self.write("out", "before")
        output.chmod(0o640)
        link = self.folder / "link"
        link.symlink_to("out")
        for command in self.commands(link):
            self.run_program(*command)
            self.assertTrue(link.is_symlink())
            self.assertEqual(stat.S_IMODE(output.stat().st_mode), 0o640)
            self.assertGreater(len(output.read_text()), 1000)
        self.assertEqual(sorted(os.listdir(self.folder)), ["link", "out"])

    def test_a_pipe_gets_it_as_it_comes(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for command in self.commands(pipe):
            read = []
            reader = threading.Thread(target=lambda into=read: into.append(pipe.read_bytes()))
            reader.start()
            self.run_program(*command)
            reader.join(60)
            self.assertGreater(len(read[0]), 1000)
            self.assertTrue(stat.S_ISFIFO(pipe.stat().st_mode))

    def test_standard_output_by_name(self):
        out = self.run_program("score", SIMPLE, "--dataset", SAMPLE, "--verdicts", "/dev/stdout")
        self.assertIn('"valid"', out)

    def test_leftovers_of_killed_runs_go_at_once(self):
        output = self.folder / "out"
        gone = subprocess.Popen(["true"])
        gone.wait()
        left = self.write(f".out.bfclx-{gone.pid}-0", "half")
        held = self.write(f".out.bfclx-{gone.pid}-1", "half")
        foreign = self.write(f".out.bfclx-{gone.pid}-x", "of somebody else")
        # Locked as a run that lives locks it, be its process never so hard to see.
        holder = open(held, "rb")
        self.addCleanup(holder.close)
        fcntl.flock(holder, fcntl.LOCK_EX)
        for command in self.commands(output):
            self.run_program(*command)
            self.assertFalse(left.exists())
            self.assertTrue(held.exists() and foreign.exists())
            left.write_text("half")


class StandardOutput(Case):
    """A full disk is told once, by every command."""

    COMMANDS = [
        ("score", SIMPLE, "--dataset", SAMPLE), ("score", SIMPLE, "--dataset", SAMPLE, "--format", "json"),
        ("score", SIMPLE, "--dataset", SAMPLE, "--verdicts", "-"), ("show", SIMPLE, "simple_python_90000", "--dataset", SAMPLE),
        ("audit", GOOD, "--dataset", SAMPLE), ("audit", GOOD, "--dataset", SAMPLE, "--format", "csv"), ("self-check", "--dataset", SAMPLE),
        ("compare", GOOD, "other", "--dataset", SAMPLE), ("doctor", GOOD, "--dataset", SAMPLE), ("report", SIMPLE, "--dataset", SAMPLE, "-o", "-"),
        ("publish", SIMPLE, "--dataset", SAMPLE, "-o", "board", "--site", "none"),
        ("evaluate", "--result-dir", SAMPLE / "results", "--model", "good-model", "--dataset", SAMPLE),
        ("generate", "--model", "good-model", "--dataset", SAMPLE, "--dry-run", "--base-url", "http://127.0.0.1:9/v1"),
        ("models", "--dataset", SAMPLE), ("categories",), ("decoders",), ("--help",), ("score", "--help"), ("--version",)]

    def setUp(self):
        super().setUp()
        shutil.copytree(GOOD, self.folder / "other")

    def ended(self, command, **streams):
        done = subprocess.run([PROGRAM, *map(str, command)], stderr=subprocess.PIPE, timeout=60, cwd=self.folder, **streams)
        return done.returncode, done.stderr.decode().splitlines()

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_full_disk(self):
        for command in self.COMMANDS:
            with self.subTest(command), open("/dev/full", "wb") as full:
                code, lines = self.ended(command, stdout=full)
                self.assertEqual(code, 1, lines)
                self.assertEqual([line for line in lines if "cannot" in line], ["bfclx: cannot write the output: No space left on device"])

    def test_a_closed_stream(self):
        for command in self.COMMANDS:
            with self.subTest(command):
                code, lines = self.ended(command, preexec_fn=lambda: os.close(1))
                self.assertEqual(code, 1, lines)
                self.assertEqual([line for line in lines if "cannot" in line], ["bfclx: cannot write the output: Bad file descriptor"])

    def test_a_reader_that_goes_away_is_no_error(self):
        for command in self.COMMANDS:
            with self.subTest(command):
                read, write = os.pipe()
                os.close(read)
                code, lines = self.ended(command, stdout=write)
                self.assertEqual((code, [line for line in lines if "cannot" in line]), (0, []))
                os.close(write)


if __name__ == "__main__":
    main()
