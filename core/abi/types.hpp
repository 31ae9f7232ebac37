// The plain types that cross the plug-in boundary. Everything here is a scalar, a standard-layout struct
// without padding, or an abstract class whose methods are noexcept. No std:: type, exception or RTTI crosses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/abi/enum_text.hpp"

namespace ludex {

// A move of a game: opaque outside the game that made it. Equal moves in one position have equal values.
enum class Move : std::uint32_t {};
inline constexpr Move kNoMove{0xFFFFFFFFU};

// A player's index in turn order: 0 moves first. Also called the seat.
using Player = std::uint32_t;
inline constexpr Player kNobody = 0xFFFFFFFFU;
// The mover where chance decides (ludex.draft.chance/1); never a seat.
inline constexpr Player kChance = 0xFFFFFFFEU;
inline constexpr std::uint32_t kMaxPlayers = 8;

// Result of a game, or kOngoing. Values from kWin on mean "player value - kWin has won".
enum class GameStatus : std::uint32_t { kOngoing = 0, kDraw = 1, kWin = 2 };

[[nodiscard]] constexpr GameStatus win_for(Player player) noexcept {
  return static_cast<GameStatus>(static_cast<std::uint32_t>(GameStatus::kWin) + player);
}
[[nodiscard]] constexpr bool is_over(GameStatus status) noexcept {
  return status != GameStatus::kOngoing;
}
// True if `status` is valid for a game with `players` players.
[[nodiscard]] constexpr bool in_range(GameStatus status, std::uint32_t players) noexcept {
  return static_cast<std::uint32_t>(status) < static_cast<std::uint32_t>(GameStatus::kWin) + players;
}
// The winner, or kNobody if the game is drawn or not over.
[[nodiscard]] constexpr Player winner_of(GameStatus status) noexcept {
  return status >= GameStatus::kWin
             ? static_cast<std::uint32_t>(status) - static_cast<std::uint32_t>(GameStatus::kWin)
             : kNobody;
}

// A game-theoretic value that has been *proven*, from the side to move's point of view.
enum class Outcome : std::uint16_t { kUnknown = 0, kLoss = 1, kDraw = 2, kWin = 3 };
[[nodiscard]] constexpr auto enum_texts(Outcome) noexcept {
  return EnumTexts{"unknown", "loss", "draw", "win"};
}

[[nodiscard]] constexpr Outcome opposite(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::kLoss:
      return Outcome::kWin;
    case Outcome::kWin:
      return Outcome::kLoss;
    default:
      return outcome;
  }
}
// The outcome of a finished two-player game for `player`.
[[nodiscard]] constexpr Outcome outcome_for(GameStatus status, Player player) noexcept {
  if (status == GameStatus::kOngoing) return Outcome::kUnknown;
  if (status == GameStatus::kDraw) return Outcome::kDraw;
  return winner_of(status) == player ? Outcome::kWin : Outcome::kLoss;
}

// Result of a fallible call across the boundary. Anything but kOk comes with a message in the error sink.
enum class Status : std::int32_t {
  kOk = 0,
  kInvalidArgument = 1,  // a parameter or text is malformed or out of range
  kUnsupported = 2,      // the callee lacks this ability, or cannot work with this game
  kOutOfMemory = 3,
  kException = 4,  // the author's code threw; the message is what()
  kInternal = 5,   // a contract was broken: please report
};
[[nodiscard]] constexpr auto enum_texts(Status) noexcept {
  return EnumTexts{"ok", "invalid-argument", "unsupported", "out-of-memory", "exception", "internal"};
}

// Receives text from a callee. Owned by the caller, valid during the call only, used on the calling thread.
class TextSink {
 public:
  // Appends `size` bytes (UTF-8, not terminated). May be called any number of times.
  virtual void write(const char* text, std::size_t size) noexcept = 0;
  void write(std::string_view text) noexcept { write(text.data(), text.size()); }

 protected:
  ~TextSink() = default;
};

// A position of a game: an opaque block of GameTraits::state_size bytes in the caller's memory.
class State;

}  // namespace ludex
