// Backgammon without a cube (rules.md).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/game/side.hpp"
#include "core/util/hash.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"
#include "games/backgammon/evaluation.hpp"
#include "games/backgammon/match_chances.hpp"
#include "games/backgammon/men.hpp"
#include "games/backgammon/plays.hpp"

namespace ludex::games::backgammon {

// An outcome: the larger number, the smaller one; turned if second begins a later game of a match.
inline constexpr std::uint32_t kOutcome = 1U << 30;
[[nodiscard]] constexpr Move outcome(Roll roll) noexcept {
  return Move{kOutcome | roll.high << 3 | roll.low};
}
[[nodiscard]] constexpr bool is_outcome(Move move) noexcept {
  return move != kNoMove && (static_cast<std::uint32_t>(move) & kOutcome) != 0;
}
[[nodiscard]] constexpr Roll roll_of(Move outcome) noexcept {
  const auto code = static_cast<std::uint32_t>(outcome) & ~kOutcome;
  return {code >> 3, code & 7U};
}

struct Dice {
  // All 36 pairs of numbers, doubles first; the 30 others stand twice each.
  static constexpr auto kPairs = [] {
    std::array<Roll, 36> pairs{};
    std::size_t n = 0;
    for (std::uint32_t high = 1; high <= 6; ++high) pairs[n++] = {high, high};
    for (int twice = 0; twice < 2; ++twice)
      for (std::uint32_t high = 2; high <= 6; ++high)
        for (std::uint32_t low = 1; low < high; ++low) pairs[n++] = {high, low};
    return pairs;
  }();
  static constexpr std::uint32_t kDoubles = 6;
  static constexpr std::uint32_t kOutcomes = 21;
  static constexpr std::uint32_t kUnequal = kOutcomes - kDoubles;
};

class BackgammonRules {
 public:
  using Offers = Extensions<Chance, Evaluate, Score, Features, Sides, Svg, SvgCells, OwnPlayout, OwnReturns,
                            OwnMoveReader>;

  struct State {
    std::array<Men, 2> men;
    std::uint16_t ply;
    std::uint8_t high;  // the roll; 0: to be rolled
    std::uint8_t low;
    std::uint8_t mover;
    std::uint8_t status;
    std::uint16_t opening : 1;  // the roll decides who begins, so it is no double
    std::uint16_t points : 2;   // of the winner: 1, gammon 2, backgammon 3
    std::uint16_t first : 5;    // points of a match
    std::uint16_t second : 5;

    [[nodiscard]] std::uint32_t score(Player p) const noexcept { return p == 0 ? first : second; }
    void set_score(Player p, std::uint32_t value) noexcept {
      if (p == 0) first = static_cast<std::uint16_t>(value & 31U);
      if (p == 1) second = static_cast<std::uint16_t>(value & 31U);
    }
  };

