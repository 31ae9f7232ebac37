// Sowing along a track, as ludemes/sow.cpp does it.
#pragma once

#include "games/lud/runtime/actions.hpp"

namespace ludex::games::lud::runtime {

// A hole reached by a sowing.
struct Hole {
  int place;  // on the track; -1: none is reached
  int seen;   // as (to)
  int value;  // as (value)
};

LUD_INLINE bool step(const TrackLine& line, int& place) {
  if (++place < line.length) return true;
  place = 0;
  return line.loop;
}
// Advances to the next hole that is not skipped; false: there is none.
template <class Skips>
LUD_INLINE bool advance(const TrackLine& line, int origin, bool includes_self, Hole& hole, Iterators it,
                        Skips&& skips) {
  for (int passed = 0; passed < line.length; ++passed) {
    if (!step(line, hole.place)) return false;
    hole.seen = line.sites[hole.place];
    // The hole after an excluded origin is seen as the origin, and is never skipped.
    if (!includes_self && hole.seen == origin)
      return step(line, hole.place) && line.sites[hole.place] != origin;
    it.to = hole.seen, it.value = hole.value;
    if (!skips(it)) return true;
  }
  return false;
}
// Calls lay(site, it) for the holes of one sowing, which takes what it lays from `left`, all of the hand at
// first; returns the last hole.
template <class Begins, class Skips, class Lay>
LUD_INLINE Hole lay_all(const TrackLine& line, int origin, int& left, bool includes_self, Iterators it,
                        Begins&& begins, Skips&& skips, Lay&& lay) {
  const int hand = left;
  Hole last{-1, it.to, it.value};
  Hole next{line.places[origin], origin, hand};
  Iterators first = it;
  first.from = origin;
  if (begins(first)) {
    lay(origin, first);
    last = {next.place, origin, it.value};
  }
  for (int reached = 0; reached < hand && left > 0; ++reached) {
    next.value = hand - reached;
    if (!advance(line, origin, includes_self, next, it, skips)) break;
    last = next;
    it.to = next.seen, it.value = next.value;
    lay(line.sites[next.place], it);
  }
  return last;
}
// Calls take(it) for the last hole, and with BY = -1 for those before it, with BY = 1 for those after it,
// while the conditions hold.
template <int BY, class Takes, class More, class Take>
LUD_INLINE void take_from(const TrackLine& line, int origin, const Hole& last, Iterators it, Takes&& takes,
                          More&& more, Take&& take) {
  it.to = last.seen, it.value = last.value;
  if (!takes(it)) return;
  it.from = origin;
  take(it);
  if (BY == 0 || last.place < 0 || !more(it)) return;
  int place = last.place;
  for (int taken = 1; taken < line.length; ++taken) {
    place += BY;
    if (place < 0 || place >= line.length) {
      if (!line.loop) return;
      place -= BY * line.length;
    }
    it.to = line.sites[place];
    if ((BY < 0 && it.to == origin) || !takes(it) || !more(it)) return;
    take(it);
  }
}

// Lays counters at once, without rotations and places on tracks. A hole keeps its state and value.
template <bool Hashes>
LUD_INLINE void lay_counters(u8* s, int at, int piece, int n) {
  const int i = index<kOwn>(at), there = what_of(s, i);
  set_cell<Hashes>(s, kOwn, at, there != 0 ? there : piece, count_of(s, i) + n, state_of(s, i), 0,
                   value_of(s, i));
}
// The same as an action. The origin, which is emptied first, keeps its state and value, too.
LUD_INLINE void put_counters(Workspace* w, const u8* s, int at, int piece, int n, int origin) {
  put_site(w, kAdd, kOwn, at, piece);
  Action& a = w->actions[w->action_count - 1];
  a.count = (i16)n;
  if (const int i = index<kOwn>(at); at == origin || !has_piece(s, i))
    a.state = (i16)state_of(s, i), a.value = (i16)value_of(s, i);
}

}  // namespace ludex::games::lud::runtime
