// uct on a graph of positions: the tree's search where nothing transposes, the statistics computed anew from
// the graph, proofs against exhaustive search, and what is refused. LUDEX_LONG=1: proofs at 100,000
// positions.
#include <cmath>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "agents/uct/graph_search.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/threaded_host.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

using agents::mcts::CommonConfig;
using agents::uct::Edge;
using agents::uct::Graph;
using agents::uct::GraphNode;
using agents::uct::GraphSearch;

namespace {

const Settings kGraph{{"graph", "true"}};
const Settings kProvingGraph{{"graph", "true"}, {"solver", "true"}};

// Practically no two paths meet: places are numbers of 32 bits.
LayeredGame without_transpositions(std::uint64_t seed) {
  return LayeredGame(14, 0xFFFFFFFFU, seed);
}

double counter(const Answer& answer, std::string_view name) {
  for (std::uint32_t i = 0; i < answer.report.counter_size; ++i) {
    if (name == answer.report.counters[i].name) return answer.report.counters[i].value;
  }
  FAIL("no such counter");
  return 0;
}

// A search of the position at the start, which is a function of the number of iterations.
void search_start(GraphSearch& search, const Game& game, std::uint64_t n) {
  SearchReport report = SearchReport::empty(nullptr, 0);
  search.new_game(game, 1);
  const Position position(game);
  search.choose(position.state(), iterations(n), report, nullptr);
}

// The value of a node for player 0 from its own playouts and from what its moves lead to.
double recomputed(const Graph& graph, const GraphNode& node) {
  double sum = double(node.own);
  double visits = node.visits;
  for (const Edge& edge : graph.edges(node)) {
    const double mean = edge.leaf != 0 ? double(edge.leaf_sum()) / edge.visits
                                       : double(graph[edge.child].sum) / graph[edge.child].visits;
    sum += edge.visits * mean;
  }
  return sum / visits;
}

}  // namespace

TEST_CASE("uct on a graph keeps the agent contract") {
  const OwnedGame tictactoe = make_game("mnk");
  const OwnedGame layered = make_game(LayeredGame(12, 30, 1));
  const OwnedGame small = make_game("connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}});
  for (const Settings& settings :
       {kGraph, kProvingGraph, Settings{{"graph", "true"}, {"tree_reuse", "true"}, {"memory_mib", "1"}},
        Settings{{"graph", "true"}, {"solver", "true"}, {"tree_reuse", "true"}, {"final_move", "secure"}},
        Settings{{"graph", "true"}, {"playout_cap", "2"}, {"final_move", "value"}}}) {
    Exhaustive truth;
    check_agent_contract("uct", *tictactoe, settings, samples(10), &truth);
    Exhaustive layered_truth;
    check_agent_contract("uct", *layered, settings, samples(10), &layered_truth);
    Exhaustive small_truth;
    check_agent_contract("uct", *small, settings, samples(5), &small_truth);
  }
  // Games in which positions recur, and a draw depends on the path.
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const OwnedGame walk = make_game(WalkGame(12, seed));
    check_agent_contract("uct", *walk, {{"graph", "true"}, {"tree_reuse", "true"}}, samples(20), nullptr);
  }
  check_agent_contract("uct", *make_game("loa", {{"size", "5"}}), kGraph, samples(5), nullptr);
}

TEST_CASE("without transpositions the graph's search is the tree's") {
  for (std::uint64_t seed = 0; seed < samples(40); ++seed) {
    const OwnedGame game = make_game(without_transpositions(seed));
    const OwnedAgent tree = make_agent("uct");
    const OwnedAgent graph = make_agent("uct", kGraph);
    for (const std::uint64_t n : {1U, 2U, 17U, 300U, 4000U}) {
      begin(*tree, *game, seed);
      begin(*graph, *game, seed);
      const Answer a = ask(*tree, Position(*game), iterations(n));
      const Answer b = ask(*graph, Position(*game), iterations(n));
      CHECK(same_answer(a, b));
      REQUIRE(a.root.size() == b.root.size());
      for (std::size_t i = 0; i < a.root.size(); ++i) {
        CHECK(a.root[i].move == b.root[i].move);
        CHECK(a.root[i].visits == b.root[i].visits);
        CHECK(a.root[i].value == b.root[i].value);
      }
      REQUIRE(a.report.pv_size == b.report.pv_size);
      for (std::uint32_t i = 0; i < a.report.pv_size; ++i) CHECK(a.report.pv[i] == b.report.pv[i]);
    }
  }
}

