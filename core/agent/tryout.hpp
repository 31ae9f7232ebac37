// Agents that depend on what is not Ludex's (a program, a server) are tried before the first game.
#pragma once

#include "core/abi/types.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/game_clock.hpp"

namespace ludex {

// Extension of Agent. An agent that has it can fail although its parameters make sense, for reasons that a
// tournament had better know before the first game.
class Tryout {
 public:
  static constexpr const char* kId = "ludex.draft.tryout/1";
  // Whether the agent can be told this budget, after new_game() and before the first choose(). `clock` is its
  // own before the first move, null if it has none. On kOk `said` gets a line about who was found, or
  // nothing; else it gets the reason. A reason that begins with "NAME: " is about the parameter NAME, with
  // "budget: " about the budget, with "limits: " about what the host allows. May block as long as new_game().
  virtual Status try_out(const Budget* budget, const ClockFace* clock, TextSink& said) noexcept = 0;

 protected:
  ~Tryout() = default;
};

}  // namespace ludex
