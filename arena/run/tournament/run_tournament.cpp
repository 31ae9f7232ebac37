#include "arena/run/tournament/run_tournament.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "arena/base/files/text_file.hpp"
#include "arena/base/process/ticker.hpp"
#include "arena/base/text/failure.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/tournament/describe_run.hpp"
#include "arena/run/tournament/ranks_of_run.hpp"
#include "arena/run/transport/reference_work.hpp"
#include "arena/run/worker/slots.hpp"

namespace ludex::arena::run {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path) {
  constexpr std::size_t kMost = 64U << 20;
  auto text = read_text_file(path.string(), kMost);
  return text ? *std::move(text) : "";
}

void keep_spec(const TournamentSpec& spec, const Stages& stages) {
  for (const auto& [name, text] :
       {std::pair("spec.yaml", write_spec(spec)), std::pair("spec.identity", stages.text())}) {
    const fs::path path = fs::path(spec.out) / name;
    if (slurp(path) == text) continue;
    if (const auto written = replace_text_file(path.string(), text); !written)
      throw Failure::system(written.error());
  }
}

std::uint32_t games_at_once(const TournamentSpec& spec) {
  return spec.concurrency == 0 ? log::this_machine().cores : spec.concurrency;
}

}  // namespace

TournamentRun::TournamentRun(const PreparedTournament& tournament, host::Registry& registry, RunPlan plan,
                             std::unique_ptr<RunObserver> observer)
    : tournament_(tournament),
      spec_(tournament.spec),
      registry_(registry),
      plan_(std::move(plan)),
      observer_(std::move(observer)) {}

void TournamentRun::take_folder() {
  std::error_code error;
  fs::create_directories(spec_.out, error);
  if (error)
    throw Failure::system(fmt::format("cannot make the output folder {}: {}", spec_.out, error.message()));
  auto lock = FolderLock::take(spec_.out, this_process_text());
  if (!lock) {
    // The folder is held by another process, or not writable.
    throw FolderLock::holder(spec_.out).empty() ? Failure::system(lock.error())
                                                : Failure::usage(lock.error());
  }
  lock_ = *std::move(lock);
}

void TournamentRun::read_ledger() {
  auto stages = stages_of(spec_, plan_.resume ? slurp(fs::path(spec_.out) / "spec.identity") : "");
  if (!stages)
    throw Failure::usage(
        fmt::format("--resume: {} belongs to another specification, and this one does not extend it: {}\n"
                    "Use another --out folder, or run with the specification that began there.",
                    spec_.out, stages.error()));
  stages_ = *std::move(stages);
  if (plan_.part && !stages_.earlier.empty())
    throw Failure::usage(fmt::format("--part: {} belongs to another specification, and parts do not grow: {}",
                                     spec_.out, growth_text(stages_.earlier.back(), spec_)));
  std::vector<Ledger::Stage> earlier;
  for (const TournamentSpec& part : stages_.earlier)
    earlier.push_back({plan_.make(part, {})->total(), hash_text(spec_hash(part))});
  total_before_ = earlier.empty() ? 0 : earlier.back().end;
  Ledger::Warnings warnings;
  auto ledger = Ledger::open(spec_, plan_.make(spec_, stages_.earlier), spec_.out, plan_.resume, warnings,
                             std::move(earlier));
  if (!ledger) throw Failure::usage(ledger.error());
  ledger_ = *std::move(ledger);
  games_before_ = ledger_->played();
  for (const auto& line : warnings.lines) observer_->warn(line);
  refuse_changed();
}

// Earlier and later games would have different players under one name.
void TournamentRun::refuse_changed() {
  if (plan_.accept_changed || games_before_ == 0) return;
  const auto before = log::read_run_info(spec_.out);
  if (!before || before->segments.empty()) return;
  const auto changed = log::changed_since(before->segments.back(), describe_run(spec_, registry_));
  if (changed.empty()) return;
  throw Failure::usage(
      fmt::format("--resume: changed since the earlier games were played:\n  {}\nRestore what was used then, "
                  "use another --out folder, or add --accept-changed: run.json then records it.",
                  fmt::join(changed, "\n  ")));
}

void TournamentRun::open_log() {
  if (const auto opened = ledger_->open_logs(); !opened) throw Failure::system(opened.error());
  keep_spec(spec_, stages_);
  // Measures this machine's speed where it matters: among parts, and for scaled budgets. Ranks measure
  // theirs.
  const bool measure = plan_.ranks == nullptr && ((plan_.part && in_time(spec_)) || spec_.reference_ns != 0);
  const double reference = measure ? reference_seconds(games_at_once(spec_)) : 0;
  spec_here_ = scaled(spec_, reference);
  auto context = TournamentContext::make(spec_here_, tournament_.games, registry_, plan_.stop);
  if (!context) throw Failure::usage(context.error());
  context_ = *std::move(context);
  begin_run_info(reference);
  observer_->begins(*this);
}

