#include "agents/common/proof-number/first_numbers.hpp"

#include <algorithm>
#include <cmath>

namespace ludex::agents::proof_number {

void FirstNumbers::new_game(const Game& game, const Settings& settings) {
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

PnDn FirstNumbers::operator()(const State* state, std::uint32_t depth, std::int32_t centre,
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

void FirstNumbers::tabulate(double e) {
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

}  // namespace ludex::agents::proof_number
