// The fuzzers' check of what managers say (tests/fuzz/text_formats.hpp), on seeds and on misspelt ones.
#include <string>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "tests/fuzz/check_text.hpp"
#include "tests/fuzz/text_formats.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests::fuzz {

TEST_CASE("whatever a manager says, every question has its answer") {
  for (const TextFormat& format : protocol_formats()) {
    Rng rng = Rng::seeded(7);
    for (const std::string& seed : format.seeds) {
      CAPTURE(seed);
      CHECK(format.check(seed));
      for (int n = 0; n < (kSanitized ? 30 : 300); ++n) {
        std::string text = seed;
        for (std::uint32_t slips = 1 + rng.below(4); slips > 0; --slips) misspell(text, rng);
        CAPTURE(text);
        CHECK_NOTHROW(static_cast<void>(format.check(text)));
      }
    }
  }
}

}  // namespace ludex::tests::fuzz
