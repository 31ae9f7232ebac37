"""Logs of tournaments (games.jsonl) as data frames."""

import os
import warnings

import numpy as np
import pandas as pd

from ludex import _core

__all__ = ["Log", "read_log"]


def _column(value):
    if not isinstance(value, tuple):
        return value
    codes, texts = value
    return pd.Categorical.from_codes(codes, texts)


class Log(pd.DataFrame):
    """A DataFrame with one row per game, as read_log() returns it; it keeps its type when filtered, sorted or concatenated."""

    @property
    def _constructor(self):
        return Log

    def moves(self):
        """One row per move of the games in this frame, opening moves first.

        Columns: game_row (this frame's index value), id, ply (from 0), seat (0 moves first in the game; ludex.CHANCE; -1: not known, as the game's rules are not here), agent, move,
        opening (bool: part of the opening, not chosen by an agent), cpu_us and wall_us (microseconds), iterations, nodes, depth (plies), clock_ms (time left after the
        move), value (for the seat, NaN: none), unit, bound. Values that were not recorded are 0. The method reads the log again.
        """
        for column in ("file", "offset", "id", "position", "game"):
            if column not in self.columns:
                raise _core.Error(f"moves(): the frame has no column '{column}', which is needed to find a game in its log")
        files, paths = pd.factorize(self["file"])
        columns = _core.read_moves([str(path) for path in paths], files, self["offset"].to_numpy(), list(self["id"]), self._rules())
        rows = columns.pop("row")
        frame = pd.DataFrame({name: _column(value) for name, value in columns.items()})
        frame.insert(0, "game_row", self.index.to_numpy()[rows])
        frame.insert(1, "id", self["id"].to_numpy()[rows])
        return frame

    def _rules(self):
        """The game of each row; None if it cannot be made here."""
        found = {}
        for key in zip(self["file"], self["game"]):
            if key not in found:
                found[key] = _game_of(*map(str, key))
        return [found[key] for key in zip(self["file"], self["game"])]


def _game_of(file, label):
    try:
        return _core.game(_core.label_text(label, os.path.dirname(file)))
    except _core.Error:  # a label that is no game, a plug-in that is not here
        return None


def read_log(*paths):
    """Logs as a frame with one row per game.

    paths: files games.jsonl, or folders of `ludex run`. A game's columns: id, game (label), first and second (agents in seat order), round,
    position (where the opening starts; missing: the initial one), opening (its moves), outcome ('1-0', '0-1', '1/2-1/2', '*'),
    score (of the first: 1, 0.5, 0; NaN without a result), termination, forfeit (bool: the loser failed), note, seed, plies; for each
    seat first_moves, first_iterations, first_nodes, first_cpu_seconds, first_wall_seconds, first_depth_max, first_overruns, and
    second_... (of more players, the first two); with games of three and more players also agents, returns and ranks (1: best; None without
    a result), tuples in seat order, and score is the share of the other players that the first is ahead of; spec_hash; file and offset
    (bytes, of the game's line). Repeated texts are categories. `.moves()` has the moves.

    Error: a file cannot be read, or a line (file:line) is not a record. An incomplete last line is ignored with a warning.
    """
    if not paths:
        raise _core.Error("read_log(): expected the path of a log or of a run's folder")
    files = []
    for path in paths:
        path = os.fspath(path)
        files.append(os.path.abspath(_core.log_in(path) if os.path.isdir(path) else path))
    columns, complaints = _core.read_games(files)
    for complaint in complaints:
        warnings.warn(complaint, stacklevel=2)
    ranked = columns.pop("ranked", [])
    frame = Log({name: _column(value) for name, value in columns.items()})
    scores = np.array([1.0, 0.0, 0.5, np.nan])  # in the order of the outcomes of two players
    score = scores[np.minimum(columns["outcome"][0], 3)]
    if ranked:
        _add_ranked(frame, ranked, score)
    frame.insert(frame.columns.get_loc("outcome") + 1, "score", score)
    return frame


def _add_ranked(frame, ranked, score):
    """The columns agents, returns and ranks, one entry a seat, and the first seat's scores of games of three and more."""
    of_two = {"1-0": ((1.0, -1.0), (1, 2)), "0-1": ((-1.0, 1.0), (2, 1)), "1/2-1/2": ((0.0, 0.0), (1, 1))}
    agents = list(zip(frame["first"], frame["second"]))
    results = [of_two.get(outcome, (None, None)) for outcome in frame["outcome"]]
    for row, names, returns, ranks in ranked:
        agents[row], results[row] = names, (returns, ranks)
        if ranks is not None:
            score[row] = (sum(rank > ranks[0] for rank in ranks) + (ranks.count(ranks[0]) - 1) / 2) / (len(ranks) - 1)
    at = frame.columns.get_loc("outcome")
    for name, column in (("ranks", [result[1] for result in results]), ("returns", [result[0] for result in results]), ("agents", agents)):
        values = np.empty(len(frame), dtype=object)
        values[:] = column
        frame.insert(at, name, values)
