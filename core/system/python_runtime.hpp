// The Python of plug-ins whose code is written in it: they are stand-ins that start an interpreter, or use
// the running one, only when they are needed. Functions throw std::runtime_error or std::invalid_argument.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

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

// The module of the package `ludex` that belongs to the plug-in in whose code `anchor` points.
[[nodiscard]] inline std::filesystem::path find_module(const char* module, const void* anchor) {
  namespace fs = std::filesystem;
  Dl_info info{};
  if (dladdr(anchor, &info) == 0 || info.dli_fname == nullptr)
    throw std::runtime_error("the plug-in cannot find its own folder");
  const fs::path folder = fs::absolute(info.dli_fname).parent_path();
  // Folders of a build, of a wheel, of an installation.
  for (const char* const near : {"../python/ludex", "../..", "../../python3/dist-packages/ludex",
                                 "../../../python3/dist-packages/ludex"}) {
    const fs::path path = (folder / near / module).lexically_normal();
    std::error_code error;
    if (fs::exists(path, error)) return path;
  }
  throw std::runtime_error("the Python package is missing: " + std::string(module) + " was not found near " +
                           folder.string());
}

[[nodiscard]] inline void* open_library(const std::string& name, int flags) {
  void* const handle = dlopen(name.c_str(), flags);
  if (handle == nullptr) throw std::runtime_error(std::string("cannot load Python: ") + dlerror());
  return handle;
}

// Starts Python, unless this is a Python program, and returns what the function `start` of the package's
// module makes: a factory, for the life of the process.
template <class Factory>
[[nodiscard]] const Factory& open(const char* libpython, const char* module, const void* anchor,
                                  const char* start) {
  // C extension modules such as NumPy's find the interpreter's symbols only if these are global.
  if (dlsym(RTLD_DEFAULT, "Py_IsInitialized") == nullptr)
    static_cast<void>(open_library(libpython, RTLD_NOW | RTLD_GLOBAL));
  void* const opened = open_library(find_module(module, anchor).string(), RTLD_NOW | RTLD_LOCAL);
  using Start = const Factory* (*)(TextSink&);
  const auto function = reinterpret_cast<Start>(dlsym(opened, start));
  if (function == nullptr) throw std::runtime_error("the Python package belongs to another version of Ludex");
  StringSink error;
  const Factory* const made = function(error);
  if (made == nullptr) throw std::runtime_error(error.take());
  return *made;
}

}  // namespace ludex::python_runtime
