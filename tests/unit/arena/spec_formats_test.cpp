// Formats, adjudication and openings of a specification.
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/write_spec.hpp"
#include "tests/unit/arena/spec_parts.hpp"

namespace ludex::arena {

using namespace host;
using namespace run;
namespace {

std::string with_format(const std::string& format) {
  Parts parts;
  parts.rest += "format: " + format + "\n";
  return parts.text();
}
std::string with(const std::string& line) {
  Parts parts;
  parts.rest += line + "\n";
  return parts.text();
}
void check_round_trip(const std::string& text) {
  const SpecReading reading = read(text);
  REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
  const SpecReading again = read(write_spec(*reading.spec));
  REQUIRE_MESSAGE(again.spec, to_text(again.problems));
  CHECK(*again.spec == *reading.spec);
}

}  // namespace

TEST_CASE("formats: defaults and what is written") {
  const auto format = [](const std::string& text) { return read(with_format(text)).spec.value().format; };
  FormatSpec swiss;
  swiss.type = FormatType::kSwiss;
  swiss.swiss_rounds = 1;  // two agents
  swiss.match_games = 2;
  CHECK(format("{type: swiss}") == swiss);
  swiss.swiss_rounds = 7;
  swiss.match_games = 6;
  CHECK(format("{type: swiss, rounds: 7, games: 6}") == swiss);
  FormatSpec knockout;
  knockout.type = FormatType::kKnockout;
  knockout.match_games = 4;
  knockout.max_games = 8;
  CHECK(format("{type: knockout}") == knockout);
  knockout.random_seeding = true;
  knockout.max_games = 4;
  CHECK(format("{type: knockout, games: 4, max_games: 4, seeding: random}") == knockout);
  FormatSpec sprt;
  sprt.type = FormatType::kSprt;
  sprt.sprt = {0, 10, 0.05, 0.05, SprtModel::kNormalized};
  sprt.max_games = 10'000;
  CHECK(format("{type: sprt, elo0: 0, elo1: 10}") == sprt);
  sprt.sprt = {-1.75, 0.25, 0.01, 0.1, SprtModel::kLogistic};
  sprt.max_games = 400;
  const std::string full =
      "{type: sprt, elo0: -1.75, elo1: 0.25, alpha: 0.01, beta: 1e-1, model: logistic, "
      "max_games: 400}";
  CHECK(format(full) == sprt);
  for (const char* text : {"{type: swiss, rounds: 9}", "{type: knockout, games: 6, seeding: random}",
                           "{type: gauntlet, challengers: [b]}", "{type: sprt, elo0: 0.1, elo1: 1.9}"})
    check_round_trip(with_format(text));
  check_round_trip(with_format(full));
  // What decides which games are played is part of the identity.
  std::set<std::uint64_t> hashes;
  for (const char* text :
       {"{type: swiss, rounds: 9}", "{type: swiss, rounds: 8}", "{type: swiss, games: 4}", "{type: knockout}",
        "{type: knockout, seeding: random}", "{type: sprt, elo0: 0, elo1: 2}",
        "{type: sprt, elo0: 0, elo1: 3}", "{type: sprt, elo0: 0, elo1: 3, max_games: 200}"})
    hashes.insert(spec_hash(*read(with_format(text)).spec));
  CHECK(hashes.size() == 8);
}

TEST_CASE("formats: errors, golden") {
  const auto format = [](const std::string& text) { return problems(with_format(text)); };
  CHECK(format("{type: knokout}") ==
        "t.yaml:5:16: error: 'type' is 'knokout', expected one of round-robin, gauntlet, swiss, knockout, "
        "sprt (did you mean 'knockout'?)\n");
  CHECK(format("{type: swiss, games_per_pair: 4, seeding: file}") ==
        "t.yaml:5:39: error: 'games_per_pair' goes with type round-robin or gauntlet only\n"
        "t.yaml:5:51: error: 'seeding' goes with type knockout only\n");
  CHECK(format("{type: knockout, rounds: 3}") ==
        "t.yaml:5:34: error: 'rounds' goes with type round-robin or gauntlet or swiss only\n");
  CHECK(format("{rounds: 3, games_per_pair: 6}") ==
        "t.yaml:5:18: error: 'rounds' and 'games_per_pair' are the same number, expected one of them (a "
        "round has "
        "two games of a pair)\n");
  CHECK(
      format("{type: swiss, rounds: 0, games: 3}") ==
      "t.yaml:5:31: error: 'rounds' is '0', expected an integer in 1..10000\n"
      "t.yaml:5:41: error: 'games' is 3, expected an even number (every opening is played twice, with seats "
      "swapped)\n");
  CHECK(format("{type: knockout, games: 6, max_games: 4}") ==
        "t.yaml:5:47: error: 'max_games' is '4', expected an integer in 6..1000\n");
  CHECK(format("{type: sprt}") ==
        "t.yaml:5:9: error: 'format' lacks 'elo0'\nt.yaml:5:9: error: 'format' lacks 'elo1'\n");
  CHECK(format("{type: sprt, elo0: 5, elo1: 5}") ==
        "t.yaml:5:9: error: 'elo0' is 5, expected less than 'elo1', 5\n");
  CHECK(format("{type: sprt, elo0: x, elo1: 500, alpha: 0, model: bayesian}") ==
        "t.yaml:5:28: error: 'elo0' is 'x', expected a number in -200..200\n"
        "t.yaml:5:37: error: 'elo1' is '500', expected a number in -200..200\n"
        "t.yaml:5:49: error: 'alpha' is '0', expected a number in 1e-06..0.499\n"
        "t.yaml:5:59: error: 'model' is 'bayesian', expected one of normalized, logistic\n");
  Parts three;
  three.agents = "agents: [{agent: random}, {agent: uct}, {agent: alpha-beta}]\n";
  three.rest += "format: {type: sprt, elo0: 0, elo1: 5}\n";
  CHECK(problems(three.text()) ==
        "t.yaml:5:9: error: type sprt compares two agents, the specification has 3\n");
}

TEST_CASE("adjudication: read, written, checked") {
  const TournamentSpec plain = read(Parts().text()).spec.value();
  CHECK(plain.adjudication == AdjudicationSpec{});
  const std::string text = with(
      "adjudication: {plies: 200, result: second, agreed_proof: true,"
      " oracle: {agent: uct, params: {solver: true}, budget: {nodes: 500}, every: 3}}");
  const SpecReading reading = read(text);
  REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
  const AdjudicationSpec& adjudication = reading.spec->adjudication;
  CHECK(adjudication.plies == 200);
  CHECK(adjudication.limit_result == GameResult::kSecondWins);
  CHECK(adjudication.agreed_proof);
  REQUIRE(adjudication.oracle);
  CHECK(adjudication.oracle->id == "uct");
  CHECK(adjudication.oracle->params == Params{{"c", "1.41421356"}, {"solver", "true"}, {"tag", ""}});
  CHECK(adjudication.oracle->budget == BudgetSpec{.nodes = 500});
  CHECK(adjudication.oracle_every == 3);
  check_round_trip(text);
  check_round_trip(with("adjudication: {plies: 9}"));
  CHECK(spec_hash(*reading.spec) != spec_hash(plain));
  CHECK(problems(with("adjudication: {plie: 3, result: win, oracle: {agent: utc}}")) ==
        "t.yaml:5:16: error: unknown key 'plie' in 'adjudication' (did you mean 'plies'?)\n"
        "t.yaml:5:33: error: 'result' is 'win', expected one of draw, first, second\n"
        "t.yaml:5:46: error: 'oracle' lacks 'budget'\n"
        "t.yaml:5:54: error: unknown agent 'utc' (did you mean 'uct'?)\n");
  CHECK(problems(with("adjudication: {result: draw, agreed_proof: yes}")) ==
        "t.yaml:5:24: error: 'result' goes with 'plies' or 'maxmoves' only\n"
        "t.yaml:5:44: error: 'agreed_proof' is 'yes', expected one of false, true\n");
  CHECK(problems(with("adjudication: {oracle: {agent: uct, budget: {threads: 2}}}")) ==
        "t.yaml:5:45: error: the oracle's budget has no limit (for example {nodes: 10000})\n");
  const std::string scores = with(
      "adjudication: {maxmoves: 100, resign: {score: 400, movecount: 3, twosided: true},"
      " draw: {movenumber: 34, movecount: 8, score: 20}}");
  const AdjudicationSpec by_scores = read(scores).spec.value().adjudication;
  CHECK(by_scores.plies == 200);
  CHECK(by_scores.limit_result == GameResult::kDraw);
  CHECK(by_scores.resign == ResignSpec{3, 400, true});
  CHECK(by_scores.draw == DrawSpec{34, 8, 20});
  check_round_trip(scores);
  const AdjudicationSpec short_form =
      read(with("adjudication: {resign: {score: 600}, draw: {score: 0}}")).spec.value().adjudication;
  CHECK(short_form.resign == ResignSpec{1, 600, false});
  CHECK(short_form.draw == DrawSpec{0, 1, 0});
  CHECK(problems(with("adjudication: {plies: 9, maxmoves: 9, resign: {movecount: 0, scores: 3},"
                      " draw: {movecount: 2}}")) ==
        "t.yaml:5:36: error: 'maxmoves' and 'plies' are the same limit, expected one of them\n"
        "t.yaml:5:47: error: 'resign' lacks 'score'\n"
        "t.yaml:5:59: error: 'movecount' is '0', expected an integer in 1..1000000\n"
        "t.yaml:5:62: error: unknown key 'scores' in 'resign' (did you mean 'score'?)\n"
        "t.yaml:5:80: error: 'draw' lacks 'score'\n");
  Parts wide;
  wide.games = "games: [{game: line, params: {size: 19}}]\n";
  wide.rest += "adjudication: {oracle: {agent: alpha-beta, budget: {nodes: 1}}}\n";
  CHECK(problems(wide.text()) ==
        "t.yaml:5:32: error: agent 'oracle' cannot play 'line:size=19': needs at most 18 moves\n");
}

TEST_CASE("openings: all first moves, start and seed") {
  for (const char* text : {"openings: {all_first_moves: 2}", "openings: {random_plies: 3, seed: 9}",
                           "openings: {all_first_moves: 1, order: random, seed: 0, start: 5}"})
    check_round_trip(with(text));
  const OpeningSpec openings =
      read(with("openings: {all_first_moves: 2, order: random, start: 3}")).spec.value().games[0].openings;
  CHECK(openings.kind == OpeningKind::kAllFirstMoves);
  CHECK(openings.plies == 2);
  CHECK(openings.start == 3);
  CHECK_FALSE(openings.seed);
  CHECK(problems(with("openings: {random_plies: 2, start: 1, fingerprint: 0123456789abcdef}")) ==
        "t.yaml:5:36: error: 'start' goes with 'file' or 'all_first_moves' only\n"
        "t.yaml:5:52: error: 'fingerprint' goes with 'file' only\n");
  CHECK(problems(with("openings: {all_first_moves: 2, seed: 4}")) ==
        "t.yaml:5:38: error: 'seed' goes with 'random_plies' or 'order: random' only\n");
  CHECK(problems(with("openings: {all_first_moves: 0}")) ==
        "t.yaml:5:29: error: 'all_first_moves' is '0', expected an integer in 1..20\n");
  CHECK(problems(with("openings: {}")) ==
        "t.yaml:5:11: error: 'openings' has none of 'random_plies', 'all_first_moves' and 'file', expected "
        "one\n");
  // Nine cells, of which the first ends the game: no position of nine plies is unfinished.
  CHECK(problems(with("openings: {all_first_moves: 9}")) ==
        "t.yaml:5:11: error: line: no opening of 9 plies leaves the game unfinished (fewer "
        "'all_first_moves')\n");
}

}  // namespace ludex::arena
