"""Signatures of the compiled functions, out of the stubs: what `inspect.signature` and editors show."""

from __future__ import annotations

import ast
import functools
import inspect
import os
from typing import Any


@functools.lru_cache(maxsize=None)
def _stubs() -> dict[str, ast.FunctionDef]:
    """{qualified name: its stub}; of overloads the first, which has all defaults."""
    with open(os.path.join(os.path.dirname(__file__), "_core.pyi"), encoding="utf-8") as file:
        tree = ast.parse(file.read())
    found: dict[str, ast.FunctionDef] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, node)
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    found.setdefault(f"{node.name}.{member.name}", member)
    return found


def _parameters(stub: ast.FunctionDef) -> list[inspect.Parameter]:
    arguments = stub.args
    placed = [*arguments.posonlyargs, *arguments.args]
    defaults = [*[None] * (len(placed) - len(arguments.defaults)), *arguments.defaults]
    kinds = [inspect.Parameter.POSITIONAL_ONLY] * len(arguments.posonlyargs) + \
        [inspect.Parameter.POSITIONAL_OR_KEYWORD] * len(arguments.args)
    rows = [*zip(placed, defaults, kinds),
            *((one, default, inspect.Parameter.KEYWORD_ONLY)
              for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults))]
    empty = inspect.Parameter.empty
    return [inspect.Parameter(
        one.arg, kind,
        default=empty if default is None else ast.literal_eval(default),
        annotation=empty if one.annotation is None else ast.unparse(one.annotation),
    ) for one, default, kind in rows]


def signature_of(function: Any) -> inspect.Signature:
    """That of a compiled function; of a method of an object without `self`. An AttributeError where there is none,
    as for functions of other modules."""
    stub = _stubs().get(function.__qualname__) if function.__module__ == "bfclx._core" else None
    if stub is None:
        raise AttributeError("__signature__")
    parameters = _parameters(stub)
    if hasattr(function, "__self__"):
        del parameters[0]
    returns = inspect.Signature.empty if stub.returns is None else ast.unparse(stub.returns)
    return inspect.Signature(parameters, return_annotation=returns)
