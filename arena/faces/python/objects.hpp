// Python's objects: games, positions and moves. A position is a value and keeps its game alive; a move keeps
// its position alive.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <pybind11/pybind11.h>

#include "arena/host/plugins/library.hpp"
#include "arena/host/plugins/registry.hpp"
#include "core/game/extensions.hpp"
#include "core/game/position.hpp"

namespace ludex::python {

// Python's number where chance decides: ludex.CHANCE.
inline constexpr int kChanceSeat = -2;
[[nodiscard]] inline int seat_number(Player player) noexcept {
  return player == kChance ? kChanceSeat : static_cast<int>(player);
}

// A game made by Python, or one lent to an agent written in Python for the duration of one game.
class GameHandle {
 public:
  GameHandle(std::shared_ptr<const arena::host::Library> library, arena::host::GamePtr game, std::string text)
      : text_(std::move(text)), library_(std::move(library)), owned_(std::move(game)), game_(owned_.get()) {}
  explicit GameHandle(const Game& lent) : game_(&lent) {}

  // Throws Error if the game was lent and has been taken back.
  [[nodiscard]] const Game& game() const;
  void take_back() noexcept { game_ = nullptr; }
  // "hex:size=7"; empty if the game was lent.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] bool same(const GameHandle& other) const noexcept {
    return this == &other || (!text_.empty() && text_ == other.text_);
  }
  template <class Ability>
  [[nodiscard]] const Ability* ability() const {
    return find<Ability>(game());
  }

 private:
  std::string text_;
  std::shared_ptr<const arena::host::Library> library_;
  arena::host::GamePtr owned_;
  const Game* game_;
};
using GameRef = std::shared_ptr<GameHandle>;

// Immutable, so that several threads and moves may share it.
class PositionObject {
 public:
  PositionObject(GameRef game, Position position, Move last = kNoMove)
      : game_(std::move(game)), position_(std::move(position)), last_(last) {}

  [[nodiscard]] const GameRef& handle() const noexcept { return game_; }
  // Throws Error if the game is gone.
  [[nodiscard]] const Game& game() const { return game_->game(); }
  [[nodiscard]] const Position& position() const {
    static_cast<void>(game());
    return position_;
  }
  // The move that led here, or kNoMove.
  [[nodiscard]] Move last() const noexcept { return last_; }

 private:
  GameRef game_;
  Position position_;
  Move last_;
};
using PositionRef = std::shared_ptr<PositionObject>;

struct MoveObject {
  PositionRef position;
  Move move = kNoMove;

  [[nodiscard]] std::string text() const { return position->position().move_text(move); }
};

[[nodiscard]] PositionRef initial_position(const GameRef& game);
// The position after a legal move.
[[nodiscard]] PositionRef after(const PositionRef& position, Move move);
// The move that a Move or a text means in a position. Throws Error for a move of another game or an illegal
// one, TypeError for other types.
[[nodiscard]] Move move_in(const PositionRef& position, const pybind11::handle& move);
// Settings as on the command line, from `id` or `id:name=value,...` and keyword arguments.
[[nodiscard]] arena::host::Component component_of(const std::string& text, const pybind11::kwargs& settings);

void bind_games(pybind11::module_& module);
void bind_batches(pybind11::module_& module, pybind11::class_<GameHandle, std::shared_ptr<GameHandle>>& game);
void bind_agents(pybind11::module_& module);
void bind_logs(pybind11::module_& module);
void bind_ratings(pybind11::module_& module);
void bind_budget(pybind11::module_& module);

}  // namespace ludex::python
