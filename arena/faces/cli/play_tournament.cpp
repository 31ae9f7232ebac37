#include "arena/faces/cli/play_tournament.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/files/folder_lock.hpp"
#include "arena/base/files/text_file.hpp"
#include "arena/base/json/value.hpp"
#include "arena/base/process/box.hpp"
#include "arena/base/process/child.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/colour.hpp"
#include "arena/faces/cli/describe_run.hpp"
#include "arena/faces/cli/output.hpp"
#include "arena/faces/cli/run_on_ranks.hpp"
#include "arena/faces/cli/ticker.hpp"
#include "arena/faces/cli/tournament_input.hpp"
#include "arena/faces/report/text.hpp"
#include "arena/host/contract/game_gate.hpp"
#include "arena/host/plugins/library.hpp"
#include "arena/model/forfeits.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/run/config/growth.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/schedule/make_schedule.hpp"
#include "arena/run/transport/reference_work.hpp"
#include "arena/run/worker/slots.hpp"

namespace ludex::arena::cli {
namespace {

namespace fs = std::filesystem;

// Sends a line to rehearse() in the parent process.
void tell_parent(const std::string& line) {
  const std::string text = line + "\n";
  static_cast<void>(!write(kAnswerDescriptor, text.data(), text.size()));
}

// Runs in a child process first everything that the host does with plug-ins before the first game, so that a
// plug-in that dies or hangs becomes an error with its name.
void rehearse(Context& context, const RunOptions& options) {
  std::vector<std::string> arguments;
  for (const auto& path : context.plugin_path) {
    arguments.push_back("--plugin-path");
    arguments.push_back(path);
  }
  for (const auto& word : {options.command, options.file, std::string("--rehearsal")})
    arguments.push_back(word);
  for (const auto& override : options.all_overrides()) {
    arguments.push_back("--set");
    arguments.push_back(override);
  }
  constexpr std::int64_t kTimeLimit = 120'000'000'000;
  const auto step = [](std::string_view line) -> std::optional<std::int64_t> {
    const std::size_t tab = line.find('\t');
    return tab == std::string_view::npos ? kTimeLimit : std::atoll(std::string(line.substr(tab + 1)).c_str());
  };
  const auto end = run_child(context.registry().executable(), arguments, kTimeLimit, {.step = step});
  if (!end) throw Failure::system("cannot start a child process: " + end.error());
  if (end->starved) throw Failure::system("this machine is too busy to make the agents");
  if (end->in_time && WIFEXITED(end->status) && end->answer.ends_with("done\n")) return;
  // The last line names the child's last step.
  std::string last = end->answer.substr(0, end->answer.find_last_of('\n'));
  if (const auto newline = last.find_last_of('\n'); newline != std::string::npos) last.erase(0, newline + 1);
  last.erase(std::min(last.find('\t'), last.size()));
  const std::string how =
      !end->in_time ? "it did not answer in time"
      : WIFSIGNALED(end->status)
          ? fmt::format("it died of signal {} ({}){}", WTERMSIG(end->status),
                        strsignal(WTERMSIG(end->status)), stack_note(WTERMSIG(end->status)))
          : fmt::format("it ended the process with exit code {}", WEXITSTATUS(end->status));
  throw Failure::plugin(fmt::format("{} cannot be used with these parameters: {}{}{}",
                                    last.empty() ? "a plug-in" : last, how,
                                    end->noise.empty() ? "" : "; it said: ", end->noise));
}

// `tried`: if set, tries the agents that want it.
TournamentSpec read(Context& context, const RunOptions& options, bool examine = true,
                    const std::function<void(const std::string&, const std::string&)>& tried = {}) {
  return read_tournament(
      context, options.file, options.all_overrides(),
      [&](const std::string& what, std::int64_t limit_ns) {
        if (options.rehearsal) tell_parent(fmt::format("{}\t{}", what, limit_ns));
      },
      examine && !options.rehearsal, tried);
}

std::string slurp(const fs::path& path) {
  constexpr std::size_t kMost = 64U << 20;
  auto text = read_text_file(path.string(), kMost);
  return text ? *std::move(text) : "";
}

// The earlier specifications of the folder, and this run's; refuses a folder of another tournament.
run::Stages stages_with(const TournamentSpec& spec, bool resume) {
  auto stages = run::stages_of(spec, resume ? slurp(fs::path(spec.out) / "spec.identity") : "");
  if (stages) return *std::move(stages);
  throw Failure::usage(
      fmt::format("--resume: {} belongs to another specification, and this one does not extend it: {}\n"
                  "Use another --out folder, or run with the specification that began there.",
                  spec.out, stages.error()));
}

void keep_spec(const TournamentSpec& spec, const run::Stages& stages) {
  for (const auto& [name, text] :
       {std::pair("spec.yaml", run::write_spec(spec)), std::pair("spec.identity", stages.text())}) {
    const fs::path path = fs::path(spec.out) / name;
    if (slurp(path) == text) continue;
    if (const auto written = replace_text_file(path.string(), text); !written)
      throw Failure::system(written.error());
  }
}

// Refuses changed plug-ins: earlier and later games would have different players under one name.
void refuse_changed(const TournamentPlan& plan, host::Registry& registry, const run::Ledger& ledger) {
  if (plan.accept_changed || ledger.played() == 0) return;
  const auto before = log::read_run_info(plan.spec.out);
  if (!before || before->stretches.empty()) return;
  const auto changed = log::changed_since(before->stretches.back(), describe_run(plan.spec, registry));
  if (changed.empty()) return;
  throw Failure::usage(
      fmt::format("--resume: not the same as when the games before were played:\n  {}\nBring back what was "
                  "used then, use "
                  "another --out folder, or say --accept-changed: run.json then tells of it.",
                  fmt::join(changed, "\n  ")));
}

std::uint32_t games_at_once(const TournamentSpec& spec) {
  return spec.concurrency == 0 ? log::this_machine().cores : spec.concurrency;
}

// DIR/run.json at the start of the run.
log::RunInfo begin_run_info(const TournamentPlan& plan, host::Registry& registry, const run::Ledger& ledger,
                            double reference_seconds) {
  const TournamentSpec& spec = plan.spec;
  log::RunInfo info;
  if (auto before = log::read_run_info(spec.out); ledger.played() != 0 && before)
    info = std::move(before).value();
  info.name = spec.name;
  info.seed = spec.seed;
  info.spec_hash = run::hash_text(run::spec_hash(spec));
  info.total = ledger.total();
  info.finished = false;
  if (info.log && info.log->games > ledger.played()) {
    info.warnings.push_back(
        fmt::format("the log had {} and was found with {}: what was missing has been played again",
                    plural(info.log->games, "game"), ledger.played()));
  }
  info.log = ledger.head();
  if (plan.part) {
    info.part = to_text(*plan.part);
    info.whole = plan.whole_games;
  }
  log::RunStretch stretch = describe_run(spec, registry);
  stretch.reference_seconds = reference_seconds;
  if (plan.ranks != nullptr) prepare_ranks(*plan.ranks, spec, stretch);
  if (auto warning = log::unequal_nodes(stretch.nodes); !warning.empty()) {
    complain(warning);
    info.warnings.push_back(std::move(warning));
  }
  const auto changed = info.stretches.empty() ? std::vector<std::string>{}
                                              : log::changed_since(info.stretches.back(), stretch);
  if (!changed.empty()) {
    auto warning = fmt::format(
        "not the same as when the games before were played: {}; the ratings take each agent for one",
        fmt::join(changed, ", "));
    complain(warning);
    info.warnings.push_back(std::move(warning));
  }
  for (const std::string& warning : spec.warnings) {
    if (std::find(info.warnings.begin(), info.warnings.end(), warning) == info.warnings.end())
      info.warnings.push_back(warning);
  }
  stretch.spec_hash = info.spec_hash;
  stretch.total = info.total;
  stretch.games_before = ledger.played();
  log::add_stretch(info, std::move(stretch));
  if (const auto written = log::write_run_info(info, spec.out); !written)
    throw Failure::system(written.error());
  return info;
}

}  // namespace

std::vector<std::string> RunOptions::all_overrides() const {
  std::vector<std::string> all = overrides;
  if (!out.empty()) all.push_back("out=" + out);
  if (!scratch.empty()) all.push_back("scratch=" + scratch);
  if (!mode.empty()) all.push_back("mode=" + mode);
  if (strict) all.push_back("strict=true");
  if (concurrency != 0) all.push_back(fmt::format("concurrency={}", concurrency));
  return all;
}

void RunOptions::add_to(CommandLine& command_line) {
  command_line.add_option("--out", out, "Folder for games.jsonl and spec.yaml (instead of the file's `out`)")
      .type_name("DIR");
  command_line
      .add_option("--scratch", scratch,
                  "Folder where agents may write what nobody keeps (instead of the file's `scratch`)")
      .type_name("DIR");
  command_line.add_option("--concurrency", concurrency, "Games at once (instead of the file's)")
      .range(1, 1024);
  command_line.add_option("--mode", mode, "Where agents run")
      .one_of({"inline", "shared", "dedicated", "competition"});
  command_line
      .add_option(
          "--transport", transport,
          "Play on the ranks of a launcher: a plug-in, as mpi; auto asks the launcher, none plays here")
      .type_name("ID")
      .show_default();
  command_line.add_flag("--accept-changed", accept_changed,
                        "Go on though plug-ins or files of parameters are others than in the games before");
  command_line.add_option("--set", overrides, "Override a key, as in agents.uct-1k.params.c=1.0")
      .type_name("KEY=VALUE");
  command_line.add_flag("--strict", strict, "Refuse files of openings of which anything would be left out");
  command_line.add_flag("--dry-run", dry_run,
                        "Check all that is checked before the first game, and play none");
  command_line.add_flag("--rehearsal", rehearsal, "").hidden();  // not for users: see rehearse()
}

void rehearsal(Context& context, const RunOptions& options) {
  if (!options.rehearsal) return;
  tie_to_reader(kAnswerDescriptor);
  // The parent reports any fault of the specification.
  try {
    const TournamentSpec spec = read(context, options);
    tell_parent("the oracle");
    static_cast<void>(run::Venue::make(spec, context.registry(), nullptr));
  } catch (const Failure&) {
  }
  tell_parent("done");
  _exit(0);
}

TournamentSpec read_checked(Context& context, const RunOptions& options, std::vector<TriedAgent>* tried) {
  rehearse(context, options);
  // Check kernel support before examining agents in the sandbox.
  if (const KernelAbilities has = kernel_abilities(); !missing_for_competition(has, true).empty()) {
    const TournamentSpec unexamined = read(context, options, false);
    const bool tasks = std::any_of(
        unexamined.agents.begin(), unexamined.agents.end(),
        [](const AgentSpec& agent) { return agent.budget.threads > 1 || agent.limits.processes != 0; });
    if (const std::string missing = missing_for_competition(has, tasks);
        !missing.empty() && unexamined.competition)
      throw Failure::system(
          fmt::format("mode competition: this kernel does not have {}, which keeps strangers in.\nUse "
                      "another machine, or "
                      "mode dedicated with `limits: {{sandbox: true}}`, which does without.",
                      missing));
  }
  TournamentSpec spec = read(context, options, true, [&](const std::string& agent, const std::string& said) {
    if (tried != nullptr) tried->push_back({agent, said});
  });
  check_games(context, spec);
  return spec;
}

void check_tournament(Context& context, const RunOptions& options, bool with_folder, bool json) {
  std::vector<TriedAgent> tried;
  const TournamentSpec spec = read_checked(context, options, &tried);
  if (const auto venue = run::Venue::make(spec, context.registry(), nullptr); !venue)
    throw Failure::usage(venue.error());
  // The number of a tuning's games depends on their results.
  const std::uint64_t games = spec.tune ? 0 : run::make_schedule(spec)->total();
  if (with_folder && !spec.tune) {
    const run::Stages stages = stages_with(spec, options.resume);
    std::vector<run::Ledger::Stage> earlier;
    for (const TournamentSpec& part : stages.earlier)
      earlier.push_back({run::make_schedule(part)->total(), run::hash_text(run::spec_hash(part))});
    run::Ledger::Warnings warnings;
    const auto ledger = run::Ledger::open(spec, run::make_schedule(spec, stages.earlier), spec.out,
                                          options.resume, warnings, std::move(earlier));
    if (!ledger) throw Failure::usage(ledger.error());
    for (const auto& line : warnings.lines) complain(line);
  }
  if (json) {
    json::Value root{{"file", options.file}, {"name", spec.name}, {"ready", true}};
    if (!spec.tune) root["games_to_play"] = games;
    auto& labels = root["games"] = json::Value::array();
    for (const GameSpec& game : spec.games) labels.push_back(game.label);
    auto& agents = root["agents"] = json::Value::array();
    for (const AgentSpec& agent : spec.agents) {
      json::Value about = json::Value::object();
      about["name"] = agent.name;
      for (const TriedAgent& one : tried) {
        if (one.agent == agent.name) about["found"] = one.said;
      }
      agents.push_back(std::move(about));
    }
    return fmt::print("{}\n", root.dump(2));
  }
  fmt::print("{}: {}, {}{}\n", spec.name, plural(spec.games.size(), "game"),
             plural(spec.agents.size(), "agent"),
             spec.tune ? ", to be tuned" : fmt::format(", {} to play", plural(games, "game")));
  for (const TriedAgent& one : tried) fmt::print("  {}: started and prepared: {}\n", one.agent, one.said);
  fmt::print("{} is ready; nothing was played\n", options.file);
}

void check_games(Context& context, const TournamentSpec& spec) {
  std::string refusals;
  for (const auto& game : spec.games) {
    const auto refusal = host::check_before_use(context.registry(), {game.id, game.params}, game.boxed);
    if (!refusal) throw Failure::system(refusal.error());
    refusals += *refusal + (refusal->empty() ? "" : "\n");
  }
  if (!refusals.empty()) throw Failure::plugin(refusals + "No game was played.");
}

std::unique_ptr<run::Ledger> play_tournament(Context& context, const TournamentPlan& plan,
                                             const Interrupt& interrupt) {
  const TournamentSpec& spec = plan.spec;
  std::error_code error;
  fs::create_directories(spec.out, error);
  if (error)
    throw Failure::system(fmt::format("cannot make the output folder {}: {}", spec.out, error.message()));
  const auto lock = FolderLock::take(spec.out, this_process_text());
  if (!lock) {
    // The folder is held by another process, or not writable.
    throw FolderLock::holder(spec.out).empty() ? Failure::system(lock.error()) : Failure::usage(lock.error());
  }
  const run::Stages stages = stages_with(spec, plan.resume);
  if (plan.part && !stages.earlier.empty())
    throw Failure::usage(fmt::format("--part: {} belongs to another specification, and parts do not grow: {}",
                                     spec.out, run::growth_text(stages.earlier.back(), spec)));
  run::Ledger::Warnings warnings;
  std::vector<run::Ledger::Stage> earlier;
  for (const TournamentSpec& part : stages.earlier)
    earlier.push_back({plan.make(part, {})->total(), run::hash_text(run::spec_hash(part))});
  const std::uint64_t total_before = earlier.empty() ? 0 : earlier.back().end;
  auto ledger = run::Ledger::open(spec, plan.make(spec, stages.earlier), spec.out, plan.resume, warnings,
                                  std::move(earlier));
  if (!ledger) throw Failure::usage(ledger.error());
  for (const auto& line : warnings.lines) complain(line);
  refuse_changed(plan, context.registry(), **ledger);
  if (const auto opened = (*ledger)->open_logs(); !opened) throw Failure::system(opened.error());
  keep_spec(spec, stages);

  // Measures this machine's speed where it matters: among parts, and for scaled budgets. Ranks measure
  // theirs.
  const double reference = plan.ranks == nullptr && ((plan.part && in_time(spec)) || spec.reference_ns != 0)
                               ? run::reference_seconds(games_at_once(spec))
                               : 0;
  const TournamentSpec spec_here = scaled(spec, reference);
  const auto venue = run::Venue::make(spec_here, context.registry(), interrupt.flag());
  if (!venue) throw Failure::usage(venue.error());
  const std::uint64_t before = (*ledger)->played();
  log::RunInfo info = begin_run_info(plan, context.registry(), **ledger, reference);
  if (!plan.quiet) {
    if (stages.grown) {
      fmt::print("{}: extended by {}: {} more\n", spec.name, run::growth_text(stages.earlier.back(), spec),
                 plural((*ledger)->total() - std::min(total_before, (*ledger)->total()), "game"));
    }
    fmt::print("{}{}: {}, {}, {} to play{}\n", spec.name, plan.part ? ", part " + to_text(*plan.part) : "",
               plural(spec.games.size(), "game"), plural(spec.agents.size(), "agent"),
               plural((*ledger)->total(), "game"),
               before == 0 ? "" : fmt::format(", {} played before", before));
    std::fflush(stdout);
  }
  const auto end = [&] {
    run::Progress progress(before, run::Progress::style(plan.quiet));
    (*ledger)->begin(&progress, interrupt.flag());
    auto result = [&] {
      // Updates the progress even if no game ends for hours.
      const Ticker ticker(std::chrono::seconds(1), [&] { (*ledger)->tell_progress(); });
      return plan.ranks != nullptr ? plan.ranks->play(**ledger) : run::run_on_this_machine(**venue, **ledger);
    }();
    progress.finish((*ledger)->played(), (*ledger)->total(), (*ledger)->standings());
    return result;
  }();
  if (plan.ranks != nullptr) info.stretches.back().nodes = plan.ranks->nodes();
  info.stretches.back().games_played = (*ledger)->played() - info.stretches.back().games_before;
  info.log = (*ledger)->head();
  if (!end) {
    const auto failure = Failure::system(fmt::format("{}\nThe games so far are in {}; go on with --resume.",
                                                     end.error(), log::log_in(spec.out)));
    if (!host::libraries_unchanged()) {
      // Destructors of changed libraries are not safe to run either; exit at once.
      complain(failure.what());
      std::fflush(nullptr);
      _exit(failure.exit_code());
    }
    throw Failure(failure);
  }
  info.finished = (*ledger)->finished();
  if (const std::uint64_t starved = (*ledger)->starved(); starved != 0) {
    info.starved += starved;
    complain(fmt::format(
        "this machine was too busy: {} of agents waited for beyond time and grace, which is nobody's fault "
        "(`starved` in the log); with fewer games at once (--concurrency) times are fairer",
        plural(starved, "call")));
  }
  if (const auto written = log::write_run_info(info, spec.out); !written) {
    complain(written.error());
    context.exit_code = kInternal;
  }
  if (spec.compress_log && info.finished) {
    if (const auto compressed = log::compress_log(spec.out); !compressed) {
      complain(compressed.error() + "; the log stays as it is");
      context.exit_code = kInternal;
    }
  }
  if (!plan.quiet) {
    const std::string summary = (*ledger)->summary();
    fmt::print("\n{}\n{}{}log: {}\n", Palette::of(STDOUT_FILENO).ranks((*ledger)->standings().table()),
               summary, summary.empty() ? "" : "\n", log::log_in(spec.out));
  }
  if (const Forfeits& forfeits = (*ledger)->standings().forfeits(); !forfeits.empty()) {
    complain(fmt::format("{} of {} lost by faults (forfeits): {}; `note` in {} says more of each",
                         forfeits.total(), plural((*ledger)->played(), "game"), forfeits.text(),
                         log::log_in(spec.out)));
  }
  if (!(*ledger)->finished()) {
    complain(fmt::format("interrupted after {} of {}; go on with: {}", (*ledger)->played(),
                         plural((*ledger)->total(), "game"), plan.again));
    context.exit_code = kInterrupted;
  } else if (const auto withdrawn = (*ledger)->withdrawals(); !withdrawn.empty()) {
    std::string text = plural(withdrawn.size(), "agent") + " withdrawn";
    for (const run::Withdrawal& withdrawal : withdrawn) text += "\n  " + to_text(withdrawal);
    complain(text);
    context.exit_code = kWithdrawn;
  }
  return *std::move(ledger);
}

}  // namespace ludex::arena::cli
