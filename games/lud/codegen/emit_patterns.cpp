// Conditions on patterns of pieces: groups, lines, threats.
#include <algorithm>

#include "games/lud/codegen/emit.hpp"
#include "games/lud/codegen/parts.hpp"
#include "games/lud/codegen/rows.hpp"

namespace ludex::games::lud::codegen {

// (is Connected ...): the group at a site touches that many of the regions.
std::string Emitter::connected(const Node& n, const std::vector<const Node*>& regions,
                               const std::string& owner) {
  std::vector<std::string> list;
  std::vector<Region> sets;
  for (const Node* each : regions) {
    list.push_back(region(*each));
    if (each->constant) sets.push_back(*static_cast<const Region*>(each->table));
  }
  return connected(n, list, sets, owner);
}

std::string Emitter::connected(const Node& n, const std::vector<std::string>& regions,
                               const std::vector<Region>& sets, const std::string& owner) {
  if (n.has(0) && !n.kid(0).constant) throw Unknown{};
  const int wanted = n.has(0) ? n.kid(0).imm : static_cast<int>(regions.size());
  int width = 0;
  const Ways directions = ways(n, 1, Absolute::kAdjacent);
  const std::string st = steps(own(), directions, width);
  const std::string at = n.has(2) ? integer(n.kid(2)) : "(int)head(s).last_to";
  if (regions.empty()) return "false";
  std::string count;
  for (const std::string& each : regions) count += "overlap(group, " + each + ") + ";
  const std::string whose = owner.empty() ? "-1" : owner;
  const std::string text = "connected(s, " + at + ", " + whose + ", " + st + ", " + s_of(width) +
                           ", [&](const SiteSet& group) { return " + count + "0 >= " + s_of(wanted) + "; })";
  const bool kept = in_ends_ && adds_only_ && !n.has(2) && sets.size() == regions.size() &&
                    directions.kind == Ways::kConstant &&
                    directions.mask == 1U << static_cast<int>(Absolute::kAdjacent) &&
                    (track_steps_.empty() || track_steps_ == st) &&
                    static_cast<std::size_t>(track_bits_) + sets.size() <= 16;
  if (!kept) return text;
  track_steps_ = st;
  track_width_ = width;
  touch_.resize(static_cast<std::size_t>(p_.board_sites));
  std::uint32_t bits = 0;
  for (const Region& set : sets) {
    const std::uint32_t bit = 1U << track_bits_++;
    for (int site = 0; site < p_.board_sites; ++site)
      if (test(set.data(), site)) touch_[static_cast<std::size_t>(site)] |= bit;
    bits |= bit;
  }
  return "(it.workspace->tracked ? linked(s, it.workspace, " + whose + ", " + std::to_string(bits) + "U, " +
         s_of(wanted) + ") : " + text + ")";
}

bool Emitter::keeps_lines(std::uint32_t half, std::uint32_t mask) {
  if (track_ways_ != 0 || half == 0) return track_ways_ == half;
  const Topology& board = p_.board();
  std::vector<int> directions;
  for (int d = 0; d < kConcrete; ++d) {
    if ((half >> d & 1U) == 0) continue;
    // Requires one line in each direction and its opposite.
    if (d >= 16 || (mask >> ((d + 8) % 16) & 1U) == 0 || (half >> ((d + 8) % 16) & 1U) != 0) return false;
    directions.push_back(d);
  }
  const std::size_t count = directions.size();
  std::vector<int> places(count * static_cast<std::size_t>(board.size()), -1);
  int lines = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const int d = directions[k], back = (d + 8) % 16;
    const auto place = [&](int site) -> int& { return places[static_cast<std::size_t>(site) * count + k]; };
    for (int at = 0; at < board.size(); ++at) {
      const auto& ahead = board.radials(d, at);
      if (ahead.size() > 1 || board.radials(back, at).size() > 1) return false;
      if (!board.radials(back, at).empty()) continue;
      if (lines >= 2000) return false;
      place(at) = lines * 32;
      const int size = ahead.empty() ? 0 : ahead[0].size;
      if (size > 31) return false;
      for (int i = 0; i < size; ++i) {
        if (place(ahead[0].sites[i]) >= 0) return false;
        place(ahead[0].sites[i]) = lines * 32 + i + 1;
      }
      ++lines;
    }
  }
  // The lines ahead of and behind a site must be the rest of its numbered line.
  for (std::size_t k = 0; k < count; ++k) {
    const int d = directions[k];
    for (int at = 0; at < board.size(); ++at) {
      const auto place = [&](int site) { return places[static_cast<std::size_t>(site) * count + k]; };
      if (place(at) < 0) return false;
      const auto fits = [&](const std::vector<Radial>& radials, int sign) {
        for (int i = 0; !radials.empty() && i < radials[0].size; ++i)
          if (place(radials[0].sites[i]) != place(at) + sign * (i + 1)) return false;
        return true;
      };
      const auto& behind = board.radials((d + 8) % 16, at);
      if (!fits(board.radials(d, at), 1) || !fits(behind, -1)) return false;
      if ((behind.empty() ? 0 : behind[0].size) != place(at) % 32) return false;
    }
  }
  line_of_ = std::move(places);
  track_rows_ = lines;
  track_ways_ = half;
  return true;
}

