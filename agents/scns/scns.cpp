#include "agents/scns/scns.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace ludex::agents::scns {

void Scns::new_game(const Game& played, Player, std::uint64_t seed) {
  const Game& game = model::guided(guided_, settings_.model, played, model::NeedsOfModel::kAny);
  game_ = &game;
  seed_ = seed;
  search_.new_game(game, settings_, seed);
  parallel_.reset();
  together_ = false;
  table_ = FunctionTable();
  table_bytes_ = 0;
  root_ = StateBuffer(game.traits(), 1);
  moves_.resize(game.traits().max_moves);
}

Move Scns::choose(const State* position, const Budget& budget, SearchReport& report) {
  BudgetMeter meter(budget, &board_);
  begin(position, Draws::kZero, budget);
  search(meter);
  if (!search_.looked()) {  // no budget at all
    game_->legal_moves(position, moves_.data());
    report.add_pv(moves_[0]);
    fill(report, meter);
    return moves_[0];
  }
  const Child best = choice();
  fill(report, meter);
  add_line(report, best);
  return best.move;
}

void Scns::solve(const State* position, Goal goal, const Budget& budget, SearchReport& report) {
  BudgetMeter meter(budget, &board_);
  begin(position, staircase::draws_for(goal), budget);
  search(meter);
  fill(report, meter);
  if (!search_.looked()) return;
  staircase::report_answer(report, goal, (game_->traits().flags & kDrawsPossible) != 0);
  add_line(report, choice());
}

std::span<const char* const> Scns::inspect_columns() noexcept {
  static constexpr std::array<const char*, 3> kNames{"work", "value", "error"};
  return kNames;
}

bool Scns::inspect(std::span<const Move> path, InspectRows& rows) {
  if (game_ == nullptr || !search_.looked()) return false;
  const Frame* frame = &search_.frames()[0];
  for (std::uint32_t ply = 0; ply < path.size(); ++ply) {
    const auto moves = frame->moves();
    const auto at =
        std::find_if(moves.begin(), moves.end(), [&](const Child& child) { return child.move == path[ply]; });
    if (at == moves.end() || at->final || at->work == 0 || ply + 2 >= search_.frames().max_depth())
      return false;
    const Child next = *at;
    frame = &search_.follow(ply, next);
  }
  for (const Child& child : frame->moves()) {
    InspectRow row = InspectRow::of(child.move);
    row.values[0] = child.work;
    row.values[1] = expected(shifted(search_.frames().own(*frame, child).x, -child.error), settings_);
    row.values[2] = shown(child.error);
    row.outcome = search_.proven(*frame, child).outcome();
    row.children = child.final || child.work == 0 ? 0 : 1;
    rows.push_back(row);
  }
  return true;
}

void Scns::begin(const State* position, Draws draws, const Budget& budget) {
  game_->copy(root_[0], position);
  const auto bytes = budget.memory_mib != 0 ? std::size_t{budget.memory_mib} << 20
                                            : static_cast<std::size_t>(settings_.memory_mib * 1024 * 1024);
  if (bytes != table_bytes_) {
    table_ = FunctionTable(bytes, kPoolShare);
    table_bytes_ = bytes;
  } else if (!settings_.keep_table || (game_->traits().flags & kCyclic) != 0) {
    table_.clear();
  } else {
    table_.keep();
  }
  question_ = {root_[0], draws, hash_combine(seed_, game_->hash(position))};
}

