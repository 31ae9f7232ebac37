#include "arena/run/worker/dedicated_slot.hpp"

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <time.h>

#include "arena/run/worker/messages.hpp"
#include "arena/run/worker/seat_time.hpp"
#include "arena/run/worker/watchdog.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {

// An agent in a worker process of its own. The seat sends the opponent's moves as they are played and waits
// for no answer; the agent's reaction shows when it is next asked for a move. Between its calls the seat
// watches its CPU time, and freezes it once the opponent's call lasts longer than freezing takes, unless it
// may ponder.
class DedicatedSeat final : public Seat {
 public:
  DedicatedSeat(WorkerHost& host, OneProcessor& processor, std::uint32_t agent)
      : host_(host), processor_(processor), agent_(agent) {}

  // The seat that waits while this one is asked; outlives its games.
  void set_opponent(DedicatedSeat* opponent) noexcept { opponent_ = opponent; }
  // Pins both workers to one core if both answered their last calls within microseconds and run nothing else.
  void gather() noexcept {
    if (opponent_ != nullptr && opponent_ != this && is_quick() && opponent_->is_quick())
      processor_.gather({worker_->pid(), opponent_->worker_->pid()});
  }
  // Freezes the worker; the next call thaws it.
  void stop() noexcept {
    if (worker_ == nullptr || stopped_ || spec().limits.ponder) return;
    worker_->freeze(has_children());
    stopped_ = true;
  }

  // Settings for the next game; without a value, those of the specification.
  void set_params(const std::optional<Params>& params) { settings_ = params ? pack(*params) : ""; }

  std::optional<Fault> start(const Start& start) override {
    player_ = start.seat;
    starved_calls_ = 0;
    hidden_ns_ = 0;
    lateness_ = {};
    cycle_.reset();
    own_fault_.reset();
    printed_.clear();
    if (worker_ != nullptr && worker_->dead()) worker_.reset();
    if (worker_ == nullptr) {
      processor_.part();
      brief_ = false;
      auto worker = host_.start(fmt::format("dedicated:{}", agent_),
                                {spec().limits.sandbox, spec().limits.processes != 0, group_limits()});
      if (!worker) {
        broken_ = worker.error();
        return Fault{Termination::kHostStopped, broken_};
      }
      worker_ = std::move(*worker);
      stopped_ = false;
    }
    wake(false);
    Cell cell;
    cell.kind = CellKind::kStart;
    GameRequest request;
    request.game = start.game_index;
    request.agents = {player_, 0};
    request.seeds = {start.seed, 0};
    request.opening_moves = static_cast<std::uint32_t>(start.opening->moves.size());
    request.position_bytes = static_cast<std::uint32_t>(start.opening->position.size());
    request.settings_bytes[0] = static_cast<std::uint32_t>(settings_.size());
    cell.put(request);
    if (!worker_->requests().push(cell, pack(*start.opening) + settings_, true)) return nonsense();
    auto fault = answer(Stage::kStart, [](const Cell&) { return false; });
    if (!fault) cycle_ = Cycle{.cpu_ns = rest_.cpu_ns, .unseen_ns = tick_ns(), .budget = budget_};
    return fault;
  }

  std::optional<Fault> choose(const Position&, const MoveTime& time, MoveReport& report) override {
    Cell cell;
    cell.kind = CellKind::kChoose;
    cell.put(ClockMessage::of(time));
    budget_ = time.budget;
    clock_runs_ = time.clock != nullptr;
    gather();
    // Moves of microseconds share one cycle.
    const bool same_cycle = is_quick() && cycle_ && cycle_->moves < kMovesACycle;
    const SeatTime before = wake(!same_cycle);
    if (!same_cycle) {
      if (auto late = settle(before.cpu_ns)) return late;
    }
    if (!worker_->requests().push(cell, true)) return nonsense();
    bool moved = false;
    auto fault = answer(Stage::kChoose, [&](const Cell& event) {
      if (event.kind != CellKind::kMoved || moved) return false;
      report = move_report_of(event);
      moved = true;
      return true;
    });
    if (!moved) return fault ? std::move(fault) : nonsense();
    constexpr std::int64_t kAtOnce = 50'000;
    brief_ = report.wall_ns < kAtOnce;
    own_fault_ = std::move(fault);  // of observing the own move
    return account(before, report);
  }

  std::optional<Fault> observe(const Position& before, Move move) override {
    if (before.to_move() == player_) return std::exchange(own_fault_, std::nullopt);
    Cell cell;
    cell.kind = CellKind::kObserve;
    cell.number = static_cast<std::uint32_t>(move);
    if (!worker_->requests().push(cell, false)) return nonsense();
    return std::nullopt;
  }

