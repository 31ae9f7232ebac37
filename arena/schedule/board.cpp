#include "arena/schedule/board.hpp"

#include "core/abi/text.hpp"

namespace ludex::arena {

Board::Board(const Game& game)
    : game_(game),
      memory_(static_cast<std::byte*>(
                  ::operator new[](game.traits().state_size, std::align_val_t{game.traits().state_align})),
              Free{std::align_val_t{game.traits().state_align}}) {
  reset();
}

Result<void> Board::set(std::string_view text) {
  StringSink error;
  if (game_.position_from_text(text.data(), text.size(), state(), error) == Status::kOk) return {};
  return Error{error.take()};
}

Result<Move> Board::parse(std::string_view text) const {
  StringSink error;
  Move move = kNoMove;
  if (game_.move_from_text(state(), text.data(), text.size(), &move, error) == Status::kOk) return move;
  return Error{error.take()};
}

const std::vector<Move>& Board::legal_moves() {
  moves_.resize(game_.traits().max_moves);
  moves_.resize(game_.legal_moves(state(), moves_.data()));
  return moves_;
}

}  // namespace ludex::arena
