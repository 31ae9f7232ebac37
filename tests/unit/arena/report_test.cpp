// Reports against an independent count of a synthetic log.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "arena/base/text/shown.hpp"
#include "arena/faces/report/model.hpp"
#include "arena/faces/report/render.hpp"
#include "arena/faces/report/text.hpp"
#include "arena/faces/statistics/rate.hpp"
#include "arena/results/log/record_json.hpp"
#include "arena/results/log/record_scan.hpp"
#include "core/util/rng.hpp"
#include "tests/support/arena_fixture.hpp"
#include "tests/support/markup.hpp"

namespace ludex::arena::report {

using namespace host;
using namespace log;
using namespace run;
namespace {

using tests::TemporaryFolder;

const std::vector<std::string> kNames{"<script>alert(1)</script>",
                                      "a|b `c` \"d\" & 'e', f",
                                      "\xC3\xBC \xE6\xBC\xA2",
                                      "tab\tand\x01line\nend",
                                      "=1+2",
                                      "plain"};
const std::vector<std::string> kLabels{"hex:size=7", "</td><b>othello"};

GameRecord random_game(Rng& rng, std::uint32_t i) {
  GameRecord record;
  const auto below = [&](std::uint64_t n) { return rng.next() % n; };
  record.id = "game-" + std::to_string(i);
  record.game = kLabels[below(2)];
  const std::size_t first = below(kNames.size());
  record.agents = {kNames[first], kNames[(first + 1 + below(kNames.size() - 1)) % kNames.size()]};
  record.round = i / 8;
  record.opening = {"a1"};
  const std::uint64_t plies = 1 + below(60);
  for (std::uint64_t k = 0; k < plies; ++k)
    record.moves.push_back(std::string(1, static_cast<char>('a' + below(9))));
  record.plies = plies + 1;
  record.outcome = static_cast<GameResult>(below(3));
  if (record.outcome != GameResult::kDraw && below(4) == 0) {
    record.termination = static_cast<Termination>(3 + below(9));  // illegal move ... withdrawn
    record.note = below(2) == 0 ? "signal 11 \"<img src=x>\" \x07" : "";
  } else {
    record.termination = static_cast<Termination>(below(3));
  }
  if (below(20) == 0) record.outcome = GameResult::kNone, record.termination = Termination::kHostStopped;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    SeatStats& stats = record.stats[seat];
    for (std::uint64_t k = seat; k < plies; k += 2) {
      ++stats.moves;
      const std::uint64_t time = below(std::uint64_t{1} << (1 + below(24)));
      stats.series.cpu_us.push_back(time);
      stats.series.nodes.push_back(5 * time + below(100));
      stats.nodes += stats.series.nodes.back();
      stats.cpu_seconds += static_cast<double>(time) * 1e-6;
    }
    stats.overruns = below(2);
  }
  return record;
}

struct Sample {
  std::vector<GameRecord> games;
  std::string log;
};

Sample sample(std::uint32_t n) {
  Sample result;
  Rng rng = Rng::seeded(11);
  for (std::uint32_t i = 0; i < n; ++i) {
    result.games.push_back(random_game(rng, i));
    result.log += to_json_line(result.games.back()) + "\n";
    // As they are read again.
    for (std::string& name : result.games.back().agents) name = shown(name);
  }
  return result;
}

std::string spec_text() {
  return "name: \"<i>hostile & co\"\ngames:\n  - {label: \"hex:size=7\", game: hex}\nagents:\n"
         "  - {name: never played, agent: uct, params: {c: 1.4, solver: false}, budget: {iterations: 5, "
         "threads: 1}}\n"
         "  - {name: plain, agent: random}\n";
}

const AgentReport& find(const Report& report, const std::string& name) {
  const auto at = std::find_if(report.agents.begin(), report.agents.end(),
                               [&](const AgentReport& agent) { return agent.name == name; });
  REQUIRE(at != report.agents.end());
  return *at;
}

// What the page, the tables and the data must be, whatever the log holds.
void check_forms(const Report& report) {
  const std::string page = to_html(report);
  std::string content;
  CHECK(tests::markup_error(page, &content) == "");
  for (const char* word : {"nan", "inf", "infinity"}) {
    CAPTURE(word);
    CHECK_FALSE(tests::has_word(page, word));
    CHECK_FALSE(tests::has_word(to_markdown(report), word));
    CHECK_FALSE(tests::has_word(to_csv(report), word));
  }
  CHECK(page.find("http") == std::string::npos);
  CHECK(page.find("url(") == std::string::npos);
  CHECK(page.find("@import") == std::string::npos);
  CHECK(page.find("<script") == std::string::npos);
  CHECK(page.find("<img") == std::string::npos);
  const auto json = json::Value::parse(to_json(report));
  CHECK(json["agents"].size() == report.agents.size());
}

}  // namespace

