#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "agents/gpn-mcts/search.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/solved_boards.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

using agents::gpn_mcts::BiasKind;
using agents::gpn_mcts::GpnConfig;
using agents::gpn_mcts::GpnPolicy;
using agents::mcts::Search;

namespace {

constexpr double kNever = 1e30;

// A layered graph for three players, with draws; the mover changes at random.
class ThreeGame : public LayeredGame {
 public:
  ThreeGame(std::uint32_t levels, std::uint32_t width, std::uint64_t seed)
      : LayeredGame(levels, width, seed), seed_(seed) {}

  [[nodiscard]] GameTraits traits() const {
    GameTraits traits = LayeredGame::traits();
    traits.players = 3;
    return traits;
  }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return pick(s, 11) % 3; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept {
    return is_over(LayeredGame::status(s)) ? static_cast<GameStatus>(1 + pick(s, 12) % 4)
                                           : GameStatus::kOngoing;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    LayeredGame::apply(s, move);
    return status(s);
  }

 private:
  [[nodiscard]] std::uint32_t pick(const State& s, std::uint64_t what) const noexcept {
    return static_cast<std::uint32_t>(mix64(hash_combine(seed_, hash(s)) + what) >> 33);
  }
  std::uint64_t seed_;
};

// Counts the numbers, bounds and biases of every node anew from sections 3.2 to 3.4 of mcts.md, in another
// order: from the leaves upwards, in floating point.
template <std::size_t kPlayers>
class Recount {
 public:
  using Tree = Search<GpnPolicy<kPlayers>>;
  using N = typename Tree::N;

  Recount(const Tree& tree, const Game& game, const GpnConfig& config)
      : tree_(tree), game_(game), config_(config) {}

  int check(const Position& root) {
    numbers(tree_.root(), root);
    return nodes_;
  }

 private:
  struct Truth {
    std::array<double, kMaxPlayers> proof{};
    std::array<int, kMaxPlayers> least{};
    std::array<int, kMaxPlayers> most{};
  };

  [[nodiscard]] std::uint32_t players() const { return game_.traits().players; }

  Truth end(GameStatus status) const {
    Truth truth;
    for (Player p = 0; p < players(); ++p) {
      const Outcome outcome = outcome_for(status, p);
      truth.proof[p] = outcome == Outcome::kWin ? 0 : kNever;
      truth.least[p] = truth.most[p] = outcome == Outcome::kWin ? 1 : outcome == Outcome::kDraw ? 0 : -1;
    }
    return truth;
  }

  Truth numbers(const N& n, const Position& position) {
    ++nodes_;
    const Truth truth = count(n, position);
    for (Player p = 0; p < players(); ++p) {
      const double stored = n.known.proof[p].is_infinite() ? kNever : n.known.proof[p].value();
      CHECK(stored == truth.proof[p]);
      CHECK(static_cast<int>(n.known.bounds[p].least) == truth.least[p]);
      CHECK(static_cast<int>(n.known.bounds[p].most) == truth.most[p]);
    }
    return truth;
  }

  Truth count(const N& n, const Position& position) {
    if (position.over()) return end(position.status());
    const Player mover = position.to_move();
    const auto moves = position.legal_moves();
    Truth truth;
    const bool opened = n.legal != 0;
    for (Player p = 0; p < players(); ++p) {
      truth.proof[p] = p == mover || !(opened || (config_.mobility && n.visits != 0))
                           ? 1
                           : static_cast<double>(moves.size());
      truth.least[p] = -1;
      truth.most[p] = 1;
    }
    if (!opened) return truth;
    bool wins = false;
    std::vector<Truth> known;
    std::vector<double> movers;
    for (const Move move : moves) {
      const auto children = tree_.children(n);
      const auto child =
          std::find_if(children.begin(), children.end(), [&](const N& c) { return c.move == move; });
      Position next = position;
      next.apply(move);
      wins = wins || winner_of(next.status()) == mover;
      Truth leaf;
      for (Player p = 0; p < players(); ++p) leaf.proof[p] = 1, leaf.least[p] = -1, leaf.most[p] = 1;
      if (child != children.end()) leaf = numbers(*child, next);
      known.push_back(leaf);
      movers.push_back(leaf.proof[mover]);
    }
    if (wins && config_.tactics && find<Tactics>(game_) != nullptr) return end(win_for(mover));
    const bool complete = n.size == moves.size();
    for (Player p = 0; p < players(); ++p) {
      double sum = 0;
      double least = kNever;
      for (const Truth& t : known) {
        sum = std::min(kNever, sum + t.proof[p]);
        least = std::min(least, t.proof[p]);
      }
      truth.proof[p] = p == mover ? least : sum;
      int low = 1;
      int high = -1;
      int low_most = 1;
      int high_most = -1;
      for (const Truth& t : known) {
        low = std::min(low, t.least[p]);
        high = std::max(high, t.least[p]);
        low_most = std::min(low_most, t.most[p]);
        high_most = std::max(high_most, t.most[p]);
      }
      truth.least[p] = p == mover ? high : low;
      truth.most[p] = p != mover && players() == 2 ? low_most : complete ? high_most : 1;
    }
    for (Player p = 0; p < players(); ++p) {
      if (truth.proof[p] == 0) return end(win_for(p));
    }
    if (n.known.result() == GameStatus::kOngoing) biases(n, movers);
    return truth;
  }

