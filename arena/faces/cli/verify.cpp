// ludex verify: checks that a log records the games played.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/base/files/text_file.hpp"
#include "arena/base/json/value.hpp"
#include "arena/base/process/ticker.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/faces/cli/logged_games.hpp"
#include "arena/faces/cli/tournament_input.hpp"
#include "arena/faces/export/rules_check.hpp"
#include "arena/results/log/log_reader.hpp"
#include "arena/results/log/record_json.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/results/log/same_game.hpp"
#include "arena/run/config/growth.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/match/tournament_context.hpp"
#include "arena/run/parts/part.hpp"
#include "arena/run/schedule/make_schedule.hpp"
#include "arena/run/worker/slots.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::cli {
namespace {

namespace fs = std::filesystem;
using Json = json::Value;

constexpr std::size_t kMostProblems = 20;
constexpr std::size_t kMostIdentity = 64U << 20;

struct VerifyOptions {
  std::string log;
  std::string as;
  std::uint32_t again = 0;
  bool json = false;
};

// A game to be replayed by its agents.
struct Again {
  run::Ticket ticket;
  GameRecord record;
  std::uint64_t line;
};

struct Findings {
  std::string chain;  // ChainCheck::text
  bool chained = false;
  std::string folder;       // FolderCheck::text
  bool incomplete = false;  // games may be missing: the run has not ended, or there is no record that it has
  std::uint64_t games = 0;
  std::uint64_t by_rules = 0;   // replayed by the rules without a fault
  std::uint64_t scheduled = 0;  // matched with the specification beside the log
  std::string unscheduled;      // the reason why they were not matched
  std::uint64_t again = 0;      // replayed by the agents with the same result
  std::string not_again;        // the reason why no more were
  std::vector<std::string> problems;
  std::uint64_t problem_count = 0;

  void add(std::string problem) {
    ++problem_count;
    if (problems.size() < kMostProblems) problems.push_back(std::move(problem));
  }
};

// Hashes that the log's games may have: of the specification beside the log, and of those it has grown from.
// Empty if there is none.
std::set<std::string> hashes_of(const std::string& folder) {
  std::set<std::string> hashes;
  const auto identity = read_text_file((fs::path(folder) / "spec.identity").string(), kMostIdentity);
  if (!identity) return hashes;
  for (const std::string& one : run::split_identities(*identity)) hashes.insert(run::hash_text(fnv1a(one)));
  return hashes;
}

// The games of the specification beside the log, in order.
class Planned {
 public:
  // The error states why they are unknown.
  static Result<std::unique_ptr<Planned>> make(Context& context, const std::string& folder) {
    const fs::path file = fs::path(folder) / "spec.yaml";
    std::error_code ignored;
    if (!fs::exists(file, ignored)) return Error{"there is no spec.yaml next to the log"};
    auto planned = std::make_unique<Planned>();
    try {
      planned->tournament_ = read_tournament(context, file.string(), {"out=" + folder});
    } catch (const Failure& failure) {
      return Error{"spec.yaml next to the log cannot be used here: " + std::string(failure.what())};
    }
    if (planned->tournament_.spec.tune) return Error{"games of `ludex tune` depend on its tuner"};
    const auto identity = read_text_file((fs::path(folder) / "spec.identity").string(), kMostIdentity);
    auto stages = run::stages_of(planned->tournament_.spec, identity ? *identity : std::string());
    if (!stages) return Error{"spec.identity is not that of spec.yaml: " + stages.error()};
    planned->stages_ = *std::move(stages);
    const auto info = log::read_run_info(folder);
    const auto part =
        info && !info->part.empty() ? run::parse_part(info->part) : Result<run::Part>(Error{""});
    planned->schedule_ = part ? run::make_part_schedule(planned->tournament_.spec, *part)
                              : run::make_schedule(planned->tournament_.spec, planned->stages_.earlier);
    return planned;
  }

