// Adjudication: agreed proofs, the oracle, the ply limit. Seats and oracle are scripted.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/run/match/referee.hpp"
#include "core/agent/agent_shell.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena {

using namespace host;
using namespace run;
namespace {

using tests::LineRules;

// What a seat says with one of its moves.
struct Said {
  Outcome outcome = Outcome::kUnknown;
  double value = 0;
  ValueUnit unit = ValueUnit::kNone;
  ValueBound bound = ValueBound::kExact;

  Said() = default;
  Said(Outcome proven) : outcome(proven) {}
  Said(int centi, ValueBound of = ValueBound::kExact) : value(centi), unit(ValueUnit::kCenti), bound(of) {}
  Said(double other, ValueUnit in) : value(other), unit(in) {}
};
using Script = std::map<int, Said>;

// Plays the last legal move, and says what the script says: by number of its own move, from 0.
class ScriptedSeat final : public Seat {
 public:
  explicit ScriptedSeat(Script says = {}) : says_(std::move(says)) {}

  [[nodiscard]] std::optional<Fault> start(const Start&) override {
    move_ = 0;
    return std::nullopt;
  }
  [[nodiscard]] std::optional<Fault> observe(const Position&, Move) override { return std::nullopt; }
  [[nodiscard]] std::optional<Fault> choose(const Position& position, const MoveTime&,
                                            MoveReport& report) override {
    const auto said = says_.find(move_++);
    if (said != says_.end()) {
      report.outcome = said->second.outcome;
      report.value = said->second.value;
      report.value_unit = said->second.unit;
      report.bound = said->second.bound;
    }
    report.move = position.legal_moves().back();
    return std::nullopt;
  }

 private:
  Script says_;
  int move_ = 0;
};

// What solve() answers, by number of filled cells; elsewhere nothing. `broken`: it answers with an error.
class ScriptedOracle final : public Agent {
 public:
  std::map<std::uint32_t, Outcome> knows;
  bool broken = false;
  std::vector<std::uint32_t> asked;

  void destroy() noexcept override {}
  [[nodiscard]] const void* extension(const char*) const noexcept override { return nullptr; }
  Status new_game(const Game*, Player, std::uint64_t, TextSink&) noexcept override { return Status::kOk; }
  Status observe(const State*, Move, TextSink&) noexcept override { return Status::kOk; }
  Status choose(const State*, const Budget*, SearchReport*, Move*, TextSink&) noexcept override {
    return Status::kUnsupported;
  }
  Status solve(const State* position, Goal goal, const Budget* budget, SearchReport* report,
               TextSink& error) noexcept override {
    CHECK(goal == Goal::kValue);
    CHECK(budget->nodes == 7);
    if (broken) {
      error.write("out of order");
      return Status::kInternal;
    }
    const auto ply = reinterpret_cast<const LineRules::State*>(position)->ply;
    asked.push_back(ply);
    if (knows.contains(ply)) report->outcome = knows[ply];
    return Status::kOk;
  }
};

struct Played {
  GameRecord record;
  bool finished;
};

// A full line is a draw after nine plies if nobody takes cell 0, the last to be left.
Played play(const AdjudicationSpec* adjudication, Script first = {}, Script second = {},
            Oracle* oracle = nullptr, std::size_t opening_plies = 0) {
  const GameModule<LineRules> game(LineRules{9});
  Opening opening;
  for (std::uint32_t i = 0; i < opening_plies; ++i) opening.moves.push_back(Move{8 - i});
  ScriptedSeat a(std::move(first));
  ScriptedSeat b(std::move(second));
  Match match;
  match.game = &game;
  match.opening = &opening;
  match.seats = {&a, &b};
  match.adjudication = adjudication;
  match.oracle = oracle;
  Played played;
  played.finished = referee(match, played.record);
  return played;
}

}  // namespace

TEST_CASE("without adjudication only the rules end a game") {
  const AdjudicationSpec none;
  for (const AdjudicationSpec* spec : {static_cast<const AdjudicationSpec*>(nullptr), &none}) {
    const auto [record, finished] = play(spec, {{0, Outcome::kWin}}, {{0, Outcome::kLoss}});
    CHECK(finished);
    CHECK(record.plies == 9);
    CHECK(record.termination == Termination::kNormal);
    CHECK(record.outcome == GameResult::kFirstWins);  // cell 0 is the ninth
  }
}

