// Sowing along a track.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/tables.hpp"
#include "games/lud/ludemes/tracks.hpp"

namespace ludex::games::lud {

namespace {

constexpr std::size_t kSownAtFirst = 1024;
constexpr int kMostAdded = std::numeric_limits<decltype(Action::count)>::max();

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

// The board's first track, the first with exactly that name, or that owner's first whose name contains it.
const Track* track_of(const Node& n, Eval& e) {
  if (!n.has(arg::kTrack)) return &e.program.tracks.front();
  const std::string& name = n.kid(arg::kTrack).text();
  if (!n.has(arg::kOwner))
    return first_track(e.program, [&](const Track& track) { return track.name == name; });
  const int owner = n.integer(arg::kOwner, e);
  return first_track(e.program, [&](const Track& track) {
    return owner_of(track, e.program) == owner && name_has(track, name);
  });
}

// The actions of one sowing, in borrowed memory: a sowing may look ahead to another.
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

// Adds the actions of some moves and of their consequents.
void add_actions(const Node& moves, Eval& e, std::vector<Action>& out) {
  const std::size_t begin = e.mark();
  moves.fn.as_moves(moves, e);
  const std::size_t end = e.mark();
  for (std::size_t i = begin; i < end; ++i) e.with_consequents(i, out);
  e.truncate(begin);
}

// A hole reached by the sowing.
struct Hole {
  int place;  // on the track; -1: none is reached
  int seen;   // as (to)
  int value;  // as (value)
};

// Lays the counters of one sowing, in the position before it.
class Laying {
 public:
  Laying(const Node& n, Eval& e, const Track& track, int origin, int hand, std::vector<Action>& out)
      : n_(n),
        e_(e),
        track_(track),
        origin_(origin),
        hand_(hand),
        includes_self_(!n.has(arg::kIncludeSelf) || n.boolean(arg::kIncludeSelf, e)),
        index_(e.index(e.own(), origin)),
        out_(out) {}

  // Adds the actions; returns the last hole.
  Hole lay() {
    // The number leaving the origin is known at the end.
    const std::size_t taken = out_.size();
    out_.push_back({.kind = ActionKind::kSetCount,
                    .type = static_cast<std::uint8_t>(e_.own()),
                    .site = static_cast<std::int16_t>(origin_)});
    Hole last{-1, e_.to, e_.value};
    Hole next{place_on(track_, origin_), origin_, hand_};
    left_ = hand_;
    if (begins_at_origin()) last = {next.place, origin_, e_.value};
    for (int reached = 0; reached < hand_ && left_ > 0; ++reached) {
      next.value = hand_ - reached;
      if (!advance(next)) break;
      last = next;
      const ScopedValue to(e_.to);
      const ScopedValue value(e_.value);
      e_.to = next.seen;
      e_.value = next.value;
      lay_at(site_at(track_, next.place));
    }
    out_[taken].what = e_.count(index_) - (hand_ - left_);
    return last;
  }

 private:
  // True if the origin gets the first counter; then lays it.
  bool begins_at_origin() {
    const ScopedValue from(e_.from);
    e_.from = origin_;
    const bool begins = n_.has(arg::kOrigin) && n_.boolean(arg::kOrigin, e_);
    if (begins) lay_at(origin_);
    return begins;
  }

  // Advances to the next hole; false: there is none.
  bool advance(Hole& hole) const {
    const int length = length_of(track_);
    for (int passed = 0; passed < length; ++passed) {
      if (!step(hole)) return false;
      hole.seen = site_at(track_, hole.place);
      if (hole.seen == origin_ && !includes_self_) {
        // The hole after an excluded origin is evaluated as if it were the origin, and is never skipped.
        return step(hole) && site_at(track_, hole.place) != origin_;
      }
      if (!skips(hole)) return true;
    }
    return false;
  }
  bool step(Hole& hole) const {
    if (++hole.place < length_of(track_)) return true;
    hole.place = 0;
    return track_.loop;
  }
  bool skips(const Hole& hole) const {
    if (!n_.has(arg::kSkipIf)) return false;
    const ScopedValue to(e_.to);
    const ScopedValue value(e_.value);
    e_.to = hole.seen;
    e_.value = hole.value;
    return n_.boolean(arg::kSkipIf, e_);
  }