  // `x`: the mover's numbers of all legal moves.
  void biases(const N& n, const std::vector<double>& x) const {
    for (const N& child : tree_.children(n)) {
      const double own = number(child, child.player);
      CHECK(child.bias == doctest::Approx(config_.c_pn * bias(own, x)).epsilon(1e-4));
    }
    if (!n.complete()) CHECK(n.untried_bias == doctest::Approx(config_.c_pn * bias(1, x)).epsilon(1e-4));
  }
  static double number(const N& n, Player p) {
    return n.known.proof[p].is_infinite() ? kNever : n.known.proof[p].value();
  }
  [[nodiscard]] double bias(double own, const std::vector<double>& x) const {
    double count = 0;
    double sum = 0;
    double least = kNever;
    double most = 0;
    for (const double v : x) {
      if (v == kNever) continue;
      ++count;
      sum += v;
      least = std::min(least, v);
      most = std::max(most, v);
    }
    const auto rank = [&](double v) {
      return 1.0 + static_cast<double>(std::count_if(x.begin(), x.end(), [&](double o) { return o < v; }));
    };
    if (config_.bias == BiasKind::kRank) {
      double largest = 1;
      for (const double v : x) largest = std::max(largest, rank(v));
      return 1 - rank(own) / (config_.rank_by_largest ? largest : static_cast<double>(x.size()));
    }
    if (own == kNever) return 0;
    switch (config_.bias) {
      case BiasKind::kSum:
        return sum == 0 ? 0 : 1 - own / (1 + sum);
      case BiasKind::kMax:
        return most == 0 ? 0 : 1 - (own - least) / (1 + most - least);
      case BiasKind::kLog:
        return 1 - std::log(1 + own - least) / std::log(2 + most - least);
      case BiasKind::kExp:
        return std::exp(-(own - least) / (1 + sum / count - least));
      default: {
        double excess = 0;
        for (const double v : x) excess += v == kNever ? 0 : v - least;
        return 1 - (own - least) / (1 + excess);
      }
    }
  }

  const Tree& tree_;
  const Game& game_;
  const GpnConfig& config_;
  int nodes_ = 0;
};

template <std::size_t kPlayers>
int recount(const Game& game, const GpnConfig& config, std::uint64_t seed, std::uint64_t simulations) {
  Search<GpnPolicy<kPlayers>> search(config);
  search.new_game(game, seed);
  Rng rng = Rng::seeded(seed);
  const Position position = random_position(game, rng.below(4), rng);
  SearchReport report = SearchReport::empty(nullptr, 0);
  search.choose(position.state(), iterations(simulations), report);
  return Recount<kPlayers>(search, game, config).check(position);
}

GpnConfig some_config(std::uint64_t seed) {
  GpnConfig config;
  config.bias = static_cast<BiasKind>(seed % 6);
  config.rank_by_largest = seed % 12 == 0;
  config.tactics = seed % 2 == 0;
  config.mobility = seed % 5 == 1;
  config.score_bounds = seed % 4 != 1;
  config.untried_first = seed % 7 == 2;
  config.c_pn = seed % 9 == 4 ? 1e3 : 1.0;
  return config;
}

}  // namespace

