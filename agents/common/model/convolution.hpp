// Convolutions over any board, in single precision. With AVX-512 or without, the numbers are the same.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ludex::agents::model {

struct Convolution {
  std::size_t channels;  // 16, 32 or 64, of input and output
  std::size_t taps;
  std::size_t rows;              // of the output
  const std::uint32_t* sources;  // [row][tap]: the row of the input
  const float* kernel;           // [tap][input][output]
  const float* bias;             // [output]
  const float* in;               // [row][input]
  float* out;                    // [row][output]
};

// out[row] = bias + sum over taps of kernel[tap] in[source].
void convolve(const Convolution& c) noexcept;
// Its gradient: kernel[tap] += sum over rows of the outer product of in[source] and out[row].
void add_outer(const Convolution& c, float* kernel) noexcept;

}  // namespace ludex::agents::model