  void lay_at(int site) {
    const int share = std::clamp(n_.integer_or(arg::kNumPerHole, e_, 1), 0, std::min(left_, kMostAdded));
    if (n_.has(arg::kSowEffect)) add_actions(n_.kid(arg::kSowEffect), e_, out_);
    if (share == 0) return;
    left_ -= share;
    Action add{.kind = ActionKind::kAdd,
               .type = static_cast<std::uint8_t>(e_.own()),
               .site = static_cast<std::int16_t>(site),
               .what = e_.what(index_),
               .count = static_cast<std::int16_t>(share)};
    // An empty hole keeps its state and value; so does the origin, which is emptied first.
    if (const int hole = e_.index(e_.own(), site); site == origin_ || e_.what(hole) == 0) {
      add.state = static_cast<std::int16_t>(e_.state(hole));
      add.value = static_cast<std::int16_t>(e_.cell_value(hole));
    }
    out_.push_back(add);
  }

  const Node& n_;
  Eval& e_;
  const Track& track_;
  int origin_;
  int hand_;
  bool includes_self_;
  int index_;     // of the origin
  int left_ = 0;  // of the hand
  std::vector<Action>& out_;
};

// Captures from the last hole, and from those before or after it while the conditions hold, which see the
// position `after` the sowing, before any capture.
void take(const Node& n, Eval& after, const Track& track, int origin, const Hole& last,
          std::vector<Action>& out) {
  const auto takes = [&] { return !n.has(arg::kIf) || n.boolean(arg::kIf, after); };
  after.to = last.seen;
  after.value = last.value;
  if (!takes()) return;
  after.from = origin;
  add_actions(n.kid(arg::kApply), after, out);
  const bool back = n.has(arg::kBacktracking);
  const std::size_t more = back ? arg::kBacktracking : arg::kForward;
  if (last.place < 0 || !n.has(more) || !n.boolean(more, after)) return;
  const int length = length_of(track);
  int place = last.place;
  for (int taken = 1; taken < length; ++taken) {
    place += back ? -1 : 1;
    if ((place < 0 || place >= length) && !track.loop) return;
    place = (place + length) % length;
    after.to = site_at(track, place);
    if ((back && after.to == origin) || !takes() || !n.boolean(more, after)) return;
    add_actions(n.kid(arg::kApply), after, out);
  }
}

// (sow [if:condition] [site] [count:n] [track] [owner:player] [apply:moves] [includeSelf:bool] ...)
void sow(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int origin = n.integer_or(arg::kStart, e, e.head().last_to);
  const int there = e.in_range(e.own(), origin) ? e.count(e.index(e.own(), origin)) : 0;
  const int hand = std::clamp(n.integer_or(arg::kCount, e, there), 0, there);
  const Track* const track = track_of(n, e);
  if (track == nullptr || (hand > 0 && place_on(*track, origin) == length_of(*track))) return;
  Sown sown(e.workspace);
  Hole last{-1, e.to, e.value};
  if (hand > 0) last = Laying(n, e, *track, origin, hand, sown.all()).lay();
  if (n.has(arg::kApply)) {
    const Copy copy(e);
    Eval after(e, copy.get());
    for (const Action& action : sown.actions()) after.apply_action(action);
    take(n, after, *track, origin, last, sown.all());
  }
  e.push(kOff, kOff, e.own());
  for (const Action& action : sown.actions()) e.act(action);
  e.attach(kid_or_null(n, arg::kThen), first);
}

// Generated code.

// True if laying counters cannot change what a node says: it reads no contents of sites.
bool reads_no_contents(const Node& n, const Program& p) {
  static constexpr std::string_view kFree[] = {"(to)",
                                               "(from)",
                                               "(between)",
                                               "(site)",
                                               "(value)",
                                               "(player)",
                                               "(mover)",
                                               "(next)",
                                               "(prev)",
                                               "(last To",
                                               "(last F",
                                               "(mapEntry",
                                               "(handSite",
                                               "(= int",
                                               "(!= int",
                                               "(< int",
                                               "(<= int",
                                               "(> int",
                                               "(>= int",
                                               "(and",
                                               "(or",
                                               "(not",
                                               "(+ int",
                                               "(- int",
                                               "(% int",
                                               "(is In int region)",
                                               "(is Mover",
                                               "(is Next",
                                               "(is Prev",
                                               "(sites role",
                                               "(sites string)",
                                               "(trackSite Move",
                                               "(if bool int",
                                               "(xor"};
  if (n.constant) return true;
  if (n.row == nullptr && n.type != Type::kArray) return true;
  const auto begins = [&](std::string_view each) { return std::string_view(n.row->text).starts_with(each); };
  if (n.row != nullptr && std::none_of(std::begin(kFree), std::end(kFree), begins)) return false;
  if (n.row != nullptr && begins("(sites ") &&
      !std::all_of(p.regions.begin(), p.regions.end(), [](const NamedRegion& each) { return each.constant; }))
    return false;
  return std::all_of(n.kids.begin(), n.kids.end(),
                     [&](const Node* kid) { return kid == nullptr || reads_no_contents(*kid, p); });
}
// True if the counters can be laid at once: nothing that is asked meanwhile depends on those laid before.
bool lays_at_once(const Node& n, const Program& p) {
  const auto is_free = [&](std::size_t k) { return !n.has(k) || reads_no_contents(n.kid(k), p); };
  return !n.has(arg::kSowEffect) && !p.layout.has_rotation && p.place_memory == 0 && is_free(arg::kSkipIf) &&
         is_free(arg::kNumPerHole);
}

// A (sow ...) as C++. The track, the hand, the holes and the captures follow each other in one block.
class SowCode {
 public:
  SowCode(const Node& n, Emitter& e, CodeWriter& out) : n_(n), e_(e), out_(out) {
    // The consequents of a capture would see the position after that capture alone.
    for (const std::size_t k : {arg::kApply, arg::kSowEffect})
      if (n.has(k) && codegen::contains(&n.kid(k), "(then")) throw Unknown{};
    if (e.program().layout.has_stacks) throw Unknown{};
  }

