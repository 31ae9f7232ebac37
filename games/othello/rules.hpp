// Othello on a board of 4x4 to 10x10: rules.md.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/abi/params.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/game/side.hpp"
#include "core/util/hash.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "games/common/sgf.hpp"
#include "games/common/stones_observed.hpp"
#include "games/othello/board.hpp"
#include "games/othello/corner_mobility.hpp"
#include "games/othello/evaluation.hpp"
#include "games/othello/last_moves.hpp"
#include "games/othello/notation.hpp"
#include "games/othello/stability.hpp"

namespace ludex::games::othello {

// End of a game: after two consecutive passes, or at once when neither side can move.
enum class End : std::uint32_t { kTwoPasses, kNoMoves };

template <int N>
class OthelloRules {
 public:
  using Squares = Board<N>;
  using Set = typename Squares::Set;
  using Offers =
      Extensions<Evaluate, CountMoves, WideHash, Stage, Score, Symmetry, Features,
                 ExtensionsIf<N == 8, MoveScores, ExactScore>, ExtensionsIf<sizeof(Set) == 8, Successors>,
                 Gtp, Sgf, Sides, Svg, SvgCells, OwnPlayout>;

  struct State {
    std::array<Set, 2> discs;  // of the first player (black) and the second (white)
    std::uint8_t to_move;
    std::uint8_t over;  // a GameStatus
    // Consecutive passes that led here, counted only where neither side can move (elsewhere they are
    // irrelevant, and equal positions must be equal); 2 ends the game.
    std::uint8_t passes;
    std::array<std::uint8_t, sizeof(Set) - 3> reserved;
  };

  // The evaluation is made with the rules, so that calls do not allocate.
  explicit OthelloRules(End end = End::kTwoPasses)
      : end_(end), evaluation_(N == 8 ? &Evaluation::shipped() : nullptr) {}

  [[nodiscard]] GameTraits traits() const {
    constexpr std::uint32_t kMoves = Squares::kSquares - 4;
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kPassPossible | kPerfectInformation | kDeterministic |
                     kAlternating,
            .max_moves = kMoves,
            // At most one pass before each move, and two at the end.
            .max_plies = 2 * kMoves + 2,
            .move_classes = Squares::kSquares + 1,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const {
    State s{};
    s.discs = {Squares::kFirstStart, Squares::kCentre & ~Squares::kFirstStart};
    return s;
  }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.to_move; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return static_cast<GameStatus>(s.over); }
  // A mix of the whole position. It takes a handful of multiplications whatever a move has flipped, less than
  // updating a key for every flipped disc, so no key is kept.
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    const std::uint64_t rest = s.to_move + 2U * s.passes;
    if constexpr (sizeof(Set) == 8) {
      return mix64(s.discs[0] ^ mix64(s.discs[1] + rest * 0xD1B54A32D192ED03ULL));
    } else {
      const auto fold = [](std::uint64_t hash, Set set) {
        return mix64(static_cast<std::uint64_t>(set >> 64) ^ mix64(hash ^ static_cast<std::uint64_t>(set)));
      };
      return fold(fold(rest, s.discs[0]), s.discs[1]);
    }
  }

