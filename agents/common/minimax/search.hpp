// Search<Tally>: Ludex's only depth-first minimax search: alpha-beta in fail-soft form with memory (Knuth &
// Moore, "An analysis of alpha-beta pruning", AIJ 1975), as principal variation search (the first move of a
// node gets the full window, the others a null window and a second search if they beat it: Marsland &
// Campbell 1982; NegaScout: Reinefeld 1983) or, with Options::scout off, as the memory-enhanced test that MTD
// drivers call (Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms", AIJ 1996).
// The caller does iterative deepening and sets the windows.
//
// Exact: no move is skipped on heuristic grounds, so a search of depth d has the minimax value of depth d (of
// the evaluation, or of a quiescence search over captures). Otherwise, for games with
// ludex.draft.selective/2: null move (Beal 1989; Donninger 1993), late move reductions, futility (Heinz 1998)
// and reverse futility, skipping late moves that lose material, an extension of one ply after a move that
// loses none and leaves the opponent in check or forced, continuation history, a table of quiescence
// searches, only one quiet reply that does not lose in these, and a first repetition counts as a draw.
//
// Width: only the best moves of each node by ludex.move-scores/1, in that order; such a node proves no upper
// bound. Moves that ludex.must-play/1 leaves out are not searched, which invalidates no proof; one ply from
// the horizon of an exact search all are, which keeps its value that of the depth. Solving, a search also
// ends at positions whose result the game knows (ludex.draft.known-outcome/1).
//
// Sides: scores are negated only when the mover changes, so games with passes and double moves are correct.
//
// Proofs: see Value. A table bound whose flag says "proven" holds at any depth. Games whose positions can
// repeat (kCyclic) have results that depend on the path, which the hash ignores; there no value that passed
// through the table counts as proven, and a position that has occurred before is searched whatever the table
// says (the graph-history-interaction problem, Palay 1983).
//
// Tally: counts conspiracy numbers along with the search (conspiracy.hpp); NoTally costs nothing. A file
// compiles the search for each tally: search_plain.cpp, search_single.cpp, search_buckets.cpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/common/memory/page_block.hpp"
#include "agents/common/minimax/move_order.hpp"
#include "agents/common/minimax/node.hpp"
#include "agents/common/minimax/options.hpp"
#include "agents/common/minimax/pruning.hpp"
#include "agents/common/minimax/score.hpp"
#include "agents/common/minimax/tally.hpp"
#include "agents/common/minimax/transposition_table.hpp"
#include "agents/common/moves/known_moves.hpp"
#include "agents/common/path/path.hpp"
#include "core/agent/budget.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::minimax {

template <class Tally = NoTally>
class Search {
 public:
  // Threads may share the table; it must outlive the search.
  void new_game(const Game& game, TranspositionTable& table);

  // Begins a search from a position that is not over. `meter` must live as long as the search.
  void start(const State* root, BudgetMeter& meter, const Options& options) noexcept;

  // True if late root moves are searched less deeply.
  [[nodiscard]] bool reduces_root() const noexcept { return prunes_ && options_.reduce_root; }
  [[nodiscard]] bool has_evaluation() const noexcept { return evaluate_ != nullptr; }

  // The moves worth searching; 0: every move loses. `narrowed`: the width removed some.
  std::uint32_t list_moves(const State* state, Move* list, std::uint32_t width, bool& narrowed) noexcept;

  // The value of the root after `move`, for the mover at the root, within (alpha, beta); `depth` >= 1 counts
  // from the root. `scout` tries a null window first, less deeply if `index`, the move's place in the list,
  // is late. Undefined once stopped(). Call begin_root() before the first move of each depth.
  void begin_root(std::uint32_t depth) noexcept {
    root_depth_ = depth;
    tally_.open(0);
  }
  [[nodiscard]] Value search_root_move(Move move, std::uint32_t depth, Score alpha, Score beta, bool scout,
                                       std::uint32_t index = 0) noexcept;
  // The value of the root. Afterwards best_root_move() is the move that has it, or the best of those
  // searched.
  [[nodiscard]] Value search_root(std::uint32_t depth, Score alpha, Score beta) noexcept;
  [[nodiscard]] Move best_root_move() const noexcept { return best_root_; }

