"""Games written in Python: equal to the game in C++, checked like it, and faults named with file and line."""

import itertools
import json
import os
import pathlib
import signal
import subprocess
import sys
import textwrap

import pytest
from conftest import command, command_json

import ludex

EXAMPLE = pathlib.Path(__file__).parents[2] / "arena/faces/python/examples/tic_tac_toe.py"


def test_the_example_is_the_game_in_cpp():
    for depth in range(1, 8):
        own = command_json("perft", f"python:file={EXAMPLE}", depth)
        assert own["nodes"] == command_json("perft", "mnk:m=3,n=3", depth)["nodes"]
    assert own["nodes"] == 148176 and depth == 7  # 148,176 lines of seven moves, the finished ones left out


def test_it_keeps_the_contract():
    command("check", EXAMPLE)


def test_agents_play_it(tmp_path):
    (tmp_path / "t.yaml").write_text(f"""
name: t
games: [ {{game: python, params: {{file: '{EXAMPLE}'}}}} ]
agents:
  - {{name: alpha-beta, agent: alpha-beta, budget: {{depth: 9}}}}
  - {{name: mcts, agent: uct, params: {{memory_mib: 16}}, budget: {{iterations: 400}}}}
format: {{games_per_pair: 2}}
""")
    command("run", "t.yaml", "--out", "out", "--quiet", cwd=tmp_path)
    games = [json.loads(line) for line in (tmp_path / "out" / "games.jsonl").read_text().splitlines()]
    assert len(games) == 2 and all(game["termination"] == "normal" for game in games)
    assert games[0]["outcome"] in ("1-0", "1/2-1/2")  # alpha-beta sees to the end
    # In the package, too, whose interpreter is already running.
    position = ludex.game("python", file=str(EXAMPLE)).position()
    assert str(position.legal_moves()[0]) == "a1"


def test_new_game_checks_and_plays(tmp_path):
    command("new", "game", "--python", "my-game", cwd=tmp_path)
    folder = tmp_path / "my-game"
    assert sorted(path.name for path in folder.iterdir()) == ["README.md", "my_game.py", "test_my_game.py", "tournament.yaml"]
    assert command_json("check", "my_game.py", cwd=folder)["kept"]
    for sticks, depth in ((21, 4), (4, 3), (6, 5)):
        lines = sum(sum(taken) <= sticks for taken in itertools.product((1, 2, 3), repeat=depth))
        assert command_json("perft", f"python:file=my_game.py,args=sticks={sticks}", depth, cwd=folder)["nodes"] == lines
    command("run", "tournament.yaml", "--quiet", cwd=folder)
    command("play", "python:file=my_game.py", "uct", "random", "--iterations", 50, "--quiet", cwd=folder)
    tested = subprocess.run([os.environ.get("LUDEX_TEST_PYTHON", "/usr/bin/python3"), "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=folder,
                            env=os.environ, capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stdout
    for mark in ("@", "plugin"):
        assert not any(mark in path.read_text() for path in folder.iterdir() if path.suffix == ".py")
    refused = subprocess.run([ludex.executable(), "new", "game", "--python", "--players", "3", "other"], cwd=tmp_path, capture_output=True,
                             text=True, check=False)
    assert refused.returncode == 2 and "two players" in refused.stderr


GOOD = """
class Count:
    def __init__(self):
        self.n = 0

    def legal_moves(self):
        return [1, 2]

    def apply(self, move):
        self.n += move

    def returns(self):
        return [0, 0] if self.n >= 5 else None
"""


@pytest.mark.parametrize("old, new, why", [
    ("return [1, 2]", "return 1 / 0", r"game.py\", line 7, in legal_moves[\s\S]*ZeroDivisionError"),
    ("return [1, 2]", "return 7", r"game.py:6: legal_moves\(\) returned int, expected a list"),
    ("return [1, 2]", "return []", r"game.py:6: legal_moves\(\) returned no move, but returns\(\) is None"),
    ("return [1, 2]", "return [1, '1']", r"game.py:6: legal_moves\(\) returned moves whose texts are equal"),
    ("self.n += move", "self.n += {1: 1}[move]", r"game.py:9: apply\(2\) raised KeyError, but legal_moves\(\) lists the move"),
    ("self.n += move", "self.n += move; return self", r"game.py:9: apply\(\) returned Count, expected None"),
    ("return [0, 0] if", "return 1 if", r"game.py:12: returns\(\) returned 1, expected None, or a number for each"),
    ("return [0, 0] if", "return [1, 1] if", r"game.py:12: returns\(\) returned \[1, 1\], expected \[1, -1\]"),
    ("def returns", "def result", r"game.py:2: the class Count has no method returns\(\)"),
    ("class Count:", "class Count:\n    players = 3\n", r"game.py:2: players is 3; games in Python have two players"),
])
def test_faults_have_file_and_line(tmp_path, old, new, why):
    (tmp_path / "game.py").write_text(textwrap.dedent(GOOD).replace(old, new))
    with pytest.raises(ludex.Error, match=why):
        ludex.game("python", file=str(tmp_path / "game.py"))


def test_a_late_fault_ends_the_program_and_not_the_game(tmp_path):
    """Rules that fail after the trial must not leave a result in a log."""
    late = GOOD.replace("return [1, 2]", "import os\n        return 1 / 0 if os.path.exists('go') else [1, 2]")
    (tmp_path / "game.py").write_text(textwrap.dedent(late))
    script = ("import ludex, pathlib\n"
              "game = ludex.game('python', file='game.py')\n"
              "start = game.position()\n"
              "pathlib.Path('go').touch()\n"
              "start.after(start.legal_moves()[0])\n")
    run = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == -signal.SIGABRT
    assert "the game in Python failed" in run.stderr and "ZeroDivisionError" in run.stderr


def test_a_game_needs_a_file():
    with pytest.raises(ludex.Error, match="no Python file is given"):
        ludex.game("python")
    run = subprocess.run([ludex.executable(), "describe", "python"], capture_output=True, text=True)
    assert run.returncode == 0 and "max_plies" in run.stdout
