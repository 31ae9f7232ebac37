#include "arena/faces/export/game_labels.hpp"

#include <filesystem>

#include "arena/base/files/text_file.hpp"
#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/tree.hpp"

namespace ludex::arena {
namespace {

std::string scalar(const Node& node, std::string_view key) {
  const Node* const value = node.find(key);
  return value != nullptr && value->kind == NodeKind::kScalar ? value->text : std::string();
}

}  // namespace

GameLabels::GameLabels(const std::string& folder) {
  const auto text = read_text_file((std::filesystem::path(folder) / "spec.yaml").string(), kMaxSpecBytes);
  if (!text) return;
  Problems problems("spec.yaml");
  const Node root = parse_tree(*text, 0, false, problems);
  const Node* const games = root.find("games");
  if (problems.count() != 0 || games == nullptr) return;
  for (const Node& item : games->items) {
    Component component{scalar(item, "game"), {}};
    if (const Node* const params = item.find("params")) {
      for (const auto& entry : params->entries) component.settings.emplace_back(entry.key, entry.value.text);
    }
    if (!component.id.empty()) known_.emplace(scalar(item, "label"), std::move(component));
  }
}

Result<Component> GameLabels::component(const std::string& label) const {
  if (const auto at = known_.find(label); at != known_.end()) return at->second;
  return parse_component(label);
}

}  // namespace ludex::arena
