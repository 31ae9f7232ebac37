// Helpers of steps, slides, hops and leaps.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "games/lud/codegen/shifts.hpp"
#include "games/lud/interpreter/site_sets.hpp"
#include "games/lud/ludemes/code.hpp"

namespace ludex::games::lud {

// Notes the `stack:` of a move, argument K. With a level, too, no recorded game says which pieces move.
template <std::size_t K>
void stack_at(Node& n, Compiler& c) {
  if (!n.has(K)) return;
  c.needs_stacks();
  if (n.has(0) && n.kid(0).has(from_arg::kLevel))
    Compiler::fail(n, "a step, slide or hop with 'stack:' and a level is not implemented");
}

// Directions of a step or hop from a single site are evaluated with the old (from); for a region, (from) is
// already set to each site.
inline Directions directions_before(const Node& n, const Node* from_node, int outer, Eval& e, int from) {
  const bool one = from_node != nullptr && from_node->has(from_arg::kSites) &&
                   from_node->kid(from_arg::kSites).type == Type::kInt;
  if (!one || !n.has(1)) return directions_of(n, 1, e);
  const ScopedValue saved(e.from);
  e.from = outer;
  return directions_of(n, 1, e, from);
}

// Lists or counts the move of a piece to a site, if it is allowed.
inline void move_to(Eval& e, const SiteTest& allowed, const Node* apply, int from, int at) {
  e.to = at;
  if (allowed.exists() && !allowed.holds()) return;
  if (!e.wants(from, at)) return;
  const std::size_t begin = e.mark();
  effect_of(apply, e);
  add_move(e, begin, from, at, e.own(), e.own());
}

// Directions of a walk from sites other than (from) do not depend on the piece whose moves are written.
inline int component_for(const Node* from, const Emitter& e) {
  const bool elsewhere = from != nullptr && from->has(from_arg::kSites) &&
                         from->kid(from_arg::kSites).tree->to_text() != "(from)";
  return elsewhere ? -1 : e.component;
}

// Moves to every site that a table lists for (from), if (to) allows it.
inline void to_each(const std::string& targets, int width, const Node& to, int generator, Emitter& e,
                    CodeWriter& out) {
  const auto set = to.has(to_arg::kIf) ? e.set_of(to.kid(to_arg::kIf)) : std::nullopt;
  const std::string all = e.local("may");
  const auto valid = out.block("if (from < kBoard[kOwn])");
  if (set) out.line("const SiteSet $0 = $1;", {all, *set});
  if (set && e.is_plain_generator(generator)) {
    out.line(
        "u32 end = w->move_count;\n"
        "for (const i16* p = $0 + from * $1; *p >= 0; ++p) end = plain_if(w, end, $2, from, *p, test($3, *p));\n"
        "w->move_count = end;",
        {targets, width, generator, all});
    return;
  }
  const auto loop = out.block("for (const i16* p = $0 + from * $1; *p >= 0; ++p)", {targets, width});
  out.line("it.to = *p;");
  if (set) {
    out.line("push_if(w, $0, from, it.to, it, test($1, it.to));", {generator, all});
    return;
  }
  if (to.has(to_arg::kIf)) out.line("if (!$0) continue;", {e.on_board(to.kid(to_arg::kIf))});
  e.push(generator, "from", "it.to", out);
}

// Ways from each of the sites being written to those that a list has for it, by site of the board, where (to)
// is allowed: throws Unknown.
void ways_to_each(const std::vector<std::vector<int>>& targets, const Node& to, int generator, Emitter& e,
                  codegen::WayWriter& out);
// True if a (from ...) means the site of the piece whose moves are being written; null: it does.
[[nodiscard]] bool starts_on_piece(const Node* from);
// True if it means one site, which no other piece in the list starts from.
[[nodiscard]] bool starts_once(const Node* from, const Emitter& e);
// Throws Unknown unless the moves being written are those of a piece at (from).
void require_piece(const Node* from, const codegen::WayWriter& out, const Emitter& e);

// Where moves of a piece may end or capture. A removal by consequents is not a capture of the move.
inline bool removes_only(const Node& n, std::initializer_list<std::string_view> allowed) {
  const std::string said = n.tree->to_text();
  for (std::size_t at = said.find("(remove "); at != std::string::npos; at = said.find("(remove ", at + 1)) {
    const std::string_view rest = std::string_view(said).substr(at);
    if (std::none_of(allowed.begin(), allowed.end(),
                     [&](std::string_view each) { return rest.starts_with(each); }))
      return false;
  }
  return true;
}

inline bool reach_along_lines(const Node& n, Emitter& e, std::vector<Region>& sites) {
  const std::uint32_t mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
  for (int at = 0; at < e.program().board_sites; ++at) {
    for_each_radial(e.program().board(), at, mask, [&](const Radial& radial) {
      for (int k = 0; k < radial.size; ++k) set(sites[static_cast<std::size_t>(at)].data(), radial.sites[k]);
    });
  }
  return true;
}

// Adds the sites of all lines as ends, each once.
inline bool ends_along_lines(const Node& n, Emitter& e, codegen::Ends& out) {
  const std::uint32_t mask = e.constant_directions(n, 1, Absolute::kAdjacent).mask;
  bool all = true;
  for (int at = 0; at < e.program().board_sites; ++at)
    for_each_radial(e.program().board(), at, mask, [&](const Radial& radial) {
      for (int k = 0; k < radial.size; ++k) all = out.add(at, radial.sites[k]) && all;
    });
  return all;
}

}  // namespace ludex::games::lud
