import json
import os
import subprocess

import pytest

import ludex

# Small boards of every game, so that walks end soon; a game that is not here is played as it is.
SMALL = {"hex": {"size": 5}, "othello": {"size": 6}, "breakthrough": {"width": 5, "height": 5}, "connect-k": {},
         "gomoku": {"size": 9}, "knightthrough": {"width": 5, "height": 5}, "loa": {"size": 6},
         "chinese-checkers": {"size": 2}}


_NAMES = [name for name in sorted(ludex.games()) if name != "python"]  # which needs a file: test_python_games.py


def all_games():
    return [ludex.game(name, **SMALL.get(name, {})) for name in _NAMES]


@pytest.fixture(params=_NAMES)
def game(request):
    return ludex.game(request.param, **SMALL.get(request.param, {}))


def command(*arguments, cwd=None, env=None, code=0):
    """What `ludex` prints, run as a user would."""
    done = subprocess.run([ludex.executable(), *map(str, arguments)], capture_output=True, text=True, cwd=cwd, check=False,
                          stdin=subprocess.DEVNULL, env={**os.environ, **(env or {})})
    assert done.returncode == code, done.stderr + done.stdout
    return done.stdout


def command_json(*arguments, **how):
    return json.loads(command(*arguments, "--json", **how))


# A tournament that every file of tests may read: iterations only, so the same games everywhere.
SPEC = {
    "name": "small",
    "games": [{"game": "hex", "params": {"size": 4}}, {"game": "connect-k", "params": {"width": 5, "height": 4, "k": 3}}],
    "agents": [{"name": "uct-100", "agent": "uct", "budget": {"iterations": 100}},
               {"name": "uct-20", "agent": "uct", "budget": {"iterations": 20}},
               {"name": "random", "agent": "random"}],
    "format": {"games_per_pair": 12},
    "openings": {"random_plies": 2},
}


@pytest.fixture(scope="session")
def tournament(tmp_path_factory):
    return ludex.run(SPEC, out=tmp_path_factory.mktemp("run") / "small", quiet=True)
