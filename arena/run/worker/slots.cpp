#include "arena/run/worker/slots.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/base/process/box.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/base/process/namespaces.hpp"
#include "arena/host/plugins/examine.hpp"
#include "arena/run/worker/dedicated_slot.hpp"
#include "arena/run/worker/shared_slot.hpp"
#include "arena/run/worker/watchdog.hpp"
#include "arena/run/worker/worker_setup.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {
namespace {

// The machine's memory divided by the number of seats in all slots.
std::uint32_t automatic_memory_mib(const TournamentContext& context) {
  const auto bytes =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t share =
      bytes / 10 * 9 / (std::uint64_t{most_players(context.spec())} * context.slots()) >> 20;
  constexpr std::uint64_t kLeast = 64;
  return static_cast<std::uint32_t>(std::max(share, kLeast));
}

std::uint32_t memory_of(const TournamentContext& context, const AgentSpec& agent) {
  return agent.limits.memory_mib != 0 ? agent.limits.memory_mib : automatic_memory_mib(context);
}

// Adds the values of parameters that name an existing file or folder.
void add_named(const Params& params, std::vector<std::string>& list) {
  for (const auto& [name, value] : params) {
    std::error_code ignored;
    if (!value.empty() && std::filesystem::exists(value, ignored))
      list.push_back(std::filesystem::absolute(value, ignored).string());
  }
}

// Paths that every sandboxed agent may read: games and their files.
std::vector<std::string> readable(const TournamentContext& context) {
  const TournamentSpec& spec = context.spec();
  std::vector<std::string> list{context.executable().string()};
  for (std::size_t i = 0; i < spec.games.size(); ++i) {
    for (auto& path : host::with_company(context.game_file(i))) list.push_back(std::move(path));
    add_named(spec.games[i].params, list);
  }
  return list;
}
// Paths that this agent may read: `list` and its own.
std::vector<std::string> readable(const AgentSpec& agent, const std::filesystem::path& file,
                                  std::vector<std::string> list) {
  if (!agent.limits.sandbox) return {};
  for (auto& path : host::with_company(file)) list.push_back(std::move(path));
  add_named(agent.params, list);
  list.insert(list.end(), agent.limits.readable.begin(), agent.limits.readable.end());
  return list;
}

// The reason why the agent cannot have its allowed memory; "" if it can.
std::string too_little_for(const TournamentContext& context, const AgentSpec& agent) {
  const std::uint64_t mib = memory_of(context, agent);
  const std::string why = memory_shortage(mib << 20);
  if (why.empty()) return "";
  return fmt::format(
      "this machine has too little memory for agent '{}', which may have {} MiB: {}. Raise that limit, or "
      "let "
      "agents have less (limits: {{memory_mib: ...}}, and their own parameters)",
      agent.name, mib, why);
}

bool any_apart(const TournamentSpec& spec) {
  return std::any_of(spec.agents.begin(), spec.agents.end(), [](const AgentSpec& agent) {
    return agent.limits.sandbox || agent.limits.processes != 0;
  });
}

WorkerSetup setup_of(const TournamentContext& context) {
  const TournamentSpec& spec = context.spec();
  WorkerSetup setup;
  setup.start_ns = spec.limits.start_ns;
  setup.grace_ns = spec.grace_ns;
  setup.adjudication = spec.adjudication;
  setup.adjudication.oracle.reset();
  setup.folders = context.folders();
  for (std::size_t i = 0; i < spec.games.size(); ++i)
    setup.games.push_back({context.game_file(i).string(), spec.games[i].params, spec.games[i].sandboxed});
  const std::vector<std::string> shared = readable(context);
  const auto agent_setup = [&](const AgentSpec& agent, const std::filesystem::path& file) {
    return WorkerSetup::Agent{{file.string(), agent.params},
                              agent.budget,
                              memory_of(context, agent),
                              // Shared mode refuses nobody processes, so replays may not either.
                              spec.mode == SeatMode::kShared ? kAnyProcesses : agent.limits.processes,
                              agent.limits.sandbox,
                              spec.competition,
                              readable(agent, file, shared)};
  };
  for (std::size_t i = 0; i < spec.agents.size(); ++i)
    setup.agents.push_back(agent_setup(spec.agents[i], context.agent_file(i)));
  const AdjudicationSpec& adjudication = spec.adjudication;
  if (adjudication.oracle) setup.oracle = agent_setup(*adjudication.oracle, context.oracle_library()->file());
  return setup;
}

}  // namespace

