"""Tic-tac-toe as a game for Ludex: ludex play python:file=tic_tac_toe.py human uct"""

LINES = ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1")


class TicTacToe:
    max_moves = 9

    def __init__(self):
        self.cells = {column + row: "." for row in "123" for column in "abc"}
        self.to_move = 0

    def legal_moves(self):
        return [cell for cell, mark in self.cells.items() if mark == "."]

    def apply(self, cell):
        self.cells[cell] = "xo"[self.to_move]
        self.to_move = 1 - self.to_move

    def returns(self):
        for mark, result in (("x", [1, -1]), ("o", [-1, 1])):
            if any(all(self.cells[cell] == mark for cell in line.split()) for line in LINES):
                return result
        return None if self.legal_moves() else [0, 0]

    def __str__(self):
        return "\n".join(" ".join(self.cells[column + row] for column in "abc") for row in "321")
