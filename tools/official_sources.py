"""Constants of the official sources, read from their syntax trees: nothing of a release is executed.

long_context, constants (prompts), models and prompt_texts give what tools/get-dataset writes of a release;
a Problem names file and line of what is no constant.
"""

import ast
import re

LONG_CONTEXT = "eval_checker/multi_turn_eval/func_source_code/long_context.py"
PROMPTS = "constants/default_prompts.py"
MODELS = "constants/model_config.py"
HANDLERS = "model_handler"
PROMPT_HANDLERS = ("model_handler/local_inference", "model_handler/api_inference")

# What the sentences of a handler's own chat format are for, in the order of its source. A string
# literal is a sentence when words follow each other in it; literals that are put at the end of one
# text right after each other are one.
PROMPT_TEXT_NAMES = {
    "ArchHandler": ("system", "tools_before", "tools_after"),
    "BitAgentHandler": ("system", "tools_before"),
    "FunctionGemmaHandler": ("system",),
    "GLMHandler": ("tools_before", "tool_after"),
    "GraniteFunctionCallingHandler": ("system",),
    "Granite3FCHandler": ("system", "tools_before"),
    "Granite4FCHandler": ("tools_before", "tools_after", "system"),
    "HammerHandler": ("task", "format", "system"),
    "LlamaHandler_3_1": ("system_before", "tools_before"),
    "MiningHandler": ("system_before", "system_after"),
    "MiniCPMFCHandler": ("imports", "tools"),
    "NanbeigeFCHandler": ("tools_system", "tools_before", "tools_after", "system"),
    "NemotronHandler": ("system",),
    "PelicanVLFCHandler": ("tools_before", "tools_after", "system"),
    "PhiFCHandler": ("system",),
    "QwenFCHandler": ("tools_before", "tools_after"),
    "SalesforceLlamaHandler": ("system", "tools_before"),
    "SalesforceQwenHandler": ("system", "tools_before"),
    "ThinkAgentHandler": ("system", "tools_before"),
}


class Problem(Exception):
    """Something that the user can read and act on."""


# ---- constants, without running anything ----------------------------------------------------------


