#!/usr/bin/env python3
"""Measures how well the values of searches predict who wins.

    value_auc.py solved-8x8.epd [--every N] [--cpu-seconds S] 'GAME AGENT' ['GAME AGENT' ...]

Each line of the file is a position, its `id` "game.ply" and its `result`. Every agent searches every N-th position for S seconds of
CPU time (`ludex analyze`). For each agent the script prints, in all and by ply,

  AUC   the probability that of a won and a lost position the won one has the higher value (chance: 0.5)
  nats  the mean of -ln p(outcome), where p is a logistic function of atanh(value) fitted to the outcomes (chance: 0.693)

and, from the second agent on, the difference to the first agent's AUC with its 95 % interval (2,000 bootstrap samples of the games).
"""

import argparse
import json
import math
import random
import re
import subprocess
import sys

PLIES = [(0, 17), (17, 27), (27, 1000)]  # first and last + 1


def positions(path, every):
    found = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.startswith("#") or not line.strip():
                continue
            match = re.fullmatch(r'(\S+ ([bw])) id "(\d+)\.(\d+)"; result "(1-0|0-1)";\s*', line)
            if match is None:
                sys.exit(f'{path}:{number}: expected a position, id "game.ply"; and result "1-0"; or "0-1";')
            text, mover, game, ply, result = match.groups()
            found.append((text, int(game), int(ply), (result == "1-0") == (mover == "b")))
    return found[::every]


def searched(ludex, game, agent, position, seconds):
    done = subprocess.run(
        [ludex, "analyze", game, "--agent", agent, "--cpu-seconds", str(seconds), "--position", position, "--json"],
        capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr.strip())
    report = json.loads(done.stdout)
    if report["outcome"] in ("win", "loss"):
        return 1.0 if report["outcome"] == "win" else -1.0
    return report["value"]


def auc(values, won):
    """The share of pairs of a win and a loss in which the win has the higher value; ties count half."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    ranks = 0.0
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        ranks += sum(won[i] for i in order[at:end]) * (at + 1 + end) / 2
        at = end
    wins = sum(won)
    losses = len(won) - wins
    return (ranks - wins * (wins + 1) / 2) / (wins * losses) if wins and losses else math.nan


def loss(values, won):
    """The mean loss in nats of the logistic function of best fit (Newton's method)."""
    x = [math.atanh(max(-0.98, min(0.98, value))) for value in values]
    slope = constant = 0.0
    for _ in range(50):
        gs, gc, ss, sc, cc = -1e-3 * slope, -1e-3 * constant, 1e-3, 0.0, 1e-3
        for xi, y in zip(x, won):
            p = 1 / (1 + math.exp(-slope * xi - constant))
            gs, gc = gs + (y - p) * xi, gc + (y - p)
            weight = p * (1 - p)
            ss, sc, cc = ss + weight * xi * xi, sc + weight * xi, cc + weight
        determinant = ss * cc - sc * sc
        slope += (cc * gs - sc * gc) / determinant
        constant += (ss * gc - sc * gs) / determinant
    chance = [1 / (1 + math.exp(-slope * xi - constant)) for xi in x]
    return -sum(math.log(p if y else 1 - p) for p, y in zip(chance, won)) / len(won)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("agents", nargs="+", metavar="'GAME AGENT'")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--cpu-seconds", type=float, default=1, metavar="S")
    parser.add_argument("--ludex", default="ludex")
    options = parser.parse_args()
    for agent in options.agents:
        if len(agent.split()) != 2:
            sys.exit(f"'{agent}': expected a game and an agent, as 'hex:size=11,learned=scores scns:preset=hex'")

    todo = positions(options.file, options.every)
    won = [int(outcome) for _, _, _, outcome in todo]
    games = {}
    for i, (_, game, _, _) in enumerate(todo):
        games.setdefault(game, []).append(i)
    chance = random.Random(1)
    samples = [[i for game in chance.choices(list(games), k=len(games)) for i in games[game]] for _ in range(2000)]
    print(f"{len(todo)} positions of {len(games)} games, {options.cpu_seconds:g} s of CPU time each", flush=True)
    first = None
    for spec in options.agents:
        game, agent = spec.split()
        values = []
        for number, (position, _, _, _) in enumerate(todo, 1):
            values.append(searched(options.ludex, game, agent, position, options.cpu_seconds))
            if number % 50 == 0:
                print(f"  {number} of {len(todo)}", file=sys.stderr, flush=True)

        def over(chosen, of):
            return auc([of[i] for i in chosen], [won[i] for i in chosen])

        parts = []
        for low, end in PLIES:
            chosen = [i for i, (_, _, ply, _) in enumerate(todo) if low <= ply < end]
            if chosen:
                last = "" if end == 1000 else str(end - 1)
                parts.append(f"plies {low}-{last} {over(chosen, values):.3f}")
        line = f"{spec}: AUC {auc(values, won):.3f} ({', '.join(parts)}), {loss(values, won):.3f} nats"
        if first is None:
            first = values
        else:
            gains = sorted(over(sample, values) - over(sample, first) for sample in samples)
            gain = auc(values, won) - auc(first, won)
            line += f"; AUC {gain:+.3f} ({gains[50]:+.3f} to {gains[1949]:+.3f})"
        print(line, flush=True)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:  # no such file, no `ludex` on the path
        sys.exit(str(error))
