#include "arena/match/tournament.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include "arena/config/write_spec.hpp"
#include "arena/match/referee.hpp"

namespace ludex::arena {
namespace {

// A game of the specification, shared by all slots: immutable but for the opening source, which is
// thread-safe.
struct Board {
  GamePtr game;
  std::unique_ptr<OpeningSource> openings;
};

class Runner {
 public:
  Runner(const TournamentSpec& spec, Registry& registry, const Played& played, LogWriter& log,
         Standings& standings, Progress& progress, const std::uint32_t* stop)
      : spec_(spec),
        played_(played),
        log_(log),
        standings_(standings),
        progress_(progress),
        stop_(stop),
        hash_(hash_text(spec_hash(spec))),
        scheduler_(spec),
        done_(played.ids.size()) {
    for (const auto& agent : spec.agents)
      libraries_.push_back(*registry.library(PluginKind::kAgent, agent.id));
  }

  Result<void> set_up(Registry& registry) {
    for (const auto& game_spec : spec_.games) {
      auto game = registry.make_game({game_spec.id, game_spec.params});
      if (!game) return Error{game.error()};
      std::vector<Diagnostic> problems;
      auto openings = OpeningSource::make(**game, game_spec.openings, game_spec.label, spec_.seed, problems);
      if (openings == nullptr) return Error{to_text(problems)};
      boards_.push_back({std::move(*game), std::move(openings)});
    }
    return {};
  }

  Result<TournamentEnd> run(std::uint32_t concurrency) {
    // Slots may outnumber cores (concurrency is the user's wish), so oneTBB's own limit is raised for this
    // run.
    const auto cores = static_cast<std::uint32_t>(tbb::info::default_concurrency());
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    std::max(cores, concurrency));
    tbb::task_arena arena(static_cast<int>(concurrency));
    handover_.fetch_add(1, std::memory_order_release);
    arena.execute([&] {
      tbb::parallel_for(
          std::uint32_t{0}, concurrency,
          [&](std::uint32_t) {
            static_cast<void>(handover_.load(std::memory_order_acquire));
            play_slot();
            handover_.fetch_add(1, std::memory_order_release);
          },
          tbb::simple_partitioner{});
    });
    static_cast<void>(handover_.load(std::memory_order_acquire));
    if (failure_) return Error{*failure_};
    if (const auto closed = log_.close(); !closed) return Error{closed.error()};
    return TournamentEnd{done_, scheduler_.total(), done_ < scheduler_.total()};
  }

 private:
  [[nodiscard]] bool stopping() const {
    return __atomic_load_n(stop_, __ATOMIC_RELAXED) != 0 || failed_.load();
  }

  std::optional<GameTask> next_task() {
    const std::scoped_lock lock(mutex_);
    while (auto task = scheduler_.next()) {
      if (!played_.ids.contains(task->id)) return task;
    }
    return std::nullopt;
  }

  void fail(std::string message) {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::move(message);
    failed_.store(true);
  }

  // One slot plays whole games, one after the other, with agents of its own.
  void play_slot() {
    std::vector<std::unique_ptr<Seat>> seats(spec_.agents.size());
    while (!stopping()) {
      const auto task = next_task();
      if (!task) return;
      GameRecord record;
      const auto finished = play(*task, seats, record);
      if (!finished) return fail(finished.error());
      if (!*finished) return;
      const std::scoped_lock lock(mutex_);
      if (const auto written = log_.append(record); !written) {
        if (!failure_) failure_ = written.error();
        failed_.store(true);
        return;
      }
      ++done_;
      standings_.add(record);
      progress_.update(done_, standings_);
    }
  }

  Result<bool> play(const GameTask& task, std::vector<std::unique_ptr<Seat>>& seats, GameRecord& record) {
    const Board& board = boards_[task.game];
    const auto opening = board.openings->opening(task.round);
    if (!opening) return Error{opening.error()};
    Match match;
    match.game = board.game.get();
    match.opening = &*opening;
    const std::array<std::uint32_t, 2> agents{task.first, task.second};
    for (std::uint32_t seat = 0; seat < 2; ++seat) {
      const AgentSpec& agent_spec = spec_.agents[agents[seat]];
      auto& slot = seats[agents[seat]];
      if (slot == nullptr) {
        auto agent = libraries_[agents[seat]]->make_agent(agent_spec.params);
        if (!agent) return Error{fmt::format("agent '{}': {}", agent_spec.name, agent.error())};
        slot = std::make_unique<InlineSeat>(std::move(*agent), spec_.grace_ns);
      }
      match.seats[seat] = slot.get();
      match.budgets[seat] = agent_spec.budget.to_budget(stop_);
      match.seeds[seat] = seat_seed(task, seat);
      record.agents[seat] = agent_spec.name;
    }
    match.record_moves = spec_.record_moves;
    record.id = task.id;
    record.game = spec_.games[task.game].label;
    record.round = task.round;
    record.seed = task.seed;
    record.spec_hash = hash_;
    return referee(match, record);
  }

  const TournamentSpec& spec_;
  const Played& played_;
  LogWriter& log_;
  Standings& standings_;
  Progress& progress_;
  const std::uint32_t* stop_;
  const std::string hash_;
  std::vector<std::shared_ptr<const Library>> libraries_;
  std::vector<Board> boards_;

  // From the set-up to the slots, and from the slots to the end. oneTBB orders these already; said again in
  // the language's own terms for ThreadSanitizer, which cannot look into libtbb.
  std::atomic<std::uint32_t> handover_ = 0;

  std::mutex mutex_;  // guards what follows, the log and the standings
  Scheduler scheduler_;
  std::uint64_t done_;
  std::optional<std::string> failure_;
  std::atomic<bool> failed_ = false;
};

}  // namespace

Result<TournamentEnd> run_tournament(const TournamentSpec& spec, Registry& registry, const Played& played,
                                     LogWriter& log, Standings& standings, Progress& progress,
                                     const std::uint32_t* stop) {
  Runner runner(spec, registry, played, log, standings, progress, stop);
  if (const auto ready = runner.set_up(registry); !ready) return Error{ready.error()};
  const auto cores = static_cast<std::uint32_t>(tbb::info::default_concurrency());
  return runner.run(spec.concurrency == 0 ? cores : spec.concurrency);
}

}  // namespace ludex::arena
