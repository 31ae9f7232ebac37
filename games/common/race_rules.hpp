// Rules of race games on a rectangle (Breakthrough, Knightthrough): men move forward only, and the first man
// on the far row wins. A policy says how men move and how else a game may end. Bitboards throughout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/schema.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/game/side.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "games/common/race_board.hpp"
#include "games/common/stones_observed.hpp"

namespace ludex::games::race {

// One step of a man, as the first player sees it.
struct Direction {
  int columns;    // to the right, -2..2
  int rows;       // forward, at least 1
  bool captures;  // the man may capture where it arrives; otherwise it needs an empty square
};

// W has a bit for every square of the board. Step has
//   kName             the game's name in messages;
//   kDirections       an array of Direction, from left to right: the mirror image of the first is the last;
//   kLastManWins      capturing the last enemy man wins;
//   kPasses           who cannot move passes, and two passes where neither side can move end the game as a
//                     draw; without it every position has a move;
//   Evaluation<W>     is made from a Geometry<W>, and evaluates a State<W> for the mover.
template <SquareSet W, class Step>
class RaceRules {
 public:
  using Offers = Extensions<Evaluate, CountMoves, Captures, Tactics, Symmetry, Features, Selective, Sides,
                            Svg, SvgCells, OwnPlayout>;
  using State = race::State<W>;
  using Geometry = race::Geometry<W>;

  RaceRules(int width, int height) : geometry_(Geometry::make(width, height)) {}

