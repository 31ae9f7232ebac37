// Small tables: a problem whose tree is a hundred times the table costs at most three times the nodes, and
// nothing but work depends on the size of the table.
#include <string>

#include "tests/support/csv.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

TEST_CASE("tables from 1 KiB to 1 GiB give the same answers") {
  const OwnedGame game = make_game("hex", {{"size", kSanitized ? "3" : "4"}});
  Position position(*game);
  for (const char* move : {"a1", "b2"}) position.apply(*position.parse_move(move));
  int answer = -1;
  for (const char* memory : {"1024", "1", "0.03125", "0.0009765625"}) {
    if (kSanitized && memory[0] == '1' && memory[1] == '0') continue;
    const OwnedAgent agent = make_agent("df-pn", {{"memory_mib", memory}});
    begin(*agent, *game, 1);
    const int found = solve(*agent, position, Goal::kWin).answer;
    REQUIRE(found >= 0);
    if (answer >= 0) CHECK(found == answer);
    answer = found;
  }
}

TEST_CASE("with a table of a hundredth of the tree, at most three times the nodes") {
  const auto path = oracle("othello/endgames_12.csv");
  if (!path || kSanitized) return;
  const OwnedGame game = make_game("othello", {{"end", "no-moves"}});
  const OwnedAgent roomy = make_agent("df-pn-plus", {{"memory_mib", "64"}});
  begin(*roomy, *game, 1);
  const auto rows = read_csv(*path);
  double with_room = 0;
  double without = 0;
  int problems = 0;
  for (std::size_t i = 0; i < 120; ++i) {
    const auto position = Position::from_text(*game, rows[i].at("position") + " " + rows[i].at("side"));
    REQUIRE(position);
    const Solution easy = solve(*roomy, *position, Goal::kWin);
    // The smallest table has 32 entries.
    const double entries = easy.counter("expansions") / 100;
    if (entries < 32) continue;
    const std::string mib = std::to_string(entries * 32 / 1024 / 1024);
    const OwnedAgent cramped = make_agent("df-pn-plus", {{"memory_mib", mib.c_str()}});
    begin(*cramped, *game, 1);
    const Solution hard = solve(*cramped, *position, Goal::kWin);
    CHECK(hard.answer == easy.answer);
    with_room += static_cast<double>(easy.report.nodes);
    without += static_cast<double>(hard.report.nodes);
    ++problems;
  }
  CHECK(problems >= 5);
  MESSAGE(problems, " problems, ratio of nodes ", without / with_room);
  CHECK(without <= 3 * with_room);
}

}  // namespace ludex::tests
