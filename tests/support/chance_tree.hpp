// An artificial game of 2 to 8 players with chance: a random layered graph, small enough for exhaustive
// search.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/util/hash.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::tests {

// Level by level, `width` positions each; moves, movers, outcomes, probabilities, results and evaluations are
// a hash of the seed. Many paths meet in one position, and players do not alternate. With two players the
// game is zero-sum with draws; with more, the winner gets 1 and each other player -1, -0.5 or 0.
class ChanceTree {
 public:
  using Offers = Extensions<Chance, Evaluate, OwnReturns>;
  struct State {
    std::uint32_t level;
    std::uint32_t place;
  };
  struct Shape {
    std::uint32_t levels = 6;  // plies of the longest game
    std::uint32_t width = 16;  // positions of a level
    std::uint32_t players = 2;
    std::uint32_t chance_percent = 40;  // positions where chance decides; 0: the game is deterministic
    std::uint32_t max_outcomes = 4;     // 1: chance has no choice
  };

  ChanceTree(const Shape& shape, std::uint64_t seed) : shape_(shape), seed_(seed) {}

  [[nodiscard]] GameTraits traits() const {
    const std::uint32_t chance = shape_.chance_percent == 0 ? kDeterministic : 0U;
    const std::uint32_t sum = shape_.players == 2 ? kZeroSum : 0U;
    return {.players = shape_.players,
            .flags = sum | chance | kDrawsPossible | kPerfectInformation,
            .max_moves = kMostMoves,
            .max_plies = shape_.levels,
            .move_classes = kMostMoves * shape_.levels,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const { return {0, 0}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept {
    // Player 0 makes the first move.
    const bool rolls_first = draw({0, 0}, 1) % 100 < shape_.chance_percent;
    if (s.level == 0) return rolls_first ? kChance : 0;
    if (s.level == 1 && rolls_first) return 0;
    return draw(s, 1) % 100 < shape_.chance_percent ? kChance : draw(s, 2) % shape_.players;
  }
  // One position in six is an end, and all of the last level. The first two levels have none.
  [[nodiscard]] GameStatus status(const State& s) const noexcept {
    if (s.level <= 1 || (s.level < shape_.levels && draw(s, 3) % 6 != 0)) return GameStatus::kOngoing;
    return static_cast<GameStatus>(1 + draw(s, 4) % (shape_.players + 1));
  }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is_over(status(s))) return 0;
    const std::uint32_t count = choices(s);
    for (std::uint32_t i = 0; i < count; ++i) out[i] = Move{i};
    return count;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    s.place = draw(s, 16 + static_cast<std::uint32_t>(move)) % shape_.width;
    ++s.level;
    return status(s);
  }
  void returns(const State& s, float* out) const noexcept {
    const Player winner = winner_of(status(s));
    for (Player p = 0; p < shape_.players; ++p) {
      const float loss = shape_.players == 2 ? -1.0F : -0.5F * static_cast<float>(draw(s, 32 + p) % 3);
      out[p] = winner == kNobody ? 0.0F : winner == p ? 1.0F : loss;
    }
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    return mix64(s.level * 65536ULL + s.place);
  }
  [[nodiscard]] std::uint32_t move_class(const State& s, Move move) const noexcept {
    return s.level * kMostMoves + static_cast<std::uint32_t>(move);
  }
  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    return static_cast<std::int32_t>(draw(s, 5) % 201) - 100;
  }

  [[nodiscard]] std::uint32_t max_outcomes() const noexcept { return shape_.max_outcomes; }
  std::uint32_t outcome_probabilities(const State& s, double* out) const noexcept {
    const std::uint32_t count = choices(s);
    double sum = 0;
    for (std::uint32_t i = 0; i < count; ++i) sum += out[i] = weight(s, i);
    for (std::uint32_t i = 0; i < count; ++i) out[i] /= sum;
    return count;
  }
  Move draw_outcome(const State& s, Rng& rng) const noexcept {
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < choices(s); ++i) sum += weight(s, i);
    std::uint32_t left = rng.below(sum);
    std::uint32_t i = 0;
    for (; left >= weight(s, i); ++i) left -= weight(s, i);
    return Move{i};
  }

  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return std::to_string(static_cast<std::uint32_t>(move));
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    return std::to_string(s.level) + "/" + std::to_string(s.place);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    State state{};
    const char* const end = text.data() + text.size();
    const auto level = std::from_chars(text.data(), end, state.level);
    if (level.ec != std::errc() || level.ptr == end || *level.ptr != '/')
      return Error{"expected LEVEL/PLACE"};
    const auto place = std::from_chars(level.ptr + 1, end, state.place);
    if (place.ec != std::errc() || place.ptr != end || state.level > shape_.levels ||
        state.place >= shape_.width)
      return Error{"expected LEVEL/PLACE"};
    return state;
  }
  [[nodiscard]] std::string board_text(const State& s) const { return position_text(s) + "\n"; }

 private:
  static constexpr std::uint32_t kMostMoves = 4;

  [[nodiscard]] std::uint32_t choices(const State& s) const noexcept {
    return 1 + draw(s, 6) % (to_move(s) == kChance ? shape_.max_outcomes : kMostMoves);
  }
  // Of an outcome, 1 to 4.
  [[nodiscard]] std::uint32_t weight(const State& s, std::uint32_t outcome) const noexcept {
    return 1 + draw(s, 48 + outcome) % 4;
  }
  [[nodiscard]] std::uint32_t draw(const State& s, std::uint64_t what) const noexcept {
    return static_cast<std::uint32_t>(mix64(hash_combine(seed_, hash(s)) + what * 0x9E3779B97F4A7C15ULL) >>
                                      33);
  }

  Shape shape_;
  std::uint64_t seed_;
};

}  // namespace ludex::tests
