// Generated code beside the interpreter: the same lists in the same order, the same positions, the same
// playouts.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/lud/codegen/library.hpp"
#include "games/lud/game/lud_game.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {

using namespace ludex::games::lud;

// What is compiled here goes away with the tests.
inline const std::filesystem::path& cache() {
  static const TemporaryFolder folder;
  static const bool set = setenv("XDG_CACHE_HOME", folder.path().c_str(), 1) == 0;
  REQUIRE(set);
  static const std::filesystem::path path = folder.path();
  return path;
}

inline std::shared_ptr<Description> description_of(const std::string& name, const std::string& text,
                                                   const std::string& definitions) {
  auto description = describe(name, text, definitions, {});
  REQUIRE_MESSAGE(description.ok(), (description.ok() ? "" : description.error()));
  return *description;
}

struct Pair {
  LudGame plain;
  LudGame fast;
  Pair(const std::shared_ptr<Description>& description, bool duplicates)
      : plain(description, duplicates), fast(description, duplicates) {}
};

inline void check_equal(const LudGame& game, const std::vector<std::byte>& a,
                        const std::vector<std::byte>& b) {
  CHECK(std::memcmp(a.data(), b.data(), game.used(a.data())) == 0);
}

// Lists and positions along a random game, with every move tried; then playouts, with and without a trace.
inline void compare(const Pair& pair, int plies, int playouts) {
  const LudGame& plain = pair.plain;
  const LudGame& fast = pair.fast;
  std::vector<std::byte> state(plain.bytes()), a, b;
  std::vector<Move> list(plain.traits().max_moves), other(plain.traits().max_moves);
  Rng rng = Rng::seeded(11);
  plain.initial(state.data());
  for (int ply = 0; ply < plies && !is_over(plain.status(state.data())); ++ply) {
    CAPTURE(ply);
    const std::uint32_t count = plain.legal_moves(state.data(), list.data());
    REQUIRE(fast.legal_moves(state.data(), other.data()) == count);
    REQUIRE(std::equal(list.begin(), list.begin() + count, other.begin()));
    if (ply < 4) {
      for (std::uint32_t k = 0; k < count; ++k)
        CHECK(plain.move_text(state.data(), list[k]) == fast.move_text(state.data(), list[k]));
    }
    for (std::uint32_t k = 0; k < count; ++k) {
      CAPTURE(plain.plain_text(state.data(), list[k]));
      a = b = state;
      REQUIRE(plain.apply(a.data(), list[k]) == fast.apply(b.data(), list[k]));
      check_equal(plain, a, b);
    }
    plain.apply(state.data(), list[rng.below(count)]);
  }
  std::vector<TracedMove> moves(2 * 20'000);
  for (int game = 0; game < playouts; ++game) {
    CAPTURE(game);
    PlayoutTrace first{moves.data(), 20'000, 0};
    PlayoutTrace second{moves.data() + 20'000, 20'000, 0};
    Rng one = Rng::seeded(static_cast<std::uint64_t>(game));
    Rng two = one;
    a.resize(plain.bytes()), b.resize(plain.bytes());
    plain.initial(a.data()), plain.initial(b.data());
    const bool traced = game % 2 == 1;
    const PlayoutResult x = plain.playout(a.data(), one, traced ? &first : nullptr);
    const PlayoutResult y = fast.playout(b.data(), two, traced ? &second : nullptr);
    REQUIRE(x.plies == y.plies);
    CHECK(x.status == y.status);
    check_equal(plain, a, b);
    CHECK(one.s0 == two.s0);
    CHECK(first.size == second.size);
    for (std::uint32_t k = 0; k < std::min(first.size, second.size); ++k) {
      CHECK(first.moves[k].move == second.moves[k].move);
      CHECK(first.moves[k].player == second.moves[k].player);
      CHECK(first.moves[k].move_class == second.moves[k].move_class);
    }
  }
}

// False: there is no compiler here.
inline bool compare_text(const std::string& name, const std::string& text, const std::string& definitions,
                         int plies, int playouts) {
  const bool may_be_refused = !definitions.empty();  // Ludii's

  static_cast<void>(cache());
  for (const bool duplicates : {false, true}) {
    const auto description = description_of(name, text, definitions);
    if (description->program == nullptr) {
      CHECK(may_be_refused);
      return true;
    }
    Pair pair(description, duplicates);
    const std::string source = codegen::source_of(*description->program);
    if (source.empty()) {  // the interpreter's alone
      CHECK(may_be_refused);
      return true;
    }
    auto library = codegen::Library::load(source);
    if (!library && library.error().find("there is no compiler") != std::string::npos) return false;
    REQUIRE_MESSAGE(library.ok(), (library.ok() ? "" : library.error()));
    pair.fast.use(std::move(*library));
    compare(pair, plies, playouts);
  }
  return true;
}

}  // namespace ludex::tests
