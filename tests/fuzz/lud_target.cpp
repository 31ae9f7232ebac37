// The libFuzzer targets of descriptions (.lud): bytes are read as a text, and now and then random trees of
// ludemes are put in their place. fuzz_lud_text makes games of them and plays these, fuzz_lud_parser reads
// and expands.
#include <algorithm>
#include <cstring>
#include <string>

#include "tests/fuzz/libfuzzer.hpp"
#include "tests/fuzz/lud_trees.hpp"

LUDEX_FUZZ_ENTRY int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return ludex::tests::fuzz::judge("lud", data, size,
                                   [](const std::string& text) { return LUDEX_FUZZ_LUD(text); });
}

LUDEX_FUZZ_ENTRY std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                                     std::size_t max_size, unsigned seed) {
  if (seed % 64 != 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string text = ludex::tests::fuzz::LudemeTrees(seed).game();
  const std::size_t used = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), used);
  return used;
}