class Evaluator:
    """Values of the constant expressions that the official sources use."""

    def __init__(self, path):
        self.path = path
        self.names = {}

    def fail(self, node):
        raise Problem(
            f"{self.path}:{node.lineno}: {ast.unparse(node)[:80]!r} is no constant that this script "
            "understands; the release may be newer than the script"
        )

    def value(self, node):
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self.names[node.id] if node.id in self.names else self.fail(node)
        if isinstance(node, ast.List):
            return [self.value(item) for item in node.elts]
        if isinstance(node, ast.Tuple):
            return tuple(self.value(item) for item in node.elts)
        if isinstance(node, ast.Dict):
            return self.dictionary(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self.value(node.operand)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self.value(node.left) + self.value(node.right)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            return self.value(node.left) * self.value(node.right)
        if isinstance(node, ast.JoinedStr):
            return "".join(self.piece(part) for part in node.values)
        return self.fail(node)

    def dictionary(self, node):
        result = {}
        for key, item in zip(node.keys, node.values):
            if key is None:  # **other
                result.update(self.value(item))
            else:
                result[self.value(key)] = self.value(item)
        return result

    def piece(self, node):
        if isinstance(node, ast.FormattedValue) and node.format_spec is None and node.conversion == -1:
            return str(self.value(node.value))
        return self.value(node) if isinstance(node, ast.Constant) else self.fail(node)


def parse(path):
    try:
        return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    except (OSError, SyntaxError, UnicodeDecodeError) as error:
        raise Problem(f"cannot read {path}: {error}") from error


def assignments(tree):
    """(name, expression) of the plain assignments of a module."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None and isinstance(node.target, ast.Name):
            yield node.target.id, node.value


def constants(path):
    evaluator = Evaluator(path)
    for name, node in assignments(parse(path)):
        evaluator.names[name] = evaluator.value(node)
    return evaluator.names


# ---- long context ----------------------------------------------------------------------------------


def without_ellipsis(value, name, found):
    if value is ...:
        found.add(name)
        return {"__py__": "Ellipsis"}
    if isinstance(value, (list, tuple)):
        return [without_ellipsis(item, name, found) for item in value]
    if isinstance(value, dict):
        return {key: without_ellipsis(item, name, found) for key, item in value.items()}
    return value


def long_context(source):
    values = constants(source / LONG_CONTEXT)
    found = set()
    plain = {name: without_ellipsis(value, name, found) for name, value in values.items()}
    return {
        "_kinds": {
            name: f"literal; {type(value).__name__} len {len(value)}" for name, value in values.items()
        },
        "constants": plain,
        "_nonjson_types": [f"{name}: ellipsis" for name in sorted(found)],
        "_note": 'Python Ellipsis objects are written as {"__py__": "Ellipsis"}',
    }


# ---- model registry --------------------------------------------------------------------------------


class Classes:
    """Classes of the handlers, their bases and the methods that each defines itself."""

    def __init__(self, folder):
        self.bases = {}
        self.methods = {}
        for path in sorted(folder.rglob("*.py")):
            for node in parse(path).body:
                if isinstance(node, ast.ClassDef):
                    self.bases[node.name] = [ast.unparse(base).split(".")[-1] for base in node.bases]
                    self.methods[node.name] = self.names_defined(node)

    @staticmethod
    def names_defined(node):
        names = set()
        for item in node.body:
            if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef)):
                names.add(item.name)
            elif isinstance(item, ast.Assign):
                names.update(target.id for target in item.targets if isinstance(target, ast.Name))
        return names

    def order(self, name):
        """The method resolution order (C3), over the classes that are known."""
        if name not in self.bases:
            return []
        bases = [base for base in self.bases[name] if base in self.bases]
        rows = [self.order(base) for base in bases] + [bases]
        merged = [name]
        rows = [row for row in rows if row]
        while rows:
            head = next(
                (row[0] for row in rows if not any(row[0] in other[1:] for other in rows)), None
            )
            if head is None:
                raise Problem(f"the bases of the class {name} have no consistent order")
            merged.append(head)
            rows = [rest for row in rows if (rest := [item for item in row if item != head])]
        return merged

    def definer(self, name, method):
        for candidate in self.order(name):
            if method in self.methods[candidate]:
                return candidate
        raise Problem(f"no class defines {method} for the handler {name}")


class ModelReader(Evaluator):
    """Evaluates model_config.py: ModelConfig(...) gives its arguments as a dict."""

    def __init__(self, path, tree, classes):
        super().__init__(path)
        self.classes = classes
        self.defaults = {}
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name == "ModelConfig":
                self.fields = [field.target.id for field in node.body if isinstance(field, ast.AnnAssign)]
                for field in node.body:
                    if isinstance(field, ast.AnnAssign) and field.value is not None:
                        self.defaults[field.target.id] = super().value(field.value)

    def value(self, node):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ModelConfig":
            return self.model(node)
        if isinstance(node, ast.Name) and node.id in self.classes.bases:
            return node.id
        return super().value(node)

    def model(self, node):
        given = dict(zip(self.fields, (self.value(argument) for argument in node.args)))
        given.update({keyword.arg: self.value(keyword.value) for keyword in node.keywords})
        fields = {**self.defaults, **given}
        handler = fields["model_handler"]
        result = {
            name: fields[name]
            for name in (
                "model_name",
                "display_name",
                "url",
                "org",
                "license",
                "input_price",
                "output_price",
                "is_fc_model",
                "underscore_to_dot",
            )
        }
        result["handler"] = handler
        result["decode_ast_defined_in"] = self.classes.definer(handler, "decode_ast")
        result["decode_execute_defined_in"] = self.classes.definer(handler, "decode_execute")
        return result


def models(source):
    path = source / MODELS
    tree = parse(path)
    reader = ModelReader(path, tree, Classes(source / HANDLERS))
    for name, node in assignments(tree):
        reader.names[name] = reader.value(node)
    return {"models": reader.names["MODEL_CONFIG_MAPPING"]}


# ---- sentences of chat formats ---------------------------------------------------------------------


# Three words behind each other, the first not all capitals, or a Chinese character.
SENTENCE = re.compile(r"[a-z.,:']+ [A-Za-z]+ [A-Za-z]|[\u4e00-\u9fff]")


def literal_text(node):
    """The text of a string literal, or of several that are added; None for everything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [literal_text(node.left), literal_text(node.right)]
        return None if None in parts else "".join(parts)
    if isinstance(node, ast.JoinedStr):
        parts = [literal_text(part) for part in node.values]
        return None if None in parts else "".join(parts)
    return None


class Sentences:
    """The sentences below a node, in the order of the source, each once."""

    def __init__(self, node):
        self.found = []
        self.visit(node)

    def visit(self, node):
        if isinstance(node, ast.Raise):
            return  # what a handler tells its user
        text = literal_text(node)
        if text is not None:
            self.add(text)
            return
        for _, value in ast.iter_fields(node):
            if isinstance(value, ast.AST):
                self.visit(value)
            elif isinstance(value, list):
                self.visit_list([item for item in value if isinstance(item, ast.AST)])

    def visit_list(self, nodes):
        ending = None  # the text that has been made longer by literals alone, and these literals
        for node in nodes:
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue  # a docstring
            text = literal_text(node.value) if isinstance(node, ast.AugAssign) else None
            if text is None:
                if ending:
                    self.add(ending[1])
                    ending = None
                self.visit(node)
                continue
            target = ast.unparse(node.target)
            if ending and ending[0] == target:
                ending = (target, ending[1] + text)
            else:
                if ending:
                    self.add(ending[1])
                ending = (target, text)
        if ending:
            self.add(ending[1])

    def add(self, text):
        if SENTENCE.search(text) and text not in self.found:
            self.found.append(text)


def prompt_texts(source):
    """{handler class: {name: text}} of the handlers that write their chat format themselves."""
    result = {}
    paths = [path for folder in PROMPT_HANDLERS for path in sorted((source / folder).glob("*.py"))]
    for path in paths:
        tree = parse(path)
        names = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
        for name in names:
            if name not in PROMPT_TEXT_NAMES:
                continue
            found = [text for text in Sentences(tree).found if text != "No function is called"]
            wanted = PROMPT_TEXT_NAMES[name]
            if len(found) != len(wanted):
                raise Problem(
                    f"{path}: {len(found)} sentences in the chat format of {name}, expected "
                    f"{len(wanted)}; the release may be newer than the script"
                )
            result[name] = dict(zip(wanted, found))
    if missing := sorted(set(PROMPT_TEXT_NAMES) - set(result)):
        raise Problem(f"{source / HANDLERS}: no handler {', '.join(missing)}")
    return result
