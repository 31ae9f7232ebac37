#include "arena/run/config/sweep.hpp"

#include <fmt/format.h>

#include "arena/base/text/shown.hpp"
#include "arena/run/config/fields.hpp"

namespace ludex::arena::run {
namespace {

constexpr std::size_t kMostValues = 100;

Node scalar(std::string text, const Place& place) {
  return {NodeKind::kScalar, place, std::move(text), {}, {}};
}

// The value of a map's key, created if missing.
Node& member(Node& map, const std::string& key, const Place& place) {
  if (Node* const found = map.find(key)) return *found;
  map.entries.push_back({key, place, {NodeKind::kNull, place, "", {}, {}}});
  return map.entries.back().value;
}

// Describes the fault of a sweep; empty if there is none.
std::string fault(const Node& agent, const Node& sweep) {
  constexpr const char* kExample =
      ", expected one setting and its values, as {budget.iterations: [100, 200]}";
  if (sweep.kind != NodeKind::kMap) return "'sweep' is " + describe(sweep) + kExample;
  if (sweep.entries.size() != 1)
    return fmt::format("'sweep' has {} settings{}", sweep.entries.size(), kExample);
  const auto& [key, place, values] = sweep.entries.front();
  const std::size_t dot = key.find('.');
  const std::string section = key.substr(0, dot);
  if (dot == std::string::npos || dot + 1 == key.size() || (section != "budget" && section != "params"))
    return fmt::format("'sweep' has {}, expected budget.KEY or params.KEY", in_quotes(key));
  if (values.kind != NodeKind::kSequence || values.items.size() < 2 || values.items.size() > kMostValues)
    return fmt::format("{} is {}, expected a list of 2 to {} values", in_quotes(key),
                       values.kind == NodeKind::kSequence ? fmt::format("a list of {}", values.items.size())
                                                          : describe(values),
                       kMostValues);
  for (const Node& value : values.items) {
    if (value.kind != NodeKind::kScalar)
      return fmt::format("a value of {} is {}, expected a number or a word", in_quotes(key), describe(value));
  }
  const Node* const own = agent.find(section);
  if (own != nullptr && own->kind != NodeKind::kMap) return "";  // reported with the agent
  if (own != nullptr && own->find(key.substr(dot + 1)) != nullptr)
    return fmt::format("{} has a value and a sweep, expected one of them", in_quotes(key));
  return "";
}

void expand_sweep(Node agent, const Node& sweep, std::vector<Node>& out) {
  const auto& [key, place, values] = sweep.entries.front();
  const std::size_t dot = key.find('.');
  const Node* name = agent.find("name");
  if (name == nullptr) name = agent.find("agent");
  const std::string stem = name != nullptr && name->kind == NodeKind::kScalar ? name->text : "";
  for (const Node& value : values.items) {
    Node one = agent;
    Node& section = member(one, key.substr(0, dot), place);
    if (section.kind == NodeKind::kNull) section.kind = NodeKind::kMap;
    if (section.kind == NodeKind::kMap) member(section, key.substr(dot + 1), place) = value;
    if (!stem.empty()) member(one, "name", place) = scalar(stem + "-" + value.text, value.place);
    out.push_back(std::move(one));
  }
}

}  // namespace

void expand_sweeps(Node& root, Problems& problems) {
  Node* const agents = root.find("agents");
  if (agents == nullptr) return;
  std::vector<Node> expanded;
  for (Node& item : agents->items) {
    const Node* const found = item.find("sweep");
    if (found == nullptr) {
      expanded.push_back(std::move(item));
      continue;
    }
    const Node sweep = *found;
    std::erase_if(item.entries, [](const Node::Entry& entry) { return entry.key == "sweep"; });
    if (std::string wrong = fault(item, sweep); !wrong.empty()) {
      problems.add(sweep.place, std::move(wrong));
      expanded.push_back(std::move(item));
    } else {
      expand_sweep(std::move(item), sweep, expanded);
    }
  }
  agents->items = std::move(expanded);
}

}  // namespace ludex::arena::run
