// Checks search reports that come from plug-ins; no other code judges whether a report is valid. For the host
// and for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "core/agent/progress.hpp"
#include "core/agent/report.hpp"
#include "core/system/utf8.hpp"

namespace ludex {

// Possible defects of a report.
enum class ReportFlaw : std::uint16_t {
  kUnit = 0,   // no ValueUnit
  kBound,      // no ValueBound
  kOutcome,    // no Outcome
  kValue,      // not finite, beyond kLargestValue, or an expected result beyond [-1, 1]
  kVariation,  // longer than there is room
  kRoot,       // more root moves than there is room, or one with such a value, bound or outcome
  kCounters,   // more counters than there is room, a name that cannot be printed, a value that is no number
};
[[nodiscard]] constexpr auto enum_texts(ReportFlaw) noexcept {
  return EnumTexts{"unit", "bound", "outcome", "value", "variation", "root", "counters"};
}

// A set of flaws.
class ReportFlaws {
 public:
  constexpr void add(ReportFlaw flaw) noexcept { bits_ = static_cast<std::uint16_t>(bits_ | bit(flaw)); }
  constexpr void add(ReportFlaws more) noexcept { bits_ = static_cast<std::uint16_t>(bits_ | more.bits_); }
  [[nodiscard]] constexpr bool has(ReportFlaw flaw) const noexcept { return (bits_ & bit(flaw)) != 0; }
  [[nodiscard]] constexpr bool any() const noexcept { return bits_ != 0; }
  // Clears bits that are no flaw, if they came from untrusted memory.
  constexpr void confine() noexcept {
    const unsigned all = bit(static_cast<ReportFlaw>(kEnumSize<ReportFlaw>)) - 1;
    bits_ = static_cast<std::uint16_t>(bits_ & all);
  }
  template <class F>
  constexpr void for_each(F&& f) const {
    for (std::uint16_t i = 0; i < kEnumSize<ReportFlaw>; ++i) {
      if (has(static_cast<ReportFlaw>(i))) f(static_cast<ReportFlaw>(i));
    }
  }
  // "unit, outcome"
  [[nodiscard]] std::string text() const {
    std::string list;
    for_each([&](ReportFlaw flaw) { list.append(list.empty() ? "" : ", ").append(to_text(flaw)); });
    return list;
  }
  bool operator==(const ReportFlaws&) const = default;

 private:
  [[nodiscard]] static constexpr unsigned bit(ReportFlaw flaw) noexcept {
    return 1U << static_cast<unsigned>(flaw);
  }
  std::uint16_t bits_ = 0;
};

namespace report_check {

// Clamps an expected result that rounding put slightly out of range; false if the value is invalid.
[[nodiscard]] inline bool sane(double& value, ValueUnit unit) noexcept {
  constexpr double kRounding = 1e-6;
  const bool expected = unit == ValueUnit::kExpected;
  // This form rejects NaN.
  if (!(std::abs(value) <= (expected ? 1 + kRounding : kLargestValue))) return false;
  if (expected) value = std::clamp(value, -1.0, 1.0);
  return true;
}

// Truncates a name that is not null-terminated.
[[nodiscard]] inline bool sane(ReportCounter& counter) noexcept {
  const bool terminated = std::memchr(counter.name, '\0', sizeof counter.name) != nullptr;
  counter.name[sizeof counter.name - 1] = '\0';
  const std::string_view name = counter.name;
  return terminated && !name.empty() && is_printable_utf8(name) && !std::isnan(counter.value);
}

}  // namespace report_check

// Checks value, unit, bound and outcome of a SearchReport, a SearchProgress, or a host's copy of one.
template <class Report>
void check_value(Report& report, ReportFlaws& flaws) noexcept {
  if (!in_range(report.value_unit)) {
    flaws.add(ReportFlaw::kUnit);
    report.value_unit = ValueUnit::kNone;
  }
  if (!in_range(report.bound)) {
    flaws.add(ReportFlaw::kBound);
    report.bound = ValueBound::kNone;
  }
  if (!in_range(report.outcome)) {
    flaws.add(ReportFlaw::kOutcome);
    report.outcome = Outcome::kUnknown;
  }
  if (has_value(report) && !report_check::sane(report.value, report.value_unit)) {
    flaws.add(ReportFlaw::kValue);
    report.bound = ValueBound::kNone;
  }
  if (report.value_unit == ValueUnit::kNone) report.bound = ValueBound::kNone;
  if (report.bound == ValueBound::kNone) report.value = 0;
}

// Removes invalid fields from a report. `root` and `capacity` are the caller's arguments to
// SearchReport::empty(): the agent may have overwritten them in the report.
[[nodiscard]] inline ReportFlaws check_report(SearchReport& report, RootMove* root,
                                              std::uint32_t capacity) noexcept {
  ReportFlaws flaws;
  report.root = root;
  report.root_capacity = capacity;
  check_value(report, flaws);
  if (report.pv_size > kMaxPv) {
    flaws.add(ReportFlaw::kVariation);
    report.pv_size = 0;
  }
  if (report.root_size > capacity) {
    flaws.add(ReportFlaw::kRoot);
    report.root_size = 0;
  }
  for (std::uint32_t i = 0; i < report.root_size; ++i) {
    RootMove& move = root[i];
    const bool known_bound = in_range(move.bound);
    const bool known_outcome = in_range(move.outcome);
    bool sane = known_bound && known_outcome;
    if (!known_outcome) move.outcome = Outcome::kUnknown;
    if (!known_bound || report.value_unit == ValueUnit::kNone) move.bound = ValueBound::kNone;
    if (move.bound != ValueBound::kNone && !report_check::sane(move.value, report.value_unit)) {
      move.bound = ValueBound::kNone;
      sane = false;
    }
    if (move.bound == ValueBound::kNone) move.value = 0;
    if (!sane) flaws.add(ReportFlaw::kRoot);
  }
  if (report.counter_size > kMaxCounters) {
    flaws.add(ReportFlaw::kCounters);
    report.counter_size = 0;
  }
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < report.counter_size; ++i) {
    if (report_check::sane(report.counters[i])) {
      if (kept != i) report.counters[kept] = report.counters[i];
      ++kept;
    } else {
      flaws.add(ReportFlaw::kCounters);
    }
  }
  report.counter_size = kept;
  return flaws;
}

// The same for the progress of a running search.
inline void check_progress(SearchProgress& progress) noexcept {
  ReportFlaws ignored;
  check_value(progress, ignored);
  if (progress.pv_size > kMaxProgressPv) progress.pv_size = 0;
}

}  // namespace ludex
