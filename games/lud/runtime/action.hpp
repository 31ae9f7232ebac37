// Changes of a position.
#pragma once

#include <cstdint>

#include "games/lud/runtime/head.hpp"

namespace ludex::games::lud {

enum class ActionKind : std::uint8_t {
  kMove,
  kRemove,
  kRemoveLater,
  kAdd,
  kSetState,
  kSetCount,
  kSetValue,
  kSetRotation,
  kPromote,
  kSelect,
  kPass,
  kSwap,
  kMoveAgain,
  kNextPlayer,
  kSetCounter,
  kSetPending,
  kSetVariable,
  kSetScore,
  kAddScore,
  kSetPlayerValue,
  kTrigger,
  kRemember,
  kForget,
  kForgetAll,
  kPropose,
  kVote,
  kNote,
  kMoveCount,
  kClaim,
  kSwapPieces,
  kRememberState,
  kMoveStack,
  kRoll,
  kUseDie,
  kSetDice,
  kSetTeam,
  kThen = 100,  // a consequent of the list, in generated code only: `what` is its number
};

struct Action {
  ActionKind kind;
  std::uint8_t type = 0;  // of the site
  std::int16_t site = kOff;
  std::int16_t to = kOff;
  std::uint8_t to_type = 0;
  std::int8_t player = 0;
  std::int32_t what = 0;  // the piece, or the value that is set
  std::int16_t count = 1;
  std::int16_t state = 0;
  std::int16_t value = 0;
  std::int16_t level = kOff;  // of a stack; -1: its top
  bool operator==(const Action&) const = default;
};

// The site that an action changes, for (last To afterConsequence:...); kUndefined: none.
[[nodiscard]] constexpr int touched_by(const Action& action) {
  switch (action.kind) {
    case ActionKind::kMove:
    case ActionKind::kMoveCount:
    case ActionKind::kMoveStack:
    case ActionKind::kSelect:
    case ActionKind::kSwapPieces:
      return action.to;
    case ActionKind::kRemove:
    case ActionKind::kRemoveLater:
    case ActionKind::kAdd:
    case ActionKind::kClaim:
    case ActionKind::kPromote:
    case ActionKind::kSetState:
    case ActionKind::kSetCount:
    case ActionKind::kSetValue:
    case ActionKind::kSetRotation:
      return action.site;
    default:
      return kUndefined;
  }
}

// Makes an action that changes no site; false: it is of another kind.
[[gnu::always_inline]] constexpr bool apply_to_head(Head& head, const Fields& fields, const Action& action) {
  switch (action.kind) {
    case ActionKind::kMoveAgain:
      head.next = head.mover;
      return true;
    case ActionKind::kNextPlayer:
      head.next = action.player;
      return true;
    case ActionKind::kSetCounter:
      fields.rest->counter = action.what;
      return true;
    case ActionKind::kSetPending:
      if (Pending& pending = *fields.pending; pending.count < kMaxPending) {
        for (int k = 0; k < pending.count; ++k) {
          if (pending.values[k] == action.what) return true;
        }
        pending.values[static_cast<int>(pending.count++)] = static_cast<std::int16_t>(action.what);
      }
      return true;
    case ActionKind::kSetScore:
      fields.score[static_cast<int>(action.player)] = action.what;
      return true;
    case ActionKind::kAddScore: {
      const std::int64_t sum = std::int64_t{fields.score[static_cast<int>(action.player)]} + action.what;
      const std::int64_t bounded = sum > kMostNumber ? kMostNumber : sum < -kMostNumber ? -kMostNumber : sum;
      fields.score[static_cast<int>(action.player)] = static_cast<std::int32_t>(bounded);
      return true;
    }
    case ActionKind::kSetPlayerValue:
      fields.value[static_cast<int>(action.player)] = action.what;
      return true;
    case ActionKind::kPass:
    case ActionKind::kSelect:
    case ActionKind::kNote:
      return true;
    default:
      return false;
  }
}

}  // namespace ludex::games::lud
