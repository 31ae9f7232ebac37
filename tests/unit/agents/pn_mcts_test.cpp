#include "agents/pn-mcts/pn_mcts.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "agents/mcts/policy.hpp"
#include "agents/mcts/search.hpp"
#include "agents/pn-mcts/pn_policy.hpp"
#include "agents/uct/uct.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/connect-k/connect_k.hpp"
#include "games/knightthrough/knightthrough.hpp"
#include "games/mnk/mnk.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

using agents::mcts::Search;
using agents::pn_mcts::kInfinite;
using agents::pn_mcts::Numbers;
using agents::pn_mcts::PnConfig;
using agents::pn_mcts::PnMcts;
using agents::pn_mcts::PnPolicy;
using agents::pn_mcts::ProofNumber;
using agents::uct::Uct;
using games::breakthrough::Breakthrough;
using games::connect_k::ConnectK;
using games::knightthrough::Knightthrough;
using games::mnk::Mnk;

namespace {

// Counts the numbers of every node anew from the paper's rules: a leaf is proven, disproven or 1 and 1; an OR
// node has the least proof number and the sum of the disproof numbers; an AND node the reverse.
template <std::size_t kLayers>
class Recount {
 public:
  using Tree = Search<PnPolicy<Game, kLayers>>;
  using N = typename Tree::N;

  Recount(const Tree& tree, const Game& game, const PnConfig& config)
      : tree_(tree), game_(game), config_(config) {}

  // Checks the whole tree; returns how many nodes it has.
  int check(const Position& root) { return node(tree_.root(), root); }

 private:
  int node(const N& n, const Position& position) {
    int nodes = 1;
    const bool or_node = position.to_move() == tree_.root_player();
    for (std::size_t layer = 0; layer < kLayers; ++layer) {
      const Numbers expected = numbers(n, position, layer, or_node);
      CHECK(n.layers[layer].proof == expected.proof);
      CHECK(n.layers[layer].disproof == expected.disproof);
    }
    if (position.over()) return nodes;
    for (const N& child : tree_.children(n)) {
      Position next = position;
      next.apply(child.move);
      nodes += node(child, next);
    }
    if (n.complete()) ranks(n, or_node);
    return nodes;
  }

  Numbers numbers(const N& n, const Position& position, std::size_t layer, bool or_node) const {
    if (position.over()) {
      const Player winner = winner_of(position.status());
      return Numbers::proven(winner == tree_.root_player() || (layer == 1 && winner == kNobody));
    }
    if (n.legal == 0) return {1, 1};
    const auto moves = position.legal_moves();
    if (!config_.expand_all && config_.tactics) {
      for (const Move move : moves) {
        Position next = position;
        const bool known = game_.extension(Tactics::kId) != nullptr;
        if (known && winner_of(next.apply(move)) == position.to_move()) return Numbers::proven(or_node);
      }
    }
    double easy = 1e30;
    double hard = 0;
    for (const Move move : moves) {
      Numbers leaf{1, 1};
      const auto children = tree_.children(n);
      const auto child =
          std::find_if(children.begin(), children.end(), [&](const N& c) { return c.move == move; });
      Position next = position;
      if (child != children.end()) {
        leaf = child->layers[layer];
      } else if (config_.expand_all && is_over(next.apply(move))) {
        const Player winner = winner_of(next.status());
        leaf = Numbers::proven(winner == tree_.root_player() || (layer == 1 && winner == kNobody));
      }
      const auto real = [](ProofNumber x) { return x == kInfinite ? 1e30 : x; };
      easy = std::min(easy, real(or_node ? leaf.proof : leaf.disproof));
      hard += real(or_node ? leaf.disproof : leaf.proof);
    }
    const auto number = [](double x) { return x >= 1e30 ? kInfinite : static_cast<ProofNumber>(x); };
    return or_node ? Numbers{number(easy), number(hard)} : Numbers{number(hard), number(easy)};
  }

  void ranks(const N& n, bool or_node) const {
    const auto better = [&](const N& a, const N& b) {
      for (std::size_t layer = 0; layer < (config_.rank_layer_two ? kLayers : 1); ++layer) {
        const auto x = or_node ? a.layers[layer].proof : a.layers[layer].disproof;
        const auto y = or_node ? b.layers[layer].proof : b.layers[layer].disproof;
        if (x != y) return x < y;
      }
      return false;
    };
    int worst = 0;
    for (const N& child : tree_.children(n)) {
      int rank = 0;
      for (const N& sibling : tree_.children(n)) rank += better(sibling, child) ? 1 : 0;
      CHECK(child.rank() == static_cast<std::uint32_t>(rank));
      worst = std::max(worst, rank);
    }
    const double divisor = config_.rank_by_largest ? worst + 1 : n.legal;
    for (const N& child : tree_.children(n))
      CHECK(child.bias == doctest::Approx(-config_.c_pn * child.rank() / divisor).epsilon(1e-5));
  }

  const Tree& tree_;
  const Game& game_;
  const PnConfig& config_;
};

template <std::size_t kLayers>
int recount(const Game& game, const PnConfig& config, std::uint64_t seed, std::uint64_t simulations) {
  Search<PnPolicy<Game, kLayers>> search(config);
  search.new_game(game, seed);
  Rng rng = Rng::seeded(seed);
  const Position position = random_position(game, rng.below(4), rng);
  SearchReport report = SearchReport::empty(nullptr, 0);
  search.choose(position.state(), iterations(simulations), report);
  return Recount<kLayers>(search, game, config).check(position);
}

}  // namespace

