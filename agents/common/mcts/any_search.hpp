// AnySearch: one of several compositions of Search, chosen when the parameters are known. A virtual call a
// search, none a simulation.
#pragma once

#include <cstdint>
#include <memory>

#include "agents/common/mcts/search.hpp"

namespace ludex::agents::mcts {

class AnySearch {
 public:
  virtual ~AnySearch() = default;
  virtual void new_game(const Game& game, std::uint64_t seed) = 0;
  virtual void observe(const State* before, Move move) = 0;
  // `board`: for those who watch; may be null.
  virtual Move choose(const State* position, const Budget& budget, SearchReport& report,
                      ProgressBoard* board = nullptr) = 0;
};

template <class Policy>
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

 private:
  Search<Policy> search_;
};

}  // namespace ludex::agents::mcts
