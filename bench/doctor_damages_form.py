"""Damages of the form of responses: decoder, names, wrappings and values."""

import json
import re

from doctor_damage import UNREAD, calls_row, damage, is_api, on_api, on_text, python_calls


@damage("scored with a wrong decoder", ["other_decoder"], UNREAD | {"empty_tool_calls"}, whole=True, only_all=True)
def wrong_decoder(rows, context):
    api = any(is_api(row["result"]) for row in rows if calls_row(row))
    context.options = ["--decoder", "prompting" if api else "openai_fc"]
    return rows


@damage("pasted in another format", ["other_decoder"], UNREAD)
def other_format(row, context):
    if not calls_row(row):
        return None
    if is_api(row["result"]):
        try:
            calls = [(name, json.loads(text)) for call in row["result"] for name, text in call.items()]
        except ValueError:
            return None
        if not all(isinstance(arguments, dict) for _, arguments in calls):
            return None
        if context.held_out:
            return {**row, "result": "[" + ", ".join(
                f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"
                for name, arguments in calls) + "]"}
        return {**row, "result": "\n".join(
            "<tool_call>\n" + json.dumps({"name": name, "arguments": arguments}) + "\n</tool_call>"
            for name, arguments in calls)}
    calls = python_calls(row["result"])
    if not calls:
        return None
    return {**row, "result": "\n".join(
        "<tool_call>\n" + json.dumps({"name": name, "arguments": arguments}) + "\n</tool_call>"
        for name, arguments in calls)}


@damage("underscores for dots", ["dots_in_names"], options=["--underscore-to-dot", "no"])
def underscores(row, context):
    if not calls_row(row) or not context.run.dotted:
        return None
    if is_api(row["result"]):
        calls = [{name.replace(".", "_"): text for name, text in call.items()} for call in row["result"]]
        return {**row, "result": calls} if any("_" in next(iter(call)) for call in calls) else None
    text = re.sub(r"(?<=\w)\.(?=\w+\()", "_", row["result"])
    return {**row, "result": text} if text != row["result"] else None


@damage("fences around calls", ["wrapped_calls", "other_decoder"], UNREAD)
@on_text
def fences(text, context):
    return context.text("```python\n{}\n```", "```tool_code\n{}\n```").format(text)


@damage("quotes around calls", ["wrapped_calls", "other_decoder"], UNREAD)
@on_text
def quotes(text, context):
    return context.text("'{}'", '"{}"').format(text)


@damage("a sentence before the calls", ["wrapped_calls", "other_decoder", "not_decoded"], UNREAD)
@on_text
def sentence(text, context):
    return context.text("Here are the function calls:\n\n{}", "Sure! I will use this.\n{}\nLet me know.").format(text)


@damage("reasoning left in", ["unparsed_reasoning"], UNREAD | {"other_decoder"})
@on_text
def reasoning(text, context):
    return context.text("<think>\nThe user wants this done. One call is enough.\n</think>\n\n",
                        "<think>Okay, let me see. The tools fit.</think>") + text


@damage("arguments as strings", ["malformed_arguments"], UNREAD | {"values_as_text"})
@on_api
def double_encoded(text, context):
    return json.dumps(text)


@damage("arguments as Python", ["malformed_arguments"], UNREAD)
@on_api
def python_arguments(text, context):
    try:
        return str(json.loads(text))
    except ValueError:
        return text


@damage("numbers as text", ["values_as_text"], {"arguments_no_text"})
def numbers_as_text(row, context):
    if not calls_row(row) or "java" in row["id"]:
        return None
    if not is_api(row["result"]):
        calls = python_calls(row["result"]) if isinstance(row["result"], str) else None
        if not calls or not any(is_number(value) for _, arguments in calls for value in arguments.values()):
            return None
        return {**row, "result": "[" + ", ".join(
            f"{name}({', '.join(f'{key}={as_text(value)!r}' for key, value in arguments.items())})"
            for name, arguments in calls) + "]"}
    try:
        calls = [(name, json.loads(text)) for call in row["result"] for name, text in call.items()]
    except ValueError:
        return None
    if not any(is_number(value) for _, arguments in calls if isinstance(arguments, dict)
               for value in arguments.values()):
        return None
    return {**row, "result": [{name: json.dumps({key: as_text(value) for key, value in arguments.items()})}
                              for name, arguments in calls]}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def as_text(value):
    return str(value) if is_number(value) else value


@damage("Java arguments as values", ["arguments_no_text"])
def java_values(row, context):
    if "java" not in row["id"] or not is_api(row["result"]):
        return None
    def plain(value):
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value.rstrip("Lf"))
        except ValueError:
            return value
    try:
        calls = [{name: json.dumps({key: plain(value) for key, value in json.loads(text).items()})}
                 for call in row["result"] for name, text in call.items()]
    except (ValueError, AttributeError):
        return None
    return {**row, "result": calls} if calls != row["result"] else None


@damage("arguments in another language", ["other_language"])
def other_language(row, context):
    word = context.text("天气", "поиск")
    if not calls_row(row) or "java" in row["id"]:
        return None
    text = json.dumps(row["result"], ensure_ascii=False)
    quote = r'(?<=: \\")[A-Z][a-z ]+(?=\\")' if is_api(row["result"]) else r"(?<=')[A-Z][a-z ]+(?=')"
    changed = re.sub(quote, word, text)
    return {**row, "result": json.loads(changed)} if changed != text else None
