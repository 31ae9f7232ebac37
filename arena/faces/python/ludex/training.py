"""Learning a game by self-play: `ludex train`, from Python."""

import json
import os
import pathlib
import re
import tempfile

from ludex import _core
from ludex._process import command, show, start
from ludex.tournament import Report

__all__ = ["Training", "train"]


class Training:
    """What was learned: its folder, model, rounds of rated matches and curve of learning."""

    def __init__(self, folder, summary):
        self.folder = pathlib.Path(folder)
        self.summary = summary  # the document of `ludex train --json`

    @property
    def model(self):
        """The path of the model, for the parameter `model` of searches: ludex.agent("alpha-beta", model=...)."""
        return self.folder / "model.ludex"

    @property
    def gained(self):
        """Whether the last round's model is ahead of the first one's beyond the 95 % interval of all matches between."""
        return self.summary["gained"]

    @property
    def verdict(self):
        """'gain'; 'no gain found' if a gain of 50 Elo is excluded; else 'too short to tell'."""
        return self.summary["verdict"]

    @property
    def rounds(self):
        """A pandas frame with a row a match: round, seconds (of learning), opponent, wins, draws, losses, elo, low, high.

        low, high: the ends of the 95 % interval; where all games were won or lost one is missing, and elo is the other.
        """
        import pandas as pd
        rows = [{"round": each["round"], "seconds": each["seconds"], **match} for each in self.summary["rounds"] for match in each["matches"]]
        return pd.DataFrame(rows, columns=["round", "seconds", "opponent", "wins", "draws", "losses", "elo", "low", "high"]).astype(
            {name: float for name in ("seconds", "elo", "low", "high")})

    @property
    def curve(self):
        """A pandas frame with the course of learning: seconds, games (so far), games_per_second, plies (of a game), and what the method
        says of its quality, such as error."""
        import pandas as pd
        return pd.DataFrame(self.summary["curve"])

    def report(self):
        """The page with the curves, as a Report, which a notebook displays."""
        return Report(self.folder / "report.html")

    def __repr__(self):
        return f"<ludex.Training {self.folder}: {len(self.summary['rounds'])} rounds, {self.verdict}>"

    def _repr_html_(self):
        return self.report()._repr_html_()


class _Curve:
    """Passes the points of the curve to a function as they are written."""

    def __init__(self, folder, progress, skip):
        self.path = pathlib.Path(folder) / "curve.jsonl"
        self.progress = progress
        self.games = -1
        if skip:
            self._read(lambda point: None)

    def __call__(self):
        self._read(self.progress)

    def _read(self, use):
        if not self.path.exists():
            return
        for line in self.path.read_text(encoding="utf-8").splitlines():
            try:
                point = json.loads(line)
            except ValueError:
                continue  # a line that is being written
            if point["games"] > self.games:
                self.games = point["games"]
                use(point)


def without_progress(errors):
    """The words of a command that failed, without its lines of progress."""
    return "\n".join(line for line in errors.strip().splitlines() if not re.match(r"\d+ games, ", line))


def train(game, out, *, method="tuples", hours=0.5, rounds=6, games=40, cpu_ms=10, threads=0, set=None, resume=False, progress=None,
          quiet=False):
    """Learns a game by self-play in a separate process, as `ludex train`, waits for its end, and returns a Training.

    game: a Game, or its text, such as 'connect-k' or 'lud:file=my.lud'. out: the folder of the training. method: the study 'train-METHOD'.
    hours: time to learn, without the matches. rounds: parts of it, each followed by matches of `games` games with cpu_ms milliseconds of CPU
    time a move. threads: that learn, 0 for all; with one, the same number of games teaches the same. set: parameters of the study, such as
    {'tuples': 40}. resume: go on with the training in the folder.
    progress: called in this thread with each new point of the curve, a dict with seconds, games, games_per_second, plies and the method's
    own values; an exception from it ends the training, which resume=True continues. Lines of progress appear on standard error unless quiet.
    Ctrl-C ends the training with KeyboardInterrupt; it can be continued.
    Error: the game cannot be learned, or the folder has another training; the message is that of the command.
    """
    text = game.text if isinstance(game, _core.Game) else game
    out = os.fspath(out)
    words = ["train", text, "--out", out, "--method", method, "--hours", hours, "--rounds", rounds, "--games", games, "--cpu-ms", cpu_ms,
             "--threads", threads, "--json"]
    for key, value in dict(set or {}).items():
        words += ["--set", f"{key}={str(value).lower() if isinstance(value, bool) else value}"]
    if resume:
        words.append("--resume")
    follow = None if progress is None else _Curve(out, progress, resume)
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        process = start(command(*words), output)
        errors = show(process, quiet, "continue with train(..., resume=True)", follow)
        output.seek(0)
        summary = output.read()
    if process.returncode != 0:
        raise _core.Error(without_progress(errors) or f"ludex train ended with exit code {process.returncode}")
    if follow is not None:
        follow()
    return Training(out, json.loads(summary))
