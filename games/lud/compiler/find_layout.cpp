// The fields of a position.
#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "games/lud/compiler/compiler.hpp"

namespace ludex::games::lud {

// Which fields the rules read: the others are left out of positions.
void Compiler::find_fields() {
  const auto any_of = [this](std::initializer_list<std::string_view> rows) {
    return std::any_of(p_->nodes.all().begin(), p_->nodes.all().end(), [&](const auto& node) {
      return std::any_of(rows.begin(), rows.end(),
                         [&](std::string_view text) { return is_resolved_row(*node, text); });
    });
  };
  Layout& L = p_->layout;
  L.has_rest = p_->uses_last_touched || p_->cycle != 0 || !p_->dice.empty() || !p_->events.empty() ||
               !p_->votes.empty() || any_of({"(counter)", "(set Counter ", "(var ", "(set Var "});
  L.has_pending = any_of({"(set Pending ", "(is Pending)", "(sites Pending)", "(value Pending)"});
  L.has_scores = p_->uses_score;
  L.has_player_values = any_of({"(set Value role", "(value Player "});
}

namespace {

// Finds the kind of piece of each owner; false: an owner has several, or there are many owners.
bool find_piece_sets(Program& program) {
  auto& sets = program.layout.piece_sets;
  sets = {};
  std::size_t found = 0;
  for (std::size_t k = 1; k < program.components.size(); ++k) {
    const int owner = program.components[k].owner;
    if (found == sets.size() || program.layout.piece_of(owner) != 0) {
      sets = {};
      return false;
    }
    sets[found++] = {.piece = static_cast<int>(k), .owner = owner};
  }
  return true;
}

}  // namespace

void Compiler::make_layout(bool resolved) {
  Layout& L = p_->layout;
  const int hands = p_->containers.back().first + p_->containers.back().size;
  const bool any_hand = p_->containers.size() > 1;
  L.has_count = L.has_count || std::any_of(p_->containers.begin() + 1, p_->containers.end(),
                                           [](const Container& each) { return !each.dice; });
  for (std::size_t k = 0; k < p_->components.size(); ++k)
    p_->owners[k] = static_cast<std::int8_t>(p_->components[k].owner);
  L.sites = 0;
  L.slots = 0;
  int most = 0;
  for (int type = 0; type < kSiteTypes; ++type) {
    const auto k = static_cast<std::size_t>(type);
    if (p_->topologies[k]) L.board[k] = p_->topologies[k]->size();
    // Until all ludemes are resolved, any type may turn out to be used.
    if (p_->topologies[k] && !resolved) most = std::max(most, p_->topologies[k]->size());
    if (!used_types_[k]) continue;
    L.base[k] = L.sites;
    L.slot[k] = L.slots++;
    L.size[k] = type == static_cast<int>(p_->site_type) && any_hand ? hands : p_->topologies[k]->size();
    L.sites += L.size[k];
    most = std::max(most, L.size[k]);
  }
  L.words = (most + 63) / 64;
  for (const auto& region : p_->constants) {
    int words = static_cast<int>(region->size());
    while (words > L.words && (*region)[static_cast<std::size_t>(words) - 1] == 0) --words;
    L.words = std::max(L.words, words);
  }
  // Without pieces of nobody, or of all, their sets are left out.
  const auto owns = [&](int who) {
    return !resolved || std::any_of(p_->components.begin() + 1, p_->components.end(),
                                    [&](const Component& each) { return each.owner == who; });
  };
  L.first_owner = owns(0) ? 0 : 1;
  L.owners = p_->players + (owns(p_->players + 1) ? 2 : 1) - L.first_owner;
  std::uint32_t at = (sizeof(Head) + 7) / 8 * 8;
  const auto take = [&](std::uint32_t bytes) {
    const std::uint32_t here = at;
    at = (at + bytes + 7) / 8 * 8;
    return here;
  };
  L.only_pieces =
      !L.has_count && !L.has_state && !L.has_rotation && !L.has_value && !L.has_unowned && !L.has_stacks;
  const auto n = static_cast<std::uint32_t>(L.sites + 1);  // plus one for an invalid site
  const std::uint32_t set_bytes = 8U * static_cast<std::uint32_t>(L.words);
  const auto if_needed = [&](bool needed, std::size_t bytes) {
    return needed ? take(static_cast<std::uint32_t>(bytes)) : 0;
  };
  const auto of_players = static_cast<std::uint32_t>(p_->players + 3);
  L.rest = if_needed(L.has_rest, sizeof(Rest));
  L.pending = if_needed(L.has_pending, sizeof(Pending));
  L.scores = if_needed(L.has_scores, 4 * of_players);
  L.player_values = if_needed(L.has_player_values, 4 * of_players);
  constexpr std::uint32_t kFirstPhase = offsetof(Head, phase);
  L.phases = p_->phases.size() <= 1                   ? 0
             : p_->players <= int{sizeof Head::phase} ? kFirstPhase - 1
                                                      : take(of_players);
  const bool one_kind = resolved && L.slots == 1 && !L.has_stacks && find_piece_sets(*p_);
  L.what = if_needed(!one_kind, n);
  if (L.has_count) L.count = take(2 * n);
  if (L.has_state) L.state = take(n);
  if (L.has_rotation) L.rotation = take(n);
  if (L.has_value) L.value = take(2 * n);
  L.owned = take(set_bytes * static_cast<std::uint32_t>(L.slots * L.owners));
  for (Layout::PieceSet& each : L.piece_sets)
    each.at =
        L.owned + set_bytes * static_cast<std::uint32_t>(each.piece != 0 ? each.owner - L.first_owner : 0);
  if (L.has_to_clear) L.to_clear = take(set_bytes);
  if (L.has_visited) L.visited = take(set_bytes);
  if (L.has_unowned) L.unowned = take(set_bytes);
  L.has_more = L.has_stacks || !p_->dice.empty() || p_->most_draws != 0 || p_->random_start || p_->teams ||
               p_->goes_on;
  if (L.has_more) L.more = take(sizeof(More));
  L.places = take(static_cast<std::uint32_t>(p_->place_memory));
  L.has_left_levels = L.has_stacks && (L.has_state || L.has_value);
  if (L.has_left_levels)
    L.left_levels = take(n * kLeftLevels * static_cast<std::uint32_t>(sizeof(LeftLevel)));
  L.kept_bytes = at - L.places;
  L.variables = take(4U * static_cast<std::uint32_t>(p_->variables.size()));
  L.memory_size = 512;
  L.memories =
      take(2U * static_cast<std::uint32_t>(L.memory_size) * static_cast<std::uint32_t>(p_->memories.size()));
  // Last, so that a copy can stop at the used history.
  L.history_size = p_->cycle != 0 ? p_->cycle + 1 : L.has_history ? kMaxTurns * p_->players + 64 : 0;
  L.history = take(8U * static_cast<std::uint32_t>(L.history_size));
  if (L.has_stacks) {
    if (L.most_levels == 0) L.most_levels = 1024;
    L.starts = take(2 * (n + 1));
    L.levels = take(static_cast<std::uint32_t>(sizeof(Level)) * static_cast<std::uint32_t>(L.most_levels));
  }
  L.bytes = at;
}

}  // namespace ludex::games::lud
