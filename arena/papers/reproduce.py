"""The parts of the papers' `reproduce` scripts: see README.md.

A paper's script lists its tables and calls main(). A table is one command of `ludex` or several; its small version runs the same
commands with smaller settings. RESULTS.md (full size) and small.md (small) record the results; new results are compared with them:

  Counts  deterministic figures: equal, cell by cell, except for columns of times
  Scores  a tournament: each score, within three standard errors of the difference
  Times   figures that depend on the machine: printed, not compared; the commands must succeed

In arguments {data} is the folder of files that are not in the repository, {here} the paper's folder, {out} a folder for results,
{ludex} the program. An argument list that begins with a .py file runs that script of the paper instead of `ludex`.
"""
import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TIMES = {"CPU s", "nodes/s", "M nodes/s", "time"}


class Problem(Exception):
    pass


def tables_of(text):
    """Every Markdown table as a list of rows, the header first; a file of comma-separated values is one table."""
    tables, rows = [], []
    for line in text.splitlines() + [""]:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if not all(re.fullmatch(r":?-+:?", cell) for cell in cells):
                rows.append(cells)
        elif rows:
            tables.append(rows)
            rows = []
    if not tables and "," in text:
        tables.append([line.split(",") for line in text.splitlines() if line])
    return tables


def section(page, heading):
    """The text below a heading of a page, up to the next heading of its level or above."""
    level = len(heading) - len(heading.lstrip("#"))
    found = []
    inside = False
    for line in Path(page).read_text().splitlines():
        if line.startswith("#") and len(line) - len(line.lstrip("#")) <= level:
            inside = line.strip() == heading
        elif inside:
            found.append(line)
    if not found:
        raise Problem(f"{page} has no section '{heading}'")
    return "\n".join(found)


def number(text):
    match = re.match(r"-?[\d,]*\.?\d+(e-?\d+)?", text.replace(",", ""))
    return float(match.group()) if match else None


def markdown(table):
    lines = ["| " + " | ".join(row) + " |" for row in table]
    lines.insert(1, "|" + "---|" * len(table[0]))
    return "\n".join(lines) + "\n"


class Table:
    def __init__(self, name, what, small):
        self.name, self.what, self.small = name, what, small

    def check_recorded(self, here):
        """Raises a Problem if RESULTS.md lacks the figures of the full version."""

    def texts(self):
        """Every argument of every command, to find the files that they name."""
        return []

    def ludex(self, run, arguments, out=""):
        values = {"{data}": run.data, "{here}": run.here, "{ludex}": run.ludex, "{out}": out}
        command = [str(run.ludex)]
        for argument in arguments:
            for name, value in values.items():
                argument = str(argument).replace(name, str(value))
            command.append(argument)
        if str(arguments[0]).endswith(".py"):
            command[:2] = [sys.executable, "-B", str(run.here / arguments[0])]
        for argument in command[1:]:
            if str(run.data) in argument and argument.endswith(".epd") and not Path(argument).exists():
                raise Problem(f"{argument} is not there; it is not in this repository: --data FOLDER says where it is")
        print("  $ " + " ".join(f"'{a}'" if re.search(r"[^\w.,:=/+-]", a) else a for a in command), flush=True)
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        if done.returncode != 0:
            raise Problem(f"exit code {done.returncode}: {done.stderr.strip()}")
        return done.stdout


class Counts(Table):
    """`results`: the heading in RESULTS.md; `keys`: the columns that name a row; `tolerance`: of a cell, relative;
    `some`: RESULTS.md has only some of the rows."""

    def __init__(self, name, what, arguments, results, small, keys, tolerance=0.0, some=False):
        super().__init__(name, what, small)
        self.arguments, self.results, self.keys, self.relative, self.some = arguments, results, keys, tolerance, some

    def texts(self):
        return (self.arguments or []) + (self.small or [])

    def tolerance(self):
        return "exact" if self.relative == 0 else f"{100 * self.relative:g} % of each cell"

    def check_recorded(self, here):
        if self.arguments is not None:
            tables = tables_of(section(here / "RESULTS.md", self.results))
            if not tables or not set(self.keys) <= set(tables[0][0]):
                raise Problem(f"RESULTS.md, {self.results}: no table with the columns {self.keys}")

    def measure(self, run):
        if not run.small and self.arguments is None:
            raise Problem("has a small version only")
        found = tables_of(self.ludex(run, self.small if run.small else self.arguments))
        if not found:
            raise Problem("printed no table")
        return without_times(found[0])

    def record(self, found):
        return markdown(found)

    def compare(self, run, found):
        page, heading = (run.here / "small.md", f"## {self.name}") if run.small else (run.here / "RESULTS.md", self.results)
        recorded = tables_of(section(page, heading))
        if not recorded:
            raise Problem(f"{page} has no table below '{heading}'")
        now, then = self.by_key(found), self.by_key(without_times(recorded[0]))
        wrong, compared = [], 0
        for key, row in now.items():
            if key not in then and self.some and not run.small:
                continue
            if key not in then:
                wrong.append(f"no row {key} is recorded")
                continue
            for head in [head for head in row if head in then[key]]:
                compared += 1
                a, b = row[head], then[key][head]
                x, y = number(a), number(b)
                if a != b and (x is None or y is None or abs(x - y) > self.relative * abs(y)):
                    wrong.append(f"row {key}, {head[0]}: {a}, recorded {b}")
        if compared == 0:
            wrong.append("nothing was compared")
        return compared, wrong

    def by_key(self, table):
        """{key: {(column, which of that name): cell}}"""
        heads = [(head, table[0][:i].count(head)) for i, head in enumerate(table[0])]
        places = [table[0].index(key) for key in self.keys]
        return {tuple(row[i] for i in places): {head: cell for head, cell in zip(heads, row) if head[0] not in self.keys} for row in table[1:]}


