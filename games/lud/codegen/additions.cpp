#include "games/lud/codegen/additions.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "games/lud/codegen/emitter.hpp"
#include "games/lud/interpreter/directions.hpp"

namespace ludex::games::lud::codegen {

std::string condition_after_addition(const Node& n, Emitter& e, Additions& additions) {
  if (n.row == nullptr || n.row->native.added == nullptr) throw Unknown{};
  return n.row->native.added(n, e, additions);
}

// A move adds the mover's piece, a ply is a turn, and nothing else of a position depends on its plies.
bool Emitter::adds_pieces() const {
  const Layout& L = p_.layout;
  if (!adds_only_ || p_.phases.size() != 1 || p_.phases[0].play->has(3) || p_.goes_on || p_.teams)
    return false;
  if (asks_host_ || p_.uses_last_touched || p_.cycle != 0 || !p_.dice.empty() || p_.most_draws != 0)
    return false;
  if (L.has_count || L.has_state || L.has_rotation || L.has_value || L.has_visited || L.has_to_clear)
    return false;
  if (L.has_history || L.rest != 0 || L.pending != 0 || p_.place_memory != 0) return false;
  for (int q = 1; q <= p_.players; ++q) {
    const auto piece = static_cast<std::size_t>(q);
    if (piece >= p_.components.size() || p_.components[piece].owner != q) return false;
  }
  return true;
}

std::string Emitter::may_end() {
  std::string text = "true", alone = "true";
  if (adds_pieces()) {
    std::vector<const Node*> rules = p_.phases[0].ends;
    rules.insert(rules.end(), p_.ends.begin(), p_.ends.end());
    Additions additions;
    const auto written = [&] {
      std::string any = "false";
      for (const Node* rule : rules) {
        if (rule->end_form != EndForm::kIf) throw Unknown{};
        any += " || " + condition_after_addition(rule->kid(0), *this, additions);
      }
      return any;
    };
    try {
      static_cast<void>(written());
      additions.finds_rows = false;
      text = written();
      additions.of_playout = false;
      alone = written();
      adds_pieces_ = true;
      fired("additions without a general ply");
    } catch (const Unknown&) {
    }
  }
  return code(
             "LUD_INLINE bool may_end(u8* s, int mover, const SiteSet& own, int at, const Tracked& kept) {\n"
             "  (void)s, (void)mover, (void)own, (void)at, (void)kept;\n  return $0;\n}\n"
             "LUD_INLINE bool may_end(u8* s, int mover, const SiteSet& own, int at) {\n"
             "  (void)s, (void)mover, (void)own, (void)at;\n  return $1;\n}\n",
             {text, alone}) +
         group_tables();
}

// The neighbours in the groups that playouts keep.
std::string Emitter::group_tables() {
  const Topology& board = p_.board();
  std::vector<std::vector<int>> near(static_cast<std::size_t>(board.size()));
  std::size_t most = 0;
  for (int at = 0; at < board.size() && !data_.group_near.empty(); ++at) {
    std::vector<int>& sites = near[static_cast<std::size_t>(at)];
    for_each_step(board, at, 1U << static_cast<int>(Absolute::kAdjacent),
                  [&](int to) { sites.push_back(to); });
    std::sort(sites.begin(), sites.end());
    sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
    most = std::max(most, sites.size());
  }
  const auto are_near = [&](int a, int b) {
    const std::vector<int>& sites = near[static_cast<std::size_t>(a)];
    return std::binary_search(sites.begin(), sites.end(), b);
  };
  // Sites whose neighbours are next to each other in the same way share a table; all have so many entries.
  constexpr std::size_t kMostFirsts = std::size_t{1} << 14;
  std::map<std::vector<int>, std::size_t> tables;
  ArrayText all, sites, firsts;
  const std::size_t words = std::size_t{1} << most;
  bool has_firsts = most > 0 && most <= 8;
  for (const std::vector<int>& each : near) {
    if (!has_firsts) break;
    std::vector<int> before;  // by neighbour: those before it that are next to it
    for (std::size_t k = 0; k < each.size(); ++k) {
      before.push_back(0);
      for (std::size_t other = 0; other < k; ++other)
        if (are_near(each[k], each[other])) before.back() |= 1 << other;
    }
    const auto [found, added] = tables.try_emplace(before, tables.size());
    for (std::size_t word = 0; added && word < words; ++word) {
      std::size_t first = 0;
      for (std::size_t k = 0; k < each.size(); ++k)
        if ((word >> k & 1) != 0 && (word & static_cast<std::size_t>(before[k])) == 0) first |= 1U << k;
      firsts.add(static_cast<int>(first));
    }
    all.add(static_cast<int>(found->second * words));
    for (std::size_t k = 0; k < most; ++k) sites.add(k < each.size() ? each[k] : 0);
    has_firsts = tables.size() * words <= kMostFirsts;
  }
  data_.has_firsts = has_firsts;
  return code(
      "LUD_INLINE const SiteSet& track_near(int at) {\n  return $0[at];\n}\n"
      "LUD_INLINE const i16* track_sites(int at) {\n  return $1 + at * $2;\n}\n"
      "LUD_INLINE const u8* track_firsts(int at) {\n  return $3 + $4[at];\n}\n",
      {data_.group_near.empty() ? table("SiteSet", "[]", "{{{0}}}") : data_.group_near,
       table("i16", "[]", has_firsts ? sites.text() : "{0}"), most,
       table("u8", "[]", has_firsts ? firsts.text() : "{0}"),
       table("u16", "[]", has_firsts ? all.text() : "{0}")});
}

}  // namespace ludex::games::lud::codegen
