// FirstNumbers: proof and disproof number of a position seen for the first time.
//
//   one          1, 1 (times unit, as all of these)
//   mobility     of the side to move: 1 to prove, its moves to disprove (Allis 1994)
//   evaluation   h of df-pn+ (Nagai & Imai, eq. 5 and 6), symmetric (B, C the same both ways, "doubling"):
//                phi = B / (1 + exp(Eval / C)) + 1, delta = B / (1 + exp(-Eval / C)) + 1, Eval for the side
//                to move, B and C exponential in the stage e ("smoothing")
//   deep         E^(D - depth) both, above depth D; else 1 (Song & Iida 2017)
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "agents/proof-number/question.hpp"
#include "agents/proof-number/settings.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::proof_number {

class FirstNumbers {
 public:
  void new_game(const Game& game, const Settings& settings) {
    settings_ = settings;
    game_ = &game;
    evaluate_ = static_cast<const Evaluate*>(game.extension(Evaluate::kId));
    count_ = static_cast<const CountMoves*>(game.extension(CountMoves::kId));
    stage_ = static_cast<const Stage*>(game.extension(Stage::kId));
    init_ = settings.init;
    if (init_ == Init::kEvaluation && evaluate_ == nullptr) init_ = Init::kMobility;
    buffer_.resize(game.traits().max_moves);
    sigmoid_.clear();
    stages_ = stage_ == nullptr ? 1 : kMaxStages;
    if (init_ == Init::kEvaluation) {
      for (std::uint32_t e = 0; e < stages_; ++e) tabulate(stage_ == nullptr ? settings.stage : e);
    }
  }

  [[nodiscard]] bool needs_state() const noexcept {
    return init_ == Init::kMobility || init_ == Init::kEvaluation;
  }
  // Whether evaluations order children, too.
  [[nodiscard]] bool evaluates() const noexcept { return init_ == Init::kEvaluation; }

  // For the side to move of `state`. `centre` is the evaluation at which both sides are as likely to be
  // right, for that side. `evaluation` is set if there was one.
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
        return of_evaluation(evaluation, stage_ == nullptr ? 0 : stage_->stage(state), centre);
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

  // The same of a successor whose evaluation and replies are known; no state is needed.
  [[nodiscard]] PnDn operator()(const Successor& successor, std::uint32_t depth, std::int32_t centre,
                                std::int32_t evaluation) noexcept {
    if (init_ == Init::kEvaluation) return of_evaluation(evaluation, successor.stage, centre);
    if (init_ == Init::kMobility)
      return {ProofNumber(settings_.unit), ProofNumber(settings_.unit * successor.replies)};
    return (*this)(static_cast<const State*>(nullptr), depth, centre, evaluation);
  }

 private:
  [[nodiscard]] PnDn of_evaluation(std::int32_t evaluation, std::uint32_t stage,
                                   std::int32_t centre) const noexcept {
    const std::uint32_t e = stage_ == nullptr ? 0 : std::min(stage, stages_ - 1);
    const std::int32_t at = std::clamp((evaluation - centre) / kStep, -kHalf, kHalf);
    const ProofNumber* const row = sigmoid_.data() + e * kRow + kHalf;
    return {row[-at], row[at]};
  }

  static constexpr std::uint32_t kMaxStages = 128;
  static constexpr std::int32_t kStep = 20;  // centi-units
  static constexpr std::int32_t kHalf = 400;
  static constexpr std::size_t kRow = 2 * kHalf + 1;
  static constexpr double kLargestB = 1e6;

  // row[x]: the number against the side to move with evaluation x.
  void tabulate(double e) {
    const double b = std::min(std::exp(settings_.b0 + settings_.b1 * e), kLargestB);
    const double c = std::exp(settings_.c0 + settings_.c1 * e);
    for (std::int32_t i = -kHalf; i <= kHalf; ++i) {
      const double x = i * kStep / 100.0;
      const double n = settings_.unit * (b / (1 + std::exp(-x / c)) + 1);
      sigmoid_.push_back(ProofNumber::saturated(std::llround(n)));
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
  std::vector<ProofNumber> sigmoid_;
};

}  // namespace ludex::agents::proof_number
