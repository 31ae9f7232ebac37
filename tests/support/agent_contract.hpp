// The contract every agent keeps, checked through the binary interface on positions of random walks, and the
// exhaustive search that its proofs must never contradict. A new agent's test is a few calls of these plus
// its own facts.
#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <doctest/doctest.h>

#include "core/agent/agent_shell.hpp"
#include "core/game/game_module.hpp"
#include "core/game/position.hpp"
#include "core/util/hash.hpp"
#include "tests/support/plugins.hpp"

namespace ludex::tests {

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
  Budget budget{};
  budget.iterations = n;
  budget.threads = 1;
  return budget;
}
inline Budget nodes(std::uint64_t n) {
  Budget budget{};
  budget.nodes = n;
  budget.threads = 1;
  return budget;
}

// What one search answered.
struct Answer {
  Move move = kNoMove;
  SearchReport report{};
  std::vector<RootMove> root;
};

Answer ask(Agent& agent, const Position& position, const Budget& budget);
void begin(Agent& agent, const Game& game, std::uint64_t seed);

// The position after a number of random moves, or the last one before the game ended.
Position random_position(const Game& game, std::uint32_t plies, Rng& rng);

// The value of every position by plain search over all moves. `key` tells positions apart: the hash where the
// past does not matter.
class Exhaustive {
 public:
  using Key = std::uint64_t (*)(const Position&);
  explicit Exhaustive(Key key = [](const Position& p) { return p.hash(); }) : key_(key) {}

  // For the side to move of a position that is not over.
  Outcome solve(const Position& position);
  // The value of a move for its mover.
  Outcome after(const Position& position, Move move, Player mover);
  [[nodiscard]] std::size_t positions() const noexcept { return known_.size(); }

 private:
  Key key_;
  std::unordered_map<std::uint64_t, Outcome> known_;
  std::deque<Position> line_;
  std::size_t depth_ = 0;
};

bool same_answer(const Answer& a, const Answer& b);

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
