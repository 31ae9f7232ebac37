// ludex verify: checks that a log records the games played.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "arena/base/process/ticker.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/faces/cli/logged_games.hpp"
#include "arena/faces/cli/planned_games.hpp"
#include "arena/faces/export/dice_check.hpp"
#include "arena/faces/export/rules_check.hpp"
#include "arena/results/log/log_reader.hpp"
#include "arena/results/log/record_json.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/results/log/same_game.hpp"
#include "arena/run/match/tournament_context.hpp"
#include "arena/run/schedule/dice.hpp"
#include "arena/run/worker/slots.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::cli {
namespace {

using Json = json::Value;

constexpr std::size_t kMostProblems = 20;

struct VerifyOptions {
  std::string log;
  std::string as;
  std::uint64_t dice = 0;  // --dice-seed
  bool dice_given = false;
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
  std::optional<std::uint64_t> dice_seed;
  std::string no_dice;           // the reason why it is unknown
  std::uint64_t with_dice = 0;   // games with chance
  std::uint64_t dice_games = 0;  // of these, those whose outcomes all follow from dice_seed
  std::uint64_t rolls = 0;       // outcomes in dice_games
  std::vector<std::string> problems;
  std::uint64_t problem_count = 0;

  void add(std::string problem) {
    ++problem_count;
    if (problems.size() < kMostProblems) problems.push_back(std::move(problem));
  }
};

// Hands out games that were played before, and compares. Thread-safe.
class Replayed final : public run::GameSource {
 public:
  Replayed(std::vector<Again> games, const PlannedGames& planned, const Interrupt& interrupt,
           Findings& findings)
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
  const PlannedGames& planned_;
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

void play_again(Context& context, const VerifyOptions& options, const PlannedGames& planned,
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

// Draws the outcomes of a game with chance again. `told` is the rules' problem with the game, if any.
void check_dice(const Game& game, const GameRecord& record, std::uint64_t line, const std::string& told,
                Findings& findings) {
  if (find<Chance>(game) == nullptr) return;
  ++findings.with_dice;
  if (!findings.dice_seed) return;
  if (const auto rolls = exports::check_dice(game, record, *findings.dice_seed)) {
    ++findings.dice_games;
    findings.rolls += *rolls;
  } else if (rolls.error() != told) {
    findings.add(fmt::format("line {}: {}", line, rolls.error()));
  }
}

// Checks a game by its rules and its dice.
void check_game(const Game& game, const GameRecord& record, std::uint64_t line, Findings& findings) {
  const auto good = exports::check_by_rules(game, record);
  if (good) {
    ++findings.by_rules;
  } else {
    findings.add(fmt::format("line {}: {}", line, good.error()));
  }
  check_dice(game, record, line, good ? std::string() : good.error(), findings);
}

std::string dice_text(const Findings& findings) {
  if (!findings.no_dice.empty())
    return fmt::format("not compared, their seed is unknown (--dice-seed): {}", findings.no_dice);
  return fmt::format("{} of {} with the outcomes that the seed gives, {} drawn again", findings.dice_games,
                     plural(findings.with_dice, "game"), plural(findings.rolls, "outcome"));
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
  if (findings.with_dice != 0) {
    document["with_dice"] = findings.with_dice;
    document["by_dice_seed"] = findings.dice_games;
    document["rolls"] = findings.rolls;
    if (!findings.no_dice.empty()) document["dice_not_compared"] = findings.no_dice;
  }
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
  if (findings.with_dice != 0) fmt::print("dice: {}\n", dice_text(findings));
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
  if (options.dice_given) findings.dice_seed = options.dice;
  std::unique_ptr<PlannedGames> planned;
  if (auto made = PlannedGames::make(context, games.folder(), findings.dice_seed)) {
    planned = *std::move(made);
    findings.unscheduled = planned->unscheduled();
    findings.dice_seed = run::dice_seed(planned->spec());
  } else {
    findings.unscheduled = made.error();
    if (!findings.dice_seed) findings.no_dice = made.error();
  }
  const bool scheduled = findings.unscheduled.empty();
  if (options.again != 0 && !scheduled)
    throw Failure::usage("--again: it is not known how the games were played: " + findings.unscheduled);
  const log::FolderCheck beside = log::check_folder(games.folder());
  findings.folder = beside.text();
  const std::set<std::string> hashes = hashes_of(games.folder());
  log::ChainCheck chain(beside.company);
  bool chain_told = false;
  bool in_plan = scheduled;
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
          check_game(games.game(record.game), record, line, findings);
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
      .add_option("--as", options->as,
                  "Check by the rules of this game (default: those of spec.yaml next to the log)")
      .type_name("GAME");
  command
      .add_option("--dice-seed", options->dice,
                  "The seed of the outcomes of chance (default: that of spec.yaml next to the log)")
      .type_name("N");
  command.add_flag("--json", options->json, "Print the findings as one JSON document");
  command.callback([&context, options, command] {
    options->dice_given = command.given("--dice-seed");
    verify_log(context, *options);
  });
}

}  // namespace ludex::arena::cli
