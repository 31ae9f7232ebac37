// The live line of a proof search: proof and disproof number of the root, nodes, nodes a second, table fill.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "core/agent/progress.hpp"

namespace ludex::arena::cli {

// Writes to standard error while it exists, from a thread of its own: on a terminal a line that is redrawn
// five times a second, else a line every second.
class ProgressLine {
 public:
  // Nothing is written if `source` is null.
  explicit ProgressLine(const ProgressSource* source);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void run();
  void draw();

  const ProgressSource* source_;
  bool terminal_ = false;
  bool done_ = false;
  std::int64_t start_ns_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
};

}  // namespace ludex::arena::cli
