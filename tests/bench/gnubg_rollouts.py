#!/usr/bin/env python3
"""Games a CPU second from backgammon's start to the end: GNU Backgammon's rollouts at 0 plies (its network chooses the plays) and the uniformly
random playouts of `ludex playouts backgammon`. Not the same games; what each program has for a rollout.

Usage: gnubg_rollouts.py [LUDEX] [games]   (build/release/ludex, 1296). Says so and stops without Debian's package gnubg.
"""

import json
import os
import resource
import shutil
import subprocess
import sys

SETUP = """set automatic roll off
set automatic game off
set player 0 human
set player 1 human
set confirm new off
set threads 1
new game
set turn 1
set rollout cubeful off
set rollout varredn off
set rollout truncation enable off
set rollout bearofftruncation exact off
set rollout bearofftruncation onesided off
set rollout seed 1
set rollout trials {games}
set board 4HPwATDgc/ABMA
{rollout}
"""


def cpu_seconds(program, games, rollout):
    """CPU seconds of the program for a rollout, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, "-t", "-q"], input=SETUP.format(games=games, rollout=rollout), capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def main():
    ludex = sys.argv[1] if len(sys.argv) > 1 else "build/release/ludex"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 1296
    program = shutil.which("gnubg", path=os.environ.get("PATH", "") + ":/usr/games")
    if program is None:
        sys.exit("skipped: no gnubg here (Debian's package gnubg)")
    start, _ = cpu_seconds(program, games, "")
    seconds, said = cpu_seconds(program, games, "rollout")
    if "Rollout done" not in said or "Unknown keyword" in said:
        sys.exit(f"gnubg has not rolled out:\n{said[-1000:]}")
    print(f"gnubg, 0 plies, no truncation, no cube, one thread: {games / (seconds - start):.0f} games a CPU second ({games} in {seconds - start:.2f} s)")
    ours = json.loads(subprocess.run([ludex, "playouts", "backgammon", "--seconds", "2", "--json"], capture_output=True, text=True, check=True).stdout)
    print(f"ludex playouts backgammon, random plays: {ours['playouts_per_cpu_second']:.0f} games a CPU second, {ours['mean_plies']:.0f} plies each")


if __name__ == "__main__":
    main()
