#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/checkers/checkers.hpp"
#include "tests/support/game_contract.hpp"

namespace ludex::tests {
namespace {

using games::checkers::Checkers;
using Rules = Checkers::Rules;

const Rules kMerged({.merge_paths = true, .draws = true, .no_progress = 80});

Rules::State position(const Rules& rules, const std::string& text) {
  const auto state = rules.parse_position(text);
  REQUIRE_MESSAGE(state.ok(), (state.ok() ? "" : state.error()));
  return *state;
}

}  // namespace

TEST_CASE("Checkers: numbering") {
  using namespace games::checkers;
  std::set<int> bits;
  for (int square = 1; square <= 32; ++square) {
    bits.insert(bit_of(square));
    CHECK(square_of(board_of(square)) == square);
    for (const unsigned d : kDirections) {
      const Board next = step(board_of(square), d);
      if (next != 0) CHECK(step(next, (d + 2) % 4) == board_of(square));
    }
  }
  CHECK(bits.size() == 32);
  CHECK(step(board_of(18), kDownRight) == board_of(23));
  CHECK(step(board_of(18), kDownLeft) == board_of(22));
  CHECK(step(board_of(18), kUpLeft) == board_of(14));
  CHECK(step(board_of(18), kUpRight) == board_of(15));
  CHECK(step(board_of(4), kDownRight) == 0);
  CHECK(step(board_of(5), kDownLeft) == 0);
}

TEST_CASE("Checkers: text of positions") {
  CHECK(kMerged.position_text(kMerged.initial()) ==
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
  // Either order of the sides, any order of the squares, optional clocks; one canonical text.
  CHECK(kMerged.position_text(position(kMerged, "W:B12,K3:WK32,9:H0:F1")) == "W:W9,K32:BK3,12");
  CHECK(kMerged.position_text(position(kMerged, "B:W9:B12:F7")) == "B:W9:B12:F7");
  CHECK(kMerged.to_move(position(kMerged, "W:W9:B12")) == 1);
  for (const std::string text : {"",
                                 "B",
                                 "B:",
                                 "B:W",
                                 "B:W:B",
                                 "b:W9:B12",
                                 "B:W9",
                                 "B:W9:W12",
                                 "B:W9:B12:",
                                 "B:W9:B12:X1",
                                 "B:W9:B12:F1:H0",
                                 "B:W9:B12:H0:H0",
                                 "B:W9:B12:H",
                                 "B:W9:B12:H-1",
                                 "B:W9:B12:H01",
                                 "B:W9:B12:F0",
                                 "B:W9:B12:F1252",
                                 "W:W9:B12:F1251",
                                 "B:W0:B12",
                                 "B:W33:B12",
                                 "B:W9,:B12",
                                 "B:W,9:B12",
                                 "B:W9,,10:B12",
                                 "B:W9;10:B12",
                                 "B:W9 :B12",
                                 " B:W9:B12",
                                 "B:W9:B12 ",
                                 "B:W9:B12.",
                                 "B:W09:B12",
                                 "B:Wk9:B12",
                                 "B:WKK9:B12",
                                 "B:WK:B12",
                                 "B:W9:B9",
                                 "B:W9,9:B12",
                                 "B:W1:B12",
                                 "B:W9:B32",
                                 "B:W9-11:B12",
                                 "B:W4294967297:B12",
                                 "B:W13,14,15,16,17,18,19,20,21,22,23,24,25:B1",
                                 "B:W9:B12:H0:F1:F1"}) {
    CAPTURE(text);
    const auto state = kMerged.parse_position(text);
    CHECK_FALSE(state.ok());
    if (!state.ok()) CHECK_FALSE(state.error().empty());
  }
}

TEST_CASE("Checkers: damaged texts are refused or read as what they say") {
  Rng rng = Rng::seeded(11);
  const std::string alphabet = "BWKHF:,0123456789x- .";
  const std::string start = "W:W18,24,K27,K32:B1,12,K20:H12:F34";
  std::uint32_t accepted = 0;
  for (std::uint32_t i = 0; i < samples(40'000); ++i) {
    std::string text = start;
    for (std::uint32_t n = 1 + rng.below(3); n > 0; --n) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size()));
      const char c = alphabet[rng.below(static_cast<std::uint32_t>(alphabet.size()))];
      switch (rng.below(3)) {
        case 0:
          text[at] = c;
          break;
        case 1:
          text.insert(at, 1, c);
          break;
        default:
          text.erase(at, 1);
      }
    }
    CAPTURE(text);
    const auto state = kMerged.parse_position(text);
    if (!state.ok()) continue;
    ++accepted;
    const std::string canonical = kMerged.position_text(*state);
    REQUIRE(kMerged.position_text(position(kMerged, canonical)) == canonical);
    // The same pieces: every number of the text is in the canonical one.
    const auto tokens = [](std::string s) {
      std::replace(s.begin(), s.end(), ':', ',');
      std::multiset<std::string> out;
      for (std::size_t b = 0; b <= s.size();) {
        const std::size_t e = std::min(s.find(',', b), s.size());
        const std::string token = s.substr(b, e - b);
        const std::size_t digits = token.find_first_of("0123456789");
        if (digits != std::string::npos && token.find_first_of("HF") == std::string::npos) {
          out.insert(token.substr(digits).append(token.find('K') != std::string::npos ? "K" : ""));
        }
        b = e + 1;
      }
      return out;
    };
    REQUIRE(tokens(text) == tokens(canonical));
  }
  CHECK(accepted > 0);
}

