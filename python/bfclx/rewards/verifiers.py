"""Entries as a taskset of verifiers (`import verifiers.v1 as vf`), with the official verdict as the reward:

    vf-eval bfclx-verifiers --env.taskset.dataset data/bfcl --env.taskset.category multi_turn_base
    EntryTaskset(EntryTasksetConfig(dataset="data/bfcl", category="simple_python"))

With tools (the default) a task brings the entry's functions as a tool server: calls of multi-turn entries run
on simulated services, those of others are written down, and `bfclx_end_turn` ends a turn. `task.mode="prompt"`
asks for calls in the text of the response instead, with the official prompt; multi-turn entries are not asked so.
Either way the reward is made of the trace alone. `by_turn` and `by_call` are metrics of our own.

Importing this module imports verifiers; `import bfclx` and `bfclx.rewards` do not.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from typing import Any, Literal, Optional

import verifiers.v1 as vf
from pydantic import Field

from bfclx._core import Dataset, Verdict
from bfclx._errors import UnknownNameError
from bfclx._play import END_TURN, Play, chosen_categories, playable_categories, typed_function
from bfclx.rewards import dataset_of, shaping
from bfclx.rewards._reading import TEXT_DECODER
from bfclx.rewards._scoring import Scoring

__all__ = ["EntryData", "EntryTask", "EntryTaskset", "EntryTasksetConfig", "EntryToolset"]


class EntryData(vf.TaskData):
    """An entry of a dataset."""

    dataset: str
    entry_id: str
    category: str


class EntryTaskConfig(vf.TaskConfig):
    """How a task is asked."""

    mode: Literal["tools", "prompt"] = "tools"
    strip_thinking: bool = True
    """In mode `prompt`: whether <think>...</think> in front of a response is left out."""
    tools: vf.ToolsetConfig = vf.ToolsetConfig()


class EntryTasksetConfig(vf.TasksetConfig):
    """Which entries."""

    dataset: str = "data/bfcl"
    """Folder of the dataset, or `sample`."""
    category: list[str] = Field(default_factory=list)
    """Categories or groups; all whose entries are judged by their calls."""
    task: EntryTaskConfig = EntryTaskConfig()


class EntryToolset(vf.Toolset[vf.ToolsetConfig]):
    """The functions of one entry, played."""

    TOOL_PREFIX = None
    _play: Optional[Play] = None

    async def setup_task(self, task: Any) -> None:
        self._play = Play(dataset_of(task.dataset), task.entry_id)

    def register(self, mcp: Any) -> None:
        play = self._play
        if play is None:
            return
        # Those that are held out at first are there from the beginning, and say so.
        for tool in play.all_tools():
            mcp.add_tool(typed_function(tool, self._run), name=tool["name"],
                         description=tool["description"] or None)

        def end_turn() -> str:
            """Ends the turn when all that the user asked for is done; gives what the user says next."""
            return json.dumps(play.end_turn())

        mcp.add_tool(end_turn, name=END_TURN, description=inspect.getdoc(end_turn))

    def _run(self, name: str, arguments: dict[str, Any]) -> str:
        assert self._play is not None
        try:
            return self._play.call(name, arguments)[0]
        except KeyError:
            return f"unknown function {name} in this turn"


class EntryTask(vf.Task[EntryData, vf.State, EntryTaskConfig]):
    """Scores what a trace has. The reward `bfcl` is the official verdict."""

    @property
    def key(self) -> str:
        return self.data.entry_id

    @classmethod
    def toolsets(cls, config: EntryTaskConfig) -> list[vf.Toolset[Any]]:
        return [EntryToolset(config.tools)] if config.mode == "tools" else []

    def verdict(self, trace: Any) -> Verdict:
        """The official verdict on what the model did in a trace."""
        dataset = dataset_of(self.data.dataset)
        if self.config.mode == "prompt":
            scoring = Scoring(TEXT_DECODER, strip_thinking=self.config.strip_thinking)
            read = scoring.read_of_entry(dataset, self.data.entry_id, trace.last_reply)
            return dataset.score(self.data.entry_id, read.value, decoder=read.decoder, underscore_to_dot=False)
        play = Play(dataset, self.data.entry_id)
        response: list[Any] = _turns(trace, play) if play.is_episode else _calls(trace)
        return dataset.score(self.data.entry_id, response, decoder="openai_fc", underscore_to_dot=True)

    @vf.reward
    async def bfcl(self, trace: vf.Trace) -> float:
        return float(self.verdict(trace).valid)

    @vf.metric
    async def by_turn(self, trace: vf.Trace) -> float:
        return shaping.by_turn(self.verdict(trace))

    @vf.metric
    async def by_call(self, trace: vf.Trace) -> float:
        return shaping.by_call(dataset_of(self.data.dataset), self.verdict(trace))


def _steps(trace: Any) -> Iterator[list[Any]]:
    """The calls of each message of the model."""
    for message in trace.messages:
        if getattr(message, "role", None) == "assistant":
            yield list(message.tool_calls or [])


def _calls(trace: Any) -> list[dict[str, str]]:
    return [{call.name: call.arguments} for step in _steps(trace) for call in step
            if call.name != END_TURN]


def _turns(trace: Any, play: Play) -> list[list[list[dict[str, str]]]]:
    """Turns of steps of calls: what the tool server ran before each end of a turn. It refused calls of functions
    that the turn does not have, held out or invented ones, so they count for nothing."""
    names = [{tool["name"] for tool in play.tools(turn)} for turn in range(play.turns)]
    turns: list[list[list[dict[str, str]]]] = [[] for _ in names]  # those that have not begun are empty
    at = 0
    for step in _steps(trace):
        calls: list[dict[str, str]] = []
        for call in step:
            if at == play.turns:  # over
                return turns
            if call.name == END_TURN:
                turns[at] += [calls] if calls else []
                calls = []
                at += 1
            elif call.name in names[at]:
                calls.append({call.name: call.arguments})
        if calls:
            turns[at].append(calls)
    return turns


class EntryTaskset(vf.Taskset[EntryTask, EntryTasksetConfig]):
    """The entries of some categories."""

    def load(self) -> Iterator[EntryTask]:
        config = self.config
        dataset = dataset_of(config.dataset)
        for category in self._categories(dataset):
            for entry_id in dataset.ids(category):
                yield EntryTask(
                    EntryData(
                        id=entry_id, name=entry_id, prompt=_messages(dataset, entry_id, config.task.mode),
                        dataset=config.dataset, entry_id=entry_id, category=category,
                    ),
                    config.task,
                )

    def _categories(self, dataset: Dataset) -> list[str]:
        playable = playable_categories(dataset)
        if self.config.task.mode == "prompt":
            playable = [name for name in playable if not name.startswith("multi_turn")]
        if not self.config.category:
            return playable
        chosen = chosen_categories(dataset, self.config.category)
        found = [name for name in playable if name in chosen]
        if not found:
            raise UnknownNameError(f"{self.config.category}: no entries for prompt mode")
        return found


def _messages(dataset: Dataset, entry_id: str, mode: str) -> Any:
    if mode == "tools":
        return Play(dataset, entry_id).messages()
    talk = dataset.conversation(entry_id, model="model", api="chat", fc=False)
    return json.loads(talk.next()["request"]["body"])["messages"]


if __name__ == "__main__":  # as verifiers starts a tool server
    EntryToolset.run()
