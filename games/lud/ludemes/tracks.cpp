// Sites by their places on the tracks of a board.
#include "games/lud/ludemes/tracks.hpp"

#include "games/lud/ludemes/code.hpp"

namespace ludex::games::lud {

namespace {

const std::string* name_or_null(const Node& n, std::size_t k) {
  return n.has(k) ? &n.kid(k).text() : nullptr;
}
void needs_a_track(Node& n, Compiler& c) {
  if (c.program().tracks.empty()) Compiler::fail(n, "there is no track");
}

namespace move_arg {
enum : std::size_t { kFrom, kRole, kName, kSteps };
}

// The player's own track takes precedence over the other arguments.
const Track* track_to_move_on(const Program& p, const std::string* name, int player) {
  const auto own = [&](const Track& track) { return owner_of(track, p) == player; };
  const auto named = [&](const Track& track) { return name_has(track, *name); };
  const Track* found = nullptr;
  if (name != nullptr) {
    found = first_track(p, [&](const Track& track) { return own(track) && named(track); });
    if (found == nullptr) found = first_track(p, named);
  }
  if (found == nullptr) found = first_track(p, own);
  if (found == nullptr) found = first_track(p, [&](const Track& track) { return owner_of(track, p) == 0; });
  return found;
}

bool comes_back(const Track& track) {
  for (int place = 0; place < length_of(track); ++place)
    if (site_at(track, place) >= 0 && place_on(track, site_at(track, place)) != place) return true;
  return false;
}

void resolve_move(Node& n, Compiler& c) {
  needs_a_track(n, c);
  const Program& p = c.program();
  if (!n.has(move_arg::kSteps)) Compiler::fail(n, "'trackSite Move' needs steps:");
  if (n.has(move_arg::kRole) && n.has(move_arg::kName))
    Compiler::fail(n, "'trackSite Move' takes a player or the name of a track, not both");
  const auto check = [&](int player) {
    const Track* const track = track_to_move_on(p, name_or_null(n, move_arg::kName), player);
    if (track != nullptr && !track->loop && comes_back(*track)) c.needs_places(*track);
  };
  if (n.has(move_arg::kRole) && n.kid(move_arg::kRole).imm <= p.players)
    return check(n.kid(move_arg::kRole).imm);  // always the same
  for (int player = 1; player <= p.players + 1; ++player) check(player);
}

// (trackSite Move [from:site] [role] [name] steps:n): the site n steps on; a site off the track counts as
// lying after its end. Of several places of a site it is that of the piece there.
int track_move(const Node& n, Eval& e) {
  const Track* const track = track_to_move_on(e.program, name_or_null(n, move_arg::kName),
                                              n.integer_or(move_arg::kRole, e, e.mover()));
  if (track == nullptr || track->sites.empty()) return kOff;
  const int from = n.integer_or(move_arg::kFrom, e, e.from);
  const std::int64_t start = track->memory < 0 ? place_on(*track, from) : e.place_of_piece(*track, from);
  const std::int64_t place = start + std::max(n.integer(move_arg::kSteps, e), 0);
  const int length = length_of(*track);
  if (place >= length && !track->loop) return kOff;
  return site_at(*track, static_cast<int>(place % length));
}

namespace first_arg {
enum : std::size_t { kPlayer, kName, kFrom, kIf };
}

// The first track of that player or of nobody, or the first with that name.
const Track* track_to_search(const Node& n, const Program& p, int player) {
  const std::string* const name = name_or_null(n, first_arg::kName);
  const Track* const found = first_track(p, [&](const Track& each) {
    const int owner = owner_of(each, p);
    if (name == nullptr) return owner == player || owner == 0;
    return name_has(each, *name) && (!n.has(first_arg::kPlayer) || owner == player);
  });
  return found != nullptr ? found : &p.tracks.front();
}

// (trackSite FirstSite [role|player] [name] [from:site] [if:condition]): the first site that satisfies the
// condition, once around from that site.
int track_first(const Node& n, Eval& e) {
  int player = 0;
  if (n.has(first_arg::kPlayer)) {  // a role or a (player n)
    const Node& which = n.kid(first_arg::kPlayer);
    player = which.type == Type::kPlayerOf ? which.integer(0, e) : n.integer(first_arg::kPlayer, e);
  }
  const Track* const track = track_to_search(n, e.program, player);
  const int length = length_of(*track);
  const int start = n.has(first_arg::kFrom) ? place_on(*track, n.integer(first_arg::kFrom, e)) : 0;
  if (start == length) return kOff;
  const ScopedValue saved(e.to);
  for (int k = 0; k < length; ++k) {
    const int site = site_at(*track, (start + k) % length);
    e.to = site;
    if (!n.has(first_arg::kIf) || n.boolean(first_arg::kIf, e)) return site;
  }
  return kOff;
}

namespace sites_arg {
enum : std::size_t { kRole, kName, kFrom, kTo };
}

const Track* track_of_sites(const Node& n, const Program& p, int player) {
  const std::string* const name = name_or_null(n, sites_arg::kName);
  return first_track(p, [&](const Track& each) {
    const int owner = owner_of(each, p);
    const bool theirs = owner == player || owner == 0;
    return name == nullptr ? theirs : each.name == *name || (theirs && name_has(each, *name));
  });
}

// (sites Track [role] [name] [from:site] [to:site]): all of it, or the part from one site to another, across
// its end if necessary.
void track_sites(const Node& n, Eval& e, std::uint64_t* out) {
  clear(out, e.layout.words);
  const int player = n.integer_or(sites_arg::kRole, e, 0);
  const Track* const track = track_of_sites(n, e.program, player);
  if (track == nullptr) return;
  const int length = length_of(*track);
  const int start = n.has(sites_arg::kFrom) ? place_on(*track, n.integer(sites_arg::kFrom, e)) : 0;
  if (start == length) return;
  const int last = n.integer_or(sites_arg::kTo, e, kOff);  // no site of the track: the whole track
  for (int k = 0; k < length; ++k) {
    const int site = site_at(*track, (start + k) % length);
    if (site < 0) continue;  // the end
    set(out, site);
    if (site == last) return;
  }
}

// (firstMoveOnTrack [name] [role] moves [then]): the moves of the first (site) of the track that has any.
void first_move(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const std::string* const name = name_or_null(n, 0);
  const int player = n.integer_or(1, e, e.mover());
  const Track* const track = first_track(e.program, [&](const Track& each) {
    return (name == nullptr || name_has(each, *name)) && owner_of(each, e.program) == player;
  });
  if (track != nullptr) {
    const ScopedValue site(e.site);
    for (int k = 0; k < length_of(*track) && e.mark() == first; ++k) {
      e.site = site_at(*track, k);
      n.moves(2, e);
    }
  }
  e.attach(n.has(3) ? &n.kid(3) : nullptr, first);
}

// Generated code.

std::string track_move(const Node& n, Emitter& e) {
  const std::string lines = track_lines_by_player(
      e, [&](int player) { return track_to_move_on(e.program(), name_or_null(n, move_arg::kName), player); });
  return code("track_move(s, $0, $1, $2, $3)",
              {lines, e.integer_or(n, move_arg::kRole, "(int)head(s).mover"),
               e.integer_or(n, move_arg::kFrom, "it.from"), e.integer(n.kid(move_arg::kSteps))});
}
std::string track_first(const Node& n, Emitter& e) {
  std::string player = "0";
  if (n.has(first_arg::kPlayer)) {
    const Node& which = n.kid(first_arg::kPlayer);
    player = e.integer(which.type == Type::kPlayerOf ? which.kid(0) : which);
  }
  const std::string lines =
      track_lines_by_player(e, [&](int owner) { return track_to_search(n, e.program(), owner); });
  return code("first_on_track($0, $1, $2, it, [&](const Iterators& it) -> bool { return $3; })",
              {code("track_of($0, $1)", {lines, player}), n.has(first_arg::kFrom) ? "true" : "false",
               e.number(n, first_arg::kFrom, 0),
               n.has(first_arg::kIf) ? e.boolean(n.kid(first_arg::kIf)) : std::string("true")});
}
std::string track_sites(const Node& n, Emitter& e) {
  const bool known = !n.has(sites_arg::kRole) || n.kid(sites_arg::kRole).imm <= e.program().players;
  if (known && !n.has(sites_arg::kFrom) && !n.has(sites_arg::kTo)) {
    Region all = no_sites(e.program());
    if (const Track* const track = track_of_sites(n, e.program(), n.imm_or(sites_arg::kRole, 0)))
      for (const int site : track->sites)
        if (site >= 0) set(all.data(), site);
    return e.constant_region(all.data());
  }
  const std::string lines =
      track_lines_by_player(e, [&](int owner) { return track_of_sites(n, e.program(), owner); });
  return code("sites_of_track($0, $1, $2, $3)",
              {code("track_of($0, $1)", {lines, e.number(n, sites_arg::kRole, 0)}),
               n.has(sites_arg::kFrom) ? "true" : "false", e.number(n, sites_arg::kFrom, 0),
               e.number(n, sites_arg::kTo, kOff)});
}
void first_move(const Node& n, Emitter& e, CodeWriter& out) {
  const std::string* const name = name_or_null(n, 0);
  const std::string lines = track_lines_by_player(e, [&](int player) {
    return first_track(e.program(), [&](const Track& each) {
      return (name == nullptr || name_has(each, *name)) && owner_of(each, e.program()) == player;
    });
  });
  const auto scope = out.block();
  out.line(
      "const u32 before_track = w->move_count;\nconst TrackLine& line = track_of($0, $1);\n"
      "const Iterators outer = it;",
      {lines, e.integer_or(n, 1, "(int)head(s).mover")});
  const auto loop = out.block("for (int k = 0; k < line.length && w->move_count == before_track; ++k)");
  out.line("Iterators it = outer;\nit.site = line.sites[k];");
  e.moves_then(n.has(3) ? &n.kid(3) : nullptr, n.kid(2), out);
}

const Row kRows[] = {
    {"(firstMoveOnTrack [string] [role] moves [then])",
     Type::kMoves,
     first_move,
     needs_a_track,
     {.moves = first_move}},
    {"(trackSite Move [from:int] [role] [string] [steps:int])",
     Type::kInt,
     track_move,
     resolve_move,
     {.expression = track_move}},
    {"(trackSite FirstSite [role|playerof] [string] [from:int] [if:bool])",
     Type::kInt,
     track_first,
     needs_a_track,
     {.expression = track_first}},
    {"(sites Track [role] [string] [from:int] [to:int])",
     Type::kRegion,
     track_sites,
     nullptr,
     {.expression = track_sites}},
};

}  // namespace

std::string track_line(const Track* track, Emitter& e) {
  if (track == nullptr || track->sites.empty()) return "{}";
  const Program& p = e.program();
  ArrayText sites, places;
  for (const int site : track->sites) sites.add(site);
  const int all = p.layout.size[static_cast<std::size_t>(e.own())];
  for (int at = 0; at < all; ++at) places.add(place_on(*track, at));
  int placed = -1;
  for (const Track& each : p.tracks) {
    if (track->memory < 0 || each.memory < 0) continue;
    ++placed;
    if (&each == track) break;
  }
  return code("{$0, $1, $2, $3, $4, $5}",
              {e.table("i16", "[]", sites.text()), e.table("i16", "[]", places.text()), length_of(*track),
               all, track->loop ? "true" : "false", placed});
}

std::span<const Row> track_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
