"""Tools from Python functions."""

from __future__ import annotations

import enum
import functools
import inspect
import types
import typing
from typing import Any, Callable, Optional

from bfclx._docstring import read_docstring
from bfclx._errors import SchemaError
from bfclx._hints import HintError, HintReader, is_json


def _original(function: Any) -> Any:
    """The function that a decorator or functools.partial wraps, which has the name and the hints."""
    while True:
        inner = function.func if isinstance(function, functools.partial) else getattr(function, "__wrapped__", None)
        if inner is None:
            return function
        function = inner


def is_function(given: Any) -> bool:
    """Whether `tool` makes a tool of it."""
    return inspect.isroutine(given) or isinstance(given, functools.partial)


def _hint_of(original: Any, parameter: inspect.Parameter) -> Any:
    """The hint of a parameter; texts, as of `from __future__ import annotations`, are looked up."""
    holder: Any = types.SimpleNamespace(__annotations__={"hint": parameter.annotation})
    try:
        names = getattr(inspect.unwrap(original), "__globals__", {})
        return typing.get_type_hints(holder, names, include_extras=True)["hint"]
    except Exception as error:
        raise HintError(f"the hint {parameter.annotation!r} cannot be read: {error}") from None


def _property(original: Any, parameter: inspect.Parameter, reader: HintReader, words: str) -> dict[str, Any]:
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        raise HintError("`*` and `**` parameters are unsupported: models pass arguments by name")
    if parameter.kind is parameter.POSITIONAL_ONLY:
        raise HintError("the parameter is positional only, but models pass arguments by name")
    if parameter.annotation is parameter.empty:
        raise HintError("the type hint is missing")
    schema = reader.schema(_hint_of(original, parameter))
    if words and "description" not in schema and "$ref" not in schema:
        schema["description"] = words
    default = parameter.default.value if isinstance(parameter.default, enum.Enum) else parameter.default
    if default is parameter.empty or "$ref" in schema:
        return schema
    takes_null = "null" in str(schema.get("type", "")) or {"type": "null"} in schema.get("anyOf", [])
    if is_json(default) and (default is not None or takes_null):
        schema["default"] = default
    return schema


def tool(function: Callable[..., Any], *, name: Optional[str] = None) -> dict[str, Any]:
    """The OpenAI tool of a Python function, from its signature, type hints and docstring.

    The function is never called. `name` replaces its name. Descriptions come from the docstring (in the
    style of Google, numpy or Sphinx) or from `Annotated[int, "what it is"]`. Supported hints: str, int,
    float, bool, None, Any, list, tuple, set, dict with text as keys, Literal, Enum, Optional, Union,
    TypedDict, dataclasses, datetime, date, time and UUID. Any other hint raises SchemaError with the name
    of the parameter.

    >>> def weather(city: str, days: int = 1):
    ...     '''The weather in a city.
    ...
    ...     Args:
    ...         city: Its name in English.
    ...     '''
    >>> tool(weather)["function"]["parameters"]["properties"]["city"]
    {'type': 'string', 'description': 'Its name in English.'}
    """
    original = _original(function)
    title = name or getattr(original, "__name__", "")
    if not is_function(function) or not title:
        raise SchemaError(f"{function!r} is not a function")
    if title == "<lambda>":
        raise SchemaError("a lambda has no name: pass `name`")
    try:
        signature = inspect.signature(function)
    except (ValueError, TypeError) as error:
        raise SchemaError(f"{title}: the signature cannot be read: {error}", title) from None
    description, words = read_docstring(inspect.getdoc(original))
    reader = HintReader()
    properties: dict[str, Any] = {}
    required: list[str] = []
    for parameter in signature.parameters.values():
        place = f"{title}.{parameter.name}"
        try:
            properties[parameter.name] = _property(original, parameter, reader, words.get(parameter.name, ""))
        except HintError as error:
            raise SchemaError(f"{place}: {error}", place) from None
        except RecursionError:
            raise SchemaError(f"{place}: the hint is nested too deep", place) from None
        if parameter.default is parameter.empty:
            required.append(parameter.name)
    parameters: dict[str, Any] = {"type": "object", "properties": properties, "required": required}
    if reader.definitions:
        parameters["$defs"] = reader.definitions
    return {
        "type": "function",
        "function": {"name": title, "description": description, "parameters": parameters},
    }


def with_tools(functions: Any) -> Any:
    """Tools in the place of Python functions."""
    if is_function(functions):
        return [tool(functions)]
    if isinstance(functions, (list, tuple)) and any(is_function(one) for one in functions):
        return [tool(one) if is_function(one) else one for one in functions]
    return functions
