// Who lost by faults, and what the ledger and the standings make of it.
#include "arena/model/forfeits.hpp"

#include <string>

#include <doctest/doctest.h>

#include "arena/model/game_record.hpp"
#include "arena/run/match/standings.hpp"

namespace ludex::arena {

using namespace run;

TEST_CASE("forfeits are named by loser and reason, those with most first") {
  Forfeits forfeits;
  CHECK(forfeits.empty());
  CHECK(forfeits.text().empty());
  forfeits.add("slow", "over-time");
  for (int i = 0; i < 3; ++i) forfeits.add("bad", "crash");
  for (int i = 0; i < 2; ++i) forfeits.add("bad", "hang");
  CHECK(forfeits.total() == 6);
  CHECK(forfeits.text() == "bad 5 (crash 3, hang 2), slow 1 (over-time 1)");
  for (int i = 0; i < 20; ++i) forfeits.add("many " + std::to_string(i), "exit");
  CHECK(forfeits.text().ends_with("(exit 1) and 12 more"));
}

TEST_CASE("a resignation is a loss and no forfeit; faults are counted by their reasons") {
  Standings standings;
  const auto add = [&](GameResult outcome, Termination termination) {
    GameRecord record;
    record.agents = {"a", "b"};
    record.outcome = outcome;
    record.termination = termination;
    standings.add(record);
  };
  add(GameResult::kFirstWins, Termination::kResigned);
  add(GameResult::kFirstWins, Termination::kHang);
  add(GameResult::kSecondWins, Termination::kIllegalMove);
  add(GameResult::kDraw, Termination::kPlyLimit);
  add(GameResult::kNone, Termination::kHostStopped);
  CHECK(standings.forfeits().text() == "a 1 (illegal-move 1), b 1 (hang 1)");
  CHECK_FALSE(is_forfeit(Termination::kResigned));
  CHECK(is_agents_own(Termination::kResigned));
  CHECK(is_agents_own(Termination::kCrash));
  CHECK_FALSE(is_agents_own(Termination::kWithdrawn));
  CHECK_FALSE(is_agents_own(Termination::kNormal));
}

}  // namespace ludex::arena
