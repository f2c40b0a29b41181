"""`bfclx score` on whatever a person has in hand: every form with a right response and something near it
that is none. Run by ctest as `forms_test.py PROGRAM [Class]`."""

import json
import struct
import zlib

from cli_case import Case, main

ID = "simple_python_90002"  # whose function no other entry of the sample offers
SHARED = "simple_python_90001"  # whose function two others offer
NAME = "observatory_point_telescope"
ARGUMENTS = {"right_ascension": 0.712, "declination": 41.27, "exposure_seconds": 120}
TEXT = json.dumps(ARGUMENTS)
CALL = (
    "observatory.point_telescope(right_ascension=0.712, declination=41.27, " "exposure_seconds=120)"
)

TOOL_CALL = {"id": "c", "type": "function", "function": {"name": NAME, "arguments": TEXT}}
MESSAGE = {"role": "assistant", "content": None, "tool_calls": [TOOL_CALL]}
CHAT = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "choices": [{"index": 0, "message": MESSAGE}],
}
RESPONSE = {
    "id": "resp_1",
    "object": "response",
    "output": [
        {"type": "reasoning", "summary": []},
        {"type": "function_call", "call_id": "c", "name": NAME, "arguments": TEXT},
    ],
}
ANTHROPIC = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "content": [
        {"type": "text", "text": "Now."},
        {"type": "tool_use", "id": "t", "name": NAME, "input": ARGUMENTS},
    ],
}
GEMINI = {
    "candidates": [
        {
            "content": {
                "role": "model",
                "parts": [{"functionCall": {"name": NAME, "args": ARGUMENTS}}],
            }
        }
    ]
}
INSPECT_CALL = {"id": "c", "function": NAME, "arguments": ARGUMENTS, "type": "function"}
INSPECT = {
    "id": ID,
    "epoch": 1,
    "input": "q",
    "messages": [],
    "output": {
        "choices": [{"message": {"role": "assistant", "content": "", "tool_calls": [INSPECT_CALL]}}]
    },
}
NODES = [
    {"message": {"role": "user", "content": "q"}},
    {
        "parent": 0,
        "sampled": True,
        "message": {
            "role": "assistant",
            "tool_calls": [{"id": "c", "name": NAME, "arguments": TEXT}],
        },
    },
]
TASK = {"type": "T", "data": {"id": ID}}


def review(prediction, **score):
    return {
        "index": 0,
        "messages": [],
        "sample_score": {
            "score": {"value": {"acc": 1}, "prediction": json.dumps(prediction), **score},
            "sample_id": 0,
            "sample_metadata": {"id": ID},
        },
    }