// DIR/run.json at the start of the run.
void TournamentRun::begin_run_info(double reference_seconds) {
  if (auto before = log::read_run_info(spec_.out); games_before_ != 0 && before)
    info_ = std::move(before).value();
  info_.name = spec_.name;
  info_.seed = spec_.seed;
  info_.spec_hash = hash_text(spec_hash(spec_));
  info_.total = ledger_->total();
  info_.finished = false;
  if (info_.log && info_.log->games > games_before_) {
    info_.warnings.push_back(
        fmt::format("the log had {} and was found with {}: the missing games were played again",
                    plural(info_.log->games, "game"), games_before_));
  }
  info_.log = ledger_->head();
  if (plan_.part) {
    info_.part = to_text(*plan_.part);
    info_.whole = plan_.whole_games;
  }
  log::RunSegment segment = describe_run(spec_, registry_);
  segment.reference_seconds = reference_seconds;
  if (plan_.ranks != nullptr) prepare_ranks(*plan_.ranks, spec_, segment);
  if (auto warning = log::unequal_nodes(segment.nodes); !warning.empty()) {
    observer_->warn(warning);
    info_.warnings.push_back(std::move(warning));
  }
  const auto changed = info_.segments.empty() ? std::vector<std::string>{}
                                              : log::changed_since(info_.segments.back(), segment);
  if (!changed.empty()) {
    auto warning = fmt::format(
        "changed since the earlier games were played: {}; the ratings treat each agent as unchanged",
        fmt::join(changed, ", "));
    observer_->warn(warning);
    info_.warnings.push_back(std::move(warning));
  }
  for (const std::string& warning : spec_.warnings) {
    if (std::find(info_.warnings.begin(), info_.warnings.end(), warning) == info_.warnings.end())
      info_.warnings.push_back(warning);
  }
  segment.spec_hash = info_.spec_hash;
  segment.total = info_.total;
  segment.games_before = games_before_;
  log::add_segment(info_, std::move(segment));
  if (const auto written = log::write_run_info(info_, spec_.out); !written)
    throw Failure::system(written.error());
}

Result<void> TournamentRun::play() {
  Progress progress(games_before_, plan_.progress);
  ledger_->begin(&progress, plan_.stop);
  auto end = [&] {
    // Updates the progress even if no game ends for hours.
    const Ticker ticker(std::chrono::seconds(1), [&] { ledger_->tell_progress(); });
    return plan_.ranks != nullptr ? plan_.ranks->play(*ledger_) : run_on_this_machine(*context_, *ledger_);
  }();
  progress.finish(ledger_->played(), ledger_->total(), ledger_->standings());
  if (!end)
    return Error{fmt::format("{}\nThe games so far are in {}; continue with --resume.", end.error(),
                             log::log_in(spec_.out))};
  return {};
}

bool TournamentRun::conclude() {
  log::RunSegment& segment = info_.segments.back();
  if (plan_.ranks != nullptr) segment.nodes = plan_.ranks->nodes();
  segment.games_played = ledger_->played() - segment.games_before;
  info_.log = ledger_->head();
  info_.finished = ledger_->finished();
  if (const std::uint64_t starved = ledger_->starved(); starved != 0) {
    info_.starved += starved;
    observer_->warn(fmt::format(
        "this machine was too busy: the host waited for {} of agents beyond time and grace, which is no "
        "agent's fault (`starved` in the log); fewer concurrent games (--concurrency) make times fairer",
        plural(starved, "call")));
  }
  if (const auto repeated = rating::repeated_text(ledger_->repeated(), ledger_->played());
      !repeated.empty()) {
    observer_->warn(repeated +
                    ": agents without randomness play the same game from the same opening; ratings and their "
                    "intervals take all games for independent, so use more openings");
  }
  bool done = true;
  if (const auto written = log::write_run_info(info_, spec_.out); !written) {
    observer_->warn(written.error());
    done = false;
  }
  if (spec_.compress_log && info_.finished) {
    if (const auto compressed = log::compress_log(spec_.out); !compressed) {
      observer_->warn(compressed.error() + "; the log stays as it is");
      done = false;
    }
  }
  return done;
}

std::string TournamentRun::growth() const {
  return stages_.grown ? growth_text(stages_.earlier.back(), spec_) : "";
}

std::uint64_t TournamentRun::new_games() const {
  return ledger_->total() - std::min(total_before_, ledger_->total());
}

std::string this_process_text() {
  char node[256] = "unknown";
  ::gethostname(node, sizeof node - 1);
  std::string text = fmt::format("process {} on {}", ::getpid(), node);
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  const std::string array = variable("SLURM_ARRAY_JOB_ID");
  const std::string job =
      array.empty() ? variable("SLURM_JOB_ID") : array + "_" + variable("SLURM_ARRAY_TASK_ID");
  if (!job.empty()) text += ", Slurm job " + job;
  return text + ", since " + log::utc_now();
}

}  // namespace ludex::arena::run
