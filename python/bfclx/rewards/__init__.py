"""Verdicts as rewards: bfclx.rewards.verl, .trl and .verifiers, a thin file for each framework.

`verl` and `trl` import no framework: they have the signatures that the frameworks call. A reward is 1.0 for a
correct response and 0.0 for another, as the official evaluator says. `by_turn` and `by_call` are our own, shares of
what was correct (bfclx.rewards.shaping).

No response raises, and none costs the others of its batch their reward. What cannot be right whatever the response
raises ConfigurationError, UnknownNameError or UnknownEntryError: broken function docs or ground truth, an unknown
decoder, category or keyword, a decoder of texts for a response with tool calls.

How a response is read:

- `decoder=None`, the default, reads tool calls as `openai_fc` does and texts as `prompting` does.
- `strip_thinking=True`, the default, leaves out <think>...</think> in front of a text. A decoder that reads it
  itself (`think_agent`) gets it.
- Of a list of messages all that the assistant wrote counts: the calls of a tool loop together.
- `underscore_to_dot=None`, the default: `math_sqrt` in a tool call names `math.sqrt`. In a text it does not.
"""

from __future__ import annotations

import functools
import os
from typing import Literal, Optional, Union

from bfclx._core import Dataset, Verdict
from bfclx._errors import ConfigurationError

__all__ = ["CREDITS", "Credit", "dataset_of", "reward_of"]

Credit = Literal["official", "by_turn", "by_call"]
CREDITS: tuple[Credit, ...] = ("official", "by_turn", "by_call")


@functools.lru_cache(maxsize=None)
def _opened(path: str) -> Dataset:
    return Dataset.sample() if path == "sample" else Dataset.open(path)


def dataset_of(given: Union[Dataset, str, "os.PathLike[str]", None]) -> Dataset:
    """The dataset itself, or that of a path, opened once in a process."""
    if given is None:
        raise ConfigurationError("dataset: none is named, but a row names an entry: give its path, or 'sample'")
    return given if isinstance(given, Dataset) else _opened(os.fspath(given))


def reward_of(
    verdict: Verdict, credit: Credit = "official", dataset: Optional[Dataset] = None
) -> float:
    """1.0 or 0.0; with a partial credit any share between. `by_call` needs the dataset."""
    if credit == "official":
        return float(verdict.valid)
    from bfclx.rewards import shaping

    if credit == "by_turn":
        return shaping.by_turn(verdict)
    if credit == "by_call" and dataset is not None:
        return shaping.by_call(dataset, verdict)
    raise ConfigurationError(f"credit: there is no {credit!r} here: one of {', '.join(CREDITS)}")
