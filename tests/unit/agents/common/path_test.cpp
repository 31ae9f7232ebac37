// The path of a search: wherever it goes and comes back, the positions are those of the moves; and what
// identifies them.
#include "agents/common/path/path.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "agents/common/path/identity.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

using agents::Identity;
using agents::KeyMaker;
using agents::KeySource;
using agents::Path;
using agents::WideKey;

namespace {

struct Step {
  std::uint64_t key = 0;
  Move move = kNoMove;
};

Position replayed(const Game& game, const Path<Step>& path, std::uint32_t ply) {
  Position position(game);
  for (std::uint32_t i = 1; i <= ply; ++i) position.apply(path[i].move);
  return position;
}

}  // namespace

TEST_CASE("path: after any way down and back the positions are those of the moves") {
  const OwnedGame game = make_game(LayeredGame(12, 40, 7));
  Path<Step> path;
  path.new_game(*game);
  CHECK(path.max_depth() == 13);
  const Position root(*game);
  path.start(root.state());
  Rng rng = Rng::seeded(3);
  std::vector<Move> moves(game->traits().max_moves);
  std::uint32_t ply = 0;
  std::uint32_t deepest = 0;
  for (int step = 0; step < 2000; ++step) {
    const std::uint32_t count = game->legal_moves(path.state(ply), moves.data());
    if (count == 0 || rng.below(4) == 0) {
      ply = rng.below(ply + 1);  // back: nothing is undone
      continue;
    }
    const Move move = moves[rng.below(count)];
    // Looking at another move first leaves no trace.
    const GameStatus looked = path.play(ply, moves[rng.below(count)]);
    CHECK(looked == game->status(path.state(ply + 1)));
    path.descend(ply, move, {static_cast<std::uint64_t>(step), move});
    ++ply;
    deepest = std::max(deepest, ply);
    const Position expected = replayed(*game, path, ply);
    CHECK(game->hash(path.state(ply)) == game->hash(expected.state()));
    CHECK(game->status(path.state(ply)) == expected.status());
  }
  CHECK(deepest >= 6);
  State* const copy = path.repeat(0);
  CHECK(copy == path.state(1));
  CHECK(game->hash(copy) == game->hash(root.state()));
}

TEST_CASE("path: find gives the last position of that key, and none beyond the ply") {
  const OwnedGame game = make_game(LayeredGame(8, 8, 1));
  Path<Step> path;
  path.new_game(*game);
  for (std::uint32_t i = 0; i < 6; ++i) path[i].key = i % 3;
  CHECK(path.find(5, std::uint64_t{1}) == 4U);
  CHECK(path.find(3, std::uint64_t{1}) == 1U);
  CHECK(path.find(0, std::uint64_t{0}) == 0U);
  CHECK_FALSE(path.find(0, std::uint64_t{1}));
  CHECK_FALSE(path.find(5, std::uint64_t{9}));
}

TEST_CASE("identity: two ways to one position have one key, or two where the path counts") {
  const GameTraits plain = make_game(LayeredGame(4, 4, 1))->traits();
  const OwnedGame walk = make_game(WalkGame(20, 5));
  GameTraits decided = walk->traits();
  decided.flags &= ~static_cast<std::uint32_t>(kHistoryDraws);
  CHECK(agents::identity_of(plain) == Identity::kPosition);
  CHECK(agents::identity_of(walk->traits()) == Identity::kPositionAndTwins);
  CHECK(agents::identity_of(decided) == Identity::kPath);

  const Position position(*walk);
  const std::uint64_t one = agents::extend_path(agents::extend_path(0, Move{1}), Move{2});
  const std::uint64_t other = agents::extend_path(agents::extend_path(0, Move{2}), Move{1});
  const WideKey salt{17, 4};
  for (const Identity identity : {Identity::kPosition, Identity::kPositionAndTwins, Identity::kPath}) {
    KeyMaker keys;
    keys.new_game(*walk, KeySource::kHash);
    keys.start(identity, salt);
    const bool by_path = identity == Identity::kPath;
    CHECK((keys.key(one, position.state()) == keys.key(other, position.state())) == !by_path);
    CHECK(keys.key_after(one, Move{0}, position.state()) ==
          keys.key(agents::extend_path(one, Move{0}), position.state()));
    const WideKey salted = keys.key(one, position.state());
    keys.start(identity, {});
    CHECK(salted == (keys.key(one, position.state()) ^ salt));
  }
}

TEST_CASE("identity: without a wide hash the text of the position takes its place") {
  const OwnedGame walk = make_game(WalkGame(20, 5));
  const Position start(*walk);
  KeyMaker keys;
  keys.new_game(*walk, KeySource::kWideHash);
  CHECK_FALSE(keys.wide());
  CHECK(keys.key(0, start.state()).high == 0);
  keys.new_game(*walk, KeySource::kWideHashOrText);
  CHECK(keys.key(0, start.state()).high != 0);
  CHECK(keys.key(0, start.state()).low == walk->hash(start.state()));
}

}  // namespace ludex::tests
