"""Responses out of what other programs write."""

from __future__ import annotations

import os
import warnings
from typing import Any, NamedTuple, Optional, Union

from bfclx._core import Dataset, _read_log
from bfclx._errors import LogError

_Path = Union[str, "os.PathLike[str]"]


def _warn_of_old_name(old: str, new: str) -> None:
    warnings.warn(f"`{old}` is now called `{new}`; the old name is removed in 0.2", DeprecationWarning, stacklevel=3)


class LogResponse(NamedTuple):
    """One response of a log, in the form of a result file.

    `id` is the entry's; None where the log names none (`read_log` with a dataset finds it). `response` is what
    `Dataset.score` takes. `line` counts from 1, where the response begins. `form` is what it was read from,
    'result_line' or a name such as 'inspect_sample', 'openai_chat', 'batch_line'. Counts of tokens are numbers, or for
    episodes lists of turns of steps of them; `latency` is in seconds. None where the log has none.
    """

    id: Optional[str]
    response: Any
    line: int
    form: str
    input_token_count: Any
    output_token_count: Any
    latency: Any

    @property
    def reply(self) -> Any:  # words: keep
        """The old name of `response`; it is removed in 0.2."""
        _warn_of_old_name("reply", "response")
        return self.response


class LogProblem(NamedTuple):
    """A line of a log without a response (`fatal`), or with a response and a warning; `line` counts from 1."""

    line: Optional[int]
    id: Optional[str]
    message: str
    fatal: bool


class Log(NamedTuple):
    """What `read_log` gives: `rows` in the log's order, responses without an entry last, and `problems`."""

    rows: list[LogResponse]
    problems: list[LogProblem]

    @property
    def ids(self) -> list[str]:
        """The entries' ids, for `Dataset.score_batch`. Raises ValueError if a response has none."""
        ids = [row.id for row in self.rows if row.id is not None]
        if len(ids) < len(self.rows):
            raise ValueError("a response in the log has no entry id; read it with dataset= or as_entry=")
        return ids

    @property
    def responses(self) -> list[Any]:
        """The responses, for `Dataset.score_batch`."""
        return [row.response for row in self.rows]

    @property
    def replies(self) -> list[Any]:  # words: keep
        """The old name of `responses`; it is removed in 0.2."""
        _warn_of_old_name("replies", "responses")
        return self.responses


def read_log(
    source: Union[_Path, bytes, bytearray, memoryview],
    *,
    dataset: Optional[Dataset] = None,
    as_entry: Optional[str] = None,
    decoder: str = "auto",
    strict: bool = True,
) -> Log:
    """The responses of a file, or of bytes, in any format that `bfclx score` reads.

    These are result lines; answers, messages and conversations of OpenAI (chat and responses), Anthropic and
    Gemini, one, many, or a batch's output; lists of calls and call text; logs of inspect (`.eval` too),
    EvalScope's reviews and predictions, traces of verifiers, rollouts of NeMo Gym; all of it as JSON, JSON
    lines or a list, packed by gzip or not. At most 2 GiB, 250,000 responses, and 50 times its size where it is packed.

    With `dataset`, responses without an id are matched where function and parameter names fit exactly one entry
    that expects calls; otherwise the error lists the candidates. `decoder` parses their text. `as_entry` (with `dataset`) is the entry of
    all responses without an id; any text is a response then. Ids are not looked up in the dataset: `Dataset.score` does.

    Raises LogError with file, line and id if the file cannot be read, has no response, or has a line without one.
    `strict=False` returns what can be read; the rest is in `problems`, `fatal`.

    >>> import bfclx
    >>> log = bfclx.read_log(b'{"custom_id": "multiple_1", "response": {"body": {"choices": [{"message": {'
    ...                      b'"role": "assistant", "content": "[f(x=1)]"}}]}}}')
    >>> log.ids, log.responses, log.rows[0].form
    (['multiple_1'], ['[f(x=1)]'], 'batch_line')
    """
    if as_entry is not None and dataset is None:
        raise ValueError("as_entry needs the dataset that has the entry")
    is_path = not isinstance(source, (bytes, bytearray, memoryview))
    place = os.fsdecode(source) if is_path else None  # type: ignore[arg-type]
    if place == "-":
        raise LogError("standard input is not read; give its bytes", place)
    if place is not None and "\0" in place:
        raise ValueError("embedded null byte")
    content = os.fsencode(place) if place is not None else bytes(source)  # type: ignore[arg-type]
    rows, problems, error = _read_log(content, is_path, dataset, as_entry or "", decoder)
    log = Log([LogResponse(*row) for row in rows], [LogProblem(*problem) for problem in problems])
    if error:
        if strict:
            raise LogError(error, place)
        log.problems.insert(0, LogProblem(None, None, error, True))
    if strict:
        first = [problem for problem in log.problems if problem.fatal] or \
            ([] if log.rows else log.problems[-1:])
        for problem in first:
            raise LogError(problem.message, place, problem.line, problem.id)
        if not log.rows:
            raise LogError("has no response", place)
    return log
