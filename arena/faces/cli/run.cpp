// ludex run: plays a tournament from a YAML file.
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "arena/base/files/text_file.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/faces/cli/play_tournament.hpp"
#include "arena/faces/cli/run_on_ranks.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/parts/gather.hpp"
#include "arena/run/parts/part.hpp"
#include "arena/run/schedule/make_schedule.hpp"

namespace ludex::arena::cli {
namespace {

namespace fs = std::filesystem;

struct RunFileOptions : RunOptions {
  std::string part;
};

// The share of the tournament to be played: all of it, or a part in a subfolder.
struct Share {
  std::optional<run::Part> part;
  std::uint64_t whole_games = 0;  // 0: not a part
};

// Makes the specification that of a part, and checks that the folder is for this tournament.
Share take_share(TournamentSpec& spec, const std::string& wanted) {
  Share share;
  if (wanted.empty()) return share;
  const auto part = run::parse_part(wanted);
  if (!part) throw Failure::usage("--part: " + part.error());
  if (const auto able = run::check_parts(spec, part->count); !able)
    throw Failure::usage("--part: " + able.error());
  share.part = *part;
  share.whole_games = run::make_schedule(spec)->total();
  std::error_code error;
  fs::create_directories(spec.out, error);
  if (error)
    throw Failure::system(fmt::format("cannot make the output folder {}: {}", spec.out, error.message()));
  const std::string identity = run::spec_identity(spec);
  if (const std::string other = run::foreign_part(spec.out, identity); !other.empty())
    throw Failure::usage(
        fmt::format("--part: {} has the parts of another specification: {}", spec.out, other));
  // Files for `ludex gather`; every part writes the same.
  for (const auto& [name, text] :
       {std::pair("spec.yaml", run::write_spec(spec)), std::pair("spec.identity", identity)}) {
    const fs::path path = fs::path(spec.out) / name;
    if (fs::exists(path)) continue;
    if (const auto written = replace_text_file(path.string(), text); !written)
      throw Failure::system(written.error());
  }
  spec.out = run::part_folder(spec.out, *part);
  return share;
}

void run_file(Context& context, const RunFileOptions& options) {
  if (options.dry_run) return check_tournament(context, options, options.part.empty(), false);
  const auto link = join_ranks(context, options.transport);
  if (link != nullptr && link->rank() != 0) return serve_run(context, *link);
  std::optional<run::Ranks> ranks;  // released in any case
  if (link != nullptr) ranks.emplace(*link);
  if (ranks && !options.part.empty())
    throw Failure::usage(
        "--part: parts need no network: expected one process a part, or all of the tournament on the "
        "ranks; --transport none plays the part in this process");
  run::PreparedTournament tournament = prepare_tournament(context, options);
  TournamentSpec& spec = tournament.spec;
  if (spec.tune)
    throw Failure::usage(
        fmt::format("{} has a section 'tune': use `ludex tune {}`", options.file, options.file));
  const Share share = take_share(spec, options.part);
  const auto make = [&](const TournamentSpec& wanted, std::span<const TournamentSpec> earlier) {
    return share.part && &wanted == &spec ? run::make_part_schedule(spec, *share.part)
                                          : run::make_schedule(wanted, earlier);
  };
  const Interrupt interrupt;
  play_tournament(context, tournament,
                  {.make = make,
                   .resume = options.resume,
                   .accept_changed = options.accept_changed,
                   .part = share.part,
                   .whole_games = share.whole_games,
                   .ranks = ranks ? &*ranks : nullptr,
                   .stop = interrupt.flag()},
                  options.quiet,
                  fmt::format("ludex run {}{} --resume", options.file,
                              share.part ? " --part " + to_text(*share.part) : ""));
}

}  // namespace

void add_run(CommandLine& app, Context& context) {
  const auto options = std::make_shared<RunFileOptions>();
  CommandLine command = app.add_subcommand("run", "Play the tournament of a YAML file");
  command.add_option("FILE.yaml", options->file, "The specification").required();
  options->add_to(command);
  command
      .add_option("--part", options->part,
                  "Play part K of N, into OUT/parts; `ludex gather OUT` merges the logs")
      .type_name("K/N");
  command.add_flag("--resume", options->resume,
                   "Continue the log in the output folder, also with more games, agents or rounds");
  command.add_flag("--quiet", options->quiet, "Print no progress and no standings");
  command.callback([&context, options] { run_file(context, *options); });
}

}  // namespace ludex::arena::cli
