#include "arena/faces/report/model.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <filesystem>
#include <map>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "arena/base/files/text_file.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/base/text/shown.hpp"
#include "arena/faces/report/tally.hpp"
#include "arena/model/spec.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/results/log/log_reader.hpp"
#include "arena/results/rating/standings.hpp"
#include "arena/run/config/growth.hpp"
#include "arena/run/config/tree.hpp"
#include "arena/run/config/write_spec.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::report {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path) {
  constexpr std::size_t kMost = 64U << 20;
  auto text = read_text_file(path.string(), kMost);
  return text ? *std::move(text) : "";
}

std::string scalar(const run::Node& node, std::string_view key) {
  const run::Node* value = node.find(key);
  return value != nullptr && value->kind == run::NodeKind::kScalar ? value->text : std::string();
}

// A map of scalars as "a=1, b=x".
std::string settings(const run::Node* map, std::string_view equals, std::string_view left_out = "") {
  std::string text;
  if (map == nullptr) return text;
  for (const auto& entry : map->entries) {
    const std::string item = fmt::format("{}{}{}", entry.key, equals, entry.value.text);
    if (item != left_out) text += (text.empty() ? "" : ", ") + item;
  }
  return text;
}

// Reads names and settings of a normalised specification as a plain tree, because its plug-ins may be
// missing; ignores invalid parts.
void announce(const std::string& text, Tally& tally, std::string& name, std::vector<Sweep>& sweeps) {
  run::Problems problems("spec.yaml");
  const run::Node root = run::parse_tree(text, 0, false, problems);
  if (problems.count() != 0) return;
  name = scalar(root, "name");
  if (const run::Node* games = root.find("games")) {
    for (const run::Node& item : games->items) {
      if (const std::string label = scalar(item, "label"); !label.empty()) tally.game(label);
    }
  }
  std::vector<AgentSettings> all;
  if (const run::Node* agents = root.find("agents")) {
    for (const run::Node& item : agents->items) {
      const std::string agent_name = scalar(item, "name");
      if (agent_name.empty()) continue;
      AgentReport& agent = tally.agents[tally.agent(agent_name)];
      agent.plugin = scalar(item, "agent");
      agent.settings = settings(item.find("params"), "=");
      agent.budget = settings(item.find("budget"), " ", "threads 1");
      all.push_back({agent_name, agent.plugin, {}});
      for (const char* section : {"params", "budget"}) {
        const run::Node* const map = item.find(section);
        if (map == nullptr) continue;
        for (const auto& entry : map->entries)
          all.back().values[std::string(section) + "." + entry.key] = entry.value.text;
      }
    }
  }
  sweeps = find_sweeps(all);
}

// Uses the default options of `ludex rate`, so that both agree.
struct Rated {
  rating::ResultTable table;
  rating::Standings standings;
};

template <class Wanted>
std::optional<Rated> rate(const Tally& tally, const Wanted& wanted, std::string& failure) {
  Rated rated;
  for (const Played& game : tally.played) {
    if (!wanted(game)) continue;
    std::vector<std::uint32_t> players;
    for (std::uint32_t seat = 0; seat < game.players; ++seat)
      players.push_back(rated.table.intern(tally.agents[game.agents[seat]].name));
    if (game.players == 2) {
      rated.table.add(players[0], players[1], game.result);
    } else {
      rated.table.add_ranking(players, std::span(game.ranks).first(game.players));
    }
  }
  if (rated.table.games() == 0) return std::nullopt;
  auto fit = rating::fit_ratings(rated.table, {});
  if (!fit) {
    failure = fit.error();
    return std::nullopt;
  }
  auto standings = rating::make_standings(rated.table, std::move(fit).value(), {}, {});
  if (!standings) {
    failure = standings.error();
    return std::nullopt;
  }
  rated.standings = std::move(standings).value();
  return rated;
}

Rating rating_of(const rating::Standing& row) {
  return {row.display_elo, row.display_plus, row.totals.games(), row.group};
}

class Maker {
 public:
  explicit Maker(Report& report, Tally& tally) : report_(report), tally_(tally) {}

