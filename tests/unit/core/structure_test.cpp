// The dependency rules of README.md, checked on the #include lines of the tree.
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "paths.hpp"

namespace ludex {
namespace {

namespace fs = std::filesystem;
const fs::path kRoot = fs::path(LUDEX_TEST_DIR).parent_path();

// Folders that files of a folder may include from; each may include itself.
const std::map<std::string, std::set<std::string>> kAllowed{
    {"core", {"core"}},
    {"games", {"core", "games"}},
    {"agents", {"core", "agents"}},
    {"plugins", {"core", "games", "agents", "plugins"}},
    {"arena", {"core", "arena"}},
};

// The folder of games/ and of agents/ that holds what several of them share.
const std::string kCommon = "common";

struct Include {
  char quote;  // '"' or '<'
  std::string target;
};

// The target of an #include line, or nothing for any other line.
std::optional<Include> include_of(const std::string& line) {
  std::size_t at = line.find_first_not_of(" \t");
  if (at == std::string::npos || line[at] != '#') return std::nullopt;
  at = line.find_first_not_of(" \t", at + 1);
  if (at == std::string::npos || line.compare(at, 7, "include") != 0) return std::nullopt;
  at = line.find_first_of("\"<", at);
  const std::size_t end = at == std::string::npos ? at : line.find_first_of("\">", at + 1);
  if (end == std::string::npos) return std::nullopt;
  return Include{line[at], line.substr(at + 1, end - at - 1)};
}

bool is_source(const fs::path& path) {
  const auto ext = path.extension();
  return ext == ".hpp" || ext == ".cpp" || ext == ".h";
}

}  // namespace

TEST_CASE("includes follow the order of dependencies") {
  int seen = 0;
  for (const auto& [folder, allowed] : kAllowed) {
    for (const auto& item : fs::recursive_directory_iterator(kRoot / folder)) {
      if (!item.is_regular_file() || !is_source(item.path())) continue;
      const fs::path relative = item.path().lexically_relative(kRoot);
      // games/hex/x.hpp: a game or agent may use its own folder only.
      const std::string own = (*std::next(relative.begin())).string();
      std::ifstream in(item.path());
      int line_number = 0;
      for (std::string line; std::getline(in, line);) {
        ++line_number;
        const auto include = include_of(line);
        if (!include) continue;
        ++seen;
        const std::string& target = include->target;
        CAPTURE(relative.string());
        CAPTURE(line_number);
        CAPTURE(target);
        if (include->quote == '<') {
          // Third-party headers belong to arena alone; standard and system headers have no '/' or start with
          // sys/.
          const bool third_party = target.find('/') != std::string::npos && target.rfind("sys/", 0) != 0;
          CHECK((!third_party || folder == "arena"));
          continue;
        }
        const fs::path path(target);
        const std::string top = path.begin()->string();
        CHECK(allowed.contains(top));
        CHECK(fs::exists(kRoot / path));
        if ((folder == "games" || folder == "agents") && top == folder) {
          const std::string other = std::next(path.begin())->string();
          CHECK((other == own || other == kCommon));
        }
      }
    }
  }
  CHECK(seen > 100);
}

TEST_CASE("games have no virtual functions and every game and agent has its pages") {
  for (const char* kind : {"games", "agents"}) {
    for (const auto& item : fs::directory_iterator(kRoot / kind)) {
      if (!item.is_directory()) continue;
      CAPTURE(item.path().string());
      const std::string shell =
          std::string("plugins/") + kind + "/" + item.path().filename().string() + ".cpp";
      if (item.path().filename() == kCommon) continue;
      CHECK(fs::exists(kRoot / shell));
      CHECK(fs::exists(item.path() / (std::string(kind) == "games" ? "rules.md" : "README.md")));
      for (const auto& file : fs::directory_iterator(item.path())) {
        if (std::string(kind) != "games" || !is_source(file.path())) continue;
        std::ifstream in(file.path());
        for (std::string line; std::getline(in, line);) {
          // As a word of the language; Hex has virtual connections.
          const std::size_t at = line.find("virtual ");
          CHECK((at == std::string::npos || line.find_first_not_of(' ') != at));
        }
      }
    }
  }
}

}  // namespace ludex
