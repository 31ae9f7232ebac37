#!/usr/bin/env python3
"""`ludex serve` in a browser: a live tournament, replay, play, analysis, phones; no error, no request outside.

browser_test.py LUDEX [--screenshots DIR]: skipped (exit code 77) without Debian's chromium and its driver.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from webdriver import Browser, available, free_port

LINE = """(game "Line" (players 2) (equipment {(piece "Disc" Each) (board (square 3))})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""
SPEC = """
name: live
seed: 1
games:
  - {game: hex, params: {size: 4}}
  - {game: chess, params: {max_plies: 60}}
agents:
  - {name: "<img src=x onerror=alert(1)>", agent: random}
  - {name: uct, agent: uct, budget: {iterations: 100}}
format: {type: round-robin, games_per_pair: 100000}  # more than a test waits for
openings: {random_plies: 2}
budget: {iterations: 100}
concurrency: 1
"""

# A finished tournament of three agents that beat each other in a circle, as its log has it.
CIRCLE = [("rock", "scissors"), ("scissors", "<b>paper</b>"), ("<b>paper</b>", "rock")]


def write_circle(folder):
    folder.mkdir(parents=True)
    with open(folder / "games.jsonl", "w", encoding="utf-8") as log:
        for i in range(90):
            winner, loser = CIRCLE[i % 3]
            first, second = (winner, loser) if i // 3 % 2 == 0 else (loser, winner)
            log.write(json.dumps({"v": 1, "game": "mnk", "id": f"g{i}", "agents": [first, second], "opening": [], "moves": ["a1"],
                                  "outcome": "1-0" if first == winner else "0-1", "termination": "normal", "plies": 1}) + "\n")


# Games that are played to their end by clicks, against an agent that moves at random.
PLAYED = ["hex:size=4", "othello:size=4", "awari", "checkers", "chess", "minishogi", "connect-k", "breakthrough:width=4,height=5",
          "loa:size=5", "mnk", "gomoku", "knightthrough:width=5,height=6"]
# Games that random play does not end soon are given up after so many moves of one's own.
MOST_MOVES = 40

RIGHT, END, HOME = "\ue014", "\ue010", "\ue011"


class Server:
    def __init__(self, ludex, folder, port=None):
        self.command = [ludex, "serve", folder, "--port", str(port or 0)]
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.address
        self.port = int(re.search(r":(\d+)/", self.address)[1])

    def kill(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()

    def get(self, path):
        with urllib.request.urlopen(self.address + path[1:], timeout=60) as answer:
            return json.load(answer)


class Test:
    def __init__(self, ludex, screenshots, games):
        self.ludex = ludex
        self.games = games
        self.screenshots = screenshots

    def shot(self, browser, name):
        if self.screenshots:
            browser.screenshot(os.path.join(self.screenshots, name + ".png"))

    def check_clean(self, browser, server, killed=False):
        errors = [entry["message"] for entry in browser.log("browser") if entry["level"] == "SEVERE"]
        # A server that is away for a moment is no fault of the page.
        away = ["ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED"]
        # One that is killed in the middle of an answer, neither.
        if killed:
            away += ["ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE"]
        errors = [text for text in errors if not any(word in text for word in away)]
        assert not errors, errors
        outside = [url for url in browser.requests() if not url.startswith((server.address, "data:", "blob:", "chrome", "about:"))]
        assert not outside, outside

    def live(self, browser, server, run):
        """Standings and games come by themselves; the server may go and come back; names are text."""
        browser.open(server.address)
        browser.click("table.list a")
        games = lambda: int(re.match(r"[\d,]+", browser.text(".state") or "0")[0].replace(",", ""))
        browser.wait(lambda: browser.count(".cross button") == 2, "crosstable")
        before = games()
        browser.wait(lambda: games() > before, "more games")
        assert browser.count(".live") >= 1
        assert "<img src=x onerror=alert(1)>" in browser.text("main"), "names are shown as they are"
        assert browser.count("main img") == 0
        before = games()
        server.kill()
        assert run.poll() is None, "the death of the server is not the run's"
        again = Server(self.ludex, server.command[2], server.port)
        browser.wait(lambda: games() > before, "more games after the server was killed and started again")
        # The other way round: a run that is killed is a tournament that is not live.
        run.kill()
        run.wait()
        browser.wait(lambda: browser.count("h1 .live") == 0, "the end of the run")
        self.shot(browser, "tournament")
        self.check_clean(browser, again, killed=True)
        return again

    def replay(self, browser, server):
        browser.wait(lambda: browser.count(".games a.row") > 3, "list of games")
        # The list says who moved first, and its columns stand below each other.
        assert "Moved first" in browser.text(".games .head"), browser.text(".games .head")
        columns = browser.run("return [...document.querySelectorAll('.games .row')].map((row) => [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().left)).join())")
        assert len(set(columns)) == 1, columns
        browser.run("const s = document.querySelector('[data-filter=game]'); s.value = [...s.options].find((o) => o.value.startsWith('chess')).value;"
                    "s.dispatchEvent(new Event('change'))")
        browser.wait(lambda: "chess" in browser.text(".games a.row"), "games of one label")
        browser.click(".games a.row")
        browser.wait(lambda: browser.count(".frame svg") == 1, "board")
        plies = browser.count(".moves li")
        board = lambda: browser.run("return document.querySelector('.frame svg').outerHTML")
        first = board()
        browser.key(RIGHT)
        browser.key(RIGHT)
        browser.wait(lambda: browser.text(".counter").startswith("2 /") and board() != first, "two plies on")
        assert browser.run("return location.hash").endswith("/2")
        browser.key(END)
        browser.wait(lambda: browser.text(".counter").startswith(f"{plies} /"), "last ply")
        last = board()
        # Every ply's board is what the server draws of the position itself.
        number = browser.run("return location.hash").split("/")[4]
        game = server.get(f"/api/tournaments/{browser.run('return location.hash').split('/')[2]}/games/{number}")
        assert len(game["moves"]) == plies
        browser.key(HOME)
        browser.wait(lambda: browser.text(".counter").startswith("0 /") and board() == first, "back at the start")
        browser.click(f".moves li:nth-child({plies}) a")
        browser.wait(lambda: board() == last, "the last ply by its link")
        self.shot(browser, "replay")
        browser.key(HOME)
        browser.run("[...document.querySelectorAll('.tools button')].find((b) => b.textContent === 'Try other moves').click()")
        browser.click("[data-cell=g1]")
        browser.click("[data-cell=f3]")
        browser.wait(lambda: "g1f3" in browser.text(".branch"), "a move that was not played")

    def published(self, browser, folder):
        """The page of `ludex report --games`: the same replay, without a server."""
        page = folder / "published.html"
        subprocess.run([self.ludex, "report", str(folder / "results/live"), "--games", "--out", str(page)], check=True, stdout=subprocess.DEVNULL)
        browser.open(page.as_uri() + "#game-1/0")
        inside = lambda selector, what: browser.run(
            "return document.getElementById('ludex-games')?.shadowRoot?.querySelector(arguments[0])?.[arguments[1]] ?? ''", selector, what)
        browser.wait(lambda: inside(".frame svg", "outerHTML"), "the board of the published page")
        first = inside(".frame svg", "outerHTML")
        browser.key(RIGHT)
        browser.wait(lambda: inside(".counter", "textContent").startswith("1 /") and inside(".frame svg", "outerHTML") != first, "one ply on, published")
        browser.key(HOME)
        browser.wait(lambda: inside(".frame svg", "outerHTML") == first, "back at the start, published")
        self.shot(browser, "published")
        errors = [entry["message"] for entry in browser.log("browser") if entry["level"] == "SEVERE"]
        assert not errors, errors
        outside = [url for url in browser.requests() if not url.startswith(("file:", "data:", "blob:", "chrome", "about:"))]
        assert not outside, outside

    def play(self, browser, server, game, name):
        """A whole game against random by clicks alone."""
        browser.run("sessionStorage.setItem('ludex-play', arguments[0])", json.dumps(
            {"game": game, "position": "", "moves": [], "seats": ["you", "random"], "budgets": [{"iterations": 1}, {"iterations": 1}], "values": True}))
        browser.open(server.address + "#/")
        browser.wait(lambda: browser.text("h1") == "Tournaments", "another page")
        browser.open(server.address + "#/play")
        status = lambda: browser.text(".side-board .message")
        for turn in range(MOST_MOVES):
            browser.wait(lambda: "Your move" in status() or "won" in status() or "Drawn" in status() or browser.count(".message.fault"), f"{game}: turn {turn}")
            if "Your move" not in status():
                break
            if turn == 0:
                self.shot(browser, f"play-{name}")
            if browser.count(".cell.can") == 0:
                browser.click(".other-moves button")
            while browser.count(".cell.can") > 0 and "Your move" in status():
                before = browser.count(".moves li")
                browser.click(".cell.can")
                # A first cell, and then one of those to which the piece may go.
                if browser.count(".chosen") > 0:
                    target = browser.run("const c = document.querySelector('.target.next'); const t = document.elementFromPoint(0, 0); "
                                         "for (const e of document.querySelectorAll('.cell.can')) { const a = e.getBBox(); const x = +c.getAttribute('cx'), y = +c.getAttribute('cy');"
                                         "if (x > a.x && x < a.x + a.width && y > a.y && y < a.y + a.height) return e.dataset.cell; } return t && null")
                    if target:
                        browser.click(f'[data-cell="{target}"]')
                if browser.count(".choice button") > 0:
                    browser.click(".choice button")
                browser.wait(lambda: browser.count(".moves li") > before or browser.count(".chosen") > 0 or "Your move" not in status(), f"{game}: a move")
        assert not browser.count(".message.fault"), status()
        moves = browser.count(".moves li")
        assert moves >= 3 and ("Your move" not in status() or turn == MOST_MOVES - 1), (game, moves, status())
        return moves

    def drag_and_take_back(self, browser, server):
        browser.run("sessionStorage.setItem('ludex-play', arguments[0])", json.dumps(
            {"game": "chess", "position": "", "moves": [], "seats": ["you", "random"], "budgets": [{"iterations": 1}, {"iterations": 1}], "values": True}))
        browser.open(server.address + "#/")
        browser.wait(lambda: browser.text("h1") == "Tournaments", "another page")
        browser.open(server.address + "#/play")
        browser.drag("[data-cell=e2]", "[data-cell=e4]")
        browser.wait(lambda: browser.count(".moves li") == 2, "a dragged move and its answer")
        browser.run("[...document.querySelectorAll('.side-board .tools button')].find((b) => b.textContent === 'Take back').click()")
        browser.wait(lambda: browser.count(".moves li") == 0, "both taken back")
        # By the keyboard: to the cell, Enter, to the next, Enter.
        browser.run("document.querySelector('[data-cell=d2]').focus()")
        for key in ["\ue007", "\ue013", "\ue013", "\ue007"]:
            browser.key(key)
        browser.wait(lambda: browser.count(".moves li") == 2 and browser.text(".moves li b") == "d2d4", "a move by the keyboard")

    def analyse(self, browser, server):
        browser.open(server.address + "#/analyse?game=othello&agent=uct")
        browser.wait(lambda: browser.count(".cell.can") == 4, "the four first moves")
        browser.click(".panel button.main")
        browser.wait(lambda: browser.count(".mark") > 0, "heat on the board")
        browser.wait(lambda: browser.count(".panel table tbody tr") >= 4, "root moves")
        browser.click(".panel button.main")
        browser.wait(lambda: browser.text(".panel button.main") == "Search", "the end of the search")
        browser.click(".panel .tools button:nth-child(2)")
        browser.wait(lambda: browser.count(".tree tbody tr") >= 4, "the root of the tree")
        rows = browser.count(".tree tbody tr")
        browser.click(".tree .opener")
        browser.wait(lambda: browser.count(".tree tbody tr") > rows, "a node below")
        browser.click(".variation button:nth-child(3)")
        browser.wait(lambda: browser.count(".second-board .frame svg") == 1, "the variation on the second board")
        self.shot(browser, "analyse")

    def selected(self, browser, server):
        """What is selected is what is searched, without any other button."""
        browser.open(server.address + "#/")
        browser.wait(lambda: browser.text("h1") == "Tournaments", "another page")
        browser.open(server.address + "#/analyse?game=othello&agent=uct")
        browser.wait(lambda: browser.count(".cell.can") == 4, "the four first moves")
        browser.run("const s = document.querySelector('.setup select'); s.value = 'connect-k'; s.dispatchEvent(new Event('change'))")
        browser.wait(lambda: "Red (first) to move" in browser.text(".side-board .message"), "the game that was selected, and whose move it is")
        browser.click(".panel button.main")
        browser.wait(lambda: browser.count(".panel table tbody tr") >= 7, "the moves of that game")
        assert "for Red (first)" in browser.text(".facts"), browser.text(".facts")
        browser.click(".panel button.main")

    def described(self, browser, server):
        """A described game of a served folder, chosen from the list and played by clicks."""
        self.play(browser, server, "lud:file=mine/Line.lud", "lud")
        assert browser.run("return document.querySelector('.setup select').value") == "lud:file=mine/Line.lud"
        words = browser.text(".side-board")
        assert "White (first): You" in words and "Black (second): random" in words, words

    def circle(self, browser, server):
        """Cycles that ratings hide are shown; a tournament without them says nothing of them."""
        found = lambda: {one["name"]: one["id"] for one in server.get("/api/tournaments")["tournaments"]}
        browser.wait(lambda: "circle" in found(), "the new folder")
        ids = found()
        browser.open(server.address + f"#/t/{ids['circle']}")
        browser.wait(lambda: browser.count("section.cycles") == 1, "the cycles")
        text = browser.text("section.cycles")
        assert "rock beats scissors" in text and "<b>paper</b>" in text, text
        assert browser.count("section.cycles tbody tr") == 3
        shares = browser.run("return [...document.querySelectorAll('section.cycles tbody tr')].map((row) => Number(row.cells[2].textContent))")
        assert all(abs(share - 100 / 3) < 5 for share in shares), shares
        self.shot(browser, "circle")
        browser.open(server.address + f"#/t/{ids['live']}")
        browser.wait(lambda: browser.text("h1").startswith("live") and browser.count(".cross") > 0, "the other tournament")
        assert browser.count("section.cycles") == 0
        return ids["circle"]

    def sizes(self, browser, server, addresses):
        """Nothing is wider than the screen, on phones and wide ones."""
        for width, height in [(380, 740), (420, 800), (820, 1100), (1280, 900), (2000, 1100)]:
            browser.size(width, height)
            for name, address in addresses.items():
                browser.open(server.address + "#/")
                browser.wait(lambda: browser.text("h1") == "Tournaments", "another page")
                browser.open(server.address + address)
                browser.wait(lambda: browser.count(".frame svg") + browser.count(".cross") > 0, address)
                time.sleep(0.2)
                wide = browser.run("return document.documentElement.scrollWidth")
                assert wide <= width, f"{address} at {width}: {wide} px wide"
                self.shot(browser, f"{name}-{width}")

    def run(self):
        with contextlib.ExitStack() as stack:
            folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
            (folder / "live.yaml").write_text(SPEC)
            run = subprocess.Popen([self.ludex, "run", str(folder / "live.yaml"), "--out", str(folder / "results/live"), "--quiet"])
            stack.callback(lambda: run.poll() is None and (run.kill(), run.wait()))
            (folder / "results/mine").mkdir(parents=True, exist_ok=True)
            (folder / "results/mine/Line.lud").write_text(LINE)
            server = Server(self.ludex, str(folder / "results"))
            stack.callback(lambda: server.kill())
            browser = Browser()
            stack.callback(browser.close)
            browser.size(1280, 900)

            def on_failure(kind, *_):
                if kind is not None:
                    self.shot(browser, "failure")
                    print("the page:", browser.run("return location.hash"), browser.text("main")[:2000], browser.log("browser"), file=sys.stderr)

            stack.push(on_failure)
            server = self.live(browser, server, run)
            print("live: ok", flush=True)
            self.replay(browser, server)
            print("replay: ok", flush=True)
            tournament = next(one["id"] for one in server.get("/api/tournaments")["tournaments"] if one["name"] == "live")
            write_circle(folder / "results/circle")
            circle = self.circle(browser, server)
            print("circle: ok", flush=True)
            for game in self.games:
                print(f"play {game}:", self.play(browser, server, game, game.split(":")[0]), "moves", flush=True)
            self.drag_and_take_back(browser, server)
            print("drag, take back, keyboard: ok", flush=True)
            self.analyse(browser, server)
            print("analyse: ok", flush=True)
            self.selected(browser, server)
            self.described(browser, server)
            print("selected, described: ok", flush=True)
            self.sizes(browser, server, {"tournament": f"#/t/{tournament}", "circle": f"#/t/{circle}", "game": f"#/t/{tournament}/g/1/4", "play": "#/play", "analyse": "#/analyse?game=minishogi"})
            print("sizes: ok", flush=True)
            self.check_clean(browser, server)
            self.published(browser, folder)
            print("published: ok", flush=True)
            if self.screenshots:
                dark = Browser(dark=True)
                stack.callback(dark.close)
                dark.size(1280, 900)
                for game in PLAYED:
                    dark.open(server.address + "#/")
                    dark.wait(lambda: dark.text("h1") == "Tournaments", "another page")
                    dark.open(server.address + f"#/analyse?game={game}")
                    dark.wait(lambda: dark.count(".frame svg") > 0, game)
                    self.shot(dark, f"dark-{game.split(':')[0]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ludex")
    parser.add_argument("--screenshots", help="a folder for pictures of every page")
    parser.add_argument("--game", action="append", help="play this one only (may be repeated; default: all)")
    arguments = parser.parse_args()
    if not available():
        print("skipped: chromium and chromedriver (Debian: chromium, chromium-driver) are not installed")
        sys.exit(77)
    if arguments.screenshots:
        os.makedirs(arguments.screenshots, exist_ok=True)
    Test(arguments.ludex, arguments.screenshots, arguments.game or PLAYED).run()


if __name__ == "__main__":
    main()
