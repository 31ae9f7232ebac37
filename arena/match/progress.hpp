// The live line on a terminal: games done, rate, time left, standings.
#pragma once

#include <cstdint>
#include <string>

#include "arena/match/standings.hpp"

namespace ludex::arena {

// Not thread-safe.
class Progress {
 public:
  // Silent when `quiet` or when standard error is no terminal. `done` games were there before this run.
  Progress(std::uint64_t done, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `total`: games as far as is known now. Redraws at most five times a second.
  void update(std::uint64_t done, std::uint64_t total, const Standings& standings);
  // "ludex: TEXT" on standard error, also when silent otherwise.
  void say(const std::string& text);

 private:
  void clear_line();

  std::uint64_t first_;
  bool active_;
  bool drawn_ = false;
  std::int64_t start_ns_;
  std::int64_t last_ns_ = 0;
};

}  // namespace ludex::arena
