// Games that repeat earlier ones move by move: they are counted, and a sequential test leaves them out.
#include "arena/results/rating/repeats.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "arena/faces/statistics/match.hpp"
#include "arena/faces/statistics/rate.hpp"
#include "arena/results/log/record_json.hpp"
#include "arena/results/log/record_scan.hpp"
#include "arena/run/schedule/sprt_schedule.hpp"
#include "core/util/rng.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena {

using namespace rating;
using tests::TemporaryFolder;

namespace {

GameRecord game(std::uint32_t opening, const std::string& line, bool first_wins, bool swapped = false) {
  GameRecord record;
  record.id = "g/" + std::to_string(opening) + line;
  record.game = "g";
  record.agents = swapped ? std::vector<std::string>{"b", "a"} : std::vector<std::string>{"a", "b"};
  record.opening = {"o" + std::to_string(opening)};
  record.moves = {line, "x"};
  record.plies = 3;
  record.outcome = first_wins ? GameResult::kFirstWins : GameResult::kSecondWins;
  return record;
}

PlayKey key(const GameRecord& record) {
  return play_key(record, log::PlayHash::of(record));
}

TournamentSpec make_spec(std::uint32_t max_games) {
  TournamentSpec spec;
  spec.name = "t";
  spec.games.push_back({"g", "g", {}, {}});
  spec.agents.push_back({"a", "a", {}, {}, {}});
  spec.agents.push_back({"b", "a", {}, {}, {}});
  spec.format.type = FormatType::kSprt;
  spec.format.sprt = {0, 50, 0.05, 0.05, SprtModel::kNormalized};
  spec.format.max_games = max_games;
  return spec;
}

// Plays until the end; `line(pair)` is the line of both games of a pair, and a wins with "w". The book has
// `openings` openings.
template <class Line>
void play(run::SprtSchedule& schedule, std::uint32_t openings, const Line& line) {
  run::GameTask task;
  while (schedule.next(task) == run::Schedule::Next::kTask) {
    const std::string moves = line(task.round);
    const bool swapped = task.agents[0] == 1;
    const GameRecord record = game(task.round % openings, moves, (moves[0] == 'w') != swapped, swapped);
    schedule.commit(task, record, log::PlayHash::of(record));
  }
}

}  // namespace

TEST_CASE("two games are the same by game, start, moves, seats, parameters and end, not by id or round") {
  const GameRecord one = game(1, "w", true);
  GameRecord same = one;
  same.id = "g/other";
  same.round = 7;
  same.seed = 9;
  CHECK(key(same) == key(one));
  const auto differs = [&](const auto& change) {
    GameRecord other = one;
    change(other);
    return key(other).whole != key(one).whole;
  };
  CHECK(differs([](GameRecord& r) { r.game = "h"; }));
  CHECK(differs([](GameRecord& r) { r.position = "p"; }));
  CHECK(differs([](GameRecord& r) { r.opening = {}; }));
  CHECK(differs([](GameRecord& r) { r.moves.push_back("y"); }));
  CHECK(differs([](GameRecord& r) { r.agents = {"b", "a"}; }));
  CHECK(differs([](GameRecord& r) { r.params[1] = {{"c", "1"}}; }));
  CHECK(differs([](GameRecord& r) { r.termination = Termination::kResigned; }));
  CHECK(key(game(1, "v", false)).start == key(one).start);
  CHECK(key(game(2, "w", true)).start != key(one).start);
  GameRecord withdrawn = one;
  withdrawn.termination = Termination::kWithdrawn;
  CHECK(key(withdrawn) == PlayKey{});
}

TEST_CASE("both readers of a log find the same moves as the record has") {
  GameRecord record = game(3, "w", true);
  for (const bool unusual : {false, true}) {
    if (unusual) record.params[0] = {{"c", "1"}};  // left to the JSON reader
    const std::string line = log::to_json_line(record);
    GameRecord read;
    log::PlayHash play;
    CHECK(log::scan_record(line, read, play) == !unusual);
    REQUIRE(log::read_record(line, read, play));
    CHECK(play == log::PlayHash::of(record));
  }
}

