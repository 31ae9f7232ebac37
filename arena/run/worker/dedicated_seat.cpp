#include "arena/run/worker/dedicated_seat.hpp"

#include <algorithm>
#include <utility>

#include <time.h>

#include "arena/run/worker/messages.hpp"
#include "arena/run/worker/timed_call.hpp"

namespace ludex::arena::run {
namespace {

std::int64_t tick_ns() noexcept {
  timespec tick{};
  clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
  return tick.tv_nsec;
}

std::optional<Fault> over_time(std::optional<std::string> reason) {
  if (!reason) return std::nullopt;
  return Fault{Termination::kOverTime, *std::move(reason)};
}

}  // namespace

DedicatedSeat::DedicatedSeat(WorkerHost& host, OneProcessor& processor, std::uint32_t agent)
    : host_(host),
      processor_(processor),
      process_(host, agent),
      ledger_({process_.strict(), process_.spec().limits.ponder, process_.has_children()}) {}

void DedicatedSeat::set_params(const Params* params) {
  settings_ = params != nullptr ? pack(*params) : "";
}

bool DedicatedSeat::is_quick() const {
  return brief_ && process_.alive() && process_.spec().budget.threads <= 1 && !process_.has_children() &&
         !process_.strict() && !host_.context().spec().adjudication.oracle;
}

void DedicatedSeat::gather() noexcept {
  // The check of all seats costs more than a quick move: do it once.
  if (processor_.gathered()) return;
  PerSeat<pid_t> workers;
  for (const DedicatedSeat* seat : table_) {
    if (!seat->is_quick()) return;
    workers.push_back(seat->process_.worker().pid());
  }
  processor_.gather({workers.begin(), workers.end()});
}

std::optional<Fault> DedicatedSeat::start(const Start& start) {
  player_ = start.seat;
  starved_calls_ = 0;
  ledger_.clear();
  own_fault_.reset();
  process_.forget_printed();
  if (!process_.alive()) processor_.part();
  const auto fresh = process_.ensure();
  if (!fresh) return host_stopped(fresh.error());
  if (*fresh) brief_ = false;
  process_.wake(budget_, false);
  Cell cell;
  cell.kind = CellKind::kStart;
  GameRequest request;
  request.game = start.game_index;
  request.first[0] = {start.seed, player_, static_cast<std::uint32_t>(settings_.size())};
  request.opening_moves = static_cast<std::uint32_t>(start.opening->moves.size());
  request.position_bytes = static_cast<std::uint32_t>(start.opening->position.size());
  cell.put(request);
  if (!process_.worker().requests().push(cell, pack(*start.opening) + settings_, true)) return nonsense();
  auto fault = answer(Stage::kStart, nullptr);
  if (!fault) ledger_.begin(rest_.cpu_ns, tick_ns(), budget_);
  return fault;
}

std::optional<Fault> DedicatedSeat::choose(const Position&, const MoveTime& time, MoveReport& report) {
  Cell cell;
  cell.kind = CellKind::kChoose;
  cell.put(ClockMessage::of(time));
  budget_ = time.budget;
  gather();
  const bool same_cycle = is_quick() && ledger_.cycle_has_room();
  const SeatTime question = process_.wake(budget_, !same_cycle);
  if (!same_cycle) {
    if (auto late = ledger_.close_cycle(question.cpu_ns)) return over_time(std::move(late));
  }
  if (!process_.worker().requests().push(cell, true)) return nonsense();
  std::optional<MoveReport> move;
  auto fault = answer(Stage::kChoose, &move);
  if (!move) return fault ? std::move(fault) : nonsense();
  report = *move;
  constexpr std::int64_t kAtOnce = 50'000;
  brief_ = report.wall_ns < kAtOnce;
  own_fault_ = std::move(fault);
  if (!process_.started()) return std::nullopt;  // observe() returns the fault
  return over_time(ledger_.add_move(question, rest_, budget_, time.clock != nullptr, report));
}

std::optional<Fault> DedicatedSeat::observe(const Position& before, Move move) {
  if (before.to_move() == player_) return std::exchange(own_fault_, std::nullopt);
  Cell cell;
  cell.kind = CellKind::kObserve;
  cell.number = static_cast<std::uint32_t>(move);
  if (!process_.worker().requests().push(cell, false)) return nonsense();
  return std::nullopt;
}

void DedicatedSeat::end_game() {
  if (!process_.alive()) return;
  static_cast<void>(ledger_.close_cycle(process_.cpu_ns()));
  if (!is_quick()) freeze();
}

void DedicatedSeat::idle() noexcept {
  if (process_.alive()) freeze();
}

std::optional<Fault> DedicatedSeat::answer(Stage stage, std::optional<MoveReport>* move) {
  const TournamentSpec& spec = host_.context().spec();
  WorkerProcess& worker = process_.worker();
  EventReader& events = worker.events();
  std::optional<TimedCall> call(std::in_place, worker, stage, budget_, spec.limits, spec.grace_ns);
  // When pinned to one core, do not spin: it would steal the worker's time.
  events.may_spin(!processor_.gathered());
  // When a thread ends, its run-queue time is lost with it, so look more often.
  const bool parallel = process_.strict() && budget_.threads > 1 && budget_.wall_ns > 0;
  bool killed = false;
  bool long_call = false;
  while (true) {
    const Sight sight = look_at(worker);
    if (sight == Sight::kCorrupt) return nonsense();
    if (sight == Sight::kDead) return death(stage, killed);
    if (sight == Sight::kEvent) {
      const Cell event = events.peek();
      events.pop();
      if (event.kind == CellKind::kStarted || event.kind == CellKind::kFault) {
        auto fault = event.kind == CellKind::kFault ? reported(event) : std::nullopt;
        if (process_.started()) rest_ = process_.rest(budget_, stage == Stage::kStart);
        return fault;
      }
      if (event.kind != CellKind::kMoved || move == nullptr || move->has_value()) return nonsense();
      *move = move_report_of(event);
      // The agent now observes its move.
      call.emplace(worker, Stage::kObserve, budget_, spec.limits, spec.grace_ns);
      continue;
    }
    if (host_.context().stopping()) return host_stopped("");
    const auto verdict = call->judge();
    if (call->starved_first()) ++starved_calls_;
    if (verdict == Watchdog::Verdict::kStarved)
      return host_stopped(starved_text("agent '" + process_.spec().name + "'"));
    if (verdict == Watchdog::Verdict::kKill) {
      killed = true;
      worker.kill();
      continue;
    }
    // Set on every pass, because a search that is just starting clears the flag.
    if (call->stopped()) worker.block().stop[player_].fetch_or(1);
    if (parallel) static_cast<void>(worker.times());
    // Calls shorter than this do not justify freezing the opponents.
    constexpr std::int64_t kBrief = 300'000;
    constexpr std::int64_t kShortSlice = 10'000'000;
    if (long_call) {
      processor_.part();
      for (DedicatedSeat* seat : table_) {
        if (seat != this) seat->freeze();
      }
    }
    std::int64_t wait = call->next_ns();
    if (!long_call || parallel) wait = std::min(wait, long_call ? kShortSlice : kBrief);
    events.sleep(wait);
    long_call = true;
  }
}

std::optional<Fault> DedicatedSeat::reported(const Cell& event) {
  const TournamentContext& context = host_.context();
  const auto note = take_text(process_.worker(), event.number, context.spec().limits, context.stop());
  if (!note && context.stopping()) return host_stopped("");
  const auto reason = static_cast<Termination>(event.flag);
  if (!note || !in_range(reason) || !is_agents_own(reason)) return nonsense();
  Fault fault{reason, *note};
  if (reason == Termination::kOverMemory || !host_.shortage(process_.spec(), fault).empty())
    return gone(std::move(fault));
  return fault;
}

std::optional<Fault> DedicatedSeat::death(Stage stage, bool killed) {
  WorkerProcess& worker = process_.worker();
  const std::uint64_t call = worker.block().call_marker.call.load(std::memory_order_acquire);
  const Stage where = CallMarker::stage_of(call);
  const std::uint32_t ply = worker.block().call_marker.ply.load(std::memory_order_relaxed);
  return gone(death_of(worker, where == Stage::kNone ? stage : where, ply, killed));
}

std::optional<Fault> DedicatedSeat::nonsense() {
  return gone({Termination::kProtocol,
               "its worker process answered with nonsense: the agent wrote into "
               "memory that is not its own"});
}

std::optional<Fault> DedicatedSeat::gone(Fault fault) {
  if (auto lacking = host_.shortage(process_.spec(), fault); !lacking.empty()) {
    broken_ = std::move(lacking);
    fault = {Termination::kHostStopped, broken_};
  }
  process_.end();
  return fault;
}

std::optional<Fault> DedicatedSeat::host_stopped(std::string why) {
  process_.end();
  Fault fault{Termination::kHostStopped, why};
  if (!why.empty()) broken_ = std::move(why);
  return fault;
}

}  // namespace ludex::arena::run
