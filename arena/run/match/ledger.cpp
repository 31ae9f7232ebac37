#include "arena/run/match/ledger.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arena/base/text/quantity.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/results/log/log_reader.hpp"
#include "arena/results/log/record_json.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/run/config/write_spec.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {
namespace {

namespace fs = std::filesystem;

// Younger records are not written to the pending file: the games before them are about to end.
constexpr std::int64_t kPatienceNs = 200'000'000;

constexpr const char* kNotAsWritten = "; use another --out folder, or bring back the file as it was";

std::string faults_text(std::size_t n) {
  return n == 1 ? "a fault" : fmt::format("{} faults in a row", n);
}

std::string note_of(const GameRecord& record, Player seat) {
  const auto fault = std::find_if(record.faults.begin(), record.faults.end(),
                                  [&](const SeatFault& one) { return one.seat == seat; });
  return fault != record.faults.end() ? fault->note : record.note;
}

std::vector<Player> faulty_seats(const GameRecord& record) {
  std::vector<Player> seats;
  for (Player seat = 0; seat < players(record); ++seat) {
    if (forfeit_of(record, seat)) seats.push_back(seat);
  }
  return seats;
}

// The first of these seats that the agent has, or kNobody.
Player seat_of(const GameTask& task, std::uint32_t agent, const std::vector<Player>& seats) {
  const auto at =
      std::find_if(seats.begin(), seats.end(), [&](Player seat) { return task.agents[seat] == agent; });
  return at == seats.end() ? kNobody : *at;
}

Result<void> open_log_at(const std::string& file, const std::optional<log::TornLine>& torn,
                         std::optional<log::LogWriter>& writer) {
  if (torn) {
    if (auto repaired = log::repair_log(file, *torn); !repaired) return repaired;
  }
  auto opened = log::LogWriter::open(file, log::LogStart::kAppend);
  if (!opened) return Error{opened.error()};
  writer.emplace(std::move(*opened));
  return {};
}

}  // namespace

Ledger::Ledger(const TournamentSpec& spec, std::unique_ptr<Schedule> schedule, std::vector<Stage> stages)
    : spec_(spec),
      stages_(std::move(stages)),
      schedule_(std::move(schedule)),
      agents_(spec.agents.size()),
      standings_(spec.agents) {}

Ledger::~Ledger() = default;

Result<std::unique_ptr<Ledger>> Ledger::open(const TournamentSpec& spec, std::unique_ptr<Schedule> schedule,
                                             const std::string& folder, bool resume, Warnings& warnings,
                                             std::vector<Stage> earlier) {
  earlier.push_back({std::numeric_limits<std::uint64_t>::max(), hash_text(spec_hash(spec))});
  std::unique_ptr<Ledger> ledger(new Ledger(spec, std::move(schedule), std::move(earlier)));
  ledger->folder_ = folder;
  ledger->log_file_ = log::log_in(folder);
  ledger->pending_file_ = (fs::path(folder) / "games.pending.jsonl").string();
  std::error_code ignored;
  const auto holds_games = [&](const std::string& file) {
    return fs::exists(file, ignored) && fs::file_size(file, ignored) != 0;
  };
  if (holds_games(ledger->log_file_) || holds_games(ledger->pending_file_)) {
    if (!resume) {
      return Error{fmt::format("{} already holds games: use --resume to continue, or another --out folder",
                               ledger->log_file_)};
    }
    if (auto restored = ledger->restore(warnings); !restored) return Error{restored.error()};
  }
  return ledger;
}

Result<void> Ledger::open_logs() {
  pending_dirty_ = !kept_.empty();
  // A complete compressed log stays compressed until a game is added.
  if (torn_log_ || !log::is_compressed_log(log_file_)) {
    if (auto opened = open_log(); !opened) return opened;
  }
  return open_log_at(pending_file_, torn_pending_, pending_log_);
}

Result<void> Ledger::open_log() {
  if (log_) return {};
  if (auto expanded = log::expand_log(folder_); !expanded) return expanded;
  log_file_ = log::log_in(folder_);
  return open_log_at(log_file_, torn_log_, log_);
}

