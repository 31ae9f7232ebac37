// Game clocks: how they are written, how they run, what the referee makes of them. Seats are scripted, so no
// real time passes.
#include "arena/run/match/game_clocks.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "arena/run/config/clock_text.hpp"
#include "arena/run/match/referee.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena {

using namespace host;
using namespace run;
namespace {

using tests::LineRules;

constexpr std::int64_t kMs = 1'000'000;

// Plays the last legal move and says that it took as long as the script says, by number of its own move.
class TimedSeat final : public Seat {
 public:
  explicit TimedSeat(std::vector<std::int64_t> ms) : ms_(std::move(ms)) {}

  struct Seen {
    std::int64_t budget_ms;
    std::optional<ClockFace> own;
    std::optional<ClockFace> opponent;
  };
  std::vector<Seen> seen;

  [[nodiscard]] std::optional<Fault> start(const Start&) override { return std::nullopt; }
  [[nodiscard]] std::optional<Fault> observe(const Position&, Move) override { return std::nullopt; }
  [[nodiscard]] std::optional<Fault> choose(const Position& position, const MoveTime& time,
                                            MoveReport& report) override {
    const auto copy = [](const ClockFace* face) {
      return face != nullptr ? std::optional(*face) : std::nullopt;
    };
    report.wall_ns = ms_.at(seen.size()) * kMs;
    report.move = position.legal_moves().back();
    seen.push_back({time.budget.wall_ns / kMs, copy(time.clock), copy(time.opponent)});
    return std::nullopt;
  }

 private:
  std::vector<std::int64_t> ms_;
};

struct Played {
  GameRecord record;
  std::vector<TimedSeat::Seen> first;
  std::vector<TimedSeat::Seen> second;
};

// A line of six cells: each seat has three moves, and the last of them wins for the second.
Played play(const ClockSpec& first, std::vector<std::int64_t> first_ms, const ClockSpec& second,
            std::vector<std::int64_t> second_ms, std::int64_t grace_ms = 0) {
  const GameModule<LineRules> game(LineRules{6});
  const Opening opening;
  TimedSeat a(std::move(first_ms));
  TimedSeat b(std::move(second_ms));
  Match match;
  match.game = &game;
  match.opening = &opening;
  match.seats = {&a, &b};
  match.clocks = {SeatClock(first), SeatClock(second)};
  match.grace_ns = grace_ms * kMs;
  Played played;
  CHECK(referee(match, played.record));
  played.first = a.seen;
  played.second = b.seen;
  return played;
}

}  // namespace

