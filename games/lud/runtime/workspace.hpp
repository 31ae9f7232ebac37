// The memory of a thread: the list of moves, the actions of a move, copies of positions.
#pragma once

#include "games/lud/runtime/cells.hpp"

namespace ludex::games::lud::runtime {

struct Workspace {
  const Host* host;
  u32 move_count, action_count, copy_count;
  u32 thens;            // the list of actions has had a consequent
  u32 kept;             // moves of the list that are those of the next ply
  u32 tracked;          // the data of track.hpp are those of the position
  i32 duplicates;       // moves that a description lists twice are two
  u32 asked, unlisted;  // how often, of late, the host had to play after a list; plies it played without one
  u32 rows[kPlayers + 1][(kTrackRows + 7) / 8 * 8];  // by piece and line: where it stands
  i16 root[kSites];                                  // of the group of a site with a piece
  u16 touch[kSites];                                 // by root: the regions that the group touches
  PackedMove moves[kMoveCapacity];
  Action actions[kActionCapacity];
  alignas(16) u8 copies[kCopies][kBytes + 16];
};

LUD_INLINE Iterators fresh(Workspace* w) {
  return Iterators{kOff, kOff, kOff, kOff, 0, 0, kUndefined, -1, nullptr, 0, 0, kUndefined, -1, w};
}
// The bytes of a position without its history, or with it.
LUD_INLINE u64 used_bytes(const u8* s, bool whole) {
  if (kHasStacks) return kHasHistory ? kBytes : kLevelsAt + sizeof(Level) * more(s).levels;
  return kHasHistory ? kHistoryAt + (whole ? 8 * head(s).history : 0) : kBytes;
}
// A copy of the position, for a look ahead; the last copy ends with --copy_count.
LUD_INLINE u8* copy_state(Workspace* w, const u8* s) {
  if (w->copy_count >= kCopies) [[unlikely]]
    __builtin_trap();
  u8* to = w->copies[w->copy_count++];
  // A look ahead by one move needs no history, unless it asks for it; the interpreter may look further.
  const bool whole = kHasHistory && (kAsksHost || kReadsHistory);
  __builtin_memcpy(to, s, used_bytes(s, whole));
  if (kHasHistory && !whole) head(to).history = 0;
  return to;
}

// Makes another player the mover until the end of the scope.
struct AsMover {
  Head& h;
  i8 mover, next, prev;
  [[gnu::always_inline]] inline AsMover(u8* s, int q)
      : h(head(s)), mover(h.mover), next(h.next), prev(h.prev) {
    if (q == mover) return;
    h.mover = (i8)q, h.next = (i8)(q % kPlayers + 1), h.prev = (i8)((q + kPlayers - 2) % kPlayers + 1);
  }
  ~AsMover() { h.mover = mover, h.next = next, h.prev = prev; }
};

}  // namespace ludex::games::lud::runtime
