// Chess by the FIDE Laws (rules.md). The rules are a template over the computation of slider attacks;
// create() chooses by the processor.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/game/extensions.hpp"
#include "core/game/rules.hpp"
#include "core/game/side.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "games/chess/evaluation.hpp"
#include "games/chess/exchange.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/notation.hpp"
#include "games/chess/playout.hpp"

namespace ludex::games::chess {

template <class Sliders>
class ChessRules {
 public:
  using State = Position;
  using Offers =
      Extensions<Evaluate, CountMoves, Captures, Tactics, Repetition, Features, Selective, Uci, UciWarnings,
                 San, Sides, Svg, SvgCells, OwnCopy, OwnPlayout, OwnMoveReader, PositionWarnings>;

  explicit ChessRules(Options options = {})
      : options_(std::move(options)),
        initial_((options_.any_file = kAnyFile<Sliders>, initial_position(options_))) {}

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kCyclic | kHistoryDraws | kPerfectInformation |
                     kDeterministic | kAlternating,
            .max_moves = kMaxMoves,
            .max_plies = options_.max_plies,
            .move_classes = kMoveClasses,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const noexcept { return initial_; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.mover(); }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status; }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    return is_over(s.status) ? 0 : list_legal<Sliders>(s, out);
  }
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept {
    if (is_over(s.status)) return 0;
    const CountSink sink = visit_legal<Sliders>(s, CountSink());
    return sink.moves;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    play_move<Sliders>(s, move);
    return s.status = judge(s);
  }
  void copy(State& to, const State& from) const noexcept { copy_position(to, from); }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.hash; }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return chess::move_class(move);
  }

  // Sites: squares rank by rank from the player's own.
  [[nodiscard]] static FeaturePlan feature_plan() {
    FeaturePlan plan{.rows = 8,
                     .columns = 8,
                     .layers = {{"empty"}, {"none", "en passant"}},
                     .numbers = {"own short castling", "own long castling", "other short castling",
                                 "other long castling", "plies without progress"}};
    for (const char* const owner : {"own ", "other "}) {
      for (const char* const piece : {"pawn", "knight", "bishop", "rook", "queen", "king"})
        plan.layers[0].push_back(std::string(owner) + piece);
    }
    return plan;
  }
  void observe(const State& s, Player player, std::uint8_t* codes, float* numbers) const noexcept {
    std::fill_n(codes, 128, std::uint8_t{0});
    for (const Color side : {kWhite, kBlack}) {
      for (Bitboard rest = s.color[side]; rest != 0; rest &= rest - 1) {
        const Square square = first_square(rest);
        codes[site_of(square, player)] =
            static_cast<std::uint8_t>((side == player ? 1 : 7) + static_cast<int>(s.type_on(square)));
      }
    }
    if (s.en_passant != kNoSquare) codes[64 + site_of(Square{s.en_passant}, player)] = 1;
    const std::array rights{kWhiteShort, kWhiteLong, kBlackShort, kBlackLong};
    for (std::size_t i = 0; i < 4; ++i) numbers[i] = (s.castling & rights[(i + 2 * player) % 4]) != 0 ? 1 : 0;
    numbers[4] = static_cast<float>(std::min<std::uint32_t>(s.clock, 100)) / 100;
  }
  [[nodiscard]] MoveSites move_sites(const State& s, Move move) const noexcept {
    return {site_of(from_of(move), s.mover()), site_of(to_of(move), s.mover())};
  }
  [[nodiscard]] static std::uint32_t map_site(std::uint32_t site, std::uint32_t) noexcept { return site; }

  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    const int white = options_.piece_squares != nullptr ? evaluate_by_squares(s, *options_.piece_squares)
                                                        : evaluate_tapered<Sliders>(s);
    return s.mover() == kWhite ? white : -white;
  }

  // Captures, including en passant, and promotions.
  std::uint32_t captures(const State& s, Move* out) const noexcept {
    return is_over(s.status) ? 0 : list_legal<Sliders>(s, out, s.color[opponent(s.mover())]);
  }
  std::uint32_t winning_moves(const State& s, Move* out) const noexcept {
    Move legal[kMaxMoves];
    const std::uint32_t moves = legal_moves(s, legal);
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < moves; ++i) {
      if (mates<Sliders>(s, legal[i])) out[found++] = legal[i];
    }
    return found;
  }
  [[nodiscard]] bool in_check_or_forced(const State& s) const noexcept { return s.checkers != 0; }
  // Exchange value if the captor exceeds the victim; else the victim's value, the least captor first.
  void move_gains(const State& s, const Move* moves, std::uint32_t n, std::int32_t* out) const noexcept {
    const Bitboard enemy = s.color[opponent(s.mover())];
    for (std::uint32_t i = 0; i < n; ++i) {
      const Move move = moves[i];
      const PieceType promotion = promotion_of(move);
      const bool takes = (enemy & bit(to_of(move))) != 0 || special_of(move) == Special::kEnPassant;
      if (!takes && promotion == kPawn) {
        out[i] = kQuietMove;
        continue;
      }
      const int victim = !takes                                    ? 0
                         : special_of(move) == Special::kEnPassant ? 100
                                                                   : kExchangeValue[s.type_on(to_of(move))];
      const int taker = kExchangeValue[piece_of(move)];
      if (promotion != kPawn && promotion != kQueen) {
        out[i] = -1;
      } else if (promotion == kQueen || taker > victim) {
        const int won = exchange<Sliders>(s, move);
        out[i] = won < 0 ? won : (promotion == kQueen ? won : victim) - taker / 32;
        if (won >= 0 && out[i] < 0) out[i] = 0;
      } else {
        out[i] = victim - taker / 32;
      }
    }
  }
  [[nodiscard]] bool may_threaten(const State& s, Move move) const noexcept {
    return gives_check<Sliders>(s, move);
  }
  // No pass with at most one minor piece: zugzwang (Morphy's problem kbK5/pp6/1P6/8/8/8/8/R7 needs that).
  bool pass(State& s) const noexcept {
    const Bitboard pieces = s.color[s.mover()] & ~(s.type[kPawn] | s.type[kKing]);
    if (s.checkers != 0 || (!has_two(pieces) && (pieces & (s.type[kRook] | s.type[kQueen])) == 0))
      return false;
    s.hash ^= kZobrist.black ^ kZobrist.en_passant[s.en_passant];
    s.en_passant = kNoSquare;
    s.past = 0;
    ++s.ply;
    ++s.clock;
    find_checks_and_pins(s);
    s.status = judge(s);
    return !is_over(s.status);
  }
  [[nodiscard]] bool treat_as_draw(const State& s) const noexcept {
    return options_.draws && s.past >= 4 && occurrences_of(s, s.hash) != 0;
  }
  // Covers the plies since the position given as text, and with draws=none the last 100.
  [[nodiscard]] std::uint32_t occurrences(const State& s) const noexcept { return occurrences_of(s, s.hash); }
  [[nodiscard]] bool repeats(const State& s, Move move) const noexcept {
    if (piece_of(move) == kPawn || special_of(move) != Special::kNone || s.past < 3) return false;
    if ((s.occupied() & bit(to_of(move))) != 0) return false;
    if ((s.castling & rights_kept<Sliders>(s, from_of(move)) & rights_kept<Sliders>(s, to_of(move))) !=
        s.castling)
      return false;
    const auto& keys = kZobrist.piece[s.mover()][piece_of(move)];
    return occurrences_of(s, s.hash ^ kZobrist.black ^ kZobrist.en_passant[s.en_passant] ^
                                 keys[from_of(move)] ^ keys[to_of(move)]) != 0;
  }

  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    if (trace != nullptr) trace->size = 0;
    if (is_over(s.status)) return {s.status, 0};
    const std::uint16_t start = s.ply;
    if (s.mover() == kBlack && !step<kBlack>(s, rng, trace)) return finish(s, start);
    while (step<kWhite>(s, rng, trace) && step<kBlack>(s, rng, trace)) {
    }
    return finish(s, start);
  }

  [[nodiscard]] std::string move_text(const State&, Move move) const { return uci_text(move); }
  [[nodiscard]] Result<Move> parse_move(const State& s, std::string_view text) const {
    return chess::parse_move(s, text);
  }
  [[nodiscard]] std::string san(const State& s, Move move) const { return san_text(s, move); }
  [[nodiscard]] std::string position_text(const State& s) const { return fen_text(s); }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    std::string warning;
    return parse_position(text, warning);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text, std::string& warning) const {
    auto position = parse_fen(text, options_, warning);
    if (position) position->status = judge(*position);
    return position;
  }
  // UCI was made for chess: its texts are the game's own. USI does not cover chess.
  [[nodiscard]] bool speaks(UciDialect dialect) const noexcept { return dialect == UciDialect::kUci; }
  [[nodiscard]] std::string uci_variant() const { return kAnyFile<Sliders> ? "chess960" : ""; }
  [[nodiscard]] std::string uci_move(const State&, Move move, UciDialect) const { return uci_text(move); }
  [[nodiscard]] Result<Move> parse_uci_move(const State& s, std::string_view text, UciDialect) const {
    return chess::parse_move(s, text);
  }
  [[nodiscard]] std::string uci_position(const State& s, UciDialect) const { return fen_text(s); }
  [[nodiscard]] Result<State> parse_uci_position(std::string_view text, UciDialect) const {
    return parse_position(text);
  }
  [[nodiscard]] Result<State> parse_uci_position(std::string_view text, UciDialect,
                                                 std::string& warning) const {
    return parse_position(text, warning);
  }
  [[nodiscard]] std::string board_text(const State& s) const { return diagram_text(s); }
  [[nodiscard]] static Side side(const State&, Player p) noexcept {
    return p == 0 ? sides::kWhite : sides::kBlack;
  }
  [[nodiscard]] std::string svg(const State& s, Move last) const { return svg_text(s, last); }
  [[nodiscard]] std::string svg_cells(const State&) const { return chess::svg_cells(); }
  [[nodiscard]] std::string svg_move_cells(const State&, Move move) const {
    const std::string squares = uci_text(move);
    return squares.substr(0, 2) + ' ' + squares.substr(2, 2);
  }

 private:
  [[nodiscard]] static std::uint32_t site_of(Square square, Player player) noexcept {
    return static_cast<std::uint32_t>(square) ^ (player == 0 ? 0U : 56U);
  }

  static constexpr std::int32_t kQuietMove = Selective::kQuiet;

  // Checkmate precedes every draw (FIDE 9.6.2).
  [[nodiscard]] GameStatus judge(const State& s) const noexcept {
    if (!has_legal_move<Sliders>(s))
      return s.checkers != 0 ? win_for(opponent(s.mover())) : GameStatus::kDraw;
    return drawn(s) ? GameStatus::kDraw : GameStatus::kOngoing;
  }
  [[nodiscard]] bool drawn(const State& s) const noexcept {
    if (s.ply >= options_.max_plies) return true;
    if (!options_.draws) return false;
    if (s.clock >= 100 || is_dead(s)) return true;
    return s.past >= 8 && occurrences_of(s, s.hash) >= 2;
  }

  // Plays one ply of a playout; false when the game is over, with the status set.
  template <Color us>
  bool step(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    const Move move = draw_move<Sliders, us>(s, rng);
    if (move == kNoMove) {
      s.status = s.checkers != 0 ? win_for(opponent(us)) : GameStatus::kDraw;
      return false;
    }
    if (trace != nullptr) record(trace, move, chess::move_class(move), us);
    make_move<Sliders, us>(s, move);
    if (!drawn(s)) [[likely]]
      return true;
    find_checks_and_pins(s);
    s.status = judge(s);
    return false;
  }
  static PlayoutResult finish(State& s, std::uint16_t start) noexcept {
    return {s.status, static_cast<std::uint32_t>(s.ply - start)};
  }

  Options options_;
  State initial_;
};

}  // namespace ludex::games::chess
