// Breakthrough (Troyka 2000) on a board of any width and height: rules.md. Bitboards throughout; the 8x8
// board has its own instantiation with all masks and shifts constant.
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
#include "games/breakthrough/evaluation.hpp"
#include "games/common/race_board.hpp"

namespace ludex::games::breakthrough {

// W has a bit for every square of the board.
template <bits::SquareSet W>
class BreakthroughRules {
 public:
  using Offers = Extensions<Evaluate, CountMoves, Captures, Tactics, Symmetry, Selective, Gtp, Sides, Svg,
                            SvgCells, OwnPlayout>;
  using State = race::State<W>;
  using Geometry = race::Geometry<W>;

  BreakthroughRules(int width, int height) : geometry_(Geometry::make(width, height)) {}

  [[nodiscard]] GameTraits traits() const {
    const auto width = static_cast<std::uint32_t>(geometry_.width);
    const auto height = static_cast<std::uint32_t>(geometry_.height);
    return {.players = 2,
            .flags = kZeroSum | kPerfectInformation | kDeterministic | kAlternating,
            .max_moves = 2 * width * kDirections,
            // Every move advances a man by one row; before the last move no man has reached its goal, so the
            // men of the two home rows have made at most height - 2 and height - 3 moves each.
            .max_plies = 2 * width * (2 * height - 5) + 1,
            .move_classes = 2 * kDirections * width * height,
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
    return write_moves(s, static_cast<W>(~W{0}), out);
  }
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept {
    if (s.over != 0) return 0;
    const Targets t = s.to_move == 0 ? targets<0>(s.men[0], s.men[1]) : targets<1>(s.men[1], s.men[0]);
    return static_cast<std::uint32_t>(bits::count(t[0]) + bits::count(t[1]) + bits::count(t[2]));
  }
  GameStatus apply(State& s, Move move) const noexcept {
    const Player mover = s.to_move;
    race::move_man(s, race::origin(move), race::destination(move));
    if (has_won(s.men[mover], s.men[1 - mover], mover)) s.over = static_cast<std::uint8_t>(win_for(mover));
    return s.status();
  }
  [[nodiscard]] std::uint32_t move_class(const State& s, Move move) const noexcept {
    return class_of(s.to_move, race::direction(move), race::origin(move));
  }

  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    return trace == nullptr ? play_out<false>(s, rng, nullptr) : play_out<true>(s, rng, trace);
  }

  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept { return Evaluation<W>(geometry_)(s); }

  // Moves to the far row, and captures of the last man.
  std::uint32_t winning_moves(const State& s, Move* out) const noexcept {
    const Player mover = s.to_move;
    const W last_man = bits::single(s.men[1 - mover]) ? s.men[1 - mover] : W{0};
    return write_moves(s, geometry_.goal[mover] | last_man, out);
  }
  // Captures, and moves to the far row.
  std::uint32_t captures(const State& s, Move* out) const noexcept {
    const Player mover = s.to_move;
    return write_moves(s, geometry_.goal[mover] | s.men[1 - mover], out);
  }

  // True if a man of the other side is one step from its goal.
  [[nodiscard]] bool in_check_or_forced(const State& s) const noexcept {
    const Player mover = s.to_move;
    const W last_but_one = (mover == 0 ? race::advance<W, 0>(geometry_, geometry_.goal[1], 0, 1)
                                       : race::advance<W, 1>(geometry_, geometry_.goal[0], 0, 1)) &
                           geometry_.all;
    return (s.men[1 - mover] & last_but_one) != 0;
  }
  // All men are worth the same, so an exchange wins one exactly when the square has more attackers than
  // guards.
  void move_gains(const State& s, const Move* moves, std::uint32_t n, std::int32_t* out) const noexcept {
    const Player mover = s.to_move;
    for (std::uint32_t i = 0; i < n; ++i) {
      const W target = bits::bit<W>(race::destination(moves[i]));
      if ((geometry_.goal[mover] & target) != 0) {
        out[i] = kGoalGain;
      } else if ((s.men[1 - mover] & target) == 0) {
        out[i] = Selective::kQuiet;
      } else {
        const auto own =
            bits::count(s.men[mover] & (mover == 0 ? diagonals<1>(target) : diagonals<0>(target)));
        const auto guards =
            bits::count(s.men[1 - mover] & (mover == 0 ? diagonals<0>(target) : diagonals<1>(target)));
        out[i] = own > guards ? 100 : 0;
      }
    }
  }
  // Every move weakens something: null moves make a search lose more than they save.
  bool pass(State&) const noexcept { return false; }
  [[nodiscard]] bool may_threaten(const State&, Move) const noexcept { return true; }
  [[nodiscard]] bool treat_as_draw(const State&) const noexcept { return false; }

