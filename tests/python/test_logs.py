"""Logs as frames, and what the commands say of them."""

import json
import math
import pickle

import numpy as np
import pandas as pd
import pytest
from conftest import SPEC, command, command_json

import ludex


def lines_of(run):
    return [json.loads(line) for line in (run.folder / "games.jsonl").read_text().splitlines()]


def test_one_row_a_game(tournament):
    frame, games = tournament.log, lines_of(tournament)
    assert len(frame) == len(games) == 72
    for (_, row), game in zip(frame.iterrows(), games):
        assert [row["id"], row["game"], row["first"], row["second"], row["round"]] == [
            game["id"], game["game"], *game["agents"], game["round"]]
        assert row["opening"] == " ".join(game["opening"])
        assert (row["outcome"], row["termination"], row["seed"], row["plies"]) == (
            game["outcome"], game["termination"], game["seed"], game["plies"])
        assert row["score"] == {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}[game["outcome"]]
        for seat, stats in zip(("first", "second"), game["stats"]):
            for name in ("moves", "iterations", "nodes", "cpu_seconds", "wall_seconds", "depth_max"):
                assert row[f"{seat}_{name}"] == stats[name]
    for column in ("game", "first", "second", "opening", "outcome", "termination"):
        assert isinstance(frame[column].dtype, pd.CategoricalDtype)
    assert not frame["forfeit"].any() and frame["position"].isna().all()


def test_one_row_a_move(tournament):
    frame = tournament.log
    some = frame[frame["first"] == "uct-100"].sort_values("plies", ascending=False).head(5)
    assert isinstance(some, ludex.Log)
    moves = some.moves()
    games = {game["id"]: game for game in lines_of(tournament)}
    for index, row in some.iterrows():
        own = moves[moves["game_row"] == index]
        game = games[row["id"]]
        assert list(own["move"]) == game["opening"] + game["moves"]
        assert list(own["opening"]) == [True] * len(game["opening"]) + [False] * len(game["moves"])
        assert list(own["seat"]) == [ply % 2 for ply in range(game["plies"])]
        assert list(own["agent"]) == [game["agents"][ply % 2] for ply in range(game["plies"])]
        for seat in (0, 1):
            chosen = own[(own["seat"] == seat) & ~own["opening"]]
            series = game["stats"][seat]["by_move"]
            assert list(chosen["iterations"]) == series["iterations"]
            if "value" in series:
                assert [None if math.isnan(v) else v for v in chosen["value"]] == series["value"]
            assert int(chosen["nodes"].sum()) == game["stats"][seat]["nodes"]
    assert len(moves) == int(some["plies"].sum())


def test_ratings_are_the_commands(tournament):
    frame = tournament.log
    for options, arguments in [({}, []), ({"model": "elo"}, ["--model", "elo"]),
                               ({"advantage": "fit", "draw_elo": "fit"}, ["--advantage", "fit", "--draw-elo", "fit"]),
                               ({"advantage": 32.8, "draw_elo": 97.3}, ["--advantage", "32.8", "--draw-elo", "97.3"]),
                               ({"prior": 0.5, "confidence": 0.9, "offset": 100}, ["--prior", "0.5", "--confidence", "0.9", "--offset", "100"]),
                               ({"anchor": ("random", 0)}, ["--anchor", "random=0"]),
                               ({"only": "hex:size=4"}, ["--game", "hex:size=4"]),
                               ({"without_forfeits": True}, ["--without-forfeits"])]:
        told = command_json("rate", tournament.folder, *arguments)
        for games in (frame, tournament.folder):
            with pytest.warns() if told["warnings"] else _nothing():
                found = ludex.rate(games, **options)
            assert {**found.document, "logs": None} == {**told, "logs": None}  # a frame is of no file
            assert found.to_dict("records") == told["players"]
            assert found.los.to_numpy().tolist() == told["los"]
    told = command_json("rate", tournament.folder, "--by-game")
    with pytest.warns() if told["warnings"] else _nothing():
        by_game = ludex.rate(frame, by_game=True)
    assert {game: table.to_dict("records") for game, table in by_game.items()} == {
        game["game"]: game["players"] for game in told["by_game"]}


