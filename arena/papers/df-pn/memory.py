#!/usr/bin/env python3
"""Nodes with small tables: memory.py LUDEX AGENT FOLDER_OF_endgames_N.csv EMPTIES POSITIONS [PART...]

Solves each position with a large table, then with tables of a tenth and a hundredth (or the parts named: 10 100 1000) of
the positions expanded (32 bytes an entry, at least 1 KiB), and prints the ratios of nodes. Stops at a wrong answer.
"""
import csv
import json
import subprocess
import sys


def solve(ludex, agent, mib, position):
    agent += ("," if ":" in agent else ":") + f"memory_mib={mib:.9f}"
    command = [ludex, "solve", "othello:end=no-moves", "--agent", agent, "--position", position, "--goal", "win", "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main():
    ludex, agent, folder, empties, count = *sys.argv[1:5], int(sys.argv[5])
    with open(f"{folder}/endgames_{empties}.csv") as file:
        rows = list(csv.DictReader(file))[:count]
    parts = [int(part) for part in sys.argv[6:]] or [10, 100]
    base, totals, sizes = {p: 0 for p in parts}, {p: 0 for p in parts}, {p: 0 for p in parts}
    for row in rows:
        position = row["position"] + " " + row["side"]
        truth = int(row["score"]) > 0
        large = solve(ludex, agent, 512, position)
        for part in parts:
            bytes_ = large["counters"]["expansions"] * 32 / part
            if bytes_ < 1024:
                continue
            small = solve(ludex, agent, bytes_ / 2**20, position)
            if any((r["counters"]["answer"] == 1) != truth for r in (large, small)):
                sys.exit(f"wrong answer: {row}")
            base[part] += large["nodes"]
            totals[part] += small["nodes"]
            sizes[part] += 1
    for part in parts:
        if sizes[part]:
            print(f"{agent}, {empties} empty, table 1/{part} of the tree: {sizes[part]} positions, "
                  f"nodes {base[part]} -> {totals[part]}, ratio {totals[part] / base[part]:.2f}")


main()
