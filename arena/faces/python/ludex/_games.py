"""The Python side of games written in Python: every answer of the author's class is checked here, once."""

import copy
import numbers

from ludex import _agents


class Game:
    """A class of the author, and positions as its objects, each of which is used by nobody else."""

    def __init__(self, file, name, args):
        module = _agents._load(file)
        own = {key: value for key, value in vars(module).items()
               if isinstance(value, type) and value.__module__ == module.__name__ and callable(getattr(value, "legal_moves", None))}
        if not name and len(own) != 1:
            raise ValueError(f"class: name the class to use; {file} has {', '.join(own) or 'none'} with a method legal_moves(self)")
        self.kind = getattr(module, name, None) if name else next(iter(own.values()))
        if not isinstance(self.kind, type):
            raise ValueError(f"class: {file} has no class '{name}'; it has {', '.join(own) or 'none with legal_moves()'}")
        self.file = file
        self.args = _agents._arguments(args)
        for method in ("legal_moves", "apply", "returns"):
            if not callable(getattr(self.kind, method, None)):
                raise ValueError(f"{self._line(None)}: the class {self.kind.__name__} has no method {method}()")
        if getattr(self.kind, "players", 2) != 2:
            raise ValueError(f"{self._line(None)}: players is {self.kind.players}; games in Python have two players")
        self.max_moves = getattr(self.kind, "max_moves", 256)
        if not isinstance(self.max_moves, int) or not 1 <= self.max_moves <= 10000:
            raise ValueError(f"{self._line(None)}: max_moves is {self.max_moves!r}, expected 1 to 10000")

    def _line(self, method):
        """'my_game.py:12' of a method or, without one, of the class."""
        code = getattr(getattr(self.kind, method, None), "__code__", None) if method else None
        if code is not None:
            return f"{code.co_filename}:{code.co_firstlineno}"
        with open(self.file, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.split("(")[0].split(":")[0].split() == ["class", self.kind.__name__]:
                    return f"{self.file}:{number}"
        return self.file

    def _fault(self, method, what):
        return ValueError(f"{self._line(method)}: {method}() {what}")

    def start(self):
        return self.kind(**self.args)

    def look(self, position, ply):
        """(status, mover, moves): status -1 while the game goes on, 0 or 1 the winner, 2 a draw; moves by their texts."""
        returns = position.returns()
        moves = position.legal_moves() if returns is None else []
        if returns is not None:
            if not isinstance(returns, (list, tuple)) or len(returns) != 2 or not all(isinstance(x, numbers.Real) for x in returns):
                raise self._fault("returns", f"returned {returns!r}, expected None, or a number for each of two players")
            known = {(1, -1): 0, (-1, 1): 1, (0, 0): 2}.get(tuple(returns))
            if known is None:
                raise self._fault("returns", f"returned {returns!r}, expected [1, -1], [-1, 1] or [0, 0]")
            return known, 0, {}
        if not isinstance(moves, (list, tuple)):
            raise self._fault("legal_moves", f"returned {type(moves).__name__}, expected a list of moves")
        texts = {str(move): move for move in moves}
        if not moves:
            raise self._fault("legal_moves", "returned no move, but returns() is None: the game is over without returns")
        if len(texts) != len(moves):
            raise self._fault("legal_moves", f"returned moves whose texts are equal: {[str(move) for move in moves]}")
        if len(moves) > self.max_moves:
            raise self._fault("legal_moves", f"returned {len(moves)} moves, and max_moves is {self.max_moves}")
        for text in texts:
            if not text or any(c.isspace() or not c.isprintable() for c in text):
                raise self._fault("legal_moves", f"returned a move whose text is {text!r}, expected one word")
        mover = ply % 2
        if hasattr(position, "to_move"):
            mover = position.to_move() if callable(position.to_move) else position.to_move
            if mover not in (0, 1):
                raise self._fault("to_move", f"is {mover!r}, expected 0 or 1")
        return -1, int(mover), texts

    def play(self, position, move):
        """The position after a move that legal_moves() has listed."""
        after = copy.deepcopy(position)
        try:
            answer = after.apply(move)
        except Exception as error:
            raise ValueError(f"{self._line('apply')}: apply({move!r}) raised {type(error).__name__}, but legal_moves() lists the move") from error
        if answer is not None:
            raise self._fault("apply", f"returned {type(answer).__name__}, expected None: it changes the object itself")
        return after

    def drawing(self, position):
        return str(position)
