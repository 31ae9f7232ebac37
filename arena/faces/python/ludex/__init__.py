"""Ludex from Python: games, agents, tournaments, logs as data frames, and agents written in Python.

    import ludex
    hex7 = ludex.game("hex", size=7)
    p = hex7.position().after("d4")            # positions are values; in a notebook they show the board
    uct = ludex.agent("uct", c=0.8)
    move = uct.choose(p, iterations=10_000)    # a Move with value, visits, pv, children
    p = p.after(move)

    returns, lengths = hex7.playouts(10_000)   # NumPy arrays
    batch = hex7.positions(64)                 # a batch of games: legal_mask(), play_classes()
    env = ludex.environment("hex", size=7)     # one game with PettingZoo's interface

    ludex.run("my.yaml", set={"format.games_per_pair": 10})   # a tournament: its folder, log, report
    df = ludex.read_log("results/my")          # pandas: one row per game; df.moves(): one row per move
    ludex.rate(df)                             # ratings, with the numbers of `ludex rate`
    ludex.match(df, sprt="0,5")                # every pair of agents, as `ludex match`
    ludex.population(df)                       # Nash averaging, alpha-rank, cycles, as `ludex rate --population`
    ludex.report("results/my")                 # the page

    trained = ludex.train("connect-k", "c4", hours=0.5)       # an evaluation, learned by self-play
    ludex.agent("alpha-beta", model=trained.model)

Errors raise ludex.Error (a ValueError) with the reason and the expected input. Your own agent, for tournaments against those in C++,
is a class with choose(self, position, budget): `ludex new agent --python my-agent` writes one.

Games, positions and agents are those of the executable `ludex` (see executable()); pandas is imported when a log is read.
"""

try:
    import ludex._core as _core
except ImportError as error:
    import sys
    raise ImportError(
        f"the compiled part of the package ludex cannot be loaded from {__path__[0]} ({error}). It was not built, or for another Python "
        f"than {sys.executable}. Build it with `cmake --build build/release` and put build/release/python on PYTHONPATH, or install the "
        "Debian package or a wheel (docs/how-to/install.md)") from None
from ludex._core import (CHANCE, Agent, Budget, Child, Choice, Error, Findings, Game, Move, Position, Positions, add_plugin_path, executable,
                         parameters)

__version__ = _core.version

__all__ = ["CHANCE", "Agent", "Budget", "Child", "Choice", "Environment", "Error", "Findings", "Game", "Log", "Move", "Population", "Position", "Positions",
           "Ratings", "Report", "Run", "Training", "add_plugin_path", "agent", "agents", "environment", "executable", "game", "games", "match",
           "parameters", "population", "rate", "read_log", "report", "run", "sprt", "train"]

_LAZY = {"Environment": "aec", "Log": "logs", "read_log": "logs", "rate": "ratings", "match": "ratings", "sprt": "ratings",
         "Ratings": "ratings", "population": "ratings", "Population": "ratings", "run": "tournament", "report": "tournament", "Run": "tournament", "Report": "tournament",
         "train": "training", "Training": "training"}


def __getattr__(name):
    """Imports the parts that need pandas or a process on first use, so that an agent's worker starts fast."""
    if name in _LAZY:
        import importlib
        value = getattr(importlib.import_module(f"ludex.{_LAZY[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'ludex' has no attribute '{name}'")


def __dir__():
    return sorted(set(globals()) | set(__all__))


def game(text, **parameters):
    """A Game by its id, such as 'hex' or 'hex:size=7'; `ludex describe hex` lists the parameters: game("hex", size=7).

    Error: there is no game of that name, a parameter is unknown or out of range, or the plug-in is refused.
    """
    return _core.game(text, **parameters)


def environment(text, render_mode=None, **parameters):
    """An Environment of a game, for learners written to PettingZoo's interface: environment("hex", size=7). render_mode: "svg", "ansi" or None."""
    from ludex.aec import Environment
    return Environment(game(text, **parameters), render_mode)


def agent(text, **parameters):
    """An Agent by its id, such as 'uct' or 'uct:c=0.8'; `ludex describe uct` lists the parameters: agent("uct", c=0.8).

    Error: there is no agent of that name, a parameter is unknown or out of range, or the plug-in is refused.
    """
    return _core.agent(text, **parameters)


def _names(kind):
    return {plugin["id"]: plugin["summary"] for plugin in _core.plugins() if plugin["accepted"] and plugin["kind"] == kind}


def games():
    """The games found: a dict from id to a one-line description."""
    return _names("game")


def agents():
    """The agents found: a dict from id to a one-line description."""
    return _names("agent")


def _position(game_text, text):
    """For pickle."""
    return game(game_text).position(text)
