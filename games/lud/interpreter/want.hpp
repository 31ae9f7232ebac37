// Which moves the evaluation of moves is to list. Playouts count moves and then list the one that was drawn;
// conditions often ask only whether there is a move. A node that knows of this (Counting, in its row) makes
// neither moves nor actions that are not wanted.
#pragma once

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
  std::int32_t kept = -1;  // the first of them, if they were listed
  std::uint32_t end = 0;   // the tally after those of the part
};

// The moves of a kind of piece in a list, for counting: steps to sites of a set, hops over a site of a set,
// and the others.
struct PieceParts {
  struct Steps {
    const Routes* routes;
    const std::uint64_t* over;  // null: it is a step
    const std::uint64_t* sites;
  };
  std::uint64_t listing = 0;
  const Node* moves = nullptr;
  std::vector<Steps> steps;
  std::vector<const Node*> others;
};

// The pairs of sites of the moves counted. A new set needs no clearing: what is not of its number is absent.
class Pairs {
 public:
  void start() {
    shared_ = false;
    size_ = 0;
    if (++number_ == 0) entries_.fill(0), number_ = 1;
  }
  void add(std::uint32_t pair) {
    if (shared_) return;
    std::uint32_t at = (pair * 2654435761U) >> (32 - kBits);
    for (; entries_[at] >> 32 == number_; at = (at + 1) % kEntries) {
      if (static_cast<std::uint32_t>(entries_[at]) == pair) shared_ = true;
    }
    entries_[at] = std::uint64_t{number_} << 32 | pair;
    // So many are not counted, but listed.
    if (++size_ > kEntries / 2) shared_ = true;
  }
  // True if two moves may have the same pair.
  [[nodiscard]] bool shared() const { return shared_; }

 private:
  static constexpr std::uint32_t kBits = 11;
  static constexpr std::uint32_t kEntries = 1U << kBits;
  std::array<std::uint64_t, kEntries> entries_{};
  std::uint32_t number_ = 0;
  std::uint32_t size_ = 0;
  bool shared_ = false;
};

}  // namespace ludex::games::lud
