// A game that answers as another one does, for games that differ from it in a few methods.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/game/game.hpp"

namespace ludex {

// Forwards all calls to the game, which must outlive it; extensions too, so that their methods do not see
// what a derived class changes. As thread-safe as the game. Its creator owns it.
class ForwardingGame : public Game {
 public:
  explicit ForwardingGame(const Game& game) noexcept : game_(game) {}
  [[nodiscard]] const Game& game() const noexcept { return game_; }

  void destroy() noexcept override {}
  [[nodiscard]] const GameTraits& traits() const noexcept override { return game_.traits(); }
  [[nodiscard]] const void* extension(const char* id) const noexcept override { return game_.extension(id); }
  void initial(State* state) const noexcept override { game_.initial(state); }
  void copy(State* to, const State* from) const noexcept override { game_.copy(to, from); }
  [[nodiscard]] Player to_move(const State* state) const noexcept override { return game_.to_move(state); }
  [[nodiscard]] GameStatus status(const State* state) const noexcept override { return game_.status(state); }
  std::uint32_t legal_moves(const State* state, Move* out) const noexcept override {
    return game_.legal_moves(state, out);
  }
  GameStatus apply(State* state, Move move) const noexcept override { return game_.apply(state, move); }
  void returns(const State* state, float* out) const noexcept override { game_.returns(state, out); }
  [[nodiscard]] std::uint64_t hash(const State* state) const noexcept override { return game_.hash(state); }
  [[nodiscard]] std::uint32_t move_class(const State* state, Move move) const noexcept override {
    return game_.move_class(state, move);
  }
  PlayoutResult playout(State* state, Rng* rng, PlayoutTrace* trace) const noexcept override {
    return game_.playout(state, rng, trace);
  }
  void move_to_text(const State* state, Move move, TextSink& out) const noexcept override {
    game_.move_to_text(state, move, out);
  }
  Status move_from_text(const State* state, const char* text, std::size_t size, Move* out,
                        TextSink& error) const noexcept override {
    return game_.move_from_text(state, text, size, out, error);
  }
  void position_to_text(const State* state, TextSink& out) const noexcept override {
    game_.position_to_text(state, out);
  }
  Status position_from_text(const char* text, std::size_t size, State* out,
                            TextSink& error) const noexcept override {
    return game_.position_from_text(text, size, out, error);
  }
  void draw(const State* state, TextSink& out) const noexcept override { game_.draw(state, out); }

 protected:
  ~ForwardingGame() = default;

 private:
  const Game& game_;
};

}  // namespace ludex
