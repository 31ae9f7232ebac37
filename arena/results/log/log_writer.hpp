// Appends games to DIR/games.jsonl, so that a crash or a full disk loses at most games in progress.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "arena/results/log/chain.hpp"
#include "arena/results/log/record_json.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::log {

enum class LogStart {
  kNew,     // the file must not exist, or be empty
  kAppend,  // continues a file that must not end in a torn line (log_reader.hpp repairs it)
};

// Adds the digest to each line (chain.hpp). Thread-safe but for moves. Each line is one write() to an
// O_APPEND descriptor; a partial write is undone, so the file holds whole lines at any time unless the
// machine itself dies. The file is locked against a second writer. A process that may hit RLIMIT_FSIZE must
// ignore SIGXFSZ to get the error.
class LogWriter {
 public:
  // Creates missing folders. An append() syncs to disk if the last sync is `sync_interval_ns` ago or more: 0
  // syncs every game.
  [[nodiscard]] static Result<LogWriter> open(const std::string& path, LogStart start,
                                              std::int64_t sync_interval_ns = 200'000'000);
  LogWriter(LogWriter&& other) noexcept;
  LogWriter& operator=(LogWriter&&) = delete;
  ~LogWriter();  // syncs; errors are lost, so call close() first

  // After a failed write the log is as before the call. If only the sync failed, the line is in the file: the
  // run must stop, and append() may not be tried again.
  Result<void> append(const GameRecord& record) { return append_line(to_json_line(record)); }
  // `line` is a record's text, without newline and digest.
  Result<void> append_line(std::string_view line);
  // Empties a regular file.
  Result<void> clear();
  // Syncs pending data; call it at idle moments and at the end.
  Result<void> sync();
  Result<void> close();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // Digest of the last line.
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

}  // namespace ludex::arena::log
