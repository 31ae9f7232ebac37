#!/usr/bin/env python3
"""Several threads against one: speedup.py LUDEX AGENT THREADS RUNS GAME FILE

FILE has one position a line, or `moves:` and moves. Each is solved by one thread and by THREADS, RUNS times in turn, the
best time of each counting. Prints a line each, then geometric means of
  wall    time of one thread / time of several: what counts, on a machine that has nothing else to do
  work    nodes of one thread / nodes of several
  cpu     THREADS * CPU of one thread / CPU of several, less the time in which threads found nothing to do (at most the
          length of a job each): the speed-up on free cores, measurable on a machine that is not free
"""
import json
import math
import subprocess
import sys


def solve(ludex, game, agent, line, threads):
    place = ["--moves", line[6:]] if line.startswith("moves:") else ["--position", line]
    command = [ludex, "solve", game, "--agent", agent, *place, "--goal", "win", "--threads", str(threads), "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def cpu_of_thread(result, threads):
    """CPU seconds of each of the threads, were they never to stand still but for want of jobs."""
    counters = result["counters"]
    idle = counters.get("waits", 0) / max(counters.get("jobs", 1), 1)
    return result["cpu_seconds"] * (1 + idle) / threads


def main():
    ludex, agent, threads, runs, game, file = *sys.argv[1:3], int(sys.argv[3]), int(sys.argv[4]), *sys.argv[5:7]
    logs = {"wall": [], "work": [], "cpu": []}
    with open(file) as lines:
        problems = [line.strip() for line in lines if line.strip()]
    for problem in problems:
        one, many = [], []
        for _ in range(runs):
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
    print(f"{len(problems)} problems, geometric means: " +
          ", ".join(f"{n} {math.exp(sum(v) / len(v)):.2f}" for n, v in logs.items()))


main()
