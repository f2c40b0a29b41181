import datetime
import os
from typing import Any, Iterable, Literal, Mapping, Sequence, TypedDict, Union

__version__: str

_Path = Union[str, os.PathLike[str]]
# A response: a text, a list, a dict, or the object of a client (see Dataset.score).
_Response = Any
# What JSON holds, and what a call in Python syntax may hold beside it.
_Value = Any

# A call {"name", "arguments"}, a list of them, possible answers, or None (see Checker.check).
_Expected = Any

class DecoderInfo(TypedDict):
    name: str
    handler: str
    mode: Literal["any", "FC", "prompting"]
    response_form: str

class CategoryInfo(TypedDict):
    name: str
    group: str
    judging: Literal["calls", "relevance", "irrelevance", "multi_turn", "agentic", "executable"]
    language: Literal["python", "java", "javascript"]
    scored: bool
    folder: str

class ModelInfo(TypedDict):
    name: str
    model_name: str
    display_name: str
    organisation: str
    license: str
    url: str
    input_price: float | None
    output_price: float | None
    is_fc_model: bool
    underscore_to_dot: bool
    handler: str
    decoder: str | None

class Opaque:
    def __init__(self, type_name: str, repr: str) -> None: ...
    @property
    def type_name(self) -> str: ...

class Reason:
    @property
    def rule(self) -> str: ...
    @property
    def path(self) -> list[_Value]: ...
    @property
    def expected(self) -> _Value: ...
    @property
    def found(self) -> _Value: ...
    @property
    def text(self) -> str: ...
    @property
    def short(self) -> str: ...
    @property
    def more(self) -> dict[str, Any] | None: ...

class Verdict:
    @property
    def id(self) -> str | None: ...
    @property
    def valid(self) -> bool: ...
    @property
    def error_type(self) -> str | None: ...
    @property
    def error(self) -> list[Any] | dict[str, Any] | None: ...
    @property
    def decoded(self) -> _Value: ...
    @property
    def decode_error(self) -> str | None: ...
    @property
    def decode_error_class(self) -> str | None: ...
    @property
    def why(self) -> Reason | None: ...
    @property
    def skipped(self) -> str | None: ...
    @property
    def turns_passed(self) -> int: ...
    @property
    def turns_total(self) -> int: ...
    @property
    def last_message(self) -> _Value: ...
    @property
    def execution(self) -> _Value: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Dataset:
    @staticmethod
    def open(path: _Path, *, cassette: _Path | None = None) -> Dataset: ...
    @staticmethod
    def sample() -> Dataset: ...
    @property
    def path(self) -> str: ...
    @property
    def cassette(self) -> str | None: ...
    @property
    def version(self) -> str: ...
    def categories(self) -> list[str]: ...
    def ids(self, category: str) -> list[str]: ...
    def entry(self, entry_id: str) -> dict[str, Any]: ...
    def models(self) -> list[ModelInfo]: ...
    def score(
        self,
        entry_id: str,
        response: _Response,
        *,
        decoder: str = "auto",
        underscore_to_dot: bool | None = None,
        model_name: str = "model",
        today: datetime.date | None = None,
    ) -> Verdict: ...
    def score_batch(
        self,
        ids: Iterable[str],
        responses: Iterable[_Response],
        *,
        decoder: str = "auto",
        underscore_to_dot: bool | None = None,
        model_name: str = "model",
        today: datetime.date | None = None,
        threads: int = 0,
    ) -> list[Verdict]: ...
    def conversation(
        self,
        entry_id: str,
        *,
        model: str,
        api: str | None = None,
        fc: bool | None = None,
        prompt_format: str | None = None,
        temperature: float = 0.001,
        max_tokens: int | None = None,
        context_length: int | None = None,
        extra_body: Mapping[str, Any] | None = None,
        memory: bytes = b"",
        retries: int = 6,
        as_official: bool = False,
        include_input_log: bool = False,
        today: datetime.date | None = None,
    ) -> Conversation: ...
    def episode(
        self, entry_id: str, *, model_name: str = "model", today: datetime.date | None = None
    ) -> Episode: ...

class Services:
    def __init__(
        self,
        classes: Sequence[str],
        config: Mapping[str, Any],
        *,
        long_context: bool = False,
        instance_prefix: str = "model",
        entry_id: str = "entry",
        dataset: Dataset | None = None,
        today: datetime.date | None = None,
    ) -> None: ...
    def execute(self, calls: Sequence[str] | str) -> list[str]: ...
    def state(self) -> dict[str, dict[str, Any]]: ...

class _Service:
    def state(self) -> dict[str, Any]: ...

class _Session:
    def __init__(
        self, prefix: str, entry_id: str, long_context: bool, dataset: Dataset | None
    ) -> None: ...
    def make(self, class_name: str, scenario: Any) -> _Service: ...
    def execute(
        self, calls: Sequence[str] | str, services: list[_Service], config: Any
    ) -> list[str]: ...

