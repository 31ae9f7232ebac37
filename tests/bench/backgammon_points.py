#!/usr/bin/env python3
"""Points a game in the backgammon matches of a log: a gammon counts 2, a backgammon 3.

    PYTHONPATH=build/release/python python3 tests/bench/backgammon_points.py FOLDER

Replays every game by the rules. Intervals (95 %) are by pairs: two games with the same dice and the seats
exchanged.
"""
import json
import os
import sys
from collections import defaultdict

import ludex


def points_of_first(game, moves):
    position = game.position()
    for move in moves:
        position = position.after(move)
    return round(3 * position.returns[0])


def main():
    game = ludex.game("backgammon")
    matches = defaultdict(lambda: defaultdict(list))
    with open(os.path.join(sys.argv[1], "games.jsonl"), encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            points = points_of_first(game, record["moves"])
            agents = tuple(sorted(record["agents"]))
            matches[agents][record["round"]].append(points if agents[0] == record["agents"][0] else -points)
    for agents, rounds in sorted(matches.items()):
        pairs = [sum(points) / 2 for points in rounds.values() if len(points) == 2]
        mean = sum(pairs) / len(pairs)
        variance = sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1)
        wins = sum(each > 0 for points in rounds.values() for each in points)
        print(f"{agents[0]} against {agents[1]}: {mean:+.2f} +- {1.96 * (variance / len(pairs)) ** 0.5:.2f} points a "
              f"game, {len(pairs)} pairs, {wins} games won")


if __name__ == "__main__":
    main()
