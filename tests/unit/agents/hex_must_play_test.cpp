// Agents on Hex with knowledge: what they prove with must-play pruning and virtual connections is true, and
// takes far less search.
#include <sstream>
#include <string>

#include "games/hex/patterns.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/solved_boards.hpp"

namespace ludex::tests {
namespace {

TEST_CASE("df-pn with must-play solves every solved position as published, with a fraction of the work") {
  const auto path = oracle("hex/solved_positions.csv");
  if (!path) return;
  const OwnedAgent agent = make_agent("df-pn");
  std::uint64_t with = 0;
  std::uint64_t without = 0;
  std::uint32_t solved_without = 0;
  std::uint32_t rows = 0;
  for (const CsvRow& row : read_csv(*path)) {
    const std::string size = row.at("size");
    if (kSanitized && ++rows % 8 != 0) continue;
    const Outcome wanted = row.at("winner") == row.at("side_to_move") ? Outcome::kWin : Outcome::kLoss;
    for (const bool knows : {true, false}) {
      if (!knows && (kSanitized || size != "5")) continue;
      const OwnedGame game = make_game("hex", {{"size", size.c_str()},
                                               {"must_play", knows ? "true" : "false"},
                                               {"circuit", knows ? "bridges" : "none"}});
      Position position(*game);
      std::istringstream moves(row.at("moves"));
      for (std::string move; moves >> move;) position.apply(*position.parse_move(move));
      begin(*agent, *game, 1);
      const Solution solution = solve(*agent, position, Goal::kWin, knows ? 0 : 300'000);
      CAPTURE(size);
      CAPTURE(row.at("moves"));
      if (knows) CHECK(solution.report.outcome == wanted);
      if (solution.report.outcome != Outcome::kUnknown) CHECK(solution.report.outcome == wanted);
      if (size != "5") continue;
      (knows ? with : without) += solution.report.nodes;
      if (!knows && solution.report.outcome != Outcome::kUnknown) ++solved_without;
    }
  }
  MESSAGE("5x5: " << with << " nodes with, " << without << " without (" << solved_without
                  << " solved within 300,000)");
  if (!kSanitized) CHECK(with * 10 < without);
}

TEST_CASE("uct on Hex with the network: its contract, and that it plays better than at random") {
  // The values of the preset hex.
  const Settings named{{"c", "0"},       {"tree_reuse", "true"}, {"expand_after", "1"},      {"puct", "1.4"},
                       {"amaf", "rave"}, {"must_play", "5"},     {"evaluation_share", "0.6"}};
  const OwnedGame small = make_game("hex", {{"size", "3"}, {"learned", "all"}, {"must_play", "region"}});
  Exhaustive truth;
  check_agent_contract("uct", *small, named, kSanitized ? 2 : 10, &truth);

  int wins = 0;
  const OwnedGame board = make_game("hex", {{"size", "7"}, {"learned", "scores"}});
  const OwnedAgent best = make_agent("uct", {{"c", "0"}, {"puct", "1"}, {"expand_after", "1"}});
  const OwnedAgent random = make_agent("random");
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const bool first = seed % 2 == 0;
    const GameStatus end =
        play_game(*board, first ? *best : *random, first ? *random : *best, iterations(20), seed);
    wins += winner_of(end) == (first ? 0U : 1U) ? 1 : 0;
  }
  CHECK(wins == 10);
}

TEST_CASE("df-pn with must-play knows the winner of every opening") {
  for (const std::size_t side : {3U, 4U}) {
    for (const char* must_play : {"true", "region"}) {
      const OwnedGame game = make_game("hex", {{"size", side == 3 ? "3" : "4"}, {"must_play", must_play}});
      const OwnedAgent agent = make_agent("df-pn");
      begin(*agent, *game, 1);
      for (const SolvedOpening& opening : hex_openings(side)) {
        CAPTURE(opening.move);
        CHECK(solve(*agent, after_opening(*game, opening), Goal::kWin).report.outcome == opening.value);
      }
    }
  }
}

TEST_CASE("searches with knowledge never claim what exhaustive search denies") {
  for (const auto& rules : {std::pair{"false", "true"}, std::pair{"true", "true"},
                            std::pair{"false", "region"}, std::pair{"true", "region"}}) {
    const char* const swap = rules.first;
    const OwnedGame game = make_game("hex", {{"size", "3"},
                                             {"swap", swap},
                                             {"must_play", rules.second},
                                             {"circuit", "vc"},
                                             {"vc_steps", "60"},
                                             {"playouts", "bridges"}});
    const OwnedGame plain = make_game("hex", {{"size", "3"}, {"swap", swap}});
    Exhaustive truth;
    Rng rng = Rng::seeded(4);
    int claims = 0;
    const OwnedAgent uct = make_agent("uct", {{"must_play", "12"}, {"amaf", "rave"}, {"tree_reuse", "true"}});
    const OwnedAgent wide = make_agent("alpha-beta", {{"tt_mib", "1"}});
    const OwnedAgent narrow = make_agent("alpha-beta", {{"tt_mib", "1"}, {"width", "2"}});
    const OwnedAgent sibling = make_agent("scns", {{"memory_mib", "1"}});
    const OwnedAgent kept = make_agent("scns", {{"memory_mib", "1"}, {"keep_table", "true"}});
    const OwnedAgent late = make_agent("scns", {{"memory_mib", "1"}, {"must_play", "4"}});
    const OwnedAgent conspiracy = make_agent("cns", {{"memory_mib", "1"}});
    const OwnedAgent families = make_agent(
        "uct", {{"must_play", "12"}, {"amaf", "grave"}, {"grave_ref", "0"}, {"expand_after", "3"}});
    for (Agent* agent : {uct.get(), families.get(), wide.get(), narrow.get(), sibling.get(), kept.get(),
                         late.get(), conspiracy.get()}) {
      begin(*agent, *game, 1);
      for (std::uint32_t i = 0; i < (kSanitized ? 20U : 100U); ++i) {
        const Position position = random_position(*game, rng.below(6), rng);
        const Position same = *Position::from_text(*plain, position.text());
        const Answer answer = ask(
            *agent, position, agent == uct.get() || agent == families.get() ? iterations(200) : nodes(300));
        claims += check_proofs(same, answer, truth);
      }
    }
    CHECK(claims > 300);
  }
}

TEST_CASE("scns with must-play knows the winner of every opening, and takes far less search") {
  const OwnedGame knowing = make_game("hex", {{"size", "4"}, {"must_play", "true"}, {"circuit", "bridges"}});
  const OwnedGame plain = make_game("hex", {{"size", "4"}, {"circuit", "bridges"}});
  std::uint64_t with = 0;
  std::uint64_t without = 0;
  std::uint64_t late = 0;
  for (const SolvedOpening& opening : hex_openings(4)) {
    CAPTURE(opening.move);
    for (const Game* game : {knowing.get(), plain.get()}) {
      const OwnedAgent agent = make_agent("scns", {{"memory_mib", "4"}});
      begin(*agent, *game, 1);
      const Solution solution = solve(*agent, after_opening(*game, opening), Goal::kWin);
      CHECK(solution.report.outcome == opening.value);
      (game == knowing.get() ? with : without) += solution.report.nodes;
    }
    const OwnedAgent agent = make_agent("scns", {{"memory_mib", "4"}, {"must_play", "5"}});
    begin(*agent, *knowing, 1);
    const Solution solution = solve(*agent, after_opening(*knowing, opening), Goal::kWin);
    CHECK(solution.report.outcome == opening.value);
    late += solution.report.nodes;
  }
  MESSAGE(with << " nodes with, " << late << " asking late, " << without << " without");
  CHECK(with * 4 < without);
  CHECK(with < late);
  CHECK(late < without);
}

// A kept tree may know that its new root is won, by what the game has said of the position before, without
// knowing by which move.
TEST_CASE("uct wins what it calls won, whatever tree was kept") {
  const OwnedGame game = make_game("hex", {{"size", "6"}, {"must_play", "true"}});
  for (const char* expand_after : {"0", "2"}) {
    const OwnedAgent uct = make_agent(
        "uct",
        {{"tree_reuse", "true"}, {"must_play", "5"}, {"amaf", "rave"}, {"expand_after", expand_after}});
    const OwnedAgent other = make_agent("uct", {{"must_play", "5"}, {"amaf", "rave"}});
    Rng rng = Rng::seeded(11);
    int claims = 0;
    for (std::uint64_t seed = 0; seed < (kSanitized ? 4U : 60U); ++seed) {
      begin(*uct, *game, seed);
      begin(*other, *game, seed);
      Position position(*game);
      const Player seat = seed % 2;
      bool claimed = false;
      while (!position.over()) {
        const auto legal = position.legal_moves();
        Move move = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
        // The first two moves are random.
        const bool opening = legal.size() >= 35;
        if (!opening && position.to_move() != seat) move = ask(*other, position, iterations(100)).move;
        if (!opening && position.to_move() == seat) {
          const Answer answer = ask(*uct, position, iterations(100));
          if (claimed) CHECK(answer.report.outcome != Outcome::kLoss);
          claimed = claimed || answer.report.outcome == Outcome::kWin;
          move = answer.move;
        }
        StringSink error;
        REQUIRE(uct->observe(position.state(), move, error) == Status::kOk);
        position.apply(move);
      }
      if (claimed) CHECK(winner_of(position.status()) == seat);
      claims += claimed ? 1 : 0;
    }
    CHECK(claims > (kSanitized ? 0 : 20));
  }
}

TEST_CASE("agents with knowledge play whole games") {
  const OwnedGame game =
      make_game("hex", {{"size", "6"}, {"must_play", "true"}, {"circuit", "bridges"}, {"swap", "true"}});
  const OwnedAgent uct = make_agent("uct", {{"must_play", "64"}, {"amaf", "rave"}});
  const OwnedAgent narrow = make_agent("alpha-beta", {{"tt_mib", "1"}, {"width", "6"}});
  const OwnedAgent sibling = make_agent("scns", {{"memory_mib", "1"}});
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    CHECK(is_over(play_game(*game, *uct, *narrow, nodes(400), seed)));
    CHECK(is_over(play_game(*game, *sibling, *uct, nodes(400), seed)));
  }
}

// The template of the fifth row is what a search of carriers has found that knows the rows below it. Here it
// is alone on the board: the stone is joined to the far edge by one row of its own, everything else is the
// opponent's, who moves. Benzene's builder of connections finds the same 34 cells.
TEST_CASE("the edge template of the fifth row is proven by a search that knows those below it only") {
  std::uint32_t proven = 0;
  for (const Player p : {Player{0}, Player{1}}) {
    // An odd number of stones with white to move, an even one with black.
    const std::uint32_t width = p == 0 ? 13 : 12;
    const std::uint32_t height = 13;
    const games::hex::HexBoard<3> board(width, height);
    const games::hex::Patterns<3> patterns(board);
    const std::uint32_t lines = p == 0 ? height : width;
    const std::uint32_t length = p == 0 ? width : height;
    const auto cell_at = [&](std::uint32_t edge, std::uint32_t line, std::uint32_t along) {
      const std::uint32_t a = edge == games::hex::kFirstEdge ? length - 1 - along : along;
      const std::uint32_t l = edge == games::hex::kLastEdge ? lines - 1 - line : line;
      return p == 0 ? l * width + a : a * width + l;
    };
    for (const std::uint32_t edge : {games::hex::kFirstEdge, games::hex::kLastEdge}) {
      const std::uint32_t along = 7;
      const std::uint32_t stone = cell_at(edge, 4, along);
      for (const auto& t : patterns.wide_templates(p, stone)) {
        if (t.edge != edge || t.carrier.count() <= 30) continue;
        CHECK(t.carrier.count() == 34);
        const char own = p == 0 ? 'b' : 'w';
        const char other = p == 0 ? 'w' : 'b';
        std::string stones(board.cells(), other);
        t.carrier.for_each([&](std::uint32_t cell) { stones[cell] = '.'; });
        stones[stone] = own;
        std::uint32_t missing = (board.cells() - 34 + 1) / 2 - 1;
        for (std::uint32_t line = 5; line < lines; ++line, --missing)
          stones[cell_at(edge, line, along)] = own;
        for (std::uint32_t line = lines; line-- > 6;) {
          for (std::uint32_t at = 0; at < length; ++at) {
            char& there = stones[cell_at(edge, line, at)];
            if (missing == 0 || there == own) continue;
            there = own;
            --missing;
          }
        }
        REQUIRE(missing == 0);
        std::string text;
        for (std::uint32_t row = 0; row < height; ++row) {
          std::uint32_t open = 0;
          for (const char c : stones.substr(std::size_t{row} * width, width) + "/") {
            if (c == '.') {
              ++open;
              continue;
            }
            if (open != 0) text += std::to_string(open);
            open = 0;
            text += c;
          }
        }
        text.back() = ' ';
        text += other;
        CAPTURE(text);
        const OwnedAgent agent = make_agent(
            "df-pn",
            {{"widen_base", "1"}, {"widen_fraction", "0.25"}, {"widen_sum", "true"}, {"epsilon", "0.5"}});
        const auto solved = [&](const char* rows) {
          const OwnedGame game = make_game("hex", {{"width", p == 0 ? "13" : "12"},
                                                   {"height", "13"},
                                                   {"circuit", "vc"},
                                                   {"must_play", "true"},
                                                   {"template_rows", rows}});
          const auto position = Position::from_text(*game, text);
          REQUIRE_MESSAGE(position.ok(), text);
          begin(*agent, *game, 1);
          return solve(*agent, *position, Goal::kWin, 1'000'000);
        };
        const Solution searched = solved("4");
        const Solution known = solved("5");
        CHECK(searched.report.outcome == Outcome::kLoss);
        CHECK(known.report.outcome == Outcome::kLoss);
        CHECK(known.report.iterations < searched.report.iterations);
        ++proven;
      }
    }
  }
  CHECK(proven == 8);
}

}  // namespace
}  // namespace ludex::tests
