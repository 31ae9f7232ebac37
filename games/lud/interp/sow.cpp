// Sowing along a track.
#include <algorithm>

#include "games/lud/interp/tables.hpp"

namespace ludex::games::lud {

namespace {

const Node* kid_or_null(const Node& n, std::size_t k) {
  return n.has(k) ? &n.kid(k) : nullptr;
}

namespace arg {
enum : std::size_t {
  kIf,
  kStart,
  kCount,
  kTrack,
  kOwner,
  kApply,
  kIncludeSelf,
  kOrigin,
  kSkipIf,
  kBacktracking,
  kForward,
  kThen
};
}

const Track* track_of(const Node& n, Eval& e) {
  const int owner = n.has(arg::kOwner) ? n.i(arg::kOwner, e) : -1;
  for (const Track& track : e.p.tracks) {
    if (n.has(arg::kTrack) && track.name.find(n.kid(arg::kTrack).text()) == std::string::npos) continue;
    if (owner >= 0 && track.owner >= 0 && track.owner != owner) continue;
    return &track;
  }
  return nullptr;
}

// Counters are taken from one site and laid down one by one on those that follow; then, if the condition
// holds of the last of them, the effect is made there, and backwards as long as it holds.
void sow(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const int start = n.i_or(arg::kStart, e, e.head().last_to);
  const Track* const track = track_of(n, e);
  if (start < 0 || track == nullptr || track->sites.empty()) return;
  const auto begin = std::find(track->sites.begin(), track->sites.end(), start);
  if (begin == track->sites.end()) return;
  const int length = static_cast<int>(track->sites.size());
  int at = static_cast<int>(begin - track->sites.begin());
  int count = n.i_or(arg::kCount, e, e.count(e.index(type, start)));
  const bool self = !n.has(arg::kIncludeSelf) || n.b(arg::kIncludeSelf, e);
  const bool origin = n.has(arg::kOrigin) && n.b(arg::kOrigin, e);
  const int piece = e.what_at(type, start);
  if (piece == 0) return;

  const Copy copy(e);
  Eval after(e, copy.get());
  const Saved saved_to(e.to);
  int last = kOff;
  const auto lay = [&](int from, int to) {
    last = to;
    e.push(from, to, type);
    e.act({.kind = ActionKind::kMoveCount,
           .type = static_cast<std::uint8_t>(type),
           .site = static_cast<std::int16_t>(from),
           .to = static_cast<std::int16_t>(to),
           .to_type = static_cast<std::uint8_t>(type),
           .count = 1});
    after.apply_action(Action(e.ws.actions.back()));
  };
  if (origin && count > 0) --count;  // one stays where it was
  bool skipped = false;              // the origin, just before the last one was laid
  for (int steps = 0; count > 0 && steps < 100 * length; ++steps) {
    if (at + 1 >= length && !track->loop) break;
    at = (at + 1) % length;
    const int to = track->sites[static_cast<std::size_t>(at)];
    if (to < 0) break;
    if (!self && to == start) {
      skipped = true;
      continue;
    }
    if (n.has(arg::kSkipIf)) {
      after.to = to;
      if (n.b(arg::kSkipIf, after)) continue;
    }
    lay(start, to);
    --count;
    if (count > 0) skipped = false;
  }
  if (last >= 0) {
    push_action(e, {.kind = ActionKind::kSown, .site = static_cast<std::int16_t>(last)});
    after.apply_action(Action(e.ws.actions.back()));
  }
  const bool backwards = n.has(arg::kBacktracking) && n.b(arg::kBacktracking, e);
  const bool forwards = n.has(arg::kForward) && n.b(arg::kForward, e);
  for (int steps = 0; n.has(arg::kApply) && !skipped && steps < length; ++steps) {
    const int to = track->sites[static_cast<std::size_t>(at)];
    if (steps > 0 && to == start) break;
    after.to = to;
    after.from = start;
    if (to < 0 || (n.has(arg::kIf) && !n.b(arg::kIf, after))) break;
    const std::size_t effects = e.mark();
    n.m(arg::kApply, after);
    const std::size_t end = e.mark();
    for (std::size_t i = effects; i < end; ++i) {
      const Mv move = e.ws.moves[i];
      for (std::uint32_t a = 0; a < move.count; ++a) after.apply_action(Action(e.ws.actions[move.first + a]));
    }
    if (!backwards && !forwards) break;
    at = (at + (backwards ? length - 1 : 1)) % length;
  }
  e.attach(kid_or_null(n, arg::kThen), first);
}

const Row kRows[] = {
    {"(sow [if:bool] [int] [count:int] [string] [owner:role] [apply:moves] [includeSelf:bool] [origin:bool] "
     "[skipIf:bool] [backtracking:bool] [forward:bool] [then])",
     Type::kMoves, sow,
     +[](Node& n, Compiler& c) {
       c.needs_count();
       if (c.program().tracks.empty()) Compiler::fail(n, "there is no track to sow along");
     }},
};

}  // namespace

std::span<const Row> sow_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
