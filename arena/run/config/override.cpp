#include "arena/run/config/override.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "arena/base/text/quantity.hpp"
#include "arena/base/text/suggest.hpp"

namespace ludex::arena::run {
namespace {

// Removes `name` from the front of `rest` if it is a whole step there; keeps the delimiter.
bool take_step(std::string_view& rest, std::string_view name) {
  if (name.empty() || !rest.starts_with(name)) return false;
  if (rest.size() == name.size() || (rest[name.size()] != '.' && rest[name.size()] != '=')) return false;
  rest.remove_prefix(name.size());
  return true;
}

class Path {
 public:
  Path(std::string_view text, Place place, Problems& problems)
      : rest_(text), place_(place), problems_(problems) {}

  // The node at the path, created if missing; nullptr if the path is invalid. value() is then the text after
  // '='.
  Node* walk(Node& root) {
    Node* node = &root;
    for (bool first = true;; first = false) {
      if (!first) {
        if (rest_.front() == '=') return node;
        rest_.remove_prefix(1);
      }
      node = node->kind == NodeKind::kSequence ? element(*node) : member(*node);
      if (node == nullptr) return nullptr;
    }
  }
  [[nodiscard]] std::string_view value() const { return rest_.substr(1); }

 private:
  Node* member(Node& node) {
    const std::size_t end = rest_.find_first_of(".=");
    const std::string key(rest_.substr(0, end));
    if (end == std::string_view::npos || key.empty()) {
      problems_.add(place_, "malformed", "expected key=value, as format.games_per_pair=10");
      return nullptr;
    }
    rest_.remove_prefix(end);
    if (node.kind != NodeKind::kMap) node = {NodeKind::kMap, place_, "", {}, {}};
    if (Node* found = node.find(key)) return found;
    node.entries.push_back({key, place_, {NodeKind::kNull, place_, "", {}, {}}});
    return &node.entries.back().value;
  }

  Node* element(Node& list) {
    // Names may contain dots and equals signs, so the longest match wins. Keys that are unique in the file
    // (`name`, `label`) take precedence over others.
    constexpr std::array<std::string_view, 4> kNames{"name", "label", "game", "agent"};
    std::vector<std::string> known;
    for (const auto key : kNames) {
      Node* best = nullptr;
      std::string_view best_rest = rest_;
      for (auto& item : list.items) {
        const Node* name = item.find(key);
        if (name == nullptr || name->kind != NodeKind::kScalar) continue;
        if (std::find(known.begin(), known.end(), name->text) == known.end()) known.push_back(name->text);
        std::string_view rest = rest_;
        if (take_step(rest, name->text) && rest.size() < best_rest.size()) {
          best = &item;
          best_rest = rest;
        }
      }
      if (best != nullptr) {
        rest_ = best_rest;
        return best;
      }
    }
    const std::size_t end = rest_.find_first_of(".=");
    const std::string_view step = rest_.substr(0, end);
    const auto index = parse_unsigned(step);
    if (end == std::string_view::npos || !index || *index >= list.items.size()) {
      problems_.add(place_,
                    "the list has no element '" + std::string(step) + "', expected a name or a number from 0",
                    suggest(step, known));
      return nullptr;
    }
    rest_.remove_prefix(end);
    return &list.items[*index];
  }

  std::string_view rest_;
  Place place_;
  Problems& problems_;
};

}  // namespace

void apply_override(Node& root, std::string_view text, Problems& problems) {
  const Place place{problems.add_source("--set " + std::string(text)), 0, 0};
  Path path(text, place, problems);
  Node* target = path.walk(root);
  if (target == nullptr) return;
  const std::size_t before = problems.count();
  Node value = parse_tree(path.value(), place.source, true, problems);
  if (problems.count() == before) *target = std::move(value);
}

}  // namespace ludex::arena::run
