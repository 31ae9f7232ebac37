// flat-mc: Monte-Carlo evaluation of the root moves, without a tree. README.md has the idea and the
// parameters.
#pragma once

#include <span>

#include "agents/common/mcts/search_agent.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/options.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::flat_mc {

class FlatMc : public mcts::SearchAgent {
 public:
  using Offers = Extensions<ChoosesGames, SearchAgent::Offers>;
  static constexpr PluginInfo kInfo{"flat-mc", "1.0.0", "Monte-Carlo evaluation of the root moves", "MIT"};

  static std::span<const ParamSpec> parameters();
  static Result<void> supports(const Game& game);

  explicit FlatMc(const ParamValues& values);
};

}  // namespace ludex::agents::flat_mc
