#!/usr/bin/env python3
"""Requests a second of `ludex api` (docs/reference/api-notes.md), measured on this machine, from the start of the process to its end:

  cheap    positions with legal moves, outcomes and applied moves; requests come from a file, answers go through a pipe and are counted
  search   searches of 100 iterations by uct of hex:size=5, all in flight at once

Beside the rate, the CPU time of `ludex api` and its workers a request: on a busy machine the rate is the machine's.

usage: tests/bench/api.py [BUILD=build/release] [COUNT=100000]
"""
import json
import resource
import subprocess
import sys
import tempfile
import time

arguments = sys.argv[1:]
build = arguments.pop(0) if arguments and not arguments[0].isdigit() else "build/release"
count = int(arguments[0]) if arguments else 100_000

CHEAP = {
    "position connect-k": {"action": "position", "game": "connect-k", "moves": ["d", "d", "c", "e"]},
    "position hex:size=11": {"action": "position", "game": "hex:size=11", "moves": ["f6", "c3"]},
    "position backgammon": {"action": "position", "game": "backgammon"},
    "apply connect-k": {"action": "apply", "game": "connect-k", "moves": ["d", "d", "c", "e"]},
    "outcome connect-k": {"action": "outcome", "game": "connect-k", "moves": ["a", "b", "a", "b", "a", "b", "a"]},
}
SEARCH = {"action": "analyze", "game": "hex:size=5", "agent": "uct", "budget": {"iterations": 100}}


def measure(name, request, requests):
    with tempfile.TemporaryFile() as lines:
        lines.write("".join(json.dumps({"id": i, **request}) + "\n" for i in range(requests)).encode())
        lines.seek(0)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begun = time.perf_counter()
        process = subprocess.Popen([build + "/ludex", "api"], stdin=lines, stdout=subprocess.PIPE)
        answers = 0
        while chunk := process.stdout.read1(1 << 20):
            answers += chunk.count(b"\n")
        assert answers == requests and process.wait() == 0
        spent = time.perf_counter() - begun
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{name:<22} {requests / spent:9.0f} requests a second, {1e6 * cpu / requests:8.1f} us of CPU each", flush=True)


for name, request in CHEAP.items():
    measure(name, request, count)
measure("analyze hex:size=5", SEARCH, max(1, count // 50))
