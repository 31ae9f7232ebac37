// ludex submit: submits a tournament as Slurm jobs. Writes readable scripts; sbatch is the only program it
// calls.
#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include "arena/base/files/text_file.hpp"
#include "arena/base/json/value.hpp"
#include "arena/base/process/child.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/tournament_input.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/parts/gather.hpp"
#include "arena/run/parts/job_script.hpp"
#include "arena/run/parts/progress_of.hpp"

namespace ludex::arena::cli {
namespace {

namespace fs = std::filesystem;

struct SubmitOptions {
  std::string file;
  std::string out;
  std::uint32_t tasks = 0;
  std::uint32_t concurrency = 0;
  std::uint32_t warning = 90;
  std::vector<std::string> sbatch;
  std::vector<std::string> overrides;
  bool mpi = false;
  bool missing = false;
  bool print = false;
};

void write(const fs::path& path, const std::string& text) {
  if (const auto written = replace_text_file(path.string(), text); !written)
    throw Failure::system(written.error());
}

// Submits a job; returns its number.
std::string sbatch(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"sbatch", "--parsable"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  constexpr std::int64_t kLimit = 120'000'000'000;
  const auto end = run_child("/usr/bin/env", words, kLimit);
  if (!end) throw Failure::system("cannot start sbatch: " + end.error());
  const std::string said = end->noise.substr(0, end->noise.find_last_not_of('\n') + 1);
  if (end->in_time && WIFEXITED(end->status) && WEXITSTATUS(end->status) == 127)
    throw Failure::system(
        "there is no sbatch here: `ludex submit` is for a machine from which Slurm takes jobs; "
        "--print shows the scripts");
  if (!end->in_time || end->status != 0)
    throw Failure::system(fmt::format("sbatch {} failed: {}", fmt::join(arguments, " "), said));
  // The last line of its output is "123" or "123;cluster".
  const std::string last = said.substr(said.find_last_of('\n') + 1);
  return last.substr(0, last.find(';'));
}

// Parts that lack games and are not being played.
std::vector<std::uint32_t> missing_parts(const TournamentSpec& spec, std::uint32_t tasks) {
  const auto progress = run::progress_of(spec.out, tasks);
  if (!progress) throw Failure::usage("--missing: " + progress.error());
  std::vector<std::uint32_t> missing;
  if (progress->gathered) return missing;
  for (const run::PartProgress& part : progress->parts) {
    if (part.phase == run::PartPhase::kStopped || part.phase == run::PartPhase::kWaiting)
      missing.push_back(part.part->number);
  }
  return missing;
}

// The number of parts of an earlier submission; 0 if there was none.
std::uint32_t tasks_before(const std::string& out) {
  const auto text = read_text_file((fs::path(out) / "slurm/submission.json").string(), 1U << 20);
  if (!text) return 0;
  const auto json = json::Value::parse_if_valid(*text).value_or(nullptr);
  return json.is_object() ? json.value("tasks", 0U) : 0;
}

void check(const SubmitOptions& options, const TournamentSpec& spec, run::JobPlan& plan) {
  const std::uint32_t before = tasks_before(spec.out);
  if (options.missing) {
    if (options.mpi)
      throw Failure::usage("--missing: a run under MPI is one job; submit it again to continue it");
    if (plan.tasks == 0) plan.tasks = before;
    if (plan.tasks == 0)
      throw Failure::usage(fmt::format("--missing: nothing was submitted for {}; say --tasks N", spec.out));
  }
  if (plan.tasks == 0) throw Failure::usage("--tasks: expected the number of parts (with --mpi, of ranks)");
  if (!options.mpi) {
    if (const auto able = run::check_parts(spec, plan.tasks); !able)
      throw Failure::usage("--tasks: " + able.error());
    if (before != 0 && before != plan.tasks && !options.print)
      throw Failure::usage(
          fmt::format("--tasks: {} was submitted in {} and not in {}; expected the same number, or "
                      "another --out folder",
                      spec.out, plural(before, "part"), plan.tasks));
  } else if (plan.tasks < 2) {
    throw Failure::usage("--tasks: MPI needs at least 2 ranks: the first one is the host, the others play");
  }
  for (const std::string& option : plan.sbatch) {
    if (option.empty() || option.find('\n') != std::string::npos || option.starts_with("-"))
      throw Failure::usage(
          fmt::format("--sbatch: '{}', expected an option of sbatch without its hyphens, as "
                      "partition=main or exclusive",
                      option));
  }
}

void submit_jobs(Context& context, const SubmitOptions& options) {
  std::vector<std::string> overrides = options.overrides;
  if (!options.out.empty()) overrides.push_back("out=" + options.out);
  TournamentSpec spec = read_tournament(context, options.file, overrides).spec;
  spec.out = fs::absolute(spec.out).lexically_normal().string();
  run::JobPlan plan;
  plan.name = spec.name;
  plan.out = spec.out;
  plan.ludex = context.registry().executable().string();
  for (const auto& folder : context.plugin_path) plan.plugins.push_back(fs::absolute(folder).string());
  plan.tasks = options.tasks;
  plan.concurrency = options.concurrency;
  plan.warning_seconds = options.warning;
  plan.sbatch = options.sbatch;
  check(options, spec, plan);
  const std::string identity = run::spec_identity(spec);
  if (const std::string other = run::foreign_part(spec.out, identity); !other.empty())
    throw Failure::usage(
        fmt::format("{} belongs to another specification: {}\nUse another --out folder.", spec.out, other));
  if (options.missing) {
    plan.parts = missing_parts(spec, plan.tasks);
    if (plan.parts.empty()) {
      fmt::print("{}: no part is missing; gather with: ludex gather {}\n", spec.name, spec.out);
      return;
    }
  }
  const std::string script = options.mpi ? run::mpi_script(plan) : run::parts_script(plan);
  const std::string results = run::results_script(plan, options.mpi);
  const char* name = options.mpi ? "run.sh" : "parts.sh";
  if (options.print) {
    fmt::print("==> {}\n{}\n==> {}, once that has ended\n{}", name, script, "results.sh", results);
    return;
  }
  const fs::path folder = fs::path(spec.out) / "slurm";
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw Failure::system(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
  write(fs::path(spec.out) / "spec.yaml", run::write_spec(spec));
  write(fs::path(spec.out) / "spec.identity", identity);
  write(folder / name, script);
  write(folder / "results.sh", results);
  const std::string job = sbatch({(folder / name).string()});
  const std::string last = sbatch({"--dependency=afterany:" + job, (folder / "results.sh").string()});
  write(folder / "submission.json",
        json::Value{{"tasks", plan.tasks}, {"mpi", options.mpi}, {"job", job}, {"results_job", last}}.dump() +
            "\n");
  fmt::print("{}: job {}, {}; then job {}: {}rate, report\nhow far it is: ludex status {}\n", spec.name, job,
             options.mpi ? plural(plan.tasks, "rank")
                         : plural(plan.parts.empty() ? plan.tasks : plan.parts.size(), "part"),
             last, options.mpi ? "" : "gather, ", spec.out);
}

}  // namespace

void add_submit(CommandLine& app, Context& context) {
  const auto options = std::make_shared<SubmitOptions>();
  CommandLine command = app.add_subcommand(
      "submit", "Play a tournament as jobs of Slurm: an array of parts, or one job under MPI");
  command.add_option("FILE.yaml", options->file, "The specification").required();
  command
      .add_option("--tasks", options->tasks,
                  "Number of parts, each a task of the array; with --mpi, of ranks")
      .range(1, static_cast<int>(run::kMaxParts));
  command
      .add_option("--out", options->out,
                  "Output folder on a file system that all nodes share (instead of the file's `out`)")
      .type_name("DIR");
  command
      .add_option("--sbatch", options->sbatch,
                  "An option for sbatch, for example partition=main or time=4:00:00")
      .type_name("KEY=VALUE");
  command
      .add_option(
          "--concurrency", options->concurrency,
          "Concurrent games of a task, which requests a core for each (default: one for each core that it gets)")
      .range(1, 1024);
  command
      .add_option("--warning", options->warning,
                  "Seconds before the time limit at which a part stops and is queued again")
      .range(1, 3600)
      .show_default();
  command.add_option("--set", options->overrides, "Override a key, for example agents.uct-1k.params.c=1.0")
      .type_name("KEY=VALUE");
  command.add_flag("--mpi", options->mpi, "Submit one job of --tasks ranks, for any format of tournament");
  command.add_flag("--missing", options->missing,
                   "Submit only parts that lack games and are not being played");
  command.add_flag("--print", options->print, "Print the job scripts and submit nothing");
  command.callback([&context, options] { submit_jobs(context, *options); });
}

}  // namespace ludex::arena::cli
