#!/usr/bin/env python3
"""Asks a solver that nobody here wrote who wins positions of Hex, and compares.

    ask_prover.py solved-8x8.epd [--seconds 120] [--command 'mohex --use-logfile=0']

Each line of the file is a position, its `id` and its `result`, as in solved-8x8.epd. The command is a GTP engine with Benzene's
`dfpn-solve-state`, which gets S seconds by its own clock for each position. Told are the answers as they come, and at last how many
were the same, another, or not found in time; the exit status is 1 if any was another.
"""

import argparse
import shlex
import subprocess
import sys

sys.dont_write_bytecode = True
from foretell import positions  # noqa: E402
from move_loss import stones  # noqa: E402


class Engine:
    def __init__(self, command):
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        except OSError as error:
            sys.exit(f"{command}: {error.strerror}; expected a GTP engine on the path")

    def ask(self, command):
        """The answer of the engine, without its status."""
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
    count = {"same": 0, "another": 0, "not found": 0}
    for text, game, ply, mover_wins in asked:
        board, mover = text.split()
        engine.ask(f"boardsize {len(board.split('/'))}")
        for color, cell in stones(text):
            engine.ask(f"play {color} {cell}")
        winner = engine.ask(f"dfpn-solve-state {mover}").split()[-1]
        expected = "black" if (mover == "b") == mover_wins else "white"
        said = "not found" if winner not in ("black", "white") else "same" if winner == expected else "another"
        count[said] += 1
        print(f"{game}.{ply}: {winner}, {said}", flush=True)
    print(", ".join(f"{number} {said}" for said, number in count.items()))
    sys.exit(1 if count["another"] else 0)


if __name__ == "__main__":
    main()
