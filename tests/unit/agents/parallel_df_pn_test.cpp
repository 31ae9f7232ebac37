// Several threads in one df-pn search: never a wrong result, always an end, whatever the table; and one
// thread is the sequential search.
#include <string>
#include <vector>

#include "tests/support/csv.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/proof_checker.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/threaded_host.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

namespace {

// MiB. The first two are for the smallest trees: others would be searched for minutes.
constexpr const char* kTables[] = {"0.0009765625", "0.002", "0.01", "0.0625", "1"};
const std::vector<Settings> kVariants{
    {},
    {{"init", "mobility"}, {"epsilon", "0.25"}},
    {{"weak", "true"}, {"ties", "first"}},
    {{"low_memory", "true"}},
    {{"init", "evaluation"}, {"unit", "10"}, {"order", "true"}},
    {{"init", "deep"}, {"deep_e", "3"}, {"deep_d", "5"}},
    {{"widen_base", "1"}, {"widen_fraction", "0.25"}, {"verify", "wide"}},
};

// Random small problems, each solved by 2 to 4 threads with jobs of 1 to 64 visits, and checked.
class Parallel {
 public:
  explicit Parallel(std::uint64_t seed) : rng_(Rng::seeded(seed)) {}

  void check(const Game& game, const Position& position, Exhaustive& truth, std::uint32_t least_table = 0) {
    const Outcome value = truth.solve(position);
    const std::string job = std::to_string(1U << rng_.below(7));
    Settings settings = kVariants[rng_.below(static_cast<std::uint32_t>(kVariants.size()))];
    settings.push_back({"memory_mib", kTables[least_table + rng_.below(5 - least_table)]});
    settings.push_back({"job", job.c_str()});
    const OwnedAgent agent = make_agent("df-pn", settings);
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
    wrong_ += right ? 0 : 1;
    CHECK(right);
  }
  void verdict(int least) const {
    CHECK(solves_ >= least);
    CHECK(wrong_ == 0);
    MESSAGE(solves_, " parallel solves");
  }
  Rng& rng() noexcept { return rng_; }

 private:
  Rng rng_;
  std::uint32_t never_ = 0;
  int solves_ = 0;
  int wrong_ = 0;
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
  real.push_back({make_game("connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}}), 8});
  real.push_back({make_game("breakthrough", {{"width", "3"}, {"height", "4"}}), 6});
  real.push_back({make_game("othello", {{"size", "4"}}), 6});
  for (std::uint32_t i = 0; i < count; ++i) {
    for (Real& r : real) {
      // Near the end where exhaustive search of everything would take long.
      const std::uint32_t least = kSanitized ? r.plies / 2 : 0;
      all.check(*r.game, random_position(*r.game, least + rng.below(r.plies), rng), r.truth, 2);
    }
  }
}

}  // namespace

TEST_CASE("several threads: no wrong result, with tables from 1 KiB") {
  const ThreadedHost host(4);
  Parallel all(1);
  solve_many(all, kSanitized ? 5 : 40);
  all.verdict(kSanitized ? 20 : 300);
}

// unit_agents -tc='ten thousand*' --no-skip: some minutes.
TEST_CASE("ten thousand parallel solves" * doctest::skip()) {
  const ThreadedHost host(4);
  Parallel all(2);
  solve_many(all, 1120);
  all.verdict(10'000);
}

TEST_CASE("a budget of one thread is the sequential search, whatever the host has") {
  const OwnedGame game = make_game("mnk", {{"m", "4"}, {"n", "4"}, {"k", "3"}});
  const auto one = [&] {
    const OwnedAgent agent = make_agent("df-pn", {{"memory_mib", "0.0625"}});
    begin(*agent, *game, 7);
    return solve(*agent, Position(*game), Goal::kWin);
  };
  const Solution alone = one();
  const ThreadedHost host(4);
  const Solution hosted = one();
  CHECK(hosted.answer == alone.answer);
  CHECK(hosted.report.nodes == alone.report.nodes);
  CHECK(hosted.counter("visits") == alone.counter("visits"));
  CHECK(hosted.counter("expansions") == alone.counter("expansions"));
  CHECK(hosted.counter("jobs") == -1);
}

TEST_CASE("several threads keep a budget, and end when they are told to") {
  const ThreadedHost host(4);
  const OwnedGame game = make_game("othello", {{"size", "6"}});
  const OwnedAgent agent = make_agent("df-pn", {{"memory_mib", "1"}});
  begin(*agent, *game, 7);
  for (const std::uint64_t limit : {1U, 10U, 1000U, 5000U}) {
    Budget budget = iterations(limit);
    budget.threads = 4;
    const Solution solution = solve(*agent, Position(*game), Goal::kWin, budget);
    CHECK(solution.report.outcome == Outcome::kUnknown);
    CHECK(solution.report.iterations <= limit);
    CHECK(solution.report.iterations >= limit / 2);
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

TEST_CASE("proofs found by several threads stand up to a checker that knows the rules only") {
  const ThreadedHost host(3);
  ProofChecker checker;
  const OwnedGame game = make_game("hex", {{"size", "3"}});
  for (const char* memory : {"0.0009765625", "0.25"}) {
    const OwnedAgent agent = make_agent("df-pn", {{"memory_mib", memory}, {"job", "10"}});
    begin(*agent, *game, 3);
    Budget budget = nodes(0);
    const std::uint32_t never = 0;
    budget.stop = &never;
    budget.threads = 3;
    const Solution solution = solve(*agent, Position(*game), Goal::kWin, budget);
    REQUIRE(solution.answer == 1);
    auto* const source = static_cast<ProofText*>(const_cast<void*>(agent->extension(ProofText::kId)));
    StringSink text;
    StringSink error;
    REQUIRE_MESSAGE(source->write_proof(&budget, text, error) == Status::kOk, error.text());
    CHECK(checker.check(Position(*game), text.text(), 1, true) == "");
  }
}

TEST_CASE("several threads: Othello endgames of tournament games") {
  const auto path = oracle("othello/endgames_10.csv");
  if (!path) return;
  const ThreadedHost host(3);
  const OwnedGame game = make_game("othello", {{"end", "no-moves"}});
  const OwnedAgent plain = make_agent("df-pn", {{"memory_mib", "0.0625"}, {"job", "50"}});
  const OwnedAgent plus = make_agent("df-pn-plus", {{"memory_mib", "1"}, {"job", "20"}});
  begin(*plain, *game, 1);
  begin(*plus, *game, 2);
  Budget budget = nodes(0);
  const std::uint32_t never = 0;
  budget.stop = &never;
  budget.threads = 3;
  std::size_t checked = 0;
  for (const auto& row : read_csv(*path)) {
    if (checked == samples(250)) break;
    const auto position = Position::from_text(*game, row.at("position") + " " + row.at("side"));
    REQUIRE(position);
    const int score = std::stoi(row.at("score"));
    for (Agent* agent : {plain.get(), plus.get()}) {
      CHECK(solve(*agent, *position, Goal::kWin, budget).answer == (score > 0 ? 1 : 0));
      CHECK(solve(*agent, *position, Goal::kDraw, budget).answer == (score >= 0 ? 1 : 0));
    }
    ++checked;
  }
  CHECK((checked > 10 || kSanitized));
}

}  // namespace ludex::tests
