// What the libFuzzer targets have in common.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "core/util/rng.hpp"
#include "tests/fuzz/subject.hpp"

#define LUDEX_FUZZ_ENTRY extern "C" __attribute__((visibility("default")))

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace ludex::tests::fuzz {

// One input: what `check(bytes)` throws is a finding, and is shown with the input.
template <class Check>
int judge(std::string_view subject, const std::uint8_t* data, std::size_t size, const Check& check) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try {
    static_cast<void>(check(bytes));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "VIOLATION in %.*s: %s\n%s\n", static_cast<int>(subject.size()), subject.data(),
                 e.what(), bytes.c_str());
    std::abort();
  }
  return 0;
}

// Besides libFuzzer's own mutations: now and then `fresh(rng)`, a text that bytes alone would hardly reach,
// and slips that keep a text nearly right. The new size.
template <class Fresh>
std::size_t mutate_text(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed,
                        const Fresh& fresh) {
  Rng rng = Rng::seeded(seed);
  const std::uint32_t choice = rng.below(16);
  if (choice >= 8) return LLVMFuzzerMutate(data, size, max_size);
  std::string text(reinterpret_cast<const char*>(data), size);
  if (choice == 0) {
    text = fresh(rng);
  } else {
    for (std::uint32_t slips = 1 + rng.below(2); slips > 0; --slips) misspell(text, rng);
  }
  text.resize(std::min(text.size(), max_size));
  std::copy(text.begin(), text.end(), data);
  return text.size();
}

}  // namespace ludex::tests::fuzz
