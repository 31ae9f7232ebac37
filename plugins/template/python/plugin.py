"""@id@: UCB1 over the moves of the position, each judged by random games. A complete agent; replace choose() by your algorithm."""

import math
import random


class @Class@:
    def __init__(self, c=1.13):
        """What `args` of a tournament file sets: args: "c=0.7"."""
        self.c = c

    def new_game(self, game, seat, seed):
        """Before every game: forget the last one. The same seed must give the same moves."""
        self.random = random.Random(seed)

    def choose(self, position, budget):
        """A legal move of `position`, as a ludex.Move or its text; optionally with what the search has found."""
        me = position.to_move
        moves = position.legal_moves()
        after = [position.after(move) for move in moves]
        visits = [0] * len(moves)
        sums = [0.0] * len(moves)

        def bound(i):
            if visits[i] == 0:
                return math.inf
            return sums[i] / visits[i] + self.c * math.sqrt(math.log(sum(visits)) / visits[i])

        while budget.step():  # counts an iteration (and a node); False when the budget is used up
            i = max(range(len(moves)), key=bound)
            sums[i] += after[i].playout(self.random.getrandbits(64))[me]  # the result in -1..1
            visits[i] += 1
        best = max(range(len(moves)), key=lambda i: visits[i])
        return moves[best], {"value": sums[best] / visits[best]}
