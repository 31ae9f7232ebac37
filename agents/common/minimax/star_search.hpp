// StarSearch: depth-first minimax search of two-player zero-sum games with chance (ludex.draft.chance/1). A
// chance node has the value sum of p_i v_i (expectiminimax, Michie 1966). Star1 and Star2 (Ballard, "The
// *-minimax search procedure for trees containing chance nodes", AIJ 1983; Hauk, Buro & Schaeffer,
// "Rediscovering *-minimax search", CG 2004) cut it off: every outcome has bounds lo_i <= v_i <= hi_i, at
// first the bounds L and U of the game, then what has been searched. Outcome i is searched within
//   alpha_i = (alpha - sum over j != i of p_j hi_j) / p_i,  beta_i = (beta - sum over j != i of p_j lo_j) /
//   p_i,
// and the node ends when sum p_j hi_j <= alpha or sum p_j lo_j >= beta (Star1). Star2 first probes: one move
// of each successor gives a bound of it, lo_i where the mover maximises, hi_i where he minimises. Papers
// assume that all successors of a chance node have the same mover; here each has its own.
//
// Between chance nodes the search is alpha-beta in fail-soft form. Table entries of chance nodes hold their
// bounds; those of decisions also the best move, so that the search after a probe finds the probe's work.
//
// Depth counts the moves of players; outcomes are free. The horizon is evaluated where it is: at a chance
// node by its own evaluation.
//
// Scores are whole numbers, a power of two of them a centi-unit, so that windows are exact and an expectation
// is rounded by less than 2^-14 centi-units for bounds up to 30000. Results count so that they mix with
// evaluations: ludex.score/1 counts 100 centi-units a point, without it a result counts `win_value`.
// Evaluations are cut to the bounds that follow. No shorter win is preferred: iterative deepening ends at the
// first depth that decides.
//
// Proofs: two flags as in Value say what of the *value* rests on ends of games alone; `least` and `most`
// bound the *outcome* whatever chance does: a win is proven only if every outcome is won.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/common/memory/page_block.hpp"
#include "agents/common/minimax/move_order.hpp"
#include "agents/common/minimax/score.hpp"
#include "agents/common/minimax/transposition_table.hpp"
#include "agents/common/path/path.hpp"
#include "core/abi/enum_text.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::minimax {

// How chance nodes are cut off.
enum class ChanceCuts { kStar2, kStar1, kExpectiminimax };
[[nodiscard]] constexpr auto enum_texts(ChanceCuts) noexcept {
  return EnumTexts{"star2", "star1", "expectiminimax"};
}

struct StarOptions {
  ChanceCuts cuts = ChanceCuts::kStar2;
  bool evaluation = true;  // false: the horizon counts as 0 and proves nothing
  bool table = true;
  std::int32_t win_value = 10'000;  // centi-units of a won game without ludex.score/1, 1..30000
};

// The value of a position for the mover (at a chance node: for player 0).
struct StarValue : Value {
  std::int8_t least = -1;  // the mover can make sure of this outcome: -1 loss, 0 draw, 1 win
  std::int8_t most = 1;    // the opponent can make sure that it is no better

  // The best of several values takes one more; true if that is better.
  constexpr bool take(const StarValue& next) noexcept {
    least = std::max(least, next.least);
    most = std::max(most, next.most);
    return Value::take(next);
  }
  constexpr void leave_open_above() noexcept {
    at_most = false;
    most = 1;
  }
  [[nodiscard]] constexpr StarValue operator-() const noexcept {
    return {Value::operator-(), static_cast<std::int8_t>(-most), static_cast<std::int8_t>(-least)};
  }
  [[nodiscard]] constexpr Outcome outcome() const noexcept {
    return least == 1                ? Outcome::kWin
           : most == -1              ? Outcome::kLoss
           : least == 0 && most == 0 ? Outcome::kDraw
                                     : Outcome::kUnknown;
  }
};