TEST_CASE("Checkers: text of moves") {
  const auto state = kMerged.initial();
  CHECK(kMerged.parse_move(state, "11-15").ok());
  for (const std::string text : {"", "11", "11-", "-15", "11-15 ", " 11-15", "11x15", "11-16-20", "11-15x18",
                                 "12-15", "11-33", "0-4", "011-15", "a3-b4", "11--15", "11-15-"}) {
    CAPTURE(text);
    const auto move = kMerged.parse_move(state, text);
    CHECK_FALSE(move.ok());
    if (!move.ok()) CHECK_FALSE(move.error().empty());
  }
}

TEST_CASE("Checkers: parameters, extensions and drawings") {
  const auto create = [](std::vector<ParamText> settings) -> Result<Rules> {
    const auto values = ParamValues::resolve(Checkers::parameters(), settings);
    if (!values) return Error{values.error()};
    return Checkers::create(*values);
  };
  REQUIRE(create({}).ok());
  CHECK(create({})->options().merge_paths);
  CHECK(create({})->options().draws);
  CHECK(create({})->options().no_progress == 80);
  CHECK_FALSE(create({{"paths", "distinct"}})->options().merge_paths);
  CHECK_FALSE(create({{"draws", "false"}})->options().draws);
  CHECK_FALSE(create({{"no_progress", "0"}}).ok());
  CHECK_FALSE(create({{"no_progress", "101"}}).ok());
  CHECK_FALSE(create({{"paths", "both"}}).ok());

  const auto module = std::make_unique<GameModule<Rules>>(kMerged);
  for (const char* id : {Captures::kId, Repetition::kId, Tactics::kId, CountMoves::kId, Svg::kId}) {
    CHECK(module->extension(id) != nullptr);
  }

  auto board = position(kMerged, "W:WK26,9:B14,K15");
  CHECK(kMerged.board_text(board) ==
        "  .   .   .   .  1-4\n"
        ".   .   .   .    5-8\n"
        "  w   .   .   .  9-12\n"
        ".   b   B   .    13-16\n"
        "  .   .   .   .  17-20\n"
        ".   .   .   .    21-24\n"
        "  .   W   .   .  25-28\n"
        ".   .   .   .    29-32\n"
        "white (w) to move\n");
  const std::string plain = kMerged.svg(board, kNoMove);
  CHECK(plain.find("<svg") == 0);
  CHECK(plain.find("<line") == std::string::npos);
  CHECK(kMerged.svg(board, *kMerged.parse_move(board, "26-31")).find("<line") != std::string::npos);
}

}  // namespace ludex::tests
