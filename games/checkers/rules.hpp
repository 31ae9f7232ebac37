// English draughts (American checkers); rules, notation and counts in rules.md.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/game/side.hpp"
#include "core/util/hash.hpp"
#include "core/util/instructions.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "games/checkers/board.hpp"
#include "games/checkers/evaluation.hpp"
#include "games/checkers/generator.hpp"
#include "games/checkers/notation.hpp"
#include "games/checkers/variant.hpp"
#include "games/common/grid_text.hpp"

namespace ludex::games::checkers {

struct Options {
  bool merge_paths = true;         // captures by different paths with equal effect are one move
  bool draws = true;               // the two draw rules below
  std::uint32_t no_progress = 80;  // plies without capture or man move after which the game is drawn
};

template <class V>
class CheckersRules {
  using Moves = Generator<V>;

 public:
  using Offers = Extensions<Evaluate, CountMoves, CountReplies, Captures, Tactics, Repetition, Features,
                            Selective, Sides, Svg, SvgCells, OwnCopy, OwnPlayout, OwnMoveReader>;
  static constexpr std::uint32_t kMaxNoProgress = 100;
  static constexpr std::uint32_t kMaxPlies = 2500;
  static constexpr std::uint32_t kOccurrencesThatDraw = 3;

  struct State {
    Position board;
    std::uint16_t ply;  // even: the first player is to move
    std::uint8_t status;
    std::uint8_t no_progress;   // plies since the last capture or man move
    std::uint8_t history_size;  // of these, plies played here and not before the position was set up
    // The positions since the last capture or man move, oldest first, without the present one. Men and the
    // number of pieces are constant over that stretch, so the two occupancies identify positions exactly.
    std::uint64_t history[kMaxNoProgress];
  };

  explicit CheckersRules(Options options) : options_(options) {}

