#include "games/lud/codegen/attacks.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "games/lud/interpreter/eval.hpp"
#include "games/lud/program/signature.hpp"

namespace ludex::games::lud::codegen {

namespace {

Truth known(bool value) {
  return value ? Truth::kTrue : Truth::kFalse;
}
Truth opposite(Truth truth) {
  return truth == Truth::kUnknown ? truth : known(truth == Truth::kFalse);
}
Truth both_hold(Truth a, Truth b) {
  if (a == Truth::kFalse || b == Truth::kFalse) return Truth::kFalse;
  return a == Truth::kTrue && b == Truth::kTrue ? Truth::kTrue : Truth::kUnknown;
}

// Conditions on one site, where an enemy of the mover stands or nothing.
struct OfTarget {
  bool enemy;
  int players;
  std::string_view site;

  static std::string_view row_of(const Node& n) {
    return n.row != nullptr ? std::string_view(n.row->text) : std::string_view{};
  }
  [[nodiscard]] bool asks(const Node& n, std::string_view question) const {
    return row_of(n).starts_with(question) && !n.has(0) && !n.has(2) && row_of(n.kid(1)) == site;
  }
  [[nodiscard]] bool is_owner(const Node& n) const { return asks(n, "(who [sitetype] at:"); }
  static bool is_role(const Node& n, Role role, std::string_view row) {
    return row_of(n) == row || (n.type == Type::kRole && n.row == nullptr && n.imm == static_cast<int>(role));
  }
  [[nodiscard]] Truth equal(const Node& a, const Node& b) const {
    const bool zero = b.constant && b.type == Type::kInt && b.imm == 0;
    if (zero && (is_owner(a) || asks(a, "(what [sitetype] at:"))) return known(!enemy);
    if (!is_owner(a)) return Truth::kUnknown;
    if (is_role(b, Role::kMover, "(mover)")) return Truth::kFalse;
    if (is_role(b, Role::kNext, "(next)") && players == 2) return known(enemy);
    return Truth::kUnknown;
  }
  [[nodiscard]] Truth of(const Node& n) const {
    if (n.type == Type::kBool && n.constant) return known(n.imm != 0);
    const std::string_view row = row_of(n);
    if (row == "(not bool)") return opposite(of(n.kid(0)));
    if (row == "(and bool bool)") return both_hold(of(n.kid(0)), of(n.kid(1)));
    if (row == "(or bool bool)") return opposite(both_hold(opposite(of(n.kid(0))), opposite(of(n.kid(1)))));
    if (row == "(and {bool})" || row == "(or {bool})") {
      const bool all = row == "(and {bool})";
      Truth truth = Truth::kTrue;
      for (const Node* part : n.kid(0).kids) truth = both_hold(truth, all ? of(*part) : opposite(of(*part)));
      return all ? truth : opposite(truth);
    }
    if (row == "(is Enemy int)" && is_owner(n.kid(0))) return known(enemy);
    if ((row == "(is Friend int)" || row == "(is Mover int|role)") && is_owner(n.kid(0)))
      return Truth::kFalse;
    if (row == "(is Next int|role)" && is_owner(n.kid(0)) && players == 2) return known(enemy);
    const bool empty = row == "(is Empty [sitetype] int)";
    if ((empty || row == "(is Occupied [sitetype] int)") && !n.has(0) && row_of(n.kid(1)) == site)
      return known(enemy != empty);
    if (row == "(= int int|role)" || row == "(!= int int|role)") {
      Truth truth = equal(n.kid(0), n.kid(1));
      if (truth == Truth::kUnknown) truth = equal(n.kid(1), n.kid(0));
      return row.starts_with("(=") ? truth : opposite(truth);
    }
    return Truth::kUnknown;
  }
};

}  // namespace

Truth truth_of(const Node& condition, Target target, int players, const char* site) {
  return OfTarget{target == Target::kEnemy, players, site}.of(condition);
}

namespace {

// The site of an (add ...) is that of a map by the piece on (to), off the board; for other pieces it is no
// such site.
bool adds_off_board(const Node& add, const Program& p, std::vector<char>& taken) {
  const Node* const to = add.has(1) ? add.kids[1] : nullptr;
  enum : std::size_t { kType, kSites, kIf, kApply };
  if (to == nullptr || to->has(kType) || !to->has(kSites) || to->has(kIf) || to->has(kApply)) return false;
  const Node& entry = to->kid(kSites);
  if (OfTarget::row_of(entry) != "(mapEntry [string] int|role)" || entry.imm < 0) return false;
  const OfTarget of_end{true, p.players, "(to)"};
  if (!of_end.asks(entry.kid(1), "(what [sitetype] at:")) return false;
  const auto& entries = p.maps[static_cast<std::size_t>(entry.imm)].entries;
  for (std::size_t piece = 0; piece < taken.size(); ++piece) {
    const auto found = entries.find(static_cast<int>(piece));
    if (found == entries.end() || found->second < p.board_sites) taken[piece] = 0;
  }
  return true;
}

}  // namespace

Besides besides(const Node& n, EffectOf of, const Program& p, std::vector<char>& taken) {
  const std::string_view row = OfTarget::row_of(n);
  Besides all = Besides::kNothing;
  if (n.type == Type::kMoves) {
    if (of != EffectOf::kConsequent && n.tree->to_text() == "(remove (to))") return Besides::kNothing;
    if (of == EffectOf::kCapture && row.starts_with("(add ") && !n.has(3) && adds_off_board(n, p, taken))
      return Besides::kNothing;
    if (row.starts_with("(moveAgain"))
      all = Besides::kHead;
    else if (!row.starts_with("(set State ") && (n.row == nullptr || !n.row->native.leaves_board))
      return Besides::kMuch;
    if (of == EffectOf::kEnd && row == "(if bool moves [moves] [then])" && !n.has(2) &&
        truth_of(n.kid(0), Target::kNothing, p.players) == Truth::kFalse)
      of = EffectOf::kCapture;
  }
  for (const Node* kid : n.kids)
    if (kid != nullptr)
      all = std::min(all, besides(*kid, kid->type == Type::kThen ? EffectOf::kConsequent : of, p, taken));
  return all;
}

bool takes_at_end_only(const Node* effect) {
  if (effect == nullptr) return true;
  if (effect->type == Type::kMoves) {
    const std::string_view row = OfTarget::row_of(*effect);
    if (row.starts_with("(remove ")) return effect->tree->to_text().starts_with("(remove (to)");
    const auto is_row = [&](std::string_view beginning) { return row.starts_with(beginning); };
    // Effects that make no other captures.
    constexpr std::string_view kOthers[] = {"(if bool moves ", "(and ", "(or ",       "(add ",
                                            "(promote ",       "(set ", "(addScore ", "(flip ",
                                            "(moveAgain",      "(note "};
    if (std::none_of(std::begin(kOthers), std::end(kOthers), is_row)) return false;
  } else if (effect->type != Type::kArray) {
    return true;  // a condition, a number, a consequent
  }
  return std::all_of(effect->kids.begin(), effect->kids.end(), takes_at_end_only);
}

Ends::Ends(const Program& program)
    : sites(static_cast<std::size_t>(program.board_sites),
            Region(static_cast<std::size_t>(program.layout.words), 0)),
      from_hand(program.components.size(), 0) {}

bool Ends::add(int from, int to) {
  std::uint64_t* const known = sites[static_cast<std::size_t>(from)].data();
  if (test(known, to)) return false;
  set(known, to);
  return true;
}

bool Ends::add_staying(const Program& program) {
  const bool hands = program.containers.size() > 1;
  bool all_new = !hands || add_from_hand(std::vector<char>(from_hand.size(), 1));
  for (int at = 0; at < program.board_sites; ++at) all_new = add(at, at) && all_new;
  return all_new;
}

bool Ends::add_from_hand(const std::vector<char>& pieces) {
  bool all_new = true;
  for (std::size_t k = 0; k < from_hand.size(); ++k) {
    if (pieces[k] == 0) continue;
    all_new = all_new && from_hand[k] == 0;
    from_hand[k] = 1;
  }
  return all_new;
}

bool Ends::add_pass() {
  return !std::exchange(pass, true);
}

void Ends::unite(const Ends& other) {
  pass = pass || other.pass;
  for (std::size_t k = 0; k < from_hand.size(); ++k)
    from_hand[k] = static_cast<char>(from_hand[k] | other.from_hand[k]);
  for (std::size_t at = 0; at < sites.size(); ++at)
    for (std::size_t w = 0; w < sites[at].size(); ++w) sites[at][w] |= other.sites[at][w];
}
bool Ends::meets(const Ends& other) const {
  if (pass && other.pass) return true;
  for (std::size_t k = 0; k < from_hand.size(); ++k)
    if (from_hand[k] != 0 && other.from_hand[k] != 0) return true;
  for (std::size_t at = 0; at < sites.size(); ++at)
    for (std::size_t w = 0; w < sites[at].size(); ++w)
      if ((sites[at][w] & other.sites[at][w]) != 0) return true;
  return false;
}

Attacks::Attacks(const Program& program) : players(program.players) {
  const Region none(static_cast<std::size_t>(program.layout.words), 0);
  steps = slides = maybe = Sets(static_cast<std::size_t>(program.board_sites), none);
}

void Attacks::step(int from, int to, Truth holds) {
  if (holds == Truth::kFalse) return;
  Sets& sets = holds == Truth::kTrue && !in_doubt ? steps : maybe;
  set(sets[static_cast<std::size_t>(from)].data(), to);
}

bool Attacks::slide(int from, const std::int16_t* line, int size) {
  const auto start = static_cast<std::size_t>(from);
  Region passed(steps[start].size(), 0);
  for (int k = 0; k < size; ++k) {
    const int to = line[k];
    Region& known_between = (*between)[start * steps.size() + static_cast<std::size_t>(to)];
    if (to == from || test(passed.data(), to)) return false;
    // The site itself: two next to each other have nothing between.
    Region now = passed;
    set(now.data(), from);
    if (std::any_of(known_between.begin(), known_between.end(),
                    [](std::uint64_t word) { return word != 0; }) &&
        known_between != now)
      return false;
    known_between = now;
    set((in_doubt ? maybe : slides)[start].data(), to);
    set(passed.data(), to);
  }
  return true;
}

bool Attacks::is_exact() const {
  for (std::size_t from = 0; from < steps.size(); ++from)
    for (std::size_t w = 0; w < steps[from].size(); ++w)
      if ((maybe[from][w] & ~steps[from][w]) != 0) return false;
  return true;
}

}  // namespace ludex::games::lud::codegen
