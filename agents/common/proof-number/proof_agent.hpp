// ProofAgent: a player and a solver around an engine that answers questions. Play: a proven move; where all
// moves lose, the one whose refutation cost most; if nothing is proven, what the rest of the budget says
// (fallback.hpp), but no move that is refuted; with fallback=numbers, or without a budget that can be
// divided, the move whose (dis)proof numbers are best: least phi.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "agents/common/proof-number/engine.hpp"
#include "agents/common/proof-number/fallback.hpp"
#include "agents/common/proof-number/settings.hpp"
#include "core/abi/params.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/inspect.hpp"
#include "core/util/hash.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::proof_number {

[[nodiscard]] inline Result<void> supported(const Game& game) {
  const GameTraits& traits = game.traits();
  constexpr std::uint32_t kNeeded = kZeroSum | kPerfectInformation | kDeterministic;
  if (traits.players != 2 || (traits.flags & kNeeded) != kNeeded)
    return Error{"needs a deterministic two-player zero-sum game of perfect information"};
  return {};
}

// What low <= value <= high proves, of values that are positive for a win, 0 for a draw.
[[nodiscard]] constexpr Outcome outcome_between(std::int32_t low, std::int32_t high) noexcept {
  if (low > 0) return Outcome::kWin;
  if (high < 0) return Outcome::kLoss;
  return low == 0 && high == 0 ? Outcome::kDraw : Outcome::kUnknown;
}

template <class Engine>
class ProofAgent {
 public:
  explicit ProofAgent(const Settings& settings) : settings_(settings) {}

  void new_game(const Game& game, Player, std::uint64_t seed) {
    game_ = &game;
    children_.clear();
    seed_ = seed;
    score_ = static_cast<const Score*>(game.extension(Score::kId));
    draws_ = (game.traits().flags & kDrawsPossible) != 0;
    engine_.new_game(game, settings_);
    fallback_.new_game(game, settings_, seed);
    buffer_ = StateBuffer(game.traits(), 1);
    moves_.resize(game.traits().max_moves);
  }

  // A pure function of position, settings and seed, with budgets in iterations or nodes and one thread.
  Move choose(const State* position, const Budget& budget, SearchReport& report) {
    const bool divided = fallback_.wanted(budget);
    const BudgetMeter clock(budget);
    const Budget own = divided ? fallback_.first_part(budget) : budget;
    BudgetMeter meter(own, &engine_.progress());
    begin(position, own);
    const Bounds bounds = decide(Goal::kValue, false, meter);
    // The clocks of all, the counts of the proof search.
    BudgetMeter spent = clock;
    spent.count_nodes(meter.nodes());
    spent.count_iterations(meter.iterations());
    Budget rest{};
    if (divided && bounds.outcome() == Outcome::kUnknown && fallback_.rest(budget, spent, rest))
      return choose_by_playouts(position, rest, bounds, meter, report);
    fill(report, bounds, meter);
    for (const Child& child : children_) report.add_root(root_move(child, bounds));
    return by_numbers(position, report);
  }

  // goal=win and goal=draw ask one question; the counter `answer` is 1 or 0 when it is decided. goal=value
  // decides the result, and the score where the game has one (ludex.score/1), by bisection.
  void solve(const State* position, Goal goal, const Budget& budget, SearchReport& report) {
    BudgetMeter meter(budget, &engine_.progress());
    begin(position, budget);
    const Bounds bounds = decide(goal, goal == Goal::kValue && score_ != nullptr, meter);
    fill(report, bounds, meter);
    if (bounds.decided) report.add_counter("answer", bounds.answer ? 1 : 0);
    if (!children_.empty()) engine_.add_line(report, Engine::best_of(children_, settings_));
    for (const Child& child : children_) report.add_root(root_move(child, bounds));
  }

  // The text of a proof of the last question that solve() decided.
  Result<void> write_proof(const Budget& budget, TextSink& out) {
    if (!decided_) return Error{"nothing is proven"};
    if (identity_ != Identity::kPosition && last_yes_ != (last_.threshold > 0))
      return Error{"the proof rests on repetitions: such proofs have no text"};
    BudgetMeter meter(budget);
    if (engine_.check(last_, last_yes_, meter, &out)) return {};
    return Error{"this agent writes no proofs, or the budget does not suffice"};
  }

