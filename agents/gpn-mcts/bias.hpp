// The terms by which proof numbers enter the selection formula of GPN-MCTS. x is the mover's proof number of
// a child or of an untried move (1); F is the set of finite ones among all legal moves.
//   rank     1 - rank / divisor, rank = 1 + the number of moves with a smaller x
//   sum      1 - x / (1 + sum_F)                                   equation (5)
//   max      1 - (x - min_F) / (1 + max_F - min_F)                 equation (4)
// and three drafts of the authors' later code:
//   log      1 - ln(1 + x - min_F) / ln(2 + max_F - min_F)
//   exp      exp(-(x - min_F) / (1 + mean_F - min_F))
//   excess   1 - (x - min_F) / (1 + sum_F (x - min_F))
// An infinite x has bias 0, except by rank, where it comes last. `sum` is 0 for all if sum_F = 0, `max` if
// max_F = 0: there are only wins and moves that cannot win.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "agents/gpn-mcts/config.hpp"
#include "agents/gpn-mcts/node.hpp"

namespace ludex::agents::gpn_mcts {

// The finite numbers among the moves of one node.
class Spread {
 public:
  void add(ProofNumber x, std::uint32_t times) noexcept {
    if (x.is_infinite() || times == 0) return;
    const double value = x.value();
    count_ += times;
    sum_ += value * times;
    least_ = std::min(least_, value);
    most_ = std::max(most_, value);
  }

  // The bias of every kind but the rank.
  [[nodiscard]] float bias(BiasKind kind, ProofNumber number) const noexcept {
    if (number.is_infinite()) return 0;
    const double x = number.value();
    const double above = x - least_;
    switch (kind) {
      case BiasKind::kSum:
        return sum_ == 0 ? 0.0F : static_cast<float>(1 - x / (1 + sum_));
      case BiasKind::kMax:
        return most_ == 0 ? 0.0F : static_cast<float>(1 - above / (1 + most_ - least_));
      case BiasKind::kLog:
        return static_cast<float>(1 - std::log1p(above) / std::log(2 + most_ - least_));
      case BiasKind::kExp:
        return static_cast<float>(std::exp(-above / (1 + sum_ / count_ - least_)));
      case BiasKind::kExcess:
        return static_cast<float>(1 - above / (1 + sum_ - least_ * count_));
      case BiasKind::kRank:
        break;
    }
    return 0;
  }

 private:
  double count_ = 0;
  double sum_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = 0;
};

}  // namespace ludex::agents::gpn_mcts
