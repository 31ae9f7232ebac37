#!/usr/bin/env python3
"""What `ludex train` learns in a given time, judged against exact values. Needs the package
`ludex` and pandas.

judge_learning.py TASK OUT [--minutes M] [--threads T] [--positions N] [--games N] [--most-empty N]
                             [--cpu-ms N]

Trains in the folder OUT for M minutes (default: the longest time that the task allows, on two processors), or
goes on with the training there, then judges the model; with --minutes 0 it only judges. Tasks:

    othello-6x6    n-tuples; moves that keep the exact score, 8 to 24 (--most-empty) empty squares; games against
                   alpha-beta
    othello-8x8    n-tuples; the same with 16 empty squares, beside the evaluation that comes with the game
    hex-7x7        a network; won positions whose move still wins
    connect-four   a network; moves that give away a result, by the six sets of positions of DATA
    descent        n-tuples for six games by targets=descent; descent against uct with the same model
    described      n-tuples for 20 games of FOLDER in Ludii's language, M minutes each; games against uct

--data FILE: columns set, columns_played, score (connect-four); or the folder with lud/ and def/ (described).
"""
import argparse
import csv
import json
import os
import random
import sys
import time

import ludex
import solved_positions

SEARCH_NET = {"c": 0, "puct": 1.25, "puct_growth": 1, "expand_after": 1}
GUMBEL = {"targets": "gumbel", "simulations": 16}
# Game, method, its settings, minutes at most.
TASKS = {
    "othello-6x6": ("othello:size=6", "tuples", {}, 120),
    "othello-8x8": ("othello", "tuples", {}, 120),
    "hex-7x7": ("hex:size=7", "net", GUMBEL, 360),
    "connect-four": ("connect-k", "net", GUMBEL, 240),
}
DESCENT_GAMES = ("breakthrough:width=6,height=6", "connect-k", "hex:size=7", "othello:size=6", "knightthrough", "gomoku:size=9")
# Ten that are well known; ten more are drawn from those that are accepted.
DESCRIBED = ("Amazons", "Ataxx", "Breakthrough", "Dodgem", "Fox_and_Geese", "Konane", "Nine_Men_s_Morris", "Reversi",
             "Tablut", "Yavalath")


def train(game, method, settings, out, minutes, threads, rounds, games=40, cpu_ms=10):
    if minutes > 0:
        ludex.train(game, out, method=method, hours=minutes / 60, rounds=rounds, games=games, cpu_ms=cpu_ms, threads=threads,
                    set=settings, resume=os.path.exists(os.path.join(out, "learner.state")), quiet=True)
    with open(os.path.join(out, "rounds.json"), encoding="utf-8") as file:
        rounds_played = json.load(file)["rounds"]
    for one in rounds_played:
        print(f'  {one["seconds"] / 60:.1f} min: Elo ' + ", ".join(
            f'{match["opponent"]} {elo(match)} ({match["wins"]}-{match["draws"]}-{match["losses"]})'
            for match in one["matches"]), flush=True)
    return os.path.join(out, "model.ludex")


def elo(match):
    value, low, high = (match[key] for key in ("elo", "low", "high"))
    if value is None:
        return "?"
    return f"> {low:.0f}" if high is None else f"< {high:.0f}" if low is None else f"{value:.0f} [{low:.0f}, {high:.0f}]"


def share(name, right, count):
    error = (right / count * (1 - right / count) / count) ** 0.5
    print(f"  {name}: {right} of {count}, {100 * right / count:.1f} % ({100 * error:.1f})", flush=True)


def match(game, agents, games, cpu_ms, out):
    """Plays the first agent against the second; agents: name -> (agent, parameters)."""
    run = ludex.run({"name": "judge", "games": [game], "seed": 1,
                     "agents": [{"name": name, "agent": agent, "params": params}
                                for name, (agent, params) in agents.items()],
                     "format": {"games_per_pair": games}, "openings": {"random_plies": 4},
                     "budget": {"cpu": f"{cpu_ms}ms"}}, out=out, resume=True, quiet=True)
    row = ludex.match(ludex.read_log(run.folder)).iloc[0]
    score, first = row.score, list(agents)[0]
    if row.agent != first:
        score = 1 - score
    deviation = (score * (1 - score) / games) ** 0.5
    print(f"  {game}, {cpu_ms} ms: {' against '.join(agents)}: {100 * score:.1f} % of {games} ({100 * deviation:.1f})",
          flush=True)
    return score