namespace {
bool is_same_line(const Radial& a, const Radial& b) {
  return a.size == b.size && std::equal(a.sites, a.sites + a.size, b.sites);
}
}  // namespace

// (is Line n [directions] [through] ...) through one site.
std::string Emitter::line(const Node& n) {
  enum : std::size_t { kLength, kDirections, kThrough, kThroughAny, kWho, kWhat, kExact, kIf };
  if (n.has(kThroughAny) || n.has(kWho) || n.has(kWhat) || n.has(kIf) || !n.kid(kLength).constant)
    throw Unknown{};
  if (n.has(kExact) && !n.kid(kExact).constant) throw Unknown{};
  const bool exact = n.has(kExact) && n.kid(kExact).imm != 0;
  Ways w = ways(n, kDirections, Absolute::kAdjacent);
  if (w.kind != Ways::kConstant) throw Unknown{};
  const int length = n.kid(kLength).imm;
  // Concrete directions; if each has at most one line and an opposite, one of the two suffices.
  const Topology& board = p_.board();
  std::uint32_t mask = 0;
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
    const int d = __builtin_ctz(rest);
    if (d < kConcrete) {
      mask |= 1U << d;
      continue;
    }
    for (int at = 0; at < board.size(); ++at)
      for (const Radial& radial : board.radials(d, at)) mask |= 1U << radial.direction;
  }
  const auto back_of = [](int d) { return d < 16 ? (d + 8) % 16 : d ^ 1; };
  // The interpreter finds lines that bend.
  for (int at = 0; at < board.size(); ++at) {
    for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
      const int d = __builtin_ctz(rest);
      for (const Radial& radial : board.radials(d, at)) {
        const Radial* const back = radial.opposite;
        const auto& behind = board.radials(back_of(radial.direction), at);
        const auto& same = board.radials(radial.direction, at);
        const bool straight =
            (back == nullptr ? behind.empty() : behind.size() == 1 && is_same_line(*back, behind[0])) &&
            std::any_of(same.begin(), same.end(),
                        [&](const Radial& each) { return is_same_line(each, radial); });
        if (!straight) throw Unknown{};
      }
    }
  }
  std::uint32_t half = mask;
  for (int d = 0; d < kConcrete; ++d) {
    if ((mask >> d & 1U) == 0) continue;
    bool symmetric = (mask >> back_of(d) & 1U) != 0;
    for (int at = 0; at < board.size(); ++at)
      symmetric = symmetric && board.radials(d, at).size() <= 1 && board.radials(back_of(d), at).size() <= 1;
    if (symmetric && d < back_of(d)) half &= ~(1U << back_of(d));
    if (!symmetric) half |= 1U << back_of(d) & mask;
  }
  const bool kept = in_ends_ && adds_only_ && !n.has(kThrough) && length >= 2 && keeps_lines(half, mask);
  const std::string on_way = kept ? "(it.workspace->tracked ? lined<" + s_of(length) + ", " +
                                        (exact ? "true" : "false") + ">(s, it.workspace) : "
                                  : "(";
  if (const auto masks = line_masks(n, half, mask, length, exact)) return on_way + *masks + ")";
  const int longest = exact ? length : length - 1;
  std::string text = on_way + "line<" + std::to_string(length) + ", " + (exact ? "true" : "false") + ">(s, " +
                     (n.has(kThrough) ? integer(n.kid(kThrough)) : std::string("(int)head(s).last_to"));
  // Pairs of lines: ahead, and those behind.
  std::string pool = "{", index = "{0";
  int pairs = 0, at_pool = 0;
  std::string list = "{";
  for (int at = 0; at < board.size(); ++at) {
    const auto write = [&](const Radial* radial) {
      const int size = radial == nullptr ? 0 : std::min(radial->size, longest);
      list += "{" + std::to_string(at_pool) + "," + std::to_string(size) + ",0},";
      for (int k = 0; k < size; ++k) pool += std::to_string(radial->sites[k]) + ",";
      at_pool += size;
    };
    for (int d = 0; d < kConcrete; ++d) {
      if ((half >> d & 1U) == 0) continue;
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
      const bool alone = ahead.empty() && !behind.empty() && (mask >> back_of(d) & 1U) != 0 &&
                         (half >> back_of(d) & 1U) == 0;
      if (alone) {
        write(behind.data());
        write(nullptr);
        ++pairs;
      }
    }
    index += "," + std::to_string(pairs);
  }
  return text + ", " + table("u16", "[]", index + "}") + ", " + table("Ray", "[]", list + "}") + ", " +
         table("i16", "[]", pool + "0}") + "))";
}

