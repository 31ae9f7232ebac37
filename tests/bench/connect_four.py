#!/usr/bin/env python3
"""Exact scores of Connect Four positions by alpha-beta: how many are right, and CPU seconds a position, the table's first touch included.

usage: connect_four.py LUDEX POSITIONS.csv SET TT_MIB     (columns of the file: set, columns_played, score)
"""
import csv
import json
import statistics
import subprocess
import sys


def main():
    ludex, file, name, mib = sys.argv[1:]
    right, seconds = 0, []
    for row in csv.DictReader(open(file)):
        if row["set"] != name:
            continue
        moves = " ".join("abcdefg"[int(column) - 1] for column in row["columns_played"])
        command = [ludex, "solve", "connect-k", "--agent", f"alpha-beta:tt_mib={mib}", "--goal", "value", "--json", "--moves", moves]
        found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        right += found["value"] == int(row["score"]) and found["bound"] == "exact"
        seconds.append(found["cpu_seconds"])
    if not seconds:
        sys.exit(f"{file} has no set {name}")
    print(f"{name}: {right} of {len(seconds)} right, median {statistics.median(seconds):.2g} CPU s, most {max(seconds):.2g}")


main()
