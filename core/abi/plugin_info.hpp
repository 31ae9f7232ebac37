// A plug-in's description of itself, without its parameters.
#pragma once

namespace ludex {

// All texts are UTF-8, null-terminated, of static lifetime.
struct PluginInfo {
  const char* id;       // lower case letters, digits and '-': the name on the command line and in YAML
  const char* version;  // of the plug-in, "1.0.0"
  const char* summary;  // one line
  const char* licence;  // SPDX expression
};

}  // namespace ludex
