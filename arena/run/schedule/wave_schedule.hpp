// Schedules that proceed in waves: the results of all games of a wave determine the next one.
#pragma once

#include <cstdint>
#include <vector>

#include "arena/run/schedule/schedule.hpp"

namespace ludex::arena::run {

class WaveSchedule : public Schedule {
 public:
  explicit WaveSchedule(const TournamentSpec& spec) : spec_(spec) {}

  [[nodiscard]] Next next(GameTask& task) final;
  void commit(const GameTask& task, const GameRecord& record) final;

 protected:
  // The games of the next wave; empty when the tournament is over. Called when all results so far have been
  // counted.
  [[nodiscard]] virtual std::vector<GameTask> plan() = 0;
  // Counts a result for both agents of a task, in half points: 2, 1 or 0 each; both 0 for a game without a
  // result.
  virtual void count(const GameTask& task, std::uint32_t first_half_points,
                     std::uint32_t second_half_points) = 0;

  // Appends a pair of games on every game of the specification, from opening number `round`.
  void add_pairs(std::uint32_t round, std::uint32_t first, std::uint32_t second,
                 std::vector<GameTask>& tasks) const;
  [[nodiscard]] const TournamentSpec& spec() const noexcept { return spec_; }
  // Number of games in all waves so far.
  [[nodiscard]] std::uint64_t planned() const noexcept { return planned_; }

 private:
  const TournamentSpec& spec_;
  std::vector<GameTask> wave_;
  std::size_t handed_out_ = 0;  // in the present wave
  std::size_t committed_ = 0;
  std::uint64_t planned_ = 0;
  bool over_ = false;
};

}  // namespace ludex::arena::run
