// Conditions on patterns of pieces, and threats.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "games/lud/interpreter/pieces.hpp"
#include "games/lud/ludemes/code.hpp"
#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

namespace {

// The letters of a walk: F, R, L.
enum : int { kForwardLetter, kRightLetter };

// True if one of the moves from `begin` on takes the piece of a site: it ends there, or that piece is the
// first that it captures. The others that it captures do not count.
bool one_takes(const Eval& e, std::size_t begin, int at) {
  for (std::size_t i = begin; i < e.workspace.moves.size(); ++i) {
    const ListedMove& move = e.workspace.moves[i];
    if (move.to == at) return true;
    for (std::uint32_t a = 0; a < move.count; ++a) {
      const Action& action = e.workspace.actions[move.first + a];
      if (action.kind != ActionKind::kRemove) continue;
      if (action.site == at) return true;
      break;
    }
  }
  return false;
}
// (is Threatened [piece] [at:site]): an enemy could capture it.
bool found_attacked(Eval& e, int at, int piece, int owner) {
  const int type = e.own();
  const Copy copy(e);
  Eval other(e, copy.get());
  if (other.what_at(type, at) != piece) other.set_cell(type, at, piece, 1, 0, 0, 0);
  for (int enemy = 1; enemy <= e.program.players; ++enemy) {
    if (enemy == owner) continue;
    Head& h = other.head();
    h.mover = static_cast<std::int8_t>(enemy);
    h.next = static_cast<std::int8_t>(enemy % e.program.players + 1);
    h.prev = static_cast<std::int8_t>((enemy + e.program.players - 2) % e.program.players + 1);
    if (e.program.threats_by_play) {
      const std::size_t begin = other.mark();
      other.moves_of(enemy);
      const auto& moves = other.workspace.moves;
      const bool hit = std::any_of(moves.begin() + static_cast<std::ptrdiff_t>(begin), moves.end(),
                                   [&](const ListedMove& move) { return move.to == at; });
      other.truncate(begin);
      if (hit) return true;
      continue;
    }
    bool hit = false;
    other.listing = other.new_listing();
    for_each_site(other.owned(type, enemy), e.layout.words, [&](int from) {
      if (from >= e.program.board_sites) return true;
      const Component& component = e.program.components[static_cast<std::size_t>(other.what_at(type, from))];
      if (component.moves == nullptr) return true;
      other.from = other.to = from;
      const std::size_t begin = other.mark();
      other.list(*component.moves);
      hit = one_takes(other, begin, at);
      other.truncate(begin);
      return !hit;
    });
    if (hit) return true;
  }
  return false;
}
bool attacked(Eval& e, int at, int piece, int owner) {
  if (e.too_far()) return false;
  ++e.workspace.threats;
  const bool hit = found_attacked(e, at, piece, owner);
  --e.workspace.threats;
  return hit;
}
// True if one of the moves of node `said` ends at a site, or captures there first.
bool attacked_by(const Node& said, Eval& e, int at, int piece) {
  if (e.too_far()) return false;
  const ScopedValue threats(e.workspace.threats, e.workspace.threats + 1);
  const Copy copy(e);
  Eval other(e, copy.get());
  other.existence_only = 0;
  if (other.what_at(e.own(), at) != piece) other.set_cell(e.own(), at, piece, 1, 0, 0, 0);
  const std::size_t begin = other.mark();
  other.list(said);
  const bool hit = one_takes(other, begin, at);
  other.truncate(begin);
  return hit;
}
bool threatened(const Node& n, Eval& e) {
  const int piece = n.integer(0, e);
  // Moves that threaten are evaluated as if nothing threatened their piece.
  if (!e.is_piece(piece) || e.workspace.threats != 0) return false;
  const int owner = e.who_of(piece);
  if (n.has(1)) {
    const int at = n.integer(1, e);
    if (at < 0 || at >= e.program.board_sites) return false;
    return n.has(2) ? attacked_by(n.kid(2), e, at, piece) : attacked(e, at, piece, owner);
  }
  const Words sites(e);
  std::memcpy(sites, e.owned(e.own(), owner),
              sizeof(std::uint64_t) * static_cast<std::size_t>(e.layout.words));
  bool found = false;
  for_each_site(sites.get(), e.layout.words, [&](int at) {
    if (at < e.program.board_sites && e.what_at(e.own(), at) == piece)
      found = n.has(2) ? attacked_by(n.kid(2), e, at, piece) : attacked(e, at, piece, owner);
    return !found;
  });
  return found;
}

// True if a walk from a site, facing one of the board's orthogonal directions, meets the wanted pieces: f(k,
// site) tests the site after k steps.
template <class F>
bool walk_fits(const Topology& board, const Node& walk, int site, int facing, F&& f) {
  const auto& ways = board.supported(static_cast<int>(Absolute::kOrthogonal));
  const int turn = static_cast<int>(ways.size());
  int steps = 0;
  if (!f(steps, site)) return false;
  for (const Node* letter : walk.kids) {
    if (letter->imm == kForwardLetter) {
      const auto& next = board.steps(ways[static_cast<std::size_t>(facing)], site);
      if (next.empty() || !f(++steps, next.front())) return false;
      site = next.front();
    } else {
      facing = (facing + (letter->imm == kRightLetter ? 1 : turn - 1)) % turn;
    }
  }
  return true;
}

// (is Pattern {walk} [whats:{pieces}]): from the last site moved to. The wanted pieces repeat in order; by
// default it is the piece there.
bool is_pattern(const Node& n, Eval& e) {
  const int type = e.own();
  const Topology& board = e.program.board();
  const int start = e.head().last_to;
  if (start < 0 || start >= board.size()) return false;
  const int piece = e.what_at(type, start);
  const std::vector<Node*>* const wanted = n.has(1) && !n.kid(1).kids.empty() ? &n.kid(1).kids : nullptr;
  if (wanted == nullptr && piece == 0) return false;
  const auto fits = [&](int step, int site) {
    if (wanted == nullptr) return e.what_at(type, site) == piece;
    const Node& each = *(*wanted)[static_cast<std::size_t>(step) % wanted->size()];
    return e.what_at(type, site) == each.fn.as_int(each, e);
  };
  const int facings = static_cast<int>(board.supported(static_cast<int>(Absolute::kOrthogonal)).size());
  for (int facing = 0; facing < facings; ++facing)
    if (walk_fits(board, n.kid(0), start, facing, fits)) return true;
  return false;
}

// Generated code.

// The sites where moves of each piece may end or capture, from every site: a table by piece and site.
std::string table_of_reach(Emitter& e) {
  const Program& p = e.program();
  std::vector<Region> all(static_cast<std::size_t>(p.board_sites), no_sites(p));  // of no piece
  for (std::size_t c = 1; c < p.components.size(); ++c) {
    const ScopedValue component(e.component, static_cast<int>(c));
    const Node* const moves = p.components[c].moves;
    std::vector<Region> reach(static_cast<std::size_t>(p.board_sites), no_sites(p));
    if (moves != nullptr && !add_reach(*moves, e, reach))
      for (Region& each : reach) std::fill(each.begin(), each.end(), ~std::uint64_t{0});
    all.insert(all.end(), reach.begin(), reach.end());
  }
  return e.table_of_sets(all);
}
// Attacks of pieces as tables by piece and site; nothing if they are not known of every piece.
std::optional<std::string> tables_of_attacks(Emitter& e) {
  const Program& p = e.program();
  const auto sites = static_cast<std::size_t>(p.board_sites);
  if (p.layout.words > 2) return std::nullopt;  // tables of pairs of sites
  codegen::Attacks::Sets between(sites * sites, no_sites(p));
  std::vector<Region> steps(sites, no_sites(p)), slides(sites, no_sites(p));  // of no piece
  std::vector<Region> near((static_cast<std::size_t>(p.players) + 1) * sites, no_sites(p));
  for (std::size_t c = 1; c < p.components.size(); ++c) {
    const Component& piece = p.components[c];
    if (piece.owner < 1 || piece.owner > p.players) return std::nullopt;
    const ScopedValue component(e.component, static_cast<int>(c));
    codegen::Attacks attacks(p);
    attacks.between = &between;
    try {
      if (piece.moves != nullptr) add_attacks(*piece.moves, e, attacks);
    } catch (const Unknown&) {
      return std::nullopt;
    }
    if (!attacks.is_exact()) return std::nullopt;
    // By the site that is attacked: the sites from where.
    for (std::size_t at = 0; at < sites; ++at) {
      for (auto* const table : {&steps, &slides}) {
        Region& from_where = table->emplace_back(no_sites(p));
        for (std::size_t from = 0; from < sites; ++from) {
          if (!test((table == &steps ? attacks.steps : attacks.slides)[from].data(), static_cast<int>(at)))
            continue;
          set(from_where.data(), static_cast<int>(from));
          set(near[static_cast<std::size_t>(piece.owner) * sites + at].data(), static_cast<int>(from));
        }
      }
    }
  }
  for (std::size_t from = 0; from < sites; ++from)
    for (std::size_t to = 0; to < sites; ++to)
      between[from * sites + to][from / 64] &= ~(std::uint64_t{1} << (from % 64));
  return e.table("AttackTables", "",
                 code("{$0, $1, $2, $3}", {e.table_of_sets(near), e.table_of_sets(steps),
                                           e.table_of_sets(slides), e.table_of_sets(between)}));
}

// (is Threatened piece [at]): an enemy's move ends there, or captures it.
std::string threatened(const Node& n, Emitter& e) {
  if (n.has(2)) throw Unknown{};
  const Program& p = e.program();
  if (p.nested_threats || p.threats_by_play || p.teams || p.layout.has_stacks || !p.dice.empty())
    throw Unknown{};
  if (const auto attacks = tables_of_attacks(e)) {
    e.fired("attacks as sets");
    const std::string threatened_piece = e.integer(n.kid(0));
    if (!n.has(1)) return code("threatened(s, $0, $1)", {threatened_piece, *attacks});
    return code("threatened_at(s, $0, $1, $2)", {threatened_piece, e.integer(n.kid(1)), *attacks});
  }
  const ScopedValue around(e.thens, {});
  std::string cases;
  for (std::size_t c = 1; c < p.components.size(); ++c) {
    const Component& each = p.components[c];
    if (each.owner < 1 || each.owner > p.players || each.moves == nullptr) continue;
    const ScopedValue component(e.component, static_cast<int>(c));
    CodeWriter body;
    e.known_moves(*each.moves, body);
    if (body.text().find("push_interpreted") != std::string::npos) throw Unknown{};
    const std::string name = e.function("of_piece", "inline void", codegen::function_of_moves(body.text()));
    cases += code("case $0: $1(s, it); break;\n", {c, name});
  }
  CodeWriter choice;
  {
    const auto function = choice.block("(u8* s, Iterators it, int piece)");
    const auto by_piece = choice.block("switch (piece)");
    choice.add(cases);
    choice.line("default: break;");
  }
  const std::string moves_of_piece = e.function("moves_of_piece", "void", choice.text());
  const std::string piece = e.integer(n.kid(0));
  const std::string reach = table_of_reach(e);
  if (!n.has(1)) return code("threatened(s, it, $0, $1, $2)", {piece, reach, moves_of_piece});
  return code("threatened_at(s, it, $0, $1, $2, $3)", {piece, e.integer(n.kid(1)), reach, moves_of_piece});
}

}  // namespace

