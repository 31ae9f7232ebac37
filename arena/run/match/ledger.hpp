// The ledger hands out the games of a schedule to any number of slots, takes their records, and writes them
// to the log in the schedule's order.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "arena/model/spec.hpp"
#include "arena/results/log/chain.hpp"
#include "arena/results/log/log_reader.hpp"
#include "arena/results/log/log_writer.hpp"
#include "arena/results/log/play_hash.hpp"
#include "arena/results/rating/repeats.hpp"
#include "arena/run/match/game_source.hpp"
#include "arena/run/match/progress.hpp"
#include "arena/run/match/standings.hpp"
#include "arena/run/schedule/schedule.hpp"
#include "core/util/result.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::arena::run {

// A withdrawn agent, and the reason.
struct Withdrawal {
  std::string agent;
  std::vector<std::string> games;  // ids of the games it lost in a row by its own faults
  std::string last_fault;
};
// "bad: 3 faults in a row, in the games a, b, c; the last: exit: ended its process ..."
[[nodiscard]] std::string to_text(const Withdrawal& withdrawal);

// The ledger commits records in schedule order: withdrawals, decided matches and finished rounds depend on
// that order alone, so a run's log is the same at any concurrency and after any interruption (timings aside).
// A record that waits for an earlier game is kept in DIR/games.pending.jsonl, so that nothing is lost if the
// host dies. Thread-safe.
class Ledger final : public GameSource {
 public:
  // With `resume`, reads the files that an earlier run of the same specification left in `folder`; writes
  // nothing. `warnings` receives a sentence about everything unusual. The error describes the fault of the
  // files. `spec` outlives the ledger. `earlier`: the stages from which the tournament has grown, oldest
  // first.
  struct Warnings {
    std::vector<std::string> lines;
  };
  struct Stage {
    std::uint64_t end;      // the stage's games have lower indices, and belong to no earlier stage
    std::string spec_hash;  // of the stage's records
  };
  [[nodiscard]] static Result<std::unique_ptr<Ledger>> open(const TournamentSpec& spec,
                                                            std::unique_ptr<Schedule> schedule,
                                                            const std::string& folder, bool resume,
                                                            Warnings& warnings,
                                                            std::vector<Stage> earlier = {});
  ~Ledger() override;

  // Repairs a torn last line and opens the logs for writing; call before begin().
  Result<void> open_logs();

  // `progress` may be null; `stop` becomes non-zero to end the run soon. Both must outlive their use.
  void begin(Progress* progress, const std::uint32_t* stop);

  [[nodiscard]] std::optional<Ticket> take(bool wait) override;
  [[nodiscard]] GameRecord record(const Ticket& ticket) const override {
    return record_of(ticket.task, ticket.index);
  }
  void give(const Ticket& ticket, GameRecord record) override;
  // Likewise with the record's line, as made by to_json_line(), and the hash of its moves, which the record
  // may then lack.
  void give(const Ticket& ticket, GameRecord record, std::string line, const log::PlayHash& play);
  // Updates the progress although no game has ended.
  void tell_progress();
  void fail(std::string reason) override;
  [[nodiscard]] bool stopping() const noexcept override;

  // Call after the last slot has ended.
  Result<void> close();
  [[nodiscard]] std::uint64_t played() const;  // committed, earlier runs included
  [[nodiscard]] std::uint64_t total() const;
  [[nodiscard]] bool finished() const;
  // The end of the log; valid after open_logs().
  [[nodiscard]] log::LogHead head() const;
  [[nodiscard]] std::string summary() const;  // Schedule::summary
  [[nodiscard]] const Standings& standings() const noexcept { return standings_; }
  [[nodiscard]] std::vector<Withdrawal> withdrawals() const;  // in the order of the specification
  // Games of the log with a result that repeat an earlier one of the same agents in the same seats move by
  // move.
  [[nodiscard]] std::uint64_t repeated() const;
  // Number of calls in this run that the host waited for beyond their time, because the machine was busy.
  [[nodiscard]] std::uint64_t starved() const;

 private:
  struct Entry {
    GameRecord record;
    std::string line;
    log::PlayHash play = {};
    std::int64_t since_ns = 0;
    bool kept = false;  // in the pending file
  };
  struct Agent {
    std::vector<std::string> faults;  // games in a row lost by faults
    std::string last_fault;
    bool withdrawn = false;
  };

  Ledger(const TournamentSpec& spec, std::unique_ptr<Schedule> schedule, std::vector<Stage> stages);
  Result<void> restore(Warnings& warnings);
  // Opens the log to add games.
  Result<void> open_log();
  void settle();
  void commit(const GameTask& task, Entry entry);
  // `record` is in the log.
  void committed(const GameTask& task, const GameRecord& record, const log::PlayHash& play);
  void count_faults(const GameTask& task, const GameRecord& record);
  [[nodiscard]] bool is_withdrawn(const GameTask& task) const;
  [[nodiscard]] Withdrawal withdrawal(std::size_t agent) const;
  [[nodiscard]] GameRecord record_of(const GameTask& task, std::uint64_t index) const;
  [[nodiscard]] GameRecord withdrawn_record(const GameTask& task) const;
  void keep_waiting();
  void tell_progress_locked();
  void fail_locked(std::string reason);

  const TournamentSpec& spec_;
  std::vector<Stage> stages_;  // the last is unbounded
  std::unique_ptr<Schedule> schedule_;
  std::string folder_;
  std::string log_file_;   // as found: may be compressed until open_log()
  log::LogHead restored_;  // the log's end at that time
  std::string pending_file_;
  std::optional<log::TornLine> torn_log_;
  std::optional<log::TornLine> torn_pending_;
  std::optional<log::LogWriter> log_;  // none while the log is compressed and nothing has been added
  std::optional<log::LogWriter> pending_log_;
  Progress* progress_ = nullptr;
  const std::uint32_t* stop_ = nullptr;

  mutable std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::vector<Agent> agents_;
  std::deque<GameTask> open_;                         // handed out, not committed
  std::uint64_t committed_ = 0;                       // index of open_.front()
  std::map<std::uint64_t, Entry> waiting_;            // finished, not committed
  std::unordered_map<std::string, GameRecord> kept_;  // from an earlier run's pending file
  std::uint64_t next_ = 0;
  std::uint64_t played_ = 0;  // records in the log
  std::uint64_t starved_ = 0;
  bool ended_ = false;  // no more tasks
  bool schedule_failed_ = false;
  bool decided_ = false;  // games in progress are discarded
  bool pending_dirty_ = false;
  std::int64_t next_look_ns_ = 0;  // for the next scan of waiting_
  Standings standings_;
  rating::PlayedGames plays_;
  std::optional<std::string> failure_;
  StopFlag failed_;
};

}  // namespace ludex::arena::run
