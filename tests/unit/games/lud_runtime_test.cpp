// The headers that generated games of lud consist of, with the constants of their sample
// (runtime/constants.hpp) and functions as the generator would write them: noughts and crosses on 3 x 3
// cells.
#include <array>
#include <vector>

#include <doctest/doctest.h>

#include "games/lud/runtime/game.hpp"

namespace ludex::games::lud::runtime {
namespace {

constexpr int kPlace = kFirstGenerator;

}  // namespace

void moves_of(u8* s, const Iterators& it, int) {
  const SiteSet free = empty_sites<kOwn>(s);
  LUD_EACH_SITE (free, at) push_plain(it.workspace, kPlace, at, at);
}
int adds_anywhere(int) {
  return 0;
}
bool may_end(u8*, int, const SiteSet&, int, const Tracked&) {
  return true;
}
bool may_end(u8*, int, const SiteSet&, int) {
  return true;
}
const SiteSet& track_near(int) {
  static const SiteSet nothing = none();
  return nothing;
}
const i16* track_sites(int) {
  return nullptr;
}
const u8* track_firsts(int) {
  static const u8 none_of_them[256] = {};
  return none_of_them;
}
bool is_drawn(int) {
  return false;
}
template <Ways>
u32 draw(u8*, Workspace*, Rng*, PackedMove&, u32) {
  return 0;
}
template <bool Hashes>
void exec(u8* s, const Iterators&, const PackedMove& m, PlyKind mode) {
  begin_ply(s, m, mode);
  if (m.generator == kPlace) add_piece<Hashes>(s, kOwn, m.to, head(s).mover, 1, 0, 0);
  moved(s, m, kOwn);
}
void then_of(int, bool, u8*, Iterators) {}
int taken_by(u8*, const Iterators&, const PackedMove&) {
  return kOff;
}
bool is_fixed(u32) {
  return false;
}
bool stands(u8*, Workspace*, const PackedMove&) {
  return true;
}
bool ends(u8* s, const Iterators& base, int) {
  if (base.workspace->tracked ? lined<3, false>(s, base.workspace) : false)
    set_result(head(s), kPlayers, head(s).mover, 0);
  if (population(empty_sites<kOwn>(s)) == 0) set_result(head(s), kPlayers, 0, 2);
  return head(s).status != kGoesOn;
}
void next_phases(u8*, const Iterators&) {}
bool asks_for_roll(u8*, const Iterators&, int) {
  return false;
}

namespace {

struct Position {
  alignas(16) std::array<u8, kBytes + 16> bytes{};
  Position() { new (bytes.data()) Head(); }
  u8* s() { return bytes.data(); }
};

Workspace& workspace() {
  static std::vector<Workspace> all(1);
  return all[0];
}

SiteSet set_of(std::initializer_list<int> sites) {
  SiteSet made = none();
  for (const int at : sites) set(made, at);
  return made;
}
// By site: its neighbours, ended by -1.
constexpr int kWidth = 5;
constexpr i16 kTrackSteps[] = {1, 3, -1, -1, -1, 0, 2, 4, -1, -1, 1, 5, -1, -1, -1,
                               0, 4, 6,  -1, -1, 1, 3, 5, 7,  -1, 2, 4, 8,  -1, -1,
                               3, 7, -1, -1, -1, 4, 6, 8, -1, -1, 5, 7, -1, -1, -1};
SiteSet neighbours(int at) {
  SiteSet near = none();
  for (const i16* q = kTrackSteps + at * kWidth; *q >= 0; ++q) set(near, *q);
  return near;
}

}  // namespace

TEST_CASE("lud runtime: sets of sites") {
  const SiteSet a = set_of({0, 3, 8}), b = set_of({3, 4});
  CHECK(same(a | b, set_of({0, 3, 4, 8})));
  CHECK(same(a & b, set_of({3})));
  CHECK(same(minus(a, b), set_of({0, 8})));
  CHECK(population(a) == 3);
  CHECK(first_of(a) == 0);
  CHECK(first_of(none()) == kOff);
  for (int k = 0; k < 3; ++k) CHECK(nth(a, k) == first_site(a, k));
  CHECK(same(with(a, -1), a));
  CHECK(same(without(a, 8), set_of({0, 3})));
  std::vector<int> sites;
  LUD_EACH_SITE (a, at) sites.push_back(at);
  CHECK(sites == std::vector<int>{0, 3, 8});
}

TEST_CASE("lud runtime: contents of sites, their sets and their hash") {
  Position p;
  add_piece<true>(p.s(), kOwn, 4, 2, 1, 0, 0);
  CHECK(what<kOwn>(p.s(), 4) == 2);
  CHECK(who_at<kOwn>(p.s(), 4) == 2);
  CHECK(what_at<kOwn>(p.s(), 9) == kOff);
  CHECK(same(owned<kOwn>(p.s(), 2), set_of({4})));
  CHECK(population(empty_sites<kOwn>(p.s())) == 8);
  CHECK(head(p.s()).cells == cell_key(4, 2, 0, 0, 1, 0));
  move_piece<true>(p.s(), kOwn, 4, kOwn, 0, -1);
  CHECK(same(owned<kOwn>(p.s(), 2), set_of({0})));
  CHECK(head(p.s()).cells == cell_key(0, 2, 0, 0, 1, 0));
  const std::uint64_t kept = head(p.s()).cells;
  whole_hash(p.s());
  CHECK(head(p.s()).cells == kept);
  remove_piece<true>(p.s(), kOwn, 0);
  CHECK(head(p.s()).cells == 0);
}

TEST_CASE("lud runtime: actions that change no site are made once for both back ends") {
  Head h;
  Rest rest;
  Pending pending;
  std::int32_t score[5] = {}, value[5] = {};
  const Fields fields{&rest, &pending, score, value};
  const auto make = [&](Action action) { return apply_to_head(h, fields, action); };
  CHECK(make({.kind = kSetCounter, .what = 9}));
  CHECK(rest.counter == 9);
  CHECK(make({.kind = kSetPlayerValue, .player = 1, .what = 3}));
  CHECK(value[1] == 3);
  CHECK(make({.kind = kSetScore, .player = 2, .what = 7}));
  CHECK(make({.kind = kAddScore, .player = 2, .what = 2'000'000'000}));
  CHECK(score[2] == kMostNumber);
  CHECK(make({.kind = kSetPending, .what = 5}));
  CHECK(make({.kind = kSetPending, .what = 5}));
  CHECK(pending.count == 1);
  CHECK(make({.kind = kMoveAgain}));
  CHECK(h.next == h.mover);
  CHECK_FALSE(make({.kind = kMove, .site = 1, .to = 2}));
  CHECK(touched_by({.kind = kMove, .site = 1, .to = 2}) == 2);
  CHECK(touched_by({.kind = kRemove, .site = 1}) == 1);
  CHECK(touched_by({.kind = kPass}) == kUndefined);
}

TEST_CASE("lud runtime: turns, passes and results") {
  Head h;
  Rest rest;
  Pending pending{.count = 3};
  start_ply(h, &pending, true, false);
  CHECK(pending.count == 0);
  pass_the_turn(h, &rest, 2);
  CHECK(rest.counter == 1);
  CHECK((h.mover == 2 && h.next == 1 && h.turns == 1));
  CHECK_FALSE(all_passed(h, 2));
  start_ply(h, nullptr, true, true);
  CHECK(all_passed(h, 2));
  CHECK(h.stalemated == 1 << 2);
  set_result(h, 2, 1, 1);
  CHECK(h.status == won_by(2));
  h.status = kGoesOn;
  std::int32_t score[5] = {0, 3, 4};
  decide_by_score(h, score, 2, true);
  CHECK(h.status == won_by(1));
  score[1] = 4;
  decide_by_score(h, score, 2, false);
  CHECK(h.status == kDrawn);
}

TEST_CASE("lud runtime: groups and liberties") {
  Position p;
  for (const int at : {0, 1, 8}) add_piece<false>(p.s(), kOwn, at, 1, 1, 0, 0);
  add_piece<false>(p.s(), kOwn, 4, 2, 1, 0, 0);
  CHECK(group_size(p.s(), 0, kTrackSteps, kWidth) == 2);
  CHECK(liberties(p.s(), 0, kTrackSteps, kWidth) == 2);
  CHECK(has_liberty(p.s(), 8, kTrackSteps, kWidth));
  SiteSet near[kSites];
  for (int at = 0; at < kSites; ++at) near[at] = neighbours(at);
  CHECK(count_groups(owned<kOwn>(p.s(), 1), near, 0) == 2);
  CHECK(count_groups(owned<kOwn>(p.s(), 1), near, 2) == 1);
  CHECK_FALSE(is_one_group(owned<kOwn>(p.s(), 1), near));
  CHECK(is_one_group(owned<kOwn>(p.s(), 2), near));
  CHECK_FALSE(is_one_group(none(), near));
}

TEST_CASE("lud runtime: random games of the sample end, and tracked lines decide them") {
  int results[4] = {};
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Position p;
    Rng rng = Rng::seeded(seed);
    const u32 plies = ludex_lud_playout(&workspace(), p.s(), &rng, nullptr, 1);
    CHECK((plies >= 5 && plies <= 9));
    const u32 status = head(p.s()).status;
    REQUIRE((status >= kDrawn && status <= won_by(2)));
    ++results[status];
    bool line = false;
    const SiteSet own = owned<kOwn>(p.s(), status == kDrawn ? 1 : static_cast<int>(status) - 1);
    for (const SiteSet& each : {set_of({0, 1, 2}), set_of({3, 4, 5}), set_of({6, 7, 8}), set_of({0, 3, 6}),
                                set_of({1, 4, 7}), set_of({2, 5, 8}), set_of({0, 4, 8}), set_of({2, 4, 6})})
      line = line || same(own & each, each);
    CHECK(line == (status != kDrawn));
  }
  // The first player wins 58.5 % of uniformly random games, the second 28.8 %.
  CHECK((results[won_by(1)] > 90 && results[won_by(2)] > 35 && results[kDrawn] > 10));
  CHECK(ludex_lud_sizes()->packed_move == 16);
}

TEST_CASE("lud runtime: the list of moves, and a move of it") {
  Position p;
  CHECK(ludex_lud_list(&workspace(), p.s(), 1) == 9);
  ludex_lud_play(&workspace(), p.s(), 4);
  CHECK(what<kOwn>(p.s(), 4) == 1);
  CHECK(head(p.s()).mover == 2);
  CHECK(ludex_lud_apply(&workspace(), p.s(), 0U << 12 | 0U, 0, 1) == 1);
  CHECK(ludex_lud_apply(&workspace(), p.s(), 4U << 12 | 4U, 0, 1) == 0);
}

}  // namespace ludex::games::lud::runtime
