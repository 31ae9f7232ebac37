// Output formats of Standings.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "arena/base/formats/csv.hpp"
#include "arena/base/formats/latex.hpp"
#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/results/rating/standings.hpp"
#include "arena/results/rating/statistics_json.hpp"
#include "arena/results/rating/table_cells.hpp"

namespace ludex::arena::rating {

namespace {

const char* model_name(Model model) {
  return model == Model::kBayesElo ? "bayeselo" : "elo";
}

const char* source_text(FittedParameter::Source source) {
  switch (source) {
    case FittedParameter::Source::kGiven:
      return "given";
    case FittedParameter::Source::kFitted:
      return "fitted";
    case FittedParameter::Source::kNotIdentified:
      return "not identified";
    case FittedParameter::Source::kNoDraws:
      return "no draws";
    case FittedParameter::Source::kNoOptimum:
      return "no finite optimum";
  }
  return "";
}

// "27.1 +- 9.3 (fitted)", "0 (no draws)".
std::string parameter_text(const FittedParameter& parameter, double half_width) {
  if (parameter.fitted()) {
    return fmt::format("{} +- {:.1f} (fitted)", decimal(parameter.value, 1),
                       half_width * parameter.deviation);
  }
  const std::string value = fmt::format("{:g}", parameter.value);
  return parameter.source == FittedParameter::Source::kGiven
             ? value
             : fmt::format("{} ({})", value, source_text(parameter.source));
}

// "seats of 3: +12.1 -3.0 -9.1 +- 14.2 (fitted)", with the largest error.
std::string seats_text(const SeatAdvantages& seats, double half_width) {
  std::string text = fmt::format("seats of {}:", seats.players);
  if (seats.source != FittedParameter::Source::kFitted)
    return text + fmt::format(" 0 ({})", source_text(seats.source));
  for (const double elo : seats.elo) text += fmt::format(" {:+.1f}", elo);
  const double error = half_width * *std::max_element(seats.deviation.begin(), seats.deviation.end());
  return text + fmt::format(" +- {:.1f} (fitted)", error);
}

// "ties of 2: 0.35 +- 0.04 (fitted)".
std::string tie_text(const TiePrevalence& tie, double half_width) {
  const double delta = std::exp(tie.log_prevalence);
  std::string text = fmt::format("ties of {}: {:.3g}", tie.size, delta);
  if (tie.source != FittedParameter::Source::kFitted)
    return text + fmt::format(" ({})", source_text(tie.source));
  return text + fmt::format(" +- {:.2g} (fitted)", delta * half_width * tie.deviation);
}

// A table's last line: model, parameters and everything left out.
std::string footer(const Standings& s) {
  const Fit& fit = s.fit;
  std::string text = fmt::format("model {}, {}", model_name(fit.model), parameters_text(s));
  text += fmt::format(", prior {:g}, confidence {:g}, {}", fit.prior, s.options.confidence,
                      plural(s.summary.games, "game"));
  if (s.summary.forfeits > 0) text += ", " + plural(s.summary.forfeits, "forfeit");
  if (s.summary.unfinished > 0) text += fmt::format(", {} unfinished left out", s.summary.unfinished);
  if (const std::uint64_t missing = s.summary.findings.missing(); missing > 0)
    text += fmt::format(", {} not usable and left out", plural(missing, "record"));
  if (s.summary.self_play > 0) text += fmt::format(", {} of self-play left out", s.summary.self_play);
  if (fit.groups.size() > 1) {
    text += fmt::format(", {} groups without a game between them (no common zero)", fit.groups.size());
  }
  if (!s.summary.logs.empty()) {
    const auto verified = static_cast<std::size_t>(std::count_if(
        s.summary.logs.begin(), s.summary.logs.end(), [](const LogTrust& log) { return log.verified; }));
    const std::size_t all = s.summary.logs.size();
    text += all == 1          ? ", log " + s.summary.logs[0].text.substr(0, s.summary.logs[0].text.find(':'))
            : verified == all ? ", logs verified"
                              : fmt::format(", {} of {} logs verified", verified, all);
  }
  const std::size_t warnings =
      fit.warnings.size() + s.summary.warnings.size() + s.summary.findings.list().size();
  if (warnings > 0) text += ", " + plural(warnings, "warning");
  return text;
}

// Percent; "-" for players of different groups, who cannot be compared.
std::string los_cell(const Standings& s, std::size_t row, std::size_t column) {
  if (row == column) return "";
  if (s.rows[row].group != s.rows[column].group) return "-";
  return fmt::format("{:.1f}", 100 * s.superiority(row, column));
}

constexpr std::array<const char*, 9> kHeads = {"rank",    "name",    "Elo",      "+/-",  "games",
                                               "score %", "draws %", "oppo Elo", "group"};

std::vector<std::string> cells(const Standing& row) {
  return {fmt::format("{}", row.rank),
          row.name,
          decimal(row.display_elo, 1),
          fmt::format("{:.1f}", row.display_plus),
          fmt::format("{}", row.totals.games()),
          fmt::format("{:.1f}", 100 * row.score()),
          fmt::format("{:.1f}", 100 * row.draws()),
          decimal(row.opponents, 1),
          fmt::format("{}", row.group + 1)};
}

constexpr const char* kCsvHeads =
    "rank,name,elo,plus,minus,games,score,draws,display_elo,display_plus,display_minus,opponents,group\n";

std::string csv_row(const Standing& row) {
  return fmt::format("{},{},{},{:.9f},{:.9f},{},{:.6f},{:.6f},{},{:.3f},{:.3f},{},{}\n", row.rank,
                     csv_text(row.name), decimal(row.elo, 9), row.plus, row.minus, row.totals.games(),
                     row.score(), row.draws(), decimal(row.display_elo, 3), row.display_plus,
                     row.display_minus, decimal(row.opponents, 3), row.group);
}

using Json = json::Value;

// Adds the parameters of games of three and more players.
void add_rank_parameters(const Standings& s, Json& root) {
  const double half_width = normal_half_width(s.options.confidence);
  for (const SeatAdvantages& seats : s.fit.seats) {
    Json errors = Json::array();
    for (const double deviation : seats.deviation) errors.push_back(half_width * deviation);
    root["seats"].push_back({{"players", seats.players},
                             {"elo", seats.elo},
                             {"error", errors.empty() ? Json(nullptr) : errors},
                             {"source", source_text(seats.source)}});
  }
  for (const TiePrevalence& tie : s.fit.ties) {
    const bool fitted = tie.source == FittedParameter::Source::kFitted;
    root["ties"].push_back({{"size", tie.size},
                            {"prevalence", std::exp(tie.log_prevalence)},
                            {"log_error", fitted ? Json(half_width * tie.deviation) : Json(nullptr)},
                            {"source", source_text(tie.source)}});
  }
}

Json document(const Standings& s) {
  const Fit& fit = s.fit;
  Json root;
  root["model"] = model_name(fit.model);
  root["prior"] = fit.prior;
  root["confidence"] = s.options.confidence;
  const auto parameter = [&](const std::string& name, const FittedParameter& p, bool in_model) {
    root[name] = in_model ? Json(p.value) : Json(nullptr);
    root[name + "_fitted"] = p.fitted();
    root[name + "_error"] =
        p.fitted() ? Json(normal_half_width(s.options.confidence) * p.deviation) : Json(nullptr);
    root[name + "_source"] = in_model ? Json(source_text(p.source)) : Json(nullptr);
  };
  parameter("advantage", fit.advantage, true);
  parameter("draw_elo", fit.draw_elo, fit.model == Model::kBayesElo);
  root["scale"] = fit.display_scale();
  root["log_likelihood"] = fit.log_likelihood;
  root["games"] = s.summary.games;
  root["unfinished"] = s.summary.unfinished;
  root["forfeits"] = s.summary.forfeits;
  root["repeated"] = s.summary.plays.repeated();
  root["lost_by"] = to_json(s.summary.lost_by);
  root["self_play"] = s.summary.self_play;
  root["findings"] = to_json(s.summary.findings);
  Json players = Json::array();
  Json groups = Json::array();
  for (std::size_t g = 0; g < fit.groups.size(); ++g) groups.push_back(Json::array());
  for (const Standing& row : s.rows) {
    players.push_back({{"name", row.name},
                       {"elo", row.elo},
                       {"plus", row.plus},
                       {"minus", row.minus},
                       {"games", row.totals.games()},
                       {"score", row.score()},
                       {"draws", row.draws()},
                       {"display_elo", row.display_elo},
                       {"display_plus", row.display_plus},
                       {"display_minus", row.display_minus},
                       {"opponents", row.opponents},
                       {"wins", row.totals.wins},
                       {"losses", row.totals.losses},
                       {"drawn", row.totals.draws},
                       {"group", row.group}});
    groups[row.group].push_back(row.name);
  }
  root["players"] = std::move(players);
  Json los = Json::array();
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    Json line = Json::array();
    for (std::size_t c = 0; c < s.rows.size(); ++c) line.push_back(s.superiority(r, c));
    los.push_back(std::move(line));
  }
  root["los"] = std::move(los);
  root["groups"] = std::move(groups);
  Json warnings = s.summary.warnings;
  for (const Finding& finding : s.summary.findings.list()) warnings.push_back(finding.text());
  for (const std::string& warning : fit.warnings) warnings.push_back(warning);
  root["warnings"] = std::move(warnings);
  for (const LogTrust& log : s.summary.logs)
    root["logs"].push_back({{"file", log.file}, {"verified", log.verified}, {"text", log.text}});
  add_rank_parameters(s, root);
  if (s.population) root["population"] = to_json(*s.population);
  return root;
}

}  // namespace

