#include "arena/results/log/line_scanner.hpp"

#include <string>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "core/util/rng.hpp"

namespace ludex::arena {

using namespace log;
namespace {

using Json = json::Value;

// Texts hold what the scanner looks for: quotes, backslashes, brackets, commas.
Json random_value(Rng& rng, std::uint32_t depth) {
  constexpr std::string_view kCharacters = "ab\"\\[]{},: \n\xC3\xA9";
  switch (rng.below(depth == 0 ? 4 : 6)) {
    case 0:
      return static_cast<std::int64_t>(rng.below(100000)) - 50000;
    case 1:
      return rng.below(2) == 0 ? Json(true) : Json(nullptr);
    case 2:
      return static_cast<double>(rng.below(1000)) / 7;
    case 3: {
      std::string text;
      for (std::uint32_t n = rng.below(90); n > 0; --n) {
        const std::uint32_t which = rng.below(static_cast<std::uint32_t>(kCharacters.size() - 1));
        if (kCharacters[which] == '\xC3') {
          text += "\xC3\xA9";
        } else {
          text += kCharacters[which];
        }
      }
      return text;
    }
    case 4: {
      Json list = Json::array();
      for (std::uint32_t n = rng.below(9); n > 0; --n) list.push_back(random_value(rng, depth - 1));
      return list;
    }
    default: {
      Json object = Json::object();
      for (std::uint32_t n = rng.below(6); n > 0; --n)
        object["k" + std::to_string(rng.below(50))] = random_value(rng, depth - 1);
      return object;
    }
  }
}

}  // namespace

TEST_CASE("a value that is skipped is the whole value and nothing else, wherever it begins") {
  Rng rng = Rng::seeded(5);
  for (int i = 0; i < 3000; ++i) {
    Json list = Json::array();
    for (std::uint32_t n = 1 + rng.below(5); n > 0; --n) list.push_back(random_value(rng, 4));
    const std::string text = std::string(rng.below(70), ' ') + list.dump(rng.below(2) == 0 ? -1 : 1);
    std::string line = text;
    for (char& c : line) {
      if (c == '\n') c = ' ';
    }
    LineScanner in(line);
    std::size_t n = 0;
    in.array([&] {
      const std::string_view value = in.skip();
      REQUIRE(n < list.size());
      CHECK_MESSAGE(Json::parse_if_valid(value) == list[n], line);
      ++n;
    });
    REQUIRE_MESSAGE(in.at_end(), line);
    CHECK(n == list.size());
  }
}

TEST_CASE("a value without an end is refused at every length") {
  Rng rng = Rng::seeded(6);
  for (int i = 0; i < 200; ++i) {
    Json list = Json::array();
    for (std::uint32_t n = 1 + rng.below(4); n > 0; --n) list.push_back(random_value(rng, 3));
    const std::string line = list.dump();
    for (std::size_t size = 0; size < line.size(); ++size) {
      LineScanner in(std::string_view(line).substr(0, size));
      static_cast<void>(in.skip());
      REQUIRE_MESSAGE(!in.ok(), line.substr(0, size));
    }
  }
}

}  // namespace ludex::arena
