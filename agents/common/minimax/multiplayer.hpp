// MultiplayerSearch: depth-first searches of deterministic games of two to eight players. They differ in what
// the root player P expects of the others:
//
// max^n (Luckhardt & Irani, "An algorithmic solution of N-person games", AAAI 1986): every player maximises
// the own component of a vector of values, v(s) = v(s') for the move to s' that maximises v_i(s'), i the
// mover. Of moves with equal components the mover takes the one that leaves the strongest of the others
// least, then the first vector in the order of seats: so the value does not depend on the order of moves.
// Shallow pruning (Korf, "Multi-player alpha-beta pruning", AIJ 1991) is used where it is sound, in zero-sum
// games: if the components sum to at most S and each is at least m, a node of player j below a node of player
// i != j, whose best value so far is v_i, ends once v_j > S - v_i - (n - 2) m. Strictly, because of the order
// of ties.
//
// Paranoid (Sturtevant & Korf, "On pruning techniques for multi-player games", AAAI 2000): all others
// minimise P's value. This is a game of two sides, so alpha-beta is full.
//
// Best reply (Schadd & Winands, "Best reply search for multiplayer games", IEEE TCIAIG 2011): between two of
// P's moves only one opponent moves, the one with the strongest reply; the others leave out their turns, as
// far as the game knows how (ludex.draft.skip/1). With j in {none, an opponent} the one that has replied
// since P's last move, and s0 the position s after a turn left out,
//   v(s, none) = min(v(s0, none) if s0 is not P's turn, min over moves m of v(s m, mover)),
//   v(s, j)    = min over moves m of v(s m, j) if j moves again, else v(s0, j).
// Where no turn can be left out: Esser, Gras, Winands, Schadd & Lanctot, "Improving best-reply search", CG
// 2013 (BRS+): the others play the first move o of a static order,
//   v(s, none) = min(v(s o, none), min over moves m != o of v(s m, mover)),
//   v(s, j)    = min over moves m of v(s m, j) if j moves again, else v(s o, j).
// The order: by ludex.move-scores/1; else by the mover's value of the position after the move; else the
// game's. Depth counts every move made, and no turn that is left out.
//
// With two players all three are plain minimax.
//
// Values: a result of 1 or -1 after n plies is kWin - n or n - kWin; a result r between them counts
// r kResult, beyond most evaluations, as a result is certain. Evaluations: ludex.draft.evaluate-all/1 (two
// players: also ludex.evaluate/1); without one the horizon counts 0 for everybody.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/common/memory/page_block.hpp"
#include "agents/common/minimax/move_order.hpp"
#include "agents/common/minimax/player_table.hpp"
#include "agents/common/minimax/score.hpp"
#include "agents/common/minimax/transposition_table.hpp"
#include "agents/common/path/path.hpp"
#include "core/abi/enum_text.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::minimax {

// The root player's model of the others.
enum class Opponents { kMaxN, kParanoid, kBestReply };
[[nodiscard]] constexpr auto enum_texts(Opponents) noexcept {
  return EnumTexts{"maxn", "paranoid", "best-reply"};
}

struct MultiplayerOptions {
  Opponents opponents = Opponents::kParanoid;
  bool evaluation = true;  // false: the horizon counts as 0
  bool table = true;
  bool cutoffs = true;  // false: every move of every node that the definition searches
};

class MultiplayerSearch {
 public:
  using Options = MultiplayerOptions;
  using Result = Value;
  static constexpr Score kOpen = kInfinite;  // beyond every score
  // The value of a root of whose moves none has been searched.
  [[nodiscard]] static constexpr Value worst() noexcept { return {-kOpen, true, true}; }

  // Allocates the table at the first search that uses it.
  void new_game(const Game& game, std::size_t table_mib);

  // Begins a search from a position that is not over. `meter` must live as long as the search.
  void start(const State* root, BudgetMeter& meter, const Options& options);

  // The value of the root after `move`, for the mover at the root, within (alpha, beta); `depth` >= 1 counts
  // from the root. Undefined once stopped().
  [[nodiscard]] Value search_root_move(Move move, std::uint32_t depth, Score alpha, Score beta) noexcept;
  // max^n: the value of that move for each player; alpha and beta are not used.
  [[nodiscard]] const PlayerScores& scores() const noexcept { return root_scores_; }

  [[nodiscard]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] std::uint32_t max_depth() const noexcept { return path_.max_depth(); }
  [[nodiscard]] std::size_t table_bytes() const noexcept {
    return table_.size_bytes() + player_table_.size_bytes();
  }

  // True if a search deeper than `depth` finds nothing else: also a win or loss of two sides that is not
  // proven because positions recur.
  [[nodiscard]] bool settled(const Value& value, std::uint32_t depth) const noexcept;
  // The meaning of a root move's value that was searched with that alpha.
  [[nodiscard]] ValueBound bound_of(const Value& value, Score alpha) const noexcept;
  // The proof that a value of the root is. Only that the mover wins against all others: that is certain
  // whatever they do if it is certain when they conspire.
  [[nodiscard]] Outcome outcome(const Value& value) const noexcept;
  [[nodiscard]] ValueUnit unit() const noexcept {
    return horizon_ == Horizon::kZero ? ValueUnit::kExpected : ValueUnit::kCenti;
  }
  // A score in that unit: a win in n plies is 32000 - n in centi-units.
  [[nodiscard]] double reported(Score score) const noexcept;
  // Appends the principal variation that begins with `move`, at most `plies` moves.
  void add_line(SearchReport& report, Move move, std::uint32_t plies);
  void add_counters(SearchReport& report) const;
  // The values of all players, in the unit of the report: value_1, value_2 ...
  void add_scores(SearchReport& report, const PlayerScores& value) const;

