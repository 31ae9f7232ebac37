// Gives readers of specifications access to the registry.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "arena/host/plugins/registry.hpp"
#include "arena/run/config/catalogue.hpp"

namespace ludex::arena::run {

// Loads plug-ins on demand, except sandboxed agents, which are made in children (host/examine.hpp). Not
// thread-safe. The registry must outlive it.
class RegistryCatalogue final : public Catalogue {
 public:
  // `about_to` is called before a plug-in's code runs here, with its name ("agent 'uct'") and its time limit.
  using AboutTo = std::function<void(const std::string& what, std::int64_t limit_ns)>;
  // `died` is called if the child of a sandboxed agent dies, with a text like "agent 'uct' cannot be used
  // with these parameters: it died ...", and does not return. `examine`: false where others run such
  // children.
  using Died = std::function<void(const std::string&)>;
  // If given, agents that want to be tried are, and it is called with the agent's name and the program found.
  using Tried = std::function<void(const std::string& agent, const std::string& said)>;
  explicit RegistryCatalogue(
      host::Registry& registry, AboutTo about_to = [](const std::string&, std::int64_t) {}, Died died = {},
      bool examine = true, Tried tried = {})
      : registry_(registry),
        about_to_(std::move(about_to)),
        died_(std::move(died)),
        examine_(examine),
        tried_(std::move(tried)) {}

  [[nodiscard]] std::vector<std::string> games() const override { return ids(PluginKind::kGame); }
  [[nodiscard]] std::vector<std::string> agents() const override { return ids(PluginKind::kAgent); }
  [[nodiscard]] std::string refusal(std::string_view id) const override;
  [[nodiscard]] std::string foreign_file(PluginKind kind, std::string_view id) const override;
  [[nodiscard]] std::span<const ParamSpec> game_parameters(std::string_view id) const override;
  [[nodiscard]] std::span<const ParamSpec> agent_parameters(std::string_view id) const override;
  [[nodiscard]] std::span<const host::Preset> agent_presets(std::string_view id) const override;
  [[nodiscard]] Result<host::GamePtr> make_game(std::string_view id, const Params& params,
                                                bool sandboxed) const override;
  [[nodiscard]] Result<AgentTraits> check_agent(std::string_view id, const Params& params,
                                                const LimitsSpec& limits) const override;
  [[nodiscard]] Result<void> check_pairing(const Game& game, std::string_view agent_id,
                                           const LimitsSpec& limits) const override;
  [[nodiscard]] Result<void> try_out(const TournamentSpec& spec, std::size_t agent) const override;

 private:
  [[nodiscard]] std::vector<std::string> ids(PluginKind kind) const;
  [[nodiscard]] std::span<const ParamSpec> parameters(PluginKind kind, std::string_view id) const;

  void announce(const char* kind, std::string_view id, std::int64_t limit_ns) const;

  // Examines the agent in a child if the limits demand it; no value if the agent may be loaded here.
  [[nodiscard]] std::optional<Result<AgentTraits>> confined(std::string_view id, const Params& params,
                                                            const Game* game, const LimitsSpec& limits) const;

  host::Registry& registry_;
  AboutTo about_to_;
  Died died_;
  bool examine_;
  Tried tried_;
  struct Made {
    host::Component component;
    bool sandboxed;
  };
  mutable std::map<const Game*, Made> made_;  // origin of the games
};

}  // namespace ludex::arena::run
