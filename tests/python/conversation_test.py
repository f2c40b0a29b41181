"""Conversations: asking a model without a socket, driven here by scripts in the place of a server."""

import asyncio
import gc
import json
import unittest

import bfclx
from sample_case import call_text, first_id, right_calls


def chat_answer(text=None, calls=()):
    """A response of the chat protocol."""
    tool_calls = [{"id": f"call_{number}", "type": "function",
                   "function": {"name": name, "arguments": json.dumps(arguments)}}
                  for number, (name, arguments) in enumerate(calls)]
    message = {"role": "assistant", "content": text, **({"tool_calls": tool_calls} if calls else {})}
    return json.dumps({"id": "r", "object": "chat.completion", "created": 1, "model": "m",
                       "choices": [{"index": 0, "message": message,
                                    "finish_reason": "tool_calls" if calls else "stop"}],
                       "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}})


class Conversations(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dataset = bfclx.Dataset.sample()
        cls.id = first_id(cls.dataset, "simple_python")

    def test_a_call(self):
        (call,) = right_calls(self.dataset, self.id)
        ((name, arguments),) = call.items()
        talk = self.dataset.conversation(self.id, model="my/model")
        ask = talk.next()
        self.assertEqual((ask["kind"], ask["request"]["method"]), ("model", "POST"))
        self.assertEqual(ask, talk.next())
        body = json.loads(ask["request"]["body"])
        self.assertEqual(body["model"], "my/model")
        self.assertEqual(len(body["tools"]), 1)
        self.assertIsNone(talk.result)
        with self.assertRaises(ValueError):
            talk.answer_tokens(3)
        talk.answer(200, chat_answer(calls=[(body["tools"][0]["function"]["name"], arguments)]),
                    headers={"Content-Type": "application/json"}, seconds=0.5)
        self.assertEqual(talk.next(), {"kind": "finished"})
        self.assertEqual((talk.id, talk.ending, talk.requests, talk.retries),
                         (self.id, "answered", 1, 0))
        self.assertEqual(talk.result, json.loads(talk.result_line))
        self.assertEqual(talk.notes[0]["usage"]["total_tokens"], 10)
        verdict = self.dataset.score(self.id, talk.result["result"], decoder="openai_fc",
                                     underscore_to_dot=True)
        self.assertTrue(verdict, verdict.error)
        with self.assertRaises(ValueError):
            talk.answer(200, "{}")

    def test_headers(self):
        def answered(headers):
            talk = self.dataset.conversation(self.id, model="m")
            talk.answer(200, chat_answer("x"), headers=headers)
            return talk.ending

        for headers in ({"server": "\udcff"}, {"a\ud800": "\udfff"}, [("a", "b"), ("a", "c")], {}, None):
            self.assertEqual(answered(headers), "answered", headers)
        for headers, name in (({"a": None}, "NoneType"), ({1: "2"}, "int"), ({"a": 2}, "int"), ([("a", b"b")], "bytes")):
            with self.assertRaisesRegex(TypeError, f"headers must be str, not {name}"):
                answered(headers)

    def test_it_outlives_its_dataset(self):
        dataset = bfclx.Dataset.sample()
        entry_id = first_id(dataset, "multi_turn_base")
        talk = dataset.conversation(entry_id, model="m")
        before = talk.next()
        del dataset
        gc.collect()
        self.assertEqual(talk.next(), before)
        for _ in range(60):
            if talk.next()["kind"] == "finished":
                break
            talk.answer(200, chat_answer(text="nothing to call"))
        self.assertEqual((talk.id, talk.ending), (entry_id, "answered"))

    def test_a_prompt(self):
        """By text, of a model that the registry of the official dataset knows as such."""
        talk = self.dataset.conversation(self.id, model="m", fc=False)
        body = json.loads(talk.next()["request"]["body"])
        self.assertNotIn("tools", body)
        response = call_text(right_calls(self.dataset, self.id))
        talk.answer(200, chat_answer(response).encode())
        self.assertEqual(talk.result["result"], response)

    def test_failures(self):
        talk = self.dataset.conversation(self.id, model="m", retries=2)
        waits = []
        while talk.next()["kind"] == "model":
            waits.append(talk.next()["wait"])
            talk.fail("timeout") if len(waits) % 2 else talk.answer(503, b"busy")
        self.assertEqual((talk.ending, talk.requests, talk.retries), ("transport", 3, 2))
        self.assertTrue(talk.last_error)
        self.assertGreater(max(waits), 0)
        refused = self.dataset.conversation(self.id, model="m")
        refused.answer(400, json.dumps({"error": {"message": "no such thing"}}))
        self.assertEqual(refused.ending, "failed")
        with self.assertRaises(bfclx.UnknownNameError):
            self.dataset.conversation(self.id, model="m", api="telepathy")
        with self.assertRaises(bfclx.UnknownEntryError):
            self.dataset.conversation("simple_python_999999", model="m")

    def test_episodes_in_one_event_loop(self):
        """Hundreds at once, as an asyncio program would: the services answer between the steps."""
        ids = self.dataset.ids("multi_turn_base")

        async def ask(entry_id):
            talk = self.dataset.conversation(entry_id, model="m")
            steps = 0
            while talk.next()["kind"] == "model":
                await asyncio.sleep(0)
                messages = json.loads(talk.next()["request"]["body"])["messages"]
                asked = messages[-1]["role"] == "user"
                steps += 1
                talk.answer(200, chat_answer(calls=[("pwd", {})]) if asked else chat_answer("Done."))
            return talk, steps

        async def all_of_them():
            return await asyncio.gather(*[ask(entry_id) for entry_id in ids * 100])

        for talk, steps in asyncio.run(all_of_them()):
            turns = len(self.dataset.entry(talk.id)["question"])
            self.assertEqual((talk.ending, len(talk.result["result"])), ("answered", turns))
            self.assertEqual(steps, 2 * turns)


if __name__ == "__main__":
    unittest.main()