 private:
  enum class Horizon { kZero, kForMover, kForAll };

  struct Step {
    Player mover = 0;
    Player searcher = kNobody;  // best reply: the opponent that searches since the root player's last move
  };

  // A result between loss and win counts this much.
  static constexpr Score kResult = kWinFloor - 1;

  [[nodiscard]] Player mover(std::uint32_t ply) const noexcept { return path_[ply].mover; }
  [[nodiscard]] bool is_ours(std::uint32_t ply) const noexcept { return mover(ply) == root_player_; }
  [[nodiscard]] Move* moves(std::uint32_t ply) const noexcept {
    return static_cast<Move*>(move_pages_.data()) + std::size_t{ply} * max_moves_;
  }
  [[nodiscard]] std::int32_t* ranks(std::uint32_t ply) const noexcept {
    return reinterpret_cast<std::int32_t*>(moves(max_depth() + 2)) + std::size_t{ply} * max_moves_;
  }
  [[nodiscard]] bool has_occurred(const State* state) const noexcept {
    return cyclic_ && repetition_ != nullptr && repetition_->occurrences(state) != 0;
  }

  // Plays the move from `ply` to `ply` + 1; false if the budget is spent.
  [[nodiscard]] bool make(std::uint32_t ply, Move move, GameStatus& status) noexcept;

  [[nodiscard]] static Score result_score(float result, std::uint32_t ply) noexcept;
  // The scores of an end of the game, or of the horizon, at `ply`.
  [[nodiscard]] PlayerScores end_scores(std::uint32_t ply) const noexcept;
  [[nodiscard]] PlayerScores horizon_scores(std::uint32_t ply) const noexcept;

  // max^n. The value of the position at `ply`, or, if its mover gets more than `limit`, any vector that it
  // can reach with more.
  [[nodiscard]] PlayerScores maxn(std::uint32_t ply, std::uint32_t depth, Score limit) noexcept;
  [[nodiscard]] PlayerScores maxn_after(std::uint32_t ply, Move move, std::uint32_t depth,
                                        Score best) noexcept;
  // True if `player` prefers `value` to `best`.
  [[nodiscard]] bool prefers(Player player, const PlayerScores& value,
                             const PlayerScores& best) const noexcept;

  // Paranoid and best reply, for the side of the mover at `ply`: the root player or all others.
  [[nodiscard]] Value search(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta) noexcept;
  [[nodiscard]] Value child(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta) noexcept;
  [[nodiscard]] Value move_value(std::uint32_t ply, Move move, std::uint32_t depth, Score alpha, Score beta,
                                 bool scout) noexcept;
  [[nodiscard]] Value horizon(std::uint32_t ply) const noexcept;
  [[nodiscard]] std::uint64_t key(std::uint32_t ply) const noexcept;
  [[nodiscard]] bool use_entry(const TableEntry& entry, std::uint32_t ply, std::uint32_t depth, Score alpha,
                               Score beta, Value& value) const noexcept;
  void remember(std::uint64_t key, const Value& value, Move move, std::uint32_t ply, std::uint32_t depth,
                Score alpha, Score beta) noexcept;

  // Best reply: the static order's first move of the listed moves; kNoMove if the budget is spent.
  [[nodiscard]] Move first_by_order(std::uint32_t ply, std::uint32_t count) noexcept;
  // Best reply: writes the position after a turn left out to `ply` + 1; false if the game does not offer
  // that.
  [[nodiscard]] bool skip(std::uint32_t ply) noexcept;
  // The value if the mover leaves the reply to the next opponents.
  [[nodiscard]] Value leave_reply(std::uint32_t ply, std::uint32_t depth, Score alpha, Score beta) noexcept;
  // True if another opponent searches.
  [[nodiscard]] bool waits(std::uint32_t ply) const noexcept {
    const Player searcher = path_[ply].searcher;
    return best_reply_ && !is_ours(ply) && searcher != kNobody && searcher != mover(ply);
  }
  [[nodiscard]] Player next_searcher(std::uint32_t ply, bool first) const noexcept;

  // Set for each game.
  const Game* game_ = nullptr;
  std::size_t table_mib_ = 1;
  std::uint32_t players_ = 0;
  std::uint32_t max_moves_ = 0;
  bool cyclic_ = false;
  Score sum_bound_ = 0;  // of the scores of all players
  Path<Step> path_;
  PageBlock move_pages_;  // moves, then ranks, of each ply
  const EvaluateAll* evaluate_all_ = nullptr;
  const Evaluate* evaluate_ = nullptr;
  const MoveScores* move_scores_ = nullptr;
  const Repetition* repetition_ = nullptr;
  const Skip* skip_ = nullptr;
  std::vector<float> scores_;
  TranspositionTable table_;
  PlayerTable player_table_;

  // Within one search.
  MoveOrder order_;
  Options options_;
  Horizon horizon_ = Horizon::kZero;
  BudgetMeter* meter_ = nullptr;
  Player root_player_ = 0;
  bool best_reply_ = false;
  bool stopped_ = false;
  PlayerScores root_scores_;
  std::uint64_t cutoffs_ = 0;
};

}  // namespace ludex::agents::minimax
