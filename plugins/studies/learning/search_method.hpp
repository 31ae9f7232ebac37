// Expert iteration (Anthony, Tian & Barber 2017; AlphaZero, Silver et al. 2018): PUCT with the model plays
// games, and the model learns its visits and the results, from a window of the newest positions. Other
// targets of learning change who plays the games and what samples they are: PUCT with Gumbel (Danihelka et
// al. 2022), Descent (Cohen-Solal 2020).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/abi/params.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/learning/game_source.hpp"
#include "plugins/studies/learning/sample_learner.hpp"
#include "plugins/studies/learning/samples.hpp"
#include "plugins/studies/learning/training.hpp"
#include "plugins/studies/training/adam.hpp"

namespace ludex::studies::learning {

// Defaults of the parameters that the methods share.
struct SearchDefaults {
  const char* games;
  const char* simulations;
  const char* rate;
  const char* decay;
  const char* targets = "alphazero|gumbel";
};
[[nodiscard]] std::vector<ParamSpec> search_parameters(const SearchDefaults& defaults,
                                                       std::span<const ParamSpec> own = {});

// can_learn(), no chance, and targets that the game has.
[[nodiscard]] Result<void> can_search(const StudyTask& task);

// A training by the parameters of search_parameters(). It is a function of them alone, whatever the number of
// threads: the games of a block are played by one and the same model, gradients are added in a fixed order.
class SearchMethod final : public Method {
 public:
  // `own`: the learner's own settings, as text. The learner outlives the method.
  SearchMethod(const StudyTask& task, SampleLearner& learner, std::string own);

  [[nodiscard]] std::string settings() const override;
  [[nodiscard]] std::uint64_t block() const override;
  Block play(std::uint64_t first, std::uint64_t count) override;
  void save(Checkpoint& to) const override;
  [[nodiscard]] bool restore(Checkpoint&& from) override;
  [[nodiscard]] agents::model::StoredModel model() const override { return learner_.stored(); }

 private:
  // Gradients of a batch are added up in so many parts, side by side.
  static constexpr std::uint32_t kParts = 4;

  void learn(std::uint64_t positions, Rng& rng, Tally& tally);
  void step(std::span<const Sample* const> batch, std::span<const std::uint32_t> turns, Tally& tally);

  const StudyTask& task_;
  SampleLearner& learner_;
  std::string own_;
  std::uint64_t seed_;
  std::uint32_t threads_;
  std::vector<std::vector<std::uint32_t>> maps_;  // symmetries
  std::vector<std::unique_ptr<GameSource>> players_;
  SampleWindow window_;
  games::Adam adam_;
  std::vector<std::vector<float>> gradients_;
};

}  // namespace ludex::studies::learning
