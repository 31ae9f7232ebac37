// Games of several players that go on for the others when one is out.
#pragma once

#include "games/lud/runtime/turns.hpp"
#include "games/lud/runtime/workspace.hpp"

namespace ludex::games::lud::runtime {

LUD_INLINE bool is_active(const u8* s, int who) {
  return !kOthersGoOn || more(s).rank[who] == 0;
}
LUD_INLINE int active_after(const u8* s, int who) {
  int next = who % kPlayers + 1;
  for (int k = 1; k < kPlayers && !is_active(s, next); ++k) next = next % kPlayers + 1;
  return next;
}
LUD_INLINE bool is_playing(const u8* s, int who) {
  return who >= 1 && who <= kPlayers && is_active(s, who);
}
LUD_INLINE int active_players(const u8* s) {
  int sum = 0;
  for (int q = 1; q <= kPlayers; ++q) sum += is_active(s, q);
  return sum;
}
// The game is over: those who are left share the ranks that are left.
LUD_INLINE void draw_all(u8* s, Workspace* w) {
  if (kOthersGoOn)
    w->host->result(w->host, s, 0, 0, 2);
  else
    head(s).status = kDrawn;
}

}  // namespace ludex::games::lud::runtime
