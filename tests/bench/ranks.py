#!/usr/bin/env python3
"""What a run on many ranks costs (docs/reference/many-machines.md), measured on this machine under Open MPI:

  throughput  64 ranks of one slot, players that sleep 20 ms a move: games a second against the ideal, in which every slot plays without a pause
  host        CPU time and memory of rank 0 alone, a game, at 1,000 slots (4 ranks of 250, agents in the ranks themselves), by the difference of two runs

usage: tests/bench/ranks.py [BUILD=build/release] [throughput|host]...
"""
import json
import os
import subprocess
import sys
import tempfile
import time

build = os.path.realpath(sys.argv[1] if len(sys.argv) > 1 else "build/release")
wanted = sys.argv[2:] or ["throughput", "host"]
ludex = build + "/ludex"
plugins = build + "/tests/agents"
environment = dict(
    os.environ,
    OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_plm="isolated", OMPI_MCA_btl="self,vader",
    OMPI_MCA_oob_tcp_if_include="lo", OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_hwloc_base_binding_policy="none",
    OMPI_MCA_btl_vader_single_copy_mechanism="none")


def spec(folder, sleep_ms, games_per_pair):
    text = f"""name: bench
games: [ {{game: mnk}} ]
agents:
  - {{name: a, agent: late, params: {{ms: {sleep_ms}}}}}
  - {{name: b, agent: late, params: {{ms: {sleep_ms}}}}}
  - {{name: c, agent: late, params: {{ms: {sleep_ms}}}}}
openings: {{random_plies: 2}}
budget: {{iterations: 1}}
format: {{games_per_pair: {games_per_pair}}}
"""
    path = folder + "/t.yaml"
    with open(path, "w") as file:
        file.write(text)
    return path


def run(folder, file, ranks, slots, mode):
    """Elapsed seconds between the first and the last game, CPU seconds and peak memory (MiB) of rank 0, and the records."""
    out = folder + "/out"
    words = [ludex, "--plugin-path", plugins, "run", file, "--quiet", "--out", out, "--concurrency", str(slots), "--mode", mode]
    # /proc/PID/stat and status of rank 0, read as long as it lives.
    launcher = subprocess.Popen(["mpirun", "-n", "1"] + words + [":", "-n", str(ranks)] + words, env=environment)
    host = None
    cpu = memory = 0.0
    ticks = os.sysconf("SC_CLK_TCK")
    first = last = None  # when the log had its first game, and its last
    known = 0
    while launcher.poll() is None:
        time.sleep(0.02)
        try:
            if host is None:
                holder = open(out + "/lock").read()
                host = int(holder.split()[1])
            stat = open(f"/proc/{host}/stat").read().rsplit(")", 1)[1].split()
            cpu = (int(stat[11]) + int(stat[12])) / ticks
            for line in open(f"/proc/{host}/status"):
                if line.startswith("VmHWM"):
                    memory = int(line.split()[1]) / 1024
            size = os.path.getsize(out + "/games.jsonl")
            if size > known:
                known, last = size, time.monotonic()
                first = first or last
        except (OSError, ValueError, IndexError):
            pass
    if launcher.returncode != 0:
        sys.exit(f"mpirun ended with {launcher.returncode}")
    records = [json.loads(line) for line in open(out + "/games.jsonl")]
    subprocess.run(["rm", "-rf", out], check=True)
    return last - first, cpu, memory, records


with tempfile.TemporaryDirectory() as folder:
    if "throughput" in wanted:
        ranks = 64
        elapsed, _, _, records = run(folder, spec(folder, 20, 1280), ranks, 1, "shared")
        moves = sum(stats["moves"] for record in records for stats in record["stats"])
        # Every slot sleeps all the time but for the games themselves.
        ideal = moves * 0.020 / ranks
        mean = moves * 0.020 / len(records)
        print(f"throughput: {len(records)} games of {mean:.3f} s on {ranks} ranks in {elapsed + mean:.2f} s: "
              f"{100 * ideal / (elapsed + mean):.1f} % of the ideal")
    if "host" in wanted:
        costs = []
        for games_per_pair in (4000, 24000):
            _, cpu, memory, records = run(folder, spec(folder, 20, games_per_pair), 4, 250, "inline")
            costs.append((len(records), cpu, memory))
        games = costs[1][0] - costs[0][0]
        microseconds = (costs[1][1] - costs[0][1]) / games * 1e6
        print(f"host at 1,000 slots: {microseconds:.1f} us CPU a game ({1e6 / microseconds:.0f} games/s a host), "
              f"{costs[1][2]:.0f} MiB after {costs[1][0]} games, {costs[0][2]:.0f} after {costs[0][0]}")
