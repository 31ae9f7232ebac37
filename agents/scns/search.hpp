// Search: depth-first SCNS (Pawlewicz & Hayward, sections 2 and 3).
//
// Where proof-number search counts the leaves that must change for a node to be won, conspiracy-number search
// counts them for every value, with a staircase function for each player:
//   p(v) = min over the moves (mover), sum over the replies (opponent)                    eq. 5
// The root's functions choose two targets, v_max and v_min (eq. 8), and between two updates of them the
// search is df-pn on the numbers p(v_max) and d(v_min). The value of a position is the sum of the errors of
// the moves that lead to it, the opponent's minus the mover's own (eq. 14).
//
// Everything is from the view of the side to move, as in agents/common/proof-number: `own` is the function of
// reaching a value, `other` the opponent's, of the negated value; functions are relative to the position, so
// that a transposition is one entry, and each move adds its error. Departures from the paper:
// docs/reference/scns-notes.md.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

#include "agents/common/staircase/curve_accumulator.hpp"
#include "agents/scns/choice.hpp"
#include "agents/scns/frame.hpp"
#include "core/agent/budget.hpp"

namespace ludex::agents::scns {

struct Effort {
  std::uint64_t visits = 0;
  std::uint64_t expansions = 0;
  std::uint64_t digest = 0;  // of the expanded keys, independent of their order
  std::uint64_t rounds = 0;  // returns to the root
  std::uint32_t depth = 0;

  void operator+=(const Effort& more) noexcept {
    visits += more.visits;
    expansions += more.expansions;
    digest += more.digest;
    rounds += more.rounds;
    depth = std::max(depth, more.depth);
  }
};

class Search {
 public:
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  void new_game(const Game& game, const Settings& settings, std::uint64_t seed);

  // `user`: the number of the thread in the table.
  void start(const State* root, Draws draws, std::uint64_t order, FunctionTable& table, BudgetMeter& meter,
             std::uint32_t user = 0);

  // Runs until the root is solved or the budget is spent. `fill` writes the progress for spectators.
  template <class Fill>
  void run(ProgressBoard& board, const Fill& fill) {
    if (!may_go_on(true)) return;
    visit(0, {}, {0, 0}, kNoLimit);
    std::uint64_t idle = 0;
    while (!stopped_ && !solved(frames_[0])) {
      const std::uint64_t before = effort_.expansions;
      set_interval();
      // An interlude in a subtree larger than the table must be long enough for progress: it grows slowly
      // with the whole search.
      room_ = std::max<std::uint64_t>(settings_.interlude, effort_.expansions / 1024);
      visit(0, targets_, {}, kNoLimit);
      ++effort_.rounds;
      if (board.due()) board.show(fill);
      idle = effort_.expansions == before ? idle + 1 : 0;
      if (idle > kMostIdle) stopped_ = true;
    }
  }

  // For one of several threads (parallel.hpp): searches the last position of the path, at `ply`, until a
  // number reaches its limit, the given visits, iterations or nodes are done, or `abort` is set. The
  // functions are in the frame.
  struct Most {
    std::uint64_t visits;
    std::uint64_t iterations;
    std::uint64_t nodes;
  };
  void job(std::uint32_t ply, const Targets& targets, const Numbers& limits, const Most& most,
           const std::atomic<bool>& abort);
  // Opens a frame of the path and computes its functions; the work is counted.
  Frame& open(std::uint32_t ply);
  // Call it after setting the root's functions from outside.
  void conclude() noexcept { set_interval(); }

  [[nodiscard]] bool looked() noexcept { return frames_[0].valid && frames_[0].count != 0; }
  [[nodiscard]] Frames& frames() noexcept { return frames_; }
  [[nodiscard]] const LeafShape& shape() const noexcept { return shape_; }
  [[nodiscard]] const Effort& effort() const noexcept { return effort_; }
  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }
  [[nodiscard]] const Targets& targets() const noexcept { return targets_; }

