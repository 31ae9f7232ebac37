// Helpers of the emitters: numbers and sets as text, arguments of ludemes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "games/lud/program/node.hpp"

namespace ludex::games::lud::codegen {

inline std::string s_of(int n) {
  return std::to_string(n);
}
// A call of a function of a site of that type.
inline std::string typed(const char* name, int type, const std::string& a) {
  return std::string(name) + "<" + std::to_string(type) + ">(s, " + a + ")";
}
// The initialiser of a set of sites.
inline std::string set_text(const std::vector<std::uint64_t>& words) {
  std::string text = "{{";
  for (const std::uint64_t word : words) text += std::to_string(word) + "UL,";
  return text + "}}";
}
inline const Node* kid_or_null(const Node& n, std::size_t k) {
  return n.has(k) ? &n.kid(k) : nullptr;
}
inline int type_of(const Node* where, int own) {
  return where != nullptr && where->has(0) ? where->kid(0).imm : own;
}
inline bool contains(const Node* node, const char* text) {
  return node != nullptr && node->tree->to_text().find(text) != std::string::npos;
}

// The arguments of (from ...), (to ...), (between ...), (apply ...).
enum : std::size_t { kSites = 1, kFromIf = 2, kToIf = 2, kToApply = 3 };
enum : std::size_t { kBefore = 0, kRange = 1, kAfter = 2, kBetweenIf = 3, kBetweenApply = 4 };
enum : std::size_t { kApplyIf = 0, kEffect = 1 };

// Argument k of a (to ...) or (between ...), an (apply ...), if it has an effect; and its condition.
inline const Node* effect_of(const Node* where, std::size_t k) {
  if (where == nullptr || !where->has(k) || !where->kid(k).has(kEffect)) return nullptr;
  return &where->kid(k);
}
inline const Node* condition_of_apply(const Node* where, std::size_t k) {
  if (where == nullptr || !where->has(k) || !where->kid(k).has(kApplyIf)) return nullptr;
  return &where->kid(k).kid(kApplyIf);
}

}  // namespace ludex::games::lud::codegen