TEST_CASE("pn-mcts keeps the agent contract in every variant") {
  const OwnedGame wide = make_game<Mnk>({{"m", "4"}, {"n", "3"}, {"k", "3"}});
  const OwnedGame layered = make_game(LayeredGame(12, 30, 1));
  for (const Settings& settings :
       {Settings{}, Settings{{"layers", "2"}}, Settings{{"layers", "2"}, {"expansion", "all"}},
        Settings{{"expansion", "all"}, {"tree_reuse", "true"}, {"memory_mib", "1"}},
        Settings{{"final", "false"}, {"rank_divisor", "largest"}},
        Settings{{"layers", "2"}, {"solver", "false"}, {"contempt", "1"}, {"contempt_rule", "below"}},
        Settings{{"tactics", "false"}, {"uct_pn", "false"}, {"threshold", "0"}}}) {
    Exhaustive wide_truth;
    check_agent_contract<PnMcts>(*wide, settings, samples(20), &wide_truth);
    Exhaustive layered_truth;
    check_agent_contract<PnMcts>(*layered, settings, samples(40), &layered_truth);
  }
}

TEST_CASE("with C_pn = 0, F and S off, pn-mcts plays simulation for simulation like uct") {
  const OwnedGame games[] = {make_game<Mnk>({{"m", "5"}, {"n", "5"}, {"k", "4"}}), make_game<ConnectK>(),
                             make_game<Breakthrough>({{"width", "4"}, {"height", "5"}}),
                             make_game<Knightthrough>()};
  for (const auto& game : games) {
    for (const char* layers : {"1", "2"}) {
      for (const char* expansion : {"lazy", "all"}) {
        const OwnedAgent uct = make_agent<Uct>();
        const OwnedAgent pn = make_agent<PnMcts>({{"final", "false"},
                                                  {"solver", "false"},
                                                  {"c_pn", "0"},
                                                  {"layers", layers},
                                                  {"expansion", expansion}});
        Rng rng = Rng::seeded(3);
        for (std::uint32_t i = 0; i < samples(20); ++i) {
          const Position position = random_position(*game, rng.below(12), rng);
          begin(*uct, *game, i);
          begin(*pn, *game, i);
          const std::uint64_t n = 1 + rng.below(3000);
          const Answer a = ask(*uct, position, iterations(n));
          const Answer b = ask(*pn, position, iterations(n));
          CHECK(a.move == b.move);
          CHECK(a.report.nodes == b.report.nodes);
          CHECK(a.report.depth == b.report.depth);
          REQUIRE(a.root.size() == b.root.size());
          for (std::size_t k = 0; k < a.root.size(); ++k) {
            CHECK(a.root[k].move == b.root[k].move);
            CHECK(a.root[k].visits == b.root[k].visits);
            CHECK(a.root[k].value == b.root[k].value);
          }
        }
      }
    }
  }
}

TEST_CASE("the numbers and ranks of every node equal a recount of the explicit tree") {
  int nodes = 0;
  for (std::uint64_t seed = 0; seed < samples(60); ++seed) {
    const OwnedGame games[] = {make_game(LayeredGame(9, 12, seed)),
                               make_game<Mnk>({{"m", "3"}, {"n", "3"}, {"k", "3"}}),
                               make_game<Breakthrough>({{"width", "3"}, {"height", "5"}})};
    for (const auto& game : games) {
      for (const bool expand_all : {false, true}) {
        PnConfig config;
        config.expand_all = expand_all;
        config.tactics = seed % 2 == 0;
        config.rank_layer_two = seed % 3 != 0;
        config.solver = seed % 5 != 0;
        config.rank_by_largest = seed % 7 == 0;
        config.c_pn = seed % 4 == 0 ? 1e6 : 1.0;
        const std::uint64_t n = 1 + mix64(seed) % 400;
        nodes += recount<1>(*game, config, seed, n);
        nodes += recount<2>(*game, config, seed, n);
      }
    }
  }
  CHECK(nodes > static_cast<int>(samples(60)) * 500);
}

TEST_CASE("C_pn = 10^6 descends in the order of proof-number search") {
  // The same search with one simulation more shows where that simulation went.
  int steps = 0;
  PnConfig config;
  config.c_pn = 1e6;
  config.solver = false;
  config.final_move_proven = false;
  for (std::uint64_t seed = 0; seed < samples(300); ++seed) {
    const OwnedGame games[] = {make_game(LayeredGame(9, 12, seed)), make_game<Mnk>(),
                               make_game<Breakthrough>({{"width", "3"}, {"height", "5"}})};
    for (const auto& game : games) {
      config.rank_by_largest = seed % 2 == 0;
      Search<PnPolicy<Game, 1>> shorter(config);
      Search<PnPolicy<Game, 1>> longer(config);
      const Position position(*game);
      SearchReport report = SearchReport::empty(nullptr, 0);
      const std::uint64_t n = 1 + mix64(seed) % 500;
      shorter.new_game(*game, seed);
      shorter.choose(position.state(), iterations(n), report);
      longer.new_game(*game, seed);
      longer.choose(position.state(), iterations(n + 1), report);
      const auto* before = &shorter.root();
      const auto* after = &longer.root();
      while (before->complete()) {
        const auto children = shorter.children(*before);
        const auto later = longer.children(*after);
        REQUIRE(children.size() == later.size());
        const bool or_node = children[0].player == shorter.root_player();
        std::size_t chosen = 0;
        ProofNumber least = kInfinite;
        for (std::size_t i = 0; i < children.size(); ++i) {
          if (children[i].visits != later[i].visits) chosen = i;
          least = std::min(least, children[i].layers[0].easy(or_node));
        }
        CHECK(children[chosen].layers[0].easy(or_node) == least);
        ++steps;
        before = &children[chosen];
        after = &later[chosen];
      }
    }
  }
  CHECK(steps > static_cast<int>(samples(300)) * 3);
}

}  // namespace ludex::tests
