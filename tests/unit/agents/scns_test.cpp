#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/solved_boards.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

namespace {

const std::vector<Settings> kVariants{
    {},
    {{"P_max", "6"}, {"D_max", "8"}, {"R_shift", "500"}, {"R_impact", "500"}, {"scores", "none"}},
    {{"eta", "0.21"}, {"delta", "132"}, {"W_max", "4334"}, {"scores", "playouts"}, {"playouts", "3"}},
    {{"leaf", "two-step"}, {"scores", "mast"}},
    {{"leaf", "doubling"}, {"eta", "0"}, {"epsilon", "0"}},
    {{"leaf", "linear"}, {"rave", "false"}, {"forgetting", "false"}, {"steps", "4"}},
    {{"P_max", "1"}, {"D_max", "1"}, {"delta_p", "50"}, {"delta_d", "50"}, {"interlude", "1"}},
    {{"P_max", "0"}, {"D_max", "0"}, {"leaf_cap", "3"}, {"W_max", "5"}, {"must_play", "3"}},
};
Settings with(Settings settings, const Settings& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

Outcome value(const Position& position, const Settings& settings = {}) {
  const OwnedAgent agent = make_agent("scns", settings);
  begin(*agent, position.game(), 1);
  return solve(*agent, position, Goal::kValue).report.outcome;
}

}  // namespace

TEST_CASE("scns keeps the agent contract") {
  const OwnedGame tictactoe = make_game("mnk");
  const OwnedGame wide = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  Exhaustive truth;
  Exhaustive wide_truth;
  check_agent_contract("scns", *tictactoe, {{"memory_mib", "1"}}, samples(40), &truth);
  check_agent_contract("scns", *wide, {{"memory_mib", "0.02"}}, samples(20), &wide_truth);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Exhaustive layered;
    const OwnedGame game = make_game(LayeredGame(12, 30, seed));
    check_agent_contract("scns", *game, {{"memory_mib", "1"}}, samples(20), &layered);
  }
}

TEST_CASE("every variant, also with a tiny table, solves random graphs as exhaustive search does") {
  Rng rng = Rng::seeded(11);
  for (std::uint64_t seed = 0; seed < samples(400); ++seed) {
    const OwnedGame game = make_game(LayeredGame(9, 3 + rng.below(20), seed));
    Exhaustive truth;
    const char* memory = seed % 3 == 0 ? "0.015625" : seed % 3 == 1 ? "0.1" : "1";
    CAPTURE(seed);
    const char* leaves = seed % 5 == 0 ? "0.7" : seed % 5 == 1 ? "300" : "0";
    const char* probe = seed % 6 == 0 ? "0.9" : seed % 6 == 1 ? "0.2" : "0";
    const char* sweep = seed % 7 == 0 ? "1" : seed % 7 == 1 ? "3" : "0";
    const Settings settings =
        with(kVariants[seed % 8],
             {{"memory_mib", memory}, {"leaf_scale", leaves}, {"sweep", sweep}, {"probe", probe}});
    const OwnedAgent agent = make_agent("scns", settings);
    begin(*agent, *game, seed);
    for (int i = 0; i < 4; ++i) {
      const Position position = random_position(*game, rng.below(6), rng);
      check_solutions(*agent, position, truth);
      check_proofs(position, ask(*agent, position, nodes(1 + rng.below(500))), truth);
    }
  }
}

