// Places of pieces on tracks that come to a site twice, as interpreter/places.cpp keeps them.
#pragma once

#include "games/lud/runtime/cells.hpp"

namespace ludex::games::lud::runtime {

constexpr int kMostPlaced = 100;

// By place, the pieces of a kind that are there.
LUD_INLINE i8* placed(u8* s, int track, int piece) {
  return reinterpret_cast<i8*>(s + kPlacesAt) + kPlacedMemory[track] + piece * kPlacedLength[track];
}
// The first place of a site from `begin` on where `counts` has a piece, or any place; -1: none.
LUD_INLINE int find_place(int track, int site, int begin, const i8* counts) {
  for (int k = begin; k < kPlacedLength[track]; ++k)
    if (kPlacedSites[track][k] == site && (counts == nullptr || counts[k] > 0)) return k;
  return -1;
}
LUD_FUNCTION int place_of_piece(u8* s, int track, int at) {
  const int piece = in_range<kOwn>(at) ? what<kOwn>(s, at) : 0;
  const int place = piece == 0 ? -1 : find_place(track, at, 0, placed(s, track, piece));
  return place < 0 ? kPlacedLength[track] : place;
}
// A track: its sites, and by site the first place on it (its length: none).
struct TrackLine {
  const i16* sites = nullptr;
  const i16* places = nullptr;
  int length = 0, all = 0;
  bool loop = false;
  int placed = -1;  // the track on which pieces have places; -1: they have none
};
LUD_INLINE const TrackLine& track_of(const TrackLine* lines, int player) {
  return lines[player >= 0 && player <= kPlayers + 1 ? player : kPlayers + 2];
}
// The first place of a site on a track; its length: the site is not on it.
LUD_INLINE int place_on(const TrackLine& line, int site) {
  if (site >= 0 && site < line.all) return line.places[site];
  int place = 0;
  while (place < line.length && line.sites[place] != site) ++place;
  return place;
}
LUD_INLINE int track_move(u8* s, const TrackLine* lines, int player, int from, int steps) {
  const TrackLine& line = track_of(lines, player);
  if (line.length == 0) return kOff;
  int place = 0;
  if (line.placed >= 0)
    place = place_of_piece(s, line.placed, from);
  else
    place = place_on(line, from);
  const i64 end = (i64)place + (steps > 0 ? steps : 0);
  if (end >= line.length && !line.loop) return kOff;
  return line.sites[end % line.length];
}
// The first site for which a condition on (to) holds, once around the track; `begins`: from a site on.
template <class F>
LUD_INLINE int first_on_track(const TrackLine& line, bool begins, int from, Iterators it, F&& holds) {
  const int start = begins ? place_on(line, from) : 0;
  if (start == line.length) return kOff;
  for (int k = 0; k < line.length; ++k) {
    it.to = line.sites[(start + k) % line.length];
    if (holds(it)) return it.to;
  }
  return kOff;
}
// The sites of a track, of which -2 is the end; from a site on if it `begins`, to the site `last` if it is on
// it.
LUD_INLINE SiteSet sites_of_track(const TrackLine& line, bool begins, int from, int last) {
  SiteSet out = none();
  const int start = begins ? place_on(line, from) : 0;
  if (start == line.length) return out;
  for (int k = 0; k < line.length; ++k) {
    const int site = line.sites[(start + k) % line.length];
    if (site < 0) continue;
    set(out, site);
    if (site == last) break;
  }
  return out;
}
// A piece goes from one site to another; kOff: it comes or goes.
LUD_FUNCTION void keep_places(u8* s, int piece, int from, int to) {
  if (kPlacedTracks == 0 || piece == 0) return;
  for (int track = 0; track < kPlacedTracks; ++track) {
    i8* const counts = placed(s, track, piece);
    // A piece that goes is taken from every place of its site.
    if (to < 0) {
      for (int k = 0; k < kPlacedLength[track]; ++k)
        if (kPlacedSites[track][k] == from && counts[k] > -kMostPlaced) --counts[k];
      continue;
    }
    const int before = from < 0 ? -1 : find_place(track, from, 0, counts);
    if (before >= 0) --counts[before];
    // A piece that has lost its place on the track gets no new one.
    if (before < 0 && from >= 0 && find_place(track, from, 0, nullptr) >= 0) continue;
    int after = before < 0 ? -1 : find_place(track, to, before + 1, nullptr);
    if (after < 0) after = find_place(track, to, 0, nullptr);
    if (after >= 0 && counts[after] < kMostPlaced) ++counts[after];
  }
}

}  // namespace ludex::games::lud::runtime