def judge_moves(players, positions, right):
    """How many moves are right; players: name -> (agent, budget); positions: of ludex, with what they are worth."""
    for name, (agent, budget) in players.items():
        begin = time.process_time()
        count = sum(right(position, agent.choose(position, **budget), value) for position, value in positions)
        share(f"{name}, {1000 * (time.process_time() - begin) / len(positions):.1f} CPU ms with the judge", count,
              len(positions))


def othello(size, model, count, fewest, most, players, out):
    """Moves that keep the exact score; positions as of solved_positions, all in one file."""
    file = os.path.join(out, f"solved-{fewest}-{most}.epd")
    if not os.path.exists(file):
        print(f"  making positions with {fewest} to {most} empty squares: minutes", flush=True)
        with open(file + ".new", "w", encoding="utf-8") as written:
            solved_positions.othello(count, fewest, most, size, written)
        os.rename(file + ".new", file)
    positions = []
    game = ludex.game("othello", size=size)
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            text, best = line.split(" bm ")
            positions.append((game.position(text), best.split(";")[0].split()))
    moves = [len(best) / len(position.legal_moves()) for position, best in positions]
    print(f"  a random move: {100 * sum(moves) / len(moves):.1f} % of {len(moves)}")
    judge_moves(players(model), positions, lambda position, move, best: str(move) in best)


def judge_hex(game, model, count):
    """Won positions of random games, and moves that still win, both by the solver with Hex's knowledge."""
    knowing = ludex.game("hex:size=7,learned=all,circuit=vc,must_play=region")
    solver, game, positions, draw = ludex.agent("scns", preset="hex"), ludex.game(game), [], random.Random(1)

    def outcome(position):
        found = solver.solve(knowing.position(position.text), "win", cpu_seconds=600).outcome
        assert found != "unknown", position.text
        return found

    def wins(position, move, _):
        after = position.after(move)
        return after.winner == position.to_move if after.over else outcome(after) == "loss"

    print(f"  making {count} positions: minutes", flush=True)
    while len(positions) < count:
        position, plies = game.position(), draw.randrange(2, 25)
        while plies > 0 and not position.over:
            position, plies = position.after(draw.choice(position.legal_moves())), plies - 1
        if not position.over and outcome(position) == "win":
            positions.append((position, None))
    judge_moves({"the network, 100 simulations": (ludex.agent("uct", model=model, **SEARCH_NET), {"iterations": 100}),
                 "the network, 1000 simulations": (ludex.agent("uct", model=model, **SEARCH_NET), {"iterations": 1000}),
                 "uct, 1000 simulations": (ludex.agent("uct"), {"iterations": 1000}),
                 "uct, 10,000 simulations": (ludex.agent("uct"), {"iterations": 10000}),
                 "a random move": (ludex.agent("random"), {"iterations": 1})}, positions, wins)


def judge_connect_four(model, data, per_set):
    game, sets = ludex.game("connect-k"), {}
    for row in csv.DictReader(open(data, encoding="utf-8")):
        if int(row["score"]) >= 0 and len(sets.setdefault(row["set"], [])) < per_set:
            position = game.position().after(*("abcdefg"[int(column) - 1] for column in row["columns_played"]))
            sets[row["set"]].append((position, (int(row["score"]) > 0) - (int(row["score"]) < 0)))
    for name, positions in sets.items():
        print(f"  {name}")
        judge_moves({f"network, {k} simulations":
                     (ludex.agent("uct", model=model, **SEARCH_NET), {"iterations": k}) for k in (16, 600)} |
                    {"uct, 600 simulations": (ludex.agent("uct"), {"iterations": 600})}, positions,
                    solved_positions.keeps)


