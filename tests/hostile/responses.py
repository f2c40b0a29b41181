"""Hostile responses: shapes (shapes.py) in the form that a decoder, a language or an episode reads."""

import collections
import json

import calls
import shapes

# `shape` is what goes wrong, `form` how it is put before the program. make(n) is a response of about n
# bytes: a text, or JSON where the official handlers store it so.
Case = collections.namedtuple("Case", "shape form decoder entry make")

# What each decoder takes a call f(x=VALUE) from, by the syntax of the value.
CALL = "f(x=%s)"
PYTHON_LIST = "[" + CALL + "]"
PYTHON_FORMS = {
    "prompting": PYTHON_LIST,
    "claude_prompting": PYTHON_LIST,
    "mistral_api_prompting": PYTHON_LIST,
    "nvidia": PYTHON_LIST,
    "oss": PYTHON_LIST,
    "gemini_prompting": "```tool_code\n" + PYTHON_LIST + "\n```",
    "phi": "```python\n" + PYTHON_LIST + "\n```",
    "nemotron": "<TOOLCALL>" + PYTHON_LIST + "</TOOLCALL>",
    "gorilla": CALL,
    "nexus": CALL + ";",
    "minicpm_fc": "<|tool_call_start|>\n```python\n" + CALL + "\n```\n<|tool_call_end|>",
    "llama_3_1": '{"name":"f","parameters":{"x":%s}}',
    "qwen_fc": '<tool_call>\n{"name":"f","arguments":{"x":%s}}\n</tool_call>',
    "functiongemma": "<start_function_call>call:f{x:%s}<end_function_call>",
}
JSON_CALL = '{"name":"f","arguments":{"x":%s}}'
TAGGED = "<tool_call>\n" + JSON_CALL + "\n</tool_call>"
JSON_FORMS = {
    "qwen_fc": TAGGED,
    "granite4_fc": TAGGED,
    "nanbeige_fc": TAGGED,
    "pelican_fc": TAGGED,
    "salesforce_llama": "[" + JSON_CALL + "]",
    "salesforce_qwen": "[" + JSON_CALL + "]",
    "hammer": "```[" + JSON_CALL + "]```",
    "bitagent": "[" + JSON_CALL + "]",
    "think_agent": "<think>a</think>[" + JSON_CALL + "]",
    "falcon_fc": "<tool_call>[" + JSON_CALL + "]</tool_call>",
    "granite": "<function_call> " + JSON_CALL,
    "glm": 'f\n{"x":%s}',
    "llama_3_1": '{"name":"f","parameters":{"x":%s}};',
    "minicpm_fc": "<|tool_call_start|>\n```json\n" + JSON_CALL + "\n```\n<|tool_call_end|>",
    "functiongemma": "<start_function_call>call:f{x:%s}<end_function_call>",
}


def texts_of_arguments(text):
    return [{"f": '{"x":%s}' % text}]


def objects(text):
    return [{"f": {"x": text}}]


def named_objects(text):
    return [{"name": "f", "arguments": {"x": text}}]


# Responses that are JSON themselves.
JSON_RESPONSES = {
    "openai_fc": texts_of_arguments,
    "openai_responses_fc": texts_of_arguments,
    "claude_fc": texts_of_arguments,
    "mistral_api_fc": texts_of_arguments,
    "gemini_fc": objects,
    "nova_fc": objects,
    "mistral_fc": objects,
    "granite3_fc": objects,
    "phi_fc": objects,
    "arch": objects,
    "cohere_fc": lambda text: [{"tool_name": "f", "parameters": {"x": text}}],
    "mining": named_objects,
    "dm_cito": named_objects,
}
XML_CALL = "<functions><function name='f'>%s</function></functions>"
EPISODE = "multi_turn_base_0"
AGENTIC = ("web_search_base_0", "memory_kv_0-customer-0")
ABSTAIN = ("irrelevance_0", "live_relevance_0-0-0")


def sensitive(number, form, tagged="False"):
    """The id of a format-sensitivity entry whose configuration has this number."""
    return (f"format_sensitivity_{number}:ret_fmt={form}&tool_call_tag={tagged}&func_doc_fmt=python"
            "&prompt_fmt=plaintext&style=classic:simple_python_0")


def turns(text):
    """The response of an episode of one turn, and of an agentic entry: one step."""
    return [[text]]


def filled(form, make):
    return lambda n: form.replace("%s", make(n))


def repeated(call, n):
    """A list of the call, as often as it fits."""
    return "[" + shapes.times(call.replace('", "', ",") + ",", n) + "]"


