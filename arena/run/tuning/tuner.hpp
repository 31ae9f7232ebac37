// Interface of all methods, and Tuner, which gives them results in the order of the trials.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "arena/run/tuning/space.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::tuning {

class LocalFit;

// The next trial: `point` against an opponent, or against `rival`.
struct Trial {
  Point point;
  std::optional<Point> rival = std::nullopt;
};

// Result of a trial, from the view of `point`.
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

// A search method. Deterministic: its trials depend only on its arguments, its seed and the trials learned so
// far. Not thread-safe.
class Method {
 public:
  virtual ~Method() = default;

  [[nodiscard]] virtual Result<Trial> ask() = 0;
  // Learns the result of a trial. Results come in the order of the trials; some trials may still be open. A
  // score may have no games.
  virtual void learn(const Trial& trial, const Score& score) = 0;
  // Completes postponed work; all trials have been learned.
  [[nodiscard]] virtual Result<void> finish() { return {}; }
  // Takes a trial from the log in place of ask(), for a method that cannot be asked again.
  [[nodiscard]] virtual Result<void> assume(const Trial& /*trial*/) { return {}; }
  // The best point by the trials learned so far; the default if there are none.
  [[nodiscard]] virtual Point recommendation() const = 0;
  // The last fit of a method that uses fits; else null.
  [[nodiscard]] virtual const LocalFit* fit() const noexcept { return nullptr; }
};

// Whether a copy of the agent with its own parameters plays in trials (SPSA).
[[nodiscard]] bool plays_duels(const TuneSpec& spec) noexcept;

// `trials`: the total number. `duel`: trials may have a rival.
[[nodiscard]] std::unique_ptr<Method> make_method(const Space& space, const TuneMethodSpec& spec,
                                                  std::uint64_t seed, std::uint64_t trials, bool duel);

// A method with a fixed look-ahead: trial n is requested when exactly the trials before n - ahead + 1 have
// been learned, so the trials are independent of concurrency and of the order in which they end.
class Tuner {
 public:
  Tuner(std::unique_ptr<Method> method, std::uint32_t ahead) : method_(std::move(method)), ahead_(ahead) {}

  // Whether ask() may be called: the trial `ahead` before the next one has been reported.
  [[nodiscard]] bool ready() const;
  // Precondition: ready(). Trials are numbered 0, 1, ...
  [[nodiscard]] Result<Trial> ask();
  // Method::assume; same precondition as ask().
  [[nodiscard]] Result<void> assume(Trial trial);
  // Reports the result of an open trial; in any order.
  void tell(std::uint64_t trial, const Score& score);
  // Call after the last trial has been reported.
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
