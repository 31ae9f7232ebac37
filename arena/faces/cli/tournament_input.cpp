#include "arena/faces/cli/tournament_input.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "arena/run/parts/part.hpp"

namespace ludex::arena::cli {

namespace fs = std::filesystem;

run::PreparedTournament printing_problems(const std::function<run::PreparedTournament()>& read) {
  try {
    return read();
  } catch (const run::BadSpecification& bad) {
    print_messages(to_text(bad.problems()));
    throw;
  }
}

void print_warnings(const TournamentSpec& spec) {
  std::string warnings;
  for (const std::string& warning : spec.warnings) warnings += warning + "\n";
  print_messages(warnings);
}

run::PreparedTournament read_tournament(Context& context, const std::string& file,
                                        const std::vector<std::string>& overrides) {
  auto tournament = printing_problems([&] {
    return run::read_tournament(context.registry(), {file, overrides});
  });
  print_warnings(tournament.spec);
  return tournament;
}

TournamentSpec read_tournament_of(Context& context, const std::string& folder) {
  std::vector<std::string> places{folder};
  for (const run::Part& part : run::parts_in(folder)) places.push_back(run::part_folder(folder, part));
  for (const std::string& place : places) {
    const fs::path file = fs::path(place) / "spec.yaml";
    std::error_code ignored;
    if (fs::exists(file, ignored)) return read_tournament(context, file.string(), {"out=" + folder}).spec;
  }
  throw Failure::usage(fmt::format(
      "{} has no spec.yaml: expected the output folder of `ludex run --part` or `ludex submit`", folder));
}

}  // namespace ludex::arena::cli
