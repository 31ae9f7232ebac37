#include "arena/results/rating/groups.hpp"

#include <algorithm>
#include <numeric>

namespace ludex::arena::rating {

namespace {

Groups from_labels(const std::vector<std::uint32_t>& label) {
  Groups groups;
  const auto n = static_cast<std::uint32_t>(label.size());
  constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  std::vector<std::uint32_t> index(n, kNone);
  groups.group_of.resize(n);
  groups.place.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    std::uint32_t& group = index[label[i]];
    if (group == kNone) {
      group = static_cast<std::uint32_t>(groups.members.size());
      groups.members.emplace_back();
    }
    groups.group_of[i] = group;
    groups.place[i] = static_cast<std::uint32_t>(groups.members[group].size());
    groups.members[group].push_back(i);
  }
  return groups;
}

}  // namespace

Groups connected_groups(const ResultTable& table) {
  std::vector<std::uint32_t> parent(table.players());
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&parent](std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const PairRecord& record : table.records()) {
    if (record.games() > 0) parent[root(record.first)] = root(record.second);
  }
  for (const RankRecord& record : table.rankings()) {
    for (std::uint32_t s = 1; s < record.seats; ++s)
      parent[root(record.players[s - 1])] = root(record.players[s]);
  }
  std::vector<std::uint32_t> label(parent.size());
  for (std::uint32_t i = 0; i < label.size(); ++i) label[i] = root(i);
  return from_labels(label);
}

Groups scoring_groups(const ResultTable& table) {
  const auto n = static_cast<std::uint32_t>(table.players());
  std::vector<std::vector<std::uint32_t>> to(n);
  for (const PairRecord& record : table.records()) {
    if (record.wins() + record.draws() > 0) to[record.first].push_back(record.second);
    if (record.losses() + record.draws() > 0) to[record.second].push_back(record.first);
  }
  for (const RankRecord& record : table.rankings()) {
    for (std::uint32_t s = 0; s < record.seats; ++s) {
      for (std::uint32_t other = 0; other < record.seats; ++other) {
        if (record.ranks[s] <= record.ranks[other]) to[record.players[s]].push_back(record.players[other]);
      }
    }
  }
  // Tarjan (1972) with an explicit stack, because a chain may contain all players.
  std::vector<std::uint32_t> order(n, 0);
  std::vector<std::uint32_t> low(n, 0);
  std::vector<std::uint32_t> next(n, 0);
  std::vector<std::uint32_t> label(n, 0);
  std::vector<bool> open(n, false);
  std::vector<std::uint32_t> path;
  std::vector<std::uint32_t> stack;
  std::uint32_t count = 0;
  const auto enter = [&](std::uint32_t i) {
    order[i] = low[i] = ++count;
    open[i] = true;
    stack.push_back(i);
    path.push_back(i);
  };
  for (std::uint32_t start = 0; start < n; ++start) {
    if (order[start] != 0) continue;
    enter(start);
    while (!path.empty()) {
      const std::uint32_t i = path.back();
      if (next[i] < to[i].size()) {
        const std::uint32_t j = to[i][next[i]++];
        if (order[j] == 0) {
          enter(j);
        } else if (open[j]) {
          low[i] = std::min(low[i], order[j]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[i]);
      if (low[i] != order[i]) continue;
      for (std::uint32_t j = stack.back();; j = stack.back()) {
        stack.pop_back();
        open[j] = false;
        label[j] = i;
        if (j == i) break;
      }
    }
  }
  return from_labels(label);
}

}  // namespace ludex::arena::rating
