// AlphaBetaSearch<G>: principal variation search with a transposition table, to a fixed depth or to the end
// of the game.
//
// Idea: alpha-beta (Knuth & Moore, "An analysis of alpha-beta pruning", AIJ 1975) in fail-soft form; the
// first move of a node gets the full window, the others a null window and a second search if they beat it
// (PVS: Marsland & Campbell 1982; NegaScout: Reinefeld 1983). Iterative deepening is up to the caller. No
// move is ever left out on heuristic grounds, so a search of depth d has the minimax value of depth d.
//
// Sides: scores are negated only when the mover changes, so games with passes and double moves are right.
//
// Proofs: see Value. A bound from the table whose flag says "proven" holds at any depth. Games whose
// positions can repeat (kCyclic) have results that depend on the path, which the hash does not know; there no
// value that passed through the table counts as proven (the graph-history-interaction problem, Palay 1983).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "agents/alpha-beta/move_order.hpp"
#include "agents/alpha-beta/score.hpp"
#include "core/agent/budget.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/search/transposition_table.hpp"
#include "core/util/page_block.hpp"

namespace ludex::agents::alpha_beta {

template <class G>
class AlphaBetaSearch {
 public:
  void new_game(const G& game, std::size_t table_mib) {
    game_ = &game;
    const GameTraits& traits = game.traits();
    cyclic_ = (traits.flags & kCyclic) != 0;
    max_depth_ = std::min(traits.max_plies, TableEntry::kMaxDepth);
    max_moves_ = traits.max_moves;
    states_ = StateBuffer(traits, max_depth_ + std::size_t{2});
    move_pages_ =
        PageBlock((max_depth_ + 2U) * std::size_t{max_moves_} * (sizeof(Move) + sizeof(std::int32_t)));
    order_.resize(traits, max_depth_ + 2U);
    if (table_mib != table_mib_) table_ = TranspositionTable(table_mib);
    table_mib_ = table_mib;
    evaluate_ = static_cast<const Evaluate*>(game.extension(Evaluate::kId));
    tactics_ = static_cast<const Tactics*>(game.extension(Tactics::kId));
  }

  // Begins a search from a position that is not over. `meter` must live as long as the search.
  void start(const State* root, BudgetMeter& meter, bool keep_table) noexcept {
    game_->copy(states_[0], root);
    meter_ = &meter;
    stopped_ = false;
    cutoffs_ = first_cutoffs_ = 0;
    order_.clear();
    if (keep_table) {
      table_.new_generation();
    } else {
      table_.forget();
    }
  }

  // Without an evaluation the horizon counts as 0 and proves nothing.
  void use_evaluation(bool use) noexcept { horizon_ = use ? evaluate_ : nullptr; }
  [[nodiscard]] bool has_evaluation() const noexcept { return evaluate_ != nullptr; }

  // The value of the root after `move`, for the mover at the root, within (alpha, beta); `depth` >= 1 counts
  // from the root. `scout` tries a null window first. Meaningless once stopped().
  [[nodiscard]] Value search_root_move(Move move, std::uint32_t depth, Score alpha, Score beta,
                                       bool scout) noexcept {
    return search_move(0, move, depth, alpha, beta, scout);
  }
  // The value of the root.
  [[nodiscard]] Value search_root(std::uint32_t depth, Score alpha, Score beta) noexcept {
    return search(0, depth, alpha, beta);
  }

