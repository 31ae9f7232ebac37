// AnySearch: one of several compositions of Search, chosen by the parameters. It costs one virtual call a
// search, none a simulation. SearchOf (search_of.hpp) makes one; users of AnySearch compile no search.
#pragma once

#include <cstdint>
#include <span>

#include "core/agent/budget.hpp"
#include "core/agent/inspect.hpp"
#include "core/agent/progress.hpp"
#include "core/agent/report.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::mcts {

class AnySearch {
 public:
  virtual ~AnySearch() = default;
  virtual void new_game(const Game& game, std::uint64_t seed) = 0;
  virtual void observe(const State* before, Move move) = 0;
  // `board`: for spectators; may be null.
  virtual Move choose(const State* position, const Budget& budget, SearchReport& report,
                      ProgressBoard* board = nullptr) = 0;
  // See core/agent/inspect.hpp.
  [[nodiscard]] virtual std::span<const char* const> inspect_columns() const noexcept = 0;
  [[nodiscard]] virtual bool inspect(std::span<const Move> path, InspectRows& rows) const = 0;
};

}  // namespace ludex::agents::mcts
