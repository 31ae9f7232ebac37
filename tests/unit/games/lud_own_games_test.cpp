// The invented games of lud_games/ beside a second program that was written from their first lines
// (naive_lud_game.hpp): random games in step, with the same moves at every ply and the same results.
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/lud/lud.hpp"
#include "paths.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/unit/games/naive_lud_boards.hpp"
#include "tests/unit/games/naive_lud_game.hpp"
#include "tests/unit/games/naive_lud_races.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;
namespace fs = std::filesystem;

const fs::path kFolder = fs::path(LUDEX_TEST_DIR) / "unit" / "games" / "lud_games";

std::shared_ptr<const LudGame> game_of(const std::string& name,
                                       const std::vector<std::string>& options = {}) {
  const auto text = read_text((kFolder / (name + ".lud")).string());
  REQUIRE_MESSAGE(text.ok(), (text.ok() ? "" : text.error()));
  auto description = describe(name, *text, "", options);
  REQUIRE_MESSAGE(description.ok(), (description.ok() ? "" : description.error()));
  std::string problems;
  for (const auto& problem : (*description)->problems) problems += problem + "\n";
  REQUIRE_MESSAGE((*description)->program != nullptr, problems);
  return std::make_shared<const LudGame>(std::move(*description), false);
}

struct Listed {
  std::string text;
  Move move;
  auto operator<=>(const Listed&) const = default;
};

// A game being played, its moves by their texts.
class Played {
 public:
  explicit Played(std::shared_ptr<const LudGame> game) : game_(std::move(game)), state_(game_->bytes()) {
    game_->initial(state_.data());
  }
  [[nodiscard]] std::vector<Listed> moves() const {
    std::vector<Move> list(game_->traits().max_moves);
    list.resize(game_->legal_moves(state_.data(), list.data()));
    std::vector<Listed> moves;
    for (const Move move : list) moves.push_back({game_->plain_text(state_.data(), move), move});
    std::sort(moves.begin(), moves.end());
    return moves;
  }
  [[nodiscard]] GameStatus status() const { return game_->status(state_.data()); }
  void apply(Move move) { game_->apply(state_.data(), move); }
  void play(const std::string& text) {
    for (const Listed& listed : moves()) {
      if (listed.text == text) return apply(listed.move);
    }
    FAIL("no move " << text);
  }

 private:
  std::shared_ptr<const LudGame> game_;
  std::vector<std::byte> state_;
};

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text + " ";
  return all;
}

// Random games in step; how many of them ended how.
std::array<int, 4> in_step(const std::string& name, const NaiveGame& start, int games) {
  CAPTURE(name);
  const auto described = game_of(name);
  Rng rng = Rng::seeded(5);
  std::array<int, 4> results{};
  for (int k = 0; k < games; ++k) {
    if (kSanitized && k >= 3 && results[2] > 0 && results[3] > 0) break;
    Played played(described);
    NaiveGame naive = start;
    for (int ply = 0; ply < 400 && !is_over(naive.status); ++ply) {
      CAPTURE(ply);
      auto next = naive.next();
      std::sort(next.begin(), next.end(), [](const auto& a, const auto& b) { return a.text < b.text; });
      const auto moves = played.moves();
      std::vector<std::string> ours, theirs;
      for (const auto& each : next) ours.push_back(each.text);
      for (const auto& each : moves) theirs.push_back(each.text);
      CAPTURE(joined(theirs));
      CAPTURE(joined(ours));
      REQUIRE((theirs == ours));
      const std::uint32_t chosen = rng.below(static_cast<std::uint32_t>(next.size()));
      CAPTURE(next[chosen].text);
      played.apply(moves[chosen].move);
      naive = next[chosen].after;
      REQUIRE(played.status() == naive.status);
    }
    ++results.at(static_cast<std::size_t>(naive.status));
  }
  return results;
}

GameStatus after(const std::string& name, const std::vector<std::string>& plies,
                 const std::vector<std::string>& options = {}) {
  CAPTURE(name);
  Played played(game_of(name, options));
  for (const std::string& ply : plies) {
    CHECK(played.status() == GameStatus::kOngoing);
    played.play(ply);
  }
  return played.status();
}

const GameStatus kFirst = win_for(0);
const GameStatus kSecond = win_for(1);

}  // namespace

TEST_CASE("invented games play as a second program plays them") {
  const auto both_win = [](const std::array<int, 4>& results) { return results[2] > 0 && results[3] > 0; };
  CHECK(both_win(in_step("Skiffs", naive_skiffs(), 40)));
  CHECK(both_win(in_step("Lances", naive_lances(), 40)));
  CHECK(both_win(in_step("Frogs", naive_frogs(), 40)));
  CHECK(both_win(in_step("Leapers", naive_leapers(), 40)));
  CHECK(both_win(in_step("Masons", naive_masons(), 40)));
  CHECK(both_win(in_step("Barons", naive_barons(), 40)));
  CHECK(both_win(in_step("Tiles", naive_tiles(), 40)));
  CHECK(both_win(in_step("Moats", naive_moats(), 150)));
  CHECK(both_win(in_step("Settlers", naive_settlers(), 40)));
  CHECK(both_win(in_step("Campers", naive_campers(), 40)));
  CHECK(both_win(in_step("Mosses", naive_mosses(), 40)));
  CHECK(both_win(in_step("Beams", naive_beams(), 40)));
  CHECK(both_win(in_step("Foxes", naive_foxes(), 40)));
  CHECK(both_win(in_step("Bumpers", naive_bumpers(), 40)));
  CHECK(both_win(in_step("Pots", naive_pots(), 40)));
  const auto crickets = in_step("Crickets", naive_crickets(), 60);
  CHECK(both_win(crickets));
  CHECK((kSanitized || crickets[1] > 0));
  // Steps to where nobody is: nearly nothing ends it.
  CHECK(in_step("Echoes", naive_echoes(), 2)[0] == 2);
}

