// Sowing along a track.
#include <algorithm>

#include "games/lud/interp/tables.hpp"

namespace ludex::games::lud {

namespace {

constexpr std::size_t kSownAtFirst = 1024;
constexpr int kMostSkipped = 10'000;  // holes one after the other: then skipIf: is asked no more

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
  kThen,
  kNumPerHole,
  kSowEffect
};
}

// The first track, or the first of that name; with an owner, the first of his whose name contains it.
const Track* track_of(const Node& n, Eval& e) {
  const int owner = n.has(arg::kOwner) ? n.i(arg::kOwner, e) : kOff;
  for (const Track& track : e.p.tracks) {
    if (!n.has(arg::kTrack)) return &track;
    const std::string& name = n.kid(arg::kTrack).text();
    if (owner == kOff ? track.name == name
                      : std::max(track.owner, 0) == owner && track.name.find(name) != std::string::npos)
      return &track;
  }
  return nullptr;
}

// What one sowing does, in borrowed memory: a sowing may look ahead to another.
class Sown {
 public:
  explicit Sown(Workspace& workspace) : all_(workspace.sown), first_(all_.size()) {
    if (all_.capacity() == 0) all_.reserve(kSownAtFirst);
  }
  ~Sown() { all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(first_), all_.end()); }
  Sown(const Sown&) = delete;
  Sown& operator=(const Sown&) = delete;
  [[nodiscard]] std::vector<Action>& all() { return all_; }
  [[nodiscard]] std::span<const Action> actions() const { return std::span(all_).subspan(first_); }

 private:
  std::vector<Action>& all_;
  std::size_t first_;
};

// Counters are taken from one site and laid down one by one on those that follow, all as one move. Then, as
// long as the condition holds of the site (to), the effect is made: of the last site alone, or backwards or
// forwards. Conditions see the position after the sowing, before any of the effects; skipIf: and sowEffect:
// the one before it.
void sow(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const int start = n.i_or(arg::kStart, e, e.head().last_to);
  if (!e.in_range(type, start)) return;
  const int count = n.i_or(arg::kCount, e, e.count(e.index(type, start)));
  const Track* const track = track_of(n, e);
  if (track == nullptr || track->sites.empty()) return;
  const auto& sites = track->sites;
  const int length = static_cast<int>(sites.size());
  int at = static_cast<int>(std::find(sites.begin(), sites.end(), start) - sites.begin());
  const auto next = [&](int k) { return k + 1 < length ? k + 1 : track->loop ? 0 : kOff; };
  const auto previous = [&](int k) { return k > 0 ? k - 1 : track->loop ? length - 1 : kOff; };

  const Saved saved_from(e.from);
  const Saved saved_to(e.to);
  const Saved saved_value(e.value);
  Sown sown_here(e.ws);
  std::vector<Action>& actions = sown_here.all();
  const auto lay = [&](int to) {
    // The state of a hole stays.
    actions.push_back({.kind = ActionKind::kMove,
                       .type = static_cast<std::uint8_t>(type),
                       .site = static_cast<std::int16_t>(start),
                       .to = static_cast<std::int16_t>(to),
                       .to_type = static_cast<std::uint8_t>(type),
                       .state = static_cast<std::int16_t>(e.state(e.index(type, to)))});
  };
  const auto affect = [&] {
    if (!n.has(arg::kSowEffect)) return;
    const std::size_t begin = e.mark();
    n.m(arg::kSowEffect, e);
    for (std::size_t i = begin; i < e.mark(); ++i) {
      const Mv& move = e.ws.moves[i];
      for (std::uint32_t a = 0; a < move.count; ++a) actions.push_back(e.ws.actions[move.first + a]);
    }
    e.truncate(begin);
  };
  int sown = 0;
  {
    const Saved before(e.from);
    e.from = start;
    if (n.has(arg::kOrigin) && n.b(arg::kOrigin, e)) {
      affect();
      for (int k = n.i_or(arg::kNumPerHole, e, 1); k > 0; --k, ++sown) {
        if (sown < count) lay(start);
      }
      e.to = start;
    }
  }
  const bool self = !n.has(arg::kIncludeSelf) || n.b(arg::kIncludeSelf, e);
  if (sown < count && at >= length) return;
  for (int index = 0, skipped = 0; sown < count && index < count; ++index) {
    e.value = count - index;
    int following = next(at);
    if (following < 0) break;
    e.to = sites[static_cast<std::size_t>(following)];
    if (n.has(arg::kSkipIf) && skipped < kMostSkipped && n.b(arg::kSkipIf, e)) {
      --index;
      ++skipped;
      at = following;
      continue;
    }
    skipped = 0;
    // The hole it comes from may be left out; (to) is that one then.
    if (!self && e.to == start) {
      at = following;
      following = next(at);
      if (following < 0) break;
    }
    const int to = sites[static_cast<std::size_t>(following)];
    const int many = n.i_or(arg::kNumPerHole, e, 1);
    affect();
    for (int k = 0; k < many; ++k, ++sown) {
      if (sown < count) lay(to);
    }
    at = following;
  }

  const auto holds = [&](std::size_t k, Eval& in) { return n.b(k, in); };
  if (n.has(arg::kApply)) {
    const Copy copy(e);
    Eval after(e, copy.get());
    for (const Action& action : sown_here.actions()) after.apply_action(action);
    after.from = saved_from.value();
    for (int taken = 0; taken < length; ++taken) {
      if (n.has(arg::kIf) && !holds(arg::kIf, after)) break;
      after.from = start;
      const std::size_t begin = e.mark();
      n.m(arg::kApply, after);
      const std::size_t end = e.mark();
      for (std::size_t i = begin; i < end; ++i) after.with_consequents(i, actions);
      e.truncate(begin);
      if (n.has(arg::kBacktracking)) {
        if (!holds(arg::kBacktracking, after)) break;
        at = previous(at);
        if (at < 0) break;
        after.to = sites[static_cast<std::size_t>(at)];
        if (!holds(arg::kBacktracking, after) || after.to == start) break;
      } else if (n.has(arg::kForward)) {
        if (!holds(arg::kForward, after)) break;
        at = next(at);
        if (at < 0) break;
        after.to = sites[static_cast<std::size_t>(at)];
        if (!holds(arg::kForward, after)) break;
      } else {
        break;
      }
    }
  }
  e.push(kOff, kOff, type);
  for (const Action& action : sown_here.actions()) e.act(action);
  e.attach(kid_or_null(n, arg::kThen), first);
}

const Row kRows[] = {
    {"(sow [if:bool] [int] [count:int] [string] [owner:role|int] [apply:moves] [includeSelf:bool] "
     "[origin:bool] "
     "[skipIf:bool] [backtracking:bool] [forward:bool] [then] "
     "[numPerHole:int] [sowEffect:moves])",
     Type::kMoves, sow,
     +[](Node& n, Compiler& c) {
       c.needs_count();
       if (c.program().tracks.empty()) Compiler::fail(n, "there is no track to sow along");
       // How often they are counted is not known.
       const std::string then = n.has(arg::kThen) ? n.kid(arg::kThen).kid(0).tree->to_text() : "";
       if (then.find("(then") != std::string::npos && then.find("(addScore") != std::string::npos)
         Compiler::fail(n, "scores among what follows from what follows a sowing are not implemented");
     }},
};

}  // namespace

std::span<const Row> sow_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
