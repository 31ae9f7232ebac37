// Knockout: the loser of a match is eliminated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/run/schedule/wave_schedule.hpp"

namespace ludex::arena::run {

// The seeds (0 is the best) by place in a bracket of at least `entrants` places, a power of two: seeds 0 and
// 1 can meet only in the final, 0..3 not before the semi-finals and so on. Seeds from `entrants` on are byes,
// which fall to the best.
[[nodiscard]] std::vector<std::uint32_t> bracket_places(std::uint32_t entrants);

// Games of two players. A match is `match_games` games on every game of the specification: pairs with swapped
// seats. While it is level, one more pair is played on each game, up to `max_games` per game; if it is still
// level, the better seed advances. Stage s uses the openings from s * max_games / 2 on, the same for all its
// matches, which are played concurrently.
class KnockoutSchedule final : public WaveSchedule {
 public:
  explicit KnockoutSchedule(const TournamentSpec& spec);

  [[nodiscard]] std::uint64_t total() const noexcept override;
  [[nodiscard]] std::string summary() const override;
  // The winner of the final.
  [[nodiscard]] std::optional<std::uint32_t> winner() const noexcept { return winner_; }

 private:
  struct Match {
    std::uint32_t stage = 0;
    std::uint32_t better = 0;  // seeds
    std::uint32_t worse = 0;
    std::uint64_t better_score = 0;  // half points
    std::uint64_t worse_score = 0;
    bool over = false;

    [[nodiscard]] std::uint32_t winner() const noexcept {
      return worse_score > better_score ? worse : better;
    }
  };

  [[nodiscard]] std::vector<GameTask> plan() override;
  void count(const GameTask& task, const PerSeat<std::uint32_t>& half_points) override;
  void start_stage();
  void add_openings(std::uint32_t from, std::uint32_t openings, std::vector<GameTask>& tasks) const;

  std::vector<std::uint32_t> seeds_;                  // agent of each seed
  std::vector<std::optional<std::uint32_t>> places_;  // of the present stage: seeds; none: a bye
  std::vector<Match> matches_;                        // all so far, those of the present stage last
  std::size_t stage_begin_ = 0;                       // in matches_
  std::uint32_t stage_ = 0;
  std::uint32_t openings_played_ = 0;  // in the present stage
  std::optional<std::uint32_t> winner_;
};

}  // namespace ludex::arena::run