TEST_CASE("a report agrees with an independent count") {
  const Sample log = sample(2000);
  const TemporaryFolder folder;
  folder.write("games.jsonl", log.log);
  folder.write("spec.yaml", spec_text());
  const auto made = make_report(folder.file(""));
  REQUIRE_MESSAGE(made, made.error());
  const Report& report = *made;
  CHECK(report.name == "<i>hostile & co");
  REQUIRE(report.agents.size() == kNames.size() + 1);
  CHECK(report.agents.back().name == "never played");

  std::uint64_t played = 0;
  std::uint64_t forfeits = 0;
  for (const auto& game : log.games) {
    if (game.outcome == GameResult::kNone) continue;
    ++played;
    forfeits += is_forfeit(game.termination) ? 1 : 0;
  }
  CHECK(report.games_played == played);
  CHECK(report.without_result == log.games.size() - played);
  CHECK(report.forfeits == forfeits);
  CHECK(report.per_move);
  CHECK(report.run.has_value() == false);
  CHECK(report.match.has_value() == false);

  for (std::size_t r = 0; r < report.agents.size(); ++r) {
    const AgentReport& agent = report.agents[r];
    CAPTURE(agent.name);
    std::map<std::string, Wdl> against;
    std::map<std::string, Wdl> by_game;
    std::array<Wdl, 2> by_seat;
    std::map<Termination, std::uint64_t> endings;
    std::uint64_t own_forfeits = 0;
    std::uint64_t won_forfeits = 0;
    std::uint64_t overruns = 0;
    std::vector<std::uint64_t> times;
    std::vector<std::uint64_t> nodes;
    for (const auto& game : log.games) {
      if (game.outcome == GameResult::kNone) continue;
      for (std::size_t seat = 0; seat < 2; ++seat) {
        if (game.agents[seat] != agent.name) continue;
        const GameResult win = seat == 0 ? GameResult::kFirstWins : GameResult::kSecondWins;
        for (Wdl* wdl : {&against[game.agents[1 - seat]], &by_game[game.game], &by_seat[seat]}) {
          wdl->wins += game.outcome == win ? 1 : 0;
          wdl->draws += game.outcome == GameResult::kDraw ? 1 : 0;
          wdl->losses += game.outcome != win && game.outcome != GameResult::kDraw ? 1 : 0;
        }
        const bool fault = is_forfeit(game.termination);
        if (!fault || game.outcome != win) ++endings[game.termination];
        if (fault) ++(game.outcome == win ? won_forfeits : own_forfeits);
        overruns += game.stats[seat].overruns;
        const auto& series = game.stats[seat].series;
        times.insert(times.end(), series.cpu_us.begin(), series.cpu_us.end());
        nodes.insert(nodes.end(), series.nodes.begin(), series.nodes.end());
      }
    }
    CHECK(agent.by_seat == by_seat);
    CHECK(agent.all.games() == by_seat[0].games() + by_seat[1].games());
    CHECK(agent.all.points() == by_seat[0].points() + by_seat[1].points());
    CHECK(agent.forfeits == own_forfeits);
    CHECK(agent.forfeits_won == won_forfeits);
    CHECK(agent.overruns == overruns);
    for (int i = 0; i < kTerminations; ++i) {
      const auto termination = static_cast<Termination>(i);
      const auto known = endings.find(termination);
      CHECK(agent.endings[static_cast<std::size_t>(i)] == (known == endings.end() ? 0 : known->second));
    }
    CHECK(agent.withdrawn == (agent.endings[static_cast<std::size_t>(Termination::kWithdrawn)] != 0));
    for (std::size_t g = 0; g < report.games.size(); ++g)
      CHECK(agent.by_game[g] == by_game[report.games[g].label]);
    for (std::size_t c = 0; c < report.agents.size(); ++c)
      CHECK(report.against(r, c) == against[report.agents[c].name]);
    CHECK(agent.moves == times.size());
    CHECK(agent.cpu_us.count() == times.size());
    CHECK(agent.node_counts.count() == nodes.size());
    CHECK(agent.rating.has_value() == (agent.all.games() != 0));
    if (times.empty()) continue;
    CHECK(agent.rating->games == agent.all.games());
    CHECK(agent.rating_played->games == agent.all.games() - own_forfeits - won_forfeits);
    for (auto [values, distribution] : {std::pair{&times, &agent.cpu_us}, {&nodes, &agent.node_counts}}) {
      std::sort(values->begin(), values->end());
      CHECK(distribution->max() == values->back());
      double sum = 0;
      for (const std::uint64_t x : *values) sum += static_cast<double>(x);
      CHECK(distribution->mean() == doctest::Approx(sum / static_cast<double>(values->size())));
      for (const double q : {0.05, 0.25, 0.5, 0.75, 0.95}) {
        const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(values->size())));
        const auto exact = static_cast<double>((*values)[std::max<std::size_t>(rank, 1) - 1]);
        CHECK(std::abs(distribution->quantile(q) - exact) <= 0.008 * exact);
      }
    }
  }
  const AgentReport& idle = find(report, "never played");
  CHECK(idle.settings == "c=1.4, solver=false");
  CHECK(idle.budget == "iterations 5");
  CHECK_FALSE(idle.rating);

  for (const GameReport& game : report.games) {
    std::set<std::vector<std::string>> different;
    std::uint64_t n = 0;
    std::uint64_t longest = 0;
    for (const auto& one : log.games) {
      if (one.outcome == GameResult::kNone || one.game != game.label) continue;
      ++n;
      different.insert(one.moves);
      if (!is_forfeit(one.termination)) longest = std::max(longest, one.plies);
    }
    CHECK(game.first.games() == n);
    CHECK(game.distinct == different.size());
    CHECK(game.plies.max() == longest);
  }
  // Ratings order the agents, and the probabilities follow them.
  for (std::size_t r = 0; r + 2 < report.agents.size(); ++r) {
    CHECK(report.agents[r].rating->elo >= report.agents[r + 1].rating->elo);
    CHECK(report.superiority(r, r + 1) >= 0.5);
    CHECK(report.superiority(r, r + 1) + report.superiority(r + 1, r) == doctest::Approx(1));
  }
  check_forms(report);
  // Names come back from the CSV as they are.
  CHECK(to_csv(report).find("\"a|b `c` \"\"d\"\" & 'e', f\",") != std::string::npos);
}