  // The planned game of the record.
  Result<run::GameTask> next(const GameRecord& record) {
    run::GameTask task;
    if (schedule_->replay(task, record) != run::Schedule::Next::kTask || task.id != record.id)
      return Error{fmt::format("game '{}' is not the next one that spec.yaml asks for", record.id)};
    const GameRecord head = record_head(tournament_.spec, task, record.spec_hash);
    const char* const wrong = record.game != head.game       ? "game"
                              : record.agents != head.agents ? "agents"
                              : record.round != head.round   ? "round"
                              : record.seed != head.seed     ? "seed"
                                                             : nullptr;
    schedule_->commit(task, record);
    if (wrong != nullptr)
      return Error{fmt::format("game '{}' has another '{}' than spec.yaml asks for", record.id, wrong)};
    return task;
  }
  [[nodiscard]] const TournamentSpec& spec() const noexcept { return tournament_.spec; }
  [[nodiscard]] const run::PreparedTournament& tournament() const noexcept { return tournament_; }

 private:
  run::PreparedTournament tournament_;
  run::Stages stages_;
  std::unique_ptr<run::Schedule> schedule_;
};

// Hands out games that were played before, and compares. Thread-safe.
class Replayed final : public run::GameSource {
 public:
  Replayed(std::vector<Again> games, const Planned& planned, const Interrupt& interrupt, Findings& findings)
      : games_(std::move(games)), planned_(planned), interrupt_(interrupt), findings_(findings) {}

  std::optional<run::Ticket> take(bool) override {
    const std::scoped_lock lock(mutex_);
    if (next_ == games_.size() || stopping()) return std::nullopt;
    run::Ticket ticket = games_[next_].ticket;
    ticket.index = next_++;
    return ticket;
  }
  [[nodiscard]] GameRecord record(const run::Ticket& ticket) const override {
    return record_head(planned_.spec(), ticket.task, games_[ticket.index].record.spec_hash);
  }
  void give(const run::Ticket& ticket, GameRecord record) override {
    const Again& game = games_[ticket.index];
    // Normalised through the log's format, which omits lists of zeros.
    const auto logged = log::game_record_from_json(log::to_json_line(record));
    const std::string what = log::difference(game.record, logged ? *logged : record);
    const std::scoped_lock lock(mutex_);
    if (what.empty()) {
      ++findings_.again;
    } else {
      findings_.add(fmt::format("line {}: game '{}', played again, is another one in '{}'", game.line,
                                game.record.id, what));
    }
  }
  void fail(std::string reason) override {
    const std::scoped_lock lock(mutex_);
    if (failure_.empty()) failure_ = std::move(reason);
    failed_ = true;
  }
  [[nodiscard]] bool stopping() const noexcept override { return interrupt_.requested() || failed_; }
  // Valid after the last slot has ended.
  [[nodiscard]] const std::string& failure() const noexcept { return failure_; }

