// The initial position of a game.
#include <algorithm>
#include <new>

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

void Eval::initial() {
  std::memset(position, 0, layout.bytes);
  Head& h = *new (position) Head();
  h.mover = 1;
  h.next = 2;
  h.prev = 0;  // nobody
  const Fields extra = fields();
  if (extra.rest != nullptr) new (extra.rest) Rest{.variable = kOff};
  if (extra.pending != nullptr) new (extra.pending) Pending();
  for (std::size_t v = 0; v < program.variables.size(); ++v) set_variable(static_cast<int>(v), kOff);
  if (extra.value != nullptr) std::fill_n(extra.value, program.players + 3, kOff);
  for (int q = 1; layout.phases != 0 && q <= program.players; ++q) {
    for (std::size_t k = 0; k < program.phases.size(); ++k) {
      if (program.phases[k].owner >= 0 && program.phases[k].owner != q) continue;
      set_phase(q, static_cast<int>(k));
      break;
    }
  }
  if (layout.has_more) new (&more()) More();
  if (layout.has_more) more().worst = static_cast<std::uint8_t>(program.players);
  for (std::size_t k = 0; k < program.dice.size(); ++k)
    more().face[k] = static_cast<std::int16_t>(program.dice[k].values[0].first);
  if (program.random_start) {
    more().start_rule = 0;
    return make_random_start();
  }
  for (const Node* rule : program.start) place(*rule);
  make_start();
}

// Ends the start, after its rules.
void Eval::make_start() {
  Head& h = head();
  if (program.uses_last_touched) rest().last_touched = h.last_to;
  if (program.no_repeat >= 0) {
    std::uint64_t key = position_hash();
    if (program.no_repeat == 1) key ^= mix64(static_cast<std::uint64_t>(program.players));
    reinterpret_cast<std::uint64_t*>(position + layout.history)[h.history++] = key;
  }
  find_roll();
}

