// Answer<Policy>: the result of a search (move and report) and its progress display.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "agents/common/mcts/chance.hpp"
#include "agents/common/mcts/serial.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"

namespace ludex::agents::mcts {

template <class P>
class Answer : public Serial<P> {
 protected:
  using typename Serial<P>::N;
  using typename Serial<P>::W;
  using Serial<P>::Serial;
  using P::config_;
  using P::pool_;
  using P::root_;
  using Serial<P>::workers_;

  // The move to play: the highest standing, then what halving leaves, then the configured criterion.
  [[nodiscard]] const N& final_child() noexcept {
    const bool halved = this->halving_.on() && !this->halving_.anytime();
    const Gumbel& gumbel = this->gumbel_;
    if (gumbel.on()) this->gumbel_.look([this](std::uint32_t slot) { return this->arm_of(slot); });
    const auto remains = [&, first = pool_[root_.children]](const N& child) {
      const auto left = this->halving_.left();
      const auto arm = gumbel.on() ? child.slot : static_cast<std::uint32_t>(&child - first);
      return halved && std::find(left.begin(), left.end(), arm) != left.end();
    };
    const auto standing_of = [&](const N& child) {
      const bool considered = !gumbel.on() || gumbel.considers(child.slot);
      return 4 * P::standing(child) + (considered ? 2 : 0) + (remains(child) ? 1 : 0);
    };
    const auto merit = [&](const N& child) {
      if (halved && gumbel.on()) return gumbel.merit(child.slot, {child.mean(), child.visits});
      if (halved) return child.mean();
      if (config_.final_move == FinalMove::kVisits) return static_cast<double>(child.visits);
      // Secure child: a lower confidence bound (Chaslot et al. 2008; A = 1 in Winands et al. 2008).
      const double doubt = 1.0 / std::sqrt(static_cast<double>(std::max(child.visits, 1U)));
      return child.mean() - (config_.final_move == FinalMove::kSecure ? doubt : 0.0);
    };
    const N* best = nullptr;
    double best_merit = 0;
    int best_standing = 0;
    std::uint32_t ties = 1;
    // Where all children are made at once, an untried one may already be known to win.
    const std::uint32_t made = P::expands_all() ? root_.legal : root_.size;
    for (const N& child : std::span<const N>{pool_[root_.children], made}) {
      const int standing = standing_of(child);
      const double value = merit(child);
      if (best == nullptr || standing > best_standing || (standing == best_standing && value > best_merit)) {
        best = &child;
        best_merit = value;
        best_standing = standing;
        ties = 1;
      } else if (standing == best_standing && value == best_merit &&
                 workers_.front().rng.below(++ties) == 0) {
        best = &child;
      }
    }
    return *best;
  }

  void fill(SearchReport& report, const N& best, const BudgetMeter& meter) const noexcept {
    const Player mover = best.player;
    report.value_unit = ValueUnit::kExpected;
    report.value = best.mean();
    const Outcome known = P::outcome(root_, mover);
    if (known != Outcome::kUnknown && known == P::outcome(best, mover)) {
      report.outcome = known;
      report.value = known == Outcome::kDraw ? 0.0 : known == Outcome::kWin ? 1.0 : -1.0;
    }
    report.iterations = meter.iterations();
    report.nodes = meter.nodes();
    report.depth = static_cast<std::uint32_t>(workers_.front().deepest);
    report.tree_bytes = pool_.used_bytes();
    for (const W& w : workers_) report.tree_bytes += NodePool<N>::used_bytes(w.slice);
    for (const N& child : this->children(root_))
      report.add_root({child.mean(), child.visits, child.move, P::outcome(child, mover)});
    for (const N* node = &best; node != nullptr; node = most_visited(*node)) report.add_pv(node->move);
    report.add_counter("pool_bytes", static_cast<double>(pool_.taken_bytes()));
  }

  // Attaches the board if somebody watches it.
  void watched_on(ProgressBoard* board) noexcept {
    board_ = board != nullptr && board->watched() ? board : nullptr;
  }
  [[nodiscard]] ProgressBoard* board() const noexcept { return board_; }
  [[nodiscard]] bool due() const noexcept { return board_ != nullptr && board_->due(); }
  // Shows the variation up to `moves` moves.
  void show(std::uint32_t moves) noexcept {
    const N* const best = most_visited(root_);
    if (best == nullptr) return;
    board_->show([&](SearchProgress& shown) {
      shown.value = best->mean();
      shown.value_unit = ValueUnit::kExpected;
      shown.bound = ValueBound::kExact;
      shown.pv_size = 0;
      for (const N* node = best; node != nullptr;) {
        shown.pv[shown.pv_size++] = node->move;
        node = shown.pv_size < moves ? most_visited(*node) : nullptr;
      }
    });
  }

 private:
  [[nodiscard]] const N* most_visited(const N& node) const noexcept {
    // A variation ends where chance decides.
    if (kWithChance<N> && node.chance != 0) return nullptr;
    const auto children = this->children(node);
    const auto best = std::max_element(children.begin(), children.end(),
                                       [](const N& a, const N& b) { return a.visits < b.visits; });
    // Where all children are made at once, none may have a visit.
    return children.empty() || best->visits == 0 ? nullptr : &*best;
  }

  ProgressBoard* board_ = nullptr;  // of the search, if somebody watches
};

}  // namespace ludex::agents::mcts
