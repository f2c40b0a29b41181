"""The lock of the spending records: what a command does while another one holds it, and what cannot be the lock.

    python3 tests/cli/generate_budget_lock_test.py build/release/tools/bfclx [Suite]
"""

import contextlib
import fcntl
import os
import signal
import subprocess
import threading
import time

from cli_case import PROGRAM, main
from generate_budgets_test import STRICT, BudgetCase, by_size, charged, script
from scripted_server import Response, ScriptedServer


class Lock(BudgetCase):
    def read_until(self, process, text):
        said = ""
        while text not in said:
            line = process.stdout.readline().decode()
            self.assertNotEqual(line, "", said)  # it ended
            said += line

    @contextlib.contextmanager
    def until_locked(self, server, limit):
        """A command with four requests at once, as soon as it says that another one has the lock."""
        process = subprocess.Popen(
            [PROGRAM, *self.arguments(server, "--max-tokens-total", limit, "--concurrency", 4, "--stop-timeout", 1, *STRICT)],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            self.read_until(process, "locked by another command")
            yield process
        finally:
            process.kill()
            process.communicate()

    def test_nothing_is_sent_without_the_lock(self):
        self.spent().mkdir(parents=True)
        with ScriptedServer(by_size) as server, open(self.spent() / ".lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            process = subprocess.Popen([PROGRAM, *self.arguments(server, "--max-tokens-total", 4000, *STRICT)],
                                       cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.read_until(process, "bfclx_spent/.lock: locked by another command")
            self.assertEqual(charged(server), 0)
            self.assertIsNone(process.poll())
            fcntl.flock(lock, fcntl.LOCK_UN)
            rest = process.communicate(timeout=60)[0].decode()
            self.assertNotIn("locked by another command", rest)
            self.assertTrue(0 < charged(server) <= 4000, charged(server))

    def test_responses_and_interrupts_are_seen_while_the_lock_is_held(self):
        results = self.folder / "result" / "m"
        once = threading.Lock()
        self.spent().mkdir(parents=True)

        def count():
            return sum(len(path.read_text("utf-8").splitlines()) for path in results.rglob("*_result.json"))

        def posts():
            return sum(seen.method == "POST" for seen in server.seen)

        def taking(seen):
            if seen.method == "POST" and once.acquire(blocking=False):
                fcntl.flock(lock, fcntl.LOCK_EX)
            return by_size(seen)

        with (ScriptedServer(taking) as server, open(self.spent() / ".lock", "w", encoding="utf-8") as lock,
              self.until_locked(server, 40000) as process):
            # Until what its record covers is sent and received, and nothing more comes.
            end = time.monotonic() + 20
            while time.monotonic() < end:
                answered = posts()
                time.sleep(0.3)
                if count() == answered == posts():
                    break
            self.assertEqual(count(), answered)
            process.send_signal(signal.SIGINT)
            self.read_until(process, "stopping: no new requests")
            rest = process.communicate(timeout=60)[0].decode()
            self.assertEqual(process.returncode, 1, rest)
            self.assertNotIn("for 30 seconds", rest)
        # What was sent is recorded, and the same command goes on.
        with ScriptedServer(by_size) as server:
            out = self.generate(server, "--max-tokens-total", 40000, *STRICT, code=0)
            self.assertNotIn("locked by", out)
        self.assertGreater(count(), answered)

    def test_a_server_that_fails_is_not_checked_without_the_lock(self):
        answered = []
        once = threading.Lock()
        self.spent().mkdir(parents=True)

        def failing(seen):
            if seen.method != "POST":
                return by_size(seen)
            answered.append(seen)
            if len(answered) <= 4:
                return by_size(seen)
            if once.acquire(blocking=False):
                fcntl.flock(lock, fcntl.LOCK_EX)
            return Response(b"", cut=0)

        with (ScriptedServer(failing) as server, open(self.spent() / ".lock", "w", encoding="utf-8") as lock,
              self.until_locked(server, 16000) as process):
            process.send_signal(signal.SIGINT)
            rest = process.communicate(timeout=60)[0].decode()
            self.assertEqual(process.returncode, 1, rest)

    def test_a_lock_that_is_no_file_is_an_error(self):
        lock = self.spent() / ".lock"
        lock.parent.mkdir(parents=True)
        elsewhere = self.folder / "elsewhere"
        for make, kind in ((lambda: lock.symlink_to(elsewhere), "a link, "), (lambda: os.mkfifo(lock), "a named pipe, "),
                           (lock.mkdir, "a folder, ")):
            with self.subTest(kind), ScriptedServer(script) as server:
                make()
                out = self.generate(server, "--max-tokens-total", 8000, code=2)
                self.assertIn(f"result/m/bfclx_spent/.lock: {kind}not a file. It is the lock of the spending records. "
                              "Remove it, or pass another --result-dir", out)
                self.assertEqual(self.tokens(server), 0)
                # A command whose limit counts nobody else needs no lock.
                self.generate(server, "--max-tokens-total", 8000, "--budget-scope", "command")
            self.assertFalse(elsewhere.exists())
            lock.rmdir() if lock.is_dir() and not lock.is_symlink() else lock.unlink()

    def test_a_lock_that_becomes_a_link_ends_the_run(self):
        once = threading.Lock()

        def moving(seen):
            if seen.method == "POST" and once.acquire(blocking=False):
                # In one step: a lock that is missing for a moment would be made anew.
                (self.folder / "link").symlink_to(self.folder / "elsewhere")
                (self.folder / "link").replace(self.spent() / ".lock")
            return by_size(seen)

        with ScriptedServer(moving) as server:
            out = self.generate(server, "--max-tokens-total", 40000, *STRICT, code=1)
            self.assertIn("bfclx_spent/.lock: a link, not a file", out)
            self.assertLess(charged(server), 40000)
        self.assertFalse((self.folder / "elsewhere").exists())


if __name__ == "__main__":
    main()
