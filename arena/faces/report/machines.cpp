#include "arena/faces/report/machines.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/results/rating/heterogeneity.hpp"

namespace ludex::arena::report {

MachineTally::MachineTally(const log::RunInfo& run) {
  for (const log::RunSegment& segment : run.segments) {
    for (const log::RunNode& node : segment.nodes) {
      auto known = std::find_if(machines_.begin(), machines_.end(),
                                [&](const MachineReport& m) { return m.machine == node.machine; });
      if (known == machines_.end()) {
        known = machines_.insert(known, MachineReport{});
        known->machine = node.machine;
      }
      known->reference_seconds = std::max(known->reference_seconds, node.reference_seconds);
      const auto machine = static_cast<std::size_t>(known - machines_.begin());
      for (const auto& [first, count] : node.ranges) ranges_.push_back({first, first + count, machine});
    }
  }
  std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.first < b.first; });
}

void MachineTally::add(std::uint64_t index, const GameRecord& record) {
  while (next_ < ranges_.size() && ranges_[next_].end <= index) ++next_;
  if (next_ == ranges_.size() || index < ranges_[next_].first) return;
  const std::size_t machine = ranges_[next_].machine;
  MachineReport& report = machines_[machine];
  ++report.games;
  for (const SeatStats& stats : record.stats) report.game_seconds += stats.wall_seconds;
  if (is_forfeit(record.termination)) ++report.forfeits;
  if (record.outcome == GameResult::kNone || players(record) != 2) return;
  const bool in_order = record.agents[0] <= record.agents[1];
  BySeat& seats = pairings_[{record.game, record.agents[in_order ? 0 : 1], record.agents[in_order ? 1 : 0]}];
  std::vector<Sums>& sums = seats[in_order ? 0 : 1];
  if (sums.empty()) sums.resize(machines_.size());
  const double first = record.outcome == GameResult::kFirstWins ? 1
                       : record.outcome == GameResult::kDraw    ? 0.5
                                                                : 0;
  const double points = in_order ? first : 1 - first;
  ++sums[machine].games;
  sums[machine].points += points;
  sums[machine].squares += points * points;
}

std::optional<MachineReport::Test> MachineTally::test(std::size_t machine) const {
  constexpr std::uint64_t kFewest = 5;
  MachineReport::Test result;
  for (const auto& [pairing, seats] : pairings_) {
    double difference = 0;
    double variance = 0;
    std::uint64_t here = 0;
    std::uint64_t all = 0;
    for (const std::vector<Sums>& sums : seats) {
      if (sums.empty()) continue;
      Sums total;
      for (const Sums& s : sums) total.games += s.games, total.points += s.points, total.squares += s.squares;
      const auto n = static_cast<double>(sums[machine].games);
      const auto m = static_cast<double>(total.games);
      here += sums[machine].games;
      all += total.games;
      if (total.games < 2) continue;
      const double mean = total.points / m;
      difference += sums[machine].points - n * mean;
      variance += n * (m - n) / (m - 1) * (total.squares / m - mean * mean);
    }
    constexpr double kNothing = 1e-9;
    if (here < kFewest || all - here < kFewest || variance < kNothing) continue;
    result.chi_square += difference * difference / variance;
    ++result.degrees;
  }
  if (result.degrees == 0) return std::nullopt;
  result.p = rating::chi_square_tail(result.chi_square, result.degrees);
  return result;
}

std::vector<MachineReport> MachineTally::finish() const {
  if (!several()) return {};
  std::vector<MachineReport> list = machines_;
  std::size_t tested = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].games != 0) list[i].game_seconds /= static_cast<double>(list[i].games);
    list[i].test = test(i);
    tested += list[i].test ? 1 : 0;
  }
  for (MachineReport& machine : list) {
    if (machine.test) machine.test->p = std::min(1.0, machine.test->p * static_cast<double>(tested));
  }
  return list;
}

std::vector<std::string> warnings_of(const std::vector<MachineReport>& machines) {
  std::vector<std::string> warnings;
  for (const MachineReport& machine : machines) {
    if (!machine.test || machine.test->p >= rating::kHeterogeneous) continue;
    warnings.push_back(fmt::format(
        "Agents have scored differently on machine '{}' than on the others (chi-square {:.1f}, {}, p = {}): "
        "look at its "
        "load and speed. No game is left out.",
        machine.machine.node, machine.test->chi_square,
        plural(machine.test->degrees, "degree") + " of freedom", rating::p_text(machine.test->p)));
  }
  return warnings;
}

}  // namespace ludex::arena::report
