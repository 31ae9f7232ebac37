// The live line of a search: depth, value, proof numbers, nodes, nodes a second, table fill, variation; what
// the agent knows of it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "core/agent/agent.hpp"
#include "core/agent/progress.hpp"
#include "core/game/position.hpp"

namespace ludex::arena::cli {

// Of a search of `start`, `seconds` after it began.
[[nodiscard]] std::string progress_text(const SearchProgress& progress, const Position& start,
                                        double seconds);

// Writes to standard error while it exists, from a thread of its own: on a terminal a line that is redrawn
// five times a second, else a line every ten seconds. To be made before the search and to end after it.
class ProgressLine {
 public:
  enum class Show {
    kNever,
    kQuietly,  // as above
    kOften,    // without a terminal every second
  };
  // Nothing is written if the agent does not say how far it is.
  ProgressLine(const Agent& agent, const Position& start, Show show);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void run();
  void draw();

  const Position start_;
  ProgressSource* source_ = nullptr;
  bool terminal_ = false;
  std::int64_t interval_ns_ = 0;
  bool done_ = false;
  std::int64_t start_ns_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
};

}  // namespace ludex::arena::cli