  // The tree below the last question, or what the table remembers of it. Numbers are those of the player who
  // makes the move: pn of reaching the own end.
  [[nodiscard]] static std::span<const char* const> inspect_columns() noexcept {
    static constexpr std::array<const char*, 3> kNames{"work", "pn", "dn"};
    return kNames;
  }
  [[nodiscard]] bool inspect(std::span<const Move> path, InspectRows& rows) {
    if (children_.empty()) return false;
    std::vector<Child> list = children_;
    if (!path.empty()) {
      if constexpr (requires { engine_.look(path, list); }) {
        if (!engine_.look(path, list)) return false;
      } else {
        return false;
      }
    }
    StateBuffer buffer(game_->traits(), 1);
    game_->copy(buffer[0], buffer_[0]);
    for (const Move move : path) game_->apply(buffer[0], move);
    const bool asks = game_->to_move(buffer[0]) == game_->to_move(buffer_[0]);
    for (const Child& child : list) {
      InspectRow row = InspectRow::of(child.move);
      row.values[0] = child.work;
      row.values[1] = child.value.phi.to_double();
      row.values[2] = child.value.delta.to_double();
      row.outcome = proven_of(child, asks);
      row.children = child.final || child.work == 0 ? 0 : 1;
      rows.push_back(row);
    }
    return true;
  }

  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }
  // From any thread.
  [[nodiscard]] ProgressBoard& progress() noexcept { return engine_.progress(); }

 private:
  // What is proven: low <= value <= high.
  struct Bounds {
    std::int32_t low = -1;
    std::int32_t high = 1;
    bool by_score = false;
    bool decided = false;  // the last question
    bool answer = false;
    Question question;

    [[nodiscard]] Outcome outcome() const noexcept { return outcome_between(low, high); }
  };

  // The move that the numbers prefer, and its line.
  Move by_numbers(const State* position, SearchReport& report) {
    report.pv_size = 0;
    if (children_.empty()) {  // no budget at all
      static_cast<void>(game_->legal_moves(position, moves_.data()));
      report.add_pv(moves_[0]);
      return moves_[0];
    }
    const Child& best = Engine::best_of(children_, settings_);
    engine_.add_line(report, best);
    return best.move;
  }

  // The report is that of the playouts, with what is known of single moves.
  Move choose_by_playouts(const State* position, const Budget& budget, const Bounds& bounds,
                          const BudgetMeter& meter, SearchReport& report) {
    Move move = fallback_.choose(position, budget, report, engine_.progress());
    report.iterations += meter.iterations();
    report.nodes += meter.nodes();
    report.tree_bytes += engine_.bytes();
    engine_.add_counters(report);
    report.add_counter("fallback", 1);
    bool refuted = false;
    for (const Child& child : children_) {
      const Outcome known = root_move(child, bounds).outcome;
      if (known == Outcome::kUnknown) continue;
      refuted = refuted || (known == Outcome::kLoss && child.move == move);
      for (std::uint32_t i = 0; i < report.root_size; ++i) {
        if (report.root[i].move == child.move) report.root[i].outcome = known;
      }
    }
    return refuted && report.outcome == Outcome::kUnknown ? by_numbers(position, report) : move;
  }

  void begin(const State* position, const Budget& budget) {
    game_->copy(buffer_[0], position);
    identity_ = identity_of(game_->traits());
    memory_ = budget.memory_mib;
    decided_ = false;
    children_.clear();
    engine_.start(buffer_[0], identity_, hash_combine(seed_, game_->hash(position)), memory_);
  }

  // Asks "at least `threshold`?"; false if it could not be decided.
  bool ask(Bounds& bounds, std::int32_t threshold, BudgetMeter& meter) {
    const Question question{game_->to_move(buffer_[0]), threshold, bounds.by_score};
    Verdict verdict = engine_.ask(question, meter);
    bounds.decided = verdict.yes() || verdict.no();
    // Where positions recur, the side that has reached its end must have done so by the rules, with the past,
    // the clocks and the limits of this very game.
    const bool reached = verdict.yes() == (threshold > 0);
    if (bounds.decided && identity_ == Identity::kPositionAndTwins && reached &&
        !engine_.check(question, verdict.yes(), meter, nullptr)) {
      identity_ = Identity::kPath;
      engine_.start(buffer_[0], identity_, hash_combine(seed_, game_->hash(buffer_[0])), memory_);
      verdict = engine_.ask(question, meter);
      bounds.decided = verdict.yes() || verdict.no();
    }
    if (const auto children = engine_.root_children(); !children.empty()) {
      children_.assign(children.begin(), children.end());
      bounds.question = last_asked_ = question;
    }
    if (!bounds.decided) return false;
    bounds.answer = verdict.yes();
    if (verdict.yes()) bounds.low = std::max(bounds.low, threshold);
    if (verdict.no()) bounds.high = std::min(bounds.high, threshold - 1);
    decided_ = true;
    last_ = question;
    last_yes_ = verdict.yes();
    return true;
  }

  Bounds decide(Goal goal, bool by_score, BudgetMeter& meter) {
    Bounds bounds;
    if (by_score) {
      bounds.by_score = true;
      bounds.low = -score_->bound();
      bounds.high = score_->bound();
      // The sign first; then halves.
      if (!ask(bounds, 1, meter)) return bounds;
      int asked = 0;
      while (bounds.low < bounds.high) {
        // Above the middle when halving: low < threshold <= high.
        const std::int32_t middle =
            asked++ == 0 && bounds.high == 0 ? 0 : bounds.high - (bounds.high - bounds.low) / 2;
        if (!ask(bounds, middle, meter)) return bounds;
      }
      return bounds;
    }
    const bool win_first = goal != Goal::kDraw || !draws_;
    if (!ask(bounds, win_first ? 1 : 0, meter)) return bounds;
    if (!draws_ && bounds.high == 0) bounds.high = -1;
    if (goal != Goal::kValue || bounds.low == bounds.high) return bounds;
    ask(bounds, win_first ? 0 : 1, meter);
    return bounds;
  }

  void fill(SearchReport& report, const Bounds& bounds, const BudgetMeter& meter) {
    report.outcome = bounds.outcome();
    const auto [value, bound] = known_value(bounds.low, bounds.high, bounds.by_score);
    report.set_value(value, bounds.by_score ? ValueUnit::kScore : ValueUnit::kExpected, bound);
    report.iterations = meter.iterations();
    report.nodes = meter.nodes();
    report.tree_bytes = engine_.bytes();
    engine_.add_counters(report);
    if (children_.empty()) return;
    const Fold f = fold(std::span<const Child>(children_), settings_);
    report.add_counter("pn", f.value.phi.to_double());
    report.add_counter("dn", f.value.delta.to_double());
  }
  [[nodiscard]] BoundedValue known_value(std::int32_t low, std::int32_t high, bool by_score) const noexcept {
    const std::int32_t most = by_score ? score_->bound() : 1;
    return value_between(low, high, -most, most);
  }

  // What the numbers of a child prove for the player who makes the move; `asks`: it is the one of the
  // question.
  [[nodiscard]] Outcome proven_of(const Child& child, bool asks) const noexcept {
    if (identity_ == Identity::kPositionAndTwins || last_asked_.by_score) return Outcome::kUnknown;
    const bool yes = asks ? child.value.is_proven() : child.value.is_disproven();
    const bool no = asks ? child.value.is_disproven() : child.value.is_proven();
    std::int32_t high = no ? last_asked_.threshold - 1 : 1;
    if (!draws_ && high == 0) high = -1;
    const Outcome found = outcome_between(yes ? last_asked_.threshold : -1, high);
    return asks ? found : opposite(found);
  }

  // What is known of a root move by the question that was asked last. A move that is not decided has no bound
  // but an estimate: by how much its numbers look more like yes than like no.
  [[nodiscard]] RootMove root_move(const Child& child, const Bounds& bounds) const noexcept {
    const bool yes = child.value.is_proven();
    const bool no = child.value.is_disproven();
    // Where positions recur, only the root's own result is checked by the rules.
    const bool firm = identity_ != Identity::kPositionAndTwins;
    if (firm && (yes || no)) {
      const std::int32_t threshold = bounds.question.threshold;
      const std::int32_t most = bounds.by_score ? score_->bound() : 1;
      const std::int32_t low = yes ? threshold : -most;
      // No move is better than the position; and without draws what is no win is a loss.
      std::int32_t high = std::min(no ? threshold - 1 : most, bounds.high);
      if (!draws_ && high == 0 && low < 0) high = -1;
      const auto [value, bound] = known_value(low, high, bounds.by_score);
      return {value, child.work, child.move, outcome_between(low, high), bound};
    }
    if (bounds.by_score) return {0, child.work, child.move, Outcome::kUnknown, ValueBound::kNone};
    const double phi = child.value.phi.to_double(), delta = child.value.delta.to_double();
    const double value = yes ? 1 : no ? -1 : (delta - phi) / (delta + phi);
    return {value, child.work, child.move, Outcome::kUnknown, ValueBound::kExact};
  }

  // Set for each game.
  Settings settings_;
  const Game* game_ = nullptr;
  std::uint64_t seed_ = 0;
  const Score* score_ = nullptr;
  bool draws_ = true;
  Engine engine_;
  Fallback fallback_;
  StateBuffer buffer_;  // the position asked about
  std::vector<Move> moves_;

  // Set for each position.
  Identity identity_ = Identity::kPosition;
  std::uint32_t memory_ = 0;
  bool decided_ = false;
  bool last_yes_ = false;
  std::vector<Child> children_;  // the root's moves, by the last question that got as far as them
  Question last_;                // ... that was decided
  Question last_asked_;          // ... that children_ are of
};

}  // namespace ludex::agents::proof_number
