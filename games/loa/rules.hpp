// Lines of Action on n x n boards, n = 5..16 (rules.md): bitboards, line counts by mask and population count,
// connectivity by flood fill. LoaRules<SmallBits> serves boards up to 8 x 8, LoaRules<LargeBits> the others.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/game/side.hpp"
#include "core/util/hash.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "games/common/stones_observed.hpp"
#include "games/loa/bits.hpp"
#include "games/loa/evaluation.hpp"

namespace ludex::games::loa {

// Result of a move that connects both sides at once (rules.md, paragraph 6).
enum class Simultaneous { kDraw, kMoverWins };

// A move is from << 8 | to in grid cells (row * stride + column, row 0 the lowest). Nothing moves from a cell
// to itself, so 0 is the pass.
inline constexpr Move kPass{0};
[[nodiscard]] constexpr unsigned from_of(Move move) noexcept {
  return static_cast<unsigned>(move) >> 8;
}
[[nodiscard]] constexpr unsigned to_of(Move move) noexcept {
  return static_cast<unsigned>(move) & 0xFF;
}
[[nodiscard]] constexpr Move make_move(unsigned from, unsigned to) noexcept {
  return Move{from << 8 | to};
}

template <class B>
class LoaRules {
 public:
  using Offers = Extensions<Evaluate, CountMoves, Captures, Tactics, Symmetry, Features, Selective, Sgf,
                            Sides, Svg, SvgCells, OwnPlayout, OwnMoveReader>;
  static constexpr unsigned kMaxDiscs =
      2 * (B::kStride - 2);  // of one side on the largest board of this type

  struct State {
    std::array<B, 2> discs;  // by player
    std::uint64_t hash;
    std::uint16_t ply;    // even: player 0 moves
    std::uint8_t passes;  // successive passes up to now, 0..2
    std::uint8_t reserved;
    GameStatus status;
  };

  LoaRules(unsigned size, Simultaneous simultaneous, unsigned max_plies)
      : size_(size), max_plies_(max_plies), simultaneous_(simultaneous) {
    for (unsigned row = 0; row < size; ++row) {
      for (unsigned column = 0; column < size; ++column) board_.set(cell(column, row));
    }
  }