void Eval::place(const Node& rule) {
  // A placement counts as the last move before the first.
  const auto placed_at = [this](int at) {
    head().last_from = head().last_to = static_cast<std::int16_t>(at);
  };
  if (rule.tree->head() == "set") {
    if (rule.tree->items[1].is_atom("Score")) {
      const auto kind = static_cast<Role>(rule.kid(0).imm);
      for (int q = 1; q <= program.players; ++q) {
        if (kind == Role::kEach || kind == Role::kAll || rule.kid(0).imm == q)
          scores()[q] = rule.integer(1, *this);
      }
      return;
    }
    if (rule.tree->items[1].is_atom("Team")) {
      for (const Node* member : rule.kid(1).kids)
        more().team[static_cast<std::size_t>(member->imm)] = static_cast<std::int8_t>(rule.kid(0).imm);
      return;
    }
    if (rule.tree->items[1].is_atom("RememberValue")) {
      const auto remember = [&](int kept) {
        apply_action({.kind = ActionKind::kRemember,
                      .site = static_cast<std::int16_t>(rule.imm),
                      .what = kept,
                      .state = static_cast<std::int16_t>(rule.has(2) && rule.boolean(2, *this) ? 1 : 0)});
      };
      if (rule.kid(1).type == Type::kInt) {
        remember(rule.integer(1, *this));
        return;
      }
      const Words sites(*this);
      rule.region(1, *this, sites);
      for_each_site(sites.get(), layout.words, remember);
      return;
    }
    // (set Count n to:region), (set Count n at:site): applies to the last declared piece.
    const int n = rule.integer(0, *this);
    const int last = static_cast<int>(program.components.size()) - 1;
    const auto put = [&](int at) {
      set_cell(own(), at, n > 0 ? last : 0, n, 0, 0, 0);
      placed_at(at);
    };
    if (rule.kid(1).type == Type::kInt) {
      if (const int at = rule.integer(1, *this); at >= 0) put(at);
      return;
    }
    const Words sites(*this);
    rule.region(1, *this, sites);
    for_each_site(sites.get(), layout.words, put);
    return;
  }
  if (rule.kid(0).type == Type::kArray) {
    const auto put_items = [&](int at) {
      for (const Node* each : rule.kid(0).kids) {
        if (!in_range(own(), at)) return;
        insert_level(own(), at, kOff,
                     {static_cast<std::uint8_t>(program.component(each->text())), 0, 0, 0, 0});
        keep_places(program.component(each->text()), kOff, at);
        placed_at(at);
      }
    };
    const Node& sites = rule.kid(1);
    if (sites.type == Type::kString) return put_items(program.board().site_of(sites.text()));
    if (sites.type == Type::kInt) return put_items(sites.fn.as_int(sites, *this));
    const Words area(*this);
    rule.region(1, *this, area);
    for_each_site(area.get(), layout.words, put_items);
    return;
  }
  const std::string& name = rule.kid(0).text();
  // The first number of (counts:) applies to all.
  const Node* const counts = rule.kids.size() > 5 && rule.has(5) ? rule.kid(5).kids[0] : nullptr;
  const bool stack = rule.tree->items[1].is_atom("Stack");
  const int n = counts != nullptr ? counts->fn.as_int(*counts, *this) : rule.integer_or(2, *this, 1);
  const int new_state = rule.integer_or(3, *this, 0);
  const int new_value = rule.integer_or(4, *this, 0);
  const auto put = [&](int at, int piece) {
    if (piece == 0 || !in_range(own(), at)) return;
    const int i = index(own(), at);
    // The reference counts the places of stacks at the start twice (Chaupar).
    for (int k = 0; k < (stack ? 2 * n : n); ++k) keep_places(piece, kOff, at);
    for (int k = 0; stack && k < n; ++k)
      insert_level(own(), at, kOff,
                   {static_cast<std::uint8_t>(piece), static_cast<std::uint8_t>(new_state), 0, 0,
                    static_cast<std::int16_t>(new_value)});
    if (stack) return placed_at(at);
    // An existing piece stays.
    if (what(i) == 0)
      set_cell(own(), at, piece, n, new_state, 0, new_value);
    else
      set_cell(own(), at, what(i), count(i) + n, new_state != 0 ? new_state : state(i), rotation(i),
               new_value != 0 ? new_value : cell_value(i));
    placed_at(at);
  };
  const Node& where = rule.kid(1);
  if (where.type == Type::kString && where.text() == "Hand") {
    // Puts a piece on the first free site of each owner's hand.
    for (std::size_t k = 1; k < program.containers.size(); ++k) {
      const Container& hand = program.containers[k];
      if (hand.dice) continue;
      const int piece = program.component(name + std::to_string(hand.owner));
      if (piece == 0) continue;
      for (int at = hand.first; at < hand.first + hand.size; ++at) {
        if (!is_empty(own(), at)) continue;
        put(at, piece);
        break;
      }
    }
    return;
  }
  // Into a named hand the reference puts the piece whose number among the pieces equals the hand's number
  // among the containers.
  for (std::size_t k = 1; where.type == Type::kString && k < program.containers.size(); ++k) {
    if (program.containers[k].name == where.text())
      return put(program.containers[k].first, static_cast<int>(k));
  }
  const int piece = program.component(name);
  const auto put_at = [&](const Node& each) {
    put(each.type == Type::kString ? program.board().site_of(each.text()) : each.fn.as_int(each, *this),
        piece);
  };
  if (where.type == Type::kArray) {
    for (const Node* each : where.kids) put_at(*each);
  } else if (where.type == Type::kRegion) {
    const Words sites(*this);
    rule.region(1, *this, sites);
    for_each_site(sites.get(), layout.words, [&](int at) { put(at, piece); });
  } else {
    put_at(where);
  }
}

}  // namespace ludex::games::lud
