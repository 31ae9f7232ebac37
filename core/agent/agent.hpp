// The agent interface: what a search plug-in offers to the arena. It follows the rules stated in
// core/game/game.hpp.
#pragma once

#include <cstdint>

#include "core/abi/params.hpp"
#include "core/abi/types.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"
#include "core/game/game.hpp"

namespace ludex {

// The question that solve() decides, for the side to move.
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

  // The extension with that id, or nullptr. Valid as long as the agent.
  [[nodiscard]] virtual const void* extension(const char* id) const noexcept = 0;

  // Prepares for a game and forgets the last one. `game` outlives the agent's use of it. The seed determines
  // every random decision until the next new_game. May allocate.
  virtual Status new_game(const Game* game, Player seat, std::uint64_t seed, TextSink& error) noexcept = 0;

  // Reports a move played on the board by any player (the agent's own and opening moves too) or an outcome of
  // chance, for tree reuse. `before` is the position in which it was played.
  virtual Status observe(const State* before, Move move, TextSink& error) noexcept = 0;

  // Chooses a legal move of `position`, where a player is to move, within the budget. Blocks while it
  // searches. The agent must answer soon after *budget.stop becomes non-zero. `report` is never null; fields
  // that do not apply stay 0.
  virtual Status choose(const State* position, const Budget* budget, SearchReport* report, Move* out,
                        TextSink& error) noexcept = 0;

  // Tries to prove a goal and writes the answer to report->outcome: kUnknown if the budget ran out.
  // kUnsupported for agents that prove nothing.
  virtual Status solve(const State* position, Goal goal, const Budget* budget, SearchReport* report,
                       TextSink& error) noexcept = 0;

 protected:
  ~Agent() = default;
};

// The extension E of an agent, or nullptr if the agent lacks it. Valid as long as the agent.
template <class E>
[[nodiscard]] E* find(const Agent& agent) noexcept {
  return static_cast<E*>(const_cast<void*>(agent.extension(E::kId)));
}

// Values of an agent's parameters under names, in files of their own. The agent knows nothing of them: the
// host gives it the values, so that what the user gives explicitly always wins. PluginEntry::factory answers
// this id; `ludex_add_plugin(... PRESETS presets/hex.yaml)` embeds the files.
class Presets {
 public:
  static constexpr const char* kInterface = "ludex.draft.presets/1";
  // Name and content of each file; static lifetime. A line is `PARAMETER: VALUE`, empty, or a comment that
  // begins with '#'; the comments before the first parameter describe the preset.
  [[nodiscard]] virtual const ParamText* presets(std::uint32_t* count) const noexcept = 0;

 protected:
  ~Presets() = default;
};

// Makes agents of one kind. One per plug-in, of static lifetime; thread-safe.
class AgentFactory {
 public:
  static constexpr const char* kInterface = "ludex.agent-factory/1";

  // The parameters in the order of documentation; static lifetime.
  [[nodiscard]] virtual const ParamSpec* parameters(std::uint32_t* count) const noexcept = 0;
  // kOk if agents of this kind can play the game; else kUnsupported and the reason, as "needs ...".
  virtual Status supports(const Game* game, TextSink& error) const noexcept = 0;
  // A new agent, to be freed with destroy(), or nullptr and a message, as in GameFactory::create.
  virtual Agent* create(const ParamText* values, std::uint32_t count, TextSink& error) const noexcept = 0;

 protected:
  ~AgentFactory() = default;
};

}  // namespace ludex