TEST_CASE("the fast reader of lines sees what the careful one sees") {
  const Sample log = sample(300);
  GameRecord fast;
  int by_itself = 0;
  for (const GameRecord& game : log.games) {
    const std::string line = to_json_line(game);
    log::PlayHash play;
    const bool read = scan_record(line, fast, play);
    const bool plain = line.find('\\') == std::string::npos;
    CHECK(read == plain);  // escapes are left to the careful one
    if (!read) continue;
    ++by_itself;
    GameRecord careful = game_record_from_json(line).value();
    careful.opening.clear(), careful.moves.clear();
    for (SeatStats& stats : careful.stats) stats.series.value.clear();
    CHECK(fast == careful);
    // Another move, another game.
    GameRecord other = game;
    other.moves.back() += "x";
    GameRecord ignored;
    log::PlayHash other_play;
    CHECK(scan_record(to_json_line(other), ignored, other_play));
    CHECK(other_play != play);
  }
  CHECK(by_itself > 20);
  const std::string good = to_json_line([] {
    Rng rng = Rng::seeded(1);
    GameRecord record = random_game(rng, 0);
    record.agents = {"a", "b"};
    record.note.clear();
    return record;
  }());
  log::PlayHash play;
  CHECK(scan_record(good, fast, play));
  for (std::size_t cut = 0; cut < good.size(); cut += 7)
    CHECK_FALSE(scan_record(good.substr(0, cut), fast, play));
  CHECK_FALSE(scan_record(good + "x", fast, play));
}

