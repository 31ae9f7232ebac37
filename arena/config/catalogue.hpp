// What the reader of a specification must know of the plug-ins. The plug-in registry implements it; tests
// have one of their own.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/host/handles.hpp"
#include "arena/model/spec.hpp"
#include "core/abi/params.hpp"
#include "core/game/game.hpp"
#include "core/plugin/entry.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// What a specification must know of an agent beside its parameters.
struct AgentTraits {
  bool needs_budget = true;
  bool wants_tryout = false;  // it depends on what is not Ludex's (core/agent/tryout.hpp)
};

class Catalogue {
 public:
  virtual ~Catalogue() = default;

  [[nodiscard]] virtual std::vector<std::string> games() const = 0;
  [[nodiscard]] virtual std::vector<std::string> agents() const = 0;

  // Why no plug-in of this id is among them although there is one; "" if there is none.
  [[nodiscard]] virtual std::string refusal(std::string_view /*id*/) const { return ""; }

  // The file of that plug-in if it did not come with ludex; "": it did.
  [[nodiscard]] virtual std::string foreign_file(PluginKind /*kind*/, std::string_view /*id*/) const {
    return "";
  }

  // The schema; valid as long as the catalogue. `id` is one of games() or agents().
  [[nodiscard]] virtual std::span<const ParamSpec> game_parameters(std::string_view id) const = 0;
  [[nodiscard]] virtual std::span<const ParamSpec> agent_parameters(std::string_view id) const = 0;

  // `params` has valid values of the schema only; what they say together may still make no sense. `boxed`: in
  // a child (host/boxed_game.hpp).
  [[nodiscard]] virtual Result<GamePtr> make_game(std::string_view id, const Params& params,
                                                  bool boxed) const = 0;
  // Its `limits` say whether it is a stranger's (sandbox), and how long it may take to be made.
  [[nodiscard]] virtual Result<AgentTraits> check_agent(std::string_view id, const Params& params,
                                                        const LimitsSpec& limits) const = 0;
  // Whether such an agent can play the game (AgentFactory::supports); the error says what is missing, as
  // "needs ...".
  [[nodiscard]] virtual Result<void> check_pairing(const Game& game, std::string_view agent_id,
                                                   const LimitsSpec& limits) const = 0;
  // Whether an agent that wants to be tried can be prepared for the games of the specification, which is
  // complete; the error begins as Tryout::try_out() has it.
  [[nodiscard]] virtual Result<void> try_out(const TournamentSpec& /*spec*/, std::size_t /*agent*/) const {
    return {};
  }
};

}  // namespace ludex::arena
