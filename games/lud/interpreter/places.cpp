// Tracks that come to a site twice: each piece has a place on the track, which tells where it goes next. What
// becomes of places was found out from recorded games of the reference program (Bargese, Chaupar, Ludus
// Anglicorum, Paradis, Sokkattan), which counts the pieces of a kind by their places, not always right.
#include <algorithm>

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

namespace {

constexpr int kMostPlaced = 100;

// By place, the pieces of a kind that are there.
std::int8_t* counts_of(const Eval& e, const Track& track, int piece) {
  return reinterpret_cast<std::int8_t*>(e.position + e.layout.places) + track.memory +
         static_cast<std::size_t>(piece) * track.sites.size();
}

// The first place of a site from `begin` on where `counts` has a piece, or any place; -1: none.
int find_place(const Track& track, int site, int begin, const std::int8_t* counts) {
  for (std::size_t k = static_cast<std::size_t>(begin); k < track.sites.size(); ++k)
    if (track.sites[k] == site && (counts == nullptr || counts[k] > 0)) return static_cast<int>(k);
  return -1;
}

}  // namespace

int Eval::place_of_piece(const Track& track, int at) const {
  const int piece = in_range(own(), at) ? level_of(index(own(), at), kOff).what : 0;
  const int place = piece == 0 ? -1 : find_place(track, at, 0, counts_of(*this, track, piece));
  return place < 0 ? static_cast<int>(track.sites.size()) : place;
}

void Eval::keep_places(int piece, int from_site, int to_site) {
  if (program.place_memory == 0 || piece == 0) return;
  for (const Track& track : program.tracks) {
    if (track.memory < 0) continue;
    std::int8_t* const counts = counts_of(*this, track, piece);
    // A piece that goes is taken from every place of its site.
    if (to_site < 0) {
      for (std::size_t k = 0; k < track.sites.size(); ++k)
        if (track.sites[k] == from_site && counts[k] > -kMostPlaced) --counts[k];
      continue;
    }
    const int before = from_site < 0 ? -1 : find_place(track, from_site, 0, counts);
    if (before >= 0) --counts[before];
    // A piece that has lost its place on the track gets no new one.
    if (before < 0 && from_site >= 0 && find_place(track, from_site, 0, nullptr) >= 0) continue;
    int after = before < 0 ? -1 : find_place(track, to_site, before + 1, nullptr);
    if (after < 0) after = find_place(track, to_site, 0, nullptr);
    if (after >= 0 && counts[after] < kMostPlaced) ++counts[after];
  }
}

}  // namespace ludex::games::lud
