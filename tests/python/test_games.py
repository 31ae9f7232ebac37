"""Games, positions and moves: the rules are those of the command line, and bad input is an exception."""

import copy
import gc
import pickle
import random

import pytest
from conftest import all_games, command, command_json

import ludex


def perft(position, depth):
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.after(move), depth - 1) for move in moves)


def test_perft_is_the_commands(game):
    depth = 3 if len(game.position().legal_moves()) < 30 else 2
    assert perft(game.position(), depth) == command_json("perft", game.text, depth)["nodes"]


def test_random_walks_are_the_commands(game):
    """Random games, step by step; at three places of each the command line counts the same moves in the same order."""
    rng = random.Random(game.text)
    for _ in range(3):
        position, played = game.position(), []
        stops = {rng.randrange(1, 20) for _ in range(3)}
        while not position.over:
            moves = position.legal_moves()
            move = rng.choice(moves)
            assert position.move(move.text) == move
            assert game.position(position.text).text == position.text
            if len(played) in stops:
                divided = command_json("perft", game.text, 1, "--divide", "--moves", " ".join(played))["divide"]
                assert set(divided) == {m.text for m in moves}
                assert len(divided) == len(moves)
            played.append(move.text)
            position = position.after(move)
        assert position.legal_moves() == []
        assert position.to_move is None
        assert game.position().after(*played) == position
        assert game.position().after(" ".join(played)).hash == position.hash
        returns = position.returns
        assert position.winner == (None if max(returns) == min(returns) else returns.index(max(returns)))
        assert position.ranks == tuple(1 + sum(other > own for other in returns) for own in returns)


def test_playouts_are_the_commands(game):
    games = 2000
    returns, lengths = game.playouts(games, seed=7)
    told = command_json("playouts", game.text, "--games", games, "--seed", 7)
    assert returns.shape == (games, game.players)
    assert lengths.mean() == pytest.approx(told["mean_plies"], abs=1e-12)
    assert [int((returns[:, p] > 0).sum()) for p in range(game.players)] == told["wins"]
    assert int((returns[:, 0] == 0).sum()) == told["draws"]


def test_positions_are_values(game):
    start = game.position()
    move = start.legal_moves()[0]
    after = start.after(move)
    assert start == game.position() and start != after
    assert hash(start) == hash(game.position())
    assert copy.copy(after) == after and copy.deepcopy(after) == after
    assert pickle.loads(pickle.dumps(after)) == after
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(move)) == move
    assert str(after) + after.text + "\n" == command("draw", game.text, "--moves", move.text)
    assert len({start, game.position(), after}) == 2


def test_drawings():
    position = ludex.game("chess").position().after("e2e4")
    assert position._repr_svg_() == command("draw", "chess", "--moves", "e2e4", "--svg")
    assert "e2e4" not in str(position)
    assert repr(position).startswith("<ludex.Position chess 'rnbqkbnr/")


def test_evaluation_and_playout():
    position = ludex.game("othello").position()
    assert isinstance(position.evaluation, int)
    assert position.playout(3) == position.playout(3)
    assert sum(position.playout(5)) == 0
    assert ludex.game("hex", size=3).position().evaluation is None


def test_game_texts():
    assert ludex.game("hex:size=7") == ludex.game("hex", size=7) == ludex.game("hex", size="07")
    assert ludex.game("hex", size=7) != ludex.game("hex", size=8)
    assert ludex.game("hex", size=11).text == "hex"
    assert ludex.game("hex", size=7, swap=False).text in ("hex:size=7", "hex:size=7,swap=false")
    assert "hex" in ludex.games() and "uct" in ludex.agents()
    assert {p["name"] for p in ludex.parameters("game", "hex")} >= {"size", "swap"}


