"""Rewards for TRL's trainers:

    trainer = GRPOTrainer(..., reward_funcs=Reward("data/bfcl"))

The column `entry_id` of the training set names the entries; rows without one get None, which TRL leaves
out.
"""

from __future__ import annotations

from typing import Any, Optional, Sequence

from bfclx.rewards import Credit, dataset_of, reward_of


def _reply(completion: Any) -> Any:
    """A completion is a text, or the messages that the model added; the last one is the reply."""
    if isinstance(completion, (list, tuple)) and completion and isinstance(completion[-1], dict):
        return completion[-1]
    return completion


class Reward:
    """A reward function. It pickles when its dataset is a path or a Dataset."""

    def __init__(
        self,
        dataset: Any,
        *,
        decoder: str = "prompting",
        underscore_to_dot: bool = False,
        credit: Credit = "official",
        threads: int = 1,
    ) -> None:
        self.dataset = dataset
        self.decoder = decoder
        self.underscore_to_dot = underscore_to_dot
        self.credit: Credit = credit
        self.threads = threads
        self.__name__ = "bfclx"  # under which TRL logs it

    def __call__(
        self,
        prompts: Sequence[Any],
        completions: Sequence[Any],
        completion_ids: Optional[Sequence[Any]] = None,
        *,
        entry_id: Sequence[Optional[str]],
        **columns: Any,
    ) -> list[Optional[float]]:
        rewards: list[Optional[float]] = [None] * len(completions)
        known = [number for number, one in enumerate(entry_id) if one is not None]
        verdicts = dataset_of(self.dataset).score_batch(
            [str(entry_id[number]) for number in known],
            [_reply(completions[number]) for number in known],
            decoder=self.decoder, underscore_to_dot=self.underscore_to_dot, threads=self.threads,
        )
        for number, verdict in zip(known, verdicts):
            rewards[number] = reward_of(verdict, self.credit)
        return rewards
