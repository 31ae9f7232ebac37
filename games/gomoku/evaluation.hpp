// Static evaluation of Gomoku in hundredths of about an open two: every window of five cells that holds
// stones of only one side is a chance for it; rules.md has the weights. Counts all windows at once, on
// bitboards.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/game/extensions.hpp"
#include "core/util/offers.hpp"
#include "games/common/gtp.hpp"
#include "games/common/line_game.hpp"
#include "games/common/sgf.hpp"

namespace ludex::games::gomoku {

template <std::size_t W>
class GomokuRules : public LineGameRules<W> {
 public:
  using Base = LineGameRules<W>;
  using Offers = Extensions<typename Base::Offers, Evaluate, Gtp, Sgf>;
  using State = typename Base::State;
  using Board = typename Base::Board;

  explicit GomokuRules(const LineGameSpec& spec)
      : Base(spec), steps_{1, spec.width + 1, spec.width + 2, spec.width} {
    Board board;
    for (std::uint32_t y = 0; y < spec.height; ++y) {
      for (std::uint32_t x = 0; x < spec.width; ++x) board.set(y * (spec.width + 1) + x);
    }
    for (std::size_t d = 0; d < steps_.size(); ++d) {
      windows_[d] = board;
      for (std::uint32_t i = 1; i < kFive; ++i) windows_[d] &= board.down(i * steps_[d]);
    }
  }

  // For the mover, whose threats come first: he has the greater weights.
  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    const Player me = s.ply % 2;
    const Counts own = chances(s.stones[me], s.stones[1 - me]);
    const Counts other = chances(s.stones[1 - me], s.stones[me]);
    std::int32_t score = 0;
    for (std::size_t n = 1; n < kFive; ++n) score += kMover[n] * own[n] - kWaiting[n] * other[n];
    return std::clamp(score, -29000, 29000);
  }

  // Vertices of GTP (version 2, section 2.11): columns without the letter i, rows from below.
  [[nodiscard]] char gtp_color(const State& s) const noexcept { return s.ply % 2 == 0 ? 'b' : 'w'; }
  [[nodiscard]] std::string gtp_move(const State& s, Move move) const {
    std::string text = Base::move_text(s, move);
    if (text[0] >= 'i') ++text[0];
    return text;
  }
  [[nodiscard]] Result<Move> parse_gtp_move(const State& s, std::string_view text) const {
    std::string wanted(text);
    if (wanted.empty()) return Error{"the vertex is missing"};
    if (wanted[0] >= 'A' && wanted[0] <= 'Z') wanted[0] = static_cast<char>(wanted[0] - 'A' + 'a');
    if (wanted[0] == 'i') return Error{"'" + std::string(text) + "': vertices of GTP have no column i"};
    if (wanted[0] > 'i') --wanted[0];
    auto move = Base::parse_move(s, wanted);
    if (!move) return Error{"'" + std::string(text) + "' is not a vertex of the board"};
    return move;
  }
  [[nodiscard]] Result<std::string> gtp_setup(const State& s) const {
    GtpSetup setup(gtp_board_size());
    for (Player p = 0; p < 2; ++p)
      s.stones[p].for_each([&](std::uint32_t cell) { setup.play(p == 0, gtp_move(s, Move{cell})); });
    return std::move(setup).text();
  }
  [[nodiscard]] std::string gtp_board_size() const { return std::to_string(steps_[3]); }

  // FF[4] has a number for Gomoku but no texts of its own: points are those of Go.
  static constexpr std::uint32_t kSgfGame = 4;
  [[nodiscard]] std::string sgf_move(const State&, Move move) const {
    const auto stride = steps_[1];
    const auto cell = static_cast<std::uint32_t>(move);
    return sgf_point(cell % stride, stride - 2 - cell / stride);
  }
  [[nodiscard]] std::string sgf_setup(const State& s) const {
    SgfSetup setup;
    for (Player p = 0; p < 2; ++p)
      s.stones[p].for_each([&](std::uint32_t cell) { setup.add(p, sgf_move(s, Move{cell})); });
    return setup.text(s.ply % 2);
  }
  [[nodiscard]] std::string sgf_size() const { return gtp_board_size(); }

 private:
  static constexpr std::uint32_t kFive = 5;
  using Counts =
      std::array<std::int32_t, kFive>;  // [stones]: windows with so many of one side, none of the other
  static constexpr Counts kMover{0, 4, 20, 120, 4000};
  static constexpr Counts kWaiting{0, 3, 14, 70, 600};

  [[nodiscard]] Counts chances(const Board& own, const Board& other) const noexcept {
    Counts counts{};
    for (std::size_t d = 0; d < steps_.size(); ++d) {
      // A binary counter of three bits per window: the stones on its five cells.
      Board ones, twos, fours, blocked;
      for (std::uint32_t i = 0; i < kFive; ++i) {
        const Board stones = own.down(i * steps_[d]);
        const Board carry = ones & stones;
        for (std::size_t w = 0; w < W; ++w) {
          ones.word[w] ^= stones.word[w];
          fours.word[w] |= twos.word[w] & carry.word[w];
          twos.word[w] ^= carry.word[w];
        }
        blocked |= other.down(i * steps_[d]);
      }
      const Board open = windows_[d].without(blocked);
      for (std::size_t w = 0; w < W; ++w) {
        const std::uint64_t one = ones.word[w] & open.word[w];
        const std::uint64_t two = twos.word[w] & open.word[w];
        counts[1] += std::popcount(one & ~two & ~fours.word[w]);
        counts[2] += std::popcount(two & ~one);
        counts[3] += std::popcount(one & two);
        counts[4] += std::popcount(fours.word[w] & open.word[w] & ~one);
      }
    }
    return counts;
  }

  std::array<std::uint32_t, 4> steps_;
  std::array<Board, 4> windows_;  // [direction]: cells where a window of five starts that lies on the board
};

}  // namespace ludex::games::gomoku
