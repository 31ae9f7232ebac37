#include "arena/run/tournament/describe_run.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <thread>

#include "arena/base/files/sha256.hpp"
#include "arena/base/process/box.hpp"

namespace ludex::arena::run {
namespace {

namespace fs = std::filesystem;

// Values of parameters that name existing files, with the files' digests.
std::vector<std::pair<std::string, std::string>> parameter_files(const TournamentSpec& spec) {
  std::set<std::string> names;
  const auto collect = [&](const Params& params) {
    for (const auto& [name, value] : params) {
      std::error_code ignored;
      if (!value.empty() && fs::is_regular_file(value, ignored)) names.insert(value);
    }
  };
  for (const GameSpec& game : spec.games) collect(game.params);
  for (const AgentSpec& agent : spec.agents) collect(agent.params);
  if (spec.adjudication.oracle) collect(spec.adjudication.oracle->params);
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& name : names) {
    const auto digest = sha256_of_file(name);
    files.emplace_back(name, digest ? *digest : "unreadable");
  }
  return files;
}

}  // namespace

log::RunSegment describe_run(const TournamentSpec& spec, host::Registry& registry) {
  log::RunSegment run;
  run.started = {log::utc_now()};
  run.version = LUDEX_VERSION;
  run.build = log::this_build();
  run.commit = log::this_commit();
  run.mode = spec.competition ? "competition" : to_text(spec.mode);
  const auto any = [&](auto&& has) {
    return spec.mode == SeatMode::kDedicated && std::any_of(spec.agents.begin(), spec.agents.end(), has);
  };
  if (spec.mode != SeatMode::kInline)
    run.isolation =
        isolation_in_force(any([](const AgentSpec& agent) { return agent.limits.sandbox; }),
                           any([](const AgentSpec& agent) { return agent.limits.processes != 0; }));
  run.machine = log::this_machine();
  run.load = log::load_of_this_machine();
  run.concurrency = spec.concurrency == 0 ? run.machine.cores : spec.concurrency;
  std::set<std::pair<PluginKind, std::string>> used;
  for (const auto& game : spec.games) used.emplace(PluginKind::kGame, game.id);
  for (const auto& agent : spec.agents) used.emplace(PluginKind::kAgent, agent.id);
  for (const auto& record : registry.plugins()) {
    if (!record.accepted || !used.contains({record.kind, record.id})) continue;
    const auto hash = sha256_of_file(record.file);
    run.plugins.push_back({std::string(to_text(record.kind)), record.id, record.version, record.build,
                           hash ? *hash : "unreadable"});
  }
  run.files = parameter_files(spec);
  return run;
}

}  // namespace ludex::arena::run
