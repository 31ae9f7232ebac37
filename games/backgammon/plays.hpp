// Plays of a roll: all of them, each resulting position once, or one of them drawn uniformly.
//
// A play is the points that its men leave, in the order of moving: five bits each, 0 behind the last;
// kLowFirst if the smaller number is played first. The number of steps, 0 to 4, follows from the roll.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/abi/types.hpp"
#include "core/util/rng.hpp"
#include "games/backgammon/men.hpp"

namespace ludex::games::backgammon {

inline constexpr std::uint32_t kLowFirst = 1U << 20;
inline constexpr Move kCannotMove{0};
// Four equal steps among fifteen men: 18 over 4.
inline constexpr std::uint32_t kMaxPlays = 3060;

struct Roll {
  std::uint32_t high;
  std::uint32_t low;
};

[[nodiscard]] constexpr std::uint32_t from_of(Move play, std::uint32_t step) noexcept {
  return static_cast<std::uint32_t>(play) >> 5 * step & 31U;
}
// The number that the step uses.
[[nodiscard]] constexpr std::uint32_t pips_of(Move play, Roll roll, std::uint32_t step) noexcept {
  const bool low_first = (static_cast<std::uint32_t>(play) & kLowFirst) != 0;
  return (step % 2 == 1) == low_first ? roll.high : roll.low;
}

// A position as the mover sees it.
class Plays {
 public:
  Plays(const Men& mover, const Men& other) noexcept
      : men_(mover),
        own_(mover.occupied()),
        open_(kPoints & ~mirrored(other.made())),
        blots_(mirrored(other.occupied() & ~other.made())) {}

  // Writes all plays and returns their number, at least 1: kCannotMove if there is no other.
  std::uint32_t list(Roll roll, Move* out) const noexcept {
    if (roll.high == roll.low) return list_doubles(roll.high, out);
    if ((own_ & bit(kBar)) != 0) return from_bar(roll, out);
    return may_bear_off() ? with_bearing_off(roll, out) : running(roll, out);
  }

  // One of them, each as likely as the others.
  Move draw(Roll roll, Rng& rng) const noexcept {
    if (roll.high == roll.low) return draw_doubles(roll.high, rng);
    const bool bar = (own_ & bit(kBar)) != 0;
    if (!bar && !may_bear_off()) return draw_running(roll, rng);
    std::array<Move, kMostResults> plays;  // uninitialised
    const std::uint32_t count = bar ? from_bar(roll, plays.data()) : with_bearing_off(roll, plays.data());
    return count == 1 ? plays[0] : plays[rng.below(count)];
  }

 private:
  // Plays with two different numbers from the bar or with men borne off.
  static constexpr std::uint32_t kMostResults = 128;

  [[nodiscard]] static constexpr Move play(std::uint32_t first, std::uint32_t second,
                                           std::uint32_t order = 0) noexcept {
    return Move{first | second << 5 | order};
  }
  template <class F>
  static void for_each(std::uint32_t set, F&& f) noexcept {
    for (; set != 0; set &= set - 1) f(static_cast<std::uint32_t>(std::countr_zero(set)));
  }
  [[nodiscard]] static std::uint32_t nth(std::uint32_t set, std::uint32_t n) noexcept {
    for (; n > 0; --n) set &= set - 1;
    return static_cast<std::uint32_t>(std::countr_zero(set));
  }
  [[nodiscard]] static std::uint32_t size(std::uint32_t set) noexcept {
    return static_cast<std::uint32_t>(std::popcount(set));
  }

  // Points whose men may take one step; `own`: the mover's points.
  [[nodiscard]] std::uint32_t sources(std::uint32_t own, std::uint32_t pips) const noexcept {
    const std::uint32_t steps = own & (open_ << pips);
    if ((own & ~kHome) != 0) return (own & bit(kBar)) != 0 ? steps & bit(kBar) : steps;
    // Exactly, or from the highest point if none is as high as the number.
    const std::uint32_t off = (own >> pips) <= 1 ? std::bit_floor(own) : 0U;
    return steps | (own & bit(pips)) | off;
  }
  // Whether the first of two different numbers may bring the last man home.
  [[nodiscard]] bool may_bear_off() const noexcept { return men_.count_in(~kHome) <= 1; }

