// df-pn: depth-first proof-number search (Nagai 1999). docs/reference/proof-number-notes.md has what to know.
#pragma once

#include <span>

#include "agents/common/proof-number/proof_agent.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/agent/options.hpp"
#include "core/util/offers.hpp"

namespace ludex::agents::df_pn {

class DfPn : public proof_number::ProofAgent<proof_number::DfPnEngine> {
 public:
  using Offers = Extensions<ChoosesGames, ProofAgent::Offers>;
  static constexpr PluginInfo kInfo{"df-pn", "1.0.0", "depth-first proof-number search", "MIT"};

  [[nodiscard]] static const Schema<proof_number::Settings>& schema();
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const Game& game) { return proof_number::supported(game); }

  explicit DfPn(const ParamValues& values) : ProofAgent(schema().read(values)) {}
};

}  // namespace ludex::agents::df_pn
