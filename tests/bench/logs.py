#!/usr/bin/env python3
"""What reading a long log costs, plain and compressed: seconds, CPU seconds and memory of each command.

Usage: python3 tests/bench/logs.py [build/release] [games]; default 200000 games, which are played first (random
agents, connect-k). A log of a million takes about five times as much of everything.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

AGENTS = 8
SPEC = """name: logs
seed: 1
games: [{{game: connect-k}}]
agents: [{agents}]
format: {{type: round-robin, games_per_pair: {games}}}
out: {out}
{more}"""


def cost(words):
    """Seconds, CPU seconds and the most memory in MiB."""
    begin = time.monotonic()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    complaint = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(words)}: {complaint.decode()}")
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/release")
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 200_000
    ludex = str(build / "ludex")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        out = scratch / "run"
        a_pair = max(2, games // (AGENTS * (AGENTS - 1) // 2) // 2 * 2)
        agents = ", ".join(f"{{name: r{i}, agent: random}}" for i in range(AGENTS))
        files = {}
        for more in ("", "compress_log: true\n"):
            files[more] = scratch / ("compressed.yaml" if more else "plain.yaml")
            files[more].write_text(SPEC.format(agents=agents, games=a_pair, out=out, more=more))
        run = cost([ludex, "run", str(files[""]), "--quiet"])
        log = out / "games.jsonl"
        plain_size = log.stat().st_size
        total = a_pair * AGENTS * (AGENTS - 1) // 2
        print(f"{total} games, {plain_size / total:.0f} bytes each; played in {run[1]:.1f} s of CPU time")
        commands = {
            "run --resume": [ludex, "run", str(files[""]), "--quiet", "--resume"],
            "match": [ludex, "match", str(out)],
            "rate": [ludex, "rate", str(out)],
            "report": [ludex, "report", str(out)],
            "verify": [ludex, "verify", str(out)],
        }
        plain = {name: cost(words) for name, words in commands.items()}
        compressing = cost([ludex, "run", str(files["compress_log: true\n"]), "--quiet", "--resume"])[1]
        compressing -= plain["run --resume"][1]
        size = (out / "games.jsonl.zst").stat().st_size
        print(f"compressed: {plain_size / size:.1f} times smaller, {compressing:.2f} s")
        print("\n| command | plain, s | CPU s | MiB | compressed, s | CPU s | MiB |\n|---|---|---|---|---|---|---|")
        for name, words in commands.items():
            if name == "run --resume":  # would make it plain again
                small = cost([ludex, "run", str(files["compress_log: true\n"]), "--quiet", "--resume"])
            else:
                small = cost(words)
            numbers = " | ".join(f"{s:.2f} | {cpu:.2f} | {mib:.0f}" for s, cpu, mib in (plain[name], small))
            print(f"| {name} | {numbers} |")


if __name__ == "__main__":
    main()
