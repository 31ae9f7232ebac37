// Models under training, for the tests of each kind.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "agents/common/model/model.hpp"
#include "agents/common/model/model_file.hpp"
#include "core/abi/text.hpp"
#include "core/game/position.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/learning/descent_games.hpp"
#include "plugins/studies/learning/sample_learner.hpp"
#include "plugins/studies/learning/search_games.hpp"
#include "plugins/studies/learning/search_method.hpp"

namespace ludex::tests {

struct QuickTraining {
  std::uint32_t games;
  std::uint32_t simulations;
  double rate;
  std::uint32_t random_plies;
  std::uint32_t drawn_plies = 10;
  const char* targets = "alphazero";
  double exploration = 0.1;  // targets=descent
};

// Trains by expert iteration, one thread.
inline void learn_by_search(const Game& game, studies::learning::SampleLearner& learner,
                            const QuickTraining& wanted) {
  using namespace studies::learning;
  const std::string simulations = std::to_string(wanted.simulations);
  const std::string rate = std::to_string(wanted.rate);
  const std::string plies = std::to_string(wanted.random_plies);
  const std::string drawn = std::to_string(wanted.drawn_plies);
  const std::string exploration = std::to_string(wanted.exploration);
  const std::array texts{
      ParamText{"simulations", simulations.c_str()}, ParamText{"rate", rate.c_str()},
      ParamText{"random_plies", plies.c_str()},      ParamText{"drawn_plies", drawn.c_str()},
      ParamText{"targets", wanted.targets},          ParamText{"exploration", exploration.c_str()}};
  const std::array own{exploration_parameter(), terminal_parameter()};
  const std::vector<ParamSpec> parameters =
      search_parameters({"1", "2", "0.01", "0", "alphazero|gumbel|descent"}, own);
  auto values = ParamValues::resolve(parameters, texts);
  REQUIRE(values);
  const StudyTask task{&game, {}, std::move(*values), "", nullptr};
  SearchMethod method(task, learner, "");
  for (std::uint64_t first = 0; first < wanted.games; first += method.block())
    CHECK(method.play(first, method.block()).games == method.block());
  learner.adopt();
}

// Compares the gradient of one position of the game with differences of the loss,
// surprise + value_surprise, at `count` weights drawn from those that have a slope and as many
// of all others.
inline void check_gradient(const Game& game, studies::learning::SampleLearner& learner, std::uint32_t count,
                           double tolerance = 2e-2) {
  using namespace studies::learning;
  learner.adopt();
  Rng rng = Rng::seeded(6);
  SearchGames games(
      game, learner.model(),
      {.search = {.simulations = 20, .c = 1.5, .noise = 0.25}, .drawn_plies = 8, .search_share = 1});
  const std::vector<Sample> played = games.play(rng);
  const Sample& sample = played[played.size() / 2];
  const std::span<float> weights = learner.weights();
  std::vector<float> gradient(weights.size());
  std::vector<float> ignored(weights.size());
  Tally tally;
  learner.add_gradient(sample, gradient, tally);
  const auto loss = [&] {
    Tally one;
    learner.add_gradient(sample, ignored, one);
    return one.surprise + one.value_surprise;
  };
  std::vector<std::size_t> sloped;
  for (std::size_t i = 0; i < gradient.size(); ++i)
    if (gradient[i] != 0) sloped.push_back(i);
  REQUIRE(!sloped.empty());
  const double here = loss();
  for (std::uint32_t i = 0; i < 2 * count; ++i) {
    const std::size_t at = i < count ? sloped[rng.below(static_cast<std::uint32_t>(sloped.size()))]
                                     : rng.below(static_cast<std::uint32_t>(weights.size()));
    constexpr float kStep = 4e-3F;
    const float before = weights[at];
    weights[at] = before + kStep;
    const double above = loss();
    weights[at] = before - kStep;
    const double below = loss();
    weights[at] = before;
    // Where relu() or a maximum has a corner within the step, the slopes of both sides differ.
    const auto [least, most] = std::minmax(
        {(above - here) / static_cast<double>(kStep), (here - below) / static_cast<double>(kStep)});
    const auto slope = static_cast<double>(gradient[at]);
    const double slack = tolerance * (0.1 + std::abs(slope));
    CAPTURE(at);
    CHECK(slope > least - slack);
    CHECK(slope < most + slack);
  }
}

// The first move with the highest score.
inline Move best_by_scores(const agents::model::Model& model, const Position& position) {
  const std::vector<Move> moves = position.legal_moves();
  std::vector<float> scores(moves.size());
  model.score_moves(position.state(), moves, scores.data());
  return moves[static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin())];
}

// Whether two models answer the same for the positions of a random game, one by one and as a batch.
inline bool same_answers(const Game& game, const agents::model::Model& a, const agents::model::Model& b) {
  using agents::model::Question;
  Rng rng = Rng::seeded(8);
  std::vector<Position> positions(1, Position(game));
  std::vector<std::vector<Move>> moves;
  std::vector<std::vector<float>> scores;
  std::vector<Question> questions;
  while (true) {
    moves.push_back(positions.back().legal_moves());
    scores.emplace_back(moves.back().size());
    Position next = positions.back();
    next.apply(moves.back()[rng.below(static_cast<std::uint32_t>(moves.back().size()))]);
    if (next.over() || positions.size() == 12) break;
    positions.push_back(std::move(next));
  }
  for (std::size_t i = 0; i < positions.size(); ++i)
    questions.push_back({.state = positions[i].state(), .moves = moves[i], .scores = scores[i].data()});
  b.answer(questions);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    std::vector<float> alone(moves[i].size());
    a.score_moves(positions[i].state(), moves[i], alone.data());
    if (alone != scores[i] || a.evaluate(positions[i].state()) != questions[i].value) return false;
  }
  return true;
}

// Why the file with this content is not loaded for the game; "" if it is.
inline std::string load_error(const std::filesystem::path& path, const Game& game,
                              const agents::model::StoredModel& file) {
  REQUIRE(agents::model::write_model(path, game, file));
  const auto loaded = agents::model::load_model(path, game);
  return loaded ? "" : loaded.error();
}

}  // namespace ludex::tests
