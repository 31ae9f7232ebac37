// Small artificial games with properties that board games have one at a time: random layered graphs (double
// moves, forced passes, draws, an evaluation), and a walk on a graph that is drawn when a vertex repeats.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/util/hash.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "tests/support/plugins.hpp"

namespace ludex::tests {

// Level by level, `width` positions each; moves, mover, results and evaluations are a hash of the seed. Many
// paths meet in one position. The mover changes at random, so players do not alternate.
class LayeredGame {
 public:
  using Offers = Extensions<Evaluate>;
  struct State {
    std::uint32_t level;
    std::uint32_t place;
  };

  LayeredGame(std::uint32_t levels, std::uint32_t width, std::uint64_t seed)
      : levels_(levels), width_(width), seed_(seed) {}

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kPerfectInformation | kDeterministic | kPassPossible,
            .max_moves = 4,
            .max_plies = levels_,
            .move_classes = 4 * levels_,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const { return {0, 0}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return draw(s, 1) % 2; }
  // One position in six is an end, and all of the last level.
  [[nodiscard]] GameStatus status(const State& s) const noexcept {
    if (s.level == 0 || (s.level < levels_ && draw(s, 2) % 6 != 0)) return GameStatus::kOngoing;
    return static_cast<GameStatus>(1 + draw(s, 3) % 3);
  }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is_over(status(s))) return 0;
    const std::uint32_t count = 1 + draw(s, 4) % 4;
    for (std::uint32_t i = 0; i < count; ++i) out[i] = Move{i};
    return count;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    s.place = draw(s, 5 + static_cast<std::uint32_t>(move)) % width_;
    ++s.level;
    return status(s);
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    return mix64(s.level * 4096ULL + s.place);
  }
  [[nodiscard]] std::uint32_t move_class(const State& s, Move move) const noexcept {
    return s.level * 4 + static_cast<std::uint32_t>(move);
  }
  // For the mover; few distinct values, so that ties and bounds meet.
  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    return static_cast<std::int32_t>(draw(s, 9) % 21) - 10;
  }
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return std::to_string(static_cast<std::uint32_t>(move));
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    return std::to_string(s.level) + "/" + std::to_string(s.place);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view) const { return Error{"not needed"}; }
  [[nodiscard]] std::string board_text(const State& s) const { return position_text(s); }

 private:
  [[nodiscard]] std::uint32_t draw(const State& s, std::uint64_t what) const noexcept {
    return static_cast<std::uint32_t>(mix64(hash_combine(seed_, hash(s)) + what * 0x9E3779B97F4A7C15ULL) >>
                                      33);
  }

  std::uint32_t levels_;
  std::uint32_t width_;
  std::uint64_t seed_;
};

// A token walks a random graph of at most 32 vertices; some are wins. Coming back to a vertex is a draw, so
// the value of a vertex depends on the way to it, which the hash does not know.
class WalkGame {
 public:
  struct State {
    std::uint32_t seen;
    std::uint16_t vertex;
    std::uint16_t ply;
    GameStatus status;
  };

  WalkGame(std::uint32_t vertices, std::uint64_t seed) : vertices_(vertices), seed_(seed) {}

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kPerfectInformation | kDeterministic | kAlternating |
                     kCyclic | kHistoryDraws,
            .max_moves = 3,
            .max_plies = vertices_,
            .move_classes = 3,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const { return {1, 0, 0, GameStatus::kOngoing}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.ply % 2U; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status; }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    for (std::uint32_t i = 0; i < 3; ++i) out[i] = Move{i};
    return 3;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    const Player mover = to_move(s);
    s.vertex = static_cast<std::uint16_t>(draw(s.vertex, static_cast<std::uint32_t>(move)) % vertices_);
    ++s.ply;
    if ((s.seen >> s.vertex & 1U) != 0) {
      s.status = GameStatus::kDraw;
    } else if (draw(s.vertex, 7) % 5 == 0) {
      s.status = win_for(draw(s.vertex, 8) % 3 == 0 ? 1 - mover : mover);
    }
    s.seen |= 1U << s.vertex;
    return s.status;
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    return mix64(s.vertex * 2U + s.ply % 2U);
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return std::to_string(static_cast<std::uint32_t>(move));
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    return std::to_string(s.vertex) + "/" + std::to_string(s.seen) + "/" + std::to_string(s.ply);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view) const { return Error{"not needed"}; }
  [[nodiscard]] std::string board_text(const State& s) const { return position_text(s); }

 private:
  [[nodiscard]] std::uint32_t draw(std::uint32_t vertex, std::uint64_t what) const noexcept {
    return static_cast<std::uint32_t>(mix64(hash_combine(seed_, vertex * 16ULL + what)) >> 33);
  }

  std::uint32_t vertices_;
  std::uint64_t seed_;
};

OwnedGame make_game(const LayeredGame& rules);
OwnedGame make_game(const WalkGame& rules);

}  // namespace ludex::tests
