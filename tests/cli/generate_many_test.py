"""Many conversations at once by one thread of `bfclx generate`, and fewer where the system allows few files.

    python3 tests/cli/generate_many_test.py build/release/tools/bfclx [Suite]
"""

import os
import resource
import subprocess
import threading

from cli_case import PROGRAM, main
from generate_test import GenerateCase
from scripted_server import ScriptedServer, first_tool

MANY = 1000
threading.stack_size(256 << 10)  # a thread of the server for each connection


class Many(GenerateCase):
    def setUp(self):
        super().setUp()
        files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if most < 2 * MANY:
            self.skipTest(f"this needs {2 * MANY} open files (ulimit -Hn)")
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(files, 2 * MANY), most))

    def ask(self, entries, concurrency, at_once, files=None):
        """Every answer waits until `at_once` requests are under way. Gives the server, the threads of the
        program at that time, and what it said."""
        threads = []
        reached = threading.Event()

        def script(seen):
            if server.under_way >= at_once and not reached.is_set():
                threads.append(len(os.listdir(f"/proc/{process.pid}/task")))
                reached.set()
            reached.wait(60)
            return first_tool(seen)

        def limit():
            if files is not None:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        with ScriptedServer(script) as server:
            process = subprocess.Popen(
                [PROGRAM, "generate", "--model", "scripted", "--base-url", server.url, "--dataset",
                 str(self.dataset_of(entries)), "--result-dir", str(self.folder / "result"),
                 "--test-category", "simple_python", "--concurrency", str(concurrency)],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=limit)
            out, err = process.communicate(timeout=180)
        self.assertEqual(process.returncode, 0, out + err)
        self.assertEqual(sorted(self.ids()), sorted(f"simple_python_{i}" for i in range(entries)))
        self.assertEqual(len(server.seen), entries)
        return server, threads, err

    def test_a_thousand_at_once_by_one_thread(self):
        server, threads, _ = self.ask(MANY, MANY, at_once=MANY)
        self.assertEqual(server.most_under_way, MANY)
        self.assertEqual(threads, [1])

    def test_few_files_make_fewer_requests_at_once_and_no_error(self):
        server, _, err = self.ask(400, 400, at_once=160, files=256)
        self.assertEqual(server.most_under_way, 160)
        self.assertIn("few open files (ulimit -n): at most 160 concurrent requests", err)
        notes = self.notes()
        self.assertEqual(sum(note.get("retries", 0) for note in notes), 0)


if __name__ == "__main__":
    main()
