// Start and end of moves: (from ...), (to ...), (between ...), (apply ...) and (piece ...).
#pragma once

#include <algorithm>
#include <vector>

#include "games/lud/ludemes/tables.hpp"

namespace ludex::games::lud {

// The arguments of (from ...), (to ...), (between ...) and (apply ...), in the order of their signatures.
namespace from_arg {
enum : std::size_t { kType, kSites, kIf, kLevel };
}
namespace to_arg {
enum : std::size_t { kType, kSites, kIf, kApply, kLevel };
}
namespace between_arg {
enum : std::size_t { kBefore, kRange, kAfter, kIf, kApply };
}
namespace apply_arg {
enum : std::size_t { kIf, kEffect };
}

inline int type_of(const Node& site_node, const Eval& e) {
  return site_node.has(0) ? site_node.kid(0).imm : e.own();
}

// Calls f(site) for the sites of argument k of a node: a number, a region, or the fallback.
template <class F>
void for_each_of(const Node& n, std::size_t k, int fallback, Eval& e, F&& f) {
  if (!n.has(k)) {
    if (fallback >= 0) f(fallback);
  } else if (n.kid(k).type == Type::kInt) {
    const int at = n.integer(k, e);
    if (at >= 0) f(at);
  } else {
    const Words region(e);
    n.region(k, e, region);
    for_each_site(region.get(), e.layout.words, f);
  }
}

// Calls f for the sites of a (from ...), with (from) set to each; without one for the present (from).
template <class F>
void for_each_from(const Node* from, Eval& e, F&& f, bool also_to = false) {
  const ScopedValue saved(e.from);
  if (from == nullptr) {
    if (e.from >= 0) f(e.from);
    return;
  }
  for_each_of(*from, from_arg::kSites, e.from, e, [&](int at) {
    if (!e.in_range(type_of(*from, e), at)) return;
    e.from = at;
    if (from->has(from_arg::kIf)) {
      const ScopedValue to(e.to);
      if (also_to) e.to = at;
      if (!from->boolean(from_arg::kIf, e)) return;
    }
    f(at);
  });
}

// The part of a stack that a (from ...) and a `stack:`, argument k, mean.
constexpr std::size_t kNoArgument = 1000;
inline Part part_of(const Node& n, const Node* from, std::size_t k, Eval& e) {
  Part part;
  if (!e.layout.has_stacks) return part;
  if (from != nullptr && from->has(from_arg::kLevel)) part.level = from->integer(from_arg::kLevel, e);
  part.whole = n.kids.size() > k && n.has(k) && n.boolean(k, e);
  part.shown = part.whole || part.level >= 0;
  return part;
}

inline const Node* apply_of(const Node* to, std::size_t k) {
  return to != nullptr && to->has(k) ? &to->kid(k) : nullptr;
}

// Evaluates the effect of an (apply ...) and appends its moves.
inline void effect_of(const Node* apply, Eval& e) {
  if (apply == nullptr || !apply->has(apply_arg::kEffect)) return;
  if (apply->has(apply_arg::kIf) && !apply->boolean(apply_arg::kIf, e)) return;
  apply->moves(apply_arg::kEffect, e);
}
inline void effect_without_condition(const Node* apply, Eval& e) {
  if (apply != nullptr && apply->has(apply_arg::kEffect)) apply->moves(apply_arg::kEffect, e);
}

inline const Node* kid_or_null(const Node& n, std::size_t k) {
  return n.has(k) ? &n.kid(k) : nullptr;
}

// Calls f(piece) for the pieces of a (piece ...); names without an owner are those of `owner`.
constexpr int kMaxChoice = 32;
template <class F>
void for_each_piece(const Node& piece, int owner, Eval& e, F&& f) {
  const auto one = [&](const Node& which) {
    if (which.type != Type::kString) {
      const int found = which.fn.as_int(which, e);
      if (e.is_piece(found)) f(found);
      return;
    }
    const auto& by_owner = *static_cast<const std::vector<int>*>(which.table);
    const auto k = static_cast<std::size_t>(owner);
    const int found = k < by_owner.size() ? by_owner[k] : by_owner.back();
    if (found != 0) f(found);
  };
  if (piece.kid(0).type == Type::kArray) {
    for (const Node* each : piece.kid(0).kids) one(*each);
  } else {
    one(piece.kid(0));
  }
}

// True if all of a (piece ...) are names: then it depends on the owner alone.
inline bool are_named(const Node& piece) {
  const Node& which = piece.kid(0);
  if (which.type != Type::kArray) return which.type == Type::kString;
  return std::all_of(which.kids.begin(), which.kids.end(),
                     [](const Node* each) { return each->type == Type::kString; });
}

// Distance: (range low high), (min n), (max n), (exact n) of a (between ...).
struct Range {
  int low;
  int high;
};
inline Range range_of(const Node* between, Eval& e, Range fallback) {
  if (between == nullptr || !between->has(between_arg::kRange)) return fallback;
  const Node& range = between->kid(between_arg::kRange);
  switch (range.imm) {
    case 0:
      return {range.integer(0, e), range.integer(1, e)};
    case 1:
      return {range.integer(0, e), kInfinity};
    case 2:
      return {fallback.low, range.integer(0, e)};
    default: {
      const int length = range.integer(0, e);
      return {length, length};
    }
  }
}

}  // namespace ludex::games::lud
