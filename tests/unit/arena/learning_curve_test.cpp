// The lines of progress of studies that learn, and the page of a training.
#include "arena/faces/cli/learning_curve.hpp"

#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "arena/faces/report/training.hpp"
#include "tests/support/markup.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::arena {
namespace {

using cli::learning_point;
using tests::TemporaryFolder;

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("lines of progress become points") {
  const auto point =
      learning_point("1500 games, 1.2e+03 games/s, 31.5 plies a game, error 0.0123, policy loss 2.5");
  REQUIRE(point.has_value());
  CHECK(point->games == 1500);
  CHECK(point->games_per_second == 1200);
  CHECK(point->plies == 31.5);
  REQUIRE(point->values.size() == 2);
  CHECK(point->values[0] == std::pair(std::string("error"), 0.0123));
  CHECK(point->values[1] == std::pair(std::string("policy loss"), 2.5));
  for (const char* line : {"goes on after 500 games", "", "games", "-5 games, 2 games/s", "nan games", ", ,"})
    CHECK_FALSE(learning_point(line).has_value());
}

TEST_CASE("a curve goes on after an interruption, without the games that are repeated") {
  const TemporaryFolder folder;
  write(folder.path() / "curve.jsonl",
        R"({"seconds":1,"games":500,"games_per_second":500,"plies":9,"error":0.3}
{"seconds":2,"games":1000,"games_per_second":500,"plies":9,"error":0.2}
{"seconds":3,"games":15)");
  cli::LearningCurve curve(folder.path().string(), 0, true);
  curve.go_on();
  CHECK(curve.seconds() == 2);
  curve.begin();
  curve.write("goes on after 500 games\n1000 games, 400 gam");
  curve.write("es/s, 8.0 plies a game, error 0.1\n");
  curve.end();
  curve.begin();
  curve.write("1500 games, 200 games/s, 8.0 plies a game, error 0.3\n");
  curve.end();
  const auto points = report::read_curve(folder.path().string());
  REQUIRE(points.size() == 3);
  CHECK(points[0].games == 500);
  // The games up to 1000 were learned again.
  CHECK(points[1].games == 1000);
  CHECK(points[1].games_per_second == 400);
  CHECK(points[1].seconds >= 2);
  CHECK(points[2].games == 1500);
  for (std::size_t k = 1; k < points.size(); ++k) {
    CHECK(points[k].games > points[k - 1].games);
    CHECK(points[k].seconds >= points[k - 1].seconds);
  }
  CHECK(curve.seconds() >= points.back().seconds);
}

TEST_CASE("the page of a training") {
  const TemporaryFolder folder;
  const std::string path = folder.path().string();
  CHECK_FALSE(report::is_training(path));
  CHECK_FALSE(report::read_training(path).ok());
  write(folder.path() / "rounds.json", R"({"game":"mnk:m=3 <b>","method":"tuples","hours":1,"planned":3,
"settings":{"rounds":3,"tuples":"4"},"rounds":[{"round":1,"seconds":1200,"matches":[
{"opponent":"random","wins":20,"draws":0,"losses":0,"elo":110.5,"low":110.5,"high":null},
{"opponent":"uct","wins":5,"draws":5,"losses":10,"elo":-89,"low":-210,"high":20}]},
{"round":2,"seconds":2400,"matches":[{"opponent":"before","wins":12,"draws":0,"losses":8,"elo":70,"low":-70,"high":220}]}]})");
  std::string lines;
  for (int k = 1; k <= 1000; ++k)
    lines += "{\"seconds\":" + std::to_string(2.4 * k) + ",\"games\":" + std::to_string(500 * k) +
             ",\"games_per_second\":300,\"plies\":9,\"error\":" + std::to_string(1.0 / k) + "}\n";
  write(folder.path() / "curve.jsonl", lines);
  REQUIRE(report::is_training(path));
  const auto training = report::read_training(path);
  REQUIRE_MESSAGE(training.ok(), training.error());
  // One match against the model before, whose interval leaves everything open.
  CHECK(training->verdict() == report::TrainingVerdict::kTooShort);
  CHECK(training->verdict_text() == "too short to tell: +70.0 [-70.0, +220.0] Elo over the first round");
  REQUIRE(training->rounds.size() == 2);
  CHECK_FALSE(training->rounds[0].matches[0].high.has_value());
  const std::string page = report::to_html(*training);
  CHECK(tests::markup_error(page) == "");
  CHECK(page.find("<b>") == std::string::npos);
  CHECK(page.find("2 of 3 rounds") != std::string::npos);
  CHECK(page.find("at least +110") != std::string::npos);
  CHECK(page.find("500000 games") != std::string::npos);
  // A thousand points are thinned out: a page stays small.
  CHECK(page.size() < 200'000);
  CHECK(report::training_value_plot(*training, "loss").empty());
  CHECK_FALSE(report::training_value_plot(*training, "error").empty());

  write(folder.path() / "rounds.json", R"({"rounds":[{"round":1}]})");
  const auto damaged = report::read_training(path);
  REQUIRE_FALSE(damaged.ok());
  CHECK(damaged.error().find("rounds.json") != std::string::npos);
}

TEST_CASE("a training's gain is the sum of its rounds, and its verdict says what that proves") {
  using report::TrainingVerdict;
  const auto training = [](const std::vector<report::TrainingMatch>& before) {
    report::Training made;
    made.rounds.push_back({1, 10, {{"random", 40, 0, 0, 200, 200, std::nullopt}}});
    for (const report::TrainingMatch& match : before)
      made.rounds.push_back({static_cast<std::uint32_t>(made.rounds.size() + 1), 20, {match}});
    return made;
  };
  const auto match = [](double elo, std::optional<double> low, std::optional<double> high) {
    return report::TrainingMatch{"before", 0, 0, 0, elo, low, high};
  };
  // To beat random says nothing of what was learned.
  CHECK_FALSE(training({}).gain().has_value());
  CHECK(training({}).verdict() == TrainingVerdict::kTooShort);
  // Two gains, neither beyond its interval: 60 +- sqrt(40^2 + 30^2).
  const auto two = training({match(35, -5, 75), match(25, -5, 55)});
  REQUIRE(two.gain());
  CHECK(two.gain()->elo == 60);
  CHECK(*two.gain()->low == doctest::Approx(10));
  CHECK(*two.gain()->high == doctest::Approx(110));
  CHECK(two.verdict() == TrainingVerdict::kGain);
  CHECK(training({match(35, -5, 75), match(-20, -50, 10)}).verdict() == TrainingVerdict::kTooShort);
  CHECK(training({match(5, -35, 45)}).verdict() == TrainingVerdict::kNoGain);
  CHECK(training({match(-100, -150, -50)}).verdict() == TrainingVerdict::kNoGain);
  // All won: the gain has no upper end. All lost: no lower one.
  const auto won = training({match(5, -35, 45), match(110, 110, std::nullopt)});
  CHECK_FALSE(won.gain()->high.has_value());
  CHECK(won.verdict() == TrainingVerdict::kGain);
  CHECK(training({match(5, -35, 45), match(-110, std::nullopt, -110)}).verdict() == TrainingVerdict::kNoGain);
  CHECK(won.verdict_text() == "gain: +115.0 [+75.0, ?] Elo over the first round");
}

}  // namespace ludex::arena
