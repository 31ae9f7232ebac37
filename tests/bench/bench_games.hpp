// The games of the interface benchmarks, each twice: from the real plug-in, and as an inlined GameModule.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/abi/params.hpp"
#include "core/game/game_module.hpp"
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
#include "tests/bench/bench_plugins.hpp"

namespace ludex::bench {

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

}  // namespace ludex::bench
