#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/text/quantity.hpp"
#include "arena/base/text/suggest.hpp"
#include "core/util/nearest.hpp"

namespace ludex::arena {

TEST_CASE("durations") {
  CHECK(parse_duration("100ms") == 100'000'000);
  CHECK(parse_duration("1.5s") == 1'500'000'000);
  CHECK(parse_duration("2 min") == 120'000'000'000);
  for (const char* bad : {"", "100", "ms", "-1s", "1e3s", "nans", "infs", "1ss", "1s ", "99999999999h"})
    CHECK_MESSAGE(!parse_duration(bad), bad);
  for (const std::int64_t ns : {1LL, 999LL, 1'000LL, 250'000'000LL, 1'000'000'001LL, 86'400'000'000'000LL})
    CHECK(parse_duration(duration_text(ns)) == ns);
}

TEST_CASE("counts are exact") {
  for (const auto& [text, value] : std::vector<std::pair<const char*, std::uint64_t>>{
           {"0", 0},
           {"0.000", 0},
           {"007", 7},
           {"20000", 20'000},
           {"1k", 1000},
           {"1K", 1000},
           {"2.5M", 2'500'000},
           {"3G", 3'000'000'000},
           {"1e4", 10'000},
           {"1E+4", 10'000},
           {"1.2345e4", 12'345},
           {"10.0", 10},
           {"9007199254740993", 9007199254740993},  // no double
           {"9.007199254740993e15", 9007199254740993},
           {"18446744073709551615", 18446744073709551615U},
           {"18.446744073709551615e18", 18446744073709551615U},
           {"0e999999999999", 0}}) {
    const auto& shown = text;  // a lambda cannot name a structured binding
    CAPTURE(shown);
    const auto count = parse_count(text);
    REQUIRE_MESSAGE(count.ok(), count.error());
    CHECK(*count == value);
  }
  for (const auto& [text, why] : std::vector<std::pair<const char*, const char*>>{
           {"", "not a number"},
           {"k", "not a number"},
           {"-1", "not a number"},
           {"+1", "not a number"},
           {".5M", "not a number"},
           {"1.k", "no digit follows the point"},
           {"1.5", "1.5 is not a whole number"},
           {"2.0001k", "2.0001k is not a whole number"},
           {"1.23456e4", "1.23456e4 is not a whole number"},
           {"1m", "a number may end in k, M, G or an exponent as in 1e4"},
           {"1e", "a number may end in k, M, G or an exponent as in 1e4"},
           {"1e-3", "a number may end in k, M, G or an exponent as in 1e4"},
           {"1kk", "a number may end in k, M, G or an exponent as in 1e4"},
           {"1e4k", "a number may end in k, M, G or an exponent as in 1e4"},
           {"1 k", "a number may end in k, M, G or an exponent as in 1e4"},
           {"18446744073709551616", "18446744073709551616 is too large"},
           {"1e20", "1e20 is too large"},
           {"1e99999999999999999999", "a number may end in k, M, G or an exponent as in 1e4"}}) {
    const auto& shown = text;  // a lambda cannot name a structured binding
    CAPTURE(shown);
    const auto count = parse_count(text);
    REQUIRE_FALSE(count.ok());
    CHECK(count.error() == why);
  }
  CHECK_FALSE(parse_count(std::string(100'000, '1')).ok());
}

TEST_CASE("plurals and articles") {
  CHECK(plural(0, "game") == "0 games");
  CHECK(plural(1, "game") == "1 game");
  CHECK(plural(2, "ply") == "2 plies");
  CHECK(plural(1, "ply") == "1 ply");
  CHECK(with_article("game") == "a game");
  CHECK(with_article("agent") == "an agent");
}

TEST_CASE("suggestions") {
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("ab", "ba") == 1);
  CHECK(edit_distance("ca", "abc") == 3);  // restricted: no edit between swapped letters
  const std::vector<std::string> known{"alpha-beta", "uct", "random"};
  CHECK(nearest("alphabeta", known) == "alpha-beta");
  CHECK(nearest("UTC", known) == "uct");
  CHECK(nearest("alpha", known) == "alpha-beta");
  CHECK(nearest("minimax", known).empty());
  CHECK(suggest("minimax", known) == "known: alpha-beta, uct, random");
  CHECK(did_you_mean("minimax", known).empty());
  CHECK(by_distance("utc", known, 2) == std::vector<std::string>{"uct", "random"});
}

}  // namespace ludex::arena
