// uct: the reference Monte-Carlo tree search, a composition of the blocks of agents/common/mcts. README.md
// has the idea and the departures.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "agents/common/mcts/search_agent.hpp"
#include "agents/common/model/guided_game.hpp"
#include "agents/uct/settings.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/options.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::uct {

class Uct : public mcts::SearchAgent {
 public:
  using Offers = Extensions<ChoosesGames, SearchAgent::Offers>;
  static constexpr PluginInfo kInfo{"uct", "1.4.0", "Monte-Carlo tree search with UCB1", "MIT"};

  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const Game& game);

  explicit Uct(const ParamValues& values);

  void new_game(const Game& game, Player seat, std::uint64_t seed);

 private:
  [[nodiscard]] std::unique_ptr<mcts::AnySearch> compose(const GameTraits& traits) const;
  // The settings with what the model has.
  void use(const model::Model& model) noexcept;

  Config config_;
  std::unique_ptr<model::GuidedGame> guided_;
};

}  // namespace ludex::agents::uct
