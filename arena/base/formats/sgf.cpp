#include "arena/base/formats/sgf.hpp"

#include <algorithm>
#include <utility>

namespace ludex::arena {

const SgfProperty* SgfGame::find(std::string_view name) const {
  const auto at = std::find_if(properties.begin(), properties.end(),
                               [&](const SgfProperty& property) { return property.name == name; });
  return at == properties.end() ? nullptr : &*at;
}

void SgfReader::step() noexcept {
  if (text_[at_++] != '\n') return;
  ++line_;
  line_start_ = at_;
}

bool SgfReader::read_value(std::string& value) {
  step();
  for (; !at_end(); step()) {
    if (text_[at_] == ']') {
      step();
      return true;
    }
    if (text_[at_] == '\\') {
      step();
      if (at_end()) return false;
      if (text_[at_] == '\n' || text_[at_] == '\r') continue;  // an escaped line break is removed
    }
    value += text_[at_];
  }
  return false;
}

bool SgfReader::next(SgfGame& game) {
  game = {};
  while (!at_end() && text_[at_] != '(') step();
  if (at_end()) return false;
  game.line = line_;
  // The main line follows the first variation of each branch, so it ends where the first tree does.
  bool main_line = true;
  std::string name;
  bool fresh = true;  // the next value is the first of its property
  for (std::size_t depth = 0; !at_end();) {
    const char c = text_[at_];
    if (c == '[') {
      std::string value;
      const std::uint32_t line = line_;
      const auto column = static_cast<std::uint32_t>(at_ - line_start_) + 1;
      game.cut_short = !read_value(value);
      if (game.cut_short) return true;
      if (!main_line) continue;
      if (fresh) game.properties.push_back({name, {}, line, column});
      game.properties.back().values.push_back(std::move(value));
      fresh = false;
      continue;
    }
    if (c >= 'A' && c <= 'Z') {
      if (!fresh) name.clear();
      fresh = true;
      name += c;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')') {
      main_line = false;
      --depth;
    }
    if (c == ';' || c == '(' || c == ')') {
      name.clear();
      fresh = true;
    }
    step();
    if (depth == 0) return true;
  }
  game.cut_short = true;
  return true;
}

}  // namespace ludex::arena
