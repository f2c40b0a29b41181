"""Errors. A failed response is never an exception: it is a Verdict."""

from __future__ import annotations

from typing import Any, Optional


class BfclxError(Exception):
    """The base of everything that bfclx raises on its own account."""


class DatasetError(BfclxError, ValueError):
    """A dataset that is missing, incomplete or broken.

    `file` is relative to the dataset's root, `line` counts from 1; None where it is not known.
    """

    file: Optional[str]
    line: Optional[int]
    id: Optional[str]

    def __init__(
        self,
        message: str,
        file: Optional[str] = None,
        line: Optional[int] = None,
        id: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.id = id

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.file, self.line, self.id)


class LogError(BfclxError, ValueError):
    """A file of responses that cannot be read, or a line of it without one.

    `file` is the path as it was given, None for bytes; `line` counts from 1; `id` is that of the entry or
    of the request. None where it is not known.
    """

    def __init__(
        self, message: str, file: Optional[str] = None, line: Optional[int] = None, id: Optional[str] = None
    ) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.id = id

    def __str__(self) -> str:
        places = (self.file, self.line, self.id)
        return ": ".join([*(str(place) for place in places if place is not None), str(self.args[0])])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.file, self.line, self.id)


class UnknownEntryError(BfclxError, KeyError):
    """An id that the dataset does not have."""

    def __str__(self) -> str:  # KeyError shows the repr of its argument
        return str(self.args[0]) if self.args else ""


class UnknownNameError(BfclxError, ValueError):
    """A decoder, category, class or language that does not exist."""


class ConfigurationError(BfclxError, ValueError):
    """Function docs, ground truth, a decoder or an option is invalid, whatever the response.

    The message begins with the place, `functions[0].parameters.properties.x.type`, and says what to do.
    """


class SchemaError(ConfigurationError):
    """Functions or expected calls of a Checker that cannot be right, whatever the response.

    The message begins with `path`, the place inside the input: `functions[0].parameters.properties.x.type`,
    `expected[1].arguments.x`.
    """

    path: str

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(message)
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.path)


class ProgramError(BfclxError, RuntimeError):
    """The program inside the wheel could not do its work; the message is what it said."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.exit_code = exit_code

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.exit_code)
