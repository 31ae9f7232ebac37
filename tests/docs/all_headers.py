"""A hook of mkdocs: pages of the site with every class, function and constant that the installed headers have.

Doxygen reads the headers, whose comments are ordinary ones; its XML becomes one page a folder of core/. The pages are not in
docs/, because Doxygen's versions differ: docs/reference/cpp.md has what every author needs. Without doxygen the site lacks them.
"""

import pathlib
import re
import shutil
import subprocess
import tempfile
import textwrap
import xml.etree.ElementTree

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Those for authors, in dependency order (core/README.md).
FOLDERS = {
    "util": "Helpers",
    "abi": "Plain types and parameters",
    "game": "Games",
    "game/extensions": "Extensions of games",
    "game/draft": "Drafts of games",
    "agent": "Agents",
    "study": "Studies",
    "transport": "Transports",
    "plugin": "The macros of plug-ins",
}
# How an interface is made from an author's class.
INTERNAL = re.compile(r"^(RulesMethods|FromRules|AgentMethods|FromAgent|Flat|Named|Made|MadeList)\b")
SETTINGS = """
RECURSIVE = YES
FILE_PATTERNS = *.hpp
INPUT = core
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
MARKDOWN_SUPPORT = NO
AUTOLINK_SUPPORT = NO
EXTRACT_ALL = YES
INHERIT_DOCS = NO
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = "LUDEX_RULES_METHOD(...)=" "LUDEX_RULES_OVERLOAD(...)=" "LUDEX_RULES_CONSTANT(...)=" \\
             "LUDEX_AGENT_METHOD(...)=" "LUDEX_BASIC(...)="
QUIET = YES
WARNINGS = NO
"""
SPECIAL = re.compile(r'([\\@<>&#%"$])')
cache = tempfile.TemporaryDirectory()


def for_doxygen(text):
    """The header with comments that Doxygen reads: /// before an item, ///< behind it, \\file at the head."""
    lines, head = [], True
    for line in text.split("\n"):
        head = head and not line.startswith("#pragma once")
        alone = re.match(r"( *)// ?(.*)$", line)
        behind = re.match(r"(?!}  // namespace)(.*\S) +// (?!NOLINT)(.*)$", line)
        if alone and not alone[2].startswith("NOLINT"):
            start = "/// \\file\n" if head and not lines else ""
            lines.append(start + alone[1] + "/// " + SPECIAL.sub(r"\\\1", alone[2]))
        elif behind and not alone:
            lines.append(f"{behind[1]} ///< " + SPECIAL.sub(r"\\\1", behind[2]))
        else:
            lines.append(re.sub(r" *// NOLINT.*", "", line))
    return "\n".join(lines)


def run_doxygen(folder):
    for header in (ROOT / "core").rglob("*.hpp"):
        copy = folder / header.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(for_doxygen(header.read_text()))
    (folder / "Doxyfile").write_text(SETTINGS + f"STRIP_FROM_PATH = {folder}\n")
    subprocess.run(["doxygen"], cwd=folder, check=True)
    return [xml.etree.ElementTree.parse(file).getroot()[0] for file in sorted((folder / "xml").glob("*.xml")) if file.stem not in ("index", "Doxyfile")]


def text_of(item, *names):
    found = (" ".join("".join(part.itertext()).split()) for name in names if (part := item.find(name)) is not None)
    return " ".join(text for text in found if text)


def about(item):
    return text_of(item, "briefdescription", "detaileddescription")


def declaration(member):
    """The line that declares it, with its comment above."""
    kind, name = member.get("kind"), member.findtext("name")
    comment = about(member)
    short = kind == "variable" and len(comment) < 50  # stands behind it
    lines = textwrap.wrap(comment, 96, initial_indent="// ", subsequent_indent="// ") if comment and not short else []
    if kind == "enum":
        scoped = "enum class" if member.get("strong") == "yes" else "enum"
        lines.append(f"{scoped} {name} {{")
        for value in member.findall("enumvalue"):
            note = about(value)
            lines.append(f"  {value.findtext('name')}{' ' + text_of(value, 'initializer') if value.find('initializer') is not None else ''}," + (f"  // {note}" if note else ""))
        return "\n".join([*lines, "};"])
    if kind == "define":
        arguments = [parameter.findtext("defname") or "" for parameter in member.findall("param")]
        return "\n".join([*lines, f"#define {name}" + (f"({', '.join(arguments)})" if member.find("param") is not None else "")])
    types = [text_of(parameter, "type", "declname") for parameter in member.findall("templateparamlist/param")]
    if types:
        lines.append(f"template <{', '.join(types)}>")
    line = text_of(member, "definition")
    if kind == "typedef":
        line = line.split(" = ")[0] + " = " + text_of(member, "type").replace("typedef ", "")
    line = re.sub(r"(?:\w+(?: ?<[^()<>]*>)?::)+(~?" + re.escape(name) + r")(?= =|\)|$)", r"\1", line)
    if kind == "function":
        line += text_of(member, "argsstring")
    elif member.find("initializer") is not None:
        value = text_of(member, "initializer")
        line += ("" if value.startswith("{") else " ") + value if len(value) < 60 else ""
    return "\n".join([*lines, tidy(line) + ";" + (f"  // {comment}" if comment and short else "")])


