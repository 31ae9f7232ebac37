"""pytest: does @id@ play, and keep its contract?"""

import pathlib
import subprocess

import ludex

FILE = pathlib.Path(__file__).with_name("@file@.py")


def test_finds_the_win():
    agent = ludex.agent("python", file=FILE)
    position = ludex.game("mnk").position().after("a1 a2 b1 b2")
    assert agent.choose(position, iterations=300, seed=1).text == "c1"


def test_contract():
    subprocess.run([ludex.executable(), "check", str(FILE)], check=True)
