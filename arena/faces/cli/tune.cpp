// ludex tune: finds parameters of an agent by playing games.
#include <cstdio>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/faces/cli/output.hpp"
#include "arena/faces/cli/play_tournament.hpp"
#include "arena/faces/cli/run_on_ranks.hpp"
#include "arena/run/match/tournament_context.hpp"
#include "arena/run/schedule/make_schedule.hpp"
#include "arena/run/schedule/sprt_schedule.hpp"
#include "arena/run/tuning/analysis.hpp"
#include "arena/run/tuning/external.hpp"
#include "arena/run/tuning/opening_split.hpp"
#include "arena/run/tuning/tune_schedule.hpp"

namespace ludex::arena::cli {
namespace {

namespace fs = std::filesystem;
using Json = json::Value;

struct TuneOptions : RunOptions {
  std::string external;
  bool serve = false;
  bool same = false;
  bool json = false;
};

// The tournament's openings, split between tuning and validation.
class Openings {
 public:
  explicit Openings(const run::PreparedTournament& tournament) : games_(tournament.games) {
    for (const run::PreparedGame& game : games_) splits_.emplace_back(*game.game, *game.openings);
  }
  [[nodiscard]] tuning::OpeningSplit& split(std::size_t game) { return splits_[game]; }
  [[nodiscard]] const Game& game(std::size_t game) const { return *games_[game].game; }

