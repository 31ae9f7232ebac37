// Reports a run's progress on standard error: games done, rate, time left, leaders.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "arena/run/match/standings.hpp"

namespace ludex::arena::run {

// Not thread-safe.
class Progress {
 public:
  enum class Style {
    kSilent,
    kLive,   // on a terminal: a line that is redrawn at most five times a second, with the standings
    kLines,  // elsewhere: a line per minute, and one at the end
  };
  // Output and clock; tests provide their own.
  struct Surroundings {
    std::function<void(std::string_view)> write;
    std::function<std::int64_t()> now_ns;
  };
  [[nodiscard]] static Style style(bool quiet);
  [[nodiscard]] static Surroundings standard_error();

  // `done` games were played before this run.
  Progress(std::uint64_t done, Style style, Surroundings surroundings = standard_error());
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // May be called any number of times; writes when due. `total`: the games known so far.
  void update(std::uint64_t done, std::uint64_t total, const Standings& standings);
  // A text of the schedule to show in place of the standings; "" for none.
  void note(std::string text) { note_ = std::move(text); }
  // Writes "ludex: TEXT" to standard error, even if kSilent.
  void say(const std::string& text);
  // Call when the run has ended or was interrupted.
  void finish(std::uint64_t done, std::uint64_t total, const Standings& standings);

 private:
  [[nodiscard]] std::string line(std::uint64_t done, std::uint64_t total, bool ended) const;
  void clear_line();

  std::uint64_t first_;
  Style style_;
  Surroundings surroundings_;
  std::string note_;
  bool drawn_ = false;
  std::int64_t start_ns_;
  std::int64_t last_ns_;
};

}  // namespace ludex::arena::run
