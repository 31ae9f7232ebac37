#!/usr/bin/env python3
"""How much agents' moves of Hex lose, as the real MoHex judges them.

Every `--every`th position of an EPD file is shown to each agent (`ludex analyze`). MoHex then searches the position after each of the
moves that were named, and after the `bm` of the file if it has one; what it gives the best of these less what it gives a move, in winning
probability, is what that move lost. All agents have the same moves to be measured against, so differences between them mean more than the losses.

    arena/papers/scns/move_loss.py arena/papers/scns/mohex-moves.epd --every 4 --cpu-seconds 6
      'hex:size=11,learned=scores,circuit=vc,must_play=region scns:score_scale=100,least_work=0.1' [another game and agent ...]

`mohex` is on the path (Benzene; `--mohex` names it otherwise). A position after which MoHex sees the end without a search is won or
lost for certain. Positions done are kept in `--out`, and the same command goes on from there.
"""
import argparse
import hashlib
import json
import math
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def positions(path, every):
    """(position, `bm` or None) of every `every`th line that is not a comment."""
    found = []
    for line in Path(path).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            stones, mover, operations = line.split(" ", 2)
            best = re.search(r"\bbm (\w+)", operations)
            found.append((f"{stones} {mover}", best and best[1]))
    return found[::every]


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


def judge(mohex, size, position, move, seconds):
    """The winning probability of who makes the move, by MoHex's search for the reply, or beyond replies that are the only one."""
    mover = position.split()[1]
    line = [(mover, move)]
    while True:
        turn = "w" if line[-1][0] == "b" else "b"
        commands = ["param_game allow_swap 0", "param_mohex num_threads 1", "param_mohex use_time_management 0",
                    f"param_mohex max_time {seconds}", "param_mohex fillin_map_bits 16", f"boardsize {size}"]
        commands += [f"play {colour} {cell}" for colour, cell in [*stones(position), *line]] + [f"reg_genmove {turn}", "quit", ""]
        with tempfile.TemporaryDirectory() as folder:  # it leaves a log where it is
            run = subprocess.run([mohex, "--use-logfile=0"], input="\n".join(commands), capture_output=True, text=True, cwd=folder)
        refused = re.search(r"^\?.*", run.stdout, re.M)
        if run.returncode != 0 or refused:
            raise SystemExit(f"{mohex}: {refused[0] if refused else f'ended with {run.returncode}'}, at {position} after {line}")
        scores = re.findall(r"^Score +([\d.]+)$", run.stderr, re.M)
        if scores:
            value = float(scores[-1])
        elif "Opponent has won" in run.stderr:
            value = 0.0
        elif "Winning" in run.stderr:
            value = 1.0
        elif "singleton" in run.stderr:
            line.append((turn, re.findall(r"^= (\w+)", run.stdout, re.M)[-1]))
            continue
        else:
            raise SystemExit(f"{mohex}: neither a score nor a winner, at {position} after {line}")
        return value if turn == mover else 1 - value


def asked(ludex, game, agent, position, seconds):
    run = subprocess.run([ludex, "analyze", game, "--position", position, "--agent", agent, "--cpu-seconds", str(seconds), "--json"],
                         capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(run.stderr.strip())
    return json.loads(run.stdout)["move"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("agents", nargs="+", metavar="'GAME AGENT'")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--cpu-seconds", type=float, default=1)
    parser.add_argument("--judge-seconds", type=float, default=3)
    parser.add_argument("--ludex", default=str(ROOT / "build/release/ludex"))
    parser.add_argument("--mohex", default="mohex")
    parser.add_argument("--out", help="a folder (results/scns/move-loss)", default="results/scns/move-loss")
    options = parser.parse_args()
    asks = [text.split() for text in options.agents]
    if any(len(ask) != 2 for ask in asks):
        parser.error("an agent is 'GAME AGENT', e.g. 'hex:size=11 uct'")
    if not shutil.which(options.mohex):
        parser.error(f"'{options.mohex}' is not on the path: build MoHex (Benzene), or name it with --mohex")
    sized = re.search(r"size=(\d+)", asks[0][0])
    size = int(sized[1]) if sized else 11
    what = json.dumps([Path(options.file).read_text(), options.every, options.cpu_seconds, options.judge_seconds, options.agents])
    log = Path(options.out) / f"{hashlib.sha256(what.encode()).hexdigest()[:16]}.jsonl"
    log.parent.mkdir(parents=True, exist_ok=True)
    # A line without its end was being written when the run before was stopped.
    lines = log.read_text().splitlines(keepends=True) if log.exists() else []
    kept = [json.loads(line) for line in lines if line.endswith("\n")]
    if len(kept) != len(lines):
        log.write_text("".join(lines[:len(kept)]))
    todo = positions(options.file, options.every)
    if not todo:
        parser.error(f"{options.file} has no positions")
    with log.open("a") as out:
        for number, (position, best) in enumerate(todo):
            if number < len(kept):
                continue
            moves = [asked(options.ludex, game, agent, position, options.cpu_seconds) for game, agent in asks]
            moves += [best] if best else []
            values = {move: judge(options.mohex, size, position, move, options.judge_seconds) for move in sorted(set(moves))}
            kept.append({"position": position, "moves": moves, "values": values})
            print(json.dumps(kept[-1]), file=out, flush=True)
            print(f"{number + 1}/{len(todo)}", file=sys.stderr)
    print("| | positions | lost a move | 95 % | the best |\n|---|---|---|---|---|")
    names = options.agents + ["the file's"]
    for i, name in enumerate(names[:len(kept[0]["moves"])]):
        losses = [max(seen["values"].values()) - seen["values"][seen["moves"][i]] for seen in kept]
        mean = sum(losses) / len(losses)
        half = 1.96 * math.sqrt(sum((x - mean) ** 2 for x in losses) / max(1, len(losses) - 1) / len(losses))
        print(f"| {name} | {len(losses)} | {mean:.3f} | +- {half:.3f} | {sum(x == 0 for x in losses)} |")


if __name__ == "__main__":
    main()
