// SearchOf<Policy>: a search behind AnySearch.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "agents/common/mcts/any_search.hpp"
#include "agents/common/mcts/inspected_tree.hpp"
#include "agents/common/mcts/search.hpp"

namespace ludex::agents::mcts {

template <class P>
class SearchOf final : public AnySearch {
 public:
  template <class Config>
  explicit SearchOf(const Config& config) : search_(config) {}

  void new_game(const Game& game, std::uint64_t seed) override { search_.new_game(game, seed); }
  void observe(const State* before, Move move) override { search_.observe(before, move); }
  Move choose(const State* position, const Budget& budget, SearchReport& report,
              ProgressBoard* board) override {
    return search_.choose(position, budget, report, board);
  }
  [[nodiscard]] std::span<const char* const> inspect_columns() const noexcept override {
    return InspectedTree<Search<P>>::columns();
  }
  [[nodiscard]] bool inspect(std::span<const Move> path, InspectRows& rows) const override {
    return search_.has_tree() && InspectedTree<Search<P>>::rows(search_, path, rows);
  }

 private:
  Search<P> search_;
};

template <class P, class Config>
[[nodiscard]] std::unique_ptr<AnySearch> make_search(const Config& config) {
  return std::make_unique<SearchOf<P>>(config);
}

}  // namespace ludex::agents::mcts
