"""Any game as a learning environment with the interface of PettingZoo's agent-environment cycle (AEC): ludex.environment("hex", size=7).

    env = ludex.environment("connect-k")
    env.reset()
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination or truncation else env.action_space(agent).sample(observation["action_mask"]))

PettingZoo itself is not needed. For batches of games, ludex.Positions is much faster.
"""

import numpy as np

from ludex import _core


class Actions:
    """The actions 0 .. n-1 of an agent: move classes of the game."""

    def __init__(self, n, seed=None):
        self.n = n
        self._random = np.random.default_rng(seed)

    def __contains__(self, action):
        return 0 <= int(action) < self.n

    def __repr__(self):
        return f"Actions({self.n})"

    def seed(self, seed=None):
        """Seeds the following calls of sample()."""
        self._random = np.random.default_rng(seed)

    def sample(self, mask=None):
        """A uniformly random action; with a mask, among those with a non-zero mask."""
        return int(self._random.choice(self.n if mask is None else np.flatnonzero(mask)))


class Environment:
    """One game, played move by move by agents "player_0", "player_1", ...

    An action is a move class (Move.move_class) and plays the first legal move of that class, as in Positions.play_classes. An
    observation is {"observation": uint8 [game.state_size], "action_mask": int8 [game.move_classes]}: the position in the game's internal
    format, and 1 for each legal action of the observing agent (all 0 if it is not to move). Rewards are 0 until the game is over, then
    each agent's return in -1..1. No game is truncated: every game ends by its rules.
    """

    metadata = {"name": "ludex", "render_modes": ["svg", "ansi"], "is_parallelizable": False}

    def __init__(self, game, render_mode=None):
        if render_mode not in (None, "svg", "ansi"):
            raise _core.Error(f"render_mode is {render_mode!r}, expected None, 'svg' or 'ansi'")
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self._actions = {agent: Actions(game.move_classes) for agent in self.possible_agents}
        self._batch = game.positions(1)
        self.agents = []

    @property
    def position(self):
        """The current ludex.Position."""
        return self._batch[0]

    def reset(self, seed=None, options=None):
        """Restarts the game. seed: seeds the action spaces and the game's dice (nothing else is random); options: {"position": text} starts from that position."""
        if seed is not None:
            for seat, actions in enumerate(self._actions.values()):
                actions.seed([seed, seat])
        self._dice = np.random.default_rng(None if seed is None else [seed, len(self._actions)])
        self._batch[0] = self.game.position((options or {}).get("position"))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._settle()

    def action_space(self, agent):
        """The action space of an agent."""
        return self._actions[agent]

    def observe(self, agent):
        """The dict {"observation", "action_mask"} that the class describes."""
        mask = np.zeros(self.game.move_classes, np.int8)
        if not self._batch.over[0] and agent == self.possible_agents[self._batch.to_move[0]]:
            mask[:] = self._batch.legal_mask()[0]
        return {"observation": self.game.positions([self.position]).states[0].copy(), "action_mask": mask}

    def last(self, observe=True):
        """(observation, reward since its last action, termination, truncation, info) of agent_selection."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter=2**63):
        """Yields the agent to act until all agents have left."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def step(self, action):
        """Plays an action for agent_selection; an agent whose game is over leaves by step(None). Error: the action is illegal; nothing changes."""
        if not self.agents:
            raise _core.Error("no agent is left in the environment, expected reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise _core.Error(f"the game is over for {agent}: expected step(None)")
            self.agents.remove(agent)
            for per_agent in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
                del per_agent[agent]
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        if action is None:
            raise _core.Error(f"{agent} is to move, expected an action from 0 to {self.game.move_classes - 1}")
        self._batch.play_classes([int(action)])
        self._cumulative_rewards[agent] = 0.0
        self._settle()

    def render(self):
        """The board as SVG, the text of the position, or None, depending on render_mode."""
        if self.render_mode == "svg":
            return self.position.svg()
        return self.position.text if self.render_mode == "ansi" else None

    def close(self):
        """Does nothing: the environment holds no resources."""

    def _settle(self):
        """Rolls where chance decides; updates the rewards and the agent to act after the position has changed."""
        self._batch.roll(int(self._dice.integers(2**63)))
        if not self._batch.over[0]:
            self.agent_selection = self.possible_agents[self._batch.to_move[0]]
            return
        for agent, gain in zip(self.agents, self._batch.returns[0]):
            self.rewards[agent] = float(gain)
            self._cumulative_rewards[agent] += float(gain)
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]
