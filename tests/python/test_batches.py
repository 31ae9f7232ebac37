"""Batches: the same games as single positions play."""

import numpy as np
import pytest

import ludex


def test_batches_are_positions(game):
    """Random games of a batch by classes and by ids: every array says what the single positions say."""
    rng = np.random.default_rng(5)
    batch = game.positions(6)
    single = [game.position() for _ in range(6)]
    for step in range(60):
        mask = batch.legal_mask()
        moves, counts = batch.legal_moves()
        assert mask.shape == (6, game.move_classes) and moves.shape == (6, game.max_moves)
        classes, ids = np.zeros(6, dtype=int), np.zeros(6, dtype=np.uint32)
        for i, position in enumerate(single):
            legal = position.legal_moves()
            assert counts[i] == len(legal)
            assert list(moves[i, :counts[i]]) == [m.id for m in legal]
            assert (moves[i, counts[i]:] == 0xFFFFFFFF).all()
            assert set(np.flatnonzero(mask[i])) == {m.move_class for m in legal}
            if legal:
                wanted = legal[rng.integers(len(legal))]
                # Of several moves of a class the first is meant.
                first = next(m for m in legal if m.move_class == wanted.move_class)
                chosen = first if step % 2 else wanted
                classes[i], ids[i] = chosen.move_class, chosen.id
                single[i] = position.after(chosen)
        if step % 2:
            batch.play_classes(classes)
        else:
            batch.play_moves(ids)
        assert list(batch.over) == [p.over for p in single]
        assert list(batch.to_move) == [-1 if p.over else p.to_move for p in single]
        assert list(batch.hashes) == [p.hash for p in single]
        for i, position in enumerate(single):
            assert batch[i] == position
            if position.over:
                assert tuple(batch.returns[i]) == position.returns
            else:
                assert np.isnan(batch.returns[i]).all()
    assert batch.reset() == sum(p.over for p in single)
    assert not batch.over.any()


def test_states_are_a_view():
    game = ludex.game("hex", size=4)
    batch = game.positions(3)
    assert batch.states.shape == (3, game.state_size) and batch.states.dtype == np.uint8
    assert (batch.states[0] == batch.states[1]).all()
    view = batch.states
    batch.play_classes([0, 1, 0])
    assert (view[0] == view[2]).all() and (view[0] != view[1]).any()
    with pytest.raises(ValueError):
        view[0, 0] = 1


def test_playouts_from_positions():
    game = ludex.game("mnk")
    positions = [game.position().after("a1 a2 b1 b2"), game.position(), game.position().after("a1 a2 b1 b2 c1")]
    batch = game.positions(positions)
    returns, lengths = batch.playouts(seed=3)
    assert returns.shape == (3, 2) and lengths[2] == 0 and tuple(returns[2]) == (1, -1)
    one = game.playouts(500, seed=9, position=positions[2])
    assert (one[0] == [1, -1]).all() and (one[1] == 0).all()
    again = batch.playouts(seed=3)
    assert (again[0] == returns).all() and (again[1] == lengths).all()


def test_edges():
    game = ludex.game("mnk")
    empty = game.positions(0)
    assert len(empty) == 0 and empty.legal_mask().shape == (0, game.move_classes) and empty.states.shape == (0, game.state_size)
    assert game.playouts(0)[0].shape == (0, 2)
    one = game.positions(1)
    assert one.states.shape == (1, game.state_size)
    one[0] = game.position().after("b2")
    assert one[-1] == game.position().after("b2")
    assert one.reset(np.array([True])) == 1


@pytest.mark.parametrize("act, why", [
    (lambda b: b.play_classes([0]), "expected one item for each of 3"),
    (lambda b: b.play_classes([0, 0, 99]), "position 2: no legal move"),
    (lambda b: b.play_classes([0, -1, 0]), "position 1: no legal move"),
    (lambda b: b.play_moves([0, 0, 4_000_000_000]), "position 2: no legal move"),
    (lambda b: b.play_moves(np.zeros((3, 1))), "2 dimensions"),
    (lambda b: b.reset(np.array([True])), "expected one item for each of 3"),
    (lambda b: b.__setitem__(0, ludex.game("hex").position()), "is of the game hex"),
    (lambda b: b.game.positions([ludex.game("hex").position()]), "is of the game hex"),
    (lambda b: b.game.positions(-1), "expected a number"),
])
def test_refusals_play_nothing(act, why):
    batch = ludex.game("mnk").positions(3)
    before = batch.hashes
    with pytest.raises(ludex.Error, match=why):
        act(batch)
    assert (batch.hashes == before).all()


@pytest.mark.parametrize("act, kind", [
    (lambda b: b[3], IndexError), (lambda b: b[-4], IndexError), (lambda b: b.play_classes("abc"), Exception),
    (lambda b: b.__setitem__(7, b[0]), IndexError), (lambda b: b.game.positions("x"), Exception)])
def test_wrong_arguments(act, kind):
    with pytest.raises(kind):
        act(ludex.game("mnk").positions(3))


def test_observations_say_what_stands_where():
    """Connect Four after d, e, d: rows from the lowest, from either player's view."""
    game = ludex.game("connect-k")
    seen = game.observation
    assert (seen["sites"], seen["rows"], seen["columns"]) == (42, 6, 7)
    assert seen["channels"] == ["own stone", "other stone"] and seen["indices"] == 84
    assert seen["neighbours"][0] == [1, 7, 8]
    position = game.position()
    for text in "ded":
        position = position.after(text)
    batch = game.positions([position, game.position()])
    planes = batch.planes().reshape(2, 2, 6, 7)
    assert planes.dtype == np.float32 and (planes[1] == 0).all()
    # The second player is to move: d1 and d2 are the other's, e1 its own.
    assert planes[0].sum() == 3 and planes[0, 1, 0, 3] == planes[0, 1, 1, 3] == planes[0, 0, 0, 4] == 1
    assert (batch.planes(player=0)[0] == batch.planes(player=1)[0][::-1]).all()
    active = batch.active_features()
    assert active.shape == (2, 42) and (active[1] == -1).all()
    for row, dense in zip(active, batch.planes()):
        assert sorted(row[row >= 0]) == list(np.flatnonzero(dense))
    with pytest.raises(ludex.Error, match="players 0 to 1"):
        batch.planes(player=2)


def test_the_second_player_sees_chess_from_its_side():
    game = ludex.game("chess")
    names = game.observation["channels"]
    start = game.positions(1)
    assert (start.planes(0) == start.planes(1)).all()
    board = start.planes()[0].reshape(len(names), 8, 8)
    assert (board[names.index("own pawn"), 1] == 1).all() and board[names.index("other king"), 7, 4] == 1
    assert (board[names.index("own long castling")] == 1).all()
