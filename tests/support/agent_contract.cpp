#include "tests/support/agent_contract.hpp"

#include <algorithm>

#include "core/agent/progress.hpp"
#include "core/agent/report_check.hpp"

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

Position random_position(const Game& game, std::uint32_t plies, Rng& rng) {
  Position position(game);
  for (std::uint32_t ply = 0; ply < plies; ++ply) {
    const auto moves = position.legal_moves();
    Position next = position;
    if (is_over(next.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]))) break;
    position = next;
  }
  return position;
}

Outcome Exhaustive::solve(const Position& position) {
  const std::uint64_t key = key_(position);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  const Player mover = position.to_move();
  Outcome best = Outcome::kLoss;
  for (const Move move : position.legal_moves()) {
    best = std::max(best, after(position, move, mover));
    if (best == Outcome::kWin) break;
  }
  known_[key] = best;
  return best;
}
Outcome Exhaustive::after(const Position& position, Move move, Player mover) {
  // One position for each ply, or most of the time would be spent on memory.
  if (line_.size() == depth_) {
    line_.push_back(position);
  } else {
    line_[depth_] = position;
  }
  Position& next = line_[depth_++];
  const GameStatus status = next.apply(move);
  Outcome outcome = Outcome::kUnknown;
  if (is_over(status)) {
    outcome = outcome_for(status, mover);
  } else {
    outcome = solve(next);
    if (next.to_move() != mover) outcome = opposite(outcome);
  }
  --depth_;
  return outcome;
}

bool same_answer(const Answer& a, const Answer& b) {
  return a.move == b.move && a.report.value == b.report.value && a.report.outcome == b.report.outcome &&
         a.report.nodes == b.report.nodes && a.report.iterations == b.report.iterations &&
         a.report.depth == b.report.depth;
}

void check_report(const Position& position, const Answer& answer) {
  const auto legal = position.legal_moves();
  REQUIRE(std::count(legal.begin(), legal.end(), answer.move) == 1);
  REQUIRE(answer.report.pv_size >= 1);
  CHECK(answer.report.pv[0] == answer.move);
  Position line = position;
  for (std::uint32_t i = 0; i < answer.report.pv_size; ++i) {
    const auto moves = line.legal_moves();
    REQUIRE(std::count(moves.begin(), moves.end(), answer.report.pv[i]) == 1);
    line.apply(answer.report.pv[i]);
  }
  std::vector<Move> seen;
  for (const RootMove& root : answer.root) {
    CHECK(std::count(legal.begin(), legal.end(), root.move) == 1);
    CHECK(std::count(seen.begin(), seen.end(), root.move) == 0);
    seen.push_back(root.move);
  }
}

void check_progress_of(Agent& agent, const Position& position, const Budget& budget, const Answer& answer) {
  auto* const source = static_cast<ProgressSource*>(const_cast<void*>(agent.extension(ProgressSource::kId)));
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
  int claims = 0;
  if (answer.report.outcome != Outcome::kUnknown) {
    ++claims;
    CHECK(answer.report.outcome == truth.solve(position));
    CHECK(truth.after(position, answer.move, position.to_move()) == answer.report.outcome);
  }
  for (const RootMove& root : answer.root) {
    if (root.outcome == Outcome::kUnknown) continue;
    ++claims;
    CHECK(root.outcome == truth.after(position, root.move, position.to_move()));
  }
  return claims;
}

void check_agent_contract(const std::string& id, const Game& game, const Settings& settings,
                          std::uint32_t walks, Exhaustive* exhaustive) {
  const AgentFactory& factory = agent_factory(id);
  StringSink reason;
  REQUIRE_MESSAGE(factory.supports(&game, reason) == Status::kOk, reason.text());
  const OwnedAgent one = make_agent(factory, settings);
  const OwnedAgent two = make_agent(factory, settings);
  const OwnedAgent other = make_agent(factory, settings);
  Rng rng = Rng::seeded(fnv1a(id));
  // These two do not go on until the budget is used up.
  const bool brief = id == "random" || id == "greedy";
  int differences = 0;
  for (std::uint32_t walk = 0; walk < walks; ++walk) {
    const std::uint64_t seed = rng.next();
    const Position position = random_position(game, rng.below(std::min(game.traits().max_plies, 8U)), rng);
    for (const std::uint64_t limit : {1U, 2U, 37U, 400U}) {
      begin(*one, game, seed);
      begin(*two, game, seed);
      begin(*other, game, seed + 1);
      const Answer answer = ask(*one, position, iterations(limit));
      check_report(position, answer);
      if (exhaustive != nullptr) check_proofs(position, answer, *exhaustive);
      CHECK(answer.report.iterations <= limit);
      // A search may end early only because nothing is left to find out.
      if (!brief && answer.report.iterations < limit) CHECK(answer.report.outcome != Outcome::kUnknown);
      CHECK(same_answer(answer, ask(*two, position, iterations(limit))));
      differences += same_answer(answer, ask(*other, position, iterations(limit))) ? 0 : 1;
      begin(*one, game, seed);
      check_progress_of(*one, position, iterations(limit), answer);
      const Answer by_nodes = ask(*one, position, nodes(limit));
      check_report(position, by_nodes);
      // A simulation or an expansion is not cut short: it may overrun by the plies of one descent.
      CHECK(by_nodes.report.nodes <= limit + game.traits().max_plies);
    }
    // Asked to stop before it began, an agent still has a legal move.
    const std::uint32_t stop = 1;
    Budget stopped{};
    stopped.threads = 1;
    stopped.stop = &stop;
    check_report(position, ask(*one, position, stopped));
  }
  // The seed matters somewhere; with a handful of positions (sanitizer builds) it may not.
  if (walks >= 10) CHECK(differences > 0);
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
