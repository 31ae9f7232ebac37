"""Pages of docs/reference made from the headers of core/: the extensions, and what authors of plug-ins include."""

import pathlib
import re
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]


# --- Extensions

GROUPS = (
    ("Of games", ["core/game/extensions/*.hpp"]),
    ("Of games: drafts", ["core/game/draft/*.hpp"]),
    ("Of agents: drafts", ["core/agent/*.hpp"]),
    ("Of the host: drafts", ["core/abi/host_services.hpp", "core/system/host_patience.hpp"]),
)
CLASS = re.compile(r"((?:^//[^\n]*\n)*)^class (\w+)[^;{]*\{\n public:\n(.*?)^\};", re.S | re.M)


def extensions_of(file):
    """(class, id, comment, declarations) of each extension of a header."""
    for comment, name, body in CLASS.findall(file.read_text()):
        found = re.search(r'^ *static constexpr const char\* kId = "([^"]+)";\n', body, re.M)
        if not found:
            continue
        body = body.replace(found.group(0), "")
        body = re.split(r"^ (?:protected|private):\n", body, flags=re.M)[0]
        text = " ".join(line.removeprefix("//").strip() for line in comment.splitlines())
        yield name, found.group(1), text, textwrap.dedent(body).strip()


def extensions_page():
    text = """# Extensions

What games, agents and the host may offer besides the interface that all have. A caller asks by id, in C++ by
`find<Class>(game)`, and does without if the answer is `nullptr`. An id `ludex.NAME/n` is frozen; a draft,
`ludex.draft.NAME/n`, may change with any release ([why](../explanation/plug-ins.md#how-it-grows)).
`ludex describe GAME` lists those of a game. One of your own: [write an extension](../how-to/write-an-extension.md).
"""
    for title, patterns in GROUPS:
        text += f"\n## {title}\n"
        for pattern in patterns:
            for file in sorted(ROOT.glob(pattern)):
                for name, id_, comment, body in extensions_of(file):
                    text += f"\n### {name}\n\n`{id_}`, header `{file.relative_to(ROOT)}`\n"
                    if comment:
                        text += "\n" + textwrap.fill(comment, 100, break_long_words=False, break_on_hyphens=False) + "\n"
                    text += f"\n```cpp\n{body}\n```\n"
    return text


# --- The C++ SDK

SDK = (
    (
        "A game",
        "A rules class has a type `State`, the methods below and the names of what else it offers. `LUDEX_GAME_PLUGIN` makes it a plug-in; `ludex new game NAME` writes one.",
        ["core/game/rules.hpp", "core/game/options.hpp"],
    ),
    (
        "An agent",
        "An agent class has a constructor from `ParamValues`, the members below and the names of what else it offers. `LUDEX_AGENT_PLUGIN` makes it a plug-in; `ludex new agent NAME` writes one.",
        ["core/agent/agent_shell.hpp", "core/agent/options.hpp"],
    ),
    ("Settings", "", ["core/abi/plugin_info.hpp", "core/abi/schema.hpp"]),
    ("What an agent is given", "", ["core/game/game.hpp", "core/agent/budget.hpp", "core/agent/report.hpp"]),
    ("What the host sees of an agent", "", ["core/agent/agent.hpp"]),
    ("Small types", "", ["core/abi/types.hpp", "core/util/result.hpp", "core/util/rng.hpp", "core/game/position.hpp"]),
)
DECLARATION = re.compile(
    r"((?:^//[^\n]*\n)*)^((?:template <[^\n]*>\n)?(?:class|struct|enum)\b[^;{}]*\{)(?:([^\n{}]*?) ?\};|(.*?)^\};)", re.S | re.M
)
AUTHORS_METHOD = re.compile(r"LUDEX_(BASIC|RULES_METHOD|RULES_OVERLOAD|AGENT_METHOD)\((.*?)\);", re.S)