// For small boards with one kind of piece a player: the lines through each site as sets.
std::optional<std::string> Emitter::line_masks(const Node& n, std::uint32_t half, std::uint32_t all,
                                               int length, bool exact) {
  enum : std::size_t { kThrough = 2 };
  if (p_.layout.words > 2 || length < 2) return std::nullopt;
  std::map<int, int> kinds;
  for (std::size_t c = 1; c < p_.components.size(); ++c) ++kinds[p_.components[c].owner];
  for (const auto& [owner, count] : kinds)
    if (count > 1) return std::nullopt;
  const Topology& board = p_.board();
  std::string list = "{", index = "{0";
  int count = 0;
  for (int at = 0; at < board.size(); ++at) {
    for (std::uint32_t rest = half; rest != 0; rest &= rest - 1) {
      const int d = __builtin_ctz(rest);
      if (d >= 16) return std::nullopt;
      const auto& ahead = board.radials(d, at);
      const auto& behind = board.radials((d + 8) % 16, at);
      if (ahead.size() > 1 || behind.size() > 1) return std::nullopt;
      // A direction without a line from here does not count, but its opposite may.
      if (ahead.empty() && (all >> ((d + 8) % 16) & 1U) == 0) continue;
      std::vector<int> line;
      if (!behind.empty())
        for (int k = behind[0].size - 1; k >= 0; --k) line.push_back(behind[0].sites[k]);
      const int here = static_cast<int>(line.size());
      line.push_back(at);
      if (!ahead.empty())
        for (int k = 0; k < ahead[0].size; ++k) line.push_back(ahead[0].sites[k]);
      const int size = static_cast<int>(line.size());
      for (int begin = std::max(0, here - length + 1); begin <= here && begin + length <= size; ++begin) {
        Region line_set(static_cast<std::size_t>(p_.layout.words), 0);
        for (int k = begin; k < begin + length; ++k) set(line_set.data(), line[static_cast<std::size_t>(k)]);
        Region window = line_set;
        if (exact && begin > 0) set(window.data(), line[static_cast<std::size_t>(begin - 1)]);
        if (exact && begin + length < size)
          set(window.data(), line[static_cast<std::size_t>(begin + length)]);
        for (const Region& each : {line_set, window}) {
          list += set_text(each) + ",";
        }
        ++count;
      }
    }
    index += "," + std::to_string(count);
  }
  return "line_of_sets(s, " +
         (n.has(kThrough) ? integer(n.kid(kThrough)) : std::string("(int)head(s).last_to")) + ", " +
         table("u16", "[]", index + "}") + ", " + table("SiteSet", "[]", list + "{{0}}}") + ")";
}

// (is Threatened piece [at]): an enemy's move ends there, or captures it.
std::string Emitter::threatened(const Node& n) {
  const ScopedValue around(thens_, {});
  std::string cases;
  std::string reaches = "{{{0}},";
  for (int at = 1; at < p_.board_sites; ++at) reaches += "{{0}},";
  bool whole = true;
  {
    const ScopedValue component(component_);
    for (std::size_t c = 1; c < p_.components.size(); ++c) {
      const Component& each = p_.components[c];
      std::vector<Region> reach(static_cast<std::size_t>(p_.board_sites),
                                Region(static_cast<std::size_t>(p_.layout.words), 0));
      component_ = static_cast<int>(c);
      if (each.moves != nullptr && !add_reach(*each.moves, reach)) {
        for (Region& all : reach) std::fill(all.begin(), all.end(), ~std::uint64_t{0});
      }
      for (const Region& sites : reach) {
        reaches += set_text(sites) + ",";
      }
      if (each.owner < 1 || each.owner > p_.players || each.moves == nullptr) continue;
      std::string body;
      try {
        body = known_moves(*each.moves);
      } catch (const Unknown&) {
        whole = false;
      }
      if (body.find("push_interpreted") != std::string::npos) whole = false;
      if (!whole) break;
      std::string& name =
          function_of_["(u8* s, Iterators it) {\n  Workspace* const w = it.workspace;\n  (void)w;\n" + body +
                       "}\n"];
      if (name.empty()) {
        name = fresh("of_piece");
        functions_ += "static inline void " + name +
                      "(u8* s, Iterators it) {\n  Workspace* const w = it.workspace;\n  (void)w;\n" + body +
                      "}\n";
      }
      cases += "  case " + std::to_string(c) + ": " + name + "(s, it); break;\n";
    }
    if (!whole) throw Unknown{};
  }
  std::string& name = function_of_["attacked" + cases];
  if (name.empty()) {
    name = fresh("moves_of_piece");
    functions_ += "static void " + name + "(u8* s, Iterators it, int piece) {\n  switch (piece) {\n" + cases +
                  "  default: break;\n  }\n}\n";
  }
  const std::string piece = integer(n.kid(0));
  const std::string table_name = table("SiteSet", "[]", reaches + "}");
  if (!n.has(1)) return "threatened(s, it, " + piece + ", " + table_name + ", " + name + ")";
  return "threatened_at(s, it, " + piece + ", " + integer(n.kid(1)) + ", " + table_name + ", " + name + ")";
}

}  // namespace ludex::games::lud::codegen
