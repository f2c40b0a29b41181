"""Rewards for verl: `reward.custom_reward_function.path` names this file, `.name` compute_score, and
`.reward_kwargs` has the dataset:

    reward.custom_reward_function.reward_kwargs.dataset=data/bfcl

The row's `ground_truth` is the id of an entry. For data of your own it is instead the possible answers, a
list of {name: {parameter: [alternatives]}} or its JSON, and `extra_info` has `functions` (function docs of BFCL or
OpenAI's tools, a list or its JSON) and may have `category` ('simple', 'multiple', 'parallel', the default, or
'parallel_multiple') and `language` (default: that of
the category, else 'python'). Members that are None, which Parquet adds, are dropped.

`bfclx.rewards` documents how a response is parsed, and what raises.
"""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence

from bfclx._errors import ConfigurationError
from bfclx.rewards import Credit, dataset_of
from bfclx.rewards._scoring import Scoring

__all__ = ["compute_score", "compute_scores"]

# What verl's reward managers hand to every reward function beside `reward_kwargs`.
_FROM_VERL = frozenset({"reward_model_tokenizer", "reward_router_address"})


def _refuse_unknown(further: Mapping[str, Any]) -> None:
    unknown = sorted(set(further) - _FROM_VERL)
    if unknown:
        raise TypeError(
            f"unknown keyword {', '.join(unknown)}: reward_kwargs may have dataset, decoder, underscore_to_dot, "
            "credit, strip_thinking and, for compute_scores, threads")


def _is_id(ground_truth: Any) -> bool:
    return isinstance(ground_truth, str) and not ground_truth.lstrip().startswith(("[", "{"))


def _own_score(scoring: Scoring, answers: Any, info: Optional[Mapping[str, Any]], response: Any) -> float:
    if answers is None:
        raise ConfigurationError("ground_truth: missing: pass an entry id or possible answers")
    return scoring.of_own_data(answers, info if info is not None else {}, response)


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
    **further: Any,
) -> float:
    """The reward of one solution."""
    _refuse_unknown(further)
    scoring = Scoring(decoder, underscore_to_dot, credit, strip_thinking)
    if _is_id(ground_truth):
        return scoring.of_entries(dataset_of(dataset), [ground_truth], [solution_str])[0]
    return _own_score(scoring, ground_truth, extra_info, solution_str)


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
    threads: int = 1,
    **further: Any,
) -> list[float]:
    """The rewards of a batch, for verl's batch reward manager. Rows of a dataset and of your own may be mixed."""
    _refuse_unknown(further)
    count = len(solution_strs)
    if len(ground_truths) != count or len(extra_infos) != count:
        raise ConfigurationError(f"{count} solutions, {len(ground_truths)} ground truths and {len(extra_infos)} "
                                 "extra_infos: pass one of each for every row")
    scoring = Scoring(decoder, underscore_to_dot, credit, strip_thinking)
    rewards = [0.0] * count
    of_entries = [row for row, ground_truth in enumerate(ground_truths) if _is_id(ground_truth)]
    if of_entries:
        scored = scoring.of_entries(
            dataset_of(dataset), [ground_truths[row] for row in of_entries],
            [solution_strs[row] for row in of_entries], threads)
        for row, reward in zip(of_entries, scored):
            rewards[row] = reward
    for row in sorted(set(range(count)) - set(of_entries)):
        try:
            rewards[row] = _own_score(scoring, ground_truths[row], extra_infos[row], solution_strs[row])
        except ConfigurationError as error:
            raise ConfigurationError(f"row {row}: {error}") from None
    return rewards
