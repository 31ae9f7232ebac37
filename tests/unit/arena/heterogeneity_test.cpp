// Whether ratings of several games differ by more than their errors.
#include "arena/results/rating/heterogeneity.hpp"

#include <cmath>
#include <deque>
#include <string>
#include <utility>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/util/rng.hpp"

namespace ludex::arena::rating {
namespace {

// Games with their fits, which stay where they are.
class Games {
 public:
  ResultTable& add(const std::string& label) {
    labels_.push_back(label);
    return tables_.emplace_back();
  }
  std::vector<GameFit> fit(const FitOptions& options = {}) {
    fits_.clear();
    std::vector<GameFit> list;
    for (std::size_t g = 0; g < tables_.size(); ++g) {
      fits_.push_back(fit_ratings(tables_[g], options).value());
      list.push_back({labels_[g], &tables_[g], &fits_[g]});
    }
    return list;
  }

 private:
  std::vector<std::string> labels_;
  std::deque<ResultTable> tables_;
  std::deque<Fit> fits_;
};

// All against all, both seats; the ratings decide with what probability.
void play(ResultTable& table, const std::vector<double>& elo, int games, Rng& rng) {
  for (std::uint32_t i = 0; i < elo.size(); ++i) {
    for (std::uint32_t j = 0; j < elo.size(); ++j) {
      if (i == j) continue;
      const double win = 1 / (1 + std::pow(10, (elo[j] - elo[i]) / 400));
      for (int k = 0; k < games; ++k) {
        table.add("p" + std::to_string(i), "p" + std::to_string(j),
                  rng.uniform() < win ? GameResult::kFirstWins : GameResult::kSecondWins);
      }
    }
  }
}

const FitOptions kElo{Model::kElo, 2, {}, {}};

}  // namespace

TEST_CASE("the tail of the chi-square distribution: quantiles of printed tables") {
  struct Row {
    std::uint32_t degrees;
    double at_05, at_01, at_001;
  };
  // Abramowitz and Stegun, table 26.8.
  for (const auto& [degrees, at_05, at_01, at_001] :
       {Row{1, 3.84146, 6.63490, 10.828}, Row{2, 5.99146, 9.21034, 13.816}, Row{3, 7.81473, 11.3449, 16.266},
        Row{10, 18.3070, 23.2093, 29.588}, Row{29, 42.5569, 49.5879, 58.302},
        Row{100, 124.342, 135.807, 149.449}}) {
    const auto& shown = degrees;  // a lambda cannot name a structured binding
    CAPTURE(shown);
    CHECK(chi_square_tail(at_05, degrees) == doctest::Approx(0.05).epsilon(1e-4));
    CHECK(chi_square_tail(at_01, degrees) == doctest::Approx(0.01).epsilon(1e-4));
    CHECK(chi_square_tail(at_001, degrees) == doctest::Approx(0.001).epsilon(1e-3));
  }
  CHECK(chi_square_tail(0, 3) == 1);
  CHECK(chi_square_tail(1e9, 255) == 0);
}

TEST_CASE("two players in two games: the statistic by hand") {
  // Without a prior Elo is -400 log10(1/s - 1), and its variance (400/ln 10)^2 / (n s (1 - s)).
  Games games;
  const std::array<std::array<std::uint64_t, 2>, 2> results{{{70, 30}, {50, 150}}};
  double q = 0;
  double variance = 0;
  for (std::size_t g = 0; g < 2; ++g) {
    const auto& [wins, losses] = results[g];
    ResultTable& table = games.add(g == 0 ? "x" : "y");
    // The other one is the first in the second game.
    if (g == 1) table.intern("b");
    const std::uint32_t a = table.intern("a");
    const std::uint32_t b = table.intern("b");
    table.add(a, b, GameResult::kFirstWins, wins);
    table.add(a, b, GameResult::kSecondWins, losses);
    const auto n = static_cast<double>(wins + losses);
    const double s = static_cast<double>(wins) / n;
    q += (g == 0 ? 1 : -1) * -400 * std::log10(1 / s - 1);
    variance += kEloPerNat * kEloPerNat / (n * s * (1 - s));
  }
  const auto fits = games.fit({Model::kElo, 0, {}, {}});
  const auto players = compare_games(fits);
  REQUIRE(players.size() == 2);
  for (const auto& player : players) {
    CHECK(player.chi_square == doctest::Approx(q * q / variance));
    CHECK(player.degrees == 1);
    CHECK(player.p == doctest::Approx(2 * std::erfc(std::abs(q) / std::sqrt(2 * variance))));
  }
  CHECK(players[0].name == "a");
  const auto warnings = warnings_of(players, fits);
  REQUIRE(warnings.size() == 2);
  CHECK(warnings[0].find(fmt::format("the ratings of a differ between the games by more than their errors: "
                                     "+74 +- 37 in x, -95 +- 28 in y "
                                     "(chi-square {:.1f}, 1 degree of freedom, p < 0.0001)",
                                     q * q / variance)) == 0);
}

TEST_CASE("players of the same strength in all games are told as different as seldom as promised") {
  Rng rng = Rng::seeded(3);
  constexpr int kTrials = 300;
  int single = 0;   // below 0.05 each by itself
  int any = 0;      // a tournament with a warning
  int changed = 0;  // the same where one player is 200 Elo stronger in one game
  for (int trial = 0; trial < kTrials; ++trial) {
    for (const bool same : {true, false}) {
      Games games;
      for (int g = 0; g < 3; ++g) {
        std::vector<double> elo{0, 50, 100, -80, -150, 20};
        if (g == 1 && !same) elo[2] += 200;
        play(games.add("g" + std::to_string(g)), elo, 15, rng);
      }
      const auto fits = games.fit(kElo);
      const auto players = compare_games(fits);
      REQUIRE(players.size() == 6);
      const bool warned = !warnings_of(players, fits).empty();
      (same ? any : changed) += warned ? 1 : 0;
      for (const auto& player : players) {
        if (same && chi_square_tail(player.chi_square, player.degrees) < 0.05) ++single;
      }
    }
  }
  MESSAGE(single << " of " << 6 * kTrials << " players of equal strength below p 0.05, " << any << " of "
                 << kTrials << " tournaments with a warning; " << changed
                 << " with a player 200 Elo stronger in one game");
  // Binomial: 1800 at 5 % (correlated within a tournament), 300 at most at 1 %.
  CHECK(single > 45);
  CHECK(single < 145);
  CHECK(any <= 9);
  CHECK(changed > kTrials * 7 / 10);
}

TEST_CASE("only what can be compared is compared") {
  Rng rng = Rng::seeded(5);
  {
    Games one;
    play(one.add("x"), {0, 100, 200}, 9, rng);
    CHECK(compare_games(one.fit()).empty());
  }
  {
    // b and c play both games; whoever else plays one of them does not matter.
    Games games;
    ResultTable& x = games.add("x");
    ResultTable& y = games.add("y");
    for (const auto& [table, other] : {std::pair{&x, "only x"}, std::pair{&y, "only y"}}) {
      table->add("b", other, GameResult::kFirstWins, 10);
      table->add("c", other, GameResult::kSecondWins, 7);
      table->add("b", "c", GameResult::kFirstWins, 8);
      table->add("c", "b", GameResult::kFirstWins, 6);
    }
    const auto players = compare_games(games.fit());
    REQUIRE(players.size() == 2);
    CHECK(players[0].name == "b");
    CHECK(players[0].chi_square == doctest::Approx(0));
    CHECK(players[0].ratings[0].elo == doctest::Approx(-players[1].ratings[0].elo));
    CHECK(warnings_of(players, games.fit()).empty());
  }
  {
    // Nobody, or one alone, plays both; a game that leaves two of them without a chain of games between.
    Games strangers;
    play(strangers.add("x"), {0, 100}, 9, rng);
    strangers.add("y").add("p0", "q", GameResult::kDraw, 3);
    CHECK(compare_games(strangers.fit()).empty());
    Games islands;
    play(islands.add("x"), {0, 10, 20, 30}, 5, rng);
    ResultTable& y = islands.add("y");
    y.add("p0", "p1", GameResult::kDraw, 3);
    y.add("p2", "p3", GameResult::kDraw, 3);
    CHECK(compare_games(islands.fit()).empty());
  }
}

}  // namespace ludex::arena::rating
