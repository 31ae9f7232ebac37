#include "arena/faces/report/tally.hpp"

#include <algorithm>
#include <cmath>

#include "core/util/hash.hpp"

namespace ludex::arena::report {
namespace {

constexpr std::size_t kShownFaults = 5;

std::uint32_t index(std::unordered_map<std::string, std::uint32_t>& known, std::string_view name) {
  return known.emplace(std::string(name), static_cast<std::uint32_t>(known.size())).first->second;
}

void count(Wdl& wdl, const std::vector<std::uint32_t>& ranks, Player seat) {
  const double score = share_of(ranks, seat);
  if (ranks[seat] != 1) {
    ++wdl.losses;
    wdl.more_points += score;
  } else if (std::count(ranks.begin(), ranks.end(), 1U) == 1) {
    ++wdl.wins;
  } else {
    ++wdl.draws;
    wdl.more_points += score - 0.5;
  }
}

// `reason` is the seat's.
void add_fault(const GameRecord& record, Player seat, Termination reason, AgentReport& agent) {
  const auto own = std::find_if(record.faults.begin(), record.faults.end(),
                                [&](const SeatFault& fault) { return fault.seat == seat; });
  const std::string& note = own == record.faults.end() ? record.note : own->note;
  for (Fault& fault : agent.faults) {
    if (fault.reason == reason && fault.note == note) return void(++fault.times);
  }
  if (agent.faults.size() < kShownFaults) agent.faults.push_back({reason, note, record.game, 1});
}

// The log omits lists of zeros.
void add_all(const std::vector<std::uint64_t>& list, std::uint64_t moves, Distribution& distribution) {
  for (const std::uint64_t x : list) distribution.add(x);
  if (list.size() < moves) distribution.add(0, moves - list.size());
}

std::size_t distinct(std::vector<std::uint64_t>& values) {
  std::sort(values.begin(), values.end());
  return static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
}

std::uint64_t mean(double sum, std::uint64_t moves) {
  const double value = sum / static_cast<double>(moves);
  return value > 0 && value < 1e18 ? static_cast<std::uint64_t>(std::llround(value)) : 0;
}

}  // namespace

std::uint32_t Tally::agent(std::string_view name) {
  const std::uint32_t i = index(agent_index_, name);
  if (i == agents.size()) agents.emplace_back().name = name;
  return i;
}

std::uint32_t Tally::game(std::string_view label) {
  const std::uint32_t i = index(game_index_, label);
  if (i == games.size()) games.emplace_back().label = label, plays_.emplace_back(), keys_.emplace_back();
  return i;
}

void Tally::add(const GameRecord& record, const log::PlayHash& play) {
  ids_.push_back(fnv1a(record.id));
  if (std::find(spec_hashes.begin(), spec_hashes.end(), record.spec_hash) == spec_hashes.end())
    spec_hashes.push_back(record.spec_hash);
  if (record.outcome == GameResult::kNone) return void(++without_result);
  const auto n = static_cast<std::uint32_t>(players(record));
  const bool alone = std::all_of(record.agents.begin(), record.agents.end(),
                                 [&](const std::string& name) { return name == record.agents[0]; });
  if (alone) return void(++self_play);
  const std::uint32_t g = game(record.game);
  const std::vector<std::uint32_t> ranks = ranks_of(record);
  Played one{g, record.round, n, {}, {}, record.outcome, is_forfeit(record.termination)};
  for (Player seat = 0; seat < n; ++seat) {
    one.agents[seat] = agent(record.agents[seat]);
    one.ranks[seat] = ranks[seat];
    one.forfeit = one.forfeit || forfeit_of(record, seat).has_value();
  }
  if (n > 2) ranked.add(record.agents, ranks);
  GameReport& game_report = games[g];
  game_report.players = n;
  count(game_report.first, ranks, 0);
  // The lengths of interrupted games are not typical of the game.
  if (!one.forfeit) game_report.plies.add(record.plies);
  plays_[g].push_back(play.whole);
  keys_[g].add(rating::play_key(record, play));
  for (Player seat = 0; seat < n; ++seat) count_seat(record, seat, g, ranks, agents[one.agents[seat]]);
  played.push_back(one);
}

void Tally::count_seat(const GameRecord& record, Player seat, std::uint32_t g,
                       const std::vector<std::uint32_t>& ranks, AgentReport& one) {
  if (one.by_game.size() <= g) one.by_game.resize(g + 1);
  count(one.all, ranks, seat);
  if (ranks.size() == 2) count(one.by_seat[seat], ranks, seat);
  count(one.by_game[g], ranks, seat);
  const bool by_fault = is_forfeit(record.termination);
  if (const auto reason = forfeit_of(record, seat)) {
    ++one.endings[static_cast<std::size_t>(*reason)];
    ++one.forfeits;
    lost_by.add(one.name, to_text(*reason));
    one.withdrawn = one.withdrawn || *reason == Termination::kWithdrawn;
    add_fault(record, seat, *reason, one);
  } else if (!by_fault) {
    ++one.endings[static_cast<std::size_t>(record.termination)];
  } else if (record.outcome != GameResult::kDraw) {
    ++one.forfeits_won;
  }
  add_seat(record, seat, one);
}

void Tally::finish() {
  repeated_ids = ids_.size() - distinct(ids_);
  for (std::size_t g = 0; g < games.size(); ++g) {
    games[g].distinct = distinct(plays_[g]);
    games[g].repeated = keys_[g].repeated();
  }
}

void Tally::add_seat(const GameRecord& record, std::size_t seat, AgentReport& one) {
  const SeatStats& stats = record.stats[seat];
  const MoveSeries& series = stats.series;
  one.moves += stats.moves;
  one.iterations = saturating_add(one.iterations, stats.iterations);
  one.nodes = saturating_add(one.nodes, stats.nodes);
  one.overruns += stats.overruns;
  if (std::isfinite(stats.cpu_seconds)) one.cpu_seconds += stats.cpu_seconds;
  if (std::isfinite(stats.wall_seconds)) one.wall_seconds += stats.wall_seconds;
  one.depth_max = std::max(one.depth_max, stats.depth_max);
  if (stats.moves == 0) return;
  const bool by_move = !series.cpu_us.empty() || !series.wall_us.empty() || !series.nodes.empty() ||
                       !series.iterations.empty() || !series.depth.empty();
  if (by_move) {
    ++with_moves;
    add_all(series.cpu_us, stats.moves, one.cpu_us);
    add_all(series.wall_us.empty() ? series.cpu_us : series.wall_us, stats.moves, one.wall_us);
    add_all(series.nodes, stats.moves, one.node_counts);
    add_all(series.iterations, stats.moves, one.iteration_counts);
    wall_differs = wall_differs || !series.wall_us.empty();
  } else {
    const auto add_mean = [&](Distribution& distribution, double sum) {
      distribution.add(mean(sum, stats.moves), stats.moves);
    };
    add_mean(one.cpu_us, stats.cpu_seconds * 1e6);
    add_mean(one.wall_us, stats.wall_seconds * 1e6);
    add_mean(one.node_counts, static_cast<double>(stats.nodes));
    add_mean(one.iteration_counts, static_cast<double>(stats.iterations));
  }
}

}  // namespace ludex::arena::report