  // True if the values can no longer change.
  [[nodiscard]] bool solved(const Frame& frame) const noexcept {
    return staircase::solved(frame.own, frame.other);
  }
  [[nodiscard]] bool solved(const Frame& frame, const Child& child) const noexcept {
    return staircase::solved(frames_.first(frame, child), frames_.second(frame, child));
  }
  [[nodiscard]] staircase::Proven proven(const Frame& frame, const Child& child) const noexcept {
    return staircase::Proven::of(frames_.own(frame, child), frames_.other(frame, child), shape_);
  }

  // Opens the frame of a child after the search, to read its moves.
  Frame& follow(std::uint32_t ply, const Child& child);

 private:
  static constexpr std::uint64_t kMostIdle = 100000;
  // Expansions until the next check whether a move has never been expanded, or was forgotten.
  static constexpr std::uint64_t kSweepAgain = 1024;
  // Positions whose moves are probed: the root and its children.
  static constexpr std::uint32_t kProbePlies = 2;

  // The position whose own targets the search pursues, and which of them are open: reaching an open one ends
  // the visit.
  struct Goal {
    std::uint32_t ply = 0;
    bool own_open = false;
    bool other_open = false;
  };

  // Checks the budget before each visit; a first visit is an iteration.
  [[nodiscard]] bool may_go_on(bool first_visit) noexcept;

  inline void expanded(Frame& frame, std::uint32_t ply) noexcept;

  void set_interval() noexcept;

  // Searches the last position of the path until a number reaches its limit, the interlude at the root is
  // due, or `most` visits are done; returns their number.
  std::uint64_t visit(std::uint32_t ply, const Targets& targets, const Numbers& limits, std::uint64_t most);

  // For one in every `sweep` expansions below a position, the likeliest unexpanded move; kNone if none is
  // due. Finds moves that the scores rank far behind but that decide without a search.
  [[nodiscard]] inline std::uint32_t sweep(Frame& frame) const noexcept;

  // Part of the work of a position near the root is divided evenly among its moves: the likeliest move that
  // has less than half of its part, and the work it lacks.
  struct Due {
    std::uint32_t child = Frame::kNone;
    std::uint32_t work = 0;
  };
  [[nodiscard]] inline Due due_probe(const Frame& frame) const noexcept;
  // Searches a move as if the position after it were the root, with targets of its own and without its error,
  // for `work` expansions at most.
  std::uint64_t probe(std::uint32_t ply, const Frame& frame, const Child& child, std::uint32_t work,
                      std::uint64_t most);
  // Reads the result of a child after its visit.
  inline void take(std::uint32_t ply, Frame& frame, Child& child) noexcept;

  // Updates errors and numbers of all children.
  inline void refresh(Frame& frame, const Targets& targets) noexcept;
  void count(const Frame& frame, Child& child, const Targets& targets) const noexcept {
    child.pn = frames_.own(frame, child).at(shifted(targets.own, child.error), shape_);
    child.dn = frames_.other(frame, child).at(shifted(targets.other, -child.error), shape_);
  }

  // Computes the functions of a node from those of its children, eq. 5.
  inline void fold(Frame& frame);

  // Set for each game.
  Settings settings_;
  LeafShape shape_;
  Frames frames_;
  staircase::CurveAccumulator own_;
  staircase::CurveAccumulator other_;
  Choice choice_;

  // Set for each search.
  BudgetMeter* meter_ = nullptr;
  const std::atomic<bool>* abort_ = nullptr;
  std::uint64_t most_nodes_ = kNoLimit;
  std::uint64_t most_iterations_ = kNoLimit;
  bool stopped_ = false;
  Targets targets_;
  Goal goal_;
  std::uint64_t room_ = 1;  // expansions until the next interlude at the root
  Effort effort_;
};

}  // namespace ludex::agents::scns
