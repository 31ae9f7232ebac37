// Several threads in one SCNS: never a wrong result, always an end, whatever the table; and one thread is the
// sequential search.
#include <string>
#include <vector>

#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/threaded_host.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

namespace {

constexpr const char* kTables[] = {"0.015625", "0.03", "0.1", "1"};
const std::vector<Settings> kVariants{
    {},
    {{"preset", "hand"}, {"scores", "none"}},
    {{"preset", "clop-4"}, {"scores", "mast"}},
    {{"leaf", "two-step"}, {"epsilon", "0"}},
    {{"leaf", "linear"}, {"rave", "false"}, {"forgetting", "false"}, {"steps", "4"}},
    {{"P_max", "1"}, {"D_max", "1"}, {"delta_p", "50"}, {"delta_d", "50"}},
    {{"P_max", "0"}, {"D_max", "0"}, {"leaf_cap", "3"}, {"W_max", "5"}},
};

// Random small problems, each solved by 2 to 4 threads with jobs of 1 to 64 visits, and checked.
class Parallel {
 public:
  explicit Parallel(std::uint64_t seed) : rng_(Rng::seeded(seed)) {}

  void check(const Game& game, const Position& position, Exhaustive& truth) {
    const Outcome value = truth.solve(position);
    const std::string job = std::to_string(1U << rng_.below(7));
    Settings settings = kVariants[rng_.below(static_cast<std::uint32_t>(kVariants.size()))];
    settings.push_back({"memory_mib", kTables[rng_.below(4)]});
    settings.push_back({"MaxWorkPerJob", job.c_str()});
    settings.push_back({"virtual", rng_.below(2) == 0 ? "proven" : "target"});
    const OwnedAgent agent = make_agent("scns", settings);
    begin(*agent, game, rng_.next());
    Budget budget = nodes(0);
    budget.stop = &never_;
    budget.threads = 2 + rng_.below(3);
    const Goal goal = rng_.below(3) == 0 ? Goal::kValue : rng_.below(2) == 0 ? Goal::kWin : Goal::kDraw;
    const Solution solution = solve(*agent, position, goal, budget);
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
  void verdict(int least) const {
    CHECK(solves_ >= least);
    CHECK(wrong_ == 0);
    CHECK(stalled_ == 0);  // one thread has gone on alone
    MESSAGE(solves_, " parallel solves");
  }
  Rng& rng() noexcept { return rng_; }

 private:
  Rng rng_;
  std::uint32_t never_ = 0;
  int solves_ = 0;
  int wrong_ = 0;
  int stalled_ = 0;
};

void solve_many(Parallel& all, std::uint32_t count) {
  Rng& rng = all.rng();
  for (std::uint32_t i = 0; i < count; ++i) {
    const OwnedGame layered = make_game(LayeredGame(9, 3 + rng.below(40), rng.next()));
    Exhaustive truth;
    for (int k = 0; k < 3; ++k) all.check(*layered, random_position(*layered, rng.below(4), rng), truth);
    const OwnedGame walk = make_game(WalkGame(4 + rng.below(12), rng.next()));
    Exhaustive paths([](const Position& p) { return fnv1a(p.text()); });
    all.check(*walk, random_position(*walk, rng.below(6), rng), paths);
  }
  struct Real {
    OwnedGame game;
    std::uint32_t plies;
    Exhaustive truth{};
  };
  std::vector<Real> real;
  real.push_back({make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}}), 6});
  real.push_back({make_game("hex", {{"size", "3"}}), 5});
  real.push_back({make_game("breakthrough", {{"width", "3"}, {"height", "4"}}), 6});
  for (std::uint32_t i = 0; i < count; ++i) {
    for (Real& r : real) {
      // Near the end where exhaustive search of everything would take long.
      const std::uint32_t least = kSanitized ? r.plies / 2 : 0;
      all.check(*r.game, random_position(*r.game, least + rng.below(r.plies), rng), r.truth);
    }
  }
}

}  // namespace

