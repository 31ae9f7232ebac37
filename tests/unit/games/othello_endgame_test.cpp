// What solvers ask of Othello: the last moves, bounds at a glance, all successors at once. Yardsticks: a
// plain negamax by the rules alone, the single-move methods, and random play.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "games/othello/last_moves.hpp"
#include "games/othello/othello.hpp"
#include "games/othello/stability.hpp"
#include "tests/support/game_contract.hpp"

namespace ludex::tests {

namespace bits = games::bits;
using games::othello::End;
using games::othello::Evaluation;
using games::othello::LastMoves;
using games::othello::OthelloRules;
using games::othello::Patterns;
using games::othello::Stability;

namespace {

using Rules = OthelloRules<8>;

// Random moves until at most `empties` squares are empty; nothing is promised about the side to move.
Rules::State random_endgame(const Rules& rules, Rng& rng, std::uint32_t empties) {
  for (;;) {
    Rules::State s = rules.initial();
    Move moves[64];
    while (!is_over(rules.status(s)) && rules.stage(s) > empties)
      rules.apply(s, moves[rng.below(rules.legal_moves(s, moves))]);
    if (!is_over(rules.status(s))) return s;
  }
}

// The score for the mover by rules alone: all moves, no window, no order.
int negamax(const Rules& rules, const Rules::State& s) {
  if (is_over(rules.status(s))) return rules.score(s, rules.to_move(s));
  Move moves[64];
  const std::uint32_t count = rules.legal_moves(s, moves);
  int best = -65;
  for (std::uint32_t i = 0; i < count; ++i) {
    Rules::State next = s;
    rules.apply(next, moves[i]);
    best = std::max(best, -negamax(rules, next));
  }
  return best;
}

// Stability::discs square by square: each line of each square is walked to both of its ends.
std::uint64_t naive_stable(std::uint64_t own, std::uint64_t other) {
  using Walk = std::pair<int, int>;
  const auto on_board = [](int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8; };
  const auto has = [](std::uint64_t set, int x, int y) { return (set >> (8 * y + x) & 1) != 0; };
  const auto full = [&](int x, int y, Walk step) {
    while (on_board(x, y) && has(own | other, x, y)) x += step.first, y += step.second;
    return !on_board(x, y);
  };
  std::uint64_t stable = 0;
  for (std::uint64_t before = ~stable; stable != before;) {
    before = stable;
    for (int square = 0; square < 64; ++square) {
      const int x = square % 8;
      const int y = square / 8;
      if (!has(own, x, y)) continue;
      bool safe = true;
      for (const auto& [dx, dy] : {Walk{1, 0}, Walk{0, 1}, Walk{1, 1}, Walk{-1, 1}}) {
        const auto held = [&](int nx, int ny) { return !on_board(nx, ny) || has(stable, nx, ny); };
        safe = safe && ((full(x, y, {dx, dy}) && full(x, y, {-dx, -dy})) || held(x + dx, y + dy) ||
                        held(x - dx, y - dy));
      }
      if (safe) stable |= std::uint64_t{1} << square;
    }
  }
  return stable;
}

}  // namespace

TEST_CASE("othello: the last moves have the scores of a plain negamax, in every window") {
  Rng rng = Rng::seeded(5);
  for (const End end : {End::kNoMoves, End::kTwoPasses}) {
    const Rules rules(end);
    for (std::uint32_t i = 0; i < samples(400); ++i) {
      const Rules::State s = random_endgame(rules, rng, 1 + i % 8);
      const int truth = negamax(rules, s);
      std::uint64_t nodes = 0;
      REQUIRE(rules.near_end(s));
      CHECK(rules.solve_score(s, -64, 64, nodes) == truth);
      CHECK(nodes > 0);
      CHECK(rules.score_range(s).high >= truth);
      for (const int alpha :
           {-65, truth - 9, truth - 1, truth, truth + 3, static_cast<int>(rng.below(128)) - 64}) {
        for (const int width : {1, 2, 12}) {
          const int value = rules.solve_score(s, alpha, alpha + width, nodes);
          if (value <= alpha) CHECK(truth <= value);
          if (value >= alpha + width) CHECK(truth >= value);
          if (value > alpha && value < alpha + width) CHECK(value == truth);
        }
      }
    }
  }
}

TEST_CASE("othello: regions with an odd number of empty squares") {
  Rng rng = Rng::seeded(6);
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t empty = rng.next() & rng.next() & rng.next();
    std::uint64_t odd = 0;
    for (int top : {0, 4}) {
      for (int left : {0, 4}) {
        std::uint64_t quadrant = 0;
        for (int y = top; y < top + 4; ++y) {
          for (int x = left; x < left + 4; ++x) quadrant |= std::uint64_t{1} << (8 * y + x);
        }
        if (bits::count(empty & quadrant) % 2 == 1) odd |= quadrant;
      }
    }
    CHECK(LastMoves::odd_regions(empty) == odd);
  }
}

