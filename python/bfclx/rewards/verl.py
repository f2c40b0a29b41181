"""Rewards for verl: `reward.custom_reward_function.path` names this file, `.name` compute_score, and
`.reward_kwargs` has the dataset:

    reward.custom_reward_function.reward_kwargs.dataset=data/bfcl

The row's `ground_truth` is the id of an entry. For your own data it is instead the possible answers, a
list of {name: {parameter: [alternatives]}} or its JSON, and `extra_info` has `functions` (function docs of BFCL or
OpenAI's tools, a list or its JSON) and may have `category` ('simple', 'multiple', 'parallel', the default, or
'parallel_multiple') and `language` (default: that of
the category, else 'python'). Members that are None, which Parquet adds, are dropped.

With `details: true` in `.reward_kwargs` the reward is a dict, whose other members verl logs.

`bfclx.rewards` documents how a response is parsed, and what raises.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any, Literal, Mapping, Optional, Sequence, Union, overload

from bfclx._errors import ConfigurationError
from bfclx.rewards import Credit, UnknownId, dataset_of
from bfclx.rewards._scoring import Outcome, Scoring, date_of

if TYPE_CHECKING:
    from bfclx.shapes import RewardDetails

__all__ = ["compute_score", "compute_scores"]

# What verl's reward managers hand to every reward function beside `reward_kwargs`.
_FROM_VERL = frozenset({"reward_model_tokenizer", "reward_router_address"})


def _is_id(ground_truth: Any) -> bool:
    return isinstance(ground_truth, str) and not ground_truth.lstrip().startswith(("[", "{"))


def _scoring(
    decoder: Optional[str], underscore_to_dot: Optional[bool], credit: Credit, strip_thinking: bool, unknown_id: UnknownId,
    today: Union[datetime.date, str, None], further: Mapping[str, Any],
) -> Scoring:
    unknown = sorted(set(further) - _FROM_VERL)
    if unknown:
        raise TypeError(
            f"unknown keyword {', '.join(unknown)}: reward_kwargs may have dataset, decoder, underscore_to_dot, "
            "credit, strip_thinking, details, unknown_id, today and, for compute_scores, threads")
    if unknown_id == "none":
        raise ConfigurationError("unknown_id: verl takes numbers only: use raise or zero")
    return Scoring(decoder, underscore_to_dot, credit, strip_thinking, unknown_id, date_of(today))


def _told(outcome: Outcome, details: bool) -> Union[float, RewardDetails]:
    return outcome.details() if details or outcome.score is None else outcome.score


def _own_score(scoring: Scoring, answers: Any, info: Optional[Mapping[str, Any]], response: Any) -> Outcome:
    if answers is None:
        raise ConfigurationError("ground_truth: missing: pass an entry id or possible answers")
    return scoring.of_own_data(answers, info if info is not None else {}, response)


@overload
def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Any,
    extra_info: Optional[Mapping[str, Any]] = None,
    *,
    dataset: Any = None,
    decoder: Optional[str] = None,
    underscore_to_dot: Optional[bool] = None,
    credit: Credit = "official",
    strip_thinking: bool = True,
    details: Literal[False] = False,
    unknown_id: UnknownId = "raise",
    today: Union[datetime.date, str, None] = None,
    **further: Any,
) -> float: ...
@overload
def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Any,
    extra_info: Optional[Mapping[str, Any]] = None,
    *,
    dataset: Any = None,
    decoder: Optional[str] = None,
    underscore_to_dot: Optional[bool] = None,
    credit: Credit = "official",
    strip_thinking: bool = True,
    details: Literal[True],
    unknown_id: UnknownId = "raise",
    today: Union[datetime.date, str, None] = None,
    **further: Any,
) -> RewardDetails: ...
def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Any,
    extra_info: Optional[Mapping[str, Any]] = None,
    *,
    dataset: Any = None,
    decoder: Optional[str] = None,
    underscore_to_dot: Optional[bool] = None,
    credit: Credit = "official",
    strip_thinking: bool = True,
    details: bool = False,
    unknown_id: UnknownId = "raise",
    today: Union[datetime.date, str, None] = None,
    **further: Any,
) -> Union[float, RewardDetails]:
    """The reward of one solution; with `details` a dict of it and what verl then logs: `score`, `valid`,
    `error_type` ("" of what passes), `turns_passed` and `turns_total`.

    >>> compute_score("bfcl", "I cannot do that.", "simple_python_90000", dataset="sample", details=True)["error_type"]
    'ast_decoder:decoder_failed'
    """
    scoring = _scoring(decoder, underscore_to_dot, credit, strip_thinking, unknown_id, today, further)
    if _is_id(ground_truth):
        return _told(scoring.of_entries(dataset_of(dataset), [ground_truth], [solution_str])[0], details)
    return _told(_own_score(scoring, ground_truth, extra_info, solution_str), details)


@overload
def compute_scores(
    data_sources: Sequence[str],
    solution_strs: Sequence[str],
    ground_truths: Sequence[Any],
    extra_infos: Sequence[Optional[Mapping[str, Any]]],
    *,
    dataset: Any = None,
    decoder: Optional[str] = None,
    underscore_to_dot: Optional[bool] = None,
    credit: Credit = "official",
    strip_thinking: bool = True,
    details: Literal[False] = False,
    unknown_id: UnknownId = "raise",
    today: Union[datetime.date, str, None] = None,
    threads: int = 1,
    **further: Any,
) -> list[float]: ...
@overload
def compute_scores(
    data_sources: Sequence[str],
    solution_strs: Sequence[str],
    ground_truths: Sequence[Any],
    extra_infos: Sequence[Optional[Mapping[str, Any]]],
    *,
    dataset: Any = None,
    decoder: Optional[str] = None,
    underscore_to_dot: Optional[bool] = None,
    credit: Credit = "official",
    strip_thinking: bool = True,
    details: Literal[True],
    unknown_id: UnknownId = "raise",
    today: Union[datetime.date, str, None] = None,
    threads: int = 1,
    **further: Any,
) -> list[RewardDetails]: ...
def compute_scores(
    data_sources: Sequence[str],
    solution_strs: Sequence[str],
    ground_truths: Sequence[Any],
    extra_infos: Sequence[Optional[Mapping[str, Any]]],
    *,
    dataset: Any = None,
    decoder: Optional[str] = None,
    underscore_to_dot: Optional[bool] = None,
    credit: Credit = "official",
    strip_thinking: bool = True,
    details: bool = False,
    unknown_id: UnknownId = "raise",
    today: Union[datetime.date, str, None] = None,
    threads: int = 1,
    **further: Any,
) -> Any:
    """The rewards of a batch, for verl's batch reward manager. Rows of a dataset and of your own may be mixed."""
    scoring = _scoring(decoder, underscore_to_dot, credit, strip_thinking, unknown_id, today, further)
    count = len(solution_strs)
    if len(ground_truths) != count or len(extra_infos) != count:
        raise ConfigurationError(f"{count} solutions, {len(ground_truths)} ground truths and {len(extra_infos)} "
                                 "extra_infos: pass one of each for every row")
    rewards: dict[int, Outcome] = {}
    of_entries = [row for row, ground_truth in enumerate(ground_truths) if _is_id(ground_truth)]
    if of_entries:
        rewards.update(zip(of_entries, scoring.of_entries(
            dataset_of(dataset), [ground_truths[row] for row in of_entries],
            [solution_strs[row] for row in of_entries], threads)))
    for row in sorted(set(range(count)) - set(of_entries)):
        try:
            rewards[row] = _own_score(scoring, ground_truths[row], extra_infos[row], solution_strs[row])
        except ConfigurationError as error:
            raise ConfigurationError(f"row {row}: {error}") from None
    return [_told(rewards[row], details) for row in range(count)]
