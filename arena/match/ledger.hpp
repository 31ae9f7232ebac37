// The ledger: hands out the games of a schedule and takes their records, from any number of slots at once,
// and writes them to the log in the schedule's order.
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

#include "arena/log/chain.hpp"
#include "arena/log/log_reader.hpp"
#include "arena/log/log_writer.hpp"
#include "arena/match/game_source.hpp"
#include "arena/match/progress.hpp"
#include "arena/match/standings.hpp"
#include "arena/model/spec.hpp"
#include "arena/schedule/schedule.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// An agent that plays no more, and why.
struct Withdrawal {
  std::string agent;
  std::vector<std::string> games;  // ids of those it lost in a row by faults of its own
  std::string last_fault;
};
// "bad: 3 faults in a row, in the games a, b, c; the last: exit: ended its process ..."
[[nodiscard]] std::string to_text(const Withdrawal& withdrawal);

// Records are committed in schedule order: whether an agent is withdrawn, a match is decided or a round is
// over depends on that order alone, so the log of a run is the same at any concurrency and after any
// interruption (timings aside). A record that must wait for an earlier game stands in a second file,
// DIR/games.pending.jsonl, until it is committed, so that nothing is lost if the host dies meanwhile.
// Thread-safe.
class Ledger final : public GameSource {
 public:
  // Reads what an earlier run of the same specification has left in `folder` if `resume`, and writes nothing.
  // `warnings` gets a sentence about everything unusual. The error says what is wrong with what is there.
  // `spec` outlives the ledger. `earlier`: what the tournament has grown from, oldest first.
  struct Warnings {
    std::vector<std::string> lines;
  };
  struct Stage {
    std::uint64_t end;      // its games are those of a lower index, and not of an earlier stage
    std::string spec_hash;  // of their records
  };
  [[nodiscard]] static Result<std::unique_ptr<Ledger>> open(const TournamentSpec& spec,
                                                            std::unique_ptr<Schedule> schedule,
                                                            const std::string& folder, bool resume,
                                                            Warnings& warnings,
                                                            std::vector<Stage> earlier = {});
  ~Ledger() override;

  // Before begin(): repairs a torn last line and opens the logs for writing.
  Result<void> open_logs();

  // `progress` may be null; `stop` becomes non-zero when the run must end soon. Both outlive their use.
  void begin(Progress* progress, const std::uint32_t* stop);

  [[nodiscard]] std::optional<Ticket> take(bool wait) override;
  [[nodiscard]] GameRecord record(const Ticket& ticket) const override {
    return record_of(ticket.task, ticket.index);
  }
  void give(const Ticket& ticket, GameRecord record) override;
  // The same where the record's line is there already, as to_json_line() has made it; of the record itself
  // the moves may be missing.
  void give(const Ticket& ticket, GameRecord record, std::string line);
  // Lets the progress be told although no game has ended meanwhile.
  void tell_progress();
  void fail(std::string reason) override;
  [[nodiscard]] bool stopping() const noexcept override;

  // After the last slot has ended.
  Result<void> close();
  [[nodiscard]] std::uint64_t played() const;  // committed, earlier runs included
  [[nodiscard]] std::uint64_t total() const;
  [[nodiscard]] bool finished() const;
  // How far the log has come; after open_logs().
  [[nodiscard]] LogHead head() const;
  [[nodiscard]] std::string summary() const;  // Schedule::summary
  [[nodiscard]] const Standings& standings() const noexcept { return standings_; }
  [[nodiscard]] std::vector<Withdrawal> withdrawals() const;  // in the order of the specification
  // Calls of agents that were waited for beyond their time, because the machine was too busy; without those
  // of earlier runs.
  [[nodiscard]] std::uint64_t starved() const;

 private:
  struct Entry {
    GameRecord record;
    std::string line;
    std::int64_t since_ns = 0;
    bool kept = false;  // in the pending file
  };
  struct Agent {
    std::vector<std::string> faults;  // games lost by them in a row
    std::string last_fault;
    bool withdrawn = false;
  };

  Ledger(const TournamentSpec& spec, std::unique_ptr<Schedule> schedule, std::vector<Stage> stages);
  Result<void> restore(Warnings& warnings);
  // For games to be added.
  Result<void> open_log();
  void settle();
  void commit(const GameTask& task, Entry entry);
  void committed(const GameTask& task, const GameRecord& record);  // `record` is in the log
  void count_faults(const GameTask& task, const GameRecord& record);
  [[nodiscard]] bool is_withdrawn(const GameTask& task) const;
  [[nodiscard]] Withdrawal withdrawal(std::size_t agent) const;
  [[nodiscard]] GameRecord record_of(const GameTask& task, std::uint64_t index) const;
  [[nodiscard]] GameRecord withdrawn_record(const GameTask& task) const;
  void keep_waiting();
  void tell_progress_locked();
  void fail_locked(std::string reason);

  const TournamentSpec& spec_;
  std::vector<Stage> stages_;  // the last has no end
  std::unique_ptr<Schedule> schedule_;
  std::string folder_;
  std::string log_file_;  // as it was found: it may be compressed until open_log()
  LogHead restored_;      // how far it had come then
  std::string pending_file_;
  std::optional<TornLine> torn_log_;
  std::optional<TornLine> torn_pending_;
  std::optional<LogWriter> log_;  // none: compressed, and nothing has been added
  std::optional<LogWriter> pending_log_;
  Progress* progress_ = nullptr;
  const std::uint32_t* stop_ = nullptr;

  mutable std::mutex mutex_;  // guards what follows
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
  bool decided_ = false;  // what is still in progress is dropped
  bool pending_dirty_ = false;
  std::int64_t next_look_ns_ = 0;  // at waiting_
  Standings standings_;
  std::optional<std::string> failure_;
  std::uint32_t failed_ = 0;  // atomic
};

}  // namespace ludex::arena
