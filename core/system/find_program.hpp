// Finds programs as a shell does.
#pragma once

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include <unistd.h>

namespace ludex {

// Calls `visit` with each folder of the program search path, until it returns true.
template <class Visit>
void for_each_program_folder(Visit&& visit) {
  const char* const list = std::getenv("PATH");
  std::string_view rest = list != nullptr ? list : "/usr/local/bin:/usr/bin:/bin";
  while (true) {
    const auto colon = rest.find(':');
    if (visit(std::string(rest.substr(0, colon)))) return;
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  // Debian keeps games in a folder that PATH may omit.
  visit("/usr/games");
}

// The absolute path of the program, a path or a name to search for; "" if there is none.
[[nodiscard]] inline std::string find_program(const std::string& program) {
  const auto is_program = [](const std::string& path) { return access(path.c_str(), X_OK) == 0; };
  if (program.find('/') != std::string::npos) {
    std::array<char, 4096> folder;
    const bool relative = program[0] != '/' && getcwd(folder.data(), folder.size()) != nullptr;
    const std::string path = relative ? std::string(folder.data()) + '/' + program : program;
    return is_program(path) ? path : "";
  }
  std::string found;
  for_each_program_folder([&](const std::string& folder) {
    const std::string path = folder + '/' + program;
    if (is_program(path)) found = path;
    return !found.empty();
  });
  return found;
}

}  // namespace ludex
