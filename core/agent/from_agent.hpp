// The frame of an extension that an agent can offer, as core/game/from_rules.hpp is for rules. The header
// of an interface has two specialisations: AgentMethods, the methods that the agent's class must have, and
// FromAgent, which makes the interface of them.
#pragma once

#include "core/util/offers.hpp"

namespace ludex {

// `Author` is the agent's class. The members are assertions.
template <class Item, class Author, bool offered>
struct AgentMethods {
  static_assert(!offered || sizeof(Item) == 0,
                "Offers names an extension that agents cannot offer; the compiler names it above or below");
};

// The interface E of an agent, forwarded to its class T.
template <class E, class T>
class FromAgent;

// Base of every FromAgent.
template <class E, class T>
class WithAgent : public E {
 public:
  explicit WithAgent(T& agent) noexcept : agent_(agent) {}
  [[nodiscard]] static constexpr bool present() noexcept { return true; }

 protected:
  T& agent_;
};

}  // namespace ludex

// Member of AgentMethods; see LUDEX_METHOD.
#define LUDEX_AGENT_METHOD(ITEM, RESULT, NAME, ARGUMENTS, ...) \
  LUDEX_METHOD("agent", "", ITEM, RESULT, NAME, ARGUMENTS, __VA_ARGS__)
