// ludex check PLUGIN.so: checks that a plug-in is accepted and keeps its contract.
#pragma once

#include <string>
#include <vector>

#include "arena/faces/cli/commands.hpp"

namespace ludex::arena::cli {

struct PluginCheckOptions {
  std::string file;
  std::vector<std::string> settings;  // "name=value"
  std::vector<std::string> games;     // boards for agents; default: some small ones that are installed
  std::vector<std::string> perft;     // "depth:count"
  std::uint64_t seed = 1;
  double call_seconds = 10;
  bool quick = false;
  bool thorough = false;
  bool json = false;
};

// Sets the exit code. Throws what Context::game throws.
void check_plugin_file(Context& context, const PluginCheckOptions& options);

}  // namespace ludex::arena::cli
