#include "arena/model/sprt_test.hpp"

#include <cmath>

namespace ludex::arena {

double SprtTest::lower() const noexcept {
  return std::log(beta / (1 - alpha));
}
double SprtTest::upper() const noexcept {
  return std::log((1 - beta) / alpha);
}

SprtDecision SprtTest::decide(double llr) const noexcept {
  if (llr >= upper()) return SprtDecision::kAcceptH1;
  return llr <= lower() ? SprtDecision::kAcceptH0 : SprtDecision::kContinue;
}

}  // namespace ludex::arena
