#include "tests/support/plugins.hpp"

#include <map>

#include <dlfcn.h>
#include <doctest/doctest.h>

#include "core/abi/text.hpp"
#include "paths.hpp"
#include "tests/support/threaded_host.hpp"

namespace ludex::tests {

const PluginEntry& plugin(const std::filesystem::path& file) {
  static std::map<std::filesystem::path, const PluginEntry*> loaded;
  const PluginEntry*& entry = loaded[file];
  if (entry == nullptr) {
    void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE_MESSAGE(handle != nullptr, dlerror());
    const auto* const found = static_cast<const PluginEntry*>(dlsym(handle, kPluginSymbol));
    REQUIRE_MESSAGE(found != nullptr, file);
    REQUIRE(found->fingerprint == abi::kFingerprint);
    REQUIRE(found->init(&test_services()) == Status::kOk);
    entry = found;
  }
  return *entry;
}

namespace {

template <class Interface>
const Interface& offered_by(const std::string& name) {
  const auto file = std::filesystem::path(LUDEX_BUILD_DIR) / "plugins" / (name + ".so");
  return *static_cast<const Interface*>(plugin(file).factory(Interface::kInterface));
}

}  // namespace

const GameFactory& game_factory(const std::string& id) {
  return offered_by<GameFactory>("game-" + id);
}
const AgentFactory& agent_factory(const std::string& id) {
  return offered_by<AgentFactory>("agent-" + id);
}
const Study& study(const std::string& id) {
  return offered_by<Study>("study-" + id);
}

OwnedGame make_game(const GameFactory& factory, const Settings& settings) {
  StringSink error;
  OwnedGame game(factory.create(settings.data(), static_cast<std::uint32_t>(settings.size()), error));
  REQUIRE_MESSAGE(game != nullptr, error.text());
  return game;
}
OwnedAgent make_agent(const AgentFactory& factory, const Settings& settings) {
  StringSink error;
  OwnedAgent agent(factory.create(settings.data(), static_cast<std::uint32_t>(settings.size()), error));
  REQUIRE_MESSAGE(agent != nullptr, error.text());
  return agent;
}
OwnedGame make_game(const std::string& id, const Settings& settings) {
  return make_game(game_factory(id), settings);
}
OwnedAgent make_agent(const std::string& id, const Settings& settings) {
  return make_agent(agent_factory(id), settings);
}

}  // namespace ludex::tests
