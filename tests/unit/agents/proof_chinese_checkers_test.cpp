// Chinese Checkers of two players on the smallest star, whose positions recur: every position by retrograde
// analysis over the plain implementation, and by the proof-number agents.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tests/support/proof_solving.hpp"
#include "tests/unit/games/naive_chinese_checkers.hpp"

namespace ludex::tests {
namespace {

struct Node {
  Position position;
  std::vector<std::string> replies;  // keys
  Outcome outcome = Outcome::kUnknown;
};
using Graph = std::map<std::string, Node>;

// All positions that can be reached, the last of each game included.
Graph positions_of(const Game& game) {
  Graph graph;
  std::vector<std::pair<NaiveChineseCheckers, Position>> queue{
      {NaiveChineseCheckers(2, 1, false, 1'000'000), Position(game)}};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const auto at = queue[i];
    if (graph.contains(at.first.key())) continue;
    Node node{at.second, {}};
    if (is_over(at.first.status())) {
      // The player to move has lost.
      REQUIRE(winner_of(at.first.status()) != at.first.to_move());
      node.outcome = Outcome::kLoss;
    } else {
      for (const std::string& move : at.first.legal()) {
        auto next = at;
        next.first.play(move);
        next.second.apply(*next.second.parse_move(move));
        node.replies.push_back(next.first.key());
        queue.push_back(std::move(next));
      }
    }
    graph.emplace(at.first.key(), std::move(node));
    // Those that are known need no further look.
    const auto known = [&](const auto& each) { return graph.contains(each.first.key()); };
    while (i + 1 < queue.size() && known(queue[i + 1]))
      queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  return graph;
}

// What nobody can force is a draw.
void decide(Graph& graph) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [key, node] : graph) {
      if (node.outcome != Outcome::kUnknown) continue;
      const auto leads_to = [&](Outcome outcome) {
        return [&graph, outcome](const std::string& reply) { return graph.at(reply).outcome == outcome; };
      };
      if (std::any_of(node.replies.begin(), node.replies.end(), leads_to(Outcome::kLoss))) {
        node.outcome = Outcome::kWin;
      } else if (std::all_of(node.replies.begin(), node.replies.end(), leads_to(Outcome::kWin))) {
        node.outcome = Outcome::kLoss;
      }
      changed = changed || node.outcome != Outcome::kUnknown;
    }
  }
  for (auto& [key, node] : graph) {
    if (node.outcome == Outcome::kUnknown) node.outcome = Outcome::kDraw;
  }
}

}  // namespace

TEST_CASE("proof-number agents solve Chinese Checkers of two men as retrograde analysis does") {
  const OwnedGame game = make_game("chinese-checkers", {{"size", "1"}});
  Graph graph = positions_of(*game);
  decide(graph);
  std::map<Outcome, int> counts;
  for (const auto& [key, node] : graph) ++counts[node.outcome];
  CHECK(counts == std::map<Outcome, int>{{Outcome::kWin, 180}, {Outcome::kLoss, 108}});
  for (const std::string id : {"pns", "df-pn", "mopns"}) {
    CAPTURE(id);
    const OwnedAgent agent = make_agent(id);
    begin(*agent, *game, 1);
    for (const auto& [key, node] : graph) {
      if (node.position.over()) continue;
      const std::string text = node.position.text();  // a lambda cannot name a structured binding
      CAPTURE(text);
      CHECK(solve(*agent, node.position, Goal::kWin, 200'000).answer ==
            (node.outcome == Outcome::kWin ? 1 : 0));
    }
  }
}

}  // namespace ludex::tests
