// An agent's own experiments (extension ludex.draft.study/1): training, comparisons, measurements that only
// the agent can make of itself, run by `ludex experiment`. Asked for through Agent::extension; the discipline
// is that of Agent.
#pragma once

#include <array>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/abi/params.hpp"
#include "core/abi/types.hpp"
#include "core/agent/budget.hpp"
#include "core/game/game.hpp"

namespace ludex {

class Study {
 public:
  static constexpr const char* kId = "ludex.draft.study/1";

  // The experiments, one a line: name, a blank, what it does. Static lifetime.
  [[nodiscard]] virtual const char* list() const noexcept = 0;
  // Runs one and writes its result, as text, to `out`. `positions` are states of `game` to work on, `count`
  // of them (0: the experiment's own choice); `values` its settings. Blocks; ends early when *stop becomes
  // non-zero.
  virtual Status run(const char* name, const Game* game, const State* const* positions, std::uint32_t count,
                     const ParamText* values, std::uint32_t value_count, const std::uint32_t* stop,
                     TextSink& out, TextSink& error) noexcept = 0;

 protected:
  ~Study() = default;
};

// What an agent's author writes, found by its presence:
//   static constexpr const char* kStudies;
//   void study(std::string_view name, const StudyTask&, TextSink& out)      may throw
struct StudyTask {
  const Game& game;
  const State* const* positions;
  std::uint32_t count;
  const ParamText* values;
  std::uint32_t value_count;
  const std::uint32_t* stop;

  [[nodiscard]] bool stopped() const noexcept {
    return stop != nullptr && __atomic_load_n(stop, __ATOMIC_RELAXED) != 0;
  }
  // Throws std::runtime_error with a readable message.
  [[nodiscard]] ParamValues settings(std::span<const ParamSpec> specs) const {
    auto resolved = ParamValues::resolve(specs, {values, value_count});
    if (!resolved) throw std::runtime_error(resolved.error());
    return std::move(*resolved);
  }
};

// As std::printf; any length.
[[gnu::format(printf, 2, 3)]] inline void print(TextSink& out, const char* format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  std::array<char, 256> brief;
  const int n = std::vsnprintf(brief.data(), brief.size(), format, list);
  const std::size_t size = n < 0 ? 0 : static_cast<std::size_t>(n);
  if (size < brief.size()) {
    out.write(brief.data(), size);
  } else {
    std::string text(size, '\0');
    std::vsnprintf(text.data(), size + 1, format, again);
    out.write(text.data(), size);
  }
  va_end(again);
  va_end(list);
}

}  // namespace ludex
