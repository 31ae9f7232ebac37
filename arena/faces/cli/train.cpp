// ludex train: learns an evaluation for a game by a study, and judges it by rated games after each round.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arena/base/files/text_file.hpp"
#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/faces/cli/learning_curve.hpp"
#include "arena/faces/cli/output.hpp"
#include "arena/faces/cli/play_tournament.hpp"
#include "arena/faces/report/training.hpp"
#include "arena/host/plugins/parameters.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/results/rating/match_table.hpp"
#include "arena/run/schedule/make_schedule.hpp"
#include "core/abi/text.hpp"
#include "core/study/study.hpp"

namespace ludex::arena::cli {
namespace {

namespace fs = std::filesystem;
using Json = json::Value;

struct TrainOptions {
  std::string game;
  std::string method = "tuples";
  std::string out;
  double hours = 0.5;
  std::uint32_t rounds = 6;
  std::uint32_t games = 40;
  std::uint32_t cpu_ms = 10;
  std::uint32_t threads = 0;
  std::vector<std::string> settings;
  bool resume = false;
  bool json = false;
  bool quiet = false;
};

// A match of the search with the newest model.
struct Judged {
  std::string opponent;     // "before", "random", "uct"
  rating::Trinomial games;  // with more than two players, comparisons of two seats of a game
  rating::Estimate elo;
};

// One round: a share of the training, then its matches.
struct Round {
  std::uint32_t number = 0;
  std::vector<Judged> matches;
};

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

// From the view of the other side.
rating::Estimate mirrored(const rating::Estimate& estimate) {
  using Kind = rating::Estimate::Kind;
  const Kind kind = estimate.kind == Kind::kAtLeast  ? Kind::kAtMost
                    : estimate.kind == Kind::kAtMost ? Kind::kAtLeast
                                                     : estimate.kind;
  return {kind, -estimate.value, -estimate.high, -estimate.low, estimate.error};
}

host::Settings settings_of(const TrainOptions& options) {
  host::Settings settings;
  for (const std::string& text : options.settings) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
      throw Failure::usage(fmt::format("'{}' is not NAME=VALUE", text));
    settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return settings;
}

class Training {
 public:
  Training(Context& context, const TrainOptions& options)
      : context_(context),
        options_(options),
        component_(Context::component(options.game)),
        game_(context.game(options.game)),
        curve_(options.out, options.hours * 3600, options.quiet) {}

  void run() {
    if (!(options_.hours > 0)) throw Failure::usage("--hours: expected more than 0");
    check_search();
    prepare_folder();
    std::vector<Json> rounds = earlier_rounds();
    curve_.go_on();
    const Interrupt interrupt;
    while (rounds.size() < options_.rounds) {
      const auto number = static_cast<std::uint32_t>(rounds.size() + 1);
      if (!learn(interrupt)) return stop();
      const fs::path model = keep_model(number);
      const Round round = judge(number, model, interrupt);
      if (interrupt.requested()) return stop();
      rounds.push_back(round_json(round));
      write_rounds(rounds);
      write_page();
      if (!options_.json && !options_.quiet) fmt::print("{}\n", round_text(round));
      std::fflush(stdout);
    }
    conclude();
  }

 private:
  [[nodiscard]] fs::path folder() const { return options_.out; }
  [[nodiscard]] fs::path rounds_file() const { return folder() / report::kRoundsFile; }
  [[nodiscard]] fs::path page() const { return folder() / "report.html"; }

  // Hours of learning are lost if the search that judges the models cannot play.
  void check_search() const {
    const auto fits = context_.library(PluginKind::kAgent, player().agent)->supports(*game_);
    if (!fits)
      throw Failure::usage(
          fmt::format("models are judged by {}, which does not play this game: {}; 'ludex "
                      "study train-{}' learns without matches",
                      player().agent, fits.error(), options_.method));
  }

  void prepare_folder() const {
    std::error_code failed;
    const bool there = fs::exists(folder() / "learner.state", failed) || fs::exists(rounds_file(), failed);
    if (there && !options_.resume)
      throw Failure::usage(fmt::format(
          "{} has a training already: add --resume to go on, or choose another --out", options_.out));
    for (const char* const name : {"models", "matches"}) {
      fs::create_directories(folder() / name, failed);
      if (failed)
        throw Failure::system(
            fmt::format("cannot make the folder {}: {}", (folder() / name).string(), failed.message()));
    }
  }

