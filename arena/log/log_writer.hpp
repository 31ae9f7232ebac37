// Appends games to DIR/games.jsonl, so that a crash or a full disk loses at most games in progress.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "arena/log/chain.hpp"
#include "arena/log/record_json.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

enum class LogStart {
  kNew,     // the file must not exist, or be empty
  kAppend,  // goes on at the end of a file that must not end in a torn line (log_reader.hpp repairs)
};

// Each line gets its digest here (chain.hpp). Thread-safe but for moves. A line is one write() to an O_APPEND
// descriptor; a write that fails part-way is taken back, so the file holds whole lines at any time unless the
// machine itself dies. The file is locked against a second writer. A process that may hit RLIMIT_FSIZE must
// ignore SIGXFSZ to get the error.
class LogWriter {
 public:
  // Makes missing folders. Data are synced to disk by the first append() that finds the last sync
  // `sync_interval_ns` ago: 0 syncs every game.
  [[nodiscard]] static Result<LogWriter> open(const std::string& path, LogStart start,
                                              std::int64_t sync_interval_ns = 200'000'000);
  LogWriter(LogWriter&& other) noexcept;
  LogWriter& operator=(LogWriter&&) = delete;
  ~LogWriter();  // syncs; errors are lost, so call close() first

  // After a failed write the log is as it was before the call. If only the sync failed, the line is in the
  // file: an error means that the run must stop, not that append() may be tried again.
  Result<void> append(const GameRecord& record) { return append_line(to_json_line(record)); }
  // `line` is a record's text, without newline and digest.
  Result<void> append_line(std::string_view line);
  // Empties a regular file.
  Result<void> clear();
  // Syncs what is not yet synced; call it at idle moments and at the end.
  Result<void> sync();
  Result<void> close();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // The digest of the last line.
  [[nodiscard]] std::string head() const;

 private:
  LogWriter(std::string path, int fd, bool regular, std::int64_t sync_interval_ns);
  Result<void> sync_locked();

  std::string path_;
  int fd_ = -1;
  bool regular_ = true;
  bool dirty_ = false;
  std::int64_t sync_interval_ns_ = 0;
  std::int64_t last_sync_ns_ = 0;
  Chain chain_;
  mutable std::mutex mutex_;
};

}  // namespace ludex::arena
