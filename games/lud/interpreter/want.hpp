// Which moves the evaluation of moves is to list. Playouts count moves and then list the one that was drawn;
// conditions often ask only whether there is a move. A node that knows of this (Counting, in its row) makes
// neither moves nor actions that are not wanted.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "games/lud/program/node.hpp"
#include "games/lud/program/routes.hpp"

namespace ludex::games::lud {

struct Want {
  enum Kind : std::uint8_t { kAll, kCount, kOne };
  Kind kind = kAll;
  bool noted = false;        // parts are counted in Workspace::tallies, and skipped by them later
  bool first = false;        // kAll: moves after the first do not matter
  bool pairs = false;        // counted moves are compared by their sites (Workspace::pairs)
  std::int32_t counted = 0;  // so far, but for kAll
  std::int32_t limit = 0;    // kCount: more do not matter; kOne: the number of the move, from 1
  std::uint32_t next = 0;    // kOne: the next tally

  [[nodiscard]] static Want any() { return {.kind = kCount, .limit = 1}; }
  [[nodiscard]] static Want number(bool pairs) {
    return {.kind = kCount, .noted = true, .pairs = pairs, .limit = std::numeric_limits<std::int32_t>::max()};
  }
  [[nodiscard]] static Want one(std::int32_t limit) { return {.kind = kOne, .noted = true, .limit = limit}; }
};

// The moves of a part of the list that was counted.
struct Tally {
  std::int32_t count = 0;
  std::int32_t kept = -1;  // the first of them, if they were listed; of a piece: its site
  std::uint32_t end = 0;   // the tally after those of the part
};

// The moves of a kind of piece in a list, for counting: walks whose conditions are sets, and the others.
struct PieceParts {
  enum Kind : std::uint8_t { kSteps, kHops, kSlides };
  struct Walk {
    Kind kind;
    const Routes* routes;
    const std::uint64_t* over;  // the sites of the hurdle, or those that a slide passes
    const std::uint64_t* ends;  // null: a slide that stops nowhere
  };
  std::uint64_t listing = 0;
  const Node* moves = nullptr;
  std::vector<Walk> walks;
  std::vector<const Node*> others;
  std::vector<std::uint64_t> empty;  // the empty sites, if a walk needs them
};

// The pairs of sites of the moves counted: for each first site the set of others; the set of sites that are
// both; other pairs, as of passes, in a table. Another count needs no clearing: what is not of its number is
// absent.
class Pairs {
 public:
  void reserve(int sites) {
    const auto rows = static_cast<std::size_t>(std::min(sites, kMostRows));
    if (numbers_.size() < rows) numbers_.resize(rows);
    const std::size_t words = rows * ((rows + 63) / 64);
    if (words_.size() < words) words_.resize(words);
  }
  void start(int sites) {
    reserve(sites);
    sites_ = std::min(sites, kMostRows);
    row_words_ = (sites_ + 63) / 64;
    shared_ = 0;
    size_ = 0;
    std::fill_n(alike_.begin(), row_words_, 0U);
    if (++number_ == 0) {
      entries_.fill(0);
      std::fill(numbers_.begin(), numbers_.end(), 0U);
      number_ = 1;
    }
  }
  void add(std::uint32_t pair) {
    const auto from = static_cast<int>(pair >> 12);
    const auto to = static_cast<int>(pair & 4095);
    if (from >= sites_ || to >= sites_) return add_to_table(pair);
    add_bits(from == to ? alike_[static_cast<std::size_t>(to >> 6)] : row(from)[to >> 6],
             std::uint64_t{1} << (to & 63));
  }
  // Adds the pairs of each site of a word of a set with itself.
  void add_alike(int w, std::uint64_t sites) {
    if (w < row_words_) return add_bits(alike_[static_cast<std::size_t>(w)], sites);
    const auto first = static_cast<std::uint32_t>(w) << 6;
    for (; sites != 0; sites &= sites - 1) {
      const std::uint32_t at = first + static_cast<std::uint32_t>(__builtin_ctzll(sites));
      add(at << 12 | at);
    }
  }
  // Adds the pairs of a site with the sites of a word of a set.
  void add_word(int from, int w, std::uint64_t ends) {
    const bool alike = from >> 6 == w && (ends >> (from & 63) & 1U) != 0;
    if (from < sites_ && w < row_words_ && !alike) return add_bits(row(from)[w], ends);
    const std::uint32_t first = static_cast<std::uint32_t>(from) << 12 | static_cast<std::uint32_t>(w) << 6;
    for (; ends != 0; ends &= ends - 1) add(first + static_cast<std::uint32_t>(__builtin_ctzll(ends)));
  }
  // True if two moves may have the same pair.
  [[nodiscard]] bool shared() const { return shared_ != 0; }

 private:
  static constexpr std::uint32_t kBits = 9;
  static constexpr std::uint32_t kEntries = 1U << kBits;
  static constexpr int kMostRows = 512;

  [[nodiscard]] std::uint64_t* row(int from) {
    const auto at = static_cast<std::size_t>(from);
    std::uint64_t* const words = words_.data() + at * static_cast<std::size_t>(row_words_);
    if (numbers_[at] != number_) {
      numbers_[at] = number_;
      for (int w = 0; w < row_words_; ++w) words[w] = 0;
    }
    return words;
  }
  void add_bits(std::uint64_t& word, std::uint64_t bits) {
    shared_ |= word & bits;
    word |= bits;
  }
  void add_to_table(std::uint32_t pair) {
    if (shared_ != 0) return;
    std::uint32_t at = (pair * 2654435761U) >> (32 - kBits);
    for (; entries_[at] >> 32 == number_; at = (at + 1) % kEntries) {
      if (static_cast<std::uint32_t>(entries_[at]) == pair) shared_ = 1;
    }
    entries_[at] = std::uint64_t{number_} << 32 | pair;
    // A list of more than that is made and compared as a whole.
    if (++size_ > kEntries / 2) shared_ = 1;
  }

  std::array<std::uint64_t, kMostRows / 64> alike_{};  // of a site with itself
  std::vector<std::uint64_t> words_;                   // of two sites, by the first
  std::vector<std::uint32_t> numbers_;                 // of the counts for which they hold
  std::array<std::uint64_t, kEntries> entries_{};
  std::uint32_t number_ = 0;
  std::uint32_t size_ = 0;
  int sites_ = 0;
  int row_words_ = 0;
  std::uint64_t shared_ = 0;  // not 0: some pair was added twice
};

}  // namespace ludex::games::lud
