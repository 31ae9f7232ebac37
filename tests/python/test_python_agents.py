"""Agents written in Python, in tournaments beside those in C++."""

import json
import os
import pathlib
import re
import subprocess
import textwrap

import pytest
from conftest import command, command_json

import ludex

SANDBOX = pathlib.Path("/sys/kernel/security").exists()


def spec(params, mode="shared", budget="iterations: 60", games=2, limits="", more=""):
    return f"""
name: t
games: [ {{game: hex, params: {{size: 4}}}} ]
agents:
  - {{name: good, agent: uct, params: {{memory_mib: 16}}}}
  - {{name: own, agent: python, params: {{{params}}}{more}}}
  - {{name: other, agent: random}}
grace: 200ms
mode: {mode}
limits: {{faults_in_a_row: 0, memory_mib: 512{limits}}}
budget: {{{budget}}}
format: {{games_per_pair: {games}}}
"""


def play(tmp_path, code, *args, file="agent.py", **how):
    (tmp_path / file).write_text(textwrap.dedent(code))
    (tmp_path / "t.yaml").write_text(spec(f"file: '{tmp_path / file}'", *args, **how))
    command("run", "t.yaml", "--out", "out", "--quiet", cwd=tmp_path)
    return [json.loads(line) for line in (tmp_path / "out" / "games.jsonl").read_text().splitlines()]


def new_agent(tmp_path, name="my-agent"):
    command("new", "agent", "--python", name, cwd=tmp_path)
    return tmp_path / name


