// The contract every agent keeps, checked through the binary interface on positions of random walks, and the
// exhaustive search that its proofs must never contradict. A new agent's test is a few calls of these plus
// its own facts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/agent/agent_shell.hpp"
#include "core/game/game_module.hpp"
#include "core/game/position.hpp"
#include "core/util/hash.hpp"

namespace ludex::tests {

struct Destroy {
  void operator()(auto* object) const noexcept { object->destroy(); }
};
using OwnedGame = std::unique_ptr<Game, Destroy>;
using OwnedAgent = std::unique_ptr<Agent, Destroy>;
using Settings = std::vector<ParamText>;

// A game or an agent as a host makes it: make_game<games::mnk::Mnk>({{"m", "4"}}).
template <class D>
OwnedGame make_game(const Settings& settings = {}) {
  const auto* factory = static_cast<const GameFactory*>(GameShell<D>::factory(GameFactory::kInterface));
  StringSink error;
  OwnedGame game(factory->create(settings.data(), static_cast<std::uint32_t>(settings.size()), error));
  REQUIRE_MESSAGE(game != nullptr, error.text());
  return game;
}
template <GameRules R>
OwnedGame make_game(const R& rules) {
  return OwnedGame(new GameModule<R>(rules));
}
template <class T>
OwnedAgent make_agent(const Settings& settings = {}) {
  const auto* factory = static_cast<const AgentFactory*>(AgentShell<T>::factory(AgentFactory::kInterface));
  StringSink error;
  OwnedAgent agent(factory->create(settings.data(), static_cast<std::uint32_t>(settings.size()), error));
  REQUIRE_MESSAGE(agent != nullptr, error.text());
  return agent;
}

inline Budget iterations(std::uint64_t n) {
  Budget budget{};
  budget.iterations = n;
  budget.threads = 1;
  return budget;
}
inline Budget nodes(std::uint64_t n) {
  Budget budget{};
  budget.nodes = n;
  budget.threads = 1;
  return budget;
}

// What one search answered.
struct Answer {
  Move move = kNoMove;
  SearchReport report{};
  std::vector<RootMove> root;
};

inline Answer ask(Agent& agent, const Position& position, const Budget& budget) {
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
inline void begin(Agent& agent, const Game& game, std::uint64_t seed) {
  StringSink error;
  REQUIRE_MESSAGE(agent.new_game(&game, 0, seed, error) == Status::kOk, error.text());
}

// The position after a number of random moves, or the last one before the game ended.
inline Position random_position(const Game& game, std::uint32_t plies, Rng& rng) {
  Position position(game);
  for (std::uint32_t ply = 0; ply < plies; ++ply) {
    const auto moves = position.legal_moves();
    Position next = position;
    if (is_over(next.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]))) break;
    position = next;
  }
  return position;
}

// The value of every position by plain search over all moves. `key` tells positions apart: the hash where the
// past does not matter.
class Exhaustive {
 public:
  using Key = std::uint64_t (*)(const Position&);
  explicit Exhaustive(Key key = [](const Position& p) { return p.hash(); }) : key_(key) {}

  // For the side to move of a position that is not over.
  Outcome solve(const Position& position) {
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
  // The value of a move for its mover.
  Outcome after(const Position& position, Move move, Player mover) {
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
  [[nodiscard]] std::size_t positions() const noexcept { return known_.size(); }

 private:
  Key key_;
  std::unordered_map<std::uint64_t, Outcome> known_;
  std::deque<Position> line_;
  std::size_t depth_ = 0;
};

inline bool same_answer(const Answer& a, const Answer& b) {
  return a.move == b.move && a.report.value == b.report.value && a.report.outcome == b.report.outcome &&
         a.report.nodes == b.report.nodes && a.report.iterations == b.report.iterations &&
         a.report.depth == b.report.depth;
}

// A report must not contradict the rules: legal and unique root moves, a principal variation that can be
// played and starts with the chosen move, values in range.
inline void check_report(const Position& position, const Answer& answer) {
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
    CHECK(std::isfinite(root.value));
    seen.push_back(root.move);
  }
  CHECK(std::isfinite(answer.report.value));
  if (answer.report.value_unit == ValueUnit::kExpected) CHECK(std::abs(answer.report.value) <= 1.0);
}

// No claim of a proof, of the root or of a root move, contradicts exhaustive search. A proven result comes
// with a move that keeps it. Returns how many claims there were.
inline int check_proofs(const Position& position, const Answer& answer, Exhaustive& truth) {
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

// What an agent promises wherever it plays. `exhaustive` may be null where that would take too long.
template <class T>
void check_agent_contract(const Game& game, const Settings& settings, std::uint32_t walks,
                          Exhaustive* exhaustive) {
  const auto* factory = static_cast<const AgentFactory*>(AgentShell<T>::factory(AgentFactory::kInterface));
  StringSink reason;
  REQUIRE_MESSAGE(factory->supports(&game, reason) == Status::kOk, reason.text());
  const OwnedAgent one = make_agent<T>(settings);
  const OwnedAgent two = make_agent<T>(settings);
  const OwnedAgent other = make_agent<T>(settings);
  const std::string id = PluginInfo(T::kInfo).id;
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

// Plays a game between two agents, both observing every move; returns how it ended.
inline GameStatus play_game(const Game& game, Agent& first, Agent& second, const Budget& budget,
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
