#!/usr/bin/env python3
"""By what factor shared dice shrink the error of a match.

Usage: shared_dice.py [LUDEX]   (build/release/ludex)

Plays the matches below. The two games of a pair have the same dice, and the agents change seats. With dice
of their own the variance of a pair's score would be the sum of the variances of its games, each within its
seat. The factor is the root of that sum over the variance of the pairs; its interval (95 %) is by bootstrap
over pairs. Budgets count steps, so every run prints the same.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict

MATCHES = [
    """games: [backgammon]
agents:
  - {name: more, agent: alpha-beta, budget: {nodes: 1000}}
  - {name: less, agent: alpha-beta, budget: {nodes: 300}}
format: {games_per_pair: 400}
""",
    """games: [einstein, pig]
agents:
  - {name: more, agent: uct, budget: {iterations: 200}}
  - {name: less, agent: uct, budget: {iterations: 100}}
format: {games_per_pair: 1000}
""",
]
SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


def variance(values):
    mean = sum(values) / len(values)
    return sum((x - mean) ** 2 for x in values) / (len(values) - 1)


def factor(pairs):
    whole = variance([a + b for a, b in pairs])
    own = variance([a for a, _ in pairs]) + variance([b for _, b in pairs])
    return (own / whole) ** 0.5 if whole else float("inf")


def report(log):
    games = defaultdict(lambda: defaultdict(dict))
    with open(log, encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            seat = record["agents"].index("more")
            score = SCORES[record["outcome"]]
            games[record["game"]][record["round"]][seat] = score if seat == 0 else 1 - score
    for game, rounds in sorted(games.items()):
        pairs = [(each[0], each[1]) for each in rounds.values() if len(each) == 2]
        rng = random.Random(1)
        resampled = sorted(factor(rng.choices(pairs, k=len(pairs))) for _ in range(2000))
        mean = sum(a + b for a, b in pairs) / (2 * len(pairs))
        print(f"{game}: {len(pairs)} pairs, more scores {mean:.3f}, factor {factor(pairs):.2f} "
              f"({resampled[50]:.2f} to {resampled[1949]:.2f})")


def main():
    ludex = sys.argv[1] if len(sys.argv) > 1 else "build/release/ludex"
    for match in MATCHES:
        with tempfile.TemporaryDirectory() as folder:
            spec = os.path.join(folder, "match.yaml")
            with open(spec, "w", encoding="utf-8") as file:
                file.write("name: shared-dice\nseed: 1\n" + match)
            out = os.path.join(folder, "out")
            subprocess.run([ludex, "run", spec, "--out", out, "--quiet"], check=True)
            report(os.path.join(out, "games.jsonl"))


if __name__ == "__main__":
    main()
