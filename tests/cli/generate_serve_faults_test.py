"""Servers that are started and go wrong, and that none is left behind, whatever ends the program.

    python3 tests/cli/generate_serve_faults_test.py build/release/tools/bfclx [Suite]
"""

import os
import signal
import socket
import subprocess
import sys
import threading
import unittest

from cli_case import PROGRAM, SAMPLE, main
from generate_serve_test import ServeCase, is_there

HEAD, TAIL = 16 << 20, 512 << 10  # of a log, see server_log.h


class ServeStart(ServeCase):
    def failed(self, faults, *arguments, said, code=2, **more):
        self.serve("--serve", "vllm", *arguments, faults=faults, code=code, **more)
        self.assertRegex(self.err, said)
        self.assertFalse(self.path().exists())
        self.nothing_is_left()

    def test_one_that_ends_is_told_with_its_last_lines(self):
        self.failed("dies children", said="bfclx: vllm ended with exit code 3 before it was ready\n$")
        log = self.folder / "result/scripted.server.log"
        self.assertIn(f"bfclx: the last lines of {log}:\n  ", self.err)
        self.assertIn("\n  (stand-in) vllm starts\n  torch.OutOfMemoryError: CUDA out of memory\n", self.err)
        self.assertIn("torch.OutOfMemoryError: CUDA out of memory\n", self.log())

    def test_one_of_several_that_ends(self):
        self.failed("dies", "--serve-replicas", 2, said=r"bfclx: vllm at http://127.0.0.1:\d+/v1 ended with exit code 3 before")

    def test_one_that_is_never_ready(self):
        for faults in ("never", "hangs", "never stubborn children"):
            with self.subTest(faults):
                self.failed(faults, "--patience", 1, "--stop-timeout", 0.5, said=r"bfclx: vllm was not ready after \d+ s; "
                                                                                 "raise --patience to wait longer\n$")

    def test_a_program_that_cannot_be_run(self):
        self.write("bin/vllm", b"\x7fELF nothing").chmod(0o755)
        self.failed("", said="bfclx: vllm cannot be executed: Exec format error; its log .+ is empty\n$")

    def test_a_port_that_somebody_takes_meanwhile(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            held = []

            def take():
                connection, _ = listener.accept()
                with connection:
                    held.append(socket.create_server(("127.0.0.1", int(connection.makefile().readline()))))
                    connection.sendall(b".")
            thread = threading.Thread(target=take)
            thread.start()
            self.serve("--serve", "vllm", faults="taken", env={"STAND_IN_TEST": str(listener.getsockname()[1])})
            thread.join()
            [one] = held
            one.close()
        self.assertRegex(self.err, r"port \d+ is in use by another program; starting vllm on another port")
        self.assertEqual(len(self.starts()), 2)
        self.assertEqual(len(self.lines()), 5)

    def test_a_log_of_100_megabytes(self):
        self.serve("--serve", "vllm", "--patience", 200, faults="loud")
        self.assertEqual(len(self.lines()), 5)
        path = self.folder / "result/scripted.server.log"
        self.assertLess(path.stat().st_size, HEAD + TAIL + 2000)
        text = self.log()
        self.assertRegex(text, r"\n---- \d+ bytes left out\n")
        self.assertTrue(text.endswith("the last line\n"), text[-100:])
        self.serve("--serve", "vllm", "-o")
        self.assertLess(path.stat().st_size, 10000, "a large log of before goes")
        self.serve("--serve", "vllm", "-o")
        self.assertEqual(self.log().count("vllm starts\n"), 2)

    def test_a_log_that_cannot_be_written(self):
        elsewhere = self.write("elsewhere.txt", "mine")
        (self.folder / "result").mkdir()
        log = self.folder / "result/scripted.server.log"
        log.symlink_to(elsewhere)
        self.failed("", said="scripted.server.log: the log of the server cannot be written: ")
        self.assertEqual(elsewhere.read_text(), "mine")
        log.unlink()
        os.mkfifo(log)
        self.failed("", said="scripted.server.log: the log of the server (cannot be written|is not a regular file)")
        self.assertEqual(self.starts(), [])


class ServeEnds(ServeCase):
    def begin(self, faults, *arguments, env=None):
        self.starts_file.unlink(missing_ok=True)
        process = subprocess.Popen(
            [PROGRAM, "generate", "--model", "scripted", "--serve", "vllm", "--dataset", SAMPLE, "--test-category",
             "simple_python", "--result-dir", self.folder / "result", "--stop-timeout", "1", *map(str, arguments)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
            env={**os.environ, **self.environment(faults, **(env or {}))})
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        self.wait_for(self.starts)
        return process

    def all_gone(self):
        self.wait_for(lambda: not any(map(is_there, self.pids())))

    def test_a_server_that_dies_ends_the_run(self):
        out = self.serve("--serve", "vllm", "--concurrency", 1, faults="ends:2", code=1)
        log = self.folder / "result/scripted.server.log"
        self.assertIn(f"Ended early: vllm ended with exit code 5; see {log}\n", out)
        self.assertIn("CUDA error: an illegal memory access was encountered", self.err)
        self.assertIn("Fix the cause, then run the same command again to generate them.", out)
        self.assertEqual(len(self.lines()), 2)
        self.assertEqual(self.manifest()["run"]["ended_early"], f"vllm ended with exit code 5; see {log}")
        self.serve("--serve", "vllm")
        self.assertEqual(len(self.lines()), 5)

    def test_one_of_two_servers_that_dies_leaves_its_work_to_the_other(self):
        process = self.begin("", "--serve-replicas", 2, "--retries", 9, "--test-category", "all", "--concurrency", 1)
        self.wait_for(lambda: len(self.starts()) == 2)
        os.kill(self.starts()[0]["pid"], signal.SIGKILL)
        out, _ = process.communicate(timeout=60)
        if "before it was ready" not in out:  # it was faster than the start
            self.assertEqual(process.returncode, 0, out)
        self.all_gone()

    def test_children_end_with_it(self):
        self.serve("--serve", "vllm", faults="children")
        self.assertEqual(len(self.pids()), 3 if sys.platform == "linux" else 2)
        self.nothing_is_left()

    def test_one_that_ignores_sigterm(self):
        self.serve("--serve", "vllm", "--stop-timeout", 0.5, faults="stubborn children")
        self.nothing_is_left()

    def signals(self, *numbers, faults, group=False):
        process = self.begin(faults, "--patience", 60)
        for number in numbers:
            if group:
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
        out, _ = process.communicate(timeout=60)
        return process.returncode, out

    def test_a_signal_while_it_starts(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                code, out = self.signals(number, faults="never children")
                self.assertEqual(code, 1, out)
                self.assertIn("bfclx: stopped before vllm was ready\n", out)
                self.nothing_is_left()

    def test_ctrl_c_at_a_terminal_reaches_the_program_alone(self):
        code, out = self.signals(signal.SIGINT, faults="never stubborn children", group=True)
        self.assertEqual(code, 1, out)
        self.nothing_is_left()

    def test_a_second_signal_and_kill(self):
        for numbers, code in (((signal.SIGTERM, signal.SIGTERM), 130), ((signal.SIGKILL,), -9), ((signal.SIGQUIT,), -3),
                              ((signal.SIGSEGV,), -11)):
            with self.subTest(numbers):
                got, out = self.signals(*numbers, faults="never stubborn children")
                # Sanitizers turn SIGSEGV into the exit code 1.
                either = len(numbers) == 2 or numbers == (signal.SIGSEGV,)
                self.assertIn(got, (code, 1) if either else (code,), out)
                self.all_gone()

    def test_kill_in_the_middle_of_a_run(self):
        process = self.begin("children", "--test-category", "all", "--concurrency", 1)
        self.wait_for(lambda: any((self.folder / "result").rglob("*_result.json")))
        process.kill()
        process.wait()
        self.all_gone()
        self.serve("--serve", "vllm", "--stop-timeout", 1, category="all")
        self.assertEqual(len(self.lines()), 5)

    def test_two_runs_of_one_model_at_once(self):
        process = self.begin("never")
        self.serve("--serve", "vllm", code=2)
        self.assertIn("another run has started servers for this model", self.err)
        self.assertEqual(len(self.starts()), 1)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)

    @unittest.skipUnless(sys.platform == "linux", "elsewhere nobody adopts them")
    def test_a_keeper_that_is_killed(self):
        process = self.begin("never children")
        [start] = self.starts()
        with open(f"/proc/{start['pid']}/stat", encoding="utf-8") as file:
            keeper = int(file.read().rpartition(")")[2].split()[1])
        with open(f"/proc/{keeper}/comm", encoding="utf-8") as file:
            self.assertEqual(file.read(), "server-keeper\n")
        os.kill(keeper, signal.SIGKILL)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 2, out)
        self.assertIn("vllm ended with the process that watches it before it was ready", out)
        self.wait_for(lambda: not is_there(start["pid"]) and not is_there(start["children"][0]))
        os.kill(start["children"][1], signal.SIGKILL)  # in a session of its own: nobody knows it
        self.all_gone()


if __name__ == "__main__":
    main()
