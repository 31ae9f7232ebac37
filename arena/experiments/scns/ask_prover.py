#!/usr/bin/env python3
"""Asks a solver that nobody here wrote who wins positions of Hex, and compares.

    ask_prover.py solved-8x8.epd [--seconds 120] [--command 'mohex --use-logfile=0']

Each line of the file is a position, its `id` and its `result`, as in solved-8x8.epd. The command is a GTP engine with Benzene's
`dfpn-solve-state`, which gets S seconds by its own clock for each position. Told are the answers as they come, and at last how many
were the same, another, or not found in time; the exit status is 1 if any was another.
"""

import argparse
import re
import shlex
import subprocess
import sys


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


def positions(path):
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.startswith("#") or not line.strip():
                continue
            match = re.fullmatch(r'(\S+) ([bw]) id "(\S+)"; result "(1-0|0-1)";\s*', line)
            if match is None:
                sys.exit(f'{path}:{number}: expected a position, id "name"; and result "1-0"; or "0-1";')
            yield match.groups()


def stones(rows):
    for row, text in enumerate(rows, 1):
        column = 0
        for run in re.findall(r"\d+|[bw]", text):
            if run.isdigit():
                column += int(run)
            else:
                yield run, f"{chr(ord('a') + column)}{row}"
                column += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--command", default="mohex --use-logfile=0")
    options = parser.parse_args()
    try:
        asked = list(positions(options.positions))
    except OSError as error:
        sys.exit(f"{options.positions}: {error.strerror}; expected a file as solved-8x8.epd")
    engine = Engine(options.command)
    engine.ask(f"param_dfpn timelimit {options.seconds:g}")
    count = {"same": 0, "another": 0, "not found": 0}
    for text, mover, name, result in asked:
        rows = text.split("/")
        engine.ask(f"boardsize {len(rows)}")
        for color, cell in stones(rows):
            engine.ask(f"play {color} {cell}")
        winner = engine.ask(f"dfpn-solve-state {mover}").split()[-1]
        expected = "black" if result == "1-0" else "white"
        said = "not found" if winner not in ("black", "white") else "same" if winner == expected else "another"
        count[said] += 1
        print(f"{name}: {winner}, {said}", flush=True)
    print(", ".join(f"{number} {said}" for said, number in count.items()))
    sys.exit(1 if count["another"] else 0)


if __name__ == "__main__":
    main()