  // Up to 8x8 different positions have different wide hashes: the four centre squares are never empty, so one
  // colour of each is redundant and its bits hold the rest of the state; two Feistel rounds follow.
  static constexpr bool kInjectiveHash = sizeof(Set) == 8;
  [[nodiscard]] std::array<std::uint64_t, 2> wide_hash(const State& s) const noexcept {
    const std::uint64_t rest = s.to_move + 2U * s.passes;
    if constexpr (kInjectiveHash) {
      constexpr int kCorner = (N / 2 - 1) * N + N / 2 - 1;
      std::uint64_t high = s.discs[1] & ~Squares::kCentre;
      high |= (rest & 3U) << kCorner | (rest >> 2U) << (kCorner + N);
      const std::uint64_t low = s.discs[0] ^ mix64(high);
      high ^= mix64(low + 0x9FB21C651E98DF25ULL);
      return {low, high};
    } else {
      const std::uint64_t low = hash(s);
      return {low, mix64(low + static_cast<std::uint64_t>(s.discs[0]) * 0xD6E8FEB86659FD93ULL +
                         mix64(static_cast<std::uint64_t>(s.discs[0] >> 64) +
                               static_cast<std::uint64_t>(s.discs[1]) * 0xA0761D6478BD642FULL +
                               mix64(static_cast<std::uint64_t>(s.discs[1] >> 64))))};
    }
  }
  // The number of empty squares.
  [[nodiscard]] std::uint32_t stage(const State& s) const noexcept {
    return static_cast<std::uint32_t>(Squares::kSquares - bits::count(s.discs[0] | s.discs[1]));
  }

  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (s.over != 0) return 0;
    std::uint32_t n = 0;
    for (Set moves = mobility(s); moves != 0;)
      out[n++] = Move{static_cast<std::uint32_t>(bits::pop_lowest(moves))};
    if (n == 0) out[n++] = kPass;
    return n;
  }
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept {
    if (s.over != 0) return 0;
    const Set moves = mobility(s);
    return moves != 0 ? static_cast<std::uint32_t>(bits::count(moves)) : 1;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    if (move == kPass) {
      s.to_move ^= 1;
      if (mobility(s) == 0) ++s.passes;
      if (s.passes == 2) finish(s);
      return status(s);
    }
    const auto square = static_cast<int>(move);
    Set& own = s.discs[s.to_move];
    Set& other = s.discs[1U - s.to_move];
    const Set flipped = Squares::flips(own, other, square);
    own ^= flipped | bits::bit<Set>(square);
    other ^= flipped;
    s.to_move ^= 1;
    if (end_ == End::kNoMoves && dead(s)) finish(s);
    return status(s);
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }

  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    return trace == nullptr ? play_out<false>(s, rng, nullptr) : play_out<true>(s, rng, trace);
  }

  // Boards other than 8x8 have no learned weights.
  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept requires(N != 8) {
    return evaluate_discs<N>(s.discs[s.to_move], s.discs[1U - s.to_move]);
  }
  // Discs of `player` minus those of the opponent.
  [[nodiscard]] static int difference(const State& s, Player player) noexcept {
    return bits::count(s.discs[player]) - bits::count(s.discs[1 - player]);
  }

  // The score of endgame collections: the disc difference, empty squares to the winner.
  [[nodiscard]] std::int32_t max_score() const { return Squares::kSquares; }
  [[nodiscard]] std::int32_t score(const State& s, Player player) const noexcept {
    const int lead = difference(s, player);
    const auto empty = static_cast<int>(stage(s));
    return lead > 0 ? lead + empty : lead < 0 ? lead - empty : 0;
  }

  // For the mover, in hundredths of a disc of the final difference; a mover without a move gets the value
  // after the pass.
  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept requires(N == 8) {
    const Set own = s.discs[s.to_move];
    const Set other = s.discs[1U - s.to_move];
    if (Squares::mobility(own, other) == 0) return -(*evaluation_)(other, own);
    return (*evaluation_)(own, other);
  }
  // Softmax of the evaluations after each move, with a temperature of three discs.
  void move_scores(const State& s, const Move* moves, std::uint32_t count, float* out) const noexcept
      requires(N == 8) {
    std::int32_t best = -1'000'000;
    std::array<std::int32_t, Squares::kSquares> values{};
    for (std::uint32_t i = 0; i < count; ++i) {
      State next = s;
      apply(next, moves[i]);
      values[i] = -evaluate(next);
      best = std::max(best, values[i]);
    }
    for (std::uint32_t i = 0; i < count; ++i)
      out[i] = std::max(std::exp(static_cast<float>(values[i] - best) / 300.0F), 1e-6F);
  }

  // The data of all next positions that a search needs: board[0] has the flipped discs, board[1] the next
  // player's legal squares.
  std::uint32_t successors(const State& s, Successor* out) const noexcept requires(sizeof(Set) == 8) {
    if (s.over != 0) return 0;
    Set moves = mobility(s);
    if (moves == 0) {
      State next = s;
      const GameStatus status = apply(next, kPass);
      const auto key = wide_hash(next);
      const Set replies = mobility(next);
      out[0] = {kPass, status, stage(next), replies_of(replies, status), {key[0], key[1]}, {0, replies}};
      return 1;
    }
    const unsigned mover = s.to_move;
    const Set own = s.discs[mover];
    const Set other = s.discs[1U - mover];
    const std::uint32_t left = stage(s) - 1;
    std::uint32_t n = 0;
    do {
      const int square = bits::pop_lowest(moves);
      const Set flipped = Squares::flips(own, other, square);
      State next = s;
      next.discs[mover] = own | flipped | bits::bit<Set>(square);
      next.discs[1U - mover] = other & ~flipped;
      next.to_move = static_cast<std::uint8_t>(1U - mover);
      const Set replies = mobility(next);
      if (replies == 0 && end_ == End::kNoMoves && dead(next)) finish(next);
      const auto key = wide_hash(next);
      out[n++] = {Move{static_cast<std::uint32_t>(square)}, status(next),     left,
                  replies_of(replies, status(next)),        {key[0], key[1]}, {flipped, replies}};
    } while (moves != 0);
    return n;
  }
  void evaluate_successors(const State& s, const Successor* list, const std::uint32_t* which,
                           std::uint32_t count, std::int32_t* out) const noexcept requires(sizeof(Set) == 8) {
    if constexpr (N != 8) {
      for (std::uint32_t i = 0; i < count; ++i) {
        State next = s;
        apply(next, list[which[i]].move);
        out[i] = evaluate(next);
      }
    } else {
      evaluate_by_changes(s, list, which, count, out);
    }
  }
  // Positions with few empty squares are solved directly (last_moves.hpp).
  [[nodiscard]] bool near_end(const State& s) const noexcept requires(N == 8) { return stage(s) <= kNearEnd; }
  std::int32_t solve_score(const State& s, std::int32_t alpha, std::int32_t beta,
                           std::uint64_t& nodes) const noexcept requires(N == 8) {
    LastMoves last;
    const int value = last.solve(s.discs[s.to_move], s.discs[1U - s.to_move], alpha, beta);
    nodes += last.nodes();
    return value;
  }
  [[nodiscard]] ScoreRange score_range(const State& s) const noexcept requires(N == 8) {
    const int stable = bits::count(Stability::discs(s.discs[1U - s.to_move], s.discs[s.to_move]));
    return {-Squares::kSquares, Squares::kSquares - 2 * stable};
  }

  [[nodiscard]] std::uint32_t symmetries() const { return Squares::kSymmetries; }
  [[nodiscard]] State map_state(const State& s, std::uint32_t symmetry) const noexcept {
    State image = s;
    for (Set& set : image.discs) set = Squares::map(set, symmetry);
    return image;
  }
  [[nodiscard]] Move map_move(const State&, Move move, std::uint32_t symmetry) const noexcept {
    if (move == kPass) return move;
    return Move{static_cast<std::uint32_t>(Squares::map_square(static_cast<int>(move), symmetry))};
  }

  // Sites: squares row by row from a1.
  [[nodiscard]] FeaturePlan feature_plan() const { return stones_plan(N, N); }
  void observe(const State& s, Player player, std::uint8_t* codes, float*) const noexcept {
    for (int square = 0; square < Squares::kSquares; ++square) {
      const Set here = bits::bit<Set>(square);
      *codes++ = stone_code((s.discs[0] & here) != 0 ? 1 : (s.discs[1] & here) != 0 ? 2 : 0, player);
    }
  }
  [[nodiscard]] MoveSites move_sites(const State&, Move move) const noexcept {
    return {.to = move == kPass ? kNoSite : static_cast<std::uint32_t>(move)};
  }
  [[nodiscard]] std::uint32_t map_site(std::uint32_t site, std::uint32_t symmetry) const noexcept {
    return static_cast<std::uint32_t>(Squares::map_square(static_cast<int>(site), symmetry));
  }

  [[nodiscard]] std::string move_text(const State&, Move move) const {
    if (move == kPass) return "pass";
    const auto square = static_cast<int>(move);
    return static_cast<char>('a' + square % N) + std::to_string(square / N + 1);
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    return write_position({letters(s), s.to_move, end_ == End::kTwoPasses ? s.passes : std::uint8_t{0}});
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    const Result<PositionText> read = read_position(text, N, end_ == End::kTwoPasses);
    if (!read) return Error{read.error()};
    State s{};
    for (int square = 0; square < Squares::kSquares; ++square) {
      const char c = read->letters[static_cast<std::size_t>(square)];
      if (c != '-') s.discs[c == 'X' ? 0 : 1] |= bits::bit<Set>(square);
    }
    s.to_move = read->to_move;
    s.passes = read->passes;
    const bool is_dead = dead(s);
    if (s.passes != 0 && !is_dead) return Error{"field 3 is only for positions where neither side can move"};
    if (s.passes == 2 || (end_ == End::kNoMoves && is_dead)) finish(s);
    return s;
  }
  // GTP in Edax's dialect; accepts upper and lower case.
  [[nodiscard]] char gtp_color(const State& s) const noexcept { return to_move(s) == 0 ? 'b' : 'w'; }
  [[nodiscard]] std::string gtp_move(const State& s, Move move) const { return move_text(s, move); }
  [[nodiscard]] Result<Move> parse_gtp_move(const State& s, std::string_view text) const {
    std::string wanted(text);
    for (char& c : wanted) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    std::array<Move, Squares::kSquares> moves;
    const std::uint32_t n = legal_moves(s, moves.data());
    for (std::uint32_t i = 0; i < n; ++i) {
      if (move_text(s, moves[i]) == wanted) return moves[i];
    }
    return Error{"'" + std::string(text) + "' is not legal here"};
  }
  [[nodiscard]] Result<std::string> gtp_setup(const State& s) const {
    const State start = initial();
    if (s.discs != start.discs || s.to_move != 0)
      return Error{"GTP cannot set up an Othello position, only play to it from the initial one"};
    return "boardsize " + gtp_board_size() + "\nclear_board";
  }
  [[nodiscard]] std::string gtp_board_size() const { return std::to_string(N); }
  // FF[4] has a number for Othello but no texts of its own: points and passes are those of Go.
  static constexpr std::uint32_t kSgfGame = 2;
  [[nodiscard]] std::string sgf_move(const State&, Move move) const {
    const auto square = static_cast<std::uint32_t>(move);
    return move == kPass ? "" : sgf_point(square % N, square / N);
  }
  [[nodiscard]] std::string sgf_setup(const State& s) const {
    return write_sgf_setup(letters(s), N, to_move(s));
  }
  [[nodiscard]] std::string sgf_size() const { return std::to_string(N); }
  [[nodiscard]] std::string board_text(const State& s) const {
    return draw_text(letters(s), N, status(s), to_move(s));
  }
  [[nodiscard]] static Side side(const State&, Player p) noexcept {
    return p == 0 ? sides::kBlack : sides::kWhite;
  }
  [[nodiscard]] std::string svg(const State& s, Move last) const {
    return draw_svg(letters(s), N, static_cast<std::uint32_t>(last));
  }
  [[nodiscard]] std::string svg_cells(const State&) const { return draw_svg_cells(N); }
  [[nodiscard]] std::string svg_move_cells(const State& s, Move move) const {
    return move == kPass ? "" : move_text(s, move);
  }

 private:
  static constexpr Move kPass{Squares::kSquares};
  static constexpr std::uint32_t kNearEnd = 9;

  [[nodiscard]] static Set mobility(const State& s) noexcept {
    return Squares::mobility(s.discs[s.to_move], s.discs[1U - s.to_move]);
  }
  // True if neither side can move.
  [[nodiscard]] static bool dead(const State& s) noexcept {
    return Squares::mobility(s.discs[0], s.discs[1]) == 0 && Squares::mobility(s.discs[1], s.discs[0]) == 0;
  }
  static GameStatus result(const State& s) noexcept {
    const int lead = difference(s, 0);
    return lead > 0 ? win_for(0) : lead < 0 ? win_for(1) : GameStatus::kDraw;
  }
  // A move changes the configurations of this position, seen by the opponent, by the discs it flips.
  void evaluate_by_changes(const State& s, const Successor* list, const std::uint32_t* which,
                           std::uint32_t count, std::int32_t* out) const noexcept {
    const Set own = s.discs[s.to_move];
    const Set other = s.discs[1U - s.to_move];
    const Patterns& patterns = evaluation_->patterns();
    const int discs = bits::count(own | other);
    const Patterns::Indices before = patterns.indices(other, own);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Successor& next = list[which[i]];
      const Set flipped = next.board[0];
      if (next.board[1] == 0 || next.move == kPass) [[unlikely]] {
        State state = s;
        apply(state, next.move);
        out[i] = evaluate(state);
        continue;
      }
      Patterns::Indices after = before;
      const Patterns::Indices& disc = patterns.disc(static_cast<int>(next.move));
      after.add(disc);
      after.add(disc);
      for (Set turned = flipped; turned != 0;) after.add(patterns.disc(bits::pop_lowest(turned)));
      out[i] = (*evaluation_)(after, discs + 1);
    }
  }
  // If nobody can move, a pass remains as long as the game is not over.
  [[nodiscard]] static std::uint32_t replies_of(Set replies, GameStatus status) noexcept {
    return is_over(status) ? 0 : std::max(static_cast<std::uint32_t>(bits::count(replies)), 1U);
  }
  static void finish(State& s) noexcept { s.over = static_cast<std::uint8_t>(result(s)); }
  [[nodiscard]] static std::string letters(const State& s) {
    std::string out(Squares::kSquares, '-');
    for (Player p = 0; p < 2; ++p) {
      for (Set discs = s.discs[p]; discs != 0;)
        out[static_cast<std::size_t>(bits::pop_lowest(discs))] = p == 0 ? 'X' : 'O';
    }
    return out;
  }

  template <bool kTraced>
  PlayoutResult play_out(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    if constexpr (kTraced) trace->size = 0;
    if (s.over != 0) return {status(s), 0};
    Rng r = rng;
    Player mover = s.to_move;
    Set own = s.discs[mover];
    Set other = s.discs[1 - mover];
    std::uint32_t passes = s.passes;
    std::uint32_t plies = 0;
    for (;;) {
      const Set moves = Squares::mobility(own, other);
      if (moves != 0) [[likely]] {
        passes = 0;
        const int square = bits::select(moves, r.below(static_cast<std::uint32_t>(bits::count(moves))));
        if constexpr (kTraced)
          record(trace, Move{static_cast<std::uint32_t>(square)}, static_cast<std::uint32_t>(square), mover);
        const Set flipped = Squares::flips(own, other, square);
        own ^= flipped | bits::bit<Set>(square);
        other ^= flipped;
      } else {
        if (end_ == End::kNoMoves && Squares::mobility(other, own) == 0) break;
        if constexpr (kTraced) record(trace, kPass, Squares::kSquares, mover);
        ++passes;
      }
      ++plies;
      std::swap(own, other);
      mover = 1 - mover;
      if (passes == 2) break;
    }
    rng = r;
    s.discs[mover] = own;
    s.discs[1 - mover] = other;
    s.to_move = static_cast<std::uint8_t>(mover);
    s.passes = end_ == End::kTwoPasses ? 2 : 0;
    finish(s);
    return {status(s), plies};
  }

  End end_;
  const Evaluation* evaluation_;  // null on boards other than 8x8
};

}  // namespace ludex::games::othello