  // A worker whose agent answers at once keeps running: the next game starts at once, or idle() is called.
  void end_game() {
    if (worker_ == nullptr || worker_->dead()) return;
    static_cast<void>(settle(cpu_ns()));
    if (!is_quick()) stop();
  }
  // Freezes the worker until the next game, whenever that is.
  void idle() noexcept {
    if (worker_ != nullptr && !worker_->dead()) stop();
  }

  // A sentence if the host could not start the worker, or if this machine cannot run it.
  [[nodiscard]] const std::string& broken() const noexcept { return broken_; }
  // Number of calls in this game that the host waited for beyond their time.
  [[nodiscard]] std::uint64_t starved_calls() const noexcept { return starved_calls_; }
  // CPU time in this game outside the agent's moves: in the opponent's time and while observing moves.
  [[nodiscard]] double hidden_seconds() const noexcept { return static_cast<double>(hidden_ns_) * 1e-9; }
  // The agent's output in the game so far.
  [[nodiscard]] std::string printed() const { return worker_ != nullptr ? worker_->printed() : printed_; }

 private:
  // The time from one call to a later one, at both of which the kernel knows the worker's CPU time exactly.
  // For a process that runs or has just gone to sleep, the kernel knows only the value at its last clock
  // tick.
  struct Cycle {
    std::int64_t cpu_ns = 0;       // of the worker at the start
    std::int64_t unseen_ns = 0;    // upper bound on the error of cpu_ns
    std::int64_t move_cpu_ns = 0;  // the part that the record has
    std::uint32_t moves = 0;
    std::int64_t elapsed_ns = 0;  // while the worker was asked
    Budget budget{};
  };
  static constexpr std::uint32_t kMovesACycle = 16;
  [[nodiscard]] static std::int64_t tick_ns() noexcept {
    timespec tick{};
    clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
    return tick.tv_nsec;
  }

  [[nodiscard]] const AgentSpec& spec() const { return host_.venue().spec().agents[agent_]; }
  [[nodiscard]] bool strict() const { return host_.venue().spec().competition; }

