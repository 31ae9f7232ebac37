// What a run without a terminal says of itself, by a clock of the test's own.
#include "arena/run/match/progress.hpp"

#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "arena/run/match/standings.hpp"

namespace ludex::arena {

using namespace run;
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

struct Script {
  std::string text;
  std::int64_t now = 17 * kSecond;
  [[nodiscard]] Progress::Surroundings surroundings() {
    return {[this](std::string_view more) { text += more; }, [this] { return now; }};
  }
  [[nodiscard]] std::string take() { return std::exchange(text, {}); }
};

GameRecord won(const char* first, const char* second) {
  GameRecord record;
  record.agents = {first, second};
  record.outcome = GameResult::kFirstWins;
  return record;
}

Standings of_two() {
  AgentSpec a;
  AgentSpec b;
  a.name = "uct";
  b.name = "ab";
  return Standings({a, b});
}

}  // namespace

TEST_CASE("standings: the percentages of two add up, and a column that would show 0.00 is left out") {
  Standings standings = of_two();
  for (int game = 0; game < 2000; ++game) standings.add(game < 1749 ? won("uct", "ab") : won("ab", "uct"));
  CHECK(standings.table().find(" 87.5%") != std::string::npos);
  CHECK(standings.table().find(" 12.5%") != std::string::npos);
  GameRecord little = won("uct", "ab");
  little.stats[0].hidden_cpu_seconds = 0.004;
  standings.add(little);
  CHECK(standings.table().find("hidden CPU") == std::string::npos);
  little.stats[0].hidden_cpu_seconds = 0.02;
  standings.add(little);
  CHECK(standings.table().find("hidden CPU") != std::string::npos);
}

TEST_CASE("without a terminal: a line a minute and one at the end") {
  Script script;
  Standings standings = of_two();
  Progress progress(0, Progress::Style::kLines, script.surroundings());
  // However often it is told, and also when no game has ended.
  for (int second = 0; second < 59; ++second) {
    script.now += kSecond;
    progress.update(0, 40, standings);
  }
  CHECK(script.take().empty());
  script.now += kSecond;
  progress.update(0, 40, standings);
  CHECK(script.take() == "0/40 games after 1:00\n");
  script.now += 59 * kSecond;
  standings.add(won("ab", "uct"));
  standings.add(won("ab", "uct"));
  progress.update(2, 40, standings);
  CHECK(script.take().empty());
  script.now += kSecond;
  progress.update(4, 40, standings);
  CHECK(script.take() == "4/40 games, 2.0/min, 18:00 left, ab leads with 2/2 (100.0 %)\n");
  script.now += 30 * kSecond;
  progress.finish(10, 40, standings);
  CHECK(script.take() == "10/40 games in 2:30, 4.0/min, ab leads with 2/2 (100.0 %)\n");
}

TEST_CASE("nobody leads where the best are level") {
  Script script;
  AgentSpec specs[3];
  const char* const names[] = {"uct", "ab", "random"};
  for (int i = 0; i < 3; ++i) specs[i].name = names[i];
  Standings standings({specs[0], specs[1], specs[2]});
  const auto end_of_line = [&] {
    Progress progress(0, Progress::Style::kLines, script.surroundings());
    script.now += kSecond;
    progress.finish(2, 4, standings);
    const std::string line = script.take();
    return line.substr(line.rfind(", "));
  };
  standings.add(won("ab", "uct"));
  standings.add(won("uct", "ab"));
  CHECK(end_of_line() == ", a tie\n");  // random has not played yet
  standings.add(won("ab", "random"));
  standings.add(won("uct", "random"));
  CHECK(end_of_line() == ", 2 agents lead with 66.7 % each\n");
  standings.add(won("uct", "random"));
  CHECK(end_of_line() == ", uct leads with 3/4 (75.0 %)\n");
}

TEST_CASE("games of an earlier run are no part of the rate") {
  Script script;
  const Standings standings = of_two();
  Progress progress(100, Progress::Style::kLines, script.surroundings());
  script.now += 60 * kSecond;
  progress.update(100, 1000, standings);
  CHECK(script.take() == "100/1000 games after 1:00\n");
  script.now += 60 * kSecond;
  progress.update(220, 1000, standings);
  CHECK(script.take() == "220/1000 games, 1.0/s, 13:00 left\n");
  script.now += 3480 * kSecond;
  progress.finish(221, 221, standings);
  CHECK(script.take() == "221/221 games in 1:00:00, 2.0/min\n");
}

TEST_CASE("one game is one game; --quiet is quiet") {
  Script script;
  const Standings standings = of_two();
  {
    Progress progress(0, Progress::Style::kLines, script.surroundings());
    script.now += 7200 * kSecond;
    progress.finish(1, 1, standings);
    CHECK(script.take() == "1/1 game in 2:00:00, 0.5/h\n");
  }
  {
    Progress progress(0, Progress::Style::kSilent, script.surroundings());
    script.now += 7200 * kSecond;
    progress.update(1, 2, standings);
    progress.finish(2, 2, standings);
  }
  CHECK(script.take().empty());
}

TEST_CASE("on a terminal the line is redrawn and in the end cleared") {
  Script script;
  Standings standings = of_two();
  standings.add(won("ab", "uct"));
  {
    Progress progress(0, Progress::Style::kLive, script.surroundings());
    script.now += kSecond / 10;
    progress.update(1, 40, standings);
    CHECK(script.take().empty());
    script.now += kSecond / 10;
    progress.update(1, 40, standings);
    const std::string line = script.take();
    CHECK(line.starts_with("\r\033[K1/40 games, 5.0/s, 0:07 left: ab 1/1"));
    CHECK(line.find('\n') == std::string::npos);
  }
  CHECK(script.take() == "\r\033[K");
}

}  // namespace ludex::arena