  void make() {
    report_.games_played = tally_.played.size();
    report_.without_result = tally_.without_result;
    report_.per_move = tally_.with_moves != 0;
    report_.wall_differs = tally_.wall_differs;
    for (const Played& game : tally_.played) report_.forfeits += game.forfeit ? 1 : 0;
    for (AgentReport& agent : tally_.agents) {
      agent.by_game.resize(tally_.games.size());
      agent.rating_by_game.resize(tally_.games.size());
    }
    std::string failure;
    const auto all = rate(
        tally_, [](const Played&) { return true; }, failure);
    if (all) set_ratings(all->standings, &AgentReport::rating);
    if (report_.forfeits == 0) {
      for (AgentReport& agent : tally_.agents) agent.rating_played = agent.rating;
    } else if (const auto played = rate(
                   tally_, [](const Played& game) { return !game.forfeit; }, failure)) {
      set_ratings(played->standings, &AgentReport::rating_played);
    }
    if (all) report_.rating_parameters = rating::parameters_text(all->standings);
    report_.rating_groups = all ? static_cast<std::uint32_t>(all->standings.fit.groups.size()) : 0;
    if (tally_.games.size() > 1) rate_games(failure);
    if (all) find_cycles(*all, "");
    if (!failure.empty()) report_.warnings.push_back("No rating: " + failure + ".");
    sort();
    count_cross();
    if (all) set_superiority(all->standings);
    report_.ranked = tally_.ranked.tables();
    find_match();
    report_.agents = std::move(sorted_);
    report_.games = std::move(tally_.games);
    warn();
  }

 private:
  void set_ratings(const rating::Standings& standings, std::optional<Rating> AgentReport::*member) {
    for (const auto& row : standings.rows) {
      tally_.agents[tally_.agent(row.name)].*member = rating_of(row);
    }
  }

  // Keeps the population if Elo hides something: a cycle beyond noise.
  void find_cycles(const Rated& rated, const std::string& game) {
    if (auto population = rating::cyclic_population(rated.table, rated.standings.rows))
      report_.cyclic.push_back({game, *std::move(population)});
  }

  // Rates each game separately, and tests whether the ratings differ.
  void rate_games(std::string& failure) {
    std::deque<Rated> rated;
    std::vector<rating::GameFit> fits;
    for (std::uint32_t g = 0; g < tally_.games.size(); ++g) {
      auto one = rate(
          tally_, [&](const Played& game) { return game.game == g; }, failure);
      if (!one) continue;
      rated.push_back(*std::move(one));
      const Rated& kept = rated.back();
      tally_.games[g].rating_parameters = rating::parameters_text(kept.standings);
      for (const auto& row : kept.standings.rows)
        tally_.agents[tally_.agent(row.name)].rating_by_game[g] = rating_of(row);
      find_cycles(kept, tally_.games[g].label);
      fits.push_back({tally_.games[g].label, &kept.table, &kept.standings.fit});
    }
    std::string names;
    for (auto& player : rating::compare_games(fits)) {
      if (player.p < rating::kHeterogeneous) names += (names.empty() ? "" : ", ") + in_quotes(player.name);
      tally_.agents[tally_.agent(player.name)].heterogeneity = std::move(player);
    }
    if (names.empty()) return;
    report_.warnings.push_back(
        fmt::format("Ratings differ between the games by more than their errors (chi-square test, p < {:g}): "
                    "{}. The joint "
                    "rating of such an agent is a mean over unlike games; see the ratings by game.",
                    rating::kHeterogeneous, names));
  }

