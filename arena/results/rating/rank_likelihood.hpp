// The log-likelihood of games of three or more players: Plackett-Luce with ties in the form of Davidson and
// Luce (D. Firth, I. Kosmidis, H. L. Turner, "Davidson-Luce model for multi-item choice with ties", 2019,
// arXiv:1909.07123).
//
// A ranking is a sequence of choices: those who share the best rank are chosen from all, the next ones from
// the rest, and so on. With z_s the rating of the player in seat s plus the seat's advantage (natural units),
// the set T is chosen from R with probability
//   exp(f(T)) / sum over U in R of exp(f(U)),   f(U) = ln delta_|U| + mean of z_s over U,   delta_1 = 1;
// delta_t is the prevalence of ties of t players, 0 unless one was seen. The log-likelihood is concave in
// ratings, advantages and ln delta together.
//
// In the model elo a tie is the mean (of logarithms) over all orders of those who tie, as a draw of two is
// half a win and half a loss: with t tied, each subset S of them is a choice from S and those behind, with
// weight 1 / C(t, |S|).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "arena/results/rating/result_table.hpp"

namespace ludex::arena::rating {

struct Derivatives;
struct Point;
struct Groups;

// Places of the parameters of games of three or more players in Point::parameter.
struct RankParameters {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  // Advantage of the first seat by number of players, the next seats follow. kNone: no such game.
  std::array<std::uint32_t, kMaxPlayers + 1> seats;
  // ln delta by size of the tie. kNone: no such tie, or model elo.
  std::array<std::uint32_t, kMaxPlayers + 1> ties;
  std::uint32_t end;  // number of all parameters, those of two players included

  // `begin`: number of parameters of games of two players.
  RankParameters(const ResultTable& table, bool with_ties, std::uint32_t begin);
};

class RankLikelihood {
 public:
  RankLikelihood(const ResultTable& table, bool with_ties, std::uint32_t begin);

  [[nodiscard]] const RankParameters& parameters() const noexcept { return parameters_; }
  [[nodiscard]] double value(const Point& at) const;
  // Adds to what is there.
  void add_derivatives(const Point& at, const Groups& groups, Derivatives& out) const;

 private:
  // A choice from some seats (a bit each).
  struct Choice {
    std::uint32_t from;
    double weight;
  };
  struct Ranking {
    std::uint32_t seats;
    std::array<std::uint32_t, kMaxPlayers> players;
    std::array<double, kMaxPlayers> chosen;    // sum of coefficients of z_s in f of the sets chosen
    std::array<double, kMaxPlayers + 1> tied;  // number of ties by size
    double games;
    std::uint32_t first_choice;  // in choices_
    std::uint32_t end_choice;
  };
  class Sets;

  void add_ranking(const RankRecord& record);
  void add_orders(std::uint32_t tied, std::uint32_t behind);

  RankParameters parameters_;
  bool with_ties_;
  std::vector<Ranking> rankings_;
  std::vector<Choice> choices_;
};

}  // namespace ludex::arena::rating
