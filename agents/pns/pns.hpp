// pns: best-first proof-number search, and PN^2. docs/reference/proof-number-notes.md has the formulas.
#pragma once

#include <span>

#include "agents/common/proof-number/pns_search.hpp"
#include "agents/common/proof-number/proof_agent.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/agent/options.hpp"
#include "core/util/offers.hpp"

namespace ludex::agents::pns {

class Pns : public proof_number::ProofAgent<proof_number::PnsEngine> {
 public:
  using Offers = Extensions<ChoosesGames, ProofAgent::Offers>;
  static constexpr PluginInfo kInfo{"pns", "1.0.0", "best-first proof-number search, PN^2", "MIT"};

  [[nodiscard]] static const Schema<proof_number::Settings>& schema();
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const Game& game) { return proof_number::supported(game); }

  explicit Pns(const ParamValues& values) : ProofAgent(schema().read(values)) {}
};

}  // namespace ludex::agents::pns
