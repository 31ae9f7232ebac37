#include "agents/python/python.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <new>
#include <stdexcept>

#include <dlfcn.h>
#include <unistd.h>

#include "core/abi/text.hpp"

namespace ludex::agents::python {
namespace {

namespace fs = std::filesystem;

// The absolute path; also searches OLDPWD, since a sandboxed worker has changed its working folder.
fs::path find_file(const std::string& name) {
  std::error_code error;
  fs::path path = fs::absolute(name, error);
  const char* const before = std::getenv("OLDPWD");
  if (access(path.c_str(), R_OK) != 0 && fs::path(name).is_relative() && before != nullptr) {
    const fs::path there = fs::path(before) / name;
    if (access(there.c_str(), R_OK) == 0) path = there;
  }
  if (access(path.c_str(), R_OK) != 0 || fs::is_directory(path, error))
    throw std::invalid_argument("file: '" + name + "' cannot be read; expected a Python file");
  return path.lexically_normal();
}

// The module of the package `ludex` that belongs to this plug-in.
fs::path find_runtime() {
  Dl_info info{};
  static const int anchor = 0;
  if (dladdr(&anchor, &info) == 0 || info.dli_fname == nullptr)
    throw std::runtime_error("the plug-in cannot find its own folder");
  const fs::path folder = fs::absolute(info.dli_fname).parent_path();
  // Folders of a build, of a wheel, of an installation.
  for (const char* const near : {"../python/ludex", "../..", "../../python3/dist-packages/ludex",
                                 "../../../python3/dist-packages/ludex"}) {
    const fs::path path = (folder / near / LUDEX_PYTHON_MODULE).lexically_normal();
    std::error_code error;
    if (fs::exists(path, error)) return path;
  }
  throw std::runtime_error("the Python package is missing: " LUDEX_PYTHON_MODULE " was not found near " +
                           folder.string());
}

void* open_library(const std::string& name, int flags) {
  void* const handle = dlopen(name.c_str(), flags);
  if (handle == nullptr) throw std::runtime_error(std::string("cannot load Python: ") + dlerror());
  return handle;
}

// Starts Python, unless this is a Python program. Once per process.
const AgentFactory& runtime() {
  static const AgentFactory& agents = []() -> const AgentFactory& {
    // C extension modules such as NumPy's find the interpreter's symbols only if these are global.
    if (dlsym(RTLD_DEFAULT, "Py_IsInitialized") == nullptr)
      open_library(LUDEX_LIBPYTHON, RTLD_NOW | RTLD_GLOBAL);
    void* const module = open_library(find_runtime().string(), RTLD_NOW | RTLD_LOCAL);
    using Start = const AgentFactory* (*)(TextSink&);
    const auto start = reinterpret_cast<Start>(dlsym(module, "ludex_python_agents"));
    if (start == nullptr) throw std::runtime_error("the Python package belongs to another version of Ludex");
    StringSink error;
    const AgentFactory* const made = start(error);
    if (made == nullptr) throw std::runtime_error(error.take());
    return *made;
  }();
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
  config_.file = find_file(config_.file).string();
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
