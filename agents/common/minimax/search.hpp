// Search<G, Tally>: the one depth-first minimax search of the house: alpha-beta in fail-soft form with memory
// (Knuth & Moore, "An analysis of alpha-beta pruning", AIJ 1975), as principal variation search (the first
// move of a node gets the full window, the others a null window and a second search if they beat it: Marsland
// & Campbell 1982; NegaScout: Reinefeld 1983) or, with Options::scout off, as the memory-enhanced test that
// MTD drivers call (Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms", AIJ
// 1996). Iterative deepening and windows are up to the caller.
//
// Exact: no move is left out on heuristic grounds, so a search of depth d has the minimax value of depth d
// (of the evaluation, or of a quiescence search over captures). Otherwise, for games with
// ludex.draft.selective/2: null move (Beal 1989; Donninger 1993), late move reductions, futility (Heinz 1998)
// and reverse futility, moves that lose material late, a ply more where the opponent is tense after a move
// that loses none, continuation history, a table of quiescence searches, quiet replies to check in these only
// until one does not lose, and a first repetition counts as a draw.
//
// Width: only the best moves of each node by ludex.move-scores/1, in that order; such a node proves no upper
// bound. Moves that ludex.must-play/1 leaves out are never searched, which loses no proof.
//
// Sides: scores are negated only when the mover changes, so games with passes and double moves are right.
//
// Proofs: see Value. A bound from the table whose flag says "proven" holds at any depth. Games whose
// positions can repeat (kCyclic) have results that depend on the path, which the hash does not know; there no
// value that passed through the table counts as proven, and a position that has occurred before is searched
// whatever the table says (the graph-history-interaction problem, Palay 1983).
//
// Tally: what is counted along with the search (conspiracy.hpp); NoTally costs nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "agents/common/memory/page_block.hpp"
#include "agents/common/minimax/move_order.hpp"
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
  // The table is shared by threads and must outlive the search.
  void new_game(const Game& game, TranspositionTable& table) {
    game_ = &game;
    table_ = &table;
    const GameTraits& traits = game.traits();
    cyclic_ = (traits.flags & kCyclic) != 0;
    alternating_ = (traits.flags & kAlternating) != 0;
    path_.new_game(game, std::min(traits.max_plies, TableEntry::kMaxDepth));
    max_moves_ = traits.max_moves;
    const std::size_t plies = max_depth() + std::size_t{2};
    move_pages_ = PageBlock(plies * max_moves_ * (sizeof(Move) + sizeof(std::int32_t)));
    tally_.resize(plies);
    ask_for(evaluate_);
    ask_for(captures_);
    ask_for(repetition_);
    ask_for(selective_);
    order_.resize(traits, plies, selective_ != nullptr);
    known_.new_game(game);
    ask_for(move_scores_);
    scores_.resize(max_moves_);
    // Where captures matter a win at once is found by trying the moves as cheaply as by asking.
    if (cyclic_) known_.leave_out_wins();
  }

  // Begins a search from a position that is not over. `meter` must live as long as the search.
  void start(const State* root, BudgetMeter& meter, const Options& options) noexcept {
    path_.start(root);
    path_[0].mover = game_->to_move(root);
    meter_ = &meter;
    options_ = options;
    late_moves_.set(options.margins);
    stopped_ = false;
    cutoffs_ = first_cutoffs_ = 0;
    horizon_ = options.evaluation ? evaluate_ : nullptr;
    pruning_ = !options.exact && horizon_ != nullptr && selective_ != nullptr;
    quiescence_ = options.quiescence && horizon_ != nullptr && selective_ != nullptr && captures_ != nullptr;
    if (options.keep_order && pruning_) {
      order_.age();
    } else {
      order_.clear();
    }
  }

  // Whether late root moves are searched less deeply.
  [[nodiscard]] bool reduces_root() const noexcept { return pruning_ && options_.reduce_root; }
  [[nodiscard]] bool has_evaluation() const noexcept { return evaluate_ != nullptr; }

  // The moves worth searching; 0: every move loses. `narrowed` tells whether the width left any out.
  std::uint32_t list_moves(const State* state, Move* list, std::uint32_t width, bool& narrowed) noexcept {
    const std::uint32_t count = known_.matter(state, list);
    narrowed = width != 0 && move_scores_ != nullptr && count > width;
    if (width == 0 || move_scores_ == nullptr || count < 2) return count;
    float* const scores = scores_.data();
    move_scores_->move_scores(state, list, count, scores);
    const std::uint32_t kept = std::min(count, width);
    for (std::uint32_t i = 0; i < kept; ++i) {
      const auto best = static_cast<std::uint32_t>(std::max_element(scores + i, scores + count) - scores);
      std::swap(list[i], list[best]);
      std::swap(scores[i], scores[best]);
    }
    return kept;
  }

  // The value of the root after `move`, for the mover at the root, within (alpha, beta); `depth` >= 1 counts
  // from the root. `scout` tries a null window first, less deeply where `index`, the move's place in the
  // list, says that it is late. Meaningless once stopped().
  // begin_root() comes before the first move of each depth.
  void begin_root(std::uint32_t depth) noexcept {
    root_depth_ = depth;
    tally_.open(0);
  }
  [[nodiscard]] Value search_root_move(Move move, std::uint32_t depth, Score alpha, Score beta, bool scout,
                                       std::uint32_t index = 0) noexcept {
    const Value value = root_move_value(move, depth, alpha, beta, scout, index);
    if (!stopped_) tally_.merge(0, mover(0));
    return value;
  }
  // The value of the root. Afterwards best_root_move() is the move that has it, or the best of those
  // searched.
  [[nodiscard]] Value search_root(std::uint32_t depth, Score alpha, Score beta) noexcept {
    root_depth_ = depth;
    best_root_ = kNoMove;
    return search(0, depth, alpha, beta, true);
  }
  [[nodiscard]] Move best_root_move() const noexcept { return best_root_; }

  // The budget is spent: the last value is void.
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] std::uint32_t max_depth() const noexcept { return path_.max_depth(); }
  [[nodiscard]] bool cyclic() const noexcept { return cyclic_; }
  [[nodiscard]] const State* root() const noexcept { return path_.state(0); }
  [[nodiscard]] TranspositionTable& table() const noexcept { return *table_; }
  [[nodiscard]] Tally& tally() noexcept { return tally_; }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return meter_->nodes(); }
  [[nodiscard]] std::uint64_t cutoffs() const noexcept { return cutoffs_; }
  [[nodiscard]] std::uint64_t first_cutoffs() const noexcept { return first_cutoffs_; }
  // Room for the moves of the position `ply` plies from the root.
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
    return {path_[ply].move_class, ply == 0 ? MoveOrder::kNoClass : path_[ply - 1].move_class, pruning_};
  }

  template <class E>
  void ask_for(const E*& extension) const noexcept {
    extension = static_cast<const E*>(game_->extension(E::kId));
  }
  [[nodiscard]] std::int32_t* ranks(std::uint32_t ply) const noexcept {
    return reinterpret_cast<std::int32_t*>(moves(max_depth() + 2)) + std::size_t{ply} * max_moves_;
  }

  [[nodiscard]] Value root_move_value(Move move, std::uint32_t depth, Score alpha, Score beta, bool scout,
                                      std::uint32_t index) noexcept {
    GameStatus status{};
    if (!make(0, move, status)) return {};
    path_[1].move_class = game_->move_class(path_.state(0), move);
    if (is_over(status)) return terminal_value(status, mover(0), 1);
    if (scout && beta - alpha > 1) {
      if (const std::uint32_t reduction = root_reduction(move, depth, index); reduction != 0) {
        const Value value = child(0, depth - 1 - std::min(reduction, depth - 2), alpha, alpha + 1);
        if (stopped_ || value.score <= alpha) return value;
      }
      const Value value = child(0, depth - 1, alpha, alpha + 1);
      if (stopped_ || value.score <= alpha || value.score >= beta) return value;
    }
    return child(0, depth - 1, alpha, beta);
  }

  // Of the root move that has been made. Few are late: the driver keeps what was hard to refute in front.
  [[nodiscard]] std::uint32_t root_reduction(Move move, std::uint32_t depth,
                                             std::uint32_t index) const noexcept {
    if (!reduces_root() || depth < 3 || index < 3) return 0;
    std::int32_t gain = 0;
    selective_->gains(path_.state(0), &move, 1, &gain);
    if (gain != Selective::kQuiet || selective_->tense(path_.state(1))) return 0;
    return late_moves_.reduction(depth, index, false, order_.history(path_[1].move_class, mover(0)));
  }

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

  // The position `ply` plies from the root, which is not over, searched `depth` >= 1 plies further.
  [[nodiscard]] Value search(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta,
                             bool may_pass) noexcept {
    const State* const state = path_.state(ply);
    if (ply >= max_depth()) return frontier(ply, alpha, beta);  // only extensions and passes lead here
    if (pruning_ && ply != 0 && selective_->drawish(state)) {
      tally_.leaf(ply, 0, mover(ply));
      return {};
    }
    const bool scouting = beta - alpha == 1;
    const std::uint64_t hash = game_->hash(state);
    TableEntry entry;
    if (options_.table) {
      entry = table_->find(hash);
      Value known;
      if (ply != 0 && (scouting || !pruning_) && use_entry(entry, ply, depth, alpha, beta, known) &&
          !has_occurred(state)) {
        tally_.hit(ply, known.score, mover(ply));
        return known;
      }
    }
    Move* const list = moves(ply);
    const Player mover = this->mover(ply);
    if (known_.wins(state, list) != 0) {
      if (ply == 0) best_root_ = list[0];
      const Score win = kWin - static_cast<Score>(ply + 1);
      tally_.terminal(ply, win, mover);
      return {win, true, true};
    }

    const bool tense = pruning_ && selective_->tense(state);
    Score standing = 0;
    if (pruning_ && scouting && !tense && ply != 0) {
      standing = horizon(state).score;
      if (options_.table_standing) standing = better_standing(standing, entry);
      Value value;
      if (prune(ply, depth, alpha, beta, standing, may_pass, value)) {
        tally_.leaf(ply, value.score, mover);
        return value;
      }
      if (stopped_) return {};
    }
    tally_.open(ply);
    // Without a move from the table a shallower search finds one (internal iterative reduction).
    const std::uint32_t given_depth = depth;
    if (pruning_ && depth >= 4 && entry.move == kNoMove) --depth;

    bool narrowed = false;
    std::uint32_t count = list_moves(state, list, options_.width, narrowed);
    if (count == 0) {
      game_->legal_moves(state, list);
      if (ply == 0) best_root_ = list[0];
      const Score loss = static_cast<Score>(ply + 2) - kWin;
      tally_.terminal(ply, loss, mover);
      return {loss, true, true};
    }
    std::int32_t* const rank = ranks(ply);
    if (ply == 0 && options_.shuffle != 0) {
      Rng rng = Rng::seeded(options_.shuffle);
      for (std::uint32_t i = count; i > 1; --i) std::swap(list[i - 1], list[rng.below(i)]);
    }
    // The table's move is searched before the others are ranked: most often that is all.
    const bool staged = pruning_ && ply != 0 && options_.width == 0 &&
                        MoveOrder::table_move_first(entry.move, list, rank, count);
    if (!staged) rank_moves(ply, entry.move, list, rank, count);
    if (options_.width != 0 && move_scores_ != nullptr) {
      for (std::uint32_t i = 0; i < count; ++i) {
        if (list[i] != entry.move) rank[i] = -static_cast<std::int32_t>(i);
      }
    }
    Score lowest = alpha;
    Value best{-kInfinite, true, !narrowed};
    Move best_move = kNoMove;
    std::uint32_t quiets = 0;
    bool sifted = false;  // hopeless quiet moves are gone
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i == 1 && staged) rank_moves(ply, entry.move, list + 1, rank + 1, count - 1);
      if (i != 0 || !staged) MoveOrder::select(list, rank, i, count);
      const Move move = list[i];
      const bool doomed = pruning_ && !tense && i > 0 && best.score > -kWinFloor && ply != 0 &&
                          hopeless(options_.margins, rank[i], depth, scouting, standing, lowest, quiets);
      if (doomed && !selective_->may_threaten(state, move)) {
        best.at_most = false;
        // What makes one quiet move hopeless makes all that come later.
        if (MoveOrder::is_quiet(rank[i]) && !std::exchange(sifted, true)) {
          count = MoveOrder::drop(list, rank, i + 1, count, [&](std::uint32_t k) {
            return MoveOrder::is_quiet(rank[k]) && !selective_->may_threaten(state, list[k]);
          });
        }
        continue;
      }
      GameStatus status{};
      if (!make(ply, move, status)) return {};
      Value value;
      if (is_over(status)) {
        value = terminal_value(status, mover, ply + 1);
      } else {
        if (options_.table && (depth > 1 || pruning_)) table_->prefetch(game_->hash(path_.state(ply + 1)));
        const bool quiet = MoveOrder::is_quiet(rank[i]);
        std::uint32_t left = depth - 1;
        std::uint32_t reduction = 0;
        path_[ply + 1].move_class = quiet || pruning_ ? game_->move_class(state, move) : MoveOrder::kNoClass;
        if (pruning_) {
          const bool threat = selective_->tense(path_.state(ply + 1));
          if (doomed && !threat) {
            best.at_most = false;
            continue;
          }
          if (threat && ply < 2 * root_depth_ && !MoveOrder::is_loss(rank[i])) ++left;
          if (quiet && !threat && depth >= 3 && i >= (scouting ? 2U : 4U))
            reduction = late_moves_.reduction(depth, i, scouting, rank[i]);
        }
        if (i == 0 || !options_.scout) {
          value = child(ply, left, lowest, beta);
        } else {
          value = child(ply, left - std::min(reduction, left - std::min(left, 1U)), lowest, lowest + 1);
          if (!stopped_ && reduction != 0 && value.score > lowest)
            value = child(ply, left, lowest, lowest + 1);
          if (!stopped_ && value.score > lowest && value.score < beta) value = child(ply, left, lowest, beta);
        }
        if (stopped_) return {};
        quiets += quiet ? 1U : 0U;
      }
      tally_.merge(ply, mover);
      best.at_most = best.at_most && value.at_most;
      if (value.score > best.score) {
        best.score = value.score;
        best.at_least = value.at_least;
        best_move = move;
        if (ply == 0) best_root_ = move;
      } else if (value.score == best.score) {
        best.at_least = best.at_least || value.at_least;
      }
      if (!options_.cutoffs) continue;
      lowest = std::max(lowest, best.score);
      if (lowest >= beta) {
        learn(ply, mover, depth, i, quiets);
        best.at_most = best.at_most && i + 1 == count;
        break;
      }
    }
    if (options_.table) remember(hash, best, best_move, ply, given_depth, alpha, beta);
    return best;
  }

  void rank_moves(std::uint32_t ply, Move table_move, const Move* list, std::int32_t* rank,
                  std::uint32_t count) const noexcept {
    const State* const state = path_.state(ply);
    if (selective_ != nullptr) selective_->gains(state, list, count, rank);
    order_.rank(*game_, state, mover(ply), ply, table_move, context(ply), list, count, selective_ != nullptr,
                rank);
  }

  // The cutoff by move i of the list: ordering statistics.
  void learn(std::uint32_t ply, Player mover, std::uint32_t depth, std::uint32_t i,
             std::uint32_t quiets) noexcept {
    ++cutoffs_;
    first_cutoffs_ += i == 0 ? 1U : 0U;
    const State* const state = path_.state(ply);
    const Move* const list = moves(ply);
    const std::int32_t* const rank = ranks(ply);
    // The move from the table has lost its rank's kind; counting it as quiet does no harm.
    if (!MoveOrder::is_quiet(rank[i]) && i != 0) return;
    if (selective_ != nullptr && i == 0 && !MoveOrder::is_quiet(rank[i])) {
      std::int32_t gain = 0;
      selective_->gains(state, &list[i], 1, &gain);
      if (gain != Selective::kQuiet) return;
    }
    order_.cutoff(game_->move_class(state, list[i]), mover, ply, list[i], depth, context(ply));
    if (quiets == 0) return;
    for (std::uint32_t k = 0; k < i; ++k) {
      if (MoveOrder::is_quiet(rank[k]))
        order_.failed(game_->move_class(state, list[k]), mover, depth, context(ply));
    }
  }

  // Whether the node may be cut off before its moves are searched; margins in centi-units.
  [[nodiscard]] bool prune(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta, Score standing,
                           bool may_pass, Value& value) noexcept {
    const auto d = static_cast<Score>(depth);
    if (is_win(std::abs(beta)) || is_win(std::abs(alpha))) return false;
    const Margins& margins = options_.margins;
    if (depth <= 6 && standing - margins.reverse_futility * d >= beta) {
      value = {standing - margins.reverse_futility * d, false, false};
      return true;
    }
    if (depth <= 2 && quiescence_ && standing + margins.razoring * d <= alpha) {
      value = quiesce(ply, alpha, beta, kQuiescencePlies);
      if (stopped_) return false;
      if (value.score <= alpha) return true;
    }
    if (!may_pass || depth < 3 || standing < beta || !alternating_) return false;
    if (!selective_->pass(path_.repeat(ply))) return false;
    if (!meter_->next_node()) {
      stopped_ = true;
      return false;
    }
    path_[ply + 1] = {1 - mover(ply), MoveOrder::kNoClass};
    const std::uint32_t cut = margins.null_base + depth / margins.null_divisor +
                              static_cast<std::uint32_t>(std::min((standing - beta) / 200, 3));
    const Value passed = depth > cut + 1 ? -search(ply + 1, depth - 1 - cut, -beta, -beta + 1, false)
                                         : -frontier(ply + 1, -beta, -beta + 1);
    if (stopped_ || passed.score < beta) return false;
    value = {is_win(passed.score) ? beta : passed.score, false, false};
    return true;
  }

  [[nodiscard]] bool has_occurred(const State* state) const noexcept {
    return cyclic_ && repetition_ != nullptr && repetition_->occurrences(state) != 0;
  }

  // Captures until the position is quiet; all moves where the mover is tense.
  [[nodiscard]] Value quiesce(std::uint32_t ply, Score alpha, Score beta, std::uint32_t left) noexcept {
    const State* const state = path_.state(ply);
    const bool tense = selective_->tense(state);
    Value best{-kInfinite, true, true};
    Score lowest = alpha;
    const bool remembered = pruning_ && options_.table;
    const std::uint64_t hash = remembered ? game_->hash(state) : 0;
    // The table's memory comes while the position is evaluated.
    if (remembered) table_->prefetch(hash);
    const bool stands = !tense || left == 0 || ply >= max_depth();
    if (stands) best = horizon(state);
    TableEntry entry;
    if (remembered) {
      entry = table_->find(hash);
      Value known;
      if (beta - alpha == 1 && use_entry(entry, ply, 0, alpha, beta, known) && !has_occurred(state))
        return known;
    }
    if (stands) {
      lowest = std::max(lowest, best.score);
      if (best.score >= beta || left == 0 || ply >= max_depth()) return best;
    }
    const Score standing = best.score;
    Move best_move = kNoMove;
    Move* const list = moves(ply);
    std::int32_t* const rank = ranks(ply);
    const std::uint32_t count = tense ? game_->legal_moves(state, list) : captures_->captures(state, list);
    selective_->gains(state, list, count, rank);
    if (tense) {
      // The table's reply goes first, as if it gained the most.
      Move* const known = std::find(list, list + count, entry.move);
      if (known != list + count) rank[known - list] = kGainOfKnown;
    }
    std::uint32_t quiets = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      MoveOrder::select(list, rank, i, count);
      // One quiet reply that does not lose says as much as all of them.
      if (pruning_ && tense && rank[i] == Selective::kQuiet && best.score > -kWinFloor && ++quiets > 1) {
        best.at_most = false;
        break;
      }
      if (pruning_ && !tense && (rank[i] < 0 || standing + rank[i] + 150 <= lowest)) break;
      GameStatus status{};
      if (!make(ply, list[i], status)) return {};
      Value value;
      if (is_over(status)) {
        value = terminal_value(status, mover(ply), ply + 1);
      } else {
        const bool same_side = mover(ply + 1) == mover(ply);
        value = quiesce(ply + 1, same_side ? lowest : -beta, same_side ? beta : -lowest, left - 1);
        if (stopped_) return {};
        if (!same_side) value = -value;
      }
      best.at_most = best.at_most && value.at_most;
      if (value.score > best.score) {
        best.score = value.score;
        best.at_least = value.at_least;
        best_move = list[i];
      }
      lowest = std::max(lowest, best.score);
      if (lowest >= beta) {
        best.at_most = best.at_most && i + 1 == count;
        break;
      }
    }
    // What was found out deeper stays.
    if (remembered && (entry.bound == Bound::kNone || entry.depth == 0))
      remember(hash, best, best_move, ply, 0, alpha, beta);
    return best;
  }

  [[nodiscard]] Value horizon(const State* state) const noexcept {
    if (horizon_ == nullptr) return {};
    return {std::clamp(horizon_->evaluate(state), -kMaxEvaluation, kMaxEvaluation), false, false};
  }

  static constexpr std::uint32_t kQuiescencePlies = 24;
  static constexpr std::int32_t kGainOfKnown = 1 << 20;
  static constexpr std::uint32_t kAtLeastFlag = 1;
  static constexpr std::uint32_t kAtMostFlag = 2;

  // Whether the entry decides this search; then `value` is its answer.
  [[nodiscard]] bool use_entry(const TableEntry& entry, std::uint32_t ply, std::uint32_t depth, Score alpha,
                               Score beta, Value& value) const noexcept {
    if (entry.bound == Bound::kNone) return false;
    // Exact: a deeper result is the value of another depth, hence not the minimax value of this one.
    const bool deep = pruning_ ? entry.depth >= depth : entry.depth == depth;
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
  LateMoves late_moves_;
  Tally tally_;
  Options options_;
  const Evaluate* horizon_ = nullptr;
  BudgetMeter* meter_ = nullptr;
  bool pruning_ = false;
  bool quiescence_ = false;
  bool stopped_ = false;
  std::uint32_t root_depth_ = 0;
  Move best_root_ = kNoMove;
  std::uint64_t cutoffs_ = 0;
  std::uint64_t first_cutoffs_ = 0;
};

}  // namespace ludex::agents::minimax
