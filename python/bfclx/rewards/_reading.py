"""Turns what a model returned into a response to score: strips reasoning in front of it, joins a conversation,
and chooses a decoder if none is given."""

from __future__ import annotations

import functools
import json
from typing import Any, Iterator, NamedTuple, Optional

from bfclx._columns import without_none
from bfclx._core import _read_steps, decode, decoders
from bfclx._errors import ConfigurationError, UnknownNameError

_OPEN, _CLOSE = "<think>", "</think>"
# Of tool calls, and of texts.
CALLS_DECODER, TEXT_DECODER = "openai_fc", "prompting"
_MAX_THOUGHTS = 4  # one behind the other
_MAX_DEPTH = 4  # an episode's turns, steps, calls, and one more


class Response(NamedTuple):
    """A response as Dataset.score takes it, and how it is to be read."""

    value: Any
    decoder: str
    underscore_to_dot: bool


def without_thinking(text: str) -> str:
    """The text behind <think>...</think> in front of it. A template may have written the opening tag, so one that
    closes at the beginning of a line counts without it. Text that does not close its reasoning stays."""
    for _ in range(_MAX_THOUGHTS):
        before, closed, rest = text.partition(_CLOSE)
        opened = before.lstrip().startswith(_OPEN)
        at_line_start = _OPEN not in before and not before.rpartition("\n")[2].strip()
        if not closed or not (opened or at_line_start):
            break
        text = rest.lstrip()
    return text


def _stripped(given: Any, depth: int = 0) -> Any:
    """A text, or turns of steps, without the reasoning in front of each text."""
    if isinstance(given, str):
        return without_thinking(given)
    if isinstance(given, list) and depth < _MAX_DEPTH:
        return [_stripped(one, depth + 1) for one in given]
    return given


@functools.lru_cache(maxsize=None)
def reads_calls(decoder: str) -> bool:
    """Whether a decoder reads lists of {name: JSON text}, which tool calls become."""
    if decoder == "auto":
        return True
    try:
        return bool(decode([{"f": '{"x": 1}'}], decoder=decoder) == [{"f": {"x": 1}}])
    except UnknownNameError:
        raise
    except Exception:  # the official decoder's, of any class
        return False


@functools.lru_cache(maxsize=None)
def _reads_thinking(decoder: str) -> bool:
    return any(one["name"] == decoder and _OPEN in one["response_form"] for one in decoders())


def _calls_in(text: Any, decoder: str, language: str) -> list[Any]:
    """The calls that a decoder parses from a text; empty where it fails."""
    if decoder == "auto":
        decoder = TEXT_DECODER
    try:
        calls = decode(text, decoder=decoder, format=language)
    except Exception:  # the official decoder's, of any class
        return []
    return calls if isinstance(calls, list) else []


def _one_text(texts: list[Any], decoder: str, language: str) -> tuple[Any, bool]:
    """The text that holds calls; if several do, True and all their calls; if none does, the last text."""
    calling = [(text, calls) for text in texts if (calls := _calls_in(text, decoder, language))]
    if len(calling) > 1:
        try:
            return [{name: json.dumps(arguments)} for _, calls in calling for call in calls
                    for name, arguments in call.items()], True
        except (AttributeError, TypeError, ValueError):  # no calls, or values that JSON does not have
            return calling[-1][0], False
    return (calling[0][0] if calling else texts[-1]), False


def _names(value: Any, depth: int = 0) -> Iterator[str]:
    """Names of the functions in calls {name: arguments}, and in turns of steps of them."""
    for one in value if isinstance(value, list) and depth < _MAX_DEPTH else []:
        if isinstance(one, dict):
            yield from (name for name in one if isinstance(name, str))
        else:
            yield from _names(one, depth + 1)


def _has_calls(value: Any, depth: int = 0) -> bool:
    if isinstance(value, list) and depth < _MAX_DEPTH:
        return any(_has_calls(one, depth + 1) for one in value)
    return isinstance(value, dict)


def read_response(
    response: Any,
    *,
    decoder: Optional[str],
    underscore_to_dot: Optional[bool],
    strip_thinking: bool,
    is_episode: bool = False,
    language: str = "python",
) -> Response:
    """A response, a message, or all messages that a model added, as one response.

    Of a conversation the calls of all assistant messages count. Without a decoder tool calls are read by
    CALLS_DECODER, texts by TEXT_DECODER. A ConfigurationError for tool calls and a decoder that reads texts.
    """
    read: Any
    if isinstance(response, str):
        is_clients, read = False, response if is_episode else [response]
    else:
        is_clients, read = _read_steps(without_none(response), is_episode)
    if strip_thinking and not (decoder is not None and _reads_thinking(decoder)):
        read = _stripped(read)
    by_calls = _has_calls(read)
    if by_calls and is_clients and decoder is not None and not reads_calls(decoder):
        raise ConfigurationError(
            f"decoder: {decoder!r} parses text, but the response has tool calls: use {CALLS_DECODER!r}, or None "
            "to choose by response")
    chosen = decoder if decoder is not None else CALLS_DECODER if by_calls else TEXT_DECODER
    value = read
    if not is_episode:
        steps = [step for step in read if isinstance(step, list)] if by_calls else []
        if len(read) == 1:
            value = read[0]
        elif steps:
            value = [call for step in steps for call in step]
        else:
            value, combined = _one_text(read, chosen, language)
            chosen = CALLS_DECODER if combined else chosen
    # Tools have no dots in their names: those of calls are underscores, unless one has a dot.
    dots = underscore_to_dot if underscore_to_dot is not None else \
        by_calls and not any("." in name for name in _names(value))
    return Response(value, chosen, dots)
