# bfclx's own part, so that its types are known where verifiers is not installed.
from collections.abc import Iterator
from typing import Any, Literal

from bfclx._core import Verdict

__all__ = ["EntryData", "EntryTask", "EntryTaskset", "EntryTasksetConfig", "EntryToolset"]

class _OfVerifiers:
    def __init__(self, *args: Any, **members: Any) -> None: ...
    def __getattr__(self, name: str) -> Any: ...

class EntryData(_OfVerifiers):
    dataset: str
    entry_id: str
    category: str

class EntryTaskConfig(_OfVerifiers):
    mode: Literal["tools", "prompt"]
    strip_thinking: bool
    tools: Any

class EntryTasksetConfig(_OfVerifiers):
    dataset: str
    category: list[str]
    task: EntryTaskConfig

class EntryToolset(_OfVerifiers):
    TOOL_PREFIX: str | None
    async def setup_task(self, task: Any) -> None: ...
    def register(self, mcp: Any) -> None: ...

class EntryTask(_OfVerifiers):
    @property
    def key(self) -> str: ...
    @classmethod
    def toolsets(cls, config: EntryTaskConfig) -> list[Any]: ...
    def verdict(self, trace: Any) -> Verdict: ...
    async def bfcl(self, trace: Any) -> float: ...
    async def by_turn(self, trace: Any) -> float: ...
    async def by_call(self, trace: Any) -> float: ...

class EntryTaskset(_OfVerifiers):
    def load(self) -> Iterator[EntryTask]: ...
