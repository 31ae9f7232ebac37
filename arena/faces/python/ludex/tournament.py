"""Tournaments: `ludex run` and `ludex report`, from Python."""

import html
import json
import os
import pathlib
import subprocess
import tempfile

from ludex import _core
from ludex._process import command, show, start

__all__ = ["Report", "Run", "report", "run"]


def _value(value):
    """A value as YAML text."""
    return value if isinstance(value, str) else json.dumps(value)


class Run:
    """A played tournament: its folder, standings, log, ratings and report."""

    def __init__(self, folder, output):
        self.folder = pathlib.Path(folder)  # has games.jsonl, spec.yaml, run.json
        self.output = output  # the standings, as the command prints them

    @property
    def log(self):
        """The games so far: read_log() of the folder."""
        from ludex.logs import read_log
        return read_log(self.folder)

    def rate(self, **options):
        """rate() of the log."""
        from ludex.ratings import rate
        return rate(self.folder, **options)

    def report(self):
        """report() of the folder."""
        return report(self.folder)

    def __repr__(self):
        return f"<ludex.Run {self.folder}>\n{self.output}"

    def _repr_html_(self):
        return self.report()._repr_html_()


class Report:
    """The report page of a tournament; a notebook displays it."""

    def __init__(self, path):
        self.path = pathlib.Path(path)

    @property
    def html(self):
        """The page as self-contained HTML."""
        return self.path.read_text(encoding="utf-8")

    def __repr__(self):
        return f"<ludex.Report {self.path}>"

    def _repr_html_(self):
        return f'<iframe srcdoc="{html.escape(self.html)}" width="100%" height="700" style="border:0"></iframe>'


def run(file, *, out=None, set=None, concurrency=None, mode=None, resume=False, quiet=False):
    """Plays the tournament of a YAML file in a separate process, as `ludex run`, waits for its end, and returns a Run.

    file: the specification, as a path or as a dict with the content of the YAML. out: the folder of the results (instead of the file's
    `out`). set: overrides, such as {'format.games_per_pair': 10, 'agents.uct.params.c': 1.0}. concurrency: number of games at the same
    time. mode: 'inline', 'shared' or 'dedicated'. resume: continue the log in the folder. Progress appears on standard error unless
    quiet. Ctrl-C ends it with KeyboardInterrupt; the log is then complete.
    Error: the specification or a plug-in is refused; the message is that of the command. Withdrawn agents are not an error.
    """
    arguments = ["run"]
    overrides = dict(set or {})
    text = None
    if isinstance(file, dict):
        text = json.dumps(file)  # JSON is YAML
    if out is not None:
        arguments += ["--out", os.fspath(out)]
    for key, value in overrides.items():
        arguments += ["--set", f"{key}={_value(value)}"]
    if concurrency is not None:
        arguments += ["--concurrency", concurrency]
    if mode is not None:
        arguments += ["--mode", mode]
    if resume:
        arguments.append("--resume")
    if text is None:
        return _run(os.fspath(file), arguments, quiet)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tournament.yaml")
        pathlib.Path(path).write_text(text, encoding="utf-8")
        return _run(path, arguments, quiet)


def _run(path, arguments, quiet):
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as standings:
        process = start(command(arguments[0], path, *arguments[1:]), standings)
        errors = show(process, quiet, "the log is complete; continue with run(..., resume=True)")
        standings.seek(0)
        output = standings.read()
    if process.returncode not in (0, 4):
        raise _core.Error(errors.strip() or f"ludex run ended with exit code {process.returncode}")
    folder = next((line[len("log: "):] for line in output.splitlines() if line.startswith("log: ")), None)
    if folder is None:
        raise _core.Error(f"ludex run did not print the path of its log:\n{output}")
    return Run(os.path.dirname(folder), output)


def report(folder):
    """Writes the page of a tournament (`ludex report`) next to its log and returns a Report, which a notebook displays.

    folder: of `ludex run`. Error: there is no log, or it cannot be read.
    """
    done = subprocess.run(command("report", os.fspath(folder)), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors="replace", check=False)
    if done.returncode != 0:
        raise _core.Error(done.stderr.strip())
    return Report(done.stdout.strip().splitlines()[-1])
