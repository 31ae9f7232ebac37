// Lists of moves as sets, from which playouts draw a move.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "games/lud/codegen/emitter.hpp"
#include "games/lud/codegen/shifts.hpp"
#include "games/lud/interpreter/directions.hpp"

namespace ludex::games::lud::codegen {

namespace {

constexpr std::array<const char*, 7> kIterators{"(to)",    "(site)",   "(from)", "(between)",
                                                "(value)", "(player)", "(level)"};
bool is_of(Subject subject, std::string_view iterator) {
  switch (subject) {
    case Subject::kTo:
      return iterator == "(to)";
    case Subject::kSite:
      return iterator == "(site)" || iterator == "(to)";
    case Subject::kFrom:
      return iterator == "(from)";
    default:
      return iterator == "(between)";
  }
}

// Ludemes whose value follows from the board and their arguments.
constexpr std::array<const char*, 16> kStatic{"row", "column", "phase", "ahead", "+", "-",  "*",   "%",
                                              "=",   "!=",     "<",     "<=",    ">", ">=", "and", "or"};

}  // namespace

bool Emitter::is_subject(const Node& n) const {
  return n.row != nullptr && is_of(subject, n.row->text);
}

bool Emitter::is_free_of_subject(const Node& n) const {
  const std::string text = n.tree->to_text();
  return std::none_of(kIterators.begin(), kIterators.end(), [&](const char* iterator) {
    return is_of(subject, iterator) && text.find(iterator) != std::string::npos;
  });
}

bool Emitter::reads_only_subject(const Node& n) const {
  const std::string text = n.tree->to_text();
  for (const char* word : {"ward", "FR", "FL", "BR", "BL", "Same", "Opposite", "(sites)"})
    if (text.find(word) != std::string::npos) return false;
  return std::none_of(kIterators.begin(), kIterators.end(), [&](const char* iterator) {
    return !is_of(subject, iterator) && text.find(iterator) != std::string::npos;
  });
}

std::optional<std::string> Emitter::set_where(Subject of, const Node& condition) {
  const ScopedValue about(subject, of);
  return set_of(condition);
}

bool Emitter::depends_on_subject_alone(const Node& n) {
  if (n.constant || is_subject(n)) return true;
  if (n.row == nullptr) return n.type == Type::kSiteType || n.type == Type::kAbsolute;
  const std::string& head = n.tree->head();
  if (std::find(kStatic.begin(), kStatic.end(), head) == kStatic.end()) return false;
  if (n.type != Type::kInt && n.type != Type::kBool) return false;
  if (head == "ahead") {
    if (p_.layout.has_rotation || n.kids.size() < 4 || (n.has(2) && !n.kid(2).constant)) return false;
    try {
      if (n.has(3)) static_cast<void>(constant_directions(n, 3, Absolute::kAdjacent));
    } catch (const Unknown&) {
      return false;
    }
    bool relative = false;
    return n.has(3) && n.kid(3).type == Type::kAbsolute
               ? depends_on_subject_alone(n.kid(1))
               : n.has(3) && is_static(n.kid(3), relative) && !relative && depends_on_subject_alone(n.kid(1));
  }
  return std::all_of(n.kids.begin(), n.kids.end(), [&](const Node* kid) {
    if (kid == nullptr) return true;
    if (kid->type != Type::kArray) return depends_on_subject_alone(*kid);
    return std::all_of(kid->kids.begin(), kid->kids.end(),
                       [&](const Node* each) { return depends_on_subject_alone(*each); });
  });
}

void Emitter::set_subject(Eval& eval, int at) const {
  (subject == Subject::kFrom ? eval.from : subject == Subject::kBetween ? eval.between : eval.to) = at;
  if (subject == Subject::kSite) eval.site = at;
}

bool Emitter::region_depends_on_subject_alone(const Node& n) {
  if (n.constant) return true;
  if (n.row == nullptr) return false;
  const std::string_view row = n.row->text;
  if (row == "(union region region)" || row == "(intersection region region)" ||
      row == "(difference region region)")
    return region_depends_on_subject_alone(n.kid(0)) && region_depends_on_subject_alone(n.kid(1));
  const auto is_fixed = [&](std::size_t k) {
    return !n.has(k) || n.kid(k).constant || n.kid(k).type == Type::kAbsolute;
  };
  if (row.starts_with("(expand origin:int"))
    return depends_on_subject_alone(n.kid(0)) && is_fixed(1) && is_fixed(2);
  // Around a site, whatever stands there.
  return row.starts_with("(sites Around [sitetype] int") && depends_on_subject_alone(n.kid(1)) && !n.has(2) &&
         (!n.has(3) || n.kid(3).type == Type::kAbsolute) && !n.has(4) && is_fixed(5);
}

std::optional<std::vector<Region>> Emitter::region_by_site(const Node& n) {
  if (!region_depends_on_subject_alone(n)) return std::nullopt;
  std::fill(scratch_.begin(), scratch_.end(), std::byte{0});
  Eval e(p_, scratch_.data(), Workspace::of_thread());
  new (scratch_.data()) Head();
  std::vector<Region> regions;
  for (int at = 0; at < p_.board_sites; ++at) {
    set_subject(e, at);
    regions.emplace_back(static_cast<std::size_t>(p_.layout.words), 0);
    n.fn.as_region(n, e, regions.back().data());
  }
  return regions;
}

std::optional<std::vector<int>> Emitter::number_by_site(const Node& n) {
  if (!depends_on_subject_alone(n)) return std::nullopt;
  std::fill(scratch_.begin(), scratch_.end(), std::byte{0});
  Eval e(p_, scratch_.data(), Workspace::of_thread());
  new (scratch_.data()) Head();
  std::vector<int> numbers;
  for (int at = 0; at < p_.board_sites; ++at) {
    set_subject(e, at);
    numbers.push_back(n.type == Type::kBool ? static_cast<int>(n.fn.as_bool(n, e)) : n.fn.as_int(n, e));
  }
  return numbers;
}

std::optional<std::string> Emitter::sites_leading_to(const Node& site, const std::string& set_text_of) {
  if (is_subject(site)) return set_text_of;
  const auto numbers = number_by_site(site);
  if (!numbers) return std::nullopt;
  std::vector<std::vector<int>> targets;
  for (const int to : *numbers)
    targets.push_back(to >= 0 && to < p_.board_sites ? std::vector{to} : std::vector<int>{});
  const auto shifts = shifts_of(targets, p_.layout.words, 4);
  if (!shifts || shifts->empty()) return std::nullopt;
  std::string text;
  for (const Shift& each : *shifts)
    text += code("$0($1 & sites_before<$2>($3))",
                 {text.empty() ? "" : " | ", constant_region(each.from.data()), each.distance, set_text_of});
  return "(" + text + ")";
}

std::optional<std::string> Emitter::set_of(const Node& condition) {
  if (condition.type == Type::kBool && !condition.constant) {
    if (const auto numbers = number_by_site(condition)) {
      Region sites(static_cast<std::size_t>(p_.layout.words), 0);
      for (int at = 0; at < p_.board_sites; ++at)
        if ((*numbers)[static_cast<std::size_t>(at)] != 0) set(sites.data(), at);
      return constant_region(sites.data());
    }
  }
  if (condition.row == nullptr || condition.row->native.set == nullptr) return std::nullopt;
  return condition.row->native.set(condition, *this);
}

void Emitter::ways(const Node& n, WayWriter& out) {
  if (n.row == nullptr || n.row->native.ways == nullptr) throw Unknown{};
  n.row->native.ways(n, *this, out);
}

void Emitter::ways_then(const Node* then, const Node& inner, WayWriter& out) {
  if (then == nullptr) return ways(inner, out);
  auto with_it = thens;
  with_it.push_back(then);
  const ScopedValue around(thens, std::move(with_it));
  ways(inner, out);
}

namespace {

// Throws Unknown if two moves of a list may share their sites: which of them are the same is not known here.
void check_distinct(const std::vector<std::vector<Way>>& parts, const Program& p) {
  std::set<std::array<int, 3>> known;
  std::size_t all = 0, of_site = 0;
  for (const auto& part : parts) {
    if (part.empty() || part.size() > 16) throw Unknown{};
    for (const Way& way : part) {
      ++all;
      if (way.pass && !known.insert({-2, -1, -1}).second) throw Unknown{};
      if (way.test >= 0 && (way.slide || way.jump)) throw Unknown{};
      if (way.pass) continue;
      const bool begins_at_end = way.component < 0 || (way.slide && way.slide->shoots);
      of_site += begins_at_end || way.stays ? 1 : 0;
      for (int from = 0; !begins_at_end && from < p.board_sites; ++from) {
        const auto add = [&](int to) {
          if (to == from) throw Unknown{};
          // Two moves differ if one ends on empty sites only, and the other on pieces.
          for (const auto on : {Way::kNothing, Way::kPieces})
            if (way.ends_on != (on == Way::kNothing ? Way::kPieces : Way::kNothing) &&
                !known.insert({2 * way.component + (on == Way::kNothing ? 0 : 1), from, to}).second)
              throw Unknown{};
        };
        const std::vector<Region>* const beyond = way.slide  ? &way.slide->rays.beyond
                                                  : way.jump ? &way.jump->beyond
                                                             : nullptr;
        if (beyond == nullptr && !way.stays && test(way.from.data(), from)) add(from + way.distance);
        if (beyond != nullptr)
          for_each_site((*beyond)[static_cast<std::size_t>(from)].data(), p.layout.words, add);
      }
    }
  }
  if (all == 0 || of_site > 1) throw Unknown{};
}

// The expressions and statements of a part of a list, the k-th.
struct PartCode {
  std::string sets, count;             // declarations
  std::string any, find, list, taken;  // expressions
};

// Sets of sites with fixed distances.
PartCode code_of_ways(const std::vector<Way>& part, std::size_t k) {
  std::string sets, ways;
  for (const Way& way : part) {
    sets += way.sites + ",";
    ways += code("{$0,$1,$2,$3},", {way.distance, way.generator, way.of_site ? "true" : "false", way.test});
  }
  return {code("const SiteSet part_sets$0[] = {$1};\nstatic constexpr Way part_ways$0[] = {$2};",
               {k, sets, ways}),
          code("const u32 n$0 = total(part_sets$0);", {k}),
          code("total(part_sets$0) != 0", {k}),
          code("find_way(part_sets$0, part_ways$0, sites, m)", {k}),
          code("list_ways(w, part_sets$0, part_ways$0)", {k}),
          code("take_way(part_sets$0, part_ways$0, k, m)", {k})};
}

PartCode code_of_pass(const Way& pass, std::size_t k) {
  return {"",
          code("const u32 n$0 = $1;", {k, pass.sites}),
          pass.sites,
          code("($0 && sites == ((u32)kNoSite << 12 | 1) && (fill_pass($1, $2, m), true))",
               {pass.sites, pass.generator, pass.test}),
          code("($0 ? pass(w, $1) : (void)0)", {pass.sites, pass.generator}),
          code("fill_pass($0, $1, m)", {pass.generator, pass.test})};
}

// A slide, without its name.
std::string slide_code(const Way& way, Emitter& e) {
  const SlideWay& slide = *way.slide;
  const RayTable& rays = slide.rays;
  const auto numbers = [&](const char* type, const std::vector<int>& values) {
    ArrayText text;
    for (const int value : values) text.add(value);
    return e.table(type, "[]", text.text());
  };
  const bool stops = !slide.stops.empty();
  return code("Slide<$0, $1, $2, $3>", {rays.ways, std::to_string(rays.grows),
                                        slide.shoots ? "true" : "false", stops ? "true" : "false"}) +
         code("{$0, $1, $2, $3, $4, $5, ",
              {numbers("i16", rays.pool), numbers("u16", rays.begins), e.table_of_sets(rays.lines),
               e.table_of_sets(rays.pairs), numbers("u8", rays.below), e.table_of_sets(rays.near)}) +
         code("$0, $1, $2, $3}", {slide.free, stops ? slide.stops : "none()", way.generator, slide.stopping});
}

// Piece by piece, where some of the moves are slides or jumps.
PartCode code_of_pieces(const std::vector<Way>& part, std::size_t k, Emitter& e) {
  // Each kind is declared once; if there is one, all pieces have it.
  std::map<std::string, std::string> names;
  CodeWriter kinds;
  std::string slides, pieces;
  std::set<std::string> known;
  const bool same_sites =
      std::all_of(part.begin(), part.end(), [&](const Way& way) { return way.sites == part[0].sites; });
  for (const Way& way : part) {
    if (!same_sites || pieces.empty()) pieces += (pieces.empty() ? "" : " | ") + way.sites;
    std::string use = code("use.step(from, from + $0, $1);", {way.distance, way.generator});
    if (way.slide) {
      const auto [found, added] = names.try_emplace(slide_code(way, e));
      if (added) {
        found->second = e.fresh("slide");
        slides += code("const auto $0 = $1;\n", {found->second, found->first});
      }
      use = code("use.slide($0, from);", {found->second});
    }
    if (way.jump) {
      CodeWriter uses;
      {
        const auto block = uses.block();
        uses.line("Iterators it = fresh(w);\nit.from = it.to = from;");
        uses.add(way.jump->uses);
      }
      use = uses.text();
    }
    known.insert(use);
    kinds.line(same_sites ? use : code("if (test($0, from)) $1", {way.sites, use}));
  }
  const std::string all_kinds = known.size() == 1 ? *known.begin() + "\n" : kinds.text();
  const bool shoots = part[0].slide && part[0].slide->shoots;
  return {
      code("$0const SiteSet movers$1 = $2;\n", {slides, k, pieces}) +
          code("const auto kinds$0 = [&](int from, auto& use) __attribute__((always_inline)) {\n$1};",
               {k, all_kinds}),
      code("u16 until$0[kBoard[kOwn] + 1];\nconst u32 n$0 = count_moves(movers$0, until$0, kinds$0);", {k}),
      code("any_move(movers$0, kinds$0)", {k}),
      code("find_move(movers$0, $1, kinds$0, sites, m)", {k, shoots ? "true" : "false"}),
      code("list_moves_of(w, movers$0, kinds$0)", {k}),
      code("take_move(movers$0, until$0, k, kinds$0, m)", {k})};
}

// Sets of sites with fixed distances, then jumps that few pieces have.
bool is_mixed(const std::vector<Way>& part) {
  const auto is_simple = [](const Way& way) { return !way.slide && !way.jump; };
  return part.size() > 1 && part.back().jump && part.back().jump->is_rare &&
         std::all_of(part.begin(), part.end() - 1, is_simple);
}
PartCode code_of_mixed(std::vector<Way> part, std::size_t k) {
  const Way rare = std::move(part.back());
  part.pop_back();
  const PartCode sets = code_of_ways(part, k);
  const std::string rest = code("$0, rare$1", {rare.sites, k});
  const std::string all = code("w, part_sets$0, part_ways$0, $1", {k, rest});
  return {code("$0\nconst auto rare$1 = [&](int from, auto& use) __attribute__((always_inline)) {\n$2};",
               {sets.sets, k, rare.jump->uses}),
          code("u16 until$0[kBoard[kOwn] + 1];\n"
               "const u32 n$0 = total(part_sets$0) + count_moves($1, until$0, rare$0);",
               {k, rare.sites}),
          code("($0 || any_move($1))", {sets.any, rest}),
          code("($0 || find_move($1, false, rare$2, sites, m))", {sets.find, rare.sites, k}),
          code("list_mixed($0)", {all}),
          code("take_mixed(part_sets$0, part_ways$0, $1, until$0, k, rare$0, m)", {k, rare.sites})};
}

}  // namespace

// The case of a player: see draw in games/lud/runtime/hooks.hpp.
std::string Emitter::draw_of(const Node& play, int player) {
  WayWriter list;
  const ScopedValue of_player(player_, player);
  ways(play, list);
  check_distinct(list.parts, p_);
  CodeWriter out;
  {
    const auto block = out.block("case $0:", {player});
    out.add(list.out.text());
    std::vector<PartCode> parts;
    std::string any, find, all;
    for (std::size_t k = 0; k < list.parts.size(); ++k) {
      const std::vector<Way>& part = list.parts[k];
      const bool slides = std::any_of(part.begin(), part.end(), [](const Way& way) { return !!way.slide; });
      const bool jumps = std::any_of(part.begin(), part.end(), [](const Way& way) { return !!way.jump; });
      if (slides) fired("slides as sets");
      draws_once_ |= std::any_of(part.begin(), part.end(), [](const Way& way) { return way.once; });
      parts.push_back(part[0].pass      ? code_of_pass(part[0], k)
                      : is_mixed(part)  ? code_of_mixed(part, k)
                      : slides || jumps ? code_of_pieces(part, k, *this)
                                        : code_of_ways(part, k));
      out.line(parts[k].sets);
      any += (k == 0 ? "" : " || ") + parts[k].any;
      find += (k == 0 ? "" : " || ") + parts[k].find;
      all += parts[k].list + ", ";
    }
    // Which moves pass their tests is known of those only that are drawn.
    if (p_.tries_later) {
      out.line("if constexpr (USE != Ways::kDraw) return kNotDrawn;");
    } else {
      out.line("if constexpr (USE == Ways::kAny) return $0;", {any});
      out.line("if constexpr (USE == Ways::kFind) return $0;", {find});
      out.line("if constexpr (USE == Ways::kList) return $0w->move_count;", {all});
    }
    std::string sum = "0";
    for (std::size_t k = 0; k < parts.size(); ++k) {
      out.line(parts[k].count);
      sum += code(" + n$0", {k});
    }
    out.line("const u32 n = $0;\nif (n == 0) return n;", {sum});
    CodeWriter take;
    for (std::size_t k = 0; k + 1 < parts.size(); ++k)
      take.line("if (k < n$0) return $1;\nk -= n$0;", {k, parts[k].taken});
    take.line("$0;", {parts.back().taken});
    out.line("const auto take = [&](u32 k) __attribute__((always_inline)) {\n$0};", {take.text()});
    if (p_.tries_later)
      out.line(
          "if (n > Remaining::kMost || n > kMaxMoves) return kNotDrawn;\ndraw_tested(s, w, rng, n, m, take);");
    else
      out.line("take(rng->below(n < kMaxMoves ? n : kMaxMoves));");
    out.line("return n;");
  }
  return out.text();
}

// For each phase whose moves are sets a function, by which playouts draw.
std::string Emitter::draws() {
  CodeWriter functions, of_phase, has;
  for (std::size_t k = 0; k < p_.phases.size(); ++k) {
    bool drawn = !p_.phases[k].adds_anywhere && !p_.layout.has_stacks;
    CodeWriter cases;
    try {
      for (int q = 1; drawn && q <= p_.players; ++q) cases.add(draw_of(*p_.phases[k].play, q));
    } catch (const Unknown&) {
      drawn = false;
    }
    has.line("case $0: return $1;", {k, drawn ? "true" : "false"});
    if (!drawn) continue;
    draws_ = true;
    fired("draws from sets");
    of_phase.line("case $0: return draw$0<USE>(s, w, rng, m, sites);", {k});
    const auto function = functions.block(
        "template <Ways USE> static u32 draw$0(u8* s, Workspace* w, Rng* rng, PackedMove& m, u32 sites)",
        {k});
    functions.line("const Iterators it = fresh(w);\n(void)it;");
    const auto choice = functions.block("switch (head(s).mover)");
    functions.add(cases.text());
    functions.line("default: return 0;");
  }
  {
    const auto function = functions.block(
        "template <Ways USE> static u32 draw(u8* s, Workspace* w, Rng* rng, PackedMove& m, u32 sites)");
    const auto choice = functions.block("switch (phase_of(s, head(s).mover))");
    functions.add(of_phase.text());
    functions.line("default: return 0;");
  }
  {
    const auto function = functions.block("LUD_INLINE bool is_drawn(int phase)");
    const auto choice = functions.block("switch (kPhases > 1 ? phase : 0)");
    functions.add(has.text());
    functions.line("default: return false;");
  }
  return functions.text();
}

}  // namespace ludex::games::lud::codegen
