// (is Line ...): pieces in a row.
#include <algorithm>
#include <map>

#include "games/lud/codegen/additions.hpp"
#include "games/lud/codegen/shifts.hpp"
#include "games/lud/interpreter/pieces.hpp"
#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

namespace line_arg {
enum : std::size_t { kLength, kDirections, kThrough, kThroughAny, kWho, kWhat, kExact, kIf, kContiguous };
}

// True if a piece is in {int}.
bool one_of(const Node& list, int piece, Eval& e) {
  return std::any_of(list.kids.begin(), list.kids.end(),
                     [&](const Node* each) { return each->fn.as_int(*each, e) == piece; });
}

// True if f holds for a line from a site, of those that continue each other for one of them.
template <class F>
bool any_line_from(const Topology& board, int site, std::uint32_t directions, F&& f) {
  for (std::uint32_t rest = directions; rest != 0; rest &= rest - 1) {
    const int kind = __builtin_ctz(rest);
    for (const Radial& radial : board.radials(kind, site)) {
      const Radial* const back = radial.opposite;
      if (kind >= kConcrete && back != nullptr && back < &radial && back->opposite == &radial) continue;
      if (f(radial)) return true;
    }
  }
  return false;
}

// Notes whether the lines are of the piece on their site alone.
constexpr int kPlain = 1;
void resolve_line(Node& n, Compiler&) {
  const bool plain = !n.has(line_arg::kWho) && !n.has(line_arg::kWhat) && !n.has(line_arg::kIf);
  n.imm = plain ? kPlain : 0;
}

// The same for the plainest lines, of the piece on a site: of so many of its kind without a gap.
template <class Alike>
bool plain_line_through(const Alike& alike, int pivot, int length, bool exact, const Routes& routes) {
  const auto run = [&](const std::int16_t* sites, int size) {
    int k = 0;
    while (k < size && alike(sites[k])) ++k;
    return k;
  };
  for (const Routes::Axis& axis : routes.axes(pivot)) {
    const int total = 1 + run(axis.ahead, axis.ahead_size) + run(axis.back, axis.back_size);
    if (exact ? total == length : total >= length) return true;
  }
  return false;
}

// The same by the table of rows. Without branches: what stands on the board cannot be predicted.
bool row_through(const Node& n, const Eval& e, int pivot) {
  const int piece = e.what(pivot);
  if (piece == 0) return false;
  const std::uint64_t* const own = e.sites_of_owner(e.own(), e.who_of(piece));
  const auto words = static_cast<std::size_t>(e.layout.words);
  const std::uint64_t* row = n.by_site + static_cast<std::size_t>(pivot * n.aux) * words;
  const std::uint64_t* const end = row + static_cast<std::size_t>(n.aux) * words;
  bool found = false;
  if (words == 1) {
    for (; row != end; ++row) found |= (*row & ~*own) == 0;
    return found;
  }
  for (; row != end; row += words) {
    std::uint64_t missing = 0;
    for (std::size_t w = 0; w < words; ++w) missing |= row[w] & ~own[w];
    found |= missing == 0;
  }
  return found;
}

// True if a line of that many pieces passes through a site.
bool line_through(const Node& n, Eval& e, int pivot) {
  const int type = e.own();
  const Topology& board = e.program.board();
  if (pivot < 0 || pivot >= board.size()) return false;
  if (n.by_site != nullptr) return row_through(n, e, pivot);
  const int length = n.integer(line_arg::kLength, e);
  const Directions directions = directions_of(n, line_arg::kDirections, e, pivot);
  const bool exact = n.has(line_arg::kExact) && n.boolean(line_arg::kExact, e);
  if (n.imm == kPlain && directions.routes != nullptr) {
    return e.what_at(type, pivot) != 0 && with_alike(e, pivot, [&](auto&& alike) {
             return plain_line_through(alike, pivot, length, exact, *directions.routes);
           });
  }
  const bool any_of = n.has(line_arg::kWho) && n.kid(line_arg::kWho).type == Type::kArray;
  const int owner = n.has(line_arg::kWho) && !any_of ? n.integer(line_arg::kWho, e) : -1;
  const int piece = n.has(line_arg::kWhat) ? n.integer(line_arg::kWhat, e) : e.what_at(type, pivot);
  const ScopedValue to(e.to);
  const auto belongs = [&](int at) {
    const int what = e.what_at(type, at);
    if (any_of ? !one_of(n.kid(line_arg::kWho), what, e)
               : what == 0 || (owner >= 0 ? e.who_of(what) != owner : what != piece))
      return false;
    if (!n.has(line_arg::kIf) || (e.layout.has_stacks && at == pivot)) return true;
    e.to = at;
    return n.boolean(line_arg::kIf, e);
  };
  if (!belongs(pivot)) return false;
  const bool gaps = n.kids.size() > line_arg::kContiguous && !n.boolean(line_arg::kContiguous, e);
  const auto run = [&](const Radial& radial) {
    int k = 0;
    if (gaps) {
      return static_cast<int>(std::count_if(radial.sites, radial.sites + radial.size, belongs));
    }
    while (k < radial.size && (exact || k < length) && belongs(radial.sites[k])) ++k;
    return k;
  };
  const auto is_long_enough = [&](const Radial& radial) {
    const int total = 1 + run(radial) + (radial.opposite == nullptr ? 0 : run(*radial.opposite));
    return exact ? total == length : total >= length;
  };
  // Counts each line once: its continuation is in the same list.
  if (directions.routes != nullptr) {
    const auto lines = directions.routes->lines(pivot);
    return std::any_of(lines.begin(), lines.end(), [&](const Radial& radial) {
      return !directions.routes->repeats(radial) && is_long_enough(radial);
    });
  }
  return any_line_from(board, pivot, directions.bits, is_long_enough);
}

