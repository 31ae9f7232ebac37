// Enumerations of the boundary, and the check of what plug-ins report.
#include "core/contract/report_check.hpp"

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/agent/agent.hpp"
#include "core/plugin/entry.hpp"

namespace ludex {
namespace {

// Every value has a text of its own that leads back to it, and no other integer is one.
template <class E>
void check_enumeration(std::vector<E> values) {
  std::size_t known = 0;
  for (int i = -3; i < 100; ++i) {
    const auto value = static_cast<E>(i);
    const bool is_one = std::find(values.begin(), values.end(), value) != values.end();
    CAPTURE(i);
    CHECK(in_range(value) == is_one);
    if (!is_one) {
      CHECK(to_text(value) == "invalid");
      continue;
    }
    ++known;
    CHECK_FALSE(to_text(value).empty());
    CHECK(enum_from_text<E>(to_text(value)) == value);
  }
  CHECK(known == values.size());
  for (const char* text : {"", "invalid", "Exact", "loss "}) CHECK_FALSE(enum_from_text<E>(text));
}

struct Reported {
  std::vector<RootMove> root = std::vector<RootMove>(3);
  SearchReport report = SearchReport::empty(root.data(), 3);

  ReportFlaws check() { return check_report(report, root.data(), 3); }
};

}  // namespace

TEST_CASE("enumerations that cross the boundary: text, parsing and range agree") {
  check_enumeration<ValueUnit>(
      {ValueUnit::kNone, ValueUnit::kExpected, ValueUnit::kCenti, ValueUnit::kScore});
  check_enumeration<ValueBound>(
      {ValueBound::kExact, ValueBound::kLower, ValueBound::kUpper, ValueBound::kNone});
  check_enumeration<Outcome>({Outcome::kUnknown, Outcome::kLoss, Outcome::kDraw, Outcome::kWin});
  check_enumeration<Status>({Status::kOk, Status::kInvalidArgument, Status::kUnsupported,
                             Status::kOutOfMemory, Status::kException, Status::kInternal});
  check_enumeration<LogLevel>({LogLevel::kDebug, LogLevel::kInfo, LogLevel::kWarning, LogLevel::kError});
  check_enumeration<PluginKind>(
      {PluginKind::kGame, PluginKind::kAgent, PluginKind::kStudy, PluginKind::kTransport});
  check_enumeration<ParamType>(
      {ParamType::kBool, ParamType::kInt, ParamType::kReal, ParamType::kChoice, ParamType::kText});
  check_enumeration<Goal>({Goal::kWin, Goal::kDraw, Goal::kValue});
  CHECK(in_range(GameStatus::kOngoing, 2));
  CHECK(in_range(GameStatus::kDraw, 2));
  CHECK(in_range(win_for(1), 2));
  CHECK_FALSE(in_range(win_for(2), 2));
  CHECK(in_range(win_for(2), 3));
  CHECK_FALSE(in_range(static_cast<GameStatus>(0xFFFFFFFFU), 8));
}

TEST_CASE("a report of every unit and bound passes unchanged") {
  for (const ValueUnit unit : {ValueUnit::kExpected, ValueUnit::kCenti, ValueUnit::kScore}) {
    for (const ValueBound bound : {ValueBound::kExact, ValueBound::kLower, ValueBound::kUpper}) {
      Reported r;
      r.report.set_value(-0.5, unit, bound);
      r.report.outcome = Outcome::kDraw;
      r.report.add_root({0.25, 7, Move{1}, Outcome::kWin, ValueBound::kUpper});
      r.report.add_counter("pn", std::numeric_limits<double>::infinity());
      for (int i = 0; i < 100; ++i) r.report.add_pv(Move{1});
      const SearchReport before = r.report;
      CHECK_FALSE(r.check().any());
      CHECK(std::memcmp(&before, &r.report, sizeof before) == 0);
      CHECK(r.root[0].value == 0.25);
      CHECK(r.root[0].bound == ValueBound::kUpper);
    }
  }
  Reported rounded;
  rounded.report.set_value(1 + 1e-9, ValueUnit::kExpected);
  CHECK_FALSE(rounded.check().any());
  CHECK(rounded.report.value == 1);
  Reported nothing;
  CHECK_FALSE(nothing.check().any());
  CHECK_FALSE(has_value(nothing.report));
}

TEST_CASE("what makes no sense is left out and named; the rest stands") {
  const auto flaws = [](auto&& spoil) {
    Reported r;
    r.report.set_value(0.5, ValueUnit::kExpected);
    r.report.outcome = Outcome::kWin;
    r.report.add_pv(Move{4});
    spoil(r.report);
    const std::string text = r.check().text();
    // Whatever was handed over, this holds afterwards.
    CHECK(in_range(r.report.value_unit));
    CHECK(in_range(r.report.bound));
    CHECK(in_range(r.report.outcome));
    CHECK(std::abs(r.report.value) <= kLargestValue);
    CHECK(r.report.pv_size <= kMaxPv);
    CHECK(r.report.root_size <= 3);
    CHECK(r.report.root == r.root.data());
    CHECK(r.report.root_capacity == 3);
    CHECK(r.report.counter_size <= kMaxCounters);
    for (std::uint32_t i = 0; i < r.report.root_size; ++i) {
      CHECK(in_range(r.root[i].bound));
      CHECK(in_range(r.root[i].outcome));
      CHECK(std::abs(r.root[i].value) <= kLargestValue);
    }
    // A second look finds nothing.
    CHECK_FALSE(r.check().any());
    if (text.find("outcome") == std::string::npos) CHECK(r.report.outcome == Outcome::kWin);
    if (text.find("variation") == std::string::npos) CHECK(r.report.pv_size == 1);
    if (text.find("value") == std::string::npos && text.find("unit") == std::string::npos &&
        text.find("bound") == std::string::npos)
      CHECK(r.report.value == 0.5);
    return text;
  };
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  CHECK(flaws([](SearchReport& r) { r.value_unit = static_cast<ValueUnit>(77); }) == "unit");
  CHECK(flaws([](SearchReport& r) { r.bound = static_cast<ValueBound>(0xFFFFU); }) == "bound");
  CHECK(flaws([](SearchReport& r) { r.outcome = static_cast<Outcome>(0xFFFBU); }) == "outcome");
  for (const double value : {kNan, kInfinity, -kInfinity, 1.01, -2.0})
    CHECK(flaws([&](SearchReport& r) { r.value = value; }) == "value");
  for (const double value : {kNan, kInfinity, 1e13})
    CHECK(flaws([&](SearchReport& r) { r.set_value(value, ValueUnit::kScore); }) == "value");
  CHECK(flaws([](SearchReport& r) { r.pv_size = 1'000'000; }) == "variation");
  CHECK(flaws([](SearchReport& r) { r.root_size = 4; }) == "root");
  CHECK(flaws([](SearchReport& r) {
          r.root_size = r.root_capacity = 0xFFFFFFFF;
          r.root = reinterpret_cast<RootMove*>(std::uintptr_t{64});
        }) == "root");
  CHECK(flaws([](SearchReport& r) { r.add_root({kNan, 1, Move{1}, Outcome::kLoss}); }) == "root");
  CHECK(flaws([](SearchReport& r) { r.add_root({0, 1, Move{1}, static_cast<Outcome>(9)}); }) == "root");
  CHECK(flaws([](SearchReport& r) {
          r.add_root({0, 1, Move{1}, Outcome::kLoss, static_cast<ValueBound>(9)});
        }) == "root");
  CHECK(flaws([](SearchReport& r) { r.counter_size = kMaxCounters + 1; }) == "counters");
  CHECK(flaws([](SearchReport& r) { r.add_counter("", 1); }) == "counters");
  CHECK(flaws([](SearchReport& r) { r.add_counter("\x1B[2J", 1); }) == "counters");
  CHECK(flaws([](SearchReport& r) { r.add_counter("\xC3(", 1); }) == "counters");
  CHECK(flaws([](SearchReport& r) { r.add_counter("n", kNan); }) == "counters");
  CHECK(flaws([](SearchReport& r) {
          r.value_unit = static_cast<ValueUnit>(4);
          r.outcome = static_cast<Outcome>(4);
        }) == "unit, outcome");
  // All bytes set.
  CHECK(flaws([](SearchReport& r) { std::memset(static_cast<void*>(&r), 0xFF, sizeof r); }) ==
        "unit, bound, outcome, variation, root, counters");
}

TEST_CASE("of the counters those that can be shown stay, in their order") {
  Reported r;
  r.report.add_counter("first", 1);
  r.report.add_counter("endless", 2);
  std::memset(r.report.counters[1].name, 'x', sizeof r.report.counters[1].name);
  r.report.add_counter("\xC3\xBC", 3);
  CHECK(r.check().has(ReportFlaw::kCounters));
  REQUIRE(r.report.counter_size == 2);
  CHECK(std::string(r.report.counters[0].name) == "first");
  CHECK(std::string(r.report.counters[1].name) == "\xC3\xBC");
  CHECK(r.report.counters[1].value == 3);
}

TEST_CASE("without a unit, moves have no values") {
  Reported r;
  r.report.add_root({5, 1, Move{1}, Outcome::kUnknown});
  CHECK_FALSE(r.check().any());
  CHECK(r.root[0].bound == ValueBound::kNone);
  CHECK(r.root[0].value == 0);
}

TEST_CASE("what an interval says of a value") {
  const auto is = [](BoundedValue v, double value, ValueBound bound) {
    return v.value == value && v.bound == bound;
  };
  CHECK(is(value_between(0, 0, -1, 1), 0, ValueBound::kExact));
  CHECK(is(value_between(-1, -1, -1, 1), -1, ValueBound::kExact));
  CHECK(is(value_between(0, 1, -1, 1), 0, ValueBound::kLower));
  CHECK(is(value_between(-1, 0, -1, 1), 0, ValueBound::kUpper));
  CHECK(is(value_between(2, 6, -36, 36), 2, ValueBound::kLower));
  CHECK(is(value_between(-1, 1, -1, 1), 0, ValueBound::kNone));
}

}  // namespace ludex