TEST_CASE("the ply limit counts the opening, and means what the specification says") {
  AdjudicationSpec spec;
  spec.plies = 5;
  auto record = play(&spec).record;
  CHECK(record.plies == 5);
  CHECK(record.termination == Termination::kPlyLimit);
  CHECK(record.outcome == GameResult::kDraw);
  spec.limit_result = GameResult::kSecondWins;
  record = play(&spec, {}, {}, nullptr, 3).record;
  CHECK(record.plies == 5);
  CHECK(record.moves.size() == 2);
  CHECK(record.outcome == GameResult::kSecondWins);
  // An opening beyond the limit: nothing is left to play.
  record = play(&spec, {}, {}, nullptr, 6).record;
  CHECK(record.moves.empty());
  CHECK(record.termination == Termination::kPlyLimit);
  // The rules come first.
  spec.plies = 9;
  CHECK(play(&spec).record.termination == Termination::kNormal);
}

TEST_CASE("agreed proof: both, one after the other, and of one mind") {
  AdjudicationSpec spec;
  spec.agreed_proof = true;
  auto record = play(&spec, {{1, Outcome::kWin}}, {{1, Outcome::kLoss}}).record;
  CHECK(record.termination == Termination::kAgreedProof);
  CHECK(record.outcome == GameResult::kFirstWins);
  CHECK(record.plies == 4);
  CHECK_FALSE(is_forfeit(record.termination));
  record = play(&spec, {{2, Outcome::kWin}}, {{1, Outcome::kLoss}}).record;  // the loser says so first
  CHECK(record.plies == 5);
  CHECK(record.outcome == GameResult::kFirstWins);
  record = play(&spec, {{0, Outcome::kDraw}}, {{0, Outcome::kDraw}}).record;
  CHECK(record.outcome == GameResult::kDraw);
  CHECK(record.plies == 2);
  // Of two minds; with a move between; only one of them.
  CHECK(play(&spec, {{0, Outcome::kWin}}, {{0, Outcome::kWin}}).record.plies == 9);
  CHECK(play(&spec, {{0, Outcome::kWin}}, {{1, Outcome::kLoss}}).record.plies == 9);
  CHECK(play(&spec, {{0, Outcome::kWin}, {1, Outcome::kWin}, {2, Outcome::kWin}}).record.plies == 9);
}

TEST_CASE("resign: one side's own score, so many moves in a row") {
  AdjudicationSpec spec;
  spec.resign = {2, 400, false};
  // Two moves in a row; one that says better, or says nothing, begins the count anew.
  auto record = play(&spec, {}, {{1, -400}, {2, -900}}).record;
  CHECK(record.termination == Termination::kAdjudicatedWin);
  CHECK(record.outcome == GameResult::kFirstWins);
  CHECK(record.plies == 6);
  CHECK_FALSE(is_forfeit(record.termination));
  CHECK(play(&spec, {}, {{0, -400}, {1, -399}, {2, -400}}).record.plies == 9);
  CHECK(play(&spec, {}, {{0, -400}, {2, -400}}).record.plies == 9);
  // The winner's word alone is not enough.
  CHECK(play(&spec, {{0, 900}, {1, 900}, {2, 900}}).record.plies == 9);
  record = play(&spec, {{0, -500}, {1, -500}}).record;
  CHECK(record.outcome == GameResult::kSecondWins);
  CHECK(record.plies == 3);
  // A proof is beyond any score; "at most" will do, "at least" will not, nor another unit.
  CHECK(play(&spec, {{0, -500}, {1, Outcome::kLoss}}).record.plies == 3);
  CHECK(play(&spec, {{0, {-500, ValueBound::kUpper}}, {1, {-500, ValueBound::kUpper}}}).record.plies == 3);
  CHECK(play(&spec, {{0, {-500, ValueBound::kLower}}, {1, {-500, ValueBound::kLower}}}).record.plies == 9);
  CHECK(play(&spec, {{0, {-500.0, ValueUnit::kScore}}, {1, {-500.0, ValueUnit::kScore}}}).record.plies == 9);
}

