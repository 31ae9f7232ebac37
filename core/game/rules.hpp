// Rules as a game's author writes them: an ordinary C++20 value type.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex {

// Rules of one game with its parameters fixed: an immutable value. The methods mean what their namesakes in
// Game mean; those that return text or Result may allocate and throw, the others may not.
//
// Optional methods, each detected by its presence:
//   PlayoutResult playout(State&, Rng&, PlayoutTrace*) const      a faster uniform playout
//   void copy(State&, const State&) const                         a cheaper copy than memcpy of the block
//   void returns(const State&, float*) const                      utilities other than -1, 0, 1
//   Result<Move> parse_move(const State&, std::string_view) const  more spellings than move_text's own
//   std::int32_t evaluate(const State&) const                     ludex.evaluate/1
//   void move_scores(const State&, const Move*, std::uint32_t, float*) const       ludex.move-scores/1
//   std::uint32_t winning_moves(const State&, Move*) const        ludex.tactics/1
//   std::uint32_t must_play(const State&, Move*) const            ludex.must-play/1
//   std::uint32_t captures(const State&, Move*) const             ludex.captures/1
//   std::uint32_t count_moves(const State&) const                 ludex.count-moves/1
//   std::uint32_t symmetries() const, State map_state(const State&, std::uint32_t) const,
//     Move map_move(const State&, Move, std::uint32_t) const      ludex.symmetry/1
//   std::uint32_t occurrences(const State&) const, bool repeats(const State&, Move) const ludex.repetition/1
//   bool tense(const State&) const, bool pass(State&) const, bool drawish(const State&) const,
//     void gains(const State&, const Move*, std::uint32_t, std::int32_t*) const, and, if it is cheaper than
//     making the move, bool may_threaten(const State&, Move) const  ludex.draft.selective/2
//   std::array<std::uint64_t, 2> wide_hash(const State&) const, static constexpr bool kInjectiveHash
//                                                                 ludex.wide-hash/1
//   std::uint32_t stage(const State&) const                       ludex.stage/1
//   std::int32_t score(const State&, Player) const, std::int32_t max_score() const     ludex.score/1
//   bool near_end(const State&) const, std::int32_t solve_score(const State&, std::int32_t alpha,
//     std::int32_t beta, std::uint64_t& nodes) const, std::int32_t score_at_most(const State&) const
//                                                                 ludex.draft.exact-score/1
//   std::uint32_t successors(const State&, Successor*) const, void evaluate_successors(const State&,
//     const Successor*, const std::uint32_t*, std::uint32_t, std::int32_t*) const  ludex.draft.successors/1
//   GameStatus quick_playout(const State&, Rng&) const           ludex.draft.quick-playout/1
//   std::shared_ptr<void> open_workspaces(std::uint32_t threads) const   ludex.draft.workspaces/1
//   bool speaks(UciDialect) const, std::string uci_variant() const, std::string uci_move(const State&, Move,
//     UciDialect) const, Result<Move> parse_uci_move(const State&, std::string_view, UciDialect) const,
//     std::string uci_position(const State&, UciDialect) const,
//     Result<State> parse_uci_position(std::string_view, UciDialect) const             ludex.uci/1
//   std::string gtp_move(const State&, Move) const, Result<Move> parse_gtp_move(const State&,
//     std::string_view) const, Result<std::string> gtp_setup(const State&) const,
//     std::string gtp_board_size() const; char gtp_color(const State&) const unless the first player is 'b'
//                                                                 ludex.gtp/1
//   std::string san(const State&, Move) const                     ludex.draft.san/1
//   std::string sgf_move(const State&, Move) const, std::string sgf_setup(const State&) const,
//     std::string sgf_size() const, static constexpr std::uint32_t kSgfGame      ludex.draft.sgf/1
//   std::string svg(const State&, Move last) const                ludex.svg/1
//   Side side(const State&, Player) const (core/game/side.hpp)    ludex.draft.sides/1
//   std::string svg_cells(const State&) const,
//     std::string svg_move_cells(const State&, Move) const        ludex.draft.svg-cells/1
//   bool offers(std::string_view id) const      which of these this instance has (parameters may decide)
template <class R>
concept GameRules = std::is_trivially_copyable_v<typename R::State> && std::copy_constructible<R> &&
    requires(const R& rules, typename R::State& state, const typename R::State& position, Move move,
             Move* out, std::string_view text) {
  { rules.traits() } -> std::same_as<GameTraits>;  // state_size and state_align are filled in
  { rules.initial() } -> std::same_as<typename R::State>;
  { rules.to_move(position) }
  noexcept->std::same_as<Player>;
  { rules.status(position) }
  noexcept->std::same_as<GameStatus>;
  { rules.legal_moves(position, out) }
  noexcept->std::same_as<std::uint32_t>;
  { rules.apply(state, move) }
  noexcept->std::same_as<GameStatus>;
  { rules.hash(position) }
  noexcept->std::same_as<std::uint64_t>;
  { rules.move_class(position, move) }
  noexcept->std::same_as<std::uint32_t>;
  { rules.move_text(position, move) } -> std::same_as<std::string>;
  { rules.position_text(position) } -> std::same_as<std::string>;
  { rules.parse_position(text) } -> std::same_as<Result<typename R::State>>;
  { rules.board_text(position) } -> std::same_as<std::string>;
};

// Appends one ply to a trace if there is one with room.
inline void record(PlayoutTrace* trace, Move move, std::uint32_t move_class, Player player) noexcept {
  if (trace != nullptr && trace->size < trace->capacity)
    trace->moves[trace->size++] = {move, move_class, player};
}

// The plain uniform playout, by move generation; the reference for every faster one.
template <GameRules R>
PlayoutResult play_uniformly(const R& rules, typename R::State& state, Rng& rng, PlayoutTrace* trace,
                             Move* buffer) noexcept {
  if (trace != nullptr) trace->size = 0;
  PlayoutResult result{rules.status(state), 0};
  while (!is_over(result.status)) {
    const Move move = buffer[rng.below(rules.legal_moves(state, buffer))];
    if (trace != nullptr) record(trace, move, rules.move_class(state, move), rules.to_move(state));
    result.status = rules.apply(state, move);
    ++result.plies;
  }
  return result;
}

}  // namespace ludex
