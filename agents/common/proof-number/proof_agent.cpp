#include "agents/common/proof-number/proof_agent.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/proof-number/child_summary.hpp"
#include "agents/common/proof-number/pns_search.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::proof_number {

template <class Engine>
void ProofAgent<Engine>::new_game(const Game& game, Player, std::uint64_t seed) {
  game_ = &game;
  children_.clear();
  seed_ = seed;
  score_ = find<Score>(game);
  draws_ = (game.traits().flags & kDrawsPossible) != 0;
  engine_.new_game(game, settings_);
  fallback_.new_game(game, settings_, seed);
  buffer_ = StateBuffer(game.traits(), 1);
  moves_.resize(game.traits().max_moves);
}

template <class Engine>
Move ProofAgent<Engine>::choose(const State* position, const Budget& budget, SearchReport& report) {
  const bool divided = fallback_.wanted(budget);
  const BudgetMeter clock(budget);
  const Budget own = divided ? fallback_.first_part(budget) : budget;
  BudgetMeter meter(own, &engine_.progress());
  begin(position, own);
  const Bounds bounds = decide(Goal::kValue, false, meter);
  // The clocks of the whole call, the counts of the proof search.
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

template <class Engine>
void ProofAgent<Engine>::solve(const State* position, Goal goal, const Budget& budget, SearchReport& report) {
  BudgetMeter meter(budget, &engine_.progress());
  begin(position, budget);
  const Bounds bounds = decide(goal, goal == Goal::kValue && score_ != nullptr, meter);
  fill(report, bounds, meter);
  if (bounds.decided) report.add_counter("answer", bounds.answer ? 1 : 0);
  if (!children_.empty()) engine_.add_line(report, Engine::best_of(children_, settings_));
  for (const Child& child : children_) report.add_root(root_move(child, bounds));
}

template <class Engine>
Result<void> ProofAgent<Engine>::write_proof(const Budget& budget, TextSink& out) {
  if (!decided_) return Error{"nothing is proven"};
  if (identity_ != Identity::kPosition && last_yes_ != (last_.threshold > 0))
    return Error{"the proof depends on repetitions of positions: such proofs have no text"};
  BudgetMeter meter(budget);
  if (engine_.check(last_, last_yes_, meter, &out)) return {};
  return Error{"this agent writes no proofs, or the budget does not suffice"};
}

template <class Engine>
std::span<const char* const> ProofAgent<Engine>::inspect_columns() noexcept {
  static constexpr std::array<const char*, 3> kNames{"work", "pn", "dn"};
  return kNames;
}

template <class Engine>
bool ProofAgent<Engine>::inspect(std::span<const Move> path, InspectRows& rows) {
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

template <class Engine>
Move ProofAgent<Engine>::by_numbers(const State* position, SearchReport& report) {
  report.pv_size = 0;
  if (children_.empty()) {  // no budget at all
    game_->legal_moves(position, moves_.data());
    report.add_pv(moves_[0]);
    return moves_[0];
  }
  const Child& best = Engine::best_of(children_, settings_);
  engine_.add_line(report, best);
  return best.move;
}

template <class Engine>
Move ProofAgent<Engine>::choose_by_playouts(const State* position, const Budget& budget, const Bounds& bounds,
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

template <class Engine>
void ProofAgent<Engine>::begin(const State* position, const Budget& budget) {
  game_->copy(buffer_[0], position);
  identity_ = identity_of(game_->traits());
  memory_ = budget.memory_mib;
  decided_ = false;
  children_.clear();
  engine_.start(buffer_[0], identity_, hash_combine(seed_, game_->hash(position)), memory_);
}

template <class Engine>
bool ProofAgent<Engine>::ask(Bounds& bounds, std::int32_t threshold, BudgetMeter& meter) {
  const Question question{game_->to_move(buffer_[0]), threshold, bounds.by_score};
  Verdict verdict = engine_.ask(question, meter);
  bounds.decided = verdict.yes() || verdict.no();
  // Where positions recur, the side that reached its end must have done so by the rules, with the past, the
  // clocks and the limits of this very game.
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

template <class Engine>
typename ProofAgent<Engine>::Bounds ProofAgent<Engine>::decide(Goal goal, bool by_score, BudgetMeter& meter) {
  Bounds bounds;
  if (by_score) {
    bounds.by_score = true;
    bounds.low = -score_->bound();
    bounds.high = score_->bound();
    // First the sign, then by halving.
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

template <class Engine>
void ProofAgent<Engine>::fill(SearchReport& report, const Bounds& bounds, const BudgetMeter& meter) {
  report.outcome = bounds.outcome();
  const auto [value, bound] = known_value(bounds.low, bounds.high, bounds.by_score);
  report.set_value(value, bounds.by_score ? ValueUnit::kScore : ValueUnit::kExpected, bound);
  report.iterations = meter.iterations();
  report.nodes = meter.nodes();
  report.tree_bytes = engine_.bytes();
  engine_.add_counters(report);
  if (children_.empty()) return;
  const ChildSummary f = summarize(std::span<const Child>(children_), settings_);
  report.add_counter("pn", f.value.phi.to_double());
  report.add_counter("dn", f.value.delta.to_double());
}

template <class Engine>
BoundedValue ProofAgent<Engine>::known_value(std::int32_t low, std::int32_t high,
                                             bool by_score) const noexcept {
  const std::int32_t most = by_score ? score_->bound() : 1;
  return value_between(low, high, -most, most);
}

template <class Engine>
Outcome ProofAgent<Engine>::proven_of(const Child& child, bool asks) const noexcept {
  if (identity_ == Identity::kPositionAndTwins || last_asked_.by_score) return Outcome::kUnknown;
  const bool yes = asks ? child.value.is_proven() : child.value.is_disproven();
  const bool no = asks ? child.value.is_disproven() : child.value.is_proven();
  std::int32_t high = no ? last_asked_.threshold - 1 : 1;
  if (!draws_ && high == 0) high = -1;
  const Outcome found = outcome_between(yes ? last_asked_.threshold : -1, high);
  return asks ? found : opposite(found);
}

template <class Engine>
RootMove ProofAgent<Engine>::root_move(const Child& child, const Bounds& bounds) const noexcept {
  const bool yes = child.value.is_proven();
  const bool no = child.value.is_disproven();
  // Where positions recur, the rules check only the root's own result.
  const bool firm = identity_ != Identity::kPositionAndTwins;
  if (firm && (yes || no)) {
    const std::int32_t threshold = bounds.question.threshold;
    const std::int32_t most = bounds.by_score ? score_->bound() : 1;
    const std::int32_t low = yes ? threshold : -most;
    // No move is better than the position; and without draws, no win means a loss.
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

template class ProofAgent<DfPnEngine>;
template class ProofAgent<PnsEngine>;

}  // namespace ludex::agents::proof_number
