// What a search has to say about itself. Goes to the log and to `ludex analyze`.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/abi/types.hpp"

namespace ludex {

inline constexpr std::uint32_t kMaxPv = 64;
inline constexpr std::uint32_t kMaxCounters = 32;

// In which unit SearchReport::value and RootMove::value are.
enum class ValueUnit : std::uint32_t {
  kNone = 0,      // the agent has no value
  kExpected = 1,  // expected result in [-1, 1]
  kCenti = 2,     // the evaluation's centi-units (ludex.evaluate/1)
  kScore = 3,     // the game's score (ludex.score/1)
};

// Statistics of one root move, from the point of view of the side to move at the root.
struct RootMove {
  double value;
  std::uint64_t visits;  // or nodes spent below, for depth-first searches
  Move move;
  Outcome outcome;
};

// An algorithm's own counter, for example {"expansions", 1234}. The name is cut at 31 characters.
struct ReportCounter {
  char name[32];
  double value;
};

// Filled by the agent in memory of the caller, which sets root and root_capacity and zeroes the rest.
struct SearchReport {
  std::uint32_t reserved;
  ValueUnit value_unit;
  double value;     // of the position, for the side to move
  Outcome outcome;  // proven game-theoretic value for the side to move, or kUnknown; a wrong proof is a bug
  std::uint32_t depth;
  std::uint64_t iterations;
  std::uint64_t nodes;
  std::uint64_t tree_bytes;  // memory in use by tree and tables at the end
  std::uint32_t pv_size;
  std::uint32_t counter_size;
  std::uint32_t root_size;
  std::uint32_t root_capacity;  // 0: the caller does not want root statistics
  RootMove* root;
  Move pv[kMaxPv];  // principal variation, starting with the chosen move
  ReportCounter counters[kMaxCounters];

  // Makes an empty report whose root statistics go to `buffer`.
  static SearchReport empty(RootMove* buffer, std::uint32_t capacity) noexcept {
    SearchReport report;
    std::memset(static_cast<void*>(&report), 0, sizeof report);
    report.root = buffer;
    report.root_capacity = capacity;
    return report;
  }

  // Appends if there is room.
  void add_counter(const char* name, double counter_value) noexcept {
    if (counter_size == kMaxCounters) return;
    ReportCounter& counter = counters[counter_size++];
    std::strncpy(counter.name, name, sizeof counter.name - 1);
    counter.name[sizeof counter.name - 1] = '\0';
    counter.value = counter_value;
  }
  void add_root(const RootMove& move) noexcept {
    if (root_size < root_capacity) root[root_size++] = move;
  }
  void add_pv(Move move) noexcept {
    if (pv_size < kMaxPv) pv[pv_size++] = move;
  }
};

}  // namespace ludex
