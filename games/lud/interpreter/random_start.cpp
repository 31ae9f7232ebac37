// Starting positions by chance: (place Random {pieces} [count:n]) on empty sites, (place piece (sites Random
// region [num:n])). Chance chooses one site at a time; the position waits for it at a rule of the start.
#include <string_view>

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

namespace {

bool is_row(const Node& node, std::string_view beginning) {
  return node.row != nullptr && std::string_view(node.row->text).starts_with(beginning);
}
bool places_at_random(const Node& rule) {
  return is_row(rule, "(place Random");
}
// (sites Random ...) of a rule, or null.
const Node* random_sites_of(const Node& rule) {
  return is_row(rule, "(place string region") && is_row(rule.kid(1), "(sites Random") ? &rule.kid(1)
                                                                                      : nullptr;
}

}  // namespace

void Eval::start_choices(std::uint64_t* out) {
  const More& m = more();
  const Node& rule = *program.start[static_cast<std::size_t>(m.start_rule)];
  if (places_at_random(rule)) {
    find_empty(own(), program.first_hand, out);
    return;
  }
  const Node& sites = *random_sites_of(rule);
  sites.region(0, *this, out);
  for (int k = 0; k < m.drawn; ++k) reset(out, m.draws[k]);
}

void Eval::choose_at_start(int number) {
  More& m = more();
  const Node& rule = *program.start[static_cast<std::size_t>(m.start_rule)];
  const Words choices(*this);
  start_choices(choices);
  int chosen = kOff;
  for_each_site(choices.get(), layout.words, [&](int at) {
    if (number-- == 0) chosen = at;
  });
  if (places_at_random(rule)) {
    const auto& pieces = rule.kid(0).kids;
    const int each = rule.integer_or(1, *this, 1);
    const Node& piece = *pieces[static_cast<std::size_t>(m.drawn / each)];
    set_cell(own(), chosen, program.component(piece.text()), 1, 0, 0, 0);
    head().last_from = head().last_to = static_cast<std::int16_t>(chosen);
  } else {
    m.draws[m.drawn] = static_cast<std::int16_t>(chosen);
  }
  ++m.drawn;
  m.draw_size = 0;
  make_random_start();
}

// Applies the rules from the one on where the position is, up to the next choice.
void Eval::make_random_start() {
  More& m = more();
  for (; m.start_rule < static_cast<int>(program.start.size()); ++m.start_rule) {
    const Node& rule = *program.start[static_cast<std::size_t>(m.start_rule)];
    const Node* const sites = random_sites_of(rule);
    const bool random = places_at_random(rule);
    const int needed = random ? static_cast<int>(rule.kid(0).kids.size()) * rule.integer_or(1, *this, 1)
                       : sites != nullptr ? sites->integer_or(1, *this, 1)
                                          : 0;
    if (m.drawn < needed) {
      const Words choices(*this);
      start_choices(choices);
      m.draw_size = static_cast<std::int16_t>(population(choices.get(), layout.words));
      if (m.draw_size != 0) return;
    }
    if (!random) place(rule);
    m.drawn = 0;
    for (auto& draw : m.draws) draw = 0;
  }
  m.start_rule = -1;
  make_start();
}

}  // namespace ludex::games::lud
