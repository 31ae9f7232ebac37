// Statistics of a match between two sides: score, Elo, normalized Elo, likelihood of superiority. Pure
// functions of counts with finite results for any counts (docs/reference/rating-notes.md, "Matches").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ludex::arena::rating {

// Normal quantile of a two-sided 95 % interval.
inline constexpr double kZ95 = 1.959963984540054;

// Games, seen from one side.
struct Trinomial {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  [[nodiscard]] constexpr std::uint64_t games() const noexcept { return wins + draws + losses; }
  [[nodiscard]] constexpr double points() const noexcept {
    return static_cast<double>(wins) + 0.5 * static_cast<double>(draws);
  }
  // Points per game; there are games.
  [[nodiscard]] constexpr double score() const noexcept { return points() / static_cast<double>(games()); }
  [[nodiscard]] constexpr Trinomial mirrored() const noexcept { return {losses, draws, wins}; }
  bool operator==(const Trinomial&) const = default;
};

// Pairs of games from one opening with seats swapped, by the side's points: 0, 1/2, 1, 3/2 and 2 (LL, LD, WL
// or DD, WD, WW). Openings favour one seat, so the two results of a pair are correlated; pairs are
// independent of one another, games are not.
struct Pentanomial {
  std::array<std::uint64_t, 5> pairs{};

  [[nodiscard]] constexpr std::uint64_t total() const noexcept {
    return pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4];
  }
  [[nodiscard]] constexpr Pentanomial mirrored() const noexcept {
    return {{pairs[4], pairs[3], pairs[2], pairs[1], pairs[0]}};
  }
  bool operator==(const Pentanomial&) const = default;
};

// Independent observations of a score: games (0, 1/2, 1) or pairs (0, 1/4, 1/2, 3/4, 1), as counts.
struct ScoreCounts {
  // A block of eight games among eight players has 0..2 * 8 * 7 half points.
  static constexpr std::size_t kMostValues = 113;

  std::array<double, kMostValues> value{};
  std::array<double, kMostValues> count{};
  std::size_t size = 0;       // values in use
  double games_per_unit = 1;  // 2: pairs

  [[nodiscard]] static ScoreCounts of(const Trinomial& games) noexcept;
  [[nodiscard]] static ScoreCounts of(const Pentanomial& pairs) noexcept;
  // Blocks of games, by equal steps of their score from 0 to 1: at most kMostValues numbers.
  [[nodiscard]] static ScoreCounts of_blocks(std::span<const std::uint64_t> blocks, double games) noexcept;

  [[nodiscard]] double total() const noexcept;
  [[nodiscard]] double mean() const noexcept;      // 1/2 without observations
  [[nodiscard]] double variance() const noexcept;  // of one observation; divides by n, not n - 1
};

// A number with its interval.
struct Estimate {
  enum class Kind {
    kNone,      // no observations; all zero
    kTwoSided,  // low <= value <= high
    kAtLeast,   // all won: no upper end; value = low, high and error are meaningless
    kAtMost,    // all lost: value = high
  };
  Kind kind = Kind::kNone;
  double value = 0;
  double low = 0;
  double high = 0;
  double error = 0;  // (high - low) / 2
};

struct MatchStatistics {
  double units = 0;  // games or pairs
  double score = 0.5;
  double deviation = 0;  // standard deviation of one unit's score
  Estimate elo;
  Estimate nelo;                      // normalized: (score - 1/2) / deviation of one game, times 800 / ln 10
  double los = 0.5;                   // P(the side is stronger)
  double draw_ratio = 0;              // fraction of units with an even score
  std::optional<double> pairs_ratio;  // pairs won / pairs lost; no value for games, or if none was lost
};

// Logistic Elo of a score in (0, 1), and its inverse.
[[nodiscard]] double elo_of_score(double score) noexcept;
[[nodiscard]] double score_of_elo(double elo) noexcept;

// `z` > 0 is the normal quantile of the intervals.
[[nodiscard]] MatchStatistics match_statistics(const ScoreCounts& counts, double z = kZ95) noexcept;
[[nodiscard]] inline MatchStatistics match_statistics(const Trinomial& games, double z = kZ95) noexcept {
  return match_statistics(ScoreCounts::of(games), z);
}
[[nodiscard]] inline MatchStatistics match_statistics(const Pentanomial& pairs, double z = kZ95) noexcept {
  return match_statistics(ScoreCounts::of(pairs), z);
}

// "+12.3 [-4.5, +29.1]", "at least +120.0", "-".
[[nodiscard]] std::string to_text(const Estimate& estimate);

// P(stronger) from decisive games alone: Phi((w - l) / sqrt(w + l)); 1/2 without decisive games.
[[nodiscard]] double los_of_decisive(double wins, double losses) noexcept;

}  // namespace ludex::arena::rating
