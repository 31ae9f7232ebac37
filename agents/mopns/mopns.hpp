// mopns: multiple-outcome proof-number search (Saffidine & Cazenave, ECAI 2012). README.md has the idea and
// the parameters.
#pragma once

#include <cstdint>
#include <span>

#include "agents/mopns/search.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/agent.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::mopns {

class Mopns {
 public:
  static constexpr PluginInfo kInfo{"mopns", "1.0.0", "multiple-outcome proof-number search", "MIT"};

  static std::span<const ParamSpec> parameters();
  static Result<void> supports(const Game& game);

  explicit Mopns(const ParamValues& values);

  void new_game(const Game& game, Player, std::uint64_t seed);
  Move choose(const State* position, const Budget& budget, SearchReport& report);
  [[nodiscard]] ProgressBoard& progress() noexcept { return board_; }
  // All outcomes at once, whatever the goal; goal=value with the game's score where it has one.
  void solve(const State* position, Goal goal, const Budget& budget, SearchReport& report);

 private:
  struct Interval {
    std::int32_t low;
    std::int32_t high;
  };

  Interval run(const State* position, bool by_score, const Budget& budget, SearchReport& report);

  double memory_mib_;
  bool mobility_;
  bool shuffle_;
  const Game* game_ = nullptr;
  std::uint64_t seed_ = 0;
  MopnsSearch search_;
  ProgressBoard board_;
};

}  // namespace ludex::agents::mopns
