// ludex.draft.no-budget/1.
#pragma once

#include "core/agent/from_agent.hpp"

namespace ludex {

// Marks an agent that ignores budgets, so that a tournament need not give it one. Has no methods (extension
// of Agent); an agent's parameters decide whether it has the mark.
class NoBudget {
 public:
  static constexpr const char* kId = "ludex.draft.no-budget/1";

 protected:
  ~NoBudget() = default;
};

template <class Author, bool offered>
struct AgentMethods<NoBudget, Author, offered> {
  LUDEX_AGENT_METHOD(NoBudget, bool, needs_budget, (), );  // false: it has the mark
};

template <class T>
class FromAgent<NoBudget, T> final : public WithAgent<NoBudget, T> {
 public:
  using WithAgent<NoBudget, T>::WithAgent;
  [[nodiscard]] bool present() const noexcept { return !this->agent_.needs_budget(); }
};

}  // namespace ludex
