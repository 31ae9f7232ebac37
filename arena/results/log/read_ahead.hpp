// Reads the records of a long log with several threads and returns them in the log's order: parsing and
// digests are most of the work, and lines are independent of each other in this.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "arena/model/game_record.hpp"
#include "arena/results/log/log_cursor.hpp"
#include "arena/results/log/play_hash.hpp"

namespace ludex::arena::log {

class ReadAhead {
 public:
  struct Line {
    std::uint64_t number = 0;  // from 1
    std::string_view text;
    std::string digest;  // for the chain; empty if not requested, or if it depends on earlier lines
    GameRecord record;
    PlayHash play = {};
    std::string error;  // if the line is not a record
  };

  // `digests`: whether to compute them; `series`: see scan_record(). Only this object's threads may use
  // `cursor` while it lives. If no thread can be started, the caller's thread does all the work.
  ReadAhead(LogCursor& cursor, bool digests, bool series);
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;
  ~ReadAhead();

  // The next complete line, valid until the next call; null after the last.
  [[nodiscard]] Line* next();
  // The line without a newline; valid after the last line.
  [[nodiscard]] const std::optional<TornLine>& torn() const noexcept { return torn_; }

 private:
  static constexpr std::size_t kLines = 128;   // per batch
  static constexpr std::size_t kBatches = 16;  // in memory at once
  static constexpr unsigned kMostThreads = 8;

  struct Batch {
    std::array<Line, kLines> lines;
    std::size_t size = 0;
    std::string_view before;  // the line before the first
    bool read = false;
  };

  void start_threads();
  void work();
  bool fill(Batch& batch);  // needs the mutex
  void read(Batch& batch);
  Batch& batch(std::uint64_t n) noexcept { return batches_[n % kBatches]; }

  LogCursor& cursor_;
  const bool digests_;
  const bool series_;
  std::vector<Batch> batches_{kBatches};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t filled_ = 0;  // batches
  std::uint64_t taken_ = 0;   // batches that the caller has finished
  bool at_end_ = false;
  bool stop_ = false;
  std::string_view last_;  // the cursor's last line
  std::optional<TornLine> torn_;
  std::size_t place_ = 0;  // the caller's index in its batch
  bool holding_ = false;   // whether the caller has a batch
  bool started_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace ludex::arena::log
