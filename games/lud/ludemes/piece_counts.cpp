#include "games/lud/ludemes/piece_counts.hpp"

#include <algorithm>

#include "games/lud/interpreter/site_sets.hpp"
#include "games/lud/ludemes/places.hpp"

namespace ludex::games::lud {

namespace {

// Takes the moves of a kind of piece apart.
void add_parts(const Node& moves, std::size_t piece, Eval& e, PieceParts& parts) {
  if (moves.count_form == CountForm::kAll) {
    const bool list = moves.kid(0).type == Type::kArray;
    const auto& kids = list ? moves.kid(0).kids : moves.kids;
    for (std::size_t k = 0; k < (list ? kids.size() : 2); ++k) add_parts(*kids[k], piece, e, parts);
    return;
  }
  if (moves.count_form != CountForm::kNone) {
    const bool hop = moves.count_form == CountForm::kHops;
    const int facing = std::max(e.program.components[piece].facing, 0);
    const Routes* const routes =
        moves.has(1) ? moves.kid(1).routes->of[static_cast<std::size_t>(facing)] : e.program.adjacent;
    const std::uint64_t* const sites = sites_where(moves.kid(hop ? 3 : 2).kid(to_arg::kIf), Subject::kTo, e);
    const std::uint64_t* const over =
        hop ? sites_where(moves.kid(2).kid(between_arg::kIf), Subject::kBetween, e) : nullptr;
    if (hop || routes->reaches_once()) {
      parts.steps.push_back({routes, over, sites});
      return;
    }
  }
  parts.others.push_back(&moves);
}

void count_steps(const PieceParts::Steps& steps, Eval& e) {
  if (steps.over != nullptr) {
    for (const Radial& line : steps.routes->lines(e.from))
      if (line.size > 1 && test(steps.over, line.sites[0]) && test(steps.sites, line.sites[1]))
        static_cast<void>(e.wants(e.from, line.sites[1]));
  } else if (e.want.pairs) {
    for (const int to : steps.routes->steps(e.from))
      if (test(steps.sites, to)) static_cast<void>(e.wants(e.from, to));
  } else {
    e.want.counted += steps.routes->count_steps(e.from, steps.sites);
  }
}

}  // namespace

void count_of_piece(const Node& moves, std::size_t piece, Eval& e) {
  auto& all = e.workspace.piece_parts;
  if (all.size() <= piece) all.resize(piece + 1);
  PieceParts& parts = all[piece];
  if (parts.listing != e.listing || parts.moves != &moves) {
    parts.listing = e.listing;
    parts.moves = &moves;
    parts.steps.clear();
    parts.others.clear();
    add_parts(moves, piece, e, parts);
  }
  for (const PieceParts::Steps& steps : parts.steps) count_steps(steps, e);
  for (std::size_t k = 0; k < e.workspace.piece_parts[piece].others.size() && !e.done(); ++k)
    e.offer(*e.workspace.piece_parts[piece].others[k]);
}

bool count_sites_of(const Node* to, int pieces, Eval& e) {
  if (e.want.kind != Want::kCount || e.want.pairs || to == nullptr || !to->has(to_arg::kSites) ||
      to->kid(to_arg::kSites).type == Type::kInt || type_of(*to, e) != e.own())
    return false;
  const SiteTest allowed(to, to_arg::kIf, Subject::kTo, &Eval::to, e);
  if (allowed.exists() && allowed.sites() == nullptr) return false;
  const Words region(e);
  to->region(to_arg::kSites, e, region);
  const int sites = e.layout.size[static_cast<std::size_t>(e.own())];
  for_each_site(region.get(), e.layout.words, [&](int at) {
    if (at < sites && (!allowed.exists() || test(allowed.sites(), at))) e.want.counted += pieces;
  });
  return true;
}

}  // namespace ludex::games::lud
