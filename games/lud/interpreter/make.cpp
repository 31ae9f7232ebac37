// Makes moves: actions, consequents, and the end of a ply.
#include <algorithm>

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

ListedMove& Eval::push(int from_site, int to_site, int type) {
  ListedMove& move = workspace.moves.emplace_back();
  move.from = static_cast<std::int16_t>(from_site);
  move.to = static_cast<std::int16_t>(to_site);
  move.type = static_cast<std::uint8_t>(type);
  move.first = static_cast<std::uint32_t>(workspace.actions.size());
  return move;
}

void Eval::add_then(ListedMove& move, const Node* then) {
  workspace.thens.push_back({then, -1});
  const auto cell = static_cast<std::int32_t>(workspace.thens.size() - 1);
  if (move.then < 0) {
    move.then = cell;
    return;
  }
  std::int32_t at = move.then;
  while (workspace.thens[static_cast<std::size_t>(at)].next >= 0)
    at = workspace.thens[static_cast<std::size_t>(at)].next;
  workspace.thens[static_cast<std::size_t>(at)].next = cell;
}

void Eval::attach(const Node* then, std::size_t begin) {
  // Moves kept from a count get their consequents when one of them is chosen.
  if (then == nullptr || want.kind == Want::kCount) return;
  for (std::size_t i = begin; i < workspace.moves.size(); ++i) add_then(workspace.moves[i], then->kids[0]);
}

void Eval::merge_into(ListedMove& target, std::size_t begin, std::size_t end) {
  const auto& moves = workspace.moves;
  auto& actions = workspace.actions;
  const std::uint32_t first = begin < end ? moves[begin].first : target.first;
  std::uint32_t next = first;
  bool in_order = true;
  for (std::size_t i = begin; i < end; ++i) {
    in_order = in_order && moves[i].first == next;
    next += moves[i].count;
  }
  if (in_order && (target.count == 0 || target.first == next)) {
    // They stand one after the other.
    target.count += next - first;
    target.first = first;
  } else {
    const auto made = static_cast<std::uint32_t>(actions.size());
    for (std::size_t i = begin; i < end; ++i)
      for (std::uint32_t a = 0; a < moves[i].count; ++a)
        actions.push_back(Action(actions[moves[i].first + a]));
    for (std::uint32_t a = 0; a < target.count; ++a) actions.push_back(Action(actions[target.first + a]));
    target.first = made;
    target.count = static_cast<std::uint32_t>(actions.size()) - made;
  }
  // Consequents of the parts precede those added later.
  const std::int32_t later = target.then;
  target.then = -1;
  for (std::size_t i = begin; i < end; ++i) add_thens(target, moves[i].then);
  add_thens(target, later);
}

void Eval::add_thens(ListedMove& move, std::int32_t first) {
  for (std::int32_t t = first; t >= 0; t = workspace.thens[static_cast<std::size_t>(t)].next)
    add_then(move, workspace.thens[static_cast<std::size_t>(t)].node);
}

void Eval::merge_into_last(std::size_t begin) {
  const std::size_t last = mark() - 1;
  if (last == begin) return;
  merge_into(workspace.moves[last], begin, last);
  workspace.moves[begin] = workspace.moves[last];
  truncate(begin + 1);
}

