// Plays a ply, from its legal moves to the next mover.
#include <algorithm>
#include <cstdlib>

#include "games/lud/interpreter/eval.hpp"
#include "games/lud/runtime/turns.hpp"

namespace ludex::games::lud {

static_assert(kDrawn == static_cast<std::uint32_t>(GameStatus::kDraw) &&
              won_by(1) == static_cast<std::uint32_t>(win_for(0)));

bool counts_scores(const Node& rule) {
  if (rule.type == Type::kEndRule && rule.end_form == EndForm::kByScore) return true;
  return std::any_of(rule.kids.begin(), rule.kids.end(), [](const Node* kid) {
    return kid != nullptr && (kid->type == Type::kEndRule || kid->type == Type::kArray) &&
           counts_scores(*kid);
  });
}

void Eval::moves_of(int player_index) {
  const Phase& phase = program.phases[static_cast<std::size_t>(phase_of(player_index))];
  offer(*phase.play);
}

bool Eval::has_moves(int player_index) {
  if (too_far()) return true;
  ++workspace.looks;
  // Evaluates as that player in this position, with its own iterators and directions.
  Eval other(*this, position);
  Head& h = head();
  const std::int8_t before[] = {h.mover, h.next, h.prev};
  h.prev = h.mover;  // so that a player who is next again continues the turn
  h.mover = static_cast<std::int8_t>(player_index);
  h.next = static_cast<std::int8_t>(player_index % program.players + 1);
  const std::size_t begin = mark();
  other.existence_only = program.no_repeat < 0;
  if (program.no_repeat < 0) other.want = Want::any();
  other.listing = new_listing();
  other.moves_of(player_index);
  bool any = other.want.counted > 0 || mark() > begin;
  if (any && program.no_repeat >= 0) {
    const std::size_t end = mark();
    any = false;
    for (std::size_t i = begin; i < end && !any; ++i) any = !other.repeats(i);
  }
  truncate(begin);
  h.mover = before[0];
  h.next = before[1];
  h.prev = before[2];
  return any;
}

void Eval::clear_list() {
  workspace.moves.clear();
  workspace.actions.clear();
  workspace.thens.clear();
}

void Eval::legal_moves() {
  begin_looking();
  if (depth == 0) clear_list();
  const ScopedValue unchanged(listing, new_listing());
  offer_legal_moves();
}

void Eval::offer_legal_moves() {
  from = to = between = site = kOff;
  Head& h = head();
  if (is_over(static_cast<GameStatus>(h.status))) return;
  const std::size_t begin = mark();
  const std::size_t before = found();
  moves_of(h.mover);
  if (program.no_repeat >= 0 && !tries_later) forbid_repetition(begin);
  if (may_swap() && wants_pair(pair_of_special(kSwapMove))) add_swap();
  if (found() == before && wants_pair(pair_of_special(kForcedPass))) forced_pass();
}

int Eval::count_moves(bool tries, bool pairs) {
  begin_looking();
  clear_list();
  workspace.tests.clear();
  workspace.tallies.clear();
  workspace.pairs.start(layout.sites);
  const ScopedValue later(tries_later, tries);
  const ScopedValue number(want, Want::number(pairs));
  const ScopedValue unchanged(listing, new_listing());
  offer_legal_moves();
  workspace.counted = listing;
  return want.counted;
}

void Eval::list_move(int number, bool tries) {
  const ScopedValue later(tries_later, tries);
  const ScopedValue one(want, Want::one(number + 1));
  const ScopedValue unchanged(listing, workspace.counted);
  offer_legal_moves();
}

void Eval::add_swap() {
  push(kOff, kOff, own()).special = kSwapMove;
  act({.kind = ActionKind::kSwap});
}

void Eval::forced_pass() {
  push(kOff, kOff, own()).special = kForcedPass;
  act({.kind = ActionKind::kPass});
}

bool Eval::repeats(std::size_t move_index) {
  if (workspace.moves[move_index].special != kPieceMove) return false;
  const auto* history = reinterpret_cast<const std::uint64_t*>(position + layout.history);
  const Copy copy(*this);
  Eval other(*this, copy.get());
  const std::size_t end = mark();
  other.make(move_index);
  truncate(end);
  std::uint64_t key = other.position_hash();
  if (program.no_repeat == 1) key ^= mix64(static_cast<std::uint64_t>(head().mover));
  return std::find(history, history + head().history, key) != history + head().history;
}

void Eval::forbid_repetition(std::size_t begin) {
  std::size_t kept = begin;
  for (std::size_t i = begin; i < workspace.moves.size(); ++i) {
    if (!repeats(i)) workspace.moves[kept++] = workspace.moves[i];
  }
  truncate(kept);
}

bool Eval::is_legal(std::size_t move_index) {
  const std::int32_t test = workspace.moves[move_index].test;
  if (test >= 0) {
    const Node& node = *workspace.tests[static_cast<std::size_t>(test)];
    const Copy copy(*this);
    Eval other(*this, copy.get());
    const std::size_t end = mark();
    ++other.head().plies;
    other.make(move_index);
    other.ends_turn();
    const bool holds = node.boolean(2, other);
    truncate(end);
    if (!holds) return false;
  }
  return program.no_repeat < 0 || !repeats(move_index);
}

void Eval::add_at(const Node& play, int at) {
  push(at, at, own());
  act({.kind = ActionKind::kAdd,
       .type = static_cast<std::uint8_t>(own()),
       .site = static_cast<std::int16_t>(at),
       .what = mover()});
  if (play.has(3)) attach(&play.kid(3), mark() - 1);
}

void Eval::begin_ply(bool passes, bool forced) {
  begin_looking();
  Head& h = head();
  start_ply(h, layout.pending != 0 ? &pending() : nullptr, passes, forced);
  if (program.goes_on) more().out = 0;
  ++h.plies;
}

void Eval::play_addition(int at) {
  begin_ply(false, false);
  Head& h = head();
  const int piece = h.mover;
  const int i = index(own(), at);
  h.cells ^= cell_key(i, piece, 0, 0, 1, 0);
  put_piece(own(), at, i, 0, piece);
  h.last_from = h.last_to = static_cast<std::int16_t>(at);
  h.last_type = static_cast<std::int8_t>(own());
  end_ply();
}

void Eval::play(std::size_t move_index) {
  const Head& h = head();
  const ListedMove move = workspace.moves[move_index];
  begin_ply(move.special == kPassMove || move.special == kForcedPass, move.special == kForcedPass);
  make(move_index);
  if (layout.has_to_clear && h.next != h.mover) {
    std::uint64_t* gone = words_at(layout.to_clear, 0);
    for_each_site(gone, layout.words, [&](int at) {
      do {
        set_cell(own(), at, 0, 0, 0, 0, 0);
      } while (layout.has_stacks && what_at(own(), at) != 0);
    });
    clear(gone, layout.words);
  }
  end_ply();
}

void Eval::end_ply() {
  Head& h = head();
  from = to = between = site = kOff;
  const Phase& phase = program.phases[static_cast<std::size_t>(phase_of(h.mover))];
  if (program.no_repeat >= 0 && static_cast<int>(h.history) < layout.history_size) {
    std::uint64_t key = position_hash();
    if (program.no_repeat == 1) key ^= mix64(static_cast<std::uint64_t>(h.mover));
    reinterpret_cast<std::uint64_t*>(position + layout.history)[h.history++] = key;
  }
  evaluate_ends(phase.ends);
  if (h.status == 0) evaluate_ends(program.ends);
  if (h.status != 0) return;
  const bool turn_ends = h.next != h.mover;
  if (is_too_long(h, program.players)) {
    if (program.goes_on) return set_rank(static_cast<int>(Role::kShared), 0, 2);
    h.status = kDrawn;
    return;
  }
  set_next_phase();
  if (program.cycle != 0) {
    auto* const kept = reinterpret_cast<std::uint64_t*>(position + layout.history);
    if (static_cast<int>(h.history) == program.cycle) {
      --h.history;
      std::memmove(kept, kept + 1, sizeof(std::uint64_t) * h.history);
    }
    kept[h.history++] = cycle_hash();
  }
  // Whoever is out is passed over, unless he moves again.
  if (turn_ends && !is_active(h.next)) h.next = static_cast<std::int8_t>(player_after(h.next));
  pass_the_turn(h, layout.rest != 0 ? &rest() : nullptr, program.players);
  if (program.goes_on) h.next = static_cast<std::int8_t>(player_after(h.mover));
  if (turn_ends && layout.has_visited) clear(words_at(layout.visited, 0), layout.words);
  find_roll();
}

void Eval::set_next_phase() {
  if (program.phases.size() < 2) return;
  for (int q = 1; q <= program.players; ++q) {
    const Phase& phase = program.phases[static_cast<std::size_t>(phase_of(q))];
    for (const NextPhase& next : phase.next) {
      const int who = next.role < 0 ? q : role(next.role);
      const bool concerned = who == q || who == program.players + 1;
      if (!concerned) continue;
      if (next.condition != nullptr && !next.condition->fn.as_bool(*next.condition, *this)) continue;
      if (next.phase >= 0) set_phase(q, next.phase);
      break;
    }
  }
}

void Eval::by_score(const Node& rule) {
  Head& h = head();
  if (rule.has(0)) {
    for (const Node* each : rule.kid(0).kids) {
      const int who = role(each->kid(0).imm);
      scores()[who] = each->integer(1, *this);
    }
  }
  const bool misere = rule.has(1) && rule.kid(1).imm != 0;
  if (program.goes_on) return rank_by_score(misere);
  decide_by_score(h, scores(), program.players, misere);
}

bool Eval::evaluate_end(const Node& rule) {
  if (rule.end_form == EndForm::kResult) {
    if (program.goes_on) {
      set_rank(rule.kid(0).imm, role(rule.kid(0).imm), rule.kid(1).imm);
      return true;
    }
    set_result(head(), program.players, role(rule.kid(0).imm), rule.kid(1).imm);
    return true;
  }
  if (rule.end_form == EndForm::kByScore) {
    by_score(rule);
    return true;
  }
  if (rule.end_form == EndForm::kForEach) {
    // (forEach [role] if:condition result)
    for (int q = 1; q <= program.players; ++q) {
      if (rule.has(0)) {
        // For any other role, tests every player.
        if (static_cast<Role>(rule.kid(0).imm) == Role::kNonMover && q == mover()) continue;
      }
      player = q;
      if (rule.boolean(1, *this)) {
        const bool over = evaluate_end(rule.kid(2));
        if (program.goes_on) continue;  // every player who meets the condition
        player = 0;
        return over;
      }
    }
    player = 0;
    return false;
  }
  // (if condition result-or-rules [result])
  if (!rule.boolean(0, *this)) return false;
  const Node& then = rule.kid(1);
  if (then.type != Type::kArray) {
    if (evaluate_end(then)) return true;
  } else {
    for (const Node* each : then.kids) {
      if (evaluate_end(*each)) return true;
    }
  }
  // If none of these holds.
  return rule.kids.size() > 2 && evaluate_end(rule.kid(2));
}

// Evaluates all end rules: the first result decides, but rules that count scores may replace it.
void Eval::evaluate_ends(const std::vector<const Node*>& ends) {
  Head& h = head();
  for (const Node* rule : ends) {
    if (h.status == 0 || (counts_scores(*rule) && !program.goes_on)) evaluate_end(*rule);
  }
  if (h.status == 0 && !ends.empty() && program.pass_draws && all_passed()) {
    if (program.goes_on) return set_rank(static_cast<int>(Role::kShared), 0, 2);
    h.status = kDrawn;
  }
}

}  // namespace ludex::games::lud