TEST_CASE("a folder without games, or with a damaged log, is refused in words") {
  const TemporaryFolder folder;
  CHECK(make_report(folder.file("nowhere")).error() ==
        "'" + folder.file("nowhere") + "' is not a folder; expected the output folder of `ludex run`");
  CHECK(make_report(folder.file("")).error().find("has no games.jsonl") != std::string::npos);
  folder.write("games.jsonl", "");
  CHECK(make_report(folder.file("")).error().find("holds no finished game yet") != std::string::npos);
  const Sample log = sample(3);
  folder.write("games.jsonl", log.log + "{\"id\":1}\n");
  CHECK(make_report(folder.file("")).error() ==
        folder.file("games.jsonl") + ":4: 'id' is missing or not a text");
  folder.write("games.jsonl", log.log + "garbage\n");
  CHECK(make_report(folder.file("")).error().find("games.jsonl:4: not JSON") != std::string::npos);
  // A torn last line is no damage.
  folder.write("games.jsonl", log.log + "{\"id\":\"x");
  const auto torn = make_report(folder.file(""));
  REQUIRE(torn);
  CHECK(torn->warnings.front() == "The last line of the log was cut short and is left out.");
}

TEST_CASE("one game, only wins, unconnected agents, no times: every number is finite") {
  const TemporaryFolder folder;
  const auto game = [](int i, const char* a, const char* b, Termination termination) {
    GameRecord record;
    record.id = std::to_string(i);
    record.game = "mnk";
    record.agents = {a, b};
    record.outcome = GameResult::kFirstWins;
    record.termination = termination;
    record.plies = 5;
    return to_json_line(record) + "\n";
  };
  folder.write("games.jsonl", game(1, "a", "b", Termination::kNormal));
  auto report = make_report(folder.file(""));
  REQUIRE(report);
  CHECK(report->rating_groups == 1);
  check_forms(*report);

  folder.write("games.jsonl",
               game(1, "a", "b", Termination::kCrash) + game(2, "c", "d", Termination::kNormal));
  report = make_report(folder.file(""));
  REQUIRE(report);
  CHECK(report->rating_groups == 2);
  CHECK(find(*report, "b").rating.has_value());
  CHECK_FALSE(find(*report, "b").rating_played.has_value());
  check_forms(*report);

  std::string many;
  for (int i = 0; i < 50; ++i) many += game(i, "a", "b", Termination::kCrash);
  folder.write("games.jsonl", many);
  report = make_report(folder.file(""));
  REQUIRE(report);
  CHECK(find(*report, "a").forfeits_won == 50);
  check_forms(*report);
}

TEST_CASE("a log without values of single moves: a game's mean stands for its moves") {
  const TemporaryFolder folder;
  std::string log;
  for (std::uint64_t i = 1; i <= 3; ++i) {
    GameRecord record;
    record.id = std::to_string(i);
    record.game = "hex";
    record.agents = {"a", "b"};
    record.outcome = GameResult::kFirstWins;
    record.plies = 20;
    record.stats[0].moves = 10;
    record.stats[0].nodes = 1000 * i;
    record.stats[0].cpu_seconds = 0.0001 * static_cast<double>(i);
    log += to_json_line(record) + "\n";
  }
  folder.write("games.jsonl", log);
  const auto report = make_report(folder.file(""));
  REQUIRE(report);
  CHECK_FALSE(report->per_move);
  const AgentReport& agent = find(*report, "a");
  CHECK(agent.cpu_us.count() == 30);
  CHECK(agent.cpu_us.quantile(0.5) == 20);
  CHECK(agent.cpu_us.max() == 30);
  CHECK(agent.node_counts.mean() == doctest::Approx(200));
  CHECK(find(*report, "b").cpu_us.count() == 0);
  CHECK(to_html(*report).find("no values of single moves") != std::string::npos);
  check_forms(*report);
}