TEST_CASE("visits add up, and values are the means of what moves lead to") {
  const OwnedGame game = make_game("connect-k", {{"width", "5"}, {"height", "4"}, {"k", "4"}});
  GraphSearch search(CommonConfig{}, false);
  std::uint64_t caught_up = 0;
  std::vector<std::uint32_t> before;
  for (std::uint64_t n = 1; n <= (kSanitized ? 200U : 600U); ++n) {
    search_start(search, *game, n);
    const Graph& graph = search.graph();
    before.resize(graph.nodes() + 1);
    CHECK(search.root().visits == n);
    std::set<std::uint64_t> keys;
    for (std::uint32_t i = 1; i <= graph.nodes(); ++i) {
      const GraphNode& node = graph[i];
      CHECK(keys.insert(node.key).second);
      std::uint32_t taken = 0;
      for (const Edge& edge : graph.edges(node)) {
        const std::uint32_t visits = edge.visits;
        const std::uint32_t known = edge.leaf != 0 ? 1 : graph[edge.child].visits;
        CHECK(visits <= known);
        taken += visits;
        if (visits < known) ++caught_up;
      }
      // What is left are playouts from the position: none from the root, and each at most a win.
      CHECK(taken <= node.visits);
      const std::uint32_t own = node.visits - taken;
      CHECK((own == 0) == (&node == &search.root()));
      CHECK(std::abs(double(node.own)) <= own);
      // The last simulation went through the nodes whose visits have changed.
      if (node.visits != before[i] && !node.over())
        CHECK(double(node.sum) / node.visits == doctest::Approx(recomputed(graph, node)).epsilon(1e-6));
      before[i] = node.visits;
    }
  }
  CHECK(caught_up > 0);
}

