// Lists of moves as C++ statements, and the code that makes a move of the list.
#include <algorithm>

#include "games/lud/codegen/emitter.hpp"

namespace ludex::games::lud::codegen {

void Emitter::moves(const Node& n, CodeWriter& out) {
  try {
    CodeWriter known;
    known_moves(n, known);
    out.add(known.text());
  } catch (const Unknown&) {
    asks_host_ = true;
    interpreted_.push_back(&n);
    ArrayText list;
    for (auto each = thens.rbegin(); each != thens.rend(); ++each)
      list.add(static_cast<int>(number_of(**each)));
    out.line("push_interpreted($0, $1, $2, $3, s, it);",
             {interpreted_generator(), std::size_t{number_of(n)},
              thens.empty() ? "nullptr" : table("u32", "[]", list.text()), thens.size()});
  }
}

void Emitter::known_moves(const Node& n, CodeWriter& out) {
  if (n.row == nullptr || n.row->native.moves == nullptr) throw Unknown{};
  // Facts about (to) and (between) do not hold inside.
  const ScopedValue on_board(on_board_, false);
  n.row->native.moves(n, *this, out);
}

void Emitter::moves_then(const Node* then, const Node& inner, CodeWriter& out) {
  if (then == nullptr) {
    moves(inner, out);
    return;
  }
  auto with_it = thens;
  with_it.push_back(then);
  const ScopedValue around(thens, std::move(with_it));
  moves(inner, out);
}

bool Emitter::reads_iterators(const Node* node) const {
  for (const char* text : {"(site)", "(between)", "(value)", "(player)", "(from)", "Forward", "directions"})
    if (contains(node, text)) return true;
  return false;
}

void Emitter::push(int generator, const std::string& from, const std::string& to, CodeWriter& out) const {
  if (plain_[static_cast<std::size_t>(generator)] != 0)
    out.line("push_plain(w, $0, $1, $2);", {generator, from, to});
  else
    out.line("keep(push(w, $0, $1, $2), it);", {generator, from, to});
}

int Emitter::test_later(const std::string& call) {
  const auto [known, added] = test_numbers_.try_emplace(call, static_cast<int>(test_numbers_.size()));
  if (added) tests_ += code("case $0: return $1;\n", {known->second, call});
  return known->second;
}

bool reads_ply(const std::string& text) {
  for (const char* word : {"(count Moves)", "Pending", "Pass", "(no Moves"})
    if (text.find(word) != std::string::npos) return true;
  return false;
}

namespace {

// True if an effect removes something other than what stands on (to).
bool removes_elsewhere(const std::string& text) {
  for (std::size_t at = text.find("(remove "); at != std::string::npos; at = text.find("(remove ", at + 1))
    if (text.compare(at, 12, "(remove (to)") != 0) return true;
  return false;
}

// True if code reads no iterators but (to).
bool is_plain(std::string code) {
  for (std::size_t at = code.find("it.to"); at != std::string::npos; at = code.find("it.to"))
    code.replace(at, 5, "it_to");
  for (const char* word : {"it.", " it)", " it,", "m."})
    if (code.find(word) != std::string::npos) return false;
  return true;
}

constexpr const char* kPlainIterators = "Iterators it = base;\nit.to = to;\n";
constexpr const char* kKeptIterators =
    "Iterators it = base;\n"
    "it.from = m.iterator_from, it.site = m.site, it.value = m.value, it.between = m.between;\n"
    "it.$0 = $1m.player, it.to = to;\n";

}  // namespace

int Emitter::interpreted_generator() {
  if (rolls_if.empty()) return 0;
  const std::string text = code(
      "Iterators it = base;\n(void)it;\nif ($0) roll(s);\nmake_interpreted(s, m, base, mode);\n", {rolls_if});
  const auto [found, added] = generator_of_.try_emplace(text, generators_);
  if (added) {
    cases_ += code("case $0: {\n$1  return;\n}\n", {generators_++, text});
    besides_.resize(static_cast<std::size_t>(generators_), Besides::kMuch);
    plain_.resize(static_cast<std::size_t>(generators_), 0);
  }
  return found->second;
}

Besides Emitter::besides_going(const MoveCode& move) {
  if (!rolls_if.empty() || !dice_replay_if.empty() || move.forced) return Besides::kMuch;
  const std::string goes = code("move_piece<Hashes>(s, $0, from, $0, to, -1);\n", {own()});
  if (move.action != goes || !move.restore.empty() || !move.before.empty() || !move.effects.empty() ||
      move.last_type != own())
    return Besides::kMuch;
  auto taken = taken_plainly_;
  Besides all = Besides::kNothing;
  if (move.effect != nullptr) all = besides(move.effect->kid(1), EffectOf::kEnd, p_, taken);
  if (move.then != nullptr) all = std::min(all, besides(*move.then, EffectOf::kConsequent, p_, taken));
  for (const Node* then : thens) all = std::min(all, besides(*then, EffectOf::kConsequent, p_, taken));
  if (all != Besides::kMuch) taken_plainly_ = std::move(taken);
  return all;
}

// The effects of a move are found first, then the move is made, then its consequents follow.
int Emitter::generator(const MoveCode& code_of) {
  const ScopedValue of_move(in_consequent, false);
  // Values that a move computes before its effects would be those of another mover.
  if (as_next && !code_of.before.empty()) throw Unknown{};
  std::string direct_effect;
  CodeWriter list;
  list.add(code_of.effects);
  bool takes_elsewhere = !code_of.takes_at_end;
  if (code_of.effect != nullptr) {
    enum : std::size_t { kIf, kEffect };
    const Node& effect = code_of.effect->kid(kEffect);
    std::string condition;
    if (code_of.conditional && code_of.effect->has(kIf))
      condition = code("if ($0) ", {boolean(code_of.effect->kid(kIf))});
    const std::string said = effect.tree->to_text();
    const bool elsewhere = removes_elsewhere(said);
    const bool records = !code_of.low.empty() && !code_of.low_always;
    const auto known = elsewhere || as_next || records || reads_ply(said) ? std::nullopt : direct(effect);
    if (known) {
      direct_effect = code("$0{ $1 }", {condition, *known});
    } else {
      if (!condition.empty()) list.line(condition);
      const auto block = list.block();
      effects(effect, {}, list);
    }
    takes_elsewhere = takes_elsewhere || elsewhere;
  }
  const std::string values = code_of.restore + code_of.before;
  std::string uses;
  if (!dice_replay_if.empty())
    uses = code(
        "it.dice = m.test, it.pips = pips_of(s, it.dice);\nconst DiceUse use = dice_use(s, it.dice, $0);\n",
        {dice_replay_if});
  std::string begin = uses + values;
  if (!list.empty()) {
    begin += "const u32 first = w->action_count;\n";
    begin += as_next ? "{\n  const AsMover next(s, head(s).next);\n" + list.text() + "}\n" : list.text();
  }
  CodeWriter out;
  if (!rolls_if.empty()) out.line("if ($0) roll(s);", {rolls_if});
  out.add(begin);
  if (!list.empty()) out.line("const u32 last = w->action_count;");
  out.line("begin_ply(s, m, mode$0);", {code_of.forced ? ", true" : ""});
  out.add(direct_effect);
  if (!list.empty()) out.line("run_actions<Hashes>(s, first, last, base);");
  out.add(code_of.action);
  if (!uses.empty()) out.line("use_dice(s, use);");
  if (code_of.low.empty())
    out.line("moved(s, m, $0);", {code_of.last_type});
  else
    out.line("moved(s, m, $0, $1);",
             {code_of.last_type,
              list.empty() || code_of.low_always ? code_of.low : "last == first ? " + code_of.low + " : 0"});
  if (!list.empty()) out.line("run_thens<Hashes>(s, first, last, base);\nw->action_count = first;");
  const auto follow = [&](const Node* then) { out.line("t$0<Hashes>(s, base);", {consequent(then)}); };
  if (code_of.then != nullptr) follow(code_of.then);
  const auto around = thens;  // writing a consequent may replace them
  for (auto each = around.rbegin(); each != around.rend(); ++each) follow(*each);
  if (p_.uses_last_touched) out.line("rest(s).last_touched = rest(s).touched, rest(s).touched = kOff;");
  const bool plain = is_plain(out.text());
  // In games with stacks a move keeps the level in place of the player.
  const bool stacks = p_.layout.has_stacks;
  if (stacks && (out.text().find("it.player") != std::string::npos || contains(code_of.effect, "(player)")))
    throw Unknown{};
  const std::string iterators =
      plain ? kPlainIterators : code(kKeptIterators, {stacks ? "level" : "player", stacks ? "(u8)" : ""});
  const std::string text = with_own_locals(iterators + out.text());
  // Pieces of both players often share code.
  const auto [found, added] = generator_of_.try_emplace(text, generators_);
  const int number = found->second;
  // The first captured site, which may differ from the end site.
  const auto add_case = [&](std::string& cases, const std::string& body, const std::string& result) {
    CodeWriter each;
    {
      const auto block = each.block("case $0:", {number});
      each.add(body);
      each.line(result);
    }
    cases += each.text();
  };
  if (added && !list.empty() && takes_elsewhere)
    add_case(taken_, iterators + begin, "return first_taken(w, first);");
  if (added && !code_of.taken.empty())
    add_case(taken_, iterators + code_of.restore, "return " + code_of.taken + ";");
  if (added) {
    ++generators_;
    besides_.resize(static_cast<std::size_t>(number) + 1, Besides::kMuch);
    besides_[static_cast<std::size_t>(number)] = besides_going(code_of);
    // Moves of the next player are tried on copies without hashes. Those with the text of other moves are
    // theirs, too.
    const bool only_tried = as_next && !list.empty();
    add_case(cases_, only_tried ? "if constexpr (!Hashes) {\n" + text + "}\n" : text, "return;");
  }
  const bool fixed = plain && values.empty() && list.empty() && direct_effect.empty() && uses.empty() &&
                     rolls_if.empty() && !stacks;
  fixed_.resize(std::max(fixed_.size(), static_cast<std::size_t>(number) + 1), 1);
  fixed_[static_cast<std::size_t>(number)] &= fixed ? 1 : 0;
  last_generator_ = number;
  plain_.resize(std::max(plain_.size(), static_cast<std::size_t>(number) + 1), 0);
  plain_[static_cast<std::size_t>(number)] = plain ? 1 : 0;
  return number;
}

// The number of the function that evaluates a (then ...).
int Emitter::consequent(const Node* then) {
  const auto [found, added] = consequent_ids_.try_emplace(then, static_cast<int>(consequent_ids_.size()));
  if (!added) return found->second;
  const int id = found->second;
  const Node& what = *then->kids[0];
  const ScopedValue no_component(component, -1);
  // It is written once, wherever its moves are.
  const ScopedValue any_number(only_exists, false);
  const ScopedValue played(never_played, false);
  const ScopedValue of_mover(as_next, false);
  const ScopedValue untested(piece_test, {});
  const ScopedValue unrolled(rolls_if, {});
  const ScopedValue without_dice(dice_replay_if, {});
  const ScopedValue of_consequent(in_consequent, true);
  CodeWriter body;
  try {
    if (const auto known = direct(what)) {
      body.line(*known);
    } else {
      CodeWriter list;
      effects(what, {}, list);
      body.line("const u32 first = w->action_count;");
      body.add(list.text());
      body.line("run_parts<Hashes>(s, first, base);");
    }
  } catch (const Unknown&) {
    interpreted_.push_back(&what);
    body.line("w->host->then(w->host, $0, s, &base);", {std::size_t{number_of(what)}});
  }
  CodeWriter out;
  {
    const auto block =
        out.block("template <bool Hashes> static void t$0(u8* s, const Iterators& base)", {id});
    out.line("Iterators it = base;\nWorkspace* const w = it.workspace;\n(void)w;\n(void)it;");
    out.add(body.text());
  }
  consequents_ += out.text();
  return id;
}

}  // namespace ludex::games::lud::codegen
