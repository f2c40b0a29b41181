"""Columns of other libraries, none of which is imported here."""

from __future__ import annotations

from typing import Any

from bfclx._core import _text_column

_MAX_DEPTH = 4  # an episode's turns, steps, calls, and one more


def without_none(given: Any, depth: int = 0) -> Any:
    """Calls {name: arguments} and messages without the members that are None, which Parquet adds to lists of
    them; its arrays as lists. The arguments stay as they are."""
    if isinstance(given, (str, bytes)) or depth > _MAX_DEPTH:
        return given
    if type(given).__module__ == "numpy" and hasattr(given, "tolist"):
        given = given.tolist()
    if type(given) is list:
        return [without_none(one, depth + 1) for one in given]
    if type(given) is dict and len(given) > 1:
        return {name: without_none(value, depth + 1) if name in ("tool_calls", "function") else value
                for name, value in given.items() if value is not None}
    return given


def column(values: Any) -> Any:
    """An iterable of what a column holds, or a _TextColumn where it holds texts of Arrow.

    Calls of frames and tables have a member for each name in the column: those that are None are dropped.
    """
    library = type(values).__module__.partition(".")[0]
    if library in ("numpy", "pandas"):
        return [without_none(one) for one in values.tolist()]
    if not hasattr(values, "__arrow_c_stream__") and not hasattr(values, "__arrow_c_array__"):
        return values
    texts = _text_column(values)
    if texts is not None:
        return texts
    for name in ("to_pylist", "to_list", "tolist"):
        if hasattr(values, name):
            return [without_none(one) for one in getattr(values, name)()]
    return values
