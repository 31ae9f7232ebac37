// The records of a long log, read by several threads and handed out one by one in the log's order: what a
// line says and its digest are most of the work, and no line needs another one's for it.
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

#include "arena/log/log_cursor.hpp"
#include "arena/model/game_record.hpp"

namespace ludex::arena {

class ReadAhead {
 public:
  struct Line {
    std::uint64_t number = 0;  // from 1
    std::string_view text;
    std::string
        digest;  // what a chain needs of the line; empty if it was not asked for, or hangs on lines before
    GameRecord record;
    std::uint64_t play = 0;
    std::string error;  // of a line that is no record
  };

  // `digests`: whether to make them; `series`: see scan_record(). `cursor` is used by this object's threads
  // while it lives. Where no thread can be started the caller's does all.
  ReadAhead(LogCursor& cursor, bool digests, bool series);
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;
  ~ReadAhead();

  // The next line that has an end, until the next call; null after the last.
  [[nodiscard]] Line* next();
  // After the last: the line without an end.
  [[nodiscard]] const std::optional<TornLine>& torn() const noexcept { return torn_; }

 private:
  static constexpr std::size_t kLines = 128;   // of a batch
  static constexpr std::size_t kBatches = 16;  // at once
  static constexpr unsigned kMostThreads = 8;

  struct Batch {
    std::array<Line, kLines> lines;
    std::size_t size = 0;
    std::string_view before;  // the line before the first
    bool read = false;
  };

  void start_threads();
  void work();
  bool fill(Batch& batch);  // with the mutex
  void read(Batch& batch);
  Batch& batch(std::uint64_t n) noexcept { return batches_[n % kBatches]; }

  LogCursor& cursor_;
  const bool digests_;
  const bool series_;
  std::vector<Batch> batches_{kBatches};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t filled_ = 0;  // batches
  std::uint64_t taken_ = 0;   // batches that the caller is through with
  bool at_end_ = false;
  bool stop_ = false;
  std::string_view last_;  // line of the cursor
  std::optional<TornLine> torn_;
  std::size_t place_ = 0;  // of the caller in its batch
  bool holding_ = false;   // whether it has one
  bool started_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace ludex::arena
