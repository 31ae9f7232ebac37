// SearchAgent: common part of the agents of the family. An agent derives from it and makes its search.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "agents/common/mcts/any_search.hpp"
#include "core/agent/inspect.hpp"
#include "core/agent/options.hpp"
#include "core/agent/progress.hpp"
#include "core/util/offers.hpp"

namespace ludex::agents::mcts {

class SearchAgent {
 public:
  using Offers = Extensions<ObservesMoves, ProgressSource, Inspect>;
  void new_game(const Game& game, Player, std::uint64_t seed) { search_->new_game(game, seed); }
  void observe(const State* before, Move move) { search_->observe(before, move); }
  Move choose(const State* position, const Budget& budget, SearchReport& report) {
    return search_->choose(position, budget, report, &board_);
  }
  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }
  [[nodiscard]] std::span<const char* const> inspect_columns() const noexcept {
    return search_ == nullptr ? std::span<const char* const>{} : search_->inspect_columns();
  }
  [[nodiscard]] bool inspect(std::span<const Move> path, InspectRows& rows) const {
    return search_ != nullptr && search_->inspect(path, rows);
  }

 protected:
  std::unique_ptr<AnySearch> search_;

 private:
  ProgressBoard board_;
};

}  // namespace ludex::agents::mcts
