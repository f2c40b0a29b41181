"""Entries as an OpenEnv environment: a server for any number of sessions at once, and its client.

    python -m bfclx.env --dataset data/bfcl --port 8000        # or: uvicorn.run(bfclx.env.app("data/bfcl"))

    with bfclx.env.client("http://localhost:8000").sync() as env:
        turn = env.reset(entry_id="multi_turn_base_0").observation       # .messages, .available_tools
        env.call_tool("cd", folder="document")
        step = env.step(bfclx.env.end_turn())                           # the last one: .done, .reward

An action is a call of a tool (OpenEnv's CallToolAction); the tool `bfclx_end_turn` ends a turn and gives what
the user says next. Calls of multi-turn entries run on simulated services, each session on its own; calls of
other entries are written down. With the last turn the episode is done and its reward the official verdict, 1.0
or 0.0. Tools are there over MCP too (the server's /mcp). Nothing that a model wrote is executed.

`import bfclx.env` needs no OpenEnv; what is in here does (`pip install openenv`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterable, Optional, Union

if TYPE_CHECKING:
    import datetime
    import os

    from bfclx._core import Dataset

__all__ = ["app", "call", "client", "end_turn", "environment_factory"]


def environment_factory(
    dataset: Union[Dataset, str, os.PathLike[str]],
    *,
    categories: Union[str, Iterable[str], None] = None,
    model_name: str = "model",
    today: Optional[datetime.date] = None,
) -> Callable[[], Any]:
    """What makes an environment for each session, all on one dataset.

    `dataset` is a path, 'sample' or a Dataset. Of `categories` (all whose entries are judged by their calls)
    `reset` takes an entry where none is named. `today` is what the services take for the date, the clock's in UTC
    when not given.
    """
    from bfclx.env import _openenv

    return _openenv.factory(dataset, categories, model_name, today)


def app(
    dataset: Union[Dataset, str, os.PathLike[str]],
    *,
    categories: Union[str, Iterable[str], None] = None,
    model_name: str = "model",
    max_sessions: int = 64,
    today: Optional[datetime.date] = None,
) -> Any:
    """The server as a FastAPI application, of at most `max_sessions` sessions at once."""
    from bfclx.env import _openenv

    return _openenv.app(environment_factory(dataset, categories=categories, model_name=model_name, today=today),
                        max_sessions)


def client(url: str, **options: Any) -> Any:
    """OpenEnv's client for such a server, asynchronous; `.sync()` gives the other kind."""
    from openenv.core.mcp_client import MCPToolClient

    return MCPToolClient(base_url=url, **options)


def call(tool: str, **arguments: Any) -> Any:
    """The action that calls a tool."""
    from openenv.core.env_server.mcp_types import CallToolAction

    return CallToolAction(tool_name=tool, arguments=arguments)


def end_turn() -> Any:
    """The action that ends the turn."""
    from bfclx._play import END_TURN

    return call(END_TURN)
