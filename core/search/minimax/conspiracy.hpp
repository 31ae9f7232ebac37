// Conspiracy numbers counted along with a search (Search<G, Tally>).
//
// A conspirator is a leaf that may change its value; the conspiracy number of a node for a value is the least
// number of leaves below it that must change for the node to have that value (McAllester, "Conspiracy numbers
// for min-max search", AIJ 1988). Ends of games cannot change. Only what the search visited is counted: moves
// cut off contribute nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/abi/types.hpp"
#include "core/search/minimax/score.hpp"

namespace ludex::minimax {

// Counters for intervals of values (buckets), as MTD-H keeps them: bucket i of n covers [w (i - n/2) - w/2,
// w (i - n/2) + w/2), the first and the last also all beyond; values are those of player 0. Two rows a node,
// each cumulative: up[j] leaves must change for a value above bucket j, down[j] for one below it. A node
// whose value lies in bucket k has up[j] = 0 for j < k and down[j] = 0 for j > k, so that of the two rows
// together hardly more than one is ever stored or touched. At a node of player 0 (maximising)
//
//   up = min of the children's up,  down = sum of the children's down,
//
// at player 1's the reverse. Cumulative rows make both plain vector operations: saturating 16-bit numbers,
// blocks of 16, of which the compiler makes one or two instructions each.
//
// A position from the table contributes no conspirators at all (all rows 0), as in the published
// implementation.
class BucketTally {
 public:
  using Count = std::uint16_t;
  static constexpr Count kUnreachable = 0xFFFF;
  static constexpr std::uint32_t kMaxBuckets = 255;

  // `buckets` odd and at most kMaxBuckets, `width` >= 1 in centi-units.
  void configure(std::uint32_t buckets, std::uint32_t width) {
    buckets_ = buckets;
    width_ = static_cast<Score>(width);
    blocks_ = (buckets + kLanes - 1) / kLanes;
    const std::size_t row = std::size_t{blocks_} * kLanes;
    steps_.assign(4 * std::size_t{buckets} * row + row, 0);
    for (std::uint32_t k = 0; k < buckets; ++k) {
      for (std::uint32_t j = 0; j < buckets; ++j) {
        step(kUpLeaf, k)[j] = j >= k ? 1 : 0;
        step(kDownLeaf, k)[j] = j <= k ? 1 : 0;
        step(kUpEnd, k)[j] = j >= k ? kUnreachable : Count{0};
        step(kDownEnd, k)[j] = j <= k ? kUnreachable : Count{0};
      }
    }
    make_records();
  }
  void resize(std::size_t plies) {
    plies_ = plies;
    make_records();
  }

  [[nodiscard]] std::uint32_t buckets() const noexcept { return buckets_; }
  [[nodiscard]] Score width() const noexcept { return width_; }
  [[nodiscard]] std::uint32_t bucket_of(Score value) const noexcept {
    const Score last = static_cast<Score>(buckets_) - 1;
    const Score half = last / 2;
    const Score shifted = value + width_ / 2 + half * width_;  // 0 at the lower edge of bucket 0
    if (shifted <= 0) return 0;
    return static_cast<std::uint32_t>(std::min(shifted / width_, last));
  }

  void open(std::uint32_t ply) noexcept { records_[ply].state = kEmpty; }
  void leaf(std::uint32_t ply, Score score, Player player) noexcept { set(ply, score, player, kUpLeaf); }
  void terminal(std::uint32_t ply, Score score, Player player) noexcept { set(ply, score, player, kUpEnd); }
  void hit(std::uint32_t ply, Score score, Player player) noexcept {
    Record& r = records_[ply];
    r.state = kFilled;
    r.bucket = bucket_of(player == 0 ? score : -score);
    r.up = r.down = zeros();
  }
  void merge(std::uint32_t ply, Player player) noexcept {
    Record& into = records_[ply];
    Record& from = records_[ply + 1];
    if (into.state == kEmpty) {
      into.state = kFilled;
      into.bucket = from.bucket;
      into.up = from.up;
      into.down = from.down;
      std::swap(into.own, from.own);  // its rows may be the child's own: they move up
      return;
    }
    Count* const up = into.own;
    Count* const down = into.own + std::size_t{blocks_} * kLanes;
    if (player == 0) {
      const std::uint32_t high = std::max(into.bucket, from.bucket);
      least(up, into.up, from.up, high / kLanes, blocks_);
      add(down, into, from, into.down, from.down);
      into.bucket = high;
    } else {
      const std::uint32_t low = std::min(into.bucket, from.bucket);
      least(down, into.down, from.down, 0, low / kLanes + 1);
      add_up(up, into, from, into.up, from.up);
      into.bucket = low;
    }
    into.up = up;
    into.down = down;
  }

  // Of the root, after a search: how many must change for a value above (below) bucket j.
  [[nodiscard]] Count up(std::uint32_t j) const noexcept {
    const Record& r = records_[0];
    return r.state == kEmpty || j < r.bucket ? Count{0} : r.up[j];
  }
  [[nodiscard]] Count down(std::uint32_t j) const noexcept {
    const Record& r = records_[0];
    return r.state == kEmpty || j > r.bucket ? Count{0} : r.down[j];
  }
  // The part of up (down) that belongs to bucket j alone: those above what suffices for the bucket before it.
  [[nodiscard]] Count marginal_up(std::uint32_t j) const noexcept {
    return j == 0 ? up(0) : difference(up(j), up(j - 1));
  }
  [[nodiscard]] Count marginal_down(std::uint32_t j) const noexcept {
    return j + 1 == buckets_ ? down(j) : difference(down(j), down(j + 1));
  }

