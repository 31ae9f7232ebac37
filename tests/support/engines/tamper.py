#!/usr/bin/env python3
"""An engine that breaks one rule of its protocol: tamper.py DEED PROGRAM ARGUMENT...

It passes lines between whoever started it and PROGRAM, a good engine for UCI, USI, UGI or GTP, and tampers with those
that the deed is about.
"""
import subprocess
import sys
import threading
import time

deed = sys.argv[1]
engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, errors="replace", bufsize=1)
asked = "", ""  # the last two lines
unasked = False
gtp_text = ""  # the last command of GTP, without its number


def leave(code):
    engine.kill()
    import os
    os._exit(code)


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def from_engine(line):
    first = line.split()[0] if line.split() else ""
    if deed == "no-id" and line.startswith("id name"):
        return
    if deed == "no-ok" and first in ("uciok", "usiok", "ugiok"):
        return
    if deed == "bad-option" and first in ("uciok", "usiok", "ugiok"):
        say("option name Bad type spin default 5 min 10 max 20")
    global unasked
    if deed == "unasked" and first == "readyok" and not unasked:
        unasked = True
        say("bestmove a1")
    if first == "bestmove":
        if deed == "illegal" and "startpos" in asked[0]:
            line = "bestmove z9z9"
        if deed == "shout":
            line = "bestmove " + line.split()[1].upper()
        if deed == "dies-at-end" and "(none)" in line:
            leave(3)
    if deed == "lies" and line.startswith("response "):
        line = {"response true": "response false", "response false": "response true"}.get(line, line)
    if line.startswith(("=", "?")):
        number = line[1:].split(" ")[0]
        if deed == "version" and gtp_text == "protocol_version":
            line = "=" + number + " 1"
        if deed == "no-blank" and gtp_text == "name" and not number:
            line = "=" + line[2:]
        if deed == "setup" and gtp_text == "clear_board":
            line = "?" + number + " cannot"
        if deed == "illegal" and gtp_text.startswith("genmove"):
            line = "=" + number + " z99"
        if deed == "lenient" and gtp_text.startswith("play"):
            line = "=" + number
        if deed == "score" and gtp_text == "final_score":
            line = "=" + number + " W+9"
        if deed == "no-undo" and gtp_text == "undo":
            line = "?" + number + " cannot"
        if deed == "accepts" and line.endswith("unknown command"):
            line = "=" + number
    if deed == "short-list" and line == "genmove":
        return
    say(line)


def pump():
    for line in engine.stdout:
        from_engine(line.rstrip("\n"))


reader = threading.Thread(target=pump, daemon=True)
reader.start()
for line in sys.stdin:
    line = line.rstrip("\n")
    words = line.split()
    if deed == "deaf" and words[:2] in (["position", "fen"], ["position", "sfen"]):
        line = "position startpos"
    if deed == "early" and line == "go infinite":
        line = "go movetime 10"
    if deed == "never-stops" and line == "stop":
        continue
    if deed == "slow" and (line.startswith("go movetime 100") or ("time_settings" in asked[1] and "genmove" in line)):
        time.sleep(3)
    if deed == "touchy" and line == "xyzzy":
        leave(3)
    asked = asked[1], line
    gtp_text = " ".join(words[1:] if words and words[0].isdigit() else words)
    if deed == "stays" and gtp_text == "quit":
        say("=" + words[0] + "\n")
        time.sleep(1000)
    try:
        engine.stdin.write(line + "\n")
        engine.stdin.flush()
    except BrokenPipeError:
        break
    if gtp_text == "quit":
        break
engine.stdin.close()
engine.wait()
reader.join()
