// Knightthrough on a board of any width and height: rules.md. Bitboards throughout.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/game/side.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "games/common/race_board.hpp"
#include "games/knightthrough/evaluation.hpp"

namespace ludex::games::knightthrough {

// W has a bit for every square of the board.
template <bits::SquareSet W>
class KnightthroughRules {
 public:
  using Offers = Extensions<Evaluate, CountMoves, Captures, Tactics, Symmetry, Selective, Sides, Svg,
                            SvgCells, OwnPlayout>;
  using State = race::State<W>;
  using Geometry = race::Geometry<W>;

  KnightthroughRules(int width, int height) : geometry_(Geometry::make(width, height)) {}

  [[nodiscard]] GameTraits traits() const {
    const auto width = static_cast<std::uint32_t>(geometry_.width);
    const auto height = static_cast<std::uint32_t>(geometry_.height);
    // A leap advances a man by at least one row; before the last one no man has reached its goal.
    const std::uint32_t leaps = 2 * width * (2 * height - 5) + 1;
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kPassPossible | kPerfectInformation | kDeterministic |
                     kAlternating,
            .max_moves = 2 * width * kDirections,
            // At most one pass before each leap, and two at the end.
            .max_plies = 2 * leaps + 2,
            .move_classes = 2 * kDirections * width * height + 1,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const {
    State s{};
    s.men = geometry_.start;
    s.hash = race::full_hash(s);
    return s;
  }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.to_move; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status(); }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.hash; }

  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (s.over != 0) return 0;
    const std::uint32_t leaps = write_moves(s, geometry_.all, out);
    if (leaps > 0) return leaps;
    out[0] = kPass;
    return 1;
  }
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept {
    if (s.over != 0) return 0;
    const std::uint32_t leaps = count_leaps(s);
    return leaps > 0 ? leaps : 1;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    if (move == kPass) {
      skip_turn(s);
      return s.status();
    }
    const Player mover = s.to_move;
    race::move_man(s, race::origin(move), race::destination(move));
    if ((s.men[mover] & geometry_.goal[mover]) != 0) s.over = static_cast<std::uint8_t>(win_for(mover));
    return s.status();
  }
  [[nodiscard]] std::uint32_t move_class(const State& s, Move move) const noexcept {
    return class_of(s.to_move, race::direction(move), race::origin(move));
  }

  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    return trace == nullptr ? play_out<false>(s, rng, nullptr) : play_out<true>(s, rng, trace);
  }

  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept { return Evaluation<W>(geometry_)(s); }

  // Leaps to the far row.
  std::uint32_t winning_moves(const State& s, Move* out) const noexcept {
    return s.over != 0 ? 0 : write_moves(s, geometry_.goal[s.to_move], out);
  }
  // Captures, and leaps to the far row.
  std::uint32_t captures(const State& s, Move* out) const noexcept {
    return s.over != 0 ? 0 : write_moves(s, geometry_.goal[s.to_move] | s.men[1U - s.to_move], out);
  }

  // True if a knight of the other side can leap to its goal.
  [[nodiscard]] bool in_check_or_forced(const State& s) const noexcept {
    const Player other = 1U - s.to_move;
    const W leaps = other == 0 ? leaps_of<0>(s.men[0]) : leaps_of<1>(s.men[1]);
    return (leaps & geometry_.goal[other] & ~s.men[other]) != 0;
  }
  // All knights are worth the same, so an exchange wins one exactly when the square has more attackers than
  // guards.
  void move_gains(const State& s, const Move* moves, std::uint32_t n, std::int32_t* out) const noexcept {
    const Player mover = s.to_move;
    const W own = s.men[mover];
    const W others = s.men[1U - mover];
    for (std::uint32_t i = 0; i < n; ++i) {
      out[i] = Selective::kQuiet;
      if (moves[i] == kPass) continue;
      const W target = bits::bit<W>(race::destination(moves[i]));
      if ((geometry_.goal[mover] & target) != 0) {
        out[i] = kGoalGain;
      } else if ((others & target) != 0) {
        const W behind = mover == 0 ? leaps_of<1>(target) : leaps_of<0>(target);
        const W ahead = mover == 0 ? leaps_of<0>(target) : leaps_of<1>(target);
        out[i] = bits::count(own & behind) > bits::count(others & ahead) ? 100 : 0;
      }
    }
  }
  // Every leap leaves something unguarded: null moves would mislead, as in Breakthrough.
  bool pass(State&) const noexcept { return false; }
  [[nodiscard]] bool may_threaten(const State&, Move) const noexcept { return true; }
  [[nodiscard]] bool treat_as_draw(const State&) const noexcept { return false; }

  // The identity and the mirror image left to right.
  [[nodiscard]] std::uint32_t symmetries() const { return 2; }
  [[nodiscard]] State map_state(const State& s, std::uint32_t symmetry) const noexcept {
    return symmetry == 0 ? s : race::mirrored(geometry_, s);
  }
  [[nodiscard]] Move map_move(const State&, Move move, std::uint32_t symmetry) const noexcept {
    if (symmetry == 0 || move == kPass) return move;
    return race::make_move(race::mirrored_square(geometry_, race::origin(move)),
                           race::mirrored_square(geometry_, race::destination(move)),
                           kDirections - 1 - race::direction(move));
  }

  [[nodiscard]] std::string move_text(const State&, Move move) const {
    if (move == kPass) return "pass";
    return race::square_text(geometry_, race::origin(move)) +
           race::square_text(geometry_, race::destination(move));
  }
  [[nodiscard]] std::string position_text(const State& s) const { return race::position_text(geometry_, s); }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    auto parsed = race::parse_position(geometry_, text);
    if (!parsed) return parsed;
    State s = *parsed;
    const Player waiting = 1U - s.to_move;
    if ((s.men[waiting] & geometry_.goal[waiting]) != 0) s.over = static_cast<std::uint8_t>(win_for(waiting));
    if (s.passes != 0) {
      if (s.over != 0 || !stuck(s))
        return Error{"field 4 is not -, but that is for positions where neither side can move"};
      if (s.passes == 2) s.over = static_cast<std::uint8_t>(GameStatus::kDraw);
    }
    return s;
  }
  [[nodiscard]] std::string board_text(const State& s) const { return race::board_text(geometry_, s); }
  [[nodiscard]] static Side side(const State&, Player p) noexcept {
    return p == 0 ? sides::kWhite : sides::kBlack;
  }
  [[nodiscard]] std::string svg(const State& s, Move last) const { return race::svg(geometry_, s, last); }
  [[nodiscard]] std::string svg_cells(const State&) const {
    return race::svg_cells(geometry_.width, geometry_.height);
  }
  [[nodiscard]] std::string svg_move_cells(const State&, Move move) const {
    return race::svg_move_cells(geometry_, move);
  }

 private:
  static constexpr int kDirections = 4;
  // Columns to the right and rows forward, as the first player sees it.
  static constexpr std::array<std::array<int, 2>, kDirections> kLeaps{{{-2, 1}, {-1, 2}, {1, 2}, {2, 1}}};
  static constexpr Move kPass = race::make_move(0, 0, kDirections);

  // The squares that men can reach by each leap.
  using Targets = std::array<W, kDirections>;
  static constexpr std::int32_t kGoalGain = 5000;

  template <Player P>
  [[nodiscard]] W leaps_of(W men) const noexcept {
    const auto& g = geometry_;
    return (race::advance<W, P>(g, men, -2, 1) | race::advance<W, P>(g, men, -1, 2) |
            race::advance<W, P>(g, men, 1, 2) | race::advance<W, P>(g, men, 2, 1)) &
           g.all;
  }

  template <Player P>
  [[nodiscard]] Targets targets(W own) const noexcept {
    const Geometry& g = geometry_;
    const W open = g.all & ~own;
    return {race::advance<W, P>(g, own, -2, 1) & open, race::advance<W, P>(g, own, -1, 2) & open,
            race::advance<W, P>(g, own, 1, 2) & open, race::advance<W, P>(g, own, 2, 1) & open};
  }
  template <Player P>
  [[nodiscard]] int distance(int direction) const noexcept {
    const auto& leap = kLeaps[static_cast<std::size_t>(direction)];
    return race::distance<W, P>(geometry_, leap[0], leap[1]);
  }
  // All passes share the last class.
  [[nodiscard]] std::uint32_t class_of(Player mover, int direction, int from) const noexcept {
    const auto squares = static_cast<std::uint32_t>(geometry_.squares());
    if (direction == kDirections) return 2 * kDirections * squares;
    return (mover * kDirections + static_cast<std::uint32_t>(direction)) * squares +
           static_cast<std::uint32_t>(from);
  }

  [[nodiscard]] static std::uint32_t size(const Targets& t) noexcept {
    return static_cast<std::uint32_t>(bits::count(t[0]) + bits::count(t[1]) + bits::count(t[2]) +
                                      bits::count(t[3]));
  }
  [[nodiscard]] std::uint32_t count_leaps(const State& s) const noexcept {
    return size(s.to_move == 0 ? targets<0>(s.men[0]) : targets<1>(s.men[1]));
  }
  [[nodiscard]] bool stuck(const State& s) const noexcept {
    return size(targets<0>(s.men[0])) + size(targets<1>(s.men[1])) == 0;
  }
  void skip_turn(State& s) const noexcept {
    s.hash ^= race::kKeys.second_to_move ^ race::kKeys.passes[s.passes];
    s.to_move ^= 1;
    if (stuck(s)) ++s.passes;
    s.hash ^= race::kKeys.passes[s.passes];
    if (s.passes == 2) s.over = static_cast<std::uint8_t>(GameStatus::kDraw);
  }

  // The leaps to squares in `wanted`.
  std::uint32_t write_moves(const State& s, W wanted, Move* out) const noexcept {
    return s.to_move == 0 ? write_moves<0>(s.men[0], wanted, out) : write_moves<1>(s.men[1], wanted, out);
  }
  template <Player P>
  std::uint32_t write_moves(W own, W wanted, Move* out) const noexcept {
    std::uint32_t n = 0;
    const Targets reach = targets<P>(own);
    for (int d = 0; d < kDirections; ++d) {
      for (W set = reach[static_cast<std::size_t>(d)] & wanted; set != 0;) {
        const int to = bits::pop_lowest(set);
        out[n++] = race::make_move(to - distance<P>(d), to, d);
      }
    }
    return n;
  }

  struct Running {
    std::array<W, 2> men;
    Rng rng;
    std::uint32_t plies;
    std::uint32_t passes;  // in succession
  };

  // Plays one uniform ply of P: the k-th of all leaps, counted through the four directions. Returns true if
  // it ended the game.
  template <Player P, bool kTraced>
  bool play_one(Running& r, PlayoutTrace* trace) const noexcept {
    W& own = r.men[P];
    W& other = r.men[1 - P];
    const Targets reach = targets<P>(own);
    std::array<std::uint32_t, kDirections> ends;  // leaps up to and including each direction
    std::uint32_t all = 0;
    for (std::size_t d = 0; d < kDirections; ++d)
      ends[d] = all += static_cast<std::uint32_t>(bits::count(reach[d]));
    ++r.plies;
    if (all == 0) [[unlikely]] {
      if constexpr (kTraced) record(trace, kPass, class_of(P, kDirections, 0), P);
      return ++r.passes == 2;
    }
    r.passes = 0;
    const std::uint32_t k = r.rng.below(all);
    W set = reach[0];
    int d = 0;
    std::uint32_t before = 0;
    if (k >= ends[0]) set = reach[1], d = 1, before = ends[0];
    if (k >= ends[1]) set = reach[2], d = 2, before = ends[1];
    if (k >= ends[2]) set = reach[3], d = 3, before = ends[2];
    const int to = bits::select(set, k - before);
    const int from = to - distance<P>(d);
    if constexpr (kTraced) record(trace, race::make_move(from, to, d), class_of(P, d, from), P);
    const W target = bits::bit<W>(to);
    own ^= bits::bit<W>(from) | target;
    other &= static_cast<W>(~target);
    return (target & geometry_.goal[P]) != 0;
  }

  template <bool kTraced>
  PlayoutResult play_out(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    if constexpr (kTraced) trace->size = 0;
    if (s.over != 0) return {s.status(), 0};
    Running r{s.men, rng, 0, s.passes};
    bool by_second = s.to_move == 1 && play_one<1, kTraced>(r, trace);
    while (!by_second && !play_one<0, kTraced>(r, trace)) by_second = play_one<1, kTraced>(r, trace);
    const Player last = by_second ? 1 : 0;
    const GameStatus status = r.passes == 2 ? GameStatus::kDraw : win_for(last);
    rng = r.rng;
    s.men = r.men;
    s.to_move = static_cast<std::uint8_t>(1 - last);
    s.passes = static_cast<std::uint8_t>(r.passes);
    s.over = static_cast<std::uint8_t>(status);
    s.hash = race::full_hash(s);
    return {status, r.plies};
  }

  Geometry geometry_;
};

using Small = KnightthroughRules<std::uint64_t>;
using Large = KnightthroughRules<bits::Word128>;

}  // namespace ludex::games::knightthrough