  void sort() {
    std::vector<std::uint32_t> order(tally_.agents.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      const auto& x = tally_.agents[a].rating;
      const auto& y = tally_.agents[b].rating;
      if (x.has_value() != y.has_value()) return x.has_value();
      if (!x) return tally_.agents[a].all.score().value_or(-1) > tally_.agents[b].all.score().value_or(-1);
      return x->group != y->group ? x->group < y->group : x->elo > y->elo;
    });
    place_.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place_[order[i]] = i;
    for (const std::uint32_t i : order) sorted_.push_back(std::move(tally_.agents[i]));
  }

  void count_cross() {
    const std::size_t n = place_.size();
    report_.cross.resize(n * n);
    for (const Played& game : tally_.played) {
      for (std::uint32_t s = 0; s < game.players; ++s) {
        for (std::uint32_t other = 0; other < game.players; ++other) {
          if (game.agents[s] == game.agents[other]) continue;
          Wdl& cell = report_.cross[place_[game.agents[s]] * n + place_[game.agents[other]]];
          ++(game.ranks[s] < game.ranks[other]    ? cell.wins
             : game.ranks[s] == game.ranks[other] ? cell.draws
                                                  : cell.losses);
        }
      }
    }
  }

  void set_superiority(const rating::Standings& standings) {
    const std::size_t n = place_.size();
    report_.los.assign(n * n, 0.5);
    std::vector<std::size_t> at;
    for (const auto& row : standings.rows) at.push_back(place_[tally_.agent(row.name)]);
    for (std::size_t r = 0; r < at.size(); ++r) {
      for (std::size_t c = 0; c < at.size(); ++c) {
        const double p = standings.superiority(r, c);
        report_.los[at[r] * n + at[c]] = std::isfinite(p) ? p : 0.5;
      }
    }
  }

  void find_match() {
    std::vector<std::uint32_t> players;
    for (std::uint32_t i = 0; i < place_.size(); ++i) {
      if (sorted_[place_[i]].all.games() != 0) players.push_back(i);
    }
    if (players.size() != 2 || !report_.ranked.empty()) return;
    const std::uint32_t ours = place_[players[0]] < place_[players[1]] ? players[0] : players[1];
    // Half points of one side in the two games of a pair: moving first, moving second.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::array<std::optional<std::size_t>, 2>> pairs;
    Match match;
    for (const Played& game : tally_.played) {
      const std::size_t seat = game.agents[0] == ours ? 0 : 1;
      auto& half = pairs[{game.game, game.round}][seat];
      if (half) ++match.unpaired;  // a repeated game counts, but not as part of a pair
      const bool lost = game.result == loss_of(static_cast<Player>(seat));
      half = game.result == GameResult::kDraw ? 1 : lost ? 0 : 2;
    }
    for (const auto& [key, halves] : pairs) {
      if (halves[0] && halves[1]) {
        ++match.pairs.pairs[*halves[0] + *halves[1]];
      } else {
        ++match.unpaired;
      }
    }
    report_.match = match;
  }

  // The games may belong to the stages of one grown tournament, to one specification, or to several.
  void check_specification() {
    const auto stages = run::split_identities(report_.specification);
    std::vector<std::string> hashes;
    for (const std::string& identity : stages) hashes.push_back(run::hash_text(fnv1a(identity)));
    const bool known = std::all_of(
        tally_.spec_hashes.begin(), tally_.spec_hashes.end(),
        [&](const auto& hash) { return std::find(hashes.begin(), hashes.end(), hash) != hashes.end(); });
    if (known && !stages.empty()) {
      report_.growths = static_cast<std::uint32_t>(stages.size() - 1);
      report_.specification = stages.back();
      report_.spec_hash = hashes.back();
      return;
    }
    if (tally_.spec_hashes.size() > 1) {
      report_.warnings.push_back(
          fmt::format("The games belong to {} different specifications.", tally_.spec_hashes.size()));
    }
    for (const auto& hash : tally_.spec_hashes) {
      if (!hash.empty()) report_.spec_hash = hash;
    }
    if (!stages.empty() && !report_.spec_hash.empty()) {
      report_.warnings.emplace_back(
          "The games belong to another specification than the one in the folder, which is left out.");
      report_.specification.clear();
    }
  }

  void warn() {
    const auto add = [&](std::string text) { report_.warnings.push_back(std::move(text)); };
    if (report_.rating_groups > 1) {
      add(
          fmt::format("The agents fall into {} groups without a game between them; ratings are relative to "
                      "the mean of each group.",
                      report_.rating_groups));
    }
    if (report_.without_result != 0)
      add(plural(report_.without_result, "game") + " without a result left out.");
    if (tally_.self_play != 0)
      add(plural(tally_.self_play, "game") + " of an agent against itself left out.");
    if (tally_.repeated_ids != 0)
      add("In the log more than once, and counted each time: " + plural(tally_.repeated_ids, "game") + ".");
    check_specification();
    std::string withdrawn;
    for (const AgentReport& agent : report_.agents) {
      if (agent.withdrawn) withdrawn += (withdrawn.empty() ? "" : ", ") + in_quotes(agent.name);
    }
    if (!tally_.lost_by.empty()) {
      add(fmt::format("{} of {} lost by faults (forfeits), counted as losses: {}.", tally_.lost_by.total(),
                      plural(tally_.played.size(), "game"), tally_.lost_by.text()));
    }
    if (!withdrawn.empty()) add("Withdrawn, the remaining games counted as forfeits: " + withdrawn + ".");
    for (const GameReport& game : report_.games) {
      if (const auto repeated = rating::repeated_text(game.repeated, game.first.games()); !repeated.empty()) {
        add(fmt::format("Game {}: {}; the intervals take all games for independent.", in_quotes(game.label),
                        repeated));
      }
    }
  }

  Report& report_;
  Tally& tally_;
  std::vector<std::size_t> place_;  // by index of the tally
  std::vector<AgentReport> sorted_;
};

}  // namespace