 private:
  std::vector<Again> games_;
  const Planned& planned_;
  const Interrupt& interrupt_;
  Findings& findings_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::string failure_;
  std::atomic<bool> failed_ = false;
};

// Whether the game has the same result every time: deterministic budgets, and not ended by the machine.
bool repeatable(const TournamentSpec& spec, const run::GameTask& task, const GameRecord& record) {
  if (!std::all_of(task.agents.begin(), task.agents.end(),
                   [&](std::uint32_t agent) { return spec.agents[agent].budget.deterministic(); }))
    return false;
  switch (record.termination) {
    case Termination::kNormal:
    case Termination::kPlyLimit:
    case Termination::kAgreedProof:
    case Termination::kAdjudicatedWin:
    case Termination::kAdjudicatedDraw:
    case Termination::kResigned:
    case Termination::kIllegalMove:
      return true;
    default:
      return false;
  }
}

// Chooses games evenly spread over the log.
std::vector<Again> choose_games(std::vector<Again> games, std::size_t count) {
  if (count >= games.size()) return games;
  std::vector<Again> chosen;
  for (std::size_t i = 0; i < count; ++i)
    chosen.push_back(std::move(games[(2 * i + 1) * games.size() / (2 * count)]));
  return chosen;
}

void play_again(Context& context, const VerifyOptions& options, const Planned& planned,
                std::vector<Again> games, const Interrupt& interrupt, Findings& findings) {
  if (games.size() < std::min<std::uint64_t>(options.again, findings.games)) {
    findings.not_again = fmt::format(
        "{} of {} can be repeated: others have budgets in time, several threads, or "
        "ended by a fault",
        games.size(), plural(findings.games, "game"));
  }
  games = choose_games(std::move(games), options.again);
  if (games.empty()) return;
  const auto tournament_context =
      run::TournamentContext::make(planned.tournament(), context.registry(), interrupt.flag());
  if (!tournament_context) throw Failure::usage(tournament_context.error());
  Replayed source(std::move(games), planned, interrupt, findings);
  run::play_on_this_machine(**tournament_context, source);
  if (!source.failure().empty()) throw Failure::system("verify: " + source.failure());
}

void print_findings_json(const Findings& findings, const std::string& file) {
  Json document{{"log", file},
                {"verified", findings.chained && findings.problem_count == 0},
                {"complete", !findings.incomplete},
                {"digests", findings.chain},
                {"folder", findings.folder},
                {"games", findings.games},
                {"by_rules", findings.by_rules},
                {"as_planned", findings.scheduled},
                {"again", findings.again},
                {"problem_count", findings.problem_count},
                {"problems", findings.problems}};
  if (!findings.unscheduled.empty()) document["not_compared_with_plan"] = findings.unscheduled;
  if (!findings.not_again.empty()) document["not_again"] = findings.not_again;
  fmt::print("{}\n", document.dump());
}

void print_findings(const Findings& findings, const std::string& file) {
  fmt::print("{}: {}\n", file, plural(findings.games, "game"));
  fmt::print("digests: {}\n", findings.chain);
  fmt::print("folder: {}\n", findings.folder);
  fmt::print("rules: {} of {} replayed, legal and with the recorded end\n", findings.by_rules,
             findings.games);
  if (findings.unscheduled.empty()) {
    fmt::print("plan: {} of {} are the games of spec.yaml\n", findings.scheduled, findings.games);
  } else {
    fmt::print("plan: not compared: {}\n", findings.unscheduled);
  }
  if (findings.again != 0) fmt::print("played again: {}, the same\n", plural(findings.again, "game"));
  if (!findings.not_again.empty()) fmt::print("played again: {}\n", findings.not_again);
}

// Prints progress now and then, because there may be a million games.
void tell(std::uint64_t games) {
  std::fflush(stdout);
  fmt::print(stderr, "{}{} replayed{}", isatty(STDERR_FILENO) != 0 ? "\r" : "", plural(games, "game"),
             isatty(STDERR_FILENO) != 0 ? "" : "\n");
}

// The reason why games may be missing; "" if none are, or if the log has no digests, which promise nothing.
std::string gap_of(const log::FolderCheck& beside, const log::ChainCheck& chain, std::uint64_t games) {
  if (chain.sealed() == 0) return "";
  if (!beside.run) return beside.company.unknown;
  const log::RunInfo& run = *beside.run;
  if (!run.finished)
    return fmt::format("the run has not come to its end: {} of {}", games, plural(run.total, "game"));
  if (run.log && run.log->games < games)
    return fmt::format("run.json speaks of {}, and the log has {}", plural(run.log->games, "record"), games);
  return "";
}

void verify_log(Context& context, const VerifyOptions& options) {
  LoggedGames games(context, options.log, options.as);
  const Interrupt interrupt;
  Findings findings;
  std::unique_ptr<Planned> planned;
  if (auto made = Planned::make(context, games.folder())) {
    planned = *std::move(made);
  } else {
    findings.unscheduled = made.error();
  }
  if (options.again != 0 && planned == nullptr)
    throw Failure::usage("--again: it is not known how the games were played: " + findings.unscheduled);
  const log::FolderCheck beside = log::check_folder(games.folder());
  findings.folder = beside.text();
  const std::set<std::string> hashes = hashes_of(games.folder());
  log::ChainCheck chain(beside.company);
  bool chain_told = false;
  bool in_plan = planned != nullptr;
  std::vector<Again> repeatables;
  std::set<std::string> ids;
  std::atomic<std::uint64_t> done = 0;
  const auto torn = [&] {
    const Ticker ticker(std::chrono::seconds(isatty(STDERR_FILENO) != 0 ? 1 : 60),
                        [&] { tell(done.load(std::memory_order_relaxed)); });
    return visit_log(
        games.file(),
        [&](GameRecord&& record) -> Result<void> {
          if (interrupt.requested()) return Error{"interrupted"};
          const std::uint64_t line = ++findings.games;
          done.store(line, std::memory_order_relaxed);
          if (!chain.fits() && !chain_told) {
            chain_told = true;
            findings.add(fmt::format("line {}: {}", line, chain.problem()));
          }
          if (!ids.insert(record.id).second)
            findings.add(fmt::format("line {}: game '{}' is there twice", line, record.id));
          if (!record.spec_hash.empty() && !hashes.empty() && !hashes.contains(record.spec_hash))
            findings.add(
                fmt::format("line {}: the game was played by another specification (spec_hash {}), not by "
                            "spec.identity next to the log",
                            line, record.spec_hash));
          if (const auto good = exports::check_by_rules(games.game(record.game), record); good) {
            ++findings.by_rules;
          } else {
            findings.add(fmt::format("line {}: {}", line, good.error()));
          }
          if (!in_plan) return {};
          const auto task = planned->next(record);
          if (!task) {
            findings.add(fmt::format("line {}: {}", line, task.error()));
            in_plan = task.error().ends_with("is not the next one that spec.yaml asks for") ? false : in_plan;
            return {};
          }
          ++findings.scheduled;
          if (options.again != 0 && repeatable(planned->spec(), *task, record))
            repeatables.push_back({run::Ticket{*task, 0}, std::move(record), line});
          return {};
        },
        &chain);
  }();
  if (!torn) {
    if (interrupt.requested()) {
      complain(fmt::format("interrupted after {}", plural(findings.games, "game")));
      context.exit_code = kInterrupted;
      return;
    }
    throw Failure::usage(torn.error());
  }
  findings.chain = chain.text();
  findings.chained = chain.state() == log::ChainCheck::State::kVerified;
  if (chain.fits() && chain.state() == log::ChainCheck::State::kBroken) findings.add(chain.text());
  if (const std::string gap = gap_of(beside, chain, findings.games); !gap.empty()) {
    findings.incomplete = true;
    findings.add("incomplete: " + gap);
  }
  if (*torn) findings.add(fmt::format("line {} was cut short", (*torn)->line));
  if (options.again != 0) play_again(context, options, *planned, std::move(repeatables), interrupt, findings);
  if (options.json) {
    print_findings_json(findings, games.file());
  } else {
    print_findings(findings, games.file());
  }
  if (interrupt.requested()) {
    context.exit_code = kInterrupted;
    return;
  }
  if (findings.problem_count == 0) return;
  std::string text = plural(findings.problem_count, "problem") + " in " + games.file();
  for (const std::string& problem : findings.problems) text += "\n  " + problem;
  if (findings.problem_count > findings.problems.size())
    text += fmt::format("\n  and {} more", findings.problem_count - findings.problems.size());
  complain(text);
  context.exit_code = kUsage;
}

}  // namespace

void add_verify(CommandLine& app, Context& context) {
  const auto options = std::make_shared<VerifyOptions>();
  CommandLine command =
      app.add_subcommand("verify", "Check that a log is unaltered and that its games follow the rules");
  command.add_option("LOG", options->log, "A log (.jsonl), or the output folder of `ludex run`").required();
  command
      .add_option("--again", options->again,
                  "Also repeat N games with deterministic budgets, evenly spread over the log, and compare")
      .type_name("N");
  command
      .add_option(
          "--as", options->as,
          "The game of the labels: id or id:param=value,... (default: that of spec.yaml next to the log)")
      .type_name("GAME");
  command.add_flag("--json", options->json, "Print the findings as one JSON document");
  command.callback([&context, options] { verify_log(context, *options); });
}

}  // namespace ludex::arena::cli
