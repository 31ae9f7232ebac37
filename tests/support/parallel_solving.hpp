// Random small problems, each solved by two to four threads of one search and checked against exhaustive
// search.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

// How an agent is varied.
struct ParallelSubject {
  const char* agent;
  const char* job;  // the parameter that is the size of jobs: 1 to 64; null: there is none
  std::vector<Settings> variants;
  std::vector<const char*> tables;      // MiB
  std::uint32_t least_real = 0;         // the first of them that will do for the games that people play
  std::vector<const char*> virtuals{};  // values of the parameter `virtual`, if there is one
};

class ParallelSolves {
 public:
  ParallelSolves(ParallelSubject subject, std::uint64_t seed)
      : subject_(std::move(subject)), rng_(Rng::seeded(seed)) {}

  struct Real {
    OwnedGame game;
    std::uint32_t plies;  // problems are positions after fewer
    Exhaustive truth{};
  };
  // `count` rounds: four toy problems and one of each game.
  void solve(std::vector<Real> games, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const OwnedGame layered = make_game(LayeredGame(9, 3 + rng_.below(40), rng_.next()));
      Exhaustive truth;
      for (int k = 0; k < 3; ++k) check(*layered, random_position(*layered, rng_.below(4), rng_), truth, 0);
      const OwnedGame walk = make_game(WalkGame(4 + rng_.below(12), rng_.next()));
      Exhaustive paths([](const Position& p) { return fnv1a(p.text()); });
      check(*walk, random_position(*walk, rng_.below(6), rng_), paths, 0);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      for (Real& r : games) {
        // Near the end where exhaustive search of everything would take long.
        const std::uint32_t least = kSanitized ? r.plies / 2 : 0;
        check(*r.game, random_position(*r.game, least + rng_.below(r.plies), rng_), r.truth,
              subject_.least_real);
      }
    }
  }
  void verdict(int least) const {
    CHECK(solves_ >= least);
    CHECK(wrong_ == 0);
    CHECK(stalled_ == 0);  // one thread has gone on alone
    MESSAGE(solves_, " parallel solves");
  }

 private:
  template <class T>
  [[nodiscard]] const T& any(const std::vector<T>& of, std::uint32_t from = 0) {
    return of[from + rng_.below(static_cast<std::uint32_t>(of.size()) - from)];
  }
  void check(const Game& game, const Position& position, Exhaustive& truth, std::uint32_t least_table) {
    const Outcome value = truth.solve(position);
    const std::string job = std::to_string(1U << rng_.below(7));
    Settings settings = any(subject_.variants);
    settings.push_back({"memory_mib", any(subject_.tables, least_table)});
    if (subject_.job != nullptr) settings.push_back({subject_.job, job.c_str()});
    if (!subject_.virtuals.empty()) settings.push_back({"virtual", any(subject_.virtuals)});
    const OwnedAgent agent = make_agent(subject_.agent, settings);
    begin(*agent, game, rng_.next());
    Budget budget = nodes(0);
    budget.stop = &never_;
    budget.threads = 2 + rng_.below(3);
    const Goal goal = rng_.below(3) == 0 ? Goal::kValue : rng_.below(2) == 0 ? Goal::kWin : Goal::kDraw;
    const Solution solution = tests::solve(*agent, position, goal, budget);
    ++solves_;
    bool right = true;
    if (goal == Goal::kWin) right = solution.answer == (value == Outcome::kWin ? 1 : 0);
    if (goal == Goal::kDraw && (game.traits().flags & kDrawsPossible) != 0)
      right = solution.answer == (value != Outcome::kLoss ? 1 : 0);
    if (goal == Goal::kValue) right = solution.report.outcome == value;
    CAPTURE(position.text());
    wrong_ += right ? 0 : 1;
    if (solution.counter("stalled") > 0) ++stalled_;
    CHECK(right);
  }

  ParallelSubject subject_;
  Rng rng_;
  std::uint32_t never_ = 0;
  int solves_ = 0;
  int wrong_ = 0;
  int stalled_ = 0;
};

}  // namespace ludex::tests
