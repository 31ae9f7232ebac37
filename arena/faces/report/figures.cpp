#include "arena/faces/report/figures.hpp"

#include <fmt/format.h>

#include "arena/base/text/suggest.hpp"
#include "arena/faces/report/plots.hpp"

namespace ludex::arena::report {
namespace {

constexpr std::string_view kLengths = "lengths";

// "" if there is nothing to draw.
std::string plot(const Report& report, std::string_view name) {
  if (name == "ratings") return rating_plot(report);
  if (name == "seats") return seat_plot(report);
  if (name == "time") return spent_plot(report, Spent::kTime);
  if (name == "nodes") return spent_plot(report, Spent::kNodes);
  constexpr std::string_view kStrength = "strength:";
  if (name.starts_with(kStrength)) return strength_plot(report, std::string(name.substr(kStrength.size())));
  if (report.tuning != nullptr && name.starts_with("tuning-")) return tuning_plot(*report.tuning, name);
  if (name == "match") return report.match ? match_bar(*report.match) : "";
  if (!name.starts_with(kLengths)) return "";
  name.remove_prefix(kLengths.size());
  if (name.empty()) return report.games.size() == 1 ? length_plot(report.games[0]) : "";
  for (const GameReport& game : report.games) {
    if (name[0] == ':' && name.substr(1) == game.label) return length_plot(game);
  }
  return "";
}

// Adds font and colours, which on the page come from the style sheet, to a separate picture.
std::string standing_alone(std::string svg) {
  constexpr std::string_view kStart = "<svg ";
  constexpr std::string_view kTitleEnd = "</title>\n";
  svg.insert(svg.find(kTitleEnd) + kTitleEnd.size(),
             "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
  svg.insert(kStart.size(),
             "xmlns=\"http://www.w3.org/2000/svg\" font-family=\"Helvetica, Arial, 'Liberation Sans', "
             "sans-serif\" ");
  return svg;
}

}  // namespace

std::vector<std::string> figure_names(const Report& report) {
  std::vector<std::string> names;
  for (const char* name : {"ratings", "seats", "time", "nodes", "match"}) {
    if (!plot(report, name).empty()) names.emplace_back(name);
  }
  if (report.tuning != nullptr) {
    for (std::string& name : tuning_plots(*report.tuning)) names.push_back(std::move(name));
  }
  for (const std::string& key : swept_keys(report)) names.push_back("strength:" + key);
  for (const GameReport& game : report.games) {
    if (!length_plot(game).empty()) names.push_back(std::string(kLengths) + ":" + game.label);
  }
  return names;
}

Result<std::string> figure_svg(const Report& report, std::string_view name) {
  std::string svg = plot(report, name);
  if (!svg.empty()) return standing_alone(std::move(svg));
  const auto names = figure_names(report);
  std::string list;
  for (const auto& known : names) list += (list.empty() ? "" : ", ") + known;
  const std::string hint = did_you_mean(name, names);
  return Error{fmt::format("no figure '{}'{}; there are: {}", name, hint.empty() ? "" : " (" + hint + ")",
                           list.empty() ? "none" : list)};
}

}  // namespace ludex::arena::report