TEST_CASE("resign, twosided: the opponent agrees as often") {
  AdjudicationSpec spec;
  spec.resign = {2, 400, true};
  CHECK(play(&spec, {}, {{0, -500}, {1, -500}, {2, -500}}).record.plies == 9);
  const auto record = play(&spec, {{1, 400}, {2, 400}}, {{0, -500}, {1, -500}, {2, -500}}).record;
  CHECK(record.termination == Termination::kAdjudicatedWin);
  CHECK(record.outcome == GameResult::kFirstWins);
  CHECK(record.plies == 5);  // the third move of the first, its second that says so
  CHECK(play(&spec, {{1, 399}, {2, 400}, {3, 400}}, {{0, -500}, {1, -500}, {2, -500}}).record.plies == 7);
}

TEST_CASE("draw: both scores near 0 for so many moves, from a move on") {
  AdjudicationSpec spec;
  spec.draw = {0, 2, 10};
  const Script level{{0, 0}, {1, 10}, {2, -10}, {3, 0}};
  auto record = play(&spec, level, level).record;
  CHECK(record.termination == Termination::kAdjudicatedDraw);
  CHECK(record.outcome == GameResult::kDraw);
  CHECK(record.plies == 4);
  CHECK_FALSE(is_forfeit(record.termination));
  CHECK(play(&spec, level, {}).record.plies == 9);
  CHECK(play(&spec, level, {{0, 0}, {1, 11}, {2, 0}}).record.plies == 9);
  CHECK(play(&spec, level, {{0, 0}, {1, {0, ValueBound::kUpper}}, {2, 0}}).record.plies == 9);
  CHECK(play(&spec, level, {{0, Outcome::kDraw}, {1, Outcome::kDraw}}).record.plies == 4);
  // Not before move 3, with the opening: six plies.
  spec.draw.movenumber = 3;
  CHECK(play(&spec, level, level).record.plies == 6);
  record = play(&spec, level, level, nullptr, 2).record;
  CHECK(record.plies == 6);
  CHECK(record.moves.size() == 4);
}

TEST_CASE("the oracle is asked after every n-th move, and its proof ends the game") {
  AdjudicationSpec spec;
  spec.oracle = AgentSpec{"oracle", "o", {}, {.nodes = 7}, {}};
  ScriptedOracle agent;
  InlineOracle oracle(AgentPtr(&agent), spec.oracle->budget);
  agent.knows = {{4, Outcome::kLoss}};  // of the side to move after four plies, the first
  auto record = play(&spec, {}, {}, &oracle).record;
  CHECK(record.termination == Termination::kOracle);
  CHECK(record.outcome == GameResult::kSecondWins);
  CHECK(record.plies == 4);
  CHECK(agent.asked == std::vector<std::uint32_t>{1, 2, 3, 4});
  CHECK_FALSE(is_forfeit(record.termination));
  spec.oracle_every = 3;
  agent.asked.clear();
  agent.knows = {{2, Outcome::kWin}, {4, Outcome::kWin}, {7, Outcome::kWin}};
  record = play(&spec, {}, {}, &oracle, 1).record;
  // After 3 and 6 moves; with the opening, 4 and 7 plies.
  CHECK(agent.asked == std::vector<std::uint32_t>{4});
  CHECK(record.outcome == GameResult::kFirstWins);
  agent.knows = {};
  agent.asked.clear();
  CHECK(play(&spec, {}, {}, &oracle).record.termination == Termination::kNormal);
  CHECK(agent.asked == std::vector<std::uint32_t>{3, 6});
}

TEST_CASE("an oracle that fails ends no game, and the record says so") {
  AdjudicationSpec spec;
  spec.oracle = AgentSpec{"oracle", "o", {}, {.nodes = 7}, {}};
  ScriptedOracle agent;
  agent.broken = true;
  InlineOracle oracle(AgentPtr(&agent), spec.oracle->budget);
  const auto [record, finished] = play(&spec, {}, {}, &oracle);
  CHECK(finished);
  CHECK(record.termination == Termination::kNormal);
  CHECK(record.note == "oracle: out of order");
}

}  // namespace ludex::arena
