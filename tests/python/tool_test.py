"""bfclx.tool: tools from Python functions, their hints and docstrings; and a Checker of functions."""

import dataclasses
import datetime
import enum
import functools
import pickle
import typing
import unittest
import uuid
from typing import Annotated, Any, Dict, List, Literal, NewType, Optional, TypedDict, Union

import bfclx


class Unit(enum.Enum):
    METRIC = "m"
    IMPERIAL = "i"


class Point(TypedDict):
    lat: float
    lon: float


class Place(TypedDict, total=False):
    """A place.

    Attributes:
        name: What it is called.
    """

    name: typing.Required[str] if hasattr(typing, "Required") else str
    parent: "Place"


@dataclasses.dataclass
class Options:
    """Options of a search.

    Attributes:
        limit: How many.
    """

    text: str
    limit: int = 5
    tags: List[str] = dataclasses.field(default_factory=list)
    unit: Annotated[Unit, "Of lengths."] = Unit.METRIC
    hidden: int = dataclasses.field(default=0, init=False)


@dataclasses.dataclass
class Node:
    value: int
    children: "List[Node]"


Key = NewType("Key", str)


def parameters(function):
    return bfclx.tool(function)["function"]["parameters"]


def schema(hint, default=None):
    """Of a parameter with this hint."""
    def f(x):
        raise AssertionError("called")
    f.__annotations__ = {"x": hint}
    found = parameters(f)
    result = found["properties"]["x"]
    return {**result, "$defs": found["$defs"]} if "$defs" in found else result


class Hints(unittest.TestCase):
    def test_plain(self):
        for hint, expected in (
                (str, {"type": "string"}), (int, {"type": "integer"}), (float, {"type": "number"}),
                (bool, {"type": "boolean"}), (None, {"type": "null"}), (Any, {}), (object, {}),
                (list, {"type": "array"}), (List, {"type": "array"}), (dict, {"type": "object"}), (Dict, {"type": "object"}),
                (list[int], {"type": "array", "items": {"type": "integer"}}),
                (List[List[str]], {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}),
                (typing.Sequence[int], {"type": "array", "items": {"type": "integer"}}),
                (set[str], {"type": "array", "items": {"type": "string"}, "uniqueItems": True}),
                (tuple[int, ...], {"type": "array", "items": {"type": "integer"}}),
                (tuple[int, str], {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}],
                                   "items": False, "minItems": 2, "maxItems": 2}),
                (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
                (dict[str, Any], {"type": "object"}),
                (dict[Literal["a", "b"], int], {"type": "object", "additionalProperties": {"type": "integer"},
                                                "propertyNames": {"type": "string", "enum": ["a", "b"]}}),
                (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
                (Literal[1, "b", None], {"type": ["integer", "string", "null"], "enum": [1, "b", None]}),
                (Literal[Unit.METRIC], {"type": "string", "enum": ["m"]}),
                (Unit, {"type": "string", "enum": ["m", "i"]}),
                (Optional[int], {"type": ["integer", "null"]}),
                (Union[int, str], {"type": ["integer", "string"]}),
                (Optional[list[int]], {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]}),
                (int | None, {"type": ["integer", "null"]}),
                (Key, {"type": "string"}),
                (datetime.datetime, {"type": "string", "format": "date-time"}),
                (datetime.date, {"type": "string", "format": "date"}),
                (uuid.UUID, {"type": "string", "format": "uuid"}),
                (Annotated[int, "How many."], {"type": "integer", "description": "How many."}),
                (Annotated[int, 7], {"type": "integer"}),
                ("List[int]", {"type": "array", "items": {"type": "integer"}})):
            with self.subTest(hint=hint):
                self.assertEqual(schema(hint), expected)

    def test_objects(self):
        number = {"type": "number"}
        self.assertEqual(schema(Point), {"type": "object", "properties": {"lat": number, "lon": number},
                                         "required": ["lat", "lon"], "additionalProperties": False})
        self.assertEqual(schema(Options), {
            "type": "object", "required": ["text"], "additionalProperties": False, "properties": {
                "text": {"type": "string"}, "limit": {"type": "integer", "description": "How many.", "default": 5},
                "tags": {"type": "array", "items": {"type": "string"}},
                "unit": {"type": "string", "enum": ["m", "i"], "description": "Of lengths."}}})

    def test_types_that_contain_themselves(self):
        node = schema(Node)
        self.assertEqual(node["$ref"], "#/$defs/Node")
        self.assertEqual(node["$defs"]["Node"]["properties"]["children"], {"type": "array", "items": {"$ref": "#/$defs/Node"}})
        place = schema(Place)["$defs"]["Place"]
        self.assertEqual(place["properties"], {"name": {"description": "What it is called.", "type": "string"},
                                               "parent": {"$ref": "#/$defs/Place"}})
        if hasattr(typing, "Required"):
            self.assertEqual(place["required"], ["name"])

    def test_unsupported_hints_name_the_parameter(self):
        class Other:
            pass

        for hint, said in (
                (bytes, "the hint bytes is unsupported"), (Other, "Other is unsupported"), (complex, "complex"),
                (typing.Callable[[int], int], "is unsupported"), (list[bytes], "bytes is unsupported"),
                (dict[int, str], "the keys of dict[int, str] are not text"), ("Missing", "'Missing' cannot be read"),
                (Literal[b"a"], "are not all text"), (typing.TypeVar("T"), "is unsupported")):
            with self.subTest(hint=hint), self.assertRaises(bfclx.SchemaError) as caught:
                schema(hint)
            self.assertTrue(str(caught.exception).startswith("f.x: "), str(caught.exception))
            self.assertIn(said, str(caught.exception))
            self.assertEqual(caught.exception.path, "f.x")

    def test_unsupported_parameters(self):
        def untyped(x): ...
        def positional(x: int, /): ...
        def many(*x: int): ...
        def named(**x: int): ...

        for function, said in ((untyped, "the type hint is missing"), (positional, "positional only"),
                               (many, "`*` and `**` parameters are unsupported"), (named, "`**`")):
            with self.subTest(function=function.__name__), self.assertRaises(bfclx.SchemaError) as caught:
                bfclx.tool(function)
            self.assertTrue(str(caught.exception).startswith(f"{function.__name__}.x: "))
            self.assertIn(said, str(caught.exception))
        for given, said in ((7, "is not a function"), (Point, "is not a function"), (lambda: 1, "a lambda has no name")):
            with self.assertRaisesRegex(bfclx.SchemaError, said):
                bfclx.tool(given)
        self.assertEqual(bfclx.tool(lambda: 1, name="f")["function"]["name"], "f")


