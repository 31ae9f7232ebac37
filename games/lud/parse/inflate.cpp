// Deflate (RFC 1951), the decoding half.
#include <algorithm>
#include <array>

#include "games/lud/parse/archive.hpp"

namespace ludex::games::lud {

namespace {

struct Corrupt {};

class Bits {
 public:
  explicit Bits(std::string_view text) : text_(text) {}
  std::uint32_t take(int n) {
    while (have_ < n) {
      if (at_ == text_.size()) throw Corrupt();
      bits_ |= static_cast<std::uint32_t>(static_cast<unsigned char>(text_[at_++])) << have_;
      have_ += 8;
    }
    const std::uint32_t value = bits_ & ((1U << n) - 1);
    bits_ >>= n;
    have_ -= n;
    return value;
  }
  void to_byte() { take(have_ % 8); }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t bits_ = 0;
  int have_ = 0;
};

// A canonical Huffman code by the lengths of its words (section 3.2.2): how many words each length has, and
// the symbols in the order of their words.
class Code {
 public:
  explicit Code(const std::vector<int>& lengths) {
    for (const int length : lengths) ++count_[static_cast<std::size_t>(length)];
    count_[0] = 0;
    int free = 1;
    for (std::size_t length = 1; length < count_.size(); ++length) {
      free = 2 * free - count_[length];
      if (free < 0) throw Corrupt();
    }
    std::array<int, 17> next{};
    for (std::size_t length = 1; length < count_.size(); ++length)
      next[length + 1] = next[length] + count_[length];
    symbols_.resize(lengths.size());
    for (std::size_t s = 0; s < lengths.size(); ++s) {
      if (lengths[s] != 0)
        symbols_[static_cast<std::size_t>(next[static_cast<std::size_t>(lengths[s])]++)] =
            static_cast<int>(s);
    }
  }
  int read(Bits& bits) const {
    int word = 0;
    int first = 0;
    int index = 0;
    for (std::size_t length = 1; length < count_.size(); ++length) {
      word |= static_cast<int>(bits.take(1));
      if (word - first < count_[length]) return symbols_[static_cast<std::size_t>(index + word - first)];
      index += count_[length];
      first = (first + count_[length]) << 1;
      word <<= 1;
    }
    throw Corrupt();
  }

 private:
  std::array<int, 16> count_{};
  std::vector<int> symbols_;
};

// Section 3.2.5: lengths and distances by their symbols.
constexpr int kLength[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                           31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr int kLengthBits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                               2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr int kDistance[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                             33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                             1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr int kDistanceBits[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

void copy_block(Bits& bits, const Code& literals, const Code& distances, std::size_t size, std::string& out) {
  for (;;) {
    const int symbol = literals.read(bits);
    if (symbol == 256) return;
    if (symbol < 256) {
      if (out.size() >= size) throw Corrupt();
      out += static_cast<char>(symbol);
      continue;
    }
    const auto l = static_cast<std::size_t>(symbol - 257);
    if (l >= std::size(kLength)) throw Corrupt();
    const auto length = static_cast<std::size_t>(kLength[l]) + bits.take(kLengthBits[l]);
    const auto d = static_cast<std::size_t>(distances.read(bits));
    if (d >= std::size(kDistance)) throw Corrupt();
    const auto back = static_cast<std::size_t>(kDistance[d]) + bits.take(kDistanceBits[d]);
    if (back > out.size() || length > size - out.size()) throw Corrupt();
    for (std::size_t k = 0; k < length; ++k) out += out[out.size() - back];
  }
}

void fixed_block(Bits& bits, std::size_t size, std::string& out) {
  std::vector<int> lengths(288, 8);
  std::fill(lengths.begin() + 144, lengths.begin() + 256, 9);
  std::fill(lengths.begin() + 256, lengths.begin() + 280, 7);
  copy_block(bits, Code(lengths), Code(std::vector<int>(30, 5)), size, out);
}

void dynamic_block(Bits& bits, std::size_t size, std::string& out) {
  constexpr std::size_t kOrder[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  const std::size_t literals = bits.take(5) + 257;
  const std::size_t distances = bits.take(5) + 1;
  const std::size_t codes = bits.take(4) + 4;
  std::vector<int> of_lengths(19, 0);
  for (std::size_t k = 0; k < codes; ++k) of_lengths[kOrder[k]] = static_cast<int>(bits.take(3));
  const Code code(of_lengths);
  std::vector<int> lengths;
  while (lengths.size() < literals + distances) {
    const int symbol = code.read(bits);
    if (symbol < 16) {
      lengths.push_back(symbol);
      continue;
    }
    if (symbol == 16 && lengths.empty()) throw Corrupt();
    const int value = symbol == 16 ? lengths.back() : 0;
    const std::size_t times = symbol == 16   ? bits.take(2) + 3
                              : symbol == 17 ? bits.take(3) + 3
                                             : bits.take(7) + 11;
    lengths.insert(lengths.end(), times, value);
  }
  if (lengths.size() != literals + distances) throw Corrupt();
  const auto cut = lengths.begin() + static_cast<std::ptrdiff_t>(literals);
  copy_block(bits, Code({lengths.begin(), cut}), Code({cut, lengths.end()}), size, out);
}

}  // namespace

Result<std::string> inflate(std::string_view packed, std::size_t size) {
  std::string out;
  out.reserve(std::min(size, kMaxMember));
  try {
    Bits bits(packed);
    for (bool last = false; !last;) {
      last = bits.take(1) == 1;
      const std::uint32_t kind = bits.take(2);
      if (kind == 0) {
        bits.to_byte();
        const std::uint32_t length = bits.take(16);
        if (bits.take(16) != (~length & 0xFFFFU) || length > size - out.size()) throw Corrupt();
        for (std::uint32_t k = 0; k < length; ++k) out += static_cast<char>(bits.take(8));
      } else if (kind == 1) {
        fixed_block(bits, size, out);
      } else if (kind == 2) {
        dynamic_block(bits, size, out);
      } else {
        throw Corrupt();
      }
    }
  } catch (const Corrupt&) {
    return Error{"the deflated data are damaged"};
  }
  if (out.size() != size) return Error{"the deflated data are damaged"};
  return out;
}

}  // namespace ludex::games::lud