std::string parameters_text(const Standings& s) {
  const double half_width = normal_half_width(s.options.confidence);
  const Fit& fit = s.fit;
  std::string text;
  if (fit.pair_games) {
    text = "advantage " + parameter_text(fit.advantage, half_width);
    if (fit.model == Model::kBayesElo) text += ", draw Elo " + parameter_text(fit.draw_elo, half_width);
  }
  const auto append = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  for (const SeatAdvantages& seats : fit.seats) append(seats_text(seats, half_width));
  for (const TiePrevalence& tie : fit.ties) append(tie_text(tie, half_width));
  return text;
}

std::string to_json(const Standings& s, const std::vector<GameStandings>* by_game) {
  Json root = document(s);
  if (!s.heterogeneity.empty()) {
    root["heterogeneity"] = Json::array();
    for (const Heterogeneity& player : s.heterogeneity) {
      root["heterogeneity"].push_back({{"name", player.name},
                                       {"chi_square", player.chi_square},
                                       {"degrees", player.degrees},
                                       {"p", player.p}});
    }
  }
  if (by_game != nullptr) {
    root["by_game"] = Json::array();
    for (const GameStandings& game : *by_game) {
      Json item{{"game", game.game}};
      item.update(document(game.standings));
      root["by_game"].push_back(std::move(item));
    }
  }
  // Names may contain any bytes (PGN is Latin-1), but JSON may not.
  return root.dump() + "\n";
}

