// The games of a tuning: a trial is played from one opening, with the tuned agent once in every seat. Games
// of more than two players have it among copies of its opponent.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/model/spec.hpp"
#include "arena/run/schedule/schedule.hpp"
#include "arena/run/tuning/analysis.hpp"
#include "arena/run/tuning/tuner.hpp"

namespace ludex::arena::tuning {

// Contents of a tuning's trial number n. Games and opponents take turns.
struct TrialPlan {
  std::uint32_t game = 0;      // index in the specification
  std::uint32_t opponent = 0;  // agent
  std::uint64_t opening = 0;   // number of the game's opening
  bool control = false;        // plays the defaults; the method does not learn from it
};
[[nodiscard]] TrialPlan trial_plan(const TournamentSpec& spec, std::uint64_t n);
// Games of a trial: the players of the games, which all have the same number.
[[nodiscard]] std::uint32_t trial_games(const TournamentSpec& spec) noexcept;
// Number of trials that the method asks for; the others are controls.
[[nodiscard]] std::uint64_t method_trials(const TournamentSpec& spec);

// Settings sorted by name, as in a log.
[[nodiscard]] ParamTexts settings_of(const Space& space, const Point& point);
// The trial of a record of its first game; the error names settings that `space` does not have.
[[nodiscard]] Result<Trial> trial_of(const Space& space, const GameRecord& record);

// Adds the record's result for the tuned agent to `score`; ignores a game without result. Among more than two
// players it has won if it is ahead of more than half of the others, ties counting one half.
void add_result(const GameRecord& record, const std::string& agent, Score& score);

class TuneSchedule final : public run::Schedule {
 public:
  // The round of a game's opening number n (OpeningSplit).
  using RoundOf = std::function<Result<std::uint32_t>(std::uint32_t game, std::uint64_t n)>;
  // `spec` (which has a `tune`) and `space` must outlive it; `stop` may be null.
  TuneSchedule(const TournamentSpec& spec, const Space& space, std::unique_ptr<Method> method,
               RoundOf round_of, const std::uint32_t* stop);

  [[nodiscard]] Next next(run::GameTask& task) override { return hand_out(task, nullptr); }
  [[nodiscard]] Next replay(run::GameTask& task, const GameRecord& record) override {
    return hand_out(task, &record);
  }
  void commit(const run::GameTask& task, const GameRecord& record, const log::PlayHash& play) override;
  [[nodiscard]] std::uint64_t total() const noexcept override { return spec_.tune->games; }
  // Status at the last point of History::path.
  [[nodiscard]] std::string status() const override { return status_; }
  // Interim results before the end.
  [[nodiscard]] std::string summary() const override;
  [[nodiscard]] std::string failure() const override { return failure_; }

  // Call after the last game: completes work that the method postponed.
  [[nodiscard]] Result<void> finish() { return tuner_.finish(); }
  [[nodiscard]] const Method& method() const noexcept { return tuner_.method(); }
  // Trials whose games have been committed, and recommendations at up to 65 points of the whole.
  [[nodiscard]] const History& history() const noexcept { return history_; }

 private:
  struct Open {
    std::optional<std::uint64_t> number;  // the tuner's trial number; no value: control
    Trial trial;
    Score score = {};
  };

  Next hand_out(run::GameTask& task, const GameRecord* record);
  Next fail(std::string why);

  const TournamentSpec& spec_;
  const Space& space_;
  Tuner tuner_;
  RoundOf round_of_;
  const std::uint32_t* stop_;
  std::uint32_t tuned_ = 0;  // agent
  std::uint64_t handed_out_ = 0;
  std::uint64_t committed_ = 0;
  std::vector<run::GameTask> trial_;  // the games of the last trial
  std::deque<Open> open_;             // trials handed out, not committed
  History history_;
  Observations observed_;
  RunningFit running_;  // for the status of methods without their own fit
  std::string status_;
  std::string failure_;
};

}  // namespace ludex::arena::tuning
