// The libFuzzer target of one kind of text: LUDEX_FUZZ_FORMAT is its name in LUDEX_FUZZ_FORMATS
// (text_formats), whose seeds it begins with.
#include <cstdlib>

#include "tests/fuzz/libfuzzer.hpp"
#include "tests/fuzz/text_formats.hpp"

#ifndef LUDEX_FUZZ_FORMATS
#define LUDEX_FUZZ_FORMATS text_formats
#endif

namespace {

using namespace ludex::tests::fuzz;

const TextFormat& format() {
  static const TextFormat& found = [&]() -> const TextFormat& {
    for (const TextFormat& any : LUDEX_FUZZ_FORMATS()) {
      if (any.name == LUDEX_FUZZ_FORMAT) return any;
    }
    std::abort();
  }();
  return found;
}

}  // namespace

LUDEX_FUZZ_ENTRY int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return judge(format().name, data, size, format().check);
}

// Seeds anew.
LUDEX_FUZZ_ENTRY std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                                     std::size_t max_size, unsigned seed) {
  return mutate_text(data, size, max_size, seed, [](ludex::Rng& rng) {
    const auto& seeds = format().seeds;
    return seeds[rng.below(static_cast<std::uint32_t>(seeds.size()))];
  });
}
