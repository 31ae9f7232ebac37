// A complete test for a game outside Ludex: link the static variant of the plug-in (TARGET_static) and write
//   extern "C" const ludex::PluginEntry LUDEX_PLUGIN_SYMBOL;
//   int main() { return ludex::contract::test_game(LUDEX_PLUGIN_SYMBOL); }
// It runs in this process, so that a debugger or sanitizer sees everything; `ludex check` runs the same test
// in a process of its own.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "core/abi/text.hpp"
#include "core/contract/game_contract.hpp"
#include "core/plugin/entry.hpp"

namespace ludex::contract {

// A host without threads that drops log lines.
[[nodiscard]] inline const HostServices& plain_services() noexcept {
  static const HostServices services = [] {
    HostServices plain{};
    plain.threads = 1;
    plain.log = [](LogLevel, const char*, std::uint64_t) noexcept {};
    plain.parallel_for = [](std::uint32_t count, void (*body)(void*, std::uint32_t), void* context) noexcept {
      for (std::uint32_t i = 0; i < count; ++i) body(context, i);
    };
    plain.extension = [](const char*) noexcept -> const void* { return nullptr; };
    return plain;
  }();
  return services;
}

// Prints broken promises; 0 if there are none, else 1.
[[nodiscard]] inline int test_game(const PluginEntry& entry, const GameOptions& options = {},
                                   const std::vector<ParamText>& settings = {}) {
  if (entry.init(&plain_services()) != Status::kOk) return 1;
  const auto* const factory = static_cast<const GameFactory*>(entry.factory(GameFactory::kInterface));
  if (factory == nullptr) {
    std::puts("the plug-in is not a game");
    return 1;
  }
  const MakeGame make = [&]() -> Result<OwnedGame> {
    StringSink error;
    OwnedGame game(factory->create(settings.data(), static_cast<std::uint32_t>(settings.size()), error));
    if (game == nullptr) return Error{error.take()};
    return game;
  };
  Trail trail;
  const auto findings = check_game(make, options, trail);
  const std::string broken = findings ? broken_text(findings->report) : findings.error();
  std::fputs(broken.c_str(), stdout);
  return broken.empty() ? 0 : 1;
}

}  // namespace ludex::contract
