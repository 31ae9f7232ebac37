#include "agents/python/python.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

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

// The folder of this plug-in.
fs::path own_folder() {
  Dl_info info{};
  static const int anchor = 0;
  if (dladdr(&anchor, &info) == 0 || info.dli_fname == nullptr)
    throw std::runtime_error("the plug-in cannot find its own folder");
  return fs::absolute(info.dli_fname).parent_path();
}

constexpr std::string_view kModule = "_core.cpython-";
constexpr std::string_view kPlatform = LUDEX_PYTHON_PLATFORM ".so";

// A module of the package `ludex` that belongs to this plug-in. Each is for one version of Python.
struct Module {
  fs::path file;
  std::string version;  // "311": 3.11
};
std::vector<Module> find_modules() {
  const fs::path folder = own_folder();
  std::vector<Module> modules;
  // Folders of a build, of a wheel, of an installation.
  for (const char* const near : {"../python/ludex", "../..", "../../python3/dist-packages/ludex",
                                 "../../../python3/dist-packages/ludex"}) {
    std::error_code error;
    for (const auto& item : fs::directory_iterator(folder / near, error)) {
      const std::string name = item.path().filename().string();
      if (!name.starts_with(kModule) || !name.ends_with(kPlatform)) continue;
      const std::size_t size = name.size() - kModule.size() - kPlatform.size();
      modules.push_back({item.path().lexically_normal(), name.substr(kModule.size(), size)});
    }
    if (!modules.empty()) return modules;
  }
  throw std::runtime_error("the Python package is missing: no " + std::string(kModule) + "*" +
                           std::string(kPlatform) + " was found near " + folder.string());
}

// The library of Python that LUDEX_LIBPYTHON names; else that of this build, else that of another module.
void open_libpython(const std::vector<Module>& modules) {
  std::vector<std::string> names;
  if (const char* const given = std::getenv("LUDEX_LIBPYTHON"); given != nullptr && *given != '\0') {
    names.emplace_back(given);
  } else {
    names.emplace_back(LUDEX_LIBPYTHON);
    for (const Module& module : modules)
      names.push_back("libpython3." + module.version.substr(1) + ".so.1.0");
  }
  std::string reason;
  for (const std::string& name : names) {
    // C extension modules such as NumPy's find the interpreter's symbols only if these are global.
    if (dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr) return;
    if (reason.empty()) reason = dlerror();
  }
  throw std::runtime_error("cannot load Python: " + reason +
                           "; expected its shared library (Debian and Ubuntu: libpython3.*)");
}

// "311" of "3.11.2 (main, ...)".
std::string running_version() {
  const auto get = reinterpret_cast<const char* (*)()>(dlsym(RTLD_DEFAULT, "Py_GetVersion"));
  const std::string text = get != nullptr ? get() : "";
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos) throw std::runtime_error("the version of Python is unknown");
  return text.substr(0, dot) + text.substr(dot + 1, text.find('.', dot + 1) - dot - 1);
}

// Starts Python, unless this is a Python program. Once per process.
const AgentFactory& runtime() {
  static const AgentFactory& agents = []() -> const AgentFactory& {
    const std::vector<Module> modules = find_modules();
    if (dlsym(RTLD_DEFAULT, "Py_IsInitialized") == nullptr) open_libpython(modules);
    const std::string version = running_version();
    const auto fitting = std::find_if(modules.begin(), modules.end(),
                                      [&](const Module& module) { return module.version == version; });
    if (fitting == modules.end())
      throw std::runtime_error("the Python package is not built for Python " + version.substr(0, 1) + "." +
                               version.substr(1));
    void* const module = dlopen(fitting->file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) throw std::runtime_error(std::string("cannot load Python: ") + dlerror());
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