// Restores from a log that holds the schedule's first games in order.
Result<void> Ledger::restore(Warnings& warnings) {
  std::error_code ignored;
  if (fs::exists(log_file_, ignored)) {
    log::ChainCheck chain(log::known_head(log_file_));
    const auto torn = log::scan_log(
        log_file_,
        [&](const GameRecord& record, const log::PlayHash& play) -> Result<void> {
          if (!chain.fits()) return Error{chain.problem() + kNotAsWritten};
          GameTask task;
          const auto next = schedule_->replay(task, record);
          if (next == Schedule::Next::kFailed) return Error{schedule_->failure()};
          if (next != Schedule::Next::kTask || task.id != record.id) {
            return Error{
                fmt::format("game '{}' is not the next one of this tournament: the file was changed, or "
                            "written by an older "
                            "version; use another --out folder",
                            record.id)};
          }
          const GameRecord head = record_of(task, next_);
          if (record.game != head.game || record.agents != head.agents || record.round != head.round ||
              record.seed != head.seed) {
            return Error{
                fmt::format("game '{}' has another game, agents, round or seed than it was planned with{}",
                            record.id, kNotAsWritten)};
          }
          if (head.params != record.params) {
            return Error{
                fmt::format("game '{}' was played with other parameters than this tuning asks for: the file "
                            "was changed, or "
                            "written by an older version; use another --out folder",
                            record.id)};
          }
          open_.push_back(task);
          ++next_;
          committed(task, record, play);
          return {};
        },
        &chain, false);
    if (!torn) return Error{torn.error()};
    restored_ = chain.head();
    if (*torn) {
      warnings.lines.push_back(
          fmt::format("{}: line {} was cut short and is played again", log_file_, (*torn)->line));
      torn_log_ = *torn;
    }
    if (chain.missing() != 0) {
      warnings.lines.push_back(
          fmt::format("{}: {} of {} that run.json speaks of are missing and are played again", log_file_,
                      chain.missing(), plural(played_ + chain.missing(), "game")));
    }
  }
  if (!fs::exists(pending_file_, ignored)) return {};
  log::ChainCheck chain;
  const auto torn = log::visit_log(
      pending_file_,
      [&](GameRecord&& record) -> Result<void> {
        if (!chain.fits()) return Error{chain.problem() + kNotAsWritten};
        kept_.insert_or_assign(record.id, record);
        return {};
      },
      &chain);
  if (!torn) return Error{torn.error()};
  torn_pending_ = *torn;
  return {};
}

void Ledger::begin(Progress* progress, const std::uint32_t* stop) {
  progress_ = progress;
  stop_ = stop;
}

bool Ledger::stopping() const noexcept {
  return stop_requested(stop_) || failed_.requested();
}

std::optional<Ticket> Ledger::take(bool wait) {
  std::unique_lock lock(mutex_);
  while (!stopping() && !ended_) {
    GameTask task;
    const auto next = schedule_->next(task);
    if (next == Schedule::Next::kDone) {
      ended_ = true;
      changed_.notify_all();
      break;
    }
    if (next == Schedule::Next::kFailed) {
      // Games in progress are finished and logged.
      schedule_failed_ = ended_ = true;
      changed_.notify_all();
      break;
    }
    if (next == Schedule::Next::kWait) {
      if (!wait) return std::nullopt;
      changed_.wait_for(lock, std::chrono::milliseconds(50));
      continue;
    }
    open_.push_back(task);
    const std::uint64_t index = next_++;
    // An external tuner may suggest another point than before the interruption.
    if (auto kept = kept_.extract(task.id); kept && kept.mapped().params == record_of(task, index).params) {
      std::string line = log::to_json_line(kept.mapped());
      const auto play = log::PlayHash::of(kept.mapped());
      waiting_.emplace(index, Entry{std::move(kept.mapped()), std::move(line), play, 0, true});
    } else if (is_withdrawn(task)) {
      waiting_.emplace(index, Entry{});  // commit() writes it
    } else {
      return Ticket{std::move(task), index};
    }
    settle();
  }
  return std::nullopt;
}

void Ledger::give(const Ticket& ticket, GameRecord record) {
  std::string line = log::to_json_line(record);
  const auto play = log::PlayHash::of(record);
  give(ticket, std::move(record), std::move(line), play);
}

