// Position: a game state that owns its memory, with the text functions as ordinary strings. For hosts, tools
// and tests; agents keep plain buffers where speed counts.
#pragma once

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "core/abi/text.hpp"
#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex {

// Uninitialised memory for `count` states of one game, each at its proper alignment.
class StateBuffer {
 public:
  StateBuffer() = default;
  StateBuffer(const GameTraits& traits, std::size_t count)
      : stride_((traits.state_size + kAlign - 1) / kAlign * kAlign),
        bytes_(static_cast<std::byte*>(::operator new (stride_* count, std::align_val_t{kAlign}))) {}

  [[nodiscard]] State* operator[](std::size_t i) const noexcept {
    return reinterpret_cast<State*>(bytes_.get() + i * stride_);
  }

 private:
  static constexpr std::size_t kAlign = 64;
  struct Free {
    void operator()(std::byte* p) const noexcept { ::operator delete (p, std::align_val_t{kAlign}); }
  };
  std::size_t stride_ = 0;
  std::unique_ptr<std::byte, Free> bytes_;
};

// Keeps a pointer to the game, which must outlive it.
class Position {
 public:
  explicit Position(const Game& game) : game_(&game), buffer_(game.traits(), 1) { game.initial(state()); }
  Position(const Position& other) : game_(other.game_), buffer_(game_->traits(), 1) {
    game_->copy(state(), other.state());
  }
  Position& operator=(const Position& other) {
    if (this == &other) return *this;
    if (game_ == other.game_ && state() != nullptr) {
      game_->copy(state(), other.state());
    } else {
      *this = Position(other);
    }
    return *this;
  }
  Position(Position&&) noexcept = default;
  Position& operator=(Position&&) noexcept = default;

  // `warning`, if not null, receives the game's warning about a partly read text; else "".
  [[nodiscard]] static Result<Position> from_text(const Game& game, std::string_view text,
                                                  std::string* warning = nullptr) {
    Position position(game);
    StringSink error;
    if (game.position_from_text(text.data(), text.size(), position.state(), error) != Status::kOk) {
      return Error{error.take()};
    }
    if (warning != nullptr) *warning = error.take();
    return position;
  }

  [[nodiscard]] const Game& game() const noexcept { return *game_; }
  [[nodiscard]] State* state() noexcept { return buffer_[0]; }
  [[nodiscard]] const State* state() const noexcept { return buffer_[0]; }

  [[nodiscard]] Player to_move() const noexcept { return game_->to_move(state()); }
  [[nodiscard]] GameStatus status() const noexcept { return game_->status(state()); }
  [[nodiscard]] bool over() const noexcept { return is_over(status()); }
  [[nodiscard]] std::uint64_t hash() const noexcept { return game_->hash(state()); }
  // `move` must be legal.
  GameStatus apply(Move move) noexcept { return game_->apply(state(), move); }

  [[nodiscard]] std::vector<Move> legal_moves() const {
    std::vector<Move> moves(game_->traits().max_moves);
    moves.resize(game_->legal_moves(state(), moves.data()));
    return moves;
  }
  [[nodiscard]] bool is_legal(Move move) const {
    const auto moves = legal_moves();
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  }
  [[nodiscard]] std::string text() const {
    StringSink sink;
    game_->position_to_text(state(), sink);
    return sink.take();
  }
  [[nodiscard]] std::string drawing() const {
    StringSink sink;
    game_->draw(state(), sink);
    return sink.take();
  }
  [[nodiscard]] std::string move_text(Move move) const {
    StringSink sink;
    game_->move_to_text(state(), move, sink);
    return sink.take();
  }
  // A legal move of this position, or why the text is none.
  [[nodiscard]] Result<Move> parse_move(std::string_view text) const {
    Move move = kNoMove;
    StringSink error;
    if (game_->move_from_text(state(), text.data(), text.size(), &move, error) != Status::kOk) {
      return Error{error.take()};
    }
    return move;
  }

 private:
  const Game* game_;
  StateBuffer buffer_;
};

}  // namespace ludex
