// Games described in the language of Ludii: parameters, and rules made from a description.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/util/result.hpp"
#include "games/lud/rules.hpp"

namespace ludex::games::lud {

struct Lud {
  static constexpr PluginInfo kInfo{"lud", "0.1.0", "games described in the language of Ludii (.lud)", "MIT"};
  using Rules = std::variant<LudRules<128>, LudRules<256>, LudRules<512>, LudRules<1024>, LudRules<2048>,
                             LudRules<4096>, LudRules<8192>, LudRules<32768>, LudRules<131072>>;

  static std::span<const ParamSpec> parameters();
  static Result<Rules> create(const ParamValues& values);
};

// The choices in a text {"Board Size/6x6" "Variant/Old"}: quoted names, or one without quotes.
[[nodiscard]] Result<std::vector<std::string>> read_choices(const std::string& text);

// Ludex's own description, played when no file is named.
[[nodiscard]] const char* own_description();

}  // namespace ludex::games::lud
