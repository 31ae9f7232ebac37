// ludex.draft.count-replies/1.
#pragma once

#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// The number of leaves two plies on, without making the moves: bulk counting for the last two plies.
class CountReplies {
 public:
  static constexpr const char* kId = "ludex.draft.count-replies/1";
  // The sum of legal_moves() over all legal moves; 0 for a finished game.
  [[nodiscard]] virtual std::uint64_t count_replies(const State* state) const noexcept = 0;

 protected:
  ~CountReplies() = default;
};

template <class Author, bool offered>
struct RulesMethods<CountReplies, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(CountReplies, std::uint64_t, count_replies, (state), const State& state);
};

template <class R>
class FromRules<CountReplies, R> final : public WithRules<CountReplies, R> {
 public:
  using WithRules<CountReplies, R>::WithRules;
  [[nodiscard]] std::uint64_t count_replies(const State* state) const noexcept override {
    return this->rules_.count_replies(this->view(state));
  }
};

}  // namespace ludex
