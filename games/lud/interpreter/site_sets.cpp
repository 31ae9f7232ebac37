#include "games/lud/interpreter/site_sets.hpp"

#include <algorithm>

namespace ludex::games::lud {

namespace {

void fill(std::uint64_t* out, int words, bool value) {
  std::fill(out, out + words, value ? ~std::uint64_t{0} : 0);
}

// Adds the sites whose owner is a number; the owner of an empty site is 0.
void add_owned(Eval& e, int who, std::uint64_t* out) {
  const std::uint64_t* const sites = e.owned(e.own(), who);
  for (int w = 0; w < e.layout.words && e.owns(who); ++w) out[w] |= sites[w];
  if (who != 0) return;
  const Words empty(e);
  e.find_empty(e.own(), empty);
  for (int w = 0; w < e.layout.words; ++w) out[w] |= empty.get()[w];
}

// The sites whose state passes a test.
template <class F>
void find_states(Eval& e, std::uint64_t* out, F&& passes) {
  clear(out, e.layout.words);
  const int first = e.index(e.own(), 0);
  for (int at = 0; at < e.layout.size[static_cast<std::size_t>(e.own())]; ++at)
    if (passes(e.state(first + at))) set(out, at);
}

void find(const Node& n, Eval& e, std::uint64_t* out);

template <class F>
void combine(const Node& n, Eval& e, std::uint64_t* out, F&& operation) {
  const bool list = n.kid(0).type == Type::kArray;
  const Words other(e);
  bool first = true;
  for (const Node* part : list ? n.kid(0).kids : n.kids) {
    if (part->form == SiteForm::kNone || (part->form != SiteForm::kConstant && part->subject != n.subject))
      continue;
    find(*part, e, first ? out : other.get());
    for (int w = 0; w < e.layout.words && !first; ++w) out[w] = operation(out[w], other.get()[w]);
    first = false;
  }
}

void find(const Node& n, Eval& e, std::uint64_t* out) {
  const int words = e.layout.words;
  switch (n.form != SiteForm::kNone ? n.form : n.part_form) {
    case SiteForm::kConstant:
      return fill(out, words, n.imm != 0);
    case SiteForm::kEmpty:
      return e.find_empty(e.own(), out);
    case SiteForm::kOccupied:
      e.find_empty(e.own(), out);
      for (int w = 0; w < words; ++w) out[w] = ~out[w];
      return;
    case SiteForm::kEnemy:
    case SiteForm::kFriend:
      fill(out, words, false);
      for (int q = 1; q <= e.program.players; ++q)
        if (n.form == SiteForm::kEnemy ? e.is_enemy(q) : e.is_friend(q)) add_owned(e, q, out);
      return;
    case SiteForm::kOwner:
    case SiteForm::kNotOwner:
      fill(out, words, false);
      add_owned(e, n.integer(1, e), out);
      for (int w = 0; w < words && n.form == SiteForm::kNotOwner; ++w) out[w] = ~out[w];
      return;
    case SiteForm::kSite:
    case SiteForm::kNotSite:
      fill(out, words, false);
      if (const int at = n.integer(1, e); at >= 0 && at < 64 * words) set(out, at);
      for (int w = 0; w < words && n.form == SiteForm::kNotSite; ++w) out[w] = ~out[w];
      return;
    case SiteForm::kEnemyState:
      return find_states(e, out, [&](int state) { return e.is_enemy(state); });
    case SiteForm::kFriendState:
      return find_states(e, out, [&](int state) { return e.is_friend(state); });
    case SiteForm::kState:
      return find_states(e, out, [wanted = n.integer(1, e)](int state) { return state == wanted; });
    case SiteForm::kNotState:
      return find_states(e, out, [wanted = n.integer(1, e)](int state) { return state != wanted; });
    case SiteForm::kVisited:
      return static_cast<void>(
          std::copy(e.words_at(e.layout.visited, 0), e.words_at(e.layout.visited, 0) + words, out));
    case SiteForm::kIn:
      return n.region(1, e, out);
    case SiteForm::kNot:
      find(n.kid(0), e, out);
      for (int w = 0; w < words; ++w) out[w] = ~out[w];
      return;
    case SiteForm::kAnd:
      return combine(n, e, out, [](std::uint64_t a, std::uint64_t b) { return a & b; });
    case SiteForm::kOr:
      return combine(n, e, out, [](std::uint64_t a, std::uint64_t b) { return a | b; });
    case SiteForm::kNone:
      return;
  }
}

}  // namespace

const std::uint64_t* set_of_condition(const Node& condition, Eval& e) {
  Workspace& ws = e.workspace;
  const auto slot = static_cast<std::size_t>(condition.slot);
  std::uint64_t* const sites = ws.site_sets.data() + slot * static_cast<std::size_t>(e.layout.words);
  if (ws.site_set_listings[slot] != e.listing) {
    find(condition, e, sites);
    ws.site_set_listings[slot] = e.listing;
  }
  return sites;
}

void find_members(const Node& n, std::size_t k, Eval& e, std::uint64_t* out) {
  const ScopedValue unchanged(e.listing, e.listing != 0 ? e.listing : e.new_listing());
  const std::uint64_t* const sites = n.has(k) ? sites_where(n.kid(k), Subject::kTo, e) : nullptr;
  if (sites != nullptr) {
    for (int w = 0; w < e.layout.words; ++w) {
      const int rest = e.program.board_sites - 64 * w;
      out[w] = rest >= 64 ? sites[w] : rest <= 0 ? 0 : sites[w] & ((std::uint64_t{1} << rest) - 1);
    }
    return;
  }
  const ScopedValue to(e.to);
  clear(out, e.layout.words);
  for (int at = 0; at < e.program.board_sites; ++at) {
    e.to = at;
    if (n.has(k) ? n.boolean(k, e) : e.who_at(e.own(), at) == e.mover()) set(out, at);
  }
}

void region_by_site(const Node& n, Eval& e, std::uint64_t* out) {
  const int at = e.*iterator_of(n.subject);
  if (at < 0 || at >= e.program.board_sites) return n.row->fn.as_region(n, e, out);
  const std::uint64_t* const region = n.by_site + at * e.layout.words;
  for (int w = 0; w < e.layout.words; ++w) out[w] = region[w];
}

}  // namespace ludex::games::lud
