// Conspiracy numbers counted along with a search (Search<Tally>).
//
// A conspirator is a leaf that may change its value; the conspiracy number of a node for a value is the least
// number of leaves below it that must change for the node to have that value (McAllester, "Conspiracy numbers
// for min-max search", AIJ 1988). Ends of games cannot change. Only visited nodes count: moves cut off
// contribute nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "agents/common/minimax/score.hpp"
#include "core/abi/types.hpp"

namespace ludex::agents::minimax {

// Counters for intervals of values (buckets), as in MTD-H: bucket i of n covers [w (i - n/2) - w/2, w (i -
// n/2) + w/2), the first and the last also everything beyond; values are those of player 0. Two rows per
// node, each cumulative: up[j] leaves must change for a value above bucket j, down[j] for one below it. At a
// node of player 0 (maximising)
//
//   up = min of the children's up,  down = sum of the children's down,
//
// at player 1's the reverse: cumulative rows make these plain vector operations on saturating 16-bit numbers.
//
// Only blocks that are neither zero nor constant are stored. A node whose value lies in bucket k has up[j] =
// 0 for j < k and down[j] = 0 for j > k; and beyond the buckets in which leaves below it lie, up and down
// stay constant. Row up keeps the blocks from k to the highest such bucket, row down those from the lowest to
// k, and each one number for the rest; a leaf needs no row at all.
//
// A position from the table contributes no conspirators at all (all rows 0), as in the published
// implementation.
class BucketTally {
 public:
  using Count = std::uint16_t;
  static constexpr Count kUnreachable = 0xFFFF;
  static constexpr std::uint32_t kMaxBuckets = 255;

  // `buckets` odd and at most kMaxBuckets, `width` from 1 to 1000 in centi-units.
  void configure(std::uint32_t buckets, std::uint32_t width) {
    buckets_ = buckets;
    width_ = static_cast<Score>(width);
    // floor(x / w) = x * inverse >> 32 for every x < 2^32 / w.
    inverse_ = ((std::uint64_t{1} << 32) + width - 1) / width;
    offset_ = width_ / 2 + static_cast<Score>(buckets / 2) * width_;
    blocks_ = (buckets + kLanes - 1) / kLanes;
    make_records();
  }
  void resize(std::size_t plies) {
    plies_ = plies;
    make_records();
  }

  [[nodiscard]] std::uint32_t buckets() const noexcept { return buckets_; }
  [[nodiscard]] Score width() const noexcept { return width_; }
  [[nodiscard]] std::uint32_t bucket_of(Score value) const noexcept {
    const Score shifted = value + offset_;  // 0 at the lower edge of bucket 0
    if (shifted <= 0) return 0;
    if (shifted >= static_cast<Score>(buckets_) * width_) return buckets_ - 1;
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(shifted) * inverse_ >> 32);
  }

  void open(std::uint32_t ply) noexcept { records_[ply].filled = false; }
  void leaf(std::uint32_t ply, Score score, Player player) noexcept { set(ply, score, player, 1); }
  void terminal(std::uint32_t ply, Score score, Player player) noexcept {
    set(ply, score, player, kUnreachable);
  }
  void hit(std::uint32_t ply, Score score, Player player) noexcept { set(ply, score, player, 0); }

