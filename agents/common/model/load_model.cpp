#include <memory>
#include <string>
#include <utility>

#include "agents/common/model/model.hpp"
#include "agents/common/model/model_file.hpp"
#include "agents/common/model/network_model.hpp"
#include "agents/common/model/observed.hpp"
#include "agents/common/model/policy_model.hpp"
#include "agents/common/model/tuple_model.hpp"
#include "core/game/draft/features.hpp"

namespace ludex::agents::model {
namespace {

using Loaded = Result<std::unique_ptr<const Model>>;

Loaded load_tuples(const StoredModel& stored, const Game& game) {
  Result<TupleNetwork> network = tuple_network(stored, game);
  if (!network) return Error{network.error()};
  return {std::make_unique<const TupleModel>(game, std::move(*network))};
}

Loaded load_network(const StoredModel& stored, const Game& game) {
  Result<ResidualNetwork> network = residual_network(stored, game);
  if (!network) return Error{network.error()};
  return {std::make_unique<const NetworkModel<QuantizedNetwork>>(
      game, std::make_shared<const QuantizedNetwork>(game, std::move(*network)))};
}

struct Kind {
  const char* name;
  bool more_players;  // than two
  Loaded (*load)(const StoredModel& stored, const Game& game);
};
constexpr Kind kKinds[] = {{TupleModel::kKind, true, load_tuples},
                           {PolicyModel::kKind, false, load_policy},
                           {kNetworkKind, false, load_network}};

Loaded load(const StoredModel& stored, const Game& game) {
  if (!fits(find<Features>(game)->shape())) return Error{"the game's observations are too large"};
  std::string known;
  for (const Kind& kind : kKinds) {
    if (stored.kind == kind.name) {
      if (game.traits().players > 2 && !kind.more_players)
        return Error{"models of the kind '" + stored.kind + "' are for games of two players"};
      return kind.load(stored, game);
    }
    known += (known.empty() ? "'" : ", '") + std::string(kind.name) + "'";
  }
  return Error{"is a model of the kind '" + stored.kind + "'; this version reads " + known};
}

}  // namespace

Loaded load_model(const std::filesystem::path& path, const Game& game) {
  const Result<StoredModel> stored = read_model(path, game);
  if (!stored) return Error{stored.error()};
  Loaded model = load(*stored, game);
  if (!model) return Error{path.string() + ": " + model.error()};
  return model;
}

}  // namespace ludex::agents::model
