// The sites of pieces, on the board and in hands.
#include <algorithm>
#include <string_view>

#include "games/lud/ludemes/code.hpp"

namespace ludex::games::lud {

namespace {

// (sites Occupied by:role [container:...] [component:name] [components:{names}] [on:type])
void occupied(const Node& n, Eval& e, std::uint64_t* out) {
  const int type = n.imm;
  clear(out, e.layout.words);
  const auto kind = static_cast<Role>(n.kid(0).imm);
  const bool everyone =
      n.kid(0).type == Type::kRole && (kind == Role::kAll || kind == Role::kEach || kind == Role::kAny);
  for (int owner = 0; owner <= e.program.players + 1; ++owner) {
    const bool several = n.kid(0).type == Type::kRole && Eval::is_group(n.kid(0).imm);
    const bool counts = everyone || (several ? e.belongs(n.kid(0).imm, owner) : owner == n.integer(0, e));
    if (!counts) continue;
    if (n.has(5) && e.layout.has_stacks && !n.boolean(5, e)) {
      for (int at = 0; at < e.layout.size[static_cast<std::size_t>(type)]; ++at) {
        const int i = e.index(type, at);
        for (int k = 0; k < e.height(i); ++k)
          if (e.who_of_level(i, k) == owner) set(out, at);
      }
      continue;
    }
    const std::uint64_t* sites = e.owned(type, owner);
    for (int w = 0; w < e.layout.words; ++w) out[w] |= sites[w];
  }
  if (n.has(1)) {
    // 0: the board; else a hand.
    const int which = n.kid(1).type == Type::kString ? n.aux : n.integer(1, e);
    for_each_site(out, e.layout.words, [&](int at) {
      int found = 0;
      for (std::size_t k = 1; k < e.program.containers.size(); ++k) {
        const Container& hand = e.program.containers[k];
        if (at >= hand.first && at < hand.first + hand.size) found = static_cast<int>(k);
      }
      const bool keep = which == -2 ? found != 0 : found == which;
      if (!keep) reset(out, at);
    });
  }
  // In games with stacks hands have the sites of cells, which other boards do not mean.
  if (e.layout.has_stacks && !n.has(1) && type != static_cast<int>(SiteType::kCell))
    for_each_site(out, e.layout.words, [&](int at) {
      if (at >= e.program.first_hand) reset(out, at);
    });
  if (n.has(2) || n.has(3)) {
    const auto named_so = [&](int piece) {
      const Component& component = e.program.components[static_cast<std::size_t>(piece)];
      const auto same = [&](const Node& name) {
        return component.base == name.text() || component.name == name.text();
      };
      if (n.has(2)) return same(n.kid(2));
      return std::any_of(n.kid(3).kids.begin(), n.kid(3).kids.end(),
                         [&](const Node* name) { return same(*name); });
    };
    for_each_site(out, e.layout.words, [&](int at) {
      if (!named_so(e.what_at(type, at))) reset(out, at);
    });
  }
}
void resolve_occupied(Node& n, Compiler& c) {
  site_type_at<4>(n, c);
  if (n.has(5)) c.needs_stacks();
  if (n.has(1) && n.kid(1).type == Type::kString) {
    const std::string& name = n.kid(1).text();
    n.aux = name == "Board" ? 0 : name == "Hand" ? -2 : -3;
    const auto& containers = c.program().containers;
    for (std::size_t k = 0; k < containers.size(); ++k) {
      if (containers[k].name == name) n.aux = static_cast<int>(k);
    }
    if (n.aux == -3) {
      std::vector<std::string> known{"Board", "Hand"};
      for (const Container& container : containers) known.push_back(container.name);
      Compiler::fail(n, "there is no container '" + name + "'", name, known);
    }
  }
}

void hand_sites(const Node& n, Eval& e, std::uint64_t* out) {
  const int owner = n.integer(0, e);
  clear(out, e.layout.words);
  for (std::size_t k = 1; k < e.program.containers.size(); ++k) {
    const Container& hand = e.program.containers[k];
    if (hand.owner != owner || hand.dice) continue;
    for (int at = hand.first; at < hand.first + hand.size; ++at) set(out, at);
  }
}

// Generated code.

// All pieces of those that are meant.
std::string all_occupied(const Node& n, Emitter& e) {
  if (n.kid(0).type == Type::kRole) {
    const auto kind = static_cast<Role>(n.kid(0).imm);
    if (e.program().teams && Eval::is_group(n.kid(0).imm) && kind != Role::kEnemy) throw Unknown{};
    if (kind == Role::kAll || kind == Role::kEach || kind == Role::kAny)
      return code("pieces_of_all(s, $0)", {n.imm});
    if (kind == Role::kEnemy || kind == Role::kNonMover) return code("pieces_of_enemies(s, $0)", {n.imm});
  }
  return code("owned_or_none<$0>(s, $1)", {n.imm, e.integer(n.kid(0))});
}
// By container the sites that it has: first the board, with those of no hand, then the hands.
std::vector<Region> sites_by_container(const Program& p) {
  std::vector<Region> all(p.containers.size(), no_sites(p));
  for (int at = 0; at < 64 * p.layout.words; ++at) {
    std::size_t found = 0;
    for (std::size_t k = 1; k < p.containers.size(); ++k)
      if (at >= p.containers[k].first && at < p.containers[k].first + p.containers[k].size) found = k;
    set(all[found].data(), at);
  }
  return all;
}
std::string sites_of_container(const Node& n, Emitter& e) {
  const std::vector<Region> all = sites_by_container(e.program());
  const Node& said = n.kid(1);
  if (said.type != Type::kString && !said.constant) {
    const std::string_view row = said.row != nullptr ? said.row->text : "";
    if (row != "(mover)" && row != "(next)" && row != "(prev)") throw Unknown{};
    return code("region_at($0, $1, $2)", {e.table_of_sets(all), all.size(), e.integer(said)});
  }
  const int which = said.type == Type::kString ? n.aux : said.imm;
  Region there = no_sites(e.program());
  for (std::size_t k = 0; k < all.size(); ++k)
    if (which == -2 ? k != 0 : static_cast<int>(k) == which)
      for (std::size_t w = 0; w < there.size(); ++w) there[w] |= all[k][w];
  return e.constant_region(there.data());
}
constexpr int kFewPieces = 2;
std::string occupied(const Node& n, Emitter& e) {
  const Program& p = e.program();
  std::string text = all_occupied(n, e);
  if (n.has(5) && p.layout.has_stacks) {
    const auto kind = static_cast<Role>(n.kid(0).imm);
    const bool of_one = n.kid(0).type != Type::kRole || (kind != Role::kAny && !Eval::is_group(n.kid(0).imm));
    if (!n.kid(5).constant || (n.kid(5).imm == 0 && !of_one)) throw Unknown{};
    const bool all = n.kid(0).type == Type::kRole && (kind == Role::kAll || kind == Role::kEach);
    if (n.kid(5).imm == 0 && !all)
      text = code("sites_with_level_of<$0>(s, $1)", {n.imm, e.integer(n.kid(0))});
  }
  // In games with stacks hands have the sites of cells, which other boards do not mean.
  if (p.layout.has_stacks && !n.has(1) && n.imm != static_cast<int>(SiteType::kCell))
    text = code("board_only<$0>($1)", {n.imm, text});
  if (n.has(1)) text = code("($0 & $1)", {text, sites_of_container(n, e)});
  if (!n.has(2) && !n.has(3)) return text;
  const std::vector<char> named = pieces_named(n.kid(n.has(2) ? 2 : 3), p);
  // Few pieces are found by their numbers, more by the sites of the set.
  const bool on_board = p.layout.size[static_cast<std::size_t>(n.imm)] == p.board_sites ||
                        (n.has(1) && n.kid(1).type == Type::kString && n.aux == 0);
  if (on_board && n.imm == e.own() && !p.layout.has_stacks &&
      std::count(named.begin(), named.end(), 1) <= kFewPieces) {
    std::string any;
    for (std::size_t k = 0; k < named.size(); ++k)
      if (named[k] != 0) any += code("$0sites_of_piece(s, $1)", {any.empty() ? "" : " | ", k});
    return any.empty() ? std::string("none()") : code("($0 & ($1))", {text, any});
  }
  ArrayText values;
  for (const char each : named) values.add(static_cast<int>(each));
  return code("sites_of_named<$0>(s, $1, $2)", {n.imm, text, e.table("u8", "[256]", values.text())});
}
std::string hand_sites(const Node& n, Emitter& e) {
  const Program& p = e.program();
  std::vector<Region> by_owner;
  for (int owner = 0; owner <= p.players + 1; ++owner) {
    Region all = no_sites(p);
    for (std::size_t k = 1; k < p.containers.size(); ++k)
      if (p.containers[k].owner == owner && !p.containers[k].dice)
        for (int at = 0; at < p.containers[k].size; ++at) set(all.data(), p.containers[k].first + at);
    by_owner.push_back(std::move(all));
  }
  return code("region_at($0, $1, $2)", {e.table_of_sets(by_owner), by_owner.size(), e.integer(n.kid(0))});
}

const Row kRows[] = {
    {"(sites Occupied by:role|int [container:string|int] [component:string] [components:{string}] "
     "[on:sitetype] [top:bool])",
     Type::kRegion,
     occupied,
     resolve_occupied,
     {.expression = occupied}},
    {"(sites Hand role|int)",
     Type::kRegion,
     hand_sites,
     +[](Node&, Compiler& c) { c.needs_count(); },
     {.expression = hand_sites}},
};

}  // namespace

std::span<const Row> occupant_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
