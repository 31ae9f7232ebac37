// mopns: multiple-outcome proof-number search (Saffidine & Cazenave, ECAI 2012).
// docs/reference/proof-number-notes.md has what to know.
#pragma once

#include <cstdint>
#include <span>

#include "agents/common/proof-number/proof_agent.hpp"
#include "agents/mopns/search.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/options.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::mopns {

class Mopns {
 public:
  using Offers = Extensions<ChoosesGames, SolvesPositions, ProgressSource>;
  static constexpr PluginInfo kInfo{"mopns", "1.0.0", "multiple-outcome proof-number search", "MIT"};

  struct Config {
    double memory_mib = 512;
    bool mobility = false;
    bool shuffle = true;
  };
  [[nodiscard]] static const Schema<Config>& schema();
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const Game& game) { return proof_number::supported(game); }

  explicit Mopns(const ParamValues& values) : config_(schema().read(values)) {}

  void new_game(const Game& game, Player seat, std::uint64_t seed);
  Move choose(const State* position, const Budget& budget, SearchReport& report);
  // Solves all outcomes at once, whatever the goal; goal=value with the game's score where it has one.
  void solve(const State* position, Goal goal, const Budget& budget, SearchReport& report);
  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }

 private:
  // Bounds of the root's result: an outcome (-1, 0, 1) or a score.
  struct Interval {
    std::int32_t low;
    std::int32_t high;
  };

  Interval run(const State* position, bool by_score, const Budget& budget, SearchReport& report);

  Config config_;
  const Game* game_ = nullptr;
  std::uint64_t seed_ = 0;
  MopnsSearch search_;
  ProgressBoard board_;
};

}  // namespace ludex::agents::mopns
