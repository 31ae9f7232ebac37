// MiniShogi (rules.md) on top of Position: results, repetition, playouts, text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/game/side.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "games/minishogi/evaluation.hpp"
#include "games/minishogi/network.hpp"
#include "games/minishogi/playout.hpp"
#include "games/minishogi/position.hpp"

namespace ludex::games::minishogi {

// Meaning of the fourth occurrence of a position, except perpetual check (rules.md, paragraph 9).
enum class FourfoldRule { kOfficial, kDraw, kNone };

// Source of ludex.evaluate/1: the network (network.hpp) or the hand-made evaluation (evaluation.hpp).
enum class Evaluation { kLearned, kClassical };

// Text of positions and moves (notation.cpp); `max_plies` bounds the move number.
[[nodiscard]] std::string to_sfen(const Position& p);
[[nodiscard]] Result<Position> from_sfen(std::string_view text, unsigned max_plies);
[[nodiscard]] std::string to_usi(Move move);
// The beginning of a piece's drop: "P*"; Gote's in lower case.
[[nodiscard]] std::string hand_text(Side side, Type type);
[[nodiscard]] Result<Move> from_usi(const Position& p, std::string_view text);
// The same in Fairy-Stockfish's UCI notation: squares a1 (left, Sente's side) to e5, drops "P@c3"; FEN with
// hands in brackets, "w" for Sente: "rbsgk/4p/5/P4/KGSBR[-] w 0 1".
[[nodiscard]] std::string to_fen(const Position& p);
[[nodiscard]] Result<Position> from_fen(std::string_view text, unsigned max_plies);
[[nodiscard]] std::string to_uci(Move move);
[[nodiscard]] Result<Move> from_uci(const Position& p, std::string_view text);
[[nodiscard]] std::string draw_text(const Position& p);
// drawing.cpp
[[nodiscard]] std::string draw_svg(const Position& p, Move last);
[[nodiscard]] std::string svg_cells(const Position& p);
[[nodiscard]] std::string svg_move_cells(const Position& p, Move move);

// Positions of the game so far, separately by side to move. An entry is the key of the position with its
// lowest bit set if the mover is in check, which is a function of the position.
struct History {
  static constexpr unsigned kCapacity = 257;  // a side
  static constexpr unsigned kMaxPlies = 2 * (kCapacity - 1);
  std::array<std::uint16_t, 2> size;
  std::array<std::array<std::uint64_t, kCapacity>, 2> entry;

  [[nodiscard]] static std::uint64_t entry_of(std::uint64_t key, bool in_check) noexcept {
    return (key & ~std::uint64_t{1}) | (in_check ? 1 : 0);
  }
  [[nodiscard]] static std::uint64_t entry_of(const Position& p) noexcept {
    return entry_of(p.key, p.checkers != 0);
  }
  // Its occurrences among the first `n` entries of the side.
  [[nodiscard]] std::uint32_t occurrences(std::uint64_t wanted, Side mover, unsigned n) const noexcept {
    std::uint32_t found = 0;
    for (unsigned i = 0; i < n; ++i) found += entry[mover][i] == wanted;
    return found;
  }
  void push(Side mover, std::uint64_t made) noexcept { entry[mover][size[mover]++] = made; }
  void push(const Position& p) noexcept { push(p.mover, entry_of(p)); }
};

struct PlainState {
  Position position;
};
// The history comes last, so that a copy can omit the unused rest.
struct HistoryState {
  Position position;
  History history;
};

template <bool kRepetition>
class MinishogiRules {
 public:
  using State = std::conditional_t<kRepetition, HistoryState, PlainState>;
  using Offers =
      Extensions<Evaluate, CountMoves, Captures, Tactics, ExtensionsIf<kRepetition, Repetition>, Features,
                 Selective, Uci, Sides, Svg, SvgCells, OwnCopy, OwnPlayout, OwnMoveReader>;