# Name of the form in the note, and bytes that hold one right response to ID.
RIGHT = {
    "chat": ("an OpenAI chat response", CHAT),
    "chat text": (
        "an OpenAI chat response",
        {"choices": [{"message": {"role": "assistant", "content": f"[{CALL}]"}}]},
    ),
    "responses": ("an OpenAI response object", RESPONSE),
    "message": ("a message of an assistant", MESSAGE),
    "conversation": ("a conversation", [{"role": "user", "content": "q"}, MESSAGE]),
    "messages": ("a conversation", {"messages": [{"role": "user", "content": "q"}, MESSAGE]}),
    "Anthropic": ("an Anthropic message", ANTHROPIC),
    "Gemini": ("a Gemini response", GEMINI),
    "call text": ("text with calls", CALL),
    "list of call text": ("text with calls", f"[{CALL}]\n"),
    "calls": ("a list of calls", [{"name": NAME, "arguments": ARGUMENTS}]),
    "calls by name": ("a list of calls", [{NAME: TEXT}]),
    "output": ("a line with another name", {"id": ID, "output": f"[{CALL}]"}),
    "response": ("a line with another name", {"id": ID, "response": [{NAME: TEXT}]}),
    "no id": ("a line with another name", {"result": f"[{CALL}]"}),
    "batch": (
        "a line of a batch's output",
        {"id": "b", "custom_id": ID, "error": None, "response": {"status_code": 200, "body": CHAT}},
    ),
    "batch of responses": (
        "a line of a batch's output",
        {"custom_id": "request-1", "response": {"status_code": 200, "body": RESPONSE}},
    ),
    "batch of Anthropic": (
        "a line of a batch's output",
        {"custom_id": ID, "result": {"type": "succeeded", "message": ANTHROPIC}},
    ),
    "batch of Gemini": ("a line of a batch's output", {"key": ID, "response": GEMINI}),
    "inspect": ("a sample of an inspect log", {"version": 2, "eval": {}, "samples": [INSPECT]}),
    "EvalScope": ("an EvalScope review", review([{NAME: TEXT}])),
    "EvalScope prediction": (
        "an EvalScope prediction",
        {
            "index": 0,
            "model": "m",
            "metadata": {"id": ID},
            "model_output": {
                "choices": [
                    {"message": {"role": "assistant", "content": json.dumps([{NAME: TEXT}])}}
                ]
            },
        },
    ),
    "verifiers": (
        "a verifiers trace",
        {"id": "e", "task": TASK, "traces": [{"id": "t", "task": TASK, "nodes": NODES}]},
    ),
    "verifiers before 0.4": (
        "a verifiers rollout",
        {"example_id": 3, "prompt": [], "completion": [MESSAGE], "info": {"id": ID}},
    ),
    "NeMo Gym": (
        "a NeMo Gym rollout",
        {"responses_create_params": {"input": []}, "id": ID, "response": RESPONSE, "reward": 1.0},
    ),
}
# Bytes, and a part of what is said of them.
WRONG = {
    "chat": ({"object": "chat.completion", "choices": []}, "has no `choices`"),
    "a piece of a stream": ({"choices": [{"delta": {"content": "x"}}]}, "a chunk of a streamed"),
    "an error": (
        {"error": {"message": "rate limit"}},
        "an error of the service, not a response: rate",
    ),
    "a request": ({"messages": [{"role": "user", "content": "q"}]}, "a request: it has messages"),
    "message": ({"role": "assistant", "tool_calls": [{"function": {}}]}, "has no name"),
    "Anthropic": ({**ANTHROPIC, "content": [{"type": "tool_use"}]}, "its call 1 has no name"),
    "Gemini": ({"promptFeedback": {"blockReason": "SAFETY"}}, "has no `candidates`"),
    "responses": ({**RESPONSE, "output": [{"type": "function_call"}]}, "its call 1 has no name"),
    "text": ("I cannot do that.", "neither JSON nor text with calls. Supported:"),
    "call text": ("nowhere(x=1)", "no single-turn entry of the dataset has the function `nowhere`"),
    "calls": ([{"name": NAME}], "unknown format, with `name`. Supported:"),
    "a function": ({"name": NAME, "parameters": {"properties": {}}}, "a function definition"),
    "output": ({"id": ID, "outputs": "x"}, 'has no "result"'),
    "batch": (
        {
            "custom_id": ID,
            "response": {"status_code": 400, "body": {"error": {"message": "no such model"}}},
        },
        "failed: no such model",
    ),
    "batch requests": ({"custom_id": ID, "body": {}}, "a request of a batch"),
    "inspect": ({"eval": {}, "plan": {}}, "the header of an inspect log"),
    "inspect sample": ({**INSPECT, "output": {"choices": []}}, "the sample has no output"),
    "EvalScope": (review({"error": "time-out"}), "has a generation error instead of a response: time-out"),
    "verifiers": ({"task": TASK, "traces": []}, "the episode has no trace"),
    "NeMo Gym": ({"responses_create_params": {}, "id": ID}, "it is a task, not a rollout"),
    "an object": ({"a": 1, "b": 2}, "unknown format, with `a`, `b`. Supported:"),
}


def data_of(value):
    return value if isinstance(value, (str, bytes)) else json.dumps(value)


