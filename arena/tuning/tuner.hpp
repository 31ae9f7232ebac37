// The interface of all methods, and what they share: results in the order of the trials, however they come.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "arena/tuning/space.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::tuning {

class LocalFit;

// What is to be played next: `point` against an opponent, or against `rival`.
struct Trial {
  Point point;
  std::optional<Point> rival = std::nullopt;
};

// Games of a trial, seen from `point`.
struct Score {
  std::uint32_t wins = 0;
  std::uint32_t draws = 0;
  std::uint32_t losses = 0;

  [[nodiscard]] std::uint32_t games() const noexcept { return wins + draws + losses; }
  // 0..1; 1/2 without games.
  [[nodiscard]] double mean() const noexcept {
    return games() == 0 ? 0.5 : (wins + 0.5 * draws) / static_cast<double>(games());
  }
  bool operator==(const Score&) const = default;
};

// A method of search. Deterministic: what it asks for is a function of its arguments, its seed and the trials
// learned so far. Not thread-safe.
class Method {
 public:
  virtual ~Method() = default;

  [[nodiscard]] virtual Result<Trial> ask() = 0;
  // Results of trials, in the order in which they were asked for; some trials may still be open. A score
  // may be without games.
  virtual void learn(const Trial& trial, const Score& score) = 0;
  // All trials have been learned: whatever was put off is done now.
  [[nodiscard]] virtual Result<void> finish() { return {}; }
  // Takes a trial as asked for: from the log of a method that cannot be asked again.
  [[nodiscard]] virtual Result<void> assume(const Trial& /*trial*/) { return {}; }
  // The best point, from what was learned so far; the default if that is nothing.
  [[nodiscard]] virtual Point recommendation() const = 0;
  // The last fit of a method that goes by fits; null without.
  [[nodiscard]] virtual const LocalFit* fit() const noexcept { return nullptr; }
};

// Whether trials are played by a copy of the agent with parameters of its own (SPSA).
[[nodiscard]] bool plays_duels(const TuneSpec& spec) noexcept;

// `trials`: how many there are going to be. `duel`: trials may have a rival.
[[nodiscard]] std::unique_ptr<Method> make_method(const Space& space, const TuneMethodSpec& spec,
                                                  std::uint64_t seed, std::uint64_t trials, bool duel);

// A method with a fixed look-ahead: trial n is asked for when exactly the trials before n - ahead + 1 have
// been learned, so the trials are the same however many are played at once and in whichever order they end.
class Tuner {
 public:
  Tuner(std::unique_ptr<Method> method, std::uint32_t ahead) : method_(std::move(method)), ahead_(ahead) {}

  // Whether ask() may be called: the trial `ahead` before the next one has been told.
  [[nodiscard]] bool ready() const;
  // Precondition: ready(). Trials have the numbers 0, 1, ...
  [[nodiscard]] Result<Trial> ask();
  // Method::assume; the precondition is that of ask().
  [[nodiscard]] Result<void> assume(Trial trial);
  // Of a trial that is open, in any order.
  void tell(std::uint64_t trial, const Score& score);
  // After the last trial has been told.
  [[nodiscard]] Result<void> finish();

  [[nodiscard]] std::uint64_t asked() const noexcept { return asked_; }
  [[nodiscard]] std::uint64_t told() const noexcept { return told_; }
  [[nodiscard]] const Method& method() const noexcept { return *method_; }

 private:
  struct Open {
    Trial trial;
    std::optional<Score> score;
  };
  void learn_before(std::uint64_t trial);

  std::unique_ptr<Method> method_;
  std::uint64_t ahead_;
  std::map<std::uint64_t, Open> open_;  // asked, not learned
  std::uint64_t asked_ = 0;
  std::uint64_t told_ = 0;
};

}  // namespace ludex::arena::tuning
