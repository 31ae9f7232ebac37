#include "arena/faces/statistics/match.hpp"

#include <cstdio>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/statistics/rank_match.hpp"
#include "arena/model/spec.hpp"
#include "arena/results/rating/fit.hpp"
#include "arena/results/rating/match_table.hpp"
#include "arena/results/rating/player_name.hpp"
#include "arena/results/rating/sprt.hpp"
#include "arena/results/rating/statistics_json.hpp"

namespace ludex::arena::statistics {
namespace {

using Json = json::Value;
using rating::Estimate;
using rating::MatchRow;
using rating::MatchStatistics;

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t comma = text.find(',');
    parts.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

Result<SprtTest> parse_sprt(const std::string& text) {
  const auto refuse = [&](const char* why) {
    return Error{fmt::format("--test \"{}\": {}; expected ELO0,ELO1[,ALPHA,BETA][,MODEL]", text, why)};
  };
  auto parts = split(text);
  SprtTest test;
  if (!parse_number(parts.back())) {
    const auto model = enum_from_text<SprtModel>(parts.back());
    if (!model)
      return refuse(
          "the last part is neither a number nor a model (normalized, logistic, bayesian, bayeselo, cutechess)");
    test.model = *model;
    parts.pop_back();
  }
  if (parts.size() != 2 && parts.size() != 4) return refuse("it needs two or four numbers");
  std::array<double, 4> numbers{0, 0, test.alpha, test.beta};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto number = parse_number(parts[i]);
    if (!number) return refuse("one of its parts is not a number");
    numbers[i] = *number;
  }
  test.elo0 = numbers[0];
  test.elo1 = numbers[1];
  test.alpha = numbers[2];
  test.beta = numbers[3];
  if (!(test.elo0 < test.elo1)) return refuse("ELO0 must be less than ELO1");
  if (test.elo0 < -kMaxSprtElo || test.elo1 > kMaxSprtElo)
    return refuse("ELO0 and ELO1 must lie between -200 and 200");
  for (const double error : {test.alpha, test.beta}) {
    if (!(error > 0 && error < 0.5)) return refuse("ALPHA and BETA must lie between 0 and 0.5");
  }
  return test;
}

Result<std::vector<std::uint64_t>> parse_counts(const char* option, const std::string& text) {
  constexpr std::uint64_t kMost = 1'000'000'000'000'000;
  std::vector<std::uint64_t> counts;
  for (const auto part : split(text)) {
    const auto count = parse_count(part);
    if (!count || *count > kMost)
      return Error{fmt::format("{}: \"{}\", expected whole numbers separated by commas", option, text)};
    counts.push_back(*count);
  }
  return counts;
}

Result<MatchRow> parse_row(const SprtOptions& options) {
  if (options.wdl.empty() == options.penta.empty()) return Error{"expected one of --wdl and --penta"};
  MatchRow row;
  if (!options.wdl.empty()) {
    const auto counts = parse_counts("--wdl", options.wdl);
    if (!counts) return Error{counts.error()};
    if (counts->size() != 3) return Error{"--wdl: expected three counts: wins, draws, losses"};
    row.games = row.new_games = {(*counts)[0], (*counts)[1], (*counts)[2]};
    return row;
  }
  auto counts = parse_counts("--penta", options.penta);
  if (!counts) return Error{counts.error()};
  std::vector<std::uint64_t> n = *std::move(counts);
  if (n.size() == 6) {
    n[2] += n[3];
    n.erase(n.begin() + 3);
  }
  if (n.size() != 5)
    return Error{"--penta: expected five counts LL,LD,WL+DD,WD,WW, or six with WL and DD apart"};
  std::copy(n.begin(), n.end(), row.pairs.pairs.begin());
  row.new_pairs = row.pairs;
  return row;
}

// The results of one match, ready to print.
struct Judged {
  const MatchRow* row;
  bool of_pairs;
  rating::ScoreCounts counts;
  MatchStatistics statistics;
  std::optional<double> llr;   // without units that repeat earlier ones
  std::uint64_t left_out = 0;  // of these
};

Judged judge(const MatchRow& row, double confidence, const std::optional<SprtTest>& test) {
  Judged judged{&row, row.by_pairs() && (!test || takes_pairs(test->model)), {}, {}, std::nullopt};
  const auto counts = [&](const rating::Trinomial& games, const rating::Pentanomial& pairs) {
    return judged.of_pairs ? rating::ScoreCounts::of(pairs) : rating::ScoreCounts::of(games);
  };
  judged.counts = counts(row.games, row.pairs);
  judged.statistics = rating::match_statistics(judged.counts, rating::normal_half_width(confidence));
  if (test) {
    judged.llr = rating::sprt_llr(*test, counts(row.new_games, row.new_pairs));
    judged.left_out = judged.of_pairs ? row.pairs.total() - row.new_pairs.total()
                                      : row.games.games() - row.new_games.games();
  }
  return judged;
}

Json to_json(const Judged& judged, const std::optional<SprtTest>& test) {
  const MatchRow& row = *judged.row;
  const MatchStatistics& m = judged.statistics;
  Json json;
  if (!row.agent.empty()) json["agents"] = {row.agent, row.opponent};
  if (row.games.games() > 0) {
    json["games"] = row.games.games();
    json["wins"] = row.games.wins;
    json["draws"] = row.games.draws;
    json["losses"] = row.games.losses;
  }
  if (row.pairs.total() > 0) json["pairs"] = row.pairs.pairs;
  json["of"] = judged.of_pairs ? "pairs" : "games";
  json.update(rating::to_json(m));
  if (test) {
    json["sprt"] = {{"model", to_text(test->model)},
                    {"elo0", test->elo0},
                    {"elo1", test->elo1},
                    {"alpha", test->alpha},
                    {"beta", test->beta},
                    {"llr", *judged.llr},
                    {"left_out", judged.left_out},
                    {"lower", test->lower()},
                    {"upper", test->upper()},
                    {"decision", to_text(test->decide(*judged.llr))}};
  }
  return json;
}

std::string to_text(const Judged& judged, const std::optional<SprtTest>& test) {
  const MatchRow& row = *judged.row;
  const MatchStatistics& m = judged.statistics;
  std::string text;
  if (!row.agent.empty()) text += fmt::format("{} against {}\n", row.agent, row.opponent);
  if (row.games.games() > 0) {
    text += fmt::format("  games    {}: {} won, {} drawn, {} lost\n", row.games.games(), row.games.wins,
                        row.games.draws, row.games.losses);
  }
  if (row.pairs.total() > 0) {
    text += fmt::format("  pairs    {}: LL {}  LD {}  WL/DD {}  WD {}  WW {}", row.pairs.total(),
                        row.pairs.pairs[0], row.pairs.pairs[1], row.pairs.pairs[2], row.pairs.pairs[3],
                        row.pairs.pairs[4]);
    text += m.pairs_ratio ? fmt::format("; won to lost {:.2f}\n", *m.pairs_ratio) : "\n";
  }
  text += fmt::format("  score    {:.2f} %, {} {:.2f} %\n", 100 * m.score,
                      judged.of_pairs ? "shared pairs" : "draws", 100 * m.draw_ratio);
  text += fmt::format("  Elo      {}\n  nElo     {}\n  LOS      {:.2f} %\n", to_text(m.elo), to_text(m.nelo),
                      100 * m.los);
  if (test) {
    const char* const words[] = {"undecided: continue", "H0 accepted", "H1 accepted"};
    text +=
        fmt::format("  SPRT     LLR {:.3f} in [{:.3f}, {:.3f}]: {} ({} Elo, H0 {:g}, H1 {:g})\n", *judged.llr,
                    test->lower(), test->upper(), words[static_cast<int>(test->decide(*judged.llr))],
                    to_text(test->model), test->elo0, test->elo1);
    if (judged.left_out != 0) {
      text += fmt::format("           not counted: {} that {} earlier ones move by move\n",
                          plural(judged.left_out, judged.of_pairs ? "pair" : "game"),
                          judged.left_out == 1 ? "repeats" : "repeat");
    }
  }
  return text;
}

Json to_json(const std::vector<MatchRow>& rows, double confidence, const std::optional<SprtTest>& test) {
  Json list = Json::array();
  for (const MatchRow& row : rows) list.push_back(to_json(judge(row, confidence, test), test));
  return list;
}

RateOutput refuse(const char* command, const std::string& message) {
  return {kBadInput, "", fmt::format("ludex {}: {}\n", command, message)};
}

std::string bad_confidence(double confidence) {
  return confidence > 0 && confidence < 1
             ? ""
             : fmt::format("--confidence: {}, expected a number between 0 and 1", confidence);
}

}  // namespace

