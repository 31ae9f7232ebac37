// Moves of pieces over the board: steps and slides.
#include "games/lud/ludemes/walks.hpp"

#include <algorithm>
#include <utility>

#include "games/lud/ludemes/lines_as_sets.hpp"

namespace ludex::games::lud {

namespace {

// (move Step [from] [directions] to [then])
void step(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const Node& to = n.kid(2);
  const Node* const apply = apply_of(&to, to_arg::kApply);
  const int outer = e.from;
  const ScopedValue saved_part(e.part);
  for_each_from(kid_or_null(n, 0), e, [&](int from) {
    if (from >= e.program.board_sites) return;
    e.part = part_of(n, kid_or_null(n, 0), 4, e);
    const Directions directions = directions_before(n, kid_or_null(n, 0), outer, e, from);
    const ScopedValue saved(e.to);
    const SiteTest allowed(&to, to_arg::kIf, Subject::kTo, &Eval::to, e);
    for_each_step(e.program.board(), from, directions, [&](int at) { move_to(e, allowed, apply, from, at); });
  });
  e.attach(kid_or_null(n, 3), first);
}

// (move Slide [from] [track] [directions] [between] [to] [then])
void slide(const Node& n, Eval& e) {
  const std::size_t first = e.mark();
  const int type = e.own();
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  const Node* const apply = apply_of(to, to_arg::kApply);
  const ScopedValue saved_part(e.part);
  for_each_from(kid_or_null(n, 0), e, [&](int from) {
    if (from >= e.program.board_sites) return;
    e.part = part_of(n, kid_or_null(n, 0), 5, e);
    const Range range = range_of(between, e, {1, kInfinity});
    const Directions directions = directions_of(n, 1, e);
    const ScopedValue saved_to(e.to);
    const ScopedValue saved_between(e.between);
    // Applies the effect to the sites before the k-th.
    const auto passed = [&](const Radial& radial, int k) {
      if (between == nullptr || !between->has(between_arg::kApply)) return;
      for (int before = 0; before + 1 < k; ++before) {
        e.between = radial.sites[before];
        effect_without_condition(&between->kid(between_arg::kApply), e);
      }
      e.between = radial.sites[k - 1];
    };
    const SiteTest stops(to, to_arg::kIf, Subject::kTo, &Eval::to, e);
    const SiteTest open(between, between_arg::kIf, Subject::kBetween, &Eval::between, e);
    for_each_radial(e.program.board(), from, directions, [&](const Radial& radial) {
      e.between = kOff;
      for (int k = 1; k <= radial.size && k <= range.high; ++k) {
        const int at = radial.sites[k - 1];
        e.to = at;
        const std::size_t begin = e.mark();
        // A site at which it must stop.
        if (k >= range.low && stops.exists() && stops.holds()) {
          if ((apply == nullptr || !apply->has(apply_arg::kIf) || apply->boolean(apply_arg::kIf, e)) &&
              e.wants(from, at)) {
            effect_without_condition(apply, e);
            passed(radial, k);
            add_move(e, begin, from, at, type, type);
          }
          break;
        }
        e.between = at;
        const bool passes = open.exists() ? open.holds() : e.is_empty(type, at);
        if (!passes) break;
        if (k < range.low) continue;
        // A site on the way at which it may stop.
        if (apply != nullptr && apply->has(apply_arg::kIf) && !apply->boolean(apply_arg::kIf, e)) continue;
        if (!e.wants(from, at)) continue;
        if (to == nullptr || !to->has(to_arg::kIf)) effect_without_condition(apply, e);
        passed(radial, k);
        add_move(e, begin, from, at, type, type);
      }
    });
  });
  e.attach(kid_or_null(n, 4), first);
}

// Generated code.

int step_generator(const Node& n, Emitter& e) {
  MoveCode move;
  move.effect = effect_of(&n.kid(2), to_arg::kApply);
  set_movement(move, n, kid_or_null(n, 0), 4, e);
  move.last_type = e.own();
  move.then = kid_or_null(n, 3);
  return e.generator(move);
}

void step(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const from = kid_or_null(n, 0);
  CodeWriter body;
  {
    const ScopedValue component(e.component, component_for(from, e));
    int width = 0;
    const std::string steps = e.steps(e.own(), e.directions(n, 1, Absolute::kAdjacent), width);
    to_each(steps, width, n.kid(2), step_generator(n, e), e, body);
  }
  e.each_from(from, out, [&] { out.add(body.text()); });
}

void ways_of_step(const Node& n, Emitter& e, codegen::WayWriter& out) {
  require_piece(kid_or_null(n, 0), out, e);
  const std::uint32_t mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
  std::vector<std::vector<int>> targets(static_cast<std::size_t>(e.program().board_sites));
  for (int at = 0; at < e.program().board_sites; ++at)
    for_each_step(e.program().board(), at, mask,
                  [&](int to) { targets[static_cast<std::size_t>(at)].push_back(to); });
  ways_to_each(targets, n.kid(2), step_generator(n, e), e, out);
}

// The generators of moves that end on the way, and where the slide must stop.
struct SlideGenerators {
  int on_way, at_stop;
};
SlideGenerators slide_generators(const Node& n, Emitter& e) {
  const Node* const to = kid_or_null(n, 3);
  const bool stops = to != nullptr && to->has(to_arg::kIf);
  const auto make = [&](const Node* effect) {
    MoveCode move;
    move.effect = effect;
    move.conditional = false;
    set_movement(move, n, kid_or_null(n, 0), 5, e);
    move.last_type = e.own();
    move.then = kid_or_null(n, 4);
    return e.generator(move);
  };
  const int at_stop = stops ? make(effect_of(to, to_arg::kApply)) : 0;
  return {make(stops ? nullptr : effect_of(to, to_arg::kApply)), at_stop};
}

// The body of a slide: along each line as far as it may go.
void slide_along(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  const LineTables lines = e.lines(e.own(), e.directions(n, 1, Absolute::kAdjacent));
  const RangeCode range = range_of(between, e, {"1", std::to_string(kInfinity)});
  const bool stops = to != nullptr && to->has(to_arg::kIf);
  const Node* const condition = condition_of_apply(to, to_arg::kApply);
  const auto [on_way, at_stop] = slide_generators(n, e);
  const auto valid = out.block("if (from < kBoard[kOwn])");
  out.line("const int low = $0, high = $1;\n(void)low;", {range.low, range.high});
  const auto each_line = out.block("for (u32 r = $0[from]; r < $0[from + 1]; ++r)", {lines.index});
  out.line("const Ray& rd = $0[r];\nit.between = kOff;", {lines.radials});
  const auto each_site = out.block("for (int k = 1; k <= rd.size && k <= high; ++k)");
  out.line("const int at = $0[rd.first + k - 1];\nit.to = at;", {lines.pool});
  if (stops) {
    const auto stop = out.block("if (k >= low && $0)", {e.on_board(to->kid(to_arg::kIf))});
    if (condition != nullptr) {
      const auto holds = out.block("if ($0)", {e.boolean(*condition)});
      e.push(at_stop, "from", "at", out);
    } else {
      e.push(at_stop, "from", "at", out);
    }
    out.line("break;");
  }
  out.line(
      "it.between = at;\nif (!$0) break;\nif (k < low) continue;",
      {between != nullptr && between->has(between_arg::kIf) ? e.on_board(between->kid(between_arg::kIf))
                                                            : code("(!has_piece_at<$0>(s, at))", {e.own()})});
  if (condition != nullptr) out.line("if (!$0) continue;", {e.boolean(*condition)});
  e.push(on_way, "from", "at", out);
}

void slide(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const from = kid_or_null(n, 0);
  if (n.has(2) && n.kid(2).has(between_arg::kApply)) throw Unknown{};
  CodeWriter body;
  {
    const ScopedValue component(e.component, component_for(from, e));
    slide_along(n, e, body);
  }
  e.each_from(from, out, [&] { out.add(body.text()); });
}

void ways_of_slide(const Node& n, Emitter& e, codegen::WayWriter& out) {
  require_piece(kid_or_null(n, 0), out, e);
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  const Node* const effect = effect_of(to, to_arg::kApply);
  if (condition_of_apply(to, to_arg::kApply) != nullptr || codegen::contains(effect, "(between)"))
    throw Unknown{};
  codegen::SlideWay way =
      lines_as_sets(between, to, e.constant_directions(n, 1, Absolute::kAdjacent), false, e, out);
  const auto [on_way, at_stop] = slide_generators(n, e);
  way.stopping = at_stop;
  out.add(e.fresh("ways"), out.sites, {"", 0, on_way, false, e.component, {}, std::move(way)});
}

bool reach_of_step(const Node& n, Emitter& e, std::vector<Region>& sites) {
  if (n.has(0) || !removes_only(n, {"(remove (to)", "(remove (ahead (last To)"})) return false;
  const std::uint32_t mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
  for (int at = 0; at < e.program().board_sites; ++at)
    for_each_step(e.program().board(), at, mask,
                  [&](int to) { set(sites[static_cast<std::size_t>(at)].data(), to); });
  return true;
}

bool reach_of_slide(const Node& n, Emitter& e, std::vector<Region>& sites) {
  return !n.has(0) && removes_only(n, {"(remove (to)"}) && reach_along_lines(n, e, sites);
}

bool ends_of_step(const Node& n, Emitter& e, codegen::Ends& out) {
  if (!starts_once(kid_or_null(n, 0), e)) return false;
  const std::uint32_t mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
  bool all = true;
  for (int at = 0; at < e.program().board_sites; ++at)
    for_each_step(e.program().board(), at, mask, [&](int to) { all = out.add(at, to) && all; });
  return all;
}

bool ends_of_slide(const Node& n, Emitter& e, codegen::Ends& out) {
  return starts_once(kid_or_null(n, 0), e) && ends_along_lines(n, e, out);
}

void attacks_of_step(const Node& n, Emitter& e, codegen::Attacks& out) {
  if (n.has(0) || !takes_at_end_only(&n.kid(2), to_arg::kApply)) throw Unknown{};
  const std::uint32_t mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
  const codegen::Truth holds = truth_at_enemy(n.kid(2), out);
  for (int at = 0; at < e.program().board_sites; ++at)
    for_each_step(e.program().board(), at, mask, [&](int to) { out.step(at, to, holds); });
}

void attacks_of_slide(const Node& n, Emitter& e, codegen::Attacks& out) {
  using codegen::Target, codegen::Truth, codegen::truth_of;
  const Node* const between = kid_or_null(n, 2);
  const Node* const to = kid_or_null(n, 3);
  if (n.has(0) || !takes_at_end_only(to, to_arg::kApply) || !takes_at_end_only(between, between_arg::kApply))
    throw Unknown{};
  const bool stops = to != nullptr && to->has(to_arg::kIf);
  const Truth holds = stops ? truth_at_enemy(*to, out) : Truth::kFalse;
  const bool may_pass = between != nullptr && between->has(between_arg::kIf);
  if (holds == Truth::kFalse && (!may_pass || truth_of(between->kid(between_arg::kIf), Target::kEnemy,
                                                       out.players, "(between)") == Truth::kFalse))
    return;
  if (holds != Truth::kTrue || between != nullptr || condition_of_apply(to, to_arg::kApply) != nullptr ||
      truth_of(to->kid(to_arg::kIf), Target::kNothing, out.players) != Truth::kFalse)
    throw Unknown{};
  const std::uint32_t mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
  for (int at = 0; at < e.program().board_sites; ++at)
    for_each_radial(e.program().board(), at, mask, [&](const Radial& radial) {
      if (!out.slide(at, radial.sites, radial.size)) throw Unknown{};
    });
}

const Row kRows[] = {
    {"(move Step [from] [directions] to [then] [stack:bool])",
     Type::kMoves,
     Counting{step},
     stack_at<4>,
     {.moves = step,
      .ways = ways_of_step,
      .reach = reach_of_step,
      .ends = ends_of_step,
      .attacks = attacks_of_step}},
    {"(step [from] [directions] to [then] [stack:bool])",
     Type::kMoves,
     Counting{step},
     stack_at<4>,
     {.moves = step,
      .ways = ways_of_step,
      .reach = reach_of_step,
      .ends = ends_of_step,
      .attacks = attacks_of_step}},
    {"(move Slide [from] [directions] [between] [to] [then] [stack:bool])",
     Type::kMoves,
     Counting{slide},
     stack_at<5>,
     {.moves = slide,
      .ways = ways_of_slide,
      .reach = reach_of_slide,
      .ends = ends_of_slide,
      .attacks = attacks_of_slide}},
    {"(slide [from] [directions] [between] [to] [then] [stack:bool])",
     Type::kMoves,
     Counting{slide},
     stack_at<5>,
     {.moves = slide,
      .ways = ways_of_slide,
      .reach = reach_of_slide,
      .ends = ends_of_slide,
      .attacks = attacks_of_slide}},
};

}  // namespace

bool starts_on_piece(const Node* from) {
  return from == nullptr ||
         (!from->has(from_arg::kIf) && !from->has(from_arg::kLevel) && !from->has(from_arg::kType) &&
          (!from->has(from_arg::kSites) || from->kid(from_arg::kSites).tree->to_text() == "(from)"));
}

bool starts_once(const Node* from, const Emitter& e) {
  if (starts_on_piece(from)) return true;
  return e.component < 0 && !from->has(from_arg::kLevel) && !from->has(from_arg::kType) &&
         from->has(from_arg::kSites) && from->kid(from_arg::kSites).type == Type::kInt;
}

void require_piece(const Node* from, const codegen::WayWriter& out, const Emitter& e) {
  if (!starts_on_piece(from) || out.of_site || out.sites.empty() || e.component < 0) throw Unknown{};
}

namespace {

// Where the board is too irregular for shifts: piece by piece, by a table.
void ways_by_table(const std::vector<std::vector<int>>& targets, const std::string& may, int generator,
                   Emitter& e, codegen::WayWriter& out) {
  std::size_t width = 0;
  for (const auto& each : targets) width = std::max(width, each.size());
  ++width;
  codegen::JumpWay steps;
  ArrayText table;
  for (const auto& each : targets) {
    Region near = no_sites(e.program());
    for (std::size_t k = 0; k < width; ++k) table.add(k < each.size() ? each[k] : -1);
    for (const int to : each) set(near.data(), to);
    steps.beyond.push_back(std::move(near));
  }
  steps.uses = code("use.template steps<$0>($1[from], $2 + from * $3, $4, from, $5);\n",
                    {width - 1, e.table_of_sets(steps.beyond), e.table("i16", "[]", table.text()), width,
                     may.empty() ? "complement(none())" : may, generator});
  e.fired("steps by a table");
  codegen::Way way{"", 0, generator, false, e.component};
  way.jump = std::move(steps);
  out.add(e.fresh("ways"), out.sites, std::move(way));
}

}  // namespace

void ways_to_each(const std::vector<std::vector<int>>& targets, const Node& to, int generator, Emitter& e,
                  codegen::WayWriter& out) {
  const Program& p = e.program();
  if (to.has(to_arg::kType) || to.has(to_arg::kSites) || to.has(to_arg::kLevel)) throw Unknown{};
  // To select a move from more sets costs more than to count the moves of each piece.
  constexpr std::size_t kMostShifts = 8;
  const auto shifts = codegen::shifts_of(targets, p.layout.words, kMostShifts);
  std::string may;
  auto ends_on = codegen::Way::kAnything;
  if (to.has(to_arg::kIf)) {
    const ScopedValue about(e.subject, codegen::Subject::kTo);
    const Node& condition = to.kid(to_arg::kIf);
    const auto set = e.reads_only_subject(condition) ? e.set_of(condition) : std::nullopt;
    if (!set) throw Unknown{};
    may = e.local("may");
    if (*set == code("empty_sites<$0>(s)", {e.own()})) ends_on = codegen::Way::kNothing;
    out.out.line("const SiteSet $0 = $1;", {may, *set});
  }
  if (!shifts) return ways_by_table(targets, may, generator, e, out);
  for (const codegen::Shift& shift : *shifts) {
    std::string set = code("($0 & $1", {out.sites, e.constant_region(shift.from.data())});
    if (!may.empty()) set += code(" & sites_before<$0>($1)", {shift.distance, may});
    codegen::Way way{"", shift.distance, generator, false, e.component, shift.from};
    way.ends_on = ends_on;
    out.add(e.fresh("ways"), set + ")", std::move(way));
  }
}

std::span<const Row> walk_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
