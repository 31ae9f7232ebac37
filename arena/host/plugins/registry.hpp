// The registry lists the available plug-ins and makes objects from them.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/host/plugins/library.hpp"
#include "arena/host/plugins/probe.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::host {

// `id` or `id:param=value,param=value`, as on the command line.
struct Component {
  std::string id;
  Settings settings;
};
[[nodiscard]] Result<Component> parse_component(std::string_view text);
// Inverse of parse_component(); keeps the order of the settings.
[[nodiscard]] std::string to_text(const Component& component);

// The optional dependency without which this build lacks a plug-in of Ludex, with advice; "" if every build
// has the plug-in.
[[nodiscard]] std::string left_out(PluginKind kind, std::string_view id);

// suggest(), and where one's own plug-in would be looked for.
[[nodiscard]] std::string suggest_plugin(std::string_view id, std::span<const std::string> known);

struct SearchPath {
  std::vector<std::filesystem::path> folders;  // the first folder with an id wins
  std::filesystem::path prober;                // the ludex executable

  // `extra` (from --plugin-path), then LUDEX_PLUGIN_PATH, then `plugins` beside the executable, then the
  // install prefix. Entries may be separated by ':'.
  [[nodiscard]] static SearchPath of(const std::filesystem::path& ludex,
                                     const std::vector<std::string>& extra);
  // The last two of these: those that come with ludex. A processor with x86-64-v3 takes the folder
  // `plugins-x86-64-v3` in place of `plugins` where both are there (release archives and wheels).
  [[nodiscard]] static std::vector<std::filesystem::path> own_folders(const std::filesystem::path& ludex);
  // The search path of this process, which must be ludex.
  [[nodiscard]] static SearchPath standard(const std::vector<std::string>& extra);
};

// Not thread-safe; set up before a tournament starts. The objects it makes are independent of each other.
class Registry {
 public:
  // Probes every *.so of the search path. Takes a few milliseconds per new plug-in, microseconds per known
  // one.
  explicit Registry(const SearchPath& path);

  // All plug-ins found, by kind and id, refused ones last.
  [[nodiscard]] const std::vector<PluginRecord>& plugins() const noexcept { return plugins_; }

  // Notes for the user on the search path, one sentence each: an entry that is no folder, a plug-in that is
  // shadowed by another one with its id.
  [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return notes_; }

  // The record of a refused plug-in, found by its id or (most have none) by its file name; or null.
  [[nodiscard]] const PluginRecord* refused(const std::string& id) const;

  // The record of the plug-in that library() would load; null if there is none.
  [[nodiscard]] const PluginRecord* record(PluginKind kind, const std::string& id) const;

  // Whether the plug-in is in a folder that came with ludex.
  [[nodiscard]] bool is_own(const PluginRecord& record) const;

  // Loads the plug-in into this process (once). The error names what was found instead, with a suggestion.
  [[nodiscard]] Result<std::shared_ptr<const Library>> library(PluginKind kind, const std::string& id);

  // The ludex executable, for child processes.
  [[nodiscard]] const std::filesystem::path& executable() const noexcept { return executable_; }
  // The folders of the search path.
  [[nodiscard]] const std::vector<std::filesystem::path>& folders() const noexcept { return folders_; }

  // Refuses unknown parameters and invalid values, with a suggestion, before the plug-in sees them.
  // `sandboxed`: in a sandboxed child (sandboxed_game.hpp), so that this process does not load the plug-in.
  [[nodiscard]] Result<GamePtr> make_game(const Component& component, bool sandboxed = false);
  [[nodiscard]] Result<AgentPtr> make_agent(const Component& component);
  // Valid as long as the registry.
  [[nodiscard]] Result<const Study*> study(const Component& component);

 private:
  [[nodiscard]] Result<std::shared_ptr<const Library>> library_for(PluginKind kind,
                                                                   const Component& component);

  std::filesystem::path executable_;
  std::vector<std::filesystem::path> folders_;
  std::vector<PluginRecord> plugins_;
  std::vector<std::string> notes_;
  std::map<std::filesystem::path, std::shared_ptr<const Library>> loaded_;
};

}  // namespace ludex::arena::host
