// An agent that answers by itself, whatever its budget: tournaments ask none of it.
#pragma once

namespace ludex {

// Extension of Agent, a mark without methods: an agent has it or not, by its parameters.
class NoBudget {
 public:
  static constexpr const char* kId = "ludex.draft.no-budget/1";

 protected:
  ~NoBudget() = default;
};

}  // namespace ludex
