// ProofAgent: a player and a solver around an engine that answers questions. Play: a proven move; if all
// moves lose, the one whose refutation cost most; if nothing is proven, the choice of the fallback with the
// rest of the budget (fallback.hpp), except refuted moves; with fallback=numbers, or without a budget that
// can be divided, the move with the best (dis)proof numbers: least phi.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/proof-number/engine.hpp"
#include "agents/common/proof-number/fallback.hpp"
#include "agents/common/proof-number/outcome_between.hpp"
#include "agents/common/proof-number/settings.hpp"
#include "core/abi/params.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/inspect.hpp"
#include "core/agent/needs.hpp"
#include "core/agent/options.hpp"
#include "core/agent/progress.hpp"
#include "core/agent/proof_text.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::proof_number {

[[nodiscard]] inline Result<void> supported(const Game& game) {
  return needs(game, kZeroSum | kPerfectInformation | kDeterministic, 2);
}

template <class Engine>
class ProofAgent {
 public:
  using Offers = Extensions<SolvesPositions, ProofText, ProgressSource, Inspect>;
  explicit ProofAgent(const Settings& settings) : settings_(settings) {}

  void new_game(const Game& game, Player, std::uint64_t seed);

  // With budgets in iterations or nodes and one thread, a pure function of position, settings and seed.
  Move choose(const State* position, const Budget& budget, SearchReport& report);

  // goal=win and goal=draw ask one question; the counter `answer` is 1 or 0 once it is decided. goal=value
  // decides the result, and the score where the game has one (ludex.score/1), by bisection.
  void solve(const State* position, Goal goal, const Budget& budget, SearchReport& report);

  // Writes a proof of the last question that solve() decided.
  Result<void> write_proof(const Budget& budget, TextSink& out);

  // The tree below the last question, or the table's memory of it. Numbers are those of the player who makes
  // the move: pn is for reaching that player's goal.
  [[nodiscard]] static std::span<const char* const> inspect_columns() noexcept;
  [[nodiscard]] bool inspect(std::span<const Move> path, InspectRows& rows);

  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }
  // Any thread may call it.
  [[nodiscard]] ProgressBoard& progress() noexcept { return engine_.progress(); }

 private:
  // The proven bounds: low <= value <= high.
  struct Bounds {
    std::int32_t low = -1;
    std::int32_t high = 1;
    bool by_score = false;
    bool decided = false;  // the last question
    bool answer = false;
    Question question;

    [[nodiscard]] Outcome outcome() const noexcept { return outcome_between(low, high); }
  };

  // Plays the move that the numbers prefer, and reports its line.
  Move by_numbers(const State* position, SearchReport& report);

  // Plays by playouts: the report is theirs, plus the known results of single moves.
  Move choose_by_playouts(const State* position, const Budget& budget, const Bounds& bounds,
                          const BudgetMeter& meter, SearchReport& report);

  void begin(const State* position, const Budget& budget);

  // Asks "at least `threshold`?"; false if undecided.
  bool ask(Bounds& bounds, std::int32_t threshold, BudgetMeter& meter);

  Bounds decide(Goal goal, bool by_score, BudgetMeter& meter);

  void fill(SearchReport& report, const Bounds& bounds, const BudgetMeter& meter);
  [[nodiscard]] BoundedValue known_value(std::int32_t low, std::int32_t high, bool by_score) const noexcept;

  // The result that the numbers of a child prove for the player who makes the move; `asks`: that is the
  // player of the question.
  [[nodiscard]] Outcome proven_of(const Child& child, bool asks) const noexcept;

  // The report of a root move after the last question. An undecided move has no bound but an estimate: how
  // much its numbers favour yes over no.
  [[nodiscard]] RootMove root_move(const Child& child, const Bounds& bounds) const noexcept;

  // Set for each game.
  Settings settings_;
  const Game* game_ = nullptr;
  std::uint64_t seed_ = 0;
  const Score* score_ = nullptr;
  bool draws_ = true;
  Engine engine_;
  Fallback fallback_;
  StateBuffer buffer_;  // the position asked about
  std::vector<Move> moves_;

  // Set for each position.
  Identity identity_ = Identity::kPosition;
  std::uint32_t memory_ = 0;
  bool decided_ = false;
  bool last_yes_ = false;
  std::vector<Child> children_;  // the root's moves, by the last question that expanded the root
  Question last_;                // the last decided question
  Question last_asked_;          // the question that children_ belong to
};

}  // namespace ludex::agents::proof_number
