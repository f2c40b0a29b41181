"""Rewards of responses, to dataset entries or to your own data. Shared by the framework adapters."""

from __future__ import annotations

import datetime
import functools
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Optional, Sequence, Union

from bfclx._core import Dataset, Verdict, _category_of_id, _check_response, _own_language, categories
from bfclx._errors import ConfigurationError, UnknownEntryError
from bfclx.rewards import CREDITS, UNKNOWN_IDS, Credit, UnknownId, reward_of, shaping
from bfclx.rewards._reading import Response, read_response, reads_calls

if TYPE_CHECKING:
    from bfclx.shapes import RewardDetails

UNKNOWN_ID = "unknown_id"  # in the place of an error type


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


def _is_known(dataset: Dataset, entry_id: str) -> bool:
    """False for an id that the dataset does not have; a DatasetError for a malformed entry, as elsewhere."""
    if entry_id in dataset:
        return True
    try:
        dataset.entry(entry_id)
    except UnknownEntryError:
        return False
    return True


def date_of(given: Union[datetime.date, str, None]) -> Optional[datetime.date]:
    """A date, or the ISO text of one, as configuration files have it."""
    if given is None or isinstance(given, datetime.date):
        return given
    try:
        return datetime.date.fromisoformat(given)
    except (TypeError, ValueError):
        raise ConfigurationError(f"today: expected a date such as '2026-11-22', got {given!r}") from None


class Outcome(NamedTuple):
    """A reward, and the verdict that it is of: None of an unknown id."""

    score: Optional[float]
    verdict: Optional[Verdict]

    def details(self) -> RewardDetails:
        """The reward with what to log beside it."""
        verdict = self.verdict
        score = 0.0 if self.score is None else self.score
        if verdict is None:
            return {"score": score, "valid": False, "error_type": UNKNOWN_ID, "turns_passed": 0, "turns_total": 0}
        return {"score": score, "valid": verdict.valid, "error_type": verdict.error_type or "",
                "turns_passed": verdict.turns_passed, "turns_total": verdict.turns_total}


@dataclass(frozen=True)
class Scoring:
    """How responses are parsed and rewarded. Raises for an unknown decoder, credit or policy."""

    decoder: Optional[str] = None
    underscore_to_dot: Optional[bool] = None
    credit: Credit = "official"
    strip_thinking: bool = True
    unknown_id: UnknownId = "raise"
    today: Optional[datetime.date] = None

    def __post_init__(self) -> None:
        if self.credit not in CREDITS:
            raise ConfigurationError(f"credit: unknown {self.credit!r}: use one of {', '.join(CREDITS)}")
        if self.unknown_id not in UNKNOWN_IDS:
            raise ConfigurationError(
                f"unknown_id: unknown {self.unknown_id!r}: use one of {', '.join(UNKNOWN_IDS)}")
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

    def read_of_entry(self, dataset: Dataset, entry_id: str, response: Any) -> Response:
        """The response as the entry's category takes it."""
        category = _category_of_id(dataset._entry_id(entry_id))
        return self._read(response, *_kinds().get(category or "", (False, "python")))

    def of_entries(
        self, dataset: Dataset, ids: Sequence[str], responses: Sequence[Any], threads: int = 1
    ) -> list[Outcome]:
        """The rewards of responses to entries of the dataset, in their order."""
        outcomes: list[Outcome] = [self._of_unknown] * len(ids)
        known = [number for number, entry_id in enumerate(ids)
                 if self.unknown_id == "raise" or _is_known(dataset, entry_id)]
        read = {number: self.read_of_entry(dataset, ids[number], responses[number]) for number in known}
        for decoder, dots in dict.fromkeys((one.decoder, one.underscore_to_dot) for one in read.values()):
            at = [number for number, one in read.items()
                  if (one.decoder, one.underscore_to_dot) == (decoder, dots)]
            scored = dataset.score_batch(
                [ids[number] for number in at], [read[number].value for number in at],
                decoder=decoder, underscore_to_dot=dots, threads=threads, today=self.today,
            )
            for number, verdict in zip(at, scored):
                outcomes[number] = Outcome(
                    reward_of(verdict, self.credit, dataset, self.underscore_to_dot), verdict)
        return outcomes

    @property
    def _of_unknown(self) -> Outcome:
        return Outcome(None if self.unknown_id == "none" else 0.0, None)

    def of_own_data(self, answers: Any, info: Mapping[str, Any], response: Any) -> Outcome:
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
            share = shaping.by_call_of_own(verdict, functions, truth, language, self.underscore_to_dot)
            return Outcome(share, verdict)
        return Outcome(reward_of(verdict, self.credit), verdict)