def without_times(table):
    return [[cell for cell, head in zip(row, table[0]) if head not in TIMES] for row in table]


class Scores(Table):
    """A tournament against `baseline`. `recorded` maps each agent, or (game, agent), to its score: (heading, row, column) in
    RESULTS.md, the row by its first cell or cells, the column counted from 0; or (score, half of its 95 % interval). `full` and
    `small` have further arguments of the command."""

    def __init__(self, name, what, file, baseline, recorded, small=None, full=()):
        super().__init__(name, what, small)
        self.file, self.baseline, self.recorded, self.full = file, baseline, recorded, list(full)

    def tolerance(self):
        return "three standard errors of the difference"

    def check_recorded(self, here):
        for where in self.recorded.values():
            score_at(here / "RESULTS.md", *where)
        agents = agent_names((here / self.file).read_text() + " ".join(self.full))
        for key in self.recorded:
            if (key if isinstance(key, str) else key[1]) not in agents:
                raise Problem(f"{self.file} has no agent '{key}'")

    def texts(self):
        return [self.file] + self.full + (self.small or [])

    def measure(self, run):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / self.name if run.small else ROOT / "results" / run.here.name / self.name
            arguments = ["run", run.here / self.file, "--out", out, "--quiet"] + (self.small if run.small else self.full)
            self.ludex(run, arguments + (["--resume"] if out.exists() else []))
            games = {}
            for line in (out / "games.jsonl").read_text().splitlines():
                game = json.loads(line)
                seat = 1 if game["agents"][0] == self.baseline else 0
                if game["agents"][1 - seat] == self.baseline:
                    first = {"1-0": 1.0, "0-1": 0.0}.get(game["outcome"], 0.5)
                    games.setdefault((game["game"], game["agents"][seat]), []).append(first if seat == 0 else 1 - first)
        return {key: (100 * sum(scores) / len(scores), standard_error(scores)) for key, scores in sorted(games.items())}

    def record(self, found):
        rows = [[game, agent, f"{score:.1f}", f"{error:.1f}"] for (game, agent), (score, error) in found.items()]
        return markdown([["game", "agent", "score", "standard error"]] + rows)

    def compare(self, run, found):
        if run.small:
            rows = tables_of(section(run.here / "small.md", f"## {self.name}"))[0][1:]
            recorded = {(game, agent): (float(score), float(error)) for game, agent, score, error in rows}
        else:
            recorded = {key: score_at(run.here / "RESULTS.md", *where) for key, where in self.recorded.items()}
        wrong, compared = [], 0
        for (game, agent), (score, error) in found.items():
            old, old_error = recorded.get((game, agent)) or recorded.get(agent) or (None, None)
            if old is None:
                continue
            compared += 1
            margin = 3 * math.hypot(error, old_error)
            verdict = f"{game} {agent}: {score:.1f} %, recorded {old:.1f} %, tolerance {margin:.1f}"
            print("    " + verdict)
            if abs(score - old) > margin:
                wrong.append(verdict)
        if compared < len(recorded):
            wrong.append(f"{compared} of {len(recorded)} recorded scores were played")
        return compared, wrong


def agent_names(text):
    """The names of a specification's agents; an agent with a sweep is one for each value."""
    names = re.findall(r"name: \"?([^,\"}\n]+)|[.]name=(\S+)", text)
    names = [first or second for first, second in names]
    for name, values in re.findall(r"name: ([^,}\n]+),[^\n]*?sweep: \{[^:]+: \[([^\]]*)\]", text):
        names += [f"{name}-{value.strip()}" for value in values.split(",")]
    return names


def standard_error(scores):
    """The standard error of the mean in percent, with one more win and one more loss, so that it is never 0."""
    scores = scores + [0.0, 1.0]
    mean = sum(scores) / len(scores)
    return 100 * math.sqrt(sum((x - mean) ** 2 for x in scores)) / len(scores)


