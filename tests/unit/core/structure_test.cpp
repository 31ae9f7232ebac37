// The dependency rules of README.md, checked on the #include lines of the tree.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
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
// one by itself; as something to include, `agents/*` is the one of the same name: a study knows the
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
    {"core/study", {"core/util", "core/abi", "core/game"}},
    {"core/transport", {"core/util", "core/abi"}},
    {"core/plugin", {"core/util", "core/abi", "core/game", "core/agent", "core/study", "core/transport"}},
    // Beside the folders of authors, which therefore never include them: helpers of the host and of plug-ins
    // that start other programs; the contract, for tests.
    {"core/system", {"core/util", "core/abi"}},
    {"core/contract", {"core/util", "core/abi", "core/game", "core/agent", "core/plugin", "core/system"}},
    {"games/common", {"core/util", "core/abi", "core/game"}},
    {"games/lud/runtime", {"core/util"}},
    {"games/lud/language", {"core/util"}},
    {"games/lud/board", {}},
    {"games/lud/program", {"core/util", "games/lud/runtime", "games/lud/language", "games/lud/board"}},
    {"games/lud/interpreter",
     {"core/util", "core/abi", "games/lud/runtime", "games/lud/board", "games/lud/program"}},
    {"games/lud/compiler", {"core/util", "games/lud/program", "games/lud/interpreter"}},
    {"games/lud/codegen",
     {"core/util", "core/game", "core/system", "games/lud/runtime", "games/lud/program",
      "games/lud/interpreter"}},
    {"games/lud/ludemes",
     {"core/util", "games/lud/program", "games/lud/interpreter", "games/lud/compiler", "games/lud/codegen"}},
    {"games/lud/game",
     {"core/util", "core/abi", "core/game", "games/lud/language", "games/lud/board", "games/lud/program",
      "games/lud/interpreter", "games/lud/compiler", "games/lud/codegen"}},
    {"games/python", {"core/util", "core/abi", "core/game", "core/system"}},
    {"games/*", {"core/util", "core/abi", "core/game", "games/common"}},
    {"agents/common/memory", {"core/util"}},
    {"agents/common/moves", {"core/game"}},
    {"agents/common/path", {"core/util", "core/abi", "core/game"}},
    {"agents/common/minimax",
     {"core/util", "core/abi", "core/game", "core/agent", "agents/common/memory", "agents/common/moves",
      "agents/common/path"}},
    {"agents/common/mcts",
     {"core/util", "core/abi", "core/game", "core/agent", "agents/common/memory", "agents/common/moves"}},
    {"agents/common/model", {"core/util", "core/abi", "core/game"}},
    {"agents/common/proof-number",
     {"core/util", "core/abi", "core/game", "core/agent", "agents/common/memory", "agents/common/moves",
      "agents/common/path", "agents/common/mcts"}},
    {"agents/common/staircase", {"core/util", "core/abi", "core/game", "core/agent"}},
    {"agents/python", {"core/util", "core/abi", "core/game", "core/agent", "core/system"}},
    {"agents/bridges", {"core/util", "core/abi", "core/game", "core/agent", "core/system", "agents/common"}},
    {"agents/*", {"core/util", "core/abi", "core/game", "core/agent", "agents/common"}},
    {"plugins/studies/common",
     {"core/util", "core/abi", "core/game", "core/agent", "core/study", "agents/common"}},
    {"plugins/studies/training", {"core/util", "core/abi", "core/game", "core/study", "games/common"}},
    {"plugins/studies/*",
     {"core", "games/common", "games/*", "agents/common", "agents/*", "plugins/studies/common",
      "plugins/studies/training"}},
    {"plugins", {"core", "games", "agents"}},
    {"arena/base/json", {"core"}},
    {"arena/base/text", {"core"}},
    {"arena/base/files", {"core"}},
    {"arena/base/formats", {"core", "arena/base/text", "arena/base/files"}},
    {"arena/base/process", {"core", "arena/base/files"}},
    {"arena/model", {"core", "arena/base"}},
    {"arena/host/analysis", {"core", "arena/base", "arena/model"}},
    {"arena/host/plugins", {"core", "arena/base", "arena/model"}},
    {"arena/host/contract", {"core", "arena/base", "arena/model", "arena/host/plugins"}},
    {"arena/results/log", {"core", "arena/base", "arena/model", "arena/host"}},
    {"arena/results/rating", {"core", "arena/base", "arena/model", "arena/host", "arena/results/log"}},
    {"arena/run/schedule", {"core", "arena/base", "arena/model", "arena/host", "arena/results"}},
    {"arena/run/config",
     {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run/schedule"}},
    {"arena/run/match",
     {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run/schedule",
      "arena/run/config"}},
    {"arena/run/worker",
     {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run/match"}},
    {"arena/run/parts",
     {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run/schedule",
      "arena/run/config", "arena/run/match"}},
    {"arena/run/transport",
     {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run/schedule",
      "arena/run/config", "arena/run/match", "arena/run/worker"}},
    {"arena/run/tournament",
     {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run/schedule",
      "arena/run/config", "arena/run/match", "arena/run/worker", "arena/run/parts", "arena/run/transport"}},
    {"arena/run/tuning",
     {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run/schedule"}},
    {"arena/faces/report", {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run"}},
    {"arena/faces/export", {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run"}},
    {"arena/faces/api", {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run"}},
    {"arena/faces/web",
     {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run", "arena/faces/export",
      "arena/faces/api"}},
    {"arena/faces/statistics",
     {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run"}},
    {"arena/faces/cli",
     {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run", "arena/faces/report",
      "arena/faces/export", "arena/faces/api", "arena/faces/web", "arena/faces/statistics"}},
    {"arena/faces/python",
     {"core", "arena/base", "arena/model", "arena/host", "arena/results", "arena/run", "arena/faces/export",
      "arena/faces/statistics"}},
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
    if (is_within(path, parent) && !is_within(path, parent + "/common") && end != std::string::npos)
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

// The headers of core that a file includes, directly or through others, as `g++ -MM` lists them, but for the
// extensions of games: their index includes all, an author reads those that the game offers.
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
  std::erase_if(seen, [](const std::string& header) {
    return !is_within(header, "core") || is_within(header, "core/game/extensions") ||
           is_within(header, "core/game/draft");
  });
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
          // Third-party headers belong to arena, and to what studies share; standard and system headers
          // have no '/' or start with sys/.
          const bool third_party = target.find('/') != std::string::npos && target.rfind("sys/", 0) != 0;
          CHECK(
              (!third_party || is_within(here.folder, "arena") || here.folder == "plugins/studies/training"));
          // The header of nlohmann-json takes longer to compile than most files, which use json::Value.
          CHECK((!target.starts_with("nlohmann/") || here.folder == "arena/base/json" ||
                 here.folder == "plugins/studies/training"));
          // Nor does a header of it hand a library on to whoever includes it; declarations cost nothing.
          // Nobody includes the Python module.
          const bool declares = target.ends_with("_fwd.hpp");
          CHECK((!third_party || declares || item.path().extension() == ".cpp" ||
                 here.folder == "arena/faces/python"));
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

TEST_CASE("only two headers know the instructions of a processor") {
  // Nor does generated code, which includes nothing of core, but for its own word.
  const std::set<std::string> known{"core/util/instructions.hpp", "core/util/vectors.hpp",
                                    "games/lud/runtime/sets.hpp"};
  int seen = 0;
  for (const char* top : {"core", "games", "agents", "plugins", "arena"}) {
    for (const auto& item : fs::recursive_directory_iterator(kRoot / top)) {
      if (!item.is_regular_file() || !is_source(item.path())) continue;
      const std::string file = item.path().lexically_relative(kRoot).generic_string();
      std::ifstream in(item.path());
      const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
      bool found = false;
      for (const char* word : {"mmintrin.h", "arm_neon.h", "_mm256_", "_mm512_", "__builtin_ia32_"})
        found |= text.find(word) != std::string::npos;
      CAPTURE(file);
      CHECK(found == (known.count(file) != 0));
      ++seen;
    }
  }
  CHECK(seen > 100);
}

TEST_CASE("what an author includes of core is little") {
  // What the author of a class reads; the shell and the gate around it come on top and are nobody's reading.
  CHECK(core_headers("agents/random/random.hpp").size() <= 16);
  for (const std::string game : {"games/connect-k/connect_k.hpp", "games/hex/hex.hpp"}) {
    CAPTURE(game);
    CHECK(core_headers(game).size() <= 18);
  }
  CHECK(core_headers("games/chess/chess.hpp").size() <= 19);  // it knows what the processor has
  for (const std::string plugin : {"plugins/examples/two-ply/two_ply.cpp", "plugins/examples/nim/nim.cpp"}) {
    CAPTURE(plugin);
    const auto headers = core_headers(plugin);
    CHECK(headers.size() > 14);  // the scan follows includes
    CHECK(headers.size() <= 38);
  }
}

TEST_CASE("an extension is a draft where its id says so, and the index has them all") {
  const auto text_of = [](const fs::path& file) {
    std::ifstream in(file);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string index = text_of(kRoot / "core/game/extensions.hpp");
  const std::string list = index.substr(index.find("using EveryRulesItem"));
  for (const char* folder : {"core/game/extensions", "core/game/draft"}) {
    for (const auto& item : fs::directory_iterator(kRoot / folder)) {
      const std::string file = item.path().lexically_relative(kRoot).generic_string();
      CAPTURE(file);
      CHECK(index.find("#include \"" + file + "\"") != std::string::npos);
      const std::string text = text_of(item.path());
      CHECK((text.find("kId = \"ludex.draft.") != std::string::npos) == is_within(file, "core/game/draft"));
      // Whatever rules may name has methods to check.
      const std::string head = "struct RulesMethods<";
      for (auto at = text.find(head); at != std::string::npos; at = text.find(head, at + 1)) {
        const std::size_t from = at + head.size();
        const std::string name = text.substr(from, text.find(',', from) - from);
        CAPTURE(name);
        const std::size_t found = list.find(" " + name + ",");
        CHECK((found != std::string::npos || list.find("<" + name + ",") != std::string::npos));
      }
    }
  }
}

TEST_CASE("games have no virtual functions and every game and agent has its pages") {
  for (const char* kind : {"games", "agents"}) {
    for (const auto& item : fs::directory_iterator(kRoot / kind)) {
      if (!item.is_directory()) continue;
      CAPTURE(item.path().string());
      const std::string shell =
          std::string("plugins/") + kind + "/" + item.path().filename().string() + ".cpp";
      if (item.path().filename() == "common") continue;
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
        // Those of a game in Python are in Python.
        CHECK((name == "python" || fs::exists(item.path() / "rules.hpp") != lines));
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
