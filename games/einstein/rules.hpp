// EinStein wuerfelt nicht (rules.md) on 5 x 5 cells.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
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

namespace ludex::games::einstein {

inline constexpr std::uint32_t kSize = 5;
inline constexpr std::uint32_t kCells = kSize * kSize;
inline constexpr std::uint32_t kStones = 6;
// Stones in hand or captured have no cell.
inline constexpr std::uint8_t kNoCell = kCells;

// A cell is row * kSize + column, a1 = 0. Player 0 starts at a5 and goes to e1.
[[nodiscard]] constexpr std::uint32_t column_of(std::uint32_t cell) noexcept {
  return cell % kSize;
}
[[nodiscard]] constexpr std::uint32_t row_of(std::uint32_t cell) noexcept {
  return cell / kSize;
}
[[nodiscard]] constexpr std::uint32_t goal(Player p) noexcept {
  return p == 0 ? kSize - 1 : kCells - kSize;
}
// Steps to the goal along columns and along rows.
[[nodiscard]] constexpr std::array<std::uint32_t, 2> steps_left(Player p, std::uint32_t cell) noexcept {
  return p == 0 ? std::array{kSize - 1 - column_of(cell), row_of(cell)}
                : std::array{column_of(cell), kSize - 1 - row_of(cell)};
}

// Moves: stone and cell of a placement; stone and direction; outcomes of the die.
inline constexpr std::uint32_t kFirstStep = kStones * kCells;
inline constexpr std::uint32_t kFirstOutcome = kFirstStep + kStones * 3;
inline constexpr std::uint32_t kMoveCount = kFirstOutcome + kStones;
// Directions: along a row, along a column, both.
[[nodiscard]] constexpr std::uint32_t target(Player p, std::uint32_t cell, std::uint32_t direction) noexcept {
  const std::uint32_t columns = direction != 1 ? 1 : 0;
  const std::uint32_t rows = direction != 0 ? kSize : 0;
  return p == 0 ? cell + columns - rows : cell - columns + rows;
}

class EinsteinRules {
 public:
  using Offers = Extensions<Chance, Evaluate, Symmetry, Features, Sides, Svg, SvgCells>;

  struct State {
    std::array<std::array<std::uint8_t, kStones>, 2> cell;  // of each stone
    std::array<std::uint8_t, 2> alive;                      // stones on the board, as bits
    std::uint8_t placed;                                    // stones of both players, 0..12
    std::uint8_t rolled;                                    // 0: not yet
    std::uint8_t mover;
    std::uint8_t status;
  };

  explicit EinsteinRules(bool placed) : placed_(placed) {}