TEST_CASE("the pairs of a match") {
  const TemporaryFolder folder;
  std::string log;
  int id = 0;
  const auto add = [&](std::uint32_t round, const char* first, const char* second, GameResult outcome) {
    GameRecord record;
    record.id = std::to_string(++id);
    record.game = "hex";
    record.round = round;
    record.agents = {first, second};
    record.outcome = outcome;
    record.plies = 9;
    log += to_json_line(record) + "\n";
  };
  using enum GameResult;
  add(0, "a", "b", kFirstWins), add(0, "b", "a", kSecondWins);  // 2 for a
  add(1, "a", "b", kFirstWins), add(1, "b", "a", kFirstWins);   // 1
  add(2, "b", "a", kDraw), add(2, "a", "b", kFirstWins);        // 1 1/2
  add(3, "b", "a", kSecondWins), add(3, "a", "b", kFirstWins);  // 2
  add(4, "a", "b", kFirstWins);                                 // no other half yet
  folder.write("games.jsonl", log);
  const auto report = make_report(folder.file(""));
  REQUIRE(report);
  REQUIRE(report->match);
  CHECK(report->agents[0].name == "a");
  CHECK(report->match->pairs.pairs == std::array<std::uint64_t, 5>{0, 0, 1, 1, 2});
  CHECK(report->match->unpaired == 1);
  // Mean of 1/2, 3/4, 1, 1 and 1.96 standard deviations of the mean.
  const auto statistics = report->match->statistics();
  CHECK(statistics.score == doctest::Approx(0.8125));
  CHECK(1.959964 * statistics.deviation / 2 == doctest::Approx(1.959964 * std::sqrt(0.04296875 / 4)));
  const std::string sentence = match_text(*report->match);
  CHECK(sentence.find("From 4 pairs of games") == 0);
  CAPTURE(sentence);
  CHECK(sentence.find("81.2\u00A0% \u00B1 20.3\u00A0% of the points") != std::string::npos);
  CHECK(sentence.find("(1 game without") != std::string::npos);
  for (const std::string& form : {to_html(*report), to_markdown(*report)})
    CHECK(form.find(sentence) != std::string::npos);
  CHECK(json::Value::parse(to_json(*report))["match"]["elo"]["value"].get<double>() ==
        doctest::Approx(statistics.elo.value));
  check_forms(*report);
}

TEST_CASE("ratings by game: those of `ludex rate --by-game`, and a warning where they differ") {
  const TemporaryFolder folder;
  std::string log;
  int id = 0;
  const auto add = [&](const char* label, const char* first, const char* second, int wins) {
    for (int i = 0; i < 30; ++i) {
      GameRecord record;
      record.id = std::to_string(++id);
      record.game = label;
      record.round = static_cast<std::uint32_t>(i);
      record.agents = {first, second};
      record.outcome = i < wins ? GameResult::kFirstWins : GameResult::kSecondWins;
      record.moves = {std::to_string(id)};
      record.plies = 9;
      log += to_json_line(record) + "\n";
    }
  };
  add("hex", "a", "b", 27), add("hex", "b", "c", 20), add("hex", "a", "c", 28);
  add("othello", "a", "b", 4), add("othello", "c", "b", 12), add("othello", "c", "a", 27);
  folder.write("games.jsonl", log);
  const auto report = make_report(folder.file(""));
  REQUIRE(report);
  statistics::RateOptions options;
  options.logs = {folder.file("")};
  options.json = options.by_game = true;
  const auto rated = json::Value::parse(statistics::rate(options).out);
  const auto json = json::Value::parse(to_json(*report));
  for (const auto& agent : json["agents"]) {
    REQUIRE(agent["by_game"].size() == 2);
    for (std::size_t g = 0; g < 2; ++g) {
      CHECK(agent["by_game"][g]["game"] == rated["by_game"][g]["game"]);
      for (const auto& player : rated["by_game"][g]["players"]) {
        if (player["name"] != agent["name"]) continue;
        CHECK(agent["by_game"][g]["rating"]["elo"] == player["display_elo"]);
        CHECK(agent["by_game"][g]["rating"]["error"] == player["display_plus"]);
      }
    }
    for (const auto& player : rated["heterogeneity"]) {
      if (player["name"] == agent["name"]) CHECK(agent["heterogeneity"]["p"] == player["p"]);
    }
  }
  REQUIRE(report->warnings.size() == 1);
  CHECK(report->warnings[0].find(
            "Ratings differ between the games by more than their errors (chi-square test, p "
            "< 0.01): 'a'") == 0);
  const std::string page = to_html(*report);
  // The joint ratings are the last, in every form.
  const auto in_order = [](const std::string& text, const std::string& first, const std::string& second) {
    CAPTURE(first);
    const auto at = text.find(first);
    CHECK(at != std::string::npos);
    CHECK(text.find(second, at + 1) != std::string::npos);
  };
  in_order(page, "<h2 id=\"ratings-by-game\">Ratings by game</h2>", "<h2>All games together</h2>");
  const std::string markdown = to_markdown(*report);
  in_order(markdown, "| Agent | hex | othello | All games | Chi-square | p |", "## All games together");
  in_order(to_latex(*report), "ratings by game", ": standings. ");
  // What was fitted is said of each.
  for (const std::string& form : {page, markdown})
    CHECK(form.find("draw Elo 0 (no draws)") != std::string::npos);
  CHECK(json["rating_parameters"] == report->rating_parameters);
  CHECK(json["games"][0]["rating_parameters"] == report->games[0].rating_parameters);
  check_forms(*report);
}