void Scns::search(BudgetMeter& meter) {
  const std::uint32_t threads = abi::g_host == nullptr ? 1 : std::min(meter.budget().threads, host().threads);
  together_ = threads > 1;
  if (together_) {
    if (parallel_ == nullptr) {
      parallel_ = std::make_unique<ParallelSearch>();
      parallel_->new_game(*game_, settings_, seed_);
    }
    effort_ = {};
    if (parallel_->run(search_, threads, host(), question_, table_, meter, board_)) {
      effort_ = parallel_->effort();
      return;
    }
    effort_ = parallel_->effort();
  }
  table_.share(1);
  search_.start(question_.root, question_.draws, question_.order, table_, meter);
  search_.run(board_, [this](SearchProgress& shown) {
    const Frame& root = search_.frames()[0];
    show_root(shown, root.own.x, root.moves(), settings_);
    shown.depth = search_.effort().depth;
    shown.table_fill = table_.fill();
  });
  if (!together_) effort_ = {};
  effort_ += search_.effort();
}

const Child& Scns::choice() {
  const Frame& root = search_.frames()[0];
  const auto moves = root.moves();
  const auto proven = [&](std::uint32_t i) { return search_.proven(root, moves[i]); };
  const auto more_work = [&](std::uint32_t i, std::uint32_t j) {
    return moves[i].work != moves[j].work ? moves[i].work > moves[j].work : moves[i].error < moves[j].error;
  };
  const std::uint32_t most = staircase::choose_move(root.count, root_outcome(root), proven, more_work);
  if (settings_.least_work >= 1 || root_outcome(root) != Outcome::kUnknown) return moves[most];
  const auto value = [&](std::uint32_t i) {
    return shifted(search_.frames().own(root, moves[i]).x, -moves[i].error);
  };
  const double enough = settings_.least_work * moves[most].work;
  const double margin = settings_.delta * Settings::kParts / 2;
  std::uint32_t best = most;
  for (std::uint32_t i = 0; i < root.count; ++i) {
    if (moves[i].work != 0 && moves[i].work >= enough && value(i) > value(best)) best = i;
  }
  return moves[static_cast<double>(value(best)) - value(most) > margin ? best : most];
}

void Scns::fill(SearchReport& report, const BudgetMeter& meter) {
  report.iterations = meter.iterations();
  report.nodes = meter.nodes();
  report.depth = effort_.depth;
  report.tree_bytes = table_.size_bytes() + (together_ ? parallel_->bytes() : 0);
  report.add_counter("expansions", static_cast<double>(effort_.expansions));
  report.add_counter("visits", static_cast<double>(effort_.visits));
  report.add_counter("rounds", static_cast<double>(effort_.rounds));
  report.add_counter("table_fill", table_.fill());
  if (together_) {
    report.add_counter("waits", static_cast<double>(parallel_->waits()));
    report.add_counter("stalled", parallel_->stalled() ? 1 : 0);
  }
  if (!search_.looked()) return;
  const Frame& root = search_.frames()[0];
  report.outcome = root_outcome(root);
  report.set_value(expected(root.own.x, settings_), ValueUnit::kExpected);
  report.add_counter("units", shown(root.own.x));
  report.add_counter("v_max", shown(search_.targets().own));
  report.add_counter("v_min", -shown(search_.targets().other));
  for (const Child& child : root.moves()) {
    const Value value = shifted(search_.frames().own(root, child).x, -child.error);
    report.add_root(
        {expected(value, settings_), child.work, child.move, search_.proven(root, child).outcome()});
  }
}

double Scns::shown(Value value) noexcept {
  if (value == kTop || value == -kTop) return value > 0 ? 1e9 : -1e9;
  return value / Settings::kParts;
}

void Scns::add_line(SearchReport& report, const Child& first) {
  Child next = first;
  for (std::uint32_t ply = 0; report.pv_size < kMaxPv; ++ply) {
    report.add_pv(next.move);
    if (next.final || next.work == 0 || ply + 2 >= search_.frames().max_depth()) return;
    const Frame& frame = search_.follow(ply, next);
    if (frame.count == 0) return;
    const Child* best = nullptr;
    for (const Child& child : frame.moves()) {
      const bool wins = search_.proven(frame, child).outcome() == Outcome::kWin;
      if (best == nullptr || wins || child.work > best->work) best = &child;
      if (wins) break;
    }
    next = *best;
  }
}

}  // namespace ludex::agents::scns
