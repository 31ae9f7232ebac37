// A search's report on itself. Goes to the log and to `ludex analyze`.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/abi/types.hpp"

namespace ludex {

inline constexpr std::uint32_t kMaxPv = 64;
inline constexpr std::uint32_t kMaxCounters = 32;

// Unit of SearchReport::value and RootMove::value.
enum class ValueUnit : std::uint16_t {
  kNone = 0,      // the agent has no values
  kExpected = 1,  // expected result in [-1, 1]
  kCenti = 2,     // the evaluation's centi-units (ludex.evaluate/1)
  kScore = 3,     // the game's score (ludex.score/1)
};
[[nodiscard]] constexpr auto enum_texts(ValueUnit) noexcept {
  return EnumTexts{"none", "expected", "centi", "score"};
}

// Meaning of a value. A window search knows of most moves only that they are no better than the best one;
// reporting that bound as an exact value would make all moves look alike.
enum class ValueBound : std::uint16_t {
  kExact = 0,  // the value that the search found; an estimate, unless an outcome is proven
  kLower = 1,  // the true value is at least this
  kUpper = 2,  // the true value is at most this
  kNone = 3,   // nothing is known: ignore the value
};
[[nodiscard]] constexpr auto enum_texts(ValueBound) noexcept {
  return EnumTexts{"exact", "lower", "upper", "none"};
}

// Upper bound of |value|, in any unit.
inline constexpr double kLargestValue = 1e12;

// Statistics of one root move, from the point of view of the side to move at the root.
struct RootMove {
  double value;
  std::uint64_t visits;  // or nodes searched below, for depth-first searches
  Move move;
  Outcome outcome;
  ValueBound bound = ValueBound::kExact;
};

// An algorithm's own counter, for example {"expansions", 1234}. The name is cut at 31 characters; the value
// may be infinite (a proof number).
struct ReportCounter {
  char name[32];
  double value;
};

// Filled by the agent in memory of the caller, which sets root and root_capacity and zeroes the rest.
//
// A report is a comment on the move: an invalid one never costs a game. The host checks it once, on arrival
// (core/contract/report_check.hpp). It removes fields that are out of range, records their kinds (`flaws` in
// the log, a warning of `ludex analyze`), and keeps the rest. Only an oracle's report must be flawless to be
// believed. Users of the variation and of `root` check whether their moves are legal.
struct SearchReport {
  std::uint32_t reserved;
  std::uint32_t depth;
  double value;  // of the position, for the side to move
  ValueUnit value_unit;
  ValueBound bound;  // of `value`
  Outcome outcome;   // proven game-theoretic value for the side to move, or kUnknown; a wrong proof is a bug
  std::uint16_t reserved2;
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

  // Makes an empty report that writes root statistics to `buffer`.
  static SearchReport empty(RootMove* buffer, std::uint32_t capacity) noexcept {
    SearchReport report;
    std::memset(static_cast<void*>(&report), 0, sizeof report);
    report.root = buffer;
    report.root_capacity = capacity;
    return report;
  }

  void set_value(double v, ValueUnit unit, ValueBound b = ValueBound::kExact) noexcept {
    value = v;
    value_unit = unit;
    bound = b;
  }
  // Appends a counter if there is room.
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

// True if a report, or a host's summary of one, says anything about the value of the position.
template <class Report>
[[nodiscard]] constexpr bool has_value(const Report& report) noexcept {
  return report.value_unit != ValueUnit::kNone && report.bound != ValueBound::kNone;
}

// A value with its bound.
struct BoundedValue {
  double value;
  ValueBound bound;
};
// The bound that low <= value <= high implies for a value in [least, most]. Prefers the lower of two bounds.
[[nodiscard]] constexpr BoundedValue value_between(double low, double high, double least,
                                                   double most) noexcept {
  if (low == high) return {low, ValueBound::kExact};
  if (low > least) return {low, ValueBound::kLower};
  if (high < most) return {high, ValueBound::kUpper};
  return {0, ValueBound::kNone};
}

}  // namespace ludex
