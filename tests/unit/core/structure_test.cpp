// The dependency rules of README.md, checked on the #include lines of the tree.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "paths.hpp"

namespace ludex {
namespace {

namespace fs = std::filesystem;
const fs::path kRoot = fs::path(LUDEX_TEST_DIR).parent_path();

// A folder and what its files may include beside their own folder: folders of lines above it, with all that
// is in them. So no two folders of this table can need each other. Of a line that ends in `*` each folder is
// one by itself; as something to include, `agents/*` is the one of the same name: an experiment knows the
// agent that it is about.
struct Room {
  std::string folder;
  std::vector<std::string> may_use;
};
const std::vector<Room> kRooms{
    {"core/util", {}},
    {"core/abi", {"core/util"}},
    {"core/game", {"core/util", "core/abi"}},
    {"core/agent", {"core/util", "core/abi", "core/game"}},
    {"core/experiment", {"core/util", "core/abi", "core/game"}},
    {"core/transport", {"core/util", "core/abi"}},
    {"core/plugin",
     {"core/util", "core/abi", "core/game", "core/agent", "core/experiment", "core/transport"}},
    {"core/contract", {"core/util", "core/abi", "core/game", "core/agent", "core/plugin"}},
    {"games/common", {"core/util", "core/abi", "core/game"}},
    {"games/lud/runtime", {"core/util"}},
    {"games/lud/language", {"core/util"}},
    {"games/lud/board", {}},
    {"games/lud/program", {"core/util", "games/lud/runtime", "games/lud/language", "games/lud/board"}},
    {"games/lud/interpreter",
     {"core/util", "core/abi", "games/lud/runtime", "games/lud/board", "games/lud/program"}},
    {"games/lud/compiler", {"core/util", "games/lud/program", "games/lud/interpreter"}},
    {"games/lud/codegen",
     {"core/util", "core/game", "games/lud/runtime", "games/lud/program", "games/lud/interpreter"}},
    {"games/lud/ludemes",
     {"games/lud/program", "games/lud/interpreter", "games/lud/compiler", "games/lud/codegen"}},
    {"games/lud/game",
     {"core/util", "core/game", "games/lud/language", "games/lud/program", "games/lud/interpreter",
      "games/lud/compiler", "games/lud/codegen"}},
    {"games/*", {"core/util", "core/abi", "core/game", "games/common"}},
    {"games/experiments/common", {"core/util", "core/abi", "core/game", "core/experiment", "games/common"}},
    {"games/experiments/*",
     {"core/util", "core/abi", "core/game", "core/experiment", "games/common", "games/*",
      "games/experiments/common"}},
    {"agents/common/memory", {"core/util"}},
    {"agents/common/moves", {"core/game"}},
    {"agents/common/path", {"core/util", "core/abi", "core/game"}},
    {"agents/common/minimax",
     {"core/util", "core/abi", "core/game", "core/agent", "agents/common/memory", "agents/common/moves",
      "agents/common/path"}},
    {"agents/common/mcts",
     {"core/util", "core/abi", "core/game", "core/agent", "agents/common/memory", "agents/common/moves"}},
    {"agents/common/proof-number",
     {"core/util", "core/abi", "core/game", "core/agent", "agents/common/memory", "agents/common/moves",
      "agents/common/path", "agents/common/mcts"}},
    {"agents/common/staircase", {"core/util", "core/abi", "core/game", "core/agent"}},
    {"agents/*", {"core/util", "core/abi", "core/game", "core/agent", "agents/common"}},
    {"agents/experiments/common",
     {"core/util", "core/abi", "core/game", "core/agent", "core/experiment", "agents/common"}},
    {"agents/experiments/*",
     {"core/util", "core/abi", "core/game", "core/agent", "core/experiment", "agents/common", "agents/*",
      "agents/experiments/common"}},
    {"plugins", {"core", "games", "agents"}},
    {"arena/json", {"core"}},
    {"arena/text", {"core"}},
    {"arena/files", {"core"}},
    {"arena/formats", {"core", "arena/text", "arena/files"}},
    {"arena/process", {"core", "arena/files"}},
    {"arena/model", {"core"}},
    {"arena/analysis", {"core", "arena/json"}},
    {"arena/host", {"core", "arena/json", "arena/text", "arena/files", "arena/process"}},
    {"arena/log", {"core", "arena/json", "arena/text", "arena/files", "arena/model"}},
    {"arena/rating",
     {"core", "arena/json", "arena/text", "arena/formats", "arena/files", "arena/model", "arena/log"}},
    {"arena/schedule", {"core", "arena/text", "arena/formats", "arena/files", "arena/model", "arena/rating"}},
    {"arena/config",
     {"core", "arena/text", "arena/formats", "arena/files", "arena/model", "arena/host", "arena/schedule"}},
    {"arena/match",
     {"core", "arena/text", "arena/model", "arena/host", "arena/log", "arena/schedule", "arena/config"}},
    {"arena/worker",
     {"core", "arena/json", "arena/files", "arena/process", "arena/model", "arena/analysis", "arena/host",
      "arena/match"}},
    {"arena/parts",
     {"core", "arena/text", "arena/files", "arena/model", "arena/host", "arena/log", "arena/schedule",
      "arena/config", "arena/match"}},
    {"arena/transport",
     {"core", "arena/json", "arena/text", "arena/files", "arena/model", "arena/host", "arena/log",
      "arena/schedule", "arena/config", "arena/match", "arena/worker"}},
    {"arena/contract", {"core", "arena/json", "arena/files", "arena/process", "arena/host"}},
    {"arena/tuning",
     {"core", "arena/json", "arena/text", "arena/files", "arena/process", "arena/model", "arena/rating",
      "arena/schedule"}},
    {"arena/report",
     {"core", "arena/json", "arena/text", "arena/formats", "arena/files", "arena/model", "arena/log",
      "arena/rating", "arena/config", "arena/tuning"}},
    {"arena/export",
     {"core", "arena/text", "arena/formats", "arena/files", "arena/model", "arena/host", "arena/log",
      "arena/config"}},
    {"arena/web",
     {"core", "arena/json", "arena/text", "arena/files", "arena/model", "arena/host", "arena/log",
      "arena/rating", "arena/worker", "arena/contract", "arena/export"}},
    {"arena/cli",
     {"core",         "arena/json",   "arena/text",  "arena/formats",   "arena/files",    "arena/process",
      "arena/model",  "arena/host",   "arena/log",   "arena/rating",    "arena/schedule", "arena/config",
      "arena/match",  "arena/worker", "arena/parts", "arena/transport", "arena/contract", "arena/tuning",
      "arena/report", "arena/export", "arena/web",   "arena/analysis"}},
    {"arena/python",
     {"core", "arena/json", "arena/files", "arena/model", "arena/host", "arena/log", "arena/rating",
      "arena/contract", "arena/cli"}},
};

bool is_within(const std::string& path, const std::string& folder) {
  return path.size() > folder.size() && path.compare(0, folder.size(), folder) == 0 &&
         path[folder.size()] == '/';
}

// The line of the table that a path from the root belongs to, and its folder; nullptr if there is none.
struct Place {
  const Room* room = nullptr;
  std::string folder;
};
Place place_of(const std::string& path) {
  for (const Room& room : kRooms) {
    if (!room.folder.ends_with("/*")) {
      if (is_within(path, room.folder)) return {&room, room.folder};
      continue;
    }
    const std::string parent = room.folder.substr(0, room.folder.size() - 2);
    const std::size_t end = path.find('/', parent.size() + 1);
    if (is_within(path, parent) && !is_within(path, parent + "/common") &&
        !is_within(path, parent + "/experiments") && end != std::string::npos)
      return {&room, path.substr(0, end)};
  }
  return {};
}

std::string name_of(const std::string& folder) {
  return folder.substr(folder.rfind('/') + 1);
}

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

std::vector<Include> includes_of(const fs::path& file) {
  std::vector<Include> includes;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (const auto include = include_of(line)) includes.push_back(*include);
  }
  return includes;
}

// The headers of core that a file includes, directly or through others, as `g++ -MM` lists them.
std::set<std::string> core_headers(const std::string& file) {
  std::set<std::string> seen;
  std::vector<std::string> open{file};
  while (!open.empty()) {
    const std::string next = open.back();
    open.pop_back();
    for (const Include& include : includes_of(kRoot / next)) {
      if (include.quote == '"' && seen.insert(include.target).second) open.push_back(include.target);
    }
  }
  std::erase_if(seen, [](const std::string& header) { return !is_within(header, "core"); });
  return seen;
}

}  // namespace

