// The tree of an expanded description: lists (head argument ...), arrays {...}, words and strings.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/util/result.hpp"
#include "games/lud/language/token.hpp"

namespace ludex::games::lud {

struct Tree {
  enum class Kind : std::uint8_t { kList, kArray, kAtom, kString };
  Kind kind = Kind::kAtom;
  std::string label;  // "if" of if:(...); empty: none
  std::string text;   // of atoms and strings
  std::vector<Tree> items;
  Place place;

  [[nodiscard]] bool is_list() const { return kind == Kind::kList; }
  [[nodiscard]] bool is_array() const { return kind == Kind::kArray; }
  [[nodiscard]] bool is_atom() const { return kind == Kind::kAtom; }
  [[nodiscard]] bool is_atom(const char* word) const { return kind == Kind::kAtom && text == word; }
  [[nodiscard]] bool is_string() const { return kind == Kind::kString; }
  // The first word of a list; empty if there is none.
  [[nodiscard]] const std::string& head() const;
  // The tree as text on one line.
  [[nodiscard]] std::string to_text() const;
};

// Parses all trees of a text.
[[nodiscard]] Result<std::vector<Tree>> parse(const Tokens& tokens, const Sources& sources);

}  // namespace ludex::games::lud
