// Convolutions over any board in integers of eight bits. The sums are exact, so all processors agree.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ludex::agents::model {

struct ByteConvolution {
  static constexpr std::size_t kGroup = 4;  // inputs whose products are added at once

  std::size_t channels;  // 16, 32 or 64, of input and output
  std::size_t taps;
  std::size_t rows;              // of the output
  const std::uint32_t* sources;  // [row][tap]: the row of the input
  const std::int8_t* kernel;     // [tap][group of inputs][output][input of the group], aligned to 64 bytes
  const std::uint8_t* in;        // [row][input], at most 127
  std::int32_t* out;             // [row][output]
};

// The widest instructions to use if the processor has them.
enum class ByteVectors : std::uint8_t { kAvx512, kNarrower };

// out[row] = sum over taps of kernel[tap] in[source].
void convolve(const ByteConvolution& c, ByteVectors widest = ByteVectors::kAvx512) noexcept;

}  // namespace ludex::agents::model