Result<Report> make_report(const std::string& folder) {
  std::error_code error;
  const fs::path dir(folder);
  if (!fs::is_directory(dir, error))
    return Error{fmt::format("'{}' is not a folder; expected the output folder of `ludex run`", folder)};
  const std::string log = log::log_in(folder);
  if (!log::has_log(folder)) {
    return Error{fmt::format("'{}' has no games.jsonl; expected the output folder of `ludex run`", folder)};
  }
  Report report;
  report.folder = folder;
  Tally tally;
  announce(slurp(dir / "spec.yaml"), tally, report.name, report.sweeps);
  log::FolderCheck beside = log::check_folder(folder);
  report.run = std::move(beside.run);
  MachineTally machines(report.run ? *report.run : log::RunInfo{});
  std::uint64_t index = 0;
  log::ChainCheck chain(std::move(beside.company));
  const auto end = log::scan_log(
      log,
      [&](const GameRecord& record, const log::PlayHash& play) -> Result<void> {
        tally.add(record, play);
        machines.add(index++, record);
        return {};
      },
      &chain);
  if (!end) return Error{end.error()};
  tally.finish();
  report.verified = chain.state() == log::ChainCheck::State::kVerified;
  report.trust = chain.text();
  if (chain.state() == log::ChainCheck::State::kBroken)
    report.warnings.push_back("The log is " + report.trust + ".");
  if (tally.played.empty()) {
    return Error{fmt::format("'{}' holds no finished game yet{}", log,
                             tally.without_result + tally.self_play > 0 ? " between two agents" : "")};
  }
  if (tally.agents.size() > kMaxAgents || tally.games.size() > kMaxGames) {
    return Error{fmt::format("'{}' names {} and {}; a tournament has at most {} and {}", log,
                             plural(tally.agents.size(), "agent"), plural(tally.games.size(), "game"),
                             kMaxAgents, kMaxGames)};
  }
  if (*end) report.warnings.push_back("The last line of the log was cut short and is left out.");
  report.specification = slurp(dir / "spec.identity");
  if (report.name.empty())
    report.name = report.run ? report.run->name : dir.lexically_normal().filename().string();
  Maker(report, tally).make();
  if (auto tuning = read_tuning(folder, slurp(dir / "spec.yaml")); !tuning) {
    report.warnings.push_back("The tuning cannot be shown: " + tuning.error());
  } else {
    report.tuning = *std::move(tuning);
  }
  if (report.run && !report.spec_hash.empty() && report.run->spec_hash != report.spec_hash) {
    report.warnings.push_back("run.json belongs to another specification and is left out.");
    report.run.reset();
  }
  if (report.run) {
    report.machines = machines.finish();
    for (const std::string& warning : report.run->warnings) report.warnings.push_back(warning);
    for (std::string& warning : warnings_of(report.machines)) report.warnings.push_back(std::move(warning));
  }
  return report;
}

}  // namespace ludex::arena::report
