#include "agents/df-pn/df_pn.hpp"

#include "agents/common/proof-number/settings.hpp"

namespace ludex::agents::df_pn {

const Schema<proof_number::Settings>& DfPn::schema() {
  using proof_number::Settings;
  using namespace proof_number::declare;
  static const Schema<Settings> made(
      [](Schema<Settings>& s) {
        memory(s);
        verify(s);
        init(s);
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
      },
      {.memory_mib = 64});
  return made;
}

}  // namespace ludex::agents::df_pn
