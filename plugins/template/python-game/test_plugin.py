"""pytest: is @id@ the game that it should be, and does it keep its contract?"""

import pathlib
import subprocess

import ludex

FILE = pathlib.Path(__file__).with_name("@file@.py")


def test_a_known_solution():
    """Whoever leaves a multiple of four sticks wins."""
    agent = ludex.agent("alpha-beta")
    for sticks in (5, 6, 7):
        game = ludex.game("python", file=FILE, args=f"sticks={sticks}")
        assert agent.choose(game.position(), depth=8).text == str(sticks - 4)


def test_contract():
    subprocess.run([ludex.executable(), "check", str(FILE)], check=True)
