// Path<Step>: the positions from the root of a search down to the present one, and the search's data about
// each (`Step`: mover, key, node ...). A search goes down with descend() or play() and returns by using a
// smaller ply: nothing is undone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game/game.hpp"
#include "core/game/position.hpp"

namespace ludex::agents {

template <class Step>
class Path {
 public:
  // Bounds the recursion of searches without a bound of their own.
  static constexpr std::uint32_t kDepthLimit = 4000;

  // For searches of at most `max_depth` plies; leaves room for one position below them.
  void new_game(const Game& game, std::uint32_t max_depth) {
    game_ = &game;
    max_depth_ = max_depth;
    states_ = StateBuffer(game.traits(), max_depth + std::size_t{2});
    steps_.assign(max_depth + std::size_t{2}, Step{});
  }
  // For the maximum depth of such games, up to the limit.
  void new_game(const Game& game) {
    new_game(game, std::min<std::uint32_t>(game.traits().max_plies + 1, kDepthLimit));
  }
  void start(const State* root) noexcept { game_->copy(states_[0], root); }

  [[nodiscard]] std::uint32_t max_depth() const noexcept { return max_depth_; }
  [[nodiscard]] State* state(std::uint32_t ply) const noexcept { return states_[ply]; }
  [[nodiscard]] Step& operator[](std::uint32_t ply) noexcept { return steps_[ply]; }
  [[nodiscard]] const Step& operator[](std::uint32_t ply) const noexcept { return steps_[ply]; }

  // Writes the position after the move to `ply` + 1.
  GameStatus play(std::uint32_t ply, Move move) noexcept { return game_->apply(repeat(ply), move); }
  // The same, and records the step.
  void descend(std::uint32_t ply, Move move, const Step& step) noexcept {
    play(ply, move);
    steps_[ply + 1] = step;
  }
  // Copies the position to `ply` + 1.
  State* repeat(std::uint32_t ply) noexcept {
    State* const next = states_[ply + 1];
    game_->copy(next, states_[ply]);
    return next;
  }

  // The last position, at `ply` or before, whose step has that key.
  template <class Key>
  [[nodiscard]] std::optional<std::uint32_t> find(std::uint32_t ply, const Key& key) const noexcept {
    for (std::uint32_t back = ply + 1; back-- > 0;) {
      if (steps_[back].key == key) return back;
    }
    return std::nullopt;
  }

 private:
  const Game* game_ = nullptr;
  std::uint32_t max_depth_ = 0;
  StateBuffer states_;       // [ply]
  std::vector<Step> steps_;  // [ply]
};

}  // namespace ludex::agents