  // Two different numbers, no man on the bar, none borne off. Two men move, or one man by both numbers; that
  // is one result if it hits no blot on its way, and one for each blot.
  struct Running {
    std::uint32_t high;      // sources of the larger number
    std::uint32_t low;       // of the smaller one
    std::uint32_t quiet;     // men that can move by both and hit nothing on the way
    std::uint32_t hit_high;  // that hit after the larger number
    std::uint32_t hit_low;   // after the smaller one
  };
  [[nodiscard]] Running running_sets(Roll roll) const noexcept {
    const std::uint32_t both = own_ & (open_ << (roll.high + roll.low));
    const std::uint32_t calm = open_ & ~blots_;
    return {own_ & (open_ << roll.high), own_ & (open_ << roll.low),
            both & (calm << roll.high | calm << roll.low), both & (blots_ << roll.high),
            both & (blots_ << roll.low)};
  }
  // Sources of the smaller number for a second man; a man of another point that completes or begins the way
  // of the first makes the position that one man by both numbers makes.
  [[nodiscard]] std::uint32_t partners(const Running& sets, Roll roll, std::uint32_t from) const noexcept {
    const std::uint32_t alone = bit(from) & ~men_.made();
    return sets.low & ~(bit(from) >> roll.high | bit(from) << roll.low | alone);
  }
  [[nodiscard]] Move quiet_play(Roll roll, std::uint32_t from) const noexcept {
    const bool by_high = ((open_ & ~blots_) >> (from - roll.high) & 1U) != 0;
    return by_high ? play(from, from - roll.high) : play(from, from - roll.low, kLowFirst);
  }
  std::uint32_t running(Roll roll, Move* out) const noexcept {
    const Running sets = running_sets(roll);
    std::uint32_t n = 0;
    for_each(sets.high, [&](std::uint32_t a) {
      for_each(partners(sets, roll, a), [&](std::uint32_t b) { out[n++] = play(a, b); });
    });
    for_each(sets.quiet, [&](std::uint32_t from) { out[n++] = quiet_play(roll, from); });
    for_each(sets.hit_high, [&](std::uint32_t from) { out[n++] = play(from, from - roll.high); });
    for_each(sets.hit_low, [&](std::uint32_t from) { out[n++] = play(from, from - roll.low, kLowFirst); });
    return n != 0 ? n : single(sets.high, sets.low, out);
  }
  Move draw_running(Roll roll, Rng& rng) const noexcept {
    const Running sets = running_sets(roll);
    std::array<std::uint32_t, 16> rows;  // uninitialised; at most fifteen points
    std::uint32_t total = size(sets.quiet) + size(sets.hit_high) + size(sets.hit_low);
    std::uint32_t n = 0;
    for_each(sets.high, [&](std::uint32_t a) { total += size(rows[n++] = partners(sets, roll, a)); });
    if (total == 0) {
      std::array<Move, kMen> plays;
      return plays[rng.below(single(sets.high, sets.low, plays.data()))];
    }
    std::uint32_t left = rng.below(total);
    const auto within = [&](std::uint32_t set) {
      const bool here = left < size(set);
      if (!here) left -= size(set);
      return here;
    };
    std::uint32_t high = sets.high;
    for (std::uint32_t i = 0; i < n; ++i, high &= high - 1) {
      if (within(rows[i]))
        return play(static_cast<std::uint32_t>(std::countr_zero(high)), nth(rows[i], left));
    }
    if (within(sets.quiet)) return quiet_play(roll, nth(sets.quiet, left));
    if (within(sets.hit_high)) {
      const std::uint32_t from = nth(sets.hit_high, left);
      return play(from, from - roll.high);
    }
    const std::uint32_t from = nth(sets.hit_low, left);
    return play(from, from - roll.low, kLowFirst);
  }

  // One number only can be played: the larger one if either can.
  static std::uint32_t single(std::uint32_t high, std::uint32_t low, Move* out) noexcept {
    std::uint32_t n = 0;
    for_each(high != 0 ? high : low,
             [&](std::uint32_t from) { out[n++] = play(from, 0, high != 0 ? 0 : kLowFirst); });
    if (n == 0) out[n++] = kCannotMove;
    return n;
  }

  // Two different numbers, men on the bar: none is borne off.
  std::uint32_t from_bar(Roll roll, Move* out) const noexcept {
    const std::uint32_t high_entry = bit(kBar - roll.high) & open_;
    const std::uint32_t low_entry = bit(kBar - roll.low) & open_;
    if ((men_.made() & bit(kBar)) != 0 && high_entry != 0 && low_entry != 0) {
      out[0] = play(kBar, kBar);
      return 1;
    }
    std::uint32_t n = 0;
    if ((men_.made() & bit(kBar)) == 0) {
      const std::uint32_t others = own_ & ~bit(kBar);
      const std::uint32_t then_low = high_entry != 0 ? (others | high_entry) & (open_ << roll.low) : 0;
      std::uint32_t then_high = low_entry != 0 ? (others | low_entry) & (open_ << roll.high) : 0;
      // The man that entered moves on: the same by either entry unless it hits there.
      const bool same = (then_low & high_entry) != 0 && ((high_entry | low_entry) & blots_) == 0;
      if (same) then_high &= ~low_entry;
      for_each(then_low, [&](std::uint32_t from) { out[n++] = play(kBar, from); });
      for_each(then_high, [&](std::uint32_t from) { out[n++] = play(kBar, from, kLowFirst); });
    }
    return n != 0 ? n : single(high_entry != 0 ? bit(kBar) : 0, low_entry != 0 ? bit(kBar) : 0, out);
  }

