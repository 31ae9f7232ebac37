// The libFuzzer target of one game: LUDEX_FUZZ_PLUGIN is the path of its plug-in, which is loaded as a host
// would.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include <dlfcn.h>

#include "core/plugin/entry.hpp"
#include "tests/fuzz/check_text.hpp"

namespace {

using namespace ludex::tests::fuzz;

const ludex::PluginEntry& entry() {
  void* const handle = dlopen(LUDEX_FUZZ_PLUGIN, RTLD_NOW | RTLD_LOCAL);
  void* const symbol = handle != nullptr ? dlsym(handle, ludex::kPluginSymbol) : nullptr;
  if (symbol == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::abort();
  }
  return *static_cast<const ludex::PluginEntry*>(symbol);
}

const Subject& subject() {
  static const Subject subject(entry(), LUDEX_FUZZ_DIR);
  return subject;
}

}  // namespace

// Before the first input, so that the coverage of the plug-in counts from the beginning.
extern "C" __attribute__((visibility("default"))) int LLVMFuzzerInitialize(int*, char***) {
  static_cast<void>(subject());
  return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" __attribute__((visibility("default"))) int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                                                             std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    static_cast<void>(check_input(subject(), bytes));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "VIOLATION in %s: %s\n%.*s\n", subject().id().c_str(), e.what(),
                 static_cast<int>(size), bytes.data());
    std::abort();
  }
  return 0;
}

// Besides libFuzzer's own mutations: positions of random games, which bytes alone would hardly reach, and
// slips that keep a text nearly right.
extern "C" __attribute__((visibility("default"))) std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data,
                                                                                      std::size_t size,
                                                                                      std::size_t max_size,
                                                                                      unsigned seed) {
  ludex::Rng rng = ludex::Rng::seeded(seed);
  const std::uint32_t choice = rng.below(16);
  if (choice >= 8) return LLVMFuzzerMutate(data, size, max_size);
  std::string text(reinterpret_cast<const char*>(data), size);
  if (choice == 0) {
    text = random_input(subject(), rng);
  } else {
    for (std::uint32_t slips = 1 + rng.below(2); slips > 0; --slips) misspell(text, rng);
  }
  text.resize(std::min(text.size(), max_size));
  std::copy(text.begin(), text.end(), data);
  return text.size();
}
