// alpha-beta: the reference classical search. docs/reference/alpha-beta-notes.md has what to know of it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>

#include "agents/alpha-beta/deepening.hpp"
#include "agents/alpha-beta/engine.hpp"
#include "agents/alpha-beta/settings.hpp"
#include "agents/common/minimax/report_tree.hpp"
#include "agents/common/model/guided_game.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/inspect.hpp"
#include "core/agent/options.hpp"
#include "core/agent/progress.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::alpha_beta {

class AlphaBeta {
 public:
  using Offers = Extensions<ChoosesGames, SolvesPositions, ProgressSource, Inspect>;
  static constexpr PluginInfo kInfo{"alpha-beta", "2.3.0",
                                    "iterative deepening principal variation search with a table", "MIT"};

  static std::span<const ParamSpec> parameters();

  static Result<void> supports(const Game& game);

  [[nodiscard]] static Settings read_settings(const ParamValues& values);

  explicit AlphaBeta(const ParamValues& values);

  void new_game(const Game& game, Player seat, std::uint64_t seed);
  Move choose(const State* position, const Budget& budget, SearchReport& report);
  void solve(const State* position, Goal goal, const Budget& budget, SearchReport& report);
  [[nodiscard]] static std::span<const char* const> inspect_columns() noexcept {
    return minimax::ReportTree::columns();
  }
  [[nodiscard]] bool inspect(std::span<const Move> path, InspectRows& rows) const {
    return tree_.inspect(path, rows);
  }

  [[nodiscard]] ProgressBoard& progress() noexcept {
    return std::visit([](auto& engine) -> ProgressBoard& { return engine.progress(); }, engine_);
  }

 private:
  // Makes the engine E unless it is there, for spectators as before.
  template <class E>
  void use();

  Settings settings_;
  std::unique_ptr<model::GuidedGame> guided_;
  minimax::ReportTree tree_;
  std::variant<Engine<NoTally>, Engine<SingleTally>, Deepening<minimax::MultiplayerSearch>,
               Deepening<minimax::StarSearch>>
      engine_{std::in_place_index<0>, Settings{}};
};

}  // namespace ludex::agents::alpha_beta
