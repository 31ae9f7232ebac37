#include "agents/greedy/greedy.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "core/agent/needs.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::greedy {

const Schema<Greedy::Config>& Greedy::schema() {
  static const Schema<Config> made([](auto& s) {
    s.boolean("evaluation", &Config::evaluation,
              "use the game's evaluation (ludex.evaluate/1) if it has one");
    s.integer("playouts", &Config::playouts, 0, 1e6,
              "without evaluation: playouts per move; 0: distinguish only wins and losses in one ply");
  });
  return made;
}

Result<void> Greedy::supports(const Game& game) {
  return needs(game, kPerfectInformation | kDeterministic);
}

void Greedy::new_game(const Game& game, Player, std::uint64_t seed) {
  game_ = &game;
  seed_ = seed;
  const GameTraits& traits = game.traits();
  // An evaluation is one number, for the side to move.
  evaluate_ = config_.evaluation && traits.players == 2 ? find<Evaluate>(game) : nullptr;
  tactics_ = find<Tactics>(game);
  states_ = StateBuffer(traits, 2);
  moves_.resize(traits.max_moves);
  wins_.resize(traits.max_moves);
  candidates_.reserve(traits.max_moves);
}

Move Greedy::choose(const State* position, const Budget& budget, SearchReport& report) {
  rng_ = Rng::seeded(hash_combine(seed_, game_->hash(position)));
  mover_ = game_->to_move(position);
  report.value_unit = evaluate_ != nullptr ? ValueUnit::kCenti : ValueUnit::kExpected;
  BudgetMeter meter(budget);
  if (const std::uint32_t wins = winning_moves(position); wins != 0) {
    static_cast<void>(meter.next_iteration());
    return answer({wins_[rng_.below(wins)], Outcome::kWin, kWin}, meter, report);
  }
  look_ahead(position, meter);
  if (evaluate_ == nullptr) play_out(position, meter);
  return answer(best(), meter, report);
}

void Greedy::look_ahead(const State* position, BudgetMeter& meter) {
  const std::uint32_t count = game_->legal_moves(position, moves_.data());
  complete_ = false;
  candidates_.clear();
  for (std::uint32_t i = 0; i < count && meter.next_iteration(); ++i) {
    std::swap(moves_[i], moves_[i + rng_.below(count - i)]);
    State* const next = states_[0];
    game_->copy(next, position);
    const GameStatus status = game_->apply(next, moves_[i]);
    meter.count_nodes(1);
    const Outcome known = outcome_for(status, mover_);
    Candidate candidate{moves_[i], known,
                        known == Outcome::kWin    ? kWin
                        : known == Outcome::kLoss ? -kWin
                                                  : 0};
    if (known == Outcome::kUnknown && evaluate_ != nullptr) {
      const double value = evaluate_->evaluate(next);
      candidate.value = game_->to_move(next) == mover_ ? value : -value;
    }
    candidates_.push_back(candidate);
  }
  complete_ = candidates_.size() == count;
}

void Greedy::play_out(const State* position, BudgetMeter& meter) {
  std::array<float, kMaxPlayers> rewards{};
  for (std::uint32_t round = 0; round < config_.playouts; ++round) {
    for (Candidate& candidate : candidates_) {
      if (candidate.known != Outcome::kUnknown) continue;
      if (!meter.next_iteration()) return;
      State* const next = states_[1];
      game_->copy(next, position);
      game_->apply(next, candidate.move);
      meter.count_nodes(1);
      game_->playout(next, &rng_, nullptr);
      game_->returns(next, rewards.data());
      candidate.value += static_cast<double>(rewards[mover_]);
      ++candidate.samples;
    }
  }
}

Greedy::Candidate Greedy::best() {
  const Candidate* best = nullptr;
  std::uint32_t ties = 1;
  for (const Candidate& candidate : candidates_) {
    if (best == nullptr || candidate.mean() > best->mean()) {
      best = &candidate;
      ties = 1;
    } else if (candidate.mean() == best->mean() && rng_.below(++ties) == 0) {
      best = &candidate;
    }
  }
  return *best;
}

Move Greedy::answer(const Candidate& chosen, const BudgetMeter& meter, SearchReport& report) const {
  const bool all_known = complete_ && std::all_of(candidates_.begin(), candidates_.end(),
                                                  [](const auto& c) { return c.known != Outcome::kUnknown; });
  if (chosen.known == Outcome::kWin || all_known) report.outcome = chosen.known;
  report.value = shown(chosen);
  report.iterations = meter.iterations();
  report.nodes = meter.nodes();
  report.depth = 1;
  report.add_pv(chosen.move);
  if (chosen.known == Outcome::kWin) {
    report.add_root({shown(chosen), 1, chosen.move, chosen.known});
    return chosen.move;
  }
  for (const Candidate& c : candidates_)
    report.add_root({shown(c), std::max(c.samples, 1U), c.move, c.known});
  return chosen.move;
}

double Greedy::shown(const Candidate& c) const {
  const double limit = evaluate_ != nullptr ? 31999.0 : 1.0;
  return std::clamp(c.mean(), -limit, limit);
}

}  // namespace ludex::agents::greedy