  void merge(std::uint32_t ply, Player player) noexcept {
    Record& into = records_[ply];
    Record& from = records_[ply + 1];
    if (!into.filled) {
      std::swap(into, from);  // with its rows
      from.filled = false;
      return;
    }
    const std::uint32_t first = std::min(into.first, from.first);
    const std::uint32_t last = std::max(into.last, from.last);
    const bool maximising = player == 0;
    const std::uint32_t bucket =
        maximising ? std::max(into.bucket, from.bucket) : std::min(into.bucket, from.bucket);
    const std::uint32_t middle = bucket / kLanes;
    Block a, b;
    for (std::uint32_t i = middle; i <= last; ++i) {
      up_block(into, i, a);
      up_block(from, i, b);
      maximising ? take_least(a, b) : add(a, b);
      store(into.rows + i * kLanes, a);
    }
    for (std::uint32_t i = first; i <= middle; ++i) {
      down_block(into, i, a);
      down_block(from, i, b);
      maximising ? add(a, b) : take_least(a, b);
      store(into.rows + (blocks_ + i) * kLanes, a);
    }
    into.up_tail = maximising ? std::min(into.up_tail, from.up_tail) : total(into.up_tail, from.up_tail);
    into.down_tail =
        maximising ? total(into.down_tail, from.down_tail) : std::min(into.down_tail, from.down_tail);
    into.bucket = bucket;
    into.first = first;
    into.last = last;
    into.amount = kHasRows;
  }

  // After a search: number of leaves of the root that must change for a value above (below) bucket j.
  [[nodiscard]] Count up(std::uint32_t j) const noexcept {
    const Record& r = records_[0];
    Block block;
    up_block(r, j / kLanes, block);
    return !r.filled || j < r.bucket ? Count{0} : block[j % kLanes];
  }
  [[nodiscard]] Count down(std::uint32_t j) const noexcept {
    const Record& r = records_[0];
    Block block;
    down_block(r, j / kLanes, block);
    return !r.filled || j > r.bucket ? Count{0} : block[j % kLanes];
  }
  // The part of up (down) due to bucket j alone: leaves beyond those that the bucket before needs.
  [[nodiscard]] Count marginal_up(std::uint32_t j) const noexcept {
    return j == 0 ? up(0) : difference(up(j), up(j - 1));
  }
  [[nodiscard]] Count marginal_down(std::uint32_t j) const noexcept {
    return j + 1 == buckets_ ? down(j) : difference(down(j), down(j + 1));
  }

 private:
  static constexpr std::uint32_t kLanes = 16;
  static constexpr std::uint32_t kHasRows = 0x10000;
  using Block [[gnu::vector_size(2 * kLanes)]] = Count;

  struct Record {
    bool filled = false;
    std::uint32_t bucket = 0;  // of the value
    std::uint32_t first = 0;   // blocks of the lowest and the highest bucket with a leaf
    std::uint32_t last = 0;
    std::uint32_t amount = 0;  // number of a leaf; kHasRows: see rows
    Count up_tail = 0;         // up above block `last`
    Count down_tail = 0;       // down below block `first`
    Count* rows = nullptr;     // room for up, then down
  };

  [[nodiscard]] static Count difference(Count a, Count b) noexcept {
    return a == kUnreachable ? (b == kUnreachable ? Count{0} : kUnreachable) : static_cast<Count>(a - b);
  }
  void set(std::uint32_t ply, Score score, Player player, Count amount) noexcept {
    Record& r = records_[ply];
    r.filled = true;
    r.bucket = bucket_of(player == 0 ? score : -score);
    r.first = r.last = r.bucket / kLanes;
    r.amount = amount;
    r.up_tail = r.down_tail = amount;
  }
  void make_records() {
    const std::size_t row = std::size_t{blocks_} * kLanes;
    arena_.assign(2 * row * plies_, 0);
    records_.assign(plies_, {});
    for (std::size_t i = 0; i < plies_; ++i) records_[i].rows = arena_.data() + 2 * row * i;
  }

