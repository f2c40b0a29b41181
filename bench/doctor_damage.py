"""What the ways to damage a good run share; doctor_damages.py says what a damage is."""

import ast
import re

DAMAGES = []
UNREAD = {"not_decoded", "credited_calls"}  # calls that stand there and are not read


class Damage:
    def __init__(self, name, change, finds, also, whole, options, only_all):
        self.name, self.change, self.finds, self.also = name, change, finds, set(also)
        self.whole, self.options, self.only_all = whole, options, only_all

    def true_codes(self):
        return set(self.finds) | self.also


def damage(name, finds=(), also=(), whole=False, options=(), only_all=False):
    """`whole`: changes a list of rows or the folder at a time; `only_all`: has no strengths and sides."""
    def add(change):
        DAMAGES.append(Damage(name, change, list(finds), also, whole, list(options), only_all))
        return change
    return add


class Context:
    """What a damage may look at: the rows of the run, its draws, whether the run is held out."""

    def __init__(self, run, draw, held_out):
        self.run, self.draw, self.held_out = run, draw, held_out

    def text(self, *choices):
        """Of two texts the one of this half of the runs."""
        return choices[1 if self.held_out else 0]


def is_api(result):
    """Calls of a chat API: [{name: arguments as JSON text}]."""
    return isinstance(result, list) and bool(result) and all(
        isinstance(call, dict) and len(call) == 1 and isinstance(next(iter(call.values())), str) for call in result)


def is_calls(result):
    """Calls written as Python, as prompts ask for them."""
    return isinstance(result, str) and re.match(r"\s*\[?\s*[A-Za-z_][\w.]*\(", result) is not None


def wants_calls(row):
    return "irrelevance" not in row["id"] and "relevance" not in row["id"] and "memory" not in row["id"]


def is_single(row):
    return not row["id"].startswith(("multi_turn", "memory", "web_search"))


def calls_row(row):
    return is_single(row) and wants_calls(row) and (is_api(row["result"]) or is_calls(row["result"]))


def on_text(change):
    """A damage of calls written as text, in entries that want some."""
    def changed(row, context):
        if not (calls_row(row) and isinstance(row["result"], str)):
            return None
        text = change(row["result"], context)
        return None if text is None else {**row, "result": text}
    return changed


def on_api(change):
    """A damage of the argument texts of API calls."""
    def changed(row, context):
        if not (calls_row(row) and is_api(row["result"])):
            return None
        calls = [{name: change(text, context) for name, text in call.items()} for call in row["result"]]
        return None if calls == row["result"] else {**row, "result": calls}
    return changed


def replaced(*texts):
    """Another response in place of each, whatever was there."""
    def changed(row, context):
        return {**row, "result": context.text(*texts)} if is_single(row) else None
    return changed


def python_calls(text):
    """[(name, arguments)] of calls with plain values; None for others."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        calls = tree.elts if isinstance(tree, ast.List) else [tree]
        return [(ast.unparse(call.func), {word.arg: ast.literal_eval(word.value) for word in call.keywords})
                for call in calls if isinstance(call, ast.Call)]
    except (SyntaxError, ValueError):
        return None
