#!/usr/bin/env python3
"""Requests a second of `ludex api` (arena/faces/api/README.md), measured on this machine:

  cheap    positions with legal moves, outcomes and applied moves of connect-k, hex and backgammon; answers are read, not parsed
  search   searches of 100 iterations by uct of hex:size=5, all in flight at once

Beside the rate, the CPU time of `ludex api` a request: on a busy machine the rate is the machine's.

usage: tests/bench/api.py [BUILD=build/release] [COUNT=50000]
"""
import json
import resource
import subprocess
import sys
import threading
import time

arguments = sys.argv[1:]
build = arguments.pop(0) if arguments and not arguments[0].isdigit() else "build/release"
count = int(arguments[0]) if arguments else 50000

CHEAP = {
    "position connect-k": {"action": "position", "game": "connect-k", "moves": ["d", "d", "c", "e"]},
    "position hex:size=11": {"action": "position", "game": "hex:size=11", "moves": ["f6", "c3"]},
    "position backgammon": {"action": "position", "game": "backgammon"},
    "apply connect-k": {"action": "apply", "game": "connect-k", "moves": ["d", "d", "c", "e"]},
    "outcome connect-k": {"action": "outcome", "game": "connect-k", "moves": ["a", "b", "a", "b", "a", "b", "a"]},
}
SEARCH = {"action": "analyze", "game": "hex:size=5", "agent": "uct", "budget": {"iterations": 100}}


def seconds(request, requests):
    """From the first request written to the last answer read; CPU time of ludex and its workers, with their start."""
    process = subprocess.Popen([build + "/ludex", "api"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write((json.dumps({**request, "id": "warm"}) + "\n").encode())
    process.stdin.flush()
    assert b'"result"' in process.stdout.readline()
    lines = "".join(json.dumps({"id": i, **request}) + "\n" for i in range(requests)).encode()

    def write():
        process.stdin.write(lines)
        process.stdin.close()

    writer = threading.Thread(target=write)
    begun = time.perf_counter()
    writer.start()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answers = 0
    while chunk := process.stdout.read1(1 << 20):
        answers += chunk.count(b"\n")
    spent = time.perf_counter() - begun
    writer.join()
    assert answers == requests and process.wait() == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


for name, request, requests in [(name, request, count) for name, request in CHEAP.items()] + [("analyze hex:size=5", SEARCH, max(1, count // 20))]:
    spent, cpu = seconds(request, requests)
    print(f"{name:<22} {requests / spent:9.0f} requests a second, {1e6 * cpu / requests:8.1f} us of CPU each", flush=True)
