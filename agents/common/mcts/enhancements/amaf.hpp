// All moves as first: a node keeps a table of the means of all moves played below it, at any ply, and the
// value of a child is
//   (1 - b) mean_i + b AMAF_i
// RAVE: Gelly & Silver, "Combining online and offline knowledge in UCT", ICML 2007: the table is that of
// the node with N visits, b = sqrt(k / (3 N + k)).
// GRAVE: Cazenave, "Generalized rapid action value estimation", IJCAI 2015: the table is that of the closest
// ancestor of more than `ref` visits, b = m / (m + n_i + bias m n_i) for m samples of the move.
// Departure: a node keeps its table from half of `ref` visits on, not from the first: tables are large.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "agents/common/mcts/enhancements/config.hpp"
#include "agents/common/mcts/statistics.hpp"
#include "agents/common/memory/node_pool.hpp"
#include "agents/common/memory/spin_lock.hpp"

namespace ludex::agents::mcts {

// A worker's record of one simulation. A table is a block of the tables' pool; 0: none.
struct AmafTrail {
  std::uint32_t reference = 0;        // the table in use on the way down
  std::vector<std::uint32_t> tables;  // of the nodes of the path
  std::vector<std::uint32_t> stamps;  // simulation in which a move was last met
  std::vector<TracedMove> unique;     // the different moves of the rest of the line
  std::uint32_t simulation = 0;

  void equip(const GameTraits& traits) {
    tables.resize(std::size_t{traits.max_plies} + 2);
    stamps.assign(MoveIndex(traits).size(), 0);
    unique.reserve(std::size_t{traits.max_plies} + 2);
  }
};

class Amaf {
 public:
  explicit Amaf(const EnhancedConfig& config) noexcept
      : kind_(config.amaf),
        reference_visits_(kind_ == AmafKind::kRave ? 0 : config.grave_ref),
        rave_k_(static_cast<float>(config.rave_k)),
        grave_bias_(static_cast<float>(config.grave_bias)) {}

  [[nodiscard]] bool on() const noexcept { return kind_ != AmafKind::kOff; }

  void start(const GameTraits& traits) noexcept { index_ = MoveIndex(traits); }
  // Tables take half of the memory; returns the rest, for nodes.
  [[nodiscard]] std::size_t take_share(std::size_t bytes) {
    if (!on()) return bytes;
    tables_ = NodePool<MeanReward>(bytes / 2);
    return bytes - bytes / 2;
  }
  void clear() noexcept { tables_.clear(); }
  void release(std::uint32_t table) noexcept {
    if (table != 0) tables_.release(table, static_cast<std::uint32_t>(index_.size()));
  }

  // Visits after which a node's table is used.
  [[nodiscard]] std::uint32_t reference_visits() const noexcept { return reference_visits_; }
  [[nodiscard]] const MeanReward* table(std::uint32_t table) const noexcept {
    return table == 0 ? nullptr : tables_[table];
  }
  // b, from N, n_i and the AMAF mean of the move.
  [[nodiscard]] float weight(const MeanReward& amaf, float parent_visits, float visits) const noexcept {
    if (kind_ == AmafKind::kRave) return std::sqrt(rave_k_ / (3 * parent_visits + rave_k_));
    const auto n = static_cast<float>(amaf.count);
    return n / (n + visits + grave_bias_ * n * visits);
  }

  // The node's table, made when due. With several workers the visits include the running simulation.
  template <class N>
  [[nodiscard]] std::uint32_t table_of(N& node, bool shared) noexcept {
    if (node.amaf == 0 && node.count() > reference_visits_ / 2 + (shared ? 1U : 0U)) {
      const auto size = static_cast<std::uint32_t>(index_.size());
      const std::scoped_lock hold(lock_);
      node.amaf = tables_.allocate(size);
      if (node.amaf != 0) std::fill_n(tables_[node.amaf], size, MeanReward{});
    }
    return node.amaf;
  }

  // Every node of the path with a table learns each distinct move of the rest of the line once.
  // Outcomes of chance are none's.
  template <bool kSkipsChance>
  void learn(AmafTrail& trail, const Line& line, std::size_t depth, const float* rewards) noexcept {
    ++trail.simulation;
    trail.unique.clear();
    const auto meet = [&](const TracedMove& m) {
      if (kSkipsChance && m.player == kChance) return;
      std::uint32_t& stamp = trail.stamps[index_(m.player, m.move_class)];
      if (stamp != trail.simulation) trail.unique.push_back(m);
      stamp = trail.simulation;
    };
    for (std::uint32_t i = line.size; i-- > depth;) meet(line.moves[i]);
    for (std::size_t i = depth;; --i) {
      if (i < depth) meet(line.moves[i]);
      if (trail.tables[i] != 0) {
        MeanReward* const table = tables_[trail.tables[i]];
        for (const TracedMove& m : trail.unique) table[index_(m.player, m.move_class)].add(rewards[m.player]);
      }
      if (i == 0) return;
    }
  }

 private:
  // Fixed.
  const AmafKind kind_;
  const std::uint32_t reference_visits_;
  const float rave_k_;
  const float grave_bias_;

  // Set for each game.
  MoveIndex index_;

  // Kept as long as the tree.
  NodePool<MeanReward> tables_;
  SpinLock lock_;
};

}  // namespace ludex::agents::mcts