// What can be said of the page without a browser.
TEST_CASE("cycles are shown where they are beyond noise") {
  const auto report_of = [](std::uint32_t pairs) {
    const TemporaryFolder folder;
    std::string log;
    const std::vector<std::string> names{"rock", "paper", "scissors"};
    for (std::uint32_t i = 0; i < 3 * pairs; ++i) {
      GameRecord record;
      record.id = "game-" + std::to_string(i);
      record.game = "rps";
      record.round = i / 3;
      // Each beats the one before it.
      record.agents = {names[(i + 1) % 3], names[i % 3]};
      record.outcome = GameResult::kFirstWins;
      record.moves = {"a"};
      record.plies = 1;
      log += to_json_line(record) + "\n";
    }
    folder.write("games.jsonl", log);
    const auto report = make_report(folder.file(""));
    REQUIRE_MESSAGE(report.ok(), report.error());
    return *report;
  };
  const Report sure = report_of(20);
  REQUIRE(sure.cyclic.size() == 1);
  CHECK(to_html(sure).find("rock beats scissors (100.0 % of 20)") != std::string::npos);
  CHECK(to_markdown(sure).find("## Cycles\n") != std::string::npos);
  CHECK(to_latex(sure).find("Nash gain") != std::string::npos);
  const json::Value data = json::Value::parse(to_json(sure));
  CHECK(data["populations"][0]["cycles"][0]["agents"].size() == 3);
  const Report unsure = report_of(5);
  CHECK(unsure.cyclic.empty());
  CHECK(to_html(unsure).find("Cycles") == std::string::npos);
}