def tidy(line):
    """In the style of this tree: Doxygen writes "const T * x", "int n=1" and "f()=0"."""
    line = line.replace("ludex::", "").replace("< ", "<").replace(" >", ">")
    line = re.sub(r"(?<=[\w>]) ([*&]+) ?(?=[\w.(])", r"\1 ", line)
    line = re.sub(r"\)([&]+)", r") \1", line)
    line = re.sub(r"(?<=[\w)])=(?=[\w{])", " = ", line)
    return re.sub(r" +([),])", r"\1", re.sub(r"(\w\*) \(", r"\1(", line)).rstrip()


def members(compound, of_file=False):
    found = []
    for section in compound.findall("sectiondef"):
        if of_file or section.get("kind", "").startswith(("public", "user-defined")) or compound.get("kind") == "namespace":
            found += [member for member in section.findall("memberdef") if member.get("kind") != "friend"]
    return sorted(found, key=lambda member: int(member.find("location").get("line")))


def prose(text):
    return re.sub(r"([\\`*_\[|])", r"\\\1", text).replace("<", "&lt;")


def block(items):
    return "\n```cpp\n" + "\n".join(declaration(item) for item in items) + "\n```\n" if items else ""


def page_of(folder, title, compounds):
    """The page of core/FOLDER."""
    headers = {}
    for compound in compounds:
        kind = compound.get("kind")
        if "detail" in compound.findtext("compoundname").split("::"):
            continue
        if kind == "namespace":
            for member in members(compound):
                headers.setdefault(member.find("location").get("file"), {}).setdefault("free", []).append(member)
        elif kind == "file":
            here = headers.setdefault(compound.find("location").get("file"), {})
            here["about"] = about(compound)
            here.setdefault("free", []).extend(member for member in members(compound, True) if member.get("kind") == "define" and "_" in member.findtext("name"))
        elif kind in ("class", "struct"):
            name = compound.findtext("compoundname").replace("ludex::", "")
            if not INTERNAL.match(name.split("::")[-1]) and not name.startswith("offers::"):
                headers.setdefault(compound.find("location").get("file"), {}).setdefault("classes", []).append((name, compound))
    names = [f"core/{folder}/{header.name}" for header in sorted((ROOT / "core" / folder).glob("*.hpp"))]
    text = f"# {title}\n\nThe headers of `core/{folder}`, from their comments, by Doxygen. What every author needs first: [C++](../cpp.md).\n"
    for name in names:
        here = headers[name]
        text += f"\n## {name}\n"
        if here.get("about"):
            text += f"\n{prose(here['about'])}\n"
        for class_name, compound in sorted(here.get("classes", []), key=lambda item: int(item[1].find("location").get("line"))):
            if not about(compound) and not members(compound):
                continue
            text += f"\n### {tidy(class_name)}\n"
            if about(compound):
                text += f"\n{prose(about(compound))}\n"
            text += block(members(compound))
        free = sorted(here.get("free", []), key=lambda member: int(member.find("location").get("line")))
        if free:
            text += ("\n### Functions and constants\n" if here.get("classes") else "") + block(free)
    return text


def on_config(config):
    if not shutil.which("doxygen"):
        print("no doxygen: the site lacks the pages of all headers")
        return config
    folder = pathlib.Path(cache.name)
    compounds = run_doxygen(folder)
    pages = folder / "pages/reference/headers"
    pages.mkdir(parents=True, exist_ok=True)
    entries = []
    for name, title in FOLDERS.items():
        file = name.replace("/", "-") + ".md"
        (pages / file).write_text(page_of(name, title, compounds))
        entries.append({title: f"reference/headers/{file}"})
    reference = next(entry["Reference"] for entry in config["nav"] if "Reference" in entry)
    place = next(i for i, entry in enumerate(reference) if "C++" in entry)
    reference[place : place + 1] = [{"C++": [reference[place], {"All headers": entries}]}]
    return config


def on_page_markdown(markdown, page, **_):
    if page.file.src_path == "reference/cpp.md" and pathlib.Path(cache.name, "pages").exists():
        words = "every class and function of all headers"
        if words not in markdown:
            raise SystemExit(f"docs/reference/cpp.md lacks the words '{words}', which become a link")
        return markdown.replace(words, f"[{words}](headers/game.md)")
    return markdown


def on_files(files, config):
    pages = pathlib.Path(cache.name, "pages")
    for page in sorted(pages.rglob("*.md")):
        files.append(File(str(page.relative_to(pages)), str(pages), config["site_dir"], config["use_directory_urls"]))
    return files
