// The Python of plug-ins whose code is written in it: they are stand-ins that start an interpreter, or use
// the running one, only when they are needed. Functions throw std::runtime_error or std::invalid_argument.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <dlfcn.h>
#include <unistd.h>

#include "core/abi/text.hpp"

namespace ludex::python_runtime {

// The absolute path; also searches OLDPWD, since a sandboxed worker has changed its working folder.
[[nodiscard]] inline std::filesystem::path find_file(const std::string& name) {
  namespace fs = std::filesystem;
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

// A module of the package `ludex` that belongs to a plug-in. Each is for one version of Python.
struct Module {
  std::filesystem::path file;
  std::string version;  // "311": 3.11
};
// Those near the plug-in in whose code `anchor` points. Names end in `platform`: "-x86_64-linux-gnu".
[[nodiscard]] inline std::vector<Module> find_modules(const std::string& platform, const void* anchor) {
  namespace fs = std::filesystem;
  Dl_info info{};
  if (dladdr(anchor, &info) == 0 || info.dli_fname == nullptr)
    throw std::runtime_error("the plug-in cannot find its own folder");
  const fs::path folder = fs::absolute(info.dli_fname).parent_path();
  const std::string first = "_core.cpython-";
  const std::string last = platform + ".so";
  std::vector<Module> modules;
  // Folders of a build, of a wheel, of an installation.
  for (const char* const near : {"../python/ludex", "../..", "../../python3/dist-packages/ludex",
                                 "../../../python3/dist-packages/ludex"}) {
    std::error_code error;
    for (const auto& item : fs::directory_iterator(folder / near, error)) {
      const std::string name = item.path().filename().string();
      if (!name.starts_with(first) || !name.ends_with(last)) continue;
      modules.push_back({item.path().lexically_normal(),
                         name.substr(first.size(), name.size() - first.size() - last.size())});
    }
    if (!modules.empty()) return modules;
  }
  throw std::runtime_error("the Python package is missing: no " + first + "*" + last + " was found near " +
                           folder.string());
}

// Opens the library of Python that LUDEX_LIBPYTHON names; else that of this build, else that of another
// module.
inline void open_libpython(const char* of_build, const std::vector<Module>& modules) {
  std::vector<std::string> names;
  if (const char* const given = std::getenv("LUDEX_LIBPYTHON"); given != nullptr && *given != '\0') {
    names.emplace_back(given);
  } else {
    names.emplace_back(of_build);
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
[[nodiscard]] inline std::string running_version() {
  const auto get = reinterpret_cast<const char* (*)()>(dlsym(RTLD_DEFAULT, "Py_GetVersion"));
  const std::string text = get != nullptr ? get() : "";
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos) throw std::runtime_error("the version of Python is unknown");
  return text.substr(0, dot) + text.substr(dot + 1, text.find('.', dot + 1) - dot - 1);
}

// Starts Python, unless this is a Python program, and returns what the function `start` of the package's
// module makes: a factory, for the life of the process.
template <class Factory>
[[nodiscard]] const Factory& open(const char* libpython, const char* platform, const void* anchor,
                                  const char* start) {
  const std::vector<Module> modules = find_modules(platform, anchor);
  if (dlsym(RTLD_DEFAULT, "Py_IsInitialized") == nullptr) open_libpython(libpython, modules);
  const std::string version = running_version();
  const auto fitting = std::find_if(modules.begin(), modules.end(),
                                    [&](const Module& module) { return module.version == version; });
  if (fitting == modules.end())
    throw std::runtime_error("the Python package is not built for Python " + version.substr(0, 1) + "." +
                             version.substr(1));
  void* const opened = dlopen(fitting->file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr) throw std::runtime_error(std::string("cannot load Python: ") + dlerror());
  using Start = const Factory* (*)(TextSink&);
  const auto function = reinterpret_cast<Start>(dlsym(opened, start));
  if (function == nullptr) throw std::runtime_error("the Python package belongs to another version of Ludex");
  StringSink error;
  const Factory* const made = function(error);
  if (made == nullptr) throw std::runtime_error(error.take());
  return *made;
}

}  // namespace ludex::python_runtime
