"""@id@: sticks. Players in turn take one to three sticks from a heap; taking the last one wins. A complete game; replace the rules by yours."""


class @Class@:
    max_moves = 3  # an upper bound of the number of legal moves of a position

    def __init__(self, sticks=21):
        """What `args` of a tournament file sets: args: "sticks=21"."""
        self.left = int(sticks)
        self.to_move = 0  # without this attribute the players take turns

    def legal_moves(self):
        """Moves of any type; str(move) is a move's text, one word. Not asked when the game is over."""
        return list(range(1, min(3, self.left) + 1))

    def apply(self, move):
        """Plays one of them: changes the object. It is copied before (copy.deepcopy), so keep it small."""
        self.left -= move
        self.to_move = 1 - self.to_move

    def returns(self):
        """None while the game goes on, else the result of each player, in -1..1: [1, -1], [-1, 1] or [0, 0]."""
        if self.left > 0:
            return None
        return [-1, 1] if self.to_move == 0 else [1, -1]  # who moved last has won

    def __str__(self):
        """The drawing of the position."""
        return "|" * self.left + f" ({self.left})"
