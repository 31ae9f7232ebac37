// The displayed results folders: finds, watches and summarises them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arena/faces/web/json.hpp"
#include "arena/faces/web/log_index.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/results/rating/result_table.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::web {

// One folder with a log. Thread-safe.
class Tournament {
 public:
  Tournament(std::string id, std::string name, std::filesystem::path folder);

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }

  // Reads new lines. True if summary() may have changed.
  bool update(bool live);
  // {"id", "name", "games", "scheduled", "live", ...}: a list entry, as a JSON object.
  [[nodiscard]] std::string line() const;
  // Everything except the games. Recomputed on request after a change.
  [[nodiscard]] std::shared_ptr<const std::string> summary();
  // Time taken to make the last summary.
  [[nodiscard]] std::chrono::nanoseconds summary_cost() const;
  // {"total", "games": [...]}.
  [[nodiscard]] std::string games(const GameFilter& filter, std::size_t from, std::size_t count) const;
  // Game `number`, from 1.
  [[nodiscard]] Result<GameRecord> record(std::size_t number) const;
  // The value for GameFilter::opening. Precondition: there is a record of that number.
  [[nodiscard]] std::string opening(std::size_t number) const;
  // Sort key, by the last write: live ones first, then the latest.
  [[nodiscard]] std::pair<bool, std::int64_t> order() const;
  // Device and inode of its log.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> file_id() const;

 private:
  struct Sample {
    std::chrono::steady_clock::time_point time;
    std::uint64_t games;
  };

  [[nodiscard]] std::string make_summary() const;
  [[nodiscard]] std::uint64_t scheduled() const { return run_ ? run_->total : 0; }
  // No value if the run is not live, or too young.
  [[nodiscard]] std::optional<double> games_per_minute() const;
  [[nodiscard]] std::string note_of(std::uint32_t number) const;
  [[nodiscard]] std::string line_locked() const;

  const std::string id_;
  const std::string name_;
  const std::filesystem::path folder_;

  mutable std::mutex mutex_;  // guards the members below
  LogIndex index_;
  std::string error_;
  std::optional<log::RunInfo> run_;
  std::filesystem::file_time_type run_time_{};
  bool live_ = false;
  std::int64_t written_ns_ = 0;  // modification time of the log
  std::deque<Sample> samples_;   // of the last minute
  std::uint64_t version_ = 1;
  std::uint64_t summary_version_ = 0;
  std::shared_ptr<const std::string> summary_;
  std::chrono::nanoseconds cost_{0};
  mutable std::map<std::uint32_t, std::string> notes_;  // on faults, by number
};
using TournamentPtr = std::shared_ptr<Tournament>;

// All tournaments. Its own thread looks for changes. Thread-safe.
class Tournaments {
 public:
  // `roots`: results folders, or folders that contain some (three levels deep). The watching thread calls
  // `changed` with the id, or with "" if the list has changed.
  Tournaments(std::vector<std::string> roots, std::function<void(const std::string& id)> changed);
  ~Tournaments();
  Tournaments(const Tournaments&) = delete;
  Tournaments& operator=(const Tournaments&) = delete;

  // Null if there is none.
  [[nodiscard]] TournamentPtr find(const std::string& id) const;
  // {"tournaments": [...]}, live ones first, then the latest.
  [[nodiscard]] std::string list() const;

 private:
  void watch();
  bool discover();

  const std::vector<std::string> roots_;
  const std::function<void(const std::string&)> changed_;
  mutable std::mutex mutex_;  // guards the members below
  std::map<std::string, TournamentPtr> all_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace ludex::arena::web