  MinishogiRules(FourfoldRule repetition, bool uchifuzume_legal, unsigned max_plies,
                 Evaluation evaluation = Evaluation::kLearned)
      : weights_(evaluation == Evaluation::kLearned ? &learned_weights() : nullptr),
        repetition_(repetition),
        uchifuzume_legal_(uchifuzume_legal),
        max_plies_(max_plies),
        start_(*from_sfen("rbsgk/4p/5/P4/KGSBR b - 1", max_plies)) {}

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kCyclic | kPerfectInformation | kDeterministic |
                     kAlternating | (kRepetition ? 0U : kHistoryDraws),
            .max_moves = 300,
            .max_plies = max_plies_,
            .move_classes = 2 * kSquares * kSquares + kHandTypes * kSquares,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const { return start_from(start_); }
  void copy(State& to, const State& from) const noexcept {
    to.position = from.position;
    if constexpr (kRepetition) {
      to.history.size = from.history.size;
      for (const Side s : {0U, 1U}) {
        std::memcpy(to.history.entry[s].data(), from.history.entry[s].data(),
                    from.history.size[s] * sizeof(std::uint64_t));
      }
    }
  }

  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.position.mover; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.position.status; }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.position.key; }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    return is_over(s.position.status) ? 0 : MoveGroups(s.position, uchifuzume_legal_).write(out);
  }
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept {
    return is_over(s.position.status) ? 0 : MoveGroups(s.position, uchifuzume_legal_).total();
  }
  // True if it gives check.
  [[nodiscard]] bool may_threaten(const State& s, Move move) const noexcept {
    return s.position.gives_check(move);
  }
  GameStatus apply(State& s, Move move) const noexcept {
    Position& p = s.position;
    p.make(move);
    p.status = has_legal_move(p, uchifuzume_legal_) ? status_by_count(s) : win_for(1U - p.mover);
    if constexpr (kRepetition) s.history.push(p);
    return p.status;
  }
  // From, to and promotion; drops by piece and square. The same for both sides.
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    const MoveParts m = unpack(move);
    if (m.drop) return 2 * kSquares * kSquares + m.type * kSquares + m.to;
    return (m.from * kSquares + m.to) * 2 + (m.promotes ? 1 : 0);
  }
  // Sites: squares row by row from the player's own; the second player turns the board.
  [[nodiscard]] static FeaturePlan feature_plan() {
    FeaturePlan plan{.rows = 5, .columns = 5, .layers = {{"empty"}}};
    for (const char* const owner : {"own ", "other "}) {
      for (const char* const piece : {"pawn", "silver", "gold", "bishop", "rook", "king", "promoted pawn",
                                      "promoted silver", "promoted bishop", "promoted rook"})
        plan.layers[0].push_back(std::string(owner) + piece);
      for (const char* const piece : {"pawns", "silvers", "golds", "bishops", "rooks"})
        plan.numbers.push_back(std::string(owner) + piece + " in hand");
    }
    return plan;
  }
  void observe(const State& s, Player player, std::uint8_t* codes, float* numbers) const noexcept {
    constexpr std::array<std::uint8_t, kTypes> kPromotedCode{6, 7, 0, 8, 9, 0};
    const Position& p = s.position;
    for (Square square = 0; square < kSquares; ++square) {
      std::uint8_t& code = codes[site_of(square, player)];
      code = 0;
      if ((p.occupied() >> square & 1U) == 0) continue;
      const Type type = p.type_on(square);
      const bool promoted = (p.promoted >> square & 1U) != 0;
      code = static_cast<std::uint8_t>(((p.side[player] >> square & 1U) != 0 ? 1 : 11) +
                                       (promoted ? kPromotedCode[type] : static_cast<unsigned>(type)));
    }
    for (unsigned t = 0; t < kHandTypes; ++t) {
      numbers[t] = static_cast<float>(p.in_hand(player, static_cast<Type>(t))) / 2;
      numbers[kHandTypes + t] = static_cast<float>(p.in_hand(1 - player, static_cast<Type>(t))) / 2;
    }
  }
  [[nodiscard]] MoveSites move_sites(const State& s, Move move) const noexcept {
    const MoveParts m = unpack(move);
    const std::uint32_t to = site_of(m.to, s.position.mover);
    return {m.drop ? kNoSite : site_of(m.from, s.position.mover), to};
  }
  [[nodiscard]] static std::uint32_t map_site(std::uint32_t site, std::uint32_t) noexcept { return site; }

  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    if (trace == nullptr) return play<false>(s, rng, trace);
    trace->size = 0;
    return play<true>(s, rng, trace);
  }

  [[nodiscard]] std::int32_t evaluate(const State& s) const noexcept {
    const std::int32_t classical = evaluate_position(s.position);
    return weights_ == nullptr ? classical : classical + correct_by_network(*weights_, s.position);
  }
  [[nodiscard]] bool in_check_or_forced(const State& s) const noexcept { return s.position.checkers != 0; }
  void move_gains(const State& s, const Move* moves, std::uint32_t n, std::int32_t* out) const noexcept {
    for (std::uint32_t i = 0; i < n; ++i) out[i] = gain_of(s.position, moves[i]);
  }
  // Drops make zugzwang rare.
  bool pass(State& s) const noexcept {
    Position& p = s.position;
    if (p.checkers != 0) return false;
    p.key ^= detail::kKeys.mover;
    p.mover ^= 1;
    ++p.ply;
    p.checkers = p.attackers(p.king(p.mover), 1U - p.mover, p.occupied());
    return p.checkers == 0 && p.ply < max_plies_ && has_legal_move(p, uchifuzume_legal_);
  }
  // A repetition is no draw here.
  [[nodiscard]] bool treat_as_draw(const State&) const noexcept { return false; }

  // Mates, stalemates, and repetitions that the opponent loses.
  std::uint32_t winning_moves(const State& s, Move* out) const noexcept;
  // Captures and promotions.
  std::uint32_t captures(const State& s, Move* out) const noexcept {
    if (is_over(s.position.status)) return 0;
    return MoveGroups(s.position, uchifuzume_legal_).write(out, s.position.side[1U - s.position.mover], kAll);
  }

  [[nodiscard]] std::uint32_t occurrences(const State& s) const noexcept requires kRepetition {
    const Position& p = s.position;
    return s.history.occurrences(History::entry_of(p), p.mover, s.history.size[p.mover]) - 1;
  }
  [[nodiscard]] bool repeats(const State& s, Move move) const noexcept requires kRepetition {
    Position p = s.position;
    p.make(move);
    return s.history.occurrences(History::entry_of(p), p.mover, s.history.size[p.mover]) != 0;
  }

  [[nodiscard]] std::string move_text(const State&, Move move) const { return to_usi(move); }
  [[nodiscard]] Result<Move> parse_move(const State& s, std::string_view text) const {
    return from_usi(s.position, text);
  }
  [[nodiscard]] std::string position_text(const State& s) const { return to_sfen(s.position); }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    const auto position = from_sfen(text, max_plies_);
    if (!position) return Error{position.error()};
    return start_from(*position);
  }
  [[nodiscard]] bool speaks(UciDialect) const noexcept { return true; }
  [[nodiscard]] std::string uci_variant() const { return "minishogi"; }
  [[nodiscard]] std::string uci_move(const State&, Move move, UciDialect dialect) const {
    return dialect == UciDialect::kUsi ? to_usi(move) : to_uci(move);
  }
  [[nodiscard]] Result<Move> parse_uci_move(const State& s, std::string_view text, UciDialect dialect) const {
    return dialect == UciDialect::kUsi ? from_usi(s.position, text) : from_uci(s.position, text);
  }
  [[nodiscard]] std::string uci_position(const State& s, UciDialect dialect) const {
    return dialect == UciDialect::kUsi ? to_sfen(s.position) : to_fen(s.position);
  }
  [[nodiscard]] Result<State> parse_uci_position(std::string_view text, UciDialect dialect) const {
    if (dialect == UciDialect::kUsi) return parse_position(text);
    const auto position = from_fen(text, max_plies_);
    if (!position) return Error{position.error()};
    return parse_position(to_sfen(*position));
  }
  [[nodiscard]] std::string board_text(const State& s) const { return draw_text(s.position); }
  // Pieces of both sides have one colour and point at the opponent.
  [[nodiscard]] static ludex::Side side(const State&, Player p) noexcept {
    return {p == 0 ? "Sente (below)" : "Gote (above)", "#f6e2b3"};
  }
  [[nodiscard]] std::string svg(const State& s, Move last) const { return draw_svg(s.position, last); }
  [[nodiscard]] std::string svg_cells(const State& s) const { return minishogi::svg_cells(s.position); }
  [[nodiscard]] std::string svg_move_cells(const State& s, Move move) const {
    return minishogi::svg_move_cells(s.position, move);
  }

 private:
  [[nodiscard]] static std::uint32_t site_of(Square square, Player player) noexcept {
    return player == 0 ? square : kSquares - 1 - square;
  }

  static constexpr unsigned kFourth = 3;  // occurrences before the one that ends the game

  [[nodiscard]] State start_from(const Position& position) const noexcept {
    State s;
    std::memset(static_cast<void*>(&s), 0, sizeof s);
    s.position = position;
    Position& p = s.position;
    p.status = !has_legal_move(p, uchifuzume_legal_) ? win_for(1U - p.mover)
               : p.ply >= max_plies_                 ? GameStatus::kDraw
                                                     : GameStatus::kOngoing;
    if constexpr (kRepetition) s.history.push(p);
    return s;
  }
  // The result of a position, not yet in the history, in which the mover has a move.
  [[nodiscard]] GameStatus status_by_count(const State& s) const noexcept {
    const Position& p = s.position;
    if constexpr (kRepetition) return status_by_count(s.history, History::entry_of(p), p.mover, p.ply);
    return p.ply >= max_plies_ ? GameStatus::kDraw : GameStatus::kOngoing;
  }
  [[nodiscard]] GameStatus status_by_count(const History& history, std::uint64_t entry, Side mover,
                                           unsigned ply) const noexcept {
    if (history.occurrences(entry, mover, history.size[mover]) == kFourth) [[unlikely]]
      return repetition_result(history, entry, mover);
    return ply >= max_plies_ ? GameStatus::kDraw : GameStatus::kOngoing;
  }
  [[nodiscard]] GameStatus repetition_result(const History& history, std::uint64_t wanted,
                                             Side mover) const noexcept;

  // Draws a legal move uniformly. False if there is none, or if a number of draws found none.
  template <Side me>
  [[gnu::always_inline]] bool draw(const PlayoutBoard& board, Rng& rng, MoveParts& move) const noexcept {
    constexpr int kTries = 8;
    const Candidates<me> candidates(board);
    if (candidates.total() == 0) return false;
    for (int i = 0; i < kTries; ++i) {
      if (candidates.pick(rng.below(candidates.total()), uchifuzume_legal_, move)) return true;
    }
    return false;
  }
  // A running playout. Updates the state's history as it goes, and writes the position at the end.
  struct Playout {
    State& state;
    PlayoutBoard board;
    PlayoutTrace* trace;
    std::uint32_t ply;  // of the position
    PlayoutResult result;
    // Slots of the seen entries: most positions are new, so the history need not be searched.
    static constexpr unsigned kSlots = kRepetition ? 2048 : 1;
    std::array<bool, kSlots> seen;
  };
  template <bool kTraced>
  PlayoutResult play(State& s, Rng& rng, PlayoutTrace* trace) const noexcept;
  // Plays a move of `me`. False: the game is over.
  template <Side me, bool kTraced>
  bool play_move(Playout& playout, Rng& rng) const noexcept;

  const NetworkInputs::Network::Weights* weights_;  // null: the evaluation is not corrected
  FourfoldRule repetition_;
  bool uchifuzume_legal_;
  unsigned max_plies_;
  Position start_;
};

