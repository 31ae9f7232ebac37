#include <string>
#include <vector>

#include "agents/cns/search.hpp"
#include "agents/common/proof-number/pns_search.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/solved_boards.hpp"
#include "tests/support/toy_games.hpp"

namespace ludex::tests {

namespace {

// A random tree without draws, which writes down whose moves were asked for. The mover may change
// irregularly.
class LoggingTree {
 public:
  struct State {
    std::uint64_t node;
    std::uint32_t ply;
    GameStatus status;
  };
  LoggingTree(std::uint64_t seed, std::vector<std::uint64_t>& log) : seed_(seed), log_(&log) {}
  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kPerfectInformation | kDeterministic,
            .max_moves = 5,
            .max_plies = kPlies,
            .move_classes = 5,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const { return {mix64(seed_), 0, GameStatus::kOngoing}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept {
    return s.node % 8 == 0 ? 1 - s.ply % 2U : s.ply % 2U;
  }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status; }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    log_->push_back(s.node);
    const auto count = static_cast<std::uint32_t>(1 + (s.node >> 8) % 5);
    for (std::uint32_t i = 0; i < count; ++i) out[i] = Move{i};
    return count;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    s.node = mix64(s.node + static_cast<std::uint32_t>(move) + 1);
    ++s.ply;
    if (s.ply == kPlies || (s.node >> 20) % 7 == 0) s.status = win_for((s.node >> 30) % 2);
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
  static constexpr std::uint32_t kPlies = 9;
  std::uint64_t seed_;
  std::vector<std::uint64_t>* log_;
};

const std::vector<Settings> kVariants{
    {},
    {{"interval", "fixed"}, {"delta_p", "5"}, {"delta_d", "5"}},
    {{"interval", "threshold"}, {"P_max", "1"}, {"D_max", "1"}, {"tolerance", "3"}},
    {{"leaf", "multi-step"}, {"delta", "3"}, {"eta", "0.25"}},
    {{"leaf", "linear"}, {"delta", "2"}, {"leaf_cap", "5"}},
};

}  // namespace

TEST_CASE("cns keeps the agent contract") {
  const OwnedGame tictactoe = make_game("mnk");
  Exhaustive truth;
  check_agent_contract("cns", *tictactoe, {{"memory_mib", "64"}}, samples(20), &truth);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Exhaustive layered;
    const OwnedGame game = make_game(LayeredGame(12, 30, seed));
    check_agent_contract("cns", *game, {{"memory_mib", "64"}}, samples(20), &layered);
  }
}

TEST_CASE("cns solves random graphs as exhaustive search does") {
  Rng rng = Rng::seeded(21);
  for (std::uint64_t seed = 0; seed < samples(200); ++seed) {
    Settings settings = kVariants[seed % 5];
    settings.push_back({"memory_mib", "64"});
    const OwnedAgent agent = make_agent("cns", settings);
    const OwnedGame game = make_game(LayeredGame(8, 3 + rng.below(20), seed));
    Exhaustive truth;
    CAPTURE(seed);
    begin(*agent, *game, seed);
    for (int i = 0; i < 3; ++i) check_solutions(*agent, random_position(*game, rng.below(5), rng), truth);
    const OwnedGame walk = make_game(WalkGame(4 + rng.below(8), seed));
    Exhaustive walks([](const Position& p) { return fnv1a(p.text()); });
    begin(*agent, *walk, seed);
    for (int i = 0; i < 3; ++i) check_solutions(*agent, random_position(*walk, rng.below(5), rng), walks);
  }
}

TEST_CASE("with two values cns is pns, leaf for leaf") {
  // No evaluation: a leaf is neither won nor lost, and that is all there is to say.
  using agents::proof_number::PnsEngine;
  std::size_t expansions = 0;
  for (std::uint64_t seed = 0; seed < samples(300); ++seed) {
    std::vector<std::uint64_t> log;
    const OwnedGame game = make_game(LoggingTree(seed, log));
    const Position start(*game);
    Budget budget{};
    budget.threads = 1;
    const std::uint32_t never = 0;
    budget.stop = &never;

    agents::proof_number::Settings plain;
    plain.shuffle = false;
    plain.memory_mib = 16;
    PnsEngine pns;
    pns.new_game(*game, plain);
    BudgetMeter one(budget);
    pns.start(start.state(), agents::Identity::kPosition, 5, 0);
    log.clear();
    const auto verdict = pns.ask({start.to_move(), 1, false}, one);
    const std::vector<std::uint64_t> by_pns = log;
    REQUIRE(verdict.value.solved());

    agents::cns::Settings settings;
    settings.own = {seed % 3 == 0 ? 0U : 3U, static_cast<std::int32_t>(seed % 2) * 50};
    settings.other = {static_cast<std::uint32_t>(seed % 5), 50};
    settings.shuffle = false;
    settings.memory_mib = 16;
    agents::cns::CnsSearch cns;
    cns.new_game(*game, settings);
    BudgetMeter two(budget);
    log.clear();
    cns.start(start.state(), agents::staircase::Draws::kZero, 5, 0, two);
    ProgressBoard nobody;
    cns.run(nobody, [](SearchProgress&) {});
    CHECK(log == by_pns);
    CHECK(cns.proven(cns.root(), false).outcome() == (verdict.yes() ? Outcome::kWin : Outcome::kLoss));
    expansions += log.size();
  }
  CHECK(expansions > 100);
}

TEST_CASE("cns: small boards") {
  for (const SolvedBoard& board : solved_boards("mnk", Effort::kTrivial)) {
    CAPTURE(board.text());
    const OwnedGame game = board.make();
    const OwnedAgent agent = make_agent("cns", {{"memory_mib", "512"}});
    begin(*agent, *game, 1);
    CHECK(solve(*agent, Position(*game), Goal::kValue).report.outcome == board.value);
  }
}

}  // namespace ludex::tests
