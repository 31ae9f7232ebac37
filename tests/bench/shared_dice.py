#!/usr/bin/env python3
"""By what factor shared dice shrink the error of a match.

    ludex run MATCH.yaml && python3 tests/bench/shared_dice.py FOLDER

The two games of a pair have the same dice, and the agents change seats. With dice of their own the variance
of a pair's score would be the sum of the variances of its games, each within its seat. The factor is the
root of that sum over the variance of the pairs; its interval (95 %) is by bootstrap over pairs.
"""
import json
import os
import random
import sys
from collections import defaultdict

SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


def variance(values):
    mean = sum(values) / len(values)
    return sum((x - mean) ** 2 for x in values) / (len(values) - 1)


def factor(pairs):
    whole = variance([a + b for a, b in pairs])
    own = variance([a for a, _ in pairs]) + variance([b for _, b in pairs])
    return (own / whole) ** 0.5 if whole else float("inf")


def main():
    games = defaultdict(lambda: defaultdict(dict))
    with open(os.path.join(sys.argv[1], "games.jsonl"), encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            first = min(record["agents"])
            seat = record["agents"].index(first)
            score = SCORES[record["outcome"]]
            games[record["game"]][record["round"]][seat] = score if seat == 0 else 1 - score
    for game, rounds in sorted(games.items()):
        pairs = [(each[0], each[1]) for each in rounds.values() if len(each) == 2]
        rng = random.Random(1)
        resampled = sorted(factor(rng.choices(pairs, k=len(pairs))) for _ in range(2000))
        mean = sum(a + b for a, b in pairs) / (2 * len(pairs))
        print(f"{game}: {len(pairs)} pairs, score {mean:.3f}, factor {factor(pairs):.2f} "
              f"({resampled[50]:.2f} to {resampled[1949]:.2f})")


if __name__ == "__main__":
    main()
