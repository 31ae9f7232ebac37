"""Runs the commands of a page of docs/ in an empty folder and compares what they print with what the page shows.

usage: run_page.py PAGE LUDEX BUILD     (exit code 77: the page has no command to run, or needs a
program that is not installed, such as stockfish, or a kernel with Landlock)

* ```console blocks have commands ("$ ludex list"; a line that ends with \\ goes on in the next) and below each
  what it prints. A line "..." there stands for any lines, "..." within a line for any text. Nothing below a
  command: anything.
* A block with title="NAME" is the contents of the file NAME, which is written where the commands run.
* <!-- not run: REASON --> before a block exempts it. <!-- exit code: N --> : its last command ends with N.
* /usr/share/doc/ludex in a command is the checkout, whose files the Debian package installs there.
* The commands, and CMake, find `ludex` in its build folder by PATH.
"""

import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```(.*)$")
MARKER = re.compile(r"^ *<!-- (not run|exit code): (.+?) -->$")


class Block:
    def __init__(self, line, info, marker):
        self.line, self.info, self.marker = line, info, marker
        self.lines = []

    def text(self):
        return "".join(line + "\n" for line in self.lines)

    def title(self):
        found = re.search(r'title="([^"]+)"', self.info)
        return found and found.group(1)


def blocks_of(text):
    blocks, block, indent, marker = [], None, "", None
    for number, line in enumerate(text.split("\n"), 1):
        fence = FENCE.match(line)
        if block is None:
            if fence:
                indent = fence.group(1)
                block = Block(number, fence.group(2).strip(), marker)
            elif line.strip():
                found = MARKER.match(line)
                marker = found and found.groups()
        elif fence and fence.group(2) == "" and fence.group(1) == indent:
            blocks.append(block)
            block, marker = None, None
        else:
            block.lines.append(line[len(indent) :] if line.startswith(indent) else line)
    if block is not None:
        sys.exit(f"line {block.line}: this block has no end")
    return blocks


def steps_of(block):
    """(line, command, expected lines) of a console block."""
    steps = []
    goes_on = False
    for number, line in enumerate(block.lines, block.line + 1):
        if goes_on:
            steps[-1][1] += "\n" + line
        elif line.startswith("$ "):
            steps.append([number, line[2:], []])
        elif steps:
            steps[-1][2].append(line)
        else:
            sys.exit(f"line {number}: a console block begins with a command, as '$ ludex list'")
        goes_on = line.endswith("\\") and (goes_on or line.startswith("$ "))
    return steps


def pattern_of(expected):
    lines = []
    for line in expected:
        if line.strip() == "...":
            lines.append(r"(?:[^\n]*\n)*?")
        else:
            lines.append("[^\n]*".join(re.escape(part) for part in line.rstrip().split("...")) + r" *\n")
    return re.compile("".join(lines) + r"\n*\Z")


def folder_of_python():
    """The first folder of PATH whose python3 has what the package ludex needs, or None."""
    for folder in os.environ["PATH"].split(os.pathsep):
        python = os.path.join(folder, "python3")
        if os.access(python, os.X_OK):
            done = subprocess.run([python, "-c", "import numpy, pandas"], stderr=subprocess.DEVNULL, check=False)
            if done.returncode == 0:
                return folder
    return None


def missing(blocks):
    """(what the commands need and this machine lacks, folders to put before PATH)."""
    text = "\n".join(line for block in blocks if not block.marker or block.marker[0] != "not run" for line in block.lines)
    folders = ["/usr/games"]  # Debian's stockfish
    if re.search(r"^\$ .*\bpython3 ", text, re.M):
        python = folder_of_python()
        if python is None:
            return "python3 with numpy and pandas", []
        folders.append(python)
    path = os.pathsep.join([*folders, os.environ["PATH"]])
    for program, use in {"stockfish": r"command: stockfish", "rsvg-convert": r"--out \S+\.pdf", "jq": r"^\$ jq "}.items():
        if re.search(use, text, re.M) and not shutil.which(program, path=path):
            return program, []
    # landlock_create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION): the version, or -1
    if "sandbox: true" in text and ctypes.CDLL(None).syscall(444, None, 0, 1) < 1:
        return "a kernel with Landlock", []
    return None, folders


def main():
    page, ludex, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
    blocks = blocks_of(page.read_text())
    if not any(block.info.startswith("console") and not block.marker for block in blocks):
        print("no command to run")
        sys.exit(77)
    lacking, folders = missing(blocks)
    if lacking:
        print(f"skipped: the page needs {lacking}")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        here = pathlib.Path(folder, "here")
        here.mkdir()
        environment = dict(
            os.environ,
            HOME=folder,
            XDG_CACHE_HOME=str(pathlib.Path(folder, "cache")),
            PATH=os.pathsep.join([str(ludex.parent), *folders, os.environ["PATH"]]),
            NO_COLOR="1",
            COLUMNS="100",
            PYTHONPATH=str(build / "python"),
        )
        for block in blocks:
            kind, value = block.marker or ("", "")
            if kind == "not run":
                continue
            if block.title():
                file = here / block.title()
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text())
            if not block.info.startswith("console"):
                continue
            steps = steps_of(block)
            for index, (line, command, expected) in enumerate(steps):
                done = subprocess.run(
                    ["bash", "-c", command.replace("/usr/share/doc/ludex", str(CHECKOUT))],
                    cwd=here,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    check=False,
                )
                wanted = int(value) if kind == "exit code" and index + 1 == len(steps) else 0
                if done.returncode != wanted:
                    sys.exit(f"{page}:{line}: $ {command}\nended with {done.returncode}, expected {wanted}:\n{done.stdout}")
                if any(text.strip() for text in expected) and not pattern_of(expected).match(done.stdout):
                    shown = "\n".join(expected)
                    sys.exit(f"{page}:{line}: $ {command}\nprinted\n{done.stdout}\nthe page shows\n{shown}")
                print(f"line {line}: $ {command}")


if __name__ == "__main__":
    main()
