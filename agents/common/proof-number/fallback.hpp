// Fallback of a player that has proven nothing: Monte-Carlo tree search with the rest of the budget.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "agents/common/mcts/any_search.hpp"
#include "agents/common/mcts/plain.hpp"
#include "agents/common/proof-number/settings.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::agents::proof_number {

class Fallback {
 public:
  void new_game(const Game& game, const Settings& settings, std::uint64_t seed) {
    game_ = &game;
    settings_ = settings;
    seed_ = seed;
    search_.reset();
  }

  // True if the budget can be divided.
  [[nodiscard]] bool wanted(const Budget& budget) const noexcept {
    return settings_.fallback &&
           (budget.iterations != 0 || budget.nodes != 0 || budget.cpu_ns > 0 || budget.wall_ns > 0);
  }
  // The proof search's part of the budget; rest() gives the remainder after the effort in its meter. Each
  // gets half the memory.
  [[nodiscard]] Budget first_part(const Budget& budget) const noexcept {
    Budget part = budget;
    part.iterations = scaled(budget.iterations);
    part.nodes = scaled(budget.nodes);
    part.cpu_ns = static_cast<std::int64_t>(scaled(static_cast<std::uint64_t>(budget.cpu_ns)));
    part.wall_ns = static_cast<std::int64_t>(scaled(static_cast<std::uint64_t>(budget.wall_ns)));
    part.memory_mib = half(budget.memory_mib);
    return part;
  }
  // False if nothing is left.
  [[nodiscard]] bool rest(const Budget& budget, const BudgetMeter& spent, Budget& out) const noexcept {
    out = budget;
    out.memory_mib = half(budget.memory_mib);
    if (stop_requested(budget.stop)) return false;
    return take(out.iterations, spent.iterations()) && take(out.nodes, spent.nodes()) &&
           take(out.cpu_ns, spent.cpu_ns()) && take(out.wall_ns, spent.wall_ns());
  }

  Move choose(const State* position, const Budget& budget, SearchReport& report, ProgressBoard& board) {
    if (search_ == nullptr) {
      mcts::CommonConfig config;
      config.memory_mib = static_cast<std::uint32_t>(std::max(1.0, std::ceil(settings_.memory_mib)));
      search_ = mcts::plain_solver(config);
      search_->new_game(*game_, seed_);
    }
    return search_->choose(position, budget, report, &board);
  }

 private:
  [[nodiscard]] std::uint64_t scaled(std::uint64_t n) const noexcept {
    if (n == 0) return 0;
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(n) * settings_.share));
  }
  [[nodiscard]] static std::uint32_t half(std::uint32_t mib) noexcept {
    return mib == 0 ? 0 : std::max(1U, mib / 2);
  }
  template <class N>
  [[nodiscard]] static bool take(N& limit, N spent) noexcept {
    if (limit == 0) return true;
    if (limit <= spent) return false;
    limit -= spent;
    return true;
  }

  const Game* game_ = nullptr;
  Settings settings_;
  std::uint64_t seed_ = 0;
  std::unique_ptr<mcts::AnySearch> search_;  // made when first needed
};

}  // namespace ludex::agents::proof_number
