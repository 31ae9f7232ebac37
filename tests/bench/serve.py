#!/usr/bin/env python3
"""What `ludex serve` costs and bears (docs/reference/http.md), measured on this machine:

  streams  games a second of `ludex run` beside a server with 200 open event streams, against a run without, in turns; CPU time and memory of the server
  index    a log of a million games: seconds to the first answer without games.index and with it, memory
  page     what the page loads, and how long Chromium takes to show it (tests/browser)
  fuzz     1,000,000 requests (or the number that follows): malformed ones on 8 connections at a time, some slow, some huge; then the server must still answer

usage: tests/bench/serve.py [BUILD=build/release] [streams|index|page|fuzz [COUNT]]...
"""
import http.client
import json
import os
import random
import re
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

arguments = sys.argv[1:]
build = os.path.realpath(arguments.pop(0) if arguments and os.path.isdir(arguments[0]) else "build/release")
ludex = build + "/ludex"

SPEC = """name: load
games: [ {{game: connect-k}} ]
agents: [ {{name: a, agent: uct}}, {{name: b, agent: uct}} ]
budget: {{iterations: 2000}}
openings: {{random_plies: 4}}
mode: {mode}
format: {{games_per_pair: {games}}}
"""


class Server:
    def __init__(self, *folders):
        self.process = subprocess.Popen([ludex, "serve", *folders, "--port", "0"], stdout=subprocess.PIPE, text=True, cwd="/")
        self.port = int(re.search(r":(\d+)", self.process.stdout.readline()).group(1))
        self.host = f"127.0.0.1:{self.port}"

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def cpu(self):
        stat = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """(now, highest) in MiB."""
        status = open(f"/proc/{self.process.pid}/status").read()
        return tuple(int(re.search(key + r":\s+(\d+)", status).group(1)) / 1024 for key in ("VmRSS", "VmHWM"))

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(60)


def run(folder, name, games, mode="inline", concurrency=1):
    """Starts `ludex run`."""
    file = f"{folder}/{name}.yaml"
    with open(file, "w") as out:
        out.write(SPEC.format(games=games, mode=mode))
    return subprocess.Popen([ludex, "run", file, "--out", f"{folder}/results/{name}", "--quiet", "--concurrency", str(concurrency)])


def watch(port, count, path):
    """A process that reads `count` event streams until it is killed."""
    child = os.fork()
    if child:
        return child
    selector = selectors.DefaultSelector()
    for _ in range(count):
        stream = socket.create_connection(("127.0.0.1", port))
        stream.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        selector.register(stream, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            if not key.fileobj.recv(1 << 16):
                os._exit(1)


def streams():
    for concurrency in sorted({1, os.cpu_count()}):
        losses, used, memory = [], [], 0.0
        for _ in range(3):
            seconds = {}
            for watched in (False, True):
                with tempfile.TemporaryDirectory() as folder:
                    os.makedirs(folder + "/results")
                    server = watchers = None
                    if watched:
                        server = Server(folder + "/results")
                    began = time.monotonic()
                    tournament = run(folder, "load", 1500, concurrency=concurrency)
                    if watched:
                        while not (found := json.loads(server.get("/api/tournaments")[1])["tournaments"]):
                            time.sleep(0.05)
                        watchers = watch(server.port, 200, f"/api/tournaments/{found[0]['id']}/events")
                    if tournament.wait() != 0:
                        sys.exit("ludex run failed")
                    seconds[watched] = time.monotonic() - began
                    if watched:
                        if os.waitpid(watchers, os.WNOHANG) != (0, 0):
                            sys.exit("a stream has ended")
                        used.append(server.cpu() / seconds[True])
                        memory = max(memory, server.memory()[1])
                        os.kill(watchers, signal.SIGKILL)
                        os.waitpid(watchers, 0)
                        server.stop()
            losses.append(1 - seconds[False] / seconds[True])
        print(f"streams: 200 streams beside a run of {concurrency} at a time: {100 * statistics.median(losses):.1f} % fewer games a second "
              f"({100 * min(losses):.1f} to {100 * max(losses):.1f} in {len(losses)} pairs of runs), server {100 * statistics.median(used):.1f} % of a core, "
              f"{memory:.0f} MiB")


def index():
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(folder + "/results")
        run(folder, "big", 200).wait()
        log = folder + "/results/big/games.jsonl"
        lines = open(log).readlines()
        with open(log, "w") as out:
            for i in range(1_000_000):
                out.write(lines[i % len(lines)].replace('/r0', f'/{i}r0', 1))
        size = os.path.getsize(log)
        for state in ("without games.index", "with it"):
            server = Server(folder + "/results/big")
            began = time.monotonic()
            path = json.loads(server.get("/api/tournaments")[1])["tournaments"][0]["id"]
            while True:
                status, body = server.get(f"/api/tournaments/{path}/games?from=0&count=100")
                if status == 200 and json.loads(body).get("count", json.loads(body).get("total")) == 1_000_000:
                    break
                time.sleep(0.02)
            rows = time.monotonic() - began
            summary = server.get(f"/api/tournaments/{path}")[0]
            print(f"index: a million games ({size / 2**20:.0f} MiB), {state}: rows after {rows:.2f} s, summary ({summary}) after "
                  f"{time.monotonic() - began:.2f} s; {server.memory()[1]:.0f} MiB")
            server.stop()


def page():
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "browser"))
    from webdriver import Browser, available
    if not available():
        sys.exit("page: chromium and chromedriver are not installed")
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(folder + "/results")
        run(folder, "load", 200).wait()
        server = Server(folder + "/results")
        browser = Browser()
        times = []
        try:
            for _ in range(5):
                browser.open("about:blank")
                browser.wait(lambda: browser.run("return location.href") == "about:blank", "an empty page")
                browser.open(f"http://{server.host}/")
                browser.wait(lambda: browser.count("table.list a"), "the list of tournaments")
                times.append(browser.run("return performance.getEntriesByType('paint').filter(e => e.name == 'first-contentful-paint')[0].startTime"))
            loaded, size = browser.run("const r = performance.getEntriesByType('resource').filter(e => !e.name.includes('/api/'));"
                                       "return [r.length, r.reduce((n, e) => n + e.decodedBodySize, 0)]")
        finally:
            browser.close()
        print(f"page: {loaded} files beside index.html, {size / 1024:.0f} KB; first painted after {times[0]:.0f} ms, then {min(times[1:]):.0f} to {max(times[1:]):.0f} ms")
        server.stop()


