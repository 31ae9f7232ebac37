// Moves of draughts with short kings: steps by whole sets, jumps by depth-first search from the few pieces
// that can jump.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/abi/types.hpp"
#include "games/checkers/board.hpp"

namespace ludex::games::checkers {

// A move is its path: bits 0-4 the origin, 5-8 the number of jumps (0: a step), from bit 9 two bits per
// direction. No path has more than nine jumps: a jumping piece stays on 16 squares of equal row and column
// parity, of which it can reach 8, joined by 9 diagonals.
class Path {
 public:
  static constexpr unsigned kMaxJumps = 9;

  constexpr explicit Path(Move move) noexcept : code_(static_cast<std::uint32_t>(move)) {}
  static constexpr Path step(unsigned origin, unsigned direction) noexcept {
    return Path(origin | direction << kShift);
  }
  static constexpr Path from(unsigned origin) noexcept { return Path(origin); }
  [[nodiscard]] constexpr Path jumped(unsigned direction) const noexcept {
    return Path((code_ + (1U << 5)) | direction << (kShift + 2 * jumps()));
  }

  [[nodiscard]] constexpr unsigned origin() const noexcept { return code_ & 31U; }
  [[nodiscard]] constexpr unsigned jumps() const noexcept { return code_ >> 5 & 15U; }
  [[nodiscard]] constexpr unsigned direction(unsigned i) const noexcept {
    return code_ >> (kShift + 2 * i) & 3U;
  }
  [[nodiscard]] constexpr Move move() const noexcept { return Move{code_}; }

 private:
  static constexpr unsigned kShift = 9;
  constexpr explicit Path(std::uint32_t code) noexcept : code_(code) {}

  std::uint32_t code_;
};

// Effect of a move on the board.
struct Effect {
  Board from;
  Board to;
  Board captured;
};

[[nodiscard]] constexpr Effect effect_of(Path path) noexcept {
  Effect effect{Board{1} << path.origin(), Board{1} << path.origin(), 0};
  if (path.jumps() == 0) effect.to = step(effect.from, path.direction(0));
  for (unsigned i = 0; i < path.jumps(); ++i) {
    const Board middle = step(effect.to, path.direction(i));
    effect.captured |= middle;
    effect.to = step(middle, path.direction(i));
  }
  return effect;
}

struct Capture {
  Effect effect;
  Path path;
};

// An upper bound of the captures, and of the steps, of any position with at most 12 pieces per side. Steps:
// 12 kings in four directions. Captures: exhaustive search over the 8-square graphs above gives 17 paths with
// 9 capturable pieces, and fewer than 1.5 paths per piece below that.
inline constexpr std::size_t kMaxMoves = 48;

class CaptureList {
 public:
  // With `merge`, skips a path to the same end over the same pieces as an earlier one.
  explicit CaptureList(bool merge) noexcept : merge_(merge) {}

  void add(const Effect& effect, Path path) noexcept {
    // Two different paths over one set need a closed loop, hence four jumps.
    if (merge_ && path.jumps() >= 4) {
      for (std::size_t i = 0; i < size_; ++i) {
        const Effect& known = items_[i].effect;
        if (known.from == effect.from && known.to == effect.to && known.captured == effect.captured) return;
      }
    }
    items_[size_++] = {effect, path};
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  const Capture& operator[](std::size_t i) const noexcept { return items_[i]; }
  [[nodiscard]] const Capture* begin() const noexcept { return items_; }
  [[nodiscard]] const Capture* end() const noexcept { return items_ + size_; }

 private:
  bool merge_;
  std::size_t size_ = 0;
  union {
    Capture items_[kMaxMoves];  // not initialised: lists are short
  };
};

// The pieces of a side that can step, or jump, in each direction.
using Mobile = std::array<Board, 4>;

[[nodiscard]] constexpr Board any(const Mobile& mobile) noexcept {
  return mobile[0] | mobile[1] | mobile[2] | mobile[3];
}

template <class V>
class Generator {
 public:
  // Without `kings` the side has none: skips the directions in which only kings move.
  template <Player side, bool kings = true>
  [[nodiscard]] static constexpr Mobile steps(const Position& p) noexcept {
    const Board empty = p.empty();
    const Board own = p.pieces[side];
    Mobile mobile{};
    for (const unsigned d : kDirections) {
      if (!kings && (V::kManSteps[side] >> d & 1U) == 0) continue;
      mobile[d] = steppers((V::kManSteps[side] >> d & 1U) != 0 ? own : own & p.kings, empty, d);
    }
    return mobile;
  }
  template <Player side, bool kings = true>
  [[nodiscard]] static constexpr Mobile jumps(const Position& p) noexcept {
    const Board empty = p.empty();
    const Board own = p.pieces[side];
    Mobile mobile{};
    for (const unsigned d : kDirections) {
      if (!kings && (V::kManJumps[side] >> d & 1U) == 0) continue;
      mobile[d] =
          jumpers((V::kManJumps[side] >> d & 1U) != 0 ? own : own & p.kings, p.pieces[1 - side], empty, d);
    }
    return mobile;
  }
  [[nodiscard]] static constexpr bool can_move(const Position& p, Player side) noexcept {
    return side == 0 ? any(steps<0>(p)) != 0 || any(jumps<0>(p)) != 0
                     : any(steps<1>(p)) != 0 || any(jumps<1>(p)) != 0;
  }

