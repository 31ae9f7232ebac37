#!/usr/bin/env python3
"""A UGI engine for games in which both players fill cells: ugi_cells.py DEED CELL...

It plays the first cell of its list that no move has named, and passes when there is none. DEED: well, taken (from its second move on it plays a cell
that is taken), silent (it then gives no answer).
"""
import sys

deed, cells = sys.argv[1], sys.argv[2:]
moves, answers = [], 0
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "ugi":
        print("id name cells\nid author nobody\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[0] == "go":
        answers += 1
        if answers > 1 and deed == "silent":
            continue
        free = [cell for cell in cells if (cell in moves) == (answers > 1 and deed == "taken")]
        move = free[0] if free else "pass"
        print("info depth 1 score cp 0 nodes 1 pv " + move)
        print("bestmove " + move, flush=True)
    elif words[0] == "quit":
        break
