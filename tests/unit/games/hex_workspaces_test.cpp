// Hex with knowledge from several threads at once: the same answers with working memory for each of them and
// when they take turns.
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/hex/hex.hpp"
#include "games/hex/workspace_pool.hpp"

namespace ludex::games::hex {
namespace {

using Rules = HexRules<1>;
using Pool = WorkspacePool<int>;

std::vector<Rules::State> positions_of(const Rules& rules) {
  std::vector<Rules::State> positions;
  std::array<Move, 64> moves{};
  Rng rng = Rng::seeded(3);
  for (int walk = 0; walk < 2; ++walk) {
    Rules::State state = rules.initial();
    while (!is_over(state.status)) {
      positions.push_back(state);
      rules.apply(state, moves[rng.below(rules.legal_moves(state, moves.data()))]);
    }
  }
  return positions;
}

// What the knowledge says of a position.
struct Answer {
  std::int32_t value = 0;
  std::vector<Move> moves;
  bool operator==(const Answer&) const = default;
};
Answer ask(const Rules& rules, const Rules::State& state) {
  std::array<Move, 64> moves{};
  const std::uint32_t count = rules.must_play(state, moves.data());
  return {rules.evaluate(state), {moves.begin(), moves.begin() + count}};
}

}  // namespace

TEST_CASE("Hex: threads with and without workspaces of their own find the same") {
  KnowledgeOptions options{CircuitKind::kConnections, MustPlayKind::kAll, {}};
  options.limits.steps = 2000;
  const Rules rules(5, 5, false, options);
  const auto positions = positions_of(rules);
  std::vector<Answer> expected;
  for (const auto& state : positions) expected.push_back(ask(rules, state));
  for (const std::uint32_t held : {0U, 1U, 3U}) {
    CAPTURE(held);
    const std::shared_ptr<void> workspaces = held == 0 ? nullptr : rules.open_workspaces(held);
    std::atomic<std::uint32_t> wrong = 0;
    std::vector<std::thread> threads;
    for (std::uint32_t t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (std::size_t i = 0; i < positions.size(); ++i) {
          const std::size_t k = (i + t * positions.size() / 4) % positions.size();
          if (!(ask(rules, positions[k]) == expected[k])) ++wrong;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == 0);
  }
}

TEST_CASE("Hex: workspaces may outlive the game, and there are enough for any machine") {
  std::shared_ptr<void> workspaces;
  {
    const Rules rules(5, 5, false, {CircuitKind::kAdjacent, MustPlayKind::kNone, {}});
    workspaces = rules.open_workspaces(2);
    CHECK(rules.evaluate(rules.initial()) == 0);
  }
  workspaces.reset();

  Pool pool;
  std::uint32_t added = 0;
  while (pool.add(std::make_unique<int>(static_cast<int>(added)))) ++added;
  CHECK(added == Pool::kMost);
  for (std::uint32_t i = 0; i < 2; ++i) pool.remove();
  CHECK(pool.add(std::make_unique<int>(0)));
  CHECK(pool.add(std::make_unique<int>(0)));
  CHECK_FALSE(pool.add(std::make_unique<int>(0)));
}

TEST_CASE("a pool lends each workspace to one thread at a time, and makes the others wait") {
  Pool pool;
  CHECK(pool.add(std::make_unique<int>(0)));
  CHECK(pool.add(std::make_unique<int>(0)));
  constexpr int kRounds = 20'000;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kRounds; ++i) {
        const Pool::Lease lease(pool);
        ++*lease;  // a race unless the lease is the only one
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const Pool::Lease first(pool);
  const Pool::Lease second(pool);
  CHECK(*first + *second == 4 * kRounds);
}

}  // namespace ludex::games::hex