bool is_line(const Node& n, Eval& e) {
  if (n.has(line_arg::kThroughAny)) {
    const Words region(e);
    n.region(line_arg::kThroughAny, e, region);
    bool found = false;
    for_each_site(region.get(), e.layout.words, [&](int at) {
      found = line_through(n, e, at);
      return !found;
    });
    return found;
  }
  return line_through(n, e, n.integer_or(line_arg::kThrough, e, e.head().last_to));
}

// Generated code.

int back_of(int d) {
  return d < 16 ? (d + 8) % 16 : d ^ 1;
}
bool is_same_line(const Radial& a, const Radial& b) {
  return a.size == b.size && std::equal(a.sites, a.sites + a.size, b.sites);
}

// The facts that the code of one (is Line ...) depends on.
struct LineCode {
  const Topology& board;
  int length = 0;
  bool exact = false;
  std::uint32_t mask = 0;  // concrete directions
  std::uint32_t half = 0;  // one of each two opposites, if that suffices
};

// The concrete directions of a mask. The interpreter finds lines that bend.
std::uint32_t straight_directions(const Topology& board, std::uint32_t directions) {
  std::uint32_t mask = directions & ((1U << kConcrete) - 1);
  for (int at = 0; at < board.size(); ++at) {
    for_each_radial(board, at, directions, [&](const Radial& radial) {
      const auto& behind = board.radials(back_of(radial.direction), at);
      const auto& same = board.radials(radial.direction, at);
      const bool continues = radial.opposite == nullptr
                                 ? behind.empty()
                                 : behind.size() == 1 && is_same_line(*radial.opposite, behind[0]);
      const bool is_there = std::any_of(same.begin(), same.end(),
                                        [&](const Radial& each) { return is_same_line(each, radial); });
      if (!continues || !is_there) throw Unknown{};
      mask |= 1U << radial.direction;
    });
  }
  return mask;
}

// If each direction has at most one line and an opposite, one of the two suffices.
std::uint32_t half_of(const Topology& board, std::uint32_t mask) {
  std::uint32_t half = mask;
  for (int d = 0; d < kConcrete; ++d) {
    if ((mask >> d & 1U) == 0) continue;
    bool symmetric = (mask >> back_of(d) & 1U) != 0;
    for (int at = 0; at < board.size(); ++at)
      symmetric = symmetric && board.radials(d, at).size() <= 1 && board.radials(back_of(d), at).size() <= 1;
    if (symmetric && d < back_of(d)) half &= ~(1U << back_of(d));
    if (!symmetric) half |= 1U << back_of(d) & mask;
  }
  return half;
}

// The line through a site in a direction and its opposite, from behind to ahead; `here`: the place of the
// site.
std::vector<int> line_at(const Topology& board, int at, int direction, int& here) {
  const auto& ahead = board.radials(direction, at);
  const auto& behind = board.radials(back_of(direction), at);
  std::vector<int> line;
  if (!behind.empty())
    for (int k = behind[0].size - 1; k >= 0; --k) line.push_back(behind[0].sites[k]);
  here = static_cast<int>(line.size());
  line.push_back(at);
  if (!ahead.empty())
    for (int k = 0; k < ahead[0].size; ++k) line.push_back(ahead[0].sites[k]);
  return line;
}

