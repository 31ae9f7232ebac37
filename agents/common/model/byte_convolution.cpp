#include "agents/common/model/byte_convolution.hpp"

#include <algorithm>

#include "core/util/vectors.hpp"

namespace ludex::agents::model {
namespace {

#if LUDEX_HAS_AVX512_LANES
namespace vnni {
using namespace vectors::vnni_lanes;
// As many sums as the registers hold.
constexpr std::size_t kMostSums = 20;
#define LUDEX_TARGET LUDEX_TARGET_VNNI
#include "agents/common/model/byte_convolution.inc"
#undef LUDEX_TARGET
}  // namespace vnni
#endif

namespace plain {
using namespace vectors::byte_lanes;
constexpr std::size_t kMostSums = 8;
#define LUDEX_TARGET
#include "agents/common/model/byte_convolution.inc"
#undef LUDEX_TARGET
}  // namespace plain

}  // namespace

void convolve(const ByteConvolution& c, [[maybe_unused]] ByteVectors widest) noexcept {
#if LUDEX_HAS_AVX512_LANES
  static const bool has = vectors::has_vnni();
  if (has && widest == ByteVectors::kAvx512) return vnni::convolve_any(c);
#endif
  plain::convolve_any(c);
}

}  // namespace ludex::agents::model
