// Models for tests of the agents that search with them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "agents/common/model/local_patterns.hpp"
#include "agents/common/model/model_file.hpp"
#include "agents/common/model/policy_model.hpp"
#include "agents/common/model/tuple_model.hpp"
#include "core/game/draft/features.hpp"
#include "core/util/rng.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {

inline std::string write_random_model(const Game& game, agents::model::StoredModel model,
                                      const std::string& path) {
  model.game = "a game";
  model.note = "random";
  REQUIRE(agents::model::write_model(path, game, model));
  return path;
}

// The path of a model of n-tuples with random weights, written to the folder.
inline std::string random_model(const Game& game, const TemporaryFolder& folder) {
  using namespace agents::model;
  const auto& features = *find<Features>(game);
  Rng rng = Rng::seeded(5);
  const auto maps = site_maps(game);
  const std::uint32_t length = longest_tuples(features.shape(), 12, 4, 1 << 24);
  auto network = TupleNetwork::make(features.shape(), maps, random_walks(features, maps, 12, length, rng));
  REQUIRE(network);
  for (float& weight : network->weights()) weight = static_cast<float>(rng.below(2001)) / 10000.0F - 0.1F;
  return write_random_model(game, stored(*network), folder.file("model.ludex"));
}

// The same of a policy: no values.
inline std::string random_policy(const Game& game, const TemporaryFolder& folder) {
  using namespace agents::model;
  std::vector<float> weights(LocalPatterns(game).weights());
  Rng rng = Rng::seeded(6);
  for (float& weight : weights) weight = static_cast<float>(rng.below(2001)) / 1000.0F - 1.0F;
  return write_random_model(game, stored_policy(weights), folder.file("policy.ludex"));
}

}  // namespace ludex::tests
