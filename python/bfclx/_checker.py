"""Alternatives of what a Checker expects."""

from __future__ import annotations

from typing import Any


def any_of(*values: Any, optional: bool = False) -> dict[str, Any]:
    """Alternatives for `Checker.check`: of a value at any depth, of a call, or of all calls.

    With `optional` an argument or a property can be left out, too. The result is plain data,
    `{"any_of": [...]}`, as files can hold it.

    >>> any_of("Paris", "Paris, France", optional=True)
    {'any_of': ['Paris', 'Paris, France'], 'optional': True}
    """
    if not values:
        raise ValueError("any_of needs at least one value")
    alternatives: dict[str, Any] = {"any_of": list(values)}
    if optional:
        alternatives["optional"] = True
    return alternatives
