"""Pages of docs/reference made from sources: the schema of `ludex api`, the Python package, headers (headers.py)."""

import ast
import json
import pathlib
import re
import textwrap

import bindings
import headers
from page_text import cell, code, sentence, table

ROOT = pathlib.Path(__file__).resolve().parents[2]


# --- ludex api


def type_of(schema):
    if "$ref" in schema:
        return f"[{(name := schema['$ref'].rsplit('/', 1)[1])}](#{name})"
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return ", ".join(code(word) for word in schema["enum"])
    if "oneOf" in schema:
        return " or ".join(type_of(part) for part in schema["oneOf"])
    if schema.get("type") == "array":
        return "list of " + type_of(schema["items"]) if "items" in schema else "list"
    name = schema.get("type", "any")
    name = " or ".join(name) if isinstance(name, list) else name
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f"{name}, {low} to {high}"
    return f"{name}, {low} or more" if low is not None else name


def properties_of(schema, prefix=""):
    """Rows of a table; objects within objects as `outer.inner`."""
    for key, value in schema.get("properties", {}).items():
        needed = "yes" if key in schema.get("required", []) else ""
        inner = value.get("items", {}) if value.get("type") == "array" else value
        dots = "[]." if inner is not value else "."
        nested = "properties" in inner
        kind = ("list of objects" if inner is not value else "object") if nested else type_of(value)
        yield [code(prefix + key), kind, needed, cell(sentence(value.get("description", "")))]
        if nested:
            yield from properties_of(inner, prefix + key + dots)


def definition(name, schema):
    text = f"\n### {name}\n\n"
    if "description" in schema:
        text += sentence(schema["description"]) + "\n\n"
    if "properties" in schema:
        return text + table(["key", "value", "required", "meaning"], list(properties_of(schema)))
    options = [part for part in schema.get("oneOf", []) if "properties" in part]
    if options:
        plain = [type_of(part) for part in schema["oneOf"] if "properties" not in part]
        text += (" or ".join(plain) + ", or an object:\n\n") if plain else ""
        return text + "\n".join(table(["key", "value", "required", "meaning"], list(properties_of(part))) for part in options)
    return text + f"{type_of(schema)}\n"


def api_page():
    schema = json.loads((ROOT / "arena/faces/api/schema.json").read_text())
    names = schema["$defs"]
    requests = [part["$ref"].rsplit("/", 1)[1] for part in names["request"]["oneOf"]]
    answers = [name for name in names if name.endswith("answer") and name not in ("answer", *requests)]
    rest = [name for name in names if name not in (*requests, *answers, "request", "answer")]
    text = """# ludex api

`ludex api` reads one JSON object a line and answers in the same way. `ludex serve` answers the same objects at
`POST /api/requests`. `ludex api --schema` prints the JSON Schema from which this page is made. Rules of the
exchange (order, cancelling, back-pressure) and example clients: [notes](api-notes.md).
"""
    for title, group in (("Requests", requests), ("Answers", answers), ("Parts", rest)):
        text += f"\n## {title}\n" + "".join(definition(name, names[name]) for name in group)
    return text


# --- Python

PACKAGE = ROOT / "arena/faces/python/ludex"
MODULES = ["__init__.py", *sorted(file.name for file in PACKAGE.glob("[a-z]*.py"))]


def signature(node):
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){returns}"


def public(body, kind):
    return [node for node in body if isinstance(node, kind) and not node.name.startswith("_")]


def without_self(node):
    node.args.args = [argument for argument in node.args.args if argument.arg != "self"]
    return node


def docstring(node):
    return ast.get_docstring(node) or ""


def first_paragraph(text):
    return " ".join(text.split("\n\n")[0].split())


def members(node, docs):
    rows = []
    for item in public(node.body, ast.FunctionDef):
        is_property = any(ast.unparse(mark) == "property" for mark in item.decorator_list)
        item = without_self(item)
        kind = f": {ast.unparse(item.returns)}" if item.returns else ""
        rows.append([code(item.name + kind if is_property else signature(item)), cell(first_paragraph(docstring(item) or docs.get(f"{node.name}.{item.name}", "")))])
    return rows


def python_page(names):
    """`names`: the package's __all__."""
    docs = bindings.docstrings(PACKAGE.parent)
    text = """# Python

The package `ludex`. `help(ludex)` and `help(ludex.Game)` have units, shapes and errors of each item.
[Install](../how-to/install.md); agents in Python: [notes](python-notes.md#an-agent); games in Python:
[games/python](../../games/python/rules.md).
"""
    first = ast.parse((PACKAGE / "__init__.py").read_text())
    example = re.search(r"\n\n((?: {4}.*\n|\n)+)", docstring(first) + "\n").group(1)
    text += f"\n```python\n{textwrap.dedent(example).strip()}\n```\n"
    text += "\n## Functions\n"
    classes = []
    for module in MODULES:
        for node in ast.parse((PACKAGE / module).read_text()).body:
            if getattr(node, "name", None) not in names:
                continue
            if isinstance(node, ast.ClassDef):
                classes.append(node)
            else:
                text += f"\n### ludex.{node.name}\n\n```python\n{signature(node)}\n```\n\n{textwrap.dedent(docstring(node))}\n"
    stubs = ast.parse((PACKAGE / "_core.pyi").read_text())
    text += "\n## Classes\n"
    for node in [*classes, *(node for node in public(stubs.body, ast.ClassDef) if node.name in names)]:
        text += f"\n### ludex.{node.name}\n"
        about = docstring(node) or docs.get(node.name, "")
        if about:
            text += "\n" + (about if docstring(node) else first_paragraph(about)) + "\n"
        rows = members(node, docs)
        if rows:
            described = any(row[1] for row in rows)
            text += "\n" + table(["member", "meaning"] if described else ["member"], rows if described else [row[:1] for row in rows])
    return text


def package_names():
    for node in ast.parse((PACKAGE / "__init__.py").read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    raise KeyError("__all__")


def pages():
    return {"cpp.md": headers.sdk_page(), "extensions.md": headers.extensions_page(), "api.md": api_page(), "python.md": python_page(package_names())}