def score_at(page, *where):
    """(score, standard error) from where RESULTS.md has it as "94.6 ± 2.2", "100.0 (over 96)", or with "91 - 100" in the next cell."""
    if len(where) == 2:
        return where[0], where[1] / 1.96
    heading, label, column = where
    labels = [label] if isinstance(label, str) else list(label)
    for table in tables_of(section(page, heading)):
        for row in table:
            if row[: len(labels)] != labels:
                continue
            cell, after = row[column], row[column + 1] if column + 1 < len(row) else ""
            if match := re.search(r"± ([\d.]+)", cell):
                return number(cell), float(match[1]) / 1.96
            if match := re.search(r"over ([\d.]+)", cell):
                return number(cell), (100 - float(match[1])) / 1.96
            if match := re.fullmatch(r"([\d.]+) - ([\d.]+)", after):
                return number(cell), (float(match[2]) - float(match[1])) / 2 / 1.96
            raise Problem(f"{page}, {heading}: '{cell}' is no score with its interval")
    raise Problem(f"{page}, {heading}: no row {labels}")


class Times(Table):
    """`arguments` and `small`: one command, or a list of commands that follow one another."""

    def __init__(self, name, what, arguments, small=None):
        super().__init__(name, what, small)
        self.arguments = arguments

    def tolerance(self):
        return "none: figures of a machine are printed, not compared"

    @staticmethod
    def commands(arguments):
        return arguments if arguments and isinstance(arguments[0], list) else [arguments]

    def texts(self):
        return [text for arguments in (self.arguments, self.small) for command in self.commands(arguments or []) for text in command]

    def measure(self, run):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) if run.small else ROOT / "results" / run.here.name / self.name
            try:
                return "".join(self.ludex(run, self.resumed(command, out), out)
                               for command in self.commands(self.small if run.small else self.arguments))
            except Problem as problem:
                if "fewer threads" in str(problem):  # a machine with one processor
                    return f"SKIPPED: {problem}"
                raise

    @staticmethod
    def resumed(command, out):
        """The command, to go on with what an interrupted run of it left."""
        if command[0] in ("run", "tune") and Path(str(command[command.index("--out") + 1]).replace("{out}", str(out))).exists():
            return command + ["--resume"]
        return command

    def record(self, found):
        return None

    def compare(self, run, found):
        if not found.strip():
            raise Problem("printed nothing")
        print("    " + found.strip().replace("\n", "\n    "))
        return 0, []


def files_of(here, tables):
    """The files of the checkout that the tables' commands name, from its root."""
    found = set()
    for table in tables:
        for text in table.texts():
            for word in re.split(r"[\s'\",=\[\]{}]+", str(text).replace("{here}", str(here))):
                for path in (here / word, ROOT / word):
                    if word and path.is_file():
                        found.add(str(path.resolve().relative_to(ROOT)))
    return found


def main(tables):
    here = Path(sys.argv[0]).resolve().parent
    parser = argparse.ArgumentParser(description=f"Reproduces the tables of {here.name}. Without a table: lists them.")
    parser.add_argument("tables", nargs="*", metavar="TABLE")
    parser.add_argument("--small", action="store_true", help="the small versions, of all tables that have one if none is named")
    parser.add_argument("--write", action="store_true", help="with --small: write small.md anew, for review")
    parser.add_argument("--files", action="store_true", help="list the files that the tables use")
    parser.add_argument("--ludex", default=os.environ.get("LUDEX", ROOT / "build/release/ludex"), help="the program")
    parser.add_argument("--data", default=os.environ.get("LUDEX_DATA", ROOT / "data"), help="folder of files that are not in the repository")
    run = parser.parse_args()
    run.here, run.data = here, Path(run.data)
    if run.files:
        print("\n".join(sorted(files_of(here, tables))))
        return 0
    known = {table.name: table for table in tables}
    if unknown := [name for name in run.tables if name not in known]:
        parser.error(f"no table '{unknown[0]}'; there are: {', '.join(known)}")
    if not run.tables and not run.small:
        for table in tables:
            print(f"{table.name}\n    {table.what}\n    tolerance: {table.tolerance()}" + ("" if table.small else "; no small version"))
        return 0
    page = f"# {here.name}: the small versions\n\nWritten by `./reproduce --small --write`.\n"
    failed = 0
    for table in [known[name] for name in run.tables] or [table for table in tables if table.small]:
        print(f"{table.name}: {table.what}", flush=True)
        try:
            for other in tables:
                other.check_recorded(here)
            found = table.measure(run)
            if run.write:
                text = table.record(found)
                page += f"\n## {table.name}\n\n{text}" if text else ""
                continue
            compared, wrong = table.compare(run, found)
        except Problem as problem:
            compared, wrong = 0, [str(problem)]
        for line in wrong[:10]:
            print(f"  DIFFERS: {line}")
        if len(wrong) > 10:
            print(f"  and {len(wrong) - 10} more")
        verdict = "differs" if wrong else "agrees" if compared else "ran to its end"
        print(f"  {verdict}: {compared} compared, tolerance {table.tolerance()}")
        failed += 1 if wrong else 0
    if run.write:
        (here / "small.md").write_text(page)
    return 1 if failed else 0
