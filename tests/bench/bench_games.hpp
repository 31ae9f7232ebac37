// The games of the interface benchmarks, each twice: from the real plug-in, and as an inlined GameModule.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <dlfcn.h>

#include "core/abi/params.hpp"
#include "core/abi/text.hpp"
#include "core/game/game_module.hpp"
#include "core/plugin/entry.hpp"
#include "core/util/clock.hpp"
#include "games/awari/awari.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/checkers/checkers.hpp"
#include "games/chess/chess.hpp"
#include "games/connect-k/connect_k.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/hex/hex.hpp"
#include "games/knightthrough/knightthrough.hpp"
#include "games/loa/loa.hpp"
#include "games/minishogi/minishogi.hpp"
#include "games/mnk/mnk.hpp"
#include "games/othello/othello.hpp"

namespace ludex::bench {

[[noreturn]] inline void die(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

struct DestroyGame {
  void operator()(Game* game) const noexcept { game->destroy(); }
};
using OwnedGame = std::unique_ptr<Game, DestroyGame>;

// The game as a host gets it. Libraries are never closed.
inline OwnedGame load(const std::filesystem::path& library, const std::vector<ParamText>& params) {
  void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) die(dlerror());
  const auto* const entry = static_cast<const PluginEntry*>(dlsym(handle, kPluginSymbol));
  if (entry == nullptr) die(dlerror());
  const auto* const factory = static_cast<const GameFactory*>(entry->factory(GameFactory::kInterface));
  StringSink error;
  OwnedGame game(factory->create(params.data(), static_cast<std::uint32_t>(params.size()), error));
  if (game == nullptr) die(error.text());
  return game;
}

template <GameRules R, class F>
void with_rules(R rules, F&& body) {
  body(GameModule<R>(std::move(rules)));
}
template <class... R, class F>
void with_rules(std::variant<R...> rules, F&& body) {
  std::visit([&](auto&& chosen) { with_rules(std::move(chosen), body); }, std::move(rules));
}

// Calls body(name, loaded game, inlined game).
template <class D, class F>
void with_game(const std::filesystem::path& folder, const std::vector<ParamText>& params, F&& body) {
  const std::string id = PluginInfo(D::kInfo).id;
  std::string name = id;
  for (const ParamText& p : params)
    name += (&p == params.data() ? ":" : ",") + std::string(p.name) + "=" + p.value;
  const OwnedGame loaded = load(folder / ("game-" + id + ".so"), params);
  auto values = ParamValues::resolve(D::parameters(), params);
  if (!values) die(values.error());
  auto rules = D::create(*values);
  if (!rules) die(rules.error());
  with_rules(std::move(*rules), [&](const auto& inlined) { body(name, *loaded, inlined); });
}

template <class F>
void for_each_game(const std::filesystem::path& folder, F&& body) {
  with_game<games::mnk::Mnk>(folder, {}, body);
  with_game<games::connect_k::ConnectK>(folder, {}, body);
  with_game<games::breakthrough::Breakthrough>(folder, {}, body);
  with_game<games::hex::Hex>(folder, {{"size", "11"}}, body);
  with_game<games::gomoku::Gomoku>(folder, {}, body);
  with_game<games::knightthrough::Knightthrough>(folder, {}, body);
  with_game<games::othello::Othello>(folder, {}, body);
  with_game<games::chess::Chess>(folder, {}, body);
  with_game<games::checkers::Checkers>(folder, {}, body);
  with_game<games::awari::Awari>(folder, {}, body);
  with_game<games::loa::Loa>(folder, {}, body);
  with_game<games::minishogi::Minishogi>(folder, {}, body);
}

// Runs both alternately and prints the median of the ratios of CPU time, loaded over inlined. `unit` is what
// one call of either does `work` times.
template <class A, class B>
double compare(const std::string& name, const char* unit, double work, A&& loaded, B&& inlined) {
  constexpr int kRepetitions = 15;
  std::vector<double> ratios;
  double best_loaded = 1e30;
  double best_inlined = 1e30;
  const auto timed = [](auto& body) {
    const std::int64_t began = thread_cpu_ns();
    body();
    return static_cast<double>(thread_cpu_ns() - began) * 1e-9;
  };
  for (int i = 0; i < kRepetitions; ++i) {
    const double a = timed(loaded);
    const double b = timed(inlined);
    ratios.push_back(a / b);
    best_loaded = std::min(best_loaded, a);
    best_inlined = std::min(best_inlined, b);
  }
  std::nth_element(ratios.begin(), ratios.begin() + kRepetitions / 2, ratios.end());
  const double median = ratios[kRepetitions / 2];
  std::printf("%-24s loaded %11.0f %s/s   inlined %11.0f %s/s   ratio %.3f%s\n", name.c_str(),
              work / best_loaded, unit, work / best_inlined, unit, median,
              median <= 1.15 ? "" : "   TOO SLOW");
  std::fflush(stdout);
  return median;
}

// The folder of the plug-ins: the argument, else beside this executable's folder.
inline std::filesystem::path plugin_folder(int argc, char** argv) {
  if (argc > 1) return argv[1];
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "plugins";
}

}  // namespace ludex::bench
