// Interface to the plug-ins for readers of specifications. The plug-in registry implements it; tests have
// their own.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/host/plugins/handles.hpp"
#include "arena/host/plugins/presets.hpp"
#include "arena/model/spec.hpp"
#include "core/abi/params.hpp"
#include "core/game/game.hpp"
#include "core/plugin/entry.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

// Properties of an agent, besides its parameters, that a specification depends on.
struct AgentTraits {
  bool needs_budget = true;
  bool wants_tryout = false;  // it depends on external programs (core/agent/tryout.hpp)
};

class Catalogue {
 public:
  virtual ~Catalogue() = default;

  [[nodiscard]] virtual std::vector<std::string> games() const = 0;
  [[nodiscard]] virtual std::vector<std::string> agents() const = 0;

  // The reason if a plug-in of this id exists but is not available, else "".
  [[nodiscard]] virtual std::string refusal(std::string_view /*id*/) const { return ""; }

  // The plug-in's file if it did not come with ludex, else "".
  [[nodiscard]] virtual std::string foreign_file(PluginKind /*kind*/, std::string_view /*id*/) const {
    return "";
  }

  // The schema; valid as long as the catalogue. `id` is one of games() or agents().
  [[nodiscard]] virtual std::span<const ParamSpec> game_parameters(std::string_view id) const = 0;
  [[nodiscard]] virtual std::span<const ParamSpec> agent_parameters(std::string_view id) const = 0;
  // The parameters have host::kPresetParameter if there are any.
  [[nodiscard]] virtual std::span<const host::Preset> agent_presets(std::string_view /*id*/) const {
    return {};
  }

  // `params` has only values that the schema allows; their combination may still be invalid. `sandboxed`: in
  // a child (host/sandboxed_game.hpp). The error names the game.
  [[nodiscard]] virtual Result<host::GamePtr> make_game(std::string_view id, const Params& params,
                                                        bool sandboxed) const = 0;
  // `limits` state whether the agent is untrusted (sandbox), and the time limit for its creation.
  [[nodiscard]] virtual Result<AgentTraits> check_agent(std::string_view id, const Params& params,
                                                        const LimitsSpec& limits) const = 0;
  // Whether such an agent can play the game (AgentFactory::supports); the error names the missing ability, as
  // "needs ...".
  [[nodiscard]] virtual Result<void> check_pairing(const Game& game, std::string_view agent_id,
                                                   const LimitsSpec& limits) const = 0;
  // Whether an agent that wants to be tried can be prepared for the games of the complete specification; the
  // error begins like that of Tryout::try_out().
  [[nodiscard]] virtual Result<void> try_out(const TournamentSpec& /*spec*/, std::size_t /*agent*/) const {
    return {};
  }
};

}  // namespace ludex::arena::run
