"""Searches: what `ludex analyze` and `ludex solve` say, stopped by Ctrl-C, and several at once."""

import os
import pathlib
import pickle
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import command_json

import ludex

HEX = ludex.game("hex", size=5)


@pytest.mark.parametrize("agent, game, limits", [
    ("uct:c=0.8", "hex:size=5", {"iterations": 2000}), ("alpha-beta", "connect-k", {"depth": 5}),
    ("pn-mcts", "breakthrough:width=5,height=5", {"iterations": 500}), ("flat-mc", "othello", {"iterations": 300})])
def test_choose_is_analyze(agent, game, limits):
    position = ludex.game(game).position()
    chosen = ludex.agent(agent).choose(position, seed=5, **limits)
    told = command_json("analyze", game, "--agent", agent, "--seed", 5, *[x for k, v in limits.items() for x in (f"--{k}", v)])
    assert chosen.text == told["move"] and chosen.value == told["value"] and chosen.unit == told["unit"]
    assert (chosen.iterations, chosen.nodes, chosen.depth) == (told["iterations"], told["nodes"], told["depth"])
    assert [m.text for m in chosen.pv] == told["pv"]
    assert [(c.text, c.visits, c.value, c.outcome) for c in chosen.children] == [
        (c["move"], c["visits"], c["value"], c["outcome"]) for c in told["root"]]
    assert position.after(chosen).legal_moves()
    for child in chosen.children:
        if child == chosen:
            assert chosen.visits == child.visits
    line = position
    for move in chosen.pv:
        line = line.after(move)


def test_solve_is_solve():
    game = ludex.game("mnk", m=4, n=3)
    found = ludex.agent("alpha-beta").solve(game.position(), "value")
    told = command_json("solve", "mnk:m=4,n=3", "--agent", "alpha-beta", "--goal", "value")
    assert (found.outcome, found.nodes, [m.text for m in found.pv]) == (told["outcome"], told["nodes"], told["pv"])
    assert found.cpu_seconds >= 0 and found.counters == told["counters"]


def test_lines_are_those_of_the_command():
    found = ludex.agent("alpha-beta").solve(ludex.game("mnk").position(), "value", lines=7)
    told = command_json("solve", "mnk", "--agent", "alpha-beta", "--goal", "value", "--lines", 7)
    assert found.lines == {key: told["lines"][key] for key in ("kept", "open", "plies", "proved")}
    assert found.outcome == "draw" and found.lines["kept"] == 7 and found.lines["plies"] >= 7 * 5
    assert ludex.agent("alpha-beta").solve(ludex.game("mnk").position(), "value").lines is None
    assert ludex.agent("alpha-beta").solve(ludex.game("mnk").position(), "value", nodes=1, lines=7).lines is None
    ludex.add_plugin_path(str(pathlib.Path(ludex.executable()).parent / "tests" / "agents"))
    with pytest.raises(ludex.Error, match="contradicts itself or the rules after these moves"):
        ludex.agent("spoilt-agent", fault="false-solve").solve(ludex.game("mnk").position(), "value", lines=5)


def test_the_same_call_has_the_same_answer():
    uct = ludex.agent("uct")
    a, b = (uct.choose(HEX.position(), iterations=500, seed=3) for _ in range(2))
    assert a == b and a.value == b.value
    assert pickle.loads(pickle.dumps(uct)).text == "uct"


@pytest.mark.parametrize("act, why", [
    (lambda: ludex.agent("uct").choose(HEX.position(), seconds=-1), "expected 0"),
    (lambda: ludex.agent("uct").choose(HEX.position(), seconds=float("nan")), "expected 0"),
    (lambda: ludex.agent("uct").choose(HEX.position(), threads=0), "expected 1 to 1024"),
    (lambda: ludex.agent("random").solve(HEX.position(), nodes=10), "does not solve"),
    (lambda: ludex.agent("alpha-beta").solve(HEX.position(), "winn"), "expected win, draw or value"),
    (lambda: ludex.agent("alpha-beta").solve(ludex.game("pig").position(), lines=1), "a game of two players without chance"),
    (lambda: ludex.agent("uct").choose(ludex.game("mnk").position().after("a1 a2 b1 b2 c1")), "the game is over"),
])
def test_refusals(act, why):
    with pytest.raises(ludex.Error, match=why):
        act()


def test_an_agent_that_cannot_play_says_so():
    uci = ludex.agent("uci-engine", command="/nonexistent")
    assert not uci.supports(HEX) and ludex.agent("uct").supports(HEX)
    with pytest.raises(ludex.Error, match="cannot play this game: it needs"):
        uci.choose(HEX.position(), nodes=1)


def test_two_agents_search_at_the_same_time():
    """The first has no limit: only another thread, which searches meanwhile, can stop it."""
    endless = ludex.agent("uct")
    chosen = []
    started = threading.Event()

    def search():
        started.set()
        chosen.append(endless.choose(HEX.position(), seconds=100_000, memory_mib=64))

    thread = threading.Thread(target=search)
    thread.start()
    started.wait()
    other = ludex.agent("uct")
    while thread.is_alive():
        assert other.choose(HEX.position(), iterations=200).iterations == 200
        endless.stop()
    thread.join()
    assert chosen[0].iterations > 0 and chosen[0].seconds < 100_000


def test_many_threads():
    agents = [ludex.agent("uct"), ludex.agent("alpha-beta"), ludex.agent("uct", c=0.3)]
    position = ludex.game("connect-k").position()
    expected = [agent.choose(position, iterations=300, nodes=3000, seed=1) for agent in agents]

    def work(i):
        """Agents are shared: one search at a time each."""
        return i % 3, agents[i % 3].choose(position, iterations=300, nodes=3000, seed=1), position.game.playouts(200, seed=i)

    with ThreadPoolExecutor(6) as pool:
        for which, move, (returns, _) in pool.map(work, range(60)):
            assert move == expected[which] and move.value == expected[which].value
            assert returns.shape == (200, 2)


def test_threads_of_a_search_in_a_thread():
    """The host's threads are lent to searches in any thread of Python."""
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda seed: ludex.agent("uct").choose(HEX.position(), iterations=2000, threads=2, seed=seed), range(4)))
    assert all(choice.iterations >= 2000 for choice in found)


@pytest.mark.parametrize("work", [
    lambda: ludex.agent("uct").choose(HEX.position(), seconds=100_000, memory_mib=64),
    lambda: ludex.game("chess").playouts(1_000_000_000),
], ids=["search", "playouts"])
def test_ctrl_c_stops(work):
    done = threading.Event()
    raised = []

    def handler(number, frame):
        """Once: one that comes late must not hit what follows."""
        if not raised:
            raised.append(number)
            raise KeyboardInterrupt

    def interrupt():
        while not done.wait(0.2):
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, handler)
    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        done.set()
        thread.join()
        signal.signal(signal.SIGINT, before)
    assert ludex.agent("uct").choose(HEX.position(), iterations=50).iterations == 50
