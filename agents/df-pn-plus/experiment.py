#!/usr/bin/env python3
"""df-pn against df-pn+ on Othello endgames: experiment.py LUDEX FOLDER_OF_endgames_N.csv POSITIONS_A_STAGE...

For 10, 12, 14 and 16 empty squares: visits, nodes, expansions on average, the ratio of totals and the mean of the
ratios of single problems (the paper's metric), both of visits, and the ratio of CPU times. Stops at a wrong answer.
"""
import csv
import json
import subprocess
import sys

AGENTS = ["df-pn", "df-pn-plus", "df-pn-plus:epsilon=0,unit=1", "df-pn:init=mobility,epsilon=0.25"]


def solve(ludex, agent, position):
    command = [ludex, "solve", "othello:end=no-moves", "--agent", agent, "--position", position, "--goal", "win", "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main():
    ludex, folder, counts = sys.argv[1], sys.argv[2], [int(n) for n in sys.argv[3:7]]
    print("| empty | positions | agent | visits | nodes | expansions | of totals | mean of ratios | CPU |")
    print("|---|---|---|---|---|---|---|---|---|")
    for empties, count in zip((10, 12, 14, 16), counts):
        with open(f"{folder}/endgames_{empties}.csv") as file:
            rows = list(csv.DictReader(file))[:count]
        totals = {a: [0, 0, 0, 0.0] for a in AGENTS}
        ratios = {a: [] for a in AGENTS}
        for row in rows:
            base = None
            for agent in AGENTS:
                result = solve(ludex, agent, row["position"] + " " + row["side"])
                counters = result["counters"]
                if (counters["answer"] == 1) != (int(row["score"]) > 0):
                    sys.exit(f"wrong answer of {agent}: {row}")
                work = (counters["visits"], result["nodes"], counters["expansions"], result["cpu_seconds"])
                totals[agent] = [a + b for a, b in zip(totals[agent], work)]
                base = base or work[0]
                ratios[agent].append(work[0] / base)
        for agent in AGENTS:
            visits, nodes, expansions, cpu = totals[agent]
            print(f"| {empties} | {count} | `{agent}` | {visits / count:.0f} | {nodes / count:.0f} | {expansions / count:.0f} | "
                  f"{visits / totals['df-pn'][0]:.3f} | {sum(ratios[agent]) / count:.3f} | {cpu / totals['df-pn'][3]:.2f} |",
                  flush=True)


main()
