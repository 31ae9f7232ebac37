// pn-mcts: Monte-Carlo tree search with proof numbers. README.md has the idea, the parameters and the
// departures.
#pragma once

#include <span>

#include "agents/common/mcts/search_agent.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/options.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::pn_mcts {

class PnMcts : public mcts::SearchAgent {
 public:
  using Offers = Extensions<ChoosesGames, SearchAgent::Offers>;
  static constexpr PluginInfo kInfo{"pn-mcts", "1.0.0", "Monte-Carlo tree search with proof numbers", "MIT"};

  static std::span<const ParamSpec> parameters();
  static Result<void> supports(const Game& game);

  explicit PnMcts(const ParamValues& values);
};

}  // namespace ludex::agents::pn_mcts
