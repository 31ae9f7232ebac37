// players=maxn, paranoid and best-reply of uct.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "agents/common/mcts/others.hpp"
#include "agents/common/mcts/policy.hpp"
#include "agents/common/mcts/search.hpp"
#include "core/util/hash.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/chance_tree.hpp"
#include "tests/support/expectation.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

namespace {

using namespace agents::mcts;

using Plain = Search<BasicPolicy<>>;
using Others = Search<OthersPolicy<BasicPolicy<OthersNode<Node>, OthersExtra<NoExtra>>>>;

template <class A, class B>
void check_same_tree(const A& a, const typename A::NodeType& x, const B& b, const typename B::NodeType& y,
                     int& nodes) {
  ++nodes;
  REQUIRE(x.size == y.size);
  CHECK(x.visits == y.visits);
  const double one = x.sum;
  const double two = y.sum;
  CHECK(one == two);
  CHECK(x.move == y.move);
  for (std::size_t i = 0; i < x.size; ++i) check_same_tree(a, a.children(x)[i], b, b.children(y)[i], nodes);
}

// The value of best-reply search for `root_`, as the paper and others.hpp define it, by exhaustive search.
class BestReplyValue {
 public:
  BestReplyValue(Player root, std::uint32_t players) : root_(root), players_(players) {}

  double of(const Position& p, int replier = -1, std::uint32_t waited = 0) {
    if (p.over()) {
      std::array<float, kMaxPlayers> returns{};
      p.game().returns(p.state(), returns.data());
      return static_cast<double>(returns[root_]);
    }
    const auto key = std::tuple(p.hash(), replier, waited);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const auto moves = p.legal_moves();
    const Player mover = p.to_move();
    const auto after = [&](Move move, int who, std::uint32_t count) {
      Position next = p;
      next.apply(move);
      return of(next, who, count);
    };
    const Move unsearched = moves[mix64(p.hash()) % moves.size()];
    double value = 2;
    if (mover == root_) {
      value = -2;
      for (const Move move : moves) value = std::max(value, after(move, -1, 0));
    } else if (replier == -1 || replier == static_cast<int>(mover)) {
      for (const Move move : moves) value = std::min(value, after(move, static_cast<int>(mover), waited));
      if (replier == -1 && waited + 2 < players_) value = std::min(value, after(unsearched, -1, waited + 1));
    } else {
      value = after(unsearched, replier, waited);
    }
    return known_[key] = value;
  }

 private:
  Player root_;
  std::uint32_t players_;
  std::map<std::tuple<std::uint64_t, int, std::uint32_t>, double> known_;
};

Answer search(const Game& game, const Position& position, const char* players, const char* history = "0") {
  const OwnedAgent agent = make_agent("uct", {{"c", "0.7"}, {"players", players}, {"history", history}});
  begin(*agent, game, 1);
  return ask(*agent, position, iterations(100'000));
}

}  // namespace

TEST_CASE("with two players max^n, paranoid and best-reply grow the same tree") {
  std::vector<OwnedGame> games;
  for (std::uint64_t seed = 0; seed < samples(20); ++seed)
    games.push_back(make_game(ChanceTree({.levels = 8, .width = 30, .chance_percent = 0}, seed)));
  games.push_back(make_game("connect-k"));
  for (const OwnedGame& game : games) {
    for (const Players players : {Players::kParanoid, Players::kBestReply}) {
      CommonConfig config;
      Plain plain(config);
      config.players = players;
      Others others(config);
      plain.new_game(*game, 7);
      others.new_game(*game, 7);
      const Position position(*game);
      SearchReport one = SearchReport::empty(nullptr, 0);
      SearchReport two = one;
      CHECK(plain.choose(position.state(), iterations(3000), one) ==
            others.choose(position.state(), iterations(3000), two));
      CHECK(one.value == two.value);
      int nodes = 0;
      check_same_tree(plain, plain.root(), others, others.root(), nodes);
      CHECK(nodes > 20);
    }
  }
}

TEST_CASE("paranoid search converges to the value against all others") {
  Rng rng = Rng::seeded(5);
  for (std::uint64_t seed = 0; seed < samples(12); ++seed) {
    CAPTURE(seed);
    // Also with chance.
    const std::uint32_t chance = seed % 2 == 0 ? 0 : 30;
    const OwnedGame game = make_game(
        ChanceTree({.levels = 6, .width = 24, .players = 3 + rng.below(3), .chance_percent = chance}, seed));
    const Position position = random_position(*game, rng.below(2), rng);
    Expectation exact(position.to_move());
    for (const char* history : {"0", "0.1"}) {
      const Answer answer = search(*game, position, "paranoid", history);
      CHECK(std::abs(answer.report.value - exact.of(position)) < 0.04);
      CHECK(exact.after(position, answer.move) > exact.of(position) - 0.04);
    }
  }
}

TEST_CASE("best-reply search converges to the value against one reply, never below the paranoid one") {
  Rng rng = Rng::seeded(6);
  int above = 0;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    CAPTURE(seed);
    const std::uint32_t players = 3 + rng.below(3);
    const OwnedGame game =
        make_game(ChanceTree({.levels = 7, .width = 24, .players = players, .chance_percent = 0}, seed));
    const Position position = random_position(*game, rng.below(2), rng);
    const Player root = position.to_move();
    const double exact = BestReplyValue(root, players).of(position);
    const double paranoid = Expectation(root).of(position);
    CHECK(exact >= paranoid);
    above += exact > paranoid ? 1 : 0;
    if (seed < samples(16))
      CHECK(std::abs(search(*game, position, "best-reply").report.value - exact) < 0.04);
  }
  CHECK(above > 0);
}

TEST_CASE("who proves needs two players or a number for each of them") {
  const OwnedGame game = make_game(ChanceTree({.players = 3, .chance_percent = 0}, 1));
  for (const char* id : {"pn-mcts", "pns", "df-pn", "cns", "mtd"}) {
    StringSink reason;
    CHECK(agent_factory(id).supports(game.get(), reason) == Status::kUnsupported);
    CHECK(reason.text().find("two") != std::string::npos);
  }
  StringSink reason;
  CHECK(agent_factory("gpn-mcts").supports(game.get(), reason) == Status::kOk);
}

}  // namespace ludex::tests
