// The agent interface: what a search plug-in offers to the arena. The discipline is that of
// core/game/game.hpp.
#pragma once

#include <cstdint>

#include "core/abi/params.hpp"
#include "core/abi/types.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"
#include "core/game/game.hpp"

namespace ludex {

// What solve() is to decide, for the side to move.
enum class Goal : std::uint32_t {
  kWin = 0,    // can it force a win?
  kDraw = 1,   // can it force at least a draw?
  kValue = 2,  // win, draw or loss (and the exact score where the game has one)
};
[[nodiscard]] constexpr auto enum_texts(Goal) noexcept {
  return EnumTexts{"win", "draw", "value"};
}

// One player at one board. Used by one thread at a time. An agent is made once and plays many games.
class Agent {
 public:
  // Frees the agent. Only the owner calls it, once, with no search running.
  virtual void destroy() noexcept = 0;

  // The extension of that id, or nullptr. Valid as long as the agent.
  [[nodiscard]] virtual const void* extension(const char* id) const noexcept = 0;

  // Prepares for a game: forgets everything of the last one. `game` outlives the agent's use of it. The seed
  // determines every random decision until the next new_game. May allocate.
  virtual Status new_game(const Game* game, Player seat, std::uint64_t seed, TextSink& error) noexcept = 0;

  // A move was played on the board, by either side (also the agent's own, also opening moves): for tree
  // reuse. `before` is the position in which it was played.
  virtual Status observe(const State* before, Move move, TextSink& error) noexcept = 0;

  // Chooses a legal move of `position` (which is not over) within the budget. Blocks while it searches. The
  // agent must answer soon after *budget.stop becomes non-zero. `report` is never null; what does not apply
  // stays 0.
  virtual Status choose(const State* position, const Budget* budget, SearchReport* report, Move* out,
                        TextSink& error) noexcept = 0;

  // Tries to prove a goal; the answer is report->outcome, kUnknown if the budget ran out. kUnsupported for
  // agents that prove nothing.
  virtual Status solve(const State* position, Goal goal, const Budget* budget, SearchReport* report,
                       TextSink& error) noexcept = 0;

 protected:
  ~Agent() = default;
};

// An agent that can write down what it has proven (extension of Agent).
class ProofText {
 public:
  static constexpr const char* kId = "ludex.draft.proof-text/1";
  // A proof of the answer that the last solve() found, as text that can be checked with the rules alone (the
  // format: agents/common/proof-number/proof_tree.hpp). kUnsupported and the reason if there is none. May
  // search.
  virtual Status write_proof(const Budget* budget, TextSink& out, TextSink& error) noexcept = 0;

 protected:
  ~ProofText() = default;
};

// An agent that answers by itself, whatever its budget: tournaments ask none of it. A mark without methods
// (extension of Agent): an agent has it or not, by its parameters.
class NoBudget {
 public:
  static constexpr const char* kId = "ludex.draft.no-budget/1";

 protected:
  ~NoBudget() = default;
};

// Makes agents of one kind. One per plug-in, of static lifetime; thread-safe.
class AgentFactory {
 public:
  static constexpr const char* kInterface = "ludex.agent-factory/1";

  // The parameters in the order of documentation; static lifetime.
  [[nodiscard]] virtual const ParamSpec* parameters(std::uint32_t* count) const noexcept = 0;
  // kOk if agents of this kind can play the game; else kUnsupported and the reason, as "needs ...".
  virtual Status supports(const Game* game, TextSink& error) const noexcept = 0;
  // A new agent, to be freed with destroy(), or nullptr and a message (as GameFactory::create).
  virtual Agent* create(const ParamText* values, std::uint32_t count, TextSink& error) const noexcept = 0;

 protected:
  ~AgentFactory() = default;
};

}  // namespace ludex
