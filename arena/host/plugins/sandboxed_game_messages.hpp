// Messages between the host and the child of a sandboxed game: plain structs through two pipes, followed by
// states and texts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/game/game.hpp"

namespace ludex::arena::sandboxed {

// The child's descriptors.
inline constexpr int kQuestions = 3;
inline constexpr int kAnswers = 4;

// Limits beyond which an answer is invalid.
inline constexpr std::uint32_t kMostState = 1 << 20;
inline constexpr std::uint32_t kMostMoves = 1 << 18;
inline constexpr std::uint32_t kMostClasses = 1 << 26;
inline constexpr std::uint32_t kMostText = 1 << 20;

enum class Call : std::uint32_t {
  kInitial,       // -> state
  kApply,         // state, move -> state
  kFromText,      // text -> state, or status and message
  kMoves,         // state -> moves, as text
  kChances,       // state where chance decides -> probabilities of the outcomes (double), as text
  kMoveClass,     // state, move -> value
  kMoveText,      // state, move -> text
  kMoveFromText,  // state, text -> value, or status and message
  kText,          // state -> text
  kDrawing,       // state -> text
};

struct Question {
  Call call;
  Move move;
  std::uint32_t has_state;
  std::uint32_t text_bytes;
};

// Facts of a position, sent with it.
struct Facts {
  std::uint64_t hash;
  GameStatus status;
  Player to_move;
  std::array<float, kMaxPlayers> returns;
};

struct Answer {
  Facts facts;
  Status status;
  std::uint32_t value;
  std::uint32_t has_state;  // of the facts
  std::uint32_t text_bytes;
};

// The child's first message, before any question.
struct Greeting {
  Status status;  // if not kOk, a message follows
  std::uint32_t text_bytes;
  GameTraits traits;
  std::uint32_t max_outcomes;  // of ludex.draft.chance/1; 0: the game does not offer it
};

}  // namespace ludex::arena::sandboxed