def google(city: str, days: int = 1, unit: Unit = Unit.METRIC, *, near: Optional[str] = None) -> str:
    """The weather in a city.

    It is read
    from a table.

    Args:
        city (str): The name of the city: in English,
            without the country.
        days: How many days.

    Returns:
        A sentence: with the weather.
    """
    raise AssertionError("called")


def numpy(city: str, days: int = 1):
    """The weather in a city.

    Parameters
    ----------
    city : str
        The name of the city: in English,
        without the country.
    days : int, optional
        How many days.

    Returns
    -------
    str
        A sentence.
    """


def sphinx(city: str, days: int = 1):
    """The weather in a city.

    :param str city: The name of the city: in English,
        without the country.
    :param days: How many days.
    :type days: int
    :returns: A sentence.
    """


class Docstrings(unittest.TestCase):
    def test_styles(self):
        for function in (google, numpy, sphinx):
            with self.subTest(style=function.__name__):
                made = bfclx.tool(function)
                self.assertEqual(made["type"], "function")
                self.assertTrue(made["function"]["description"].startswith("The weather in a city."))
                self.assertNotIn("sentence", made["function"]["description"])
                found = made["function"]["parameters"]
                self.assertEqual(found["properties"]["city"], {
                    "type": "string", "description": "The name of the city: in English, without the country."})
                self.assertEqual(found["properties"]["days"],
                                 {"type": "integer", "description": "How many days.", "default": 1})
                self.assertEqual(found["required"], ["city"])
        self.assertEqual(bfclx.tool(google)["function"]["description"], "The weather in a city.\n\nIt is read from a table.")

    def test_defaults(self):
        found = parameters(google)["properties"]
        self.assertEqual(found["unit"], {"type": "string", "enum": ["m", "i"], "default": "m"})
        self.assertEqual(found["near"], {"type": ["string", "null"], "default": None})

        def f(when: datetime.date = datetime.date(2026, 1, 1), x: float = float("inf")): ...
        self.assertEqual([sorted(one) for one in parameters(f)["properties"].values()], [["format", "type"], ["type"]])

    def test_annotated_wins(self):
        def f(x: Annotated[int, "Of the hint."]):
            """Does.

            Args:
                x: Of the docstring.
            """
        self.assertEqual(parameters(f)["properties"]["x"]["description"], "Of the hint.")

    def test_odd_docstrings(self):
        for text, description, words in (
                (None, "", None), ("", "", None), ("Args:\n    x: A.", "", "A."), ("Does: it\nnow.", "Does: it now.", None),
                ("Does.\n\nArgs:\n    x:\n        A.\n\n        B.\n    y: C.", "Does.", "A.\n\nB."),
                ("Does.\nArgs: of no section\n", "Does. Args: of no section", None),
                ("Does.\n\nParameters\n----------\nx, y : int\n    A.\n", "Does.", "A."),
                ("Does.\n\n:param x: A.\n\nMore.", "Does.", "A."), (":param x", ":param x", None)):
            def f(x: int): ...
            f.__doc__ = text
            with self.subTest(text=text):
                made = bfclx.tool(f)["function"]
                self.assertEqual(made["description"], description)
                self.assertEqual(made["parameters"]["properties"]["x"].get("description"), words)

    def test_methods_decorators_and_partials(self):
        class Service:
            def find(self, text: str) -> None:
                """Finds."""

            @staticmethod
            def now() -> None:
                """Tells."""

        def decorated(function):
            @functools.wraps(function)
            def wrapper(*arguments, **more):
                return function(*arguments, **more)
            return wrapper

        async def later(x: int): ...

        self.assertEqual(list(parameters(Service().find)["properties"]), ["text"])
        self.assertEqual(bfclx.tool(Service.now)["function"]["parameters"],
                         {"type": "object", "properties": {}, "required": []})
        self.assertEqual(bfclx.tool(decorated(google)), bfclx.tool(google))
        self.assertEqual(bfclx.tool(functools.partial(google, days=3))["function"]["parameters"]["properties"]["days"]["default"], 3)
        self.assertEqual(parameters(later)["required"], ["x"])
        with self.assertRaisesRegex(bfclx.SchemaError, "find.self: the type hint is missing"):
            bfclx.tool(Service.find)


