// Python's access to plug-ins: one registry per process, with the search path of the executable `ludex`.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/host/plugins/registry.hpp"

namespace ludex::python {

// One per process; thread-safe. All methods throw Error with the library's message.
class Session {
 public:
  static Session& get();

  // Adds a folder before all others; loaded plug-ins stay.
  void add_plugin_path(const std::string& folder);
  [[nodiscard]] std::vector<std::string> plugin_path();
  // The ludex executable: $LUDEX_EXECUTABLE, else that of a build, an installation or a wheel, else in PATH.
  [[nodiscard]] std::filesystem::path executable();
  // All plug-ins found, refused ones last.
  [[nodiscard]] std::vector<arena::host::PluginRecord> plugins();
  std::shared_ptr<const arena::host::Library> library(PluginKind kind, const std::string& id);
  // Refuses a game that breaks its contract (arena/host/contract/game_gate.hpp).
  [[nodiscard]] arena::host::GamePtr make_game(const arena::host::Component& component);
  [[nodiscard]] arena::host::AgentPtr make_agent(const arena::host::Component& component);

 private:
  arena::host::Registry& registry();

  std::mutex mutex_;
  std::vector<std::string> plugin_path_;
  std::optional<arena::host::Registry> registry_;
};

// "hex:size=7": the id and the settings that differ from the defaults, in the schema's order. Equal texts
// mean the same game. Throws Error.
[[nodiscard]] std::string canonical_text(const arena::host::Library& library,
                                         const arena::host::Component& component);

// The folder of the package `ludex`, which contains this module.
[[nodiscard]] std::filesystem::path package_folder();

}  // namespace ludex::python
