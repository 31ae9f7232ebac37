// ludex.draft.selective/2: exchanges with known results, passes, forced positions.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/breakthrough/breakthrough.hpp"
#include "games/checkers/checkers.hpp"
#include "games/chess/chess.hpp"
#include "games/knightthrough/knightthrough.hpp"
#include "games/loa/loa.hpp"
#include "games/minishogi/minishogi.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/make_rules.hpp"

using namespace ludex;
using namespace ludex::tests;

namespace {

// On random games: move_gains() is about the legal moves and calls quiet just what captures() leaves out; a
// pass gives the turn to the other side, who can move and is not in check or forced by it, and is refused
// when in check or forced, or always
// (`may_pass`, `may_be_forced`: whether there are such positions).
template <GameRules R>
void check_selective(const R& rules, std::uint32_t games, bool may_pass = true, bool may_be_forced = true) {
  std::vector<Move> moves(rules.traits().max_moves), captures(rules.traits().max_moves);
  std::vector<std::int32_t> gains(rules.traits().max_moves);
  Rng rng = Rng::seeded(3);
  int passes = 0;
  int forced = 0;
  for (std::uint32_t g = 0; g < games; ++g) {
    typename R::State s = rules.initial();
    for (int ply = 0; !is_over(rules.status(s)) && ply < 120; ++ply) {
      const std::uint32_t n = rules.legal_moves(s, moves.data());
      const std::uint32_t c = rules.captures(s, captures.data());
      rules.move_gains(s, moves.data(), n, gains.data());
      std::uint32_t loud = 0;
      for (std::uint32_t i = 0; i < n; ++i) {
        const bool listed =
            std::find(captures.begin(), captures.begin() + c, moves[i]) != captures.begin() + c;
        REQUIRE((gains[i] != Selective::kQuiet) == listed);
        if (listed) REQUIRE(std::abs(gains[i]) < 100'000);
        loud += listed ? 1U : 0U;
      }
      REQUIRE(loud == c);
      typename R::State passed = s;
      const bool could = rules.pass(passed);
      forced += rules.in_check_or_forced(s) ? 1 : 0;
      passes += could ? 1 : 0;
      if (rules.in_check_or_forced(s)) REQUIRE(!could);
      if (could) {
        REQUIRE(rules.to_move(passed) != rules.to_move(s));
        REQUIRE(rules.hash(passed) != rules.hash(s));
        REQUIRE(rules.count_moves(passed) > 0);
      }
      rules.apply(s, moves[rng.below(n)]);
    }
  }
  CHECK((passes > 0) == may_pass);
  CHECK((forced > 0) == may_be_forced);
}

template <class Rules>
int gain(const Rules& rules, const char* fen, const char* move) {
  const auto s = rules.parse_position(fen);
  REQUIRE(s.ok());
  std::vector<Move> moves(rules.traits().max_moves);
  const std::uint32_t n = rules.legal_moves(*s, moves.data());
  const auto named =
      std::find_if(moves.begin(), moves.begin() + n, [&](Move m) { return rules.move_text(*s, m) == move; });
  REQUIRE(named != moves.begin() + n);
  std::int32_t out = 0;
  rules.move_gains(*s, &*named, 1, &out);
  return out;
}

}  // namespace

TEST_CASE("selective: random games") {
  check_selective(games::chess::ChessRules<games::chess::Portable>(), samples(40));
  check_selective(games::checkers::CheckersRules<games::checkers::EnglishDraughts>({}), samples(40));
  check_selective(
      games::minishogi::MinishogiRules<true>(games::minishogi::FourfoldRule::kOfficial, false, 512),
      samples(40));
  with_rules<games::breakthrough::Breakthrough>(
      {}, [](const auto& rules) { check_selective(rules, samples(100), false); });
  with_rules<games::breakthrough::Breakthrough>({{"width", "10"}, {"height", "10"}}, [](const auto& rules) {
    check_selective(rules, samples(40), false);
  });
  with_rules<games::loa::Loa>({},
                              [](const auto& rules) { check_selective(rules, samples(40), false, false); });
  with_rules<games::knightthrough::Knightthrough>(
      {}, [](const auto& rules) { check_selective(rules, samples(100), false); });
}

TEST_CASE("selective: what may threaten is found without the move, exactly in chess and MiniShogi") {
  const auto check = [](const auto& rules) {
    using State = typename std::decay_t<decltype(rules)>::State;
    std::vector<Move> moves(rules.traits().max_moves);
    Rng rng = Rng::seeded(11);
    int threats = 0;
    for (std::uint32_t game = 0; game < samples(60); ++game) {
      State s = rules.initial();
      for (int ply = 0; ply < 150 && !is_over(rules.status(s)); ++ply) {
        const std::uint32_t n = rules.legal_moves(s, moves.data());
        for (std::uint32_t i = 0; i < n; ++i) {
          State next = s;
          const bool over = is_over(rules.apply(next, moves[i]));
          // A game that ends by the move asks no more; mates are checks.
          if (over && winner_of(rules.status(next)) == kNobody) continue;
          CHECK(rules.may_threaten(s, moves[i]) == rules.in_check_or_forced(next));
          threats += rules.in_check_or_forced(next) ? 1 : 0;
        }
        rules.apply(s, moves[rng.below(n)]);
      }
    }
    CHECK(threats > 100);
  };
  check(games::chess::ChessRules<games::chess::Portable>());
  check(games::minishogi::MinishogiRules<true>(games::minishogi::FourfoldRule::kOfficial, false, 512));
}

TEST_CASE("selective: Breakthrough and Knightthrough, exchanges and threats") {
  with_rules<games::breakthrough::Breakthrough>({}, [](const auto& rules) {
    // d4 takes e5, which nothing guards; with f6 behind it, and with a second attacker.
    CHECK(gain(rules, "8/p7/8/4p3/3P4/8/8/7P w", "d4e5") == 100);
    CHECK(gain(rules, "8/p7/5p2/4p3/3P4/8/8/7P w", "d4e5") == 0);
    CHECK(gain(rules, "8/p7/5p2/4p3/3P1P2/8/8/7P w", "d4e5") == 100);
    CHECK(gain(rules, "8/p7/3p1p2/4p3/3P1P2/8/8/7P w", "d4e5") == 0);
    CHECK(gain(rules, "8/p7/8/4p3/3P4/8/8/7P w", "d4d5") == Selective::kQuiet);
    CHECK(rules.in_check_or_forced(*rules.parse_position("8/8/8/8/8/P7/p7/7P w")));
    CHECK(!rules.in_check_or_forced(*rules.parse_position("8/8/8/8/8/p7/8/7P w")));
  });
  with_rules<games::knightthrough::Knightthrough>({}, [](const auto& rules) {
    CHECK(gain(rules, "8/p7/8/4p3/2P5/8/8/7P w", "c4e5") == 100);
    CHECK(gain(rules, "8/p7/6p1/4p3/2P5/8/8/7P w", "c4e5") == 0);
    CHECK(gain(rules, "8/p7/6p1/4p3/2P5/3P4/8/7P w", "c4e5") == 100);
    CHECK(rules.in_check_or_forced(*rules.parse_position("8/8/8/8/8/p7/8/7P w")));
    CHECK(!rules.in_check_or_forced(*rules.parse_position("8/8/8/8/p7/8/8/7P w")));
  });
}

TEST_CASE("selective: chess, exchanges") {
  using namespace games::chess;
  const auto exchange_of = [](const char* fen, const char* move) {
    const ChessRules<Portable> rules;
    const auto s = rules.parse_position(fen);
    REQUIRE(s.ok());
    return exchange<Portable>(*s, *rules.parse_move(*s, move));
  };
  // chessprogramming.org, "SEE - The Swap Algorithm": the two examples.
  CHECK(exchange_of("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5") == 100);
  CHECK(exchange_of("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5") == 100 - 325);
  // En passant, promotion, and a king that may not take what is guarded.
  CHECK(exchange_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6") == 100);
  CHECK(exchange_of("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q") == 975 - 100);
  CHECK(exchange_of("4k3/3p4/2p5/8/8/8/3R4/3RK3 w - - 0 1", "d2d7") == 100);
  CHECK(exchange_of("4k3/3p4/2p5/8/8/8/3R4/4K3 w - - 0 1", "d2d7") == 100 - 500);
  const ChessRules<Portable> rules;
  CHECK(gain(rules, "4k3/3p4/2p5/8/8/8/3R4/4K3 w - - 0 1", "d2d7") == -400);
  CHECK(gain(rules, "4k3/3p4/2p5/8/8/8/3R4/4K3 w - - 0 1", "d2d3") == Selective::kQuiet);
}

TEST_CASE("selective: chess, a pass is the same position with the other side to move") {
  const games::chess::ChessRules<games::chess::Portable> rules;
  auto s = *rules.parse_position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  const auto black =
      *rules.parse_position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 2 3");
  REQUIRE(rules.pass(s));
  CHECK(rules.hash(s) == rules.hash(black));
  CHECK(legal_texts(rules, s) == legal_texts(rules, black));
  // In check, with pawns only, or leaving the other side stalemated.
  for (const char* fen : {"4k3/8/8/8/8/8/4r3/4K2R w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                          "7k/8/6Q1/8/8/8/8/K7 w - - 0 1"}) {
    auto t = *rules.parse_position(fen);
    CHECK(!rules.pass(t));
  }
}

TEST_CASE("selective: checkers, a capture is compulsory and may be by several pieces") {
  const games::checkers::CheckersRules<games::checkers::EnglishDraughts> rules({});
  const auto quiet = rules.initial();
  CHECK(!rules.in_check_or_forced(quiet));
  const auto capture = rules.parse_position("B:W18,26:B15");
  REQUIRE(capture.ok());
  REQUIRE(rules.in_check_or_forced(*capture));
  std::vector<Move> moves(48);
  const std::uint32_t n = rules.legal_moves(*capture, moves.data());
  REQUIRE(n >= 1);
  std::vector<std::int32_t> gains(48);
  rules.move_gains(*capture, moves.data(), n, gains.data());
  // 15x22x31: two men.
  CHECK(*std::max_element(gains.begin(), gains.begin() + n) == 200);
}
