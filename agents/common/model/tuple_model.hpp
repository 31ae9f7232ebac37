// The model kind `tuples`: values by a network of n-tuples, no scores of moves.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "agents/common/model/model.hpp"
#include "agents/common/model/model_file.hpp"
#include "agents/common/model/observed.hpp"
#include "agents/common/model/tuple_network.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::model {

// The expected return of `player` by the network.
[[nodiscard]] inline float value_of(const TupleNetwork& network, const Features& features, const State* state,
                                    Player player) noexcept {
  const Observed seen(features, state, player);
  return network.value(seen.codes.data(), seen.numbers.data());
}

class TupleModel final : public Model {
 public:
  // The game has ludex.draft.features/1, of a shape that fits().
  TupleModel(const Game& game, std::shared_ptr<const TupleNetwork> network)
      : game_(game), features_(*find<Features>(game)), network_(std::move(network)) {}
  TupleModel(const Game& game, TupleNetwork network)
      : TupleModel(game, std::make_shared<const TupleNetwork>(std::move(network))) {}

  [[nodiscard]] const char* kind() const noexcept override { return kKind; }
  [[nodiscard]] bool has_values() const noexcept override { return true; }
  [[nodiscard]] bool has_scores() const noexcept override { return false; }
  void answer(std::span<Question> questions) const noexcept override;

  static constexpr const char* kKind = "tuples";

 private:
  const Game& game_;
  const Features& features_;
  std::shared_ptr<const TupleNetwork> network_;
};

// The file of a network, without the texts `game` and `note`, and back.
[[nodiscard]] StoredModel stored(const TupleNetwork& network);
[[nodiscard]] Result<TupleNetwork> tuple_network(const StoredModel& model, const Game& game);

}  // namespace ludex::agents::model
