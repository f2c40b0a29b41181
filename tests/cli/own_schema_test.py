"""Benchmarks of one's own whose tools have JSON Schema that BFCL's form cannot represent."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "serving"))
from cli_case import main  # noqa: E402
from own_case import PROMPTS, Own, lines  # noqa: E402
from scripted_server import ScriptedServer, chat  # noqa: E402

FIND = {"type": "object", "required": ["what"], "properties": {
    "what": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/point"}], "description": "A name or a point."},
    "near": {"$ref": "#/$defs/place"}, "limit": {"type": ["integer", "null"], "default": None}, "extra": {}},
    "$defs": {"point": {"type": "object", "required": ["lat"], "properties": {"lat": {"type": "number"}}},
              "place": {"type": "object", "properties": {"name": {"type": "string"}, "in": {"$ref": "#/$defs/place"}}}}}
TOOLS = [{"type": "function", "function": {"name": "find.place", "description": "Finds.", "parameters": FIND}},
         {"type": "function", "function": {"name": "now", "description": "Tells.", "parameters": {
             "type": "object", "properties": {"zone": {"type": "number"}}}}}]
MARKED = {"$schema": "https://json-schema.org/draft/2020-12/schema", **FIND}
NOW = {"type": "object", "properties": {"zone": {"type": "number", "description": " This is a float type value.",
                                                 "format": "float"}}, "required": []}


def find(**arguments):
    return {"name": "find.place", "arguments": arguments}


CASES = [
    {"id": "name", "question": "Find Rome.", "expected": [find(what="Rome", limit={"any_of": [None, 3], "optional": True})]},
    {"id": "point", "question": "Find 1.", "tools": ["find.place"],
     "expected": [find(what={"lat": 1}, near={"name": "X", "in": {"name": "Y"}})]},
    {"id": "now", "question": "What time is it?", "tools": ["now"], "match": "official", "expected": "now(zone=1.0)"},
    {"id": "none", "question": "A joke?", "expected": "none"},
]
# The tools of a request, and what surrounds each in it.
PROTOCOLS = {
    "chat": (lambda body: body["tools"], lambda name, text, schema: {
        "type": "function", "function": {"name": name, "description": text, "parameters": schema}}),
    "responses": (lambda body: body["tools"], lambda name, text, schema: {
        "type": "function", "name": name, "description": text, "parameters": schema}),
    "anthropic": (lambda body: body["tools"], lambda name, text, schema: {
        "name": name, "description": text, "input_schema": schema}),
    "mistral": (lambda body: body["tools"], lambda name, text, schema: {
        "type": "function", "function": {"name": name, "description": text, "parameters": schema}}),
    "cohere": (lambda body: body["tools"], lambda name, text, schema: {
        "type": "function", "function": {"name": name, "description": text, "parameters": schema}}),
    "bedrock": (lambda body: body["toolConfig"]["tools"], lambda name, text, schema: {
        "toolSpec": {"name": name, "description": text, "inputSchema": {"json": schema}}}),
    "gemini": (lambda body: body["tools"][0]["functionDeclarations"], lambda name, text, schema: {
        "name": name, "description": text, "parameters_json_schema": schema}),
}
HINT = " Note that the provided function is in Python 3 syntax."


class OwnSchema(Own):
    def setUp(self):
        super().setUp()
        self.new(TOOLS, "--match", "schema")
        self.add(CASES)

    def test_what_is_kept(self):
        entries = {entry["own_id"]: entry for name in ("simple_python", "multiple", "irrelevance")
                   for entry in self.entries(name)}
        doc = {"name": "find.place", "description": "Finds.", "parameters": MARKED}
        self.assertEqual(json.dumps(entries["name"]["function"][0]), json.dumps(doc))
        self.assertEqual(entries["none"]["function"][0], doc)
        self.assertEqual(entries["now"]["function"][0]["parameters"]["properties"]["zone"]["type"], "float")
        manifest = json.loads((self.folder / "my-bench/dataset.json").read_text("utf-8"))
        self.assertEqual(manifest["tools"], TOOLS)
        out = self.run_program("dataset", "validate", "my-bench")
        self.assertRegex(out, r"(?m)^simple_python +2 +2 +-")
        self.assertRegex(out, r"(?m)^multiple +1 +1 +-")

    def test_the_official_rules_refuse_them(self):
        self.new(TOOLS, code=1, name="other")
        self.assertIn("tools.json: tools[0].function.parameters.properties.what: `anyOf`: the official rules check values "
                      "of a single type. Write one `type` here; or use `--match schema` (\"match\": \"schema\" in a case)",
                      self.err)
        self.assertFalse((self.folder / "other").exists())
        self.add([{"question": "Rome?", "match": "official", "expected": [find(what="Rome")]}], code=1)
        self.assertIn("cases.jsonl:1: match: the official rules cannot check the JSON Schema of 'find.place': use the "
                      "match `schema` or `exact`", self.err)
        path = self.folder / "my-bench/data/BFCL_v4_multiple.json"
        [entry] = self.entries("multiple")
        path.write_text(lines([{**entry, "match": "official"}]), "utf-8")
        self.run_program("dataset", "validate", "my-bench", code=None)
        self.assertIn("data/BFCL_v4_multiple.json:1: multiple_0: the official rules cannot check the JSON Schema of "
                      "'find.place': use the match `schema` or `exact`", " ".join((self.out + self.err).split()))

    def test_faults_have_their_path(self):
        for expected, fault in (
                ([find(what=1)], "expected[0].arguments.what: 1 is not of the type string or object"),
                ([find(what={"lon": 1})], "expected[0].arguments.what"),
                ([find(what="a", near={"in": {"in": {"name": 5}}})], "expected[0].arguments.near.in.in.name: 5 is not"),
                ([find(what="a", limt=1)], "expected[0].arguments: unknown property 'limt'. Did you mean limit?")):
            with self.subTest(fault=fault):
                self.add([{"question": "?", "expected": expected}], code=1)
                self.assertIn("cases.jsonl:1: " + fault, self.err)
        for schema, fault in (
                ({"$ref": "#/properties/x"}, "tools[0].parameters.properties.x"),
                ({"anyOf": [{"not": {}}]}, "tools[0].parameters.properties.x.anyOf[0]: the keyword `not` is unsupported"),
                ({"$ref": "https://example.org/x"}, "only references inside the schema")):
            with self.subTest(fault=fault):
                self.new([{"name": "f", "parameters": {"properties": {"x": schema}}}], "--match", "schema", code=1,
                         name="other")
                self.assertIn(fault, self.err)

    def test_each_protocol_is_sent_the_schema_as_given(self):
        for api, (tools_of, wrapped) in PROTOCOLS.items():
            with self.subTest(api=api), ScriptedServer(lambda seen: {}) as server:
                self.run_program("run", "--dataset", "my-bench", "--model", "m", "--api", api, "--mode", "fc", "--retries", 0,
                                 "--base-url", server.url, "--result-dir", f"of-{api}", "--timeout", 20, code=None,
                                 env={"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"})
                [tools] = [tools for tools in (tools_of(seen.body) for seen in server.seen if seen.method == "POST"
                                               and "Find Rome." in json.dumps(seen.body))][:1]
                self.assertEqual(json.dumps(tools[0]).count("$schema"), 0)
                self.assertEqual(tools[0], wrapped("find_place", "Finds." + HINT, FIND))
                if api != "gemini":  # its types are in capitals
                    self.assertEqual(tools[1], wrapped("now", "Tells." + HINT, NOW))

    def test_prompt_mode_prints_the_function_as_given(self):
        self.write("my-bench/prompts.json", json.dumps(PROMPTS))
        with ScriptedServer(lambda seen: chat("[find.place(what='Rome')]")) as server:
            self.run_program("run", "--dataset", "my-bench", "--model", "m", "--mode", "prompt", "--base-url", server.url,
                             "--result-dir", "texts", "--timeout", 20)
            [prompt] = [seen.body["messages"][0]["content"] for seen in server.seen
                        if seen.method == "POST" and "Find 1." in json.dumps(seen.body)]
        doc = {"name": "find.place", "description": "Finds." + HINT, "parameters": FIND}
        self.assertEqual(json.loads(prompt[prompt.index("You can call these: ") + len("You can call these: "):]), [doc])

    def test_the_whole_round(self):
        calls = {"Find Rome.": [("find_place", {"what": "Rome", "limit": None})],
                 "Find 1.": [("find_place", {"what": {"lat": 1.5}, "near": {"name": "X", "in": {"name": "Y"}}})],
                 "What time is it?": [("now", {"zone": 1.0})]}

        def script(seen):
            text = seen.body["messages"][-1]["content"]
            return chat(None, calls[text]) if text in calls else chat("A joke.")

        for model in ("one", "two"):
            with ScriptedServer(script, models=(model,)) as server:
                self.run_program("run", "--dataset", "my-bench", "--model", model, "--base-url", server.url,
                                 "--result-dir", "result", "--timeout", 20)
        out = self.run_program("score", "result/one", "--dataset", "my-bench")
        self.assertIn("3 of 4 passed", out)
        out = self.run_program("show", "result/one", "point", "--dataset", "my-bench")
        for text in ("what: string or point", "near: place, optional", "limit: integer or null, optional",
                     "extra: any, optional", "failed: schema_match:value", "Ground truth, match schema"):
            self.assertIn(text, out)
        self.run_program("show", "result/one", "name", "--dataset", "my-bench")
        self.run_program("doctor", "result/one", "--dataset", "my-bench", code=None)
        self.run_program("dataset", "audit", "result", "--dataset", "my-bench", code=None)
        self.assertNotIn("Error", self.err)
        self.run_program("compare", "result/one", "result/two", "--dataset", "my-bench", code=None)
        self.run_program("report", "result/one", "--dataset", "my-bench", "-o", "report.html")
        self.assertIn("find.place", (self.folder / "report.html").read_text("utf-8"))


if __name__ == "__main__":
    main()