TEST_CASE("a position has one node whatever its history") {
  const OwnedGame game = make_game("connect-k");
  GraphSearch search(CommonConfig{}, false);
  search_start(search, *game, samples(20'000));
  const Graph& graph = search.graph();
  const auto walk = [&](auto&& self, const GraphNode& node, const Position& position) -> void {
    CHECK(node.key == mix64(position.hash()));
    if (node.over()) return;
    CHECK(node.player == position.to_move());
    for (const Edge& edge : graph.edges(node)) {
      if (edge.leaf != 0 || edge.visits < 50) continue;
      Position next = position;
      next.apply(edge.move);
      self(self, graph[edge.child], next);
    }
  };
  walk(walk, search.root(), Position(*game));
}

TEST_CASE("proofs on a graph agree with exhaustive search") {
  const bool thorough = std::getenv("LUDEX_LONG") != nullptr;
  struct Board {
    OwnedGame game;
    std::uint32_t plies;  // random moves before a search
  };
  std::vector<Board> boards;
  boards.push_back({make_game("breakthrough", {{"width", "3"}, {"height", "5"}}), 12});
  boards.push_back({make_game("knightthrough", {{"width", "3"}, {"height", "5"}}), 8});
  boards.push_back({make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}}), 8});
  boards.push_back({make_game("connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}}), 10});
  boards.push_back({make_game(LayeredGame(12, 8, 3)), 6});
  for (const Board& board : boards) {
    Exhaustive truth;
    int claims = 0;
    Rng rng = Rng::seeded(7);
    const OwnedAgent agent = make_agent("uct", kProvingGraph);
    begin(*agent, *board.game, 1);
    const std::uint32_t count = thorough ? 20'000 : samples(1000);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Position position = random_position(*board.game, rng.below(board.plies), rng);
      claims += check_proofs(position, ask(*agent, position, iterations(1 + rng.below(300))), truth);
    }
    CHECK(claims > static_cast<int>(count) / 4);
  }
}

TEST_CASE("proofs on a graph that is kept from move to move") {
  const OwnedGame game = make_game("connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}});
  Exhaustive truth;
  int claims = 0;
  double inherited = 0;
  Rng rng = Rng::seeded(8);
  const OwnedAgent agent =
      make_agent("uct", {{"graph", "true"}, {"solver", "true"}, {"tree_reuse", "true"}, {"memory_mib", "1"}});
  for (std::uint64_t played = 0; played < samples(100); ++played) {
    begin(*agent, *game, played);
    Position position(*game);
    while (!position.over()) {
      const Answer answer = ask(*agent, position, iterations(1 + rng.below(100)));
      claims += check_proofs(position, answer, truth);
      inherited += counter(answer, "inherited_visits");
      const auto moves = position.legal_moves();
      const Move move =
          rng.below(2) == 0 ? answer.move : moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      StringSink error;
      REQUIRE(agent->observe(position.state(), move, error) == Status::kOk);
      position.apply(move);
    }
  }
  CHECK(claims > 0);
  CHECK(inherited > 0);
}

TEST_CASE("a graph takes at most 0.6 of the tree's memory in Connect Four") {
  const OwnedGame game = make_game("connect-k");
  const OwnedAgent tree = make_agent("uct");
  const OwnedAgent graph = make_agent("uct", kGraph);
  begin(*tree, *game, 1);
  begin(*graph, *game, 1);
  const Budget budget = iterations(50'000);
  const double bytes = double(ask(*tree, Position(*game), budget).report.tree_bytes);
  CHECK(double(ask(*graph, Position(*game), budget).report.tree_bytes) < 0.6 * bytes);
}

TEST_CASE("a graph whose memory is used up is searched on") {
  const OwnedGame game = make_game("connect-k");
  for (const char* solver : {"false", "true"}) {
    const OwnedAgent agent = make_agent("uct", {{"graph", "true"}, {"solver", solver}, {"memory_mib", "1"}});
    begin(*agent, *game, 1);
    const std::uint64_t n = samples(200'000);
    const Answer answer = ask(*agent, Position(*game), iterations(n));
    CHECK(answer.report.tree_bytes <= 1U << 20);
    CHECK(answer.report.iterations == n);
    std::uint64_t visits = 0;
    for (const RootMove& root : answer.root) {
      visits += root.visits;
      CHECK(std::abs(root.value) <= 1.0);
    }
    CHECK(visits == n);
  }
}

TEST_CASE("what uct on a graph refuses") {
  const auto refused = [](const OwnedGame& game, const Settings& settings, const std::string& why) {
    const OwnedAgent agent = make_agent("uct", settings);
    StringSink error;
    CHECK(agent->new_game(game.get(), 0, 1, error) != Status::kOk);
    CHECK(error.text().find(why) != std::string::npos);
  };
  refused(make_game("backgammon"), kGraph, "no chance");
  refused(make_game("chinese-checkers", {{"players", "3"}}), kGraph, "two players");
  refused(make_game("awari"), kGraph, "the moves before may decide more than draws");
  refused(make_game("chess"), kProvingGraph, "a proof may hold on one path only");
  for (const Settings& settings :
       {Settings{{"solver", "bounds"}}, Settings{{"amaf", "rave"}}, Settings{{"root", "halving"}},
        Settings{{"batch", "2"}}, Settings{{"players", "paranoid"}}, Settings{{"expand_after", "1"}}}) {
    Settings with = settings;
    with.push_back({"graph", "true"});
    StringSink error;
    const auto count = static_cast<std::uint32_t>(with.size());
    CHECK(OwnedAgent(agent_factory("uct").create(with.data(), count, error)) == nullptr);
    CHECK(error.text().find("graph=true works with") != std::string::npos);
  }
  const ThreadedHost host(2);
  const OwnedGame game = make_game("mnk");
  const OwnedAgent agent = make_agent("uct", kGraph);
  begin(*agent, *game, 1);
  const Position position(*game);
  Budget budget = iterations(10);
  budget.threads = 2;
  SearchReport report = SearchReport::empty(nullptr, 0);
  Move move{};
  StringSink error;
  CHECK(agent->choose(position.state(), &budget, &report, &move, error) != Status::kOk);
  CHECK(error.text().find("one thread") != std::string::npos);
}

}  // namespace ludex::tests