  // The rounds of an earlier run of the same training.
  [[nodiscard]] std::vector<Json> earlier_rounds() const {
    std::error_code ignored;
    if (!fs::exists(rounds_file(), ignored)) return {};
    const auto text = read_text_file(rounds_file().string(), std::size_t{16} << 20);
    if (!text) throw Failure::system(text.error());
    const auto read = Json::parse_if_valid(*text);
    if (!read) throw Failure::usage(rounds_file().string() + ": is not JSON; remove it to begin anew");
    if ((*read)["game"] != options_.game || (*read)["method"] != options_.method)
      throw Failure::usage(fmt::format("{} is the training of {} by {}, not of {} by {}", options_.out,
                                       (*read)["game"].dump(), (*read)["method"].dump(), options_.game,
                                       options_.method));
    std::vector<Json> rounds;
    for (const Json& round : (*read)["rounds"]) rounds.push_back(round);
    return rounds;
  }
  void write_rounds(const std::vector<Json>& rounds) const {
    Json document{{"game", options_.game},
                  {"method", options_.method},
                  {"hours", options_.hours},
                  {"planned", options_.rounds}};
    Json& settings = document["settings"] = {{"rounds", options_.rounds},
                                             {"games of a match", options_.games},
                                             {"CPU time a move", fmt::format("{} ms", options_.cpu_ms)},
                                             {"threads", options_.threads}};
    for (const auto& [name, value] : settings_of(options_)) settings[name] = value;
    document["rounds"] = rounds;
    if (const auto written = replace_text_file(rounds_file().string(), document.dump(2) + "\n"); !written)
      throw Failure::system(written.error());
  }

  // A share of the training time. False if it was interrupted.
  bool learn(const Interrupt& interrupt) {
    host::Component component{"train-" + options_.method, {}};
    context_.library(PluginKind::kStudy, component.id);
    const double seconds = options_.hours * 3600 / options_.rounds;
    const std::uint32_t threads =
        options_.threads != 0 ? options_.threads : std::max(1U, std::thread::hardware_concurrency());
    component.settings = settings_of(options_);
    const host::Settings defaults{{"name", options_.game},
                                  {"games", "1000000000000"},
                                  {"seconds", std::to_string(static_cast<std::uint64_t>(std::ceil(seconds)))},
                                  {"threads", std::to_string(threads)}};
    for (const auto& setting : defaults) {
      if (std::none_of(component.settings.begin(), component.settings.end(),
                       [&](const auto& given) { return given.first == setting.first; }))
        component.settings.push_back(setting);
    }
    const auto study = context_.registry().study(component);
    if (!study) throw Failure::usage(study.error());
    std::vector<ParamText> values;
    for (const auto& [name, value] : component.settings) values.push_back({name.c_str(), value.c_str()});
    curve_.begin();
    StringSink error;
    const Status status =
        (*study)->run(game_.get(), nullptr, 0, values.data(), static_cast<std::uint32_t>(values.size()),
                      options_.out.c_str(), interrupt.flag(), curve_, error);
    curve_.end();
    if (interrupt.requested()) return false;
    if (status != Status::kOk)
      throw Failure::answered(status, fmt::format("train: {}: {}", options_.method, error.text()));
    return true;
  }

  [[nodiscard]] fs::path model_of(std::uint32_t number) const {
    return fs::absolute(folder() / "models" / fmt::format("round-{}.ludex", number));
  }
  [[nodiscard]] fs::path keep_model(std::uint32_t number) const {
    std::error_code failed;
    fs::copy_file(folder() / "model.ludex", model_of(number), fs::copy_options::overwrite_existing, failed);
    if (failed)
      throw Failure::system(
          fmt::format("cannot copy the model to {}: {}", model_of(number).string(), failed.message()));
    return model_of(number);
  }

