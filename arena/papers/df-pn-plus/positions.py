#!/usr/bin/env python3
"""Othello positions from tournament games: positions.py EMPTY COUNT SEED FILE.wtb... [--not FILE.csv...]

COUNT games are drawn from WTHOR files (format: 16 bytes of head, bytes 4-7 the number of games; 68 bytes a game, the last 60
the moves 10 * row + column; passes are not written), and of each the position with EMPTY empty squares is printed as "SQUARES
SIDE"; the side is the one that moves in the game, after a forced pass if there is one. Left out: games that end earlier, illegal
records, and games that pass through a position of the files after --not (column "position").
"""
import csv
import random
import struct
import sys

DIRECTIONS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


def flips(board, row, column, side):
    found = []
    if board[row][column] != "-":
        return found
    for dr, dc in DIRECTIONS:
        line, r, c = [], row + dr, column + dc
        while 0 <= r < 8 and 0 <= c < 8 and board[r][c] not in ("-", side):
            line.append((r, c))
            r, c = r + dr, c + dc
        if 0 <= r < 8 and 0 <= c < 8 and board[r][c] == side:
            found += line
    return found


def can_move(board, side):
    return any(flips(board, r, c, side) for r in range(8) for c in range(8))


def positions(moves):
    """Every position of a game as (text, side), or None if the moves are not legal."""
    board = [["-"] * 8 for _ in range(8)]
    board[3][4] = board[4][3] = "X"
    board[3][3] = board[4][4] = "O"
    side, seen = "X", []
    for move in moves:
        if move == 0:
            break
        if not can_move(board, side):
            side = "O" if side == "X" else "X"
        seen.append(("".join(map("".join, board)), side))
        row, column = move // 10 - 1, move % 10 - 1
        turned = flips(board, row, column, side)
        if not turned:
            return None
        for r, c in [*turned, (row, column)]:
            board[r][c] = side
        side = "O" if side == "X" else "X"
    return seen


def main():
    arguments = sys.argv[1:]
    barred_files = arguments[arguments.index("--not") + 1:] if "--not" in arguments else []
    empty, count, seed = map(int, arguments[:3])
    files = arguments[3:arguments.index("--not")] if "--not" in arguments else arguments[3:]
    barred = set()
    for name in barred_files:
        with open(name) as file:
            barred.update(row["position"] for row in csv.DictReader(file))
    games = []
    for name in sorted(files):
        data = open(name, "rb").read()
        (number,) = struct.unpack_from("<I", data, 4)
        games += [data[16 + 68 * i + 8:16 + 68 * i + 68] for i in range(number)]
    random.Random(seed).shuffle(games)
    printed = set()
    for moves in games:
        seen = positions(moves)
        if seen is None or any(text in barred for text, _ in seen):
            continue
        here = [(text, side) for text, side in seen if text.count("-") == empty]
        if here and here[0] not in printed:
            printed.add(here[0])
            print(*here[0])
            if len(printed) == count:
                return


main()
