#include "arena/run/tournament/read_tournament.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "arena/base/process/box.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/host/contract/game_gate.hpp"
#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/registry_catalogue.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/tournament/rehearsal.hpp"

namespace ludex::arena::run {
namespace {

// A missing file is no problem in a specification.
void require_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    throw Failure::usage(fmt::format("there is no file '{}', expected the YAML file of a tournament", path));
}

// Refuses a competition on a kernel that cannot keep strangers in.
void check_kernel(const Rehearsed& needs) {
  if (!needs.competition) return;
  const std::string missing = missing_for_competition(kernel_abilities(), needs.tasks);
  if (missing.empty()) return;
  throw Failure::system(
      fmt::format("mode competition: this kernel lacks {}, which isolates untrusted agents.\nUse another "
                  "machine, or mode dedicated with `limits: {{sandbox: true}}`, which works without.",
                  missing));
}

// Names all games that break their contracts.
void check_games(host::Registry& registry, const TournamentSpec& spec) {
  std::string refusals;
  for (const auto& game : spec.games) {
    const auto refusal = host::check_before_use(registry, {game.id, game.params}, game.sandboxed);
    if (!refusal) throw Failure::system(refusal.error());
    refusals += *refusal + (refusal->empty() ? "" : "\n");
  }
  if (!refusals.empty()) throw Failure::plugin(refusals + "No game was played.");
}

}  // namespace

BadSpecification::BadSpecification(std::vector<Diagnostic> problems, std::size_t refused)
    : Failure(problems.size() == refused ? Culprit::kPlugin : Culprit::kUser,
              plural(problems.size(), "problem") + " in the specification; no game was played"),
      problems_(std::move(problems)) {}

PreparedTournament read_tournament(host::Registry& registry, const SpecificationFile& file,
                                   const ReadOptions& options) {
  require_file(file.path);
  const RegistryCatalogue catalogue(
      registry, options.about_to, [](const std::string& death) { throw Failure::plugin(death); },
      options.examine, options.tried);
  SpecReading reading = read_spec_file(file.path, file.overrides, catalogue);
  if (!reading.problems.empty()) throw BadSpecification(std::move(reading.problems), reading.refused);
  return std::move(reading).take();
}

PreparedTournament prepare_tournament(
    host::Registry& registry, const SpecificationFile& file,
    const std::function<void(const std::string& agent, const std::string& said)>& tried) {
  require_file(file.path);
  const Rehearsed rehearsed = rehearse(registry, file);
  check_kernel(rehearsed);
  PreparedTournament tournament =
      read_tournament(registry, file, {.tried = [&](const std::string& agent, const std::string& said) {
                        if (tried) tried(agent, said);
                      }});
  if (spec_hash(tournament.spec) != rehearsed.spec_hash)
    throw Failure::usage(file.path + " was changed while it was being read; start again");
  check_games(registry, tournament.spec);
  return tournament;
}

}  // namespace ludex::arena::run
