#include "plugins/studies/learning/search_method.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <utility>

#include "agents/common/model/tuple_network.hpp"
#include "core/abi/schema.hpp"
#include "core/util/hash.hpp"
#include "plugins/studies/common/in_parallel.hpp"
#include "plugins/studies/learning/descent_games.hpp"
#include "plugins/studies/learning/search_games.hpp"

namespace ludex::studies::learning {
namespace {

constexpr std::array kIntegers{"simulations", "random_plies", "drawn_plies", "block",
                               "window",      "batch",        "seed"};
constexpr std::array kReals{"c", "noise", "search_share", "passes", "rate", "decay"};

std::unique_ptr<GameSource> make_source(const StudyTask& task, const agents::model::Model& model) {
  const ParamValues& values = task.values;
  const auto integer = [&](const char* name) { return static_cast<std::uint32_t>(values.integer(name)); };
  if (values.text("targets") == "descent") {
    return std::make_unique<DescentGames>(*task.game, model,
                                          DescentOptions{.evaluations = integer("simulations"),
                                                         .exploration = values.real("exploration"),
                                                         .random_plies = integer("random_plies"),
                                                         .terminal = *terminal_of(values, *task.game)});
  }
  SearchGameOptions options;
  options.search = {.simulations = integer("simulations"),
                    .c = values.real("c"),
                    .noise = values.real("noise"),
                    .gumbel = values.text("targets") == "gumbel",
                    .root = {.considered = integer("considered")}};
  options.random_plies = integer("random_plies");
  options.drawn_plies = integer("drawn_plies");
  options.search_share = values.real("search_share");
  return std::make_unique<SearchGames>(*task.game, model, options);
}

}  // namespace

std::vector<ParamSpec> search_parameters(const SearchDefaults& defaults, std::span<const ParamSpec> own) {
  std::vector<ParamSpec> all{
      params::choice("targets", "alphazero", defaults.targets,
                     "what is learned: the visits of PUCT and the results; the policy that a few simulations "
                     "with Gumbel noise improve, and the results; the minimax values of Descent's trees",
                     "Silver et al. 2018; Danihelka et al. 2022; Cohen-Solal 2020"),
      params::integer("simulations", defaults.simulations, 2, 1e6,
                      "of the search, for each move: 2 to 16 are enough for gumbel; for descent, positions "
                      "evaluated"),
      params::integer("considered", "16", 1, 10'000, "targets=gumbel: moves of the root that are searched"),
      params::real("c", "1.5", 0, 100, "targets=alphazero: exploration of the search", "Silver et al. 2018"),
      params::real("noise", "0.25", 0, 1,
                   "targets=alphazero: share of Dirichlet noise in the prior policy of the root"),
      params::integer("random_plies", "2", 0, 1e6, "a game begins with up to so many random moves"),
      params::integer(
          "drawn_plies", "10", 0, 1e6,
          "targets=alphazero: moves that then are drawn in proportion to visits; later ones have the "
          "most"),
      params::real("search_share", "0.25", 0, 1,
                   "weight of the search's value in a position's target; the rest is the game's result (not "
                   "for descent)"),
      params::integer("block", "50", 1, 1e6, "games between two times of learning"),
      params::integer("window", "100000", 1, 1e8, "newest positions that are learned from"),
      params::real("passes", "4", 0.01, 1000, "times that a position is learned, on average"),
      params::integer("batch", "128", 1, 1e6, "positions of a step"),
      params::real("rate", defaults.rate, 0, 1, "step size of Adam"),
      params::real("decay", defaults.decay, 0, 1, "weight decay"),
  };
  all.insert(all.end(), own.begin(), own.end());
  return with_training_parameters(all, defaults.games);
}

Result<void> can_search(const StudyTask& task) {
  if (Result<void> able = can_learn(task); !able) return able;
  if (task.game->traits().players != 2)
    return Error{"learns games of two players; of games of more train-tuples learns the values"};
  if ((task.game->traits().flags & kDeterministic) == 0)
    return Error{"learns games without chance; of games with dice train-tuples learns the values"};
  if ((task.game->traits().flags & kZeroSum) == 0)
    return Error{"learns zero-sum games; of others train-tuples learns the values"};
  if (task.values.text("targets") == "descent") {
    if (const Result<Terminal> terminal = terminal_of(task.values, *task.game); !terminal)
      return Error{terminal.error()};
  }
  return {};
}

SearchMethod::SearchMethod(const StudyTask& task, SampleLearner& learner, std::string own)
    : task_(task),
      learner_(learner),
      own_(std::move(own)),
      seed_(static_cast<std::uint64_t>(task.values.integer("seed"))),
      threads_(static_cast<std::uint32_t>(task.values.integer("threads"))),
      maps_(agents::model::site_maps(*task.game)),
      window_(static_cast<std::size_t>(task.values.integer("window"))),
      adam_(learner.weights().size()),
      gradients_(kParts, std::vector<float>(learner.weights().size())) {
  for (std::uint32_t i = 0; i < threads_; ++i) players_.push_back(make_source(task, learner.model()));
}

std::string SearchMethod::settings() const {
  const std::string& targets = task_.values.text("targets");
  std::string text = settings_text(task_.values, kIntegers, kReals) + own_ + " targets=" + targets;
  if (targets == "gumbel") text += " considered=" + std::to_string(task_.values.integer("considered"));
  if (targets == "descent")
    text += " terminal=" + task_.values.text("terminal") + " " +
            settings_text(task_.values, {}, std::array{"exploration"});
  return text;
}

std::uint64_t SearchMethod::block() const {
  return static_cast<std::uint64_t>(task_.values.integer("block"));
}

Block SearchMethod::play(std::uint64_t first, std::uint64_t count) {
  std::vector<std::vector<Sample>> games(count);
  std::atomic<std::uint64_t> plies{0};
  std::atomic<std::uint64_t> next{0};
  in_parallel(threads_, [&](std::uint32_t i) {
    for (std::uint64_t number = next++; number < count && !task_.stopped(); number = next++) {
      Rng rng = Rng::seeded(hash_combine(seed_, first + number));
      games[number] = players_[i]->play(rng);
      plies += players_[i]->plies();
    }
  });
  if (task_.stopped()) return {};
  Block block{.games = count};
  for (std::vector<Sample>& game : games) {
    block.positions += game.size();
    for (Sample& sample : game) window_.add(std::move(sample));
  }
  block.plies = plies;
  Rng rng = Rng::seeded(hash_combine(~seed_, first));
  Tally tally;
  learn(block.positions, rng, tally);
  std::array<char, 96> text{};
  const double samples = std::max(tally.samples, 1.0);
  if (task_.values.text("targets") == "descent") {
    std::snprintf(text.data(), text.size(), "value error %.4f", tally.square / samples);
  } else {
    std::snprintf(text.data(), text.size(), "policy error %.4f nats, value error %.4f",
                  tally.surprise / samples, tally.square / samples);
  }
  block.quality = text.data();
  return block;
}

// As many steps as let each of `positions` new ones be learned `passes` times, drawn from the whole window.
void SearchMethod::learn(std::uint64_t positions, Rng& rng, Tally& tally) {
  const auto size = static_cast<std::size_t>(task_.values.integer("batch"));
  const auto steps = static_cast<std::uint64_t>(task_.values.real("passes") * static_cast<double>(positions) /
                                                static_cast<double>(size)) +
                     1;
  std::vector<const Sample*> batch(size);
  std::vector<std::uint32_t> turns(size);
  for (std::uint64_t i = 0; i < steps; ++i) {
    for (std::size_t k = 0; k < size; ++k) {
      batch[k] = &window_[rng.below(static_cast<std::uint32_t>(window_.size()))];
      turns[k] = rng.below(static_cast<std::uint32_t>(maps_.size()));
    }
    step(batch, turns, tally);
  }
}

void SearchMethod::step(std::span<const Sample* const> batch, std::span<const std::uint32_t> turns,
                        Tally& tally) {
  std::array<Tally, kParts> tallies{};
  std::atomic<std::uint32_t> next{0};
  in_parallel(std::min(threads_, kParts), [&](std::uint32_t) {
    Sample image;
    for (std::uint32_t part = next++; part < kParts; part = next++) {
      for (std::size_t k = part; k < batch.size(); k += kParts) {
        map_sample(*batch[k], maps_[turns[k]], image);
        learner_.add_gradient(image, gradients_[part], tallies[part]);
      }
    }
  });
  std::vector<float>& sum = gradients_[0];
  for (std::uint32_t part = 1; part < kParts; ++part) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += gradients_[part][i];
    std::fill(gradients_[part].begin(), gradients_[part].end(), 0.0F);
  }
  for (const Tally& one : tallies) {
    tally.samples += one.samples;
    tally.surprise += one.surprise;
    tally.value_surprise += one.value_surprise;
    tally.square += one.square;
  }
  adam_.step(learner_.weights(), sum, static_cast<double>(batch.size()), task_.values.real("rate"),
             task_.values.real("decay"));
  learner_.adopt();
}

void SearchMethod::save(Checkpoint& to) const {
  const std::span<const float> weights = learner_.weights();
  to.arrays = {{weights.begin(), weights.end()}, adam_.mean(), adam_.square()};
  const std::uint64_t steps = adam_.steps();
  to.window.assign(reinterpret_cast<const char*>(&steps), sizeof steps);
  to.window += window_.bytes();
}

bool SearchMethod::restore(Checkpoint&& from) {
  const std::span<float> weights = learner_.weights();
  std::uint64_t steps = 0;
  if (from.arrays.size() != 3 || from.window.size() < sizeof steps) return false;
  for (const std::vector<float>& array : from.arrays)
    if (array.size() != weights.size()) return false;
  std::copy_n(from.window.data(), sizeof steps, reinterpret_cast<char*>(&steps));
  std::copy(from.arrays[0].begin(), from.arrays[0].end(), weights.begin());
  learner_.adopt();
  adam_.go_on(std::move(from.arrays[1]), std::move(from.arrays[2]), steps);
  return window_.read(std::string_view(from.window).substr(sizeof steps),
                      find<Features>(*task_.game)->shape());
}

}  // namespace ludex::studies::learning
