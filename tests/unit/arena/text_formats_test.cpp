// The fuzzers' check of texts without a fuzzer: on seeds and on thousands of misspelt ones
// (tests/fuzz/text_formats.hpp).
#include "tests/fuzz/text_formats.hpp"

#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "tests/fuzz/check_text.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests::fuzz {
namespace {

std::string violation(const TextFormat& format, const std::string& bytes, bool* accepted) {
  try {
    *accepted = format.check(bytes);
    return "";
  } catch (const Violation& v) {
    return v.what();
  }
}

TEST_CASE("seeds are accepted, and no misspelt text breaks a promise") {
  for (const TextFormat& format : text_formats()) {
    Rng rng = Rng::seeded(7);
    int kept = 0;
    int tried = 0;
    for (const std::string& seed : format.seeds) {
      bool accepted = false;
      CAPTURE(format.name);
      CAPTURE(seed);
      CHECK(violation(format, seed, &accepted) == "");
      CHECK(accepted);
      for (int n = 0; n < (kSanitized ? 300 : 2000); ++n, ++tried) {
        std::string text = seed;
        for (std::uint32_t slips = 1 + rng.below(4); slips > 0; --slips) misspell(text, rng);
        CAPTURE(text);
        REQUIRE(violation(format, text, &accepted) == "");
        kept += accepted ? 1 : 0;
      }
    }
    // Some slips leave a text right.
    CHECK(kept > 0);
    CAPTURE(tried);
    // The game of the lines of EPD takes any nine characters for cells.
    if (format.name != "message" && format.name != "csv" && format.name != "epd") CHECK(kept < tried);
  }
}

}  // namespace
}  // namespace ludex::tests::fuzz