TEST_CASE("evidence: repetitions of an opening are held back until one of them differs") {
  Evidence evidence(3);
  const auto add = [&](std::uint32_t opening, const char* line, std::size_t score) {
    evidence.add(key(game(opening, line, score == 2)), score);
  };
  add(1, "w", 2);
  add(1, "w", 2);
  add(1, "w", 2);
  add(2, "l", 0);
  CHECK(evidence.counts() == std::vector<std::uint64_t>{1, 0, 1});
  CHECK(evidence.held_back() == 2);
  // From opening 1 another game is possible: all its games are independent draws.
  add(1, "l", 0);
  CHECK(evidence.counts() == std::vector<std::uint64_t>{2, 0, 3});
  CHECK(evidence.held_back() == 0);
  add(1, "w", 2);
  add(2, "l", 0);
  CHECK(evidence.counts() == std::vector<std::uint64_t>{2, 0, 4});
  CHECK(evidence.held_back() == 1);
  evidence.add({}, 1);
  evidence.add({}, 1);
  CHECK(evidence.counts()[1] == 2);
}

TEST_CASE("sprt: deterministic agents and a small book stay undecided") {
  const TournamentSpec spec = make_spec(2000);
  run::SprtSchedule schedule(spec);
  play(schedule, 10, [](std::uint32_t round) { return round % 10 < 7 ? "w" : "l"; });
  CHECK_FALSE(schedule.decided());
  CHECK(schedule.blocks() == std::vector<std::uint64_t>{3, 0, 0, 0, 7});
  CHECK(schedule.repeated() == 990);
  CHECK(schedule.summary().find("undecided after 10 pairs") != std::string::npos);
  CHECK(schedule.summary().find("not counted: 990 pairs that repeat earlier ones move by move") !=
        std::string::npos);
  CHECK(schedule.status().find("990 pairs repeated") != std::string::npos);
  // The same results as different games decide.
  run::SprtSchedule other(spec);
  play(other, 2000, [](std::uint32_t round) { return (round % 10 < 7 ? "w" : "l") + std::to_string(round); });
  CHECK(other.decision() == SprtDecision::kAcceptH1);
}

// An agent that wins with one line nine times of ten and loses with ever new ones is stronger. Counting each
// line once would say the contrary.
TEST_CASE("sprt: the frequent games of a random agent count") {
  const TournamentSpec spec = make_spec(20000);
  Rng rng = Rng::seeded(5);
  run::SprtSchedule schedule(spec);
  play(schedule, 1, [&](std::uint32_t) {
    return rng.below(10) == 0 ? "l" + std::to_string(rng.next()) : std::string("w");
  });
  CHECK(schedule.decision() == SprtDecision::kAcceptH1);
  CHECK(schedule.repeated() == 0);
}

TEST_CASE("match and rate say how many games repeat, and match --sprt leaves them out") {
  const TemporaryFolder folder;
  std::string log;
  for (std::uint32_t round = 0; round < 100; ++round) {
    for (const bool swapped : {false, true}) {
      GameRecord record = game(round % 10, round % 10 < 7 ? "w" : "l", (round % 10 < 7) != swapped, swapped);
      record.round = round;
      // Half of the lines as the JSON reader reads them.
      std::string line = log::to_json_line(record);
      if (round % 2 == 1) line.insert(1, "\"unknown\":{\"x\":1},\"note\":\"\\u0041\",");
      log += line + "\n";
    }
  }
  const std::string file = folder.write("g.jsonl", log);
  const auto match = statistics::match({{file}, "0,50", 0.95, true, false});
  const json::Value found = json::Value::parse(match.out);
  CHECK(found["repeated"] == 180);
  CHECK(found["matches"][0]["games"] == 200);
  CHECK(found["matches"][0]["sprt"]["left_out"] == 90);
  CHECK(found["matches"][0]["sprt"]["decision"] == "continue");
  CHECK(match.err.find("180 of 200 games repeat an earlier one move by move") != std::string::npos);
  const auto text = statistics::match({{file}, "0,50"});
  CHECK(text.out.find("not counted: 90 pairs that repeat earlier ones") != std::string::npos);
  // Of games alone, likewise.
  const auto games = json::Value::parse(statistics::match({{file}, "0,50,bayesian", 0.95, true}).out);
  CHECK(games["matches"][0]["sprt"]["left_out"] == 180);

  statistics::RateOptions options;
  options.logs = {file};
  options.json = true;
  const auto rate = statistics::rate(options);
  CHECK(json::Value::parse(rate.out)["repeated"] == 180);
  CHECK(rate.err.find("180 of 200 games repeat an earlier one move by move") != std::string::npos);
}

}  // namespace ludex::arena
