// A search's live line: depth, value, proof numbers, nodes, nodes per second, table fill and variation, as
// far as the agent reports them.
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

// Text on a search of `start`, `seconds` after it began.
[[nodiscard]] std::string progress_text(const SearchProgress& progress, const Position& start,
                                        double seconds);

// While it exists, a thread writes to standard error: on a terminal a line redrawn five times a second, else
// a line every ten seconds. Create it before the search; it must end afterwards.
class ProgressLine {
 public:
  enum class Show {
    kNever,
    kQuietly,  // as above
    kOften,    // every second if there is no terminal
  };
  // Writes nothing if the agent does not report progress.
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