  // A parameter of the game; a path that is relative to this folder would be relative to the specification
  // there.
  [[nodiscard]] std::string from_here(const std::string& name, const std::string& value) const {
    const auto parameters = context_.library(PluginKind::kGame, component_.id)->parameters();
    const ParamSpec* const spec = host::find_parameter(parameters, name);
    return spec != nullptr && host::names_path(*spec, value) ? fs::absolute(value).lexically_normal().string()
                                                             : value;
  }
  // The search that plays with what the method learns: alpha-beta with values alone, or descent, if it
  // learned them so; uct as AlphaZero with values and a policy; uct with the policy in the tree alone.
  struct Player {
    const char* agent;
    const char* params;
  };
  [[nodiscard]] Player player() const {
    for (const auto& [name, value] : settings_of(options_)) {
      if (name == "targets" && value == "descent") return {"descent", ""};
    }
    if (options_.method == "net") return {"uct", ", c: 0, puct: 1.25, puct_growth: 1, expand_after: 1"};
    if (options_.method == "policy") return {"uct", ", c: 0, puct: 1.25, expand_after: 1"};
    return {"alpha-beta", ""};
  }

  // The tournament of a round, in the language of `ludex run`.
  [[nodiscard]] std::string specification(std::uint32_t number, const fs::path& model) const {
    std::string params;
    for (const auto& [name, value] : component_.settings)
      params += fmt::format("{}{}: {}", params.empty() ? "" : ", ", name, quoted(from_here(name, value)));
    std::string text =
        fmt::format("name: round-{}\nseed: {}\ngames: [ {{game: {}, params: {{{}}}}} ]\nagents:\n", number,
                    number, quoted(component_.id), params);
    const auto learned = [&](const char* name, const fs::path& file) {
      return fmt::format("  - {{name: {}, agent: {}, params: {{model: {}{}}}}}\n", name, player().agent,
                         quoted(file.string()), player().params);
    };
    text += learned("learned", model);
    if (number > 1) text += learned("before", model_of(number - 1));
    text += "  - {name: random, agent: random}\n  - {name: uct, agent: uct}\n";
    return text + fmt::format(
                      "format: {{type: gauntlet, challengers: [learned], {}}}\n"
                      "openings: {{random_plies: 4}}\nbudget: {{cpu: {}ms}}\nconcurrency: {}\nout: {}\n",
                      games_of_match(), options_.cpu_ms, std::max(1U, std::thread::hardware_concurrency()),
                      quoted((folder() / "matches" / fmt::format("round-{}", number)).string()));
  }

  [[nodiscard]] std::string games_of_match() const {
    const std::uint32_t players = game_->traits().players;
    if (players == 2) return fmt::format("games_per_pair: {}", options_.games);
    // A round: the model in every seat among copies of the other, from one opening.
    return fmt::format("against: copies, rounds: {}", std::max(1U, options_.games / players));
  }

  Round judge(std::uint32_t number, const fs::path& model, const Interrupt& interrupt) {
    RunOptions run;
    run.file = (folder() / "matches" / fmt::format("round-{}.yaml", number)).string();
    run.resume = true;
    run.accept_changed = true;
    write_file(run.file, specification(number, model));
    const run::PreparedTournament tournament = prepare_tournament(context_, run);
    play_tournament(
        context_, tournament,
        {.make = [](const TournamentSpec& wanted,
                    std::span<const TournamentSpec> earlier) { return run::make_schedule(wanted, earlier); },
         .resume = true,
         .accept_changed = true,
         .stop = interrupt.flag()},
        true, "ludex train ... --resume");
    Round round{number, {}};
    if (interrupt.requested()) return round;
    rating::ReadSummary summary;
    const std::string log = log::log_in(tournament.spec.out);
    const auto tables = rating::read_matches(std::span(&log, 1), {}, summary);
    if (!tables) throw Failure::system(tables.error());
    const auto add = [&](const std::string& agent, const std::string& opponent,
                         const rating::Trinomial& games, const rating::ScoreCounts& counts) {
      const rating::Estimate elo = rating::match_statistics(counts).elo;
      if (agent == "learned") round.matches.push_back({opponent, games, elo});
      if (opponent == "learned") round.matches.push_back({agent, games.mirrored(), mirrored(elo)});
    };
    for (const rating::MatchRow& row : tables->all) add(row.agent, row.opponent, row.games, row.counts());
    for (const rating::RankTable& table : tables->ranked) {
      for (const rating::RankPair& pair : table.pairs)
        add(table.agents[pair.agent].agent, table.agents[pair.opponent].agent,
            {pair.ahead, pair.level, pair.behind}, pair.scores);
    }
    return round;
  }

