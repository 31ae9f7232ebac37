"""Docstrings of the Python package's C++ side, read from the sources of the bindings."""

import re

CLASS = re.compile(r'py::class_<[^;]*?>\s*(\w+)?\(\s*module,\s*"(\w+)"')
MEMBER = re.compile(r'(?:(\w+)?\s*\.def(?:_property_readonly|_property|_static)?|\badd)\(\s*"(\w+)"')  # add: helper of Findings and Choice
TEXT = r'(?:R"\((?:.*?)\)"|"(?:[^"\\]|\\.)*")'


def text_of(literals):
    """The value of adjacent string literals."""
    parts = re.findall(r'R"\((.*?)\)"|"((?:[^"\\]|\\.)*)"', literals, re.S)
    return "".join(raw or plain.replace('\\"', '"').replace("\\n", "\n") for raw, plain in parts).strip()


def docstring(chunk):
    """The last argument of a call, if it is a text."""
    found = re.findall(rf"[,(]\s*((?:{TEXT}\s*)+)\)", chunk.split("\n}\n")[0], re.S)
    return text_of(found[-1]) if found else ""


def docstrings(folder):
    """{"Game": text, "Game.text": text, ...}."""
    docs = {}
    for file in sorted(folder.glob("*.cpp")):
        source = file.read_text()
        marks = sorted([*CLASS.finditer(source), *MEMBER.finditer(source)], key=lambda found: found.start())
        variables, current = {}, None
        for mark, following in zip(marks, [*marks[1:], None]):
            chunk = source[mark.end() - 1 : following.start() if following else len(source)]
            if mark.re is CLASS:
                current = mark.group(2)
                variables[mark.group(1)] = current
                name = current
            else:
                variable = mark.group(1)
                if mark.group(0).startswith("add"):
                    current = "Findings"
                elif variable:
                    current = variables.get(variable, variable.capitalize())
                name = f"{current}.{mark.group(2)}"
            if text := docstring(chunk):
                docs[name] = text
    for name, text in [*docs.items()]:  # a Choice is a Move with findings
        if name.startswith("Findings."):
            docs.setdefault(name.replace("Findings", "Choice"), text)
    return docs
