#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "agents/common/model/model.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/searched.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {
namespace {

const std::vector<Settings> kVariants{
    {},
    {{"search", "descent"}},
    {{"evaluation", "false"}},
    {{"search", "descent"}, {"evaluation", "false"}, {"terminal", "result"}},
    {{"terminal", "score"}, {"decision", "value"}},
    {{"completion", "false"}},
    {{"completion", "false"}, {"search", "descent"}},
};

// The search of the paper without completion, word by word: a tree of positions, values of the first player.
class Plain {
 public:
  Plain(const Position& root, bool to_the_end, std::uint64_t limit)
      : player_(root.to_move()),
        evaluate_(find<Evaluate>(root.game())),
        to_the_end_(to_the_end),
        left_(limit),
        root_{root} {
    while (!stopped_) iterate(root_);
  }
  struct Node {
    Position position;
    Move move = kNoMove;
    double value = 0;
    std::uint64_t visits = 0;
    std::vector<Node> children = {};
  };
  [[nodiscard]] const std::vector<Node>& moves() const { return root_.children; }

 private:
  // The child with the best value for the side to move; of equal ones the least visited.
  Node& best(Node& node) const {
    const double sign = node.position.to_move() == player_ ? 1 : -1;
    return *std::max_element(node.children.begin(), node.children.end(), [&](const Node& a, const Node& b) {
      return sign * a.value < sign * b.value || (a.value == b.value && a.visits > b.visits);
    });
  }
  void iterate(Node& node) {
    bool fresh = false;
    if (node.children.empty()) {
      if (left_ == 0) stopped_ = true;
      if (stopped_) return;
      --left_;
      if (node.position.over()) return;
      for (const Move move : node.position.legal_moves()) {
        Node child{node.position, move};
        child.value = first_value(child.position, move);
        node.children.push_back(std::move(child));
      }
      fresh = true;
    }
    if (!fresh || to_the_end_) {
      Node& child = best(node);
      ++child.visits;
      iterate(child);
    }
    node.value = best(node).value;
  }
  double first_value(Position& position, Move move) const {
    const GameStatus status = position.apply(move);
    if (is_over(status)) {
      const Outcome outcome = outcome_for(status, player_);
      return outcome == Outcome::kWin ? 31000 : outcome == Outcome::kLoss ? -31000 : 0;
    }
    const double value = evaluate_->evaluate(position.state());
    return position.to_move() == player_ ? value : -value;
  }

  Player player_;
  const Evaluate* evaluate_;
  bool to_the_end_;
  std::uint64_t left_;
  bool stopped_ = false;
  Node root_;
};

}  // namespace

TEST_CASE("descent keeps the agent contract") {
  const OwnedGame tictactoe = make_game("mnk");
  Exhaustive truth;
  for (const Settings& settings : kVariants)
    check_agent_contract("descent", *tictactoe, with(settings, "memory_mib", "16"), samples(10), &truth);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Exhaustive layered;
    check_agent_contract("descent", *make_game(LayeredGame(12, 30, seed)),
                         with(kVariants[seed], "memory_mib", "16"), samples(20), &layered);
  }
}

TEST_CASE("descent solves random graphs, also with recurrences, as exhaustive search does") {
  solve_random_graphs("descent", kVariants, samples(400));
}

