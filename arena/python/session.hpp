// The plug-ins as Python sees them: one registry for the process, found as the executable `ludex` finds its
// own.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/host/registry.hpp"

namespace ludex::python {

// One for the process; thread-safe. Everything throws Error with the library's message.
class Session {
 public:
  static Session& get();

  // Looked for before all other folders, from now on; what has been loaded stays.
  void add_plugin_path(const std::string& folder);
  [[nodiscard]] std::vector<std::string> plugin_path();
  // The ludex executable: $LUDEX_EXECUTABLE, else where a build, an installation or a wheel has it, else in
  // PATH.
  [[nodiscard]] std::filesystem::path executable();
  // All that were found, refused ones last.
  [[nodiscard]] std::vector<arena::PluginRecord> plugins();
  [[nodiscard]] std::shared_ptr<const arena::Library> library(PluginKind kind, const std::string& id);
  // A game that breaks its contract is refused (arena/contract/game_gate.hpp).
  [[nodiscard]] arena::GamePtr make_game(const arena::Component& component);
  [[nodiscard]] arena::AgentPtr make_agent(const arena::Component& component);

 private:
  arena::Registry& registry();

  std::mutex mutex_;
  std::vector<std::string> plugin_path_;
  std::optional<arena::Registry> registry_;
};

// "hex:size=7": the id and the settings that are not the default, in the order of the schema. Equal texts:
// the same game. Throws Error.
[[nodiscard]] std::string canonical_text(const arena::Library& library, const arena::Component& component);

// The folder of the package `ludex`, in which this module lies.
[[nodiscard]] std::filesystem::path package_folder();

}  // namespace ludex::python
