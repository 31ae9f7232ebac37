#!/usr/bin/env python3
"""Solved positions with all their best moves, for `ludex suite`. Needs the package `ludex`.

solved_positions.py othello PER_COUNT FEWEST MOST      Othello 6x6: random games, PER_COUNT positions with each
                                                       number of empty squares from FEWEST to MOST; best: the
                                                       moves that keep the exact score
solved_positions.py connect-four FILE.csv PER_SET      the first of each set of the file (columns set,
                                                       columns_played, score); best: those that keep the result

Values are those of alpha-beta's solver. A position whose every move is best is left out.
"""
import csv
import random
import sys

import ludex

SOLVER = ludex.agent("alpha-beta", tt_mib=64)


def score(position, player):
    """The exact score for a player; Othello gives empty squares to the winner."""
    if not position.over:
        value = SOLVER.solve(position, "value").value
        return value if position.to_move == player else -value
    board = position.text
    ahead = board.count("X") - board.count("O")
    ahead -= 1 if board.split()[-1] == "X" else -1  # the side to move
    ahead += (ahead > 0) * board.count("-") - (ahead < 0) * board.count("-")
    return ahead if player == 0 else -ahead


def write(position, best, name, file=None):
    if len(best) < len(position.legal_moves()):
        print(f'{position.text} bm {" ".join(map(str, best))}; id "{name}";', flush=True, file=file)


def othello(per_count, fewest, most, size=6, file=None):
    game = ludex.game("othello", size=size)
    for number in range(per_count):
        for empty in range(fewest, most + 1):
            draw = random.Random(f"{empty} {number}")
            while True:
                position = game.position()
                while not position.over and position.text.count("-") > empty:
                    position = position.after(draw.choice(position.legal_moves()))
                if not position.over and len(position.legal_moves()) > 1:
                    break
            values = {move: score(position.after(move), position.to_move) for move in position.legal_moves()}
            most_points = max(values.values())
            assert most_points == score(position, position.to_move)
            write(position, [move for move, value in values.items() if value == most_points], f"{empty}", file)


def keeps(position, move, result):
    """Whether a move keeps a won or drawn result."""
    after = position.after(move)
    if after.over:
        return after.winner == position.to_move or (result == 0 and after.winner is None)
    outcome = SOLVER.solve(after, "draw" if result > 0 else "win").outcome
    return outcome == "loss" if result > 0 else outcome != "win"


def connect_four(file, per_set):
    game, count = ludex.game("connect-k"), {}
    for row in csv.DictReader(open(file)):
        count[row["set"]] = count.get(row["set"], 0) + 1
        if count[row["set"]] > per_set or int(row["score"]) < 0:
            continue
        position = game.position().after(*("abcdefg"[int(column) - 1] for column in row["columns_played"]))
        result = (int(row["score"]) > 0) - (int(row["score"]) < 0)
        best = [move for move in position.legal_moves() if keeps(position, move, result)]
        assert best, "the file says otherwise"
        write(position, best, row["set"])


if __name__ == "__main__":
    if sys.argv[1] == "othello":
        othello(*map(int, sys.argv[2:]))
    else:
        connect_four(sys.argv[2], int(sys.argv[3]))
