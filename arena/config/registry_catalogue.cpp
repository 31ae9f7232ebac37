#include "arena/config/registry_catalogue.hpp"

#include "core/agent/agent.hpp"

namespace ludex::arena {

std::vector<std::string> RegistryCatalogue::ids(PluginKind kind) const {
  std::vector<std::string> found;
  for (const auto& plugin : registry_.plugins()) {
    if (plugin.accepted && plugin.kind == kind) found.push_back(plugin.id);
  }
  return found;
}

std::string RegistryCatalogue::refusal(std::string_view id) const {
  const PluginRecord* const record = registry_.refused(std::string(id));
  return record == nullptr ? "" : record->file.string() + ": " + record->refusal;
}

std::span<const ParamSpec> RegistryCatalogue::parameters(PluginKind kind, std::string_view id) const {
  const auto library = registry_.library(kind, std::string(id));
  return library ? (*library)->parameters() : std::span<const ParamSpec>();
}

std::span<const ParamSpec> RegistryCatalogue::game_parameters(std::string_view id) const {
  return parameters(PluginKind::kGame, id);
}

std::span<const ParamSpec> RegistryCatalogue::agent_parameters(std::string_view id) const {
  return parameters(PluginKind::kAgent, id);
}

void RegistryCatalogue::announce(const char* kind, std::string_view id) const {
  about_to_(std::string(kind) + " '" + std::string(id) + "'");
}

Result<GamePtr> RegistryCatalogue::make_game(std::string_view id, const Params& params) const {
  announce("game", id);
  return registry_.make_game({std::string(id), params});
}

Result<AgentTraits> RegistryCatalogue::check_agent(std::string_view id, const Params& params) const {
  announce("agent", id);
  const auto agent = registry_.make_agent({std::string(id), params});
  if (!agent) return Error{agent.error()};
  return AgentTraits{.needs_budget = (*agent)->extension(NoBudget::kId) == nullptr};
}

Result<void> RegistryCatalogue::check_pairing(const Game& game, std::string_view agent_id,
                                              const Params&) const {
  const auto library = registry_.library(PluginKind::kAgent, std::string(agent_id));
  if (!library) return Error{library.error()};
  announce("agent", agent_id);
  return (*library)->supports(game);
}

}  // namespace ludex::arena