TEST_CASE("the table of folders has no way back") {
  for (std::size_t i = 0; i < kRooms.size(); ++i) {
    for (const std::string& used : kRooms[i].may_use) {
      CAPTURE(kRooms[i].folder);
      CAPTURE(used);
      // A folder named here is a line above, or has all of its lines above.
      bool found = false;
      for (std::size_t k = 0; k < kRooms.size(); ++k) {
        if (kRooms[k].folder != used && !is_within(kRooms[k].folder, used)) continue;
        found = true;
        CHECK(k < i);
      }
      CHECK(found);
    }
  }
}

TEST_CASE("includes follow the order of dependencies") {
  int seen = 0;
  for (const char* top : {"core", "games", "agents", "plugins", "arena"}) {
    for (const auto& item : fs::recursive_directory_iterator(kRoot / top)) {
      if (!item.is_regular_file() || !is_source(item.path())) continue;
      const std::string file = item.path().lexically_relative(kRoot).generic_string();
      if (file == "core/cmake/canary.cpp") continue;  // a program of its own
      CAPTURE(file);
      const Place here = place_of(file);
      CHECK_MESSAGE(here.room != nullptr, "a folder that the table above does not know");
      if (here.room == nullptr) continue;
      for (const Include& include : includes_of(item.path())) {
        ++seen;
        const std::string& target = include.target;
        CAPTURE(target);
        if (include.quote == '<') {
          // Third-party headers belong to arena, and to what experiments share; standard and system headers
          // have no '/' or start with sys/.
          const bool third_party = target.find('/') != std::string::npos && target.rfind("sys/", 0) != 0;
          CHECK(
              (!third_party || is_within(here.folder, "arena") || here.folder == "games/experiments/common"));
          // The header of nlohmann-json takes longer to compile than most files, which use json::Value.
          CHECK((!target.starts_with("nlohmann/") || here.folder == "arena/json" ||
                 here.folder == "games/experiments/common"));
          // Nor does a header of it hand a library on to whoever includes it; declarations cost nothing.
          // Nobody includes the Python module.
          const bool declares = target.ends_with("_fwd.hpp");
          CHECK((!third_party || declares || item.path().extension() == ".cpp" ||
                 here.folder == "arena/python"));
          continue;
        }
        CHECK(fs::exists(kRoot / target));
        bool allowed = is_within(target, here.folder);
        for (const std::string& folder : here.room->may_use) {
          const bool same_name = folder.ends_with("/*");
          allowed |= is_within(
              target, same_name ? folder.substr(0, folder.size() - 1) + name_of(here.folder) : folder);
        }
        CHECK(allowed);
      }
    }
  }
  CHECK(seen > 100);
}

