"""10,000 random operations on everything, again and again: memory does not grow."""

import copy
import ctypes
import gc
import os
import pickle
import random

import pytest
from conftest import all_games

import ludex


class _Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
                                                      "fordblks", "keepcost")]


def allocated():
    """Bytes that malloc has given out: everything of C++."""
    gc.collect()
    call = ctypes.CDLL(None).mallinfo2
    call.restype = _Info
    info = call()
    return info.uordblks + info.hblkhd


def operations(games, agents, count, seed):
    """Random operations, also such as are refused."""
    rng = random.Random(seed)
    positions = [game.position() for game in games]
    for _ in range(count):
        i = rng.randrange(len(positions))
        position, game = positions[i], positions[i].game
        try:
            what = rng.randrange(100)
            if what < 60:
                position = position.after(rng.choice(position.legal_moves() or ["?"]))
            elif what < 65:
                position = position.after(rng.choice(positions[i - 1].legal_moves() or ["?"]))
            elif what < 70:
                position = pickle.loads(pickle.dumps(copy.deepcopy(position)))
            elif what < 75:
                position = game.position(position.text)
            elif what < 80:
                str(position), repr(position), position.svg(), position.evaluation, position.playout(rng.randrange(100)), hash(position)
            elif what < 84:
                game.playouts(rng.randrange(20), seed=rng.randrange(100), position=position)
            elif what < 88:
                batch = game.positions([position] * rng.randrange(5))
                batch.legal_mask(), batch.legal_moves(), batch.states, batch.returns, batch.playouts(), batch.reset()
                batch.play_classes([rng.randrange(game.move_classes)] * len(batch))
            elif what < 89:
                choice = rng.choice(agents).choose(position, iterations=8, nodes=50, memory_mib=1)
                choice.pv, choice.children, choice.counters, choice.visits, str(choice)
            elif what < 91:
                game.position("?" * rng.randrange(9))
            elif what < 93:
                position.returns
            elif what < 95:
                ludex.game(game.text, nonsense=1)
            else:
                position = game.position()
        except ludex.Error:
            pass
        positions[i] = position


@pytest.mark.skipif(bool(os.environ.get("LUDEX_TEST_SANITIZE")), reason="a sanitizer has an allocator of its own")
def test_memory_does_not_grow(tmp_path):
    (tmp_path / "first.py").write_text("class First:\n  def choose(self, p, b):\n    return p.legal_moves()[0], {'value': 0}\n")
    games = all_games()
    agents = [ludex.agent("uct"), ludex.agent("alpha-beta"), ludex.agent("random"), ludex.agent("python", file=tmp_path / "first.py")]
    used = []
    for _ in range(4):
        operations(games, agents, 10_000, seed=1)  # the same every time
        used.append(allocated())
    # What is made once is made in the first round; a leak of 32 bytes in every tenth operation would be 32,000 a round.
    assert used[3] - used[1] < 20_000, used


def test_operations_under_a_sanitizer():
    """In the builds that watch every access; elsewhere with another seed."""
    operations(all_games(), [ludex.agent("uct"), ludex.agent("random")], 10_000 if os.environ.get("LUDEX_TEST_SANITIZE") else 1_000, seed=2)
