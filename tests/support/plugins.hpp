// Games and agents from the plug-ins of the build, loaded as a host loads them: make_agent("uct", {{"c",
// "1"}}). Whatever a test needs not look into it takes from here: this is what users run, and it is compiled
// once.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/abi/destroy.hpp"
#include "core/abi/params.hpp"
#include "core/agent/agent.hpp"
#include "core/game/game.hpp"
#include "core/plugin/entry.hpp"
#include "core/study/study.hpp"

namespace ludex::tests {

using OwnedGame = std::unique_ptr<Game, Destroy>;
using OwnedAgent = std::unique_ptr<Agent, Destroy>;
using Settings = std::vector<ParamText>;

// The plug-in in this file, loaded once and given the services of threaded_host.hpp. A test that asks for one
// that is not there fails. Not thread-safe.
const PluginEntry& plugin(const std::filesystem::path& file);
const GameFactory& game_factory(const std::string& id);
const AgentFactory& agent_factory(const std::string& id);
const Study& study(const std::string& id);

OwnedGame make_game(const GameFactory& factory, const Settings& settings);
OwnedAgent make_agent(const AgentFactory& factory, const Settings& settings);
OwnedGame make_game(const std::string& id, const Settings& settings = {});
OwnedAgent make_agent(const std::string& id, const Settings& settings = {});

}  // namespace ludex::tests