  // The budget is spent: the last value is void.
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] std::uint32_t max_depth() const noexcept { return max_depth_; }
  [[nodiscard]] bool cyclic() const noexcept { return cyclic_; }
  [[nodiscard]] const State* root() const noexcept { return states_[0]; }
  [[nodiscard]] TranspositionTable& table() noexcept { return table_; }
  [[nodiscard]] const TranspositionTable& table() const noexcept { return table_; }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return meter_->nodes(); }
  [[nodiscard]] std::uint64_t cutoffs() const noexcept { return cutoffs_; }
  [[nodiscard]] std::uint64_t first_cutoffs() const noexcept { return first_cutoffs_; }
  // Room for the moves of the position `ply` plies from the root.
  [[nodiscard]] Move* moves(std::uint32_t ply) const noexcept {
    return static_cast<Move*>(move_pages_.data()) + std::size_t{ply} * max_moves_;
  }
  // A scratch position: the last of the stack.
  [[nodiscard]] State* scratch() const noexcept { return states_[max_depth_ + 1U]; }

 private:
  [[nodiscard]] std::int32_t* ranks(std::uint32_t ply) const noexcept {
    return reinterpret_cast<std::int32_t*>(moves(max_depth_ + 2U)) + std::size_t{ply} * max_moves_;
  }

  // The position `ply` plies from the root, which is not over, searched `depth` plies further.
  [[nodiscard]] Value search(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta) noexcept {
    const State* const state = states_[ply];
    if (depth == 0) return horizon(state);

    const std::uint64_t hash = game_->hash(state);
    const TableEntry entry = table_.find(hash);
    if (Value known; ply != 0 && use_entry(entry, ply, depth, alpha, beta, known)) return known;

    Move* const list = moves(ply);
    if (tactics_ != nullptr && tactics_->winning_moves(state, list) != 0)
      return {kWin - static_cast<Score>(ply + 1), true, true};

    const std::uint32_t count = game_->legal_moves(state, list);
    const Player mover = game_->to_move(state);
    order_.rank(*game_, state, mover, ply, entry.move, list, count, ranks(ply));
    Score lowest = alpha;
    Value best{-kInfinite, true, true};
    Move best_move = kNoMove;
    for (std::uint32_t i = 0; i < count; ++i) {
      MoveOrder::select(list, ranks(ply), i, count);
      const Value value = search_move(ply, list[i], depth, lowest, beta, i != 0);
      if (stopped_) return {};
      best.at_most = best.at_most && value.at_most;
      if (value.score > best.score) {
        best.score = value.score;
        best.at_least = value.at_least;
        best_move = list[i];
      } else if (value.score == best.score) {
        best.at_least = best.at_least || value.at_least;
      }
      lowest = std::max(lowest, best.score);
      if (lowest >= beta) {
        order_.cutoff(game_->move_class(state, list[i]), mover, ply, list[i], depth);
        ++cutoffs_;
        first_cutoffs_ += i == 0 ? 1U : 0U;
        best.at_most = best.at_most && i + 1 == count;
        break;
      }
    }
    remember(hash, best, best_move, ply, depth, alpha, beta);
    return best;
  }

  // The value of `move` for the mover at `ply`.
  [[nodiscard]] Value search_move(std::uint32_t ply, Move move, std::uint32_t depth, Score alpha, Score beta,
                                  bool scout) noexcept {
    const State* const state = states_[ply];
    State* const next = states_[ply + 1];
    if (!meter_->next_node()) {
      stopped_ = true;
      return {};
    }
    const Player mover = game_->to_move(state);
    game_->copy(next, state);
    const GameStatus status = game_->apply(next, move);
    if (is_over(status)) return terminal_value(status, mover, ply + 1);
    if (depth > 1) table_.prefetch(game_->hash(next));
    const bool same_side = game_->to_move(next) == mover;
    const auto descend = [&](Score low, Score high) {
      return same_side ? search(ply + 1, depth - 1, low, high) : -search(ply + 1, depth - 1, -high, -low);
    };
    if (scout && beta - alpha > 1) {
      const Value value = descend(alpha, alpha + 1);
      if (stopped_ || value.score <= alpha || value.score >= beta) return value;
    }
    return descend(alpha, beta);
  }

  [[nodiscard]] Value horizon(const State* state) const noexcept {
    if (horizon_ == nullptr) return {};
    return {std::clamp(horizon_->evaluate(state), -kMaxEvaluation, kMaxEvaluation), false, false};
  }

  static constexpr std::uint32_t kAtLeastFlag = 1;
  static constexpr std::uint32_t kAtMostFlag = 2;

  // Whether the entry decides this search; then `value` is its answer.
  [[nodiscard]] bool use_entry(const TableEntry& entry, std::uint32_t ply, std::uint32_t depth, Score alpha,
                               Score beta, Value& value) const noexcept {
    if (entry.bound == Bound::kNone) return false;
    const bool deep = entry.depth >= depth;
    value.score = from_table(entry.value, ply);
    value.at_least = !cyclic_ && (entry.flags & kAtLeastFlag) != 0;
    value.at_most = !cyclic_ && (entry.flags & kAtMostFlag) != 0;
    const bool lower =
        value.at_least || (deep && (entry.bound == Bound::kLower || entry.bound == Bound::kExact));
    const bool upper =
        value.at_most || (deep && (entry.bound == Bound::kUpper || entry.bound == Bound::kExact));
    return (lower && upper) || (lower && value.score >= beta) || (upper && value.score <= alpha);
  }

  void remember(std::uint64_t hash, const Value& value, Move move, std::uint32_t ply, std::uint32_t depth,
                Score alpha, Score beta) noexcept {
    const Bound bound = value.score >= beta    ? Bound::kLower
                        : value.score <= alpha ? Bound::kUpper
                                               : Bound::kExact;
    table_.store(hash, {.bound = bound,
                        .depth = depth,
                        .flags = (value.at_least ? kAtLeastFlag : 0U) | (value.at_most ? kAtMostFlag : 0U),
                        .value = to_table(value.score, ply),
                        .move = move});
  }

  // Set for each game.
  const G* game_ = nullptr;
  bool cyclic_ = false;
  std::uint32_t max_depth_ = 0;
  std::uint32_t max_moves_ = 0;
  StateBuffer states_;    // [ply]
  PageBlock move_pages_;  // moves, then ranks, of each ply
  const Evaluate* evaluate_ = nullptr;
  const Tactics* tactics_ = nullptr;
  std::size_t table_mib_ = 0;

  // Within one search.
  TranspositionTable table_;
  MoveOrder order_;
  const Evaluate* horizon_ = nullptr;
  BudgetMeter* meter_ = nullptr;
  bool stopped_ = false;
  std::uint64_t cutoffs_ = 0;
  std::uint64_t first_cutoffs_ = 0;
};

}  // namespace ludex::agents::alpha_beta