  [[nodiscard]] unsigned size() const noexcept { return size_; }
  [[nodiscard]] static constexpr unsigned cell(unsigned column, unsigned row) noexcept {
    return row * B::kStride + column;
  }

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kCyclic | kHistoryDraws | kPassPossible |
                     kPerfectInformation | kDeterministic | kAlternating,
            .max_moves = 16 * (size_ - 2),
            .max_plies = max_plies_,
            .move_classes = size_ * size_ * size_ * size_,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const;

  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.ply % 2U; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status; }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.hash; }

  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    std::uint32_t n = 0;
    for_each_move(s, [&](unsigned from, unsigned to) { out[n++] = make_move(from, to); });
    if (n == 0) out[n++] = kPass;
    return n;
  }
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept {
    if (is_over(s.status)) return 0;
    const std::uint32_t n = disc_moves(s, to_move(s));
    return n == 0 ? 1 : n;
  }

  GameStatus apply(State& s, Move move) const noexcept {
    const Player me = to_move(s);
    s.hash ^= kSideKey ^ pass_key(s.passes);
    ++s.ply;
    if (move == kPass) {
      ++s.passes;
      s.hash ^= pass_key(s.passes);
      s.status = s.passes == 2 || s.ply >= max_plies_ ? GameStatus::kDraw : GameStatus::kOngoing;
      return s.status;
    }
    const unsigned from = from_of(move);
    const unsigned to = to_of(move);
    s.passes = 0;
    s.discs[me].flip(from);
    s.discs[me].flip(to);
    s.hash ^= kKeys[me][from] ^ kKeys[me][to];
    const bool captured = s.discs[1 - me].test(to);
    if (captured) {
      s.discs[1 - me].flip(to);
      s.hash ^= kKeys[1 - me][to];
    }
    s.status = status_after(s.discs, me, captured);
    if (s.status == GameStatus::kOngoing && s.ply >= max_plies_) s.status = GameStatus::kDraw;
    return s.status;
  }

  // A class per from and to cell; the pass shares the class of the impossible move a1-a1.
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return dense(from_of(move)) * size_ * size_ + dense(to_of(move));
  }

  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    if (trace == nullptr) return play<false>(s, rng, trace);
    trace->size = 0;
    return play<true>(s, rng, trace);
  }

  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    const Player me = to_move(s);
    constexpr std::int32_t kTempo = 50;
    return 3 * (static_cast<std::int32_t>(disc_moves(s, me)) -
                static_cast<std::int32_t>(disc_moves(s, 1 - me))) +
           disc_terms(s.discs[me], size_) - disc_terms(s.discs[1 - me], size_) + kTempo;
  }
  std::uint32_t winning_moves(const State& s, Move* out) const noexcept;
  std::uint32_t captures(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    const B& enemy = s.discs[1 - to_move(s)];
    std::uint32_t n = 0;
    for_each_move(s, [&](unsigned from, unsigned to) {
      if (enemy.test(to)) out[n++] = make_move(from, to);
    });
    return n;
  }

  // Captures gain nothing by themselves: fewer discs connect sooner. Threats of the other side to connect are
  // not detected.
  [[nodiscard]] bool in_check_or_forced(const State&) const noexcept { return false; }
  void move_gains(const State& s, const Move* moves, std::uint32_t n, std::int32_t* out) const noexcept {
    const B& enemy = s.discs[1 - to_move(s)];
    for (std::uint32_t i = 0; i < n; ++i)
      out[i] = moves[i] != kPass && enemy.test(to_of(moves[i])) ? 0 : Selective::kQuiet;
  }
  bool pass(State&) const noexcept { return false; }
  [[nodiscard]] bool may_threaten(const State&, Move) const noexcept { return true; }
  [[nodiscard]] bool treat_as_draw(const State&) const noexcept { return false; }

  // The symmetries of the square that map rows to rows, and so each side to its own edges: bit 0 mirrors the
  // columns, bit 1 the rows.
  [[nodiscard]] std::uint32_t symmetries() const noexcept { return 4; }
  [[nodiscard]] State map_state(const State& s, std::uint32_t symmetry) const noexcept;
  [[nodiscard]] Move map_move(const State&, Move move, std::uint32_t symmetry) const noexcept {
    if (move == kPass) return kPass;
    return make_move(map_cell(from_of(move), symmetry), map_cell(to_of(move), symmetry));
  }

  // Sites: cells row by row from the lowest.
  [[nodiscard]] FeaturePlan feature_plan() const {
    FeaturePlan plan = stones_plan(size_, size_);
    plan.numbers = {"second player"};  // whose discs start on the left and the right
    return plan;
  }
  void observe(const State& s, Player player, std::uint8_t* codes, float* numbers) const noexcept {
    for (unsigned row = 0; row < size_; ++row) {
      for (unsigned column = 0; column < size_; ++column) {
        const unsigned c = cell(column, row);
        *codes++ = stone_code(s.discs[0].test(c) ? 1 : s.discs[1].test(c) ? 2 : 0, player);
      }
    }
    numbers[0] = player == 1 ? 1 : 0;
  }
  [[nodiscard]] MoveSites move_sites(const State&, Move move) const noexcept {
    if (move == kPass) return {};
    return {dense(from_of(move)), dense(to_of(move))};
  }
  [[nodiscard]] std::uint32_t map_site(std::uint32_t site, std::uint32_t symmetry) const noexcept {
    return dense(map_cell(cell(site % size_, site / size_), symmetry));
  }

  // Text (notation.cpp).
  [[nodiscard]] std::string move_text(const State& s, Move move) const;
  [[nodiscard]] Result<Move> parse_move(const State& s, std::string_view text) const;
  [[nodiscard]] std::string position_text(const State& s) const;
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;
  [[nodiscard]] std::string board_text(const State& s) const;
  [[nodiscard]] static Side side(const State&, Player p) noexcept {
    return p == 0 ? sides::kBlack : sides::kWhite;
  }
  [[nodiscard]] std::string svg(const State& s, Move last) const;
  [[nodiscard]] std::string svg_cells(const State& s) const;
  [[nodiscard]] std::string svg_move_cells(const State& s, Move move) const;
  // https://www.red-bean.com/sgf/loa.html: points as here, a capture with ':'.
  static constexpr std::uint32_t kSgfGame = 9;
  [[nodiscard]] std::string sgf_move(const State& s, Move move) const;
  [[nodiscard]] std::string sgf_setup(const State& s) const;
  [[nodiscard]] std::string sgf_size() const { return std::to_string(size_); }

 private:
  static constexpr std::uint64_t kSideKey = mix64(0x4C4F41);
  static constexpr std::array<std::array<std::uint64_t, B::kCells>, 2> kKeys{
      zobrist_keys<B::kCells>(0x4C4F4131), zobrist_keys<B::kCells>(0x4C4F4132)};
  static constexpr std::uint64_t pass_key(unsigned passes) noexcept {
    return passes == 0 ? 0 : mix64(0x4C4F4150 + passes);
  }

  [[nodiscard]] unsigned dense(unsigned c) const noexcept { return c / B::kStride * size_ + c % B::kStride; }
  [[nodiscard]] unsigned map_cell(unsigned c, std::uint32_t symmetry) const noexcept {
    unsigned column = c % B::kStride;
    unsigned row = c / B::kStride;
    if (symmetry & 1) column = size_ - 1 - column;
    if (symmetry & 2) row = size_ - 1 - row;
    return cell(column, row);
  }

  // The cell `distance` steps away in direction d, modulo the grid. A line holds at most kStride discs, so a
  // landing that wrapped around never lies on the ray.
  [[nodiscard]] static unsigned landing(unsigned from, unsigned d, unsigned distance) noexcept {
    return (from + kLines<B>.step[d] * distance) % B::kCells;
  }
  // True if the landing is on the ray, on the board, not on an own disc, and no enemy disc is in between.
  [[nodiscard]] static bool can_reach(unsigned from, unsigned d, unsigned to, const B& free,
                                      const B& enemy) noexcept {
    const B& ray = kLines<B>.ray[from][d];
    return (ray & free).test(to) && !(ray & kLines<B>.ray[to][d ^ 4] & enemy).any();
  }
  // The number of moves of `me`, without the pass, whoever is to move.
  [[nodiscard]] std::uint32_t disc_moves(const State& s, Player me) const noexcept {
    const B occupied = s.discs[0] | s.discs[1];
    const B free = board_ & ~s.discs[me];
    std::uint32_t n = 0;
    s.discs[me].for_each([&](unsigned from) {
      for (unsigned d = 0; d < 4; ++d) {
        const unsigned distance = (occupied & kLines<B>.line[from][d]).count();
        n += can_reach(from, d, landing(from, d, distance), free, s.discs[1 - me]);
        n += can_reach(from, d ^ 4, landing(from, d ^ 4, distance), free, s.discs[1 - me]);
      }
    });
    return n;
  }
  template <class F>
  void for_each_move(const State& s, F&& f) const noexcept {
    const Player me = to_move(s);
    const B occupied = s.discs[0] | s.discs[1];
    const B free = board_ & ~s.discs[me];
    s.discs[me].for_each([&](unsigned from) {
      for (unsigned d = 0; d < 4; ++d) {
        const unsigned distance = (occupied & kLines<B>.line[from][d]).count();
        for (const unsigned way : {d, d ^ 4}) {
          const unsigned to = landing(from, way, distance);
          if (can_reach(from, way, to, free, s.discs[1 - me])) f(from, to);
        }
      }
    });
  }

  // The result of a position reached by a move of `me` from one where nobody was connected: the opponent's
  // discs matter only if one was captured.
  [[nodiscard]] GameStatus status_after(const std::array<B, 2>& discs, Player me,
                                        bool captured) const noexcept {
    const bool mine = connected(discs[me]);
    const bool theirs = captured && connected(discs[1 - me]);
    if (mine && theirs) return simultaneous_ == Simultaneous::kDraw ? GameStatus::kDraw : win_for(me);
    return mine ? win_for(me) : theirs ? win_for(1 - me) : GameStatus::kOngoing;
  }
  [[nodiscard]] std::uint64_t full_hash(const State& s) const noexcept {
    std::uint64_t hash = (s.ply % 2U != 0 ? kSideKey : 0) ^ pass_key(s.passes);
    for (Player p = 0; p < 2; ++p) s.discs[p].for_each([&](unsigned c) { hash ^= kKeys[p][c]; });
    return hash;
  }

  template <bool kTraced>
  PlayoutResult play(State& s, Rng& rng, PlayoutTrace* trace) const noexcept;

  unsigned size_;
  unsigned max_plies_;
  Simultaneous simultaneous_;
  B board_;
};