  // The identity and the mirror image left to right.
  [[nodiscard]] std::uint32_t symmetries() const { return 2; }
  [[nodiscard]] State map_state(const State& s, std::uint32_t symmetry) const noexcept {
    return symmetry == 0 ? s : race::mirrored(geometry_, s);
  }
  [[nodiscard]] Move map_move(const State&, Move move, std::uint32_t symmetry) const noexcept {
    if (symmetry == 0) return move;
    return race::make_move(race::mirrored_square(geometry_, race::origin(move)),
                           race::mirrored_square(geometry_, race::destination(move)),
                           static_cast<int>(kDirections) - 1 - race::direction(move));
  }

  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return race::square_text(geometry_, race::origin(move)) +
           race::square_text(geometry_, race::destination(move));
  }
  [[nodiscard]] std::string position_text(const State& s) const { return race::position_text(geometry_, s); }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    auto parsed = race::parse_position(geometry_, text);
    if (!parsed) return parsed;
    State s = *parsed;
    const Player waiting = 1U - s.to_move;
    if (s.passes != 0) return Error{"field 4 is not -: nobody passes in Breakthrough"};
    if (s.men[waiting] == 0) return Error{"the side that has just moved has no men"};
    if (has_won(s.men[waiting], s.men[1 - waiting], waiting))
      s.over = static_cast<std::uint8_t>(win_for(waiting));
    return s;
  }
  // GTP has no convention for Breakthrough: moves as above, and also "a2-b3" and "a2xb3"; the first player is
  // black, as in other games.
  [[nodiscard]] char gtp_color(const State& s) const noexcept { return to_move(s) == 0 ? 'b' : 'w'; }
  [[nodiscard]] std::string gtp_move(const State& s, Move move) const { return move_text(s, move); }
  [[nodiscard]] Result<Move> parse_gtp_move(const State& s, std::string_view text) const {
    std::string wanted;
    for (const char c : text) {
      if (c >= 'A' && c <= 'Z' && c != 'X') wanted += static_cast<char>(c - 'A' + 'a');
      if ((c >= 'a' && c <= 'w') || (c >= '0' && c <= '9')) wanted += c;
    }
    std::array<Move, 2 * 16 * kDirections> moves;
    const std::uint32_t n = legal_moves(s, moves.data());
    for (std::uint32_t i = 0; i < n; ++i) {
      if (move_text(s, moves[i]) == wanted) return moves[i];
    }
    return Error{"'" + std::string(text) + "' is not legal here"};
  }
  [[nodiscard]] Result<std::string> gtp_setup(const State& s) const {
    if (s.men != geometry_.start || s.to_move != 0)
      return Error{"GTP cannot set up a Breakthrough position, only play to it from the initial one"};
    return "boardsize " + gtp_board_size() + "\nclear_board";
  }
  [[nodiscard]] std::string gtp_board_size() const {
    const std::string width = std::to_string(geometry_.width);
    return geometry_.width == geometry_.height ? width : width + " " + std::to_string(geometry_.height);
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
  static constexpr std::int32_t kGoalGain = 5000;

  template <Player P>
  [[nodiscard]] W diagonals(W square) const noexcept {
    return (race::advance<W, P>(geometry_, square, -1, 1) | race::advance<W, P>(geometry_, square, 1, 1)) &
           geometry_.all;
  }

  static constexpr std::uint32_t kDirections = 3;

  // The squares that men can reach: forward to the left, straight, to the right (as the first player sees
  // it).
  using Targets = std::array<W, kDirections>;

  template <Player P>
  [[nodiscard]] Targets targets(W own, W other) const noexcept {
    const Geometry& g = geometry_;
    return {race::advance<W, P>(g, own, -1, 1) & ~own, race::advance<W, P>(g, own, 0, 1) & ~(own | other),
            race::advance<W, P>(g, own, 1, 1) & ~own};
  }
  template <Player P>
  [[nodiscard]] int step(int direction) const noexcept {
    return race::distance<W, P>(geometry_, direction - 1, 1);
  }
  [[nodiscard]] std::uint32_t class_of(Player mover, int direction, int from) const noexcept {
    const auto squares = static_cast<std::uint32_t>(geometry_.squares());
    return (mover * kDirections + static_cast<std::uint32_t>(direction)) * squares +
           static_cast<std::uint32_t>(from);
  }
  [[nodiscard]] bool has_won(W own, W other, Player mover) const noexcept {
    return other == 0 || (own & geometry_.goal[mover]) != 0;
  }

  // The legal moves to squares in `wanted`.
  std::uint32_t write_moves(const State& s, W wanted, Move* out) const noexcept {
    if (s.over != 0) return 0;
    return s.to_move == 0 ? write_moves<0>(s.men[0], s.men[1], wanted, out)
                          : write_moves<1>(s.men[1], s.men[0], wanted, out);
  }
  template <Player P>
  std::uint32_t write_moves(W own, W other, W wanted, Move* out) const noexcept {
    std::uint32_t n = 0;
    const Targets reach = targets<P>(own, other);
    for (int d = 0; d < static_cast<int>(kDirections); ++d) {
      for (W set = reach[static_cast<std::size_t>(d)] & wanted; set != 0;) {
        const int to = bits::pop_lowest(set);
        out[n++] = race::make_move(to - step<P>(d), to, d);
      }
    }
    return n;
  }

  struct Running {
    std::array<W, 2> men;
    Rng rng;
    std::uint32_t plies;
  };

  // Plays one uniform ply of P: the k-th of all moves, counted through the three directions. Returns true if
  // it won.
  template <Player P, bool kTraced>
  bool play_one(Running& r, PlayoutTrace* trace) const noexcept {
    W& own = r.men[P];
    W& other = r.men[1 - P];
    const Targets reach = targets<P>(own, other);
    const auto left = static_cast<std::uint32_t>(bits::count(reach[0]));
    const auto straight = left + static_cast<std::uint32_t>(bits::count(reach[1]));
    const auto all = straight + static_cast<std::uint32_t>(bits::count(reach[2]));
    const std::uint32_t k = r.rng.below(all);
    W set = reach[0];
    int d = 0;
    std::uint32_t before = 0;
    if (k >= left) set = reach[1], d = 1, before = left;
    if (k >= straight) set = reach[2], d = 2, before = straight;
    const int to = bits::select(set, k - before);
    const int from = to - step<P>(d);
    if constexpr (kTraced) record(trace, race::make_move(from, to, d), class_of(P, d, from), P);
    const W target = bits::bit<W>(to);
    own ^= bits::bit<W>(from) | target;
    other &= static_cast<W>(~target);
    ++r.plies;
    return has_won(own, other, P);
  }

  template <bool kTraced>
  PlayoutResult play_out(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    if constexpr (kTraced) trace->size = 0;
    if (s.over != 0) return {s.status(), 0};
    Running r{s.men, rng, 0};
    bool won = s.to_move == 1 && play_one<1, kTraced>(r, trace);
    while (!won && !play_one<0, kTraced>(r, trace)) won = play_one<1, kTraced>(r, trace);
    const Player winner = won ? 1 : 0;
    rng = r.rng;
    s.men = r.men;
    s.to_move = static_cast<std::uint8_t>(1 - winner);
    s.over = static_cast<std::uint8_t>(win_for(winner));
    s.hash = race::full_hash(s);
    return {win_for(winner), r.plies};
  }

  Geometry geometry_;
};

using Small = BreakthroughRules<std::uint64_t>;
using Large = BreakthroughRules<bits::Word128>;

}  // namespace ludex::games::breakthrough