class Forms(Case):
    def verdict(self, value, *arguments, code=0, stdin=None):
        path = self.folder / "verdicts.jsonl"
        given = "-" if stdin is not None else self.write("answer.json", data_of(value))
        self.check(given, *arguments, "--verdicts", path, code=code, stdin=stdin or b"")
        return [json.loads(line) for line in path.read_text().splitlines()]

    def test_right_ones(self):
        for name, (form, value) in RIGHT.items():
            with self.subTest(name):
                [verdict] = self.verdict(value)
                self.assertEqual((verdict["id"], verdict["valid"]), (ID, True))
                self.assertIn(f"recognised: {form}", self.err)

    def test_right_ones_on_standard_input(self):
        for name, (_, value) in RIGHT.items():
            with self.subTest(name):
                [verdict] = self.verdict(None, stdin=data_of(value).encode())
                self.assertEqual((verdict["id"], verdict["valid"]), (ID, True))

    def test_wrong_arguments_are_the_models(self):
        # Each form's arguments reach the checker: one that is changed is the wrong one.
        for name, (_, value) in RIGHT.items():
            with self.subTest(name):
                [verdict] = self.verdict(data_of(value).replace("41.27", "41.5"))
                self.assertEqual((verdict["id"], verdict["valid"]), (ID, False))
                self.assertEqual(verdict["error_type"], "value_error:others")

    def test_wrong_ones(self):
        for name, (value, said) in WRONG.items():
            with self.subTest(name):
                self.assertEqual(self.verdict(value, code=1), [])
                self.assertIn(said, self.err)
                self.assertIn("answer.json:1: ", self.err)

    def test_many(self):
        lines = "\n".join(json.dumps(value) for value in (CHAT, RESPONSE, ANTHROPIC, GEMINI))
        self.assertEqual([v["id"] for v in self.verdict(lines)], [ID] * 4)
        self.assertIn("4 responses are matched by function and parameter names", self.err)
        listed = self.verdict([CHAT, CHAT])
        self.assertEqual([v["valid"] for v in listed], [True, True])
        mixed = self.verdict(json.dumps(CHAT) + "\n{\n" + json.dumps(GEMINI) + "\n", code=1)
        self.assertEqual(len(mixed), 2)
        self.assertIn("answer.json:2: not JSON", self.err)

    def test_result_lines_beside_them(self):
        line = json.dumps({"id": SHARED, "result": "[oven.preheat(celsius=240)]"})
        verdicts = self.verdict(line + "\n" + json.dumps(CHAT) + "\n", "--decoder", "prompting")
        self.assertEqual([v["id"] for v in verdicts], [SHARED, ID])

    def test_several_entries_are_told(self):
        self.assertEqual(self.verdict("oven.preheat(celsius=240)", code=1), [])
        self.assertIn("3 entries have the function `oven.preheat` (simple_python_90001, ", self.err)
        self.assertIn("name the entry with --as-entry", self.err)

    def test_a_common_function_name_is_no_match(self):
        for call in ("observatory.point_telescope(target='x')", "observatory.point_telescope()"):
            self.assertEqual(self.verdict(None, code=1, stdin=f"[{call}]\n".encode()), [])
            self.assertIn(f"standard input:1: only {ID} has the function `observatory.point_telescope`, but with "
                          "other parameters; name the entry with --as-entry", self.err)
            self.assertIn(f'standard input:1: candidate {ID} (simple_python, other parameters): "', self.err)
        self.run_program("show", "-", "--dataset", "sample", stdin=b'{"result": "none"}\n', code=1)
        self.assertIn("no call can be parsed in it; add the entry's id to the command", self.err)
        self.assertIn("no entry was scored", self.out)
        [verdict] = self.verdict(None, "--as-entry", ID, stdin=b"[observatory.point_telescope(target='x')]\n")
        self.assertEqual((verdict["id"], verdict["valid"]), (ID, False))

    def test_a_call_is_no_response_to_an_entry_that_expects_none(self):
        function = {"name": "get_weather", "description": "Tells it.", "parameters": {
            "type": "dict", "properties": {"city": {"type": "string", "description": "Where."}},
            "required": ["city"]}}
        question = {"id": "live_irrelevance_90000-0-0", "function": [function],
                    "question": [[{"role": "user", "content": "Sing me a song.\nPlease."}]]}
        self.write("set/data/BFCL_v4_live_irrelevance.json", json.dumps(question) + "\n")
        path = self.write("answer.txt", '[get_weather(city="x")]\n')
        verdicts = self.folder / "verdicts.jsonl"
        self.run_program("score", path, "--dataset", "set", "--verdicts", verdicts, code=1)
        self.assertEqual(verdicts.read_text(), "")
        self.assertIn("answer.txt:1: only live_irrelevance_90000-0-0 has the function `get_weather`, and it expects "
                      "no such call; name the entry with --as-entry", self.err)
        self.assertIn('answer.txt:1: candidate live_irrelevance_90000-0-0 (live_irrelevance): '
                      '"Sing me a song."', self.err)
        self.run_program("score", path, "--dataset", "set", "--as-entry", "live_irrelevance_90000-0-0",
                         "--verdicts", verdicts)
        self.assertEqual(json.loads(verdicts.read_text())["valid"], False)

    def test_a_match_is_told_with_its_entry(self):
        self.verdict(CALL)
        self.assertIn(f'answer.json:1: matched to {ID} by function and parameter names: "Point the telescope', self.err)

    def test_as_entry(self):
        [verdict] = self.verdict("oven.preheat(celsius=240)", "--as-entry", SHARED)
        self.assertEqual((verdict["id"], verdict["valid"]), (SHARED, True))
        [verdict] = self.verdict("I cannot do that.", "--as-entry", SHARED)
        self.assertEqual((verdict["id"], verdict["valid"]), (SHARED, False))
        [verdict] = self.verdict(
            {"role": "assistant", "content": "No."}, "--as-entry", "irrelevance_90001"
        )
        self.assertEqual(verdict["valid"], True)
        # An entry that is told stays.
        [verdict] = self.verdict({"id": ID, "output": f"[{CALL}]"}, "--as-entry", SHARED)
        self.assertEqual(verdict["id"], ID)

    def test_as_entry_that_names_nothing(self):
        line = {"id": ID, "result": f"[{CALL}]"}
        [verdict] = self.verdict(line, "--as-entry", SHARED)
        self.assertEqual(verdict["id"], ID)
        self.assertIn("--as-entry: it has no effect: every response has an id", self.err)
        self.verdict(CHAT, "--as-entry", ID)
        self.assertNotIn("it has no effect", self.err)
        path = self.write("answer.json", json.dumps(line))
        self.check(path, "--as-entry", "nobody", code=2)
        self.run_program("show", path, ID, "--dataset", "sample")
        self.assertNotIn("it has no effect", self.err)

    def test_as_entry_that_is_none(self):
        path = self.write("answer.json", CALL)
        self.check(path, "--as-entry", "simple_python_1", code=2)
        self.assertIn("the dataset has no entry `simple_python_1`", self.err)
        self.check(path, "--as-entry", "nobody", code=2)
        self.assertIn("unknown id `nobody`", self.err)

    def test_explain_takes_a_response_to_its_entry(self):
        path = self.write("answer.json", json.dumps(CHAT))
        out = self.run_program("show", path, ID, "--dataset", "sample")
        self.assertIn("right_ascension=0.712", out)

    def test_hostile(self):
        deep = "[" * 100_000
        for name, text in {
            "deep list": deep,
            "deep object": '{"choices":' * 50_000,
            "deep result": '{"output":' + deep,
            "lists of lists": '{"object":"list","data":[' * 300 + "]}" * 300,
            "keys": "{" + ",".join(f'"k{i}":1' for i in range(50_000)) + "}",
            "many": '[{"%s":"{}"}]\n' % NAME * 20_000,
            "long name": '[{"name":"%s","arguments":{}}]' % ("x" * 1_000_000),
            "escapes": '[{"name":"\\u001b[2Jx","arguments":{}}]',
            "null": "null",
            "nul": "\0" * 1000,
        }.items():
            with self.subTest(name):
                self.check(self.write("answer.json", text), code=None)
                self.assertIn(self.status, (0, 1))
                self.assertNotIn("\x1b[2J", self.err + self.out)
                self.assertLess(len(self.err), 200_000)


