"""What `bfclx run` and `bfclx generate` draw while they go leaves nothing behind, at any width and when
the window changes in between.

    python3 tests/cli/live_table_test.py build/release/tools/bfclx [Suite]
"""

from cli_case import PROGRAM, SAMPLE, main
from generate_test import GenerateCase
from scripted_server import Response, ScriptedServer, first_tool
from terminal import Window

DRAWN = (" in flight", " of     ", "wrong:", "retried", "more categories", "more rows", " left")


class LiveTable(GenerateCase):
    def watch(self, command, sizes, reflows=True, categories="single_turn", fault=None):
        """Runs in a window of the first size, and changes it about every 0.6 s. The rows that were drawn
        are looked at each time: they are one table, not several."""
        seen = []
        self.turn = getattr(self, "turn", 0) + 1

        def script(request):
            number = len(seen)
            seen.append(number)
            if fault and number % 7 == 3:
                return fault
            return Response(first_tool(request), delay=0.25)
        tables = 0
        with ScriptedServer(script) as server:
            window = Window(
                [PROGRAM, command, "--model", "scripted", "--base-url", server.url, "--dataset",
                 str(SAMPLE), "--result-dir", str(self.folder / f"result{self.turn}"),
                 "--test-category", categories,
                 "--concurrency", "3", "--retries", "1"], self.folder, *sizes[0], reflows)
            running, turn = True, 0
            while running:
                running = window.read(0.6)
                drawn = [line for line in window.screen.lines() if " in flight" in line]
                self.assertLessEqual(len(drawn), 1, "\n".join(window.screen.lines()))
                tables += len(drawn)
                if running and len(sizes) > 1:
                    turn += 1
                    window.resize(*sizes[turn % len(sizes)])
            window.close()
        self.assertGreaterEqual(tables, 2, "nothing was drawn")
        lines = window.screen.lines()
        first = next(i for i, line in enumerate(lines) if "entries generated" in line)
        stale = [line for line in lines[:first] if any(mark in line for mark in DRAWN)]
        self.assertEqual(stale, [], "\n".join(lines))
        self.assertTrue(any("to generate" in line for line in lines[:first]),
                        "what was said before the table is still there\n" + "\n".join(lines))

    def test_every_width(self):
        for columns in (80, 100, 130, 200):
            for command in ("run", "generate"):
                with self.subTest(columns=columns, command=command):
                    self.watch(command, [(columns, 50)])

    def test_windows_that_change(self):
        sizes = [(200, 50), (80, 50), (130, 40), (100, 50), (80, 30)]
        for reflows in (True, False):
            for command in ("run", "generate"):
                with self.subTest(reflows=reflows, command=command):
                    self.watch(command, sizes, reflows, fault=Response("oops", status=500))

    def test_a_window_shorter_than_the_table(self):
        for rows in (8, 12, 16):
            with self.subTest(rows):
                self.watch("run", [(80, rows)])



if __name__ == "__main__":
    main()
