#include "arena/run/schedule/wave_schedule.hpp"

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

void WaveSchedule::commit(const GameTask& task, const GameRecord& record) {
  ++committed_;
  switch (record.outcome) {
    case GameResult::kFirstWins:
      return count(task, 2, 0);
    case GameResult::kSecondWins:
      return count(task, 0, 2);
    case GameResult::kDraw:
      return count(task, 1, 1);
    case GameResult::kRanked:
    case GameResult::kNone:
      return count(task, 0, 0);
  }
}

void WaveSchedule::add_pairs(std::uint32_t round, std::uint32_t first, std::uint32_t second,
                             std::vector<GameTask>& tasks) const {
  for (std::uint32_t game = 0; game < spec_.games.size(); ++game) {
    tasks.push_back(make_task(spec_, game, round, {first, second}));
    tasks.push_back(make_task(spec_, game, round, {second, first}));
  }
}

}  // namespace ludex::arena::run
