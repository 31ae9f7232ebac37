#include "arena/run/match/oracle.hpp"

#include "core/abi/text.hpp"
#include "core/contract/report_check.hpp"

namespace ludex::arena::run {

GameResult result_of(Outcome outcome, Player seat) noexcept {
  switch (outcome) {
    case Outcome::kWin:
      return loss_of(1 - seat);
    case Outcome::kLoss:
      return loss_of(seat);
    case Outcome::kDraw:
      return GameResult::kDraw;
    case Outcome::kUnknown:
      break;
  }
  return GameResult::kNone;
}

Result<void> InlineOracle::check(const Game& game) {
  StringSink error;
  const Position position(game);
  SearchReport report = SearchReport::empty(nullptr, 0);
  BudgetSpec least;
  least.iterations = least.nodes = least.depth = 1;
  least.memory_mib = budget_.memory_mib;
  const Budget budget = least.to_budget(nullptr);
  if (agent_->new_game(&game, 0, 1, error) != Status::kOk ||
      agent_->solve(position.state(), Goal::kValue, &budget, &report, error) != Status::kOk)
    return Error{error.take()};
  return {};
}

void InlineOracle::new_game(const Game& game, std::uint32_t, std::uint64_t seed) {
  StringSink error;
  failure_.clear();
  if (agent_->new_game(&game, 0, seed, error) != Status::kOk) failure_ = "oracle: " + error.take();
}

GameResult InlineOracle::ask(const Position& position, const std::uint32_t* stop) {
  if (!failure_.empty()) return GameResult::kNone;
  StringSink error;
  SearchReport report = SearchReport::empty(nullptr, 0);
  const Budget budget = budget_.to_budget(stop);
  if (agent_->solve(position.state(), Goal::kValue, &budget, &report, error) != Status::kOk) {
    failure_ = "oracle: " + error.take();
    return GameResult::kNone;
  }
  // The oracle decides games, so a single flawed report makes it untrustworthy.
  if (const ReportFlaws flaws = check_report(report, nullptr, 0); flaws.any()) {
    failure_ = "oracle: its report makes no sense (" + flaws.text() + ")";
    return GameResult::kNone;
  }
  return result_of(report.outcome, position.to_move());
}

}  // namespace ludex::arena::run