TEST_CASE("gpn-mcts keeps the agent contract in every variant") {
  const OwnedGame wide = make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}});
  const OwnedGame layered = make_game(LayeredGame(12, 30, 1));
  for (const Settings& settings :
       {Settings{}, Settings{{"bias", "rank"}, {"rank_divisor", "largest"}}, Settings{{"bias", "sum"}},
        Settings{{"bias", "log"}, {"tree_reuse", "true"}, {"memory_mib", "1"}},
        Settings{{"bias", "exp"}, {"mobility", "true"}}, Settings{{"bias", "excess"}, {"contempt", "1"}},
        Settings{{"untried", "first"}, {"tactics", "false"}},
        Settings{{"score_bounds", "false"}, {"c_pn", "100"}}}) {
    Exhaustive wide_truth;
    check_agent_contract("gpn-mcts", *wide, settings, samples(20), &wide_truth);
    Exhaustive layered_truth;
    check_agent_contract("gpn-mcts", *layered, settings, samples(40), &layered_truth);
  }
}

TEST_CASE("with C_pn = 0 and without bounds gpn-mcts plays simulation for simulation like uct") {
  const OwnedGame games[] = {make_game("mnk", {{"m", "5"}, {"n", "5"}, {"k", "4"}}), make_game("connect-k"),
                             make_game("breakthrough", {{"width", "4"}, {"height", "5"}}),
                             make_game("knightthrough")};
  const OwnedAgent uct = make_agent("uct");
  const OwnedAgent gpn = make_agent(
      "gpn-mcts", {{"c_pn", "0"}, {"score_bounds", "false"}, {"untried", "first"}, {"tactics", "false"}});
  for (const auto& game : games) {
    Rng rng = Rng::seeded(3);
    for (std::uint32_t i = 0; i < samples(20); ++i) {
      const Position position = random_position(*game, rng.below(12), rng);
      begin(*uct, *game, i);
      begin(*gpn, *game, i);
      const std::uint64_t n = 1 + rng.below(2000);
      const Answer a = ask(*uct, position, iterations(n));
      const Answer b = ask(*gpn, position, iterations(n));
      CHECK(a.report.nodes == b.report.nodes);
      CHECK(a.report.depth == b.report.depth);
      REQUIRE(a.root.size() == b.root.size());
      for (std::size_t k = 0; k < a.root.size(); ++k) {
        CHECK(a.root[k].move == b.root[k].move);
        CHECK(a.root[k].visits == b.root[k].visits);
      }
    }
  }
}

TEST_CASE("numbers, bounds and biases of every player equal a recount of the explicit tree") {
  int nodes = 0;
  for (std::uint64_t seed = 0; seed < samples(240); ++seed) {
    const GpnConfig config = some_config(seed);
    const std::uint64_t n = 1 + mix64(seed) % 400;
    nodes += recount<2>(*make_game(LayeredGame(9, 12, seed)), config, seed, n);
    nodes += recount<2>(*make_game("mnk"), config, seed, n);
    nodes += recount<2>(*make_game("breakthrough", {{"width", "3"}, {"height", "5"}}), config, seed, n);
    nodes += recount<kMaxPlayers>(*make_game(ThreeGame(9, 12, seed)), config, seed, n);
  }
  CHECK(nodes > static_cast<int>(samples(240)) * 200);
}

TEST_CASE("three players: a proven win is one against any play of the others, and the contract holds") {
  // What a player can force alone, by plain search.
  struct Force {
    Player player;
    bool operator()(const Position& p) const {
      if (p.over()) return winner_of(p.status()) == player;
      const auto moves = p.legal_moves();
      const auto good = [&](Move move) {
        Position next = p;
        next.apply(move);
        return (*this)(next);
      };
      return p.to_move() == player ? std::any_of(moves.begin(), moves.end(), good)
                                   : std::all_of(moves.begin(), moves.end(), good);
    }
  };
  int claims = 0;
  for (std::uint64_t seed = 0; seed < samples(1000); ++seed) {
    const OwnedGame game = make_game(ThreeGame(5, 10, seed));
    const OwnedAgent agent = make_agent("gpn-mcts", {{"score_bounds", seed % 2 == 0 ? "true" : "false"}});
    begin(*agent, *game, seed);
    const Position position(*game);
    const Answer answer = ask(*agent, position, iterations(3000));
    check_report(position, answer);
    for (const RootMove& root : answer.root) {
      if (root.outcome != Outcome::kWin) continue;
      ++claims;
      Position next = position;
      next.apply(root.move);
      CHECK(Force{position.to_move()}(next));
    }
    if (Force{position.to_move()}(position) && seed % 2 == 0) CHECK(answer.report.outcome == Outcome::kWin);
  }
  CHECK(claims > static_cast<int>(samples(1000)) / 20);
  check_agent_contract("gpn-mcts", *make_game(ThreeGame(10, 20, 5)), {{"score_bounds", "false"}}, samples(20),
                       nullptr);
}