def fuzz(count):
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(folder + "/results")
        run(folder, "load", 20).wait()
        server = Server(folder + "/results")
        head = f"HTTP/1.1\r\nHost: {server.host}\r\n"
        name = json.loads(server.get("/api/tournaments")[1])["tournaments"][0]["id"]

        def post(path, body):
            return f"POST {path} {head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()

        seeds = [f"GET {path} {head}\r\n".encode() for path in (
            "/", "/api/info", "/api/plugins", "/api/supports?game=hex", "/api/tournaments", f"/api/tournaments/{name}",
            f"/api/tournaments/{name}/games?agent=a&opponent=b&termination=fault&opening=00ff&from=1&count=9",
            f"/api/tournaments/{name}/games/1", f"/api/tournaments/{name}/games/3/boards?from=3&count=9", f"/api/tournaments/{name}/games/2/text")]
        seeds += [post("/api/position", '{"game":"hex:size=4","position":"","moves":["a1","b2"]}'),
                  post("/api/position", '{"game":"chess","position":"8/8/8/4k3/8/8/4K3/8 w - - 0 1","moves":["e2e3"]}'),
                  post("/api/sessions", '{"game":"mnk","agent":"uct:c=0.5"}'), post("/api/sessions/x/inspect", '{"path":["a1"],"column":3}'),
                  post("/api/sessions/x/search", '{"moves":["a1"],"seat":1,"budget":{"iterations":3}}'), f"DELETE /api/sessions/x {head}\r\n".encode()]
        rng = random.Random(17)
        began = time.monotonic()
        connections, slow, statuses = [], [], {}
        for number in range(count):
            if number % 20_000 == 0:
                if server.process.poll() is not None:
                    sys.exit(f"the server has ended ({server.process.returncode}) after {number} requests")
                print(f"{number} requests, {server.memory()[0]:.0f} MiB, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
            text = bytearray(rng.choice(seeds))
            for _ in range(rng.randrange(0, 7)):
                at = rng.randrange(len(text) or 1)
                kind = rng.randrange(5)
                if kind == 0 and text:
                    text[at] = rng.randrange(256)
                elif kind == 1:
                    del text[at:at + rng.randrange(1, 20)]
                elif kind == 2:
                    text[at:at] = bytes([rng.randrange(256)]) * rng.randrange(1, 50)
                elif kind == 3:
                    start = rng.randrange(len(text) or 1)
                    text[at:at] = text[start:start + rng.randrange(30)]
                else:
                    text[at:at] = rng.choice([b"..", b"%00", b"%2e%2e/", b"\r\n", b"[" * 40, b'"', b"-1", b"1e999", b"99999999999999999999", b"\\u0000"])
            if number % 5000 == 0:
                text = bytearray(rng.choice(seeds)).replace(b"\r\n\r\n", b"\r\nX: " + b"a" * rng.choice([1000, 20_000, 300_000]) + b"\r\n\r\n", 1)
            connection = socket.socket()
            connection.connect(("127.0.0.1", server.port))
            if number % 2000 == 0:  # one byte now and then
                slow.append([connection, bytes(text), 0])
                if len(slow) > 100:
                    slow.pop(0)[0].close()
                continue
            try:
                connection.sendall(text)
            except OSError:
                pass
            connections.append(connection)
            if number % 16 == 0:  # one in sixteen is waited for: what it says has a status
                connection.settimeout(0.02)
                try:
                    answer = connection.recv(64)
                    status = answer[9:12].decode(errors="replace") if answer.startswith(b"HTTP/1.1 ") else "none"
                except OSError:
                    status = "waiting for more"
                statuses[status] = statuses.get(status, 0) + 1
                if status == "500":
                    print(f"500 for {bytes(text)!r}: {(answer + connection.recv(4096))[-200:]!r}", file=sys.stderr)
            if len(connections) > 8:
                connections.pop(0).close()
            if number % 50 == 0:
                for item in slow:
                    try:
                        item[0].send(item[1][item[2]:item[2] + 1])
                    except OSError:
                        pass
                    item[2] += 1
        for connection in connections + [item[0] for item in slow]:
            connection.close()
        if server.get("/api/info")[0] != 200:
            sys.exit("the server does not answer any more")
        print(f"fuzz: {count} requests in {time.monotonic() - began:.0f} s; memory {server.memory()[0]:.0f} MiB, highest {server.memory()[1]:.0f}; "
              f"answers of a sixteenth: {dict(sorted(statuses.items()))}")
        if server.stop() != 0:
            sys.exit("the server ended with an error")


wanted = arguments or ["streams", "index", "page", "fuzz"]
while wanted:
    what = wanted.pop(0)
    if what == "fuzz":
        fuzz(int(wanted.pop(0)) if wanted and wanted[0].isdigit() else 1_000_000)
    else:
        {"streams": streams, "index": index, "page": page}[what]()