def archive(members, method=8, flags=0, checksum=0, twice=False):
    """A ZIP archive; Python's own module writes no Zstandard before 3.14. `checksum` is added to the true ones;
    `twice`: the directory names each member two times."""
    body, directory = b"", b""
    for name, data in members.items():
        if method == 0:
            packed = data
        elif method == 8:
            packer = zlib.compressobj(wbits=-15)
            packed = packer.compress(data) + packer.flush()
        else:  # one frame with its size, one block as it is
            packed = (
                b"\x28\xb5\x2f\xfd\xa0"
                + struct.pack("<I", len(data))
                + (1 | len(data) << 3).to_bytes(3, "little")
                + data
            )
        fields = struct.pack(
            "<HHHHHIIIHH",
            20,
            flags,
            method,
            0,
            0,
            (zlib.crc32(data) + checksum) % 2**32,
            len(packed),
            len(data),
            len(name),
            0,
        )
        directory += (
            b"PK\x01\x02"
            + struct.pack("<H", 20)
            + fields
            + struct.pack("<HHHII", 0, 0, 0, 0, len(body))
            + name.encode()
        )
        body += b"PK\x03\x04" + fields + name.encode() + packed
    count = len(members) * (2 if twice else 1)
    directory *= 2 if twice else 1
    end = struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(body), 0)
    return body + directory + b"PK\x05\x06" + end


