#include "arena/run/schedule/wave_schedule.hpp"

#include "arena/run/schedule/seat_orders.hpp"

namespace ludex::arena::run {

Schedule::Next WaveSchedule::next(GameTask& task) {
  if (over_) return Next::kDone;
  if (handed_out_ == wave_.size()) {
    if (committed_ < handed_out_) return Next::kWait;
    wave_ = plan();
    handed_out_ = committed_ = 0;
    planned_ += wave_.size();
    over_ = wave_.empty();
    if (over_) return Next::kDone;
  }
  task = wave_[handed_out_++];
  return Next::kTask;
}

void WaveSchedule::commit(const GameTask& task, const GameRecord& record, const log::PlayHash&) {
  ++committed_;
  const std::vector<std::uint32_t> ranks = ranks_of(record);
  PerSeat<std::uint32_t> half_points(task.agents.size());
  for (std::size_t seat = 0; seat < ranks.size(); ++seat) {
    for (std::size_t other = 0; other < ranks.size(); ++other) {
      if (other == seat) continue;
      half_points[seat] += ranks[other] > ranks[seat] ? 2 : ranks[other] == ranks[seat] ? 1 : 0;
    }
  }
  count(task, half_points);
}

void WaveSchedule::add_games(std::uint32_t round, const PerSeat<std::uint32_t>& agents,
                             std::vector<GameTask>& tasks) const {
  for (std::uint32_t game = 0; game < spec_.games.size(); ++game) {
    for (const SeatOrder& order : seat_orders(static_cast<std::uint32_t>(agents.size()))) {
      PerSeat<std::uint32_t> seats;
      for (const std::uint32_t agent : order) seats.push_back(agents[agent]);
      tasks.push_back(make_task(spec_, game, round, seats));
    }
  }
}

}  // namespace ludex::arena::run
