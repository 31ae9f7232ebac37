// The games of a tuning: pairs from one opening with seats swapped, one pair a trial.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/model/spec.hpp"
#include "arena/schedule/schedule.hpp"
#include "arena/tuning/analysis.hpp"
#include "arena/tuning/tuner.hpp"

namespace ludex::arena::tuning {

// Of the trials of a tuning, what trial number n is. Games and opponents take turns.
struct TrialPlan {
  std::uint32_t game = 0;      // index in the specification
  std::uint32_t opponent = 0;  // agent
  std::uint64_t opening = 0;   // the how many-th of this game
  bool control = false;        // plays the defaults, and teaches the method nothing
};
[[nodiscard]] TrialPlan trial_plan(const TournamentSpec& spec, std::uint64_t n);
// Trials that the method asks for; the others are controls.
[[nodiscard]] std::uint64_t method_trials(const TuneSpec& spec);

// Settings in the order of their names, as a log has them.
[[nodiscard]] ParamTexts settings_of(const Space& space, const Point& point);
// The trial that a record of the first game of a pair is of; the error says what in it is none of `space`.
[[nodiscard]] Result<Trial> trial_of(const Space& space, const GameRecord& record);

// The record's result for the agent tuned, added to `score`; a game without result adds nothing.
void add_result(const GameRecord& record, const std::string& agent, Score& score);

class TuneSchedule final : public Schedule {
 public:
  // The round of a game's opening number n (OpeningSplit).
  using RoundOf = std::function<Result<std::uint32_t>(std::uint32_t game, std::uint64_t n)>;
  // `spec` (which has a `tune`) and `space` outlive it; `stop` may be null.
  TuneSchedule(const TournamentSpec& spec, const Space& space, std::unique_ptr<Method> method,
               RoundOf round_of, const std::uint32_t* stop);

  [[nodiscard]] Next next(GameTask& task) override { return hand_out(task, nullptr); }
  [[nodiscard]] Next replay(GameTask& task, const GameRecord& record) override {
    return hand_out(task, &record);
  }
  void commit(const GameTask& task, const GameRecord& record) override;
  [[nodiscard]] std::uint64_t total() const noexcept override { return spec_.tune->games; }
  // Of the last point of History::path.
  [[nodiscard]] std::string status() const override { return status_; }
  // Before the end: what is known so far.
  [[nodiscard]] std::string summary() const override;
  [[nodiscard]] std::string failure() const override { return failure_; }

  // After the last game: what a method puts off to the end.
  [[nodiscard]] Result<void> finish() { return tuner_.finish(); }
  [[nodiscard]] const Method& method() const noexcept { return tuner_.method(); }
  // Trials whose games have been committed; recommendations at up to 65 points of the whole.
  [[nodiscard]] const History& history() const noexcept { return history_; }

 private:
  struct Open {
    std::optional<std::uint64_t> number;  // of the tuner; nothing: control
    Trial trial;
    Score score = {};
  };

  Next hand_out(GameTask& task, const GameRecord* record);
  Next fail(std::string why);

  const TournamentSpec& spec_;
  const Space& space_;
  Tuner tuner_;
  RoundOf round_of_;
  const std::uint32_t* stop_;
  std::uint32_t tuned_ = 0;  // agent
  std::uint64_t handed_out_ = 0;
  std::uint64_t committed_ = 0;
  GameTask second_;        // the other game of the last pair
  std::deque<Open> open_;  // pairs handed out, not committed
  History history_;
  Observations observed_;
  RunningFit running_;  // for the status, of methods without a fit of their own
  std::string status_;
  std::string failure_;
};

}  // namespace ludex::arena::tuning
