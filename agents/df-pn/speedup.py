#!/usr/bin/env python3
"""Several threads against one: speedup.py LUDEX AGENT THREADS RUNS GAME FILE [LEAST MOST [COUNT]]

FILE is a CSV file with the columns position and side (endgames_N.csv), or has a position or `moves:` and moves a line.
The first COUNT problems that one thread solves with LEAST to MOST nodes are solved by one thread and by THREADS, RUNS times
in turn, the best time of each counting. Prints a line each, then geometric means of
  wall    time of one thread / time of several: what counts, on a machine that has nothing else to do
  work    nodes of one thread / nodes of several
  cpu     THREADS * CPU of one thread / CPU of several, less the time in which threads found nothing to do (at most the
          length of a job each): the speed-up on free cores, measurable on a machine that is not free
"""
import csv
import json
import math
import subprocess
import sys


def solve(ludex, game, agent, line, threads, nodes=0):
    place = ["--moves", line[6:]] if line.startswith("moves:") else ["--position", line]
    command = [ludex, "solve", game, "--agent", agent, *place, "--goal", "win", "--threads", str(threads), "--json"]
    command += ["--nodes", str(nodes)] if nodes else []
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def cpu_of_thread(result, threads):
    """CPU seconds of each of the threads, were they never to stand still but for want of jobs."""
    counters = result["counters"]
    idle = counters.get("waits", 0) / max(counters.get("jobs", 1), 1)
    return result["cpu_seconds"] * (1 + idle) / threads


def problems(file):
    with open(file) as lines:
        if file.endswith(".csv"):
            return [row["position"] + " " + row["side"] for row in csv.DictReader(lines)]
        return [line.strip() for line in lines if line.strip()]


def summary(logs):
    return ", ".join(f"{n} {math.exp(sum(v) / len(v)):.2f}" for n, v in logs.items())


def main():
    ludex, agent, threads, runs, game, file = *sys.argv[1:3], int(sys.argv[3]), int(sys.argv[4]), *sys.argv[5:7]
    least, most, count = (int(float(n)) for n in (sys.argv[7:] + ["0", "0", "1000000"][len(sys.argv) - 7:]))
    logs = {"wall": [], "work": [], "cpu": []}
    for problem in problems(file):
        one = [solve(ludex, game, agent, problem, 1, most)]
        if "answer" not in one[0]["counters"] or one[0]["nodes"] < least:
            continue
        many = [solve(ludex, game, agent, problem, threads)]
        for _ in range(runs - 1):
            one.append(solve(ludex, game, agent, problem, 1))
            many.append(solve(ludex, game, agent, problem, threads))
        if len({r["counters"]["answer"] for r in one + many}) != 1:
            sys.exit(f"different answers: {problem}")
        alone = min(r["cpu_seconds"] for r in one)
        ratios = {"wall": min(r["wall_seconds"] for r in one) / min(r["wall_seconds"] for r in many),
                  "work": one[0]["nodes"] * runs / sum(r["nodes"] for r in many),
                  "cpu": alone / min(cpu_of_thread(r, threads) for r in many)}
        for name, ratio in ratios.items():
            logs[name].append(math.log(ratio))
        print(f"{alone:.2f} s, {one[0]['nodes']} nodes: " + ", ".join(f"{n} {r:.2f}" for n, r in ratios.items()) +
              f", {many[0]['counters']['jobs']:.0f} jobs, {many[0]['counters']['waits']:.0f} waits", flush=True)
        if len(logs["cpu"]) == count:
            break
    print(f"{len(logs['cpu'])} problems, geometric means: {summary(logs)}")


main()
