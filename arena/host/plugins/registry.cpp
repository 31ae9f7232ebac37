#include "arena/host/plugins/registry.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/base/text/suggest.hpp"
#include "arena/host/plugins/parameters.hpp"
#include "arena/host/plugins/sandboxed_game.hpp"
#include "core/util/nearest.hpp"

namespace ludex::arena::host {
namespace {

void append_folders(std::string_view list, std::vector<std::filesystem::path>& folders) {
  while (!list.empty()) {
    const auto colon = list.find(':');
    if (colon != 0) folders.emplace_back(list.substr(0, colon));
    if (colon == std::string_view::npos) return;
    list.remove_prefix(colon + 1);
  }
}

// Every processor with these has all of x86-64-v3.
bool has_x86_64_v3() noexcept {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi2") != 0 &&
         __builtin_cpu_supports("fma") != 0;
#else
  return false;
#endif
}

// Refuses unknown parameters and invalid values.
Result<void> check_settings(PluginKind kind, const Component& component, std::span<const ParamSpec> specs) {
  for (const auto& [name, value] : component.settings) {
    const ParamSpec* const spec = find_parameter(specs, name);
    if (spec == nullptr)
      return Error{fmt::format("{} '{}' has no parameter '{}' ({})", to_text(kind), component.id, name,
                               parameter_hint(specs, name))};
    if (const auto parsed = parse_param(*spec, value); !parsed) {
      const std::string hint = value_hint(*spec, value);
      return Error{fmt::format("{} '{}': {}{}", to_text(kind), component.id, parsed.error(),
                               hint.empty() ? "" : " (" + hint + ")")};
    }
  }
  return {};
}

}  // namespace

Result<Component> parse_component(std::string_view text) {
  Component component;
  const auto colon = text.find(':');
  component.id = std::string(text.substr(0, colon));
  if (component.id.empty()) {
    return Error{fmt::format("'{}' has no id; expected id or id:param=value,param=value", text)};
  }
  if (colon == std::string_view::npos) return component;
  std::string_view rest = text.substr(colon + 1);
  while (true) {
    const auto comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const auto equals = item.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return Error{
          fmt::format("'{}' in '{}' is not param=value; expected id:param=value,param=value", item, text)};
    }
    component.settings.emplace_back(item.substr(0, equals), item.substr(equals + 1));
    if (comma == std::string_view::npos) return component;
    rest.remove_prefix(comma + 1);
  }
}

std::string to_text(const Component& component) {
  std::string text = component.id;
  char separator = ':';
  for (const auto& [name, value] : component.settings) {
    text += fmt::format("{}{}={}", separator, name, value);
    separator = ',';
  }
  return text;
}

SearchPath SearchPath::standard(const std::vector<std::string>& extra) {
  std::error_code ignored;
  return of(std::filesystem::read_symlink("/proc/self/exe", ignored), extra);
}

SearchPath SearchPath::of(const std::filesystem::path& ludex, const std::vector<std::string>& extra) {
  SearchPath path;
  for (const auto& list : extra) append_folders(list, path.folders);
  if (const char* list = std::getenv("LUDEX_PLUGIN_PATH")) append_folders(list, path.folders);
  path.prober = ludex;
  for (auto& folder : own_folders(ludex)) path.folders.push_back(std::move(folder));
  // A folder named twice would be searched, and complained about, twice.
  std::set<std::filesystem::path> seen;
  std::erase_if(path.folders, [&](const auto& folder) { return !seen.insert(folder).second; });
  return path;
}

std::vector<std::filesystem::path> SearchPath::own_folders(const std::filesystem::path& ludex) {
  const auto folder = ludex.parent_path();
  std::vector<std::filesystem::path> own{folder / "plugins",
                                         folder.parent_path() / LUDEX_INSTALL_LIBDIR / "ludex" / "plugins"};
  if (has_x86_64_v3()) {
    for (auto& plugins : own) {
      std::filesystem::path faster = plugins;
      faster += "-x86-64-v3";
      std::error_code ignored;
      if (std::filesystem::is_directory(faster, ignored)) plugins = std::move(faster);
    }
  }
  return own;
}

Registry::Registry(const SearchPath& path) : executable_(path.prober), folders_(path.folders) {
  ProbeCache cache(path.prober);
  std::map<std::pair<PluginKind, std::string>, std::filesystem::path> taken;
  std::set<std::filesystem::path> seen;
  const auto own = SearchPath::own_folders(path.prober);
  for (const auto& folder : path.folders) {
    std::error_code error;
    std::vector<std::filesystem::path> files;
    for (const auto& item : std::filesystem::directory_iterator(folder, error)) {
      if (item.path().extension() == ".so")
        files.push_back(std::filesystem::absolute(item.path()).lexically_normal());
    }
    // Ludex's default folders are optional: usually only one exists.
    if (error && std::find(own.begin(), own.end(), folder) == own.end())
      notes_.push_back(fmt::format("plug-in path '{}': {}, expected a folder with plug-ins (*.so)",
                                   folder.string(), error.message()));
    if (!error && files.empty() && std::find(own.begin(), own.end(), folder) == own.end())
      notes_.push_back(
          fmt::format("plug-in path '{}': there are no plug-ins (*.so) in this folder", folder.string()));
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
      if (!seen.insert(file).second) continue;
      PluginRecord record = cache.get(file);
      if (record.accepted) {
        const auto [first, added] = taken.try_emplace({record.kind, record.id}, file);
        std::error_code ignored;
        if (!added) {
          if (!std::filesystem::equivalent(first->second, file, ignored))
            notes_.push_back(fmt::format("two plug-ins call themselves {} '{}': {} is used, not {}",
                                         to_text(record.kind), record.id, first->second.string(),
                                         file.string()));
          continue;
        }
      }
      plugins_.push_back(std::move(record));
    }
  }
  std::stable_sort(plugins_.begin(), plugins_.end(), [](const PluginRecord& a, const PluginRecord& b) {
    return std::tuple(!a.accepted, a.kind, a.id) < std::tuple(!b.accepted, b.kind, b.id);
  });
}

