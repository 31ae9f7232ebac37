#include "games/checkers/checkers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/game_contract.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/naive_checkers.hpp"
#include "tests/support/oracle.hpp"

namespace ludex::tests {
namespace {

using games::checkers::Checkers;
using games::checkers::CheckersRules;
using games::checkers::EnglishDraughts;
using Rules = Checkers::Rules;

const Rules kMerged({.merge_paths = true, .draws = true, .no_progress = 80});
const Rules kDistinct({.merge_paths = false, .draws = true, .no_progress = 80});

// Without draws, for perft.
Rules endless(bool merged) {
  return Rules({.merge_paths = merged, .draws = false, .no_progress = 80});
}

Rules::State position(const Rules& rules, const std::string& text) {
  const auto state = rules.parse_position(text);
  REQUIRE_MESSAGE(state.ok(), (state.ok() ? "" : state.error()));
  return *state;
}

// The legal moves, sorted, with blanks between them.
std::string legal(const Rules& rules, const std::string& text) {
  std::string out;
  for (const auto& one : legal_texts(rules, position(rules, text))) {
    out.append(out.empty() ? "" : " ").append(one);
  }
  return out;
}

// Plays one move given as text.
GameStatus play(const Rules& rules, Rules::State& state, const std::string& text) {
  const auto move = rules.parse_move(state, text);
  REQUIRE_MESSAGE(move.ok(), (move.ok() ? "" : move.error()));
  return rules.apply(state, *move);
}

// Men that jump backwards and are crowned only where they stop, as in pool checkers.
struct BackwardJumps : EnglishDraughts {
  static constexpr std::array<unsigned, 2> kManJumps{games::checkers::kAllDirections,
                                                     games::checkers::kAllDirections};
  static constexpr bool kCrowningEndsMove = false;
};

struct PerftRow {
  std::string fen;
  int depth = 0;
  std::uint64_t distinct = 0;
  std::uint64_t merged = 0;
};

// Columns fen (quoted if it has commas), depth, nodes_keep_duplicates, nodes_drop_duplicates, samuel. The
// last belongs to a program known to be wrong in places and is not read.
std::vector<PerftRow> read_perft(const std::filesystem::path& path) {
  std::vector<PerftRow> rows;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    PerftRow row;
    const bool quoted = line.front() == '"';
    const std::size_t end = quoted ? line.find('"', 1) : line.find(',');
    row.fen = line.substr(quoted ? 1 : 0, end - (quoted ? 1 : 0));
    if (std::sscanf(line.c_str() + end + (quoted ? 2 : 1), "%d,%lu,%lu", &row.depth, &row.distinct,
                    &row.merged) == 3) {
      rows.push_back(row);
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("Checkers keeps the game contract") {
  check_game_contract(kMerged, samples(100), 1);
  check_game_contract(kDistinct, samples(50), 2);
  check_game_contract(Rules({.merge_paths = true, .draws = true, .no_progress = 6}), samples(50), 3);
}

TEST_CASE("Checkers agrees with an implementation on an 8 x 8 array") {
  NaiveCheckers naive;
  check_against_reference(kMerged, naive, samples(120'000), 4);
  naive.merged = false;
  naive.no_progress_limit = 10;
  check_against_reference(Rules({.merge_paths = false, .draws = true, .no_progress = 10}), naive,
                          samples(30'000), 5);
}

TEST_CASE("Checkers: move lists of random positions full of kings") {
  Rng rng = Rng::seeded(6);
  std::uint32_t captures = 0, merged_away = 0, compared = 0;
  while (compared < samples(100'000)) {
    // A few kings of the mover amid many single pieces make long and closed captures.
    NaiveCheckers naive;
    naive.board.fill('.');
    naive.mover = static_cast<int>(rng.below(2));
    const std::string own = naive.mover == 0 ? "bB" : "wW", other = naive.mover == 0 ? "wW" : "bB";
    const std::uint32_t enemies = 1 + rng.below(12), friends = 1 + rng.below(4);
    for (std::uint32_t i = 0; i < enemies + friends; ++i) {
      const std::size_t square = 1 + rng.below(32);
      char piece = (i < enemies ? other : own)[rng.below(3) == 0 ? 0 : 1];
      if ((piece == 'b' && square > 28) || (piece == 'w' && square < 5)) piece = piece == 'b' ? 'B' : 'W';
      naive.board[square] = piece;
    }
    std::string fen = naive.mover == 0 ? "B" : "W";
    for (const int side : {1, 0}) {
      fen += side == 1 ? ":W" : ":B";
      bool first = true;
      for (int s = 1; s <= 32; ++s) {
        if (NaiveCheckers::owner(naive.at(s)) != side) continue;
        fen.append(first ? "" : ",").append(NaiveCheckers::is_king(naive.at(s)) ? "K" : "");
        fen += std::to_string(s);
        first = false;
      }
    }
    naive.seen = {{{naive.board, naive.mover}, 1}};
    CAPTURE(fen);
    std::array<std::size_t, 2> sizes{};
    for (const bool merged : {true, false}) {
      const Rules& rules = merged ? kMerged : kDistinct;
      const auto state = position(rules, fen);
      naive.merged = merged;
      REQUIRE(rules.status(state) == naive.status());
      if (is_over(rules.status(state))) continue;
      auto expected = naive.legal();
      std::sort(expected.begin(), expected.end());
      REQUIRE(legal_texts(rules, state) == expected);
      REQUIRE(rules.count_moves(state) == expected.size());
      sizes[merged ? 0 : 1] = expected.size();
      captures += expected.front().find('x') != std::string::npos ? 1 : 0;
    }
    merged_away += sizes[0] != sizes[1] ? 1 : 0;
    ++compared;
  }
  CHECK(captures > compared / 2);  // counted twice a position
  CHECK(merged_away > 0);
}

TEST_CASE("Checkers: perft from the start, in both conventions") {
  // dctl and an independent counter, equal (rules.md); depths 1..10 do not depend on the convention.
  const std::vector<std::uint64_t> counts{7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564};
  const std::size_t depths = kSanitized ? 7 : counts.size();
  for (const bool merged : {true, false}) {
    const Rules rules = endless(merged);
    for (std::size_t d = 0; d < depths; ++d) {
      CHECK(perft(rules, rules.initial(), static_cast<int>(d + 1)) == counts[d]);
    }
  }
}

// With the last two plies at once.
template <class R>
std::uint64_t bulk_perft(const R& rules, const typename R::State& state, int depth) {
  if (depth == 2) return rules.count_replies(state);
  std::array<Move, games::checkers::kMaxMoves> moves;
  const std::uint32_t n = rules.legal_moves(state, moves.data());
  if (depth == 1) return n;
  std::uint64_t leaves = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    typename R::State next;
    rules.copy(next, state);
    rules.apply(next, moves[i]);
    leaves += bulk_perft(rules, next, depth - 1);
  }
  return leaves;
}

TEST_CASE("Checkers: every perft row of at most 50 million, in both conventions") {
  const auto path = oracle("checkers/perft_checkers.csv");
  if (!path) return;
  const std::uint64_t limit = kSanitized ? 100'000 : 50'000'000;
  std::size_t rows = 0, differing = 0;
  for (const PerftRow& row : read_perft(*path)) {
    if (row.distinct > limit) continue;
    CAPTURE(row.fen);
    CAPTURE(row.depth);
    const Rules distinct = endless(false), merged = endless(true);
    const auto start = row.fen == "start" ? distinct.initial() : position(distinct, row.fen);
    CHECK(perft(distinct, start, row.depth) == row.distinct);
    CHECK(perft(merged, start, row.depth) == row.merged);
    if (row.depth >= 2) {
      CHECK(bulk_perft(distinct, start, row.depth) == row.distinct);
      CHECK(bulk_perft(merged, start, row.depth) == row.merged);
    }
    ++rows;
    differing += row.distinct != row.merged ? 1 : 0;
  }
  CHECK(rows >= (kSanitized ? 200 : 303));
  CHECK(differing >= (kSanitized ? 2 : 7));
}

TEST_CASE(
    "Checkers: replies counted at once are those counted one by one, near draws and for men that jump back") {
  const auto walk = [](const auto& rules, std::uint64_t seed) {
    using State = typename std::decay_t<decltype(rules)>::State;
    Rng rng = Rng::seeded(seed);
    State state = rules.initial();
    std::array<Move, games::checkers::kMaxMoves> moves;
    std::array<Move, games::checkers::kMaxMoves> replies;
    while (true) {
      const std::uint32_t n = rules.legal_moves(state, moves.data());
      std::uint64_t sum = 0;
      for (std::uint32_t i = 0; i < n; ++i) {
        State next;
        rules.copy(next, state);
        rules.apply(next, moves[i]);
        sum += rules.legal_moves(next, replies.data());
      }
      REQUIRE(rules.count_replies(state) == sum);
      if (n == 0) return;
      rules.apply(state, moves[rng.below(n)]);
    }
  };
  for (std::uint32_t seed = 0; seed < samples(600); ++seed) {
    walk(kMerged, seed);
    walk(Rules({.merge_paths = false, .draws = true, .no_progress = 4}), seed);
    walk(CheckersRules<BackwardJumps>({.merge_paths = true, .draws = true, .no_progress = 12}), seed);
  }
}

TEST_CASE("Checkers: multiple jumps") {
  SUBCASE("a king may jump in a circle back to where it came from") {
    const std::string text = "W:WK26:B14,15,22,23";
    CHECK(legal(kMerged, text) == "26x26");
    CHECK(legal(kDistinct, text) == "26x17x10x19x26 26x19x10x17x26");
    auto state = position(kMerged, text);
    CHECK(play(kMerged, state, "26x26") == win_for(1));
    CHECK(kMerged.position_text(state) == "B:WK26:B:F2");
    // In the merged convention either way round is the same move.
    state = position(kMerged, text);
    CHECK(*kMerged.parse_move(state, "26x17x10x19x26") == *kMerged.parse_move(state, "26x19x10x17x26"));
    state = position(kDistinct, text);
    CHECK(*kDistinct.parse_move(state, "26x17x10x19x26") != *kDistinct.parse_move(state, "26x19x10x17x26"));
    CHECK_FALSE(kDistinct.parse_move(state, "26x26").ok());  // ambiguous
  }
  SUBCASE("it may pass its origin and go on") {
    const std::string text = "W:WK18:B6,7,14,15,22";
    CHECK(legal(kDistinct, text) == "18x11x2x9x18x25 18x25 18x9x2x11x18x25");
    CHECK(legal(kMerged, text) == "18x25 18x9x2x11x18x25");
    auto state = position(kMerged, text);
    CHECK(play(kMerged, state, "18x25") == GameStatus::kOngoing);
    CHECK(kMerged.position_text(state) == "B:WK25:B6,7,14,15:F2");
    state = position(kMerged, text);
    CHECK(play(kMerged, state, "18x11x2x9x18x25") == win_for(1));
  }
  SUBCASE("a man that reaches the king row stops there; a king goes on") {
    CHECK(legal(kMerged, "W:W11:B6,7") == "11x2");
    auto state = position(kMerged, "W:W11:B6,7");
    CHECK(play(kMerged, state, "11x2") == GameStatus::kOngoing);
    CHECK(kMerged.position_text(state) == "B:WK2:B6:F2");
    CHECK(legal(kMerged, "W:WK11:B6,7") == "11x9");
    state = position(kMerged, "W:WK11:B6,7");
    CHECK(play(kMerged, state, "11x2x9") == win_for(1));
  }
  SUBCASE("free choice, but the chosen capture is completed") {
    CHECK(legal(kMerged, "B:W18,19,27:B15") == "15x22 15x31");
    auto state = position(kMerged, "B:W18,19,27:B15");
    CHECK_FALSE(kMerged.parse_move(state, "15x24").ok());
    play(kMerged, state, "15x24x31");
    CHECK(kMerged.position_text(state) == "W:W18:BK31");
  }
  SUBCASE("men do not jump backwards, kings do; captures are compulsory") {
    CHECK(legal(kMerged, "B:W10:B15,21") == "15-18 15-19 21-25");
    CHECK(legal(kMerged, "B:W10:BK15,21") == "15x6");
    CHECK(legal(kMerged, "B:W18,32:B14,1") == "14x23");
  }
  SUBCASE("a piece is jumped once and leaves the board at the end") {
    // From 6 the king could jump 10 again if that counted.
    CHECK(legal(kMerged, "W:WK15:B10") == "15x6");
    // No room behind, no capture.
    CHECK(legal(kMerged, "W:WK15:B6,10") == "15-11 15-18 15-19");
  }
}

TEST_CASE("Checkers: captures, wins and repetition without applying moves") {
  const auto state = position(kMerged, "B:W18,19,27:B15");
  std::array<Move, games::checkers::kMaxMoves> moves;
  CHECK(kMerged.captures(state, moves.data()) == 2);
  CHECK(kMerged.captures(kMerged.initial(), moves.data()) == 0);
  // Blocking the last man wins as taking it does.
  const auto block = position(kMerged, "B:W13:BK6,K14");
  REQUIRE(kMerged.winning_moves(block, moves.data()) == 1);
  CHECK(kMerged.move_text(block, moves[0]) == "14-9");
}

TEST_CASE("Checkers: draws") {
  SUBCASE("the third occurrence") {
    auto state = position(kMerged, "B:WK32:BK1");
    std::uint32_t ply = 0;
    GameStatus status = GameStatus::kOngoing;
    const std::array cycle{"1-5", "32-28", "5-1", "28-32"};
    while (!is_over(status)) {
      const Move move = *kMerged.parse_move(state, cycle[ply % 4]);
      const bool expected = ply + 1 >= 4;
      CHECK(kMerged.repeats(state, move) == expected);
      status = kMerged.apply(state, move);
      ++ply;
      CHECK(kMerged.occurrences(state) == ply / 4);
    }
    CHECK(ply == 8);
    CHECK(status == GameStatus::kDraw);
  }
  SUBCASE("an irreversible move forgets the past") {
    auto state = position(kMerged, "B:W30,K32:B2,K1");
    for (const char* move : {"1-5", "32-28", "5-1", "28-32"}) play(kMerged, state, move);
    CHECK(kMerged.occurrences(state) == 1);
    play(kMerged, state, "2-7");
    CHECK(kMerged.occurrences(state) == 0);
    for (const char* move : {"32-28", "1-5", "28-32", "5-1", "32-28", "1-5", "28-32"}) {
      CHECK(play(kMerged, state, move) == GameStatus::kOngoing);
    }
    CHECK(play(kMerged, state, "5-1") == GameStatus::kDraw);
  }
  SUBCASE("forty moves each without capture or man move") {
    auto state = position(kMerged, "B:WK32:BK1:H79");
    CHECK(kMerged.status(state) == GameStatus::kOngoing);
    CHECK(play(kMerged, state, "1-6") == GameStatus::kDraw);
    CHECK(kMerged.position_text(state) == "W:WK32:BK6:H80");
    CHECK(kMerged.status(position(kMerged, "B:WK32:BK1:H80")) == GameStatus::kDraw);
    CHECK_FALSE(kMerged.parse_position("B:WK32:BK1:H81").ok());
    state = position(kMerged, "B:W30:B9,K1:H79");
    CHECK(play(kMerged, state, "9-13") == GameStatus::kOngoing);
    CHECK(kMerged.position_text(state) == "W:W30:BK1,13");
  }
  SUBCASE("who cannot move has lost, even then") {
    auto state = position(kMerged, "B:W13:BK6,K14:H79");
    CHECK(play(kMerged, state, "14-9") == win_for(0));
  }
  SUBCASE("draws=false leaves the cap only") {
    const Rules rules = endless(true);
    auto state = position(rules, "B:WK32:BK1:H79:F1236");
    std::uint32_t plies = 0;
    const std::array cycle{"1-5", "32-28", "5-1", "28-32"};
    while (!is_over(rules.status(state))) play(rules, state, cycle[plies++ % 4]);
    CHECK(plies == 30);
    CHECK(rules.status(state) == GameStatus::kDraw);
    CHECK(rules.position_text(state) == "B:WK28:BK5:H100:F1251");
  }
}

TEST_CASE("Checkers: every hop and result of the games recorded from Ludii") {
  const auto path = oracle("ludii_traces/draughts.txt.gz");
  if (!path) return;
  // Ludii knows neither of our draws, and plays every hop as a ply of its own. Its player 1 sits below: sites
  // 0..63 from the lower left are our diagram turned round.
  const Rules rules = endless(false);
  const auto site = [](int square) {
    return std::to_string(8 * games::checkers::row_of(square) + 7 - games::checkers::column_of(square));
  };
  const auto hops = [&](const Rules::State& state, Move move) {
    std::vector<std::string> out;
    const games::checkers::Path way(move);
    auto at = games::checkers::Board{1} << way.origin();
    for (unsigned i = 0; i < std::max(1U, way.jumps()); ++i) {
      const int from = games::checkers::square_of(at);
      at = games::checkers::step(at, way.direction(i));
      if (way.jumps() != 0) at = games::checkers::step(at, way.direction(i));
      out.push_back(site(from) + "-" + site(games::checkers::square_of(at)));
    }
    REQUIRE(rules.status(state) == GameStatus::kOngoing);
    return out;
  };
  std::size_t joined = 0;
  for (const TraceGame& game : read_ludii_trace(*path)) {
    auto state = rules.initial();
    std::vector<std::string> played;  // hops of the move in progress
    for (const TracePly& ply : game.plies) {
      REQUIRE(rules.to_move(state) == static_cast<Player>(ply.mover - 1));
      std::array<Move, games::checkers::kMaxMoves> moves;
      const std::uint32_t n = rules.legal_moves(state, moves.data());
      std::set<std::string> expected(ply.legal.begin(), ply.legal.end()), found;
      Move completed = kNoMove;
      for (std::uint32_t i = 0; i < n; ++i) {
        const auto way = hops(state, moves[i]);
        if (way.size() <= played.size() || !std::equal(played.begin(), played.end(), way.begin())) continue;
        found.insert(way[played.size()]);
        if (way.size() == played.size() + 1 && way.back() == ply.move) completed = moves[i];
      }
      CAPTURE(rules.position_text(state));
      REQUIRE(found == expected);
      played.push_back(ply.move);
      if (completed == kNoMove) continue;
      joined += played.size() - 1;
      rules.apply(state, completed);
      played.clear();
    }
    REQUIRE(played.empty());
    REQUIRE(game.winner != 0);
    REQUIRE(rules.status(state) == win_for(static_cast<Player>(game.winner - 1)));
  }
  CHECK(joined > 100);
}

TEST_CASE("Checkers: playouts are uniform and end as plain play does") {
  check_playouts(kMerged, samples(10'000), 7);
  check_playouts(kDistinct, samples(4'000), 8);
}

TEST_CASE("Checkers: random choices among captures and among steps of kings are uniform") {
  for (const std::string text :
       {"W:WK18:B6,7,14,15,22", "B:W18,19,27:B15", "W:WK15,K18,30:B1", "B:W32:BK14,K15,9"}) {
    for (const Rules& rules : {kMerged, kDistinct}) {
      CAPTURE(text);
      const auto start = position(rules, text);
      std::array<Move, games::checkers::kMaxMoves> moves;
      const std::uint32_t n = rules.legal_moves(start, moves.data());
      std::vector<double> seen(n);
      Rng rng = Rng::seeded(9);
      const double games = samples(20'000);
      for (int g = 0; g < games; ++g) {
        auto state = start;
        TracedMove first{};
        PlayoutTrace trace{&first, 1, 0};
        rules.playout(state, rng, &trace);
        const auto at = std::find(moves.begin(), moves.begin() + n, first.move);
        REQUIRE(at != moves.begin() + n);
        ++seen[static_cast<std::size_t>(at - moves.begin())];
      }
      double chi2 = 0;
      for (const double count : seen) chi2 += (count - games / n) * (count - games / n) / (games / n);
      CHECK(chi2 < (n - 1) + 5 * std::sqrt(2.0 * (n - 1)) + 10);
    }
  }
}

TEST_CASE("Checkers: the variant's constants decide, not the generator") {
  const CheckersRules<BackwardJumps> rules({});
  const auto texts = [&](const std::string& text) { return legal_texts(rules, *rules.parse_position(text)); };
  CHECK(texts("B:W10:B15,21") == std::vector<std::string>{"15x6"});
  CHECK(texts("W:W11:B6,7") == std::vector<std::string>{"11x9"});  // through 2, and still a man
  auto state = *rules.parse_position("W:W11:B6,7,28");
  rules.apply(state, *rules.parse_move(state, "11x9"));
  CHECK(rules.position_text(state) == "B:W9:B28:F2");
}

}  // namespace ludex::tests