// A side that has given check with every move since the first occurrence loses; if both have, or neither, the
// general rule decides. The present position, `wanted`, is not yet in the history.
template <bool kRepetition>
GameStatus MinishogiRules<kRepetition>::repetition_result(const History& history, std::uint64_t wanted,
                                                          Side mover) const noexcept {
  const auto& own = history.entry[mover];
  const auto& others = history.entry[1 - mover];
  unsigned from = 0;
  while (own[from] != wanted) ++from;
  const unsigned moves = history.size[mover] - from;  // of each side since then
  bool mover_checked = true;
  bool other_checked = true;
  // The opponent's positions in between are the last `moves` of his.
  for (unsigned i = 0; i < moves; ++i) {
    mover_checked = mover_checked && (own[from + i] & 1) != 0;
    other_checked = other_checked && (others[history.size[1 - mover] - moves + i] & 1) != 0;
  }
  if (mover_checked != other_checked) return win_for(mover_checked ? mover : 1 - mover);
  return repetition_ == FourfoldRule::kDraw ? GameStatus::kDraw : win_for(1);
}

template <bool kRepetition>
std::uint32_t MinishogiRules<kRepetition>::winning_moves(const State& s, Move* out) const noexcept {
  if (is_over(s.position.status)) return 0;
  const Side me = s.position.mover;
  std::array<Move, 300> moves;
  const std::uint32_t n = legal_moves(s, moves.data());
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    Position p = s.position;
    p.make(moves[i]);
    bool wins = !has_legal_move(p, uchifuzume_legal_);
    if constexpr (kRepetition) {
      const std::uint64_t wanted = History::entry_of(p);
      wins = wins || (s.history.occurrences(wanted, p.mover, s.history.size[p.mover]) == kFourth &&
                      repetition_result(s.history, wanted, p.mover) == win_for(me));
    }
    if (wins) out[found++] = moves[i];
  }
  return found;
}