TEST_CASE("where recurrence is a draw, no claim contradicts the truth of the very path") {
  Rng rng = Rng::seeded(12);
  for (std::uint64_t seed = 0; seed < samples(400); ++seed) {
    const OwnedGame game = make_game(WalkGame(4 + rng.below(10), seed));
    Exhaustive truth([](const Position& p) { return fnv1a(p.text()); });
    const OwnedAgent agent = make_agent("scns", with(kVariants[seed % 8], {{"memory_mib", "1"}}));
    begin(*agent, *game, seed);
    for (int i = 0; i < 4; ++i) {
      const Position position = random_position(*game, rng.below(6), rng);
      const Solution all = solve(*agent, position, Goal::kValue, 100'000);
      if (all.report.outcome != Outcome::kUnknown) CHECK(all.report.outcome == truth.solve(position));
      check_proofs(position, ask(*agent, position, nodes(1 + rng.below(2000))), truth);
    }
  }
}

TEST_CASE("known values of small boards") {
  for (const char* name : {"breakthrough", "knightthrough", "connect-k", "mnk"}) {
    const bool knights = std::string(name) == "knightthrough";
    for (const SolvedBoard& board : solved_boards(name, knights ? Effort::kLight : Effort::kModerate)) {
      CAPTURE(board.text());
      const OwnedGame game = board.make();
      CHECK(value(Position(*game)) == board.value);
      if (find<Evaluate>(*game) == nullptr) continue;
      CHECK(value(Position(*game), {{"leaf_scale", "3"}}) == board.value);
    }
  }
}

TEST_CASE("leaves by the game's evaluation: another search, and only where there is one") {
  const OwnedGame game = make_game("breakthrough", {{"width", "5"}, {"height", "5"}});
  const auto values = [&](const char* leaf_scale) {
    const OwnedAgent agent = make_agent("scns", {{"leaf_scale", leaf_scale}, {"memory_mib", "1"}});
    begin(*agent, *game, 1);
    std::vector<double> all;
    for (const RootMove& move : ask(*agent, Position(*game), iterations(300)).root) all.push_back(move.value);
    return all;
  };
  CHECK(values("20") == values("20"));
  CHECK(values("0") != values("20"));
  const OwnedGame none = make_game("mnk");
  const OwnedAgent agent = make_agent("scns", {{"leaf_scale", "1"}});
  StringSink error;
  CHECK(agent->new_game(none.get(), 0, 1, error) != Status::kOk);
  CHECK(error.text().find("leaf_scale: the game has no ludex.evaluate/1") != std::string::npos);
}

TEST_CASE("the move of most work is played, or with least_work one whose value is better") {
  const OwnedGame game = make_game("hex", {{"size", "7"}, {"learned", "scores"}});
  Rng rng = Rng::seeded(17);
  std::size_t differ = 0;
  std::size_t open = 0;
  for (std::uint64_t seed = 0; seed < samples(60); ++seed) {
    const Position position = random_position(*game, rng.below(8), rng);
    const auto report_with = [&](const char* least_work) {
      const OwnedAgent agent =
          make_agent("scns", {{"score_scale", "100"}, {"memory_mib", "4"}, {"least_work", least_work}});
      begin(*agent, *game, seed);
      return ask(*agent, position, iterations(150));
    };
    const auto by_work = report_with("1");
    const auto by_value = report_with("0.1");
    if (by_work.report.outcome != Outcome::kUnknown || by_work.root.empty()) continue;
    ++open;
    const auto row = [](const auto& report, Move move) {
      const auto at = std::find_if(report.root.begin(), report.root.end(),
                                   [&](const RootMove& m) { return m.move == move; });
      REQUIRE(at != report.root.end());
      return *at;
    };
    const RootMove most = row(by_work, by_work.move);
    for (const RootMove& move : by_work.root)
      CHECK((move.outcome == Outcome::kLoss || move.visits <= most.visits));
    // The search is the same, and what is played has been searched enough.
    const RootMove played = row(by_value, by_value.move);
    CHECK(row(by_value, by_work.move).visits == most.visits);
    CHECK(played.value >= most.value);
    CHECK(static_cast<double>(played.visits) >= 0.1 * static_cast<double>(most.visits));
    differ += by_value.move != by_work.move ? 1 : 0;
    if (by_value.move == by_work.move) continue;
    for (const RootMove& move : by_value.root) {
      if (static_cast<double>(move.visits) >= 0.1 * static_cast<double>(most.visits))
        CHECK(move.value <= played.value);
    }
  }
  CHECK(differ < open);
  if (!kSanitized) CHECK(differ != 0);
}

TEST_CASE(
    "sweeps expand every move of a root that is searched for long, probes give each its share of the work") {
  const OwnedGame game = make_game("hex", {{"size", "7"}, {"learned", "scores"}});
  Rng rng = Rng::seeded(19);
  std::size_t poor = 0;
  for (std::uint64_t seed = 0; seed < samples(20); ++seed) {
    const Position position = random_position(*game, rng.below(8), rng);
    // The least work of a move that is not decided.
    const auto least = [&](const char* parameter, const char* given, std::uint64_t expansions) {
      const OwnedAgent agent = make_agent(
          "scns", {{"score_scale", "100"}, {"rave", "false"}, {"memory_mib", "4"}, {parameter, given}});
      begin(*agent, *game, seed);
      std::uint64_t work = 1'000'000;
      for (const RootMove& move : ask(*agent, position, iterations(expansions)).root) {
        if (move.outcome == Outcome::kUnknown) work = std::min(work, move.visits);
      }
      return work;
    };
    CAPTURE(seed);
    CHECK(least("sweep", "10", 500) >= 1);
    // Of at most 49 moves each half of 0.4 * 700 / 49 after 700 expansions; the last round may be short.
    CHECK(least("probe", "0.4", 800) >= 2);
    const std::uint64_t chosen = least("sweep", "0", 500);
    CHECK(least("sweep", "1000000", 500) == chosen);
    poor += chosen == 0 ? 1 : 0;
  }
  if (!kSanitized) CHECK(poor != 0);
}

TEST_CASE("hex: the winner of every first move on 3x3 and 4x4") {
  for (const std::size_t side : {3U, 4U}) {
    const OwnedGame game = make_game("hex", {{"size", side == 3 ? "3" : "4"}});
    std::vector<SolvedOpening> openings = hex_openings(side);
    if (kSanitized && side == 4) openings.resize(2);
    for (const SolvedOpening& opening : openings) {
      CAPTURE(opening.move);
      CHECK(value(after_opening(*game, opening), {{"memory_mib", "4"}}) == opening.value);
    }
  }
}

}  // namespace ludex::tests