  // Whether the agent may have child processes.
  [[nodiscard]] bool has_children() const {
    return spec().limits.processes != 0 || host_.venue().spec().mode == SeatMode::kShared;
  }
  // In a competition workers are never pinned.
  [[nodiscard]] bool is_quick() const {
    return brief_ && worker_ != nullptr && !worker_->dead() && spec().budget.threads <= 1 &&
           !has_children() && !strict() && !host_.venue().spec().adjudication.oracle;
  }
  // CPU time of the worker, including its children where it may have any.
  [[nodiscard]] std::int64_t cpu_ns() {
    return !has_children() ? worker_->cpu_ns() : worker_->cpu_ns_of_all();
  }
  // Limits for the whole process group, set above the per-process limits so that those trigger first with a
  // clear error.
  [[nodiscard]] GroupLimits group_limits() const {
    constexpr std::uint64_t kMib = 1 << 20;
    constexpr std::uint64_t kOwn = 192;   // the worker's code and tables, and the reserve of MemoryLimit
    constexpr std::uint32_t kStart = 3;   // the process that enters the namespaces, the worker, its keeper
    constexpr std::uint32_t kOthers = 5;  // helpers of a library
    const std::uint64_t memory = host_.memory_mib(spec()) + kOwn;
    const std::uint32_t more = strict() ? 0 : std::thread::hardware_concurrency() + kOthers;
    return {memory * kMib, spec().limits.processes + spec().budget.threads + kStart + more};
  }
  // Where elapsed time can be a fault, adds the time spent in the run queue. The clock is read last before a
  // call and first after it, so the time of these look-ups lies between two marks only where it is excused.
  void add_queued(SeatTime& time) {
    if (!strict() || budget_.wall_ns <= 0) return;
    time.queued_ns =
        budget_.threads > 1 || has_children() ? worker_->times().queued_ns : worker_->queued_ns();
    time.host_queued_ns = thread_queued_ns();
  }
  // Marks the end of the worker's call. The worker's own figure for the move's CPU time is used unless it is
  // in doubt.
  void rest(bool with_cpu) {
    rest_ = {.wall_ns = wall_clock_ns(), .cpu_ns = with_cpu || strict() || has_children() ? cpu_ns() : 0};
    add_queued(rest_);
  }
  // Marks the start of the worker's next call.
  SeatTime wake(bool with_cpu = true) {
    SeatTime time{.cpu_ns = with_cpu ? cpu_ns() : 0};
    add_queued(time);
    time.wall_ns = wall_clock_ns();
    if (stopped_) worker_->thaw(has_children());
    stopped_ = false;
    return time;
  }
  // Ends the cycle. Records CPU time that no move accounts for, if it exceeds the time threads of a search
  // take to fall asleep; returns a fault if a competition does not allow that much.
  std::optional<Fault> settle(std::int64_t cpu_ns) {
    if (!cycle_) return std::nullopt;
    const Cycle cycle = *std::exchange(cycle_, std::nullopt);
    const std::int64_t cpu = cpu_ns - cycle.cpu_ns - cycle.unseen_ns;
    constexpr std::int64_t kToSleep = 2'000'000;
    if (const std::int64_t hidden = cpu - cycle.move_cpu_ns;
        hidden > kToSleep * std::int64_t{std::max(1U, cycle.budget.threads)})
      hidden_ns_ += hidden;
    if (!strict() || spec().limits.ponder) return std::nullopt;
    auto late = lateness_.pondered(cpu, cycle.move_cpu_ns, cycle.elapsed_ns, cycle.budget);
    return late ? std::optional<Fault>({Termination::kOverTime, std::move(*late)}) : std::nullopt;
  }
  // Checks the move by the kernel's figures, from question to answer.
  std::optional<Fault> account(const SeatTime& before, MoveReport& report) {
    if (worker_ == nullptr) return std::nullopt;
    const std::int64_t cpu = rest_.cpu_ns - before.cpu_ns;
    const std::int64_t elapsed = rest_.wall_ns - before.wall_ns;
    // Includes the observing of moves, because a search could hide there.
    if (strict() || has_children()) report.cpu_ns = std::max(report.cpu_ns, cpu);
    Budget limit = budget_;
    if (!cycle_) cycle_ = Cycle{.cpu_ns = before.cpu_ns, .budget = limit};
    cycle_->move_cpu_ns += report.cpu_ns;
    cycle_->elapsed_ns += elapsed;
    ++cycle_->moves;
    if (!strict()) return std::nullopt;
    const std::int64_t wall_ns = own_ns(before, rest_, limit.threads);
    report.wall_ns = wall_ns;
    if (clock_runs_) limit.wall_ns = 0;  // the referee judges the clock
    auto late = lateness_.late(report.cpu_ns, wall_ns, limit);
    if (!late) late = lateness_.too_many(cpu, elapsed, limit);
    return late ? std::optional<Fault>({Termination::kOverTime, std::move(*late)}) : std::nullopt;
  }

  // Waits for the end of a call. `accept` returns whether the call takes another event.
  template <class Accept>
  std::optional<Fault> answer(Stage stage, Accept accept) {
    const TournamentSpec& spec = host_.venue().spec();
    Watchdog watchdog(stage, budget_, spec.limits, spec.grace_ns);
    std::int64_t start = wall_clock_ns();
    const std::int64_t cpu_start = watchdog.needs_cpu() ? worker_->cpu_ns() : 0;
    EventReader& events = worker_->events();
    // When pinned to one core, do not spin: it would steal the worker's time.
    events.may_spin(!processor_.gathered());
    bool killed = false;
    bool long_call = false;
    while (true) {
      const auto state = events.state();
      if (state == EventReader::State::kCorrupt) return nonsense();
      if (state == EventReader::State::kCell) {
        const Cell event = events.peek();
        events.pop();
        if (event.kind == CellKind::kStarted) {
          rest(stage == Stage::kStart);
          return std::nullopt;
        }
        if (event.kind == CellKind::kFault) {
          auto fault = reported(event);
          if (worker_ != nullptr) rest(stage == Stage::kStart);
          return fault;
        }
        if (!accept(event)) return nonsense();
        // The move has arrived; the agent now observes it.
        watchdog = Watchdog(Stage::kObserve, budget_, spec.limits, spec.grace_ns);
        start = wall_clock_ns();
        continue;
      }
      if (worker_->dead()) {
        // Events written before the death count.
        if (events.state() != EventReader::State::kEmpty) continue;
        const std::uint64_t call = worker_->block().crumb.call.load(std::memory_order_acquire);
        const Stage where = Breadcrumb::stage_of(call);
        const std::uint32_t ply = worker_->block().crumb.ply.load(std::memory_order_relaxed);
        return gone(death_of(*worker_, where == Stage::kNone ? stage : where, ply, killed));
      }
      if (host_.venue().stopping()) {
        worker_->kill();
        return gone({Termination::kHostStopped, ""});
      }
      const std::int64_t cpu = watchdog.needs_cpu() ? worker_->cpu_ns() - cpu_start : 0;
      const bool starved_before = watchdog.starved();
      const auto verdict = watchdog.judge(wall_clock_ns() - start, cpu, [&] { return worker_->times(); });
      if (watchdog.starved() && !starved_before) ++starved_calls_;
      if (verdict == Watchdog::Verdict::kKill) {
        killed = true;
        worker_->kill();
      } else if (verdict == Watchdog::Verdict::kStarved) {
        broken_ = starved_text("agent '" + spec.agents[agent_].name + "'");
        return gone({Termination::kHostStopped, broken_});
      } else {
        // Set on every pass, because a search that is just starting clears the flag.
        if (watchdog.stopped()) worker_->block().stop[player_].fetch_or(1);
        constexpr std::int64_t kSlice = 50'000'000;
        // Calls shorter than this do not justify freezing the opponent.
        constexpr std::int64_t kBrief = 300'000;
        // When a thread ends, its run-queue time is lost with it, so look more often.
        constexpr std::int64_t kShortSlice = 10'000'000;
        const bool parallel = strict() && budget_.threads > 1 && budget_.wall_ns > 0;
        if (parallel) static_cast<void>(worker_->times());
        if (long_call) {
          processor_.part();
          if (opponent_ != nullptr) opponent_->stop();
        }
        events.sleep(std::min(watchdog.next_ns(), !long_call ? kBrief : parallel ? kShortSlice : kSlice));
        long_call = true;
      }
    }
  }

