// An agent that plays backgammon by GNU Backgammon at its command line (`gnubg -t -q`). It is told each
// position and roll and asked for a hint, so the dice are the host's, and nothing of the past matters.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/bridges/bridge.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/no_budget.hpp"
#include "core/agent/options.hpp"
#include "core/agent/tryout.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::bridges {

class GnubgBridge : private Bridge {
 public:
  using Offers = Extensions<ChoosesGames, NoBudget, Tryout>;
  static constexpr PluginInfo kInfo{"gnubg", "1.0.0", "GNU Backgammon at its command line", "MIT"};
  struct Config : CommonConfig {
    unsigned plies = 0;
    bool cubeful = false;
    std::string options;
  };
  [[nodiscard]] static const Schema<Config>& schema();
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const Game& game);

  explicit GnubgBridge(const ParamValues& values) : GnubgBridge(schema().read(values)) {}

  // It thinks as many plies ahead as its parameter says.
  [[nodiscard]] static bool needs_budget() noexcept { return false; }

  void new_game(const Game& game, Player seat, std::uint64_t seed);
  Move choose(const State* position, const Budget& budget, SearchReport& report);
  // Throws if the program cannot be started or does not answer; returns its name.
  [[nodiscard]] std::string try_out(const Budget& budget, const ClockFace* clock);

 private:
  explicit GnubgBridge(const Config& config);

  // Sends commands and returns the lines of the answer.
  std::vector<std::string> ask(const std::string& commands, std::int64_t time_ns, const std::uint32_t* stop);
  void handshake();

  std::string setup_;  // commands
};

}  // namespace ludex::agents::bridges
