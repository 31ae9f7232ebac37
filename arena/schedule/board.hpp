// One position of any game, in memory of its own, with the interface's texts as std::string.
#pragma once

#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

class Board {
 public:
  // At the initial position. `game` outlives the board.
  explicit Board(const Game& game);

  [[nodiscard]] State* state() noexcept { return reinterpret_cast<State*>(memory_.get()); }
  [[nodiscard]] const State* state() const noexcept { return reinterpret_cast<const State*>(memory_.get()); }
  [[nodiscard]] bool over() const noexcept { return is_over(game_.status(state())); }
  [[nodiscard]] std::uint64_t hash() const noexcept { return game_.hash(state()); }

  void reset() noexcept { game_.initial(state()); }
  // The position of a text; on an error the board is as it was.
  Result<void> set(std::string_view text);
  // A move of this position.
  [[nodiscard]] Result<Move> parse(std::string_view text) const;
  void play(Move move) noexcept { game_.apply(state(), move); }
  // Valid until the next call.
  [[nodiscard]] const std::vector<Move>& legal_moves();

 private:
  struct Free {
    std::align_val_t align;
    void operator()(std::byte* memory) const noexcept { ::operator delete[](memory, align); }
  };

  const Game& game_;
  std::unique_ptr<std::byte[], Free> memory_;
  std::vector<Move> moves_;
};

}  // namespace ludex::arena