// The rows through each site as sets, in a table.
struct LineSets {
  std::string list;
  int rows;  // a site
  bool few;  // to compare them costs less than to keep rows of pieces as a playout goes on
};
// For small boards with one kind of piece a player: the lines through each site as sets.
std::optional<LineSets> lines_as_sets(const LineCode& line, Emitter& e) {
  const Program& p = e.program();
  const Topology& board = line.board;
  if (p.layout.words > 2 || line.length < 2) return std::nullopt;
  std::map<int, int> kinds;
  for (std::size_t c = 1; c < p.components.size(); ++c)
    if (++kinds[p.components[c].owner] > 1) return std::nullopt;
  using Rows = std::vector<std::pair<Region, Region>>;  // each without and with the sites at its ends
  std::vector<Rows> all(static_cast<std::size_t>(board.size()));
  std::size_t most = 0;
  int count = 0;
  for (int at = 0; at < board.size(); ++at) {
    Rows& rows = all[static_cast<std::size_t>(at)];
    for (std::uint32_t rest = line.half; rest != 0; rest &= rest - 1) {
      const int d = __builtin_ctz(rest);
      if (d >= 16 || board.radials(d, at).size() > 1 || board.radials(back_of(d), at).size() > 1)
        return std::nullopt;
      // A direction without a line from here does not count, but its opposite may.
      if (board.radials(d, at).empty() && (line.mask >> back_of(d) & 1U) == 0) continue;
      int here = 0;
      const std::vector<int> sites = line_at(board, at, d, here);
      const int size = static_cast<int>(sites.size());
      const auto place = [&](int k) { return sites[static_cast<std::size_t>(k)]; };
      for (int begin = std::max(0, here - line.length + 1); begin <= here && begin + line.length <= size;
           ++begin) {
        Region row = no_sites(p);
        for (int k = begin; k < begin + line.length; ++k) set(row.data(), place(k));
        rows.emplace_back(row, row);
        ++count;
        Region& wider = rows.back().second;
        if (begin > 0) set(wider.data(), place(begin - 1));
        if (begin + line.length < size) set(wider.data(), place(begin + line.length));
      }
    }
    most = std::max(most, rows.size());
  }
  // All sites have as many rows, in whole vectors of four words; a row of all words is never there.
  const std::size_t whole = 4 / static_cast<std::size_t>(p.layout.words);
  most = std::max((most + whole - 1) / whole * whole, whole);
  const bool fills_words = p.layout.size[static_cast<std::size_t>(e.own())] == 64 * p.layout.words;
  Region never = no_sites(p);
  std::fill_n(never.data(), p.layout.words, ~std::uint64_t{0});
  ArrayText list;
  for (Rows& rows : all) {
    if (rows.empty() && fills_words) return std::nullopt;
    rows.resize(most, rows.empty() ? std::pair(never, never) : rows.back());
    for (const auto& row : rows) list.add(codegen::set_text(row.first));
    for (std::size_t k = 0; line.exact && k < most; ++k) list.add(codegen::set_text(rows[k].second));
  }
  constexpr int kFewWords = 16;  // compared for a site, in the mean
  return LineSets{e.table("SiteSet", "[]", list.text()), static_cast<int>(most),
                  count * p.layout.words <= kFewWords * board.size()};
}

