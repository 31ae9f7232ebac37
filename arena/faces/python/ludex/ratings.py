"""Ratings, matches and sequential tests of logs or frames, with the results of `ludex rate`, `ludex match` and `ludex sprt`."""

import json
import os
import warnings

import numpy as np
import pandas as pd

from ludex import _core

__all__ = ["Population", "Ratings", "match", "population", "rate", "sprt"]


class Ratings(pd.DataFrame):
    """One row per player, best first: elo (unscaled, mean 0), plus, minus, display_elo ..., games, score, draws, as `ludex rate --json`.

    .los: DataFrame, likelihood that the row's player is stronger than the column's; .document: all of the command's JSON.
    """

    _metadata = ["document"]

    @property
    def _constructor(self):
        return Ratings

    @property
    def los(self):
        """Likelihood that the player of the row is stronger than that of the column, 0..1: a DataFrame."""
        names = [player["name"] for player in self.document["players"]]
        return pd.DataFrame(self.document["los"], index=names, columns=names)


class Population(pd.DataFrame):
    """One row per agent; .document: the rest of `ludex rate --population --json`."""

    _metadata = ["document"]

    @property
    def _constructor(self):
        return Population


def _warn(text, level=3):
    for line in text.splitlines():
        warnings.warn(line.removeprefix("warning: "), stacklevel=level)


def _texts(column):
    codes, texts = pd.factorize(column)
    return codes.astype(np.int64), [str(text) for text in texts]


def _columns(frame):
    """The columns of a frame that ratings use; values of missing columns are unknown."""
    for needed in ("first", "second", "outcome"):
        if needed not in frame.columns:
            raise _core.Error(f"the frame has no column '{needed}', expected first, second and outcome (see read_log())")
    unknown = (np.full(len(frame), -1, dtype=np.int64), [])
    names = ("first", "second", "outcome", "termination", "game", "file", "position", "opening", "round")
    columns = {name: _texts(frame[name]) if name in frame.columns else unknown for name in names}
    if "agents" in frame.columns and "ranks" in frame.columns:
        columns["ranked"] = [(row, list(agents), list(ranks or ()))
                             for row, (agents, ranks) in enumerate(zip(frame["agents"], frame["ranks"])) if len(agents) > 2]
    return columns


def _is_frame(games):
    return isinstance(games, pd.DataFrame)


def _files(games):
    """One or several paths of logs, of any kind that the command reads."""
    if isinstance(games, (str, os.PathLike)):
        games = [games]
    try:
        return [os.fspath(path) for path in games]
    except TypeError:
        raise TypeError(f"expected a frame of read_log(), or paths of logs, not {type(games).__name__}") from None


def _number(value):
    return value if isinstance(value, str) else repr(float(value))


def _rate(games, options):
    if _is_frame(games):
        text, complaints = _core.rate_frame(_columns(games), options)
    else:
        text, complaints = _core.rate_files({**options, "logs": _files(games)})
    _warn(complaints, 4)
    return json.loads(text)


def rate(games, *, model="bayeselo", prior=2, advantage=None, draw_elo=None, confidence=0.95, offset=None, anchor=None,
         without_forfeits=False, strict=False, only=(), by_game=False):
    """A Ratings frame with one row per player.

    games: a frame of read_log(), filtered as you like (needed: first, second, outcome), or paths of logs (.jsonl, .pgn, .csv, run folders).
    The options are those of `ludex rate`: model 'bayeselo' or 'elo'; prior, virtual draws of each player; advantage of moving first and
    draw_elo, in Elo or 'fit' (default: fitted if the games determine them, else 0; BayesElo's constants for chess are 32.8 and 97.3; the
    fitted values with their errors are in .document: advantage, advantage_error, advantage_source, draw_elo ...); confidence of the intervals; offset added to the displayed Elo, or anchor (name, elo); only: labels of
    games; strict: raise an error if games would be left out or are irregular. With by_game, a dict from label to Ratings. The numbers
    equal those of the command to the last digit, and its warnings become Python warnings.
    """
    options = {"model": model, "prior": float(prior), "confidence": float(confidence), "without_forfeits": bool(without_forfeits), "strict": bool(strict),
               "games": [only] if isinstance(only, str) else list(only), "by_game": bool(by_game)}
    if advantage is not None:
        options["advantage"] = _number(advantage)
    if draw_elo is not None:
        options["draw_elo"] = _number(draw_elo)
    if offset is not None:
        options["offset"] = float(offset)
    if anchor is not None:
        name, elo = anchor
        options["anchor"] = f"{name}={float(elo)!r}"
    document = _rate(games, options)
    if by_game:
        return {game["game"]: _ratings(game) for game in document["by_game"]}
    return _ratings(document)


