"""What a Conversation asks for; `wait` and `jitter` are seconds."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

__all__ = [
    "Ask", "AskEffect", "AskFinished", "AskModel", "AskTemplate", "AskTokenize", "EffectRequest",
    "ModelRequest", "StepNote",
]


class ModelRequest(TypedDict):
    method: str
    path: str
    headers: list[tuple[str, str]]
    body: bytes


class EffectRequest(TypedDict):
    kind: str
    method: str
    url: str
    query: list[tuple[str, str]]
    headers: list[tuple[str, str]]
    body: bytes


class AskModel(TypedDict):
    kind: Literal["model"]
    wait: float
    jitter: float
    request: ModelRequest


class AskTemplate(TypedDict):
    kind: Literal["template"]
    arguments: dict[str, Any]


class AskTokenize(TypedDict):
    kind: Literal["tokenize"]
    text: str


class AskEffect(TypedDict):
    kind: Literal["effect"]
    wait: float
    request: EffectRequest


class AskFinished(TypedDict):
    kind: Literal["finished"]


Ask = Union[AskModel, AskTemplate, AskTokenize, AskEffect, AskFinished]
"""What `Conversation.next` wants; `kind` tells which."""


class StepNote(TypedDict):
    """What the server said of a step."""

    turn: int
    step: int
    finish_reason: str
    usage: Any
