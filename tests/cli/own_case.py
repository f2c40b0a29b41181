"""Tools, cases and a base class for tests of benchmarks of one's own."""

import json
import shutil

from cli_case import Case

WEATHER = {"type": "object", "required": ["city"], "properties": {
    "city": {"type": "string", "description": "The city."}, "days": {"type": "integer", "minimum": 1}}}
MONEY = {"type": "object", "required": ["amount", "to"], "properties": {
    "amount": {"type": "number"}, "to": {"type": "string", "enum": ["EUR", "USD"]}}}
OPENAI = [{"type": "function", "function": {"name": "get_weather", "description": "The weather.", "parameters": WEATHER}},
          {"type": "function", "function": {"name": "convert", "description": "Converts.", "parameters": MONEY}}]
MCP = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [
    {"name": "get_weather", "description": "The weather.", "inputSchema": {"$schema": "x", **WEATHER}},
    {"name": "convert", "description": "Converts.", "inputSchema": MONEY}]}}
ANTHROPIC = [{"name": "get_weather", "description": "The weather.", "input_schema": WEATHER},
             {"name": "convert", "description": "Converts.", "input_schema": MONEY}]

# In the shape of the official prompts.json; the words are the test's own.
PROMPTS = {
    "DEFAULT_SYSTEM_PROMPT_FORMAT": "ret_fmt=python&tool_call_tag=False&func_doc_fmt=json&prompt_fmt=plaintext&style=classic",
    "OUTPUT_FORMAT_MAPPING": {"python": "[f(a=1)]"}, "PARAM_TYPE_MAPPING": {"python": ""},
    "PROMPT_TEMPLATE_MAPPING": {"plaintext": "{available_tools}"},
    "PROMPT_STYLE_TEMPLATES": {"classic": {"persona": "a", "task": "b", "tool_call_no_tag": "c", "tool_call_with_tag": "d",
                                           "multiturn_behavior": "e", "available_tools": "You can call these: {functions}"}}}


def weather(city, **more):
    return {"name": "get_weather", "arguments": {"city": city, **more}}


CASES = [
    {"id": "w1", "question": "How warm is it in Paris?", "tags": ["weather"],
     "expected": [weather({"any_of": ["Paris", "Paris, France"]}, days={"any_of": [1], "optional": True})]},
    {"id": "w2", "tools": ["get_weather"], "question": "And in Rome?", "expected": [weather("Rome")]},
    {"id": "w3", "tools": ["get_weather"], "question": "In Oslo and Bonn?", "expected": [weather("Oslo"), weather("Bonn")]},
    {"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Lima, and 5 to EUR."}],
     "expected": [weather("Lima"), {"name": "convert", "arguments": {"amount": 5, "to": "EUR"}}]},
    {"id": "n1", "question": "Tell me a joke.", "expected": "none"},
]


def lines(cases):
    return "".join(json.dumps(case) + "\n" for case in cases)


class Own(Case):
    def new(self, tools=OPENAI, *more, code=0, name="my-bench"):
        self.write("tools.json", tools if isinstance(tools, str) else json.dumps(tools))
        return self.run_program("dataset", "new", name, "--tools", "tools.json", *more, code=code)

    def add(self, cases=CASES, code=0):
        self.write("cases.jsonl", cases if isinstance(cases, str) else lines(cases))
        return self.run_program("dataset", "add", "my-bench", "cases.jsonl", code=code)

    def snapshot(self):
        return {path.relative_to(self.folder): path.read_bytes()
                for path in (self.folder / "my-bench").rglob("*") if path.is_file()}

    def states_of_a_kill(self, start, before, whole, more_than):
        """The folder after each file that an add had put into its place, from none to all. `start`: a copy of
        it before; `before` and `whole`: its snapshots. All ground truth comes before all questions."""
        changed = sorted((path for path in whole if whole[path] != before.get(path)),
                         key=lambda path: "possible_answer" not in path.parts)
        self.assertGreater(len(changed), more_than)
        for count in range(len(changed) + 1):
            shutil.rmtree(self.folder / "my-bench")
            shutil.copytree(start, self.folder / "my-bench")
            for path in changed[:count]:
                (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / path).write_bytes(whole[path])
            yield count

    def entries(self, category, part="data"):
        path = self.folder / "my-bench" / part / f"BFCL_v4_{category}.json"
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
