// gpn-mcts: Monte-Carlo tree search with a proof number for every player. README.md has the idea, the
// parameters and the departures.
#pragma once

#include <cstdint>
#include <span>

#include "agents/common/mcts/search_agent.hpp"
#include "agents/gpn-mcts/config.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/options.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::gpn_mcts {

class GpnMcts : public mcts::SearchAgent {
 public:
  using Offers = Extensions<ChoosesGames, SearchAgent::Offers>;
  static constexpr PluginInfo kInfo{"gpn-mcts", "1.0.0",
                                    "Monte-Carlo tree search with a proof number for every player", "MIT"};

  static std::span<const ParamSpec> parameters();
  static Result<void> supports(const Game& game);

  explicit GpnMcts(const ParamValues& values);

  void new_game(const Game& game, Player seat, std::uint64_t seed);

 private:
  GpnConfig config_;
};

}  // namespace ludex::agents::gpn_mcts
