#include "arena/faces/python/session.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include "arena/faces/python/error.hpp"
#include "arena/host/contract/game_gate.hpp"

namespace ludex::python {
namespace {

namespace fs = std::filesystem;

bool is_executable(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

// Excludes scripts of that name, such as the one that pip makes.
bool is_program(const fs::path& path) {
  std::string magic(4, ' ');
  return is_executable(path) && std::ifstream(path).read(magic.data(), 4) &&
         magic ==
             "\x7f"
             "ELF";
}

fs::path find_executable() {
  if (const char* const given = std::getenv("LUDEX_EXECUTABLE"); given != nullptr && *given != '\0') {
    if (is_executable(given)) return fs::absolute(given);
    throw Error(fmt::format("LUDEX_EXECUTABLE is '{}', which is not an executable file", given));
  }
  const fs::path package = package_folder();
  // In a wheel; in a build; in an installation (PREFIX/lib/python3/dist-packages/ludex).
  for (const char* const near : {"bin/ludex", "../../ludex", "../../../../bin/ludex"}) {
    const fs::path path = (package / near).lexically_normal();
    if (is_executable(path)) return path;
  }
  const char* const folders = std::getenv("PATH");
  std::istringstream list(folders != nullptr ? folders : "");
  for (std::string folder; std::getline(list, folder, ':');) {
    const fs::path path = fs::path(folder) / "ludex";
    if (is_program(path)) return fs::canonical(path);
  }
  throw Error("the executable 'ludex' was not found; set LUDEX_EXECUTABLE to its path");
}

}  // namespace

fs::path package_folder() {
  Dl_info info{};
  std::error_code error;
  if (dladdr(reinterpret_cast<const void*>(&package_folder), &info) == 0 || info.dli_fname == nullptr)
    return {};
  return fs::canonical(info.dli_fname, error).parent_path();
}

Session& Session::get() {
  // Never destroyed: plug-ins live until the process ends.
  static Session& session = *new Session;
  return session;
}

void Session::add_plugin_path(const std::string& folder) {
  const std::scoped_lock lock(mutex_);
  plugin_path_.insert(plugin_path_.begin(), folder);
  registry_.reset();
}

std::vector<std::string> Session::plugin_path() {
  const std::scoped_lock lock(mutex_);
  return plugin_path_;
}

fs::path Session::executable() {
  const std::scoped_lock lock(mutex_);
  return registry_ ? registry_->executable() : find_executable();
}

arena::host::Registry& Session::registry() {
  if (!registry_) {
    registry_.emplace(arena::host::SearchPath::of(find_executable(), plugin_path_));
    for (const std::string& note : registry_->notes()) fmt::print(stderr, "ludex: {}\n", note);
  }
  return *registry_;
}

std::vector<arena::host::PluginRecord> Session::plugins() {
  const std::scoped_lock lock(mutex_);
  return registry().plugins();
}

std::shared_ptr<const arena::host::Library> Session::library(PluginKind kind, const std::string& id) {
  const std::scoped_lock lock(mutex_);
  const auto* const refused = registry().refused(id);
  auto library = registry().library(kind, id);
  if (!library && refused != nullptr)
    throw Error(fmt::format("'{}' is refused: {}: {}", id, refused->file.string(), refused->refusal));
  return value_or_throw(std::move(library));
}

arena::host::GamePtr Session::make_game(const arena::host::Component& component) {
  library(PluginKind::kGame, component.id);
  const std::scoped_lock lock(mutex_);
  if (const std::string refusal = value_or_throw(arena::host::check_before_use(registry(), component));
      !refusal.empty())
    throw Error(refusal);
  return value_or_throw(registry().make_game(component));
}

arena::host::AgentPtr Session::make_agent(const arena::host::Component& component) {
  library(PluginKind::kAgent, component.id);
  const std::scoped_lock lock(mutex_);
  return value_or_throw(registry().make_agent(component));
}

std::string canonical_text(const arena::host::Library& library, const arena::host::Component& component) {
  std::vector<ParamText> texts;
  for (const auto& [name, value] : component.settings) texts.push_back({name.c_str(), value.c_str()});
  const ParamValues values = value_or_throw(ParamValues::resolve(library.parameters(), texts));
  arena::host::Component canonical{component.id, {}};
  const bool by_preset = arena::host::chosen_preset(library.presets(), component.settings) != nullptr;
  for (const ParamSpec& spec : library.parameters()) {
    const auto given = std::find_if(component.settings.begin(), component.settings.end(),
                                    [&](const auto& setting) { return setting.first == spec.name; });
    if (given == component.settings.end()) continue;
    const bool number = spec.type == ParamType::kInt;
    const std::string text = number ? std::to_string(values.integer(spec.name)) : given->second;
    // Under a preset a value that equals the default means something.
    if (by_preset || text != spec.fallback) canonical.settings.emplace_back(spec.name, text);
  }
  return to_text(canonical);
}

}  // namespace ludex::python
