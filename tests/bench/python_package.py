#!/usr/bin/env python3
"""What the Python package costs: a move of an agent in Python, playouts against the command's, a log of 10^6 games.

usage: PYTHONPATH=BUILD/python python3 tests/bench/python_package.py [GAMES]
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

import ludex

AGENT = """
class First:
    def choose(self, position, budget):
        return position.legal_moves()[0]
"""


def agent_move():
    """CPU time of moves that take Python next to nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "first.py"
        path.write_text(AGENT)
        run = ludex.run({"name": "bench", "games": [{"game": "hex", "params": {"size": 7}}], "budget": {"iterations": 1},
                         "agents": [{"name": "python", "agent": "python", "params": {"file": str(path)}}, {"name": "random", "agent": "random"}],
                         "format": {"games_per_pair": 200}}, out=pathlib.Path(folder) / "out", quiet=True, concurrency=1)
        moves = run.log.moves()
        spent = moves[moves["agent"] == "python"]["cpu_us"]
        print(f"a move of an agent in Python: median {spent.median():.0f} us, mean {spent.mean():.1f} us of CPU time, {len(spent)} moves")


def playouts():
    """The better of five, in turns with the command."""
    for name in ("hex", "othello", "connect-k"):
        game, own, command = ludex.game(name), 0, 0
        for _ in range(5):
            told = json.loads(subprocess.run([ludex.executable(), "playouts", name, "--seconds", "0.5", "--json"], capture_output=True, check=True).stdout)
            command = max(command, told["playouts_per_cpu_second"])
            count = told["playouts"]
            began = time.thread_time()
            game.playouts(count)
            own = max(own, count / (time.thread_time() - began))
        print(f"playouts of {name}: {own:.0f} a CPU second, {100 * own / command:.1f} % of the command's {command:.0f}")


def read_log(games):
    """A log of so many games, as `ludex run` writes them with all moves."""
    with tempfile.TemporaryDirectory() as folder:
        run = ludex.run({"name": "bench", "games": [{"game": "connect-k"}], "budget": {"iterations": 1}, "openings": {"random_plies": 4},
                         "agents": [{"name": name, "agent": agent} for name, agent in (("a", "random"), ("b", "random"), ("c", "flat-mc"))],
                         "format": {"games_per_pair": 2000}}, out=pathlib.Path(folder) / "out", quiet=True)
        lines = (run.folder / "games.jsonl").read_bytes()
        count = lines.count(b"\n")
        log = pathlib.Path(folder) / "large.jsonl"
        with log.open("wb") as out:
            for _ in range(games // count + 1):
                out.write(lines)
        size = log.stat().st_size
        code = f"""
import resource, time, ludex
from ludex import logs
began, cpu = time.monotonic(), time.process_time()
frame = ludex.read_log({str(log)!r})
print(len(frame), time.monotonic() - began, time.process_time() - cpu, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        print(f"read_log: {told[0]} games of {size / 1e6:.0f} MB in {float(told[1]):.2f} s ({float(told[2]):.2f} s of CPU time), "
              f"peak memory {float(told[3]):.0f} MiB")


if __name__ == "__main__":
    agent_move()
    playouts()
    read_log(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