template <class B>
typename LoaRules<B>::State LoaRules<B>::initial() const {
  State s{};
  for (unsigned i = 1; i + 1 < size_; ++i) {
    for (const unsigned edge : {0U, size_ - 1}) {
      s.discs[0].set(cell(i, edge));
      s.discs[1].set(cell(edge, i));
    }
  }
  s.hash = full_hash(s);
  return s;
}

// Uniform over the legal moves by rejection. A disc and a direction determine at most one move, and different
// pairs different moves, so drawing pairs until one is legal draws a legal move uniformly. After kTries
// failures it lists the moves, which finds the pass and keeps the distribution.
template <class B>
template <bool kTraced>
PlayoutResult LoaRules<B>::play(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
  constexpr unsigned kTries = 48;
  PlayoutResult result{s.status, 0};
  if (is_over(s.status)) return result;

  std::array<std::array<std::uint8_t, kMaxDiscs>, 2> list;
  std::array<std::uint8_t, B::kCells> index;  // of an occupied cell in its owner's list
  std::array<unsigned, 2> count{};
  for (Player p = 0; p < 2; ++p) {
    s.discs[p].for_each([&](unsigned c) {
      index[c] = static_cast<std::uint8_t>(count[p]);
      list[p][count[p]++] = static_cast<std::uint8_t>(c);
    });
  }

  std::array<B, 2> discs = s.discs;
  const unsigned first_ply = s.ply;
  unsigned ply = first_ply;
  unsigned passes = s.passes;
  GameStatus status = GameStatus::kOngoing;
  do {
    const Player me = ply % 2U;
    const Player other = 1 - me;
    const B occupied = discs[0] | discs[1];
    const B free = board_ & ~discs[me];
    unsigned from = 0;
    unsigned to = 0;
    bool found = false;
    for (unsigned tries = 0; tries < kTries && !found; ++tries) {
      const unsigned draw = rng.below(count[me] * 8);
      const unsigned d = draw % 8;
      from = list[me][draw / 8];
      to = landing(from, d, (occupied & kLines<B>.line[from][d % 4]).count());
      found = can_reach(from, d, to, free, discs[other]);
    }
    if (!found) [[unlikely]] {
      std::array<Move, 8 * kMaxDiscs> moves;
      s.discs = discs;
      s.ply = static_cast<std::uint16_t>(ply);
      const Move move = moves[rng.below(legal_moves(s, moves.data()))];
      from = from_of(move);
      to = to_of(move);
    }
    if constexpr (kTraced) {
      const Move move = make_move(from, to);
      record(trace, move, move_class(s, move), me);
    }
    ++ply;
    if (from == to) [[unlikely]] {
      if (++passes == 2) status = GameStatus::kDraw;
    } else {
      passes = 0;
      const bool captured = discs[other].test(to);
      if (captured) {
        discs[other].flip(to);
        const unsigned hole = index[to];
        const std::uint8_t last = list[other][--count[other]];
        list[other][hole] = last;
        index[last] = static_cast<std::uint8_t>(hole);
      }
      discs[me].flip(from);
      discs[me].flip(to);
      index[to] = index[from];
      list[me][index[to]] = static_cast<std::uint8_t>(to);
      status = status_after(discs, me, captured);
    }
    if (status == GameStatus::kOngoing && ply >= max_plies_) status = GameStatus::kDraw;
  } while (status == GameStatus::kOngoing);

  s.discs = discs;
  s.ply = static_cast<std::uint16_t>(ply);
  s.passes = static_cast<std::uint8_t>(passes);
  s.status = status;
  s.hash = full_hash(s);
  return {status, ply - first_ply};
}