TEST_CASE("othello: stable discs are never flipped") {
  const Rules rules(End::kNoMoves);
  Rng rng = Rng::seeded(7);
  std::uint64_t stable_discs = 0;
  for (std::uint32_t i = 0; i < samples(3000); ++i) {
    Rules::State s = random_endgame(rules, rng, 2 + i % 40);
    std::uint64_t stable[2];
    for (unsigned p : {0U, 1U}) {
      stable[p] = Stability::discs(s.discs[p], s.discs[1 - p]);
      stable_discs += static_cast<std::uint64_t>(bits::count(stable[p]));
      CHECK((stable[p] & ~s.discs[p]) == 0);
      // A corner is stable, and a full board is stable all over.
      constexpr std::uint64_t kCorners = 0x8100000000000081ULL;
      CHECK((s.discs[p] & kCorners & ~stable[p]) == 0);
    }
    CHECK((Stability::discs(s.discs[0], ~s.discs[0]) == s.discs[0]));
    for (int game = 0; game < 4; ++game) {
      Rules::State end = s;
      rules.playout(end, rng, nullptr);
      for (unsigned p : {0U, 1U}) CHECK((stable[p] & ~end.discs[p]) == 0);
    }
  }
  CHECK(stable_discs > samples(3000));
}

TEST_CASE("othello: stable discs are those found by walking every line") {
  const Rules rules(End::kNoMoves);
  Rng rng = Rng::seeded(17);
  const auto check = [](std::uint64_t own, std::uint64_t other) {
    INFO(own, " ", other);
    REQUIRE(Stability::discs(own, other) == naive_stable(own, other));
    REQUIRE(Stability::discs(other, own) == naive_stable(other, own));
  };
  // Full boards, and all boards with one or two empty squares; equal squares are one.
  for (int a = 0; a < 64; ++a) {
    for (int b = 0; b <= a; ++b) {
      const std::uint64_t occupied = ~(std::uint64_t{1} << a | std::uint64_t{1} << b);
      const std::uint64_t own = rng.next() & rng.next();
      check(own & occupied, ~own & occupied);
    }
    const std::uint64_t own = rng.next();
    check(own, ~own);
  }
  check(0, 0);
  check(~std::uint64_t{0}, 0);
  // Positions of games, and boards of any discs.
  for (std::uint32_t i = 0; i < samples(2000); ++i) {
    const Rules::State s = random_endgame(rules, rng, 1 + i % 55);
    check(s.discs[0], s.discs[1]);
    const std::uint64_t occupied = rng.next() | rng.next() | (i % 2 == 0 ? rng.next() | rng.next() : 0);
    const std::uint64_t own = rng.next();
    check(own & occupied, ~own & occupied);
  }
}

TEST_CASE("othello: all successors at once are what single moves lead to") {
  Rng rng = Rng::seeded(8);
  std::uint32_t passes = 0;
  for (const End end : {End::kNoMoves, End::kTwoPasses}) {
    const Rules rules(end);
    for (std::uint32_t i = 0; i < samples(60); ++i) {
      Rules::State s = rules.initial();
      for (;;) {
        Move moves[64];
        Successor next[64];
        const std::uint32_t count = rules.legal_moves(s, moves);
        REQUIRE(rules.successors(s, next) == count);
        if (count == 0) break;
        std::vector<std::uint32_t> open;
        for (std::uint32_t k = 0; k < count; ++k) {
          Rules::State after = s;
          CHECK(rules.apply(after, moves[k]) == next[k].status);
          CHECK(next[k].move == moves[k]);
          const auto key = rules.wide_hash(after);
          CHECK((key[0] == next[k].key[0] && key[1] == next[k].key[1]));
          CHECK(next[k].replies == rules.count_moves(after));
          CHECK(next[k].stage == rules.stage(after));
          if (!is_over(next[k].status)) open.push_back(k);
        }
        // In any order.
        std::reverse(open.begin(), open.end());
        std::vector<std::int32_t> values(open.size());
        rules.evaluate_successors(s, next, open.data(), static_cast<std::uint32_t>(open.size()),
                                  values.data());
        for (std::size_t k = 0; k < open.size(); ++k) {
          Rules::State after = s;
          rules.apply(after, moves[open[k]]);
          CHECK(values[k] == rules.evaluate(after));
        }
        const Move move = moves[rng.below(count)];
        passes += move == Move{64} ? 1 : 0;
        rules.apply(s, move);
      }
    }
  }
  CHECK(passes > 5);
}

TEST_CASE("othello: configurations by additions are those by extraction") {
  const Patterns& patterns = Patterns::instance();
  Rng rng = Rng::seeded(9);
  for (int i = 0; i < 500; ++i) {
    const std::uint64_t own = rng.next() & (i % 2 == 0 ? rng.next() : ~std::uint64_t{0});
    const std::uint64_t other = rng.next() & ~own;
    std::uint32_t expected[Patterns::kPlaces];
    patterns.configurations(own, other, expected);
    const Patterns::Indices indices = patterns.indices(own, other);
    for (std::size_t place = 0; place < Patterns::kPlaces; ++place)
      CHECK(indices.part[place / 16][place % 16] == expected[place]);
    CHECK(Evaluation::shipped()(indices, bits::count(own | other)) == Evaluation::shipped()(own, other));
  }
}

}  // namespace ludex::tests
