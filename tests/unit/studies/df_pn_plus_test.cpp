// The studies of df-pn+: fits that find what the data were made of, runs that go on where they stopped,
// and variants of h that change the work and never the answer.
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "plugins/studies/df-pn-plus/sigmoid_fit.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {

using agents::df_pn_plus::fit_exponential;
using agents::df_pn_plus::fit_stage;
using agents::df_pn_plus::Problem;

namespace {

std::string run(const Game& game, const char* id, const std::vector<const State*>& positions,
                const std::vector<ParamText>& values) {
  StringSink out, error;
  const Status status =
      study(id).run(&game, positions.data(), static_cast<std::uint32_t>(positions.size()), values.data(),
                    static_cast<std::uint32_t>(values.size()), "", nullptr, out, error);
  REQUIRE_MESSAGE(status == Status::kOk, error.text());
  return out.take();
}
std::string content(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("the fit of the sigmoid finds the B and C that the data were made with") {
  for (const double b : {3.0, 40.0, 900.0}) {
    for (const double c : {2.5, 11.0}) {
      std::vector<Problem> problems;
      for (int x = -60; x <= 60; x += 3) {
        const double y = b / (1 + std::exp(-x / c)) + 1;
        problems.push_back({static_cast<double>(x), false, y});
        problems.push_back({static_cast<double>(-x), true, y});
      }
      const auto f = fit_stage(12, problems);
      for (const auto& s : {f.phi, f.delta, f.both}) {
        CHECK(s.b == doctest::Approx(b).epsilon(0.01));
        CHECK(s.c == doctest::Approx(c).epsilon(0.01));
      }
    }
  }
  std::vector<std::pair<double, double>> points;
  for (int e = 8; e <= 16; ++e) points.emplace_back(e, std::exp(-1.0 + 0.493 * e));
  const auto curve = fit_exponential(points);
  CHECK(curve.log0 == doctest::Approx(-1.0).epsilon(0.01));
  CHECK(curve.rate == doctest::Approx(0.493).epsilon(0.01));
}

TEST_CASE("a fit goes on where it stopped and ends as without the stop") {
  const OwnedGame game = make_game("othello", {{"end", "no-moves"}});
  const TemporaryFolder folder;
  const std::string whole = (folder.path() / "whole").string();
  const std::string parts = (folder.path() / "parts").string();
  const auto fit = [&](const std::string& file, const char* games) {
    return run(*game, "df-pn-plus-fit", {},
               {{"games", games}, {"from", "6"}, {"to", "8"}, {"file", file.c_str()}});
  };
  const std::string expected = fit(whole, "6");
  CHECK(expected.find("h_table=6:") != std::string::npos);
  fit(parts, "2");
  // Cut off in the middle of a game.
  std::ofstream(parts, std::ios::app) << "8 120 1 3\n7 -40 0";
  CHECK(fit(parts, "6") == expected);
  CHECK(content(parts) == content(whole));
}

TEST_CASE("variants of h give the same answers as exact search") {
  const OwnedGame game = make_game("othello", {{"end", "no-moves"}});
  const auto* exact = find<ExactScore>(*game);
  const std::vector<Settings> variants{
      {{"h_mobility", "0.5"}, {"cost", "-1"}},
      {{"h_mobility", "1"}, {"unit", "1"}, {"order", "true"}},
      {{"h_table", "6:5:3:9:4/8:12.5:4:20:6"}},
      {{"h_table", "7:5:3:9:4"}, {"h_mobility", "2"}, {"epsilon", "0"}, {"memory_mib", "0.002"}},
  };
  Rng rng = Rng::seeded(3);
  std::uint32_t solved = 0;
  for (const Settings& settings : variants) {
    const OwnedAgent agent = make_agent("df-pn-plus", settings);
    begin(*agent, *game, 1);
    for (std::uint32_t i = 0; i < samples(20); ++i) {
      const Position position = random_position(*game, 51 + i % 3, rng);
      // Passes leave more squares empty.
      if (position.over() || !exact->near_end(position.state())) continue;
      std::uint64_t nodes = 0;
      const std::int32_t score = exact->solve(position.state(), -64, 64, &nodes);
      CHECK(solve(*agent, position, Goal::kWin).answer == (score > 0 ? 1 : 0));
      CHECK(solve(*agent, position, Goal::kDraw).answer == (score >= 0 ? 1 : 0));
      CHECK(solve(*agent, position, Goal::kValue).report.value == score);
      ++solved;
    }
  }
  CHECK(solved > samples(40));
}

TEST_CASE("ratios: the yardstick's are 1, results are kept, the curves are drawn") {
  const OwnedGame game = make_game("othello", {{"end", "no-moves"}});
  Rng rng = Rng::seeded(4);
  std::vector<Position> positions;
  while (positions.size() < 6) {
    Position position = random_position(*game, 49, rng);
    if (!position.over()) positions.push_back(std::move(position));
  }
  std::vector<const State*> states;
  for (const Position& p : positions) states.push_back(p.state());
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "ratios").string();
  const std::string table = run(*game, "df-pn-plus-ratios", states, {{"file", file.c_str()}});
  CHECK(table.find("| df-pn | ") != std::string::npos);
  CHECK(table.find("1.000 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 |") != std::string::npos);
  CHECK(table.find("| df-pn+ | ") != std::string::npos);
  const std::string before = content(file);
  CHECK(run(*game, "df-pn-plus-ratios", states, {{"file", file.c_str()}}) == table);
  CHECK(content(file) == before);
  const std::string svg =
      run(*game, "df-pn-plus-ratios", states, {{"file", file.c_str()}, {"format", "svg"}});
  CHECK(svg.find("<polyline") != std::string::npos);
  CHECK(svg.find("</svg>") != std::string::npos);
}

TEST_CASE("a study refuses what it cannot work with before it does anything") {
  const OwnedGame chess = make_game("chess");
  const OwnedGame othello = make_game("othello");
  const Position start(*othello);
  const State* const state = start.state();
  struct Wrong {
    const char* id;
    const Game* game;
    std::uint32_t positions;
    ParamText value;
    Status status;
    const char* reason;
  };
  for (const Wrong& wrong :
       {Wrong{"df-pn-plus-fit", nullptr, 0, {"games", "1"}, Status::kInvalidArgument, "needs a game"},
        Wrong{
            "df-pn-plus-fit", chess.get(), 0, {"games", "1"}, Status::kUnsupported, "needs an acyclic game"},
        Wrong{"df-pn-plus-fit", othello.get(), 0, {"from", "20"}, Status::kUnsupported, "needs from <= to"},
        Wrong{"df-pn-plus-fit",
              othello.get(),
              0,
              {"gems", "1"},
              Status::kInvalidArgument,
              "unknown parameter 'gems'"},
        Wrong{"df-pn-plus-ratios",
              othello.get(),
              0,
              {"format", "svg"},
              Status::kInvalidArgument,
              "needs positions"},
        Wrong{"df-pn-plus-ratios",
              othello.get(),
              1,
              {"agents", "a|nope=1"},
              Status::kUnsupported,
              "'a|nope=1': unknown parameter 'nope'"},
        Wrong{"df-pn-plus-ratios",
              othello.get(),
              1,
              {"agents", "all"},
              Status::kUnsupported,
              "'all' is not NAME|SETTINGS"},
        Wrong{"othello-train", nullptr, 0, {"games", "1"}, Status::kInvalidArgument, "needs a folder"}}) {
    CAPTURE(wrong.reason);
    StringSink out, error;
    CHECK(study(wrong.id).run(wrong.game, &state, wrong.positions, &wrong.value, 1, "", nullptr, out,
                              error) == wrong.status);
    CHECK(error.text().find(wrong.reason) != std::string::npos);
    CHECK(out.text().empty());
  }
}

}  // namespace ludex::tests