const PluginRecord* Registry::refused(const std::string& id) const {
  const auto called = [&](const PluginRecord& record) {
    if (record.accepted) return false;
    std::string name = record.file.stem().string();
    std::replace(name.begin(), name.end(), '_', '-');
    return record.id == id || name == id || name == "game-" + id || name == "agent-" + id ||
           name == "study-" + id || name == "transport-" + id;
  };
  const auto found = std::find_if(plugins_.begin(), plugins_.end(), called);
  return found == plugins_.end() ? nullptr : &*found;
}

const PluginRecord* Registry::record(PluginKind kind, const std::string& id) const {
  const auto found = std::find_if(plugins_.begin(), plugins_.end(), [&](const PluginRecord& record) {
    return record.accepted && record.kind == kind && record.id == id;
  });
  return found == plugins_.end() ? nullptr : &*found;
}

bool Registry::is_own(const PluginRecord& record) const {
  const auto own = SearchPath::own_folders(executable_);
  return std::any_of(own.begin(), own.end(), [&](const std::filesystem::path& folder) {
    return record.file.parent_path() == std::filesystem::absolute(folder).lexically_normal();
  });
}

Result<std::shared_ptr<const Library>> Registry::library(PluginKind kind, const std::string& id) {
  std::vector<std::string> known;
  const PluginRecord* other = nullptr;  // has that id, but another kind
  for (const auto& record : plugins_) {
    if (!record.accepted) continue;
    if (record.kind != kind) {
      if (record.id == id) other = &record;
      continue;
    }
    if (record.id != id) {
      known.push_back(record.id);
      continue;
    }
    auto& slot = loaded_[record.file];
    if (slot == nullptr) {
      auto loaded = Library::load(record.file);
      if (!loaded) return Error{fmt::format("{}: {}", record.file.string(), loaded.error())};
      slot = std::move(*loaded);
    }
    return slot;
  }
  const std::string missing = left_out(kind, id);
  return Error{fmt::format("there is no {} '{}' ({})", to_text(kind), id,
                           other != nullptr
                               ? fmt::format("that is the name of {}", with_article(to_text(other->kind)))
                           : !missing.empty() ? missing
                           : known.empty()    ? "no plug-in was found: is --plugin-path right?"
                                              : suggest_plugin(id, known))};
}

std::string suggest_plugin(std::string_view id, std::span<const std::string> known) {
  std::string text = suggest(id, known);
  if (nearest(id, known).empty())
    text += std::string(text.empty() ? "" : "; ") + "for one of your own: --plugin-path FOLDER";
  return text;
}

std::string left_out(PluginKind kind, std::string_view id) {
  if ((kind != PluginKind::kAgent && kind != PluginKind::kGame) || id != "python") return "";
  return "built without Python: ./setup.sh python, then build again: cmake --preset release && cmake --build "
         "--preset release";
}

Result<std::shared_ptr<const Library>> Registry::library_for(PluginKind kind, const Component& component) {
  auto found = library(kind, component.id);
  if (!found) return found;
  if (const auto fit = check_settings(kind, component, (*found)->parameters()); !fit)
    return Error{fit.error()};
  return found;
}

Result<GamePtr> Registry::make_game(const Component& component, bool sandboxed) {
  if (sandboxed) {
    const PluginRecord* const found = record(PluginKind::kGame, component.id);
    if (found == nullptr) return Error{fmt::format("there is no game '{}'", component.id)};
    if (const auto fit = check_settings(PluginKind::kGame, component, found->parameters->specs()); !fit)
      return Error{fit.error()};
    return make_sandboxed_game({component.id, found->file, component.settings, executable_});
  }
  const auto found = library_for(PluginKind::kGame, component);
  if (!found) return Error{found.error()};
  auto game = (*found)->make_game(component.settings);
  if (!game) return Error{fmt::format("game '{}': {}", component.id, game.error())};
  return game;
}

Result<AgentPtr> Registry::make_agent(const Component& component) {
  const auto found = library_for(PluginKind::kAgent, component);
  if (!found) return Error{found.error()};
  auto agent = (*found)->make_agent(component.settings);
  if (!agent) return Error{fmt::format("agent '{}': {}", component.id, agent.error())};
  return agent;
}

Result<const Study*> Registry::study(const Component& component) {
  const auto found = library_for(PluginKind::kStudy, component);
  if (!found) return Error{found.error()};
  return &(*found)->study();
}

}  // namespace ludex::arena::host
