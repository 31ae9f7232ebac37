// python: a game written in Python. The plug-in is a stand-in: it knows its parameters, and starts Python
// when a game is made (README.md).
#pragma once

#include <cstdint>
#include <string>

#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/game/game.hpp"

namespace ludex::games::python {

struct Python {
  static constexpr PluginInfo kInfo{"python", "1.0.0", "a game written in Python, for prototypes (slow)",
                                    "MIT"};
  struct Config {
    std::string file;
    std::string class_name;
    std::string args;
    unsigned max_plies = 256;
  };
  [[nodiscard]] static const Schema<Config>& schema();
};

class PythonFactory final : public GameFactory {
 public:
  [[nodiscard]] const ParamSpec* parameters(std::uint32_t* count) const noexcept override;
  Game* create(const ParamText* values, std::uint32_t count, TextSink& error) const noexcept override;
  static const void* factory(const char* interface_id) noexcept;
};

}  // namespace ludex::games::python
