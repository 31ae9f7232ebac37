// alpha-beta on chess and checkers as it plays by default: tactics, mate distances, draws by rule, threads.
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/agent_contract.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

namespace {

Position position_of(const Game& game, const std::string& text) {
  Position position(game);
  StringSink error;
  REQUIRE_MESSAGE(game.position_from_text(text.data(), text.size(), position.state(), error) == Status::kOk,
                  error.text());
  return position;
}

}  // namespace

TEST_CASE("alpha-beta: chess mates have their distances") {
  const OwnedGame game = make_game("chess");
  struct Mate {
    const char* fen;
    int plies;
  };
  for (const Mate& mate : {Mate{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1},  // Ra8
                           Mate{"7k/8/8/8/8/8/R7/1R5K w - - 0 1", 3},     // the ladder
                           Mate{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3},  // Morphy: Ra6
                           Mate{"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 3}}) {
    for (const auto& option : {std::pair{"exact", "true"}, std::pair{"exact", "false"},
                               std::pair{"table_standing", "true"}, std::pair{"reduce_root", "true"}}) {
      const OwnedAgent agent = make_agent("alpha-beta", {{option.first, option.second}, {"tt_mib", "4"}});
      begin(*agent, *game, 1);
      const Answer answer = ask(*agent, position_of(*game, mate.fen), nodes(300'000));
      INFO(mate.fen, " ", option.first, "=", option.second);
      CHECK(answer.report.value == 32000 - mate.plies);
    }
  }
}

TEST_CASE("alpha-beta: draws by rule are draws") {
  const OwnedGame game = make_game("chess");
  for (const char* exact : {"true", "false"}) {
    const OwnedAgent agent = make_agent("alpha-beta", {{"exact", exact}, {"tt_mib", "4"}});
    begin(*agent, *game, 1);
    // A rook ahead, but the fifty moves are over with the next one, and no move mates.
    const Answer fifty = ask(*agent, position_of(*game, "8/8/4k3/8/8/4K3/8/3R4 w - - 99 90"), nodes(20'000));
    CHECK(fifty.report.value == 0);
    // The pawn move starts the count again.
    const Answer pawn = ask(*agent, position_of(*game, "8/8/4k3/8/8/4K3/3P4/3R4 w - - 99 90"), nodes(20'000));
    CHECK(pawn.report.value > 300);
    // The last move mates: that comes first.
    const Answer mate = ask(*agent, position_of(*game, "7k/5ppp/8/8/8/8/8/R3K3 w - - 99 90"), nodes(20'000));
    CHECK(mate.report.value == 31999);
  }
}

TEST_CASE("alpha-beta: a perpetual check is found") {
  // White is two knights behind and draws by Qe8+ and Qh5+ for ever.
  const OwnedGame game = make_game("chess");
  const OwnedAgent agent = make_agent("alpha-beta", {{"tt_mib", "4"}});
  begin(*agent, *game, 1);
  const Answer answer = ask(*agent, position_of(*game, "n5k1/n5p1/8/7Q/8/8/rr4PP/7K w - - 0 1"),
                            nodes(kSanitized ? 40'000 : 200'000));
  CHECK(answer.report.value == 0);
}

TEST_CASE("alpha-beta: most of the first Win-at-Chess positions within 50,000 nodes") {
  const auto epd = oracle("chess/wac.epd");
  if (!epd) return;
  const OwnedGame game = make_game("chess");
  const OwnedAgent agent = make_agent("alpha-beta", {{"tt_mib", "16"}});
  std::ifstream file(*epd);
  // Under sanitizers every fifth.
  const std::uint32_t step = kSanitized ? 5 : 1;
  std::uint32_t tried = 0;
  std::uint32_t solved = 0;
  std::string line;
  for (std::uint32_t i = 0; i < 60 && std::getline(file, line); ++i) {
    if (i % step != 0) continue;
    ++tried;
    const std::size_t at = line.find(" bm ");
    const Position position = position_of(*game, line.substr(0, at));
    begin(*agent, *game, 1);
    const Answer answer = ask(*agent, position, nodes(50'000));
    std::istringstream best(line.substr(at + 4, line.find(';', at) - at - 4));
    for (std::string word; best >> word;) {
      const auto move = position.parse_move(word);
      REQUIRE_MESSAGE(move.ok(), word);
      if (*move == answer.move) ++solved;
    }
  }
  CHECK(tried == 60 / step);
  CHECK(solved * 100 >= tried * 70);
}

TEST_CASE("alpha-beta: threads share the table and agree on what is forced") {
  // A host of this test's own: as many threads as asked for.
  static const HostServices services{
      3, 0, [](LogLevel, const char*, std::uint64_t) noexcept {},
      [](std::uint32_t count, void (*body)(void*, std::uint32_t), void* context) noexcept {
        std::vector<std::thread> threads;
        for (std::uint32_t i = 1; i < count; ++i) threads.emplace_back([=] { body(context, i); });
        body(context, 0);
        for (std::thread& thread : threads) thread.join();
      },
      [](const char*) noexcept -> const void* { return nullptr; }};
  abi::g_host = &services;
  const OwnedGame game = make_game("chess");
  const OwnedAgent agent = make_agent("alpha-beta", {{"tt_mib", "4"}});
  for (std::uint64_t seed = 0; seed < (kSanitized ? 3 : 20); ++seed) {
    begin(*agent, *game, seed);
    Budget budget = nodes(samples(100'000) + 5000);
    budget.threads = 3;
    const Position position = position_of(*game, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    const Answer answer = ask(*agent, position, budget);
    check_report(position, answer);
    CHECK(answer.report.value == 31997);
  }
  // A middle game, no mate: every thread busy to the end of the budget, which is kept to a node a thread.
  const Position middle =
      position_of(*game, "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 0 9");
  Budget together = nodes(kSanitized ? 30'000 : 300'000);
  together.threads = 3;
  begin(*agent, *game, 1);
  const Answer many = ask(*agent, middle, together);
  check_report(middle, many);
  CHECK(many.report.nodes <= together.nodes + 3);
  CHECK(many.report.nodes >= together.nodes / 3);
  // One thread is a pure function of its input, whatever the host offers and other searches left behind.
  begin(*agent, *game, 1);
  const Answer one = ask(*agent, middle, nodes(together.nodes));
  abi::g_host = nullptr;
  begin(*agent, *game, 1);
  const Answer alone = ask(*agent, middle, nodes(together.nodes));
  CHECK(one.move == alone.move);
  CHECK(one.report.value == alone.report.value);
  CHECK(one.report.nodes == alone.report.nodes);
  CHECK(one.report.depth == alone.report.depth);
}

TEST_CASE("alpha-beta: single conspiracy numbers are reported per depth") {
  const OwnedGame game = make_game("checkers");
  const OwnedAgent agent = make_agent("alpha-beta", {{"scn", "150"}, {"exact", "true"}, {"pvs", "false"}});
  begin(*agent, *game, 1);
  Budget budget{};
  budget.depth = 6;
  budget.threads = 1;
  const Answer answer = ask(*agent, Position(*game), budget);
  int found = 0;
  for (std::uint32_t i = 0; i < answer.report.counter_size; ++i) {
    const std::string name = answer.report.counters[i].name;
    if (name.rfind("scn_d", 0) != 0) continue;
    ++found;
    // Nobody is a man and a half ahead in the opening, and no line ends.
    CHECK(answer.report.counters[i].value >= 1);
    CHECK(answer.report.counters[i].value < 1e9);
  }
  CHECK(found == 6);
}

}  // namespace ludex::tests
