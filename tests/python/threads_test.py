"""The interpreter lock is given away in whatever takes long, and what threads share stays whole."""

import os
import subprocess
import sys
import textwrap
import threading
import unittest

import bfclx
from bfclx import _core
from sample_case import Sample, first_id


def gives_the_lock_away(work):
    before = _core._times_unlocked()
    work()
    return _core._times_unlocked() > before


class Interpreters(unittest.TestCase):
    def test_a_second_one_is_refused_and_harms_nothing(self):
        script = textwrap.dedent('''
            import sys
            try:
                import _interpreters as interpreters
            except ImportError:
                import _xxsubinterpreters as interpreters
            if sys.argv[1] == "first":
                import bfclx
            made = interpreters.create()
            inside = "try: import bfclx._core" + chr(10) + "except ImportError as e: print('refused', e)"
            problem = interpreters.run_string(made, inside)
            assert problem is None, problem
            interpreters.destroy(made)
            import bfclx
            dataset = bfclx.Dataset.sample()
            print(dataset.score(dataset.ids("simple_python")[0], "x", decoder="prompting").valid)
            try:
                bfclx.Dataset.open("/nowhere")
            except bfclx.BfclxError:
                print("typed")
        ''')
        try:
            __import__("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
        except ImportError:
            self.skipTest("this Python has no module for interpreters")
        for order in ("first", "second"):
            done = subprocess.run([sys.executable, "-c", script, order], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, "(?s)^refused .*subinterpreter.*\nFalse\ntyped\n$")


class Locks(Sample):
    def test_the_lock_is_given_away(self):
        many = "[" + ", ".join(["f(x=[1, 2, 3])"] * 300) + "]"
        entry = self.dataset.entry(self.id)
        big = [{name: {**arguments, "more": list(range(2000))}}
               for call in self.calls for name, arguments in call.items()]
        episode_id = first_id(self.dataset, "multi_turn_base")
        services = bfclx.Services(["MathAPI"], {})
        numbers = f"mean(numbers=[{', '.join(['1.5'] * 200)}])"
        episode = self.dataset.episode(episode_id)
        turn = self.dataset.entry(episode_id)["ground_truth"][0]
        for name, work in {
            "score": lambda: self.dataset.score(self.id, many, decoder="prompting",
                                                underscore_to_dot=False),
            "score_batch": lambda: self.dataset.score_batch(
                [self.id] * 200, [many] * 200, decoder="prompting", underscore_to_dot=False,
                threads=1),
            "decode": lambda: bfclx.decode(many, decoder="prompting"),
            "check_calls": lambda: bfclx.check_calls(entry["function"], entry["ground_truth"], big,
                                                     category="simple_python"),
            "Services.execute": lambda: services.execute([numbers]),
            "Episode.execute": lambda: episode.execute(turn * 9),
            "Episode.verdict": episode.verdict,
            "Dataset.self_check": lambda: bfclx.self_check(self.dataset, category="simple_python"),
        }.items():
            with self.subTest(of=name):
                self.assertTrue(gives_the_lock_away(work))
        for name, work in {
            "score": lambda: self.dataset.score(self.id, self.text, decoder="prompting",
                                                underscore_to_dot=False),
            "Episode.execute": lambda: episode.execute(turn),
            "check_calls": lambda: bfclx.check_calls(entry["function"], entry["ground_truth"],
                                                     self.calls, category="simple_python"),
        }.items():
            with self.subTest(short=name):
                self.assertFalse(gives_the_lock_away(work))

    def test_threads_on_one_episode(self):
        """Against the advice, yet no crash: one call runs after the other."""
        episode_id = first_id(self.dataset, "multi_turn_base")
        episode = self.dataset.episode(episode_id)
        turn = self.dataset.entry(episode_id)["ground_truth"][0]
        failures = []

        def hammer(seed):
            try:
                for number in range(100):
                    results = episode.execute(turn * (1 if (seed + number) % 3 else 9))
                    self.assertTrue(all(isinstance(result, str) for result in results))
                    episode.state()
                    if number % 20 == 0:
                        episode.verdict()
            except BaseException as error:  # noqa: BLE001
                failures.append(error)

        threads = [threading.Thread(target=hammer, args=(seed,)) for seed in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_services_dropped_while_others_run(self):
        """What they shared with services in use goes with none of them, nor waits for their calls."""
        session = _core._Session("model", "id", False, None)
        shelf = session.make("GorillaFileSystem", {"root": {"r": {"type": "directory", "contents": {}}}})
        numbers = f"mean(numbers=[{', '.join(['1.5'] * 200)}])"
        stop, failures = threading.Event(), []

        def run():
            try:
                math = session.make("MathAPI", {})
                while not stop.is_set():
                    session.execute([numbers] * 50 + ["print([1][0])"], [math], {})
            except BaseException as error:  # noqa: BLE001
                failures.append(error)

        threads = [threading.Thread(target=run) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(200):
                dropped = session.make("GorillaFileSystem", {"root": {"r": {"type": "directory", "contents": {}}}})
                told = session.execute(["touch(file_name='a')", "ls()"], [dropped], {})
                self.assertIn("a", told[1])
                del dropped
                with self.assertRaises(ValueError):
                    session.make("TradingBot", 7)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        self.assertEqual(failures, [])
        self.assertNotIn("'a'", str(session.execute(["ls()"], [shelf], {})))

    def test_containers_that_others_change(self):
        """Responses that lose items and grow while they are read, by code of their items and by threads."""
        for given in ([], {}):

            class Changes:
                def model_dump(self, given=given):
                    given.clear()
                    if isinstance(given, list):
                        given.extend(range(50))
                    else:
                        given.update({str(number): {} for number in range(50)})
                    return {}

            if isinstance(given, list):
                given.extend(Changes() for _ in range(20))
            else:
                given.update({str(number): Changes() for number in range(20)})
            verdict = self.dataset.score(self.id, given, decoder="openai_fc", underscore_to_dot=True)
            self.assertFalse(verdict.valid)
        shared = [{name: "{}"} for name in "abcdefgh"]
        named = {"calls": shared}
        stop, failures = threading.Event(), []

        def change(seed):
            number = 0
            while not stop.is_set():
                number += 1
                shared[:] = [{f"f{number}": "{}" * seed} for _ in range(number * seed % 40)]
                named[f"n{number % 50}"] = shared
                if number % 7 == 0:
                    named.clear()

        def read():
            try:
                for _ in range(300):
                    for response in (shared, named, [shared, named]):
                        verdict = self.dataset.score(self.id, response, decoder="openai_fc",
                                                     underscore_to_dot=True)
                        self.assertFalse(verdict.valid)
                        verdict.decoded  # noqa: B018
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=change, args=(seed,)) for seed in (1, 2, 3)]
        readers = [threading.Thread(target=read) for _ in range(4)]
        for thread in (*threads, *readers):
            thread.start()
        for thread in readers:
            thread.join()
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_a_dataset_that_is_first_used_by_all(self):
        """Registry, categories, tables and known ids are filled by whoever comes first, once."""
        for _ in range(10):
            dataset = bfclx.Dataset.sample()
            ids = [first_id(self.dataset, name) for name in ("simple_python", "multiple", "parallel",
                                                            "multi_turn_base", "irrelevance")]
            ready, seen, failures = threading.Barrier(8), [], []

            def use(number, dataset=dataset, ids=ids, ready=ready, seen=seen, failures=failures):
                try:
                    ready.wait()
                    models = dataset.models()
                    valid = [dataset.score(one, self.text if one == self.id else "no call",
                                           decoder="prompting", underscore_to_dot=False).valid
                             for one in ids[number % 5:] + ids[:number % 5]]
                    seen.append((len(models), sorted(valid)))
                    talk = dataset.conversation(ids[0], model="m", api="chat")
                    episode = dataset.episode(ids[3])
                    seen.append((len(models), sorted(valid)) if talk.next() and episode.tools() else None)
                except BaseException as error:
                    failures.append(error)

            threads = [threading.Thread(target=use, args=(number,)) for number in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(failures, [])
            self.assertEqual(len(seen), 16)
            self.assertEqual(len({str(one) for one in seen}), 1)

    def test_turns_of_one_episode(self):
        """Each turn ends once, whoever ends it."""
        for _ in range(20):
            episode = self.dataset.episode(first_id(self.dataset, "multi_turn_base"))
            ended = []

            def play(episode=episode, ended=ended):
                for _ in range(20):
                    try:
                        episode.execute(["pwd()"])
                        episode.end_turn()
                        ended.append(episode.turn)
                    except ValueError:
                        self.assertTrue(episode.is_over)

            threads = [threading.Thread(target=play) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual((len(ended), episode.turn), (episode.turns, episode.turns))


class Batches(Sample):
    def test_long_batches_are_those_of_one_thread(self):
        """More than are read at once, so that reading, scoring and making verdicts overlap."""
        categories = [name for name in self.dataset.categories()
                      if not name.startswith(("multi_turn", "memory", "web_search"))]
        ids = [entry for category in categories for entry in self.dataset.ids(category)]
        episode = first_id(self.dataset, "multi_turn_base")
        ids = ids * (40000 // len(ids)) + [episode] + ids
        responses = [[self.text, "no call", "[f(x=1)]", "[g("][number // 7 % 4]
                   for number in range(len(ids))]
        responses[ids.index(episode)] = [[["[ls()]"]]]
        one = self.dataset.score_batch(ids, responses, decoder="prompting", threads=1)
        self.assertEqual(len(one), len(ids))
        several = bfclx.Dataset.sample().score_batch(ids, responses, decoder="prompting",
                                                     underscore_to_dot=False, threads=3)
        self.assertEqual([verdict.valid for verdict in several], [verdict.valid for verdict in one])
        step = 97
        self.assertEqual(several[::step], one[::step])
        self.assertEqual(several[ids.index(episode)], one[ids.index(episode)])
        self.assertTrue(any(verdict.valid for verdict in one))

    def test_an_unknown_id_far_behind(self):
        for threads in (1, 3):
            with self.assertRaises(bfclx.UnknownEntryError):
                self.dataset.score_batch([self.id] * 30000 + ["simple_python_none"],
                                         [self.text] * 30001, decoder="prompting",
                                         underscore_to_dot=False, threads=threads)
            with self.assertRaises(TypeError):
                self.dataset.score_batch([self.id, 3], [self.text] * 2, decoder="prompting",
                                         underscore_to_dot=False, threads=threads)

    def test_threads_are_bounded(self):
        if not os.path.isdir("/proc/self/task"):
            print("SKIPPED: nothing tells the threads of a process here", file=sys.stderr)
            self.skipTest("no /proc")
        seen = []

        class Counts:
            def model_dump(self):
                seen.append(len(os.listdir("/proc/self/task")))
                return {}

        before = len(os.listdir("/proc/self/task"))
        count = 64 * 300
        self.dataset.score_batch([self.id] * count, [Counts(), *[self.text] * (count - 1)],
                                 decoder="prompting", underscore_to_dot=False, threads=10000)
        self.assertGreater(seen[0], before)
        self.assertLess(seen[0] - before, 4 * (os.cpu_count() or 1))


class Limits(unittest.TestCase):
    """In processes of their own, with less than they ask for."""

    BEGIN = """
        import resource, sys
        import bfclx
        from sample_case import call_text, first_id, right_calls

        def leave(megabytes):  # of address space, beside what is in use
            used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
            limit = used + (megabytes << 20)
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

        dataset = bfclx.Dataset.sample()
        entry_id = first_id(dataset, "simple_python")
        text = call_text(right_calls(dataset, entry_id))
        def score(responses, threads, of=()):  # `of`: the last entries, if others
            ids = [entry_id] * (len(responses) - len(of)) + list(of)
            return dataset.score_batch(ids, responses, decoder="prompting", underscore_to_dot=False,
                                       threads=threads)
    """

    def run_in_process(self, program, stack=None):
        if not sys.platform.startswith("linux"):
            print("SKIPPED: limits of address space are those of Linux", file=sys.stderr)
            self.skipTest("no Linux")
        import resource

        def limit():
            resource.setrlimit(resource.RLIMIT_STACK, (stack, resource.RLIM_INFINITY))
        if stack and resource.getrlimit(resource.RLIMIT_STACK)[1] != resource.RLIM_INFINITY:
            print("SKIPPED: stacks cannot be made large here", file=sys.stderr)
            self.skipTest("a limit of stacks")
        code = textwrap.dedent(self.BEGIN) + textwrap.dedent(program)
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True,
            preexec_fn=limit if stack else None,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [
                os.path.dirname(os.path.abspath(__file__)), os.environ.get("PYTHONPATH")]))})
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        return done.stdout

    def test_fewer_threads_than_asked_for(self):
        """Stacks of threads are as large as that of the process: room for none, for one, for all."""
        for megabytes in (900, 1500, 20000):
            with self.subTest(megabytes=megabytes):
                told = self.run_in_process(f"""
                    leave({megabytes})
                    verdicts = score([text, "no call"] * 1000, 4)
                    print([verdict.valid for verdict in verdicts] == [True, False] * 1000)
                """, stack=1 << 30)
                self.assertEqual(told, "True\n")

    def test_memory_that_ends(self):
        """It costs the responses that take it, and not the process."""
        for threads in (1, 3):
            with self.subTest(threads=threads):
                told = self.run_in_process(f"""
                    score([text] * 200, {threads})
                    hog = "[f(x=[" + "a.b()," * 1000000 + "])]"
                    responses = [text, hog, text] + [text] * 300 + [[{{"f": "{{}}"}}], [[hog]]]
                    episode_id = first_id(dataset, "multi_turn_base")
                    leave(100)
                    verdicts = score(responses, {threads}, of=[episode_id])
                    lost = [verdict for verdict in verdicts if verdict.error_type == "out_of_memory"]
                    print([verdict.id for verdict in lost] == [entry_id, episode_id], lost[1].error,
                          sum(verdict.valid for verdict in verdicts))
                """)
                self.assertEqual(told, "True {'error_message': 'out of memory', 'error_type': "
                                 "'out_of_memory'} 302\n")


if __name__ == "__main__":
    unittest.main()