TEST_CASE("descent with completion plays the exact result of small boards, with any evaluation") {
  struct Board {
    const char* game;
    Settings settings;
    std::uint32_t plies;
  };
  const std::vector<Board> boards{
      {"mnk", {{"m", "4"}, {"n", "3"}, {"k", "3"}}, 6},
      {"hex", {{"size", "3"}}, 4},
      {"connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}}, 8},
      {"breakthrough", {{"width", "3"}, {"height", "4"}}, 6},
      {"othello", {{"size", "4"}}, 8},
  };
  Rng rng = Rng::seeded(7);
  for (const Board& board : boards) {
    const OwnedGame game = make_game(board.game, board.settings);
    Exhaustive truth;
    for (std::uint32_t i = 0; i < samples(60); ++i) {
      const Position position = random_position(*game, 1 + rng.below(board.plies), rng);
      const Settings& settings = kVariants[i % 5];
      const Answer answer = searched("descent", settings, position, iterations(300'000), i);
      CAPTURE(board.game);
      CAPTURE(position.text());
      CHECK(answer.report.outcome == truth.solve(position));
      CHECK(truth.after(position, answer.move, position.to_move()) == truth.solve(position));
      check_report(position, answer);
      CHECK(check_proofs(position, answer, truth) >= 2);
      // Unfinished searches claim less, but nothing wrong.
      const Answer early = searched("descent", settings, position, iterations(1 + rng.below(60)), i);
      check_proofs(position, early, truth);
    }
  }
}

TEST_CASE("descent finds scores as minimax does") {
  const OwnedGame game = make_game("othello", {{"size", "4"}, {"end", "no-moves"}});
  const auto* const score = find<Score>(*game);
  std::map<std::uint64_t, std::int32_t> memo;
  const std::function<std::int32_t(const Position&)> minimax = [&](const Position& p) {
    if (const auto known = memo.find(p.hash()); known != memo.end()) return known->second;
    std::int32_t best = -100;
    for (const Move move : p.legal_moves()) {
      Position next = p;
      best = std::max(best,
                      is_over(next.apply(move)) ? score->score(next.state(), p.to_move()) : -minimax(next));
    }
    return memo[p.hash()] = best;
  };
  Rng rng = Rng::seeded(9);
  for (std::uint32_t i = 0; i < samples(40); ++i) {
    const Position position = random_position(*game, 3 + rng.below(6), rng);
    const OwnedAgent agent = make_agent("descent", {{"search", i % 2 == 0 ? "ubfm" : "descent"}});
    begin(*agent, *game, i);
    const Solution solution = solve(*agent, position, Goal::kValue);
    CHECK(solution.report.value_unit == ValueUnit::kScore);
    CHECK(solution.report.bound == ValueBound::kExact);
    CHECK(solution.report.value == minimax(position));
    // As a player, by the same score: 100 centi-units a disc.
    const Answer answer = searched("descent", {{"terminal", "score"}}, position, iterations(300'000), i);
    CHECK(answer.report.value == 100 * minimax(position));
  }
}

TEST_CASE("descent without completion is the search of the paper") {
  Rng rng = Rng::seeded(3);
  for (std::uint64_t seed = 0; seed < samples(60); ++seed) {
    const OwnedGame game = make_game(LayeredGame(10, 20, seed));
    const Position position = random_position(*game, rng.below(4), rng);
    const bool to_the_end = seed % 2 != 0;
    const std::uint64_t limit = 1 + rng.below(150);
    const Answer answer = searched("descent",
                                   {{"completion", "false"},
                                    {"terminal", "result"},
                                    {"shuffle", "false"},
                                    {"search", to_the_end ? "descent" : "ubfm"}},
                                   position, iterations(limit));
    // A search that has proven the root ends; the paper's goes on.
    const Plain plain(position, to_the_end, answer.report.iterations);
    REQUIRE(answer.root.size() == plain.moves().size());
    for (std::size_t i = 0; i < answer.root.size(); ++i) {
      CHECK(answer.root[i].move == plain.moves()[i].move);
      CHECK(answer.root[i].value == plain.moves()[i].value);
      if (answer.report.iterations == limit) CHECK(answer.root[i].visits == plain.moves()[i].visits);
    }
  }
}

TEST_CASE("completion changes nothing while no game has ended in the tree") {
  for (const char* id : {"othello", "hex", "checkers"}) {
    const OwnedGame game = make_game(id);
    const Position position(*game);
    for (const std::uint64_t limit : {1U, 10U, 200U}) {
      const Answer on = searched("descent", {{"completion", "true"}}, position, iterations(limit));
      const Answer off = searched("descent", {{"completion", "false"}}, position, iterations(limit));
      CAPTURE(id);
      CHECK(same_answer(on, off));
      REQUIRE(on.root.size() == off.root.size());
      for (std::size_t i = 0; i < on.root.size(); ++i) {
        CHECK(on.root[i].outcome == Outcome::kUnknown);
        CHECK(on.root[i].value == off.root[i].value);
        CHECK(on.root[i].visits == off.root[i].visits);
      }
    }
  }
}

TEST_CASE("the safest move is the most visited, the other the best valued") {
  const OwnedGame game = make_game("othello");
  Rng rng = Rng::seeded(2);
  for (std::uint32_t i = 0; i < samples(20); ++i) {
    const Position position = random_position(*game, rng.below(20), rng);
    for (const bool safe : {true, false}) {
      const Answer answer =
          searched("descent", {{"decision", safe ? "safe" : "value"}}, position, iterations(150), i);
      const auto key = [&](const RootMove& m) { return safe ? static_cast<double>(m.visits) : m.value; };
      const auto played = std::find_if(answer.root.begin(), answer.root.end(),
                                       [&](const RootMove& m) { return m.move == answer.move; });
      REQUIRE(played != answer.root.end());
      for (const RootMove& move : answer.root) CHECK(key(move) <= key(*played));
    }
  }
}

TEST_CASE("descent goes on to the end of the game, ubfm does not") {
  const OwnedGame game = make_game("hex", {{"size", "5"}});
  const Budget brief = iterations(25);
  CHECK(searched("descent", {{"search", "descent"}, {"evaluation", "false"}}, Position(*game), brief)
            .report.depth >= 9);
  CHECK(searched("descent", {{"search", "ubfm"}, {"evaluation", "false"}}, Position(*game), brief)
            .report.depth <= 2);
}

TEST_CASE("a full tree ends the search") {
  const OwnedGame game = make_game("othello", {{"size", "6"}});
  const Position position(*game);
  for (const char* memory : {"0.0009765625", "0.01", "1"}) {
    for (const char* search : {"ubfm", "descent"}) {
      const Answer answer = searched("descent", {{"memory_mib", memory}, {"search", search}}, position,
                                     iterations(100'000'000));
      CHECK(answer.report.outcome == Outcome::kUnknown);
      CHECK(static_cast<double>(answer.report.tree_bytes) <= std::stod(memory) * 1024 * 1024);
      CHECK(static_cast<double>(answer.report.tree_bytes) >= std::stod(memory) * 1024 * 1024 / 2);
      check_report(position, answer);
    }
  }
  // Not even room for the moves of the root, or no time at all.
  const OwnedGame large = make_game("hex", {{"size", "11"}});
  check_report(Position(*large),
               searched("descent", {{"memory_mib", "0.0009765625"}}, Position(*large), iterations(5)));
  Budget stopped = iterations(5);
  const std::uint32_t stop = 1;
  stopped.stop = &stop;
  check_report(position, searched("descent", {}, position, stopped));
}

TEST_CASE("descent searches with a model's values") {
  const TemporaryFolder folder;
  const OwnedGame game = make_game("connect-k");
  const std::string path = random_model(*game, folder);
  const auto model = agents::model::load_model(path, *game);
  REQUIRE(model);
  const Position position(*game);
  const Settings settings{{"model", path.c_str()}};
  const Answer first = searched("descent", settings, position, iterations(1));
  REQUIRE(first.root.size() == 7);
  std::vector<double> values;
  for (const RootMove& move : first.root) {
    Position next = position;
    next.apply(move.move);
    CHECK(move.value == -std::lround((*model)->evaluate(next.state()) * 10000));
    if (std::find(values.begin(), values.end(), move.value) == values.end()) values.push_back(move.value);
  }
  CHECK(values.size() > 3);
  check_agent_contract("descent", *game, with(settings, "memory_mib", "16"), samples(5), nullptr);
}

}  // namespace ludex::tests
