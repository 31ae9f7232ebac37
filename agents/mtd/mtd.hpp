// mtd: iterative deepening with MTD drivers over the memory-enhanced test. README.md has the idea, the
// parameters and the departures.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>

#include "agents/common/model/guided_game.hpp"
#include "agents/mtd/engine.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/options.hpp"
#include "core/agent/progress.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::mtd {

class Mtd {
 public:
  using Offers = Extensions<ChoosesGames, ProgressSource>;
  static constexpr PluginInfo kInfo{"mtd", "1.1.0", "MTD(f), MTD-bi and MTD-H over a memory-enhanced test",
                                    "MIT"};

  static std::span<const ParamSpec> parameters();

  static Result<void> supports(const Game& game);

  [[nodiscard]] static Settings read_settings(const ParamValues& values);

  explicit Mtd(const ParamValues& values);

  void new_game(const Game& played, Player, std::uint64_t seed) {
    const Game& game = model::guided(guided_, model_, played);
    std::visit([&](auto& engine) { engine.new_game(game, seed); }, engine_);
  }
  Move choose(const State* position, const Budget& budget, SearchReport& report) {
    return std::visit([&](auto& engine) { return engine.choose(position, budget, report); }, engine_);
  }

  [[nodiscard]] ProgressBoard& progress() noexcept {
    return std::visit([](auto& engine) -> ProgressBoard& { return engine.progress(); }, engine_);
  }

 private:
  std::string model_;
  std::unique_ptr<model::GuidedGame> guided_;
  std::variant<Engine<minimax::NoTally>, Engine<minimax::BucketTally>> engine_{std::in_place_index<0>,
                                                                               Settings{}};
};

}  // namespace ludex::agents::mtd