  [[nodiscard]] GameTraits traits() const {
    const auto width = static_cast<std::uint32_t>(geometry_.width);
    const auto height = static_cast<std::uint32_t>(geometry_.height);
    // Every move advances a man by at least one row; before the last move no man has reached its goal, so the
    // men of the two home rows have made at most height - 2 and height - 3 moves each.
    const std::uint32_t advances = 2 * width * (2 * height - 5) + 1;
    return {.players = 2,
            .flags = kZeroSum | (Step::kPasses ? kDrawsPossible | kPassPossible : 0) | kPerfectInformation |
                     kDeterministic | kAlternating,
            .max_moves = 2 * width * kDirections,
            // At most one pass before each advance, and two at the end.
            .max_plies = Step::kPasses ? 2 * advances + 2 : advances,
            .move_classes = 2 * kDirections * width * height + (Step::kPasses ? 1 : 0),
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const {
    State s{};
    s.men = geometry_.start;
    s.hash = full_hash(s);
    return s;
  }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.to_move; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status(); }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.hash; }

  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (s.over != 0) return 0;
    const std::uint32_t n = write_moves(s, static_cast<W>(~W{0}), out);
    if (!Step::kPasses || n > 0) return n;
    out[0] = kPass;
    return 1;
  }
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept {
    if (s.over != 0) return 0;
    const std::uint32_t n =
        size(s.to_move == 0 ? targets<0>(s.men[0], s.men[1]) : targets<1>(s.men[1], s.men[0]));
    return !Step::kPasses || n > 0 ? n : 1;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    if (is_pass(move)) {
      skip_turn(s);
      return s.status();
    }
    const Player mover = s.to_move;
    move_man(s, origin(move), destination(move));
    if (has_won(s.men[mover], s.men[1 - mover], mover)) s.over = static_cast<std::uint8_t>(win_for(mover));
    return s.status();
  }
  [[nodiscard]] std::uint32_t move_class(const State& s, Move move) const noexcept {
    return class_of(s.to_move, direction(move), origin(move));
  }

  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    return trace == nullptr ? play_out<false>(s, rng, nullptr) : play_out<true>(s, rng, trace);
  }

  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    return typename Step::template Evaluation<W>(geometry_)(s);
  }

  // Moves to the far row, and captures of the last man where they win.
  std::uint32_t winning_moves(const State& s, Move* out) const noexcept {
    if (s.over != 0) return 0;
    const Player mover = s.to_move;
    W wanted = geometry_.goal[mover];
    if (Step::kLastManWins && bits::single(s.men[1 - mover])) wanted |= s.men[1 - mover];
    return write_moves(s, wanted, out);
  }
  // Captures, and moves to the far row.
  std::uint32_t captures(const State& s, Move* out) const noexcept {
    if (s.over != 0) return 0;
    return write_moves(s, geometry_.goal[s.to_move] | s.men[1U - s.to_move], out);
  }

  // True if a man of the other side is one step from its goal.
  [[nodiscard]] bool in_check_or_forced(const State& s) const noexcept {
    const Player other = 1U - s.to_move;
    const W ahead = other == 0 ? neighbours<0>(s.men[0]) : neighbours<1>(s.men[1]);
    return (ahead & geometry_.goal[other] & ~s.men[other]) != 0;
  }
  // All men are worth the same, so an exchange wins one exactly when the square has more attackers than
  // guards.
  void move_gains(const State& s, const Move* moves, std::uint32_t n, std::int32_t* out) const noexcept {
    const Player mover = s.to_move;
    const W own = s.men[mover];
    const W others = s.men[1U - mover];
    for (std::uint32_t i = 0; i < n; ++i) {
      out[i] = Selective::kQuiet;
      if (is_pass(moves[i])) continue;
      const W target = bits::bit<W>(destination(moves[i]));
      if ((geometry_.goal[mover] & target) != 0) {
        out[i] = kGoalGain;
      } else if ((others & target) != 0) {
        const W behind = mover == 0 ? neighbours<1, true>(target) : neighbours<0, true>(target);
        const W ahead = mover == 0 ? neighbours<0, true>(target) : neighbours<1, true>(target);
        out[i] = bits::count(own & behind) > bits::count(others & ahead) ? 100 : 0;
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
    return symmetry == 0 ? s : mirrored(geometry_, s);
  }
  [[nodiscard]] Move map_move(const State&, Move move, std::uint32_t symmetry) const noexcept {
    if (symmetry == 0 || is_pass(move)) return move;
    return make_move(mirrored_square(geometry_, origin(move)), mirrored_square(geometry_, destination(move)),
                     kDirections - 1 - direction(move));
  }

  // Sites: squares row by row from the player's home row.
  [[nodiscard]] FeaturePlan feature_plan() const {
    return stones_plan(static_cast<std::uint32_t>(geometry_.height),
                       static_cast<std::uint32_t>(geometry_.width));
  }
  void observe(const State& s, Player player, std::uint8_t* codes, float*) const noexcept {
    for (int square = 0; square < geometry_.width * geometry_.height; ++square) {
      const W here = bits::bit<W>(square);
      codes[site_of(square, player)] = stone_code((s.men[0] & here) != 0   ? 1
                                                  : (s.men[1] & here) != 0 ? 2
                                                                           : 0,
                                                  player);
    }
  }
  [[nodiscard]] MoveSites move_sites(const State& s, Move move) const noexcept {
    if (is_pass(move)) return {};
    return {site_of(origin(move), s.to_move), site_of(destination(move), s.to_move)};
  }
  [[nodiscard]] std::uint32_t map_site(std::uint32_t site, std::uint32_t symmetry) const noexcept {
    return symmetry == 0 ? site
                         : static_cast<std::uint32_t>(mirrored_square(geometry_, static_cast<int>(site)));
  }

  [[nodiscard]] std::string move_text(const State&, Move move) const {
    if (is_pass(move)) return "pass";
    return square_text(geometry_, origin(move)) + square_text(geometry_, destination(move));
  }
  [[nodiscard]] std::string position_text(const State& s) const { return race::position_text(geometry_, s); }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    auto parsed = race::parse_position(geometry_, text);
    if (!parsed) return parsed;
    State s = *parsed;
    const Player waiting = 1U - s.to_move;
    if (!Step::kPasses && s.passes != 0)
      return Error{"field 4 is not -: nobody passes in " + std::string(Step::kName)};
    if (Step::kLastManWins && s.men[waiting] == 0) return Error{"the side that has just moved has no men"};
    if (has_won(s.men[waiting], s.men[1 - waiting], waiting))
      s.over = static_cast<std::uint8_t>(win_for(waiting));
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

 protected:
  [[nodiscard]] const Geometry& geometry() const noexcept { return geometry_; }
  // The moves of men to squares in `wanted`.
  std::uint32_t write_moves(const State& s, W wanted, Move* out) const noexcept {
    return s.to_move == 0 ? write_moves<0>(s.men[0], s.men[1], wanted, out)
                          : write_moves<1>(s.men[1], s.men[0], wanted, out);
  }

 private:
  [[nodiscard]] std::uint32_t site_of(int square, Player player) const noexcept {
    const int row = square / geometry_.width;
    const int from_home = player == 0 ? row : geometry_.height - 1 - row;
    return static_cast<std::uint32_t>(from_home * geometry_.width + square % geometry_.width);
  }

  static constexpr int kDirections = static_cast<int>(Step::kDirections.size());
  static constexpr Move kPass = make_move(0, 0, kDirections);
  static constexpr std::int32_t kGoalGain = 5000;
  using Each = std::make_index_sequence<Step::kDirections.size()>;

  // Columns and rows of each direction: the table that playouts read.
  static constexpr std::array<std::array<int, 2>, Step::kDirections.size()> kSteps = [] {
    std::array<std::array<int, 2>, Step::kDirections.size()> steps{};
    for (std::size_t i = 0; i < steps.size(); ++i)
      steps[i] = {Step::kDirections[i].columns, Step::kDirections[i].rows};
    return steps;
  }();
  [[nodiscard]] static constexpr Direction direction_at(int i) noexcept {
    return Step::kDirections[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] static constexpr bool mirrors() noexcept {
    for (int i = 0; i < kDirections; ++i) {
      const Direction d = direction_at(i);
      const Direction image = direction_at(kDirections - 1 - i);
      if (d.columns != -image.columns || d.rows != image.rows || d.captures != image.captures) return false;
    }
    return true;
  }
  static_assert(mirrors());
  // A man that does not stand on its goal can leave the board by a step of several rows only.
  [[nodiscard]] static constexpr bool overshoots() noexcept {
    for (const Direction& d : Step::kDirections) {
      if (d.rows > 1) return true;
    }
    return false;
  }

  template <Player P, std::size_t D>
  [[nodiscard]] W advanced(W men) const noexcept {
    constexpr Direction kStep = Step::kDirections[D];
    return race::advance<W, P>(geometry_, men, kStep.columns, kStep.rows);
  }
  // The squares one step of P away from the men, whatever is on them; by captures only, or by all steps. The
  // other side's steps lead back.
  template <Player P, bool kCapturesOnly = false>
  [[nodiscard]] W neighbours(W men) const noexcept {
    return [&]<std::size_t... D>(std::index_sequence<D...>) {
      return ((!kCapturesOnly || Step::kDirections[D].captures ? advanced<P, D>(men) : W{0}) | ...) &
             geometry_.all;
    }
    (Each{});
  }

  // The squares that men can reach by each direction.
  using Targets = std::array<W, Step::kDirections.size()>;

  template <Player P>
  [[nodiscard]] Targets targets(W own, W other) const noexcept {
    return targets<P>(own, other, Each{});
  }
  template <Player P, std::size_t... D>
  [[nodiscard]] Targets targets(W own, W other, std::index_sequence<D...>) const noexcept {
    constexpr bool kOvershoots = overshoots();
    const W open = kOvershoots ? geometry_.all & ~own : ~own;
    return {static_cast<W>(advanced<P, D>(own) & (Step::kDirections[D].captures ? open : open & ~other))...};
  }
  [[nodiscard]] static std::uint32_t size(const Targets& targets) noexcept {
    std::uint32_t n = 0;
    for (const W& set : targets) n += static_cast<std::uint32_t>(bits::count(set));
    return n;
  }
  template <Player P>
  [[nodiscard]] int distance(int direction) const noexcept {
    const auto& step = kSteps[static_cast<std::size_t>(direction)];
    return race::distance<W, P>(geometry_, step[0], step[1]);
  }
  // All passes share the last class.
  [[nodiscard]] std::uint32_t class_of(Player mover, int direction, int from) const noexcept {
    const auto squares = static_cast<std::uint32_t>(geometry_.squares());
    if (Step::kPasses && direction == kDirections) return 2 * kDirections * squares;
    return (mover * kDirections + static_cast<std::uint32_t>(direction)) * squares +
           static_cast<std::uint32_t>(from);
  }

  [[nodiscard]] static bool is_pass(Move move) noexcept { return Step::kPasses && move == kPass; }
  // True if one of `men` of the mover is on its goal, or if the last man of the other side is gone and that
  // wins.
  [[nodiscard]] bool has_won(W men, W other, Player mover) const noexcept {
    return (Step::kLastManWins && other == 0) || (men & geometry_.goal[mover]) != 0;
  }
  [[nodiscard]] bool stuck(const State& s) const noexcept {
    return size(targets<0>(s.men[0], s.men[1])) + size(targets<1>(s.men[1], s.men[0])) == 0;
  }
  void skip_turn(State& s) const noexcept {
    s.hash ^= kKeys.second_to_move ^ kKeys.passes[s.passes];
    s.to_move ^= 1;
    if (stuck(s)) ++s.passes;
    s.hash ^= kKeys.passes[s.passes];
    if (s.passes == 2) s.over = static_cast<std::uint8_t>(GameStatus::kDraw);
  }

  template <Player P>
  std::uint32_t write_moves(W own, W other, W wanted, Move* out) const noexcept {
    std::uint32_t n = 0;
    const Targets reach = targets<P>(own, other);
    for (int d = 0; d < kDirections; ++d) {
      for (W set = reach[static_cast<std::size_t>(d)] & wanted; set != 0;) {
        const int to = bits::pop_lowest(set);
        out[n++] = make_move(to - distance<P>(d), to, d);
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

  // Plays one uniform ply of P: the k-th of all moves, counted through the directions. Returns true if it
  // ended the game.
  template <Player P, bool kTraced>
  bool play_one(Running& r, PlayoutTrace* trace) const noexcept {
    W& own = r.men[P];
    W& other = r.men[1 - P];
    const Targets reach = targets<P>(own, other);
    std::array<std::uint32_t, Step::kDirections.size()> ends;  // moves up to and including each direction
    std::uint32_t all = 0;
    for (std::size_t d = 0; d < ends.size(); ++d)
      ends[d] = all += static_cast<std::uint32_t>(bits::count(reach[d]));
    ++r.plies;
    if constexpr (Step::kPasses) {
      if (all == 0) [[unlikely]] {
        if constexpr (kTraced) record(trace, kPass, class_of(P, kDirections, 0), P);
        return ++r.passes == 2;
      }
      r.passes = 0;
    }
    const std::uint32_t k = r.rng.below(all);
    W set = reach[0];
    int d = 0;
    std::uint32_t before = 0;
    for (std::size_t i = 1; i < ends.size(); ++i) {
      if (k >= ends[i - 1]) set = reach[i], d = static_cast<int>(i), before = ends[i - 1];
    }
    const int to = bits::select(set, k - before);
    const int from = to - distance<P>(d);
    if constexpr (kTraced) record(trace, make_move(from, to, d), class_of(P, d, from), P);
    const W target = bits::bit<W>(to);
    own ^= bits::bit<W>(from) | target;
    other &= static_cast<W>(~target);
    return has_won(target, other, P);
  }

  template <bool kTraced>
  PlayoutResult play_out(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    if constexpr (kTraced) trace->size = 0;
    if (s.over != 0) return {s.status(), 0};
    Running r{s.men, rng, 0, s.passes};
    bool by_second = s.to_move == 1 && play_one<1, kTraced>(r, trace);
    while (!by_second && !play_one<0, kTraced>(r, trace)) by_second = play_one<1, kTraced>(r, trace);
    const Player last = by_second ? 1 : 0;
    const GameStatus status = Step::kPasses && r.passes == 2 ? GameStatus::kDraw : win_for(last);
    rng = r.rng;
    s.men = r.men;
    s.to_move = static_cast<std::uint8_t>(1 - last);
    if constexpr (Step::kPasses) s.passes = static_cast<std::uint8_t>(r.passes);
    s.over = static_cast<std::uint8_t>(status);
    s.hash = full_hash(s);
    return {status, r.plies};
  }

  Geometry geometry_;
};

// The parameters of a race game, and its rules for given values: Small up to 64 squares, Large above.
template <class Small, class Large>
struct RaceGame {
  using Rules = std::variant<Small, Large>;

  struct Config {
    int width = 8;
    int height = 8;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made([](auto& s) {
      s.integer("width", &Config::width, 2, 16, "columns; width x height is at most 128");
      s.integer("height", &Config::height, 4, 26, "rows");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<Rules> create(const ParamValues& values) {
    const auto [width, height] = schema().read(values);
    if (width * height > kMaxSquares)
      return Error{"width x height is " + std::to_string(width * height) + ", at most " +
                   std::to_string(kMaxSquares) + " squares are possible"};
    if (width * height <= 64) return Rules(Small(width, height));
    return Rules(Large(width, height));
  }
};

}  // namespace ludex::games::race