class InspectLogs(Case):
    MEMBERS = {
        "header.json": b'{"eval": {}}',
        "samples/a_epoch_1.json": json.dumps(INSPECT, indent=2).encode(),
        "summaries.json": b"[]",
    }

    def test_archives(self):
        for method in (0, 8, 93):
            with self.subTest(method):
                path = self.write("log.eval", archive(self.MEMBERS, method))
                report = self.check_json(path)
                self.assertEqual(self.category(report, "simple_python")["right"], 1)

    def test_damaged(self):
        whole = archive(self.MEMBERS)
        at = whole.index(b"samples/") + 40
        directory = whole.index(b"PK\x01\x02")
        second = whole.index(b"PK\x01\x02", directory + 1)
        for name, data, said in (
            (
                "bits",
                whole[:at] + bytes(b ^ 0x55 for b in whole[at : at + 40]) + whole[at + 40 :],
                ": malformed",
            ),
            ("cut", whole[:-30], ": truncated or malformed ZIP archive"),
            ("no samples", archive({"a.json": b"{}"}), "is a ZIP archive; unpack it first"),
            (
                "another method",
                archive(self.MEMBERS).replace(b"\x14\0\0\0\x08\0", b"\x14\0\0\0\x0c\0"),
                ": unsupported compression method",
            ),
            ("another checksum", archive(self.MEMBERS, checksum=1), ": malformed: its CRC-32 or size"),
            ("another checksum, not packed", archive(self.MEMBERS, 0, checksum=1), ": malformed: its CRC-32"),
            ("encrypted", archive(self.MEMBERS, flags=1), "samples/a_epoch_1.json: encrypted; pack"),
            ("the same bytes twice", archive(self.MEMBERS, twice=True), "its members overlap"),
            (
                "ZIP64",  # offsets that are too large stand elsewhere
                whole[: second + 42] + b"\xff\xff\xff\xff" + whole[second + 46 :],
                "its directory is malformed or in an unsupported format (ZIP64)",
            ),
            (
                "a directory that is cut",
                whole[: second + 20] + whole[whole.index(b"PK\x05\x06") :],
                "its directory is malformed",
            ),
        ):
            with self.subTest(name):
                self.check(self.write("log.eval", data), code=1)
                self.assertIn(said, self.err)
                self.assertIn("log.eval", self.err)

    def test_one_that_is_cut_is_told_so(self):
        whole = archive(self.MEMBERS, 8)
        for size in (4, 40, len(whole) // 2, whole.index(b"PK\x05\x06")):
            self.check(self.write("log.eval", whole[:size]), code=1)
            self.assertEqual(self.err.count("log.eval"), 1, self.err)
            self.assertIn("log.eval: truncated or malformed ZIP archive", self.err)
        # One of anything else is whole, and to be unpacked.
        self.check(self.write("log.zip", archive({"notes.txt": b"x"})), code=1)
        self.assertIn("unpack it first", self.err)

    def test_a_sample_that_is_damaged_gives_no_verdict(self):
        path = self.write("log.eval", archive(self.MEMBERS, checksum=1))
        self.assertEqual(self.verdicts(path, code=1), [])


if __name__ == "__main__":
    main()
