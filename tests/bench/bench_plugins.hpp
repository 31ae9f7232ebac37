// Plug-ins as a host gets them, and two bodies of work timed against each other.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <dlfcn.h>

#include "core/abi/params.hpp"
#include "core/abi/text.hpp"
#include "core/agent/agent.hpp"
#include "core/game/game.hpp"
#include "core/plugin/entry.hpp"
#include "core/util/clock.hpp"

namespace ludex::bench {

[[noreturn]] inline void die(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

struct Destroy {
  template <class Owned>
  void operator()(Owned* owned) const noexcept {
    owned->destroy();
  }
};
using OwnedGame = std::unique_ptr<Game, Destroy>;
using OwnedAgent = std::unique_ptr<Agent, Destroy>;

// What the plug-in's factory makes. Libraries are never closed.
template <class Factory>
[[nodiscard]] auto load_from(const std::filesystem::path& library, const std::vector<ParamText>& params) {
  void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) die(dlerror());
  const auto* const entry = static_cast<const PluginEntry*>(dlsym(handle, kPluginSymbol));
  if (entry == nullptr) die(dlerror());
  const auto* const factory = static_cast<const Factory*>(entry->factory(Factory::kInterface));
  if (factory == nullptr) die(library.string() + " is of another kind");
  StringSink error;
  auto* const made = factory->create(params.data(), static_cast<std::uint32_t>(params.size()), error);
  if (made == nullptr) die(error.text());
  return made;
}
[[nodiscard]] inline OwnedGame load(const std::filesystem::path& library,
                                    const std::vector<ParamText>& params) {
  return OwnedGame(load_from<GameFactory>(library, params));
}

// Runs both alternately and prints the median of the ratios of CPU time, the first over the second. `unit` is
// what one call of either does `work` times.
template <class A, class B>
double compare(const std::string& name, const char* unit, double work, const char* first, A&& a,
               const char* second, B&& b) {
  constexpr int kRepetitions = 15;
  std::vector<double> ratios;
  double best_a = 1e30;
  double best_b = 1e30;
  const auto timed = [](auto& body) {
    const std::int64_t began = thread_cpu_ns();
    body();
    return static_cast<double>(thread_cpu_ns() - began) * 1e-9;
  };
  for (int i = 0; i < kRepetitions; ++i) {
    const double time_a = timed(a);
    const double time_b = timed(b);
    ratios.push_back(time_a / time_b);
    best_a = std::min(best_a, time_a);
    best_b = std::min(best_b, time_b);
  }
  std::nth_element(ratios.begin(), ratios.begin() + kRepetitions / 2, ratios.end());
  const double median = ratios[kRepetitions / 2];
  std::printf("%-24s %s %11.0f %s/s   %s %11.0f %s/s   ratio %.3f\n", name.c_str(), first, work / best_a,
              unit, second, work / best_b, unit, median);
  std::fflush(stdout);
  return median;
}

// The folder of the plug-ins: the argument, else beside this executable's folder.
inline std::filesystem::path plugin_folder(int argc, char** argv) {
  if (argc > 1) return argv[1];
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "plugins";
}

}  // namespace ludex::bench
