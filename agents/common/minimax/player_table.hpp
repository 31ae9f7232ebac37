// PlayerTable: memory of a max^n search, whose values are vectors. A fixed number of bytes, one entry of 48
// bytes a slot; a slot keeps the deeper of two positions of one search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "agents/common/memory/page_block.hpp"
#include "agents/common/minimax/score.hpp"
#include "core/abi/types.hpp"

namespace ludex::agents::minimax {

// The score of each player, and whether it follows from ends of games alone.
struct PlayerScores {
  std::array<Score, kMaxPlayers> scores{};
  bool proven = false;
};

class PlayerTable {
 public:
  struct Entry {
    std::uint64_t hash;
    std::array<Score, kMaxPlayers> scores;  // wins and losses count plies from this position
    Move move;
    std::uint16_t depth;
    std::uint8_t proven;
    std::uint8_t age;  // 0: empty
  };

  PlayerTable() = default;
  // Uses at most `mib` MiB.
  explicit PlayerTable(std::size_t mib)
      : pages_(std::max<std::size_t>(mib, 1) << 20),
        mask_(std::bit_floor(pages_.size() / sizeof(Entry)) - 1) {}

  [[nodiscard]] std::size_t size_bytes() const noexcept { return pages_.size(); }
  void forget() noexcept {
    age_ = age_ == 255 ? 1 : age_ + 1;
    if (age_ == 1) pages_.clear();
  }

  // nullptr if the position is not there.
  [[nodiscard]] const Entry* find(std::uint64_t hash) const noexcept {
    const Entry& entry = slot(hash);
    return entry.age == age_ && entry.hash == hash ? &entry : nullptr;
  }
  void store(std::uint64_t hash, const PlayerScores& value, Move move, std::uint32_t depth) noexcept {
    Entry& entry = slot(hash);
    if (entry.age == age_ && entry.hash != hash && entry.depth > depth) return;
    entry = {hash,
             value.scores,
             move,
             static_cast<std::uint16_t>(depth),
             static_cast<std::uint8_t>(value.proven ? 1 : 0),
             age_};
  }

 private:
  [[nodiscard]] Entry& slot(std::uint64_t hash) const noexcept {
    return static_cast<Entry*>(pages_.data())[hash & mask_];
  }

  PageBlock pages_;
  std::uint64_t mask_ = 0;
  std::uint8_t age_ = 1;
};

}  // namespace ludex::agents::minimax