def test_new_agent_checks_and_plays(tmp_path):
    folder = new_agent(tmp_path)
    assert sorted(path.name for path in folder.iterdir()) == ["README.md", "my_agent.py", "test_my_agent.py", "tournament.yaml"]
    checked = command_json("check", "my_agent.py", cwd=folder)
    assert checked["kept"] and checked["id"] == "python" and checked["file"] == str(folder / "my_agent.py")
    assert "\nmy_agent.py keeps the contract" in command("check", "my_agent.py", cwd=folder)
    command("play", "mnk", "python:file=my_agent.py,args=c=0.5", "random", "--iterations", 50, "--quiet", cwd=folder)
    command("run", "tournament.yaml", "--quiet", cwd=folder)
    assert subprocess.run([os.environ.get("LUDEX_TEST_PYTHON", "/usr/bin/python3"), "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=folder,
                          env=os.environ, capture_output=True, check=False).returncode == 0


def test_ucb_beats_random(tmp_path):
    """Beside two agents in C++, in both isolated modes the same games."""
    folder = new_agent(tmp_path)
    logs = []
    for mode in ("shared", "dedicated"):
        (folder / "t.yaml").write_text(spec("file: my_agent.py, class: MyAgent, args: c=0.7", mode=mode, games=40))
        command("run", "t.yaml", "--out", mode, "--quiet", cwd=folder)
        frame = ludex.read_log(folder / mode)
        assert set(frame["termination"]) == {"normal"}
        against = frame[(frame["first"].isin(["own", "other"])) & (frame["second"].isin(["own", "other"]))]
        won = against["score"].where(against["first"] == "own", 1 - against["score"]).mean()
        assert len(against) == 40 and won >= 0.95
        logs.append(frame[["id", "outcome", "plies", "first_iterations", "second_nodes"]].to_dict("list"))
        moves = against.moves()
        own = moves[(moves["agent"] == "own") & ~moves["opening"]]
        assert (own["iterations"] == 60).all() and own["value"].between(-1, 1).all() and set(own["unit"]) == {"expected"}
    assert logs[0] == logs[1]


HOSTILE = """
    import ctypes, os, sys, threading, time
    class Bad:
        def choose(self, position, budget):
            {deed}
            return position.legal_moves()[0]
"""


@pytest.mark.parametrize("mode", ["shared", "dedicated"])
@pytest.mark.parametrize("deed, expected, note", [
    ("raise RuntimeError('out of ideas')", "exception", r"Traceback.*agent\.py\", line \d+, in choose.*RuntimeError: out of ideas"),
    ("return None", "exception", "choose\\(\\) returned NoneType, expected a ludex.Move or its text"),
    ("return 7", "exception", "returned int"),
    ("return 'zz'", "illegal-move", "is not legal"),
    ("return self.first if hasattr(self, 'first') else setattr(self, 'first', position.legal_moves()[0]) or self.first",
     "illegal-move", "is not legal"),
    ("return position.legal_moves()[0], {'valu': 1}", "exception", "'valu' of the answer is not known"),
    ("sys.exit(3)", "exception", r"the agent called sys\.exit\(3\)"),
    ("os._exit(3)", "exit", "3"),
    ("os.abort()", "abort", ""),
    ("ctypes.string_at(0)", "crash", ""),
    ("print('garbage' * 1000); sys.stderr.write('more'); os.abort()", "abort", ""),
    ("print('\\x00\\xff' * 5000, flush=True)", "normal", ""),
    ("[] and None; x = lambda f: f(f); x(x)", "exception", "RecursionError"),
    ("threading.Thread(target=lambda: 1 / 0).start()", "normal", ""),
    ("[os.close(fd) for fd in (1, 2) if not hasattr(sys, 'closed')]; sys.closed = True", "normal", ""),
])
def test_hostile(tmp_path, mode, deed, expected, note):
    games = play(tmp_path, HOSTILE.format(deed=deed), mode=mode)
    assert len(games) == 6
    for game in games:
        first, second = (name == "own" for name in game["agents"])
        if expected == "normal" or not (first or second):
            assert game["termination"] == "normal", game
            continue
        assert game["termination"] == expected, game
        assert game["outcome"] == ("0-1" if first else "1-0")
        assert re.search(note, game["note"], re.DOTALL), game["note"]
        if "garbage" in deed:
            assert "garbage" in game["printed"]


@pytest.mark.parametrize("mode", ["shared", "dedicated"])
@pytest.mark.parametrize("deed, budget", [("while True: pass", "wall: 50ms"), ("time.sleep(100000)", "wall: 50ms"),
                                          ("while True: pass", "cpu: 50ms"), ("while not budget.expired: pass", "wall: 20ms")])
def test_hanging(tmp_path, mode, deed, budget):
    games = play(tmp_path, HOSTILE.format(deed=deed), mode=mode, budget=budget)
    for game in games:
        expected = "normal" if "own" not in game["agents"] or "expired" in deed else "hang"
        assert game["termination"] == expected, game


@pytest.mark.parametrize("mode", ["shared", "dedicated"])
def test_memory(tmp_path, mode):
    games = play(tmp_path, HOSTILE.format(deed="self.kept = getattr(self, 'kept', []) + [b'x' * 50_000_000 for _ in range(30)]"), mode=mode)
    assert {game["termination"] for game in games if "own" in game["agents"]} == {"over-memory"}


@pytest.mark.parametrize("deed, limits, expected", [
    ("os.fork() or os._exit(0)", "", "exception"),
    ("os.fork() or os._exit(0)", ", processes: 100", "normal"),
    ("__import__('subprocess').run(['true'])", "", "exception"),
])
def test_processes(tmp_path, deed, limits, expected):
    games = play(tmp_path, HOSTILE.format(deed=deed), mode="dedicated", limits=limits)
    assert {game["termination"] for game in games if "own" in game["agents"]} == {expected}


def test_sandbox(tmp_path):
    """A stranger's agent: reads its file by a relative path, may not write, nor open sockets."""
    (tmp_path / "agent.py").write_text(textwrap.dedent("""
        import socket
        class Agent:
            def choose(self, position, budget):
                for forbidden in (lambda: open(FILE, 'w'), lambda: socket.socket()):
                    try:
                        forbidden()
                    except OSError:
                        continue
                    raise AssertionError('the sandbox is open')
                return position.legal_moves()[0]
    """).replace("FILE", repr(str(tmp_path / "stolen"))))
    (tmp_path / "t.yaml").write_text(spec("file: agent.py", mode="dedicated", limits=", sandbox: true"))
    done = subprocess.run([ludex.executable(), "run", "t.yaml", "--out", "out", "--quiet"], cwd=tmp_path, capture_output=True, text=True,
                          check=False)
    if "Landlock" in done.stderr:
        pytest.skip("this kernel has no Landlock")
    assert done.returncode == 0, done.stderr
    frame = ludex.read_log(tmp_path / "out")
    assert set(frame["termination"]) == {"normal"}, list(frame["note"])
    assert not (tmp_path / "stolen").exists()


def test_everything_an_agent_may_do(tmp_path):
    games = play(tmp_path, """
        import numpy as np
        import ludex

        class Helper:
            pass

        class Agent:
            def new_game(self, game, seat, seed):
                self.seat, self.plies = seat, 0
                self.uct = ludex.agent("uct")
                if hasattr(self, "old"):
                    try:
                        self.old.legal_moves()
                    except ludex.Error as error:
                        assert "no longer exists" in str(error)
                    else:
                        raise AssertionError("a position of an earlier game answered")
            def observe(self, position, move):
                assert move in position.legal_moves()
                assert position.to_move == self.plies % 2
                self.plies += 1
            def choose(self, position, budget):
                self.old = position
                assert position.to_move == self.seat == self.plies % 2
                assert budget.iterations == 60 and budget.threads == 1 and budget.nodes == 0
                steps = 0
                while budget.step():
                    budget.count_nodes()
                    steps += 1
                assert steps == 60 and budget.expired
                assert not hasattr(self, "budget") or self.ended()
                self.budget = budget
                own = ludex.game("hex", size=4).position(position.text)
                returns, lengths = own.game.playouts(10, seed=1, position=own)
                assert np.isfinite(returns).all()
                found = self.uct.choose(own, iterations=30)
                return found.text, {"value": found.value, "depth": 3, "pv": [found.text], "outcome": "unknown", "unit": "expected",
                                    "children": [(c.text, c.visits, c.value) for c in found.children], "counters": {"mine": 2.5}}
            def ended(self):
                try:
                    self.budget.step()
                except ludex.Error:
                    return True
        """, file="everything.py")
    own = [game for game in games if "own" in game["agents"]]
    assert {game["termination"] for game in own} == {"normal"}, [game["note"] for game in own]
    stats = own[0]["stats"][own[0]["agents"].index("own")]
    assert stats["by_move"]["iterations"] == [60] * stats["moves"] and stats["nodes"] == 120 * stats["moves"]
    assert stats["depth_max"] == 3


@pytest.mark.parametrize("code, note", [
    ("class A: pass", "a method choose"),
    ("class A:\n  def choose(self, p, b): pass\nclass B(A): pass", "class: name the class to use"),
    ("this is no Python", "SyntaxError"),
    ("import no_such_module_anywhere", "ModuleNotFoundError"),
    ("class A:\n  def __init__(self, x): pass\n  def choose(self, p, b): pass", "missing 1 required positional argument"),
])
def test_files_that_are_no_agent(tmp_path, code, note):
    for game in play(tmp_path, code):
        if "own" in game["agents"]:
            assert game["termination"] == "exception" and note in game["note"], game


def test_bad_parameters(tmp_path):
    (tmp_path / "t.yaml").write_text(spec("file: nowhere.py"))
    done = subprocess.run([ludex.executable(), "run", "t.yaml"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "nowhere.py' cannot be read" in done.stderr
    (tmp_path / "t.yaml").write_text(spec(""))
    done = subprocess.run([ludex.executable(), "run", "t.yaml"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "no Python file is given" in done.stderr
    (tmp_path / "t.yaml").write_text(spec("fil: x.py"))
    done = subprocess.run([ludex.executable(), "run", "t.yaml"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "did you mean 'file'" in done.stderr


def test_a_broken_contract_is_found(tmp_path):
    (tmp_path / "bad.py").write_text("import itertools\nn = itertools.count()\nclass A:\n  def choose(self, p, b):\n    return 'zz'\n")
    out = command("check", "bad.py", cwd=tmp_path, code=3)
    assert "BROKEN" in out


def test_the_host_never_loads_python(tmp_path):
    """Before the first move: `ludex describe`, `list` and the host of a tournament do without libpython."""
    folder = new_agent(tmp_path)
    (folder / "my_agent.py").write_text((folder / "my_agent.py").read_text().replace(
        "me = position.to_move", "open('maps', 'w').write(open(f'/proc/{__import__(\"os\").getppid()}/maps').read()); me = position.to_move"))
    (folder / "t.yaml").write_text(spec("file: my_agent.py", games=2))
    command("run", "t.yaml", "--quiet", "--out", "out", cwd=folder)
    maps = (folder / "maps").read_text()
    assert "agent-python.so" in maps and "libpython" not in maps


def test_python_agents_in_python(tmp_path):
    """The plug-in inside Python uses the interpreter that runs."""
    folder = new_agent(tmp_path)
    agent = ludex.agent("python", file=folder / "my_agent.py", args="c=0.5")
    position = ludex.game("mnk").position().after("a1 a2 b1 b2")
    choice = agent.choose(position, iterations=200, seed=4)
    assert choice.text == "c1" and choice.iterations == 200
    assert agent.choose(position, iterations=200, seed=4).value == choice.value
    (folder / "bad.py").write_text("class A:\n  def choose(self, position, budget):\n    1 / 0\n")
    with pytest.raises(ludex.Error, match="ZeroDivisionError"):
        ludex.agent("python", file=folder / "bad.py").choose(position, iterations=1)
