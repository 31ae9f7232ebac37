// How a run tells how far it is, on standard error: games done, rate, time left, who leads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "arena/match/standings.hpp"

namespace ludex::arena {

// Not thread-safe.
class Progress {
 public:
  enum class Style {
    kSilent,
    kLive,   // on a terminal: a line that is redrawn at most five times a second, with the standings
    kLines,  // anywhere else: a line a minute, and one at the end
  };
  // What it writes to and reads the time from; tests have their own.
  struct Surroundings {
    std::function<void(std::string_view)> write;
    std::function<std::int64_t()> now_ns;
  };
  [[nodiscard]] static Style style(bool quiet);
  [[nodiscard]] static Surroundings standard_error();

  // `done` games were there before this run.
  Progress(std::uint64_t done, Style style, Surroundings surroundings = standard_error());
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // May be called as often as one likes; writes when it is time. `total`: games as far as is known now.
  void update(std::uint64_t done, std::uint64_t total, const Standings& standings);
  // What the schedule has to say, in the place of the standings; "": nothing.
  void note(std::string text) { note_ = std::move(text); }
  // "ludex: TEXT" on standard error, also when silent otherwise.
  void say(const std::string& text);
  // The run has ended, or was ended.
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

}  // namespace ludex::arena
