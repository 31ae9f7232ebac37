#include "arena/results/rating/rank_table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "arena/model/game_record.hpp"

namespace ludex::arena::rating {

namespace {

// Adds a score of a game to the two values around it.
void add_score(ScoreCounts& counts, double score) noexcept {
  const double place = score * 4;
  const auto low = std::min(static_cast<std::size_t>(place), std::size_t{3});
  const double part = place - static_cast<double>(low);
  counts.count[low] += 1 - part;
  counts.count[low + 1] += part;
}

RankPair mirrored(const RankPair& pair) {
  RankPair other = pair;
  std::swap(other.agent, other.opponent);
  std::swap(other.ahead, other.behind);
  std::reverse(other.scores.count.begin(), other.scores.count.end());
  return other;
}

// Sorts the agents by score and gives the pairs their new numbers.
void sort_agents(RankTable& table) {
  std::vector<std::uint32_t> order(table.agents.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return table.agents[a].all.score() > table.agents[b].all.score();
  });
  std::vector<std::uint32_t> place(order.size());
  std::vector<RankRow> agents;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    agents.push_back(std::move(table.agents[order[i]]));
  }
  table.agents = std::move(agents);
  for (RankPair& pair : table.pairs) {
    pair.agent = place[pair.agent];
    pair.opponent = place[pair.opponent];
    if (pair.agent > pair.opponent) pair = mirrored(pair);
  }
  std::sort(table.pairs.begin(), table.pairs.end(), [](const RankPair& a, const RankPair& b) {
    return a.agent != b.agent ? a.agent < b.agent : a.opponent < b.opponent;
  });
}

}  // namespace

void SeatTally::add(double score, bool first) noexcept {
  ++games;
  firsts += first ? 1 : 0;
  points += score;
  squares += score * score;
}

double SeatTally::rank(std::uint32_t players) const noexcept {
  return players - (players - 1) * score();
}

double SeatTally::rank_deviation(std::uint32_t players) const noexcept {
  const auto n = static_cast<double>(games);
  const double variance = std::max(squares / n - score() * score(), 0.0);
  return (players - 1) * std::sqrt(variance / n);
}

void RankCounter::add(std::span<const std::string> agents, std::span<const std::uint32_t> ranks) {
  const auto n = static_cast<std::uint32_t>(agents.size());
  Counts& counts = counts_[n];
  RankTable& table = counts.table;
  table.players = n;
  table.seats.resize(n);
  ++table.games;
  std::vector<std::uint32_t> who;
  const std::vector<std::uint32_t> all(ranks.begin(), ranks.end());
  for (std::uint32_t s = 0; s < n; ++s) {
    const auto at =
        counts.index.try_emplace(agents[s], static_cast<std::uint32_t>(table.agents.size())).first;
    who.push_back(at->second);
    if (at->second == table.agents.size()) {
      table.agents.push_back({agents[s], {}, std::vector<std::uint64_t>(n, 0), std::vector<SeatTally>(n)});
    }
    RankRow& row = table.agents[at->second];
    const double score = share_of(all, static_cast<Player>(s));
    for (SeatTally* const tally : {&row.all, &row.seats[s], &table.seats[s]})
      tally->add(score, ranks[s] == 1);
    ++row.places[ranks[s] - 1];
  }
  // Comparisons of the two in this game, and the points of the one with the lower index.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<double, double>> met;
  for (std::uint32_t s = 0; s < n; ++s) {
    for (std::uint32_t other = 0; other < n; ++other) {
      if (who[s] >= who[other]) continue;
      const std::pair key{who[s], who[other]};
      RankPair& pair = counts.pairs.try_emplace(key, RankPair{who[s], who[other]}).first->second;
      auto& [points, seats] = met[key];
      seats += 1;
      points += ranks[s] < ranks[other] ? 1 : ranks[s] == ranks[other] ? 0.5 : 0;
      ++(ranks[s] < ranks[other] ? pair.ahead : ranks[s] == ranks[other] ? pair.level : pair.behind);
    }
  }
  for (const auto& [key, sum] : met) {
    RankPair& pair = counts.pairs.at(key);
    ++pair.games;
    add_score(pair.scores, sum.first / sum.second);
  }
}

std::vector<RankTable> RankCounter::tables() const {
  std::vector<RankTable> tables;
  for (const auto& [players, counts] : counts_) {
    RankTable table = counts.table;
    for (const auto& [key, pair] : counts.pairs) table.pairs.push_back(pair);
    sort_agents(table);
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace ludex::arena::rating
