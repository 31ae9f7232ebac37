// The libFuzzer target of one kind of text: LUDEX_FUZZ_FORMAT is its name in text_formats.cpp, whose seeds it
// begins with.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "core/util/rng.hpp"
#include "tests/fuzz/subject.hpp"
#include "tests/fuzz/text_formats.hpp"

namespace {

using namespace ludex::tests::fuzz;

const TextFormat& format() {
  static const TextFormat& found = [&]() -> const TextFormat& {
    for (const TextFormat& any : text_formats()) {
      if (any.name == LUDEX_FUZZ_FORMAT) return any;
    }
    std::abort();
  }();
  return found;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                                                             std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try {
    static_cast<void>(format().check(bytes));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "VIOLATION in %s: %s\n%s\n", LUDEX_FUZZ_FORMAT, e.what(), bytes.c_str());
    std::abort();
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

// Now and then a seed anew, or a slip that keeps a text nearly right.
extern "C" __attribute__((visibility("default"))) std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data,
                                                                                      std::size_t size,
                                                                                      std::size_t max_size,
                                                                                      unsigned seed) {
  ludex::Rng rng = ludex::Rng::seeded(seed);
  const std::uint32_t choice = rng.below(16);
  if (choice >= 8) return LLVMFuzzerMutate(data, size, max_size);
  std::string text(reinterpret_cast<const char*>(data), size);
  if (choice == 0) {
    const auto& seeds = format().seeds;
    text = seeds[rng.below(static_cast<std::uint32_t>(seeds.size()))];
  } else {
    misspell(text, rng);
  }
  text.resize(std::min(text.size(), max_size));
  std::copy(text.begin(), text.end(), data);
  return text.size();
}