  // `money`: gammons and backgammons count. `match`: games are played until a player has so many points; 0: a
  // single game.
  BackgammonRules(bool money, unsigned max_plies, unsigned match = 0)
      : chances_(match, money ? kGammons : 0), max_plies_(max_plies), match_(match), money_(money) {}

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kCyclic | kHistoryDraws | kPassPossible |
                     kPerfectInformation | (match_ > 1 ? 0U : kAlternating),
            .max_moves = kMaxPlays,
            .max_plies = max_plies_,
            .move_classes = kFirstOutcomeClass + 36,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const {
    State s{};
    set_up(s);
    return s;
  }
  [[nodiscard]] Player to_move(const State& s) const noexcept {
    return s.high == 0 ? kChance : Player{s.mover};
  }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return GameStatus{s.status}; }

  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (s.status != 0) return 0;
    if (s.high != 0) return plays(s).list({s.high, s.low}, out);
    const std::uint32_t first = s.opening != 0 ? Dice::kDoubles : 0;
    std::uint32_t n = 0;
    for (std::uint32_t i = first; i < Dice::kOutcomes; ++i) out[n++] = outcome(Dice::kPairs[i]);
    if (either_begins(s)) {
      for (std::uint32_t i = first; i < Dice::kOutcomes; ++i) out[n++] = outcome(turned(Dice::kPairs[i]));
    }
    return n;
  }

  GameStatus apply(State& s, Move move) const noexcept {
    ++s.ply;
    if (s.high == 0) {
      Roll roll = roll_of(move);
      if (roll.high < roll.low) {
        roll = turned(roll);
        s.mover = 1;
      }
      s.high = static_cast<std::uint8_t>(roll.high);
      s.low = static_cast<std::uint8_t>(roll.low);
      s.opening = 0;
    } else {
      take(s, move);
      if (s.status != 0 && match_ != 0) end_game(s);
    }
    if (s.status == 0 && s.ply >= max_plies_) s.status = static_cast<std::uint8_t>(GameStatus::kDraw);
    return GameStatus{s.status};
  }

  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    const std::uint32_t start = s.ply;
    if (trace != nullptr) trace->size = 0;
    while (s.status == 0) {
      const Move move = s.high == 0 ? draw_outcome(s, rng) : plays(s).draw({s.high, s.low}, rng);
      if (trace != nullptr) record(trace, move, move_class(s, move), to_move(s));
      apply(s, move);
    }
    return {GameStatus{s.status}, s.ply - start};
  }

  void returns(const State& s, float* out) const noexcept {
    const Player winner = winner_of(status(s));
    for (Player p = 0; p < 2; ++p) {
      const float won = money_ && match_ == 0 ? static_cast<float>(s.points) / 3 : 1;
      out[p] = winner == kNobody ? 0 : winner == p ? won : -won;
    }
  }
  // Points, or per cent of a match.
  [[nodiscard]] std::int32_t score(const State& s, Player player) const noexcept {
    const Player winner = winner_of(status(s));
    const std::int32_t won = match_ != 0 ? 100 : money_ ? s.points : 1;
    return winner == kNobody ? 0 : winner == player ? won : -won;
  }
  [[nodiscard]] std::int32_t max_score() const noexcept { return match_ != 0 ? 100 : money_ ? 3 : 1; }

  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    std::uint64_t key = s.high | std::uint64_t{s.low} << 3 | std::uint64_t{s.mover} << 6 |
                        std::uint64_t{s.opening} << 7 | std::uint64_t{s.first} << 8 |
                        std::uint64_t{s.second} << 16;
    for (const Men& men : s.men) {
      key = hash_combine(key, men.slices[0] | std::uint64_t{men.slices[1]} << 32);
      key = hash_combine(key, men.slices[2] | std::uint64_t{men.slices[3]} << 32);
    }
    return key;
  }
  // Sites: the points as the player numbers them, from 1.
  [[nodiscard]] static FeaturePlan feature_plan() {
    FeaturePlan plan{.rows = 1,
                     .columns = 24,
                     .layers = {{"empty"}},
                     .numbers = {"own men on the bar", "other men on the bar", "own men borne off",
                                 "other men borne off", "own turn"}};
    for (const char* const owner : {" own men", " other men"}) {
      for (std::uint32_t n = 1; n <= kMen; ++n) plan.layers[0].push_back(std::to_string(n) + owner);
    }
    for (const char* const die : {"higher die ", "lower die "}) {
      for (std::uint32_t n = 1; n <= 6; ++n) plan.numbers.push_back(die + std::to_string(n));
    }
    return plan;
  }
  void observe(const State& s, Player player, std::uint8_t* codes, float* numbers) const noexcept {
    const Men& own = s.men[player];
    const Men& other = s.men[1 - player];
    std::array<std::uint32_t, 2> left{kMen - own.count(kBar), kMen - other.count(kBar)};
    for (std::uint32_t point = 1; point <= 24; ++point) {
      const std::uint32_t mine = own.count(point);
      const std::uint32_t theirs = other.count(kBar - point);
      *codes++ = static_cast<std::uint8_t>(theirs > 0 ? kMen + theirs : mine);
      left[0] -= mine;
      left[1] -= theirs;
    }
    const auto share = [](std::uint32_t men) { return static_cast<float>(men) / kMen; };
    numbers[0] = share(own.count(kBar));
    numbers[1] = share(other.count(kBar));
    numbers[2] = share(left[0]);
    numbers[3] = share(left[1]);
    numbers[4] = s.mover == player ? 1 : 0;
    for (std::uint32_t n = 1; n <= 6; ++n) {
      numbers[4 + n] = s.high == n ? 1 : 0;
      numbers[10 + n] = s.low == n ? 1 : 0;
    }
  }
  // The first man's point; the bar is none.
  [[nodiscard]] static MoveSites move_sites(const State&, Move move) noexcept {
    if (is_outcome(move)) return {};
    const std::uint32_t from = from_of(move, 0);
    return {.from = from >= 1 && from <= 24 ? from - 1 : kNoSite};
  }
  [[nodiscard]] static std::uint32_t map_site(std::uint32_t site, std::uint32_t) noexcept { return site; }

  // Plays by the first two points that men leave.
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    if (!is_outcome(move)) return from_of(move, 0) * kFromClasses + from_of(move, 1);
    const Roll roll = roll_of(move);
    return kFirstOutcomeClass + (roll.high - 1) * 6 + roll.low - 1;
  }

  [[nodiscard]] std::uint32_t max_outcomes() const noexcept {
    return match_ > 1 ? 2 * Dice::kUnequal : Dice::kOutcomes;
  }
  std::uint32_t outcome_probabilities(const State& s, double* out) const noexcept {
    if (s.opening != 0) {
      const std::uint32_t count = (either_begins(s) ? 2 : 1) * Dice::kUnequal;
      std::fill_n(out, count, 1.0 / count);
      return count;
    }
    std::fill_n(out, Dice::kDoubles, 1.0 / 36);
    std::fill(out + Dice::kDoubles, out + Dice::kOutcomes, 2.0 / 36);
    return Dice::kOutcomes;
  }
  Move draw_outcome(const State& s, Rng& rng) const noexcept {
    const std::uint32_t first = s.opening != 0 ? Dice::kDoubles : 0;
    const std::uint32_t drawn = first + rng.below(36 - first);
    // Each unequal roll is there twice.
    const bool second = either_begins(s) && drawn >= Dice::kOutcomes;
    return outcome(second ? turned(Dice::kPairs[drawn]) : Dice::kPairs[drawn]);
  }

  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    // Before an opening roll that either may win, nobody is ahead.
    std::int32_t value = either_begins(s) ? 0 : evaluate_men(s.men[s.mover], s.men[1U - s.mover]);
    if (match_ != 0)
      value = chances_.value(value, match_ - s.score(s.mover), match_ - s.score(Player{1} - s.mover));
    return s.high == 0 && s.mover == 1 ? -value : value;
  }

  [[nodiscard]] std::string move_text(const State& s, Move move) const;
  [[nodiscard]] Result<Move> parse_move(const State& s, std::string_view text) const;
  [[nodiscard]] std::string position_text(const State& s) const;
  // Also FIBS boards and position ids of GNU Backgammon.
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;
  [[nodiscard]] std::string board_text(const State& s) const;
  [[nodiscard]] std::string svg(const State& s, Move last) const;
  [[nodiscard]] std::string svg_cells(const State& s) const;
  [[nodiscard]] std::string svg_move_cells(const State& s, Move move) const;
  [[nodiscard]] static Side side(const State&, Player p) noexcept {
    return p == 0 ? Side{"First", "#f6f1e4"} : Side{"Second", "#8b2f23"};
  }

  // Whether either player may begin the game by the roll that comes: so in a match after its first game.
  [[nodiscard]] static bool either_begins(const State& s) noexcept {
    return s.opening != 0 && (s.first | s.second) != 0;
  }

  // The status of a position whose men stand like this, whoever moved.
  static void judge(State& s) noexcept {
    for (Player p = 0; p < 2; ++p) {
      if (s.men[p].occupied() != 0) continue;
      const Men& loser = s.men[1 - p];
      s.status = static_cast<std::uint8_t>(win_for(p));
      // In the winner's home or on the bar.
      constexpr std::uint32_t kBehind = bit(kBar) | (kPoints & ~0x7FFFFU);
      s.points = loser.off() != 0 ? 1U : (loser.occupied() & kBehind) != 0 ? 3U : 2U;
    }
  }

 private:
  static constexpr std::uint32_t kFromClasses = kBar + 1;
  static constexpr std::uint32_t kFirstOutcomeClass = kFromClasses * kFromClasses;

  [[nodiscard]] static Plays plays(const State& s) noexcept { return {s.men[s.mover], s.men[1U - s.mover]}; }

  [[nodiscard]] static constexpr Roll turned(Roll roll) noexcept { return {roll.low, roll.high}; }

  // The start of a game; first seems to be on roll.
  static void set_up(State& s) noexcept {
    for (Men& men : s.men) {
      men = {};
      for (const auto& [point, count] : {std::pair{6U, 5}, {8U, 3}, {13U, 5}, {24U, 2}})
        for (int i = 0; i < count; ++i) men.add(point);
    }
    s.opening = 1;
    s.points = 0;
    s.mover = s.status = 0;
  }
  // Counts the points of a game that is over and begins the next one, if the match goes on.
  void end_game(State& s) const noexcept {
    const Player winner = winner_of(status(s));
    const std::uint32_t score = s.score(winner) + (money_ ? s.points : 1U);
    s.set_score(winner, score);
    if (score < match_) set_up(s);
  }

  static void take(State& s, Move move) noexcept {
    Men& own = s.men[s.mover];
    Men& other = s.men[1U - s.mover];
    const Roll roll{s.high, s.low};
    for (std::uint32_t step = 0; step < 4; ++step) {
      const std::uint32_t from = from_of(move, step);
      if (from == 0) break;
      const std::uint32_t pips = pips_of(move, roll, step);
      own.advance(from, pips);
      if (from <= pips) continue;
      const std::uint32_t there = kBar - (from - pips);
      if ((other.occupied() >> there & 1U) == 0) continue;
      other.remove(there);
      other.add(kBar);
    }
    s.high = s.low = 0;
    if (own.occupied() == 0) judge(s);
    s.mover ^= 1;
  }

  MatchChances chances_;
  std::uint32_t max_plies_;
  std::uint32_t match_;
  bool money_;
};

}  // namespace ludex::games::backgammon
