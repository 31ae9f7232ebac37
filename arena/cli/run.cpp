// ludex run: a tournament from a YAML file.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"
#include "arena/cli/describe_run.hpp"
#include "arena/cli/interrupt.hpp"
#include "arena/config/read_spec.hpp"
#include "arena/config/write_spec.hpp"
#include "arena/host/registry_catalogue.hpp"
#include "arena/log/log_reader.hpp"
#include "arena/match/tournament.hpp"
#include "arena/schedule/scheduler.hpp"

namespace ludex::arena::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string file;
  std::string out;
  std::string mode;
  std::uint32_t concurrency = 0;
  bool resume = false;
  bool quiet = false;
  std::vector<std::string> overrides;
};

TournamentSpec read(Context& context, const Options& options) {
  const RegistryCatalogue catalogue(context.registry());
  std::vector<std::string> overrides = options.overrides;
  if (!options.out.empty()) overrides.push_back("out=" + options.out);
  if (!options.mode.empty()) overrides.push_back("mode=" + options.mode);
  if (options.concurrency != 0) overrides.push_back(fmt::format("concurrency={}", options.concurrency));
  SpecReading reading = read_spec_file(options.file, overrides, catalogue);
  if (!reading.problems.empty()) {
    fmt::print(stderr, "{}", to_text(reading.problems));
    const std::size_t n = reading.problems.size();
    throw UsageError(
        fmt::format("{} problem{} in the specification; no game was played", n, n == 1 ? "" : "s"));
  }
  if (reading.spec->mode != SeatMode::kInline) {
    throw UsageError(
        fmt::format("mode '{}' is not available in this version; use 'inline'", to_text(reading.spec->mode)));
  }
  return std::move(*reading.spec);
}

std::string slurp(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
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

// Writes DIR/spec.yaml, or checks that it is the same tournament when resuming.
void keep_spec(const TournamentSpec& spec, bool resuming) {
  const fs::path path = fs::path(spec.out) / "spec.yaml";
  const std::string text = write_spec(spec);
  if (resuming && fs::exists(path)) {
    const std::string identity = spec_identity(spec);
    const std::string before = slurp(fs::path(spec.out) / "spec.identity");
    if (!before.empty() && before != identity) {
      throw UsageError(
          fmt::format("--resume: {} belongs to another specification: {}\nUse another --out folder, or run "
                      "with the specification that began there.",
                      spec.out, difference(before, identity)));
    }
  }
  std::ofstream(path) << text;
  std::ofstream identity_file(fs::path(spec.out) / "spec.identity");
  identity_file << spec_identity(spec);
  if (!identity_file.flush())
    throw UsageError(fmt::format("cannot write into {}: is the disk full?", spec.out));
}

// What an earlier run left; repairs a torn last line.
Played read_played(const fs::path& log_file, bool resume, Standings& standings) {
  Played played;
  std::error_code ignored;
  if (!fs::exists(log_file) || fs::file_size(log_file, ignored) == 0) return played;
  if (!resume) {
    throw UsageError(fmt::format("{} already holds games: use --resume to go on, or another --out folder",
                                 log_file.string()));
  }
  const auto torn = visit_log(log_file.string(), [&](GameRecord&& record) {
    standings.add(record);
    played.ids.insert(std::move(record.id));
  });
  if (!torn) throw UsageError(torn.error());
  if (*torn) {
    fmt::print(stderr, "ludex: {}: line {} was cut short and is played again\n", log_file.string(),
               (*torn)->line);
    if (const auto repaired = repair_log(log_file.string(), **torn); !repaired)
      throw UsageError(repaired.error());
  }
  return played;
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
  if (const auto written = write_run_info(info, spec.out); !written) throw UsageError(written.error());
  return info;
}

void run(Context& context, const Options& options) {
  const TournamentSpec spec = read(context, options);
  std::error_code error;
  fs::create_directories(spec.out, error);
  if (error) throw UsageError(fmt::format("cannot make the output folder {}: {}", spec.out, error.message()));
  const fs::path log_file = fs::path(spec.out) / "games.jsonl";
  Standings standings(spec.agents);
  const Played played = read_played(log_file, options.resume, standings);
  auto log = LogWriter::open(log_file.string(), LogStart::kAppend);
  if (!log) throw UsageError(log.error());
  keep_spec(spec, !played.ids.empty());

  const Interrupt interrupt;
  const std::uint64_t total = Scheduler(spec).total();
  RunInfo info = begin_run_info(spec, context.registry(), total, !played.ids.empty());
  if (!options.quiet) {
    fmt::print("{}: {} games, {} agents, {} games to play{}\n", spec.name, spec.games.size(),
               spec.agents.size(), total,
               played.ids.empty() ? "" : fmt::format(", {} played before", played.ids.size()));
    std::fflush(stdout);
  }
  const auto end = [&] {
    Progress progress(played.ids.size(), total, options.quiet);
    return run_tournament(spec, context.registry(), played, *log, standings, progress, interrupt.flag());
  }();
  if (!end) {
    fmt::print(stderr, "ludex: {}\nThe games so far are in {}; go on with --resume.\n", end.error(),
               log_file.string());
    context.exit_code = kInternal;
    return;
  }
  info.finished = !end->interrupted;
  if (const auto written = write_run_info(info, spec.out); !written)
    fmt::print(stderr, "ludex: {}\n", written.error());
  if (!options.quiet) fmt::print("\n{}\nlog: {}\n", standings.table(), log_file.string());
  if (end->interrupted) {
    fmt::print(stderr, "ludex: interrupted after {} of {} games; go on with: ludex run {} --resume\n",
               end->played, total, options.file);
    context.exit_code = kInterrupted;
  }
}

}  // namespace

void add_run(CLI::App& app, Context& context) {
  const auto options = std::make_shared<Options>();
  auto* const command = app.add_subcommand("run", "Play the tournament of a YAML file");
  command->add_option("FILE.yaml", options->file, "The specification")->required();
  command->add_option("--out", options->out,
                      "Folder for games.jsonl and spec.yaml (instead of the file's `out`)");
  command->add_option("--concurrency", options->concurrency, "Games at once (instead of the file's)")
      ->check(CLI::Range(1, 1024));
  command->add_option("--mode", options->mode, "Where agents run: inline");
  command->add_flag("--resume", options->resume, "Go on with the log in the output folder");
  command->add_option("--set", options->overrides, "Override a key, as in agents.uct-1k.params.c=1.0");
  command->add_flag("--quiet", options->quiet, "No progress and no standings");
  command->callback([&context, options] { run(context, *options); });
}

}  // namespace ludex::arena::cli
