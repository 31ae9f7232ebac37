// df-pn: depth-first proof-number search (Nagai 1999). README.md has the idea and the parameters.
#pragma once

#include <array>
#include <span>

#include "agents/common/proof-number/proof_agent.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/options.hpp"
#include "core/util/offers.hpp"

namespace ludex::agents::df_pn {

class DfPn : public proof_number::ProofAgent<proof_number::DfPnEngine> {
 public:
  using Offers = Extensions<ChoosesGames, ProofAgent::Offers>;
  static constexpr PluginInfo kInfo{"df-pn", "1.0.0", "depth-first proof-number search", "MIT"};

  static std::span<const ParamSpec> parameters() {
    namespace schema = proof_number::schema;
    static const std::array specs{
        schema::memory("64"), schema::verify(),     schema::init("one"),      schema::unit("1"),
        schema::epsilon("0"), schema::weak(),       schema::low_memory(),     schema::ties(),
        schema::order(),      schema::widen_base(), schema::widen_fraction(), schema::widen_sum(),
        schema::deep_e(),     schema::deep_d(),     schema::shuffle(),        schema::fallback(),
        schema::share(),      schema::job(),
    };
    return specs;
  }
  static Result<void> supports(const Game& game) { return proof_number::supported(game); }

  explicit DfPn(const ParamValues& values) : ProofAgent(proof_number::read_settings(values, parameters())) {}
};

}  // namespace ludex::agents::df_pn
