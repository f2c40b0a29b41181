"""Rewards of responses, to dataset entries or to your own data. Shared by the framework adapters."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence

from bfclx._core import Dataset, Verdict, _category_of_id, _check_response, _own_language, categories
from bfclx._errors import ConfigurationError
from bfclx.rewards import CREDITS, Credit, reward_of, shaping
from bfclx.rewards._reading import Response, read_response, reads_calls


@functools.lru_cache(maxsize=None)
def _kinds() -> dict[str, tuple[bool, str]]:
    """{category: (whether its responses are turns of steps, language)}"""
    return {one["name"]: (one["judging"] in ("multi_turn", "agentic"), one["language"]) for one in categories()}


def _json_list(info: Mapping[str, Any], name: str) -> Any:
    if not isinstance(info, Mapping):
        raise ConfigurationError(f"extra_info: expected a dict, got {type(info).__name__}")
    given = info.get(name)
    if given is None:
        raise ConfigurationError(f"extra_info: `{name}` is missing; your own data needs it")
    return from_json(given, f"extra_info.{name}")


def from_json(given: Any, place: str) -> Any:
    """Parses a JSON string; returns anything else unchanged."""
    if not isinstance(given, str):
        return given
    try:
        return json.loads(given)
    except ValueError as error:
        raise ConfigurationError(f"{place}: not JSON: {error}") from None


@dataclass(frozen=True)
class Scoring:
    """How responses are parsed and rewarded. Raises for an unknown decoder or credit."""

    decoder: Optional[str] = None
    underscore_to_dot: Optional[bool] = None
    credit: Credit = "official"
    strip_thinking: bool = True

    def __post_init__(self) -> None:
        if self.credit not in CREDITS:
            raise ConfigurationError(f"credit: unknown {self.credit!r}: use one of {', '.join(CREDITS)}")
        if self.decoder is not None:
            reads_calls(self.decoder)
        # A non-empty string is true, even "false".
        if not isinstance(self.strip_thinking, bool):
            raise ConfigurationError(f"strip_thinking: expected True or False, got {self.strip_thinking!r}")
        if self.underscore_to_dot is not None and not isinstance(self.underscore_to_dot, bool):
            raise ConfigurationError(
                f"underscore_to_dot: expected True, False or None, got {self.underscore_to_dot!r}")

    def _read(self, response: Any, is_episode: bool, language: str) -> Response:
        return read_response(
            response, decoder=self.decoder, underscore_to_dot=self.underscore_to_dot,
            strip_thinking=self.strip_thinking, is_episode=is_episode, language=language,
        )

    def read_of_entry(self, entry_id: str, response: Any) -> Response:
        """The response as the entry's category takes it."""
        return self._read(response, *_kinds().get(_category_of_id(entry_id) or "", (False, "python")))

    def of_entries(
        self, dataset: Dataset, ids: Sequence[str], responses: Sequence[Any], threads: int = 1
    ) -> list[float]:
        """The rewards of responses to entries of the dataset, in their order."""
        read = [self.read_of_entry(entry_id, response) for entry_id, response in zip(ids, responses)]
        verdicts: list[Optional[Verdict]] = [None] * len(read)
        for decoder, dots in dict.fromkeys((one.decoder, one.underscore_to_dot) for one in read):
            at = [number for number, one in enumerate(read)
                  if (one.decoder, one.underscore_to_dot) == (decoder, dots)]
            scored = dataset.score_batch(
                [ids[number] for number in at], [read[number].value for number in at],
                decoder=decoder, underscore_to_dot=dots, threads=threads,
            )
            for number, verdict in zip(at, scored):
                verdicts[number] = verdict
        return [reward_of(verdict, self.credit, dataset, self.underscore_to_dot)
                for verdict in verdicts if verdict is not None]

    def of_own_data(self, answers: Any, info: Mapping[str, Any], response: Any) -> float:
        """The reward of a response to a row of your own data: `info` has `functions`, and may have `category` and
        `language`. Raises ConfigurationError for a row that no response can pass."""
        functions = _json_list(info, "functions")
        truth = from_json(answers, "ground_truth")
        category, given = (None if info.get(name) is None else str(info[name]) for name in ("category", "language"))
        category = category or "parallel"
        language = _own_language(category, given)
        read = self._read(response, False, language)
        verdict = _check_response(
            functions, truth, read.value, read.decoder, category, language, read.underscore_to_dot
        )
        if self.credit == "by_call":
            return shaping.by_call_of_own(verdict, functions, truth, language, self.underscore_to_dot)
        return reward_of(verdict, self.credit)
