// Ludex's games against descriptions of them (games/lud/descriptions): two programs that have nothing in
// common count the same sequences of moves, and the same results of games that end on the way.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/connect-k/connect_k.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/hex/hex.hpp"
#include "games/knightthrough/knightthrough.hpp"
#include "games/loa/loa.hpp"
#include "games/lud/lud.hpp"
#include "games/othello/othello.hpp"
#include "paths.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/make_rules.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

// Sequences of so many plies, and games that ended before, by their results.
struct Tally {
  std::vector<std::uint64_t> of_depth;
  std::array<std::uint64_t, 8> of_status{};
  bool operator==(const Tally&) const = default;
};

template <GameRules R>
void count(const R& rules, const typename R::State& state, std::size_t depth, std::size_t ply, Tally& tally) {
  tally.of_depth.resize(depth + 1);
  ++tally.of_depth[ply];
  const GameStatus status = rules.status(state);
  ++tally.of_status.at(static_cast<std::size_t>(status));
  if (ply == depth || status != GameStatus::kOngoing) return;
  std::vector<Move> moves(rules.traits().max_moves);
  moves.resize(rules.legal_moves(state, moves.data()));
  for (const Move move : moves) {
    typename R::State next = state;
    rules.apply(next, move);
    count(rules, next, depth, ply + 1, tally);
  }
}

template <GameRules R>
Tally tally_of(const R& rules, std::size_t depth) {
  Tally tally;
  count(rules, rules.initial(), depth, 0, tally);
  return tally;
}

// `choices` of the description, and the settings of the game that it is to be.
template <class D>
void check(const char* file, const std::string& choices, std::initializer_list<ParamText> settings,
           std::size_t depth) {
  if (kSanitized) depth = (depth + 1) / 2;
  CAPTURE(file);
  CAPTURE(choices);
  const std::string path = std::string(LUDEX_TEST_DIR) + "/../games/lud/descriptions/" + file;
  Tally ours, described;
  with_rules<D>(settings, [&](const auto& rules) { ours = tally_of(rules, depth); });
  with_rules<Lud>({{"file", path.c_str()}, {"options", choices.c_str()}, {"compile", "never"}},
                  [&](const auto& rules) { described = tally_of(rules, depth); });
  CHECK(described.of_depth == ours.of_depth);
  CHECK(described.of_status == ours.of_status);
}

// Random games in step, where both list the same cells in the same order.
template <class D>
void walk(const char* file, const std::string& choices, std::initializer_list<ParamText> settings,
          int games) {
  CAPTURE(choices);
  const std::string path = std::string(LUDEX_TEST_DIR) + "/../games/lud/descriptions/" + file;
  std::array<int, 8> results{};
  const auto in_step = [&](const auto& ours, const auto& described) {
    Rng rng = Rng::seeded(7);
    std::vector<Move> moves(ours.traits().max_moves), same(described.traits().max_moves);
    for (int game = 0; game < games; ++game) {
      auto a = ours.initial();
      auto b = described.initial();
      while (ours.status(a) == GameStatus::kOngoing) {
        const std::uint32_t count = ours.legal_moves(a, moves.data());
        REQUIRE(described.legal_moves(b, same.data()) == count);
        const std::uint32_t k = rng.below(count);
        const GameStatus now = ours.apply(a, moves[k]);
        const GameStatus there = described.apply(b, same[k]);
        // On a full board the description goes on with two passes.
        REQUIRE((count == 1 && now == GameStatus::kDraw ? !is_over(there) : there == now));
      }
      ++results.at(static_cast<std::size_t>(ours.status(a)));
    }
  };
  with_rules<D>(settings, [&](const auto& ours) {
    with_rules<Lud>({{"file", path.c_str()}, {"options", choices.c_str()}, {"compile", "never"}},
                    [&](const auto& described) { in_step(ours, described); });
  });
  CHECK(results[2] > 0);
  CHECK(results[3] > 0);
}

}  // namespace

TEST_CASE("Ludex's games and their descriptions have equal perft") {
  check<breakthrough::Breakthrough>("Breakthrough.lud", "", {}, 3);
  check<breakthrough::Breakthrough>("Breakthrough.lud", "Field/5", {{"width", "5"}, {"height", "5"}}, 5);
  check<knightthrough::Knightthrough>("Knightthrough.lud", "", {}, 3);
  check<knightthrough::Knightthrough>("Knightthrough.lud", "Field/5", {{"width", "5"}, {"height", "5"}}, 5);
  check<loa::Loa>("Lines of Action.lud", "", {}, 3);
  check<loa::Loa>("Lines of Action.lud", "Field/5", {{"size", "5"}}, 5);
  check<hex::Hex>("Hex.lud", "", {}, 2);
  check<hex::Hex>("Hex.lud", "Field/3", {{"size", "3"}}, 9);
  check<gomoku::Gomoku>("Gomoku.lud", "", {{"rules", "standard"}}, 2);
  const std::string small = "\"Field/9\" ";
  walk<gomoku::Gomoku>("Gomoku.lud", small, {{"size", "9"}, {"rules", "standard"}}, 40);
  walk<gomoku::Gomoku>("Gomoku.lud", small + "\"Six/Yes\"", {{"size", "9"}}, 40);
  check<othello::Othello>("Othello.lud", "", {}, 6);
  check<othello::Othello>("Othello.lud", "Field/4", {{"size", "4"}}, 20);
  check<connect_k::ConnectK>("Connect Four.lud", "", {}, 5);
  check<connect_k::ConnectK>("Connect Four.lud", "Field/4x4", {{"width", "4"}, {"height", "4"}}, 9);
}

}  // namespace ludex::games::lud
