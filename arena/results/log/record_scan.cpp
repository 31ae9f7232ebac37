#include "arena/results/log/record_scan.hpp"

#include <algorithm>

#include "arena/base/json/value.hpp"
#include "arena/base/text/shown.hpp"
#include "arena/results/log/line_scanner.hpp"
#include "arena/results/log/record_json.hpp"

namespace ludex::arena::log {
namespace {

void clear(SeatStats& stats) {
  MoveSeries series = std::move(stats.series);  // keeps its allocations
  for (auto* list : {&series.cpu_us, &series.wall_us, &series.engine_cpu_us, &series.iterations,
                     &series.nodes, &series.depth, &series.clock_ms})
    list->clear();
  stats = {};
  stats.series = std::move(series);
}

void read_series(LineScanner& in, MoveSeries& series) {
  in.object([&](std::string_view key) {
    if (key == "cpu_us") return in.list(series.cpu_us);
    if (key == "wall_us") return in.list(series.wall_us);
    if (key == "engine_cpu_us") return in.list(series.engine_cpu_us);
    if (key == "iterations") return in.list(series.iterations);
    if (key == "nodes") return in.list(series.nodes);
    if (key == "depth") return in.list(series.depth);
    if (key == "clock_ms") return in.list(series.clock_ms);
    in.skip();
  });
}

void read_stats(LineScanner& in, SeatStats& stats, bool series) {
  clear(stats);
  in.object([&](std::string_view key) {
    if (key == "moves") return in.number(stats.moves);
    if (key == "iterations") return in.number(stats.iterations);
    if (key == "nodes") return in.number(stats.nodes);
    if (key == "cpu_seconds") return in.number(stats.cpu_seconds);
    if (key == "wall_seconds") return in.number(stats.wall_seconds);
    if (key == "engine_cpu_seconds") return in.number(stats.engine_cpu_seconds);
    if (key == "depth_max") return in.number(stats.depth_max);
    if (key == "overruns") return in.number(stats.overruns);
    if (key == "starved") return in.number(stats.starved);
    if (key == "hidden_cpu_seconds") return in.number(stats.hidden_cpu_seconds);
    if (key == "by_move" && series) return read_series(in, stats.series);
    in.skip();
  });
}

// Whether the result is complete and in order.
bool set_outcome(std::string_view text, GameRecord& record) {
  const std::size_t n = players(record);
  record.params.resize(n);
  if (record.stats.size() != n) return false;
  const auto outcome = enum_from_text<GameResult>(text);
  if (n == 2 || (outcome && *outcome == GameResult::kNone)) {
    record.outcome = outcome.value_or(GameResult::kRanked);
    record.returns.clear(), record.ranks.clear();
    return record.outcome != GameResult::kRanked;
  }
  record.outcome = GameResult::kRanked;
  const auto in_range = [](double value) { return value >= -1 && value <= 1; };
  return record.returns.size() == n && std::all_of(record.returns.begin(), record.returns.end(), in_range) &&
         record.ranks.size() == n && are_ranks(record.ranks) && text == outcome_text(record);
}

}  // namespace

bool scan_record(std::string_view line, GameRecord& record, PlayHash& play, UnreadPlay* unread, bool series) {
  LineScanner in(line);
  // Bits of the required fields.
  enum : unsigned {
    kId = 1,
    kGame = 2,
    kAgents = 4,
    kOutcome = 8,
    kTermination = 16,
    kStats = 32,
    kAll = 63
  };
  unsigned seen = 0;
  std::string_view opening = "[]";
  std::string_view moves = "[]";
  record.opening.clear(), record.moves.clear();
  record.position.clear(), record.note.clear(), record.spec_hash.clear();
  record.round = 0, record.seed = 0, record.plies = 0;
  record.returns.clear(), record.ranks.clear(), record.faults.clear();
  std::string_view outcome;
  in.object([&](std::string_view key) {
    if (key == "id") {
      seen |= kId;
      record.id = in.plain_text();
    } else if (key == "game") {
      seen |= kGame;
      record.game = in.plain_text();
    } else if (key == "agents") {
      seen |= kAgents;
      std::size_t n = 0;
      in.array([&] {
        const std::string_view name = in.plain_text();
        // Unusual names are left to the JSON reader.
        if (name.size() > kLongestForeignName || !is_printable_utf8(name)) return void(in.fail());
        if (n >= kMaxPlayers) return void(in.fail());
        if (n >= record.agents.size()) record.agents.resize(n + 1);
        record.agents[n++] = name;
      });
      if (n < 2) return void(in.fail());
      record.agents.resize(n);
    } else if (key == "outcome") {
      seen |= kOutcome;
      outcome = in.plain_text();
    } else if (key == "returns") {
      in.array([&] { in.number(record.returns.emplace_back()); });
    } else if (key == "ranks") {
      in.array([&] { in.number(record.ranks.emplace_back()); });
    } else if (key == "termination") {
      seen |= kTermination;
      const auto termination = enum_from_text<Termination>(in.plain_text());
      if (!termination) return void(in.fail());
      record.termination = *termination;
    } else if (key == "stats") {
      seen |= kStats;
      std::size_t n = 0;
      in.array([&] {
        if (n >= kMaxPlayers) return void(in.fail());
        if (n >= record.stats.size()) record.stats.resize(n + 1);
        read_stats(in, record.stats[n++], series);
      });
      record.stats.resize(n);
    } else if (key == "round") {
      in.number(record.round);
    } else if (key == "plies") {
      in.number(record.plies);
    } else if (key == "seed") {
      in.number(record.seed);
    } else if (key == "note") {
      record.note = in.plain_text();
    } else if (key == "position") {
      record.position = in.plain_text();
    } else if (key == "params" || key == "faults") {
      in.fail();  // games of a tuning and faults among many players are left to the JSON reader
    } else if (key == "spec_hash") {
      record.spec_hash = in.plain_text();
    } else if (key == "opening" || key == "moves") {
      (key == "moves" ? moves : opening) = in.skip();
    } else {
      in.skip();
    }
  });
  play = PlayHash::of(record.position, opening, moves);
  if (unread != nullptr) unread->opening = opening, unread->moves = moves;
  return in.at_end() && seen == kAll && set_outcome(outcome, record);
}

Result<void> read_record(std::string_view line, GameRecord& record, PlayHash& play, UnreadPlay* unread,
                         bool series) {
  if (scan_record(line, record, play, unread, series)) return {};
  auto read = game_record_from_json(line);
  if (!read) return Error{read.error()};
  record = *std::move(read);
  std::array<std::string, 2> made;
  for (const std::size_t i : {0U, 1U}) {
    auto& list = i == 0 ? record.opening : record.moves;
    // Normalised as the log writes it, so that a game has the same hash on both paths.
    made[i] = json::Value(list).dump();
    list.clear();
  }
  play = PlayHash::of(record.position, made[0], made[1]);
  if (unread != nullptr) {
    unread->made = std::move(made);
    unread->opening = unread->made[0];
    unread->moves = unread->made[1];
  }
  return {};
}

}  // namespace ludex::arena::log
