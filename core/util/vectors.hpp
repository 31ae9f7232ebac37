// Vectors of numbers: AVX2 where the build has it, else the compiler's vectors of 16 bytes (SSE2, NEON). All
// give the same numbers. With instructions.hpp this is all that depends on the processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#define LUDEX_AVX2 1
#else
#define LUDEX_AVX2 0
#endif

namespace ludex::vectors {

template <class T>
[[nodiscard]] inline T read(const void* from) noexcept {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

#if LUDEX_AVX2

// Eight floats.
using Floats = __m256;

[[nodiscard]] inline Floats load(const float* from) noexcept {
  return _mm256_loadu_ps(from);
}
inline void store(float* to, const Floats& x) noexcept {
  _mm256_storeu_ps(to, x);
}
[[nodiscard]] inline Floats all(float x) noexcept {
  return _mm256_set1_ps(x);
}
[[nodiscard]] inline Floats larger(const Floats& x, const Floats& y) noexcept {
  return _mm256_max_ps(x, y);
}
[[nodiscard]] inline Floats sum(const Floats& x, const Floats& y) noexcept {
  return _mm256_add_ps(x, y);
}
[[nodiscard]] inline Floats product(const Floats& x, const Floats& y) noexcept {
  return _mm256_mul_ps(x, y);
}
[[nodiscard]] inline Floats quotient(const Floats& x, const Floats& y) noexcept {
  return _mm256_div_ps(x, y);
}
[[nodiscard]] inline Floats root(const Floats& x) noexcept {
  return _mm256_sqrt_ps(x);
}
// Bit i: element i of both is the same.
[[nodiscard]] inline std::uint32_t where_equal(const Floats& x, const Floats& y) noexcept {
  return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(x, y, _CMP_EQ_OQ)));
}
[[nodiscard]] inline float largest(const Floats& x) noexcept {
  __m128 half = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
  half = _mm_max_ps(half, _mm_movehl_ps(half, half));
  return _mm_cvtss_f32(_mm_max_ss(half, _mm_movehdup_ps(half)));
}
// Bit i: element i is the largest, or one of several.
[[nodiscard]] inline std::uint32_t where_largest(const Floats& x) noexcept {
  __m256 top = _mm256_max_ps(x, _mm256_permute2f128_ps(x, x, 1));
  top = _mm256_max_ps(top, _mm256_permute_ps(top, 0b01'00'11'10));
  top = _mm256_max_ps(top, _mm256_permute_ps(top, 0b10'11'00'01));
  return where_equal(x, top);
}

// q * (x * q + k), with x the double at the beginning and q the float at byte 12 of four objects from `low`
// on and four from `high` on.
template <class T>
[[nodiscard]] inline Floats scores_of_eight(const T* low, const T* high, float k) noexcept {
  const auto pair = [](const T* a, const T* b) {
    const auto* const first = reinterpret_cast<const double*>(a);
    const auto* const second = reinterpret_cast<const double*>(b);
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(first)), _mm_loadu_pd(second), 1);
  };
  const __m256d a = pair(low, low + 2);
  const __m256d b = pair(low + 1, low + 3);
  const __m256d c = pair(high, high + 2);
  const __m256d d = pair(high + 1, high + 3);
  const __m128 low_x = _mm256_cvtpd_ps(_mm256_unpacklo_pd(a, b));
  const __m128 high_x = _mm256_cvtpd_ps(_mm256_unpacklo_pd(c, d));
  const __m256 x = _mm256_insertf128_ps(_mm256_castps128_ps256(low_x), high_x, 1);
  const __m256 mixed = _mm256_shuffle_ps(_mm256_castpd_ps(_mm256_unpackhi_pd(a, b)),
                                         _mm256_castpd_ps(_mm256_unpackhi_pd(c, d)), 0b11'01'11'01);
  const __m256 q = _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(mixed), 0b11'01'10'00));
  return _mm256_mul_ps(q, _mm256_add_ps(_mm256_mul_ps(x, q), _mm256_set1_ps(k)));
}

// A set of numbers below kSize, in a register: in memory each insertion would wait for the one before.
class SmallSet {
 public:
  static constexpr std::uint32_t kSize = 256;
  // A shift by 64 or more, for a word that does not hold the number, yields 0.
  void add(std::uint32_t number) noexcept {
    const __m256i above = _mm256_sub_epi64(_mm256_set1_epi64x(number), _mm256_setr_epi64x(0, 64, 128, 192));
    words_ = _mm256_or_si256(words_, _mm256_sllv_epi64(_mm256_set1_epi64x(1), above));
  }
  // The numbers below 256 that are not members, as four words.
  void write_complement(std::uint64_t* out) const noexcept {
    const __m256i others = _mm256_xor_si256(words_, _mm256_set1_epi64x(-1));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), others);
  }

 private:
  __m256i words_ = _mm256_setzero_si256();
};

#else

using Quarter [[gnu::vector_size(16)]] = float;
struct Floats {
  Quarter low;
  Quarter high;
};

namespace detail {
using Marks [[gnu::vector_size(16)]] = std::int32_t;
[[nodiscard]] inline std::uint32_t bits_of(const Marks& marks) noexcept {
#if defined(__SSE2__)
  return static_cast<std::uint32_t>(__builtin_ia32_movmskps(reinterpret_cast<Quarter>(marks)));
#else
  const Marks bits = marks & Marks{1, 2, 4, 8};
  return static_cast<std::uint32_t>((bits[0] | bits[1]) | (bits[2] | bits[3]));
#endif
}
[[nodiscard]] inline float larger(float x, float y) noexcept {
  return x > y ? x : y;
}
}  // namespace detail

[[nodiscard]] inline Floats load(const float* from) noexcept {
  return {read<Quarter>(from), read<Quarter>(from + 4)};
}
inline void store(float* to, const Floats& x) noexcept {
  std::memcpy(to, &x, sizeof x);
}
[[nodiscard]] inline Floats all(float x) noexcept {
  const Quarter four = {x, x, x, x};
  return {four, four};
}
[[nodiscard]] inline Floats sum(const Floats& x, const Floats& y) noexcept {
  return {x.low + y.low, x.high + y.high};
}
[[nodiscard]] inline Floats product(const Floats& x, const Floats& y) noexcept {
  return {x.low * y.low, x.high * y.high};
}
[[nodiscard]] inline Floats quotient(const Floats& x, const Floats& y) noexcept {
  return {x.low / y.low, x.high / y.high};
}
[[nodiscard]] inline Floats root(const Floats& x) noexcept {
  Floats roots = x;
  for (int i = 0; i < 4; ++i) {
    roots.low[i] = __builtin_sqrtf(x.low[i]);
    roots.high[i] = __builtin_sqrtf(x.high[i]);
  }
  return roots;
}
[[nodiscard]] inline Floats larger(const Floats& x, const Floats& y) noexcept {
  return {x.low > y.low ? x.low : y.low, x.high > y.high ? x.high : y.high};
}
[[nodiscard]] inline std::uint32_t where_equal(const Floats& x, const Floats& y) noexcept {
  return detail::bits_of(x.low == y.low) | detail::bits_of(x.high == y.high) << 4;
}
[[nodiscard]] inline float largest(const Floats& x) noexcept {
  const Quarter four = x.low > x.high ? x.low : x.high;
  return detail::larger(detail::larger(four[0], four[1]), detail::larger(four[2], four[3]));
}
[[nodiscard]] inline std::uint32_t where_largest(const Floats& x) noexcept {
  return where_equal(x, all(largest(x)));
}
template <class T>
[[nodiscard]] inline Floats scores_of_eight(const T* low, const T* high, float k) noexcept {
  const auto four = [k](const T* from) {
    Quarter x;
    Quarter q;
    for (int i = 0; i < 4; ++i) {
      const auto* const bytes = reinterpret_cast<const char*>(from + i);
      x[i] = static_cast<float>(read<double>(bytes));
      q[i] = read<float>(bytes + 12);
    }
    return q * (x * q + k);
  };
  return {four(low), four(high)};
}

// As above, in four registers.
class SmallSet {
 public:
  static constexpr std::uint32_t kSize = 256;
  void add(std::uint32_t number) noexcept {
    for (std::uint32_t i = 0; i < 4; ++i)
      words_[i] |= std::uint64_t{number / 64 == i ? 1U : 0U} << (number % 64);
  }
  void write_complement(std::uint64_t* out) const noexcept {
    for (std::uint32_t i = 0; i < 4; ++i) out[i] = ~words_[i];
  }

 private:
  std::uint64_t words_[4] = {};
};

#endif

// Sixteen characters.
class Bytes {
 public:
  [[nodiscard]] static Bytes load(const char* from) noexcept { return Bytes(read<Vector>(from)); }
  [[nodiscard]] Bytes with(char bits) const noexcept { return Bytes(bytes_ | bits); }
  // Bit i: character i is c.
  [[nodiscard]] std::uint32_t where(char c) const noexcept {
    const Vector equal = bytes_ == c;
#if defined(__SSE2__)
    using Characters [[gnu::vector_size(16)]] = char;
    return static_cast<std::uint32_t>(__builtin_ia32_pmovmskb128(reinterpret_cast<Characters>(equal)));
#else
    // Bit i of byte i of each half; the product adds up the bytes in its highest one.
    using Halves [[gnu::vector_size(16)]] = std::uint64_t;
    const Halves bits = reinterpret_cast<Halves>(equal) & 0x8040201008040201ULL;
    const Halves sums = bits * 0x0101010101010101ULL >> 56;
    return static_cast<std::uint32_t>(sums[0] | sums[1] << 8);
#endif
  }

 private:
  using Vector [[gnu::vector_size(16)]] = signed char;
  explicit Bytes(const Vector& bytes) noexcept : bytes_(bytes) {}
  Vector bytes_;
};

// Networks include the same code for each kind of lanes: kWidth floats, or kWidth sums of four products of
// bytes. A fused multiply-add is rounded once, so all kinds give the same numbers.
#if LUDEX_AVX2
#define LUDEX_HAS_AVX512_LANES 1
[[nodiscard]] inline bool has_avx512() noexcept {
  static const bool has = __builtin_cpu_supports("avx512f") != 0;
  return has;
}
[[nodiscard]] inline bool has_vnni() noexcept {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vnni") != 0;
}
// Functions for processors that have it, whatever the build is for.
#define LUDEX_TARGET_AVX512 [[gnu::target("avx512f")]]
#define LUDEX_TARGET_VNNI [[gnu::target("avx512f,avx512vnni")]]

namespace avx512_lanes {
using Lanes = __m512;
inline constexpr std::size_t kWidth = 16;
LUDEX_TARGET_AVX512 inline void load(Lanes& to, const float* from) noexcept {
  to = _mm512_loadu_ps(from);
}
LUDEX_TARGET_AVX512 inline void store(float* to, const Lanes& from) noexcept {
  _mm512_storeu_ps(to, from);
}
LUDEX_TARGET_AVX512 inline void add_product(Lanes& sum, float x, const Lanes& y) noexcept {
  sum = _mm512_fmadd_ps(_mm512_set1_ps(x), y, sum);
}
}  // namespace avx512_lanes

namespace vnni_lanes {
using Sums = __m512i;
using Weights = __m512i;
inline constexpr std::size_t kWidth = 16;
LUDEX_TARGET_VNNI inline void load_weights(Weights& to, const std::int8_t* from) noexcept {
  to = _mm512_load_si512(from);
}
LUDEX_TARGET_VNNI inline void add_products(Sums& sum, const std::uint8_t* four,
                                           const Weights& weights) noexcept {
  sum = _mm512_dpbusd_epi32(sum, _mm512_set1_epi32(read<std::int32_t>(four)), weights);
}
LUDEX_TARGET_VNNI inline void store_sums(std::int32_t* to, const Sums& from) noexcept {
  _mm512_storeu_si512(to, from);
}
}  // namespace vnni_lanes
#else
#define LUDEX_HAS_AVX512_LANES 0
#endif

// Those of the build.
namespace lanes {
#if LUDEX_AVX2
using Lanes = __m256;
inline constexpr std::size_t kWidth = 8;
inline void load(Lanes& to, const float* from) noexcept {
  to = _mm256_loadu_ps(from);
}
inline void store(float* to, const Lanes& from) noexcept {
  _mm256_storeu_ps(to, from);
}
inline void add_product(Lanes& sum, float x, const Lanes& y) noexcept {
  sum = _mm256_fmadd_ps(_mm256_set1_ps(x), y, sum);
}
#elif defined(__aarch64__)
using Lanes [[gnu::vector_size(16)]] = float;
inline constexpr std::size_t kWidth = 4;
inline void load(Lanes& to, const float* from) noexcept {
  to = read<Lanes>(from);
}
inline void store(float* to, const Lanes& from) noexcept {
  std::memcpy(to, &from, sizeof from);
}
inline void add_product(Lanes& sum, float x, const Lanes& y) noexcept {
  for (int i = 0; i < 4; ++i) sum[i] = __builtin_fmaf(x, y[i], sum[i]);
}
#else
using Lanes = float;
inline constexpr std::size_t kWidth = 1;
inline void load(Lanes& to, const float* from) noexcept {
  to = *from;
}
inline void store(float* to, const Lanes& from) noexcept {
  *to = from;
}
inline void add_product(Lanes& sum, float x, const Lanes& y) noexcept {
  sum = __builtin_fmaf(x, y, sum);
}
#endif
}  // namespace lanes

namespace byte_lanes {
#if LUDEX_AVX2
using Sums = __m256i;
using Weights = __m256i;
inline constexpr std::size_t kWidth = 8;
inline void load_weights(Weights& to, const std::int8_t* from) noexcept {
  to = _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
}
// Two products of at most 127 * 127 each fit into 16 bits.
inline void add_products(Sums& sum, const std::uint8_t* four, const Weights& weights) noexcept {
  const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi32(read<std::int32_t>(four)), weights);
  sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}
inline void store_sums(std::int32_t* to, const Sums& from) noexcept {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), from);
}
#else
using Sums = std::int32_t;
struct Weights {
  std::int8_t four[4];
};
inline constexpr std::size_t kWidth = 1;
inline void load_weights(Weights& to, const std::int8_t* from) noexcept {
  to = read<Weights>(from);
}
inline void add_products(Sums& sum, const std::uint8_t* four, const Weights& weights) noexcept {
  for (std::size_t i = 0; i < 4; ++i) sum += four[i] * weights.four[i];
}
inline void store_sums(std::int32_t* to, const Sums& from) noexcept {
  *to = from;
}
#endif
}  // namespace byte_lanes

}  // namespace ludex::vectors
