import pytest

import ludex
from conftest import command_json
from ludex.training import without_progress

CROSSES = """(game "Crosses" (players 2) (equipment {(board (square 3)) (piece "Nought" P1) (piece "Cross" P2)})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
SMALL = {"hours": 0.0006, "games": 4, "cpu_ms": 1, "threads": 1, "set": {"tuples": 4}, "quiet": True}


def test_a_training_says_how_it_goes_and_goes_on(tmp_path):
    out = tmp_path / "mnk"
    points = []
    first = ludex.train(ludex.game("mnk"), out, rounds=2, progress=points.append, **SMALL)
    assert points == first.summary["curve"]
    assert [point["games"] for point in points] == sorted(point["games"] for point in points)
    assert all(point["error"] >= 0 for point in points)
    assert list(first.curve["games"]) == [point["games"] for point in points]
    matches = first.rounds
    assert list(matches.groupby("round").size()) == [2, 3]
    assert (matches[["wins", "draws", "losses"]].sum(axis=1) == 4).all()
    assert "error over the time of learning" in first.report().html
    agent = ludex.agent("alpha-beta", model=first.model)
    assert agent.choose(ludex.game("mnk").position(), nodes=100)

    with pytest.raises(ludex.Error, match="--resume"):
        ludex.train("mnk", out, rounds=3, **SMALL)
    more = []
    longer = ludex.train("mnk", out, rounds=3, resume=True, progress=more.append, **SMALL)
    assert longer.summary["rounds"][:2] == first.summary["rounds"]
    # Only what is new.
    assert points + more == longer.summary["curve"] == command_json("report", out)["curve"]


def test_an_exception_of_the_callback_ends_a_training_that_can_go_on(tmp_path):
    file = tmp_path / "crosses.lud"
    file.write_text(CROSSES)
    game = f"lud:file={file},compile=never"

    def stop(point):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ludex.train(game, tmp_path / "out", rounds=1, progress=stop, **{**SMALL, "hours": 1})
    done = ludex.train(game, tmp_path / "out", rounds=1, resume=True, **SMALL)
    assert len(done.rounds) == 2


def test_what_cannot_be_learned_is_said(tmp_path):
    with pytest.raises(ludex.Error, match="two players"):
        ludex.train("chinese-checkers:players=3", tmp_path / "out", method="net", **{**SMALL, "set": {}})
    with pytest.raises(ludex.Error, match="train-tuple"):
        ludex.train("mnk", tmp_path / "other", method="tuple", **SMALL)


def test_error_has_the_words_of_the_command_alone():
    said = "t.yaml:1:2: error: no\n50 games, 44.9 games/s, error 0.7\nludex: the file was changed; start it again\n"
    assert without_progress(said) == "t.yaml:1:2: error: no\nludex: the file was changed; start it again"
