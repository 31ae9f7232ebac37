#include "games/lud/codegen/additions.hpp"

#include "games/lud/codegen/emitter.hpp"

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
      "  (void)s, (void)mover, (void)own, (void)at;\n  return $1;\n}\n"
      "LUD_INLINE const SiteSet& track_near(int at) {\n  return $2[at];\n}\n",
      {text, alone, data_.group_near.empty() ? table("SiteSet", "[]", "{{{0}}}") : data_.group_near});
}

}  // namespace ludex::games::lud::codegen
