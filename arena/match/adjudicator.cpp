#include "arena/match/adjudicator.hpp"

namespace ludex::arena {

void Adjudicator::said(Player seat, Outcome outcome) noexcept {
  const GameResult result = result_of(outcome, seat);
  agreed_ = result != GameResult::kNone && result == last_said_ && seat != last_seat_;
  last_said_ = result;
  last_seat_ = seat;
}

std::optional<Verdict> Adjudicator::verdict(const Position& position, std::uint64_t plies,
                                            std::uint64_t moves, const std::uint32_t* stop) {
  if (spec_ == nullptr) return std::nullopt;
  if (spec_->agreed_proof && agreed_) return Verdict{last_said_, Termination::kAgreedProof};
  if (oracle_ != nullptr && moves > 0 && moves % spec_->oracle_every == 0) {
    if (const GameResult proven = oracle_->ask(position, stop); proven != GameResult::kNone)
      return Verdict{proven, Termination::kOracle};
  }
  if (spec_->plies != 0 && plies >= spec_->plies) return Verdict{spec_->limit_result, Termination::kPlyLimit};
  return std::nullopt;
}

}  // namespace ludex::arena