RateOutput match(const MatchOptions& options) {
  const auto found = log_files(options.logs);
  if (!found) return refuse("match", found.error());
  const std::vector<std::string>& files = *found;
  return match(
      options,
      [&](const rating::ReadOptions& how, rating::ReadSummary& summary) -> Result<rating::MatchTables> {
        auto tables = rating::read_matches(files, how, summary);
        if (tables && tables->all.empty() && tables->ranked.empty() &&
            check_labels(how.games, *how.by_game, summary))
          return Error{"no games in " + files.front() + reasons(summary)};
        return tables;
      });
}

RateOutput match(const MatchOptions& options, const ReadMatches& read) {
  if (const auto bad = bad_confidence(options.confidence); !bad.empty()) return refuse("match", bad);
  std::optional<SprtTest> test;
  if (!options.sprt.empty()) {
    const auto parsed = parse_sprt(options.sprt);
    if (!parsed) return refuse("match", parsed.error());
    test = *parsed;
  }
  rating::ReadSummary summary;
  rating::GameResults by_game;
  const rating::ReadOptions how = read_options(options, by_game);
  const auto tables = read(how, summary);
  if (!tables) return refuse("match", tables.error());
  if (const auto known = check_labels(options.games, by_game, summary); !known)
    return refuse("match", known.error());
  if (tables->all.empty() && tables->ranked.empty()) return refuse("match", "no games" + reasons(summary));

  RateOutput output;
  std::vector<std::string> names;
  for (const MatchRow& row : tables->all) names.insert(names.end(), {row.agent, row.opponent});
  for (const rating::RankTable& table : tables->ranked) {
    for (const rating::RankRow& row : table.agents) names.push_back(row.agent);
  }
  for (std::string& warning : rating::like_names(std::move(names)))
    summary.warnings.push_back(std::move(warning));
  output.err += reading_warnings(summary);
  if (const std::string forfeits = rating::forfeits_text(summary, options.without_forfeits);
      !forfeits.empty())
    output.err += "warning: " + forfeits + "\n";
  if (const std::string repeats = rating::repeats_text(summary); !repeats.empty())
    output.err += "warning: " + repeats + "\n";
  if (test && !tables->ranked.empty()) output.err += "warning: --sprt tests games of two players only\n";
  if (options.json) {
    Json root;
    root["confidence"] = options.confidence;
    root["matches"] = to_json(tables->all, options.confidence, test);
    if (!tables->ranked.empty())
      root["rankings"] = rating::to_json(tables->ranked, rating::normal_half_width(options.confidence));
    root["unfinished"] = summary.unfinished;
    root["forfeits"] = summary.forfeits;
    root["repeated"] = summary.plays.repeated();
    root["findings"] = rating::to_json(summary.findings);
    root["lost_by"] = rating::to_json(summary.lost_by);
    if (options.by_game) {
      root["by_game"] = Json::array();
      for (const auto& [game, rows, ranked] : tables->by_game) {
        Json item{{"game", game}, {"matches", to_json(rows, options.confidence, test)}};
        if (!ranked.empty())
          item["rankings"] = rating::to_json(ranked, rating::normal_half_width(options.confidence));
        root["by_game"].push_back(std::move(item));
      }
    }
    output.out = root.dump(2) + "\n";
  } else if (options.by_game) {
    for (const auto& [game, rows, ranked] : tables->by_game) {
      output.out += fmt::format("{}game {}\n\n", output.out.empty() ? "" : "\n", game);
      for (const MatchRow& row : rows) output.out += to_text(judge(row, options.confidence, test), test);
      output.out += to_text(ranked, options.confidence);
    }
  } else {
    for (const MatchRow& row : tables->all) output.out += to_text(judge(row, options.confidence, test), test);
    if (!tables->all.empty() && !tables->ranked.empty()) output.out += "\n";
    output.out += to_text(tables->ranked, options.confidence);
  }
  return output;
}

RateOutput sprt(const SprtOptions& options) {
  if (const auto bad = bad_confidence(options.confidence); !bad.empty()) return refuse("sprt", bad);
  const auto test = parse_sprt(options.sprt);
  if (!test) return refuse("sprt", test.error());
  const auto row = parse_row(options);
  if (!row) return refuse("sprt", row.error());
  if (!options.penta.empty() && !takes_pairs(test->model))
    return refuse("sprt", fmt::format("--test: model {} takes games, not pairs", to_text(test->model)));
  const Judged judged = judge(*row, options.confidence, *test);
  if (!options.json) return {0, to_text(judged, *test), ""};
  return {0, to_json(judged, *test).dump(2) + "\n", ""};
}

}  // namespace ludex::arena::statistics
