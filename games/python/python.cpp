#include "games/python/python.hpp"

#include <array>
#include <string_view>

#include "core/abi/text.hpp"
#include "core/game/module_text.hpp"
#include "core/system/python_runtime.hpp"

namespace ludex::games::python {
namespace {

const GameFactory& runtime() {
  static const int anchor = 0;
  static const GameFactory& games = python_runtime::open<GameFactory>(LUDEX_LIBPYTHON, LUDEX_PYTHON_PLATFORM,
                                                                      &anchor, "ludex_python_games");
  return games;
}

}  // namespace

const Schema<Python::Config>& Python::schema() {
  static const Schema<Config> made([](auto& s) {
    s.path("file", &Config::file,
           "the Python file, relative to the working folder, or to the YAML file that names it");
    s.text("class", &Config::class_name,
           "class of the game in that file; empty: the only class with a method legal_moves()");
    s.text("args", &Config::args,
           "arguments of the class's __init__: NAME=VALUE NAME=VALUE, values as Python literals");
    s.integer("max_plies", &Config::max_plies, 1, 1000, "plies after which the game is drawn");
  });
  return made;
}

const ParamSpec* PythonFactory::parameters(std::uint32_t* count) const noexcept {
  const auto specs = Python::schema().specs();
  *count = static_cast<std::uint32_t>(specs.size());
  return specs.data();
}

Game* PythonFactory::create(const ParamText* values, std::uint32_t count, TextSink& error) const noexcept {
  Game* game = nullptr;
  static_cast<void>(guarded(error, [&] {
    const auto resolved = ParamValues::resolve(Python::schema().specs(), {values, count});
    if (!resolved) {
      error.write(resolved.error());
      return Status::kInvalidArgument;
    }
    const Python::Config config = Python::schema().read(*resolved);
    if (config.file.empty()) {
      error.write("file: no Python file is given, expected python:file=my_game.py");
      return Status::kInvalidArgument;
    }
    const std::string file = python_runtime::find_file(config.file).string();
    const std::string plies = std::to_string(config.max_plies);
    const std::array<ParamText, 4> texts{{{"file", file.c_str()},
                                          {"class", config.class_name.c_str()},
                                          {"args", config.args.c_str()},
                                          {"max_plies", plies.c_str()}}};
    game = runtime().create(texts.data(), texts.size(), error);
    return game != nullptr ? Status::kOk : Status::kInvalidArgument;
  }));
  return game;
}

const void* PythonFactory::factory(const char* interface_id) noexcept {
  static const PythonFactory made;
  return std::string_view(interface_id) == kInterface ? static_cast<const GameFactory*>(&made) : nullptr;
}

}  // namespace ludex::games::python
