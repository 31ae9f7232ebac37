// m,n,k-games: k in a row on an m x n board wins (rules.md). Tic-tac-toe is 3,3,3.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/game/game.hpp"
#include "core/util/hash.hpp"
#include "core/util/result.hpp"

namespace ludex::games::mnk {

class MnkRules {
 public:
  struct State {
    std::array<std::uint8_t, 361> cell;  // 0 empty, 1 first player, 2 second player
    std::uint16_t ply;
    GameStatus status;
    std::uint64_t hash;
  };

  MnkRules(int width, int height, int k) : width_(width), height_(height), k_(k) {}

  [[nodiscard]] GameTraits traits() const {
    const auto cells = static_cast<std::uint32_t>(width_ * height_);
    return {.struct_size = 0,
            .players = 2,
            .flags = kZeroSum | kDrawsPossible | kPerfectInformation | kDeterministic | kAlternating,
            .max_moves = cells,
            .max_plies = cells,
            .move_classes = cells,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const { return State{}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.ply % 2U; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status; }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    std::uint32_t n = 0;
    for (int c = 0; c < width_ * height_; ++c) {
      if (s.cell[static_cast<std::size_t>(c)] == 0) out[n++] = Move{static_cast<std::uint32_t>(c)};
    }
    return n;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    const auto c = static_cast<int>(move);
    const auto stone = static_cast<std::uint8_t>(1 + s.ply % 2);
    s.cell[static_cast<std::size_t>(c)] = stone;
    s.hash ^= mix64(static_cast<std::uint64_t>(c * 2 + stone));
    const Player mover = to_move(s);
    ++s.ply;
    if (wins(s, c, stone)) {
      s.status = win_for(mover);
    } else if (s.ply == width_ * height_) {
      s.status = GameStatus::kDraw;
    }
    return s.status;
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.hash; }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    const auto c = static_cast<int>(move);
    return static_cast<char>('a' + c % width_) + std::to_string(c / width_ + 1);
  }
  [[nodiscard]] std::string position_text(const State&) const { return ""; }
  [[nodiscard]] Result<State> parse_position(std::string_view) const { return Error{"not yet"}; }
  [[nodiscard]] std::string board_text(const State&) const { return ""; }

 private:
  [[nodiscard]] bool wins(const State& s, int c, std::uint8_t stone) const noexcept {
    constexpr std::array<std::array<int, 2>, 4> kDirections{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
    for (const auto& [dx, dy] : kDirections) {
      int run = 1;
      for (const int sign : {-1, 1}) {
        for (int x = c % width_ + sign * dx, y = c / width_ + sign * dy;
             x >= 0 && x < width_ && y >= 0 && y < height_ &&
             s.cell[static_cast<std::size_t>(y * width_ + x)] == stone;
             x += sign * dx, y += sign * dy) {
          ++run;
        }
      }
      if (run >= k_) return true;
    }
    return false;
  }

  int width_;
  int height_;
  int k_;
};

struct Mnk {
  static constexpr PluginInfo kInfo{"mnk", "1.0.0", "m,n,k-games: k in a row on an m x n board", "MIT"};
  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::integer("m", "3", 1, 19, "columns"),
        params::integer("n", "3", 1, 19, "rows"),
        params::integer("k", "3", 1, 19, "stones in a row that win"),
    };
    return specs;
  }
  static Result<MnkRules> create(const ParamValues& values) {
    return MnkRules(static_cast<int>(values.integer("m")), static_cast<int>(values.integer("n")),
                    static_cast<int>(values.integer("k")));
  }
};

}  // namespace ludex::games::mnk