  [[nodiscard]] const Options& options() const noexcept { return options_; }

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kCyclic | kHistoryDraws | kPerfectInformation |
                     kDeterministic | kAlternating,
            .max_moves = kMaxMoves,
            .max_plies = kMaxPlies,
            .move_classes = 32 * 32,
            .state_size = 0,
            .state_align = 0};
  }

  [[nodiscard]] State initial() const {
    Position board{};
    for (int square = 1; square <= V::kMen; ++square) {
      board.pieces[0] |= board_of(square);
      board.pieces[1] |= board_of(33 - square);
    }
    return set_up({board, 0, 0});
  }

  // Copies the part of the history that is in use.
  void copy(State& to, const State& from) const noexcept {
    std::memcpy(static_cast<void*>(&to), &from, kHeaderSize);
    for (std::size_t i = 0; i < from.history_size; ++i) to.history[i] = from.history[i];
  }

  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.ply & 1U; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return GameStatus{s.status}; }

  // Captures if there are any (WCDF 1.20), else steps; ordered by direction, then by bit of the origin.
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (s.status != 0) return 0;
    return to_move(s) == 0 ? write_moves<0>(s.board, out) : write_moves<1>(s.board, out);
  }
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept {
    if (s.status != 0) return 0;
    return to_move(s) == 0 ? count<0>(s.board) : count<1>(s.board);
  }
  // Sums over all positions after a move: moves pieces only on a copy of the board, and does not check who
  // has won.
  [[nodiscard]] std::uint64_t count_replies(const State& s) const noexcept {
    if (s.status != 0) return 0;
    const bool kings = (s.board.pieces[1 - to_move(s)] & s.board.kings) != 0;
    if (to_move(s) == 0) return kings ? replies<0, true>(s) : replies<0, false>(s);
    return kings ? replies<1, true>(s) : replies<1, false>(s);
  }
  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    return evaluate_position(s.board, to_move(s));
  }
  std::uint32_t captures(const State& s, Move* out) const noexcept {
    if (s.status != 0) return 0;
    const CaptureList list = to_move(s) == 0 ? capture_list<0>(s.board) : capture_list<1>(s.board);
    return write(list, out);
  }
  // Captures are compulsory.
  [[nodiscard]] bool in_check_or_forced(const State& s) const noexcept {
    return any(to_move(s) == 0 ? Moves::template jumps<0>(s.board) : Moves::template jumps<1>(s.board)) != 0;
  }
  void move_gains(const State& s, const Move* moves, std::uint32_t n, std::int32_t* out) const noexcept {
    for (std::uint32_t i = 0; i < n; ++i) {
      if (Path(moves[i]).jumps() == 0) {
        out[i] = Selective::kQuiet;
        continue;
      }
      const Board taken = effect_of(Path(moves[i])).captured;
      out[i] = 100 * std::popcount(taken) + 33 * std::popcount(taken & s.board.kings);
    }
  }
  // Refuses to pass with few pieces: zugzwang decides many endings.
  bool pass(State& s) const noexcept {
    if (std::popcount(s.board.pieces[0] | s.board.pieces[1]) < 14 || in_check_or_forced(s)) return false;
    ++s.ply;
    s.no_progress = s.history_size = 0;
    return !is_over(judge(s));
  }
  [[nodiscard]] bool may_threaten(const State&, Move) const noexcept { return true; }
  [[nodiscard]] bool treat_as_draw(const State& s) const noexcept {
    return options_.draws && occurrences(s) != 0;
  }

  std::uint32_t winning_moves(const State& s, Move* out) const noexcept {
    std::array<Move, kMaxMoves> moves;
    const std::uint32_t n = legal_moves(s, moves.data());
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      Position after = s.board;
      play(after, to_move(s), effect_of(Path(moves[i])));
      if (!Moves::can_move(after, 1 - to_move(s))) out[found++] = moves[i];
    }
    return found;
  }

  GameStatus apply(State& s, Move move) const noexcept {
    const Player side = to_move(s);
    const Effect effect = effect_of(Path(move));
    advance_clock(s, effect);
    play(s.board, side, effect);
    ++s.ply;
    const GameStatus status = judge(s);
    s.status = static_cast<std::uint8_t>(status);
    return status;
  }

  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    const std::uint32_t start = s.ply;
    if (s.status == 0) {
      GameStatus status = GameStatus::kOngoing;
      if (to_move(s) == 1) status = random_ply<1>(s, rng, trace);
      while (!is_over(status)) {
        status = random_ply<0>(s, rng, trace);
        if (is_over(status)) break;
        status = random_ply<1>(s, rng, trace);
      }
      s.status = static_cast<std::uint8_t>(status);
    }
    return {GameStatus{s.status}, s.ply - start};
  }

  // Hash of the pieces, their kind and the side to move. Mixing three words afresh is as fast as updating
  // keys of the changed squares.
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    return hash_combine(occupancy(s.board), std::uint64_t{to_move(s)} << 32 | s.board.kings);
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    const Effect effect = effect_of(Path(move));
    return static_cast<std::uint32_t>(std::countr_zero(effect.from) * 32 + std::countr_zero(effect.to));
  }

  // Sites: all squares of the board, row by row from the player's own side.
  [[nodiscard]] static FeaturePlan feature_plan() {
    return {.rows = 8,
            .columns = 8,
            .layers = {{"empty", "own man", "own king", "other man", "other king"}},
            .numbers = {"plies without progress"}};
  }
  void observe(const State& s, Player player, std::uint8_t* codes, float* numbers) const noexcept {
    std::fill_n(codes, 64, std::uint8_t{0});
    for (int square = 1; square <= 32; ++square) {
      const Board here = board_of(square);
      if ((s.board.empty() & here) != 0) continue;
      const int owner = (s.board.pieces[player] & here) != 0 ? 1 : 3;
      codes[site_of(square, player)] =
          static_cast<std::uint8_t>(owner + ((s.board.kings & here) != 0 ? 1 : 0));
    }
    numbers[0] = static_cast<float>(s.no_progress) / kMaxNoProgress;
  }
  [[nodiscard]] MoveSites move_sites(const State& s, Move move) const noexcept {
    const Effect effect = effect_of(Path(move));
    return {site_of(square_of(effect.from), to_move(s)), site_of(square_of(effect.to), to_move(s))};
  }
  [[nodiscard]] static std::uint32_t map_site(std::uint32_t site, std::uint32_t) noexcept { return site; }

  [[nodiscard]] std::uint32_t occurrences(const State& s) const noexcept {
    return count_in_history(s, s.history_size, occupancy(s.board));
  }
  [[nodiscard]] bool repeats(const State& s, Move move) const noexcept {
    const Effect effect = effect_of(Path(move));
    if (!is_reversible(s.board, effect)) return false;
    Position after = s.board;
    play(after, to_move(s), effect);
    return count_in_history(s, s.history_size + 1U, occupancy(after)) != 0;
  }

  [[nodiscard]] std::string move_text(const State& s, Move move) const {
    return notation::move_text(legal(s), move);
  }
  [[nodiscard]] Result<Move> parse_move(const State& s, std::string_view text) const {
    return notation::parse_move(legal(s), options_.merge_paths, text);
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    return notation::position_text({s.board, s.ply, s.no_progress});
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    const auto setup = notation::parse_position(
        text, {V::kMen, options_.draws ? options_.no_progress : kMaxNoProgress, kMaxPlies});
    if (!setup) return Error{setup.error()};
    return set_up(*setup);
  }
  [[nodiscard]] std::string board_text(const State& s) const {
    return notation::board_text(s.board) + status_line(status(s), to_move(s), "black (b)", "white (w)");
  }
  [[nodiscard]] static Side side(const State&, Player p) noexcept {
    return p == 0 ? sides::kBlack : sides::kWhite;
  }
  [[nodiscard]] std::string svg(const State& s, Move last) const { return notation::svg(s.board, last); }
  [[nodiscard]] std::string svg_cells(const State&) const { return notation::svg_cells(); }
  [[nodiscard]] std::string svg_move_cells(const State&, Move move) const {
    return notation::svg_move_cells(move);
  }

 private:
  // The first player moves down in diagrams, so its own side is the top.
  [[nodiscard]] static std::uint32_t site_of(int square, Player player) noexcept {
    const int site = row_of(square) * 8 + column_of(square);
    return static_cast<std::uint32_t>(player == 0 ? site : 63 - site);
  }

  static constexpr std::size_t kHeaderSize = offsetof(State, history);

  [[nodiscard]] State set_up(const notation::Setup& setup) const {
    State s{};
    s.board = setup.board;
    s.ply = static_cast<std::uint16_t>(setup.ply);
    s.no_progress = static_cast<std::uint8_t>(setup.no_progress);
    s.status = static_cast<std::uint8_t>(judge(s));
    return s;
  }
  [[nodiscard]] std::vector<Move> legal(const State& s) const {
    std::vector<Move> moves(kMaxMoves);
    moves.resize(legal_moves(s, moves.data()));
    return moves;
  }

  [[nodiscard]] static std::uint64_t occupancy(const Position& p) noexcept {
    return std::uint64_t{p.pieces[0]} << 32 | p.pieces[1];
  }
  [[nodiscard]] static bool is_reversible(const Position& p, const Effect& e) noexcept {
    return e.captured == 0 && (p.kings & e.from) != 0;
  }
  static void play(Position& p, Player side, const Effect& effect) noexcept {
    side == 0 ? Moves::template play<0>(p, effect) : Moves::template play<1>(p, effect);
  }

  // Occurrences in the history of a position `age` plies after the oldest one.
  [[nodiscard]] static std::uint32_t count_in_history(const State& s, std::uint32_t age,
                                                      std::uint64_t key) noexcept {
    std::uint32_t found = 0;
    for (std::uint32_t i = age & 1U; i + 4 <= age; i += 2) found += s.history[i] == key ? 1U : 0U;
    return found;
  }

  // Call it before the move is played.
  void advance_clock(State& s, const Effect& effect) const noexcept {
    if (!is_reversible(s.board, effect)) {
      s.no_progress = s.history_size = 0;
    } else if (options_.draws) {
      s.history[s.history_size++] = occupancy(s.board);
      ++s.no_progress;
    } else if (s.no_progress < kMaxNoProgress) {
      ++s.no_progress;
    }
  }

  // A player who cannot move has lost, whatever the clocks show.
  [[nodiscard]] GameStatus judge(const State& s) const noexcept {
    const Player side = to_move(s);
    if (!Moves::can_move(s.board, side)) return win_for(1 - side);
    return judge_draws(s);
  }
  [[nodiscard]] GameStatus judge_draws(const State& s) const noexcept {
    if (s.ply >= kMaxPlies) return GameStatus::kDraw;
    if (!options_.draws) return GameStatus::kOngoing;
    if (s.no_progress >= options_.no_progress) return GameStatus::kDraw;                           // 1.32.2
    return occurrences(s) + 1 >= kOccurrencesThatDraw ? GameStatus::kDraw : GameStatus::kOngoing;  // 1.32.1
  }

  template <Player side>
  [[nodiscard]] CaptureList capture_list(const Position& p) const noexcept {
    CaptureList list(options_.merge_paths);
    Moves::template captures<side>(p, Moves::template jumps<side>(p), list);
    return list;
  }
  static std::uint32_t write(const CaptureList& list, Move* out) noexcept {
    for (const Capture& capture : list) *out++ = capture.path.move();
    return static_cast<std::uint32_t>(list.size());
  }
  template <Player side>
  std::uint32_t write_moves(const Position& p, Move* out) const noexcept {
    if (any(Moves::template jumps<side>(p)) != 0) return write(capture_list<side>(p), out);
    const Mobile mobile = Moves::template steps<side>(p);
    std::uint32_t n = 0;
    for (const unsigned d : kDirections) {
      for (Board left = mobile[d]; left != 0; left &= left - 1) {
        out[n++] = Path::step(static_cast<unsigned>(std::countr_zero(left)), d).move();
      }
    }
    return n;
  }
  template <Player side, bool kings = true>
  [[nodiscard]] std::uint32_t count(const Position& p) const noexcept {
    if (const Mobile jumps = Moves::template jumps<side, kings>(p); any(jumps) != 0) {
      const unsigned single = Moves::template count_single<side>(p, jumps);
      return single != 0 ? single : static_cast<std::uint32_t>(capture_list<side>(p).size());
    }
    const Mobile mobile = Moves::template steps<side, kings>(p);
    return static_cast<std::uint32_t>(std::popcount(pair(mobile[0], mobile[1])) +
                                      std::popcount(pair(mobile[2], mobile[3])));
  }

  // True if a move could end the game in a draw, by a clock or by a third occurrence.
  [[nodiscard]] bool draw_near(const State& s) const noexcept {
    if (s.ply + 1U >= kMaxPlies) return true;
    constexpr unsigned kFewest = 8;  // plies to the third occurrence of a position
    return options_.draws && (s.no_progress + 1U >= options_.no_progress || s.history_size + 1U >= kFewest);
  }
  // Without `kings` the opponent has none.
  template <Player side, bool kings>
  [[nodiscard]] std::uint64_t replies(const State& s) const noexcept {
    const Position& p = s.board;
    std::uint64_t sum = 0;
    if (const Mobile jumps = Moves::template jumps<side>(p); any(jumps) != 0) {
      CaptureList list(options_.merge_paths);
      Moves::template captures<side>(p, jumps, list);
      if (s.ply + 1U >= kMaxPlies) return 0;
      for (const Capture& capture : list) {
        Position after = p;
        Moves::template play<side>(after, capture.effect);
        sum += count<1 - side, kings>(after);
      }
      return sum;
    }
    Mobile mobile = Moves::template steps<side>(p);
    const bool near = draw_near(s);
    if (!near && any(Moves::template jumps<1 - side, kings>(p)) == 0)
      sum = Moves::template quiet_replies<side>(p, mobile);
    for (const unsigned d : kDirections) {
      for (Board left = mobile[d]; left != 0; left &= left - 1) {
        const Board from = left & (0U - left);
        if (near) {
          State after;
          copy(after, s);
          if (is_over(apply(after, Path::step(static_cast<unsigned>(std::countr_zero(from)), d).move())))
            continue;
        }
        Position after = p;
        Moves::template play<side>(after, {from, std::rotl(from, kRotation[d]), 0});
        sum += count<1 - side, kings>(after);
      }
    }
    return sum;
  }

  [[nodiscard]] static std::uint64_t pair(Board low, Board high) noexcept {
    return std::uint64_t{high} << 32 | low;
  }

  // A uniformly random move. Steps are not listed: each is one bit for a (piece, direction), and the drawn
  // one is found by its rank.
  template <Player side>
  GameStatus random_ply(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    Effect effect;
    Path path = Path::from(0);
    const Mobile jumps = Moves::template jumps<side>(s.board);
    if (any(jumps) != 0) {
      CaptureList list(options_.merge_paths);
      Moves::template captures<side>(s.board, jumps, list);
      const Capture& chosen = list[list.size() == 1 ? 0 : rng.below(static_cast<std::uint32_t>(list.size()))];
      effect = chosen.effect;
      path = chosen.path;
    } else {
      const Mobile mobile = Moves::template steps<side>(s.board);
      const std::uint64_t down = pair(mobile[0], mobile[1]), up = pair(mobile[2], mobile[3]);
      const auto downs = static_cast<std::uint32_t>(std::popcount(down));
      const std::uint32_t n = downs + static_cast<std::uint32_t>(std::popcount(up));
      if (n == 0) return win_for(1 - side);
      const std::uint32_t rank = rng.below(n);
      const auto chosen =
          static_cast<unsigned>(rank < downs ? select_bit(down, rank) : 64 + select_bit(up, rank - downs));
      path = Path::step(chosen % 32, chosen / 32);
      effect.from = Board{1} << (chosen % 32);
      effect.to = std::rotl(effect.from, kRotation[chosen / 32]);
      effect.captured = 0;
    }
    if (trace != nullptr) record(trace, path.move(), move_class(s, path.move()), side);
    const bool reversible = is_reversible(s.board, effect);
    advance_clock(s, effect);
    Moves::template play<side>(s.board, effect);
    ++s.ply;
    if (!reversible && s.ply < kMaxPlies) return GameStatus::kOngoing;
    const GameStatus status = judge_draws(s);
    return is_over(status) ? judge(s) : status;
  }

  Options options_;
};

}  // namespace ludex::games::checkers
