// What the referee writes down of every move.
#include "arena/match/referee.hpp"

#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/arena_fixture.hpp"

namespace ludex::arena {
namespace {

// Plays the first free cell but 0, and reports what it is told to.
class ScriptedSeat final : public Seat {
 public:
  explicit ScriptedSeat(std::vector<MoveReport> script) : script_(std::move(script)) {}
  [[nodiscard]] std::optional<Fault> start(const Start&) override { return {}; }
  [[nodiscard]] std::optional<Fault> observe(const Position&, Move) override { return {}; }
  [[nodiscard]] std::optional<Fault> choose(const Position& position, const Budget&, Move& move,
                                            MoveReport& report) override {
    std::vector<Move> moves(position.game().traits().max_moves);
    const std::uint32_t n = position.game().legal_moves(position.state(), moves.data());
    move = moves[n > 1 ? 1 : 0];
    report = script_.at(next_++);
    return next_ == script_.size() ? std::optional(Fault{Termination::kOverTime, "late"}) : std::nullopt;
  }

 private:
  std::vector<MoveReport> script_;
  std::size_t next_ = 0;
};

GameRecord play(std::vector<MoveReport> script, const Budget& budget, bool record_moves) {
  const GamePtr game(new GameModule<tests::LineRules>(tests::LineRules{9}));
  ScriptedSeat first(std::move(script));
  ScriptedSeat second(std::vector<MoveReport>(9));
  const Opening opening;
  Match match;
  match.game = game.get();
  match.opening = &opening;
  match.seats = {&first, &second};
  match.budgets = {budget, Budget{}};
  match.record_moves = record_moves;
  GameRecord record;
  CHECK(referee(match, record));
  return record;
}

}  // namespace

TEST_CASE("values of every move, rounded, in one unit; a last move that was a fault is left out") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<MoveReport> script{
      {10, 100, 3, Outcome::kUnknown, 0.0012346, 0.002, 0.123456, ValueUnit::kExpected},
      {20, 200, 4, Outcome::kUnknown, -1, 0.002, 50, ValueUnit::kCenti},
      {30, 300, 5, Outcome::kUnknown, 0.5, 0.002, nan, ValueUnit::kExpected},
      {40, 400, 2, Outcome::kUnknown, 0.25, 0.002, -1, ValueUnit::kExpected}};
  const GameRecord record = play(script, Budget{}, true);
  CHECK(record.termination == Termination::kOverTime);
  const SeatStats& stats = record.stats[0];
  CHECK(stats.moves == 3);
  CHECK(stats.nodes == 600);
  CHECK(stats.overruns == 0);
  CHECK(stats.series.cpu_us == std::vector<std::uint64_t>{1235, 0, 500000});
  CHECK(stats.series.wall_us == std::vector<std::uint64_t>(3, 2000));
  CHECK(stats.series.iterations == std::vector<std::uint64_t>{10, 20, 30});
  CHECK(stats.series.nodes == std::vector<std::uint64_t>{100, 200, 300});
  CHECK(stats.series.depth == std::vector<std::uint64_t>{3, 4, 5});
  CHECK(stats.series.value_unit == ValueUnit::kExpected);
  CHECK(stats.series.value == std::vector<std::optional<double>>{0.1235, std::nullopt, std::nullopt});
  GameRecord sums = play(script, Budget{}, false);
  CHECK(sums.stats[0].series == MoveSeries{});
  sums.stats[0].series = stats.series;
  CHECK(sums.stats[0].cpu_seconds == stats.cpu_seconds);
}

TEST_CASE("overruns: later than the time, its twentieth and a millisecond; faults are none") {
  const auto overruns = [](double cpu, double wall, Budget budget) {
    MoveReport move;
    move.cpu_seconds = cpu;
    move.wall_seconds = wall;
    return play({move, move}, budget, true).stats[0].overruns;  // the second one is a fault
  };
  Budget cpu{};
  cpu.cpu_ns = 100'000'000;
  CHECK(overruns(0.1059, 9, cpu) == 0);
  CHECK(overruns(0.1061, 9, cpu) == 1);
  Budget wall{};
  wall.wall_ns = 1'000'000;
  CHECK(overruns(9, 0.00204, wall) == 0);
  CHECK(overruns(9, 0.00206, wall) == 1);
  CHECK(overruns(9, 9, Budget{}) == 0);
}

}  // namespace ludex::arena
