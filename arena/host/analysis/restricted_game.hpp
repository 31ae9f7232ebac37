// A game in which one position has fewer moves; makes any agent search only some moves.
#pragma once

#include <vector>

#include "core/game/game.hpp"
#include "core/game/position.hpp"

namespace ludex::arena::host {

// Forwards all calls to the game, which must outlive it. In positions equal to `root` (by hash and mover)
// only `moves` are legal. Omits extensions whose answers depend on the legal moves: agents that need one
// refuse the game. As thread-safe as the game.
class RestrictedGame final : public Game {
 public:
  // `moves`: legal moves of `root`, at least one.
  RestrictedGame(const Position& root, std::vector<Move> moves);

  void destroy() noexcept override {}  // the creator owns it
  [[nodiscard]] const GameTraits& traits() const noexcept override { return game_.traits(); }
  [[nodiscard]] const void* extension(const char* id) const noexcept override;
  void initial(State* state) const noexcept override { game_.initial(state); }
  void copy(State* to, const State* from) const noexcept override { game_.copy(to, from); }
  [[nodiscard]] Player to_move(const State* state) const noexcept override { return game_.to_move(state); }
  [[nodiscard]] GameStatus status(const State* state) const noexcept override { return game_.status(state); }
  std::uint32_t legal_moves(const State* state, Move* out) const noexcept override;
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

  // The same position in this game. Valid as long as this object.
  [[nodiscard]] Position of(const Position& position) const;

 private:
  const Game& game_;
  std::uint64_t root_hash_;
  Player root_mover_;
  std::vector<Move> moves_;
};

}  // namespace ludex::arena::host
