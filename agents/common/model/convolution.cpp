#include "agents/common/model/convolution.hpp"

#include "core/util/vectors.hpp"

namespace ludex::agents::model {
namespace {

#if LUDEX_HAS_AVX512_LANES
namespace wide {
using namespace vectors::avx512_lanes;
#define LUDEX_TARGET LUDEX_TARGET_AVX512
#include "agents/common/model/convolution.inc"
#undef LUDEX_TARGET
}  // namespace wide
#endif

namespace plain {
using namespace vectors::lanes;
#define LUDEX_TARGET
#include "agents/common/model/convolution.inc"
#undef LUDEX_TARGET
}  // namespace plain

}  // namespace

void convolve(const Convolution& c) noexcept {
#if LUDEX_HAS_AVX512_LANES
  if (vectors::has_avx512()) return wide::convolve_any(c);
#endif
  plain::convolve_any(c);
}

void add_outer(const Convolution& c, float* kernel) noexcept {
#if LUDEX_HAS_AVX512_LANES
  if (vectors::has_avx512()) return wide::add_outer_any(c, kernel);
#endif
  plain::add_outer_any(c, kernel);
}

}  // namespace ludex::agents::model