class Episode:
    @property
    def id(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def turns_passed(self) -> int: ...
    def tools(self, turn: int | None = None) -> list[dict[str, Any]]: ...
    def user(self, turn: int | None = None) -> list[dict[str, Any]]: ...
    def execute(self, calls: Sequence[str] | str) -> list[str]: ...
    def end_turn(self) -> None: ...
    def state(self) -> dict[str, dict[str, Any]]: ...
    def verdict(self) -> Verdict: ...

class Conversation:
    @property
    def id(self) -> str: ...
    @property
    def base_url(self) -> str: ...
    @property
    def key_variable(self) -> str: ...
    def next(self) -> dict[str, Any]: ...
    def answer(
        self,
        status: int,
        body: bytes | str,
        *,
        headers: Mapping[str, str] | Sequence[tuple[str, str]] | None = None,
        seconds: float = 0.0,
    ) -> None: ...
    def fail(self, failure: str = "connection", *, seconds: float = 0.0) -> None: ...
    def answer_template(self, prompt: str) -> None: ...
    def answer_tokens(self, count: int) -> None: ...
    def answer_effect(
        self,
        status: int,
        body: bytes | str,
        *,
        headers: Mapping[str, str] | Sequence[tuple[str, str]] | None = None,
        url: str = "",
        reason: str = "",
    ) -> None: ...
    def fail_effect(self, error_class: str, message: str) -> None: ...
    @property
    def result(self) -> dict[str, Any] | None: ...
    @property
    def result_line(self) -> str | None: ...
    @property
    def ending(self) -> str | None: ...
    @property
    def memory_snapshot(self) -> bytes | None: ...
    @property
    def notes(self) -> list[dict[str, Any]]: ...
    @property
    def requests(self) -> int: ...
    @property
    def retries(self) -> int: ...
    @property
    def last_error(self) -> str: ...

class Checker:
    def __init__(
        self,
        functions: Sequence[Mapping[str, Any]] | Mapping[str, Any],
        dialect: Literal["json_schema", "bfcl"] = "json_schema",
        match: Literal["official", "schema", "exact"] = "official",
        *,
        order: Literal["any", "given"] = "any",
        decoder: str | None = None,
        underscore_to_dot: bool = False,
    ) -> None: ...
    @property
    def functions(self) -> list[str]: ...
    @property
    def dialect(self) -> Literal["json_schema", "bfcl"]: ...
    @property
    def match(self) -> Literal["official", "schema", "exact"]: ...
    @property
    def order(self) -> Literal["any", "given"]: ...
    def check(
        self, calls: _Response, expected: _Expected, *, order: Literal["any", "given"] | None = None
    ) -> Verdict: ...
    def check_batch(
        self,
        pairs: Iterable[tuple[_Response, _Expected]],
        *,
        order: Literal["any", "given"] | None = None,
    ) -> list[Verdict]: ...

def check_calls(
    functions: Sequence[Mapping[str, Any]],
    possible_answer: Sequence[Mapping[str, Any]],
    calls: _Value,
    *,
    category: str,
    language: str | None = None,
    underscore_to_dot: bool = False,
) -> Verdict: ...
def _own_language(category: str, language: str | None) -> str: ...
def _check_response(
    functions: Any,
    possible_answer: Any,
    response: _Response,
    decoder: str,
    category: str,
    language: str,
    underscore_to_dot: bool,
) -> Verdict: ...
def decode(
    response: _Response,
    *,
    decoder: str,
    format: str = "python",
    execute: bool = False,
    has_tool_call_tag: bool = False,
) -> _Value: ...
def decoders() -> list[DecoderInfo]: ...
def categories() -> list[CategoryInfo]: ...
def category_group(name: str) -> list[str]: ...
def _ast_check(
    functions: Any,
    possible_answer: Any,
    calls: Any,
    category: str,
    language: str,
    underscore_to_dot: bool,
) -> tuple[bool, str, Any]: ...
def _multi_turn_check(
    turns: Any,
    ground_truth: Any,
    entry: Any,
    model_name: str,
    long_context: bool,
    dataset: Dataset | None,
    today: datetime.date | None,
) -> tuple[dict[str, Any] | None, list[Any]]: ...
def _convert_to_tool(functions: list[dict[str, Any]], style: str) -> list[Any]: ...
def _language_hints(functions: list[dict[str, Any]], language: str) -> list[dict[str, Any]]: ...
def _memory_conversations(dataset: Dataset, scenario: str) -> list[dict[str, Any]] | None: ...
def _category_of_id(entry_id: str) -> str | None: ...
def _read_steps(response: _Response, is_episode: bool) -> tuple[bool, Any]: ...
def _stands_as_words(answer: str, message: str) -> bool: ...
def _compare(
    a: Sequence[tuple[str, bool, str]],
    b: Sequence[tuple[str, bool, str]],
    leaderboard: str,
    draws: int,
    seed: int,
) -> dict[str, Any]: ...
def _audit(
    dataset: Dataset,
    runs: list[tuple[str, list[Verdict]]],
    false_discovery_rate: float,
    at_most: int,
) -> str: ...
def _run_program(arguments: Sequence[bytes]) -> int: ...
def _read_log(
    source: bytes, is_path: bool, dataset: Dataset | None, as_entry: str, decoder: str
) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]], str]: ...
def _self_check(dataset: Dataset, category: str) -> list[dict[str, Any]]: ...
def _end_unlocked() -> None: ...
def _times_unlocked() -> int: ...