template <class B>
std::uint32_t LoaRules<B>::winning_moves(const State& s, Move* out) const noexcept {
  if (is_over(s.status)) return 0;
  const Player me = to_move(s);
  // A landing disc touches at most four groups that do not touch each other, so it joins at most five groups
  // into one, its own former group included.
  constexpr unsigned kMostGroups = 5;
  B rest = s.discs[me];
  unsigned groups = 0;
  for (; rest.any() && groups <= kMostGroups; ++groups) rest = rest & ~group_of_first(rest);
  if (groups > kMostGroups) return 0;
  std::uint32_t n = 0;
  for_each_move(s, [&](unsigned from, unsigned to) {
    std::array<B, 2> discs = s.discs;
    discs[me].flip(from);
    discs[me].flip(to);
    const bool captured = discs[1 - me].test(to);
    if (captured) discs[1 - me].flip(to);
    if (status_after(discs, me, captured) == win_for(me)) out[n++] = make_move(from, to);
  });
  return n;
}

template <class B>
typename LoaRules<B>::State LoaRules<B>::map_state(const State& s, std::uint32_t symmetry) const noexcept {
  State image = s;
  for (Player p = 0; p < 2; ++p) {
    image.discs[p] = B{};
    s.discs[p].for_each([&](unsigned c) { image.discs[p].set(map_cell(c, symmetry)); });
  }
  image.hash = full_hash(image);
  return image;
}

}  // namespace ludex::games::loa
