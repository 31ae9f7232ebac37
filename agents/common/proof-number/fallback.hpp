// What a player does that has proven nothing: Monte-Carlo tree search with what is left of the budget.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "agents/common/mcts/any_search.hpp"
#include "agents/common/proof-number/settings.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"

namespace ludex::agents::proof_number {

class Fallback {
 public:
  void new_game(const Game& game, const Settings& settings, std::uint64_t seed);

  // Whether a budget can be divided at all.
  [[nodiscard]] bool wanted(const Budget& budget) const noexcept;
  // What the proof search may spend, and what is left after it has spent what its meter says. Memory is
  // halved.
  [[nodiscard]] Budget first_part(const Budget& budget) const noexcept;
  // False if nothing is left.
  [[nodiscard]] bool rest(const Budget& budget, const BudgetMeter& spent, Budget& out) const noexcept;

  Move choose(const State* position, const Budget& budget, SearchReport& report, ProgressBoard& board);

 private:
  [[nodiscard]] std::uint64_t scaled(std::uint64_t n) const noexcept;
  [[nodiscard]] static std::uint32_t half(std::uint32_t mib) noexcept {
    return mib == 0 ? 0 : std::max(1U, mib / 2);
  }
  template <class N>
  [[nodiscard]] static bool take(N& limit, N spent) noexcept {
    if (limit == 0) return true;
    if (limit <= spent) return false;
    limit -= spent;
    return true;
  }

  const Game* game_ = nullptr;
  Settings settings_;
  std::uint64_t seed_ = 0;
  std::unique_ptr<mcts::AnySearch> search_;  // made when first needed
};

}  // namespace ludex::agents::proof_number
