// Specifications of games of more than two players: what they accept, refuse and write.
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "arena/run/config/growth.hpp"
#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/schedule/scheduler.hpp"
#include "tests/unit/arena/spec_parts.hpp"

namespace ludex::arena {

using namespace host;
using namespace run;
namespace {

// Games in line 2, agents in line 3, all else from line 4 on; names are a, b, c, ...
std::string text_of(const std::string& games, int agents, const std::string& rest) {
  std::string text = "name: t\ngames: [" + games + "]\nagents: [";
  for (int i = 0; i < agents; ++i) {
    text += (i == 0 ? "{name: " : ", {name: ") + std::string(1, static_cast<char>('a' + i % 26));
    if (i >= 26) text += std::to_string(i);
    text += ", agent: random}";
  }
  return text + "]\nbudget: {iterations: 1}\n" + rest;
}
// The problems, without "t.yaml:".
std::string problems_of(const std::string& games, int agents, const std::string& rest) {
  return problems(text_of(games, agents, rest));
}
TournamentSpec spec_of(const std::string& games, int agents, const std::string& rest) {
  const SpecReading reading = read(text_of(games, agents, rest));
  REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
  return *reading.spec;
}

}  // namespace

TEST_CASE("games of three among those of two: read, written, read again") {
  for (const char* rest :
       {"", "format: {rounds: 3}\n", "format: {against: copies, rounds: 2}\n",
        "format: {type: gauntlet, challengers: [b], rounds: 4}\n",
        "adjudication: {fault: random, plies: 9}\n", "adjudication: {resign: {score: 300}, fault: end}\n"}) {
    CAPTURE(rest);
    const TournamentSpec spec = spec_of("line, trio", 4, rest);
    CHECK(spec.games[0].players == 2);
    CHECK(spec.games[1].players == 3);
    const SpecReading again = read(write_spec(spec));
    REQUIRE_MESSAGE(again.spec, to_text(again.problems));
    CHECK(*again.spec == spec);
  }
  CHECK(write_spec(spec_of("trio", 3, "format: {rounds: 3}\n")).find("rounds: 3\n") != std::string::npos);
  // Two players: as ever.
  const std::string two = write_spec(spec_of("line", 3, "format: {rounds: 3}\n"));
  CHECK(two.find("games_per_pair: 6\n") != std::string::npos);
  CHECK(two.find("fault:") == std::string::npos);
  CHECK(two.find("against") == std::string::npos);
  std::set<std::uint64_t> hashes;
  for (const char* rest :
       {"", "format: {rounds: 3}\n", "format: {against: copies}\n", "adjudication: {fault: random}\n"})
    hashes.insert(spec_hash(spec_of("trio", 3, rest)));
  CHECK(hashes.size() == 4);
  CHECK(Scheduler(spec_of("trio", 3, "")).total() == 60);
  const TournamentSpec swiss = spec_of("trio", 7, "format: {type: swiss, rounds: 2}\n");
  CHECK(swiss.format.match_games == 6);
}

TEST_CASE("growth: more rounds, more agents, a game of three for a tournament of two") {
  const auto grows = [](const TournamentSpec& before, const TournamentSpec& now) {
    const auto part = earlier_part(now, spec_identity(before));
    return part ? "" : part.error();
  };
  const TournamentSpec two = spec_of("line", 3, "format: {games_per_pair: 4}\n");
  const TournamentSpec mixed = spec_of("line, trio", 3, "format: {rounds: 2}\n");
  const TournamentSpec more = spec_of("line, trio", 5, "format: {rounds: 3}\n");
  CHECK(grows(two, mixed).empty());
  CHECK(grows(mixed, more).empty());
  CHECK(grows(two, more).empty());
  CHECK(growth_text(mixed, more) == "agent 'd', agent 'e' and 1 more rounds (3 now)");
  CHECK(grows(more, spec_of("line, trio", 5, "format: {rounds: 2}\n")) ==
        "'rounds' was 3 and is 2; a tournament can grow, not shrink");
  CHECK_FALSE(grows(mixed, spec_of("line, trio", 3, "format: {rounds: 2, against: copies}\n")).empty());
}

TEST_CASE("what does not go with more than two players, golden") {
  CHECK(problems_of("trio", 2, "format: {type: gauntlet, challengers: [a]}\n") ==
        "t.yaml:2:9: error: game 'trio' has 3 players, and there are 1 agents that are no challengers, "
        "expected at "
        "least 2 (more agents, or 'format: {against: copies}': each agent among copies of another)\n");
  CHECK(problems_of("trio", 2, "format: {against: copies}\n").empty());
  CHECK(problems_of("trio", 3, "format: {games_per_pair: 4}\n") ==
        "t.yaml:5:26: error: 'games_per_pair' is for games of two players, and 'trio' has 3 players "
        "('rounds: 2': as "
        "many openings, each in all orders of the seats (two players: twice))\n");
  CHECK(
      problems_of("trio", 3, "format: {type: knockout}\n") ==
      "t.yaml:5:16: error: type knockout is for games of two players, and 'trio' has 3 players (round-robin, "
      "gauntlet, swiss or sprt)\n");
  CHECK(
      problems_of("line, trio", 3, "format: {type: swiss}\n") ==
      "t.yaml:5:16: error: all games of a Swiss tournament have the same number of players, but 'line' has 2 "
      "players and 'trio' has 3 players (a tournament for each number, or round-robin)\n");
  CHECK(problems_of("trio", 3, "format: {type: swiss, games: 8}\n") ==
        "t.yaml:5:30: error: 'games' is 8, expected a multiple of 6 ('trio' has 3 players, and every opening "
        "is "
        "played in 6 orders of the seats)\n");
  CHECK(problems_of("trio", 2, "format: {type: sprt, elo0: 0, elo1: 9, max_games: 8}\n") ==
        "t.yaml:5:51: error: 'max_games' is 8, expected a multiple of 3 ('trio' has 3 players, and every "
        "opening is "
        "played with the first agent in each seat)\n");
  CHECK(problems_of("trio", 2, "format: {type: sprt, elo0: 0, elo1: 9}\n").empty());
  CHECK(problems_of("line", 2, "adjudication: {fault: random}\n") ==
        "t.yaml:5:23: error: 'fault' is for games of more than two players: among two it ends the game\n");
  CHECK(problems_of("trio", 3, "adjudication: {maxmoves: 50}\n") ==
        "t.yaml:5:26: error: 'maxmoves' counts moves of two players, and 'trio' has 3 players ('plies')\n");
  CHECK(problems_of("trio", 3, "adjudication: {agreed_proof: true}\n") ==
        "t.yaml:5:30: error: 'agreed_proof' is for games of two players, and there are none\n");
  CHECK(problems_of("line, trio", 3, "adjudication: {agreed_proof: true}\n").empty());
}

TEST_CASE("a schedule of too many games, golden") {
  CHECK(problems_of("trio", 50, "format: {rounds: 10000}\n") ==
        "t.yaml:5:18: error: the tournament has 1176000000 games, expected at most 100000000 (a round has "
        "117600 "
        "games: 'rounds: 850' at most)\n");
  CHECK(
      problems_of("line", 60, "format: {games_per_pair: 1000000}\n") ==
      "t.yaml:5:26: error: the tournament has 1770000000 games, expected at most 100000000 (a round has 3540 "
      "games: 'rounds: 28248' at most)\n");
  CHECK(
      problems_of("trio", 1000, "") ==
      "t.yaml:3:9: error: the tournament has 9970020000 games, expected at most 100000000 (a round alone has "
      "997002000 games: fewer agents, or 'against: copies')\n");
}

}  // namespace ludex::arena