TEST_CASE("invented games of lines: counts") {
  const auto nodes = [](const std::string& name, int depth) {
    const LudRules<32768> rules(game_of(name));
    return perft(rules, rules.initial(), depth);
  };
  // 12 x 11 x 10 x 9 x 8. Of the fifth plies 6048 make one of 14 rows (6 + 4 + 4): 14 x 3! orders of the
  // three, 9 x 8 for the other player's two.
  CHECK(nodes("Triplets", 5) == 95040);
  CHECK(nodes("Triplets", 6) == (95040 - 6048) * 7);
  // The second ply may be a swap instead: 35 x (34 x 33 + 34).
  CHECK(nodes("Four Exactly", 2) == 35 * 35);
  CHECK(nodes("Four Exactly", 3) == 35 * (34 * 33 + 34));
  CHECK(nodes("Long Shun", 2) == 143 * 142);
  CHECK(nodes("Ring Road", 2) == 37 * 36);
  CHECK(nodes("Shores", 2) == 37 * 36);
  // Columns 1, 2, 3 of two rows. The second player's two stones join the rows in 7 of 9 pairs, either first,
  // and the first player has 4 x 3 of the rest for its two: 360 - 14 x 12 go on, with two sites each.
  const LudRules<32768> pond(game_of("Causeways", {"Water/Pond"}));
  CHECK(perft(pond, pond.initial(), 4) == 360);
  CHECK(perft(pond, pond.initial(), 5) == (360 - 14 * 12) * 2);
}

TEST_CASE("invented games of lines: ends") {
  // Rows of 7: 0 to 6, 7 to 13. Four are a row, five in one go are not.
  const std::vector<std::string> four{"0-0", "30-30", "1-1", "32-32", "2-2", "34-34", "3-3"};
  CHECK(after("Four Exactly", four) == kFirst);
  const std::vector<std::string> five{"0-0", "30-30", "1-1", "32-32", "3-3", "34-34", "4-4", "28-28", "2-2"};
  CHECK(after("Four Exactly", five) == GameStatus::kOngoing);
  CHECK(after("Long Shun", {"0-0", "100-100", "1-1", "102-102", "2-2", "104-104", "3-3", "106-106", "4-4"}) ==
        kSecond);
  // Rows of 6. Corners join.
  CHECK(after("Causeways", {"0-0", "18-18", "7-7", "19-19", "14-14", "20-20", "9-9", "21-21", "4-4", "22-22",
                            "11-11"}) == kFirst);
  CHECK(after("Causeways", {"0-0", "1-1", "6-6", "8-8", "12-12", "13-13", "18-18", "20-20"}) == kSecond);
  // Rows of 4, 5, 6, 7, 6, 5, 4 hexagons. Around 18, which is empty or the other player's.
  for (const char* const inside : {"36-36", "18-18"})
    CHECK(after("Ring Road", {"11-11", inside, "12-12", "33-33", "17-17", "34-34", "19-19", "30-30", "24-24",
                              "31-31", "25-25"}) == kFirst);
  // Six in a heap of two rows of three are no ring.
  CHECK(after("Ring Road", {"16-16", "36-36", "17-17", "33-33", "18-18", "34-34", "23-23", "30-30", "24-24",
                            "31-31", "22-22"}) == GameStatus::kOngoing);
  // Two corners along a side, which is one side only.
  CHECK(after("Shores", {"0-0", "36-36", "1-1", "34-34", "2-2", "30-30", "3-3"}) == kFirst);
  // From the lowest side (1) by 5 to the lower left one (4, 9) and by 16 to the upper left one (22).
  const std::vector<std::string> two{"1-1", "36-36", "5-5", "34-34", "4-4", "30-30", "9-9", "13-13", "16-16"};
  CHECK(after("Shores", two) == GameStatus::kOngoing);
  auto three = two;
  three.insert(three.end(), {"20-20", "22-22"});
  CHECK(after("Shores", three) == kFirst);
}

TEST_CASE("captures round the arcs, a point each; three win") {
  Played played(game_of("Looping"));
  const auto texts = [&] {
    std::vector<std::string> all;
    for (const Listed& each : played.moves()) all.push_back(each.text);
    return joined(all);
  };
  // 4 x 4 points, 0 to 3 the lowest row. The loop is rows 1 and 2, columns 1 and 2. Round an arc every way
  // comes to a bead of one's own.
  CHECK(texts() == "1-2 1-5 4-5 8-12 8-9 ");
  for (const char* const ply : {"1-2", "7-3", "8-12", "3-7"}) played.play(ply);
  // From 2 down and round to 7. From 4 to the left, up column 1, round to row 2 and along it to 11.
  CHECK(texts() == "0-1 12-13 12-8 2-1 2-3 2-6 2-7 4-11 4-5 4-8 ");
  for (const char* const ply : {"2-7", "11-10", "4-10", "15-11", "10-9", "14-15"}) played.play(ply);
  CHECK(played.status() == GameStatus::kOngoing);
  // From 9 up, round to row 2, and over where it began to 11.
  played.play("9-11");
  CHECK(played.status() == kFirst);
}

TEST_CASE("invented games keep the contract") {
  int games = 0;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    CAPTURE(entry.path().string());
    check_game_contract(LudRules<32768>(game_of(entry.path().stem().string())), 5, 1);
    ++games;
  }
  CHECK(games >= 24);
}

}  // namespace ludex::games::lud
