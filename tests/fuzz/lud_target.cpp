// The libFuzzer targets of descriptions (.lud): bytes are read as a text, and now and then random trees of
// ludemes are put in their place. fuzz_lud_text makes games of them and plays these, fuzz_lud_parser reads
// and expands.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "tests/fuzz/lud_trees.hpp"

extern "C" __attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                                                             std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    static_cast<void>(LUDEX_FUZZ_LUD(text));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "VIOLATION: %s\n%s\n", e.what(), text.c_str());
    std::abort();
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" __attribute__((visibility("default"))) std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data,
                                                                                      std::size_t size,
                                                                                      std::size_t max_size,
                                                                                      unsigned int seed) {
  if (seed % 64 != 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string text = ludex::tests::fuzz::LudemeTrees(seed).game();
  const std::size_t used = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), used);
  return used;
}
