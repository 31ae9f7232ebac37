// The libFuzzer target of one game: LUDEX_FUZZ_PLUGIN is the path of its plug-in, which is loaded as a host
// would.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <dlfcn.h>

#include "core/plugin/entry.hpp"
#include "tests/fuzz/check_text.hpp"
#include "tests/fuzz/libfuzzer.hpp"

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
LUDEX_FUZZ_ENTRY int LLVMFuzzerInitialize(int*, char***) {
  static_cast<void>(subject());
  return 0;
}

LUDEX_FUZZ_ENTRY int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return judge(subject().id(), data, size,
               [](std::string_view bytes) { return check_input(subject(), bytes); });
}

// Positions of random games.
LUDEX_FUZZ_ENTRY std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                                     std::size_t max_size, unsigned seed) {
  return mutate_text(data, size, max_size, seed,
                     [](ludex::Rng& rng) { return random_input(subject(), rng); });
}
