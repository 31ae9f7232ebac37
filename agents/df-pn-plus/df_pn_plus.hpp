// df-pn+: df-pn with cost and h (Nagai & Imai, "Application of df-pn+ to Othello endgames", 1999). README.md
// has the idea and the departures; its studies are in plugins/studies/df-pn-plus, their results in
// arena/papers/df-pn-plus.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "agents/common/model/guided_game.hpp"
#include "agents/common/proof-number/proof_agent.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/agent/options.hpp"
#include "core/util/offers.hpp"

namespace ludex::agents::df_pn_plus {

class DfPnPlus : public proof_number::ProofAgent<proof_number::DfPnEngine> {
 public:
  using Offers = Extensions<ChoosesGames, ProofAgent::Offers>;
  static constexpr PluginInfo kInfo{"df-pn-plus", "1.1.0", "df-pn+ with cost and h from an evaluation",
                                    "MIT"};

  [[nodiscard]] static const Schema<proof_number::Settings>& schema();
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const Game& game) { return proof_number::supported(game); }

  explicit DfPnPlus(const ParamValues& values) : ProofAgent(schema().read(values)) {}

  void new_game(const Game& game, Player seat, std::uint64_t seed) {
    ProofAgent::new_game(model::guided(guided_, settings().model, game), seat, seed);
  }

 private:
  std::unique_ptr<model::GuidedGame> guided_;
};

}  // namespace ludex::agents::df_pn_plus
