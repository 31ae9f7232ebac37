#include "arena/faces/export/game_labels.hpp"

#include <filesystem>

#include "arena/base/files/text_file.hpp"
#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/tree.hpp"

namespace ludex::arena::exports {
namespace {

std::string scalar(const run::Node& node, std::string_view key) {
  const run::Node* const value = node.find(key);
  return value != nullptr && value->kind == run::NodeKind::kScalar ? value->text : std::string();
}

}  // namespace

GameLabels::GameLabels(const std::string& folder) {
  const auto text =
      read_text_file((std::filesystem::path(folder) / "spec.yaml").string(), run::kMaxSpecBytes);
  if (!text) return;
  run::Problems problems("spec.yaml");
  const run::Node root = run::parse_tree(*text, 0, false, problems);
  const run::Node* const games = root.find("games");
  if (problems.count() != 0 || games == nullptr) return;
  for (const run::Node& item : games->items) {
    host::Component component{scalar(item, "game"), {}};
    if (const run::Node* const params = item.find("params")) {
      for (const auto& entry : params->entries) component.settings.emplace_back(entry.key, entry.value.text);
    }
    if (!component.id.empty()) known_.emplace(scalar(item, "label"), std::move(component));
  }
}

Result<host::Component> GameLabels::component(const std::string& label) const {
  if (const auto at = known_.find(label); at != known_.end()) return at->second;
  return host::parse_component(label);
}

}  // namespace ludex::arena::exports