void Ledger::give(const Ticket& ticket, GameRecord record, std::string line, const log::PlayHash& play) {
  const std::scoped_lock lock(mutex_);
  if (decided_) return;
  waiting_.emplace(ticket.index, Entry{std::move(record), std::move(line), play, wall_clock_ns(), false});
  settle();
  keep_waiting();
  tell_progress_locked();
  changed_.notify_all();
}

void Ledger::tell_progress() {
  const std::scoped_lock lock(mutex_);
  tell_progress_locked();
}

void Ledger::tell_progress_locked() {
  if (progress_ == nullptr) return;
  progress_->note(schedule_->status());
  progress_->update(played_ + waiting_.size(), schedule_->total(), standings_);
}

void Ledger::settle() {
  while (!waiting_.empty() && waiting_.begin()->first == committed_ && !failure_) {
    Entry entry = std::move(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
    const GameTask task = open_.front();
    commit(task, std::move(entry));
    if (schedule_->decided()) {
      waiting_.clear();
      open_.clear();
      kept_.clear();
      ended_ = decided_ = true;
    }
  }
  if (waiting_.empty() && kept_.empty() && pending_dirty_) {
    // All pending records are in the log now.
    if (const auto synced = log_ ? log_->sync() : Result<void>(); !synced) return fail_locked(synced.error());
    if (const auto cleared = pending_log_->clear(); !cleared) return fail_locked(cleared.error());
    pending_dirty_ = false;
  }
}

void Ledger::commit(const GameTask& task, Entry entry) {
  if (is_withdrawn(task)) {
    entry.record = withdrawn_record(task);
    entry.line = log::to_json_line(entry.record);
  }
  if (const auto opened = open_log(); !opened) return fail_locked(opened.error());
  if (const auto written = log_->append_line(entry.line); !written) return fail_locked(written.error());
  for (const SeatStats& stats : entry.record.stats) starved_ += stats.starved;
  committed(task, entry.record, entry.play);
}

void Ledger::committed(const GameTask& task, const GameRecord& record, const log::PlayHash& play) {
  schedule_->commit(task, record, play);
  standings_.add(record);
  if (record.outcome != GameResult::kNone) plays_.add(rating::play_key(record, play));
  count_faults(task, record);
  open_.pop_front();
  ++committed_;
  ++played_;
}

void Ledger::count_faults(const GameTask& task, const GameRecord& record) {
  if (record.termination == Termination::kWithdrawn) return;
  const std::vector<Player> faulty = faulty_seats(record);
  for (Player seat = 0; seat < task.agents.size(); ++seat) {
    Agent& agent = agents_[task.agents[seat]];
    if (const Player failed = seat_of(task, task.agents[seat], faulty); failed != seat) {
      // An agent whose opponent failed before its first move has not proven anything; otherwise two agents
      // that cannot start would clear each other's faults forever.
      const bool other_copy = failed != kNobody;
      if (!other_copy && (faulty.empty() || record.stats[seat].moves != 0)) agent.faults.clear();
      continue;
    }
    if (agent.withdrawn) continue;
    if (spec_.limits.faults_in_a_row == 0) continue;
    agent.faults.push_back(record.id);
    agent.last_fault = fmt::format("{}: {}", to_text(*forfeit_of(record, seat)), note_of(record, seat));
    if (agent.faults.size() < spec_.limits.faults_in_a_row) continue;
    agent.withdrawn = true;
    if (progress_ != nullptr) progress_->say("withdrawn: " + to_text(withdrawal(task.agents[seat])));
  }
}

Withdrawal Ledger::withdrawal(std::size_t agent) const {
  return {spec_.agents[agent].name, agents_[agent].faults, agents_[agent].last_fault};
}

std::string to_text(const Withdrawal& withdrawal) {
  const std::size_t n = withdrawal.games.size();
  return fmt::format("{}: {}, in {} {}; the last: {}", withdrawal.agent, faults_text(n),
                     n == 1 ? "the game" : "the games", fmt::join(withdrawal.games, ", "),
                     withdrawal.last_fault);
}

bool Ledger::is_withdrawn(const GameTask& task) const {
  return std::any_of(task.agents.begin(), task.agents.end(),
                     [this](std::uint32_t agent) { return agents_[agent].withdrawn; });
}

GameRecord Ledger::record_of(const GameTask& task, std::uint64_t index) const {
  const auto stage =
      std::find_if(stages_.begin(), stages_.end(), [&](const Stage& s) { return index < s.end; });
  return record_head(spec_, task, stage->spec_hash);
}

// Record of the game that is committed next.
GameRecord Ledger::withdrawn_record(const GameTask& task) const {
  GameRecord record = record_of(task, committed_);
  record.termination = Termination::kWithdrawn;
  std::vector<bool> lost;
  std::vector<std::string> names;
  for (std::size_t seat = 0; seat < task.agents.size(); ++seat) {
    lost.push_back(agents_[task.agents[seat]].withdrawn);
    if (lost.back() && std::find(names.begin(), names.end(), record.agents[seat]) == names.end())
      names.push_back(record.agents[seat]);
  }
  const bool all = std::find(lost.begin(), lost.end(), false) == lost.end();
  const bool two = players(record) == 2;
  if (two) {
    record.outcome = all ? GameResult::kNone : loss_of(lost[0] ? 0 : 1);
  } else {
    set_losers(record, lost);
  }
  record.note =
      all ? (two ? "both agents were withdrawn" : "all agents were withdrawn")
          : fmt::format("{} {} withdrawn after {}", fmt::join(names, ", "),
                        names.size() == 1 ? "was" : "were", faults_text(spec_.limits.faults_in_a_row));
  return record;
}

// Writes records that have waited for a while to the pending file.
void Ledger::keep_waiting() {
  const std::int64_t now = wall_clock_ns();
  // With a thousand slots, a thousand records may wait for the slowest game, so check rarely.
  if (now < next_look_ns_) return;
  next_look_ns_ = now + kPatienceNs / 4;
  for (auto& [index, entry] : waiting_) {
    if (entry.kept || entry.line.empty() || now - entry.since_ns < kPatienceNs) continue;
    if (const auto written = pending_log_->append_line(entry.line); !written)
      return fail_locked(written.error());
    entry.kept = true;
    pending_dirty_ = true;
  }
}

void Ledger::fail(std::string reason) {
  const std::scoped_lock lock(mutex_);
  fail_locked(std::move(reason));
}

void Ledger::fail_locked(std::string reason) {
  if (!failure_) failure_ = std::move(reason);
  failed_.request();
  changed_.notify_all();
}

Result<void> Ledger::close() {
  const std::scoped_lock lock(mutex_);
  // Saves finished games that are not committed yet.
  for (const auto& [index, entry] : waiting_) {
    if (entry.kept || entry.line.empty() || failure_) continue;
    if (const auto written = pending_log_->append_line(entry.line); !written) fail_locked(written.error());
    pending_dirty_ = true;
  }
  const auto closed = log_ ? log_->close() : Result<void>();
  const auto pending_closed = pending_log_->close();
  std::error_code ignored;
  if (!pending_dirty_) fs::remove(pending_file_, ignored);
  if (failure_) return Error{*failure_};
  if (schedule_failed_) return Error{schedule_->failure()};
  if (!closed) return Error{closed.error()};
  if (!pending_closed) return Error{pending_closed.error()};
  return {};
}

std::uint64_t Ledger::played() const {
  const std::scoped_lock lock(mutex_);
  return played_;
}
std::uint64_t Ledger::total() const {
  const std::scoped_lock lock(mutex_);
  return schedule_->total();
}
log::LogHead Ledger::head() const {
  const std::scoped_lock lock(mutex_);
  return log_ ? log::LogHead{played_, log_->head()} : restored_;
}
bool Ledger::finished() const {
  const std::scoped_lock lock(mutex_);
  return ended_ && open_.empty() && !failure_ && !schedule_failed_;
}
std::uint64_t Ledger::starved() const {
  const std::scoped_lock lock(mutex_);
  return starved_;
}
std::uint64_t Ledger::repeated() const {
  const std::scoped_lock lock(mutex_);
  return plays_.repeated();
}
std::string Ledger::summary() const {
  const std::scoped_lock lock(mutex_);
  return schedule_->summary();
}
std::vector<Withdrawal> Ledger::withdrawals() const {
  const std::scoped_lock lock(mutex_);
  std::vector<Withdrawal> list;
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (agents_[i].withdrawn) list.push_back(withdrawal(i));
  }
  return list;
}

}  // namespace ludex::arena::run
