"""Verdicts, and rewards made of them."""

from __future__ import annotations

from typing import Any, Optional, TypedDict, Union

__all__ = [
    "ExecutedTurn", "ReasonDict", "RewardDetails", "VerdictDict",
]


class _ReasonDict(TypedDict):
    rule: str
    path: list[Any]
    expected: Any
    found: Any
    text: str
    short: str


class ReasonDict(_ReasonDict, total=False):
    """Which rule decided, and where. `more` has further facts of episodes."""

    more: Optional[dict[str, Any]]


class VerdictDict(TypedDict):
    """`Verdict.to_dict()`: what the properties of Verdict are."""

    id: Optional[str]
    valid: bool
    error_type: Optional[str]
    error: Union[list[Any], dict[str, Any], None]
    decoded: Any
    decode_error: Optional[str]
    decode_error_class: Optional[str]
    why: Optional[ReasonDict]
    skipped: Optional[str]
    turns_passed: int
    turns_total: int
    last_message: Any
    execution: Any


class ExecutedTurn(TypedDict):
    """A turn of `Verdict.execution`: the results of each step of the model, and of the ground truth's calls."""

    model: list[list[str]]
    ground_truth: list[str]


class RewardDetails(TypedDict):
    """A reward with what to log beside it. `error_type` is "" and not None of what passes, because trainers log
    columns of one type; turns are 0 but for episodes."""

    score: float
    valid: bool
    error_type: str
    turns_passed: int
    turns_total: int
