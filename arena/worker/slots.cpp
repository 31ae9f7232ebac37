#include "arena/worker/slots.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "arena/worker/dedicated_slot.hpp"
#include "arena/worker/shared_slot.hpp"
#include "arena/worker/watchdog.hpp"
#include "arena/worker/worker_setup.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena {
namespace {

// The machine's memory, shared out among the seats of all slots.
std::uint32_t automatic_memory_mib(const Venue& venue) {
  const auto bytes =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t share = bytes / 10 * 9 / (2 * venue.slots()) >> 20;
  constexpr std::uint64_t kLeast = 64;
  return static_cast<std::uint32_t>(std::max(share, kLeast));
}

WorkerSetup setup_of(const Venue& venue) {
  const TournamentSpec& spec = venue.spec();
  WorkerSetup setup;
  setup.grace_ns = spec.grace_ns;
  setup.adjudication = spec.adjudication;
  setup.adjudication.oracle.reset();
  setup.folders = venue.folders();
  for (std::size_t i = 0; i < spec.games.size(); ++i)
    setup.games.push_back({venue.game_library(i)->file().string(), spec.games[i].params});
  const auto agent_setup = [&](const AgentSpec& agent, const Library& library) {
    const std::uint32_t memory =
        agent.limits.memory_mib != 0 ? agent.limits.memory_mib : automatic_memory_mib(venue);
    return WorkerSetup::Agent{{library.file().string(), agent.params},
                              agent.budget,
                              memory,
                              agent.limits.processes,
                              agent.limits.sandbox};
  };
  for (std::size_t i = 0; i < spec.agents.size(); ++i)
    setup.agents.push_back(agent_setup(spec.agents[i], *venue.agent_library(i)));
  const AdjudicationSpec& adjudication = spec.adjudication;
  if (adjudication.oracle) setup.oracle = agent_setup(*adjudication.oracle, *venue.oracle_library());
  return setup;
}

}  // namespace

WorkerHost::WorkerHost(const Venue& venue)
    : venue_(venue), setup_(memory_file("ludex-setup", to_text(setup_of(venue)))) {}

WorkerHost::~WorkerHost() = default;

Result<std::unique_ptr<WorkerProcess>> WorkerHost::start_once(const std::string& role) {
  if (!setup_) return Error{setup_.error()};
  auto worker = WorkerProcess::start(watcher_, {venue_.executable(), role, setup_->get()});
  if (!worker) return worker;
  EventReader& events = (*worker)->events();
  const std::int64_t start = wall_clock_ns();
  const std::int64_t limit = venue_.spec().limits.start_ns;
  auto verdict = OwnTime::Verdict::kWait;
  while (events.state() == EventReader::State::kEmpty && !(*worker)->dead() &&
         verdict == OwnTime::Verdict::kWait) {
    constexpr std::int64_t kSlice = 20'000'000;
    events.sleep(kSlice);
    if (const std::int64_t elapsed = wall_clock_ns() - start; elapsed >= limit)
      verdict = OwnTime().judge(limit, elapsed, (*worker)->times());
  }
  if (verdict == OwnTime::Verdict::kStarved) return Error{starved_text("a new worker process")};
  if (events.state() == EventReader::State::kCell) {
    const Cell cell = events.peek();
    events.pop();
    if (cell.kind == CellKind::kReady) return worker;
    if (cell.kind == CellKind::kBroken) {
      const auto why = events.take_data(cell.number);
      return Error{"a worker process cannot work: " + why.value_or("no reason given")};
    }
  }
  const std::string printed = (*worker)->printed();
  return Error{fmt::format("a worker process did not start ({}){}",
                           (*worker)->dead() ? "it died" : "no answer",
                           printed.empty() ? "" : ": " + printed)};
}

Result<std::unique_ptr<WorkerProcess>> WorkerHost::start(const std::string& role) {
  // Whoever killed the last one may have been after something else.
  constexpr int kTries = 3;
  for (int i = 1;; ++i) {
    auto worker = start_once(role);
    if (worker || i == kTries || venue_.stopping()) return worker;
  }
}

std::unique_ptr<Slot> WorkerHost::make_slot() {
  if (venue_.spec().mode == SeatMode::kDedicated) return std::make_unique<DedicatedSlot>(*this);
  return std::make_unique<SharedSlot>(*this);
}

void play_on_this_machine(const Venue& venue, GameSource& source) {
  if (venue.spec().mode == SeatMode::kInline) return play_games_inline(venue, source);
  WorkerHost host(venue);
  play_games(venue, source, host);
}

Result<void> run_on_this_machine(const Venue& venue, Ledger& ledger) {
  play_on_this_machine(venue, ledger);
  return ledger.close();
}

}  // namespace ludex::arena
