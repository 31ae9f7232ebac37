// StudyShell<T>: turns a study written as an ordinary C++20 class into the binary interface of
// core/study/study.hpp.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/abi/plugin_info.hpp"
#include "core/abi/text.hpp"
#include "core/study/study.hpp"
#include "core/util/result.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex {

// Input of a study, checked against its needs.
struct StudyTask {
  const Game* game;  // null if the study needs none
  std::span<const State* const> positions;
  ParamValues values;
  std::string folder;
  const std::uint32_t* stop;

  [[nodiscard]] bool stopped() const noexcept { return stop_requested(stop); }
};

// A study as its author writes it. All methods may throw. Optional, detected by its presence:
//   static Result<void> supports(const StudyTask&)   why it cannot work with this; default: it can
template <class T>
concept StudyImplementation = requires(const StudyTask& task, TextSink& out) {
  { T::kInfo } -> std::convertible_to<PluginInfo>;
  { T::kNeeds } -> std::convertible_to<std::uint32_t>;
  { T::parameters() } -> std::convertible_to<std::span<const ParamSpec>>;
  // An error means that the run failed and has no result.
  { T::run(task, out) } -> std::same_as<Result<void>>;
};

template <StudyImplementation T>
class StudyShell final : public Study {
 public:
  [[nodiscard]] const ParamSpec* parameters(std::uint32_t* count) const noexcept override {
    const std::span<const ParamSpec> specs = T::parameters();
    *count = static_cast<std::uint32_t>(specs.size());
    return specs.data();
  }
  [[nodiscard]] std::uint32_t needs() const noexcept override { return T::kNeeds; }
  Status run(const Game* game, const State* const* positions, std::uint32_t position_count,
             const ParamText* values, std::uint32_t value_count, const char* folder,
             const std::uint32_t* stop, TextSink& out, TextSink& error) const noexcept override {
    return guarded(error, [&] {
      const auto refuse = [&](Status status, const std::string& why) {
        error.write(why);
        return status;
      };
      auto resolved = ParamValues::resolve(T::parameters(), {values, value_count});
      if (!resolved) return refuse(Status::kInvalidArgument, resolved.error());
      if (game == nullptr && (T::kNeeds & (kNeedsGame | kNeedsPositions)) != 0)
        return refuse(Status::kInvalidArgument, "needs a game");
      if (position_count == 0 && (T::kNeeds & kNeedsPositions) != 0)
        return refuse(Status::kInvalidArgument, "needs positions");
      if (*folder == '\0' && (T::kNeeds & kNeedsFolder) != 0)
        return refuse(Status::kInvalidArgument, "needs a folder for its files");
      const StudyTask task{game, {positions, position_count}, std::move(*resolved), folder, stop};
      if constexpr (requires { T::supports(task); }) {
        if (const Result<void> fits = T::supports(task); !fits)
          return refuse(Status::kUnsupported, fits.error());
      }
      const Result<void> done = T::run(task, out);
      return done ? Status::kOk : refuse(Status::kInternal, done.error());
    });
  }
  static const void* factory(const char* interface_id) noexcept {
    static const StudyShell shell;
    return std::string_view(interface_id) == kInterface ? static_cast<const Study*>(&shell) : nullptr;
  }
};

}  // namespace ludex
