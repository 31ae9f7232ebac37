#include "agents/common/model/network_model.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

#include "agents/common/model/observed.hpp"

namespace ludex::agents::model {

template <class Network>
void NetworkModel<Network>::answer(std::span<Question> questions) const noexcept {
  for (Question& question : questions) {
    const Observed seen(features_, question.state, viewer_of(game_, question.state));
    if (question.moves.size() > kMostMoves) {
      // More than place_moves() tells apart: all have the same score.
      std::fill_n(question.scores, question.moves.size(), 0.0F);
      question.value = network_->look(seen.codes.data(), seen.numbers.data(), {}, nullptr);
      continue;
    }
    std::array<MovePlace, kMostMoves> places;
    place_moves(game_, features_, question.state, question.moves, places.data());
    question.value = network_->look(seen.codes.data(), seen.numbers.data(),
                                    {places.data(), question.moves.size()}, question.scores);
  }
}

template class NetworkModel<ResidualNetwork>;
template class NetworkModel<QuantizedNetwork>;

StoredModel stored_network(const ResidualNetwork& network) {
  return {.kind = kNetworkKind,
          .game = "",
          .note = "",
          .lines = {"network 1 channels " + std::to_string(network.layout().channels) + " blocks " +
                    std::to_string(network.layout().blocks)},
          .weights = {network.weights().begin(), network.weights().end()}};
}

Result<ResidualNetwork> residual_network(const StoredModel& model, const Game& game) {
  constexpr const char* kExpected = "'network 1 channels 16|32|64 blocks NUMBER'";
  std::istringstream line(model.lines.size() == 1 ? model.lines[0] : "");
  std::string words[3];
  std::uint32_t version = 0;
  std::uint32_t channels = 0;
  std::uint32_t blocks = 0;
  line >> words[0] >> version >> words[1] >> channels >> words[2] >> blocks;
  if (line.fail() || words[0] != "network" || version != 1 || words[1] != "channels" || words[2] != "blocks")
    return Error{std::string("has no line ") + kExpected};
  Result<ResidualNetwork> network = ResidualNetwork::make(*find<Features>(game), channels, blocks);
  if (!network) return Error{network.error()};
  if (model.weights.size() != network->weights().size())
    return Error{"has " + std::to_string(model.weights.size()) +
                 " weights where a network of this size has " + std::to_string(network->weights().size())};
  std::copy(model.weights.begin(), model.weights.end(), network->weights().begin());
  return network;
}

}  // namespace ludex::agents::model
