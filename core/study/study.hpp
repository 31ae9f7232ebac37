// The study interface: a plug-in measures, compares or trains a search or a game's evaluation, run by
// `ludex study`. It follows the rules stated in core/game/game.hpp.
#pragma once

#include <cstdint>

#include "core/abi/params.hpp"
#include "core/abi/types.hpp"
#include "core/game/game.hpp"

namespace ludex {

// One per plug-in, of static lifetime; thread-safe. A draft (core/README.md, "The boundary").
class Study {
 public:
  static constexpr const char* kInterface = "ludex.draft.study/1";

  // Requirements of a study: bits of needs().
  static constexpr std::uint32_t kNeedsGame = 1U << 0;
  static constexpr std::uint32_t kNeedsPositions = 1U << 1;  // implies a game
  static constexpr std::uint32_t kNeedsFolder = 1U << 2;

  // The parameters in the order of documentation; static lifetime.
  [[nodiscard]] virtual const ParamSpec* parameters(std::uint32_t* count) const noexcept = 0;
  [[nodiscard]] virtual std::uint32_t needs() const noexcept = 0;

  // Runs the study and writes its result, as text, to `out`. `game` is null if it needs none;
  // `positions` are `position_count` states of `game` to work on (0: the study's own choice); `folder`
  // exists and is for its files, from which an interrupted run resumes, "" if it needs none. May block for
  // hours; `parallel_for` is the host's; ends soon after *stop has become non-zero. kInvalidArgument or
  // kUnsupported: it cannot work with these settings or this game and did nothing. kInternal: it failed
  // later.
  virtual Status run(const Game* game, const State* const* positions, std::uint32_t position_count,
                     const ParamText* values, std::uint32_t value_count, const char* folder,
                     const std::uint32_t* stop, TextSink& out, TextSink& error) const noexcept = 0;

 protected:
  ~Study() = default;
};

}  // namespace ludex
