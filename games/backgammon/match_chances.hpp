// Chances to win a match without a cube, for the evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace ludex::games::backgammon {

inline constexpr std::uint32_t kMaxMatch = 25;
inline constexpr double kGammons = 0.25;  // part of the games that are gammons, between equals; a guess

// E(a, b): the chance of a player who needs a points against one who needs b, before a game of equals: half
// of E(a - 1, b) and E(a, b - 1), of a gammon E(a - 2, b) and E(a, b - 2). With no gammons this is the
// problem of points (Pascal and Fermat 1654).
class MatchChances {
 public:
  MatchChances(std::uint32_t match, double gammons) : gammons_(gammons) {
    // In the order of the points that both need together.
    for (std::uint32_t both = 2; both <= 2 * match; ++both)
      for (std::uint32_t a = both > match ? both - match : 1; a <= match && a < both; ++a)
        table_[a][both - a] = (after_win(a, both - a, gammons) + 1 - after_win(both - a, a, gammons)) / 2;
  }

  [[nodiscard]] double before_game(std::uint32_t a, std::uint32_t b) const noexcept {
    return a == 0 ? 1 : b == 0 ? 0 : table_[a][b];
  }
  // The mover's chance less the other's, in hundredths of a per cent: `game` is the mover's expected points
  // in hundredths, of the game that is played. What exceeds a certain win are more gammons.
  [[nodiscard]] std::int32_t value(std::int32_t game, std::uint32_t a, std::uint32_t b) const noexcept {
    const double points = std::abs(game) / 100.0;
    const double even = 1 + gammons_;  // points of a win
    const double sure = std::min(points / even, 1.0);
    const double gammons = gammons_ == 0 ? 0 : std::clamp(points - 1, gammons_, 1.0);
    const std::uint32_t ahead = game < 0 ? b : a;
    const std::uint32_t behind = game < 0 ? a : b;
    const double won = after_win(ahead, behind, gammons);
    const double lost = 1 - after_win(behind, ahead, gammons_);
    const double chance = (won * (1 + sure) + lost * (1 - sure)) / 2;
    const auto lead = static_cast<std::int32_t>(std::lround(10'000 * (2 * chance - 1)));
    return game < 0 ? -lead : lead;
  }

 private:
  // The chance of the player who needs `a` points after winning the game.
  [[nodiscard]] double after_win(std::uint32_t a, std::uint32_t b, double gammons) const noexcept {
    return (1 - gammons) * before_game(a - 1, b) + gammons * before_game(a - std::min(a, 2U), b);
  }

  double gammons_;
  std::array<std::array<double, kMaxMatch + 1>, kMaxMatch + 1> table_{};
};

}  // namespace ludex::games::backgammon
