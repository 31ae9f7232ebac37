#include "plugins/studies/lud/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include "core/abi/types.hpp"
#include "core/util/rng.hpp"
#include "games/lud/game/lud_game.hpp"

namespace ludex::games::lud {

namespace {

struct Counts {
  std::uint64_t plies = 0, moves = 0, decisions = 0, chance = 0;
  std::uint32_t most_moves = 0;
};

std::string decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

class ResultCounts {
 public:
  explicit ResultCounts(int players) : wins_(static_cast<std::size_t>(players)) {}

  void add(const Counts& game, const std::vector<float>& ranks) {
    const double plies = static_cast<double>(game.plies);
    least_ = games_ == 0 ? game.plies : std::min(least_, game.plies);
    most_ = std::max(most_, game.plies);
    ++games_;
    plies_ += plies, squares_ += plies * plies;
    all_.moves += game.moves, all_.plies += game.plies;
    all_.decisions += game.decisions, all_.chance += game.chance;
    all_.most_moves = std::max(all_.most_moves, game.most_moves);
    const auto [best, worst] = std::minmax_element(ranks.begin(), ranks.end());
    if (*best == *worst) ++draws_;
    for (std::size_t q = 0; q < ranks.size() && *best < *worst; ++q) wins_[q] += ranks[q] == *best ? 1 : 0;
  }

  [[nodiscard]] Statistics result() const {
    if (games_ == 0) return {};
    const double n = games_;
    const double mean = plies_ / n;
    const double variance = games_ < 2 ? 0 : std::max(0.0, (squares_ - n * mean * mean) / (n - 1));
    std::string wins;
    for (const std::uint32_t each : wins_) wins += (wins.empty() ? "" : ", ") + std::to_string(each);
    return {{"playouts", std::to_string(games_)},
            {"plies", decimal(mean)},
            {"plies_sd", decimal(std::sqrt(variance))},
            {"plies_min", std::to_string(least_)},
            {"plies_max", std::to_string(most_)},
            {"moves", decimal(all_.plies == 0 ? 0.0 : static_cast<double>(all_.moves) / plies_)},
            {"moves_max", std::to_string(all_.most_moves)},
            {"decisions", decimal(static_cast<double>(all_.decisions) / n)},
            {"chance", decimal(static_cast<double>(all_.chance) / n)},
            {"wins", "[" + wins + "]"},
            {"draws", std::to_string(draws_)}};
  }

 private:
  std::uint32_t games_ = 0, draws_ = 0;
  std::uint64_t least_ = 0, most_ = 0;
  double plies_ = 0, squares_ = 0;
  Counts all_;
  std::vector<std::uint32_t> wins_;
};

}  // namespace

Statistics statistics_of(const StudyTask& task, const std::shared_ptr<const Description>& description,
                         std::uint32_t games) {
  const LudGame game(description, false);
  std::vector<std::byte> state(game.bytes());
  std::vector<Move> moves(game.traits().max_moves);
  std::vector<float> ranks(static_cast<std::size_t>(game.program().players));
  ResultCounts tally(game.program().players);
  Rng rng = Rng::seeded(1);
  for (std::uint32_t k = 0; k < games; ++k) {
    Counts counts;
    game.initial(state.data());
    while (!is_over(game.status(state.data()))) {
      if (task.stopped()) return tally.result();
      if (game.is_chance(state.data())) {
        ++counts.chance;
        game.apply(state.data(), game.draw_outcome(state.data(), rng));
        continue;
      }
      const std::uint32_t count = game.legal_moves(state.data(), moves.data());
      ++counts.plies;
      counts.moves += count;
      counts.decisions += count > 1 ? 1 : 0;
      counts.most_moves = std::max(counts.most_moves, count);
      game.apply(state.data(), moves[rng.below(count)]);
    }
    game.ranks(state.data(), ranks.data());
    tally.add(counts, ranks);
  }
  return tally.result();
}

}  // namespace ludex::games::lud
