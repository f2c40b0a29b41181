"""JSON Schema of Python's type hints."""

from __future__ import annotations

import collections.abc as abc
import dataclasses
import datetime
import enum
import json
import types
import typing
import uuid
from typing import Any, Callable, Union

from bfclx._docstring import read_docstring

_PLAIN: dict[Any, dict[str, Any]] = {
    Any: {},
    object: {},
    None: {"type": "null"},
    type(None): {"type": "null"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    list: {"type": "array"},
    tuple: {"type": "array"},
    set: {"type": "array", "uniqueItems": True},
    frozenset: {"type": "array", "uniqueItems": True},
    dict: {"type": "object"},
    datetime.datetime: {"type": "string", "format": "date-time"},
    datetime.date: {"type": "string", "format": "date"},
    datetime.time: {"type": "string", "format": "time"},
    uuid.UUID: {"type": "string", "format": "uuid"},
}
_LISTS = (list, abc.Sequence, abc.MutableSequence, abc.Iterable, abc.Collection)
_SETS = (set, frozenset, abc.Set, abc.MutableSet)
_DICTS = (dict, abc.Mapping, abc.MutableMapping)
_JSON_NAMES = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}
_UNIONS = (Union, getattr(types, "UnionType", Union))
# Of typing and of typing_extensions.
_REQUIRED = ("Required", "NotRequired", "ReadOnly")


class HintError(Exception):
    """A hint that has no JSON Schema; the message says which and why."""


def _shown(hint: Any) -> str:
    return hint.__qualname__ if isinstance(hint, type) and not typing.get_args(hint) else str(hint).replace("typing.", "")


def is_json(value: Any) -> bool:
    """Whether a value is plain data that a schema can hold."""
    try:
        return bool(json.loads(json.dumps(value, allow_nan=False)) == value)
    except (TypeError, ValueError, RecursionError):
        return False


def description_of(metadata: tuple[Any, ...]) -> str:
    """Of Annotated: a text, or an object with a `description` or `documentation`."""
    for one in metadata:
        for text in (one, getattr(one, "description", None), getattr(one, "documentation", None)):
            if isinstance(text, str):
                return text
    return ""


def _form(hint: Any) -> str:
    """The name of a special form, such as "NotRequired"."""
    return str(getattr(typing.get_origin(hint), "_name", None) or "")