@pytest.mark.parametrize("make, why", [
    (lambda: ludex.game("hexx"), "did you mean 'hex'"),
    (lambda: ludex.game("uct"), "that is the name of an agent"),
    (lambda: ludex.game("hex", siz=7), "has no parameter 'siz'"),
    (lambda: ludex.game("hex", size=99), "expected an integer in"),
    (lambda: ludex.game("hex", size="x"), "expected an integer in"),
    (lambda: ludex.game("hex:size"), "expected id:param=value"),
    (lambda: ludex.game(""), "has no id"),
    (lambda: ludex.agent("uct", c=-1e9), "expected a number in"),
    (lambda: ludex.agent("hex"), "that is the name of a game"),
    (lambda: ludex.game("hex", size=5).position("nonsense"), "found 'n' (character 1)"),
    (lambda: ludex.game("hex", size=5).position().move("z9"), "z9"),
    (lambda: ludex.game("hex", size=5).position().after("a1", "a1"), "a1"),
    (lambda: ludex.game("hex", size=5).position().after(""), "empty"),
    (lambda: ludex.game("mnk").position().after("a1 a2 b1 b2 c1 c2"), "the game is over"),
    (lambda: ludex.game("mnk").position().returns, "the game is not over"),
    (lambda: ludex.game("mnk").playouts(1, position=ludex.game("hex").position()), "is of the game hex"),
])
def test_refusals_say_what_was_expected(make, why):
    with pytest.raises(ludex.Error) as error:
        make()
    assert why in str(error.value)


@pytest.mark.parametrize("make", [
    lambda: ludex.game(7), lambda: ludex.game(None), lambda: ludex.game("hex").position(3),
    lambda: ludex.game("hex").position().after(3), lambda: ludex.game("hex").position().after(None),
    lambda: ludex.game("hex").position().move(3), lambda: ludex.game("hex").playouts("many"),
    lambda: ludex.game("hex").playouts(-1), lambda: ludex.agent("uct").choose("a1"),
    lambda: ludex.agent("uct").choose(ludex.game("hex").position(), iterations=-5),
    lambda: ludex.agent("uct").choose(ludex.game("hex").position(), 10),
    lambda: ludex.Position(), lambda: ludex.Move(), lambda: ludex.Game("hex"),
])
def test_wrong_types(make):
    with pytest.raises(TypeError):
        make()


def test_foreign_moves():
    five, seven = ludex.game("hex", size=5).position(), ludex.game("hex", size=7).position()
    with pytest.raises(ludex.Error, match="belongs to the game hex:size=5, this position to hex:size=7"):
        seven.after(five.move("d4"))
    move = five.move("d4")
    assert five.after("a1").after(move) == five.after("a1 d4")  # the same move in another position of the game
    with pytest.raises(ludex.Error, match="not legal in this one; expected one of"):
        five.after("d4").after(move)
    chess = ludex.game("chess").position()
    with pytest.raises(ludex.Error, match="belongs to the game"):
        chess.after(move)


def test_objects_outlive_their_makers():
    moves = ludex.game("hex", size=5).position().legal_moves()
    gc.collect()
    assert moves[3].position.after(moves[3]).game.text == "hex:size=5"
    batch = ludex.game("mnk").positions(3)
    states = batch.states
    position = batch[1]
    del batch
    gc.collect()
    assert states.shape[0] == 3 and position.legal_moves()


def test_all_games_walk_together():
    """10,000 random operations on objects of all games: exceptions are allowed, crashes are not."""
    rng = random.Random(1)
    games = all_games()
    positions = [g.position() for g in games]
    moves = [m for p in positions for m in p.legal_moves()[:3]]
    done = 0
    for _ in range(10_000):
        what = rng.randrange(8)
        position = rng.choice(positions)
        try:
            if what == 0:
                position = position.after(rng.choice(moves))
            elif what in (1, 2, 3):
                position = position.after(rng.choice(position.legal_moves() or ["a1"]))
            elif what == 4:
                position = rng.choice(games).position(position.text)
            elif what == 5:
                position = pickle.loads(pickle.dumps(position))
            elif what == 6:
                position.playout(rng.randrange(1000)), position.svg(), str(position), position.evaluation
            else:
                moves[rng.randrange(len(moves))] = rng.choice(position.legal_moves() or moves)
            done += 1
        except ludex.Error:
            pass
        positions[rng.randrange(len(positions))] = position if not position.over else rng.choice(games).position()
    assert done > 5000