def population(games, *, alpha=100, without_forfeits=False, strict=False, only=(), by_game=False):
    """Agents as a population, as `ludex rate --population`: a frame with one row per agent, best Elo first.

    games, without_forfeits, strict, only, by_game: as in rate(); games of two players in which every two agents met. Columns: name, elo, games,
    score, nash (share of the equilibrium of most entropy; Balduzzi et al. 2018), nash_gain (against it, -1..1) and alpha_rank (Omidshafiei et al.
    2019, with intensity alpha). .document has the rest: payoffs, transitive_share, elo_explains, chi_square, degrees, p, cycles.
    """
    options = {"without_forfeits": bool(without_forfeits), "strict": bool(strict), "by_game": bool(by_game), "population": True,
               "games": [only] if isinstance(only, str) else list(only), "alpha": float(alpha)}
    document = _rate(games, options)
    if by_game:
        return {game["game"]: _population(game) for game in document["by_game"]}
    return _population(document)


def _population(document):
    frame = Population(document["population"]["agents"])
    frame.document = document["population"]
    return frame


def _ratings(document):
    frame = Ratings(document["players"])
    frame.document = document
    return frame


def match(games, *, sprt=None, confidence=0.95, without_forfeits=False, strict=False, only=(), by_game=False):
    """One row per pair of agents that played each other, from the view of `agent`, as in `ludex match --json`.

    games, strict: as in rate(). sprt: 'ELO0,ELO1[,ALPHA,BETA][,MODEL]', a sequential test of each match. Columns: agent, opponent, games, wins, draws,
    losses, pairs (LL, LD, WL+DD, WD, WW; missing without pairs), of ('pairs' or 'games': the unit of the statistics), score, elo,
    elo_low, elo_high, elo_error, nelo ..., los, draw_ratio, pairs_ratio, and with a test sprt_llr, sprt_lower, sprt_upper, sprt_decision.
    With games of three and more players a column `players`, and for each number of them rows with ahead, level and behind: pairs of seats
    within games. With by_game, a column `game` and a row for each match in each game.
    """
    options = {"confidence": float(confidence), "without_forfeits": bool(without_forfeits), "strict": bool(strict),
               "games": [only] if isinstance(only, str) else list(only), "by_game": bool(by_game)}
    if sprt is not None:
        options["sprt"] = sprt
    if _is_frame(games):
        text, complaints = _core.match_frame(_columns(games), options)
    else:
        text, complaints = _core.match_files({**options, "logs": _files(games)})
    _warn(complaints)
    document = json.loads(text)
    if by_game:
        return pd.DataFrame([{"game": game["game"], **row} for game in document["by_game"] for row in _rows(game)])
    return pd.DataFrame(_rows(document))


def _rows(document):
    rows = [_flat(row) for row in document["matches"]]
    ranked = [(ranking["players"], row) for ranking in document.get("rankings", ()) for row in ranking["matches"]]
    if ranked:
        rows = [{"players": 2, **row} for row in rows]
    return rows + [{"players": players, **_flat(row)} for players, row in ranked]


def _flat(row):
    flat = {}
    if "agents" in row:
        flat["agent"], flat["opponent"] = row["agents"]
    for key, value in row.items():
        if key in ("elo", "nelo"):
            flat[key] = value["value"]
            flat.update({f"{key}_{part}": value[part] for part in ("low", "high", "error")})
        elif key == "sprt":
            flat.update({f"sprt_{part}": number for part, number in value.items()})
        elif key != "agents":
            flat[key] = value
    return flat


def sprt(wdl=None, penta=None, *, test="0,5", confidence=0.95):
    """A sequential test of given counts: the dict of `ludex sprt --json`.

    wdl: (wins, draws, losses) of games, or penta: (LL, LD, WL+DD, WD, WW) of pairs. test: 'ELO0,ELO1[,ALPHA,BETA][,MODEL]'.
    """
    def counts(numbers):
        return "" if numbers is None else ",".join(str(int(number)) for number in numbers)

    text, _ = _core.sprt_counts(counts(wdl), counts(penta), test, float(confidence))
    return json.loads(text)
