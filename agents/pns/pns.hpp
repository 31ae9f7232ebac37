// pns: best-first proof-number search, and PN^2. README.md has the idea and the parameters.
#pragma once

#include <array>
#include <span>

#include "agents/common/proof-number/pns_search.hpp"
#include "agents/common/proof-number/proof_agent.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/options.hpp"
#include "core/util/offers.hpp"

namespace ludex::agents::pns {

class Pns : public proof_number::ProofAgent<proof_number::PnsEngine> {
 public:
  using Offers = Extensions<ChoosesGames, ProofAgent::Offers>;
  static constexpr PluginInfo kInfo{"pns", "1.0.0", "best-first proof-number search, PN^2", "MIT"};

  static std::span<const ParamSpec> parameters() {
    namespace schema = proof_number::schema;
    static const std::array specs{
        schema::memory("512"), schema::init("one"),  schema::unit("1"),        schema::weak(),
        schema::order(),       schema::widen_base(), schema::widen_fraction(), schema::deep_e(),
        schema::deep_d(),      schema::shuffle(),    schema::fallback(),       schema::share(),
        schema::pn2(),         schema::pn2_a(),      schema::pn2_b(),
    };
    return specs;
  }
  static Result<void> supports(const Game& game) { return proof_number::supported(game); }

  explicit Pns(const ParamValues& values) : ProofAgent(proof_number::read_settings(values, parameters())) {}
};

}  // namespace ludex::agents::pns
