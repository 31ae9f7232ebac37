#include "arena/run/config/registry_catalogue.hpp"

#include <filesystem>
#include <optional>

#include "arena/host/plugins/examine.hpp"
#include "arena/host/plugins/services.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/game_clock.hpp"
#include "core/agent/no_budget.hpp"
#include "core/agent/tryout.hpp"

namespace ludex::arena::run {

std::vector<std::string> RegistryCatalogue::ids(PluginKind kind) const {
  std::vector<std::string> found;
  for (const auto& plugin : registry_.plugins()) {
    if (plugin.accepted && plugin.kind == kind) found.push_back(plugin.id);
  }
  return found;
}

std::string RegistryCatalogue::refusal(std::string_view id) const {
  const host::PluginRecord* const record = registry_.refused(std::string(id));
  return record == nullptr ? "" : record->file.string() + ": " + record->refusal;
}

std::string RegistryCatalogue::foreign_file(PluginKind kind, std::string_view id) const {
  const host::PluginRecord* const record = registry_.record(kind, std::string(id));
  return record == nullptr || registry_.is_own(*record) ? "" : record->file.string();
}

std::span<const ParamSpec> RegistryCatalogue::parameters(PluginKind kind, std::string_view id) const {
  const host::PluginRecord* const record = registry_.record(kind, std::string(id));
  return record != nullptr ? record->parameters->specs() : std::span<const ParamSpec>();
}

std::span<const ParamSpec> RegistryCatalogue::game_parameters(std::string_view id) const {
  return parameters(PluginKind::kGame, id);
}

std::span<const ParamSpec> RegistryCatalogue::agent_parameters(std::string_view id) const {
  return parameters(PluginKind::kAgent, id);
}

std::span<const host::Preset> RegistryCatalogue::agent_presets(std::string_view id) const {
  const host::PluginRecord* const record = registry_.record(PluginKind::kAgent, std::string(id));
  return record != nullptr ? record->parameters->presets() : std::span<const host::Preset>();
}

void RegistryCatalogue::announce(const char* kind, std::string_view id, std::int64_t limit_ns) const {
  about_to_(std::string(kind) + " '" + std::string(id) + "'", limit_ns);
}

Result<host::GamePtr> RegistryCatalogue::make_game(std::string_view id, const Params& params,
                                                   bool sandboxed) const {
  constexpr std::int64_t kTimeLimit =
      120'000'000'000;  // for a game, to which no limits of the specification apply
  announce("game", id, kTimeLimit);
  const host::Component component{std::string(id), params};
  auto game = registry_.make_game(component, sandboxed);
  if (game) made_[game->get()] = {component, sandboxed};
  return game;
}

std::optional<Result<AgentTraits>> RegistryCatalogue::confined(std::string_view id, const Params& params,
                                                               const Game* game,
                                                               const LimitsSpec& limits) const {
  if (!limits.sandbox) return std::nullopt;
  if (!examine_) return AgentTraits{.needs_budget = false};  // the parent asks
  const host::PluginRecord* const record = registry_.record(PluginKind::kAgent, std::string(id));
  if (record == nullptr) return std::nullopt;  // an error that loading explains
  host::Examination question{{.file = record->file, .settings = params}, std::nullopt, limits.readable};
  if (const auto made = made_.find(game); made != made_.end()) {
    const auto& [component, sandboxed] = made->second;
    if (const auto* const rules = registry_.record(PluginKind::kGame, component.id); rules != nullptr)
      question.game = {rules->file, component.settings, sandboxed};
  }
  const auto answer = host::examine(question, registry_.executable(), limits.start_ns);
  if (!answer) return Error{answer.error()};
  if (!answer->death.empty()) {
    const std::string text =
        "agent '" + std::string(id) + "' cannot be used with these parameters: " + answer->death;
    if (died_) died_(text);
    return Error{answer->death};
  }
  if (!answer->refusal.empty()) return Error{answer->refusal};
  return AgentTraits{.needs_budget = answer->needs_budget, .wants_tryout = answer->wants_tryout};
}

Result<AgentTraits> RegistryCatalogue::check_agent(std::string_view id, const Params& params,
                                                   const LimitsSpec& limits) const {
  if (auto answer = confined(id, params, nullptr, limits)) return *std::move(answer);
  announce("agent", id, limits.start_ns);
  const auto agent = registry_.make_agent({std::string(id), params});
  if (!agent) return Error{agent.error()};
  return AgentTraits{.needs_budget = find<NoBudget>(**agent) == nullptr,
                     .wants_tryout = find<Tryout>(**agent) != nullptr};
}

Result<void> RegistryCatalogue::check_pairing(const Game& game, std::string_view agent_id,
                                              const LimitsSpec& limits) const {
  if (const auto answer = confined(agent_id, {}, &game, limits)) {
    return *answer ? Result<void>() : Result<void>(Error{answer->error()});
  }
  const auto library = registry_.library(PluginKind::kAgent, std::string(agent_id));
  if (!library) return Error{library.error()};
  announce("agent", agent_id, limits.start_ns);
  return (*library)->supports(game);
}

Result<void> RegistryCatalogue::try_out(const TournamentSpec& spec, std::size_t agent) const {
  if (!tried_) return {};
  const AgentSpec& tested = spec.agents[agent];
  const host::PluginRecord* const record = registry_.record(PluginKind::kAgent, tested.id);
  if (record == nullptr) return {};  // an error that loading explains
  const LimitsSpec& limits = tested.limits;
  const bool dedicated = spec.mode == SeatMode::kDedicated;
  host::Trial trial;
  for (const GameSpec& game : spec.games) {
    const host::PluginRecord* const rules = registry_.record(PluginKind::kGame, game.id);
    if (rules != nullptr) trial.games.push_back({rules->file, game.params, game.sandboxed});
  }
  trial.budget = tested.budget.to_budget(nullptr);
  if (const ClockSpec& clock = tested.budget.clock; clock.runs())
    trial.clock = ClockFace{clock.base_ns, clock.increment_ns, clock.moves, 0};
  trial.sandbox = dedicated && limits.sandbox;
  // The worker's own folder (arena/run/worker), so that the agent finds its files there again.
  trial.scratch =
      spec.scratch.empty() ? host::default_scratch() : std::filesystem::absolute(spec.scratch).string();
  // The other modes do not limit them.
  trial.processes = dedicated ? std::optional(limits.processes) : std::nullopt;
  trial.memory_mib = dedicated ? limits.memory_mib : 0;
  trial.start_ns = spec.limits.start_ns;
  trial.grace_ns = spec.grace_ns;
  const auto answer =
      arena::host::try_out({{.file = record->file, .settings = tested.params}, std::nullopt, limits.readable},
                           trial, registry_.executable());
  if (!answer) return Error{answer.error()};
  if (!answer->death.empty()) return Error{answer->death};
  if (!answer->refusal.empty()) return Error{answer->refusal};
  tried_(tested.name, answer->said);
  return {};
}

}  // namespace ludex::arena::run
