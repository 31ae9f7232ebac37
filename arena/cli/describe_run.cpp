#include "arena/cli/describe_run.hpp"

#include <set>
#include <thread>

#include "arena/files/sha256.hpp"

namespace ludex::arena::cli {

RunStretch describe_run(const TournamentSpec& spec, Registry& registry) {
  RunStretch run;
  run.started = {utc_now()};
  run.version = LUDEX_VERSION;
  run.build = this_build();
  run.commit = this_commit();
  run.mode = to_text(spec.mode);
  run.machine = this_machine();
  run.load = load_of_this_machine();
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
  return run;
}

}  // namespace ludex::arena::cli
