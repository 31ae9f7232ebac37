// Chooses the track that a ludeme refers to, and finds places on it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "games/lud/program/program.hpp"

namespace ludex::games::lud {

// The owner of a track: a player's number as in roles; 0: none.
[[nodiscard]] inline int owner_of(const Track& track, const Program& p) {
  if (track.owner == static_cast<int>(Role::kShared)) return p.players + 1;
  return std::max(track.owner, 0);
}
[[nodiscard]] inline bool name_has(const Track& track, const std::string& part) {
  return track.name.find(part) != std::string::npos;
}

// The first track of the board for which f holds, or null.
template <class F>
[[nodiscard]] const Track* first_track(const Program& p, F&& f) {
  const auto found = std::find_if(p.tracks.begin(), p.tracks.end(), f);
  return found == p.tracks.end() ? nullptr : &*found;
}

[[nodiscard]] inline int length_of(const Track& track) {
  return static_cast<int>(track.sites.size());
}
// The first place of a site on a track; the track's length if it is not on it.
[[nodiscard]] inline int place_on(const Track& track, int site) {
  return static_cast<int>(std::find(track.sites.begin(), track.sites.end(), site) - track.sites.begin());
}
[[nodiscard]] inline int site_at(const Track& track, int place) {
  return track.sites[static_cast<std::size_t>(place)];
}

}  // namespace ludex::games::lud