void Eval::apply_action(const Action& a) {
  Head& h = head();
  const bool of_site = a.kind != ActionKind::kRemember && a.kind != ActionKind::kForget &&
                       a.kind != ActionKind::kForgetAll && a.kind != ActionKind::kSetVariable;
  const int i = of_site && a.site >= 0 ? index(a.type, a.site) : 0;
  switch (a.kind) {
    case ActionKind::kMove: {
      if (layout.has_stacks) return move_levels(a);
      const int piece = what(i);
      if (piece == 0 || a.to < 0) return;
      const int st = a.state >= 0 ? a.state : state(i);
      const int rot = rotation(i);
      const int val = cell_value(i);
      const int n = count(i);
      if (n > 1) {
        set_count(a.type, a.site, n - 1);
      } else {
        set_cell(a.type, a.site, 0, 0, 0, 0, 0);
      }
      const int j = index(a.to_type, a.to);
      const bool adds = layout.has_count && what(j) == piece;
      if (program.place_memory != 0) {
        if (!adds) keep_places(what(j), a.to, kOff);
        keep_places(piece, a.site, a.to);
      }
      set_cell(a.to_type, a.to, piece, adds ? count(j) + 1 : 1, st, rot, val);
      return;
    }
    case ActionKind::kMoveStack:
      return move_levels(a);
    case ActionKind::kRoll:
    case ActionKind::kUseDie:
    case ActionKind::kSetDice:
      return apply_to_dice(a);
    case ActionKind::kSetTeam:
      more().team[static_cast<std::size_t>(a.player)] = static_cast<std::int8_t>(a.what);
      return;
    case ActionKind::kMoveCount: {
      const int piece = what(i);
      const int n = std::min<int>(a.count, count(i));
      if (piece == 0 || n <= 0 || a.to < 0) return;
      set_count(a.type, a.site, count(i) - n);
      // Counters take the state of their new heap.
      const int j = index(a.to_type, a.to);
      if (what(j) == 0 || what(j) == piece)
        set_cell(a.to_type, a.to, piece, (what(j) == piece ? count(j) : 0) + n, state(j), rotation(j),
                 cell_value(j));
      return;
    }
    case ActionKind::kRemove:
      if (layout.has_stacks) {
        for (int k = 0; k < a.count; ++k) {
          keep_places(level_of(i, a.level).what, a.site, kOff);
          erase_level(a.type, a.site, a.level);
        }
      } else if (has_piece(i)) {
        keep_places(what(i), a.site, kOff);
        set_cell(a.type, a.site, 0, 0, 0, 0, 0);
      }
      if (layout.has_to_clear) reset(words_at(layout.to_clear, 0), a.site);
      return;
    case ActionKind::kRemoveLater:
      set(words_at(layout.to_clear, 0), a.site);
      return;
    case ActionKind::kAdd:
    case ActionKind::kClaim: {
      if (a.count <= 0) return;
      if (program.place_memory != 0) keep_places(a.what, kOff, a.site);
      if (layout.has_stacks) {
        for (int k = 0; k < a.count; ++k)
          insert_level(
              a.type, a.site, a.level,
              {static_cast<std::uint8_t>(a.what), static_cast<std::uint8_t>(a.state), 0, 0, a.value});
        return;
      }
      // An existing piece stays, whatever is added: only the count grows.
      if (!has_piece(i))
        set_cell(a.type, a.site, a.what, a.count, a.state, 0, a.value);
      else
        set_cell(a.type, a.site, what(i), count(i) + a.count, a.state != 0 ? a.state : state(i), rotation(i),
                 a.value != 0 ? a.value : cell_value(i));
      return;
    }
    case ActionKind::kPromote:
      // The old piece is replaced completely.
      if (has_piece(i)) {
        set_cell(a.type, a.site, a.what, 1, 0, 0, 0);
      } else if (layout.has_unowned) {
        set_cell(a.type, a.site, a.what, 1, 0, 0, 0);
        set(words_at(layout.unowned, 0), a.site);
      }
      return;
    case ActionKind::kSetState:
      if (layout.has_stacks && a.level >= 0) {
        Level piece = level_of(i, a.level);
        piece.state = static_cast<std::uint8_t>(a.what);
        if (piece.what != 0) change_level(a.type, a.site, a.level, piece);
        return;
      }
      set_state(a.type, a.site, a.what);
      return;
    case ActionKind::kSetCount:
      if (has_piece(i)) set_count(a.type, a.site, a.what);
      return;
    case ActionKind::kSetValue:
      if (layout.has_stacks && a.level >= 0) {
        Level piece = level_of(i, a.level);
        piece.value = static_cast<std::int16_t>(a.what);
        if (piece.what != 0) change_level(a.type, a.site, a.level, piece);
        return;
      }
      set_value(a.type, a.site, a.what);
      return;
    case ActionKind::kSetRotation:
      set_rotation(a.type, a.site, a.what);
      return;
    case ActionKind::kSetVariable:
      set_variable(a.site, a.what);
      return;
    case ActionKind::kTrigger:
      rest().triggered |= 1U << trigger_bit(a.what, a.player, program.players);
      return;
    case ActionKind::kRemember:
    case ActionKind::kForget:
    case ActionKind::kForgetAll: {
      for (int which = 0; which < static_cast<int>(program.memories.size()); ++which) {
        if (a.site != kOff && a.site != which) continue;
        std::int16_t* memory =
            reinterpret_cast<std::int16_t*>(position + layout.memories) + which * layout.memory_size;
        if (a.kind == ActionKind::kForgetAll) {
          memory[0] = 0;
        } else if (a.kind == ActionKind::kForget) {
          // The first of equal values.
          std::int16_t* const end = memory + 1 + memory[0];
          std::int16_t* const found = std::find(memory + 1, end, a.what);
          if (found != end) {
            std::copy(found + 1, end, found);
            --memory[0];
          }
        } else if (memory[0] + 1 < layout.memory_size) {
          const bool known = std::find(memory + 1, memory + 1 + memory[0], a.what) != memory + 1 + memory[0];
          if (!known || a.state == 0) memory[++memory[0]] = static_cast<std::int16_t>(a.what);
        }
      }
      return;
    }
    case ActionKind::kPropose:
      rest().proposed = static_cast<std::int8_t>(rest().proposed | 1 << a.what);
      return;
    case ActionKind::kVote: {
      rest().vote[static_cast<std::size_t>(h.mover)] = static_cast<std::int8_t>(a.what + 1);
      bool all = true;
      for (int q = 1; q <= program.players; ++q)
        all = all && rest().vote[static_cast<std::size_t>(q)] == a.what + 1;
      if (all) rest().decided = static_cast<std::int8_t>(a.what);
      return;
    }
    case ActionKind::kSwap:
      // The seats exchange colours; the same colour moves next.
      h.swapped = static_cast<std::int8_t>(h.swapped ^ 1);
      h.next = h.mover;
      return;
    case ActionKind::kSwapPieces: {
      const int j = index(a.to_type, a.to);
      const int pieces[2] = {what(i), what(j)};
      const int states[2] = {state(i), state(j)};
      const int counts[2] = {count(i), count(j)};
      set_cell(a.type, a.site, pieces[1], counts[1], states[1], 0, 0);
      set_cell(a.to_type, a.to, pieces[0], counts[0], states[0], 0, 0);
      return;
    }
    case ActionKind::kRememberState:
      if (static_cast<int>(h.history) < layout.history_size)
        reinterpret_cast<std::uint64_t*>(position + layout.history)[h.history++] = position_hash();
      return;
    default:
      apply_to_head(h, fields(), a);
  }
}