  // Two different numbers in general. At most eight points hold men, so the results are few.
  std::uint32_t with_bearing_off(Roll roll, Move* out) const noexcept {
    std::array<Men, kMostResults> results;  // uninitialised
    std::array<std::uint32_t, kMostResults> hits;
    std::uint32_t n = 0;
    const auto hit = [&](std::uint32_t from, std::uint32_t pips) {
      return from > pips ? blots_ & bit(from - pips) : 0U;
    };
    const auto add = [&](const Men& men, std::uint32_t hitting, Move move) {
      for (std::uint32_t i = 0; i < n; ++i) {
        if (results[i] == men && hits[i] == hitting) return;
      }
      results[n] = men;
      hits[n] = hitting;
      out[n++] = move;
    };
    for (const bool low_first : {false, true}) {
      const std::uint32_t one = low_first ? roll.low : roll.high;
      const std::uint32_t two = low_first ? roll.high : roll.low;
      for_each(sources(own_, one), [&](std::uint32_t a) {
        Men after = men_;
        after.advance(a, one);
        for_each(sources(after.occupied(), two), [&](std::uint32_t b) {
          Men end = after;
          end.advance(b, two);
          add(end, hit(a, one) | hit(b, two), play(a, b, low_first ? kLowFirst : 0));
        });
      });
    }
    return n != 0 ? n : single(sources(own_, roll.high), sources(own_, roll.low), out);
  }

  // Doubles: up to four equal steps. Taken from the highest point down, different steps make different
  // positions, and what is possible in any order is possible in this one.
  // `leaves(points, sources)` gets three steps and the sources of the fourth; `out` the plays that are
  // shorter.
  template <class Leaves>
  struct Doubles {
    const Plays& plays;
    std::uint32_t pips;
    Leaves leaves;
    Move* out;
    std::uint32_t count = 0;
    std::uint32_t steps = 0;  // of the longest plays so far; shorter ones are not allowed

    void end(std::uint32_t points, std::uint32_t length) noexcept {
      if (length < steps) return;
      if (length > steps) count = 0;
      steps = length;
      out[count++] = Move{points};
    }
    // The third step changes two points, and the fourth needs no counts.
    void third(const Men& men, std::uint32_t left, std::uint32_t points) noexcept {
      const std::uint32_t own = men.occupied();
      const std::uint32_t single = own & ~men.made();
      for_each(left, [&](std::uint32_t from) {
        const std::uint32_t next = (own & ~(single & bit(from))) | (from > pips ? bit(from - pips) : 0U);
        const std::uint32_t fourth = plays.sources(next, pips) & (bit(from) | (bit(from) - 1));
        const std::uint32_t longer = points | from << 10;
        if (fourth == 0) return end(longer, 3);
        steps = 4;
        leaves(longer, fourth);
      });
    }
    template <std::uint32_t length>
    void extend(const Men& men, std::uint32_t below, std::uint32_t points) noexcept {
      const std::uint32_t left = plays.sources(men.occupied(), pips) & below;
      if (left == 0) return end(points, length);
      if constexpr (length == 2) {
        third(men, left, points);
      } else {
        for_each(left, [&](std::uint32_t from) {
          Men next = men;
          next.advance(from, pips);
          extend<length + 1>(next, bit(from) | (bit(from) - 1), points | from << 5 * length);
        });
      }
    }
  };
  template <class Leaves>
  Doubles<Leaves> doubles(std::uint32_t pips, Move* out, Leaves leaves) const noexcept {
    Doubles<Leaves> search{*this, pips, leaves, out};
    search.template extend<0>(men_, ~0U, 0);
    return search;
  }
  [[nodiscard]] static Move with_fourth(std::uint32_t points, std::uint32_t from) noexcept {
    return Move{points | from << 15};
  }
  std::uint32_t list_doubles(std::uint32_t pips, Move* out) const noexcept {
    std::uint32_t n = 0;
    const auto search = doubles(pips, out, [&](std::uint32_t points, std::uint32_t left) {
      for_each(left, [&](std::uint32_t from) { out[n++] = with_fourth(points, from); });
    });
    return search.steps == 4 ? n : search.count;
  }
  Move draw_doubles(std::uint32_t pips, Rng& rng) const noexcept {
    constexpr std::uint32_t kMostThree = 680;  // 17 over 3
    struct Leaves {
      std::uint32_t points;
      std::uint32_t sources;
    };
    std::array<Leaves, kMostThree> found;  // uninitialised
    std::array<Move, kMostThree> shorter;
    std::uint32_t n = 0;
    std::uint32_t total = 0;
    const auto search = doubles(pips, shorter.data(), [&](std::uint32_t points, std::uint32_t left) {
      found[n++] = {points, left};
      total += size(left);
    });
    if (total == 0) return shorter[rng.below(search.count)];
    std::uint32_t left = rng.below(total);
    for (const Leaves* at = found.data();; ++at) {
      if (left < size(at->sources)) return with_fourth(at->points, nth(at->sources, left));
      left -= size(at->sources);
    }
  }

  Men men_;
  std::uint32_t own_;
  std::uint32_t open_;   // where a man may land
  std::uint32_t blots_;  // the opponent's single men
};

}  // namespace ludex::games::backgammon