TEST_CASE("proofs of gpn-mcts never contradict exhaustive search") {
  struct Board {
    OwnedGame game;
    std::uint32_t plies;
  };
  Board boards[] = {{make_game("breakthrough", {{"width", "3"}, {"height", "5"}}), 12},
                    {make_game("knightthrough", {{"width", "4"}, {"height", "5"}}), 8},
                    {make_game("mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}}), 8},
                    {make_game("connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}}), 10},
                    {make_game("hex", {{"size", "3"}}), 6}};
  const Settings variants[] = {{},
                               {{"bias", "rank"}, {"tactics", "false"}, {"tree_reuse", "true"}},
                               {{"bias", "sum"}, {"mobility", "true"}, {"c_pn", "5"}},
                               {{"score_bounds", "false"}, {"untried", "first"}}};
  for (const Board& board : boards) {
    Exhaustive truth;
    int claims = 0;
    Rng rng = Rng::seeded(7);
    for (const Settings& settings : variants) {
      const OwnedAgent agent = make_agent("gpn-mcts", settings);
      begin(*agent, *board.game, 1);
      for (std::uint32_t i = 0; i < samples(1000); ++i) {
        const Position position = random_position(*board.game, rng.below(board.plies), rng);
        claims += check_proofs(position, ask(*agent, position, iterations(1 + rng.below(150))), truth);
      }
      // A whole game with its tree.
      for (std::uint64_t seed = 0; seed < samples(20); ++seed) {
        begin(*agent, *board.game, seed);
        Position position(*board.game);
        StringSink error;
        while (!position.over()) {
          const Answer answer = ask(*agent, position, iterations(1 + rng.below(150)));
          claims += check_proofs(position, answer, truth);
          REQUIRE(agent->observe(position.state(), answer.move, error) == Status::kOk);
          position.apply(answer.move);
        }
      }
    }
    CHECK(claims > static_cast<int>(samples(1000)));
  }
}

TEST_CASE("proofs when the tree is full, and where values depend on the way") {
  const OwnedGame game = make_game("connect-k", {{"width", "4"}, {"height", "4"}});
  Exhaustive truth;
  int claims = 0;
  Rng rng = Rng::seeded(9);
  for (const char* bounds : {"true", "false"}) {
    const OwnedAgent agent = make_agent("gpn-mcts", {{"score_bounds", bounds}});
    begin(*agent, *game, 1);
    for (std::uint32_t i = 0; i < samples(10); ++i) {
      const Position position = random_position(*game, rng.below(5), rng);
      Budget budget = iterations(100'000);
      budget.memory_mib = 1;
      claims += check_proofs(position, ask(*agent, position, budget), truth);
    }
  }
  const OwnedAgent agent = make_agent("gpn-mcts", {{"tree_reuse", "true"}});
  for (std::uint64_t seed = 0; seed < samples(300); ++seed) {
    const OwnedGame walk = make_game(WalkGame(6 + rng.below(8), seed));
    Exhaustive walks([](const Position& p) { return fnv1a(p.text()); });
    begin(*agent, *walk, seed);
    Position position(*walk);
    while (!position.over()) {
      const Answer answer = ask(*agent, position, iterations(1 + rng.below(500)));
      claims += check_proofs(position, answer, walks);
      StringSink error;
      REQUIRE(agent->observe(position.state(), answer.move, error) == Status::kOk);
      position.apply(answer.move);
    }
  }
  CHECK(claims > static_cast<int>(samples(300)));
}

TEST_CASE("gpn-mcts solves tic-tac-toe and 4,3,3 from the start") {
  const OwnedAgent agent = make_agent("gpn-mcts");
  for (const SolvedBoard& board : solved_boards("mnk", Effort::kTrivial)) {
    CAPTURE(board.text());
    const OwnedGame game = board.make();
    begin(*agent, *game, 1);
    CHECK(ask(*agent, Position(*game), iterations(400'000)).report.outcome == board.value);
  }
}

}  // namespace ludex::tests
