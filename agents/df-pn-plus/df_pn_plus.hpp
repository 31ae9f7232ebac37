// df-pn+: df-pn with cost and h (Nagai & Imai, "Application of df-pn+ to Othello endgames", 1999). README.md
// has the idea, the parameters and the departures; its experiments are in agents/experiments, their results
// in arena/experiments/df-pn-plus.
#pragma once

#include <array>
#include <span>

#include "agents/common/proof-number/proof_agent.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/options.hpp"
#include "core/util/offers.hpp"

namespace ludex::agents::df_pn_plus {

class DfPnPlus : public proof_number::ProofAgent<proof_number::DfPnEngine> {
 public:
  using Offers = Extensions<ChoosesGames, ProofAgent::Offers>;
  static constexpr PluginInfo kInfo{"df-pn-plus", "1.0.0", "df-pn+ with cost and h from an evaluation",
                                    "MIT"};

  static std::span<const ParamSpec> parameters() {
    namespace schema = proof_number::schema;
    static const std::array specs{
        schema::memory("64"),
        schema::verify(),
        schema::init("evaluation"),
        schema::b0("1.00"),
        schema::b1("0.493"),
        schema::c0("2.80"),
        schema::c1("-0.027"),
        schema::stage(),
        schema::h_table(),
        schema::h_mobility("0.5"),
        schema::cost("-1"),
        schema::unit("10"),
        schema::epsilon("0.25"),
        schema::weak(),
        schema::low_memory(),
        schema::ties(),
        schema::order(),
        schema::widen_base(),
        schema::widen_fraction(),
        schema::widen_sum(),
        schema::deep_e(),
        schema::deep_d(),
        schema::shuffle(),
        schema::fallback(),
        schema::share(),
        schema::job(),
    };
    return specs;
  }
  static Result<void> supports(const Game& game) { return proof_number::supported(game); }

  explicit DfPnPlus(const ParamValues& values)
      : ProofAgent(proof_number::read_settings(values, parameters())) {}
};

}  // namespace ludex::agents::df_pn_plus