  // True if the budget is spent: the last value is invalid.
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] std::uint32_t max_depth() const noexcept { return path_.max_depth(); }
  [[nodiscard]] bool cyclic() const noexcept { return cyclic_; }
  [[nodiscard]] const State* root() const noexcept { return path_.state(0); }
  [[nodiscard]] TranspositionTable& table() const noexcept { return *table_; }
  [[nodiscard]] Tally& tally() noexcept { return tally_; }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return meter_->nodes(); }
  [[nodiscard]] std::uint64_t cutoffs() const noexcept { return cutoffs_; }
  [[nodiscard]] std::uint64_t first_cutoffs() const noexcept { return first_cutoffs_; }
  // Buffer for the moves of the position `ply` plies from the root.
  [[nodiscard]] Move* moves(std::uint32_t ply) const noexcept {
    return static_cast<Move*>(move_pages_.data()) + std::size_t{ply} * max_moves_;
  }
  // A scratch position: the last of the stack.
  [[nodiscard]] State* scratch() const noexcept { return path_.state(max_depth() + 1); }

 private:
  struct Step {
    Player mover = 0;
    std::uint32_t move_class = MoveOrder::kNoClass;  // of the move that led there
  };

  [[nodiscard]] Player mover(std::uint32_t ply) const noexcept { return path_[ply].mover; }

  [[nodiscard]] MoveOrder::Context context(std::uint32_t ply) const noexcept {
    return {path_[ply].move_class, ply == 0 ? MoveOrder::kNoClass : path_[ply - 1].move_class, prunes_};
  }

  template <class E>
  void ask_for(const E*& extension) const noexcept {
    extension = find<E>(*game_);
  }
  [[nodiscard]] std::int32_t* ranks(std::uint32_t ply) const noexcept {
    return reinterpret_cast<std::int32_t*>(moves(max_depth() + 2)) + std::size_t{ply} * max_moves_;
  }

  [[nodiscard]] Value root_move_value(Move move, std::uint32_t depth, Score alpha, Score beta, bool scout,
                                      std::uint32_t index) noexcept;

  // The reduction of the root move just made. Few are late: the driver keeps moves that were hard to refute
  // in front.
  [[nodiscard]] std::uint32_t root_reduction(Move move, std::uint32_t depth,
                                             std::uint32_t index) const noexcept;

  // Plays the move from `ply` to `ply` + 1; false if the budget is spent.
  bool make(std::uint32_t ply, Move move, GameStatus& status) noexcept {
    if (!meter_->next_node()) {
      stopped_ = true;
      return false;
    }
    status = path_.play(ply, move);
    path_[ply + 1].mover = alternating_      ? 1 - mover(ply)
                           : is_over(status) ? mover(ply)
                                             : game_->to_move(path_.state(ply + 1));
    if (is_over(status))
      tally_.terminal(ply + 1, terminal_value(status, mover(ply), ply + 1).score, mover(ply));
    return true;
  }
  // The value of the position at `ply` + 1, searched `depth` plies further, for the mover at `ply`.
  [[nodiscard]] Value child(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta) noexcept {
    const bool same_side = mover(ply + 1) == mover(ply);
    const Score low = same_side ? alpha : -beta;
    const Score high = same_side ? beta : -alpha;
    const Value value = depth == 0 ? frontier(ply + 1, low, high) : search(ply + 1, depth, low, high, true);
    return same_side ? value : -value;
  }
  [[nodiscard]] Value frontier(std::uint32_t ply, Score alpha, Score beta) noexcept {
    const Value value = quiescence_ ? quiesce(ply, alpha, beta, kQuiescencePlies) : horizon(path_.state(ply));
    tally_.leaf(ply, value.score, mover(ply));
    return value;
  }

  // The value of the position at `ply`, which is not over, searched `depth` >= 1 plies further.
  [[nodiscard]] Value search(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta,
                             bool may_pass) noexcept;

  // Keeps the best of the listed moves, by the width.
  std::uint32_t best_of(const State* state, Move* list, std::uint32_t count, std::uint32_t width,
                        bool& narrowed) noexcept;

  // The steps of search(). Steps 1 to 4 return true if they decide the node; then `value` is its value.
  [[nodiscard]] Node node_at(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta) const noexcept;
  // Step 1: the position counts as a draw by repetition.
  [[nodiscard]] bool is_repetition(const Node& node, Value& value) noexcept;
  // Step 2: the game knows the result, or the table decides.
  [[nodiscard]] bool has_known_outcome(const Node& node, Value& value) noexcept;
  [[nodiscard]] bool is_known(Node& node, Value& value) noexcept;
  // Step 3: a move wins at once.
  [[nodiscard]] bool wins_at_once(const Node& node, Value& value) noexcept;
  // Step 4, pruning: the evaluation lies far above the window; or far below it, and captures do not help; or
  // the mover could even pass.
  [[nodiscard]] bool is_pruned(Node& node, bool may_pass, Value& value) noexcept;
  [[nodiscard]] bool is_far_above(const Node& node, Value& value) const noexcept;
  [[nodiscard]] bool is_far_below(const Node& node, Value& value) noexcept;
  [[nodiscard]] bool can_pass(const Node& node, Value& value) noexcept;
  // Step 5: lists the moves and ranks them; false if all of them lose.
  [[nodiscard]] bool list_moves(Node& node, Value& value) noexcept;
  void rank_moves(Node& node) noexcept;
  void rank_moves_from(const Node& node, std::uint32_t first) noexcept;
  // The best of moves [i, count), which is swapped to place i.
  [[nodiscard]] Move next_move(const Node& node, std::uint32_t i) noexcept;
  // Step 6, late pruning: true if move i may be skipped unless it threatens something; `best`: the best value
  // so far. prune_late() removes the later quiet moves too.
  [[nodiscard]] bool is_skippable(const Node& node, std::uint32_t i, Score best) const noexcept;
  void prune_late(Node& node, std::uint32_t i) const noexcept;
  // Step 7: the depth of the search below move i, which was just made.
  struct Plan {
    std::uint32_t depth;          // plies to search
    std::uint32_t reduction = 0;  // plies fewer in the first try
    bool threatens = false;       // the opponent is in check or forced
  };
  [[nodiscard]] Plan plan_for(const Node& node, std::uint32_t i) noexcept;
  // Step 8: the value of move i for the mover of the node.
  [[nodiscard]] Value child_value(const Node& node, std::uint32_t i, const Plan& plan) noexcept;
  // Step 9: updates the ordering statistics after a cutoff by move i.
  void learn(const Node& node, std::uint32_t i) noexcept;

  [[nodiscard]] bool has_occurred(const State* state) const noexcept {
    return cyclic_ && repetition_ != nullptr && repetition_->occurrences(state) != 0;
  }

  // Quiescence search: captures until the position is quiet; all moves where the mover is in check or forced.
  [[nodiscard]] Value quiesce(std::uint32_t ply, Score alpha, Score beta, std::uint32_t left) noexcept;

  [[nodiscard]] Value horizon(const State* state) const noexcept {
    if (horizon_ == nullptr) return {};
    return {std::clamp(horizon_->evaluate(state), -kMaxEvaluation, kMaxEvaluation), false, false};
  }

  static constexpr std::uint32_t kQuiescencePlies = 24;
  static constexpr std::int32_t kGainOfKnown = 1 << 20;
  static constexpr std::uint32_t kAtLeastFlag = 1;
  static constexpr std::uint32_t kAtMostFlag = 2;

  // True if the entry decides this search; then `value` is its result.
  [[nodiscard]] bool use_entry(const TableEntry& entry, std::uint32_t ply, std::uint32_t depth, Score alpha,
                               Score beta, Value& value) const noexcept {
    if (entry.bound == Bound::kNone) return false;
    // Exact searches reject a deeper entry: its value is not the minimax value of this depth.
    const bool deep = prunes_ ? entry.depth >= depth : entry.depth == depth;
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
    table_->store(hash, {.bound = bound,
                         .depth = depth,
                         .flags = (value.at_least ? kAtLeastFlag : 0U) | (value.at_most ? kAtMostFlag : 0U),
                         .value = to_table(value.score, ply),
                         .move = move});
  }

  // Set for each game.
  const Game* game_ = nullptr;
  TranspositionTable* table_ = nullptr;
  bool cyclic_ = false;
  bool alternating_ = false;
  std::uint32_t max_moves_ = 0;
  Path<Step> path_;
  PageBlock move_pages_;  // moves, then ranks, of each ply
  const Evaluate* evaluate_ = nullptr;
  KnownMoves known_;
  const Captures* captures_ = nullptr;
  const Repetition* repetition_ = nullptr;
  const Selective* selective_ = nullptr;
  const MoveScores* move_scores_ = nullptr;
  std::vector<float> scores_;

  // Within one search.
  MoveOrder order_;
  Pruning pruning_;
  Tally tally_;
  Options options_;
  const Evaluate* horizon_ = nullptr;
  BudgetMeter* meter_ = nullptr;
  bool prunes_ = false;
  bool quiescence_ = false;
  bool stopped_ = false;
  std::uint32_t root_depth_ = 0;
  Move best_root_ = kNoMove;
  std::uint64_t cutoffs_ = 0;
  std::uint64_t first_cutoffs_ = 0;
};

}  // namespace ludex::agents::minimax
