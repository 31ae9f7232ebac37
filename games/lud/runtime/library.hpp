// The functions that the library exports.
#pragma once

#include "games/lud/runtime/additions.hpp"

namespace ludex::games::lud::runtime {

#define LUD_EXPORT __attribute__((visibility("default")))

// Draws a move from sets, or finds the one between these sites, if the moves of this position are known as
// such.
template <Ways USE>
LUD_INLINE u32 drawn(u8* s, Workspace* w, Rng* rng, PackedMove& m, u32 sites, int duplicates) {
  const Head& h = head(s);
  if (!kDraws || (kDrawsOnce && USE != Ways::kDraw && duplicates != 0) || !is_drawn(phase_of(s, h.mover)) ||
      (kSwapRule && (int)h.plies == kPlayers - 1))
    return kNotDrawn;
  w->duplicates = duplicates;
  w->action_count = w->copy_count = 0;
  return draw<USE>(s, w, rng, m, sites);
}

// As ludex_lud_apply(), where moves do not simply add a piece.
[[maybe_unused, gnu::noinline]] static int apply_listed(Workspace* w, u8* s, u32 pair, u32 which,
                                                        int duplicates) {
  PackedMove found;
  if (const u32 count = head(s).status == 0 ? drawn<Ways::kFind>(s, w, nullptr, found, pair, duplicates) : 0;
      count != 0 && count != kNotDrawn) {
    play<true>(s, w, found);
    return 1;
  }
  static_cast<void>(list_moves(s, w, false, duplicates));
  if (!duplicates && share(w, true) == kUnknown) return 2;
  for (u32 k = 0; k < w->move_count; ++k) {
    const PackedMove m = w->moves[k];
    if (((u32)m.from << 12 | m.to) != pair || which-- != 0) continue;
    play<true>(s, w, m);
    return 1;
  }
  return 0;
}

extern "C" {
LUD_EXPORT u32 ludex_lud_list(Workspace* w, u8* s, int duplicates) {
  // The highest bits: some moves share their sites; the host decides which of them do the same, if that is
  // not known.
  const u32 shared = list_moves(s, w, false, duplicates) ? (u32)kNoneShared : (u32)share(w, duplicates == 0);
  return w->move_count | shared << 30;
}
LUD_EXPORT void ludex_lud_play(Workspace* w, u8* s, u32 which) {
  const PackedMove m = w->moves[which];
  play<true>(s, w, m);
}
// Plays the `which`-th move between these sites. 0: there is none. 2: nothing was done, since the list may
// have moves that do the same.
LUD_EXPORT int ludex_lud_apply(Workspace* w, u8* s, u32 pair, u32 which, int duplicates) {
  const Head& h = head(s);
  const int generator = h.status == 0 ? adds_anywhere(phase_of(s, h.mover)) : 0;
  const int to = (int)(pair & 4095);
  if (generator == 0 || pair >> 12 != (u32)to || to >= kBoard[kOwn] || has_piece_at<kOwn>(s, to))
    return apply_listed(w, s, pair, which, duplicates);
  if (kAddsPieces)
    add_piece_to(s, w, to);
  else
    play<true>(s, w, add_at(generator, to));
  return 1;
}
// Plays a game to its end by uniformly random moves; returns the number of plies.
LUD_EXPORT u32 ludex_lud_playout(Workspace* w, u8* s, Rng* rng, void* trace, int duplicates) {
  Head& h = head(s);
  u32 plies = 0;
  w->kept = 0;
  if (kTracks) track_all(w, s);
  w->tracked = kTracks;
  while (h.status == 0) {
    if (kAddsPieces && trace == nullptr && (!kSwapRule || (int)h.plies >= kPlayers)) {
      const u32 added = add_pieces(s, w, rng);
      plies += added;
      if (added != 0) continue;
    }
    ++plies;
    if (is_chance(s)) {
      w->host->ply(w->host, s, rng, trace);
      w->kept = 0;
      continue;
    }
    const int generator = adds_anywhere(phase_of(s, h.mover));
    PackedMove m;
    if (generator != 0) {
      const SiteSet free = empty_sites<kOwn>(s);
      const u32 count = (u32)population(free);
      const bool swap = kSwapRule && (int)h.plies == kPlayers - 1;
      const u32 k = rng->below(count + swap + (count + swap == 0));
      w->move_count = 0;
      if (k < count) {
        m = add_at(generator, nth(free, (int)k));
      } else {
        special(w, swap ? kSwapSeats : kForcedPass, swap ? 2 : 1);
        m = w->moves[0];
      }
      if (trace != nullptr) w->host->trace(w->host, trace, s, (u32)m.from << 12 | m.to, 0);
    } else if (const u32 found = kDrawsOnce && duplicates != 0 && trace != nullptr
                                     ? kNotDrawn
                                     : drawn<Ways::kDraw>(s, w, rng, m, 0, duplicates);
               found != kNotDrawn) {
      if (found == 0) {
        w->move_count = 0;
        special(w, kForcedPass, 1);
        static_cast<void>(rng->below(1));
        m = w->moves[0];
      }
      if (trace != nullptr) w->host->trace(w->host, trace, s, (u32)m.from << 12 | m.to, 0);
    } else {
      // Where the host had to play after most lists it plays without one, but for every 16th ply.
      if (w->asked >= 3 && (++w->unlisted & 15) != 0) {
        w->kept = 0;
        w->host->ply(w->host, s, rng, trace);
        continue;
      }
      if (kKeepsList && w->kept != 0 && w->kept <= kMaxMoves) {
        w->move_count = w->kept;
        w->action_count = w->copy_count = 0;
      } else {
        static_cast<void>(list_moves(s, w, kTriesLater, duplicates));
      }
      // Where tests wait, the interpreter tells moves that do the same apart.
      if ((!duplicates || (kTriesLater && trace != nullptr)) &&
          share(w, !kTriesLater) >= (kTriesLater ? kDiffer : kUnknown)) {
        w->kept = 0;
        w->asked += w->asked < 4;
        w->host->ply(w->host, s, rng, trace);
        continue;
      }
      w->asked -= w->asked != 0;
      u32 k = rng->below(w->move_count);
      m = w->moves[k];
      if (kTriesLater) {
        // A move that fails its test leaves the list, and another is drawn.
        while (!stands(s, w, m) || (kNoRepeat >= 0 && repeats(s, w, m))) {
          w->moves[k] = w->moves[--w->move_count];
          if (w->move_count == 0) {
            special(w, kForcedPass, 1);
            m = w->moves[0];
            break;
          }
          k = rng->below(w->move_count);
          m = w->moves[k];
        }
        if (trace != nullptr) w->host->trace(w->host, trace, s, (u32)m.from << 12 | m.to, 0);
      } else if (trace != nullptr) {
        const u32 pair = (u32)m.from << 12 | m.to;
        u32 which = 0;
        for (u32 q = 0; q < k; ++q) which += ((u32)w->moves[q].from << 12 | w->moves[q].to) == pair;
        w->host->trace(w->host, trace, s, pair, which);
      }
    }
    if (kDrawsNumbers) {
      const u32 pair = (u32)m.from << 12 | m.to;
      u32 which = 0;
      for (const PackedMove* q = w->moves; q < w->moves + w->move_count; ++q)
        if (((u32)q->from << 12 | q->to) == pair) {
          if (__builtin_memcmp(q, &m, sizeof m) == 0) break;
          ++which;
        }
      w->host->draw(w->host, s, pair, which);
      continue;
    }
    play<kHasHistory != 0>(s, w, m);
  }
  w->tracked = 0;
  if (!kHasHistory && plies != 0) whole_hash(s);
  return plies;
}
LUD_EXPORT const Sizes* ludex_lud_sizes() {
  static constexpr Sizes kSizes{sizeof(Workspace), __builtin_offsetof(Workspace, moves), sizeof(PackedMove),
                                sizeof(Head)};
  return &kSizes;
}
}  // extern "C"

}  // namespace ludex::games::lud::runtime
