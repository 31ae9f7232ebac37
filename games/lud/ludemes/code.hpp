// Helpers of the families' functions for generated code, which are overloads of those for the interpreter.
#pragma once

#include <algorithm>

#include "games/lud/codegen/attacks.hpp"
#include "games/lud/codegen/emitter.hpp"
#include "games/lud/ludemes/places.hpp"

namespace ludex::games::lud {

using codegen::ArrayText;
using codegen::code;
using codegen::CodeWriter;
using codegen::Emitter;
using codegen::KnownDirections;
using codegen::LineTables;
using codegen::MoveCode;
using codegen::Unknown;

// The type of sites of a (from ...), (to ...) or (remove ...); null: the board's own.
inline int type_of(const Node* where, const Emitter& e) {
  return where != nullptr && where->has(0) ? where->kid(0).imm : e.own();
}
// The (apply ...), argument k of a (to ...) or (between ...), if it has an effect; and its condition.
inline const Node* effect_of(const Node* where, std::size_t k) {
  return where != nullptr && where->has(k) && where->kid(k).has(apply_arg::kEffect) ? &where->kid(k)
                                                                                    : nullptr;
}
inline const Node* condition_of_apply(const Node* where, std::size_t k) {
  return where != nullptr && where->has(k) && where->kid(k).has(apply_arg::kIf)
             ? &where->kid(k).kid(apply_arg::kIf)
             : nullptr;
}

// The action that moves a piece from a site of the board to another, or the part of a stack that a (from ...)
// and a `stack:`, argument k, mean; for (move from to) with the types of the sites and `count:`, argument
// `count_at`.
struct Movement {
  const Node* from = nullptr;
  std::size_t stack_at = kNoArgument;
  bool shown = false;         // the levels, if there are no further effects
  bool always_shown = false;  // if there are
  int from_type = 0, to_type = 0;
  std::size_t count_at = kNoArgument;
};
void set_movement(MoveCode& move, const Node& n, const Movement& movement, Emitter& e);
inline void set_movement(MoveCode& move, const Node& n, const Node* from, std::size_t stack_at, Emitter& e,
                         bool always_shown = false) {
  set_movement(move, n, Movement{from, stack_at, false, always_shown, e.own(), e.own(), kNoArgument}, e);
}
// The level of a part of a stack, and whether it is the whole, as constants and expressions.
struct PartCode {
  std::string level;  // empty: none is said
  bool whole = false;
};
[[nodiscard]] PartCode part_of(const Node& n, const Node* from, std::size_t stack_at, Emitter& e);
// The piece that moves, at `from`.
[[nodiscard]] std::string piece_of_part(const PartCode& part, int type);

// The range of a (between ...) as expressions; `low` and `high` are its defaults.
struct RangeCode {
  std::string low, high;
};
inline RangeCode range_of(const Node* between, Emitter& e, RangeCode range) {
  if (between == nullptr || !between->has(between_arg::kRange)) return range;
  const Node& said = between->kid(between_arg::kRange);
  const std::string number = e.integer(said.kid(0));
  switch (said.imm) {
    case 0:
      return {number, e.integer(said.kid(1))};
    case 1:
      return {number, std::to_string(kInfinity)};
    case 2:
      return {range.low, number};
    default:
      return {number, number};
  }
}

// Adds to each site those where moves of a piece there may end or capture; false: they are not known.
inline bool add_reach(const Node& moves, Emitter& e, std::vector<Region>& sites) {
  if (moves.row == nullptr || moves.row->native.reach == nullptr) return false;
  try {
    return moves.row->native.reach(moves, e, sites);
  } catch (const Unknown&) {
    return false;
  }
}

// The sites from which the moves of a piece may start, and perhaps more; nothing: they are not known.
inline std::optional<std::string> starts_of(const Node& moves, Emitter& e) {
  if (moves.row == nullptr || moves.row->native.starts == nullptr) return std::nullopt;
  try {
    return moves.row->native.starts(moves, e);
  } catch (const Unknown&) {
    return std::nullopt;
  }
}

// Adds the ends of a piece's moves; false: they are not known, or two may be one.
inline bool add_ends(const Node& moves, Emitter& e, codegen::Ends& out) {
  return moves.row != nullptr && moves.row->native.ends != nullptr && moves.row->native.ends(moves, e, out);
}
// Adds the sites that moves of a piece attack: throws Unknown.
inline void add_attacks(const Node& moves, Emitter& e, codegen::Attacks& out) {
  if (moves.row == nullptr || moves.row->native.attacks == nullptr) throw Unknown{};
  moves.row->native.attacks(moves, e, out);
}
// True if the effect of a (to ...) or (between ...) captures at the end of the move or nowhere.
inline bool takes_at_end_only(const Node* where, std::size_t k) {
  const Node* const apply = effect_of(where, k);
  return apply == nullptr || codegen::takes_at_end_only(&apply->kid(apply_arg::kEffect));
}
// The knowledge of the condition of a (to ...) where an enemy stands.
inline codegen::Truth truth_at_enemy(const Node& to, const codegen::Attacks& out) {
  return to.has(to_arg::kIf) ? codegen::truth_of(to.kid(to_arg::kIf), codegen::Target::kEnemy, out.players)
                             : codegen::Truth::kTrue;
}

// Statements that return whether a condition holds after the move `m`, if that is known without making it.
[[nodiscard]] std::optional<std::string> known_safety(const Node& condition, Emitter& e);

// The lines of a ludeme, whose directions are argument k. `wanted`: an expression of the set of directions
// that count, if it is known only in play, for a walk from `origin`; empty: all lines do.
struct PlayLines {
  LineTables tables;
  std::string wanted;
  KnownDirections directions;  // of all lines
};
[[nodiscard]] PlayLines lines_in_play(const Node& n, std::size_t k, const std::string& origin, Emitter& e);

// True for a (who ...).
[[nodiscard]] bool asks_for_owner(const Node& n);
// True for a (count Liberties ...) without condition; and a function of the group that it is about.
[[nodiscard]] bool counts_liberties(const Node& n);
[[nodiscard]] std::string of_liberties(const char* function, const Node& n, Emitter& e);

// True for a (count Groups ...) of any size; and whether there is exactly one.
[[nodiscard]] bool counts_groups(const Node& n);
[[nodiscard]] std::string is_one_group(const Node& n, Emitter& e);

// The sites of a (to ...) where its condition holds, as `at`; null: the present one. `iterators`: a statement
// that sets them.
void each_to(const Node* to, const char* iterators, Emitter& e, CodeWriter& out, const Emitter::Body& body);

// A track as the initialiser of a TrackLine; null: no track.
[[nodiscard]] std::string track_line(const Track* track, Emitter& e);
// The lines that `track_of` says of each player, those of nobody first and of others last.
template <class F>
std::string track_lines_by_player(Emitter& e, F&& track_of) {
  ArrayText lines;
  for (int player = 0; player <= e.program().players + 2; ++player)
    lines.add(track_line(track_of(player <= e.program().players + 1 ? player : -1), e));
  return e.table("TrackLine", "[]", lines.text());
}

// An empty set of sites.
inline Region no_sites(const Program& p) {
  return Region(static_cast<std::size_t>(p.layout.words), 0);
}

// By piece: 1 if it has one of the names of an argument.
inline std::vector<char> pieces_named(const Node& names, const Program& p) {
  const auto all = codegen::one_or_more(names);
  std::vector<char> named;
  for (const Component& piece : p.components) {
    named.push_back(static_cast<char>(std::any_of(all.begin(), all.end(), [&](const Node* each) {
      return piece.base == each->text() || piece.name == each->text();
    })));
  }
  return named;
}

// The pieces of a name by owner, as the initialiser of a table.
inline std::string pieces_by_owner(const std::string& name, const Program& p) {
  ArrayText values;
  for (int q = 0; q <= p.players + 1; ++q) values.add(p.component(name, q));
  return values.text();
}

}  // namespace ludex::games::lud