class Checkers(unittest.TestCase):
    def test_a_checker_of_functions(self):
        def find(place: Union[str, Point], options: Optional[Options] = None, *, root: Optional[Node] = None):
            """Finds a place."""
            raise AssertionError("called")

        expected = {"name": "find", "arguments": {"place": {"lat": 1, "lon": 2}, "root": {"value": 1, "children": [
            {"value": 2, "children": []}]}}}
        for given in (find, [find], (find,), bfclx.tool(find)):
            checker = bfclx.Checker(given, match="schema")
            self.assertEqual(checker.functions, ["find"])
            self.assertTrue(checker.check([expected], expected).valid)
        checker = pickle.loads(pickle.dumps(bfclx.Checker([find, {"name": "now"}], match="schema")))
        self.assertEqual(checker.functions, ["find", "now"])
        self.assertFalse(checker.check([{"find": {"place": {"lat": 1, "lon": 3}}}], expected).valid)
        with self.assertRaisesRegex(bfclx.SchemaError, "bytes"):
            def wrong(x: bytes): ...
            bfclx.Checker([wrong])
        self.assertTrue(bfclx.Checker(numpy).check("[numpy(city='Rome')]", {"name": "numpy", "arguments": {"city": "rome"}}).valid)

    def test_functions_of_entries_with_json_schema(self):
        """A benchmark whose tools BFCL's form cannot represent, read in Python."""
        import json
        import pathlib
        import tempfile

        doc = {"name": "f", "description": "", "parameters": {
            "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "required": ["x"],
            "properties": {"x": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}}
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            (folder / "data/possible_answer").mkdir(parents=True)
            (folder / "dataset.json").write_text(json.dumps(
                {"bfclx_benchmark": 1, "name": "b", "version": "1", "match": "schema", "tools": [doc]}))
            name = "BFCL_v4_simple_python.json"
            (folder / "data" / name).write_text(json.dumps(
                {"id": "simple_python_0", "question": [[{"role": "user", "content": "Go"}]], "function": [doc]}) + "\n")
            (folder / "data/possible_answer" / name).write_text(json.dumps(
                {"id": "simple_python_0", "ground_truth": [{"name": "f", "arguments": {"x": None}}]}) + "\n")
            dataset = bfclx.Dataset.open(folder)
            self.assertEqual(dataset["simple_python_0"]["function"], [doc])
            self.assertTrue(dataset.score("simple_python_0", "[f(x=None)]", decoder="prompting").valid)
            self.assertEqual(dataset.score("simple_python_0", "[f(x='')]", decoder="prompting").error_type, "schema_match:value")


if __name__ == "__main__":
    unittest.main()
