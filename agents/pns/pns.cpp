#include "agents/pns/pns.hpp"

#include "agents/common/proof-number/settings.hpp"

namespace ludex::agents::pns {

const Schema<proof_number::Settings>& Pns::schema() {
  using proof_number::Settings;
  using namespace proof_number::declare;
  static const Schema<Settings> made(
      [](Schema<Settings>& s) {
        memory(s);
        init(s);
        unit(s);
        weak(s);
        order(s);
        widening(s);
        deep(s);
        shuffle(s);
        fallback(s);
        second_level(s);
      },
      {.memory_mib = 512});
  return made;
}

}  // namespace ludex::agents::pns
