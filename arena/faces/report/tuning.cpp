#include "arena/faces/report/tuning.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "arena/base/files/text_file.hpp"
#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/report/html_parts.hpp"
#include "arena/faces/report/text.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/results/log/log_reader.hpp"
#include "arena/run/config/fields.hpp"
#include "arena/run/config/read_tune.hpp"
#include "arena/run/config/tree.hpp"
#include "arena/run/tuning/external.hpp"
#include "arena/run/tuning/tune_schedule.hpp"

namespace ludex::arena::report {
namespace {

namespace fs = std::filesystem;
using Json = json::Value;

// The parts of a specification that the order of trials depends on.
TournamentSpec outline_of(std::string_view text, const TuneSpec& tune) {
  run::Problems problems("spec.yaml");
  const run::Node root = run::parse_tree(text, 0, false, problems);
  TournamentSpec spec;
  if (const run::Node* seed = root.find("seed")) spec.seed = parse_unsigned(seed->text).value_or(1);
  const auto each = [&](const char* list, const char* key, const auto& use) {
    const run::Node* items = root.find(list);
    if (items == nullptr) return;
    for (const run::Node& item : items->items) {
      if (const run::Node* name = item.find(key)) use(name->text);
    }
  };
  each("games", "label", [&](const std::string& label) {
    spec.games.emplace_back();
    spec.games.back().label = label;
  });
  each("agents", "name", [&](const std::string& name) {
    spec.agents.emplace_back();
    spec.agents.back().name = name;
  });
  spec.tune = tune;
  return spec;
}

Json read_result(const fs::path& file) {
  constexpr std::size_t kMost = 64U << 20;
  const auto text = read_text_file(file.string(), kMost);
  const auto json = Json::parse_if_valid(text ? *text : "");
  return json && json->is_object() ? *json : Json::object();
}

// The recommendation of an external tuner, which cannot be asked again.
tuning::Point recommended(const Json& result, const tuning::Space& space) {
  tuning::Point point;
  if (!result.contains("recommendation")) return space.fallback();
  for (std::size_t i = 0; i < space.size(); ++i) {
    const Json* const at = result["recommendation"].find(space.parameter(i).name);
    if (at == nullptr || !at->is_string()) return space.fallback();
    const auto x = space.coordinate_of(i, at->get<std::string>());
    if (!x) return space.fallback();
    point.push_back(*x);
  }
  return point;
}

}  // namespace

Result<std::shared_ptr<const TuningReport>> read_tuning(const std::string& folder, std::string_view text) {
  const auto tune = run::read_kept_tune(text);
  if (!tune) return std::shared_ptr<const TuningReport>();
  auto report = std::make_shared<TuningReport>(*tune);
  TournamentSpec spec = outline_of(text, *tune);
  if (spec.games.empty() || spec.agents.size() < 2) return Error{"spec.yaml is damaged"};
  // Without the plug-ins, the log knows the number of players.
  const auto first = log::visit_log(log::log_in(folder), [&](GameRecord&& record) -> Result<void> {
    for (GameSpec& game : spec.games) game.players = static_cast<std::uint32_t>(players(record));
    return Error{""};
  });
  static_cast<void>(first);
  const std::uint32_t trial = tuning::trial_games(spec);
  const Json result = read_result(fs::path(folder) / "tune.json");
  std::unique_ptr<tuning::Method> method;
  if (tune->method.type == TuneMethod::kExternal) {
    method = std::make_unique<tuning::Recorded>(recommended(result, report->space));
  } else {
    method = tuning::make_method(report->space, tune->method, spec.seed, tuning::method_trials(spec),
                                 tuning::plays_duels(*tune));
  }
  std::uint32_t round = 0;
  tuning::TuneSchedule schedule(
      spec, report->space, std::move(method),
      [&](std::uint32_t, std::uint64_t) -> Result<std::uint32_t> { return round; }, nullptr);
  const auto log = log::visit_log(log::log_in(folder), [&](GameRecord&& record) -> Result<void> {
    round = record.round;
    run::GameTask task;
    if (schedule.replay(task, record) != run::Schedule::Next::kTask) return Error{schedule.failure()};
    if (task.id != record.id || task.params != record.params)
      return Error{fmt::format("game '{}' is not the next one of this tuning", record.id)};
    schedule.commit(task, record, log::PlayHash::of(record));
    return {};
  });
  if (!log) return Error{log.error()};
  if (const auto done = schedule.finish(); !done) return Error{done.error()};
  report->history = schedule.history();
  report->finished = report->history.trials.size() == tune->games / trial;
  report->history.path.push_back({trial * report->history.trials.size(), schedule.method().recommendation()});
  report->analysis =
      tuning::analyse(*tune, report->space, report->history, schedule.method().recommendation());
  if (report->finished && result.contains("validation") && result["validation"].is_array()) {
    for (const Json& match : result["validation"]) {
      if (match.contains("text") && match["text"].is_string())
        report->validation.push_back(match["text"].get<std::string>());
    }
  }
  return std::shared_ptr<const TuningReport>(std::move(report));
}

std::string tuning_json(const TuningReport& report) {
  Json json = Json::parse(to_json(report.analysis, report.space));
  json["method"] = to_text(report.spec.method.type);
  json["finished"] = report.finished;
  json["validation"] = report.validation;
  json["path"] = Json::array();
  for (const auto& step : report.history.path) {
    Json item{{"games", step.games}};
    for (const auto& [name, value] : report.space.values(step.recommendation)) item["values"][name] = value;
    json["path"].push_back(std::move(item));
  }
  return json.dump();
}

std::string tuning_section(const Report& whole) {
  if (whole.tuning == nullptr) return "";
  const TuningReport& report = *whole.tuning;
  const tuning::Analysis& a = report.analysis;
  std::string text = "<section id=\"tuning\">\n<h2>Tuning</h2>\n";
  text += fmt::format("<p>{} of '{}' by {}, {} of {} games{}.</p>\n",
                      html(plural(report.space.size(), "parameter")), html(report.spec.agent),
                      to_text(report.spec.method.type), 2 * report.history.trials.size(), report.spec.games,
                      report.spec.same ? "; noise control: the parameters do nothing" : "");
  HtmlTable table;
  table.head("Parameter", Align::kText).head("Recommended").head("Default");
  table.head("p", Align::kNumber, "of so large an effect by chance, times the number of parameters");
  table.head("Verdict", Align::kText);
  for (std::size_t i = 0; i < report.space.size(); ++i) {
    const tuning::Verdict& verdict = a.verdicts[i];
    table.row().name(report.space.parameter(i).name).number(report.space.text(i, a.recommendation[i]));
    table.number(report.space.text(i, report.space.fallback()[i]));
    table.number(verdict.kind == tuning::Verdict::Kind::kUnknown ? std::string(kDash)
                                                                 : fmt::format("{:.2g}", verdict.p));
    table.text(verdict.text());
  }
  text += std::move(table).finish();
  text += fmt::format(
      "<p>Elo against the opponents, with 95 % intervals: recommended {}, default {}. Estimated gain over "
      "the "
      "default: {}; {}.</p>\n",
      html(tuning::elo_text(a.strength)), html(tuning::elo_text(a.fallback)), html(tuning::elo_text(a.gain)),
      tuning::gain_note(a));
  if (a.fit && a.all_flat()) text += "<p>No parameter has an effect that these games could show.</p>\n";
  if (!report.validation.empty()) {
    text += "<h3>Validation</h3>\n<p>Against the default, on openings that were not used:</p>\n<ul>\n";
    for (const auto& line : report.validation) text += "<li>" + html(line) + "</li>\n";
    text += "</ul>\n";
  }
  for (const std::string& name : tuning_plots(report)) {
    const bool map = name.starts_with("tuning-map:");
    const bool slice = name.starts_with("tuning-slice:");
    text += figure(
        tuning_plot(report, name),
        name == "tuning-path"    ? "The recommended value over the games; dashed: the default."
        : name == "tuning-score" ? "Points made in twentieths of the games, with 95 % intervals."
        : slice                  ? "The surface along " + name.substr(13) +
                      " through the recommendation (line), with its 95 % interval; circles: samples near "
                      "the recommendation, larger where their weight is; grey below: the confident region."
        : map ? "The surface along " + name.substr(11) + "; pale: outside of the confident region."
              : "");
  }
  return text + "</section>\n";
}

}  // namespace ludex::arena::report
