"""Verdicts as rewards: bfclx.rewards.verl, .trl and .verifiers, a thin file for each framework.

`verl` and `trl` import no framework: they have the signatures that the frameworks call. A reward is 1.0 for a
correct response and 0.0 for another, as the official evaluator says. `by_turn` and `by_call` are our own, shares of
what was correct (bfclx.rewards.shaping).

A response never raises, so a bad one never loses its batch. Set-up errors raise ConfigurationError, UnknownNameError
or UnknownEntryError: malformed function docs or ground truth, an unknown decoder, category or keyword, or a text
decoder for a response with tool calls.

How a response is parsed:

- `decoder=None`, the default, parses tool calls with `openai_fc` and text with `prompting`.
- `strip_thinking=True`, the default, strips <think>...</think> in front of a text, unless the decoder parses it itself
  (`think_agent`).
- In a list of messages all assistant messages count: the calls of a tool loop are joined.
- `unknown_id="raise"`, the default, raises for an id that the dataset does not have; "zero" rewards it with 0.0,
  and "none" with None, which TRL leaves out.
- `today`, a date or its ISO text, is what simulated services take for the date; the clock's, UTC, by default.
- `underscore_to_dot=None`, the default: `math_sqrt` in a tool call names `math.sqrt`. In a text it does not.
"""

from __future__ import annotations

import os
from typing import Literal, Optional, Union

from bfclx._core import Dataset, Verdict
from bfclx._errors import ConfigurationError
from bfclx._reopen import opened

__all__ = ["CREDITS", "UNKNOWN_IDS", "Credit", "UnknownId", "dataset_of", "reward_of"]

Credit = Literal["official", "by_turn", "by_call"]
CREDITS: tuple[Credit, ...] = ("official", "by_turn", "by_call")
UnknownId = Literal["raise", "zero", "none"]
UNKNOWN_IDS: tuple[UnknownId, ...] = ("raise", "zero", "none")


def dataset_of(given: Union[Dataset, str, "os.PathLike[str]", None]) -> Dataset:
    """The dataset itself, or that of a path, opened once in a process; without one that of BFCLX_DATASET."""
    if given is None:
        given = os.environ.get("BFCLX_DATASET") or None
    if given is None:
        raise ConfigurationError(
            "dataset: missing, but a row names an entry: pass its path or 'sample', or set BFCLX_DATASET"
        )
    return given if isinstance(given, Dataset) else opened(os.fspath(given))


def reward_of(
    verdict: Verdict, credit: Credit = "official", dataset: Optional[Dataset] = None,
    underscore_to_dot: Optional[bool] = None,
) -> float:
    """1.0 or 0.0; with a partial credit any share between. `by_call` needs the dataset."""
    if credit == "official":
        return float(verdict.valid)
    from bfclx.rewards import shaping

    if credit == "by_turn":
        return shaping.by_turn(verdict)
    if credit == "by_call" and dataset is not None:
        return shaping.by_call(dataset, verdict, underscore_to_dot)
    raise ConfigurationError(f"credit: unknown {credit!r}: use one of {', '.join(CREDITS)}")