std::string to_csv(const Standings& s) {
  std::string text = kCsvHeads;
  for (const Standing& row : s.rows) text += csv_row(row);
  return text;
}

std::string to_csv(const std::vector<GameStandings>& by_game) {
  std::string text = std::string("game,") + kCsvHeads;
  for (const GameStandings& game : by_game) {
    for (const Standing& row : game.standings.rows) text += csv_text(game.game) + ',' + csv_row(row);
  }
  return text;
}

std::string to_markdown(const Standings& s, bool los) {
  const std::size_t columns = kHeads.size() - (s.fit.groups.size() > 1 ? 0 : 1);
  std::string text = "|";
  std::string rule = "|";
  for (std::size_t c = 0; c < columns; ++c) {
    text += fmt::format(" {} |", kHeads[c]);
    rule += c == 1 ? "---|" : "---:|";
  }
  text += "\n" + rule + "\n";
  for (const Standing& row : s.rows) {
    const std::vector<std::string> cell = cells(row);
    text += "|";
    for (std::size_t c = 0; c < columns; ++c) text += fmt::format(" {} |", markdown_cell(cell[c]));
    text += "\n";
  }
  if (los) {
    text += "\n| LOS % |";
    rule = "|---|";
    for (const Standing& row : s.rows) {
      text += fmt::format(" {} |", markdown_cell(row.name));
      rule += "---:|";
    }
    text += "\n" + rule + "\n";
    for (std::size_t r = 0; r < s.rows.size(); ++r) {
      text += fmt::format("| {} |", markdown_cell(s.rows[r].name));
      for (std::size_t c = 0; c < s.rows.size(); ++c) text += fmt::format(" {} |", los_cell(s, r, c));
      text += "\n";
    }
  }
  return text + "\n" + footer(s) + "\n";
}

