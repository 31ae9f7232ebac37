// The tokens of a description.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/util/result.hpp"
#include "games/lud/language/source.hpp"

namespace ludex::games::lud {

enum class TokenKind : std::uint8_t {
  kOpen,         // ( or {
  kClose,        // ) or }
  kAtom,         // a word, number or operator
  kString,       // "...", without its quotes
  kLabel,        // a word and a colon: the name of the argument that follows
  kPlaceholder,  // <Name> or <Name:argument>, replaced by an option; only in texts with options
};

struct Token {
  TokenKind kind = TokenKind::kAtom;
  bool glued = false;  // no space before it
  std::string text;
  Place place;
};

using Tokens = std::vector<Token>;

// Limits of reading and expansion, so that an endless description is an error.
inline constexpr std::size_t kMaxTokens = 4'000'000;
inline constexpr std::size_t kMaxDepth = 400;

// Tokens of `text`, whose first character is at `start` (of a source that may be longer).
[[nodiscard]] Result<Tokens> tokenize(std::string_view text, Place start, const Sources& sources);

}  // namespace ludex::games::lud
