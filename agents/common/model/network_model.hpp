// The model kind `network`: values and scores by a residual network, learned in single precision
// (ResidualNetwork) and played in integers of eight bits (QuantizedNetwork).
#pragma once

#include <memory>
#include <span>

#include "agents/common/model/model.hpp"
#include "agents/common/model/model_file.hpp"
#include "agents/common/model/quantized_network.hpp"
#include "agents/common/model/residual_network.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::model {

inline constexpr const char* kNetworkKind = "network";

template <class Network>
class NetworkModel final : public Model {
 public:
  // The game has ludex.draft.features/1, of a shape that fits().
  NetworkModel(const Game& game, std::shared_ptr<const Network> network)
      : game_(game), features_(*find<Features>(game)), network_(std::move(network)) {}

  [[nodiscard]] const char* kind() const noexcept override { return kNetworkKind; }
  [[nodiscard]] bool has_values() const noexcept override { return true; }
  [[nodiscard]] bool has_scores() const noexcept override { return true; }
  void answer(std::span<Question> questions) const noexcept override;

 private:
  const Game& game_;
  const Features& features_;
  std::shared_ptr<const Network> network_;
};

// The file of a network, without the texts `game` and `note`, and back.
[[nodiscard]] StoredModel stored_network(const ResidualNetwork& network);
[[nodiscard]] Result<ResidualNetwork> residual_network(const StoredModel& model, const Game& game);

}  // namespace ludex::agents::model