// In general: pairs of lines, ahead and behind, along which the pieces are counted.
std::string lines_as_pairs(const LineCode& line, const std::string& site, Emitter& e) {
  const Topology& board = line.board;
  const int longest = line.exact ? line.length : line.length - 1;
  ArrayText pool, index, list;
  index.add(0);
  int pairs = 0, at_pool = 0;
  const auto write = [&](const Radial* radial) {
    const int size = radial == nullptr ? 0 : std::min(radial->size, longest);
    list.add(code("{$0,$1,0}", {at_pool, size}));
    for (int k = 0; k < size; ++k) pool.add(radial->sites[k]);
    at_pool += size;
  };
  for (int at = 0; at < board.size(); ++at) {
    for (int d = 0; d < kConcrete; ++d) {
      if ((line.half >> d & 1U) == 0) continue;
      const auto& behind = board.radials(back_of(d), at);
      const auto& ahead = board.radials(d, at);
      if (behind.size() > 1) throw Unknown{};
      for (const Radial& radial : ahead) {
        if (at_pool > 60'000) throw Unknown{};
        write(&radial);
        write(behind.empty() ? nullptr : behind.data());
        ++pairs;
      }
      // A line that goes back only.
      const bool alone = ahead.empty() && !behind.empty() && (line.mask >> back_of(d) & 1U) != 0 &&
                         (line.half >> back_of(d) & 1U) == 0;
      if (alone) {
        write(behind.data());
        write(nullptr);
        ++pairs;
      }
    }
    index.add(pairs);
  }
  pool.add(0);
  return code("line<$0, $1>(s, $2, $3, $4, $5)",
              {line.length, line.exact ? "true" : "false", site, e.table("u16", "[]", index.text()),
               e.table("Ray", "[]", list.text()), e.table("i16", "[]", pool.text())});
}

LineCode line_code(const Node& n, Emitter& e) {
  using line_arg::kExact, line_arg::kIf, line_arg::kLength, line_arg::kThroughAny, line_arg::kWhat,
      line_arg::kWho;
  if (n.has(kThroughAny) || n.has(kWho) || n.has(kWhat) || n.has(kIf) || !n.kid(kLength).constant)
    throw Unknown{};
  if (n.has(kExact) && !n.kid(kExact).constant) throw Unknown{};
  LineCode line{e.program().board()};
  line.length = n.kid(kLength).imm;
  line.exact = n.has(kExact) && n.kid(kExact).imm != 0;
  line.mask = straight_directions(line.board,
                                  e.constant_directions(n, line_arg::kDirections, Absolute::kAdjacent).mask);
  line.half = half_of(line.board, line.mask);
  return line;
}
const char* truth(bool value) {
  return value ? "true" : "false";
}
// True if playouts keep rows in these directions.
bool keeps_rows(const LineCode& line, Emitter& e) {
  codegen::PlayoutData* const data = e.playout_data();
  return data != nullptr && line.length >= 2 && data->keep_lines(line.half, line.mask);
}

std::string is_line(const Node& n, Emitter& e) {
  const LineCode line = line_code(n, e);
  const std::string site = e.integer_or(n, line_arg::kThrough, "(int)head(s).last_to");
  const auto sets = lines_as_sets(line, e);
  if (sets) e.fired("lines as sets");
  const std::string text =
      sets ? code("line_of_sets<$0, $1>(s, $2, $3)", {truth(line.exact), sets->rows, site, sets->list})
           : lines_as_pairs(line, site, e);
  if (n.has(line_arg::kThrough) || (sets && sets->few) || !keeps_rows(line, e)) return "(" + text + ")";
  return code("(it.workspace->tracked ? lined<$0, $1>(s, it.workspace) : $2)",
              {line.length, truth(line.exact), text});
}

// Rows of a set in one word, of sites whose numbers grow by the same in each direction.
std::optional<std::string> rows_by_shifts(const LineCode& line, Emitter& e) {
  if (e.program().layout.words != 1) return std::nullopt;
  std::string any = "false";
  for (std::uint32_t rest = line.half; rest != 0; rest &= rest - 1) {
    const auto shift = codegen::straight_shift(line.board, __builtin_ctz(rest), 1);
    if (!shift) return std::nullopt;
    any += code(" || has_row<$0, $1>(own, $2)",
                {shift->distance, line.length, e.constant_region(shift->from.data())});
  }
  return any;
}

std::string line_after_addition(const Node& n, Emitter& e, codegen::Additions& additions) {
  const LineCode line = line_code(n, e);
  if (n.has(line_arg::kThrough) || line.length < 2) throw Unknown{};
  if (additions.finds_rows) {
    if (!line.exact) additions.note_row(line.half, line.length);
    return "";
  }
  if (additions.has_shorter(line.half, line.length)) return "false";
  if (!line.exact)
    if (const auto rows = rows_by_shifts(line, e)) return *rows;
  if (additions.of_playout && keeps_rows(line, e)) return code("has_run<$0>(kept)", {line.length});
  const auto sets = lines_as_sets(line, e);
  if (!sets) return lines_as_pairs(line, "at", e);
  return code("row_of_set<$0, $1>(own, at, $2)", {truth(line.exact), sets->rows, sets->list});
}

const Row kRows[] = {
    {"(is Line int [absolute] [through:int] [throughAny:region] [role] [what:int] [exact:bool] [if:bool])",
     Type::kBool,
     is_line,
     resolve_line,
     {.expression = is_line, .added = line_after_addition}},
    {"(is Line int [absolute] [through:int] [throughAny:region] [role] [what:int] [exact:bool] [if:bool] "
     "contiguous:bool)",
     Type::kBool, is_line},
    {"(is Line int [absolute] [through:int] [throughAny:region] whats:{int} [what:int] [exact:bool] "
     "[if:bool])",
     Type::kBool, is_line},
};

}  // namespace

std::span<const Row> line_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