 private:
  static constexpr std::uint32_t kLanes = 16;
  enum State : std::uint32_t { kEmpty, kFilled };
  enum Kind : std::uint32_t { kUpLeaf, kDownLeaf, kUpEnd, kDownEnd };

  struct Record {
    State state = kEmpty;
    std::uint32_t bucket = 0;
    const Count* up = nullptr;  // own rows, or constant ones
    const Count* down = nullptr;
    Count* own = nullptr;  // room for two rows
  };

  [[nodiscard]] static Count difference(Count a, Count b) noexcept {
    return a == kUnreachable ? (b == kUnreachable ? Count{0} : kUnreachable) : static_cast<Count>(a - b);
  }
  [[nodiscard]] Count* step(Kind kind, std::uint32_t k) noexcept {
    return steps_.data() + (std::size_t{kind} * buckets_ + k) * blocks_ * kLanes;
  }
  [[nodiscard]] const Count* zeros() const noexcept {
    return steps_.data() + 4 * std::size_t{buckets_} * blocks_ * kLanes;
  }
  void set(std::uint32_t ply, Score score, Player player, Kind up) noexcept {
    Record& r = records_[ply];
    r.state = kFilled;
    r.bucket = bucket_of(player == 0 ? score : -score);
    r.up = step(up, r.bucket);
    r.down = step(static_cast<Kind>(up + 1), r.bucket);
  }
  void make_records() {
    const std::size_t row = std::size_t{blocks_} * kLanes;
    arena_.assign(2 * row * plies_, 0);
    records_.assign(plies_, {});
    for (std::size_t i = 0; i < plies_; ++i) records_[i].own = arena_.data() + 2 * row * i;
  }

  static void least(Count* out, const Count* a, const Count* b, std::uint32_t first,
                    std::uint32_t last) noexcept {
    for (std::uint32_t block = first; block < last; ++block) {
      const std::size_t at = std::size_t{block} * kLanes;
      for (std::uint32_t i = 0; i < kLanes; ++i) out[at + i] = std::min(a[at + i], b[at + i]);
    }
  }
  static void add_block(Count* out, const Count* a, const Count* b) noexcept {
    for (std::uint32_t i = 0; i < kLanes; ++i) {
      const auto sum = static_cast<Count>(a[i] + b[i]);
      out[i] = sum < a[i] ? kUnreachable : sum;
    }
  }
  static void copy_block(Count* out, const Count* a) noexcept { std::copy_n(a, kLanes, out); }

  // Rows that are stored up to the block of the node's bucket (down), or from it on (up).
  static void add(Count* out, const Record& x, const Record& y, const Count* a, const Count* b) noexcept {
    const bool first_longer = x.bucket > y.bucket;
    const std::uint32_t both = std::min(x.bucket, y.bucket) / kLanes + 1;
    const std::uint32_t all = std::max(x.bucket, y.bucket) / kLanes + 1;
    for (std::uint32_t block = 0; block < both; ++block)
      add_block(out + block * kLanes, a + block * kLanes, b + block * kLanes);
    for (std::uint32_t block = both; block < all; ++block)
      copy_block(out + block * kLanes, (first_longer ? a : b) + block * kLanes);
  }
  void add_up(Count* out, const Record& x, const Record& y, const Count* a, const Count* b) const noexcept {
    const bool first_longer = x.bucket < y.bucket;
    const std::uint32_t both = std::max(x.bucket, y.bucket) / kLanes;
    const std::uint32_t all = std::min(x.bucket, y.bucket) / kLanes;
    for (std::uint32_t block = all; block < both; ++block)
      copy_block(out + block * kLanes, (first_longer ? a : b) + block * kLanes);
    for (std::uint32_t block = both; block < blocks_; ++block)
      add_block(out + block * kLanes, a + block * kLanes, b + block * kLanes);
  }

  std::uint32_t buckets_ = 101;
  Score width_ = 20;
  std::uint32_t blocks_ = 7;
  std::size_t plies_ = 0;
  std::vector<Count> steps_;  // constant rows of leaves and ends by bucket, and one of zeros
  std::vector<Count> arena_;
  std::vector<Record> records_;  // [ply]
};

// The single conspiracy number of the root (Song & Iida 2017): how many leaves must change for the player to
// move at the root to get at least `threshold`. 0 or infinite at an end of the game, 0 or 1 at a leaf, the
// least of the children at the player's nodes, their sum at the opponent's. A position from the table counts
// as a leaf.
class SingleTally {
 public:
  static constexpr std::uint32_t kInfinite = 0xFFFFFFFFU;

  void configure(Score threshold, Player player) noexcept {
    threshold_ = threshold;
    player_ = player;
  }
  void resize(std::size_t plies) { numbers_.assign(plies, {}); }

  void open(std::uint32_t ply) noexcept { numbers_[ply] = {0, true}; }
  void leaf(std::uint32_t ply, Score score, Player player) noexcept {
    numbers_[ply] = {reached(score, player) ? 0U : 1U, false};
  }
  void terminal(std::uint32_t ply, Score score, Player player) noexcept {
    numbers_[ply] = {reached(score, player) ? 0U : kInfinite, false};
  }
  void hit(std::uint32_t ply, Score score, Player player) noexcept {
    if (is_win(score) || is_loss(score)) {
      terminal(ply, score, player);
    } else {
      leaf(ply, score, player);
    }
  }
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

}  // namespace ludex::minimax
