#include "games/minishogi/network.hpp"

#include <memory>
#include <utility>

namespace ludex::games::minishogi {
namespace {

constexpr const char* kWeights =
#include "games/minishogi/weights.inc"
    ;

}  // namespace

const NetworkInputs::Network::Weights& learned_weights() {
  using Network = NetworkInputs::Network;
  // All zero if the text does not fit this network; a test checks that it does.
  static const std::unique_ptr<const Network::Weights> weights = [] {
    auto read = Network::from_text(kWeights);
    return read ? std::move(*read) : std::make_unique<const Network::Weights>();
  }();
  return *weights;
}

}  // namespace ludex::games::minishogi
