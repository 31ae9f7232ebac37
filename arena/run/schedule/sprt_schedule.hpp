// A match of two agents that ends with the decision of a sequential test (rating/sprt.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/results/rating/match_statistics.hpp"
#include "arena/results/rating/repeats.hpp"
#include "arena/results/rating/sprt.hpp"
#include "arena/run/schedule/schedule.hpp"

namespace ludex::arena::run {

// Block p is played on game p mod G of the G games, from opening p / G: agents[0] once in each seat, against
// agents[1], or among copies of it. Two players: a pair of games with seats swapped. After each complete
// block, in schedule order, the test is applied to the scores of all blocks so far; a game's score is the
// part of the other seats that agents[0] is ahead of. Blocks are independent of one another, the results
// within a game are not. A block with a game without result is ignored, and so is one that repeats the
// earlier blocks of its opening move by move (rating::Evidence): it is not independent of them. The deciding
// block is the last of the tournament: games in progress are discarded, so the games are the same at any
// concurrency.
class SprtSchedule final : public Schedule {
 public:
  explicit SprtSchedule(const TournamentSpec& spec);

  [[nodiscard]] Next next(GameTask& task) override;
  void commit(const GameTask& task, const GameRecord& record, const log::PlayHash& play) override;
  [[nodiscard]] bool decided() const noexcept override { return decision_ != SprtDecision::kContinue; }
  [[nodiscard]] std::uint64_t total() const noexcept override {
    return decided() ? committed_ : spec_.format.max_games / players_ * players_;
  }
  [[nodiscard]] std::string summary() const override;
  [[nodiscard]] std::string status() const override;

  [[nodiscard]] SprtDecision decision() const noexcept { return decision_; }
  // Blocks counted so far, by the half points of agents[0].
  [[nodiscard]] const std::vector<std::uint64_t>& blocks() const noexcept { return evidence_.counts(); }
  // Blocks that repeat earlier ones, and do not count.
  [[nodiscard]] std::uint64_t repeated() const noexcept { return evidence_.held_back(); }
  // Likewise as pairs. Precondition: games of two players.
  [[nodiscard]] rating::Pentanomial counts() const noexcept;

 private:
  [[nodiscard]] std::uint64_t counted_blocks() const noexcept;
  [[nodiscard]] std::string units(std::uint64_t n) const;

  const TournamentSpec& spec_;
  std::uint32_t players_;         // of every game
  std::uint64_t handed_out_ = 0;  // games
  std::uint64_t committed_ = 0;
  std::optional<std::uint32_t> points_ = 0;  // half points of agents[0] in the present block
  std::vector<rating::PlayKey> keys_;        // of the games of the present block
  rating::Evidence evidence_;
  double llr_ = 0;
  SprtDecision decision_ = SprtDecision::kContinue;
};

}  // namespace ludex::arena::run
