"""The interpreter lock is given away in whatever takes long, and what threads share stays whole."""

import threading
import unittest

import bfclx
from bfclx import _core
from sample_case import Sample, first_id


def gives_the_lock_away(work):
    before = _core._times_unlocked()
    work()
    return _core._times_unlocked() > before


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


class Batches(Sample):
    def test_long_batches_are_those_of_one_thread(self):
        """More than are read at once, so that reading, scoring and making verdicts overlap."""
        categories = [name for name in self.dataset.categories()
                      if not name.startswith(("multi_turn", "memory", "web_search"))]
        ids = [entry for category in categories for entry in self.dataset.ids(category)]
        episode = first_id(self.dataset, "multi_turn_base")
        ids = ids * (40000 // len(ids)) + [episode] + ids
        replies = [[self.text, "no call", "[f(x=1)]", "[g("][number // 7 % 4]
                   for number in range(len(ids))]
        replies[ids.index(episode)] = [[["[ls()]"]]]
        one = self.dataset.score_batch(ids, replies, decoder="prompting", threads=1)
        self.assertEqual(len(one), len(ids))
        several = bfclx.Dataset.sample().score_batch(ids, replies, decoder="prompting",
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


if __name__ == "__main__":
    unittest.main()
