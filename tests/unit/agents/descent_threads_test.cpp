// Several threads in one tree: never a wrong result, and the budget is kept.
#include <cstdint>
#include <utility>
#include <vector>

#include "tests/support/parallel_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/threaded_host.hpp"

namespace ludex::tests {
namespace {

const std::vector<Settings> kVariants{
    {},
    {{"search", "descent"}},
    {{"evaluation", "false"}},
    {{"search", "descent"}, {"evaluation", "false"}, {"terminal", "result"}},
};

}  // namespace

TEST_CASE("several threads of descent: no wrong result") {
  const ThreadedHost host(4);
  ParallelSolves all({"descent", nullptr, kVariants, {"16"}}, 1);
  std::vector<ParallelSolves::Real> real;
  real.push_back({make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}}), 6});
  real.push_back({make_game("hex", {{"size", "3"}}), 5});
  real.push_back({make_game("breakthrough", {{"width", "3"}, {"height", "4"}}), 6});
  all.solve(std::move(real), kSanitized ? 5 : 40);
  all.verdict(kSanitized ? 20 : 200);
}

TEST_CASE("several threads of descent keep a budget, and end when they are told to") {
  const ThreadedHost host(4);
  const OwnedGame game = make_game("othello");
  const Position position(*game);
  for (const char* search : {"ubfm", "descent"}) {
    const OwnedAgent agent = make_agent("descent", {{"search", search}, {"memory_mib", "16"}});
    begin(*agent, *game, 7);
    for (const std::uint64_t limit : {1U, 10U, 1000U}) {
      Budget budget = iterations(limit);
      budget.threads = 4;
      const Answer answer = ask(*agent, position, budget);
      CHECK(answer.report.iterations == limit);
      check_report(position, answer);
      budget = nodes(limit * 5);
      budget.threads = 3;
      CHECK(ask(*agent, position, budget).report.nodes <= limit * 5 + 3 * 64);
    }
    Budget brief{};
    brief.threads = 4;
    brief.cpu_ns = 20'000'000;
    check_report(position, ask(*agent, position, brief));
  }
}

}  // namespace ludex::tests
