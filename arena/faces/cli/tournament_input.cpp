#include "arena/faces/cli/tournament_input.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/base/text/quantity.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/registry_catalogue.hpp"
#include "arena/run/parts/part.hpp"

namespace ludex::arena::cli {

namespace fs = std::filesystem;

TournamentSpec read_tournament(Context& context, const std::string& file,
                               const std::vector<std::string>& overrides,
                               const std::function<void(const std::string&, std::int64_t)>& about_to,
                               bool examine,
                               const std::function<void(const std::string&, const std::string&)>& tried) {
  const run::RegistryCatalogue catalogue(
      context.registry(), about_to, [](const std::string& death) { throw Failure::plugin(death); }, examine,
      tried);
  run::SpecReading reading = run::read_spec_file(file, overrides, catalogue);
  if (!reading.problems.empty()) {
    print_messages(to_text(reading.problems));
    const std::size_t n = reading.problems.size();
    const std::string total = plural(n, "problem") + " in the specification; no game was played";
    throw n == reading.refused ? Failure::plugin(total) : Failure::usage(total);
  }
  std::string warnings;
  for (const std::string& warning : reading.spec->warnings) warnings += warning + "\n";
  print_messages(warnings);
  return std::move(*reading.spec);
}

TournamentSpec read_tournament_of(Context& context, const std::string& folder) {
  std::vector<std::string> places{folder};
  for (const run::Part& part : run::parts_in(folder)) places.push_back(run::part_folder(folder, part));
  for (const std::string& place : places) {
    const fs::path file = fs::path(place) / "spec.yaml";
    std::error_code ignored;
    if (fs::exists(file, ignored)) return read_tournament(context, file.string(), {"out=" + folder});
  }
  throw Failure::usage(fmt::format(
      "{} has no spec.yaml: expected the output folder of `ludex run --part` or `ludex submit`", folder));
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

}  // namespace ludex::arena::cli
