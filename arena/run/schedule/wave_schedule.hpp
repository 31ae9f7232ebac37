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
  void commit(const GameTask& task, const GameRecord& record, const log::PlayHash& play) final;

 protected:
  // The games of the next wave; empty when the tournament is over. Called when all results so far have been
  // counted.
  [[nodiscard]] virtual std::vector<GameTask> plan() = 0;
  // Counts a result for the agents of a task, in half points, by seat: 2 for each other seat that is behind,
  // 1 for a tie with it; all 0 for a game without a result.
  virtual void count(const GameTask& task, const PerSeat<std::uint32_t>& half_points) = 0;

  // Appends the games of these agents, in all orders of the seats, on every game of the specification, from
  // opening number `round`.
  void add_games(std::uint32_t round, const PerSeat<std::uint32_t>& agents,
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