  // At once, for the only effect of a move or of a consequent.
  void now() {
    const auto any = begin();
    {
      const auto some = out_.block("if (hand > 0)");
      out_.line("int back = 0;");
      lay("if (at == origin) back += share;\nelse lay_counters<Hashes>(s, at, held, share);\n");
      out_.line("set_count<Hashes>(s, $0, origin, there - (hand - left) + back);", {e_.own()});
    }
    if (!n_.has(arg::kApply)) return;
    out_.line("const u32 taken = w->action_count;");
    take();
    out_.line("run_parts<Hashes>(s, taken, base);");
  }

  // As actions. The captures see a copy on which the counters are laid.
  void list(const Consequents& thens) {
    const auto any = begin();
    out_.line("const u32 begin_sown = w->action_count;");
    {
      const auto some = out_.block("if (hand > 0)");
      out_.line("put_site(w, kSetCount, $0, origin, 0);", {e_.own()});
      lay("put_counters(w, s, at, held, share, origin);\n");
      out_.line("w->actions[begin_sown].what = there - (hand - left);");
    }
    if (n_.has(arg::kApply)) {
      const auto after = out_.block();
      out_.line(
          "u8* const sown = copy_state(w, s);\nrun_actions<false>(sown, begin_sown, w->action_count, it);\n"
          "u8* const s = sown;");
      take();
      out_.line("--w->copy_count;");
    }
    e_.put_consequents(thens, out_);
  }

 private:
  // Declares what is laid where; the block is for a sowing that takes place.
  CodeWriter::Block begin() {
    const std::string at = e_.integer_or(n_, arg::kStart, "(int)head(s).last_to");
    out_.line("const int origin = $0, there = count_at<$1>(s, origin);", {at, e_.own()});
    out_.line("const int hand = $0;",
              {n_.has(arg::kCount) ? code("between($0, 0, there)", {e_.integer(n_.kid(arg::kCount))})
                                   : std::string("there")});
    out_.line("const TrackLine& line = $0;\nint left = hand;\nHole last{-1, it.to, it.value};", {track()});
    return out_.block("if (line.length != 0 && (hand == 0 || line.places[origin] < line.length))");
  }

