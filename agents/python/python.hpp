// python: an agent written in Python. The plug-in is a stand-in: it knows its parameters, and starts Python
// only when it must play, so that a host which merely makes agents and asks which games they support never
// loads libpython.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/abi/destroy.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/needs.hpp"
#include "core/agent/options.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::python {

class PythonAgent {
 public:
  using Offers = Extensions<ChoosesGames, ObservesMoves>;
  static constexpr PluginInfo kInfo{"python", "1.0.0", "an agent written in Python", "MIT"};

  struct Config {
    std::string file;
    std::string class_name;
    std::string args;
  };
  [[nodiscard]] static const Schema<Config>& schema();
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  // Python's Position knows no chance.
  static Result<void> supports(const Game& game) { return needs(game, kDeterministic); }

  // Throws if the file cannot be read. Does not start Python.
  explicit PythonAgent(const ParamValues& values);

  // Starts Python at the first call in this process and makes the Python object at the first call of this
  // agent.
  void new_game(const Game& game, Player seat, std::uint64_t seed);
  void observe(const State* before, Move move);
  Move choose(const State* position, const Budget& budget, SearchReport& report);

 private:
  Config config_;                          // with the absolute path of the file
  std::unique_ptr<Agent, Destroy> agent_;  // made by the runtime
};

}  // namespace ludex::agents::python