def steps(call, n):
    """The same calls, one in each step."""
    one = call.replace('", "', ",")
    return [[f"[{one.replace('%d', str(i))}]" for i in range(max(1, n // (len(call) + 6)))]]


def calls_as_json(call, n):
    """As an API with tool calls gives them; the argument is the text of the value."""
    name, _, rest = call.partition("(")
    value = rest.partition("=")[2][:-1] or "1"
    one = {name: json.dumps({rest.partition("=")[0] or "a": value})}
    return [[[one] * max(1, n // (len(call) + 20))]]


def python_cases():
    entries = [f"simple_python_{i}" for i in range(1, 5)]
    entries += [*ABSTAIN, "parallel_0", "simple_java_0", "simple_javascript_0", "exec_simple_0"]
    for shape, make in shapes.PYTHON.items():
        name = f"python {shape}"
        for decoder, form in PYTHON_FORMS.items():
            yield Case(name, "an argument", decoder, "simple_python_0", filled(form, make))
        for entry in entries:
            yield Case(name, "an argument", "prompting", entry, filled(PYTHON_LIST, make))
        yield Case(name, "arguments of calls", "prompting", "parallel_0", lambda n, m=make: (
            "[" + ",".join([CALL.replace("%s", m(n // 8))] * 8) + "]"))
        yield Case(name, "in one episode", "prompting", EPISODE, lambda n, m=make: (
            turns("[mean(numbers=" + m(n) + ")]")))
        yield Case(name, "executed", "prompting", "exec_parallel_0", lambda n, m=make: (
            "[calculate_mean(numbers=" + m(n) + ")]"))
        yield Case(name, "a response", "prompting", "simple_python_0", make)
        for entry in AGENTIC:
            yield Case(name, "an answer", "prompting", entry, lambda n, m=make: (
                turns("[f(x=" + m(n) + ")]")))


def json_cases():
    for shape, make in shapes.JSON.items():
        name = f"json {shape}"
        for decoder, form in JSON_FORMS.items():
            for entry in ("simple_python_0", "simple_python_2"):
                yield Case(name, "an argument", decoder, entry, filled(form, make))
        for decoder, form in JSON_RESPONSES.items():
            yield Case(name, "a response", decoder, "simple_python_0", lambda n, f=form, m=make: f(m(n)))
        for entry, form in ((sensitive(9, "json"), "[%s]"),
                            (sensitive(6, "json", "True"), "<TOOLCALL>[%s]</TOOLCALL>")):
            yield Case(name, "a format", "prompting", entry, filled(form % JSON_CALL, make))
        yield Case(name, "an episode", "openai_fc", EPISODE, lambda n, m=make: (
            [[[{"mean": '{"numbers":%s}' % m(n)}]]]))
        yield Case(name, "an answer", "prompting", AGENTIC[0], lambda n, m=make: (
            turns('{"answer":' + m(n) + ',"context":"a"}')))


def text_cases(decoders):
    for shape, make in shapes.TEXTS.items():
        name = f"text {shape}"
        for decoder in decoders:
            yield Case(name, "a response", decoder, "simple_python_0", make)
        for entry in (EPISODE, *AGENTIC):
            yield Case(name, "a step", "prompting", entry, lambda n, m=make: turns(m(n)))
        for entry in ("simple_java_0", "simple_javascript_0", "exec_simple_0", "rest_0", *ABSTAIN):
            yield Case(name, "a response", "prompting", entry, make)
        yield Case(name, "a name in JSON", "openai_fc", "simple_python_0", lambda n, m=make: (
            [{m(n): "{}"}]))


def language_cases():
    for shape, make in shapes.JAVA_VALUES.items():
        name = f"source {shape}"
        for entry in ("simple_java_0", "simple_java_1", "simple_javascript_0"):
            yield Case(name, "an argument", "prompting", entry, filled(CALL, make))
            yield Case(name, "a text", "openai_fc", entry, lambda n, m=make: (
                [{"f": json.dumps({"x": m(n)})}]))
            yield Case(name, "an open call", "prompting", entry, lambda n, m=make: f"f({m(n)}")
    for shape, make in shapes.XML.items():
        for number, form in ((15, "verbose"), (21, "concise")):
            entry = sensitive(number, f"{form}_xml")
            yield Case(f"xml {shape}", "a call", "prompting", entry, filled(XML_CALL, make))
            yield Case(f"xml {shape}", "alone", "prompting", entry, lambda n, m=make: (
                "<functions>" + m(n) + "</functions>"))


def call_cases():
    for shape, call in calls.EPISODE.items():
        name = f"episode {shape}"
        yield Case(name, "one step", "prompting", EPISODE, lambda n, c=call: turns(repeated(c, n)))
        yield Case(name, "steps", "prompting", EPISODE, lambda n, c=call: steps(c, n))
        yield Case(name, "JSON", "openai_fc", EPISODE, lambda n, c=call: calls_as_json(c, n))
        yield Case(name, "steps", "prompting", AGENTIC[0], lambda n, c=call: steps(c, n))
    for shape, call in calls.EXECUTED.items():
        name = f"executed {shape}"
        for entry in ("exec_simple_0", "exec_parallel_0", "rest_0"):
            yield Case(name, "calls", "prompting", entry, lambda n, c=call: repeated(c, n))
        yield Case(name, "one call", "prompting", "exec_simple_0", lambda n, c=call: (
            "[" + c.replace("%d", "7") + "]"))
        yield Case(name, "lines", "gorilla", "exec_parallel_0", lambda n, c=call: (
            shapes.times(c + "\n", n)))


def all_cases(decoders):
    yield from python_cases()
    yield from json_cases()
    yield from text_cases(decoders)
    yield from language_cases()
    yield from call_cases()