std::string to_latex(const Standings& s, bool los) {
  const bool grouped = s.fit.groups.size() > 1;
  const std::size_t columns = kHeads.size() - (grouped ? 0 : 1);
  LatexTable table("rl" + std::string(columns - 2, 'r'), {kHeads.begin(), kHeads.begin() + columns});
  std::uint32_t group = 0;
  for (const Standing& row : s.rows) {
    if (row.group != group) table.gap();
    group = row.group;
    std::vector<std::string> cell = cells(row);
    for (std::string& text : cell) {
      if (text.size() > 1 && text[0] == '-' && &text != &cell[1]) text.replace(0, 1, "\u2212");
    }
    cell.resize(columns);
    table.row(cell);
  }
  std::string text = std::move(table).finish(footer(s));
  if (!los) return text;
  std::vector<std::string> heads{"", "name"};
  for (const Standing& row : s.rows) heads.push_back(std::to_string(row.rank));
  LatexTable chances("rl" + std::string(s.rows.size(), 'r'), heads);
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    std::vector<std::string> cell{std::to_string(s.rows[r].rank), s.rows[r].name};
    for (std::size_t c = 0; c < s.rows.size(); ++c) cell.push_back(los_cell(s, r, c));
    chances.row(cell);
  }
  return text + "\n" + std::move(chances).finish("Likelihood of superiority, row over column, in %");
}

std::string to_table(const Standings& s, bool los) {
  const bool grouped = s.fit.groups.size() > 1;
  const std::size_t columns = kHeads.size() - (grouped ? 0 : 1);
  std::vector<std::size_t> widths(columns);
  for (std::size_t c = 0; c < columns; ++c) widths[c] = width_of(kHeads[c]);
  for (const Standing& row : s.rows) {
    const std::vector<std::string> cell = cells(row);
    for (std::size_t c = 0; c < columns; ++c) widths[c] = std::max(widths[c], width_of(cell[c]));
  }
  std::string text;
  const auto line = [&](const auto& cell) {
    std::string row;
    for (std::size_t c = 0; c < columns; ++c) {
      if (c > 0) row += "  ";
      row += c == 1 ? padded(cell[c], widths[c]) : fmt::format("{:>{}}", cell[c], widths[c]);
    }
    text += row + "\n";
  };
  line(kHeads);
  std::uint32_t group = 0;
  for (const Standing& row : s.rows) {
    if (row.group != group) text += "\n";
    group = row.group;
    line(cells(row));
  }
  if (los) {
    constexpr std::size_t kCell = 6;
    text += "\nLikelihood of superiority, row over column, %\n";
    text += std::string(widths[0] + 2, ' ') + padded("", widths[1]);
    for (const Standing& row : s.rows) {
      text += fmt::format(
          "{:>{}}", grouped ? fmt::format("{}/{}", row.group + 1, row.rank) : fmt::format("{}", row.rank),
          kCell);
    }
    text += "\n";
    for (std::size_t r = 0; r < s.rows.size(); ++r) {
      const Standing& row = s.rows[r];
      const std::string rank =
          grouped ? fmt::format("{}/{}", row.group + 1, row.rank) : fmt::format("{}", row.rank);
      std::string out = fmt::format("{:>{}}  ", rank, widths[0]) + padded(row.name, widths[1]);
      for (std::size_t c = 0; c < s.rows.size(); ++c) out += fmt::format("{:>{}}", los_cell(s, r, c), kCell);
      out.erase(out.find_last_not_of(' ') + 1);
      text += out + "\n";
    }
  }
  return text + "\n" + footer(s) + "\n";
}

}  // namespace ludex::arena::rating