  std::optional<Fault> reported(const Cell& event) {
    const auto note = take_text(*worker_, event.number, host_.venue().spec().limits, host_.venue().stop());
    if (!note && host_.venue().stopping()) return gone({Termination::kHostStopped, ""});
    const auto reason = static_cast<Termination>(event.flag);
    if (!note || !in_range(reason) || !is_agents_own(reason)) return nonsense();
    Fault fault{reason, *note};
    if (reason == Termination::kOverMemory || !host_.shortage(spec(), fault).empty()) return gone(fault);
    return fault;
  }

  std::optional<Fault> nonsense() {
    return gone({Termination::kProtocol,
                 "its worker process answered with nonsense: the agent wrote into "
                 "memory that is not its own"});
  }
  // Records a fault after which the worker is not used again.
  std::optional<Fault> gone(Fault fault) {
    if (auto lacking = host_.shortage(spec(), fault); !lacking.empty()) {
      broken_ = std::move(lacking);
      fault = {Termination::kHostStopped, broken_};
    }
    worker_->kill();
    printed_ = worker_->printed();
    worker_.reset();
    return fault;
  }

  WorkerHost& host_;
  OneProcessor& processor_;
  std::uint32_t agent_;
  std::string settings_;
  std::unique_ptr<WorkerProcess> worker_;
  Player player_ = 0;
  Budget budget_{};  // of the present move
  std::optional<Fault> own_fault_;
  std::string printed_;
  std::string broken_;
  std::uint64_t starved_calls_ = 0;
  DedicatedSeat* opponent_ = nullptr;
  bool stopped_ = false;
  bool brief_ = false;          // its last answer reports microseconds
  SeatTime rest_{};             // when it last finished a call
  std::optional<Cycle> cycle_;  // since the last question
  std::int64_t hidden_ns_ = 0;
  bool clock_runs_ = false;
  Lateness lateness_;  // in this game
};

// The oracle in a worker process of its own. If it dies, hangs or violates the protocol, its verdict is
// unknown.
class RemoteOracle final : public Oracle {
 public:
  explicit RemoteOracle(WorkerHost& host) : host_(host) {}

  // The seats that wait for the oracle's answers.
  void set_waiting(const std::array<DedicatedSeat*, 2>& seats) noexcept { waiting_ = seats; }

  void new_game(const Game&, std::uint32_t game_index, std::uint64_t seed) override {
    game_ = game_index;
    seed_ = seed;
    fresh_ = true;
    failure_.clear();
  }

  GameResult ask(const Position& position, const std::uint32_t*) override {
    for (auto* seat : waiting_) seat->stop();
    if (!failure_.empty()) return GameResult::kNone;
    if (worker_ == nullptr) {
      auto worker = host_.start("oracle");
      if (!worker) return failed(worker.error());
      worker_ = std::move(*worker);
    }
    const std::string text = position.text();
    Cell cell;
    cell.kind = CellKind::kAsk;
    GameRequest request;
    request.game = game_;
    request.agents[0] = fresh_ ? 1 : 0;
    request.seeds[0] = seed_;
    request.position_bytes = static_cast<std::uint32_t>(text.size());
    cell.put(request);
    fresh_ = false;
    if (!worker_->requests().push(cell, text, true)) return failed("does not listen");
    return answer();
  }
  [[nodiscard]] const std::string& failure() const noexcept override { return failure_; }

