"""What a dataset holds."""

from __future__ import annotations

from typing import Any, Literal, Optional, TypedDict

__all__ = [
    "CategoryInfo", "DecoderInfo", "Entry", "FunctionDoc", "Message", "ModelInfo", "SelfCheckFinding",
]


Message = dict[str, Any]
"""A chat message: `role`, `content`."""


class FunctionDoc(TypedDict, total=False):
    """A function doc as BFCL writes it. `parameters` is JSON Schema with BFCL's names of types."""

    name: str
    description: str
    parameters: dict[str, Any]
    response: dict[str, Any]


class _Entry(TypedDict):
    id: str
    category: str
    question: list[list[Message]]
    function: list[FunctionDoc]
    ground_truth: Any


class Entry(_Entry, total=False):
    """An entry of a dataset. `question` is turns of messages; `ground_truth` None for relevance. What is not of each
    entry is there where the question file has it."""

    involved_classes: list[str]
    initial_config: dict[str, Any]
    path: list[str]
    missed_function: dict[str, list[FunctionDoc]]
    scenario: str
    source: Any


class DecoderInfo(TypedDict):
    """A decoder. `handler` is the official class, `response_form` says what a response looks like."""

    name: str
    handler: str
    mode: Literal["any", "FC", "prompting"]
    response_form: str


class CategoryInfo(TypedDict):
    """A category. `scored`: it has a weight in a leaderboard's overall score."""

    name: str
    group: str
    judging: Literal["calls", "relevance", "irrelevance", "multi_turn", "agentic", "executable"]
    language: Literal["python", "java", "javascript"]
    scored: bool
    folder: str


class ModelInfo(TypedDict):
    """A model of the official registry. Prices are US dollars for a million tokens; None where it has none."""

    name: str
    model_name: str
    display_name: str
    organisation: str
    license: str
    url: str
    input_price: Optional[float]
    output_price: Optional[float]
    is_fc_model: bool
    underscore_to_dot: bool
    handler: str
    decoder: Optional[str]


class SelfCheckFinding(TypedDict):
    """An entry whose own ground truth does not pass as it is written."""

    id: str
    category: str
    outcome: Literal["malformed", "impossible", "trap", "as_text", "untold"]
    rule: str
    reason: str
