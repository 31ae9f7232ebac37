// Who wins a position of Hex, by a search of all moves; for few empty cells. Knows the rules only.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "core/game/game.hpp"
#include "core/util/rng.hpp"
#include "games/common/bits.hpp"
#include "games/hex/board.hpp"

namespace ludex::tests {

class HexSolver {
 public:
  using Board = games::Bits<1>;
  using Stones = std::array<Board, 2>;

  explicit HexSolver(const games::hex::HexBoard<1>& board) : board_(board) {}

  // With `mover` to move; remembered.
  bool wins(const Stones& s, Player mover) {
    const Board empty = board_.all().without(s[0] | s[1]);
    // Everything open is the mover's: cannot win even so.
    const Board best = s[mover] | empty;
    if (!board_.reached(mover, best).intersects(board_.last_edge(mover))) return false;
    const Board worst = s[1 - mover] | empty;
    if (!board_.reached(1 - mover, worst).intersects(board_.last_edge(1 - mover))) return true;
    const Key key{s[0].word[0] | std::uint64_t{mover} << 63, s[1].word[0]};
    if (const auto known = memory_.find(key); known != memory_.end()) return known->second;
    bool won = false;
    for (std::uint32_t cell = 0; cell < board_.cells() && !won; ++cell) {
      if (empty.test(cell)) won = wins_with(s, mover, cell);
    }
    return memory_[key] = won;
  }
  bool wins_with(const Stones& s, Player mover, std::uint32_t cell) {
    Stones next = s;
    next[mover].set(cell);
    if (board_.reached(mover, next[mover]).intersects(board_.last_edge(mover))) return true;
    return !wins(next, 1 - mover);
  }

 private:
  struct Key {
    std::uint64_t first;
    std::uint64_t second;
    bool operator==(const Key&) const = default;
  };
  struct Mixed {
    std::size_t operator()(const Key& key) const noexcept { return mix64(mix64(key.first) ^ key.second); }
  };
  const games::hex::HexBoard<1>& board_;
  std::unordered_map<Key, bool, Mixed> memory_;
};

}  // namespace ludex::tests