def test_populations_are_the_commands():
    beats = [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")]
    games = pd.DataFrame([{"first": a, "second": b, "outcome": "1-0" if i % 4 else "0-1"} for a, b in beats for i in range(80)])
    found = ludex.population(games)
    assert list(found.columns) == ["name", "elo", "games", "score", "nash", "nash_gain", "alpha_rank"]
    assert found["nash"].round(6).eq(round(1 / 3, 6)).all() and found["alpha_rank"].round(6).eq(round(1 / 3, 6)).all()
    assert found.document["transitive_share"] < 1e-6 and found.document["cycles"][0]["beyond_noise"]
    with pytest.raises(ludex.Error, match="never met"):
        ludex.population(games[games["first"] != "rock"])


class _nothing:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


def test_matches_are_the_commands(tournament):
    for options, arguments in [({}, []), ({"sprt": "0,5"}, ["--sprt", "0,5"]), ({"sprt": "0,50,0.1,0.1,logistic"}, ["--sprt", "0,50,0.1,0.1,logistic"]),
                               ({"only": ["hex:size=4"]}, ["--game", "hex:size=4"])]:
        told = command_json("match", tournament.folder, *arguments)["matches"]
        for games in (tournament.log, tournament.folder):
            found = ludex.match(games, **options)
            assert len(found) == len(told)
            for (_, row), match in zip(found.iterrows(), told):
                assert [row["agent"], row["opponent"]] == match["agents"]
                assert row["pairs"] == match["pairs"] and row["of"] == match["of"]
                for name in ("games", "wins", "draws", "losses", "score", "los", "draw_ratio"):
                    assert row[name] == match[name]
                assert row["elo"] == match["elo"]["value"] and row["nelo"] == match["nelo"]["value"]
                if "sprt" in options:
                    assert row["sprt_llr"] == match["sprt"]["llr"] and row["sprt_decision"] == match["sprt"]["decision"]
    by_game = ludex.match(tournament.log, by_game=True)
    assert len(by_game) == 6 and set(by_game["game"]) == {"hex:size=4", "connect-k:width=5,height=4,k=3"}
    assert ludex.sprt(wdl=(76, 123, 50)) == command_json("sprt", "--wdl", "76,123,50")
    assert ludex.sprt(penta=(3, 10, 40, 20, 5), test="0,10") == command_json("sprt", "--penta", "3,10,40,20,5", "--test", "0,10")


def test_filters_rate_what_is_left(tournament):
    """Games chosen in pandas, rated as the command rates a log of just these."""
    frame = tournament.log
    some = frame[(frame["first"] != "uct-20") & (frame["second"] != "uct-20")]
    log = tournament.folder.parent / "some.jsonl"
    lines = (tournament.folder / "games.jsonl").read_text().splitlines(keepends=True)
    log.write_text("".join(lines[i] for i in some.index))
    assert ludex.rate(some).document["players"] == command_json("rate", log)["players"]
    mixed = pd.concat([some.head(10), ludex.read_log(log).tail(10)])
    assert len(mixed) == 20 and set(ludex.rate(mixed)["name"]) == {"uct-100", "random"}


def test_frames_of_ones_own():
    games = pd.DataFrame({"first": ["a", "b", "a"], "second": ["b", "a", "b"], "outcome": ["1-0", "1/2-1/2", "*"]})
    table = ludex.rate(games[games["outcome"] != "*"])
    assert list(table["name"]) == ["a", "b"] and list(table["games"]) == [2, 2]
    with pytest.warns(UserWarning, match="1 game without a result left out"):
        ludex.rate(games)


@pytest.mark.parametrize("act, why", [
    (lambda: ludex.rate(pd.DataFrame({"first": ["a"]})), "no column 'second'"),
    (lambda: ludex.rate(pd.DataFrame({"first": ["a"], "second": ["b"], "outcome": ["won"]})), "row 0: the outcome is 'won'"),
    (lambda: ludex.rate(pd.DataFrame({"first": ["a"], "second": [None], "outcome": ["1-0"]})), "row 0: a name is missing"),
    (lambda: ludex.rate(pd.DataFrame({"first": [], "second": [], "outcome": []})), "no games"),
    (lambda: ludex.rate("/nonexistent.jsonl"), "nonexistent.jsonl"),
    (lambda: ludex.rate(pd.DataFrame({"first": ["a"], "second": ["b"], "outcome": ["1-0"]}), model="glicko"), "expected bayeselo or elo"),
    (lambda: ludex.rate(pd.DataFrame({"first": ["a"], "second": ["b"], "outcome": ["1-0"]}), anchor=("c", 0)), "c"),
    (lambda: ludex.match(pd.DataFrame({"first": ["a"], "second": ["b"], "outcome": ["1-0"]}), sprt="5,0"), "ELO0 must be less than ELO1"),
    (lambda: ludex.sprt(), "expected one of"),
    (lambda: ludex.read_log(), "expected the path"),
    (lambda: ludex.read_log("/nonexistent.jsonl"), "nonexistent.jsonl"),
])
def test_refusals(act, why):
    with pytest.raises(ludex.Error, match=why):
        act()


def test_damaged_logs(tournament, tmp_path):
    lines = (tournament.folder / "games.jsonl").read_text().splitlines(keepends=True)
    log = tmp_path / "games.jsonl"
    log.write_text("".join(lines[:3]) + lines[3][:50])
    with pytest.warns(UserWarning, match="incomplete"):
        assert len(ludex.read_log(log)) == 3
    log.write_text(lines[0] + "nonsense\n" + lines[1])
    with pytest.raises(ludex.Error, match="games.jsonl:2: not JSON"):
        ludex.read_log(log)
    log.write_text("".join(lines[:3]))
    frame = ludex.read_log(log)
    log.write_text("".join(lines[3:6]))
    with pytest.raises(ludex.Error, match="has changed since it was read"):
        frame.moves()
    with pytest.raises(ludex.Error, match="has no column 'offset'"):
        frame.drop(columns="offset").moves()
    log.write_text("")
    assert len(ludex.read_log(log)) == 0


def test_unusual_lines(tmp_path):
    """Names and notes that JSON must escape, and an opening that starts from a position."""
    record = {"id": "x\"1", "game": "hex:size=4", "agents": ["ä \"b\"", "c\\d"], "round": 0, "position": None, "opening": ["a1"], "moves": ["b2", "c3"],
              "outcome": "1-0", "termination": "crash", "note": "line\nline\t\"x\"", "seed": 2**64 - 1, "plies": 3,
              "stats": [{"moves": 1, "iterations": 5, "nodes": 6, "cpu_seconds": 0.5, "wall_seconds": 0.5, "depth_max": 2}] * 2}
    position = ludex.game("hex", size=4).position().after("d4")
    record["position"] = position.text
    log = tmp_path / "odd.jsonl"
    log.write_text(json.dumps(record) + "\n")
    row = ludex.read_log(log).iloc[0]
    assert (row["id"], row["first"], row["second"], row["note"]) == (record["id"], *record["agents"], record["note"])
    assert row["forfeit"] and row["seed"] == 2**64 - 1 and row["position"] == position.text
    moves = ludex.read_log(log).moves()
    assert position.to_move == 1 and list(moves["seat"]) == [1, 0, 1]


def test_runs(tournament, tmp_path):
    again = ludex.run(SPEC, out=tmp_path / "again", set={"format.games_per_pair": 2}, quiet=True, concurrency=1)
    assert len(again.log) == 12 and "rank" in again.output and str(again.folder) in repr(again)
    more = ludex.run(SPEC, out=tmp_path / "again", resume=True, quiet=True)
    keep = ["id", "first", "second", "outcome", "seed", "plies", "first_nodes"]
    assert more.log[keep].sort_values("id").to_dict("list") == tournament.log[keep].sort_values("id").to_dict("list")
    page = more.report()
    assert page.path == more.folder / "report.html" and page.html.startswith("<!doctype html>") or page.html.lower().startswith("<!doctype")
    assert page._repr_html_().startswith("<iframe srcdoc=\"&lt;!")
    with pytest.raises(ludex.Error, match="did you mean 'uct'"):
        ludex.run({**SPEC, "agents": [{"name": "a", "agent": "utc"}, {"name": "b", "agent": "random"}]}, out=tmp_path / "bad")
    with pytest.raises(ludex.Error):
        ludex.report(tmp_path / "nothing")
    with pytest.raises(ludex.Error):
        ludex.run(tmp_path / "nothing.yaml")


def test_frames_pickle(tournament):
    frame = pickle.loads(pickle.dumps(tournament.log))
    assert isinstance(frame, ludex.Log) and len(frame.moves()) == int(frame["plies"].sum())
    assert np.isfinite(frame["score"]).all()


def test_three_and_more_players(tmp_path):
    """Ranks by seat, scores of the first seat, and the commands' figures for a frame."""
    log = tmp_path / "games.jsonl"
    stats = {"moves": 0, "iterations": 0, "nodes": 0, "cpu_seconds": 0, "wall_seconds": 0, "depth_max": 0}
    games = [(["a", "b", "c"], "1-0-0", [1, 0, -1], [1, 2, 3]), (["b", "c", "a"], "1/2-1/2-0", [0.5, 0.5, -1], [1, 1, 3]),
             (["c", "a", "b"], "0-0-1", [-1, 0, 1], [3, 2, 1]), (["a", "b", "c"], "*", None, None), (["a", "b"], "0-1", None, None)]
    lines = []
    for agents, outcome, returns, ranks in games:
        line = {"id": f"g{len(lines)}", "game": "g", "agents": agents, "round": len(lines), "opening": [], "moves": ["x", "y"], "outcome": outcome,
                "termination": "normal", "seed": 1, "plies": 2, "stats": [stats] * len(agents)}
        if ranks is not None:
            line |= {"returns": returns, "ranks": ranks}
        lines.append(json.dumps(line))
    log.write_text("\n".join(lines) + "\n")
    frame = ludex.read_log(log)
    assert list(frame["outcome"]) == [game[1] for game in games]
    assert list(frame["agents"]) == [tuple(game[0]) for game in games]
    assert list(frame["ranks"]) == [(1, 2, 3), (1, 1, 3), (3, 2, 1), None, (2, 1)]
    assert list(frame["returns"])[:4] == [(1, 0, -1), (0.5, 0.5, -1), (-1, 0, 1), None]
    assert list(frame["score"])[:3] == [1, 0.75, 0] and math.isnan(frame["score"][3]) and frame["score"][4] == 0
    assert set(frame.moves()["seat"][frame.moves()["id"] == "g0"]) == {-1}
    assert ludex.rate(frame).document["players"] == ludex.rate(log).document["players"] == command_json("rate", log)["players"]
    assert ludex.rate(frame).document["seats"][0]["players"] == 3
    pd.testing.assert_frame_equal(ludex.match(frame), ludex.match(log))
    matches = ludex.match(frame)
    assert list(matches["players"]) == [2, 3, 3, 3]
    assert matches["ahead"].sum() + matches["level"].sum() + matches["behind"].sum() == 9


def test_movers_by_the_rules(tmp_path):
    """Seats of games of three players and of dice, one with a label of its own, are those of the positions."""
    spec = {"name": "movers", "agents": [{"name": "a", "agent": "random"}, {"name": "b", "agent": "random"}, {"name": "c", "agent": "random"}],
            "games": [{"game": "chinese-checkers", "params": {"players": 3, "size": 1, "max_turns": 6}, "label": "three"},
                      {"game": "pig", "params": {"target": 20}}],
            "format": {"rounds": 1}, "openings": {"random_plies": 2}, "budget": {"iterations": 1}}
    run = ludex.run(spec, out=tmp_path / "run", quiet=True)
    rules = {"three": ludex.game("chinese-checkers", players=3, size=1, max_turns=6), "pig:target=20": ludex.game("pig", target=20)}
    moves = run.log.moves()
    assert set(moves["seat"]) == {ludex.CHANCE, 0, 1, 2}
    for game in lines_of(run):
        own = moves[moves["id"] == game["id"]]
        position = rules[game["game"]].position()
        for _, row in own.iterrows():
            assert row["seat"] == position.to_move
            assert row["agent"] == game["agents"][row["seat"]] if row["seat"] >= 0 else pd.isna(row["agent"])
            position = position.after(row["move"])
        assert position.over
        for seat, stats in enumerate(game["stats"]):
            assert ((own["seat"] == seat) & ~own["opening"]).sum() == stats["moves"]
            assert own["iterations"][own["seat"] == seat].sum() == stats["iterations"]
