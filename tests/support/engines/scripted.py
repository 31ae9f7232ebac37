#!/usr/bin/env python3
"""A UCI or GTP engine with every kind of bad manners, one at a time: scripted.py PROTOCOL DEED.

It knows no rules: whoever drives it gives a game whose first legal moves it can name (see MOVES). From the second
answer on it does its deed.
"""
import os
import sys
import time

protocol, deed = sys.argv[1], sys.argv[2]
# Hex, size 4: cells in reading order; Breakthrough has no UCI, so the UCI deeds are done at chess, where these knight
# moves are legal for a while.
CELLS = [c + str(r) for r in range(1, 5) for c in "abcd"]
SHUFFLE = {"w": ["g1f3", "f3g1"], "b": ["g8f6", "f6g8"]}
taken = set()
told_seconds = None
answers = 0


def out(text, end="\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()


def hang():
    while True:
        time.sleep(1000)


def act(answer):
    """The deed at the second move; `answer` is what a good engine would say."""
    prefix, move = answer
    if protocol == "gtp" and deed in ("illegal", "unreadable"):
        move = "z9" if deed == "illegal" else "\x01garbage\x7f"
        out(prefix + move + "\n")
        return True
    if deed == "illegal":
        out(prefix + "e2e5")
    elif deed == "unreadable":
        out(prefix + "\x01garbage\x7f")
    elif deed == "null":
        out(prefix + "0000")
    elif protocol != "gtp" and deed == "resign":
        out(prefix + "resign")
    elif deed == "refuse":
        out("?" + prefix[1:] + "cannot generate a move\n")
    elif deed == "empty":
        out(prefix.rstrip())
    elif deed == "late":
        time.sleep(30)
        out(prefix + move)
    elif deed == "exit":
        sys.stderr.write("cannot go on\n")
        sys.stderr.flush()
        os._exit(3)
    elif deed == "segfault":
        os.kill(os.getpid(), 11)
    elif deed == "close":
        os.close(1)
        hang()
    elif deed == "endless":
        while True:
            out("info string still thinking\n" * 1000, end="")
    elif deed == "endless-line":
        while True:
            out("x" * 65536, end="")
    elif deed == "no-newline":
        out(prefix + move, end="")
        hang()
    elif deed == "child":
        os.system("sleep 1000 & echo $! > " + os.environ["CHILD_FILE"])
        os._exit(0)
    else:
        return False
    return True


def move_for(position):
    words = position.split()
    moves = words[words.index("moves") + 1:] if "moves" in words else []
    side = "w" if len(moves) % 2 == 0 else "b"
    own = sum(1 for m in moves[len(moves) % 2::2])
    return SHUFFLE[side][own % 2]


def foreseeing():
    """Answers with the reply that it expects: the right one, or a legal one that is never played."""
    move = move_for(position)
    after = position + (" " if " moves " in position else " moves ") + move
    reply = move_for(after)
    if deed == "foresees-wrong":
        reply = "a7a6" if reply in SHUFFLE["b"] else "a2a3"
    out("bestmove " + move + " ponder " + reply)


end = "\r\n" if deed == "crlf" else "\n"
pondering = False
if deed == "noise":
    sys.stderr.write("noise on standard error\n" * 20000)
    sys.stderr.flush()
if deed == "deaf":
    hang()
position = ""
for line in sys.stdin:
    line = line.strip()
    if protocol == "uci":
        word = line.split()[0] if line else ""
        if word == "uci":
            if deed == "no-handshake":
                hang()
            out("some banner", end)
            out("id name scripted", end)
            if deed == "options":
                out("option name Hash type spin default 16 min 1 max 1024", end)
                out("option name Skill Level type spin default 20 min 0 max 20", end)
                out("option name Style type combo default Solid var Solid var Wild Attack", end)
                out("option name Ponder type check default false", end)
            out("uciok", end)
        elif word in ("usi",):
            out("id name scripted", end)
            out("usiok", end)
        elif word == "setoption" and "SEEN" in os.environ:
            with open(os.environ["SEEN"], "a") as seen:
                seen.write(line + "\n")
        elif word == "isready":
            out("readyok", end)
        elif word == "position":
            position = line
            if deed == "stale" and answers > 0:
                out("bestmove a1a8", end)  # of the previous search
        elif word in ("stop", "ponderhit") and pondering:
            pondering = False
            foreseeing()
        elif word == "go" and deed.startswith("foresees"):
            pondering = "ponder" in line.split()
            if not pondering:
                foreseeing()
        elif word == "go":
            answers += 1
            move = move_for(position)
            if deed == "split-info":
                out("info depth 7 seldepth 9", end)
                out("info score cp 31", end)
                out("info depth 7 multipv 2 score cp -500 nodes 999999 pv a2a3", end)
                out("info multipv 1 pv " + move, end)
                out("info nodes 123 nps 1000", end)
                out("info depth 8 currmove " + move + " currmovenumber 1", end)
                out("info depth 7 score cp 900 lowerbound", end)
                out("info depth 99999999999 score cp 5.5 nodes -5", end)
            if deed == "ponder":
                out("info depth 1 score cp 13 nodes 20 pv " + move, end)
                out("bestmove " + move + " ponder e7e5", end)
                out("info depth 9 score cp 99 nodes 999 pv a2a3", end)
                continue
            if answers >= 2 and act(("bestmove ", move)):
                continue
            out("bestmove " + move, end)
        elif word == "quit":
            if deed == "stays":
                hang()
            break
    else:
        words = line.split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        word = words[0] if words else ""
        reply = ""
        if word == "protocol_version":
            if deed == "no-handshake":
                hang()
            reply = "2"
        elif word == "list_commands":
            # Benzene's engines have no time_settings.
            names = ["protocol_version", "name", "list_commands", "boardsize", "clear_board", "play", "genmove", "quit"]
            if deed == "benzene":
                names.append("param_mohex")
            elif deed != "no-list":
                names.append("time_settings")
            reply = "" if deed == "no-list" else "\n".join(names)
        elif word == "param_mohex":
            told_seconds = float(words[2])
        elif word == "time_settings" and deed == "no-list":
            out("?" + number + " unknown command" + end, end)
            continue
        elif word == "clear_board":
            taken.clear()
        elif word == "play":
            taken.add(words[2])
        elif word == "genmove":
            answers += 1
            if deed == "busy":
                end_of_work = time.process_time() + 0.06
                while time.process_time() < end_of_work:
                    pass
            move = next(c for c in CELLS if c not in taken)
            if answers >= 2 and deed == "resign":
                move = "resign"
            elif answers >= 2 and act(("=" + number + " ", move)):
                continue
            if deed == "benzene":
                # Thinks as long as it was told; longer than anybody waits if it was not.
                if told_seconds is None:
                    hang()
                out("told %.3f seconds" % told_seconds, end)
            taken.add(move)
            reply = move
            if deed == "stale" and answers > 1:
                out("=" + str(int(number) - 1) + " a1" + end, end)
            if deed == "ponder":
                out("thinking about " + move, end)
        out("=" + number + " " + reply + end, end)
        if word == "quit":
            if deed == "stays":
                hang()
            break