def split_arguments(text):
    """The arguments of a macro: commas within brackets do not separate."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, "<": 1, ")": -1, ">": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [" ".join(part.split()) for part in parts]


def authors_method(macro, text):
    """The signature that a macro checks: LUDEX_BASIC(noexcept, Player, to_move, (state), const State& state)."""
    parts = split_arguments(text)
    is_of_rules = macro == "BASIC" and len(parts) > 4 or macro.startswith("RULES")
    qualifier = ""
    if macro == "BASIC" and parts[0] in ("", "noexcept"):
        qualifier, parts = parts[0], ["", *parts[1:]]
    elif macro == "BASIC":
        parts, is_of_rules = ["", *parts], False
    result, name, _, *parameters = parts[1:]
    const = " const" if is_of_rules and macro == "BASIC" else ""
    return f"{result} {name}({', '.join(p for p in parameters if p)}){const}{' ' + qualifier if qualifier else ''};"


def without_bodies(text):
    """Declarations in the place of the definitions of a class, whose members are indented by two blanks."""
    out, inside = [], ""  # inside: of a body, or of the initialisers before it
    for line in text.split("\n"):
        if inside == "initialisers" and line.endswith("{}"):
            inside = ""
        elif inside == "initialisers" and line.endswith("{"):
            inside = "body"
        elif inside == "body" and line == "  }":
            inside = ""
        elif inside:
            pass
        elif line.lstrip().startswith("//"):
            out.append(line)
        elif re.match(r" +: \w+_[({]", line):
            out[-1] += ";"
            inside = "" if line.endswith("{}") else "body" if line.endswith("{") else "initialisers"
        elif found := re.match(r"(.*?\)[^(){}]*?)(?: : \w+_\(.*)?(?: \{.*\}| \{)(?:  // NOLINT.*)?$", line):
            out.append(found.group(1) + ";")
            inside = "body" if line.endswith("{") else ""
        else:
            out.append(line)
    return "\n".join(out)


def public_part(head, body):
    """What a user of a class sees."""
    if not head.startswith(("class", "template")) or " public:\n" not in body:
        return body if head.startswith(("struct", "enum")) else re.split(r"^ private:\n", body, flags=re.M)[0]
    body = body.split(" public:\n", 1)[1]
    return re.split(r"^ (?:protected|private):\n", body, flags=re.M)[0]


def declarations_of(file):
    text = file.read_text()
    for comment, head, short, long in DECLARATION.findall(text):
        body = short or long
        first = head.split("\n")[-1]
        name = re.sub(r"[:{].*", "", first.replace("[[nodiscard]] ", "")).split()
        name = [word for word in name if word not in ("class", "struct", "enum", "final")][0]
        about = " ".join(line.removeprefix("//").strip() for line in comment.splitlines())
        methods = [authors_method(*found) for found in AUTHORS_METHOD.findall(body)]
        if methods:
            shown = re.match(r"(?:Rules|Agent)Methods<(\w+)", re.sub(r"^(?:class|struct) ", "", first))
            yield shown.group(1) if shown else name, about, "\n".join(methods)
        elif about and body.strip() and not re.search(r"<\w+(?:, \w+)*> \{$|Module|Shell|Methods", first):
            shown = f"{short} }};" if short else "\n" + without_bodies(public_part(head, body)).strip("\n") + "\n};"
            yield name, about, first + shown


def sdk_page():
    text = """# C++

What an author of a game or an agent includes, from the comments of the headers in `core/`. Everything else that
they may offer: [extensions](extensions.md). How the pieces fit: [the plug-in boundary](../explanation/plug-ins.md).
What changed: [changes of the SDK](sdk-changes.md). What `ludex check` tries: [promises](check.md).
The site also has, next to this page, every class and function of all headers (by Doxygen).
"""
    for title, about, files in SDK:
        text += f"\n## {title}\n" + (f"\n{textwrap.fill(about, 100, break_on_hyphens=False)}\n" if about else "")
        for name in files:
            notes = dict(re.findall(r"^// ([^\n]*)\nclass (\w+) \{\};", (ROOT / name).read_text(), re.M))
            notes = {key: value for value, key in notes.items()}
            for item, comment, code_text in declarations_of(ROOT / name):
                comment = comment or notes.get(item, "")
                text += f"\n### {item}\n\nHeader `{name}`\n"
                if comment:
                    text += "\n" + textwrap.fill(comment, 100, break_long_words=False, break_on_hyphens=False) + "\n"
                text += f"\n```cpp\n{code_text}\n```\n"
    return text
