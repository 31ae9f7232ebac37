#!/usr/bin/env python3
"""Compares the recorded winners of Hex positions with those of an independent solver.

    verify_with_solver.py solved-8x8.epd [--seconds 120] [--command 'mohex --use-logfile=0']

Each line of the file is a position, its `id` and its `result`. The command is a GTP engine with Benzene's `dfpn-solve-state`, which
gets S seconds by its own clock for each position. The script prints each answer, then how many agree, differ, or were not found in
time. The exit status is 1 if any differs.
"""

import argparse
import re
import shlex
import subprocess
import sys

sys.dont_write_bytecode = True
from value_auc import positions  # noqa: E402


def stones(position):
    """(colour, cell) of each stone; the last row of the text is the first of the board."""
    for row, text in enumerate(position.split()[0].split("/")):
        column = 0
        for part in re.findall(r"\d+|[bw]", text):
            if part.isdigit():
                column += int(part)
            else:
                yield part, f"{chr(ord('a') + column)}{row + 1}"
                column += 1


class Engine:
    def __init__(self, command):
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        except OSError as error:
            sys.exit(f"{command}: {error.strerror}; expected a GTP engine on the path")

    def ask(self, command):
        """Sends a command and returns the engine's answer without its status."""
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            sys.exit(f"the engine has ended before '{command}'")
        answer = ""
        for line in self.process.stdout:
            if line.strip():
                answer += line
            elif answer:
                break
        else:
            sys.exit(f"the engine has ended in '{command}'")
        if not answer.startswith("="):
            sys.exit(f"the engine says to '{command}': {answer.strip()}")
        return answer[1:].strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--command", default="mohex --use-logfile=0")
    options = parser.parse_args()
    try:
        asked = positions(options.positions, 1)
    except OSError as error:
        sys.exit(f"{options.positions}: {error.strerror}; expected a file as solved-8x8.epd")
    engine = Engine(options.command)
    engine.ask(f"param_dfpn timelimit {options.seconds:g}")
    count = {"agree": 0, "differ": 0, "not found": 0}
    for text, game, ply, mover_wins in asked:
        board, mover = text.split()
        engine.ask(f"boardsize {len(board.split('/'))}")
        for color, cell in stones(text):
            engine.ask(f"play {color} {cell}")
        winner = engine.ask(f"dfpn-solve-state {mover}").split()[-1]
        expected = "black" if (mover == "b") == mover_wins else "white"
        verdict = "not found" if winner not in ("black", "white") else "agree" if winner == expected else "differ"
        count[verdict] += 1
        print(f"{game}.{ply}: {winner}, {verdict}", flush=True)
    print(", ".join(f"{number} {verdict}" for verdict, number in count.items()))
    sys.exit(1 if count["differ"] else 0)


if __name__ == "__main__":
    main()