// Updates the last site changed in this ply. Consequents see that of the move itself.
void Eval::touch(const Action& a) {
  if (!program.uses_last_touched) return;
  if (const int at = touched_by(a); at != kUndefined) rest().touched = static_cast<std::int16_t>(at);
}

void Eval::evaluate_then(const Node& then) {
  // Consequents may ask for the moves of pieces, and these have consequents.
  if (too_far()) return;
  ++workspace.nested;
  // Finds all effects first, then makes them; each part has consequents of its own.
  const std::size_t begin = mark();
  std::vector<Action>* const made = workspace.made;
  workspace.made = nullptr;
  list(then);
  workspace.made = made;
  const std::size_t end = mark();
  for (std::size_t i = begin; i < end; ++i) {
    const ListedMove move = workspace.moves[i];
    for (std::uint32_t a = 0; a < move.count; ++a) {
      const Action action = workspace.actions[move.first + a];
      apply_action(action);
      touch(action);
      if (workspace.made != nullptr) workspace.made->push_back(action);
    }
    for (std::int32_t t = move.then; t >= 0; t = workspace.thens[static_cast<std::size_t>(t)].next)
      evaluate_then(*workspace.thens[static_cast<std::size_t>(t)].node);
  }
  truncate(begin);
  --workspace.nested;
}

void Eval::with_consequents(std::size_t move_index, std::vector<Action>& out) {
  const ListedMove move = workspace.moves[move_index];
  for (std::uint32_t a = 0; a < move.count; ++a) out.push_back(workspace.actions[move.first + a]);
  if (move.then < 0) return;
  const Copy copy(*this);
  Eval other(*this, copy.get());
  if (layout.pending != 0) other.pending().count = 0;
  std::vector<Action>* const made = workspace.made;
  workspace.made = &out;
  other.make(move_index);
  workspace.made = made;
}

void Eval::make(std::size_t move_index) {
  const ListedMove move = workspace.moves[move_index];
  Head& h = head();
  for (std::uint32_t a = 0; a < move.count; ++a) apply_action(workspace.actions[move.first + a]);
  h.last_from = move.from;
  h.last_to = move.to;
  if (program.uses_last_touched) {
    rest().touched = kOff;
    for (std::uint32_t a = 0; a < move.count; ++a) touch(workspace.actions[move.first + a]);
    rest().last_touched = rest().touched;
  }
  h.last_type = static_cast<std::int8_t>(move.type);
  if (layout.has_stacks) {
    more().level_from = more().level_to = move.low;
    if (move.from != move.to && move.to >= 0)
      more().level_to = static_cast<std::int16_t>(std::max(height(index(move.type, move.to)) - 1, 0));
  }
  if (layout.has_visited && move.from >= 0) {
    set(words_at(layout.visited, 0), move.from);
    if (move.to >= 0) set(words_at(layout.visited, 0), move.to);
  }
  // Consequents belong to the mover, who in a look ahead may differ from the owner of the moved piece.
  for (std::int32_t t = move.then; t >= 0; t = workspace.thens[static_cast<std::size_t>(t)].next)
    evaluate_then(*workspace.thens[static_cast<std::size_t>(t)].node);
  if (!program.uses_last_touched) return;
  rest().last_touched = rest().touched;
  rest().touched = kOff;
}

}  // namespace ludex::games::lud
