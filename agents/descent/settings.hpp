// Settings of the agent.
#pragma once

#include <string>

#include "core/abi/enum_text.hpp"
#include "core/abi/schema.hpp"

namespace ludex::agents::descent {

// Where a simulation ends: at the first new position, or at the end of the game.
enum class Mode { kUbfm, kDescent };
[[nodiscard]] constexpr auto enum_texts(Mode) noexcept {
  return EnumTexts{"ubfm", "descent"};
}

// How the move is chosen.
enum class Decision { kSafe, kValue };
[[nodiscard]] constexpr auto enum_texts(Decision) noexcept {
  return EnumTexts{"safe", "value"};
}

// The value of a finished game.
enum class Terminal { kDepth, kScore, kResult };
[[nodiscard]] constexpr auto enum_texts(Terminal) noexcept {
  return EnumTexts{"depth", "score", "result"};
}

struct Config {
  Mode search = Mode::kUbfm;
  bool completion = true;
  Decision decision = Decision::kSafe;
  Terminal terminal = Terminal::kDepth;
  bool evaluation = true;
  std::string model = {};
  double memory_mib = 512;
  bool shuffle = true;
};

[[nodiscard]] const Schema<Config>& schema();

}  // namespace ludex::agents::descent