 private:
  const std::vector<run::PreparedGame>& games_;
  std::deque<tuning::OpeningSplit> splits_;
};

// One opening as a line of an opening file.
std::string opening_line(const Game& game, const Opening& opening) {
  Position position(game);
  std::string line;
  if (!opening.position.empty()) {
    line = "position " + opening.position;
    if (auto start = Position::from_text(game, opening.position)) position = std::move(*start);
    if (!opening.moves.empty()) line += " moves";
  }
  for (const Move move : opening.moves) {
    line += (line.empty() ? "" : " ") + position.move_text(move);
    position.apply(move);
  }
  return line;
}

// The match of the recommendation against the default, on openings that the tuning has not used, as a
// separate tournament with its own folder, playable by `ludex run`.
TournamentSpec validation_spec(const TournamentSpec& spec, const tuning::Space& space,
                               const tuning::Point& point, Openings& openings, std::uint32_t times,
                               const std::string& name) {
  const TuneSpec& tune = *spec.tune;
  TournamentSpec match = spec;
  match.tune.reset();
  match.name = spec.name + "-" + name;
  match.out = (fs::path(spec.out) / name).string();
  match.agents.clear();
  for (const AgentSpec& agent : spec.agents) {
    if (agent.name != tune.agent) continue;
    match.agents = {agent, agent};
    break;
  }
  match.agents[0].name = "tuned";
  match.agents[1].name = "default";
  if (!tune.same)
    match.agents[0].params = run::with_settings(match.agents[0].params, tuning::settings_of(space, point));
  match.agents[1].params =
      run::with_settings(match.agents[1].params, tuning::settings_of(space, space.fallback()));
  for (AgentSpec& agent : match.agents) {
    BudgetSpec& budget = agent.budget;
    budget.iterations *= times, budget.nodes *= times, budget.cpu_ns *= times, budget.wall_ns *= times;
  }
  match.format = {};
  match.format.type = FormatType::kSprt;
  match.format.sprt = tune.sprt;
  match.format.max_games = tune.validation;
  fs::create_directories(match.out);
  for (std::size_t i = 0; i < match.games.size(); ++i) {
    const auto fresh = openings.split(i).validation(tune.validation / 2 / match.games.size() + 1);
    if (!fresh) throw Failure::usage(fmt::format("game '{}': {}", match.games[i].label, fresh.error()));
    std::string text = "# Not used in tuning.\n";
    for (const Opening& opening : *fresh) text += opening_line(openings.game(i), opening) + "\n";
    const fs::path file = fs::absolute(fs::path(match.out) / fmt::format("openings-{}.txt", i + 1));
    write_file(file.string(), text);
    OpeningSpec& own = match.games[i].openings;
    own = {};
    own.kind = OpeningKind::kFile;
    own.file = file.string();
    own.fingerprint = fnv1a(text);
  }
  return match;
}

struct Validated {
  std::string name;
  std::uint32_t times;
  SprtDecision decision;
  rating::Pentanomial pairs;
  bool finished;
};

std::string verdict_text(const Validated& match, const TuneSpec& tune) {
  const auto elo = rating::match_statistics(match.pairs).elo;
  const std::string budget =
      match.times == 1 ? "at the budget of the tuning" : fmt::format("at {} times the budget", match.times);
  const std::string result =
      fmt::format("{} after {}, Elo {}", budget, plural(match.pairs.total(), "pair"), tuning::elo_text(elo));
  if (match.decision == SprtDecision::kAcceptH1) return fmt::format("gain confirmed {}", result);
  if (match.decision == SprtDecision::kAcceptH0) return fmt::format("no gain found {}", result);
  return fmt::format("no gain found {} (the test of {:g} against {:g} Elo is undecided)", result,
                     tune.sprt.elo0, tune.sprt.elo1);
}

Validated validate(Context& context, const TournamentSpec& match, std::uint32_t times,
                   const std::string& name, const TuneOptions& options, const Interrupt& interrupt) {
  const run::SprtSchedule* schedule = nullptr;
  const auto make = [&](const TournamentSpec& spec, std::span<const TournamentSpec>) {
    auto made = std::make_unique<run::SprtSchedule>(spec);
    schedule = made.get();
    return made;
  };
  const bool quiet = options.quiet || options.serve || options.json;
  const auto prepared = run::prepare(match, context.registry());
  if (!prepared) throw Failure::usage(prepared.error());
  // Resumes a match that was begun.
  const auto run =
      play_tournament(context, *prepared, {.make = make, .resume = true, .stop = interrupt.flag()}, quiet,
                      fmt::format("ludex tune {} --resume", options.file));
  return {name, times, schedule->decision(), schedule->counts(), run->ledger().finished()};
}

std::unique_ptr<tuning::Method> make_method(const TournamentSpec& spec, const tuning::Space& space,
                                            const TuneOptions& options, const Interrupt& interrupt) {
  const TuneSpec& tune = *spec.tune;
  const std::uint64_t trials = tuning::method_trials(spec);
  if (tune.method.type != TuneMethod::kExternal)
    return tuning::make_method(space, tune.method, spec.seed, trials, tuning::plays_duels(tune));
  std::unique_ptr<tuning::LineChannel> channel;
  if (options.serve) {
    channel = tuning::LineChannel::standard(interrupt.flag());
  } else if (!tune.method.command.empty()) {
    auto started = tuning::LineChannel::start(tune.method.command, tune.method.folder, interrupt.flag());
    if (!started) throw Failure::system(started.error());
    channel = std::move(*started);
  } else {
    throw Failure::usage(
        "method 'external' has no command: give it one, or use --external COMMAND or --serve");
  }
  return std::make_unique<tuning::External>(space, tune.method, spec.seed, trials, std::move(channel));
}

void tune_file(Context& context, TuneOptions options) {
  if (options.serve && !options.external.empty())
    throw Failure::usage("expected only one of --serve and --external");
  if (options.serve && options.json) throw Failure::usage("--serve and --json both want standard output");
  if (options.serve) options.overrides.push_back("tune.method={type: external, command: ''}");
  if (!options.external.empty())
    options.overrides.push_back(
        fmt::format("tune.method={{type: external, command: {}}}", Json(options.external).dump()));
  if (options.same) options.overrides.push_back("tune.same=true");
  if (options.dry_run) return check_tournament(context, options, false, options.json);
  const auto link = join_ranks(context, options.transport);
  if (link != nullptr && link->rank() != 0) return serve_run(context, *link);
  std::optional<run::Ranks> ranks;  // released in any case
  if (link != nullptr) ranks.emplace(*link);
  const run::PreparedTournament tournament = prepare_tournament(context, options);
  const TournamentSpec& spec = tournament.spec;
  if (!spec.tune)
    throw Failure::usage(
        fmt::format("{} has no section 'tune': use `ludex run {}`", options.file, options.file));
  const TuneSpec& tune = *spec.tune;
  const bool silent = options.quiet || options.serve || options.json;
  const Interrupt interrupt;
  const tuning::Space space(tune);
  Openings openings(tournament);
  if (tune.validation != 0) {
    for (std::size_t i = 0; i < spec.games.size(); ++i) {
      if (const auto some = openings.split(i).validation(1); !some)
        throw Failure::usage(
            fmt::format("{}: game '{}': {}", options.file, spec.games[i].label, some.error()));
    }
  }
  tuning::TuneSchedule* schedule = nullptr;
  const auto make = [&](const TournamentSpec& wanted, std::span<const TournamentSpec>) {
    const auto round_of = [&](std::uint32_t game, std::uint64_t n) {
      return openings.split(game).tuning_round(n);
    };
    auto made = std::make_unique<tuning::TuneSchedule>(
        wanted, space, make_method(wanted, space, options, interrupt), round_of, interrupt.flag());
    schedule = made.get();
    return made;
  };
  const std::string again = fmt::format("ludex tune {} --resume", options.file);
  const auto run = play_tournament(context, tournament,
                                   {.make = make,
                                    .resume = options.resume,
                                    .accept_changed = options.accept_changed,
                                    .ranks = ranks ? &*ranks : nullptr,
                                    .stop = interrupt.flag()},
                                   silent, again);
  // The final matches are short and are played on this machine.
  ranks.reset();
  if (!run->ledger().finished()) return;
  if (const auto done = schedule->finish(); !done) {
    if (interrupt.requested()) {
      context.exit_code = kInterrupted;
      return;
    }
    throw Failure::system(
        fmt::format("{}\nAll games are in the log; continue with: {}", done.error(), again));
  }
  const tuning::Point point = schedule->method().recommendation();
  const tuning::Analysis analysis = tuning::analyse(tune, space, schedule->history(), point);
  if (!silent) fmt::print("{}\n", to_text(analysis, space));
  std::vector<Validated> matches;
  if (tune.validation != 0 && point == space.fallback()) {
    if (!silent) fmt::print("no gain found: the method recommends the default\n");
  } else if (tune.validation != 0) {
    for (const std::uint32_t times : {std::uint32_t{1}, tune.times}) {
      if (times == 0 || (times == 1 && !matches.empty())) continue;
      const std::string name = times == 1 ? "validation" : fmt::format("validation-{}x", times);
      const TournamentSpec match = validation_spec(spec, space, point, openings, times, name);
      matches.push_back(validate(context, match, times, name, options, interrupt));
      if (!matches.back().finished) return;
    }
  }
  Json result = Json::parse(to_json(analysis, space));
  result["name"] = spec.name;
  result["method"] = to_text(tune.method.type);
  result["same"] = tune.same;
  result["validation"] = Json::array();
  for (const Validated& match : matches) {
    if (!silent) fmt::print("{}\n", verdict_text(match, tune));
    const auto elo = rating::match_statistics(match.pairs).elo;
    result["validation"].push_back({{"folder", match.name},
                                    {"times", match.times},
                                    {"decision", to_text(match.decision)},
                                    {"pairs", match.pairs.pairs},
                                    {"elo", elo.value},
                                    {"low", elo.low},
                                    {"high", elo.high},
                                    {"text", verdict_text(match, tune)}});
  }
  const std::string file = (fs::path(spec.out) / "tune.json").string();
  write_file(file, result.dump(2) + "\n");
  if (options.json) fmt::print("{}\n", result.dump(2));
  if (!silent) fmt::print("result: {}\n", file);
}

}  // namespace

void add_tune(CommandLine& app, Context& context) {
  const auto options = std::make_shared<TuneOptions>();
  CommandLine command = app.add_subcommand("tune", "Tune parameters of an agent by games");
  command.add_option("FILE.yaml", options->file, "The specification, with a section `tune`").required();
  options->add_to(command);
  command.add_flag("--resume", options->resume, "Continue the log in the output folder");
  command
      .add_option("--external", options->external,
                  "Ask this program for parameters over JSON lines (instead of the file's method)")
      .type_name("COMMAND");
  command.add_flag(
      "--serve", options->serve,
      "Take parameters from the tuner that started this command: JSON lines on standard input and output");
  command.add_flag("--same", options->same,
                   "Control: play the defaults whatever is proposed; every verdict should then be `flat`");
  command.add_flag("--json", options->json, "Print the result as one JSON document");
  command.add_flag("--quiet", options->quiet, "Print no progress and no tables");
  command.callback([&context, options] { tune_file(context, *options); });
}

}  // namespace ludex::arena::cli
