// What a "go" asks for, and how values are told.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/faces/cli/uci_go.hpp"
#include "arena/faces/cli/uci_text.hpp"
#include "arena/host/analysis/restricted_game.hpp"
#include "core/game/engine_texts.hpp"
#include "core/game/game_module.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena::cli {

using namespace host;
using namespace run;
namespace {

constexpr std::int64_t kMs = 1'000'000;

UciGo white(std::string_view words) {
  return read_go(words, EngineProtocol::kUci, true);
}
std::string told(double value, ValueUnit unit, ValueBound bound = ValueBound::kExact,
                 Outcome outcome = Outcome::kUnknown, std::uint32_t plies = 0,
                 EngineProtocol protocol = EngineProtocol::kUci) {
  return score_words({value, unit, bound, outcome, plies}, protocol);
}

}  // namespace

TEST_CASE("UCI: go") {
  CHECK(white("depth 7").budget.depth == 7);
  CHECK(white("mate 3").budget.depth == 5);
  CHECK(white("nodes 100 movetime 20").budget.nodes == 100);
  CHECK(white("nodes 100 movetime 20").budget.wall_ns == 20 * kMs);
  CHECK(white("wtime 60000 btime 1 winc 1000 binc 0 movestogo 9").budget.wall_ns ==
        60'000 * kMs / 10 + 750 * kMs - 10 * kMs);
  CHECK(read_go("wtime 60000 btime 9000 movestogo 8", EngineProtocol::kUci, false).budget.wall_ns ==
        990 * kMs);
  CHECK(read_go("btime 9000 wtime 60000", EngineProtocol::kUsi, true).budget.wall_ns == 290 * kMs);
  CHECK(read_go("btime 0 wtime 0 byoyomi 500", EngineProtocol::kUsi, true).budget.wall_ns == 490 * kMs);
  CHECK(white("wtime -5 btime 10").budget.wall_ns == kMs / 10);
  CHECK(white("infinite").infinite);
  CHECK(white("").infinite);
  CHECK_FALSE(white("depth 1").infinite);
  // The depth ends the search, `stop` is answered.
  CHECK((white("infinite depth 5").infinite && white("infinite depth 5").budget.depth == 5));
  CHECK((white("ponder wtime 6000 btime 1").ponder && white("ponder wtime 6000 btime 1").budget.wall_ns > 0));
  CHECK((white("ponder").budget.wall_ns == kMs && !white("ponder").infinite));
  const UciGo some = white("searchmoves e2e4 d2d4 depth 3 searchmoves g1f3");
  CHECK(some.only == std::vector<std::string>{"e2e4", "d2d4", "g1f3"});
  CHECK(some.budget.depth == 3);
  CHECK(some.problems.empty());
}

TEST_CASE("UCI: a go that cannot be read in part is answered all the same") {
  for (const char* words : {"depth x", "nodes", "perft 5", "depth 3.5", "nodes 99999999999999999999"}) {
    CAPTURE(words);
    const UciGo go = white(words);
    CHECK_FALSE(go.problems.empty());
    CHECK_FALSE(go.infinite);
    CHECK(go.budget.wall_ns == 1000 * kMs);
  }
  CHECK(white("depth x nodes 5").budget.wall_ns == 0);
  CHECK(white("depth x nodes 5").budget.nodes == 5);
  CHECK(white("infinite depth x").infinite);
}

TEST_CASE("UCI: values are scores, proven results mates") {
  CHECK(told(31.4, ValueUnit::kCenti) == " score cp 31");
  CHECK(told(0.25, ValueUnit::kExpected) == " score cp 250");
  CHECK(told(-2, ValueUnit::kScore) == " score cp -200");
  CHECK(told(300, ValueUnit::kCenti, ValueBound::kLower) == " score cp 300 lowerbound");
  CHECK(told(300, ValueUnit::kCenti, ValueBound::kNone) == "");
  CHECK(told(300, ValueUnit::kNone) == "");
  // 32000 less the plies.
  CHECK(told(31999, ValueUnit::kCenti) == " score mate 1");
  CHECK(told(31997, ValueUnit::kCenti) == " score mate 2");
  CHECK(told(-31998, ValueUnit::kCenti) == " score mate -1");
  CHECK(told(-31996, ValueUnit::kCenti) == " score mate -2");
  CHECK(told(31997, ValueUnit::kCenti, ValueBound::kLower) == " score mate 2 lowerbound");
  CHECK(told(31997, ValueUnit::kCenti, ValueBound::kExact, Outcome::kUnknown, 0, EngineProtocol::kUsi) ==
        " score mate 3");
  // Proven: by the variation, if it goes to the end; else more than any evaluation.
  CHECK(told(1, ValueUnit::kExpected, ValueBound::kExact, Outcome::kWin, 5) == " score mate 3");
  CHECK(told(-1, ValueUnit::kExpected, ValueBound::kExact, Outcome::kLoss, 4) == " score mate -2");
  CHECK(told(0, ValueUnit::kNone, ValueBound::kExact, Outcome::kWin) == " score cp 30000");
  CHECK(told(-1, ValueUnit::kExpected, ValueBound::kExact, Outcome::kLoss) == " score cp -30000");
  CHECK(told(0, ValueUnit::kExpected, ValueBound::kExact, Outcome::kDraw) == " score cp 0");
  CHECK(told(1000, ValueUnit::kScore) == " score cp 30000");
}

TEST_CASE("a restricted game has fewer moves in one position only") {
  const GameModule<tests::LineRules> game(tests::LineRules{6});
  const Position root(game);
  const std::vector<Move> all = root.legal_moves();
  REQUIRE(all.size() >= 3);
  const RestrictedGame some(root, {all[2], all[0]});
  Position restricted = some.of(root);
  CHECK(restricted.legal_moves() == std::vector<Move>{all[0], all[2]});
  Position plain = root;
  plain.apply(all[0]);
  restricted.apply(all[0]);
  CHECK(restricted.legal_moves() == plain.legal_moves());
  CHECK(restricted.text() == plain.text());
  CHECK(find<CountMoves>(some) == nullptr);
  CHECK(find<Tactics>(some) == nullptr);
}

}  // namespace ludex::arena::cli