template <bool kRepetition>
template <bool kTraced>
PlayoutResult MinishogiRules<kRepetition>::play(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
  Position& p = s.position;
  if (is_over(p.status)) return {p.status, 0};
  Playout playout{s, PlayoutBoard(p), trace, p.ply, {p.status, 0}, {}};
  if constexpr (kRepetition) {
    for (const Side side : {0U, 1U}) {
      for (unsigned i = 0; i < s.history.size[side]; ++i)
        playout.seen[s.history.entry[side][i] / 2 % Playout::kSlots] = true;
    }
  }
  Side mover = p.mover;
  if (mover == 0 || play_move<1, kTraced>(playout, rng)) {
    do {
      mover = 0;
      if (!play_move<0, kTraced>(playout, rng)) break;
      mover = 1;
    } while (play_move<1, kTraced>(playout, rng));
  }
  playout.board.write(p, mover);
  p.ply = static_cast<std::uint16_t>(playout.ply);
  p.status = playout.result.status;
  return playout.result;
}

template <bool kRepetition>
template <Side me, bool kTraced>
bool MinishogiRules<kRepetition>::play_move(Playout& playout, Rng& rng) const noexcept {
  State& s = playout.state;
  MoveParts move{};
  bool mated = false;
  if (!draw<me>(playout.board, rng, move)) [[unlikely]] {
    playout.board.write(s.position, me);
    const MoveGroups moves(s.position, uchifuzume_legal_);
    mated = moves.total() == 0;
    if (!mated) move = unpack(moves.pick(rng.below(moves.total())));
  }
  GameStatus& status = playout.result.status;
  if (mated) status = win_for(1 - me);
  // The first position has been judged already.
  if (playout.result.plies != 0) {
    if constexpr (kRepetition) {
      const std::uint64_t entry = History::entry_of(playout.board.key(), playout.board.in_check());
      bool& slot = playout.seen[entry / 2 % Playout::kSlots];
      // Mate takes precedence, then repetition, then the limit.
      if (!mated && slot) [[unlikely]] {
        status = status_by_count(s.history, entry, me, playout.ply);
      } else if (!mated && playout.ply >= max_plies_) {
        status = GameStatus::kDraw;
      }
      slot = true;
      s.history.push(me, entry);
    } else if (!mated && playout.ply >= max_plies_) {
      status = GameStatus::kDraw;
    }
  }
  if (is_over(status)) return false;
  if constexpr (kTraced) {
    if (!move.drop) move.type = playout.board.type_on(move.from);
    const Move packed = pack(move);
    record(playout.trace, packed, move_class(s, packed), me);
  }
  playout.board.template make<me>(move);
  ++playout.ply;
  ++playout.result.plies;
  return true;
}

}  // namespace ludex::games::minishogi
