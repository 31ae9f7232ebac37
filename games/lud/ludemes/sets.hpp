// Conditions on one site (Emitter::subject) as the sets of the sites where they hold, as expressions of
// generated code; nothing: not in this form.
#pragma once

#include <optional>
#include <string>

#include "games/lud/ludemes/code.hpp"

namespace ludex::games::lud {

using Set = std::optional<std::string>;

[[nodiscard]] Set set_of_empty(const Node& n, Emitter& e);
[[nodiscard]] Set set_of_occupied(const Node& n, Emitter& e);
[[nodiscard]] Set set_of_enemies(const Node& n, Emitter& e);
[[nodiscard]] Set set_of_friends(const Node& n, Emitter& e);
[[nodiscard]] Set set_of_allies(const Node& n, Emitter& e);  // of (is Friend ...)
[[nodiscard]] Set set_of_next(const Node& n, Emitter& e);
[[nodiscard]] Set set_of_equal(const Node& n, Emitter& e);
[[nodiscard]] Set set_of_unequal(const Node& n, Emitter& e);
[[nodiscard]] Set set_of_region(const Node& n, Emitter& e);
[[nodiscard]] Set complement(const Node& n, Emitter& e);
// (can Move ...): where there is any.
[[nodiscard]] Set set_of_possible(const Node& n, Emitter& e);
// True if an effect surely acts on (between), where a piece is, or on the subject.
[[nodiscard]] bool surely_acts(const Node& effect, Emitter& e);
// Argument 0 holds, and then argument 1, else argument 2.
[[nodiscard]] Set set_of_choice(const Node& n, Emitter& e);

template <char op>
Set set_of_two(const Node& n, Emitter& e) {
  const Set a = e.set_of(n.kid(0)), b = e.set_of(n.kid(1));
  if (!a || !b) return std::nullopt;
  return code("($0 $1 $2)", {*a, std::string(1, op), *b});
}
template <char op>
Set set_of_many(const Node& n, Emitter& e) {
  std::string text;
  for (const Node* each : n.kid(0).kids) {
    const Set part = e.set_of(*each);
    if (!part) return std::nullopt;
    text += text.empty() ? "(" + *part : code(" $0 $1", {std::string(1, op), *part});
  }
  if (text.empty()) return std::nullopt;
  return text + ")";
}

}  // namespace ludex::games::lud
