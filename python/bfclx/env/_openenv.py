"""The environment itself, on OpenEnv's base classes."""

from __future__ import annotations

import datetime
import itertools
import os
import threading
import uuid
from typing import Any, Callable, Iterable, Optional, Union

from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.mcp_types import (
    CallToolAction,
    CallToolObservation,
    ListToolsAction,
    ListToolsObservation,
    Tool,
    ToolError,
    ToolErrorType,
)
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
from pydantic import Field

import bfclx
from bfclx._play import END_TURN, Play, chosen_categories, playable_categories
from bfclx.rewards import dataset_of

_END_TURN_TOOL = {
    "name": END_TURN,
    "description": "Ends the turn. Returns the next user message, or says that the episode is over.",
    "input_schema": {"type": "object", "properties": {}},
}


class TurnObservation(Observation):
    """The beginning of an episode."""

    entry_id: str = Field(description="Id of the dataset's entry")
    turn: int = Field(description="The current turn, from 0")
    turns: int = Field(description="How many there are")
    messages: list[dict[str, Any]] = Field(description="What the user says, as chat messages")
    # (Clients take what has `tools` for the answer to a question for tools.)
    available_tools: list[Tool] = Field(description="The tools of the turn")


class EntryState(State):
    """Where an episode stands."""

    entry_id: Optional[str] = None
    turn: int = 0
    turns: int = 0


class _Source:
    """What all sessions of a server share."""

    def __init__(self, dataset: Any, categories: Union[str, Iterable[str], None],
                 today: Optional[datetime.date]) -> None:
        self.today = today
        self.dataset = dataset_of(dataset)
        wanted = playable_categories(self.dataset) if categories is None else chosen_categories(
            self.dataset, [categories] if isinstance(categories, str) else categories)
        self.ids = {name: self.dataset.ids(name) for name in wanted}
        self.all_ids = [entry for ids in self.ids.values() for entry in ids]
        self._next = itertools.count()
        self._lock = threading.Lock()

    def choose(self, seed: Optional[int], entry_id: Any, split: Any, index: Any) -> str:
        if entry_id is not None:
            return str(entry_id)
        if split is not None or index is not None:
            ids = self.ids.get(str(split), []) if split is not None else self.all_ids
            at = int(index or 0)
            if not 0 <= at < len(ids):
                raise IndexError(f"there is no task {at} of {split}")
            return ids[at]
        if seed is None:
            with self._lock:
                seed = next(self._next)
        return self.all_ids[seed % len(self.all_ids)]


class EntryEnvironment(Environment[Action, Observation, EntryState]):
    """One session. `reset` takes `entry_id`, or `split` (a category) and `index`; else the seed chooses, and
    without one the entries come one after the other."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, source: _Source, model_name: str) -> None:
        super().__init__()
        self._source = source
        self._model_name = model_name
        self._play: Optional[Play] = None
        self._state = EntryState()

    def reset(self, seed: Optional[int] = None, episode_id: Optional[str] = None, *,
              entry_id: Optional[str] = None, split: Optional[str] = None,
              index: Optional[int] = None, **_: Any) -> TurnObservation:
        chosen = self._source.choose(seed, entry_id, split, index)
        self._play = Play(self._source.dataset, chosen, model_name=self._model_name,
                          today=self._source.today)
        self._state = EntryState(episode_id=episode_id or str(uuid.uuid4()), entry_id=self._play.id,
                                 turns=self._play.turns)
        return TurnObservation(entry_id=self._play.id, turn=0, turns=self._play.turns,
                               messages=self._play.messages(),
                               available_tools=self._tools())

    def step(self, action: Action, timeout_s: Optional[float] = None, **_: Any) -> Observation:
        if isinstance(action, ListToolsAction):
            return ListToolsObservation(tools=self._tools(), done=self._is_over())
        if not isinstance(action, CallToolAction):
            raise TypeError(f"an action is a call of a tool, not {type(action).__name__}")
        self._state.step_count += 1
        if self._play is None or self._play.is_over:
            return self._failed(action.tool_name, ToolErrorType.EXECUTION_ERROR,
                                "`reset` comes first" if self._play is None else "the episode is over")
        if action.tool_name == END_TURN:
            return self._end_turn(self._play)
        try:
            text, failed = self._play.call(action.tool_name, action.arguments)
        except KeyError:
            return self._failed(action.tool_name, ToolErrorType.TOOL_NOT_FOUND,
                                f"there is no tool `{action.tool_name}`")
        return CallToolObservation(tool_name=action.tool_name, result=text,
                                   metadata={"is_error": failed})

    @property
    def state(self) -> EntryState:
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        return EnvironmentMetadata(
            name="bfclx", version=bfclx.__version__,
            description="Entries of the Berkeley Function-Calling Leaderboard, played call by call")

    # What OpenEnv's TaskProvider asks for.
    def list_splits(self) -> list[str]:
        return list(self._source.ids)

    def num_tasks(self, split: str) -> int:
        return len(self._source.ids[split])

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        return {"id": self._source.ids[split][index], "split": split, "index": index}

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        return [self.get_task(split, index) for index in range(self.num_tasks(split))]

    def get_task_range(self, split: str, start: Optional[int] = None,
                       stop: Optional[int] = None) -> list[dict[str, Any]]:
        return self.list_tasks(split)[start:stop]

    def _is_over(self) -> bool:
        return self._play is not None and self._play.is_over

    def _tools(self) -> list[Tool]:
        if self._play is None or self._play.is_over:
            return []
        return [Tool(**tool) for tool in (*self._play.tools(), _END_TURN_TOOL)]

    def _failed(self, tool: str, kind: ToolErrorType, message: str) -> CallToolObservation:
        return CallToolObservation(tool_name=tool, done=self._is_over(),
                                   error=ToolError(error_type=kind, message=message))

    def _end_turn(self, play: Play) -> CallToolObservation:
        info = play.end_turn()
        self._state.turn = play.turn
        told = CallToolObservation(tool_name=END_TURN, result=info, done=play.is_over)
        if play.is_over:
            verdict = play.verdict()
            told.reward = float(verdict.valid)
            told.metadata = {"valid": verdict.valid, "error_type": verdict.error_type,
                             "turns_passed": verdict.turns_passed, "turns_total": verdict.turns_total}
        return told


def factory(dataset: Union[bfclx.Dataset, str, "os.PathLike[str]"],
            categories: Union[str, Iterable[str], None],
            model_name: str, today: Optional[datetime.date] = None) -> Callable[[], EntryEnvironment]:
    source = _Source(dataset, categories, today)
    return lambda: EntryEnvironment(source, model_name)


def app(make: Callable[[], EntryEnvironment], max_sessions: int) -> Any:
    return create_fastapi_app(make, CallToolAction, CallToolObservation,
                              max_concurrent_envs=max_sessions, env_name="bfclx",
                              state_cls=EntryState, reset_observation_cls=TurnObservation)