TEST_CASE("the page on any width, in the dark and on paper") {
  const TemporaryFolder folder;
  std::string log;
  int id = 0;
  for (int a = 0; a < 20; ++a) {
    for (int b = 0; b < 20; ++b) {
      if (a == b) continue;
      GameRecord record;
      record.id = std::to_string(++id);
      record.game = b % 2 == 0 ? "hex:size=7" : "a-game-with-a-name:width=100,height=100,rules=long";
      const auto name = [](int i) { return "agent with a rather long name, number " + std::to_string(i); };
      record.agents = {name(a), name(b)};
      record.outcome = a < b ? GameResult::kFirstWins : GameResult::kSecondWins;
      record.moves = {std::to_string(id)};
      record.plies = 9;
      record.termination = id % 40 == 0 ? Termination::kCrash : Termination::kNormal;
      record.stats[0] = {
          .moves = 5, .iterations = 7, .nodes = 12345, .cpu_seconds = 0.01 * id, .wall_seconds = 1};
      log += to_json_line(record) + "\n";
    }
  }
  folder.write("games.jsonl", log);
  const auto report = make_report(folder.file(""));
  REQUIRE(report);
  const std::string page = to_html(*report);
  const std::string style = page.substr(0, page.find("</style>"));
  const auto each = [](const std::string& text, const std::string& start, const auto& visit) {
    int found = 0;
    for (std::size_t at = 0; (at = text.find(start, at)) != std::string::npos; ++found) {
      at += start.size();
      visit(text.substr(at, text.find('"', at) - at), at);
    }
    return found;
  };
  // Every table scrolls in a box of its own, under names that stay, and is small enough for paper (180 mm):
  // its type is set by its width, which is at least that of its widest row.
  CHECK(style.find(".wide { overflow-x: auto; }") != std::string::npos);
  CHECK(style.find("position: sticky; left: 0; background: var(--page)") != std::string::npos);
  CHECK(style.find("table { font-size: min(.9rem, calc(180mm / var(--em))); }") != std::string::npos);
  const int tables = each(page, "<table", [&](const std::string&, std::size_t at) {
    const std::size_t box = page.rfind("<div class=\"wide", at);
    CHECK(page.find('>', box) + 1 == at - 6);
    const std::size_t em_at = page.find("--em:", at);
    REQUIRE(em_at < page.find('>', at));
    const double em = std::stod(page.substr(em_at + 5));
    const std::string table = page.substr(at, page.find("</table>", at) - at);
    if (table.find("class=\"long\"") == 0) return;  // wraps
    for (std::size_t row = 0; (row = table.find("<tr>", row)) != std::string::npos; ++row) {
      double numbers = 0;
      const std::string cells = table.substr(row, table.find("</tr>", row) - row);
      for (std::size_t cell = 0; (cell = cells.find("<td class=\"", cell)) != std::string::npos; ++cell) {
        const std::size_t from = cells.find('>', cell) + 1;
        numbers += 0.56 * static_cast<double>(cells.find('<', from) - from);
      }
      CHECK(em >= numbers);
    }
  });
  CHECK(tables >= 8);
  CHECK(page.find("class=\"wide bleed\"><table class=\"matrix\"") != std::string::npos);
  // Dark where the reader wants it, on screens only; no colour of text or lines is fixed.
  CHECK(style.find("color-scheme: light dark") != std::string::npos);
  CHECK(style.find("@media screen and (prefers-color-scheme: dark)") != std::string::npos);
  const std::string rules = style.substr(style.find("\nbody {"));
  CHECK(rules.find(": #") == std::string::npos);
  const std::string body = page.substr(style.size());
  // Each colour of a plot follows the page.
  int colours = 0;
  for (const std::string attribute : {"fill", "stroke"}) {
    colours += each(body, " " + attribute + "=\"", [&](const std::string& colour, std::size_t) {
      if (colour == "none") return;
      const std::string rule = "svg [" + attribute + "=\"" + colour + "\"] { " + attribute + ": var(--";
      CHECK_MESSAGE(style.find(rule) != std::string::npos, rule);
    });
  }
  CHECK(colours > 100);
  // Cells are tinted, so that text is legible on any page.
  const int tints = each(body, "style=\"background:", [](const std::string& colour, std::size_t) {
    CHECK(colour.find("rgba(") == 0);
  });
  CHECK(tints > 400);
  // On a phone.
  CHECK(page.find("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>") !=
        std::string::npos);
  CHECK(style.find("@media (max-width: 46rem)") != std::string::npos);
  check_forms(*report);
}

TEST_CASE("text") {
  CHECK(html("<a href=\"x\">&'") == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
  CHECK(html("\xFF\xC3(\x1B[31m\xE2\x80\xAE") == "\uFFFD\uFFFD(\uFFFD[31m\uFFFD");
  CHECK(html("\xC3\xBC\xE6\xBC\xA2\xF0\x9F\x8E\xB2") == "\u00FC\u6F22\U0001F3B2");
  CHECK(html("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");  // a surrogate is no character
  CHECK(markdown("a|b*c\n<d>") == "a\\|b\\*c &lt;d&gt;");
  CHECK(fixed(-0.04, 1) == "0.0");
  CHECK(fixed(std::nan(""), 1) == "\u2013");
  CHECK(signed_fixed(-1.26, 1) == "\u22121.3");
  CHECK(percent(std::nullopt) == "\u2013");
  CHECK(compact(950) == "950");
  CHECK(compact(999.7) == "1.00 k");
  CHECK(compact(12345) == "12.3 k");
  CHECK(compact(4.56e6) == "4.56 M");
  CHECK(duration(12.3) == "12.3 \u00B5s");
  CHECK(duration(4560) == "4.56 ms");
  CHECK(duration(7.89e6) == "7.89 s");
  CHECK(duration(150e6) == "2.5 min");
  CHECK(chance(0.99999) == "> 99.9");
  CHECK(chance(0.5) == "50.0");
}

}  // namespace ludex::arena::report