  std::string track() {
    const Program& p = e_.program();
    for (const Track& each : p.tracks)
      if (each.sites.empty() || *std::min_element(each.sites.begin(), each.sites.end()) < 0) throw Unknown{};
    const auto one = [&](const Track* line) {
      return e_.table("TrackLine", "[]", "{" + track_line(line, e_) + "}") + "[0]";
    };
    if (!n_.has(arg::kTrack)) return one(&p.tracks.front());
    const std::string& name = n_.kid(arg::kTrack).text();
    if (!n_.has(arg::kOwner))
      return one(first_track(p, [&](const Track& each) { return each.name == name; }));
    const std::string lines = track_lines_by_player(e_, [&](int player) {
      return first_track(
          p, [&](const Track& each) { return owner_of(each, p) == player && name_has(each, name); });
    });
    return code("track_of($0, $1)", {lines, e_.integer(n_.kid(arg::kOwner))});
  }

  std::string condition(std::size_t k, const char* fallback) {
    return n_.has(k) ? e_.boolean(n_.kid(k)) : std::string(fallback);
  }
  std::string asked(std::size_t k, const char* fallback) {
    return code("[&](const Iterators& it) -> bool { return $0; }", {condition(k, fallback)});
  }

  // `each`: lays `share` counters `at` a hole.
  void lay(const char* each) {
    out_.line("const int held = what_of(s, index<$0>(origin));", {e_.own()});
    CodeWriter body;
    if (n_.has(arg::kNumPerHole))
      body.line("const int share = between($0, 0, smaller(left, $1));",
                {e_.integer(n_.kid(arg::kNumPerHole)), kMostAdded});
    else
      body.line("constexpr int share = 1;");
    if (n_.has(arg::kSowEffect)) {
      const auto effect = body.block();
      body.line("const Iterators outer = it;\nIterators it = outer;");
      e_.effects(n_.kid(arg::kSowEffect), {}, body);
    }
    if (n_.has(arg::kNumPerHole)) body.line("if (share == 0) return;");
    body.line("left -= share;");
    body.add(each);
    out_.line(
        "last = lay_all(line, origin, left, $0, it, $1, $2, [&](int at, const Iterators& it) {",
        {condition(arg::kIncludeSelf, "true"), asked(arg::kOrigin, "false"), asked(arg::kSkipIf, "false")});
    out_.add(body.text());
    out_.line("});");
  }

  void take() {
    const bool back = n_.has(arg::kBacktracking);
    const bool further = back || n_.has(arg::kForward);
    const std::string more = asked(back ? arg::kBacktracking : arg::kForward, "false");
    out_.line("take_from<$0>(line, origin, last, it, $1, $2, [&](const Iterators& outer) {",
              {further ? back ? -1 : 1 : 0, asked(arg::kIf, "true"), more});
    out_.line("Iterators it = outer;");
    e_.effects(n_.kid(arg::kApply), {}, out_);
    out_.line("});");
  }

  const Node& n_;
  Emitter& e_;
  CodeWriter& out_;
};

void sow(const Node& n, Emitter& e, const Consequents& outer, CodeWriter& out) {
  const auto scope = out.block();
  SowCode(n, e, out).list(codegen::joined(n, arg::kThen, outer));
}
std::optional<std::string> sow_now(const Node& n, Emitter& e) {
  if (n.has(arg::kThen) || !lays_at_once(n, e.program())) return std::nullopt;
  CodeWriter out;
  {
    const auto scope = out.block();
    SowCode(n, e, out).now();
  }
  e.fired("counters laid at once");
  return out.text();
}

const Row kRows[] = {
    {"(sow [if:bool] [int] [count:int] [string] [owner:role|int] [apply:moves] [includeSelf:bool] "
     "[origin:bool] "
     "[skipIf:bool] [backtracking:bool] [forward:bool] [then] "
     "[numPerHole:int] [sowEffect:moves])",
     Type::kMoves,
     sow,
     +[](Node& n, Compiler& c) {
       c.needs_count();
       if (c.program().tracks.empty()) Compiler::fail(n, "there is no track to sow along");
       if (n.has(arg::kBacktracking) && n.has(arg::kForward))
         Compiler::fail(n, "(sow ...) takes backtracking: or forward:, not both");
       // It is unknown how often these scores count.
       const std::string then = n.has(arg::kThen) ? n.kid(arg::kThen).kid(0).tree->to_text() : "";
       if (then.find("(then") != std::string::npos && then.find("(addScore") != std::string::npos)
         Compiler::fail(n, "(addScore ...) inside a nested (then ...) of (sow ...) is not implemented");
     },
     {.effects = sow, .direct = sow_now}},
};

}  // namespace

std::span<const Row> sow_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
