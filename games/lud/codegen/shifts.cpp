#include "games/lud/codegen/shifts.hpp"

#include <algorithm>

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud::codegen {

std::vector<int> common_order(std::map<int, std::set<int>> left) {
  std::vector<int> order;
  while (!left.empty()) {
    const auto next =
        std::find_if(left.begin(), left.end(), [](const auto& each) { return each.second.empty(); });
    if (next == left.end()) return {};
    const int kind = next->first;
    order.push_back(kind);
    left.erase(next);
    for (auto& each : left) each.second.erase(kind);
  }
  return order;
}

std::optional<std::vector<Shift>> shifts_of(const std::vector<std::vector<int>>& targets, int words,
                                            std::size_t most) {
  std::map<int, std::set<int>> before;  // the distances that come before each
  std::map<int, Region> from;
  for (std::size_t site = 0; site < targets.size(); ++site) {
    int last = 0;
    std::set<int> here;
    for (const int to : targets[site]) {
      const int distance = to - static_cast<int>(site);
      if (!here.insert(distance).second) return std::nullopt;
      auto& earlier = before[distance];
      if (here.size() > 1) earlier.insert(last);
      last = distance;
      Region& region = from.try_emplace(distance, static_cast<std::size_t>(words), 0).first->second;
      set(region.data(), static_cast<int>(site));
    }
    if (before.size() > most) return std::nullopt;
  }
  const std::vector<int> order = common_order(before);
  if (order.size() != before.size()) return std::nullopt;
  std::vector<Shift> shifts;
  for (const int distance : order) shifts.push_back({distance, from.at(distance)});
  return shifts;
}

std::optional<Shift> straight_shift(const Topology& board, int direction, int words) {
  std::vector<std::vector<int>> next(static_cast<std::size_t>(board.size()));
  for (int at = 0; at < board.size(); ++at) {
    const auto& lines = board.radials(direction, at);
    if (lines.size() > 1) return std::nullopt;
    if (!lines.empty() && lines[0].size > 0) next[static_cast<std::size_t>(at)] = {lines[0].sites[0]};
  }
  // Every line is what its first steps make when repeated.
  for (int at = 0; at < board.size(); ++at) {
    int here = at;
    const auto& lines = board.radials(direction, at);
    for (int k = 0; !lines.empty() && k < lines[0].size; ++k) {
      const auto& step = next[static_cast<std::size_t>(here)];
      if (step.empty() || step[0] != lines[0].sites[k]) return std::nullopt;
      here = step[0];
    }
    if (!next[static_cast<std::size_t>(here)].empty()) return std::nullopt;
  }
  const auto shifts = shifts_of(next, words, 1);
  if (!shifts || shifts->size() != 1) return std::nullopt;
  return shifts->front();
}

}  // namespace ludex::games::lud::codegen
