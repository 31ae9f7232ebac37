#include "agents/common/proof-number/engine.hpp"
#include "agents/common/proof-number/pns_search.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

namespace {

// A random tree: every position has one way to it.
class TreeGame {
 public:
  struct State {
    std::uint64_t node;
    std::uint32_t ply;
    GameStatus status;
  };
  TreeGame(std::uint32_t plies, std::uint64_t seed) : plies_(plies), seed_(seed) {}
  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kPerfectInformation | kDeterministic,
            .max_moves = 5,
            .max_plies = plies_,
            .move_classes = 5,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const { return {mix64(seed_), 0, GameStatus::kOngoing}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept {
    return s.node % 8 == 0 ? 1 - s.ply % 2U : s.ply % 2U;  // now and then twice in succession
  }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status; }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    const auto count = static_cast<std::uint32_t>(1 + (s.node >> 8) % 5);
    for (std::uint32_t i = 0; i < count; ++i) out[i] = Move{i};
    return count;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    s.node = mix64(s.node + static_cast<std::uint32_t>(move) + 1);
    ++s.ply;
    if (s.ply == plies_ || (s.node >> 20) % 7 == 0)
      s.status = static_cast<GameStatus>(1 + (s.node >> 30) % 3);
    return s.status;
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.node; }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return std::to_string(static_cast<std::uint32_t>(move));
  }
  [[nodiscard]] std::string position_text(const State& s) const { return std::to_string(s.node); }
  [[nodiscard]] Result<State> parse_position(std::string_view) const { return Error{"not needed"}; }
  [[nodiscard]] std::string board_text(const State& s) const { return position_text(s); }

 private:
  std::uint32_t plies_;
  std::uint64_t seed_;
};

}  // namespace

TEST_CASE("pns and PN^2 keep the agent contract") {
  const OwnedGame tictactoe = make_game("mnk");
  Exhaustive truth;
  check_agent_contract("pns", *tictactoe, {{"memory_mib", "16"}}, samples(40), &truth);
  check_agent_contract("pns", *tictactoe,
                       {{"pn2", "100000"}, {"pn2_a", "10"}, {"pn2_b", "5"}, {"memory_mib", "16"}},
                       samples(40), &truth);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Exhaustive layered;
    check_agent_contract("pns", *make_game(LayeredGame(12, 30, seed)), {{"memory_mib", "16"}}, samples(20),
                         &layered);
  }
}

TEST_CASE("pns solves random graphs as exhaustive search does") {
  const std::vector<Settings> variants{
      {},
      {{"init", "mobility"}, {"weak", "true"}},
      {{"pn2", "10000"}, {"pn2_a", "20"}, {"pn2_b", "10"}},
      {{"widen_base", "1"}, {"widen_fraction", "0.3"}, {"init", "evaluation"}}};
  solve_random_graphs("pns", variants, samples(300));
}

TEST_CASE("without transpositions, df-pn with unlimited memory expands what pns expands (Nagai 1999)") {
  using agents::proof_number::DfPnEngine;
  using agents::proof_number::PnsEngine;
  using agents::proof_number::Question;
  const std::uint32_t never = 0;
  Budget unlimited{};
  unlimited.threads = 1;
  unlimited.stop = &never;
  std::uint64_t expansions = 0;
  for (std::uint64_t seed = 0; seed < samples(300); ++seed) {
    const OwnedGame game = make_game(TreeGame(9, seed));
    for (const bool weak : {false, true}) {
      for (const std::uint32_t unit : {1U, 3U}) {
        agents::proof_number::Settings settings;
        settings.ties_first = true;
        settings.weak = weak;
        settings.unit = unit;
        settings.init =
            seed % 2 == 0 ? agents::proof_number::Init::kOne : agents::proof_number::Init::kMobility;
        settings.memory_mib = 8;
        DfPnEngine depth_first;
        PnsEngine best_first;
        depth_first.new_game(*game, settings);
        best_first.new_game(*game, settings);
        const Position start(*game);
        const Question question{start.to_move(), static_cast<std::int32_t>(seed % 2), false};
        const auto identity = agents::Identity::kPosition;
        for (const std::uint64_t limit : {10U, 40U, 0U}) {
          // Up to a number of expansions, and to the end.
          Budget budget = unlimited;
          budget.iterations = limit;
          BudgetMeter one(budget);
          BudgetMeter two(budget);
          depth_first.start(start.state(), identity, 5, 0);
          best_first.start(start.state(), identity, 5, 0);
          const auto a = depth_first.ask(question, one);
          const auto b = best_first.ask(question, two);
          CHECK(a.value.solved() == b.value.solved());
          if (limit == 0) CHECK(a.value == b.value);
          if (limit == 0) CHECK(a.value.solved());
          CHECK(depth_first.effort().expansions == best_first.effort().expansions);
          // Keys of both are those of the positions, each with a salt of its own.
          expansions += best_first.effort().expansions;
        }
      }
    }
  }
  CHECK(expansions > 0);
}

TEST_CASE("Othello endgames by pns") {
  const auto path = oracle("othello/endgames_10.csv");
  if (!path) return;
  const OwnedGame game = make_game("othello", {{"end", "no-moves"}});
  const OwnedAgent plain = make_agent("pns");
  const OwnedAgent squared = make_agent(
      "pns",
      {{"init", "mobility"}, {"pn2", "1000000"}, {"pn2_a", "300"}, {"pn2_b", "100"}, {"memory_mib", "64"}});
  begin(*plain, *game, 1);
  begin(*squared, *game, 2);
  std::size_t checked = 0;
  for (const auto& row : read_csv(*path)) {
    if (checked == samples(250)) break;
    const auto position = Position::from_text(*game, row.at("position") + " " + row.at("side"));
    REQUIRE(position);
    const int score = std::stoi(row.at("score"));
    for (Agent* agent : {plain.get(), squared.get()}) {
      CHECK(solve(*agent, *position, Goal::kWin).answer == (score > 0 ? 1 : 0));
      CHECK(solve(*agent, *position, Goal::kDraw).answer == (score >= 0 ? 1 : 0));
    }
    ++checked;
  }
  CHECK((checked > 10 || kSanitized));
}

}  // namespace ludex::tests
