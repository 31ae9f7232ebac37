#include "agents/common/model/tuple_model.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

namespace ludex::agents::model {
namespace {

constexpr std::string_view kTuple = "tuple ";

Result<TupleNetwork::Places> places_of(const std::string& line) {
  TupleNetwork::Places places;
  std::istringstream text(line);
  for (std::uint32_t place = 0; text >> place;) places.push_back(place);
  if (!text.eof()) return Error{"the tuple '" + line + "' is not a list of numbers"};
  return places;
}

}  // namespace

void TupleModel::answer(std::span<Question> questions) const noexcept {
  for (Question& question : questions) {
    const Player viewer = viewer_of(game_, question.state);
    if (question.values != nullptr) {
      for (Player player = 0; player < game_.traits().players; ++player)
        question.values[player] = value_of(*network_, features_, question.state, player);
      question.value = question.values[viewer];
    } else {
      question.value = value_of(*network_, features_, question.state, viewer);
    }
    std::fill_n(question.scores, question.moves.size(), 0.0F);
  }
}

StoredModel stored(const TupleNetwork& network) {
  StoredModel model{.kind = TupleModel::kKind, .game = "", .note = ""};
  for (const TupleNetwork::Places& places : network.tuples()) {
    std::string line = "tuple";
    for (const std::uint32_t place : places) line += " " + std::to_string(place);
    model.lines.push_back(std::move(line));
  }
  model.weights.assign(network.weights().begin(), network.weights().end());
  return model;
}

Result<TupleNetwork> tuple_network(const StoredModel& model, const Game& game) {
  const Features& features = *find<Features>(game);
  std::vector<TupleNetwork::Places> tuples;
  for (const std::string& line : model.lines) {
    if (!line.starts_with(kTuple)) return Error{"has the line '" + line + "' where a tuple should be"};
    Result<TupleNetwork::Places> places = places_of(line.substr(kTuple.size()));
    if (!places) return Error{places.error()};
    tuples.push_back(std::move(*places));
  }
  Result<TupleNetwork> network = TupleNetwork::make(features.shape(), site_maps(game), std::move(tuples));
  if (!network) return network;
  if (network->weights().size() != model.weights.size())
    return Error{"has " + std::to_string(model.weights.size()) + " weights where its tuples have " +
                 std::to_string(network->weights().size())};
  std::copy(model.weights.begin(), model.weights.end(), network->weights().begin());
  return network;
}

}  // namespace ludex::agents::model
