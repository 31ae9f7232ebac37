"""The environment for learners: the games it plays are those of positions."""

import numpy as np
import pytest

import ludex


def leads_to(position, goal):
    """Whether the goal is the position, or one or two outcomes from it."""
    return position == goal or position.to_move == ludex.CHANCE and any(leads_to(position.after(move), goal) for move, _ in position.outcomes())


def test_random_games(game):
    env = ludex.Environment(game)
    env.reset(seed=3)
    assert env.agents == env.possible_agents == ["player_0", "player_1"]
    position = game.position()
    plies = 0
    gains = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        assert not truncation and info == {}
        while position.to_move == ludex.CHANCE and env.position != position:
            position = position.after(next(move for move, _ in position.outcomes() if leads_to(position.after(move), env.position)))
        if termination:
            gains[agent] = reward
            env.step(None)
            continue
        assert agent == f"player_{position.to_move}" and reward == 0
        legal = position.legal_moves()
        mask = observation["action_mask"]
        assert set(np.flatnonzero(mask)) == {move.move_class for move in legal}
        assert not env.observe(f"player_{1 - position.to_move}")["action_mask"].any()
        assert (observation["observation"] == game.positions([position]).states[0]).all()
        action = env.action_space(agent).sample(mask)
        assert action in env.action_space(agent)
        position = position.after(next(move for move in legal if move.move_class == action))
        env.step(action)
        assert position.to_move == ludex.CHANCE or env.position == position
        plies += 1
    assert position.over and plies > 0
    assert tuple(gains[f"player_{seat}"] for seat in (0, 1)) == position.returns
    assert env.agents == []
    with pytest.raises(ludex.Error, match="expected reset"):
        env.step(0)
    env.reset()
    assert (game.position().to_move == ludex.CHANCE or env.position == game.position()) and len(env.agents) == 2


def test_three_players():
    env = ludex.environment("chinese-checkers", players=3, size=1, max_turns=8, places="all")
    env.reset(seed=5)
    position = env.game.position()
    acted, gains = set(), {}
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        if over:
            gains[agent] = reward
            env.step(None)
            continue
        assert agent == f"player_{position.to_move}" and env.agents == ["player_0", "player_1", "player_2"]
        acted.add(agent)
        for other in set(env.agents) - {agent}:
            assert not env.observe(other)["action_mask"].any()
        action = env.action_space(agent).sample(observation["action_mask"])
        position = position.after(next(move for move in position.legal_moves() if move.move_class == action))
        env.step(action)
        assert env.position == position
    assert acted == set(gains) and tuple(gains[f"player_{seat}"] for seat in range(3)) == position.returns


def test_seeds():
    def walk(seed):
        env = ludex.environment("hex", size=4)
        env.reset(seed=seed)
        actions = []
        for agent in env.agent_iter():
            observation, _, over, _, _ = env.last()
            actions.append(None if over else env.action_space(agent).sample(observation["action_mask"]))
            env.step(actions[-1])
        return actions
    assert walk(1) == walk(1) != walk(2)


def test_refusals():
    env = ludex.environment("mnk", render_mode="ansi")
    env.reset(options={"position": ludex.game("mnk").position().after("a1 a2 b1 b2").text})
    assert env.render() == env.position.text
    before = env.position
    for action, why in ((0, "move class"), (99, "move class"), (None, "expected an action")):
        with pytest.raises(ludex.Error, match=why):
            env.step(action)
        assert env.position == before and env.agent_selection == "player_0"
    env.step(before.move("c1").move_class)
    assert env.last()[1:3] == (1.0, True)
    with pytest.raises(ludex.Error, match=r"expected step\(None\)"):
        env.step(0)
    with pytest.raises(ludex.Error, match="render_mode"):
        ludex.environment("mnk", render_mode="human")
    assert ludex.Environment(ludex.game("mnk"), "svg").position.to_move == 0
