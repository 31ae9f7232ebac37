#!/usr/bin/env python3
"""All answers of the proof-number agents against published ones: check.py LUDEX DATA AGENT WHAT...

WHAT is an Othello file by its empty squares (10, 12, 14, 16, 18: win, loss or draw of each position), hexN (who wins
after each first move on NxN) or hex-solved (solved positions); Hex from 5x5 on with virtual connections
(must_play=true). FROM:TO after it takes a part of the lines, as 16:0:50. Prints a line each; every wrong answer is
printed, and makes the exit code 1; what was not decided (memory) is counted.
"""
import csv
import json
import subprocess
import sys


def ask(ludex, game, agent, place, goal):
    command = [ludex, "solve", game, "--agent", agent, *place, "--goal", goal, "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def othello(ludex, agent, row):
    place = ["--position", row["position"] + " " + row["side"]]
    win = ask(ludex, "othello:end=no-moves", agent, place, "win")
    results = [win]
    if win["counters"].get("answer") == 0:
        results.append(ask(ludex, "othello:end=no-moves", agent, place, "draw"))
    answers = [r["counters"].get("answer", -1) for r in results]
    score = int(row["score"])
    return answers == ([1] if score > 0 else [0, 1 if score == 0 else 0]), results


def hexagons(ludex, agent, row):
    """Black opens: after one move, and wherever the file does not say, white is to move."""
    size, moves = int(row["size"]), row.get("cell") or row["moves"]
    game = f"hex:size={size}" + (",must_play=true" if size >= 5 else "")
    result = ask(ludex, game, agent, ["--moves", moves], "win")
    won = row["winner"] == row.get("side_to_move", "white")
    return result["counters"].get("answer", -1) == (1 if won else 0), [result]


def main():
    ludex, data, agent = sys.argv[1:4]
    good = True
    for what in sys.argv[4:]:
        name, *part = what.split(":")
        if name.startswith("hex"):
            solve = hexagons
            with open(f"{data}/hex/{'solved_positions' if name == 'hex-solved' else 'openings'}.csv") as file:
                rows = [r for r in csv.DictReader(file) if name in ("hex-solved", "hex" + r["size"])]
        else:
            solve = othello
            with open(f"{data}/othello/endgames_{name}.csv") as file:
                rows = list(csv.DictReader(file))
        if part:
            rows = rows[int(part[0]):int(part[1])]
        right, undecided, nodes, cpu = 0, 0, 0, 0.0
        for row in rows:
            agrees, results = solve(ludex, agent, row)
            open_ = any(r["outcome"] == "unknown" and "answer" not in r["counters"] for r in results)
            right, undecided = right + agrees, undecided + open_
            nodes += sum(r["nodes"] for r in results)
            cpu += sum(r["cpu_seconds"] for r in results)
            if not agrees and not open_:
                print("wrong:", row, flush=True)
                good = False
        print(f"{agent} {what}: {right} of {len(rows)} agree, {undecided} undecided, {nodes} nodes, {cpu:.1f} CPU seconds", flush=True)
    sys.exit(0 if good else 1)


main()
