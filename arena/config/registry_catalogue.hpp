// The registry as the reader of specifications sees it.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "arena/config/catalogue.hpp"
#include "arena/host/registry.hpp"

namespace ludex::arena {

// Loads plug-ins as they are asked about. Not thread-safe. The registry outlives it.
class RegistryCatalogue final : public Catalogue {
 public:
  // `about_to` is told, as "agent 'uct'", whose code is going to run.
  using AboutTo = std::function<void(const std::string&)>;
  explicit RegistryCatalogue(
      Registry& registry, AboutTo about_to = [](const std::string&) {})
      : registry_(registry), about_to_(std::move(about_to)) {}

  [[nodiscard]] std::vector<std::string> games() const override { return ids(PluginKind::kGame); }
  [[nodiscard]] std::vector<std::string> agents() const override { return ids(PluginKind::kAgent); }
  [[nodiscard]] std::string refusal(std::string_view id) const override;
  [[nodiscard]] std::span<const ParamSpec> game_parameters(std::string_view id) const override;
  [[nodiscard]] std::span<const ParamSpec> agent_parameters(std::string_view id) const override;
  [[nodiscard]] Result<GamePtr> make_game(std::string_view id, const Params& params) const override;
  [[nodiscard]] Result<AgentTraits> check_agent(std::string_view id, const Params& params) const override;
  [[nodiscard]] Result<void> check_pairing(const Game& game, std::string_view agent_id,
                                           const Params& agent_params) const override;

 private:
  [[nodiscard]] std::vector<std::string> ids(PluginKind kind) const;
  [[nodiscard]] std::span<const ParamSpec> parameters(PluginKind kind, std::string_view id) const;

  void announce(const char* kind, std::string_view id) const;

  Registry& registry_;
  AboutTo about_to_;
};

}  // namespace ludex::arena
