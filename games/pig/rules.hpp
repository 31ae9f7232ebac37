// Pig, the game of one die (rules.md).
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

namespace ludex::games::pig {

inline constexpr Move kHold{0};
inline constexpr Move kRoll{1};
// The outcome of a roll, 1..6 pips.
[[nodiscard]] constexpr Move outcome(std::uint32_t pips) noexcept {
  return Move{pips + 1};
}
[[nodiscard]] constexpr std::uint32_t pips_of(Move move) noexcept {
  return static_cast<std::uint32_t>(move) - 1;
}

class PigRules {
 public:
  using Offers = Extensions<Chance, Evaluate, Features, Sides, Svg>;
  static constexpr std::uint32_t kFaces = 6;

  struct State {
    std::array<std::uint16_t, 2> points;
    std::uint16_t total;  // of this turn
    std::uint16_t ply;
    std::uint8_t mover;
    bool rolling;  // the die decides
    std::uint8_t status;
    std::uint8_t reserved;
  };

  PigRules(unsigned target, unsigned max_plies) : target_(target), max_plies_(max_plies) {}

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kCyclic | kHistoryDraws | kPerfectInformation,
            .max_moves = kFaces,
            .max_plies = max_plies_,
            .move_classes = 2 + kFaces,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const { return {}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept {
    return s.rolling ? kChance : Player{s.mover};
  }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return GameStatus{s.status}; }

  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (s.status != 0) return 0;
    if (s.rolling) {
      for (std::uint32_t i = 0; i < kFaces; ++i) out[i] = outcome(i + 1);
      return kFaces;
    }
    std::uint32_t n = 0;
    if (s.total > 0) out[n++] = kHold;
    out[n++] = kRoll;
    return n;
  }

  GameStatus apply(State& s, Move move) const noexcept {
    ++s.ply;
    if (move == kRoll) {
      s.rolling = true;
    } else if (move == kHold || move == outcome(1)) {
      if (move == kHold) bank(s);
      s.total = 0;
      s.mover ^= 1;
      s.rolling = false;
    } else {
      s.rolling = false;
      s.total = static_cast<std::uint16_t>(s.total + pips_of(move));
      if (s.points[s.mover] + s.total >= target_) {
        bank(s);
        s.total = 0;
        s.status = static_cast<std::uint8_t>(win_for(s.mover));
      }
    }
    if (s.status == 0 && s.ply >= max_plies_) s.status = static_cast<std::uint8_t>(GameStatus::kDraw);
    return GameStatus{s.status};
  }

  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    return hash_combine(s.points[0] | std::uint64_t{s.points[1]} << 16 | std::uint64_t{s.total} << 32,
                        s.mover | std::uint64_t{s.rolling} << 1);
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }

  [[nodiscard]] static std::uint32_t max_outcomes() noexcept { return kFaces; }
  std::uint32_t outcome_probabilities(const State&, double* out) const noexcept {
    for (std::uint32_t i = 0; i < kFaces; ++i) out[i] = 1.0 / kFaces;
    return kFaces;
  }
  Move draw_outcome(const State&, Rng& rng) const noexcept { return outcome(1 + rng.below(kFaces)); }

  // The lead in hundredths of the target; half of the turn's points are counted while they can be lost.
  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    const std::int32_t other = s.points[1 - s.mover];
    const std::int32_t lead = 2 * (s.points[s.mover] - other) + s.total;
    const std::int32_t value = lead * 5000 / static_cast<std::int32_t>(target_);
    return s.rolling && s.mover == 1 ? -value : value;
  }

  // Sites: own points, other points, points of the turn. The third has a code for whose turn it is, too, so
  // that one tuple of the three knows all that counts before a roll. Targets above 127 share codes.
  [[nodiscard]] FeaturePlan feature_plan() const {
    FeaturePlan plan{.grid = FeaturePlan::Grid::kNone,
                     .layers = {{"0"}, {"to decide", "to roll"}},
                     .numbers = {"own points", "other points", "points of the turn", "own turn"},
                     .graph = {{1, 2}, {0, 2}, {0, 1}}};
    const std::uint32_t most = code_of(target_);
    for (std::uint32_t code = 1; code <= 2 * most; ++code) {
      plan.layers[0].push_back(code < most ? std::to_string(code) + " points"
                                           : std::to_string(code - most) + " points of the other's turn");
    }
    return plan;
  }
  void observe(const State& s, Player player, std::uint8_t* codes, float* numbers) const noexcept {
    const auto share = [&](std::uint32_t points) {
      return static_cast<float>(points) / static_cast<float>(target_);
    };
    const std::uint32_t others_turn = s.mover == player ? 0 : code_of(target_);
    codes[0] = static_cast<std::uint8_t>(code_of(s.points[player]));
    codes[1] = static_cast<std::uint8_t>(code_of(s.points[1 - player]));
    codes[2] = static_cast<std::uint8_t>(others_turn + code_of(s.total));
    codes[3] = codes[4] = codes[5] = s.rolling ? 1 : 0;
    numbers[0] = share(s.points[player]);
    numbers[1] = share(s.points[1 - player]);
    numbers[2] = share(s.total);
    numbers[3] = s.mover == player ? 1 : 0;
  }
  [[nodiscard]] static MoveSites move_sites(const State&, Move) noexcept { return {}; }
  [[nodiscard]] static std::uint32_t map_site(std::uint32_t site, std::uint32_t) noexcept { return site; }

  [[nodiscard]] std::string move_text(const State& s, Move move) const;
  [[nodiscard]] std::string position_text(const State& s) const;
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;
  [[nodiscard]] std::string board_text(const State& s) const;
  [[nodiscard]] static Side side(const State&, Player p) noexcept {
    return p == 0 ? Side{"First", "#2b5fab"} : Side{"Second", "#d7382d"};
  }
  [[nodiscard]] std::string svg(const State& s, Move last) const;

 private:
  static void bank(State& s) noexcept {
    s.points[s.mover] = static_cast<std::uint16_t>(s.points[s.mover] + s.total);
  }

  [[nodiscard]] std::uint32_t code_of(std::uint32_t points) const noexcept {
    points = std::min(points, target_);  // more at the end of a game
    return target_ <= 127 ? points : points * 127 / target_;
  }

  std::uint32_t target_;
  std::uint32_t max_plies_;
};

}  // namespace ludex::games::pig