TEST_CASE("clocks are written as they are read") {
  for (const std::string text : {"60s+600ms", "40/60s", "1/1ms+1s", "1000/86400s+86400s", "90s",
                                 "40/90min+30s:30min+30s", "2/1s:2/2s:1/3s:4/4s+1ms"}) {
    CAPTURE(text);
    const auto clock = parse_clock(text);
    REQUIRE(clock);
    CHECK(parse_clock(clock_text(*clock)) == clock);
    if (text.find("min") == std::string::npos) CHECK(clock_text(*clock) == text);
  }
  CHECK(parse_clock("40/10min+0.5s") == ClockSpec{600'000 * kMs, 500 * kMs, 40});
  CHECK(pgn_time_control(*parse_clock("40/90min+30s:30min+30s")) == "40/5400+30:1800+30");
  CHECK(pgn_time_control(*parse_clock("60s+600ms")) == "60+0.6");
  CHECK(pgn_time_control(*parse_clock("40/5min")) == "40/300");
  CHECK(parse_clock("0.5s") == ClockSpec{500 * kMs, 0, 0});
  for (const char* text : {"",
                           "60",
                           "60s+",
                           "+1s",
                           "/60s",
                           "0/60s",
                           "1001/60s",
                           "40/",
                           "-1s",
                           "60s-1s",
                           "60s+1s+1s",
                           "0s+1s",
                           "0s",
                           "25h",
                           "1s+25h",
                           "1us",
                           "40//60s",
                           "x/60s",
                           "4.5/60s",
                           "inf s",
                           "60s:60s",
                           "40/60s:",
                           ":60s",
                           "40/60s::60s",
                           "1/1s:1/1s:1/1s:1/1s:1s",
                           "40/60s:0/60s"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_clock(text));
  }
}

TEST_CASE("what is spent is gone, increments are added after the move, time after the period") {
  SeatClock sudden(ClockSpec{1000 * kMs, 0, 0});
  sudden.spend(300 * kMs);
  CHECK(sudden.left_ns() == 700 * kMs);
  CHECK(sudden.face().moves_to_go == 0);
  sudden.spend(800 * kMs);
  CHECK(sudden.left_ns() == -100 * kMs);
  CHECK(sudden.limit(Budget{}).wall_ns == kMs);

  SeatClock fischer(ClockSpec{1000 * kMs, 50 * kMs, 0});
  fischer.spend(30 * kMs);
  CHECK(fischer.left_ns() == 1020 * kMs);

  SeatClock periods(ClockSpec{1000 * kMs, 10 * kMs, 2});
  CHECK(periods.face().moves_to_go == 2);
  periods.spend(400 * kMs);
  CHECK(periods.face().moves_to_go == 1);
  CHECK(periods.left_ns() == 610 * kMs);
  periods.spend(410 * kMs);
  CHECK(periods.face().moves_to_go == 2);
  CHECK(periods.left_ns() == 1210 * kMs);
  CHECK(periods.limit(Budget{}).wall_ns == 1210 * kMs);

  // 2 moves, then 1 with other time, then the rest.
  SeatClock three(*parse_clock("2/1s:1/500ms+20ms:100ms+10ms"));
  CHECK(three.face().moves_to_go == 2);
  three.spend(400 * kMs);
  three.spend(400 * kMs);
  CHECK(three.left_ns() == 700 * kMs);
  CHECK(three.face().moves_to_go == 1);
  CHECK(three.face().increment_ns == 20 * kMs);
  three.spend(220 * kMs);
  CHECK(three.left_ns() == 600 * kMs);
  CHECK(three.face().moves_to_go == 0);
  CHECK(three.face().increment_ns == 10 * kMs);
  three.spend(10 * kMs);
  CHECK(three.left_ns() == 600 * kMs);
  // The last period is repeated if it has moves.
  SeatClock repeated(*parse_clock("1/1s:2/500ms"));
  repeated.spend(0);
  CHECK(repeated.left_ns() == 1500 * kMs);
  repeated.spend(0);
  repeated.spend(0);
  CHECK(repeated.left_ns() == 2000 * kMs);
  CHECK(repeated.face().moves_to_go == 2);

  SeatClock none;
  none.spend(400 * kMs);
  CHECK_FALSE(none.runs());
  CHECK(none.left_ns() == 0);
  CHECK(none.limit(BudgetSpec{.wall_ns = 7}.to_budget(nullptr)).wall_ns == 7);
}

TEST_CASE("who always takes the share never runs out") {
  for (const ClockSpec& spec : {ClockSpec{60'000 * kMs, 600 * kMs, 0}, ClockSpec{60'000 * kMs, 0, 40},
                                ClockSpec{100 * kMs, 0, 0}, ClockSpec{10 * kMs, 1000 * kMs, 0}}) {
    CAPTURE(clock_text(spec));
    SeatClock clock(spec);
    for (int move = 0; move < 80; ++move) {
      const std::int64_t share = share_of_clock(clock.face(), 0);
      CHECK(share >= kMs / 10);
      CHECK(share <= clock.left_ns());
      clock.spend(share);
    }
    CHECK(clock.left_ns() >= 0);
  }
  CHECK(share_of_clock({3000 * kMs, 0, 0, 0}, 10 * kMs) == 90 * kMs);
  CHECK(share_of_clock({3000 * kMs, 400 * kMs, 0, 0}, 10 * kMs) == 390 * kMs);
  CHECK(share_of_clock({3000 * kMs, 0, 2, 0}, 0) == 1000 * kMs);
  CHECK(share_of_clock({100 * kMs, 1000 * kMs, 0, 0}, 10 * kMs) == 90 * kMs);
  CHECK(share_of_clock({-100 * kMs, 0, 0, 0}, 10 * kMs) == kMs / 10);
}

TEST_CASE("the referee runs both clocks and shows them to both seats") {
  const auto played = play({1000 * kMs, 100 * kMs, 0}, {200, 300, 10}, {500 * kMs, 0, 2}, {100, 50, 60});
  CHECK(played.record.termination == Termination::kNormal);
  CHECK(played.record.stats[0].series.clock_ms == std::vector<std::uint64_t>{900, 700, 790});
  CHECK(played.record.stats[1].series.clock_ms == std::vector<std::uint64_t>{400, 850, 790});
  REQUIRE(played.first.size() == 3);
  REQUIRE(played.second.size() == 3);
  CHECK(played.first[1].budget_ms == 900);
  CHECK(played.first[1].own->left_ns == 900 * kMs);
  CHECK(played.first[1].own->increment_ns == 100 * kMs);
  CHECK(played.first[1].own->moves_to_go == 0);
  CHECK(played.first[1].opponent->left_ns == 400 * kMs);
  CHECK(played.first[1].opponent->moves_to_go == 1);
  CHECK(played.second[1].own->left_ns == 400 * kMs);
  CHECK(played.second[1].opponent->left_ns == 700 * kMs);
}

TEST_CASE("a clock against none") {
  const auto played = play({1000 * kMs, 0, 0}, {1, 1, 1}, {}, {9'000, 9'000, 9'000});
  CHECK(played.record.termination == Termination::kNormal);
  CHECK(played.record.stats[1].series.clock_ms.empty());
  CHECK(played.first[0].own);
  CHECK_FALSE(played.first[0].opponent);
  CHECK_FALSE(played.second[0].own);
  CHECK(played.second[0].opponent->left_ns == 999 * kMs);
  CHECK(played.second[0].budget_ms == 0);
}

TEST_CASE("a flag falls when the whole game's grace is used up, not before") {
  const ClockSpec spec{100 * kMs, 0, 0};
  // 60 + 60 + 60: overdrawn by 20, then by 80.
  auto played = play(spec, {60, 60, 60}, {}, {1, 1, 1}, 80);
  CHECK(played.record.termination == Termination::kNormal);
  CHECK(played.record.stats[0].series.clock_ms == std::vector<std::uint64_t>{40, 0, 0});
  CHECK(played.record.stats[0].overruns == 2);
  played = play(spec, {60, 60, 60}, {}, {1, 1, 1}, 79);
  CHECK(played.record.termination == Termination::kOverTime);
  CHECK(played.record.outcome == GameResult::kSecondWins);
  CHECK(played.record.moves.size() == 4);
  CHECK(played.record.note.find("its flag fell: -0.020 s were left before move 5 and it took 0.060 s") == 0);
  // The last move would win: the clock comes first.
  played = play({}, {1, 1, 1}, spec, {1, 1, 500}, 100);
  CHECK(played.record.termination == Termination::kOverTime);
  CHECK(played.record.outcome == GameResult::kFirstWins);
}

}  // namespace ludex::arena
