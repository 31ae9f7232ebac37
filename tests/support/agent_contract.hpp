// The contract of agents (core/contract/agent_contract.hpp) as doctest sees it: a broken promise fails the
// test, with its witness. A new agent's test is a few calls of these plus its own facts.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/agent/agent_shell.hpp"
#include "core/contract/agent_contract.hpp"
#include "core/contract/exhaustive.hpp"
#include "core/game/game_module.hpp"
#include "core/game/position.hpp"
#include "core/util/hash.hpp"
#include "tests/support/plugins.hpp"

namespace ludex::tests {

using contract::Answer;
using contract::Exhaustive;
using contract::random_position;
using contract::same_answer;

// Games and agents that are linked in, for tests that look into them or bring their own:
// make_game(LayeredGame(...)). All others come from the plug-ins: make_game("mnk", {{"m", "4"}}).
template <class D>
OwnedGame make_game(const Settings& settings = {}) {
  return make_game(*static_cast<const GameFactory*>(GameShell<D>::factory(GameFactory::kInterface)),
                   settings);
}
template <GameRules R>
OwnedGame make_game(const R& rules) {
  return OwnedGame(new GameModule<R>(rules));
}
template <class T>
OwnedAgent make_agent(const Settings& settings = {}) {
  return make_agent(*static_cast<const AgentFactory*>(AgentShell<T>::factory(AgentFactory::kInterface)),
                    settings);
}

inline Budget iterations(std::uint64_t n) {
  return contract::budget_of(n, 0);
}
inline Budget nodes(std::uint64_t n) {
  return contract::budget_of(0, n);
}

Answer ask(Agent& agent, const Position& position, const Budget& budget);
void begin(Agent& agent, const Game& game, std::uint64_t seed);

// A report must not contradict the rules: legal and unique root moves, a principal variation that can be
// played and starts with the chosen move, values in range.
void check_report(const Position& position, const Answer& answer);

// No claim of a proof, of the root or of a root move, contradicts exhaustive search. A proven result comes
// with a move that keeps it. Returns how many claims there were.
int check_proofs(const Position& position, const Answer& answer, Exhaustive& truth);

// What an agent promises wherever it plays. `exhaustive` may be null where that would take too long.
void check_agent_contract(const std::string& id, const Game& game, const Settings& settings,
                          std::uint32_t walks, Exhaustive* exhaustive);

// Plays a game between two agents, both observing every move; returns how it ended.
GameStatus play_game(const Game& game, Agent& first, Agent& second, const Budget& budget, std::uint64_t seed);

}  // namespace ludex::tests
