#!/usr/bin/env python3
"""Every file of a paper is reached by its `reproduce` script, and RESULTS.md is short.

    files_test.py CHECKOUT

The closure begins with the files that the tables' commands name (`reproduce --files`) and follows what specifications and scripts name
in turn; RESULTS.md adds its pictures.
"""
import re
import subprocess
import sys
from pathlib import Path

MOST_LINES = 150
EVERY_PAPER = {"reproduce", "RESULTS.md", "small.md"}


def named_in(path):
    """Files that the text of this one names, relative to its folder, or, as a module, beside it."""
    words = re.split(r"[\s'\",:()\[\]{}]+", path.read_text())
    return [path.parent / name for word in words for name in (word, word + ".py") if word and (path.parent / name).is_file()]


def reached_by(paper, root):
    done = subprocess.run([sys.executable, "-B", str(paper / "reproduce"), "--files"], capture_output=True, text=True, check=True)
    opened = [root / line for line in done.stdout.splitlines()]
    reached = set()
    while opened:
        path = opened.pop().resolve()
        if path not in reached:
            reached.add(path)
            if path.suffix in (".yaml", ".py"):
                opened += named_in(path)
    if (paper / "RESULTS.md").exists():
        reached |= {path.resolve() for path in named_in(paper / "RESULTS.md") if path.suffix == ".svg"}
    return reached


def main():
    root = Path(sys.argv[1]).resolve()
    papers = sorted(path for path in (root / "arena/papers").iterdir() if path.is_dir() and path.name != "__pycache__")
    wrong, reached, files = [], set(), []
    for paper in papers:
        if not (paper / "reproduce").exists():
            wrong.append(f"{paper.name} has no reproduce")
            continue
        reached |= reached_by(paper, root)
        files += [path for path in paper.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        results = paper / "RESULTS.md"
        lines = len(results.read_text().splitlines()) if results.exists() else 0
        if lines > MOST_LINES:
            wrong.append(f"{results.relative_to(root)} has {lines} lines, more than {MOST_LINES}")
    for path in files:
        if path.name not in EVERY_PAPER and path.resolve() not in reached:
            wrong.append(f"no reproduce script reaches {path.relative_to(root)}")
    print("\n".join(wrong) or f"{len(files)} files of {len(papers)} papers")
    return 1 if wrong or len(papers) < 9 else 0


sys.exit(main())
