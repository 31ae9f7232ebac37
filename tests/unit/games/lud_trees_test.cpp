// Random trees of ludemes: an error or a game, never worse; and texts with slips, of such trees and of
// descriptions, which are expanded or refused (LUDEX_LUD_TEXTS: how many, LUDEX_LUD_TREE_SEED: from which
// on).
#include "tests/fuzz/lud_trees.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/lud/game/description.hpp"
#include "paths.hpp"
#include "tests/fuzz/check_text.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::games::lud {
namespace {

std::int64_t number_or(const char* name, std::int64_t usual) {
  const char* const text = std::getenv(name);
  return text != nullptr ? std::atoll(text) : usual;
}

// With definitions, options, ranges and rule sets in them.
std::vector<std::string> texts_of_our_own() {
  std::vector<std::string> list{
      "(define \"Twice\" (or {#1 #1} #2)) (define \"Step\" (move Step (directions {#1 ~}) (to if:(is Empty "
      "(to))) #2)) (game \"Own\" (players 2) (equipment {(piece \"Man\" Each (\"Twice\" "
      "(\"Step\" N (then (set Counter 1..3))))) (board (square <Size:n>))}) (rules (start {(place \"Man1\" "
      "{\"A1\" "
      "\"B1..D1\"})}) <Ends:end>)) (option \"Size\" <Size> args:{<n> <end>} {(item \"6x6\" <6> <> "
      "\"small\")** (item \"8x8\" <8> <(end {})> \"large\")*}) (option \"Ends\" <Ends> args:{<end>} {(item "
      "\"no\" <(play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))> \"\")*}) (rulesets "
      "{(ruleset \"Ruleset/Old\" {\"Size/6x6\"})*}) // end"};
  const std::filesystem::path folder =
      std::filesystem::path(LUDEX_TEST_DIR) / ".." / "games" / "lud" / "descriptions";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    list.push_back(read_text(entry.path().string()).value());
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace

TEST_CASE("texts with slips are expanded or refused, with the place") {
  const std::int64_t number = number_or("LUDEX_LUD_TEXTS", tests::samples(20000));
  Rng rng = Rng::seeded(static_cast<std::uint64_t>(number_or("LUDEX_LUD_TREE_SEED", 1)));
  const std::vector<std::string> own = texts_of_our_own();
  std::int64_t expanded = 0;
  std::string seed;
  for (std::int64_t i = 0; i < number; ++i) {
    constexpr int kOfOne = 100;
    if (i % kOfOne == 0) {
      const bool tree = rng.below(2) == 0;
      seed = tree ? tests::fuzz::LudemeTrees(rng.next()).game()
                  : own[rng.below(static_cast<std::uint32_t>(own.size()))];
    }
    std::string text = seed;
    for (std::uint32_t slips = rng.below(6); slips > 0; --slips) tests::fuzz::misspell(text, rng);
    try {
      expanded += tests::fuzz::check_expansion(text) ? 1 : 0;
    } catch (const std::exception& error) {
      CAPTURE(text);
      FAIL(std::string(error.what()));
    }
  }
  MESSAGE(expanded << " of " << number << " could be expanded");
  if (number >= 1000) {
    CHECK(expanded > 0);
    CHECK(expanded < number);
  }
}

TEST_CASE("random trees of ludemes are errors or games") {
  const auto trees = static_cast<int>(number_or("LUDEX_LUD_TREES", 400));
  const auto first = static_cast<int>(number_or("LUDEX_LUD_TREE_SEED", 1));
  int played = 0;
  for (int seed = first; seed < first + trees; ++seed) {
    CAPTURE(seed);
    tests::fuzz::LudemeTrees random(static_cast<std::uint64_t>(seed));
    const std::string text = random.game();
    CAPTURE(text);
    if (std::getenv("LUDEX_LUD_TREE_SHOW") != nullptr) MESSAGE(text);
    CHECK_NOTHROW(static_cast<void>(tests::fuzz::check_expansion(text)));
    CHECK_NOTHROW(played += tests::fuzz::check_description(text, static_cast<std::uint64_t>(seed)) ? 1 : 0);
  }
  MESSAGE(played << " of " << trees << " were games");
  if (trees >= 400) CHECK(played > 0);
}

}  // namespace ludex::games::lud