  // Vectors are passed by reference: by value their calling convention depends on the machine.
  static void store(Count* to, const Block& b) noexcept { std::memcpy(to, &b, sizeof b); }
  static void fill(std::uint32_t n, Block& out) noexcept { out = Block{} + static_cast<Count>(n); }
  static void take_least(Block& a, const Block& b) noexcept { a = a < b ? a : b; }
  // Saturating: a sum that wrapped is less than its parts.
  static void add(Block& a, const Block& b) noexcept {
    const Block s = a + b;
    a = s | reinterpret_cast<Block>(s < a);
  }
  [[nodiscard]] static Count total(Count a, Count b) noexcept {
    const auto s = static_cast<Count>(a + b);
    return s < a ? kUnreachable : s;
  }
  static constexpr Block kIndex{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

  // Block i of a node's row.
  void up_block(const Record& r, std::uint32_t i, Block& out) const noexcept {
    const std::uint32_t own = r.bucket / kLanes;
    if (i > r.last || i < own) {
      fill(i < own ? 0 : r.up_tail, out);
    } else if (r.amount == kHasRows) {
      std::memcpy(&out, r.rows + i * kLanes, sizeof out);
    } else {
      Block lowest, amount;
      fill(r.bucket % kLanes, lowest);
      fill(r.amount, amount);
      out = amount & reinterpret_cast<Block>(kIndex >= lowest);
    }
  }
  void down_block(const Record& r, std::uint32_t i, Block& out) const noexcept {
    const std::uint32_t own = r.bucket / kLanes;
    if (i < r.first || i > own) {
      fill(i > own ? 0 : r.down_tail, out);
    } else if (r.amount == kHasRows) {
      std::memcpy(&out, r.rows + (blocks_ + i) * kLanes, sizeof out);
    } else {
      Block highest, amount;
      fill(r.bucket % kLanes, highest);
      fill(r.amount, amount);
      out = amount & reinterpret_cast<Block>(kIndex <= highest);
    }
  }

  std::uint32_t buckets_ = 101;
  Score width_ = 20;
  std::uint64_t inverse_ = 0;
  Score offset_ = 0;
  std::uint32_t blocks_ = 7;
  std::size_t plies_ = 0;
  std::vector<Count> arena_;
  std::vector<Record> records_;  // [ply]
};

// The single conspiracy number of the root (Song & Iida 2017): leaves that must change for the player to move
// at the root to get at least `threshold`. 0 or infinite at an end of the game, 0 or 1 at a leaf, the minimum
// of the children at the player's nodes, their sum at the opponent's. A position from the table counts as a
// leaf.
class SingleTally {
 public:
  static constexpr std::uint32_t kInfinite = 0xFFFFFFFFU;

  void configure(Score threshold, Player player) noexcept {
    threshold_ = threshold;
    player_ = player;
  }
  void resize(std::size_t plies) { numbers_.assign(plies, {}); }

  void open(std::uint32_t ply) noexcept { numbers_[ply] = {0, true}; }
  // If quiescence found a forced end of the game, nothing is left that could change.
  void leaf(std::uint32_t ply, Score score, Player player) noexcept {
    if (is_win(score) || is_loss(score)) {
      terminal(ply, score, player);
    } else {
      numbers_[ply] = {reached(score, player) ? 0U : 1U, false};
    }
  }
  void terminal(std::uint32_t ply, Score score, Player player) noexcept {
    numbers_[ply] = {reached(score, player) ? 0U : kInfinite, false};
  }
  void hit(std::uint32_t ply, Score score, Player player) noexcept { leaf(ply, score, player); }
  void merge(std::uint32_t ply, Player player) noexcept {
    Number& into = numbers_[ply];
    const std::uint32_t from = numbers_[ply + 1].value;
    if (into.empty) {
      into = {from, false};
    } else if (player == player_) {
      into.value = std::min(into.value, from);
    } else {
      into.value = from >= kInfinite - into.value ? kInfinite : into.value + from;
    }
  }
  [[nodiscard]] std::uint32_t root() const noexcept { return numbers_[0].value; }

 private:
  struct Number {
    std::uint32_t value = 0;
    bool empty = true;
  };
  [[nodiscard]] bool reached(Score score, Player player) const noexcept {
    return (player == player_ ? score : -score) >= threshold_;
  }

  Score threshold_ = 0;
  Player player_ = 0;
  std::vector<Number> numbers_;  // [ply]
};

}  // namespace ludex::agents::minimax
