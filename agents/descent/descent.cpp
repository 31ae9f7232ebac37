#include "agents/descent/descent.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "agents/common/proof-number/outcome_between.hpp"
#include "core/abi/host.hpp"
#include "core/agent/needs.hpp"
#include "core/game/extensions.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::descent {
namespace {

// The window of results that answers the question.
Window window_of(Goal goal, std::int32_t most) noexcept {
  if (goal == Goal::kWin) return {0, 1};
  if (goal == Goal::kDraw) return {-1, 0};
  return {-most, most};
}

}  // namespace

Result<void> Descent::supports(const Game& game) {
  return needs(game, kZeroSum | kPerfectInformation | kDeterministic, 2);
}

void Descent::new_game(const Game& game, Player, std::uint64_t seed) {
  game_ = &model::guided(guided_, config_.model, game);
  seed_ = seed;
  searched_ = false;
  cyclic_ = (game.traits().flags & kCyclic) != 0;
  moves_.resize(game.traits().max_moves);
  search_.new_game(*game_, config_, config_.model.empty() ? nullptr : &guided_->model());
}

Move Descent::choose(const State* position, const Budget& budget, SearchReport& report) {
  BudgetMeter meter(budget, &board_);
  const Units in = units(config_.terminal == Terminal::kScore, config_.completion);
  run(position, in, window_of(Goal::kValue, in.most), false, meter);
  fill(report, position, meter, config_.decision);
  const Node& root = search_.root();
  report.set_value(report.outcome == Outcome::kDraw ? 0 : root.value, ValueUnit::kCenti);
  for (const Node& child : search_.children(root))
    report.add_root({static_cast<double>(child.value), child.visits, child.move,
                     cyclic_ ? Outcome::kUnknown : outcome_of(child)});
  return report.pv[0];
}

void Descent::solve(const State* position, Goal goal, const Budget& budget, SearchReport& report) {
  BudgetMeter meter(budget, &board_);
  const Units in = units(goal == Goal::kValue, true);
  run(position, in, window_of(goal, in.most), true, meter);
  fill(report, position, meter, Decision::kValue);
  const Node& root = search_.root();
  const ValueUnit unit = in.by_score ? ValueUnit::kScore : ValueUnit::kExpected;
  const auto [value, bound] = value_between(root.low, root.high, -in.most, in.most);
  report.set_value(value, unit, bound);
  for (const Node& child : search_.children(root)) {
    const auto [worth, known] = value_between(child.low, child.high, -in.most, in.most);
    report.add_root({worth, std::max(child.visits, 1U), child.move,
                     cyclic_ ? Outcome::kUnknown : outcome_of(child), cyclic_ ? ValueBound::kNone : known});
  }
  if (goal == Goal::kWin && (root.low > 0 || root.high <= 0))
    report.add_counter("answer", root.low > 0 ? 1 : 0);
  if (goal == Goal::kDraw && (root.low >= 0 || root.high < 0))
    report.add_counter("answer", root.low >= 0 ? 1 : 0);
  if (goal == Goal::kValue && root.low == root.high) report.add_counter("answer", 1);
}

Units Descent::units(bool by_score, bool completion) const {
  Units made{.completion = completion};
  const auto* const score = find<Score>(*game_);
  if (!by_score || score == nullptr) return made;
  made.by_score = true;
  made.most = score->bound();
  made.point = std::clamp(kMostEvaluation / std::max(made.most, 1), 1, 100);
  return made;
}

void Descent::run(const State* position, const Units& units, Window window, bool solving,
                  BudgetMeter& meter) {
  const Budget& budget = meter.budget();
  const auto bytes = budget.memory_mib != 0 ? std::size_t{budget.memory_mib} << 20
                                            : static_cast<std::size_t>(config_.memory_mib * 1024 * 1024);
  const std::uint32_t threads =
      abi::g_host == nullptr ? 1 : std::max(1U, std::min(budget.threads, host().threads));
  const Task task{.root = position,
                  .player = game_->to_move(position),
                  .units = units,
                  .solving = solving,
                  .order = hash_combine(seed_, game_->hash(position))};
  search_.run(task, window, bytes, threads, threads > 1 ? &host() : nullptr, meter, board_);
  searched_ = true;
}

void Descent::fill(SearchReport& report, const State* position, const BudgetMeter& meter, Decision decision) {
  const Node& root = search_.root();
  report.outcome = outcome_of(root);
  report.iterations = meter.iterations();
  report.nodes = meter.nodes();
  report.depth = search_.depth();
  report.tree_bytes = search_.bytes();
  const Node* next = search_.best(root, decision);
  if (next == nullptr) {
    game_->legal_moves(position, moves_.data());
    report.add_pv(moves_[0]);
  }
  for (; next != nullptr; next = search_.best(*next, Decision::kValue)) report.add_pv(next->move);
}

Outcome Descent::outcome_of(const Node& node) const noexcept {
  return proof_number::outcome_between(node.low, node.high);
}

std::span<const char* const> Descent::inspect_columns() noexcept {
  static constexpr std::array<const char*, 4> kNames{"visits", "value", "at least", "at most"};
  return kNames;
}

bool Descent::inspect(std::span<const Move> path, InspectRows& rows) const {
  if (!searched_) return false;
  const Node* node = &search_.root();
  for (const Move move : path) {
    const auto children = search_.children(*node);
    const auto found =
        std::find_if(children.begin(), children.end(), [&](const Node& c) { return c.move == move; });
    if (found == children.end()) return false;
    node = &*found;
  }
  if (node->size == 0) return false;
  const std::int32_t sign = node->mover_is_player ? 1 : -1;
  for (const Node& child : search_.children(*node)) {
    InspectRow row = InspectRow::of(child.move);
    row.values[0] = child.visits;
    row.values[1] = sign * child.value;
    row.values[2] = sign > 0 ? child.low : -child.high;
    row.values[3] = sign > 0 ? child.high : -child.low;
    const Outcome outcome = outcome_of(child);
    if (!cyclic_) row.outcome = sign > 0 || outcome == Outcome::kUnknown ? outcome : opposite(outcome);
    row.children = child.size != 0 ? 1 : 0;
    rows.push_back(row);
  }
  return true;
}

}  // namespace ludex::agents::descent
