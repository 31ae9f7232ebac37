#include "agents/common/model/guided_game.hpp"

#include <stdexcept>

namespace ludex::agents::model {

const Game& guided(std::unique_ptr<GuidedGame>& holder, const std::string& file, const Game& game,
                   NeedsOfModel needs) {
  if (file.empty()) return game;
  if (holder != nullptr && &holder->game() == &game) return *holder;
  Result<std::unique_ptr<const Model>> model = load_model(file, game);
  if (!model) throw std::runtime_error(model.error());
  if (needs == NeedsOfModel::kValues && !(*model)->has_values())
    throw std::runtime_error(file + ": a model of the kind '" + (*model)->kind() +
                             "' has no values of positions");
  holder = std::make_unique<GuidedGame>(game, std::move(*model));
  return *holder;
}

}  // namespace ludex::agents::model