TEST_CASE("what an author includes of core is little") {
  // What the author of a class reads; the shell and the gate around it come on top and are nobody's reading.
  CHECK(core_headers("agents/random/random.hpp").size() <= 12);
  for (const std::string game :
       {"games/connect-k/connect_k.hpp", "games/hex/hex.hpp", "games/chess/chess.hpp"}) {
    CAPTURE(game);
    CHECK(core_headers(game).size() <= 12);
  }
  for (const std::string plugin : {"plugins/examples/two-ply/two_ply.cpp", "plugins/examples/nim/nim.cpp"}) {
    CAPTURE(plugin);
    const auto headers = core_headers(plugin);
    CHECK(headers.size() > 14);  // the scan follows includes
    CHECK(headers.size() <= 30);
  }
}

TEST_CASE("games have no virtual functions and every game and agent has its pages") {
  for (const char* kind : {"games", "agents"}) {
    for (const auto& item : fs::directory_iterator(kRoot / kind)) {
      if (!item.is_directory()) continue;
      CAPTURE(item.path().string());
      const std::string shell =
          std::string("plugins/") + kind + "/" + item.path().filename().string() + ".cpp";
      if (item.path().filename() == "common" || item.path().filename() == "experiments") continue;
      if (item.path().filename() == "bridges") {  // an agent for each protocol
        CHECK(fs::exists(item.path() / "README.md"));
        continue;
      }
      CHECK(fs::exists(kRoot / shell));
      CHECK(fs::exists(item.path() / (std::string(kind) == "games" ? "rules.md" : "README.md")));
      std::string name = item.path().filename().string();
      std::replace(name.begin(), name.end(), '-', '_');
      const fs::path main = item.path() / (name + ".hpp");
      CHECK(fs::exists(main));
      if (std::string(kind) == "games") {
        // The rules of games of lines are one class of games/common.
        bool lines = false;
        for (const Include& include : includes_of(main))
          lines |= include.target == "games/common/line_game.hpp";
        CHECK(fs::exists(item.path() / "rules.hpp") != lines);
      }
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