  static std::string round_text(const Round& round) {
    std::vector<std::string> parts;
    for (const Judged& match : round.matches)
      parts.push_back(fmt::format("{} {}", match.opponent, to_text(match.elo)));
    return fmt::format("round {}: Elo against {}", round.number, fmt::join(parts, ", "));
  }
  [[nodiscard]] Json round_json(const Round& round) const {
    using Kind = rating::Estimate::Kind;
    Json json{{"round", round.number}, {"seconds", curve_.seconds()}};
    auto& matches = json["matches"] = Json::array();
    for (const Judged& match : round.matches) {
      const bool known = match.elo.kind != Kind::kNone;
      matches.push_back(
          {{"opponent", match.opponent},
           {"wins", match.games.wins},
           {"draws", match.games.draws},
           {"losses", match.games.losses},
           {"elo", known ? Json(match.elo.value) : Json()},
           {"low", known && match.elo.kind != Kind::kAtMost ? Json(match.elo.low) : Json()},
           {"high", known && match.elo.kind != Kind::kAtLeast ? Json(match.elo.high) : Json()}});
    }
    return json;
  }

  [[nodiscard]] report::Training read() const {
    auto training = report::read_training(options_.out);
    if (!training) throw Failure::system(training.error());
    return std::move(*training);
  }
  void write_page() const {
    if (const auto written = replace_text_file(page().string(), report::to_html(read())); !written)
      throw Failure::system(written.error());
  }
  void conclude() const {
    write_page();
    const report::Training training = read();
    if (options_.json) {
      Json summary = report::to_json(training);
      summary["report"] = page().string();
      fmt::print("{}\n", summary.dump(2));
      return;
    }
    fmt::print("{}\nmodel: {}\nreport: {}\n", training.verdict_text(), (folder() / "model.ludex").string(),
               page().string());
  }
  void stop() const {
    context_.exit_code = kInterrupted;
    complain(fmt::format("interrupted; continue with: ludex train {} --method {} --out {} --resume",
                         options_.game, options_.method, options_.out));
  }

  Context& context_;
  const TrainOptions& options_;
  host::Component component_;
  host::GamePtr game_;
  LearningCurve curve_;
};

}  // namespace

void add_train(CommandLine& app, Context& context) {
  const auto options = std::make_shared<TrainOptions>();
  CommandLine command = app.add_subcommand("train", "Learn an evaluation for a game by self-play");
  command.add_option("GAME", options->game, kGameHelp).required();
  command.add_option("--out", options->out, "Folder of the training: models, matches, the learner's state")
      .type_name("DIR")
      .required();
  command
      .add_option("--method", options->method,
                  "The method: tuples, or another study train-METHOD of `ludex study`")
      .show_default();
  command.add_option("--hours", options->hours, "Time to learn, without the matches").show_default();
  command.add_option("--rounds", options->rounds, "Parts of that time, each followed by rated matches")
      .range(1, 1000)
      .show_default();
  command
      .add_option("--games", options->games, "Games of each match: against the model before, random and uct")
      .range(2, 100000)
      .show_default();
  command.add_option("--cpu-ms", options->cpu_ms, "CPU time a move in the matches, milliseconds")
      .range(1, 600000)
      .show_default();
  command
      .add_option("--threads", options->threads,
                  "Threads that learn; 0: one for each processor. Only with one thread can a run be repeated")
      .range(0, 256)
      .show_default();
  command.add_option("--set", options->settings, "A parameter of the method (`ludex describe train-METHOD`)")
      .type_name("NAME=VALUE");
  command.add_flag("--resume", options->resume, "Go on with the training in the folder");
  command.add_flag("--json", options->json, "Print rounds and curve as one JSON document");
  command.add_flag("--quiet", options->quiet, "Print no progress");
  command.callback([&context, options] { Training(context, *options).run(); });
}

}  // namespace ludex::arena::cli