 private:
  GameResult answer() {
    const TournamentSpec& spec = host_.venue().spec();
    Watchdog watchdog(Stage::kChoose, spec.adjudication.oracle->budget.to_budget(nullptr), spec.limits,
                      spec.grace_ns);
    const std::int64_t start = wall_clock_ns();
    const std::int64_t cpu_start = watchdog.needs_cpu() ? worker_->cpu_ns() : 0;
    EventReader& events = worker_->events();
    while (true) {
      if (events.state() == EventReader::State::kCorrupt) return failed("answered with nonsense");
      if (events.state() == EventReader::State::kCell) {
        const Cell event = events.peek();
        events.pop();
        auto failure = event.kind == CellKind::kVerdict
                           ? take_text(*worker_, event.number, spec.limits, host_.venue().stop())
                           : std::nullopt;
        if (!failure || event.flag > static_cast<std::uint8_t>(GameResult::kNone))
          return failed("answered with nonsense");
        failure_ = std::move(*failure);
        return static_cast<GameResult>(event.flag);
      }
      if (worker_->dead() && events.state() == EventReader::State::kEmpty)
        return failed(death_of(*worker_, Stage::kChoose, 0, false).note);
      if (host_.venue().stopping()) return failed("stopped");
      const std::int64_t cpu = watchdog.needs_cpu() ? worker_->cpu_ns() - cpu_start : 0;
      const auto verdict = watchdog.judge(wall_clock_ns() - start, cpu, [&] { return worker_->times(); });
      if (verdict == Watchdog::Verdict::kKill) return failed("did not answer within its time");
      if (verdict == Watchdog::Verdict::kStarved) return failed(starved_text("it"));
      constexpr std::int64_t kSlice = 50'000'000;
      events.sleep(std::min(watchdog.next_ns(), kSlice));
    }
  }
  GameResult failed(const std::string& how) {
    failure_ = "oracle: " + how;
    worker_.reset();
    return GameResult::kNone;
  }

  WorkerHost& host_;
  std::array<DedicatedSeat*, 2> waiting_{};
  std::unique_ptr<WorkerProcess> worker_;
  std::uint32_t game_ = 0;
  std::uint64_t seed_ = 0;
  bool fresh_ = false;
  std::string failure_;
};

DedicatedSlot::DedicatedSlot(WorkerHost& host) : host_(host), seats_(host.venue().spec().agents.size()) {
  if (host.venue().spec().adjudication.oracle) oracle_ = std::make_unique<RemoteOracle>(host);
}
DedicatedSlot::~DedicatedSlot() = default;

void DedicatedSlot::idle() {
  for (const auto& seat : seats_) {
    if (seat != nullptr) seat->idle();
  }
}

Result<bool> DedicatedSlot::play(const Pairing& pairing, GameRecord& record) {
  // Releases the memory of agents that are not in this game.
  for (std::uint32_t i = 0; i < seats_.size(); ++i) {
    if (i != pairing.agents[0] && i != pairing.agents[1]) {
      seats_[i].reset();
    } else if (seats_[i] == nullptr) {
      seats_[i] = std::make_unique<DedicatedSeat>(host_, processor_, i);
    }
  }
  const std::array<DedicatedSeat*, 2> seats{seats_[pairing.agents[0]].get(), seats_[pairing.agents[1]].get()};
  for (std::size_t seat = 0; seat < 2; ++seat) {
    seats[seat]->set_params(pairing.params[seat]);
    seats[seat]->set_opponent(seats[1 - seat]);
  }
  if (oracle_ != nullptr) oracle_->set_waiting(seats);
  Match match = host_.venue().match(pairing, {seats[0], seats[1]}, oracle_.get());
  seats[0]->gather();
  const bool finished = referee(match, record);
  processor_.part();  // with other slots running, the kernel may choose another core for the next game
  for (auto* seat : seats) seat->end_game();
  for (const auto* seat : seats) {
    if (!seat->broken().empty()) return Error{seat->broken()};
  }
  for (Player seat = 0; seat < 2; ++seat) {
    record.stats[seat].starved = seats[seat]->starved_calls();
    record.stats[seat].hidden_cpu_seconds = seats[seat]->hidden_seconds();
  }
  if (finished && is_forfeit(record.termination))
    record.printed = seats[record.outcome == loss_of(0) ? 0 : 1]->printed();
  return finished;
}

}  // namespace ludex::arena::run
