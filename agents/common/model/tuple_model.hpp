// The model kind `tuples`: values by a network of n-tuples, no scores of moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "agents/common/model/model.hpp"
#include "agents/common/model/model_file.hpp"
#include "agents/common/model/tuple_network.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::model {

// Room for codes on the stack; games with larger observations have no models.
inline constexpr std::size_t kMostPlaces = 8192;
inline constexpr std::size_t kMostNumbers = 256;
[[nodiscard]] inline bool fits(const FeatureShape& shape) noexcept {
  return std::size_t{shape.layers} * shape.sites <= kMostPlaces && shape.numbers <= kMostNumbers;
}

// The player whose view values a position: the mover, or player 0 where chance decides.
[[nodiscard]] inline Player viewer_of(const Game& game, const State* state) noexcept {
  const Player mover = game.to_move(state);
  return mover == kChance ? 0 : mover;
}

// The expected return of `player` by the network.
[[nodiscard]] inline float value_of(const TupleNetwork& network, const Features& features, const State* state,
                                    Player player) noexcept {
  std::array<std::uint8_t, kMostPlaces> codes;
  std::array<float, kMostNumbers> numbers;
  features.observe(state, player, codes.data(), numbers.data());
  return network.value(codes.data(), numbers.data());
}

class TupleModel final : public Model {
 public:
  // The game has ludex.draft.features/1, of a shape that fits().
  TupleModel(const Game& game, TupleNetwork network)
      : game_(game), features_(*find<Features>(game)), network_(std::move(network)) {}

  [[nodiscard]] const char* kind() const noexcept override { return kKind; }
  [[nodiscard]] bool has_values() const noexcept override { return true; }
  [[nodiscard]] bool has_scores() const noexcept override { return false; }
  void answer(std::span<Question> questions) const noexcept override;

  static constexpr const char* kKind = "tuples";

 private:
  const Game& game_;
  const Features& features_;
  TupleNetwork network_;
};

// The file of a network, without the texts `game` and `note`, and back.
[[nodiscard]] StoredModel stored(const TupleNetwork& network);
[[nodiscard]] Result<TupleNetwork> tuple_network(const StoredModel& model, const Game& game);

}  // namespace ludex::agents::model
