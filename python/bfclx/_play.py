"""An entry as something to play: the tools that it offers, calls that run or are written down, turns, and the
verdict on what was done. What bfclx.env and the environments of bfclx.rewards have in common; `bfclx mcp` has the
same rules in the program (tools/bfclx/mcp), and tests/python/played.json is played by both."""

from __future__ import annotations

import datetime
import inspect
import json
import keyword
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Optional

from bfclx._core import (
    Dataset,
    Verdict,
    _convert_to_tool,
    _language_hints,
    categories,
    category_group,
    decode,
)
from bfclx._errors import UnknownEntryError, UnknownNameError

if TYPE_CHECKING:
    from bfclx.shapes import FunctionDoc

END_TURN = "bfclx_end_turn"
OVER = "the episode is over: all its turns have ended"
# Calls that are kept, and the bytes of their arguments: past either a call is refused.
MAX_CALLS = 10_000
MAX_CALL_BYTES = 64 << 20

_PLAYED = ("calls", "relevance", "irrelevance", "multi_turn")
_EXECUTION_ERROR = "Error during execution:"


def playable_categories(dataset: Dataset) -> list[str]:
    """Categories of the dataset whose entries are judged by their calls alone."""
    there = set(dataset.categories())
    return [one["name"] for one in categories()
            if one["judging"] in _PLAYED and one["name"] in there
            and one["name"] != "format_sensitivity"]


def chosen_categories(dataset: Dataset, given: Iterable[str]) -> list[str]:
    """Those of `playable_categories` that the names of categories and groups stand for, in their order. An
    UnknownNameError for a name of neither, and where none is left."""
    names = list(given)
    unknown = [one for one in names if not category_group(one)]
    if unknown:
        raise UnknownNameError(f"unknown category or group {', '.join(unknown)}")
    playable = set(playable_categories(dataset))
    found = dict.fromkeys(name for one in names for name in category_group(one) if name in playable)
    if not found:
        raise UnknownNameError(f"{', '.join(names)}: no entries to play")
    return list(found)


