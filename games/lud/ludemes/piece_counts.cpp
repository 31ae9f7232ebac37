#include "games/lud/ludemes/piece_counts.hpp"

#include <algorithm>

#include "games/lud/interpreter/site_sets.hpp"
#include "games/lud/ludemes/places.hpp"

namespace ludex::games::lud {

namespace {

// The sites where the condition at argument k of an argument of a move holds; null: there is none.
const std::uint64_t* set_at(const Node* argument, std::size_t k, Subject subject, Eval& e) {
  return argument != nullptr && argument->has(k) ? sites_where(argument->kid(k), subject, e) : nullptr;
}

// Takes the moves of a kind of piece apart.
void add_parts(const Node& moves, std::size_t piece, Eval& e, PieceParts& parts) {
  const auto routes = [&]() -> const Routes* {
    const int facing = std::max(e.program.components[piece].facing, 0);
    return moves.has(1) ? moves.kid(1).routes->of[static_cast<std::size_t>(facing)] : e.program.adjacent;
  };
  const auto kid = [&](std::size_t k) { return moves.has(k) ? &moves.kid(k) : nullptr; };
  switch (moves.count_form) {
    case CountForm::kAll: {
      const bool list = moves.kid(0).type == Type::kArray;
      const auto& kids = list ? moves.kid(0).kids : moves.kids;
      for (std::size_t k = 0; k < (list ? kids.size() : 2); ++k) add_parts(*kids[k], piece, e, parts);
      return;
    }
    case CountForm::kSteps:
      if (!routes()->reaches_once()) break;
      return parts.walks.push_back(
          {PieceParts::kSteps, routes(), nullptr, set_at(kid(2), to_arg::kIf, Subject::kTo, e)});
    case CountForm::kHops:
      return parts.walks.push_back({PieceParts::kHops, routes(),
                                    set_at(kid(2), between_arg::kIf, Subject::kBetween, e),
                                    set_at(kid(3), to_arg::kIf, Subject::kTo, e)});
    case CountForm::kSlides: {
      const std::uint64_t* open = set_at(kid(2), between_arg::kIf, Subject::kBetween, e);
      if (open == nullptr) {
        parts.empty.resize(static_cast<std::size_t>(e.layout.words));
        e.find_empty(e.own(), parts.empty.data());
        open = parts.empty.data();
      }
      return parts.walks.push_back(
          {PieceParts::kSlides, routes(), open, set_at(kid(3), to_arg::kIf, Subject::kTo, e)});
    }
    case CountForm::kNone:
      break;
  }
  parts.others.push_back(&moves);
}

void count_steps(const PieceParts::Walk& steps, Eval& e) {
  const std::uint64_t* const targets = steps.routes->targets(e.from);
  const int words = steps.routes->words();
  int count = 0;
  for (int w = 0; w < words; ++w) count += __builtin_popcountll(targets[w] & steps.ends[w]);
  if (count == 0) return;
  e.want.counted += count;
  if (!e.want.pairs) return;
  for (int w = 0; w < words; ++w) {
    const std::uint64_t ends = targets[w] & steps.ends[w];
    if (ends != 0) e.workspace.pairs.add_word(e.from, w, ends);
  }
}

void count_hops(const PieceParts::Walk& hops, Eval& e) {
  const std::uint64_t* const hurdles = hops.routes->hurdles(e.from);
  std::uint64_t any = 0;
  for (int w = 0; w < hops.routes->words(); ++w) any |= hurdles[w] & hops.over[w];
  if (any == 0) return;
  for (const Radial& line : hops.routes->lines(e.from))
    if (line.size > 1 && test(hops.over, line.sites[0]) && test(hops.ends, line.sites[1]))
      static_cast<void>(e.wants(e.from, line.sites[1]));
}

void count_slides(const PieceParts::Walk& slides, Eval& e) {
  for (const Radial& line : slides.routes->lines(e.from)) {
    for (int k = 0; k < line.size; ++k) {
      const int at = line.sites[k];
      const bool ends = slides.ends != nullptr && test(slides.ends, at);
      if (!ends && !test(slides.over, at)) break;
      static_cast<void>(e.wants(e.from, at));
      if (ends) break;
    }
  }
}

const PieceParts& parts_of_piece(const Node& moves, std::size_t piece, Eval& e) {
  auto& all = e.workspace.piece_parts;
  if (all.size() <= piece) all.resize(piece + 1);
  PieceParts& parts = all[piece];
  if (parts.listing != e.listing || parts.moves != &moves) {
    parts.listing = e.listing;
    parts.moves = &moves;
    parts.walks.clear();
    parts.others.clear();
    add_parts(moves, piece, e, parts);
  }
  return parts;
}

void count_walks(const PieceParts& parts, Eval& e) {
  for (const PieceParts::Walk& walk : parts.walks) {
    switch (walk.kind) {
      case PieceParts::kSteps:
        count_steps(walk, e);
        break;
      case PieceParts::kHops:
        count_hops(walk, e);
        break;
      case PieceParts::kSlides:
        count_slides(walk, e);
        break;
    }
  }
}

// The kind of the piece at a site of the board's own type.
std::size_t piece_at(int at, const Eval& e) {
  return static_cast<std::size_t>(e.what(e.index(e.own(), 0) + at));
}
// The moves of a kind of piece; null: it has none.
const Node* moves_of(const PiecesToMove& pieces, std::size_t piece, const Eval& e) {
  if (pieces.kinds[piece] == 0) return nullptr;
  return pieces.given != nullptr ? pieces.given : e.program.components[piece].moves;
}

// Counts the moves of the piece at (from), of which some are no walks of which sets are known.
void count_all(const Node& moves, std::size_t piece, Eval& e) {
  auto& tallies = e.workspace.tallies;
  const std::int32_t before = e.want.counted;
  const std::size_t place = tallies.size();
  if (e.want.noted) tallies.emplace_back();
  count_walks(parts_of_piece(moves, piece, e), e);
  // Their evaluation may move the parts of all pieces.
  for (std::size_t k = 0; k < e.workspace.piece_parts[piece].others.size() && !e.done(); ++k)
    e.offer(*e.workspace.piece_parts[piece].others[k]);
  if (!e.want.noted) return;
  if (e.want.counted == before)
    tallies.resize(place);
  else
    tallies[place] = {e.want.counted - before, e.from, static_cast<std::uint32_t>(tallies.size())};
}

void count_of_pieces(const PiecesToMove& pieces, Eval& e) {
  auto& tallies = e.workspace.tallies;
  std::size_t kind = 0;  // of the piece before; its moves:
  const Node* moves = nullptr;
  const PieceParts* parts = nullptr;
  for_each_site(pieces.sites, e.layout.words, [&](int at) -> bool {
    if (at >= pieces.high) return false;
    if (at < pieces.low) return true;
    const std::size_t piece = piece_at(at, e);
    if (piece != kind) {
      kind = piece;
      moves = moves_of(pieces, piece, e);
      parts = moves == nullptr ? nullptr : &parts_of_piece(*moves, piece, e);
    }
    if (parts == nullptr) return true;
    e.from = e.to = at;
    if (!parts->others.empty()) {
      count_all(*moves, piece, e);
      kind = 0;
      return !e.done();
    }
    const std::int32_t before = e.want.counted;
    count_walks(*parts, e);
    if (e.want.counted == before) return true;
    if (e.want.noted)
      tallies.push_back({e.want.counted - before, at, static_cast<std::uint32_t>(tallies.size() + 1)});
    return !e.done();
  });
}

// The tallies of the pieces go up to `end`.
void list_of_pieces(const PiecesToMove& pieces, std::uint32_t end, Eval& e) {
  while (e.want.next < end) {
    const Tally tally = e.workspace.tallies[e.want.next];
    if (e.want.counted + tally.count >= e.want.limit) {
      ++e.want.next;
      e.from = e.to = tally.kept;
      return e.offer(*moves_of(pieces, piece_at(tally.kept, e), e));
    }
    e.want.counted += tally.count;
    e.want.next = tally.end;
  }
}

}  // namespace

void offer_of_pieces(const PiecesToMove& pieces, Eval& e) {
  if (!e.want.noted) return count_of_pieces(pieces, e);
  const std::uint32_t end = e.want.kind == Want::kOne ? e.workspace.tallies[e.want.next].end : 0;
  e.offer_part([&] {
    if (e.want.kind == Want::kOne)
      list_of_pieces(pieces, end, e);
    else
      count_of_pieces(pieces, e);
  });
}

bool offer_sites_of(const Node* to, int pieces, Eval& e, OneOfSites& one) {
  Want& want = e.want;
  // Several pieces on a site share it.
  if (want.kind == Want::kAll || (want.pairs && pieces != 1) || to == nullptr || !to->has(to_arg::kSites) ||
      to->kid(to_arg::kSites).type == Type::kInt || type_of(*to, e) != e.own())
    return false;
  const SiteTest allowed(to, to_arg::kIf, Subject::kTo, &Eval::to, e);
  if (allowed.exists() && allowed.sites() == nullptr) return false;
  const Words region(e);
  std::uint64_t* const sites = region.get();
  to->region(to_arg::kSites, e, sites);
  const int size = e.layout.size[static_cast<std::size_t>(e.own())];
  int count = 0;
  for (int w = 0; w < e.layout.words; ++w) {
    sites[w] &= first_bits(size - 64 * w) & (allowed.exists() ? allowed.sites()[w] : ~std::uint64_t{0});
    count += __builtin_popcountll(sites[w]);
  }
  count *= pieces;
  if (want.kind == Want::kOne && want.counted < want.limit && want.counted + count >= want.limit) {
    const int number = want.limit - want.counted - 1;
    want.counted = want.limit - 1;
    one = {nth_site(sites, number / pieces), number % pieces};
    return true;
  }
  want.counted += count;
  if (!want.pairs) return true;
  for (int w = 0; w < e.layout.words; ++w) e.workspace.pairs.add_alike(w, sites[w]);
  return true;
}

}  // namespace ludex::games::lud
