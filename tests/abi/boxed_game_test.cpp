// Every game of the build, asked in a child in the sandbox and in this process: the same answers.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/host/plugins/registry.hpp"
#include "arena/host/plugins/sandboxed_game.hpp"
#include "core/game/extensions.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"
#include "paths.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

void check_equal(const Position& here, const Position& there) {
  CHECK(there.hash() == here.hash());
  CHECK(there.text() == here.text());
  CHECK(there.drawing() == here.drawing());
  REQUIRE(there.status() == here.status());
  REQUIRE(there.legal_moves() == here.legal_moves());
  if (here.over()) {
    std::array<float, kMaxPlayers> expected{};
    std::array<float, kMaxPlayers> found{};
    here.game().returns(here.state(), expected.data());
    there.game().returns(there.state(), found.data());
    CHECK(found == expected);
  } else {
    CHECK(there.to_move() == here.to_move());
    if (here.to_move() == kChance) {
      std::vector<double> expected(here.game().traits().max_moves);
      std::vector<double> found(expected.size());
      find<Chance>(here.game())->probabilities(here.state(), expected.data());
      find<Chance>(there.game())->probabilities(there.state(), found.data());
      CHECK(found == expected);
      Rng rng = Rng::seeded(1);
      CHECK(here.is_legal(find<Chance>(there.game())->draw(there.state(), &rng)));
    }
  }
}

void walk(const Game& game, const Game& sandboxed, Rng& rng) {
  Position here(game);
  Position there(sandboxed);
  while (true) {
    check_equal(here, there);
    if (here.over()) return;
    const auto moves = here.legal_moves();
    const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    const std::string text = here.move_text(move);
    CHECK(there.move_text(move) == text);
    CHECK(sandboxed.move_class(there.state(), move) == game.move_class(here.state(), move));
    const auto parsed = there.parse_move(text);
    REQUIRE_MESSAGE(parsed, parsed.error());
    CHECK(*parsed == move);
    const auto position = Position::from_text(sandboxed, here.text());
    REQUIRE_MESSAGE(position, position.error());
    CHECK(position->text() == here.text());
    const auto nonsense = there.parse_move("no such move");
    const auto own_nonsense = here.parse_move("no such move");
    REQUIRE_FALSE(nonsense);
    CHECK(nonsense.error() == own_nonsense.error());
    const Position before = there;
    here.apply(move);
    there.apply(move);
    CHECK(before.hash() != there.hash());
  }
}

}  // namespace

TEST_CASE("a game in the sandbox answers as the same game in this process") {
  arena::host::Registry registry({{LUDEX_BUILD_DIR "/plugins"}, LUDEX_BUILD_DIR "/ludex"});
  int games = 0;
  for (const auto& record : registry.plugins()) {
    if (!record.accepted || record.kind != PluginKind::kGame || record.id == "lud" || record.id == "python")
      continue;
    CAPTURE(record.id);
    const auto game = registry.make_game({record.id, {}});
    const auto sandboxed = registry.make_game({record.id, {}}, true);
    REQUIRE_MESSAGE(game, game.error());
    REQUIRE_MESSAGE(sandboxed, sandboxed.error());
    const GameTraits& own = (*game)->traits();
    const GameTraits& told = (*sandboxed)->traits();
    CHECK(told.players == own.players);
    CHECK(told.flags == own.flags);
    CHECK(told.max_moves == own.max_moves);
    CHECK(told.max_plies == own.max_plies);
    CHECK(told.move_classes == own.move_classes);
    Rng rng = Rng::seeded(7);
    for (std::uint32_t i = 0; i < samples(2); ++i) walk(**game, **sandboxed, rng);
    CHECK(arena::host::failure_of(**sandboxed).empty());
    CHECK(arena::host::failure_of(**game).empty());
    ++games;
  }
  CHECK(games >= 12);
}

TEST_CASE("playouts of a game in the sandbox end, and are traced") {
  arena::host::Registry registry({{LUDEX_BUILD_DIR "/plugins"}, LUDEX_BUILD_DIR "/ludex"});
  const auto game = registry.make_game({"connect-k", {}}, true);
  REQUIRE_MESSAGE(game, game.error());
  Position position(**game);
  std::vector<TracedMove> moves(100);
  PlayoutTrace trace{moves.data(), 100, 0};
  Rng rng = Rng::seeded(1);
  const PlayoutResult result = (*game)->playout(position.state(), &rng, &trace);
  CHECK(position.over());
  CHECK(result.status == position.status());
  CHECK(trace.size == result.plies);
  CHECK(trace.moves[1].player == 1);
}

TEST_CASE("nobody waits for a game in the sandbox once the run is to stop") {
  arena::host::Registry registry({{LUDEX_BUILD_DIR "/tests/games"}, LUDEX_BUILD_DIR "/ludex"});
  const auto game = registry.make_game({"spoilt", {{"fault", "hang"}}}, true);
  REQUIRE_MESSAGE(game, game.error());
  Position position(**game);
  for (int i = 0; i < 3; ++i) position.apply(position.legal_moves()[0]);
  const Move move = position.legal_moves()[0];
  const std::uint32_t stop = 1;
  arena::host::set_stop(**game, &stop);
  position.apply(move);  // it does not answer
  CHECK(arena::host::failure_of(**game) == "game 'spoilt' was not waited for: the run stops");
}

TEST_CASE("what cannot be made in the sandbox is said as by any other game") {
  arena::host::Registry registry({{LUDEX_BUILD_DIR "/plugins"}, LUDEX_BUILD_DIR "/ludex"});
  for (const auto& component :
       {arena::host::Component{"hex", {{"size", "99"}}}, arena::host::Component{"hex", {{"sise", "5"}}}}) {
    const auto here = registry.make_game(component);
    const auto sandboxed = registry.make_game(component, true);
    REQUIRE_FALSE(here);
    REQUIRE_FALSE(sandboxed);
    CHECK(sandboxed.error() == here.error());
  }
}

}  // namespace ludex::tests
