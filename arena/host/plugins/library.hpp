// A loaded plug-in that has passed the gate. Libraries stay loaded until the process ends.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arena/host/plugins/handles.hpp"
#include "arena/host/plugins/pinned_file.hpp"
#include "arena/host/plugins/presets.hpp"
#include "core/agent/agent.hpp"
#include "core/game/game.hpp"
#include "core/plugin/entry.hpp"
#include "core/study/study.hpp"
#include "core/transport/transport.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::host {

// Whether the files of all loaded libraries are unchanged. If not, none of their code should run any more,
// not even when the process ends: some of its pages may be gone.
[[nodiscard]] bool libraries_unchanged() noexcept;

class Library {
 public:
  // Opens the file, passes it through the gate (core/plugin/entry.hpp) and initialises it with this process's
  // services. The error states what was expected and found. Runs the library's constructors, so probe first.
  // Its output during this, and while it makes games or agents, goes to standard error.
  [[nodiscard]] static Result<std::shared_ptr<const Library>> load(const std::filesystem::path& file);

  // Calls the plug-in's deinit(); the library itself stays loaded.
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  [[nodiscard]] const PluginEntry& entry() const noexcept { return *entry_; }
  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
  // With kPresetParameter, if there are presets. Valid as long as the library.
  [[nodiscard]] std::span<const ParamSpec> parameters() const noexcept { return parameters_; }
  [[nodiscard]] const std::vector<Preset>& presets() const noexcept { return presets_; }

  // Precondition: the plug-in is a game.
  [[nodiscard]] Result<GamePtr> make_game(const Settings& settings) const;
  // Precondition: the plug-in is an agent. Parameters that are not given have the values of the chosen
  // preset.
  [[nodiscard]] Result<AgentPtr> make_agent(const Settings& settings) const;
  [[nodiscard]] Result<void> supports(const Game& game) const;
  // Precondition: the plug-in is a study.
  [[nodiscard]] const Study& study() const noexcept { return *study_; }
  // Precondition: the plug-in is a transport.
  [[nodiscard]] const Transport& transport() const noexcept { return *transport_; }

 private:
  Library() = default;

  // Reads the presets that the agent's files embed, and adds the parameter that chooses one.
  [[nodiscard]] Result<void> take_presets();

  std::filesystem::path file_;
  const PluginEntry* entry_ = nullptr;
  bool initialised_ = false;
  const GameFactory* games_ = nullptr;
  const AgentFactory* agents_ = nullptr;
  const Study* study_ = nullptr;
  const Transport* transport_ = nullptr;
  std::vector<ParamSpec> parameters_;
  std::vector<Preset> presets_;
  std::string preset_names_;  // "none|hex", a text of parameters_
  FileStamp stamp_;           // of the file when it was loaded
};

}  // namespace ludex::arena::host
