#include "agents/common/model/guided_game.hpp"

#include <stdexcept>

namespace ludex::agents::model {

const Game& guided(std::unique_ptr<GuidedGame>& holder, const std::string& file, const Game& game) {
  if (file.empty()) return game;
  if (holder != nullptr && &holder->game() == &game) return *holder;
  if (game.traits().players != 2) throw std::runtime_error(file + ": models are for games of two players");
  Result<TupleModel> model = read_model(file, game);
  if (!model) throw std::runtime_error(model.error());
  if (!fits(find<Features>(game)->shape()))
    throw std::runtime_error(file + ": the game's observations are too large");
  holder = std::make_unique<GuidedGame>(game, std::move(*model));
  return *holder;
}

}  // namespace ludex::agents::model