class StarSearch {
 public:
  using Options = StarOptions;
  using Result = StarValue;
  static constexpr Score kOpen = (1 << 30) + 1;  // beyond every score
  // The value of a root of whose moves none has been searched.
  [[nodiscard]] static constexpr StarValue worst() noexcept { return {{-kOpen, true, true}, -1, -1}; }

  // Allocates the table.
  void new_game(const Game& game, std::size_t table_mib);

  // Begins a search from a position that is not over. `meter` must live as long as the search.
  void start(const State* root, BudgetMeter& meter, const Options& options);

  // The value of the root after `move`, for the mover at the root, within (alpha, beta); `depth` >= 1 counts
  // from the root. Undefined once stopped().
  [[nodiscard]] StarValue search_root_move(Move move, std::uint32_t depth, Score alpha, Score beta) noexcept;
  // The root is a chance node: its value, of the exact values of its outcomes in the order of legal_moves.
  [[nodiscard]] StarValue mean(const StarValue* values, std::uint32_t count) noexcept;
  // The likeliest outcome of the root.
  [[nodiscard]] std::uint32_t likeliest() noexcept;
  [[nodiscard]] bool rolls_at_root() const noexcept { return mover(0) == kChance; }

  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] std::uint32_t max_depth() const noexcept { return path_.max_depth(); }
  [[nodiscard]] std::size_t table_bytes() const noexcept { return table_.size_bytes(); }

  // True if a search deeper than `depth` finds nothing else.
  [[nodiscard]] bool settled(const StarValue& value, std::uint32_t /*depth*/) const noexcept {
    return value.exact() || (value.at_least && value.score >= limit_) ||
           (value.at_most && value.score <= -limit_);
  }
  // The meaning of a root move's value that was searched with that alpha.
  [[nodiscard]] static ValueBound bound_of(const StarValue& value, Score alpha) noexcept {
    return value.exact() || value.score > alpha ? ValueBound::kExact : ValueBound::kUpper;
  }
  [[nodiscard]] static Outcome outcome(const StarValue& value) noexcept { return value.outcome(); }
  [[nodiscard]] ValueUnit unit() const noexcept {
    return horizon_ != nullptr      ? ValueUnit::kCenti
           : game_score_ != nullptr ? ValueUnit::kScore
                                    : ValueUnit::kExpected;
  }
  // A score in that unit.
  [[nodiscard]] double reported(Score score) const noexcept;
  // Appends the principal variation that begins with `move` up to the first chance node, at most `plies`
  // moves.
  void add_line(SearchReport& report, Move move, std::uint32_t plies);
  void add_counters(SearchReport& report) const;

 private:
  struct Step {
    Player mover = 0;  // or kChance
  };
  // An outcome of a chance node while it is searched; bounds for player 0.
  struct Branch {
    Move move;
    Score low;
    Score high;
    std::int8_t least;
    std::int8_t most;
    bool low_proven;  // by ends of games alone
    bool high_proven;
    double probability;
  };
  // A chance node while it is searched.
  struct Roll {
    std::uint32_t ply;
    std::uint32_t depth;
    Score alpha;
    Score beta;
    Branch* branches;
    std::uint32_t count;
    double low = 0;  // the sum of probability * low
    double high = 0;
  };

  [[nodiscard]] Player mover(std::uint32_t ply) const noexcept { return path_[ply].mover; }
  // The value at `ply` is from the point of view of this player.
  [[nodiscard]] Player viewer(std::uint32_t ply) const noexcept {
    return mover(ply) == kChance ? 0 : mover(ply);
  }
  [[nodiscard]] Move* moves(std::uint32_t ply) const noexcept {
    return static_cast<Move*>(move_pages_.data()) + std::size_t{ply} * max_moves_;
  }
  [[nodiscard]] std::int32_t* ranks(std::uint32_t ply) const noexcept {
    return reinterpret_cast<std::int32_t*>(moves(max_depth() + 2)) + std::size_t{ply} * max_moves_;
  }
  [[nodiscard]] bool has_occurred(const State* state) const noexcept {
    return cyclic_ && repetition_ != nullptr && repetition_->occurrences(state) != 0;
  }

  // Plays the move or outcome from `ply` to `ply` + 1; false if the budget is spent.
  [[nodiscard]] bool make(std::uint32_t ply, Move move, GameStatus& status) noexcept;
  // The value of the position at `ply` + 1, just made, for the viewer at `ply`; `depth` moves are left.
  [[nodiscard]] StarValue child(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta,
                                GameStatus status) noexcept;
  [[nodiscard]] StarValue end_value(std::uint32_t ply, Player player, GameStatus status) const noexcept;
  [[nodiscard]] StarValue horizon(std::uint32_t ply) const noexcept;

  // A node where a player moves. A probe searches its first move only, so its value is a lower bound.
  [[nodiscard]] StarValue decide(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta,
                                 bool probe) noexcept;

  // A node where chance decides.
  [[nodiscard]] StarValue roll(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta) noexcept;
  void list_branches(Roll& node) noexcept;
  // Star2's first phase, and the search of the outcomes. They end when the bounds decide the node.
  void probe_branches(Roll& node) noexcept;
  void probe_branch(Roll& node, Branch& branch) noexcept;
  void search_branches(Roll& node) noexcept;
  struct Window {
    Score low;
    Score high;
  };
  [[nodiscard]] static Window window_of(const Roll& node, const Branch& branch) noexcept;
  // Changes a bound of an outcome to that of `value`.
  static void raise_low(Roll& node, Branch& branch, const StarValue& value) noexcept;
  static void lower_high(Roll& node, Branch& branch, const StarValue& value) noexcept;
  // Half a score is less than rounding does.
  [[nodiscard]] static bool fails_high(const Roll& node) noexcept { return node.low >= node.beta - 0.5; }
  [[nodiscard]] static bool fails_low(const Roll& node) noexcept { return node.high <= node.alpha + 0.5; }
  [[nodiscard]] static StarValue value_of(const Roll& node) noexcept;

  // Added to the depth of a table entry that rests on ends of games alone: no deeper search changes it.
  static constexpr std::uint32_t kFinal = (TableEntry::kMaxDepth + 1) / 2;

  // The table. True if the entry decides; then `value` is the result.
  [[nodiscard]] bool use_entry(const TableEntry& entry, std::uint32_t depth, Score alpha, Score beta,
                               StarValue& value) const noexcept;
  void remember(std::uint64_t hash, const StarValue& value, Move move, std::uint32_t depth, Score alpha,
                Score beta) noexcept;

  // Set for each game.
  const Game* game_ = nullptr;
  const Chance* chance_ = nullptr;
  const Evaluate* evaluate_ = nullptr;
  const ludex::Score* game_score_ = nullptr;
  const Repetition* repetition_ = nullptr;
  bool cyclic_ = false;
  std::uint32_t max_moves_ = 0;
  std::uint32_t max_outcomes_ = 0;
  Path<Step> path_;
  PageBlock move_pages_;    // moves, then ranks, of each ply
  PageBlock branch_pages_;  // of each ply
  std::vector<double> probabilities_;
  TranspositionTable table_;

  // Within one search.
  MoveOrder order_;
  Options options_;
  const Evaluate* horizon_ = nullptr;
  Score limit_ = 0;    // of all scores
  Score centi_ = 1;    // scores a centi-unit
  double result_ = 0;  // score of one point of the game's score, or of a won game
  BudgetMeter* meter_ = nullptr;
  bool stopped_ = false;
  std::uint64_t cutoffs_ = 0;
  std::uint64_t chance_cutoffs_ = 0;
  std::uint64_t probe_cutoffs_ = 0;
};

}  // namespace ludex::agents::minimax