std::optional<std::string> known_safety(const Node& condition, Emitter& e) {
  const auto is_row = [](const Node& n, std::string_view text) {
    return n.row != nullptr && n.row->text == text;
  };
  if (!is_row(condition, "(not bool)")) return std::nullopt;
  const Node& threat = condition.kid(0);
  if (threat.kids.empty()) return std::nullopt;
  const Program& p = e.program();
  if (!is_row(threat, "(is Threatened int [at:int] [moves])") || threat.has(1) || threat.has(2) ||
      p.nested_threats || p.threats_by_play)
    return std::nullopt;
  // The piece must be known before the move: one of the mover, or of the next player if the move leaves him.
  const Node& piece = threat.kid(0);
  if (!is_row(piece, "(id string [role])") || !piece.has(1) || piece.kid(1).row != nullptr ||
      piece.kid(1).type != Type::kRole)
    return std::nullopt;
  const int role = piece.kid(1).imm;
  const bool reads_next = role == static_cast<int>(Role::kNext);
  if (!reads_next && role != static_cast<int>(Role::kMover) && (role < 1 || role > p.players))
    return std::nullopt;
  const auto attacks = tables_of_attacks(e);
  if (!attacks) return std::nullopt;
  e.fired("safety after a move by sets");
  return code(
      "const int hit = $0hit_after(s, m, $1, $2, kBesides, kTakenPlainly, $3);\nif (hit >= 0) return hit == 0;",
      {reads_next ? "head(s).next == head(s).mover ? -1 : " : "", e.integer(piece), reads_next ? 2 : 1,
       *attacks});
}

namespace {

const Row kRows[] = {
    {"(is Threatened int [at:int] [moves])",
     Type::kBool,
     threatened,
     +[](Node& n, Compiler& c) {
       if (n.has(2))
         c.asks_with_moves(n);
       else
         c.needs_threats();
     },
     {.expression = threatened}},
    {"(is Pattern {'F'|'R'|'L'} [whats:{int}])", Type::kBool, is_pattern},
};

}  // namespace

std::span<const Row> pattern_rows() {
  return kRows;
}

}  // namespace ludex::games::lud