  // A stone takes at most 8, 7, 7, 6, 6 and 6 steps from its home; each has a roll.
  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kPerfectInformation | kAlternating,
            .max_moves = placed_ ? kStones * kStones : kStones,
            .max_plies = (placed_ ? 2 * kStones : 0U) + 2 * 2 * 40,
            .move_classes = kMoveCount,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const {
    State s{};
    for (auto& cells : s.cell) cells.fill(kNoCell);
    if (placed_) return s;
    // Row by row from the corner.
    constexpr std::array<std::uint8_t, kStones> kFirst{20, 21, 22, 15, 16, 10};
    for (std::uint32_t stone = 0; stone < kStones; ++stone) {
      place(s, 0, stone, kFirst[stone]);
      place(s, 1, stone, kCells - 1 - kFirst[stone]);
    }
    return s;
  }
  [[nodiscard]] Player to_move(const State& s) const noexcept {
    return s.placed == 2 * kStones && s.rolled == 0 ? kChance : Player{s.mover};
  }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return GameStatus{s.status}; }

  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (s.status != 0) return 0;
    std::uint32_t n = 0;
    if (s.placed < 2 * kStones) {
      for (std::uint32_t stone = 0; stone < kStones; ++stone) {
        if ((s.alive[s.mover] >> stone & 1U) != 0) continue;
        for (const std::uint8_t cell : kHome[s.mover]) {
          if (!holds(s, s.mover, cell)) out[n++] = Move{stone * kCells + cell};
        }
      }
    } else if (s.rolled == 0) {
      for (; n < kStones; ++n) out[n] = Move{kFirstOutcome + n};
    } else {
      const std::uint32_t alive = s.alive[s.mover];
      for (std::uint32_t stones = movable(alive, s.rolled - 1U); stones != 0; stones &= stones - 1) {
        const auto stone = static_cast<std::uint32_t>(std::countr_zero(stones));
        const auto left = steps_left(s.mover, s.cell[s.mover][stone]);
        const Move first{kFirstStep + 3 * stone};
        if (left[0] > 0) out[n++] = first;
        if (left[1] > 0) out[n++] = Move{static_cast<std::uint32_t>(first) + 1};
        if (left[0] > 0 && left[1] > 0) out[n++] = Move{static_cast<std::uint32_t>(first) + 2};
      }
    }
    return n;
  }

  GameStatus apply(State& s, Move move) const noexcept {
    const auto number = static_cast<std::uint32_t>(move);
    if (number >= kFirstOutcome) {
      s.rolled = static_cast<std::uint8_t>(number - kFirstOutcome + 1);
      return GameStatus::kOngoing;
    }
    if (number < kFirstStep) {
      place(s, s.mover, number / kCells, number % kCells);
    } else {
      step(s, (number - kFirstStep) / 3, (number - kFirstStep) % 3);
    }
    s.mover ^= 1;
    return GameStatus{s.status};
  }

  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    std::uint64_t key = s.mover | std::uint64_t{s.rolled} << 1;
    for (const auto& cells : s.cell) {
      std::uint64_t stones = 0;
      for (const std::uint8_t cell : cells) stones = stones << 5 | cell;
      key = hash_combine(key, stones);
    }
    return key;
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }

  [[nodiscard]] static std::uint32_t max_outcomes() noexcept { return kStones; }
  std::uint32_t outcome_probabilities(const State&, double* out) const noexcept {
    std::fill_n(out, kStones, 1.0 / kStones);
    return kStones;
  }
  Move draw_outcome(const State&, Rng& rng) const noexcept {
    return Move{kFirstOutcome + rng.below(kStones)};
  }

  // In hundredths of a step: how near each side's best stone is to its goal, with 30 for each roll that lets
  // it move.
  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    const std::int32_t value = side_value(s, s.mover) - side_value(s, 1U - s.mover);
    return to_move(s) == kChance && s.mover == 1 ? -value : value;
  }

  // Identity, and the mirror image in the diagonal between the corners.
  [[nodiscard]] static std::uint32_t symmetries() noexcept { return 2; }
  [[nodiscard]] State map_state(const State& s, std::uint32_t symmetry) const noexcept {
    State image = s;
    if (symmetry == 0) return image;
    for (auto& cells : image.cell) {
      for (std::uint8_t& cell : cells) cell = mirrored(cell);
    }
    return image;
  }
  [[nodiscard]] Move map_move(const State&, Move move, std::uint32_t symmetry) const noexcept {
    const auto number = static_cast<std::uint32_t>(move);
    if (symmetry == 0 || number >= kFirstOutcome) return move;
    if (number < kFirstStep)
      return Move{number / kCells * kCells + mirrored(static_cast<std::uint8_t>(number % kCells))};
    const std::uint32_t direction = (number - kFirstStep) % 3;
    return Move{number - direction + (direction == 2 ? 2 : 1 - direction)};
  }

  // Sites: cells as the player who goes to e1 sees them; the other player turns the board.
  [[nodiscard]] static FeaturePlan feature_plan() {
    FeaturePlan plan{.rows = kSize, .columns = kSize, .layers = {{"empty"}}};
    for (const char* const owner : {"own ", "other "}) {
      for (std::uint32_t i = 1; i <= kStones; ++i) plan.layers[0].push_back(owner + std::to_string(i));
    }
    for (std::uint32_t i = 1; i <= kStones; ++i) plan.numbers.push_back("rolled " + std::to_string(i));
    plan.numbers.emplace_back("own turn");
    return plan;
  }
  void observe(const State& s, Player player, std::uint8_t* codes, float* numbers) const noexcept {
    std::fill_n(codes, kCells, std::uint8_t{0});
    for (Player p = 0; p < 2; ++p) {
      for (std::uint32_t stone = 0; stone < kStones; ++stone) {
        if ((s.alive[p] >> stone & 1U) == 0) continue;
        const std::uint32_t first = p == player ? 1 : 1 + kStones;
        codes[site_of(s.cell[p][stone], player)] = static_cast<std::uint8_t>(first + stone);
      }
    }
    for (std::uint32_t i = 0; i < kStones; ++i) numbers[i] = s.rolled == i + 1 ? 1 : 0;
    numbers[kStones] = s.mover == player ? 1 : 0;
  }
  [[nodiscard]] static MoveSites move_sites(const State& s, Move move) noexcept {
    const auto number = static_cast<std::uint32_t>(move);
    if (number >= kFirstOutcome) return {};
    if (number < kFirstStep) return {.to = site_of(number % kCells, s.mover)};
    const std::uint32_t cell = s.cell[s.mover][(number - kFirstStep) / 3];
    return {site_of(cell, s.mover), site_of(target(s.mover, cell, (number - kFirstStep) % 3), s.mover)};
  }
  [[nodiscard]] static std::uint32_t map_site(std::uint32_t site, std::uint32_t symmetry) noexcept {
    return symmetry == 0 ? site : mirrored(static_cast<std::uint8_t>(site));
  }

  [[nodiscard]] std::string move_text(const State& s, Move move) const;
  [[nodiscard]] std::string position_text(const State& s) const;
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;
  [[nodiscard]] std::string board_text(const State& s) const;
  [[nodiscard]] static Side side(const State&, Player p) noexcept {
    return p == 0 ? Side{"Blue", "#2b5fab"} : Side{"Red", "#d7382d"};
  }
  [[nodiscard]] std::string svg(const State& s, Move last) const;
  [[nodiscard]] std::string svg_cells(const State& s) const;
  [[nodiscard]] std::string svg_move_cells(const State& s, Move move) const;

 private:
  [[nodiscard]] static std::uint32_t site_of(std::uint32_t cell, Player player) noexcept {
    return player == 0 ? cell : kCells - 1 - cell;
  }

  static constexpr std::array<std::array<std::uint8_t, kStones>, 2> kHome{
      {{10, 15, 16, 20, 21, 22}, {2, 3, 4, 8, 9, 14}}};

  [[nodiscard]] static bool holds(const State& s, Player p, std::uint32_t cell) noexcept {
    return std::find(s.cell[p].begin(), s.cell[p].end(), cell) != s.cell[p].end();
  }
  [[nodiscard]] static std::uint8_t mirrored(std::uint8_t cell) noexcept {
    if (cell == kNoCell) return cell;
    return static_cast<std::uint8_t>((kSize - 1 - column_of(cell)) * kSize + kSize - 1 - row_of(cell));
  }
  static void place(State& s, Player p, std::uint32_t stone, std::uint32_t cell) noexcept {
    s.cell[p][stone] = static_cast<std::uint8_t>(cell);
    s.alive[p] = static_cast<std::uint8_t>(s.alive[p] | 1U << stone);
    ++s.placed;
  }
  // The stones that a roll lets move: its own, or the next lower and the next higher one.
  [[nodiscard]] static std::uint32_t movable(std::uint32_t alive, std::uint32_t stone) noexcept {
    if ((alive >> stone & 1U) != 0) return 1U << stone;
    const std::uint32_t below = alive & ((1U << stone) - 1);
    const std::uint32_t above = alive >> stone << stone;
    return (below == 0 ? 0U : std::bit_floor(below)) | (above & (0U - above));
  }
  static void step(State& s, std::uint32_t stone, std::uint32_t direction) noexcept {
    const Player me = s.mover;
    const std::uint32_t to = target(me, s.cell[me][stone], direction);
    for (Player p = 0; p < 2; ++p) {
      for (std::uint32_t i = 0; i < kStones; ++i) {
        if (s.cell[p][i] != to) continue;
        s.cell[p][i] = kNoCell;
        s.alive[p] = static_cast<std::uint8_t>(s.alive[p] & ~(1U << i));
      }
    }
    s.cell[me][stone] = static_cast<std::uint8_t>(to);
    s.rolled = 0;
    if (to == goal(me) || s.alive[1 - me] == 0) s.status = static_cast<std::uint8_t>(win_for(me));
  }
  [[nodiscard]] static std::int32_t side_value(const State& s, Player p) noexcept {
    std::int32_t best = 0;
    for (std::uint32_t stone = 0; stone < kStones; ++stone) {
      if ((s.alive[p] >> stone & 1U) == 0) continue;
      const auto left = steps_left(p, s.cell[p][stone]);
      std::int32_t rolls = 0;
      for (std::uint32_t roll = 0; roll < kStones; ++roll)
        rolls += static_cast<std::int32_t>(movable(s.alive[p], roll) >> stone & 1U);
      const auto distance = static_cast<std::int32_t>(std::max(left[0], left[1]));
      best = std::max(best, 100 * (static_cast<std::int32_t>(kSize) - distance) + 30 * rolls);
    }
    return best;
  }

  bool placed_;
};

}  // namespace ludex::games::einstein