TEST_CASE("several threads of scns: no wrong result, with tables from 16 KiB") {
  const ThreadedHost host(4);
  Parallel all(1);
  solve_many(all, samples(200));
  all.verdict(kSanitized ? 12 : 1300);
}

// unit_agents -tc='ten thousand*scns*' --no-skip: some minutes.
TEST_CASE("ten thousand parallel solves by scns" * doctest::skip()) {
  const ThreadedHost host(4);
  Parallel all(2);
  solve_many(all, 1430);
  all.verdict(10'000);
}

TEST_CASE("scns with a budget of one thread is the sequential search, whatever the host has") {
  const OwnedGame game = make_game("mnk", {{"m", "4"}, {"n", "4"}, {"k", "3"}});
  const auto one = [&](std::uint32_t before) {
    const OwnedAgent agent = make_agent("scns", {{"memory_mib", "0.0625"}});
    begin(*agent, *game, 7);
    if (before != 0) {  // nothing of a search by several threads is left
      Budget budget = iterations(300);
      budget.threads = before;
      static_cast<void>(solve(*agent, Position(*game), Goal::kWin, budget));
    }
    return solve(*agent, Position(*game), Goal::kWin);
  };
  const Solution alone = one(0);
  const ThreadedHost host(4);
  for (const std::uint32_t before : {0U, 3U}) {
    const Solution hosted = one(before);
    CHECK(hosted.answer == alone.answer);
    CHECK(hosted.report.nodes == alone.report.nodes);
    CHECK(hosted.counter("visits") == alone.counter("visits"));
    CHECK(hosted.counter("expansions") == alone.counter("expansions"));
    CHECK(hosted.counter("waits") == -1);
  }
}

TEST_CASE("several threads of scns keep a budget, and end when they are told to") {
  const ThreadedHost host(4);
  const OwnedGame game = make_game("breakthrough", {{"width", "6"}, {"height", "6"}});
  for (const char* kind : {"proven", "target"}) {
    const OwnedAgent agent = make_agent("scns", {{"memory_mib", "1"}, {"virtual", kind}});
    begin(*agent, *game, 7);
    for (const std::uint64_t limit : {1U, 10U, 1000U, 5000U}) {
      Budget budget = iterations(limit);
      budget.threads = 4;
      const Solution solution = solve(*agent, Position(*game), Goal::kWin, budget);
      CHECK(solution.report.outcome == Outcome::kUnknown);
      CHECK(solution.report.iterations <= limit);
      CHECK(solution.report.iterations >= limit / 2);
      CHECK(solution.counter("stalled") == 0);
      budget = nodes(limit * 5);
      budget.threads = 3;
      CHECK(solve(*agent, Position(*game), Goal::kWin, budget).report.nodes <= limit * 5 + 4 * 64);
      check_report(Position(*game), ask(*agent, Position(*game), budget));
    }
    Budget stopped{};
    const std::uint32_t stop = 1;
    stopped.threads = 4;
    stopped.stop = &stop;
    CHECK(solve(*agent, Position(*game), Goal::kWin, stopped).answer == -1);
    Budget brief{};
    brief.threads = 4;
    brief.cpu_ns = 20'000'000;
    CHECK(solve(*agent, Position(*game), Goal::kWin, brief).answer == -1);
  }
}

TEST_CASE("a table kept from move to move serves several threads and one") {
  const ThreadedHost host(4);
  const OwnedGame game = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  Exhaustive truth;
  const OwnedAgent agent = make_agent("scns", {{"memory_mib", "0.05"}, {"keep_table", "true"}});
  begin(*agent, *game, 5);
  Position position(*game);
  std::uint32_t threads = 1;
  while (!is_over(position.status())) {
    Budget budget = iterations(400);
    budget.threads = threads;
    threads = threads % 3 + 1;
    const Answer answer = ask(*agent, position, budget);
    check_proofs(position, answer, truth);
    position.apply(answer.move);
  }
}

}  // namespace ludex::tests