class HintReader:
    """Schemas of the hints of one function. Types that contain themselves are in `definitions`."""

    def __init__(self) -> None:
        self.definitions: dict[str, Any] = {}
        self._open: dict[Any, str] = {}  # named types that are being read
        self._recursive: set[str] = set()
        self._names: dict[Any, str] = {}

    def schema(self, hint: Any) -> dict[str, Any]:
        """The schema of a hint. HintError where it has none."""
        try:
            plain = _PLAIN.get(hint)
        except TypeError:  # unhashable
            plain = None
        if plain is not None:
            return dict(plain)
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Annotated:
            return self._annotated(hint, arguments)
        if origin is typing.Literal:
            return self._values([one.value if isinstance(one, enum.Enum) else one for one in arguments], hint)
        if origin in _UNIONS:
            return self._union(arguments)
        if origin is not None:
            return self._generic(hint, origin, arguments)
        return self._named(hint)

    def _annotated(self, hint: Any, arguments: tuple[Any, ...]) -> dict[str, Any]:
        schema = self.schema(arguments[0])
        description = description_of(hint.__metadata__)
        return {**schema, "description": description} if description else schema

    def _values(self, values: list[Any], hint: Any) -> dict[str, Any]:
        kinds = list(dict.fromkeys(type(one) for one in values))
        if not values or not all(kind in _JSON_NAMES for kind in kinds):
            raise HintError(f"the values of {_shown(hint)} are not all text, numbers, true, false or null")
        names = [_JSON_NAMES[kind] for kind in kinds]
        return {"type": names[0] if len(names) == 1 else names, "enum": values}

    def _union(self, arguments: tuple[Any, ...]) -> dict[str, Any]:
        parts = [self.schema(one) for one in arguments]
        if all(list(part) == ["type"] and isinstance(part["type"], str) for part in parts):
            names = list(dict.fromkeys(part["type"] for part in parts))
            return {"type": names[0] if len(names) == 1 else names}
        return {"anyOf": parts}

    def _generic(self, hint: Any, origin: Any, arguments: tuple[Any, ...]) -> dict[str, Any]:
        if not arguments and origin in (tuple, *_LISTS, *_SETS, *_DICTS):  # typing.List
            return self._named(origin)
        if origin is tuple:
            return self._tuple(arguments)
        if origin in _LISTS or origin in _SETS:
            unique: dict[str, Any] = {"uniqueItems": True} if origin in _SETS else {}
            return {"type": "array", "items": self.schema(arguments[0]), **unique}
        if origin in _DICTS:
            return self._dict(hint, *arguments)
        raise HintError(f"the hint {_shown(hint)} is unsupported")

    def _tuple(self, arguments: tuple[Any, ...]) -> dict[str, Any]:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return {"type": "array", "items": self.schema(arguments[0])}
        parts = [self.schema(one) for one in arguments if one != ()]
        count = len(parts)
        prefix: dict[str, Any] = {"prefixItems": parts} if parts else {}
        return {"type": "array", **prefix, "items": False, "minItems": count, "maxItems": count}

    def _dict(self, hint: Any, key: Any, value: Any) -> dict[str, Any]:
        keys = self.schema(key)
        if keys.get("type") != "string":
            raise HintError(f"the keys of {_shown(hint)} are not text")
        values = self.schema(value)
        schema: dict[str, Any] = {"type": "object", **({"additionalProperties": values} if values else {})}
        return schema if keys == {"type": "string"} else {**schema, "propertyNames": keys}

    # --- types with a name ---

    def _named(self, hint: Any) -> dict[str, Any]:
        if type(hint).__name__ == "TypeAliasType":
            return self._definition(hint, lambda: self.schema(hint.__value__))
        supertype = getattr(hint, "__supertype__", None)  # of NewType
        if supertype is not None:
            return self.schema(supertype)
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return self._values([one.value for one in hint], hint)
        if dataclasses.is_dataclass(hint) and isinstance(hint, type):
            return self._definition(hint, lambda: self._dataclass(hint))
        if isinstance(hint, type) and issubclass(hint, dict) and hasattr(hint, "__total__"):
            return self._definition(hint, lambda: self._typed_dict(hint))
        if hint in (tuple, *_LISTS, *_SETS, *_DICTS):
            return dict(_PLAIN[dict if hint in _DICTS else set if hint in _SETS else list])
        raise HintError(f"the hint {_shown(hint)} is unsupported")

    def _definition(self, hint: Any, read: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        name = self._names.get(hint)
        if name is None:
            name = base = str(hint.__name__)
            while name in self._names.values():
                name = f"{base}{len(self._names) + 1}"
            self._names[hint] = name
        if hint in self._open:
            self._recursive.add(name)
        elif name not in self.definitions:
            self._open[hint] = name
            schema = read()
            del self._open[hint]
            if name not in self._recursive:
                return schema
            self.definitions[name] = schema
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, owner: Any, members: dict[str, tuple[Any, bool, dict[str, Any]]]) -> dict[str, Any]:
        """Of {name: (hint, whether it is required, more of its schema)}."""
        described = read_docstring(owner.__dict__.get("__doc__"))[1]
        properties: dict[str, Any] = {}
        for name, (hint, _, more) in members.items():
            try:
                schema = self.schema(hint)
            except HintError as error:
                raise HintError(f"{owner.__name__}.{name}: {error}") from None
            words = {"description": described[name]} if name in described else {}
            properties[name] = {**words, **more, **schema} if "$ref" not in schema else schema
        required = [name for name, (_, needed, _) in members.items() if needed]
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

    def _dataclass(self, hint: Any) -> dict[str, Any]:
        hints = hints_of(hint)
        members: dict[str, tuple[Any, bool, dict[str, Any]]] = {}
        for field in dataclasses.fields(hint):
            if not field.init:
                continue
            missing = dataclasses.MISSING
            needed = field.default is missing and field.default_factory is missing
            more: dict[str, Any] = {}
            if isinstance(field.metadata.get("description"), str):
                more["description"] = field.metadata["description"]
            if field.default is not missing and field.default is not None and is_json(field.default):
                more["default"] = field.default
            members[field.name] = (hints[field.name], needed, more)
        return self._object(hint, members)

    def _typed_dict(self, hint: Any) -> dict[str, Any]:
        members: dict[str, tuple[Any, bool, dict[str, Any]]] = {}
        for name, one in hints_of(hint).items():
            needed = name in hint.__required_keys__
            while _form(one) in _REQUIRED:
                needed = {"Required": True, "NotRequired": False}.get(_form(one), needed)
                one = typing.get_args(one)[0]
            members[name] = (one, needed, {})
        return self._object(hint, members)


def hints_of(owner: Any) -> dict[str, Any]:
    """The hints of a class, with what Annotated says."""
    try:
        return typing.get_type_hints(owner, include_extras=True)
    except Exception as error:
        raise HintError(f"the hints of {owner.__name__} cannot be read: {error}") from None
