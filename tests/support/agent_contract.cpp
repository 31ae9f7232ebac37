#include "tests/support/agent_contract.hpp"

#include <algorithm>

#include "core/agent/progress.hpp"
#include "core/contract/report_check.hpp"
#include "core/contract/trail.hpp"

namespace ludex::tests {

Answer ask(Agent& agent, const Position& position, const Budget& budget) {
  Answer answer;
  answer.root.resize(position.game().traits().max_moves);
  answer.report = SearchReport::empty(answer.root.data(), static_cast<std::uint32_t>(answer.root.size()));
  StringSink error;
  const Status status = agent.choose(position.state(), &budget, &answer.report, &answer.move, error);
  REQUIRE_MESSAGE(status == Status::kOk, error.text());
  // What a host would find wrong with it.
  CHECK_MESSAGE(!check_report(answer.report, answer.root.data(), answer.report.root_capacity).any(),
                "the report makes no sense");
  answer.root.resize(answer.report.root_size);
  answer.report.root = nullptr;
  return answer;
}
void begin(Agent& agent, const Game& game, std::uint64_t seed) {
  StringSink error;
  REQUIRE_MESSAGE(agent.new_game(&game, 0, seed, error) == Status::kOk, error.text());
}

void check_report(const Position& position, const Answer& answer) {
  REQUIRE(position.is_legal(answer.move));
  SearchReport report = answer.report;
  std::vector<RootMove> root = answer.root;
  report.root = root.data();
  const auto fault = contract::report_fault(position, answer.move, report, true);
  CHECK_MESSAGE(!fault, (fault ? fault->found + "; expected: " + fault->expected : ""));
}

static void check_progress_of(Agent& agent, const Position& position, const Budget& budget,
                              const Answer& answer) {
  auto* const source = find<ProgressSource>(agent);
  if (source == nullptr) return;
  source->watch(true);
  CHECK(same_answer(answer, ask(agent, position, budget)));
  SearchProgress shown{};
  source->read(&shown);
  source->watch(false);
  ReportFlaws flaws;
  check_value(shown, flaws);
  CHECK_FALSE(flaws.any());
  CHECK(shown.nodes <= answer.report.nodes);
  CHECK(shown.iterations <= answer.report.iterations);
  CHECK(shown.depth <= answer.report.depth);
  REQUIRE(shown.pv_size <= kMaxProgressPv);
  Position line = position;
  for (std::uint32_t i = 0; i < shown.pv_size; ++i) {
    REQUIRE(line.is_legal(shown.pv[i]));
    line.apply(shown.pv[i]);
  }
}

int check_proofs(const Position& position, const Answer& answer, Exhaustive& truth) {
  const contract::ProofReading reading = contract::read_proofs(position, answer, truth);
  CHECK_MESSAGE(!reading.fault, (reading.fault ? reading.fault->found + "; " + reading.fault->expected : ""));
  return reading.claims;
}

void check_agent_contract(const std::string& id, const Game& game, const Settings& settings,
                          std::uint32_t walks, Exhaustive* exhaustive) {
  const AgentFactory& factory = agent_factory(id);
  StringSink reason;
  REQUIRE_MESSAGE(factory.supports(&game, reason) == Status::kOk, reason.text());
  contract::AgentOptions options;
  options.seed = fnv1a(id);
  options.walks = walks;
  options.games = 1;
  options.exhaustive = 0;  // unless the test knows how to tell positions apart
  // These two do not go on until the budget is used up.
  options.strict = id != "random" && id != "greedy";
  const contract::Board board{id, &game, exhaustive};
  contract::Trail trail;
  const auto findings =
      contract::check_agent([&] { return Result<OwnedAgent>(make_agent(factory, settings)); },
                            std::span(&board, 1), options, trail);
  CHECK_MESSAGE(findings.report.kept(), contract::broken_text(findings.report));

  const OwnedAgent watched = make_agent(factory, settings);
  Rng rng = Rng::seeded(options.seed);
  for (std::uint32_t walk = 0; walk < std::min(walks, 5U); ++walk) {
    const std::uint64_t seed = rng.next();
    const Position position = random_position(game, rng.below(std::min(game.traits().max_plies, 8U)), rng);
    begin(*watched, game, seed);
    const Answer answer = ask(*watched, position, iterations(400));
    begin(*watched, game, seed);
    check_progress_of(*watched, position, iterations(400), answer);
  }
}

GameStatus play_game(const Game& game, Agent& first, Agent& second, const Budget& budget,
                     std::uint64_t seed) {
  begin(first, game, seed);
  begin(second, game, seed + 1);
  Position position(game);
  Rng rng = Rng::seeded(seed);
  while (!position.over()) {
    Move move{};
    if (position.to_move() == kChance) {
      move = contract::random_move(position, rng);
    } else {
      const Answer answer = ask(position.to_move() == 0 ? first : second, position, budget);
      check_report(position, answer);
      move = answer.move;
    }
    StringSink error;
    REQUIRE(first.observe(position.state(), move, error) == Status::kOk);
    REQUIRE(second.observe(position.state(), move, error) == Status::kOk);
    position.apply(move);
  }
  return position.status();
}

}  // namespace ludex::tests
