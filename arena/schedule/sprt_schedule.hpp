// A match of two agents that ends when a sequential test has decided (rating/sprt.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/rating/match_statistics.hpp"
#include "arena/rating/sprt.hpp"
#include "arena/schedule/schedule.hpp"

namespace ludex::arena {

// Pair p (one opening, seats swapped) is played on game p mod G of the G games, from opening p / G. After
// each complete pair, in the order of the schedule, the test is asked on all pairs so far. A pair with a game
// without result counts for nothing.
//
// So that games can be played side by side, pair p is begun when pairs 0 .. p - lookahead are finished and
// have not decided. Whatever the speed of the games, then, the pairs played are those up to the deciding one
// and lookahead - 1 more, which were under way: they are in the log, but not in the decision.
class SprtSchedule final : public Schedule {
 public:
  explicit SprtSchedule(const TournamentSpec& spec);

  [[nodiscard]] Next next(GameTask& task) override;
  void commit(const GameTask& task, const GameRecord& record) override;
  [[nodiscard]] std::uint64_t total() const noexcept override;
  [[nodiscard]] std::string summary() const override;

  [[nodiscard]] rating::SprtDecision decision() const noexcept { return decision_; }
  // Pairs in the decision, from the view of agents[0].
  [[nodiscard]] const rating::Pentanomial& counts() const noexcept { return counts_; }

 private:
  [[nodiscard]] bool decided() const noexcept { return decision_ != rating::SprtDecision::kContinue; }

  const TournamentSpec& spec_;
  std::uint64_t handed_out_ = 0;  // games
  std::uint64_t committed_ = 0;
  std::optional<std::uint32_t> half_;  // half points of agents[0] in the first game of the pair
  rating::Pentanomial counts_;
  double llr_ = 0;
  rating::SprtDecision decision_ = rating::SprtDecision::kContinue;
  std::uint64_t deciding_pair_ = 0;
};

}  // namespace ludex::arena
