// Moves of pieces over others, and in leaps.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/lud/ludemes/hop_code.hpp"
#include "games/lud/ludemes/sets.hpp"
#include "games/lud/ludemes/walks.hpp"

namespace ludex::games::lud {

namespace {

// (move Hop [from] [directions] [between] to [then])
void hop(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const Node* const between = kid_or_null(n, 2);
  const Node& to = n.kid(3);
  const Node* const apply_between = apply_of(between, between_arg::kApply);
  const Node* const apply_to = apply_of(&to, to_arg::kApply);
  const int outer = e.from;
  const ScopedValue saved_part(e.part);
  for_each_from(kid_or_null(n, 0), e, [&](int from) {
    if (from >= e.program.board_sites) return;
    e.part = part_of(n, kid_or_null(n, 0), 5, e);
    e.part.always_shown = true;
    const Range range = range_of(between, e, {1, 1});
    const int before = between != nullptr ? between->integer_or(between_arg::kBefore, e, 0) : 0;
    const int after = between != nullptr ? between->integer_or(between_arg::kAfter, e, 0) : 0;
    const Directions directions = directions_before(n, kid_or_null(n, 0), outer, e, from);
    const ScopedValue saved_to(e.to);
    const ScopedValue saved_between(e.between);
    const SiteTest allowed(&to, to_arg::kIf, Subject::kTo, &Eval::to, e);
    const SiteTest hurdle(between, between_arg::kIf, Subject::kBetween, &Eval::between, e);
    if (range.low > 0 && before == 0 && !goes_on_over(directions, from, hurdle.sites(), e)) return;
    // A hurdle of length 0 allows a step.
    for_each_step(e.program.board(), from, range.low == 0 && range.high > 0 ? directions : Directions{},
                  [&](int at) { move_to(e, allowed, apply_to, from, at); });
    const auto is_hurdle = [&](int at) {
      e.between = at;
      return hurdle.exists() ? hurdle.holds() : !e.is_empty(type, at);
    };
    const auto hop_to = [&](const Radial& radial, int start, int length, int at) {
      if (!e.wants(from, at)) return;
      const std::size_t begin = e.mark();
      for (int h = start; h < start + length && apply_between != nullptr; ++h) {
        e.between = radial.sites[h];
        effect_of(apply_between, e);
      }
      effect_of(apply_to, e);
      add_move(e, begin, from, at, type, type);
    };
    const bool ends_by_effect = apply_to != nullptr && apply_to->has(apply_arg::kIf);
    // One end a line: the cheaper test first.
    const bool one_end = range.low >= 0 && range.low == range.high && before == 0 && after == 0 &&
                         !ends_by_effect && hurdle.sites() != nullptr && allowed.sites() != nullptr;
    for_each_radial(e.program.board(), from, directions, [&](const Radial& radial) {
      if (one_end) {
        if (radial.size <= range.low || !test(allowed.sites(), radial.sites[range.low])) return;
        for (int k = 0; k < range.low; ++k)
          if (!test(hurdle.sites(), radial.sites[k])) return;
        if (range.low > 0) e.between = radial.sites[range.low - 1];
        e.to = radial.sites[range.low];
        return hop_to(radial, 0, range.low, e.to);
      }
      // Finds the beginning of the hurdle.
      int start = 0;
      if (range.high > 0) {
        while (start < radial.size && !is_hurdle(radial.sites[start])) {
          if (start >= before || !e.is_empty(type, radial.sites[start])) return;
          ++start;
        }
      }
      for (int length = 0; length <= range.high && start + length < radial.size; ++length) {
        if (length > 0 && !is_hurdle(radial.sites[start + length - 1])) break;
        if (length < range.low) continue;
        for (int k = start + length; k < radial.size && k <= start + length + after; ++k) {
          const int at = radial.sites[k];
          e.to = at;
          // Without a condition of the effect, the first alone decides; with one, the first says how far it
          // may go and the second where it may end, including on the site that it may not pass.
          const bool passes = !allowed.exists() || allowed.holds();
          const bool ends = ends_by_effect ? apply_to->boolean(apply_arg::kIf, e) : passes;
          if (!ends && !passes) break;
          if (!ends) continue;
          hop_to(radial, start, length, at);
          if (!passes) break;
        }
      }
    });
  });
  e.attach(kid_or_null(n, 4), first);
}

// True if `to` is ahead of `from` by rows and columns for a piece facing one of the eight points N, NE, ...;
// without a facing every site is ahead.
bool is_ahead(const Topology& board, int facing, int from, int to) {
  if (facing < 0) return true;
  if (facing % 2 != 0) return false;
  const auto f = static_cast<std::size_t>(from);
  const auto t = static_cast<std::size_t>(to);
  const bool up = board.row[t] > board.row[f];
  const bool down = board.row[t] < board.row[f];
  const bool right = board.column[t] > board.column[f];
  const bool left = board.column[t] < board.column[f];
  const bool eastward = facing >= 2 && facing <= 6;
  const bool westward = facing >= 10;
  const bool northward = facing <= 2 || facing == 14;
  const bool southward = facing >= 6 && facing <= 10;
  return (!northward || up) && (!southward || down) && (!eastward || right) && (!westward || left);
}

// The end sites of a leap's walks, in order. `facing`: of a piece that leaps ahead only, else -1.
std::vector<int> leaps(const Node& n, int site, int facing, const Topology& board) {
  const auto& supported = board.supported(static_cast<int>(Absolute::kOrthogonal));
  const int turns = static_cast<int>(supported.size());
  std::vector<int> list;
  for (const Node* walk : n.kid(1).kids) {
    for (int start = 0; start < turns; ++start) {
      int at = site;
      int way = start;
      for (const Node* word : walk->kids) {
        if (word->imm != 0) {
          way = (way + (word->imm == 1 ? 1 : turns - 1)) % turns;
          continue;
        }
        const auto& next = board.steps(supported[static_cast<std::size_t>(way)], at);
        at = next.empty() ? -1 : next[0];
        if (at < 0) break;
      }
      if (at >= 0 && is_ahead(board, facing, site, at)) list.push_back(at);
    }
  }
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

// The end sites of the leaps from each site, if they depend on nothing else: where those of a site begin, and
// the sites.
void resolve_leap(Node& n, Compiler& c) {
  if (n.has(2) || n.has(3)) return;
  const int sites = c.board().size();
  std::vector<int> table(static_cast<std::size_t>(sites) + 1);
  for (int at = 0; at < sites; ++at) {
    table[static_cast<std::size_t>(at)] = static_cast<int>(table.size());
    const std::vector<int> reached = leaps(n, at, -1, c.board());
    table.insert(table.end(), reached.begin(), reached.end());
  }
  table[static_cast<std::size_t>(sites)] = static_cast<int>(table.size());
  n.table = c.table(std::move(table));
}

// (move Leap [from] {walks} [forward:bool] [rotations:bool] to [then])
void leap(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const Topology& board = e.program.board();
  const Node& to = n.kid(4);
  const Node* const apply = apply_of(&to, to_arg::kApply);
  const auto& ways = board.supported(static_cast<int>(Absolute::kOrthogonal));
  const int turns = static_cast<int>(ways.size());
  const bool forward = n.has(2) && n.boolean(2, e);
  const bool rotations = !n.has(3) || n.boolean(3, e);
  const ScopedValue saved_part(e.part);
  for_each_from(kid_or_null(n, 0), e, [&](int from) {
    if (from >= board.size()) return;
    e.part = part_of(n, kid_or_null(n, 0), kNoArgument, e);
    const ScopedValue saved(e.to);
    const SiteTest allowed(&to, to_arg::kIf, Subject::kTo, &Eval::to, e);
    const auto leap_to = [&](int at) { move_to(e, allowed, apply, from, at); };
    if (n.table != nullptr) {
      const std::vector<int>& table = *static_cast<const std::vector<int>*>(n.table);
      const auto site = static_cast<std::size_t>(from);
      for (int k = table[site]; k < table[site + 1]; ++k) leap_to(table[static_cast<std::size_t>(k)]);
      return;
    }
    const Words reached(e);
    clear(reached, e.layout.words);
    const int facing =
        forward ? e.program.components[static_cast<std::size_t>(e.what_at(type, from))].facing : -1;
    for (const Node* walk : n.kid(1).kids) {
      for (int start = 0; start < (rotations ? turns : std::min(turns, 1)); ++start) {
        int at = from;
        int way = start;
        for (const Node* word : walk->kids) {
          if (word->imm != 0) {
            way = (way + (word->imm == 1 ? 1 : turns - 1)) % turns;
            continue;
          }
          const auto& next = board.steps(ways[static_cast<std::size_t>(way)], at);
          if (next.empty()) {
            at = -1;
            break;
          }
          at = next[0];
        }
        if (at >= 0 && is_ahead(board, facing, from, at)) set(reached, at);
      }
    }
    for_each_site(reached.get(), e.layout.words, leap_to);
  });
  e.attach(kid_or_null(n, 5), first);
}

// Generated code.

// The end sites of a leap by site of the board.
std::vector<std::vector<int>> leaps_by_site(const Node& n, Emitter& e) {
  if (n.has(3) || (n.has(2) && !n.kid(2).constant)) throw Unknown{};
  int facing = -1;
  if (n.has(2) && n.kid(2).imm != 0) {
    // Where a piece leaps to depends on its facing.
    if (e.component < 0 || n.has(0)) throw Unknown{};
    facing = e.program().components[static_cast<std::size_t>(e.component)].facing;
  }
  std::vector<std::vector<int>> reached;
  for (int site = 0; site < e.program().board_sites; ++site)
    reached.push_back(leaps(n, site, facing, e.program().board()));
  return reached;
}

int leap_generator(const Node& n, Emitter& e) {
  MoveCode move;
  move.effect = effect_of(&n.kid(4), to_arg::kApply);
  set_movement(move, n, kid_or_null(n, 0), kNoArgument, e);
  move.last_type = e.own();
  move.then = kid_or_null(n, 5);
  return e.generator(move);
}

void leap(const Node& n, Emitter& e, CodeWriter& out) {
  std::vector<std::vector<int>> reached = leaps_by_site(n, e);
  std::size_t most = 0;
  for (const auto& list : reached) most = std::max(most, list.size());
  ArrayText values;
  for (auto& list : reached) {
    list.resize(most + 1, -1);
    for (const int at : list) values.add(at);
  }
  const std::string targets = e.table("i16", "[]", values.text());
  const int generator = leap_generator(n, e);
  e.each_from(kid_or_null(n, 0), out,
              [&] { to_each(targets, static_cast<int>(most) + 1, n.kid(4), generator, e, out); });
}

void ways_of_leap(const Node& n, Emitter& e, codegen::WayWriter& out) {
  require_piece(kid_or_null(n, 0), out, e);
  ways_to_each(leaps_by_site(n, e), n.kid(4), leap_generator(n, e), e, out);
}

bool reach_of_leap(const Node& n, Emitter& e, std::vector<Region>& sites) {
  if (n.has(0) || n.has(2) || n.has(3) || !removes_only(n, {"(remove (to)"})) return false;
  for (int at = 0; at < e.program().board_sites; ++at)
    for (const int to : leaps(n, at, -1, e.program().board()))
      set(sites[static_cast<std::size_t>(at)].data(), to);
  return true;
}

// On each line a hop over one piece, or over a known number, has one end.
bool ends_of_leap(const Node& n, Emitter& e, codegen::Ends& out) {
  if (n.has(0)) return false;
  const std::vector<std::vector<int>> reached = leaps_by_site(n, e);
  bool all = true;
  for (std::size_t at = 0; at < reached.size(); ++at)
    for (const int to : reached[at]) all = out.add(static_cast<int>(at), to) && all;
  return all;
}

// Only hops that end on no enemy and capture nothing. The condition of an effect is one of the end, too.
void attacks_of_leap(const Node& n, Emitter& e, codegen::Attacks& out) {
  if (n.has(0) || !takes_at_end_only(&n.kid(4), to_arg::kApply)) throw Unknown{};
  const codegen::Truth holds = truth_at_enemy(n.kid(4), out);
  const std::vector<std::vector<int>> reached = leaps_by_site(n, e);
  for (std::size_t at = 0; at < reached.size(); ++at)
    for (const int to : reached[at]) out.step(static_cast<int>(at), to, holds);
}

const Row kRows[] = {
    {"(move Hop [from] [directions] [between] to [then] [stack:bool])",
     Type::kMoves,
     Counting{hop},
     stack_at<5>,
     {.moves = write_hop,
      .ways = ways_of_hop,
      .starts = starts_of_hop,
      .reach = reach_of_hop,
      .ends = ends_of_hop,
      .attacks = attacks_of_hop}},
    {"(hop [from] [directions] [between] to [then] [stack:bool])",
     Type::kMoves,
     Counting{hop},
     stack_at<5>,
     {.moves = write_hop,
      .ways = ways_of_hop,
      .starts = starts_of_hop,
      .reach = reach_of_hop,
      .ends = ends_of_hop,
      .attacks = attacks_of_hop}},
    {"(move Leap [from] {{'F'|'R'|'L'}} [forward:bool] [rotations:bool] to [then])",
     Type::kMoves,
     Counting{leap},
     resolve_leap,
     {.moves = leap,
      .ways = ways_of_leap,
      .reach = reach_of_leap,
      .ends = ends_of_leap,
      .attacks = attacks_of_leap}},
    {"(leap [from] {{'F'|'R'|'L'}} [forward:bool] [rotations:bool] to [then])",
     Type::kMoves,
     Counting{leap},
     resolve_leap,
     {.moves = leap,
      .ways = ways_of_leap,
      .reach = reach_of_leap,
      .ends = ends_of_leap,
      .attacks = attacks_of_leap}},
};

}  // namespace

std::span<const Row> hop_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
