// FirstNumbers: proof and disproof number of a new position.
//
//   one          1, 1 (all numbers here are multiplied by `unit`)
//   mobility     of the side to move: 1 to prove, its number of moves to disprove (Allis 1994)
//   evaluation   h of df-pn+ (Nagai & Imai, eq. 5 and 6), symmetric (B, C the same both ways, "doubling"):
//                phi = B / (1 + exp(Eval / C)) + 1, delta = B / (1 + exp(-Eval / C)) + 1, Eval for the side
//                to move, B and C exponential in the stage e ("smoothing"), or from a table. Beyond the
//                paper: delta times a power of the replies, which the evaluation ignores
//   deep         E^(D - depth) both, above depth D; else 1 (Song & Iida 2017)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "agents/common/proof-number/question.hpp"
#include "agents/common/proof-number/settings.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::proof_number {

class FirstNumbers {
 public:
  void new_game(const Game& game, const Settings& settings) {
    settings_ = settings;
    game_ = &game;
    evaluate_ = find<Evaluate>(game);
    count_ = find<CountMoves>(game);
    stage_ = find<Stage>(game);
    init_ = settings.init;
    if (init_ == Init::kEvaluation && evaluate_ == nullptr) init_ = Init::kMobility;
    buffer_.resize(game.traits().max_moves);
    phi_.clear();
    delta_.clear();
    for (std::size_t r = 0; r < factor_.size(); ++r)
      factor_[r] = std::llround(
          kFactorOne * std::pow(static_cast<double>(std::max<std::size_t>(r, 1)) / 3, settings.mobility));
    stages_ = stage_ == nullptr ? 1 : kMaxStages;
    if (init_ == Init::kEvaluation) {
      for (std::uint32_t e = 0; e < stages_; ++e) tabulate(stage_ == nullptr ? settings.stage : e);
    }
  }

  [[nodiscard]] bool needs_state() const noexcept {
    return init_ == Init::kMobility || init_ == Init::kEvaluation;
  }
  // True if evaluations also order children.
  [[nodiscard]] bool evaluates() const noexcept { return init_ == Init::kEvaluation; }

  // For the side to move of `state`. `centre` is the evaluation at which both sides are equally likely to
  // succeed, for that side. Sets `evaluation` if it computes one.
  [[nodiscard]] PnDn operator()(const State* state, std::uint32_t depth, std::int32_t centre,
                                std::int32_t& evaluation) noexcept {
    const std::uint32_t unit = settings_.unit;
    switch (init_) {
      case Init::kMobility: {
        const std::uint32_t moves =
            count_ != nullptr ? count_->count_moves(state) : game_->legal_moves(state, buffer_.data());
        return {ProofNumber(unit), ProofNumber(unit * moves)};
      }
      case Init::kEvaluation: {
        evaluation = evaluate_->evaluate(state);
        const std::uint32_t replies = settings_.mobility == 0 ? 0
                                      : count_ != nullptr     ? count_->count_moves(state)
                                                              : game_->legal_moves(state, buffer_.data());
        return of_evaluation(evaluation, stage_ == nullptr ? 0 : stage_->stage(state), centre, replies);
      }
      case Init::kDeep: {
        if (depth >= settings_.deep_d) break;
        const double n = std::pow(settings_.deep_e, settings_.deep_d - depth) * unit;
        const ProofNumber number = ProofNumber::saturated(static_cast<std::int64_t>(std::min(n, 1e9)));
        return {number, number};
      }
      case Init::kOne:
        break;
    }
    return {ProofNumber(unit), ProofNumber(unit)};
  }

  // The same for a successor whose evaluation and replies are known; needs no state.
  [[nodiscard]] PnDn operator()(const Successor& successor, std::uint32_t depth, std::int32_t centre,
                                std::int32_t evaluation) noexcept {
    if (init_ == Init::kEvaluation)
      return of_evaluation(evaluation, successor.stage, centre, successor.replies);
    if (init_ == Init::kMobility)
      return {ProofNumber(settings_.unit), ProofNumber(settings_.unit * successor.replies)};
    return (*this)(static_cast<const State*>(nullptr), depth, centre, evaluation);
  }

 private:
  [[nodiscard]] PnDn of_evaluation(std::int32_t evaluation, std::uint32_t stage, std::int32_t centre,
                                   std::uint32_t replies) const noexcept {
    const std::uint32_t e = stage_ == nullptr ? 0 : std::min(stage, stages_ - 1);
    const std::int32_t at = std::clamp((evaluation - centre) / kStep, -kHalf, kHalf);
    const std::size_t row = e * kRow + kHalf;
    PnDn n{phi_[row - static_cast<std::size_t>(at)], delta_[row + static_cast<std::size_t>(at)]};
    if (settings_.mobility != 0) {
      const std::int64_t factor = factor_[std::min<std::size_t>(replies, factor_.size() - 1)];
      n.delta = ProofNumber::saturated(std::max<std::int64_t>(n.delta.value() * factor / kFactorOne, 1));
    }
    return n;
  }

  static constexpr std::uint32_t kMaxStages = 128;
  static constexpr std::int32_t kStep = 20;  // centi-units
  static constexpr std::int32_t kHalf = 400;
  static constexpr std::size_t kRow = 2 * kHalf + 1;
  static constexpr double kLargestB = 1e6;

  // Fills the tables: at x, the number against the side to move with evaluation x. Both rows are equal unless
  // h_table is given.
  void tabulate(double e) {
    double b_phi = std::exp(settings_.b0 + settings_.b1 * e);
    double c_phi = std::exp(settings_.c0 + settings_.c1 * e);
    double b_delta = b_phi;
    double c_delta = c_phi;
    double nearest = 1e9;
    for (const Settings::Sigmoid& s : settings_.sigmoids) {
      if (std::abs(s.stage - e) >= nearest) continue;
      nearest = std::abs(s.stage - e);
      b_phi = s.b_phi, c_phi = s.c_phi, b_delta = s.b_delta, c_delta = s.c_delta;
    }
    for (std::int32_t i = -kHalf; i <= kHalf; ++i) {
      const double x = i * kStep / 100.0;
      const auto number = [&](double b, double c) {
        return ProofNumber::saturated(
            std::llround(settings_.unit * (std::min(b, kLargestB) / (1 + std::exp(-x / c)) + 1)));
      };
      phi_.push_back(number(b_phi, c_phi));
      delta_.push_back(number(b_delta, c_delta));
    }
  }

  Settings settings_;
  const Game* game_ = nullptr;
  const Evaluate* evaluate_ = nullptr;
  const CountMoves* count_ = nullptr;
  const Stage* stage_ = nullptr;
  Init init_ = Init::kOne;
  std::uint32_t stages_ = 1;
  std::vector<Move> buffer_;
  std::vector<ProofNumber> phi_;
  std::vector<ProofNumber> delta_;
  static constexpr std::int64_t kFactorOne = 1024;
  std::array<std::int64_t, 128> factor_{};  // by replies
};

}  // namespace ludex::agents::proof_number
