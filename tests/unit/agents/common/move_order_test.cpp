// Ranks of quiet moves: what cut off is tried earlier, in its context earlier still; what is kept from one
// search to the next counts half.
#include "agents/common/minimax/move_order.hpp"

#include <array>

#include <doctest/doctest.h>

#include "core/game/position.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

using agents::minimax::MoveOrder;

namespace {

struct Ranked {
  std::int32_t learnt;
  std::int32_t other;
};
// Of the moves 1 and 2 of a walk, whose classes are their numbers.
Ranked ranks(const MoveOrder& order, const Game& game, const State* state,
             const MoveOrder::Context& context) {
  const std::array moves{Move{1}, Move{2}};
  std::array<std::int32_t, 2> out{};
  // On a ply whose killers nobody knows.
  order.rank(game, state, 0, 9, kNoMove, context, moves.data(), 2, false, out.data());
  return {out[0], out[1]};
}

}  // namespace

TEST_CASE("a cutoff counts for the move, and more after the same moves") {
  const OwnedGame game = make_game(WalkGame(9, 1));
  const Position start(*game);
  const State* const state = start.state();
  REQUIRE(game->move_class(state, Move{1}) != game->move_class(state, Move{2}));
  MoveOrder order;
  order.resize(game->traits(), 10, true);
  const MoveOrder::Context here{.last = 0, .own = 2, .pairs = true};
  const MoveOrder::Context elsewhere{.last = 2, .own = 0, .pairs = true};
  const MoveOrder::Context plain{.last = MoveOrder::kNoClass, .own = MoveOrder::kNoClass, .pairs = false};
  const std::uint32_t learnt = game->move_class(state, Move{1});
  order.cutoff(learnt, 0, 0, kNoMove, 6, here);
  order.failed(game->move_class(state, Move{2}), 0, 6, here);

  const auto [good, bad] = ranks(order, *game, state, here);
  const auto [good_elsewhere, bad_elsewhere] = ranks(order, *game, state, elsewhere);
  const auto [good_plain, bad_plain] = ranks(order, *game, state, plain);
  CHECK(good_plain > 0);
  CHECK(bad_plain < 0);
  CHECK(good > good_elsewhere);
  CHECK(bad < bad_elsewhere);
  CHECK(good_elsewhere == good_plain);
  CHECK(bad_elsewhere == bad_plain);
  for (const std::int32_t rank : {good, bad, good_plain, bad_plain}) CHECK(MoveOrder::is_quiet(rank));

  order.age();
  CHECK(ranks(order, *game, state, plain).learnt == good_plain / 2);
  order.clear();
  CHECK(ranks(order, *game, state, here).learnt == 0);
  CHECK(ranks(order, *game, state, here).other == 0);
}

TEST_CASE("however often a move cuts off, it stays among the quiet ones") {
  const OwnedGame game = make_game(WalkGame(9, 1));
  const Position start(*game);
  const State* const state = start.state();
  MoveOrder order;
  order.resize(game->traits(), 10, true);
  const MoveOrder::Context here{.last = 0, .own = 2, .pairs = true};
  for (int i = 0; i < 10'000; ++i) {
    order.cutoff(game->move_class(state, Move{1}), 0, 0, kNoMove, 40, here);
    order.failed(game->move_class(state, Move{2}), 0, 40, here);
  }
  const auto [good, bad] = ranks(order, *game, state, here);
  CHECK(good == MoveOrder::kHistoryLimit);
  CHECK(bad == -MoveOrder::kHistoryLimit);
  CHECK(MoveOrder::is_quiet(good));
  CHECK(MoveOrder::is_quiet(bad));
  CHECK_FALSE(MoveOrder::is_killer(good));
}

TEST_CASE("the table's move goes first and leaves the order of the others alone") {
  std::array moves{Move{4}, Move{7}, Move{2}, Move{9}};
  std::array<std::int32_t, 4> ranks{};
  REQUIRE(MoveOrder::table_move_first(Move{2}, moves.data(), ranks.data(), 4));
  CHECK(moves == std::array{Move{2}, Move{4}, Move{7}, Move{9}});
  CHECK_FALSE(MoveOrder::is_quiet(ranks[0]));
  CHECK_FALSE(MoveOrder::is_loss(ranks[0]));
  // Of another position, by a collision of hashes, or none.
  for (const Move other : {Move{5}, kNoMove})
    CHECK_FALSE(MoveOrder::table_move_first(other, moves.data(), ranks.data(), 4));
  CHECK(moves == std::array{Move{2}, Move{4}, Move{7}, Move{9}});
}

}  // namespace ludex::tests