def judge_descent(options):
    for game in DESCENT_GAMES:
        out = os.path.join(options.out, game.split(":")[0])
        print(game)
        model = train(game, "tuples", {"targets": "descent"}, out, options.minutes, options.threads, 1)
        match(game, {"descent": ("descent", {"model": model}), "uct": ("uct", {"model": model})}, options.games, 10,
              os.path.join(out, "judge"))


def described_games(folder):
    """The twenty games: ten named, ten drawn from the others that are accepted and for two."""
    found = []
    for file in sorted(os.listdir(os.path.join(folder, "lud"))):
        name = file.removesuffix(".lud")
        try:
            game = ludex.game("lud", file=os.path.join(folder, "lud", file), definitions=os.path.join(folder, "def"))
        except ludex.Error:
            continue
        if name not in DESCRIBED and game.players == 2:
            found.append(name)
    return [*DESCRIBED, *random.Random(1).sample(found, 10)]


def judge_described(options):
    ahead, behind = 0, 0
    for name in described_games(options.data):
        game = f"lud:file={options.data}/lud/{name}.lud,definitions={options.data}/def"
        print(name)
        out = os.path.join(options.out, name)
        try:
            train(game, "tuples", {}, out, options.minutes, options.threads, 1, options.games, options.cpu_ms)
        except ludex.Error as error:
            print(f"  not learned: {error}")
            continue
        with open(os.path.join(out, "rounds.json"), encoding="utf-8") as file:
            matches = {one["opponent"]: one for one in json.load(file)["rounds"][-1]["matches"]}
        uct = matches["uct"]
        ahead += uct["wins"] > uct["losses"]
        behind += uct["high"] is not None and uct["high"] < 0
    print(f"ahead of uct in {ahead} of 20 games, behind by more than noise in {behind}")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("task", choices=[*TASKS, "descent", "described"])
    arguments.add_argument("out")
    arguments.add_argument("--minutes", type=float)
    arguments.add_argument("--threads", type=int, default=0)
    arguments.add_argument("--positions", type=int)
    arguments.add_argument("--games", type=int, default=100)
    arguments.add_argument("--most-empty", type=int, default=24)
    arguments.add_argument("--cpu-ms", type=int, default=10)
    arguments.add_argument("--data")
    options = arguments.parse_args()
    os.makedirs(options.out, exist_ok=True)
    if options.task in ("descent", "described"):
        options.minutes = 30 if options.minutes is None else options.minutes
        return judge_descent(options) if options.task == "descent" else judge_described(options)
    game, method, settings, most = TASKS[options.task]
    minutes = most if options.minutes is None else options.minutes
    print(f"{game}, {method}, {minutes:g} minutes", flush=True)
    model = train(game, method, settings, options.out, minutes, options.threads, 4)
    if options.task == "othello-6x6":
        count = (options.positions or 1000) // (options.most_empty - 7) + 1
        othello(6, model, count, 8, options.most_empty, lambda model: {
            "alpha-beta with the model, depth 1": (ludex.agent("alpha-beta", model=model), {"depth": 1}),
            "alpha-beta with the model, depth 3": (ludex.agent("alpha-beta", model=model), {"depth": 3}),
            "alpha-beta, depth 3": (ludex.agent("alpha-beta"), {"depth": 3})}, options.out)
        match(game, {"model": ("alpha-beta", {"model": model}), "alpha-beta": ("alpha-beta", {})}, options.games, 10,
              os.path.join(options.out, "judge"))
    elif options.task == "othello-8x8":
        othello(8, model, options.positions or 300, 16, 16, lambda model: {
            "uct with the model, 1000 simulations": (ludex.agent("uct", model=model), {"iterations": 1000}),
            "uct, 1000 simulations": (ludex.agent("uct"), {"iterations": 1000}),
            "alpha-beta with the model, depth 4": (ludex.agent("alpha-beta", model=model), {"depth": 4}),
            "alpha-beta with the game's evaluation, depth 4": (ludex.agent("alpha-beta"), {"depth": 4})}, options.out)
    elif options.task == "hex-7x7":
        judge_hex(game, model, options.positions or 400)
    else:
        judge_connect_four(model, options.data or sys.exit("connect-four needs --data FILE"), options.positions or 100)


if __name__ == "__main__":
    main()
