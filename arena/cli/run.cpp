// ludex run: a tournament from a YAML file.
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/cli/commands.hpp"
#include "arena/cli/describe_run.hpp"
#include "arena/cli/interrupt.hpp"
#include "arena/cli/output.hpp"
#include "arena/config/read_spec.hpp"
#include "arena/config/write_spec.hpp"
#include "arena/contract/game_gate.hpp"
#include "arena/host/child.hpp"
#include "arena/host/registry_catalogue.hpp"
#include "arena/match/tournament.hpp"
#include "arena/schedule/make_schedule.hpp"

namespace ludex::arena::cli {
namespace {

namespace fs = std::filesystem;

// For rehearse(), whose child this is.
void tell_parent(const std::string& line) {
  const std::string text = line + "\n";
  static_cast<void>(!write(kAnswerDescriptor, text.data(), text.size()));
}

struct Options {
  std::string file;
  std::string out;
  std::string mode;
  std::uint32_t concurrency = 0;
  bool resume = false;
  bool quiet = false;
  bool rehearsal = false;
  std::vector<std::string> overrides;

  // With those that are options of their own.
  [[nodiscard]] std::vector<std::string> all_overrides() const {
    std::vector<std::string> all = overrides;
    if (!out.empty()) all.push_back("out=" + out);
    if (!mode.empty()) all.push_back("mode=" + mode);
    if (concurrency != 0) all.push_back(fmt::format("concurrency={}", concurrency));
    return all;
  }
};

// What the host does with plug-ins before the first game, done in a child process first: a plug-in that dies
// of it, or hangs, is then an error with its name.
void rehearse(Context& context, const Options& options) {
  std::vector<std::string> arguments;
  for (const auto& path : context.plugin_path) {
    arguments.push_back("--plugin-path");
    arguments.push_back(path);
  }
  for (const auto& word : {std::string("run"), options.file, std::string("--rehearsal")})
    arguments.push_back(word);
  for (const auto& override : options.all_overrides()) {
    arguments.push_back("--set");
    arguments.push_back(override);
  }
  constexpr std::int64_t kTimeLimit = 120'000'000'000;
  const auto end = run_child(context.registry().executable(), arguments, kTimeLimit);
  if (!end) throw Failure::system("cannot start a child process: " + end.error());
  if (end->in_time && WIFEXITED(end->status) && end->answer.ends_with("done\n")) return;
  // The last line it wrote names what it was about to do.
  std::string last = end->answer.substr(0, end->answer.find_last_of('\n'));
  if (const auto newline = last.find_last_of('\n'); newline != std::string::npos) last.erase(0, newline + 1);
  const std::string how =
      !end->in_time ? "it did not answer"
      : WIFSIGNALED(end->status)
          ? fmt::format("it died of signal {} ({})", WTERMSIG(end->status), strsignal(WTERMSIG(end->status)))
          : fmt::format("it ended the process with exit code {}", WEXITSTATUS(end->status));
  throw Failure::plugin(fmt::format("{} cannot be used with these parameters: {}{}{}",
                                    last.empty() ? "a plug-in" : last, how,
                                    end->noise.empty() ? "" : "; it said: ", end->noise));
}

TournamentSpec read(Context& context, const Options& options) {
  const RegistryCatalogue catalogue(context.registry(), [&](const std::string& what) {
    if (options.rehearsal) tell_parent(what);
  });
  SpecReading reading = read_spec_file(options.file, options.all_overrides(), catalogue);
  if (!reading.problems.empty()) {
    std::fputs(to_text(reading.problems).c_str(), stderr);
    const std::size_t n = reading.problems.size();
    const std::string total =
        fmt::format("{} problem{} in the specification; no game was played", n, n == 1 ? "" : "s");
    throw n == reading.refused ? Failure::plugin(total) : Failure::usage(total);
  }
  return std::move(*reading.spec);
}

std::string slurp(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// All games that break their contracts are named before the first is played.
void check_games(Context& context, const TournamentSpec& spec) {
  std::string refusals;
  for (const auto& game : spec.games) {
    const auto refusal = check_before_use(context.registry(), {game.id, game.params});
    if (!refusal) throw Failure::system(refusal.error());
    refusals += *refusal + (refusal->empty() ? "" : "\n");
  }
  if (!refusals.empty()) throw Failure::plugin(refusals + "No game was played.");
}

// The first line in which two specifications differ, for people.
std::string difference(const std::string& before, const std::string& now) {
  std::istringstream a(before);
  std::istringstream b(now);
  std::string x;
  std::string y;
  for (int line = 1;; ++line) {
    const bool more_a = static_cast<bool>(std::getline(a, x));
    const bool more_b = static_cast<bool>(std::getline(b, y));
    if (!more_a && !more_b) return "";
    if (x != y || more_a != more_b) {
      return fmt::format("line {}\n  then: {}\n  now:  {}", line, more_a ? x : "(nothing)",
                         more_b ? y : "(nothing)");
    }
    x.clear(), y.clear();
  }
}

// Refuses a folder that belongs to another tournament.
void check_spec(const TournamentSpec& spec) {
  const std::string before = slurp(fs::path(spec.out) / "spec.identity");
  const std::string identity = spec_identity(spec);
  if (before.empty() || before == identity) return;
  throw Failure::usage(
      fmt::format("--resume: {} belongs to another specification: {}\nUse another --out folder, or run "
                  "with the specification that began there.",
                  spec.out, difference(before, identity)));
}

void keep_spec(const TournamentSpec& spec) {
  for (const auto& [name, text] :
       {std::pair("spec.yaml", write_spec(spec)), std::pair("spec.identity", spec_identity(spec))}) {
    const fs::path path = fs::path(spec.out) / name;
    if (slurp(path) == text) continue;
    // By way of another name: a run killed here leaves the old file or the new one.
    const std::string temporary = path.string() + ".new";
    write_file(temporary, text);
    fs::rename(temporary, path);
  }
}

// DIR/run.json as it stands when the run begins.
RunInfo begin_run_info(const TournamentSpec& spec, Registry& registry, std::uint64_t total, bool resuming) {
  RunInfo info;
  if (auto before = read_run_info(spec.out); resuming && before) info = std::move(before).value();
  info.name = spec.name;
  info.seed = spec.seed;
  info.spec_hash = hash_text(spec_hash(spec));
  info.total = total;
  info.finished = false;
  add_stretch(info, describe_run(spec, registry));
  if (const auto written = write_run_info(info, spec.out); !written) throw Failure::system(written.error());
  return info;
}

void run(Context& context, const Options& options) {
  if (options.rehearsal) {
    // Whatever is wrong with the specification is said in the host's own turn.
    try {
      const TournamentSpec spec = read(context, options);
      tell_parent("the oracle");
      static_cast<void>(Venue::make(spec, context.registry(), nullptr));
    } catch (const Failure&) {
    }
    tell_parent("done");
    _exit(0);
  }
  rehearse(context, options);
  const TournamentSpec spec = read(context, options);
  check_games(context, spec);
  std::error_code error;
  fs::create_directories(spec.out, error);
  if (error)
    throw Failure::system(fmt::format("cannot make the output folder {}: {}", spec.out, error.message()));
  if (options.resume) check_spec(spec);
  Ledger::Warnings warnings;
  // Where agents that keep transcripts (plugins/bridges) write them; worker processes inherit it.
  setenv("LUDEX_TRANSCRIPTS", fs::absolute(fs::path(spec.out) / "transcripts").c_str(), 0);
  const auto ledger = Ledger::open(spec, make_schedule(spec), spec.out, options.resume, warnings);
  if (!ledger) throw Failure::usage(ledger.error());
  for (const auto& line : warnings.lines) complain(line);
  if (const auto opened = (*ledger)->open_logs(); !opened) throw Failure::system(opened.error());
  keep_spec(spec);

  const Interrupt interrupt;
  const auto venue = Venue::make(spec, context.registry(), interrupt.flag());
  if (!venue) throw Failure::usage(venue.error());
  const std::uint64_t before = (*ledger)->played();
  RunInfo info = begin_run_info(spec, context.registry(), (*ledger)->total(), before != 0);
  if (!options.quiet) {
    fmt::print("{}: {} games, {} agents, {} games to play{}\n", spec.name, spec.games.size(),
               spec.agents.size(), (*ledger)->total(),
               before == 0 ? "" : fmt::format(", {} played before", before));
    std::fflush(stdout);
  }
  const auto end = [&] {
    Progress progress(before, options.quiet);
    (*ledger)->begin(&progress, interrupt.flag());
    return run_tournament(**venue, **ledger);
  }();
  const std::string log_file = (fs::path(spec.out) / "games.jsonl").string();
  if (!end) {
    throw Failure::system(
        fmt::format("{}\nThe games so far are in {}; go on with --resume.", end.error(), log_file));
  }
  info.finished = (*ledger)->finished();
  if (const auto written = write_run_info(info, spec.out); !written) {
    complain(written.error());
    context.exit_code = kInternal;
  }
  if (!options.quiet) {
    const std::string summary = (*ledger)->summary();
    fmt::print("\n{}\n{}{}log: {}\n", (*ledger)->standings().table(), summary, summary.empty() ? "" : "\n",
               log_file);
  }
  if (!(*ledger)->finished()) {
    complain(fmt::format("interrupted after {} of {} games; go on with: ludex run {} --resume",
                         (*ledger)->played(), (*ledger)->total(), options.file));
    context.exit_code = kInterrupted;
  } else if (const auto withdrawn = (*ledger)->withdrawn(); !withdrawn.empty()) {
    complain(fmt::format("withdrawn after {} faults in a row: {}", spec.limits.faults_in_a_row,
                         fmt::join(withdrawn, ", ")));
    context.exit_code = kWithdrawn;
  }
}

}  // namespace

void add_run(CommandLine& app, Context& context) {
  const auto options = std::make_shared<Options>();
  CommandLine command = app.add_subcommand("run", "Play the tournament of a YAML file");
  command.add_option("FILE.yaml", options->file, "The specification").required();
  command.add_option("--out", options->out,
                     "Folder for games.jsonl and spec.yaml (instead of the file's `out`)");
  command.add_option("--concurrency", options->concurrency, "Games at once (instead of the file's)")
      .range(1, 1024);
  command.add_option("--mode", options->mode, "Where agents run: inline, shared or dedicated");
  command.add_flag("--resume", options->resume, "Go on with the log in the output folder");
  command.add_option("--set", options->overrides, "Override a key, as in agents.uct-1k.params.c=1.0");
  command.add_flag("--rehearsal", options->rehearsal, "").hidden();  // not for users: see rehearse()
  command.add_flag("--quiet", options->quiet, "No progress and no standings");
  command.callback([&context, options] { run(context, *options); });
}

}  // namespace ludex::arena::cli
