#include "agents/df-pn-plus/df_pn_plus.hpp"

#include "agents/common/proof-number/settings.hpp"

namespace ludex::agents::df_pn_plus {

const Schema<proof_number::Settings>& DfPnPlus::schema() {
  using proof_number::Settings;
  using namespace proof_number::declare;
  static const Schema<Settings> made(
      [](Schema<Settings>& s) {
        memory(s);
        verify(s);
        init(s);
        sigmoid(s);
        cost(s);
        unit(s);
        epsilon(s);
        weak(s);
        low_memory(s);
        ties(s);
        order(s);
        widening(s);
        widen_sum(s);
        deep(s);
        shuffle(s);
        fallback(s);
        job(s);
        model_file(s);
      },
      {.memory_mib = 64,
       .init = proof_number::Init::kEvaluation,
       .unit = 10,
       .b0 = 1.00,
       .b1 = 0.493,
       .c0 = 2.80,
       .c1 = -0.027,
       .mobility = 0.5,
       .cost = -1,
       .epsilon = 0.25});
  return made;
}

}  // namespace ludex::agents::df_pn_plus
