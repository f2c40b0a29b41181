"""Rewards for TRL's trainers:

    trainer = GRPOTrainer(..., reward_funcs=Reward("data/bfcl"))

The column `entry_id` of the training set names the entries; rows without one get None, which TRL leaves
out. Episodes that a model plays with tools are environments; each has the tools of its entries, typed and
documented, and gives the official verdict as its reward:

    ids = dataset.ids("multi_turn_base")
    trainer = GRPOTrainer(..., environment_factory=environments(dataset, ids), train_dataset=HF.from_list(
        rows(dataset, ids)))
"""

from __future__ import annotations

import collections
import datetime
import itertools
import re
from typing import TYPE_CHECKING, Any, Callable, Iterable, Optional, Sequence, Union

from bfclx._errors import ConfigurationError
from bfclx._play import Play, typed_method
from bfclx.rewards import Credit, UnknownId, dataset_of
from bfclx.rewards._scoring import Scoring, date_of

if TYPE_CHECKING:
    from bfclx.shapes import RewardDetails

__all__ = ["Reward", "environments", "rows"]


class Reward:
    """A reward function. It pickles when its dataset is a path or a Dataset.

    A completion is a text, or the messages that the model added: the calls of all of them count. Where TRL gives
    `log_extra` and `log_metric`, error types and turns of each completion are logged, and the share of each error type.
    `bfclx.rewards` documents how a response is parsed, and what raises.
    """

    def __init__(
        self,
        dataset: Any,
        *,
        decoder: Optional[str] = None,
        underscore_to_dot: Optional[bool] = None,
        credit: Credit = "official",
        strip_thinking: bool = True,
        threads: int = 1,
        unknown_id: UnknownId = "raise",
        today: Union[datetime.date, str, None] = None,
    ) -> None:
        self.dataset: Any = dataset
        self.scoring: Scoring = Scoring(
            decoder, underscore_to_dot, credit, strip_thinking, unknown_id, date_of(today))
        self.threads: int = threads
        # Under which TRL logs it: partial credit never as the official reward.
        self.__name__: str = "bfclx" if credit == "official" else f"bfclx_{credit}"

    def __call__(
        self,
        prompts: Sequence[Any],
        completions: Sequence[Any],
        completion_ids: Optional[Sequence[Any]] = None,
        *,
        entry_id: Sequence[Optional[str]],
        **columns: Any,
    ) -> list[Optional[float]]:
        if len(entry_id) != len(completions):
            raise ConfigurationError(
                f"{len(completions)} completions and {len(entry_id)} values of entry_id: pass one for each")
        rewards: list[Optional[float]] = [None] * len(completions)
        known = [number for number, one in enumerate(entry_id) if one is not None]
        scored = self.scoring.of_entries(
            dataset_of(self.dataset), [str(entry_id[number]) for number in known],
            [completions[number] for number in known], self.threads)
        for number, outcome in zip(known, scored):
            rewards[number] = outcome.score
        self._log({number: outcome.details() for number, outcome in zip(known, scored)},
                  len(completions), columns.get("log_extra"), columns.get("log_metric"))
        return rewards

    def _log(self, details: dict[int, RewardDetails], count: int, log_extra: Any, log_metric: Any) -> None:
        """By what TRL hands to reward functions: columns beside the completions, and a number for each error type."""
        if callable(log_extra):
            for name, absent in (("error_type", ""), ("turns_passed", 0), ("turns_total", 0)):
                log_extra(f"bfclx_{name}", [details[row][name] if row in details else absent  # type: ignore[literal-required]
                                            for row in range(count)])
        if callable(log_metric) and details:
            errors = collections.Counter(one["error_type"] for one in details.values())
            for error_type, number in errors.items():
                if error_type:
                    log_metric(f"bfclx_error/{error_type}", number / len(details))


class _Environment:
    """What the environments have in common; each is a class of its own with its tools as methods."""

    _dataset: Any
    _today: Optional[datetime.date] = None

    def __init__(self) -> None:
        self._play: Optional[Play] = None

    def reset(self, *, entry_id: str, **columns: Any) -> None:
        """Begins the entry of a row. Its first messages are the row's prompt."""
        self._play = Play(self._dataset, entry_id, today=self._today)

    def get_reward(self) -> float:
        """The official verdict on what was done."""
        return 0.0 if self._play is None else float(self._play.verdict().valid)

    def bfclx_end_turn(self) -> str:
        """Ends the turn when all that the user asked for is done. Gives what the user says next."""
        if self._play is None:
            return "there is no entry yet"
        info = self._play.end_turn()
        if info["over"]:
            return "The conversation is over."
        return "\n".join(str(one.get("content", "")) for one in info["messages"]) or \
            "There are new functions; go on with what was asked."

    def _call(self, name: str, arguments: dict[str, Any]) -> str:
        if self._play is None:
            return "there is no entry yet"
        try:
            return self._play.call(name, arguments)[0]
        except KeyError:
            return f"unknown function {name} in this turn"


def _method(tool: dict[str, Any]) -> Callable[..., str]:
    """A typed, documented method of a tool, as TRL makes a schema of it."""
    name = tool["name"]

    def run(self: _Environment, arguments: dict[str, Any]) -> str:
        return self._call(name, arguments)

    return typed_method(tool, run)


def _all_tools(dataset: Any, entry_id: str) -> tuple[str, list[dict[str, Any]]]:
    """A label for an entry's tools, and the tools: those that are held out at first among them."""
    play = Play(dataset, entry_id)
    entry = dataset.entry(entry_id)
    label = "+".join(entry["involved_classes"]) if play.is_episode else play.id
    return label, play.all_tools()


def _named(dataset: Any, entry_ids: Iterable[str]) -> dict[str, tuple[str, list[dict[str, Any]]]]:
    """{entry id: (name of its environment, tools)}: entries with the same tools share one."""
    names: dict[tuple[str, ...], str] = {}
    found = {}
    for entry_id in entry_ids:
        label, tools = _all_tools(dataset, entry_id)
        key = (label, *(tool["name"] for tool in tools))
        if key not in names:
            taken = set(names.values())
            names[key] = next(name for number in itertools.count(1) if
                              (name := label if number == 1 else f"{label}-{number}") not in taken)
        found[str(entry_id)] = (names[key], tools)
    return found


def environments(
    dataset: Any, entry_ids: Iterable[str], *, today: Union[datetime.date, str, None] = None
) -> dict[str, Callable[[], Any]]:
    """{name: class} for `environment_factory`: one for all entries with the same tools, in need of rows with the
    column `environment` (`rows` makes them). `dataset` is a path, 'sample' or a Dataset; `today` what the services take for
    the date."""
    opened = dataset_of(dataset)
    date = date_of(today)
    made: dict[str, Callable[[], Any]] = {}
    for name, tools in _named(opened, entry_ids).values():
        if name in made:
            continue
        members: dict[str, Any] = {tool["name"]: _method(tool) for tool in tools}
        made[name] = type("bfclx_" + re.sub(r"\W", "_", name), (_Environment,), {"_dataset": opened, "_today": date, **members})
    return made


def rows(dataset: Any, entry_ids: Iterable[str]) -> list[dict[str, Any]]:
    """A row of a training set for each entry: its first messages as `prompt`, `entry_id`, `environment`."""
    opened = dataset_of(dataset)
    return [{"prompt": Play(opened, entry_id).messages(), "entry_id": entry_id, "environment": name}
            for entry_id, (name, _) in _named(opened, entry_ids).items()]
