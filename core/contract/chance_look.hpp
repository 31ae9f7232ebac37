// Checks ludex.draft.chance/1: where chance decides, what the probabilities are, and whether draws follow
// them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/contract/chi_square.hpp"
#include "core/contract/game_promises.hpp"
#include "core/game/extensions.hpp"

namespace ludex::contract {

class ChanceLook {
 public:
  explicit ChanceLook(Scene& scene) : scene_(scene) {
    if (scene.has(kDeterministic) && scene.report()[kPromise].checks == 0)
      scene.report().set_excuse(kPromise, "the game has no chance: traits().flags has kDeterministic");
  }

  // `moves`: the legal moves of this position, at which the game goes on.
  bool look(const Place& at, const std::vector<Move>& moves) {
    const bool here = at.position.to_move() == kChance;
    if (scene_.has(kDeterministic) && !here) return true;
    scene_.look_at(kPromise);
    return check_offer(at) && (!here || (check_probabilities(at, moves) && check_draws(at, moves)));
  }

 private:
  static constexpr GamePromise kPromise = GamePromise::kOutcomes;

  [[nodiscard]] const Chance& chance() const noexcept { return *scene_.chance(); }

  bool check_offer(const Place& at) {
    if (!scene_.require(kPromise, !scene_.has(kDeterministic), at,
                        [] {
                          return Words{"chance decides here", "a player: traits().flags has kDeterministic"};
                        }) ||
        !scene_.require(kPromise, scene_.chance() != nullptr, at, [] {
          return Words{"the game does not offer ludex.draft.chance/1",
                       "it does: traits().flags lacks kDeterministic"};
        }))
      return false;
    scene_.game().calling("max_outcomes");
    most_ = chance().max_outcomes();
    return scene_.require(kPromise, most_ >= 1 && most_ <= scene_.traits().max_moves, at, [&] {
      return Words{"max_outcomes says " + std::to_string(most_),
                   "1..traits().max_moves = " + std::to_string(scene_.traits().max_moves)};
    });
  }

  bool check_probabilities(const Place& at, const std::vector<Move>& moves) {
    if (!scene_.require(kPromise, moves.size() <= most_, at, [&] {
          return Words{std::to_string(moves.size()) + " outcomes: " + Scene::list_text(at.position, moves),
                       "at most max_outcomes = " + std::to_string(most_)};
        }))
      return false;
    values_ = scene_.probabilities(at.position, count_);
    const bool within = std::all_of(values_.begin() + most_, values_.end(),
                                    [](double value) { return value == Scene::kUnwritten; });
    if (!scene_.require(GamePromise::kMemory, within, at,
                        [&] {
                          return Words{"probabilities wrote beyond max_outcomes = " + std::to_string(most_) +
                                           " values",
                                       "no such write"};
                        }) ||
        !scene_.require(kPromise, count_ == moves.size(), at, [&] {
          return Words{"probabilities of " + std::to_string(count_) + " outcomes",
                       "of the " + std::to_string(moves.size()) + " that legal_moves lists"};
        }))
      return false;
    values_.resize(count_);
    double sum = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      sum += values_[i];
      if (!scene_.require(kPromise, values_[i] > 0 && std::isfinite(values_[i]), at, [&] {
            return Words{
                "the probability of " + at.position.move_text(moves[i]) + " is " + std::to_string(values_[i]),
                "more than 0"};
          }))
        return false;
    }
    return scene_.require(kPromise, std::abs(sum - 1) <= 1e-6, at, [&] {
      return Words{"the probabilities sum to " + std::to_string(sum), "1, within 1e-6"};
    });
  }

  // Draws many times in the first positions of a check, a few times in the others.
  bool check_draws(const Place& at, const std::vector<Move>& moves) {
    constexpr std::uint32_t kFew = 4;
    const bool thorough = tables_ < scene_.options().draw_tables;
    const std::uint32_t draws = thorough ? scene_.options().draws : kFew;
    std::unordered_map<std::uint32_t, std::uint32_t> seen;
    for (std::uint32_t i = 0; i < draws; ++i) {
      Rng again = scene_.rng();
      const Move move = draw(at, scene_.rng());
      if (i < kFew && !check_one(at, moves, move, again)) return false;
      ++seen[static_cast<std::uint32_t>(move)];
    }
    std::uint32_t listed = 0;
    for (const Move move : moves) listed += seen[static_cast<std::uint32_t>(move)];
    if (!scene_.require(kPromise, listed == draws, at, [&] {
          return Words{std::to_string(draws - listed) + " of " + std::to_string(draws) +
                           " draws are none of the outcomes " + Scene::list_text(at.position, moves),
                       "draws are legal moves"};
        }))
      return false;
    if (!thorough) return true;
    ++tables_;
    return check_frequencies(at, moves, seen, draws);
  }

  Move draw(const Place& at, Rng& rng) const {
    const GuardedGame::Frozen frozen(scene_.game(), at.position.state(), "draw");
    return chance().draw(GuardedGame::inner(at.position.state()), &rng);
  }
  bool check_one(const Place& at, const std::vector<Move>& moves, Move move, Rng again) {
    if (!scene_.require(kPromise, std::find(moves.begin(), moves.end(), move) != moves.end(), at, [&] {
          return Words{"draw answers move " + std::to_string(static_cast<std::uint32_t>(move)),
                       "one of the outcomes " + Scene::list_text(at.position, moves)};
        }))
      return false;
    const Move second = draw(at, again);
    return scene_.require(kPromise, second == move, at, [&] {
      return Words{"the same rng draws " + at.position.move_text(move) + " and then move " +
                       std::to_string(static_cast<std::uint32_t>(second)),
                   "a function of position and rng"};
    });
  }

  // With all positions whose draws are counted, right draws fail less than once in a million checks.
  bool check_frequencies(const Place& at, const std::vector<Move>& moves,
                         std::unordered_map<std::uint32_t, std::uint32_t>& seen, std::uint32_t draws) {
    constexpr double kDeviations = 6;
    ChiSquare chi2(20);
    for (std::size_t i = 0; i < moves.size(); ++i)
      chi2.add(values_[i] * draws, seen[static_cast<std::uint32_t>(moves[i])]);
    chi2.close();
    return scene_.require(kPromise, chi2.value() <= chi2.bound(kDeviations), at, [&] {
      return Words{std::to_string(draws) +
                       " draws do not follow the probabilities: chi-square = " + std::to_string(chi2.value()),
                   "at most " + std::to_string(chi2.bound(kDeviations)) + " with " +
                       std::to_string(static_cast<std::uint32_t>(chi2.freedom())) + " degrees of freedom"};
    });
  }

  Scene& scene_;
  std::uint32_t most_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t tables_ = 0;  // positions whose draws were counted
  std::vector<double> values_;
};

}  // namespace ludex::contract