class Play:
    """One entry being played. Use one from one thread at a time; several share nothing but the dataset."""

    def __init__(
        self,
        dataset: Dataset,
        entry_id: str,
        *,
        model_name: str = "model",
        today: Optional[datetime.date] = None,
    ) -> None:
        self._entry = dataset.entry(entry_id)
        self.id = str(self._entry["id"])
        category = next(one for one in categories() if one["name"] == self._entry["category"])
        if category["judging"] not in _PLAYED or category["name"] == "format_sensitivity":
            raise UnknownEntryError(
                f"`{self.id}` is judged by more than its calls: only entries whose calls are compared or run "
                "can be played"
            )
        self._dataset = dataset
        self._language = category["language"]
        self._episode = (dataset.episode(entry_id, model_name=model_name, today=today)
                         if category["judging"] == "multi_turn" else None)
        self._calls: list[dict[str, str]] = []  # of other entries
        self._ended = False
        self._count = self._bytes = 0
        self._tools: tuple[int, list[dict[str, Any]]] = (-1, [])

    @property
    def is_episode(self) -> bool:
        return self._episode is not None

    @property
    def is_over(self) -> bool:
        return self._ended if self._episode is None else self._episode.is_over

    @property
    def turn(self) -> int:
        return int(self._ended) if self._episode is None else self._episode.turn

    @property
    def turns(self) -> int:
        return 1 if self._episode is None else self._episode.turns

    def functions(self, turn: Optional[int] = None) -> list[FunctionDoc]:
        """Function docs of a turn, of the current one when none is given; none past the last."""
        at = self.turn if turn is None else turn
        if at >= self.turns:
            return []
        return list(self._entry.get("function") or []) if self._episode is None else \
            self._episode.tools(at)

    def tools(self, turn: Optional[int] = None) -> list[dict[str, Any]]:
        """[{"name", "description", "input_schema"}] of a turn, of the current one when none is given: dots of
        names are underscores, types those of JSON Schema."""
        at = self.turn if turn is None else turn
        if self._tools[0] != at:
            self._tools = (at, self._made(self.functions(at)))
        return self._tools[1]

    def all_tools(self) -> list[dict[str, Any]]:
        """Those of all turns: `call` refuses the ones that are held out until theirs."""
        if self._episode is None:
            return self.tools()
        docs = {doc["name"]: doc for turn in range(self.turns) for doc in self._episode.tools(turn)}
        return self._made(list(docs.values()))

    def _made(self, docs: list[FunctionDoc]) -> list[dict[str, Any]]:
        made = _convert_to_tool(_language_hints(docs, self._language), "claude")
        return [{"name": tool["name"], "description": tool.get("description", ""),
                 "input_schema": {**tool.get("input_schema", {}), "type": "object"}}
                for tool in made]

    def messages(self) -> list[dict[str, Any]]:
        """What the user says in the current turn. Empty where it brings functions that were held out."""
        if self.is_over:
            return []
        if self._episode is not None:
            return self._episode.user()
        question = self._entry.get("question") or [[]]
        return list(question[0])

    def call(self, name: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """The call's result as text, and whether it is an error. Calls of other entries than episodes are
        written down. A KeyError for a name that the turn has no function of."""
        if self.is_over:
            return OVER, True
        if name not in {tool["name"] for tool in self.tools()}:
            raise KeyError(name)
        try:
            text = json.dumps(arguments)
        except (RecursionError, TypeError, ValueError) as error:
            return f"{type(error).__name__}: the arguments are not JSON: {error}", True
        self._count += 1
        self._bytes += len(text)
        if self._count > MAX_CALLS or self._bytes > MAX_CALL_BYTES:
            return "no more calls are accepted: the limit of this session is reached", True
        step = {name: text}
        if self._episode is None:
            self._calls.append(step)
            return "recorded", False
        try:
            calls = decode([step], decoder="openai_fc", execute=True)
        except Exception as error:  # the official decoder's, of any class
            return f"{type(error).__name__}: {error}", True
        result = "".join(self._episode.execute(calls))
        return result, result.startswith(_EXECUTION_ERROR)

    def end_turn(self) -> dict[str, Any]:
        """Ends the turn; what `turn_info` says of the next."""
        if not self.is_over:
            if self._episode is None:
                self._ended = True
            else:
                self._episode.end_turn()
        return self.turn_info()

    def turn_info(self) -> dict[str, Any]:
        """The current turn: what the user says, and the names of functions that were held out until now."""
        held = {} if self.is_over else self._entry.get("missed_function") or {}
        return {"id": self.id, "turn": self.turn, "turns": self.turns, "over": self.is_over,
                "messages": self.messages(),
                "new_tools": [doc["name"].replace(".", "_") for doc in held.get(str(self.turn), [])]}

    def state(self) -> dict[str, Any]:
        """Public state of the simulated services; empty for other entries."""
        return {} if self._episode is None else self._episode.state()

    def verdict(self) -> Verdict:
        """Of what was done so far; turns that have not begun count as empty."""
        if self._episode is not None:
            return self._episode.verdict()
        return self._dataset.score(self.id, self._calls, decoder="openai_fc", underscore_to_dot=True)


_TYPES = {"string": str, "integer": int, "number": float, "boolean": bool, "array": list, "object": dict}


def _annotation(schema: Mapping[str, Any]) -> Any:
    kind = _TYPES.get(schema.get("type", "string"), str)
    if kind is list:
        return list[_annotation(schema.get("items") or {})]  # type: ignore[misc]
    return kind


def _in_order(schema: Mapping[str, Any]) -> list[str]:
    """Parameters, those first that are required."""
    required = schema.get("required", [])
    return sorted(schema.get("properties", {}), key=lambda name: name not in required)


def _dressed(function: Callable[..., str], tool: Mapping[str, Any], with_self: bool) -> Callable[..., str]:
    """The function with the name, the typed parameters and the documentation of a tool."""
    schema = tool["input_schema"]
    properties, required = schema.get("properties", {}), schema.get("required", [])
    for name in (tool["name"], *properties):
        if not name.isidentifier() or keyword.iskeyword(name):
            raise ValueError(f"`{name}` cannot name a function or a parameter in Python")
    order = _in_order(schema)
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    annotations = {name: _annotation(properties[name]) for name in order}
    function.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        ([inspect.Parameter("self", kind)] if with_self else []) + [
            inspect.Parameter(name, kind, annotation=annotations[name],
                              default=inspect.Parameter.empty if name in required
                              else properties[name].get("default"))
            for name in order],
        return_annotation=str)
    function.__annotations__ = {**annotations, "return": str}
    function.__name__ = function.__qualname__ = tool["name"]

    def words(text: Any) -> str:
        return " ".join(str(text).split())

    lines = [words(tool["description"]) or tool["name"], ""]
    if order:
        lines += ["Args:"]
        lines += [f"    {name}: {words(properties[name].get('description') or name)}" for name in order]
        lines += [""]
    function.__doc__ = "\n".join([*lines, "Returns:", "    The result as text."])
    return function


def typed_method(
    tool: Mapping[str, Any], run: Callable[[Any, dict[str, Any]], str]
) -> Callable[..., str]:
    """A method with a tool's name, types and documentation, which hands itself and what is given to `run`. A
    ValueError for names that Python has no parameters of."""
    names = _in_order(tool["input_schema"])

    def method(self: Any, *given: Any, **arguments: Any) -> str:
        return run(self, {**dict(zip(names, given)), **arguments})

    return _dressed(method, tool, with_self=True)


def typed_function(
    tool: Mapping[str, Any], run: Callable[[str, dict[str, Any]], str]
) -> Callable[..., str]:
    """The same as a function; `run` is handed the tool's name. Parameters that are left out are None, and not
    handed on."""
    name = str(tool["name"])
    needed = set(tool["input_schema"].get("required", []))

    def function(**arguments: Any) -> str:
        return run(name, {key: value for key, value in arguments.items()
                          if value is not None or key in needed})

    return _dressed(function, tool, with_self=False)
