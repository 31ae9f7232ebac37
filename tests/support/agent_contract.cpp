#include "tests/support/agent_contract.hpp"

#include "core/contract/trail.hpp"

namespace ludex::tests {

Answer ask(Agent& agent, const Position& position, const Budget& budget) {
  Answer answer;
  answer.root.resize(position.game().traits().max_moves);
  answer.report = SearchReport::empty(answer.root.data(), static_cast<std::uint32_t>(answer.root.size()));
  StringSink error;
  const Status status = agent.choose(position.state(), &budget, &answer.report, &answer.move, error);
  REQUIRE_MESSAGE(status == Status::kOk, error.text());
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
}

GameStatus play_game(const Game& game, Agent& first, Agent& second, const Budget& budget,
                     std::uint64_t seed) {
  begin(first, game, seed);
  begin(second, game, seed + 1);
  Position position(game);
  while (!position.over()) {
    Agent& mover = position.to_move() == 0 ? first : second;
    const Answer answer = ask(mover, position, budget);
    check_report(position, answer);
    StringSink error;
    REQUIRE(first.observe(position.state(), answer.move, error) == Status::kOk);
    REQUIRE(second.observe(position.state(), answer.move, error) == Status::kOk);
    position.apply(answer.move);
  }
  return position.status();
}

}  // namespace ludex::tests
