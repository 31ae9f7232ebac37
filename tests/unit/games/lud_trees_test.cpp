// Random trees of ludemes: an error or a game, never worse.
#include "tests/fuzz/lud_trees.hpp"

#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

namespace ludex::games::lud {

TEST_CASE("random trees of ludemes are errors or games") {
  const char* const number = std::getenv("LUDEX_LUD_TREES");
  const int trees = number != nullptr ? std::atoi(number) : 400;
  const char* const from = std::getenv("LUDEX_LUD_TREE_SEED");
  const int first = from != nullptr ? std::atoi(from) : 1;
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
