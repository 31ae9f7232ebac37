#include "arena/run/match/adjudicator.hpp"

#include <cmath>

namespace ludex::arena::run {

namespace {

// A report's claim on the position. A proven outcome counts whatever the value. A value in units other than
// hundredths makes no claim, nor does a bound on the wrong side: "at least -500" is not lost.
struct Claim {
  bool lost;
  bool won;
  bool level;
};
Claim claim_of(const MoveReport& report, double resign_score, double draw_score) noexcept {
  if (report.outcome != Outcome::kUnknown)
    return {report.outcome == Outcome::kLoss, report.outcome == Outcome::kWin,
            report.outcome == Outcome::kDraw};
  if (report.value_unit != ValueUnit::kCenti || !has_value(report)) return {false, false, false};
  const bool exact = report.bound == ValueBound::kExact;
  return {(exact || report.bound == ValueBound::kUpper) && report.value <= -resign_score,
          (exact || report.bound == ValueBound::kLower) && report.value >= resign_score,
          exact && std::abs(report.value) <= draw_score};
}

}  // namespace

void Adjudicator::said(Player seat, const MoveReport& report) noexcept {
  if (!two_) return;
  const GameResult result = result_of(report.outcome, seat);
  agreed_ = result != GameResult::kNone && result == last_said_ && seat != last_seat_;
  last_said_ = result;
  last_seat_ = seat;
  if (spec_ == nullptr) return;
  const Claim claim = claim_of(report, spec_->resign.score, spec_->draw.score);
  Streaks& streaks = streaks_[static_cast<std::size_t>(seat)];
  streaks.lost = claim.lost ? streaks.lost + 1 : 0;
  streaks.won = claim.won ? streaks.won + 1 : 0;
  streaks.level = claim.level ? streaks.level + 1 : 0;
}

std::optional<Verdict> Adjudicator::by_scores(std::uint64_t plies) const noexcept {
  const ResignSpec& resign = spec_->resign;
  if (resign.movecount != 0) {
    for (Player seat = 0; seat < 2; ++seat) {
      if (streaks_[seat].lost < resign.movecount) continue;
      if (resign.twosided && streaks_[1 - seat].won < resign.movecount) continue;
      return Verdict{loss_of(seat), Termination::kAdjudicatedWin};
    }
  }
  const DrawSpec& draw = spec_->draw;
  if (draw.movecount != 0 && plies >= 2 * std::uint64_t{draw.movenumber} &&
      streaks_[0].level >= draw.movecount && streaks_[1].level >= draw.movecount)
    return Verdict{GameResult::kDraw, Termination::kAdjudicatedDraw};
  return std::nullopt;
}

std::optional<Verdict> Adjudicator::verdict(const Position& position, std::uint64_t plies,
                                            std::uint64_t moves, const std::uint32_t* stop) {
  if (spec_ == nullptr) return std::nullopt;
  if (spec_->agreed_proof && agreed_) return Verdict{last_said_, Termination::kAgreedProof};
  if (const auto scores = two_ ? by_scores(plies) : std::nullopt) return scores;
  const bool asks = two_ && oracle_ != nullptr && moves > 0 && moves % spec_->oracle_every == 0;
  if (asks && position.to_move() != kChance) {
    if (const GameResult proven = oracle_->ask(position, stop); proven != GameResult::kNone)
      return Verdict{proven, Termination::kOracle};
  }
  if (spec_->plies != 0 && plies >= spec_->plies) return Verdict{spec_->limit_result, Termination::kPlyLimit};
  return std::nullopt;
}

}  // namespace ludex::arena::run