  // Counts the opponent's steps after all steps in `mobile` that leave it no jump, and removes these from
  // `mobile`. Precondition: neither side can jump. Then a jump arises only over the piece on its new square,
  // or onto its old square; of the opponent's steps, those to the new square vanish, and those to the old
  // square appear.
  template <Player side>
  [[nodiscard]] static constexpr std::uint64_t quiet_replies(const Position& p, Mobile& mobile) noexcept {
    const Board empty = p.empty();
    const Board own = p.pieces[side];
    const Board they = p.pieces[1 - side];
    Mobile step_on{};      // squares that their steps lead to, occupied or not
    Mobile jump_over{};    // of those whose pieces may jump
    Mobile land_on{};      // behind own pieces over which those jump, occupied or not
    Mobile room_behind{};  // squares with an empty one behind them
    unsigned all = 0;
    for (const unsigned e : kDirections) {
      step_on[e] = step((V::kManSteps[1 - side] >> e & 1U) != 0 ? they : they & p.kings, e);
      jump_over[e] = step((V::kManJumps[1 - side] >> e & 1U) != 0 ? they : they & p.kings, e);
      land_on[e] = step(jump_over[e] & own, e);
      room_behind[e] = steppers(~Board{0}, empty, e);
      all += static_cast<unsigned>(std::popcount(step_on[e] & empty));
    }
    std::uint64_t sum = 0;
    for (const unsigned d : kDirections) {
      if (mobile[d] == 0) continue;
      const Board targets = std::rotl(mobile[d], kRotation[d]);
      Board jumped = 0;  // of the targets
      Board landed = 0;  // of the origins
      for (const unsigned e : kDirections) {
        const bool back = (d ^ e) == 2;
        jumped |= targets & jump_over[e] & (back ? ~Board{0} : room_behind[e]);
        if (!back) landed |= mobile[d] & land_on[e];
      }
      const Board loud = landed | std::rotr(jumped, kRotation[d]);
      const Board quiet = mobile[d] & ~loud;
      sum += std::uint64_t{all} * static_cast<unsigned>(std::popcount(quiet));
      for (const unsigned e : kDirections) {
        sum += static_cast<unsigned>(std::popcount(quiet & step_on[e]));
        sum -= static_cast<unsigned>(std::popcount(std::rotl(quiet, kRotation[d]) & step_on[e]));
      }
      mobile[d] = loud;
    }
    return sum;
  }

  // The number of captures that start with the given jumps if all are by men that move forward only and none
  // continues after the first jump. Else 0.
  template <Player side>
  [[nodiscard]] static constexpr unsigned count_single(const Position& p, const Mobile& first) noexcept {
    constexpr unsigned directions = V::kManJumps[side];
    if (directions != kDownward && directions != kUpward) return 0;
    Board landed = 0;
    unsigned count = 0;
    for (const unsigned d : kDirections) {
      if ((directions >> d & 1U) == 0) continue;
      landed |= std::rotl(first[d], 2 * kRotation[d]);
      count += static_cast<unsigned>(std::popcount(first[d]));
    }
    Board on = any(first) & p.kings;
    for (const unsigned d : kDirections) {
      if ((directions >> d & 1U) != 0) on |= jumpers(landed, p.pieces[1 - side], p.empty(), d);
    }
    return on == 0 ? count : 0;
  }

  // All captures that start with the given jumps.
  template <Player side>
  static void captures(const Position& p, const Mobile& first, CaptureList& out) noexcept {
    for (const unsigned d : kDirections) {
      for (Board left = first[d]; left != 0; left &= left - 1) {
        const Board from = left & (0U - left);
        const Path path = Path::from(static_cast<unsigned>(std::countr_zero(from)));
        // The origin counts as empty, so that a king may return to it or pass over it.
        const Board empty = p.empty() | from;
        const bool king = (p.kings & from) != 0;
        extend<side>({from, from, 0}, path, d, king, p.pieces[1 - side], empty, out);
      }
    }
  }

  // Plays the move; the piece is crowned if it ends on its king row (WCDF 1.16).
  template <Player side>
  static constexpr void play(Position& p, const Effect& e) noexcept {
    const Board crowned = (p.kings & e.from) != 0 ? e.to : e.to & kKingRow[side];
    p.pieces[side] = (p.pieces[side] & ~e.from) | e.to;
    p.pieces[1 - side] &= ~e.captured;
    p.kings = (p.kings & ~(e.from | e.captured)) | crowned;
  }

 private:
  // Jumps from e.to in direction d, then continues wherever it can. A piece is jumped at most once and leaves
  // the board after the move (WCDF 1.19, 1.20); it cannot block the path, for it is on squares of the other
  // parity.
  template <Player side>
  static void extend(Effect e, Path path, unsigned d, bool king, Board enemies, Board empty,
                     CaptureList& out) noexcept {
    const Board middle = step(e.to, d);
    e.captured |= middle;
    e.to = step(middle, d);
    path = path.jumped(d);
    enemies ^= middle;
    bool last = true;
    if (king || !V::kCrowningEndsMove || (e.to & kKingRow[side]) == 0) {
      const unsigned directions = king ? kAllDirections : V::kManJumps[side];
      for (const unsigned next : kDirections) {
        if ((directions >> next & 1U) == 0 || jumpers(e.to, enemies, empty, next) == 0) continue;
        last = false;
        extend<side>(e, path, next, king, enemies, empty, out);
      }
    }
    if (last) out.add(e, path);
  }
};

}  // namespace ludex::games::checkers
