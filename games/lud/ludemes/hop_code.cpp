#include "games/lud/ludemes/hop_code.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/lud/ludemes/sets.hpp"
#include "games/lud/ludemes/walks.hpp"

namespace ludex::games::lud {

namespace {

// True if (between) has no sites before or after the hurdle.
bool has_no_distance(const Node& between) {
  const auto is_none = [&](std::size_t k) {
    return !between.has(k) || (between.kid(k).constant && between.kid(k).imm == 0);
  };
  return is_none(between_arg::kBefore) && is_none(between_arg::kAfter);
}
// True if it has no range either: the hurdle is one site.
bool is_short(const Node* between) {
  return between == nullptr || (!between->has(between_arg::kRange) && has_no_distance(*between));
}
// True if the hurdle has one length that is known before the line.
bool is_exact(const Node* between) {
  return between != nullptr && between->has(between_arg::kRange) &&
         between->kid(between_arg::kRange).imm == 3 && has_no_distance(*between);
}
// True if the first site of every line is in the middle between the start and the second site, by their
// numbers.
bool is_in_the_middle(const KnownDirections& directions, const Topology& board) {
  bool all = true;
  for (const std::uint32_t mask : directions.by_piece() ? directions.masks : std::vector{directions.mask})
    for (int at = 0; at < board.size(); ++at)
      for_each_radial(board, at, mask, [&](const Radial& radial) {
        all = all && (radial.size < 2 || 2 * radial.sites[0] == at + radial.sites[1]);
      });
  return all;
}

// By start and second site of a line the first, as a table; empty: the board is too large, or two lines
// differ.
std::string table_of_middles(const KnownDirections& directions, Emitter& e) {
  const Topology& board = e.program().board();
  const auto size = static_cast<std::size_t>(board.size());
  if (size > 81 || directions.by_piece()) return "";
  std::vector<int> middles(size * size, 0);
  bool one = true;
  for (int at = 0; at < board.size(); ++at)
    for_each_radial(board, at, directions.mask, [&](const Radial& radial) {
      if (radial.size < 2) return;
      int& known = middles[static_cast<std::size_t>(at) * size + static_cast<std::size_t>(radial.sites[1])];
      one = one && (known == 0 || known == radial.sites[0] + 1);
      known = radial.sites[0] + 1;
    });
  ArrayText text;
  for (const int each : middles) text.add(each - 1);
  return one ? e.table("i16", "[]", text.text()) : "";
}

// The code that makes a hop. The move stores its hurdle, unless it follows from the ends: the first site's
// place in the pool, and the length.
int make_hop(const Node& n, const RangeCode& range, const KnownDirections& directions,
             const std::string& pool, Emitter& e) {
  const Node* const at_between = effect_of(kid_or_null(n, 2), between_arg::kApply);
  const Node* const at_to = effect_of(&n.kid(3), to_arg::kApply);
  MoveCode move;
  move.last_type = e.own();
  move.then = kid_or_null(n, 4);
  move.takes_at_end = false;
  set_movement(move, n, kid_or_null(n, 0), 5, e, true);
  move.restore =
      "it.from = from;\nit.between = kOff;\n"
      "const int hurdle = (u16)m.iterator_from, length = m.between;\n(void)hurdle, (void)length;\n";
  // Effects on the end site alone need neither the hurdle nor a list.
  const Node* const only = at_between == nullptr ? at_to : nullptr;
  const bool reads =
      only != nullptr && (codegen::contains(only, "(between)") || codegen::contains(only, "(from)") ||
                          codegen::contains(only, "(then"));
  const bool stacks = e.program().layout.has_stacks;
  if (only != nullptr && !reads && !stacks && removes_only(*only, {"(remove (to)"}) &&
      e.direct(only->kid(apply_arg::kEffect))) {
    move.restore.clear();
    move.takes_at_end = true;
    move.effect = only;
    return e.generator(move);
  }
  // A single capture without other effects needs no list.
  const bool simple = at_to == nullptr && at_between != nullptr && !at_between->has(apply_arg::kIf) &&
                      at_between->kid(apply_arg::kEffect).tree->to_text() == "(remove (between))" &&
                      range.low == "1" && range.high == "1";
  const Node* const between = kid_or_null(n, 2);
  std::string middle;
  if (simple && !stacks && is_short(between)) {
    middle = "((from + to) >> 1)";
    if (!is_in_the_middle(directions, e.program().board())) {
      middle = table_of_middles(directions, e);
      if (!middle.empty()) middle += code("[from * $0 + to]", {e.program().board().size()});
    }
  }
  if (!middle.empty()) {
    move.restore.clear();
    move.taken = middle;
    move.before =
        code("const int taken = $0;\nif (has_piece_at<$1>(s, taken)) remove_piece<Hashes>(s, $1, taken);\n",
             {middle, e.own()});
    return e.generator(move);
  }
  if (simple) {
    move.taken = pool + "[hurdle]";
    move.before += code("if (has_piece_at<$0>(s, $1[hurdle])) remove_piece<Hashes>(s, $0, $1[hurdle]);\n",
                        {e.own(), pool});
    return e.generator(move);
  }
  CodeWriter list;
  const auto put = [&](const Node& apply) {
    if (apply.has(apply_arg::kIf)) list.line("if ($0)", {e.boolean(apply.kid(apply_arg::kIf))});
    const auto scope = list.block();
    e.effects(apply.kid(apply_arg::kEffect), {}, list);
  };
  if (at_between != nullptr) {
    const auto each = list.block("for (int h = 0; h < length; ++h)");
    list.line("it.between = $0[hurdle + h];", {pool});
    put(*at_between);
  } else {
    move.restore += code("if (length > 0) it.between = $0[hurdle + length - 1];\n", {pool});
  }
  if (at_to != nullptr) put(*at_to);
  move.effects = list.text();
  return e.generator(move);
}

// The lines from each site, as many from each: the sites of a line, and for each of them the set of those
// before it.
struct HopLines {
  std::string lines, sites, before;
  std::size_t count = 0;  // of the lines from a site
};
HopLines hop_lines(std::uint32_t mask, Emitter& e) {
  const Topology& board = e.program().board();
  std::vector<Region> before{no_sites(e.program())};
  ArrayText sites, lines;
  HopLines made;
  sites.add(0);
  const auto rays_of = [&](int at) {
    std::vector<const Radial*> rays;
    for_each_radial(board, at, mask, [&](const Radial& radial) { rays.push_back(&radial); });
    return rays;
  };
  for (int at = 0; at < board.size(); ++at) made.count = std::max(made.count, rays_of(at).size());
  for (int at = 0; at < board.size(); ++at) {
    auto rays = rays_of(at);
    rays.resize(made.count, nullptr);
    for (const Radial* radial : rays) {
      lines.add(
          code("{$0,$1}", {radial == nullptr ? 0 : before.size(), radial == nullptr ? 0 : radial->size}));
      Region begun = no_sites(e.program());
      for (int k = 0; radial != nullptr && k < radial->size; ++k) {
        sites.add(radial->sites[k]);
        before.push_back(begun);
        set(begun.data(), radial->sites[k]);
      }
    }
  }
  if (made.count > 8 || before.size() * static_cast<std::size_t>(e.program().layout.words) > 20'000)
    throw Unknown{};
  made.lines = e.table("HopLine", "[]", lines.text());
  made.sites = e.table("i16", "[]", sites.text());
  made.before = e.table_of_sets(before);
  return made;
}

// A hop over a hurdle of one length: its sites are tested at once.
struct ExactHop {
  HopLines lines;
  std::string length, hurdle, may;
  int generator = 0;
};
std::optional<ExactHop> exact_hop(const Node& n, Emitter& e) {
  const Node* const between = kid_or_null(n, 2);
  const Node& to = n.kid(3);
  if (!is_exact(between) && !is_short(between)) return std::nullopt;
  if (condition_of_apply(&to, to_arg::kApply) != nullptr || !to.has(to_arg::kIf)) return std::nullopt;
  const Node* const of_hurdle = between != nullptr ? kid_or_null(*between, between_arg::kIf) : nullptr;
  // Each condition is about its own sites alone, whatever the others are.
  if (codegen::contains(&to.kid(to_arg::kIf), "(between)") || codegen::contains(of_hurdle, "(to)"))
    return std::nullopt;
  KnownDirections directions;
  try {
    directions = e.directions(n, 1, Absolute::kAdjacent);
  } catch (const Unknown&) {
    return std::nullopt;
  }
  const Set hurdle = of_hurdle != nullptr ? e.set_where(codegen::Subject::kBetween, *of_hurdle)
                                          : Set(code("pieces_of_all(s, $0)", {e.own()}));
  const Set may = e.set_where(codegen::Subject::kTo, to.kid(to_arg::kIf));
  if (!hurdle || !may || directions.by_piece()) return std::nullopt;
  HopLines lines = hop_lines(directions.mask, e);
  const RangeCode range = range_of(between, e, {"1", "1"});
  const int generator = make_hop(n, range, directions, lines.sites, e);
  return ExactHop{std::move(lines), range.low, *hurdle, *may, generator};
}

// Statements that call `use` for each line, whether one `can` hop from `from` along it `to` a site.
void hops_of_length(const ExactHop& hop, const std::string& hurdle, const std::string& may,
                    const std::string& use, CodeWriter& out) {
  out.line("const int length = $0;\nconst HopLine* const lines = $1 + from * $2;",
           {hop.length, hop.lines.lines, hop.lines.count});
  const auto each_line =
      out.block("_Pragma(\"GCC unroll 8\") for (int r = 0; r < $0; ++r)", {hop.lines.count});
  out.line(
      "const bool there = (u32)length < lines[r].size;\nconst int at = lines[r].first + (there ? length : 0);\n"
      "const int to = $0[at];\n"
      "const bool can = there & test($1, to) & same(minus($2[at], $3), none());",
      {hop.lines.sites, may, hop.lines.before, hurdle});
  out.line(use);
}

// False: it is no such hop.
bool hop_exactly(const Node& n, Emitter& e, CodeWriter& out) {
  const auto hop = exact_hop(n, e);
  if (!hop) return false;
  const auto valid = out.block("if (from < kBoard[kOwn])");
  out.line("const SiteSet hurdle = $0, may = $1;", {hop->hurdle, hop->may});
  e.fired("hops of one length by sets");
  // Without branches, which would be hard to predict.
  const bool plain = e.is_plain_generator(hop->generator);
  if (plain) out.line("u32 end = w->move_count;");
  hops_of_length(*hop, "hurdle", "may",
                 plain ? code("end = plain_if(w, end, $0, from, to, can);", {hop->generator})
                       : code("if (!can) continue;\n"
                              "PackedMove& m = push(w, $0, from, to);\nkeep(m, it);\n"
                              "m.iterator_from = (i16)(u16)lines[r].first, m.between = (i16)length;",
                              {hop->generator}),
                 out);
  if (plain) out.line("w->move_count = end;");
  return true;
}

// Hops over one piece to the next site, piece by piece, on a board of one word: by site its lines, see
// OpenLines in the runtime, and the ends of hops along them. As many lines from each, a multiple of four.
struct LinesOfSite {
  std::string lines, ends;
  std::size_t width = 0;
};
std::optional<LinesOfSite> lines_of_sites(std::uint32_t mask, Emitter& e) {
  const Topology& board = e.program().board();
  if (e.program().layout.words > 1) return std::nullopt;
  std::size_t most = 0;
  std::vector<std::vector<const Radial*>> all(static_cast<std::size_t>(board.size()));
  for (int at = 0; at < board.size(); ++at) {
    auto& lines = all[static_cast<std::size_t>(at)];
    for_each_radial(board, at, mask, [&](const Radial& line) {
      if (line.size > 1) lines.push_back(&line);
    });
    most = std::max(most, lines.size());
  }
  if (most > 8 || most == 0) return std::nullopt;
  const std::size_t width = most > 4 ? 8 : 4;
  ArrayText table, ends;
  for (auto& lines : all) {
    lines.resize(width, nullptr);
    for (const std::size_t site : {0U, 1U}) {
      // Nothing holds on all sites of the word: a line that is not there is never open.
      for (const Radial* line : lines)
        table.add(line == nullptr ? "~0UL" : code("1UL << $0", {line->sites[site]}));
    }
    for (const Radial* line : lines) ends.add(line == nullptr ? 0 : line->sites[1]);
  }
  return LinesOfSite{e.table("u64", "[]", table.text()), e.table("i16", "[]", ends.text()), width};
}

// As sets: their lengths are found piece by piece.
bool ways_of_exact_hop(const Node& n, Emitter& e, codegen::WayWriter& out) {
  const Node* const between = kid_or_null(n, 2);
  const auto is_one_set = [&](codegen::Subject of, const Node* where, std::size_t k) {
    const ScopedValue about(e.subject, of);
    return where == nullptr || !where->has(k) || e.reads_only_subject(where->kid(k));
  };
  if (!is_one_set(codegen::Subject::kBetween, between, between_arg::kIf) ||
      !is_one_set(codegen::Subject::kTo, &n.kid(3), to_arg::kIf))
    return false;
  const auto hop = exact_hop(n, e);
  if (!hop || !e.is_plain_generator(hop->generator)) return false;
  codegen::Way way{"", 0, hop->generator, false, e.component};
  way.jump = codegen::JumpWay{
      "", std::vector<Region>(static_cast<std::size_t>(e.program().board_sites), no_sites(e.program()))};
  const std::uint32_t mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
  for (int at = 0; at < e.program().board_sites; ++at)
    for_each_radial(e.program().board(), at, mask, [&](const Radial& radial) {
      for (int k = 0; k < radial.size; ++k)
        if (k == 1 || !is_short(between))
          set(way.jump->beyond[static_cast<std::size_t>(at)].data(), radial.sites[k]);
    });
  CodeWriter uses;
  const std::string hurdle = out.name_of(hop->hurdle), may = out.name_of(hop->may);
  const auto lines = is_short(between) ? lines_of_sites(mask, e) : std::nullopt;
  if (lines) {
    e.fired("hops by the bits of a word");
    uses.line("use.bits(open_lines<$0>($1 + from * $2, $3, $4), $5 + from * $0, from, $6);",
              {lines->width, lines->lines, 2 * lines->width, hurdle, may, lines->ends, hop->generator});
  } else {
    hops_of_length(*hop, hurdle, may, code("use.step_if(can, from, to, $0);", {hop->generator}), uses);
  }
  way.jump->uses = uses.text();
  e.fired("hops of one length by sets");
  out.add(e.fresh("ways"), out.sites, std::move(way));
  return true;
}

// The body of a hop: on each line over a hurdle, to the sites behind it.
void hop_along(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const between = kid_or_null(n, 2);
  const Node& to = n.kid(3);
  const auto [lines, wanted, directions] = lines_in_play(n, 1, "from", e);
  // Directions are those before (from) becomes the start.
  if (!wanted.empty() && codegen::contains(&n.kid(1), "(from)")) throw Unknown{};
  const RangeCode range = range_of(between, e, {"1", "1"});
  const std::string before = between != nullptr ? e.number(*between, between_arg::kBefore, 0) : "0";
  const std::string after = between != nullptr ? e.number(*between, between_arg::kAfter, 0) : "0";
  const Node* const condition = condition_of_apply(&to, to_arg::kApply);
  const int generator = make_hop(n, range, directions, lines.pool, e);
  const std::string hurdle = between != nullptr && between->has(between_arg::kIf)
                                 ? e.on_board(between->kid(between_arg::kIf))
                                 : code("(has_piece_at<$0>(s, it.between))", {e.own()});
  const auto valid = out.block("if (from < kBoard[kOwn])");
  out.line("const int low = $0, high = $1, before = $2, after = $3;\n(void)before, (void)after;",
           {range.low, range.high, before, after});
  out.line("const auto is_hurdle = [&](int site) { it.between = site; return $0; };", {hurdle});
  if (!wanted.empty()) out.line("const u32 wanted = $0;", {wanted});
  const auto each_line = out.block("for (u32 r = $0[from]; r < $0[from + 1]; ++r)", {lines.index});
  if (!wanted.empty()) out.line("if ((wanted >> $0[r].direction & 1) == 0) continue;", {lines.radials});
  out.line(
      "const Ray& rd = $0[r];\nconst i16* const on = $1 + rd.first;\n"
      "int start = 0;\nbool none_there = false;\n"
      "if (high > 0) while (start < rd.size && !is_hurdle(on[start])) {\n"
      "  if (start >= before || has_piece_at<$2>(s, on[start])) { none_there = true; break; }\n"
      "  ++start;\n}\nif (none_there) continue;",
      {lines.radials, lines.pool, e.own()});
  const auto each_length =
      out.block("for (int length = 0; length <= high && start + length < rd.size; ++length)");
  out.line("if (length > 0 && !is_hurdle(on[start + length - 1])) break;\nif (length < low) continue;");
  const auto each_site =
      out.block("for (int k = start + length; k < rd.size && k <= start + length + after; ++k)");
  out.line("it.to = on[k];\nconst bool passes = $0;\nconst bool ends = $1;",
           {to.has(to_arg::kIf) ? e.on_board(to.kid(to_arg::kIf)) : std::string("true"),
            condition != nullptr ? e.boolean(*condition) : std::string("passes")});
  out.line(
      "if (!ends && !passes) break;\nif (!ends) continue;\n"
      "PackedMove& m = push(w, $0, from, it.to);\nkeep(m, it);\n"
      "m.iterator_from = (i16)(u16)(rd.first + start), m.between = (i16)length;",
      {generator});
  // The remaining sites are evaluated with (between) on the hurdle, as after the effects.
  if (effect_of(between, between_arg::kApply) != nullptr)
    out.line("if (length > 0) it.between = on[start + length - 1];");
  out.line("if (!passes) break;");
}

// Hops over one piece to the next site: the shifts from a start to an end, half of which leads to the hurdle,
// and the sets of both sites; no set: it is not known.
struct ShortHops {
  std::vector<codegen::Shift> shifts;
  Set hurdle, may;
};
std::optional<ShortHops> short_hops(const Node& n, Emitter& e) {
  const Program& p = e.program();
  const Node* const between = kid_or_null(n, 2);
  const Node& to = n.kid(3);
  if (!is_short(between) || to.has(to_arg::kType) || to.has(to_arg::kSites) || to.has(to_arg::kLevel))
    return std::nullopt;
  const KnownDirections directions = e.constant_directions(n, 1, Absolute::kAdjacent);
  if (!is_in_the_middle(directions, p.board())) return std::nullopt;
  const auto set = [&](codegen::Subject of, const Node& condition) {
    const ScopedValue about(e.subject, of);
    return e.reads_only_subject(condition) ? e.set_of(condition) : std::nullopt;
  };
  std::vector<std::vector<int>> targets(static_cast<std::size_t>(p.board_sites));
  for (int at = 0; at < p.board_sites; ++at)
    for_each_radial(p.board(), at, directions.mask, [&](const Radial& radial) {
      if (radial.size >= 2) targets[static_cast<std::size_t>(at)].push_back(radial.sites[1]);
    });
  auto shifts = codegen::shifts_of(targets, p.layout.words, 16);
  if (!shifts || shifts->empty()) return std::nullopt;
  ShortHops hops{std::move(*shifts), Set(code("pieces_of_all(s, $0)", {e.own()})), std::nullopt};
  if (between != nullptr && between->has(between_arg::kIf))
    hops.hurdle = set(codegen::Subject::kBetween, between->kid(between_arg::kIf));
  if (condition_of_apply(&to, to_arg::kApply) == nullptr && to.has(to_arg::kIf))
    hops.may = set(codegen::Subject::kTo, to.kid(to_arg::kIf));
  return hops;
}

}  // namespace

void write_hop(const Node& n, Emitter& e, CodeWriter& out) {
  const Node* const from = kid_or_null(n, 0);
  const Node* const between = kid_or_null(n, 2);
  // A hurdle of length 0 allows a step: left to the interpreter.
  if (between != nullptr && between->has(between_arg::kRange) && between->kid(between_arg::kRange).imm < 2 &&
      between->kid(between_arg::kRange).kid(0).imm == 0)
    throw Unknown{};
  CodeWriter body;
  {
    const ScopedValue component(e.component, component_for(from, e));
    if (!hop_exactly(n, e, body)) hop_along(n, e, body);
  }
  e.each_from(from, out, [&] { out.add(body.text()); });
}

void ways_of_hop(const Node& n, Emitter& e, codegen::WayWriter& out) {
  require_piece(kid_or_null(n, 0), out, e);
  if (is_exact(kid_or_null(n, 2)) && ways_of_exact_hop(n, e, out)) return;
  const auto hops = short_hops(n, e);
  if (!hops && ways_of_exact_hop(n, e, out)) return;
  if (!hops || !hops->hurdle || !hops->may) throw Unknown{};
  const RangeCode range = range_of(kid_or_null(n, 2), e, {"1", "1"});
  const KnownDirections directions = e.directions(n, 1, Absolute::kAdjacent);
  const int generator = make_hop(n, range, directions, e.lines(e.own(), directions).pool, e);
  if (!e.is_plain_generator(generator)) throw Unknown{};
  const std::string over = e.fresh("hurdle"), onto = e.fresh("may");
  out.out.line("const SiteSet $0 = $1, $2 = $3;", {over, *hops->hurdle, onto, *hops->may});
  for (const codegen::Shift& shift : hops->shifts)
    out.add(e.fresh("ways"),
            code("($0 & $1 & sites_before<$2>($3) & sites_before<$4>($5))",
                 {out.sites, e.constant_region(shift.from.data()), shift.distance / 2, over, shift.distance,
                  onto}),
            {"", shift.distance, generator, false, e.component, shift.from, {}});
}

std::optional<std::string> starts_of_hop(const Node& n, Emitter& e) {
  const auto hops = starts_on_piece(kid_or_null(n, 0)) ? short_hops(n, e) : std::nullopt;
  if (!hops || (!hops->hurdle && !hops->may)) return std::nullopt;
  std::string text;
  for (const codegen::Shift& shift : hops->shifts) {
    text += code("$0($1", {text.empty() ? "" : " | ", e.constant_region(shift.from.data())});
    if (hops->hurdle) text += code(" & sites_before<$0>($1)", {shift.distance / 2, *hops->hurdle});
    if (hops->may) text += code(" & sites_before<$0>($1)", {shift.distance, *hops->may});
    text += ")";
  }
  return "(" + text + ")";
}

bool reach_of_hop(const Node& n, Emitter& e, std::vector<Region>& sites) {
  return !n.has(0) && removes_only(n, {"(remove (to)", "(remove (between)"}) &&
         reach_along_lines(n, e, sites);
}

bool ends_of_hop(const Node& n, Emitter& e, codegen::Ends& out) {
  const Node* const between = kid_or_null(n, 2);
  if (!starts_once(kid_or_null(n, 0), e)) return false;
  if (!is_short(between)) return is_exact(between) && ends_along_lines(n, e, out);
  const std::uint32_t mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
  bool all = true;
  for (int at = 0; at < e.program().board_sites; ++at)
    for_each_radial(e.program().board(), at, mask, [&](const Radial& radial) {
      if (radial.size >= 2) all = out.add(at, radial.sites[1]) && all;
    });
  return all;
}

void attacks_of_hop(const Node& n, Emitter& /*e*/, codegen::Attacks& out) {
  if (n.has(0) || !takes_at_end_only(kid_or_null(n, 2), between_arg::kApply) ||
      !takes_at_end_only(&n.kid(3), to_arg::kApply) ||
      condition_of_apply(&n.kid(3), to_arg::kApply) != nullptr ||
      truth_at_enemy(n.kid(3), out) != codegen::Truth::kFalse)
    throw Unknown{};
}

}  // namespace ludex::games::lud
