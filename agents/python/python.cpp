#include "agents/python/python.hpp"

#include <array>
#include <new>
#include <stdexcept>
#include <string>

#include "core/abi/text.hpp"
#include "core/system/python_runtime.hpp"

namespace ludex::agents::python {
namespace {

// Starts Python, unless this is a Python program. Once per process.
const AgentFactory& runtime() {
  static const int anchor = 0;
  static const AgentFactory& agents = python_runtime::open<AgentFactory>(
      LUDEX_LIBPYTHON, LUDEX_PYTHON_PLATFORM, &anchor, "ludex_python_agents");
  return agents;
}

void require(Status status, StringSink& error) {
  if (status == Status::kOutOfMemory) throw std::bad_alloc();
  if (status != Status::kOk) throw std::runtime_error(error.take());
}

}  // namespace

const Schema<PythonAgent::Config>& PythonAgent::schema() {
  static const Schema<Config> made([](auto& s) {
    s.path("file", &Config::file,
           "the Python file, relative to the working folder, or to the YAML file that names it");
    s.text("class", &Config::class_name,
           "class of the agent in that file; empty: the only class with a method choose()");
    s.text("args", &Config::args,
           "arguments of the class's __init__: NAME=VALUE NAME=VALUE, values as Python literals");
  });
  return made;
}

PythonAgent::PythonAgent(const ParamValues& values) : config_(schema().read(values)) {
  if (config_.file.empty())
    throw std::invalid_argument("file: no Python file is given (`ludex new agent --python NAME` writes one)");
  config_.file = python_runtime::find_file(config_.file).string();
}

void PythonAgent::new_game(const Game& game, Player seat, std::uint64_t seed) {
  StringSink error;
  if (agent_ == nullptr) {
    const std::array<ParamText, 3> texts{{{"file", config_.file.c_str()},
                                          {"class", config_.class_name.c_str()},
                                          {"args", config_.args.c_str()}}};
    agent_.reset(runtime().create(texts.data(), texts.size(), error));
    if (agent_ == nullptr) throw std::runtime_error(error.take());
  }
  require(agent_->new_game(&game, seat, seed, error), error);
}

void PythonAgent::observe(const State* before, Move move) {
  StringSink error;
  require(agent_->observe(before, move, error), error);
}

Move PythonAgent::choose(const State* position, const Budget& budget, SearchReport& report) {
  StringSink error;
  Move move = kNoMove;
  require(agent_->choose(position, &budget, &report, &move, error), error);
  return move;
}

}  // namespace ludex::agents::python