WorkerHost::WorkerHost(const TournamentContext& context)
    : context_(context),
      namespaces_(any_apart(context.spec()) && why_no_namespaces().empty()),
      setup_(memory_file("ludex-setup", to_text(setup_of(context)))) {
  if (any_apart(context.spec())) groups_.emplace();
}

WorkerHost::~WorkerHost() = default;

std::uint32_t WorkerHost::memory_mib(const AgentSpec& agent) const {
  return memory_of(context_, agent);
}

std::string WorkerHost::shortage(const AgentSpec& agent, const Fault& fault) const {
  const auto says = [&](std::string_view text) { return fault.note.find(text) != std::string::npos; };
  // The last text is the error of starting a thread without memory for its stack.
  if (fault.reason != Termination::kOverMemory && !says("bad_alloc") && !says("annot allocate memory") &&
      !says("Resource temporarily unavailable"))
    return "";
  return too_little_for(context_, agent);
}

Result<std::unique_ptr<WorkerProcess>> WorkerHost::start_once(const std::string& role,
                                                              const WorkerNeeds& needs) {
  if (!setup_) return Error{setup_.error()};
  const bool alone = role.starts_with("dedicated:") && (needs.apart || needs.may_start);
  const bool sandboxed = namespaces_ && alone;
  WorkerStart how{context_.executable(),
                  sandboxed ? (needs.apart ? "boxed" : "kept") + role.substr(role.find(':')) : role,
                  setup_->get(), needs.apart, sandboxed};
  if (alone && groups_ && groups_->any()) {
    auto group = groups_->make(needs.limits);
    if (!group) return Error{"a worker's control group: " + group.error()};
    how.group = std::move(*group);
  }
  auto worker = WorkerProcess::start(watcher_, std::move(how));
  if (!worker) return worker;
  EventReader& events = (*worker)->events();
  const std::int64_t start = wall_clock_ns();
  Watchdog watchdog(Stage::kStart, {}, context_.spec().limits, 0);
  auto verdict = Watchdog::Verdict::kWait;
  while (events.state() == EventReader::State::kEmpty && !(*worker)->dead() && !context_.stopping() &&
         verdict == Watchdog::Verdict::kWait) {
    constexpr std::int64_t kSlice = 20'000'000;
    events.sleep(kSlice);
    verdict = watchdog.judge(wall_clock_ns() - start, 0, [&] { return (*worker)->times(); });
  }
  if (verdict == Watchdog::Verdict::kStarved) return Error{starved_text("a new worker process")};
  if (events.state() == EventReader::State::kCell) {
    const Cell cell = events.peek();
    events.pop();
    if (cell.kind == CellKind::kReady) return worker;
    if (cell.kind == CellKind::kBroken) {
      const auto why = take_text(**worker, cell.number, context_.spec().limits, context_.stop());
      return Error{"a worker process cannot work: " + why.value_or("no reason given")};
    }
  }
  const std::string printed = (*worker)->printed();
  return Error{fmt::format("a worker process did not start ({}){}",
                           (*worker)->dead() ? "it died" : "no answer",
                           printed.empty() ? "" : ": " + printed)};
}

Result<std::unique_ptr<WorkerProcess>> WorkerHost::start(const std::string& role, const WorkerNeeds& needs) {
  // Retries, because the last worker may have been killed by something aimed at other processes.
  constexpr int kTries = 3;
  for (int i = 1;; ++i) {
    auto worker = start_once(role, needs);
    if (worker || i == kTries || context_.stopping()) return worker;
  }
}

std::unique_ptr<Slot> WorkerHost::make_slot() {
  if (context_.spec().mode == SeatMode::kDedicated) return std::make_unique<DedicatedSlot>(*this);
  return std::make_unique<SharedSlot>(*this);
}

void play_on_this_machine(const TournamentContext& context, GameSource& source) {
  if (context.spec().mode == SeatMode::kInline) return play_games_inline(context, source);
  if (context.spec().competition) {
    // Otherwise an agent could end the competition by claiming that it has no memory.
    for (const AgentSpec& agent : context.spec().agents) {
      if (auto why = too_little_for(context, agent); !why.empty()) return source.fail(std::move(why));
    }
  }
  WorkerHost host(context);
  play_games(context, source, host);
}

Result<void> run_on_this_machine(const TournamentContext& context, Ledger& ledger) {
  play_on_this_machine(context, ledger);
  return ledger.close();
}

}  // namespace ludex::arena::run
