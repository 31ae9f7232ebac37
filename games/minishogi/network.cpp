#include "games/minishogi/network.hpp"

#include <memory>
#include <utility>

namespace ludex::games::minishogi {
namespace {

using Network = NetworkInputs::Network;

constexpr const char* kWeights =
#include "games/minishogi/weights.inc"
    ;

// All zero if the text is not this network's: a test holds that it is.
const Network::Weights& learned() {
  static const std::unique_ptr<const Network::Weights> weights = [] {
    auto read = Network::from_text(kWeights);
    return read ? std::move(*read) : std::make_unique<const Network::Weights>();
  }();
  return *weights;
}

}  // namespace

std::int32_t correct_by_network(const Position& p) noexcept {
  static const Network::Weights& weights = learned();
  PieceInputs<NetworkInputs::kMost> inputs;
  NetworkInputs::list(p, inputs);
  return Network::value(weights, inputs, NetworkInputs::kScale);
}

}  // namespace ludex::games::minishogi
