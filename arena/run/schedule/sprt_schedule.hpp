// A match of two agents that ends with the decision of a sequential test (rating/sprt.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/results/rating/match_statistics.hpp"
#include "arena/results/rating/sprt.hpp"
#include "arena/run/schedule/schedule.hpp"

namespace ludex::arena::run {

// Pair p (one opening, seats swapped) is played on game p mod G of the G games, from opening p / G. After
// each complete pair, in schedule order, the test is applied to all pairs so far. A pair with a game without
// result is ignored. The deciding pair is the last of the tournament: games in progress are discarded, so the
// games are the same at any concurrency.
class SprtSchedule final : public Schedule {
 public:
  explicit SprtSchedule(const TournamentSpec& spec);

  [[nodiscard]] Next next(GameTask& task) override;
  void commit(const GameTask& task, const GameRecord& record) override;
  [[nodiscard]] bool decided() const noexcept override { return decision_ != SprtDecision::kContinue; }
  [[nodiscard]] std::uint64_t total() const noexcept override {
    return decided() ? committed_ : spec_.format.max_games;
  }
  [[nodiscard]] std::string summary() const override;

  [[nodiscard]] SprtDecision decision() const noexcept { return decision_; }
  // Pairs counted so far, from the view of agents[0].
  [[nodiscard]] const rating::Pentanomial& counts() const noexcept { return counts_; }

 private:
  const TournamentSpec& spec_;
  std::uint64_t handed_out_ = 0;  // games
  std::uint64_t committed_ = 0;
  std::optional<std::uint32_t> half_;  // half points of agents[0] in the pair's first game
  rating::Pentanomial counts_;
  double llr_ = 0;
  SprtDecision decision_ = SprtDecision::kContinue;
};

}  // namespace ludex::arena::run
