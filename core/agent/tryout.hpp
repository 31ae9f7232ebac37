// A trial before the first game, for agents that depend on an external program or server.
#pragma once

#include <string>

#include "core/abi/text.hpp"
#include "core/abi/types.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/from_agent.hpp"
#include "core/agent/game_clock.hpp"

namespace ludex {

// Extension of Agent. Implemented by agents that can fail although their parameters are valid; the trial
// reports such failures before a tournament starts.
class Tryout {
 public:
  static constexpr const char* kId = "ludex.draft.tryout/1";
  // Tests whether the agent can work with this budget, after new_game() and before the first choose().
  // `clock` is its own before the first move, null if it has none. On kOk `said` receives a line that names
  // the program, or nothing; else the reason. A reason that begins with "NAME: " concerns the parameter NAME,
  // with "budget: " the budget, with "limits: " the host's limits. May block as long as new_game().
  virtual Status try_out(const Budget* budget, const ClockFace* clock, TextSink& said) noexcept = 0;

 protected:
  ~Tryout() = default;
};

template <class Author, bool offered>
struct AgentMethods<Tryout, Author, offered> {
  LUDEX_AGENT_METHOD(Tryout, std::string, try_out, (budget, clock), const Budget& budget,
                     const ClockFace* clock);
};

template <class T>
class FromAgent<Tryout, T> final : public WithAgent<Tryout, T> {
 public:
  using WithAgent<Tryout, T>::WithAgent;
  Status try_out(const Budget* budget, const ClockFace* clock, TextSink& said) noexcept override {
    return guarded(said, [&] {
      said.write(this->agent_.try_out(*budget, clock));
      return Status::kOk;
    });
  }
};

}  // namespace ludex
