// The fuzzers' check of texts without a fuzzer: on seeds and on thousands of misspelt ones
// (tests/fuzz/text_formats.hpp). LUDEX_TEXTS: how many of each seed, LUDEX_TEXTS_SEED: where they begin,
// LUDEX_TEXTS_FORMAT: of one format only.
#include "tests/fuzz/text_formats.hpp"

#include <cstdlib>
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

std::string setting(const char* name, const std::string& otherwise) {
  const char* const text = std::getenv(name);
  return text != nullptr ? text : otherwise;
}

TEST_CASE("seeds are accepted, and no misspelt text breaks a promise") {
  const std::int64_t texts = std::stoll(setting("LUDEX_TEXTS", kSanitized ? "300" : "2000"));
  const std::uint64_t first = std::stoull(setting("LUDEX_TEXTS_SEED", "7"));
  std::int64_t all = 0;
  for (const TextFormat& format : text_formats()) {
    if (setting("LUDEX_TEXTS_FORMAT", std::string(format.name)) != format.name) continue;
    Rng rng = Rng::seeded(first);
    std::int64_t kept = 0;
    std::int64_t tried = 0;
    for (const std::string& seed : format.seeds) {
      bool accepted = false;
      CAPTURE(format.name);
      CAPTURE(seed);
      CHECK(violation(format, seed, &accepted) == "");
      CHECK(accepted);
      for (std::int64_t n = 0; n < texts; ++n, ++tried) {
        std::string text = seed;
        for (std::uint32_t slips = 1 + rng.below(4); slips > 0; --slips) misspell(text, rng);
        if (const std::string why = violation(format, text, &accepted); !why.empty()) {
          CAPTURE(text);
          REQUIRE(why == "");
        }
        kept += accepted ? 1 : 0;
      }
    }
    // Some slips leave a text right.
    CHECK(kept > 0);
    CAPTURE(tried);
    // The game of the lines of EPD takes any nine characters for cells.
    if (format.name != "message" && format.name != "csv" && format.name != "epd") CHECK(kept < tried);
    all += tried;
  }
  MESSAGE(all << " misspelt texts");
  CHECK(all > 0);
}

}  // namespace
}  // namespace ludex::tests::fuzz
